"""What checking a file gives. Plain data that passes between processes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from prosefix.findings import Finding
from prosefix.page.source import Page
from prosefix.rulebook import Crash


@dataclass(frozen=True, slots=True)
class FileResult:
    """One page's findings, in order of place and rule. `page` is there where a report needs its text."""

    path: str
    words: int = 0
    blocks: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    page: Page | None = None
    error: str | None = None
    crashes: tuple[Crash, ...] = ()
    notes: tuple[str, ...] = ()
