"""A run's changes cut into pieces that a person reviews one by one: one rule a piece, over all pages.

All pieces in their order make exactly what the run makes. It writes nothing.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from prosefix.fixes.draft import Mended
from prosefix.fixes.patch import unified_diff


class Change(NamedTuple):
    """A page's bytes before and after a piece."""

    path: str
    old: bytes
    new: bytes


class Piece(NamedTuple):
    """All changes by one rule in one pass."""

    rule: str
    changes: tuple[Change, ...]
    places: int

    def patch(self) -> bytes:
        """The unified diff of the piece."""
        return b"".join(unified_diff(*change) for change in self.changes)


def pieces(mended: Iterable[Mended]) -> Iterator[Piece]:
    """The pieces in the order in which they must be made: pass by pass, in each the rules by name."""
    gathered: dict[tuple[int, str], list[Change]] = {}
    places: dict[tuple[int, str], int] = {}
    for page in mended:
        old = page.page.raw
        for number, rule, new in page.steps():
            gathered.setdefault((number, rule), []).append(Change(page.page.path, old, new))
            places[number, rule] = places.get((number, rule), 0) + sum(
                choice.finding.rule == rule for choice in page.passes[number]
            )
            old = new
    for key in sorted(gathered):
        yield Piece(key[1], tuple(gathered[key]), places[key])
