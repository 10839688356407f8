"""Settings, rules and folders that somebody else wrote: data that may be wrong, and never code that runs."""

import subprocess
import sys
from pathlib import Path

import pytest
from cli_pages import BAD, Run

EXAMPLES = "".join(
    f'[[example]]\nbad = "It [[{n}]]."\ngood = "It {n}x."\n[[example]]\ngood = "It {n}y."\n' for n in ("a", "b")
)
HEAD = 'name = "house/rule"\nsummary = "s"\nwhy = "w"\nseverity = "info"\nfix = "manual"\nmessage = "m"\n[match]\n'


@pytest.fixture
def rule(folder: Path, run: Run) -> Run:
    """Writes a rule file with the given `[match]`, and checks a page with it."""

    def check(match: str) -> object:
        (folder / "ours" / "house").mkdir(parents=True)
        (folder / "ours" / "house" / "rule.toml").write_text(f"{HEAD}{match}\n{EXAMPLES}")
        (folder / ".prosefix.toml").write_text('rules = ["ours"]\n')
        (folder / "p.html").write_text(f"<p>It is {'a' * 90}b and {'a' * 3_000_000}b.</p>")
        return run("check", "p.html", "--select", "house", "--format", "concise", "--no-cache")

    return check


@pytest.mark.parametrize("function", ["evil:run", "os:system", "prosefix.fixes.atomic:replace_file", "builtins:exec"])
def test_a_rule_file_names_no_code_of_its_own_choice(folder: Path, rule: Run, function: str) -> None:
    (folder / "evil.py").write_text("from pathlib import Path\nPath('ran').touch()\nrun = print\n")
    result = rule(f'function = "{function}"')
    assert result.exit_code == 2
    module = function.partition(":")[0]
    assert result.stderr == (
        f"prosefix: {folder}/ours/house/rule.toml:1: “function” names code in “{module}”, which no installed package "
        "offers for rules (entry points “prosefix.rules”); install one, or write a pattern\n"
    )
    assert not (folder / "ran").exists()


def test_nothing_beside_the_pages_is_run(folder: Path) -> None:
    for name in ("numpy", "click", "tomllib", "sitecustomize", "conftest", "multiprocessing"):
        (folder / f"{name}.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    for number in range(2):
        (folder / f"p{number}.html").write_text(BAD + f"<!-- {'x' * 1_000_000} -->")
    done = subprocess.run(
        [sys.executable, "-m", "prosefix", "check", ".", "--select", "repetition", "--jobs", "2", "--no-cache"],
        cwd=folder, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"")
    assert not (folder / "ran").exists()


@pytest.mark.parametrize(
    "expression", ["(a+)+$", "(a|aa)+$", "(a*)*b", "(?:a?){60}a{60}", "([a-z]+)*[A-Z]", ".*.*.*=.*"]
)
def test_an_expression_that_may_never_end_is_refused(folder: Path, rule: Run, expression: str) -> None:
    result = rule(f'tokens = [{{ regex = "{expression}" }}]')
    assert result.exit_code == 2
    assert result.stderr == (
        f"prosefix: {folder}/ours/house/rule.toml:8: the expression may take for ever on one word; repeat no group "
        "that repeats or chooses, and at most two parts\n"
    )


def test_an_expression_is_tried_on_words_of_a_bounded_length_alone(rule: Run) -> None:
    result = rule('tokens = [{ regex = "a*.*b" }]')
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["p.html:1:10: info house/rule m"]


def test_globs_of_many_folders_end(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text(f'exclude = ["{"**/" * 200}x/{"*a" * 200}b"]\n')
    deep = folder.joinpath(*"abcdefghijklmnopqrstuvwxyz")
    deep.mkdir(parents=True)
    (deep / ("a" * 200 + ".html")).write_text(BAD)
    assert run("check", ".", "--no-cache").exit_code == 1
    (folder / ".prosefix.toml").write_text('exclude = ["a/**/z/**/*.html", "**/**/none"]\n')
    assert "the settings exclude every page in it" in run("check", ".", "--no-cache", "--verbose").stderr
