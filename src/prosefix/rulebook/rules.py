"""A rule and its examples as plain data, the way a rule file states them."""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from prosefix.findings import Applicability, Match, PageMatch, Severity
from prosefix.rulebook.wordlists import WordLists

SETS = (
    "spelling", "contractions", "agreement", "number", "articles", "repetition", "confusables", "prepositions",
    "punctuation", "hyphens", "capitals", "math", "markup", "style",
)  # fmt: skip
OFF_BY_DEFAULT = frozenset({"style"})


class _Places(string.Formatter):
    """Fills `{1}` by its name too: a number is the name of a token here, not a position."""

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:  # noqa: ARG002
        return kwargs[str(key)]


@dataclass(frozen=True, slots=True)
class Example:
    """`bad` holds the mistake between `[[` and `]]` and `good` the mended text; without `bad`, a near miss."""

    good: str
    bad: str = ""
    block: str = "paragraph"


@dataclass(frozen=True, eq=False)
class Rule:
    """One thing that can be wrong, named `set/name`. `match` is the table `[match]` of its file."""

    name: str
    summary: str
    why: str
    severity: Severity
    fix: Applicability
    message: str
    match: Mapping[str, object]
    examples: tuple[Example, ...]
    path: Path
    words: WordLists
    default: bool = True  # runs without being selected
    confidence: float = 0.9
    source: str = ""

    @property
    def set(self) -> str:
        return self.name.partition("/")[0]

    @property
    def reads_pages(self) -> bool:
        """Whether it reads the page itself (sets `math` and `markup`) rather than its prose."""
        return self.match.get("reads", "prose") == "page"

    def say(self, match: Match | PageMatch) -> str:
        """The message for one match, its places filled."""
        if match.message is not None:
            return match.message
        words = {"replacement": match.replacements[0] if match.replacements else "", **match.words}
        return _Places().vformat(self.message, (), words)
