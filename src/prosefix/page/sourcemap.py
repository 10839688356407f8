"""The way from a page's plain text back to the page, piece by piece, in NumPy columns.

Maps spans and turns replacements into page edits. It knows no markup beyond where an edit would touch it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from prosefix.findings import Edit, Span

Ints = NDArray[np.int32]
QUOTES = ("", '"', "'", " ")  # `place` of a piece: in an element, in an attribute with that quote, without any


@dataclass(slots=True)
class SourceMap:
    """Pieces in the order of the plain text. Columns are of equal length; offsets are code points.

    A literal piece reads the same in both; another one (a space for white space, a reference, a stand-in) is one
    whole. What no piece covers, markup and soft hyphens, is nothing to the reader.
    """

    plain: str
    start: Ints  # in the plain text
    end: Ints
    page_start: Ints
    page_end: Ints
    literal: NDArray[np.bool_]
    place: NDArray[np.uint8]  # number in QUOTES

    def __len__(self) -> int:
        return len(self.start)

    @classmethod
    def joined(cls, parts: "Sequence[SourceMap]") -> "SourceMap":
        """The map of the parts' plain texts, one behind the other."""
        before = [np.int32(at) for at in accumulate((len(part.plain) for part in parts[:-1]), initial=0)]
        start, end = (
            [column + at for column, at in zip(columns, before, strict=True)]
            for columns in ([part.start for part in parts], [part.end for part in parts])
        )
        rest = ([getattr(part, name) for part in parts] for name in ("page_start", "page_end", "literal", "place"))
        return cls("".join(part.plain for part in parts), *map(np.concatenate, (start, end, *rest)))

    def piece(self, offset: int) -> int:
        """The number of the piece that holds the character at `offset`, or of the last one before it."""
        return int(self.start.searchsorted(offset, side="right")) - 1

    def to_page(self, start: int, end: int) -> Span:
        """The page span of `[start, end)` of the plain text; what nothing covers at either end is left out."""
        if end <= start:
            return self._point(start)
        first, last = self.piece(start), self.piece(end - 1)
        first, last = max(first, 0), max(last, 0)
        begin = int(self.page_start[first])
        if self.literal[first]:
            begin += min(start, int(self.end[first])) - int(self.start[first])
        if start >= self.end[first] and first + 1 < len(self):  # a block end: the text after it
            begin = int(self.page_start[first + 1])
        stop = int(self.page_end[last])
        if self.literal[last]:
            stop -= max(int(self.end[last]) - end, 0)
        return Span(begin, max(begin, stop))

    def from_page(self, start: int, end: int) -> Span:
        """The plain text that `[start, end)` of the page, which begins and ends with words, stands for."""
        first = int(np.flatnonzero((self.page_start <= start) & (start < self.page_end))[0])
        last = int(np.flatnonzero((self.page_start < end) & (end <= self.page_end))[0])
        begin = int(self.start[first]) + (start - int(self.page_start[first]) if self.literal[first] else 0)
        stop = int(self.end[last]) - (int(self.page_end[last]) - end if self.literal[last] else 0)
        return Span(begin, stop)

    def to_pages(self, starts: Sequence[int], ends: Sequence[int]) -> list[Span]:
        """The page spans of many spans, none of them empty, and each of them within its block."""
        if not starts:
            return []
        begins, stops = np.asarray(starts), np.asarray(ends)
        first = self.start.searchsorted(begins, side="right") - 1
        last = self.start.searchsorted(stops - 1, side="right") - 1
        page_start = self.page_start[first] + np.where(self.literal[first], begins - self.start[first], 0)
        page_end = self.page_end[last] - np.where(self.literal[last], self.end[last] - stops, 0)
        return list(map(Span, page_start.tolist(), page_end.tolist()))

    def _point(self, offset: int) -> Span:
        at = self.piece(max(offset - 1, 0))
        if len(self) == 0:
            return Span(0, 0)
        at = max(at, 0)
        if offset > self.end[at] or offset <= self.start[at]:
            at = min(self.piece(offset), len(self) - 1)
            where = int(self.page_start[at])
        elif self.literal[at]:
            where = int(self.page_start[at]) + offset - int(self.start[at])
        else:
            where = int(self.page_end[at])
        return Span(where, where)

    def edits(self, start: int, end: int, new: str, page_text: str) -> tuple[Edit, ...]:
        """The page edits that put `new` in place of `[start, end)` of the plain text.

        Raises FixRefused where the words cross markup and how to share `new` out is not evident, or where the edit
        would touch a stand-in.
        """
        from prosefix.page.rewriting import rewrite  # rewriting needs this module's types

        return rewrite(self, start, end, new, page_text)

    def replaced(self, cuts: Sequence[tuple[int, int, str]]) -> "SourceMap":
        """The map of the plain text in which each `(start, end, new)` is carried out, in order and disjoint.

        `new` is a stand-in, which then stands for all of the page span, or empty, and then nothing does.
        """
        if not cuts:
            return self
        begins = np.array([cut[0] for cut in cuts], dtype=np.int32)
        ends = np.array([cut[1] for cut in cuts], dtype=np.int32)
        sizes = np.array([len(cut[2]) for cut in cuts], dtype=np.int32)
        pieces = _split(self, np.array(sorted({border for cut in cuts for border in cut[:2]}), dtype=np.int32))
        number = np.searchsorted(begins, pieces.start, side="right") - 1
        inside = (number >= 0) & (pieces.start < ends[np.maximum(number, 0)])
        kept = pieces.subset(~inside)
        before = np.concatenate([[0], np.cumsum(sizes - (ends - begins))]).astype(np.int32)
        shift = before[np.searchsorted(begins, kept.start, side="right")]
        kept.start, kept.end = kept.start + shift, kept.end + shift
        filled = sizes > 0
        standing = [cut for cut in cuts if cut[2]]
        spans = self.to_pages([cut[0] for cut in standing], [cut[1] for cut in standing])
        at = (begins + before[:-1])[filled]
        places = self.place[np.maximum(np.searchsorted(self.start, begins[filled], side="right") - 1, 0)]
        added = SourceMap(
            "", at, at + sizes[filled],
            np.array([span.start for span in spans], dtype=np.int32),
            np.array([span.end for span in spans], dtype=np.int32),
            np.zeros(len(spans), dtype=np.bool_), places,
        )  # fmt: skip
        return _merged(_spliced(self.plain, cuts), kept, added)

    def subset(self, chosen: NDArray[np.bool_]) -> "SourceMap":
        """The map with the chosen pieces alone."""
        return SourceMap(
            self.plain, self.start[chosen], self.end[chosen], self.page_start[chosen], self.page_end[chosen],
            self.literal[chosen], self.place[chosen],
        )  # fmt: skip


def _spliced(text: str, cuts: Sequence[tuple[int, int, str]]) -> str:
    out: list[str] = []
    last = 0
    for start, end, new in cuts:
        out += (text[last:start], new)
        last = end
    out.append(text[last:])
    return "".join(out)


def _split(pieces: SourceMap, edges: Ints) -> SourceMap:
    """The pieces cut at `edges`; a piece that is one whole goes to the side where it begins."""
    home = np.searchsorted(pieces.start, edges, side="right") - 1
    safe = np.maximum(home, 0)
    cutting = (home >= 0) & pieces.literal[safe] & (edges > pieces.start[safe]) & (edges < pieces.end[safe])
    order_start = np.concatenate([pieces.start, edges[cutting]])
    owner = np.concatenate([np.arange(len(pieces)), home[cutting]])
    order = np.argsort(order_start, kind="stable")
    start, owner = order_start[order].astype(np.int32), owner[order]
    end = pieces.end[owner].copy()
    same = owner[:-1] == owner[1:]
    end[:-1][same] = start[1:][same]
    literal = pieces.literal[owner]
    page_start = pieces.page_start[owner] + np.where(literal, start - pieces.start[owner], 0)
    page_end = np.where(literal, page_start + end - start, pieces.page_end[owner])
    return SourceMap(
        pieces.plain, start, end, page_start.astype(np.int32), page_end.astype(np.int32), literal, pieces.place[owner]
    )


def _merged(plain: str, one: SourceMap, two: SourceMap) -> SourceMap:
    start = np.concatenate([one.start, two.start])
    order = np.argsort(start, kind="stable")

    def column(name: str) -> NDArray[np.generic]:
        joined: NDArray[np.generic] = np.concatenate([getattr(one, name), getattr(two, name)])[order]
        return joined

    return SourceMap(
        plain,
        *(column(name) for name in ("start", "end", "page_start", "page_end", "literal", "place")),  # type: ignore[arg-type]
    )
