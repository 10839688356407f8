"""Putting edits into a text. It owns the arithmetic of positions and asks nothing about what the edits mean."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

from prosefix.findings import Edit, Span


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """`edits` from the first to the last place."""
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def splice(text: str, edits: Iterable[Edit]) -> str:
    """`text` with every edit made. Raises ValueError for edits that overlap or lie outside the text."""
    pieces: list[str] = []
    at = 0
    for edit in in_order(edits):
        if not at <= edit.start <= edit.end <= len(text):
            raise ValueError(f"the edit of [{edit.start}, {edit.end}) overlaps another one or the end of the text")
        pieces += (text[at : edit.start], edit.new)
        at = edit.end
    pieces.append(text[at:])
    return "".join(pieces)


class Shift:
    """Where what lay in a text lies after edits that do not overlap."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        ordered = in_order(edits)
        self._starts = [edit.start for edit in ordered]
        self._ends = [edit.end for edit in ordered]
        growth = (len(edit.new) - (edit.end - edit.start) for edit in ordered)
        self._growth = [0, *accumulate(growth)]

    def span(self, span: Span) -> Span:
        """Where `span` lies now, with all that was put in at its edges."""
        return Span(self.end(span.start), self.start(span.end))

    def start(self, place: int) -> int:
        """The new offset of something that begins at `place`: behind what is put in there."""
        return place + self._growth[bisect_right(self._ends, place)]

    def end(self, place: int) -> int:
        """The new offset of something that ends at `place`: in front of what is put in there."""
        return place + self._growth[bisect_left(self._starts, place)]
