"""`prosefix words why`: one line on the verdict, then what the word may stand for."""

from click.testing import CliRunner

from prosefix.cli.words import command


def why(*arguments: str) -> str:
    result = CliRunner().invoke(command, ["why", *arguments])
    assert result.exit_code == 0
    return result.output


def test_a_known_word_and_a_misspelt_one() -> None:
    assert why("parser").startswith("parser: accepted")
    told = why("attribtue", "--in", "The attribtue is ignored by the parser.")
    assert told.startswith("attribtue: reported")
    assert "attribute  share" in told
