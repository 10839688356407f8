"""The example runner and the pytest plugin, as authors of rules use them."""

from pathlib import Path

import pytest

from prosefix.testing import check_examples, main

RULE = """name = "house/use"
summary = "Use."
why = "Because."
severity = "warning"
fix = "safe"
message = "Write “{replacement}”."

[match]
tokens = ["utilize|it's"]
replace = { token = 1, text = "use" }

[[example]]
bad = "We [[utilize]] `x` and $y$."
good = "We use `x` and $y$."

[[example]]
bad = "Do not [[utilize]] it."
good = "Do not use it."

[[example]]
good = "Its utility."
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "house" / "use.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text.replace("|it's", ""), encoding="utf-8")
    return path


def test_examples_that_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, RULE)
    assert check_examples(path)[1] == [[], [], []]
    assert main([str(tmp_path)]) == 0
    assert "all hold" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "example", "says"),
    [
        ("We [[utilize]] `x`", "We [[utilize `x`]]", 0, "was to be found"),
        ('good = "We use `x`', 'good = "We used `x`', 0, "the fix gives"),
        ('good = "Its utility."', 'good = "They utilize it."', 2, "nothing was to be found"),
        ('text = "use"', 'text = "utilize to utilize"', 0, "reported again"),
    ],
)
def test_examples_that_do_not_hold(tmp_path: Path, old: str, new: str, example: int, says: str) -> None:
    assert old in RULE
    text = RULE.replace(old, new, 1)
    if "to utilize" in new:
        text = text.replace("We use", "We utilize to utilize").replace("not use", "not utilize to utilize")
    path = write(tmp_path, text)
    _, wrong = check_examples(path)
    assert says in " ".join(wrong[example])
    assert main([str(path)]) == 1


def test_a_bad_file_ends_with_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, RULE.replace("summary", "sumary"))
    assert main([str(path)]) == 2
    assert f"{path}:2:" in capsys.readouterr().err


def test_every_example_is_a_test_item(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nprosefix_rules = rules\n")
    write(pytester.path / "rules", RULE.replace("Its utility.", "They utilize it."))
    result = pytester.runpytest("rules", "-v", "-p", "no:cacheprovider")
    result.stdout.fnmatch_lines(["*house/use?0? PASSED*", "*house/use?1? PASSED*", "*house/use?2? FAILED*"])
    result.assert_outcomes(passed=2, failed=1)
