"""Settings: where they are looked for, what each does, and how their mistakes are told."""

import json
import tomllib
from pathlib import Path

import pytest
from cli_pages import BAD, GOOD, Run

from prosefix.settings.keys import glob_matches


@pytest.mark.parametrize(
    ("name", "content", "line", "words"),
    [
        (".prosefix.toml", '\nselct = ["math"]\n', 2, "there is no setting “selct”; did you mean “select”?"),
        (".prosefix.toml", 'ignore = "math"\n', 1, "“ignore” must be a list of strings"),
        (".prosefix.toml", 'ignore = ["mahts"]\n', 1, "there is no set or rule “mahts”; did you mean “math”?"),
        (".prosefix.toml", 'fail-on = "eror"\n', 1, "must be one of error, warning, info; did you mean “error”?"),
        (".prosefix.toml", "[severity]\nmath = 3\n", 1, "“severity” must be one of error, warning, info"),
        (".prosefix.toml", 'words = ["no.txt"]\n', 1, "no.txt”, which cannot be read: No such file or directory"),
        (".prosefix.toml", 'rules = ["nowhere"]\n', 1, "nowhere”, which is no folder"),
        (".prosefix.toml", "\nselect = [\n", 2, "is not TOML"),
        ("pyproject.toml", '[tool.prosefix]\nfail-on = "info"\nwrods = []\n', 3, "did you mean “words”?"),
        (".prosefix.toml", '[[overrides]]\nfiles = ["a"]\nexclude = []\n', 3, "an override cannot hold “exclude”"),
        (".prosefix.toml", "[[overrides]]\nignore = []\n", 1, "an override needs “files”"),
    ],
)
def test_a_mistake_is_one_line_with_file_and_line(
    folder: Path, run: Run, name: str, content: str, line: int, words: str
) -> None:
    (folder / name).write_text(content)
    (folder / "p.html").write_text(GOOD)
    result = run("check", "p.html")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"prosefix: {folder / name}:{line}: ")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_nearest_file_counts_whole(folder: Path, run: Run) -> None:
    (folder / "pyproject.toml").write_text('[tool.prosefix]\nignore = ["repetition/same-word"]\n')
    (folder / "docs").mkdir()
    (folder / "docs" / ".prosefix.toml").write_text('ignore = ["agreement/modal-verb"]\n')
    (folder / "docs" / "p.html").write_text(BAD)
    (folder / "p.html").write_text(BAD)
    assert "repetition" not in run("check", "p.html", "--format", "concise").stdout
    inner = run("check", "docs/p.html", "--format", "concise").stdout
    assert "repetition/same-word" in inner
    assert "agreement" not in inner


def test_a_project_file_without_a_table_of_ours_is_passed_over(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text('ignore = ["repetition", "agreement/modal-verb"]\n')
    (folder / "sub").mkdir()
    (folder / "sub" / "pyproject.toml").write_text("[tool.other]\n")
    (folder / "sub" / "p.html").write_text(BAD)
    assert run("check", "sub/p.html").exit_code == 0


def test_overrides_hold_for_their_globs_alone(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text(
        'severity = { repetition = "info" }\n[[overrides]]\nfiles = ["old/**"]\nseverity = { repetition = "error" }\n'
    )
    (folder / "old").mkdir()
    for name in ("old/a.html", "b.html"):
        (folder / name).write_text("<p>It is the the rest.</p>")
    lines = run("check", ".", "--format", "concise").stdout.splitlines()
    assert [line.split(" ")[1] for line in lines] == ["info", "error"]


def test_safe_and_unsafe_move_fixes(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text('unsafe = ["repetition"]\nsafe = ["markup/unused-directive"]\n')
    (folder / "p.html").write_text("<p>It is the the rest.<!-- prosefix-disable agreement/modal-verb --></p>")
    run("apply", "p.html")
    assert (folder / "p.html").read_text() == "<p>It is the the rest.</p>"
    run("apply", "p.html", "--unsafe")
    assert (folder / "p.html").read_text() == "<p>It is the rest.</p>"


def test_opaque_elements_are_not_read(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text('opaque = ["div.listing"]\n')
    (folder / "p.html").write_text('<div class="listing"><p>the the</p></div><p>It is fine.</p>')
    assert run("check", "p.html").exit_code == 0


def test_config_show_tells_where_each_value_is_from(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text('fail-on = "error"\n\n[[overrides]]\nfiles = ["*.html"]\nlang = "en"\n')
    shown = run("config", "show", "p.html").stdout
    assert f'fail-on = "error"  # {folder / ".prosefix.toml"}:1' in shown
    assert f'lang = "en"  # {folder / ".prosefix.toml"}:3, by an override' in shown
    assert "ignore = []  # default" in shown


def test_the_schema_knows_every_key(run: Run) -> None:
    schema = json.loads(run("config", "schema").stdout)
    keys = [line.split()[0] for line in run("config", "keys").stdout.splitlines()]
    assert sorted(schema["properties"]) == sorted([*keys, "overrides"])
    assert schema["additionalProperties"] is False


def test_the_schema_for_editors_is_the_one_that_the_keys_give(run: Run) -> None:
    kept = Path(__file__).parents[2] / "docs" / "settings.schema.json"
    assert run("config", "schema").stdout == kept.read_text(), "prosefix config schema > docs/settings.schema.json"


def test_the_schema_takes_what_the_reader_takes_and_nothing_else(folder: Path, run: Run) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(run("config", "schema").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    (folder / "p.html").write_text(GOOD)
    for text, right in (
        (
            'select = ["math"]\nfail-on = "info"\n[severity]\nmath = "error"\n[[overrides]]\nfiles = ["a"]\nlang = "en"\n',
            True,
        ),
        ('spelling = "en-GB"\nexclude = ["a/**"]\nwords = ["Alpha"]\nopaque = ["div.x"]\n', True),
        ("fail_on = 1\n", False),
        ('select = "math"\n', False),
        ('[severity]\nmath = "bad"\n', False),
        ("[[overrides]]\nfiles = []\nexclude = []\n", False),
        ('spelling = "en-XX"\n', False),
    ):
        (folder / ".prosefix.toml").write_text(text)
        assert validator.is_valid(tomllib.loads(text)) is right, text
        assert (run("check", "p.html").exit_code == 0) is right, text


def test_project_rules(folder: Path, run: Run) -> None:
    (folder / "ours" / "style").mkdir(parents=True)
    (folder / "ours" / "style" / "zorgle.toml").write_text(
        'name = "style/zorgle"\nsummary = "We write use."\nwhy = "It is shorter."\nseverity = "info"\nfix = "safe"\n'
        'message = "Write “{replacement}”."\n[match]\ntokens = ["zorgle"]\nreplace = "use"\n'
        '[[example]]\nbad = "We [[zorgle]] it."\ngood = "We use it."\n[[example]]\nbad = "They [[zorgle]] it."\n'
        'good = "They use it."\n[[example]]\ngood = "We use it."\n[[example]]\ngood = "We zorgled it."\n'
    )
    (folder / ".prosefix.toml").write_text('rules = ["ours"]\nselect = ["style/zorgle"]\n')
    (folder / "p.html").write_text("<p>Zorgle it, then.</p>")
    run("apply", "p.html", "--select", "style")
    assert (folder / "p.html").read_text() == "<p>Use it, then.</p>"
    assert "style/zorgle" in run("rules").stdout
    assert "It is shorter." in run("explain", "style/zorgle").stdout


@pytest.mark.parametrize(
    ("name", "glob", "matches"),
    [
        ("a/b/c.html", "*.html", True),
        ("a/b/c.html", "b", True),
        ("a/b/c.html", "a/b/", True),
        ("a/b/c.html", "b/c.html", False),
        ("a/b/c.html", "**/c.html", True),
        ("c.html", "**/c.html", True),
        ("a/b/c.html", "a/*.html", False),
        ("a/b/c.html", "./a/**", True),
        ("ab/c.html", "a", False),
    ],
)
def test_globs(name: str, glob: str, matches: bool) -> None:
    assert glob_matches(name, glob) is matches
