"""What can be decided about a page: the fixes of its findings as edits of its bytes, each tried before it is offered.

The arithmetic in the browser is over bytes alone, so that no encoding matters there. Nothing is written here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from prosefix.errors import PageError
from prosefix.findings import Edit, Finding, Fix
from prosefix.fixes.choose import Choice
from prosefix.fixes.proof import sound
from prosefix.page.source import Page

ByteEdit = tuple[int, int, bytes]  # the bytes at [start, end) become these
MOST = 5  # fixes of one finding that are offered


@dataclass(frozen=True, slots=True)
class Offer:
    """A fix that leaves the page sound, with its edits in bytes."""

    fix: Fix
    edits: tuple[ByteEdit, ...]


def offers(page: Page, findings: Sequence[Finding]) -> list[tuple[Offer, ...]]:
    """For each finding the fixes that may be made, best first; empty where there are none."""
    wanted = [
        (number, Choice(finding, fix))
        for number, finding in enumerate(findings)
        for fix in finding.fixes[:MOST]
        if fix.edits and _encodable(page, fix)
    ]
    places = _byte_places(page, (edit for _, choice in wanted for edit in choice.fix.edits))
    if places is None:
        return [()] * len(findings)
    proven = _proven(page, [choice for _, choice in wanted])
    found: list[tuple[Offer, ...]] = [()] * len(findings)
    for number, choice in wanted:
        if (choice.finding, choice.fix) in proven:
            edits = tuple(
                (places[edit.start], places[edit.end], edit.new.encode(page.encoding)) for edit in choice.fix.edits
            )
            found[number] = (*found[number], Offer(choice.fix, edits))
    return found


def _encodable(page: Page, fix: Fix) -> bool:
    try:
        page.encode("".join(edit.new for edit in fix.edits))
    except PageError:
        return False
    return True


def _byte_places(page: Page, edits: Iterable[Edit]) -> dict[int, int] | None:
    """At which byte each end of an edit is; None in an encoding whose bytes depend on those before them."""
    places: dict[int, int] = {}
    byte, last = len(page.bom), 0
    for offset in sorted({offset for edit in edits for offset in (edit.start, edit.end)} | {len(page.text)}):
        byte += len(page.text[last:offset].encode(page.encoding))
        places[offset], last = byte, offset
    return places if byte == len(page.raw) else None


def _proven(page: Page, choices: Sequence[Choice]) -> set[tuple[Finding, Fix]]:
    """Those of `choices` that leave the page sound, tried many at once where they do not touch each other."""
    proven: set[tuple[Finding, Fix]] = set()
    for group in _apart(choices):
        good, _ = sound(page, group)
        proven.update((choice.finding, choice.fix) for choice in good)
    return proven


def _apart(choices: Sequence[Choice]) -> Iterator[list[Choice]]:
    """`choices` in groups in which no two edits touch, nor two of one finding are."""
    waiting = sorted(choices, key=lambda choice: min(edit.start for edit in choice.fix.edits))
    while waiting:
        group: list[Choice] = []
        later: list[Choice] = []
        end = -1
        for choice in waiting:
            first = min(edit.start for edit in choice.fix.edits)
            if first > end and choice.finding.start > end:
                group.append(choice)
                end = max(choice.finding.end, *(edit.end for edit in choice.fix.edits))
            else:
                later.append(choice)
        yield group
        waiting = later
