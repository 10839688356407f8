"""Rule files: what is refused and how it is said, where rules are found, and the cache of parsed files."""

import os
import sys
from pathlib import Path

import pytest

from prosefix.errors import RuleFileError
from prosefix.rulebook import load_file, load_rules, rule_folders, run
from prosefix.rulebook.batch import context_of_texts

GOOD = """name = "agreement/demo"
summary = "A demo."
why = "Because."
severity = "error"
fix = "safe"
message = "Write “{replacement}”, not “{1}”."

[match]
tokens = [{ word = "foos" }]
replace = { token = 1, text = "foo" }

[[example]]
bad = "One [[foos]] here."
good = "One foo here."

[[example]]
bad = "Two [[foos]] here."
good = "Two foo here."

[[example]]
good = "No food here."
"""


def write(folder: Path, text: str = GOOD, name: str = "agreement/demo") -> Path:
    path = folder / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_rule_says_its_message(tmp_path: Path) -> None:
    rule = load_file(write(tmp_path))
    assert (rule.name, rule.set, rule.default, len(rule.examples)) == ("agreement/demo", "agreement", True, 3)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("summary =", "sumary =", 2, "did you mean “summary”?"),
        ('severity = "error"', 'severity = "eror"', 4, "error"),
        ('fix = "safe"', 'fix = "sure"', 5, "safe, unsafe, manual"),
        ("{1}", "{2}", 6, "{2}"),
        ("tokens =", "tokns =", 9, "did you mean “tokens”?"),
        ("{ word =", "{ wrd =", 9, "did you mean “word”?"),
        ('{ word = "foos" }', '{ word = "foo bar" }', 9, "2 rows"),
        ('{ word = "foos" }', '{ tag = "NNZ" }', 9, "did you mean"),
        ('{ word = "foos" }', '{ regex = "(" }', 9, "regular expression"),
        ('{ word = "foos" }', '{ regex = "(a+)+$" }', 9, "for ever"),
        ('{ word = "foos" }', '{ regex = "(a|aa)*b" }', 9, "for ever"),
        ('{ word = "foos" }', '{ written = "a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaa" }', 9, "for ever"),
        ('{ word = "foos" }', '{ written = ".*a.*b.*c" }', 9, "for ever"),
        ('{ word = "foos" }', f'{{ regex = "{"(" * 5000}a{")" * 5000}" }}', 9, "regular expression"),
        ('{ word = "foos" }', '{ regex = "a{99999999999999999999}" }', 9, "regular expression"),
        ('{ word = "foos" }', '{ word = "foos", repeat = "2..1" }', 9, "repeat"),
        ('{ word = "foos" }', '{ word = "@nothing" }', 9, "no word list"),
        ('{ word = "foos" }', '{ word = "foos", optional = true }', 9, "at least one element"),
        ('token = 1, text = "foo"', 'token = 1, form = "plurl"', 10, "did you mean “plural”?"),
        ('token = 1, text = "foo"', 'token = 4, text = "foo"', 10, "from 1 to 1"),
        ('"One [[foos]] here."', '"One foos here."', 13, "[["),
        ('bad = "Two [[foos]] here."', "", 12, "two bad"),
        ('[[example]]\ngood = "No food here."\n', "", 12, "near miss"),
        ("agreement/demo", "agreement/other", 1, "the file says “agreement/demo”"),
        ("why =", "why", 3, "line 3"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(RuleFileError) as raised:
        load_file(path)
    assert str(raised.value).startswith(f"{path}:{line}: ")
    assert says in str(raised.value)


def test_rules_of_several_folders_come_by_name(tmp_path: Path) -> None:
    write(tmp_path / "one")
    write(tmp_path / "two", GOOD.replace("agreement/demo", "house/words"), "house/words")
    rules = load_rules([tmp_path / "two", tmp_path / "one"], cache=tmp_path / "cache")
    assert [rule.name for rule in rules] == ["agreement/demo", "house/words"]


def test_one_name_in_two_folders_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "one")
    write(tmp_path / "two")
    with pytest.raises(RuleFileError, match="already in"):
        load_rules([tmp_path / "one", tmp_path / "two"], cache=tmp_path / "cache")


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuleFileError, match="no such rule folder"):
        load_rules([tmp_path / "none"], cache=tmp_path)


def test_style_is_off_unless_it_says_otherwise(tmp_path: Path) -> None:
    write(tmp_path, GOOD.replace("agreement/demo", "style/demo"), "style/demo")
    write(tmp_path, GOOD.replace('"agreement/demo"', '"agreement/quiet"\ndefault = false'), "agreement/quiet")
    rules = load_rules([tmp_path], cache=tmp_path / "cache")
    assert [rule.default for rule in rules] == [False, False]


def test_the_cache_gives_what_the_files_say(tmp_path: Path) -> None:
    path = write(tmp_path / "rules", GOOD.replace('{ word = "foos" }', '{ lemma = "walk" }'))
    first = load_rules([tmp_path / "rules"], cache=tmp_path / "cache")
    again = load_rules([tmp_path / "rules"], cache=tmp_path / "cache")
    assert [(r.name, r.match, r.examples) for r in first] == [(r.name, r.match, r.examples) for r in again]
    path.write_text(GOOD.replace("A demo.", "Another."), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert load_rules([tmp_path / "rules"], cache=tmp_path / "cache")[0].summary == "Another."


@pytest.mark.parametrize("damage", ["", "{", '{"stamp": 1}', "[]"])
def test_a_damaged_cache_is_read_past(tmp_path: Path, damage: str) -> None:
    write(tmp_path / "rules")
    load_rules([tmp_path / "rules"], cache=tmp_path / "cache")
    (stored,) = (tmp_path / "cache").iterdir()
    stored.write_text(damage)
    assert [rule.name for rule in load_rules([tmp_path / "rules"], cache=tmp_path / "cache")] == ["agreement/demo"]


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    write(tmp_path / "rules")
    (tmp_path / "file").write_text("")
    assert load_rules([tmp_path / "rules"], cache=tmp_path / "file" / "below")


def test_the_tools_own_folder_comes_first(tmp_path: Path) -> None:
    folders = rule_folders([tmp_path])
    assert (folders[0] / "agreement").is_dir()
    assert folders[-1] == tmp_path


def test_rules_from_the_cache_find_what_rules_from_files_find(tmp_path: Path) -> None:
    write(tmp_path / "rules", GOOD.replace('{ word = "foos" }', '{ any = [{ lemma = "walk" }, "foos"] }'))
    context = context_of_texts(["They walked by foos.", "Nothing here."])
    first, again = (
        [(each.start, each.end, each.replacements) for rule in rules for each in run(rule, context)]
        for rules in (load_rules([tmp_path / "rules"], cache=tmp_path / "cache") for _ in range(2))
    )
    assert first == again
    assert len(first) == 2
    nothing = context_of_texts(["Nothing here."])
    assert not run(load_rules([tmp_path / "rules"], cache=tmp_path / "cache")[0], nothing)


@pytest.mark.parametrize(
    ("target", "body"),
    [
        ("house_rules", ""),
        ("house_rules:FOLDER", "from pathlib import Path\nFOLDER = Path(__file__).parent\n"),
        ("house_rules:folder", "from pathlib import Path\ndef folder(): return Path(__file__).parent\n"),
    ],
)
def test_packages_bring_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, body: str) -> None:
    package = tmp_path / "house_rules"
    write(package, GOOD.replace("agreement/demo", "house/demo"), "house/demo")
    (package / "__init__.py").write_text(body)
    info = tmp_path / "house_rules-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: house-rules\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[prosefix.rules]\nhouse = {target}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "house_rules", raising=False)
    assert package in rule_folders()
    assert [rule.name for rule in load_rules([package], cache=tmp_path / "cache")] == ["house/demo"]
