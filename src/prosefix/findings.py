"""What checks report and what is written: spans, matches, findings, fixes.

Plain data without behaviour. A `Match` is in the plain text of a word table; a `Finding` is in the page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import NamedTuple


class Span(NamedTuple):
    """Half-open `[start, end)`, in code points."""

    start: int
    end: int


NOWHERE = Span(0, 0)


class Severity(IntEnum):
    INFO = 1
    WARNING = 2
    ERROR = 3


class Applicability(StrEnum):
    """Who may write a fix: `apply`, `apply --unsafe`, or nobody but the author."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the page's text at `[start, end)` (code points) with `new`, already escaped for its place."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to mend a finding. `replacement` stands for the finding's whole span; `edits` are what is written."""

    replacement: str
    applicability: Applicability
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A rule's report at `[start, end)` of a word table's plain text (code points).

    `replacements` are whole new texts for the span, best first; empty where the rule offers none.
    `words` fill the named places of the rule's message. `confidence` is a probability that the finding is right.
    `applicability` and `severity` override the rule's own where given (a check may be less sure than its rule).
    """

    rule: str
    start: int
    end: int
    replacements: tuple[str, ...] = ()
    confidence: float = 1.0
    words: Mapping[str, str] = field(default_factory=dict)
    applicability: Applicability | None = None
    severity: Severity | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class PageMatch:
    """A report of a rule that reads the page itself (sets `math` and `markup`): spans are in the page's text."""

    rule: str
    start: int
    end: int
    replacements: tuple[str, ...] = ()
    edits: tuple[tuple[Edit, ...], ...] = ()  # one tuple for each replacement, where it is not simply the span
    confidence: float = 1.0
    words: Mapping[str, str] = field(default_factory=dict)
    applicability: Applicability | None = None
    severity: Severity | None = None
    message: str | None = None
    page: int = 0  # which of the context's pages


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake at `[start, end)` of the page at `path` (code points, byte order mark left out)."""

    path: str
    rule: str
    severity: Severity
    confidence: float
    message: str
    text: str
    start: int
    end: int
    fixes: tuple[Fix, ...] = ()
    sentence: str = ""  # the sentence around it, for people; empty for a report that is not on prose
    mark: Span = NOWHERE  # where in `sentence` its words stand
    held_back: str = ""  # why a fix that the rule offers is not written
