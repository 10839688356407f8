"""Trying fixes on a page before they are taken: those that do not verify are found and held back alone.

It changes no page; `verify` says what a sound result is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from prosefix.errors import FixRefused, PageError
from prosefix.findings import Edit
from prosefix.fixes.choose import Choice, edits_of
from prosefix.fixes.splice import Shift, splice
from prosefix.fixes.verify import verify
from prosefix.page.source import Page


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A fix that could have been written and was not, and why."""

    choice: Choice
    reason: str


def prove(page: Page, choices: Sequence[Choice]) -> None:
    """Raise FixRefused or PageError unless the page with `choices` made is sound."""
    free = edits_of([choice for choice in choices if choice.free])
    prose = edits_of([choice for choice in choices if not choice.free])
    middle = page.with_text(splice(page.text, prose))
    if prose:
        verify(page, middle, prose, ())
    if free:  # on their own, since they may change the tree that shows that the others do not
        shift = Shift(prose)
        moved = [Edit(shift.start(edit.start), shift.end(edit.end), edit.new) for edit in free]
        verify(middle, middle.with_text(splice(middle.text, moved)), (), moved)


def sound(page: Page, choices: Sequence[Choice]) -> tuple[list[Choice], list[HeldBack]]:
    """Those of `choices` whose result verifies, and the others; halves are tried alone to find one that is at fault."""
    if not choices:
        return [], []
    try:
        prove(page, choices)
    except (FixRefused, PageError) as refusal:
        if len(choices) == 1:
            return [], [HeldBack(choices[0], str(refusal))]
        middle = len(choices) // 2
        first, held = sound(page, choices[:middle])
        second, held_too = sound(page, choices[middle:])
        return _together(page, first, second), held + held_too
    return list(choices), []


def _together(page: Page, first: list[Choice], second: list[Choice]) -> list[Choice]:
    """Both, or only `first` where they do not go together: the others have their turn in the next pass."""
    try:
        prove(page, [*first, *second])
    except (FixRefused, PageError):
        return first
    return [*first, *second]
