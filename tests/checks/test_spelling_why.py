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


def test_why_a_word_that_is_not_known_is_left_alone() -> None:
    told = why("kmalloc", "--in", "Memory that kmalloc returns is not cleared.")
    assert told.startswith("kmalloc: accepted")
    assert "left alone: it is likelier a term than a slip" in told
