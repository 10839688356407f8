"""A rule and its examples as plain data, the way a rule file states them."""

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from prosefix.findings import Applicability, Match, PageMatch, Severity
from prosefix.rulebook.wordlists import WordLists

SETS = (
    "spelling", "contractions", "agreement", "number", "articles", "repetition", "confusables", "prepositions",
    "punctuation", "hyphens", "capitals", "math", "markup", "style",
)  # fmt: skip
NODE_SETS = frozenset({"math", "markup"})
OFF_BY_DEFAULT = frozenset({"style"})


class _Places(string.Formatter):
    """Fills `{1}` by its name too: a number is the name of a token here, not a position."""

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:  # noqa: ARG002
        return kwargs[str(key)]


class Example(NamedTuple):
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
    proof: str = ""  # why its fix is safe by construction, where no record of hits says so
    needs: Sequence[Sequence[Sequence[str]]] | None = None  # worked out when the file was read: see `may_match`

    @property
    def set(self) -> str:
        return self.name.partition("/")[0]

    @property
    def reads_pages(self) -> bool:
        """Whether it reads the page itself (sets `math` and `markup`) rather than its prose."""
        return self.match.get("reads", "prose") == "page"

    @property
    def reads_nodes(self) -> bool:
        """Whether it reads the nodes of the page alone, whatever part of its words is looked at."""
        return self.reads_pages and self.set in NODE_SETS

    def may_match(self, has_any: Callable[[Sequence[str]], bool]) -> bool:
        """Whether a text can hold what is looked for. `has_any` tells whether it holds one of some words.

        Of each pattern, `needs` has the lists of words of which one must be there; a rule none of whose patterns can
        be found is not even compiled.
        """
        return self.needs is None or any(all(has_any(words) for words in pattern) for pattern in self.needs)

    def say(self, match: Match | PageMatch) -> str:
        """The message for one match, its places filled."""
        if match.message is not None:
            return match.message
        words = {"replacement": match.replacements[0] if match.replacements else "", **match.words}
        return _Places().vformat(self.message, (), words)
