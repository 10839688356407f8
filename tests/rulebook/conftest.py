"""Rules made in tests, and what they find, written with marks: `a [[b -> c]] d`."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from prosefix.findings import Applicability, Match, Severity
from prosefix.rulebook import Rule, run
from prosefix.rulebook.batch import context_of_texts
from prosefix.rulebook.wordlists import WordLists

Find = Callable[..., list[str]]


@pytest.fixture
def rule_of(tmp_path: Path) -> Callable[[str], Rule]:
    """Makes a rule whose `[match]` is the given TOML; its word lists are in `tmp_path / "words"`."""

    def make(match: str) -> Rule:
        document = tomllib.loads(match)
        return Rule(
            "test/rule", "", "", Severity.ERROR, Applicability.SAFE, "", document, (), tmp_path, WordLists([tmp_path])
        )

    return make


@pytest.fixture
def find(rule_of: Callable[[str], Rule]) -> Find:
    """Runs a `[match]` over texts; each finding as its text with `[[old -> new]]`."""

    def found(match: str, *texts: str) -> list[str]:
        context = context_of_texts(texts)
        matches = run(rule_of(match), context)
        return [marked(context.table.text, each) for each in matches if isinstance(each, Match)]

    return found


def marked(text: str, match: Match) -> str:
    left = text[: match.start].rpartition("\n")[2]
    right = text[match.end :].partition("\n")[0]
    return f"{left}[[{text[match.start : match.end]} -> {' | '.join(match.replacements)}]]{right}"
