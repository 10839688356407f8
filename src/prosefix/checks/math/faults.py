"""What is found in one formula, in the formula's own offsets.

Plain data between the modules that read a formula and those that report on pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from prosefix.findings import Applicability, Severity


@dataclass(frozen=True, slots=True)
class Change:
    """Replace the formula's `[start, end)` with `new` (TeX, not yet escaped for the page)."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong at `[start, end)` of a formula (code points of its decoded text).

    `new` is the text that the span should have, None where nobody can say; `changes` are what is written for it, where
    that is more than the span. `katex_only`: MathJax takes it.
    """

    rule: str
    start: int
    end: int
    message: str = ""
    new: str | None = None
    changes: tuple[Change, ...] = ()
    applicability: Applicability | None = None
    severity: Severity | None = None
    confidence: float = 1.0
    katex_only: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
