"""Which fixes are written in one pass: by one total order, none touching another's place.

It weighs fixes against each other and knows nothing of the page they go into.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from prosefix.findings import Applicability, Edit, Finding, Fix
from prosefix.lint.conflicts import sureness
from prosefix.settings.names import set_of

FREE_SETS = frozenset({"math", "markup"})  # their fixes may change what is no prose


class Choice(NamedTuple):
    """A finding and the fix that mends it. `marks`: it puts a directive there instead, a comment."""

    finding: Finding
    fix: Fix
    marks: bool = False

    @property
    def free(self) -> bool:
        """Whether it may change what is no prose."""
        return self.marks or set_of(self.finding.rule) in FREE_SETS


class Chosen(NamedTuple):
    """What a pass writes, in order of place, and what waits for the next pass since it overlaps."""

    choices: Sequence[Choice]
    waiting: Sequence[Choice]


def writable(finding: Finding, unsafe: bool) -> Fix | None:
    """The fix of `finding` that may be written: a safe one, with `unsafe` an unsafe one too; else None."""
    allowed = {Applicability.SAFE, Applicability.UNSAFE} if unsafe else {Applicability.SAFE}
    return next((fix for fix in finding.fixes if fix.applicability in allowed and fix.edits), None)


def choose(findings: Iterable[Finding], unsafe: bool) -> Chosen:
    """The fixes to write at once."""
    taken: list[tuple[int, int]] = []
    choices, waiting = [], []
    for finding in sorted(findings, key=sureness):
        fix = writable(finding, unsafe)
        if fix is None:
            continue
        if _free(taken, fix.edits):
            for edit in fix.edits:
                insort(taken, (edit.start, edit.end))
            choices.append(Choice(finding, fix))
        else:
            waiting.append(Choice(finding, fix))
    choices.sort(key=lambda choice: (choice.finding.start, choice.finding.end, choice.finding.rule))
    return Chosen(choices, waiting)


def edits_of(choices: Iterable[Choice]) -> list[Edit]:
    """All edits of `choices`."""
    return [edit for choice in choices for edit in choice.fix.edits]


def _free(taken: Sequence[tuple[int, int]], edits: Iterable[Edit]) -> bool:
    """Whether no edit overlaps a taken span. Spans that touch are fine, unless one of both only puts something in."""
    for edit in edits:
        at = bisect_left(taken, (edit.start, edit.end))
        for start, end in taken[max(0, at - 1) : at + 2]:
            if edit.start == edit.end or start == end:
                if start <= edit.end and edit.start <= end:
                    return False
            elif start < edit.end and edit.start < end:
                return False
    return True
