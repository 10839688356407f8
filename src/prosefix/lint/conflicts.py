"""One finding a place: of several that touch the same words, the surest stays.

The order is total, so that the same page gives the same findings however it was checked.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable

from prosefix.findings import Applicability, Finding

_WRITABLE = {Applicability.SAFE: 0, Applicability.UNSAFE: 1, Applicability.MANUAL: 2}


def sureness(finding: Finding) -> tuple[int, int, float, int, int, str, str]:
    """Sort key: what is sure to be right comes first."""
    return (
        _WRITABLE[finding.fixes[0].applicability] if finding.fixes else 3,
        -finding.severity,
        -round(finding.confidence, 4),
        -(finding.end - finding.start),
        finding.start,
        finding.rule,
        finding.message,
    )


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """By path, place and rule, as every report lists them."""
    return sorted(findings, key=lambda f: (f.path, f.start, f.end, f.rule, f.message))


def without_overlaps(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of one page without those that overlap a surer one, in order."""
    taken: list[tuple[int, int]] = []
    kept = []
    for finding in sorted(findings, key=sureness):
        start, end = finding.start, max(finding.end, finding.start + 1)
        if not _overlaps(taken, start, end):
            insort(taken, (start, end))
            kept.append(finding)
    return in_order(kept)


def _overlaps(taken: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether `[start, end)` overlaps one of the disjoint spans `taken`, which are sorted."""
    after = bisect_left(taken, (start, start))
    return (after < len(taken) and taken[after][0] < end) or (after > 0 and taken[after - 1][1] > start)
