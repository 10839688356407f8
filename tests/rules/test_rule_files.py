"""The tool's own rules and word lists: their examples are items of their own, this is what holds for all of them."""

from pathlib import Path

import pytest

from prosefix.rulebook import SETS, built_in_folder, load_rules
from prosefix.rulebook.wordlists import parse

FOLDER = built_in_folder()
LISTS = sorted((FOLDER / "words").glob("*.txt"))


def test_every_rule_is_in_a_set_that_exists(tmp_path: Path) -> None:
    rules = load_rules([FOLDER], cache=tmp_path)
    assert {rule.set for rule in rules} <= set(SETS)
    assert not [rule.name for rule in rules if rule.set == "style" and rule.default]


@pytest.mark.parametrize("path", LISTS, ids=[path.stem for path in LISTS])
def test_no_right_form_of_a_list_is_wrong_in_it(path: Path) -> None:
    entries = parse(path.read_text(encoding="utf-8"))
    assert entries
    assert not [right for right in entries.values() if right and right in entries]


@pytest.mark.parametrize("path", LISTS, ids=[path.stem for path in LISTS])
def test_every_list_is_used(path: Path) -> None:
    rules = "\n".join(rule.read_text(encoding="utf-8") for rule in FOLDER.glob("*/*.toml"))
    assert f"@{path.stem}" in rules
