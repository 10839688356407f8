"""Harper as an engine, through harper-py, which runs in this process and reads English alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module, metadata
from typing import Any

from prosefix.checks.engines.interface import Kind, Passage, Remark, read_options

_KINDS = {
    "Spelling": Kind.SPELLING, "Typo": Kind.SPELLING, "Agreement": Kind.AGREEMENT, "Grammar": Kind.AGREEMENT,
    "Nonstandard": Kind.AGREEMENT, "Malapropism": Kind.CONFUSABLE, "Eggcorn": Kind.CONFUSABLE,
    "Usage": Kind.PREPOSITION, "WordChoice": Kind.CONFUSABLE, "Punctuation": Kind.PUNCTUATION,
    "Capitalization": Kind.CAPITALS, "BoundaryError": Kind.HYPHEN, "Repetition": Kind.REPETITION,
    "Formatting": Kind.TYPOGRAPHY, "Redundancy": Kind.STYLE, "Readability": Kind.STYLE, "Enhancement": Kind.STYLE,
    "Style": Kind.STYLE, "Regionalism": Kind.STYLE,
}  # fmt: skip
_DIALECTS = {"en-GB": "BRITISH", "en-AU": "AUSTRALIAN", "en-CA": "CANADIAN"}


@dataclass(frozen=True, slots=True)
class HarperOptions:
    """`[tool.prosefix.engines.harper]`."""

    keep: tuple[str, ...] = ()  # names of rules or kinds to show although the filter would leave them out


class Harper:
    """The engine."""

    name = "harper"
    title = "Harper"

    def __init__(self, table: Mapping[str, Any], house: str = "") -> None:
        self.options = read_options(HarperOptions, table, "engines.harper")
        self._house = house

    @property
    def identity(self) -> str:
        return f"harper names {metadata.version('harper-py')} {self._house}"

    def reads(self, language: str) -> bool:
        return language.partition("-")[0] == "en"

    @cached_property
    def _linter(self) -> Any:
        """Opened for the first question alone: that takes about a second."""
        harper = import_module("harper")
        return harper.Linter(harper.Dialect[_DIALECTS.get(self._house, "AMERICAN")])

    def check(self, passages: Sequence[Passage]) -> list[Sequence[Remark]]:
        """The remarks on each passage."""
        return [list(self._remarks(passage.text)) for passage in passages]

    def _remarks(self, text: str) -> Iterator[Remark]:
        found = self._linter.organized_lints(text)
        for rule, lint in ((rule, lint) for rule, lints in found.items() for lint in lints):
            start, end = lint.span.start, lint.span.end
            new = [self._linter.apply_suggestion(text, lint, each) for each in lint.suggestions]
            tail = len(text) - end
            replacements = tuple(each[start : len(each) - tail] for each in new)
            kind = _KINDS.get(lint.lint_kind, Kind.AGREEMENT)
            if "article" in lint.message and lint.problem_text.lower() in ("a", "an"):
                kind = Kind.ARTICLE
            yield Remark(start, end, lint.message, replacements, rule, kind)
