"""Running a book of rules: which run, and what happens when one crashes."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from prosefix.errors import SettingsError
from prosefix.findings import Applicability, Match, Severity
from prosefix.rulebook import Context, Rule, RuleBook
from prosefix.rulebook.batch import context_of_texts
from prosefix.rulebook.wordlists import WordLists


def named(name: str, match: str, default: bool = True) -> Rule:
    return Rule(
        name, "", "", Severity.ERROR, Applicability.SAFE, "Not “{1}” but “{replacement}”.", tomllib.loads(match), (),
        Path("x"), WordLists(), default,
    )  # fmt: skip


def crash(_: Context) -> Iterator[Match]:
    raise ValueError("no way")


def every_word(context: Context) -> Iterator[Match]:
    yield Match("test/code", int(context.table.start[8]), int(context.table.end[8]))


@pytest.fixture
def book() -> RuleBook:
    return RuleBook(
        [
            named("agreement/one", 'tokens = ["one"]\nreplace = "1"'),
            named("agreement/two", 'tokens = ["two"]', default=False),
            named("house/code", f'function = "{__name__}:every_word"'),
        ]
    )


def test_default_rules_run(book: RuleBook) -> None:
    outcome = book.run(context_of_texts(["One and two."]))
    assert [match.rule for match in outcome.matches] == ["agreement/one", "test/code"]
    assert outcome.crashes == []
    assert set(outcome.seconds) == {"agreement/one", "house/code"}


@pytest.mark.parametrize(
    ("select", "ignore", "names"),
    [
        ((), (), ["agreement/one", "house/code"]),
        (("agreement",), (), ["agreement/one", "agreement/two"]),
        (("agreement/two",), (), ["agreement/two"]),
        ((), ("house",), ["agreement/one"]),
        (("agreement", "house"), ("agreement/one",), ["agreement/two", "house/code"]),
        (("style",), (), []),
    ],
)
def test_rules_are_selected_by_set_and_name(
    book: RuleBook, select: tuple[str, ...], ignore: tuple[str, ...], names: list[str]
) -> None:
    assert [rule.name for rule in book.select(select, ignore).rules] == names


@pytest.mark.parametrize(("name", "near"), [("agrement", "agreement"), ("agreement/on", "agreement/one")])
def test_an_unknown_name_is_an_error_with_a_near_one(book: RuleBook, name: str, near: str) -> None:
    with pytest.raises(SettingsError, match=f"did you mean “{near}”"):
        book.select([name])


def test_a_crash_is_told_and_the_others_go_on() -> None:
    rules = [named("house/crash", f'function = "{__name__}:crash"'), named("agreement/one", 'tokens = ["one"]')]
    outcome = RuleBook(rules).run(context_of_texts(["One."]))
    assert [match.rule for match in outcome.matches] == ["agreement/one"]
    (crashed,) = outcome.crashes
    assert crashed.rule == "house/crash"
    assert "ValueError: no way" in str(crashed)
    assert Path(__file__).name in crashed.where


def test_a_message_is_filled_from_the_match() -> None:
    rule = named("agreement/one", 'tokens = ["one"]\nreplace = "1"')
    (match,) = RuleBook([rule]).run(context_of_texts(["One."])).matches
    assert rule.say(match) == "Not “One” but “1”."


def test_a_table_of_nothing_has_no_findings(rule_of: Callable[[str], Rule]) -> None:
    outcome = RuleBook([rule_of('tokens = [{ kind = "word" }, { same = 1 }]')]).run(context_of_texts([""]))
    assert (outcome.matches, outcome.crashes) == ([], [])
