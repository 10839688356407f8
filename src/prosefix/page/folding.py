"""From pieces of page text to plain text: references decoded, white space folded, zero-width characters left out.

Works on all blocks of a page at once, with one regular expression over their joined text and NumPy for the map.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

import numpy as np

from prosefix.page.references import SPACES, ZERO_WIDTH, decode
from prosefix.page.sourcemap import SourceMap

BLOCK_MARK = "\ue0fe"  # ends a block in the joined text
BREAK_MARK = "\ue0fd"  # a <br>
JOIN_MARK = "\ue0fc"  # keeps two pieces of text apart that would read as one reference
PRIVATE = re.compile("[\ue000-\ue0ff]")  # ours; a page's own are shown as U+FFFD
LINE_BREAK = "\u2028"  # as in the word table
BLOCK_END = "\n"
PORTION = 4000  # blocks that are folded at once

_WHITE = rf"(?:[\s{BLOCK_MARK}{BREAK_MARK}]|{SPACES})"
_SPECIAL = re.compile(
    rf"((?: (?=[\s&{BLOCK_MARK}{BREAK_MARK}])|[^\S ]|[{BLOCK_MARK}{BREAK_MARK}]|{SPACES}){_WHITE}*)"
    r"|(&(?:\#(?:[0-9]+|[xX][0-9a-fA-F]+);?|[A-Za-z][A-Za-z0-9]*;?))"
    rf"|([{ZERO_WIDTH}{JOIN_MARK}]+)"
)
Segment = tuple[int, int, str]  # page span, and the character that stands for it ("" for the text itself)


@dataclass(slots=True)
class Folded:
    """Plain text with its map; `spans[n]` is where segment list `n` came to lie, or None where it held nothing."""

    source: SourceMap
    spans: list[tuple[int, int] | None]


@dataclass(slots=True)
class _Joined:
    text: str
    at: list[int]  # where each segment begins in the joined text
    segments: list[Segment]
    places: list[int]


def fold(text: str, blocks: Iterable[Sequence[Segment]], places: Sequence[int]) -> Folded:
    """The plain text of `blocks`, each a list of segments of the page's `text`; `places` are numbers in QUOTES.

    Some blocks at a time, for what is made of them on the way takes far more memory than they do.
    """
    rest = iter(blocks)
    portions = [
        _portion(text, list(islice(rest, PORTION)), places[first : first + PORTION])
        for first in range(0, len(places) or 1, PORTION)
    ]
    starts = list(accumulate((len(portion.source.plain) for portion in portions), initial=0))
    spans = [
        None if span is None else (span[0] + start, span[1] + start)
        for portion, start in zip(portions, starts, strict=False)
        for span in portion.spans
    ]
    return Folded(SourceMap.joined([portion.source for portion in portions]), spans)


def _portion(text: str, blocks: Sequence[Sequence[Segment]], places: Sequence[int]) -> Folded:
    joined = _join(text, blocks, places, frozenset())
    torn = _torn(joined)
    if torn:
        joined = _join(text, blocks, places, torn)
    return _fold(joined, len(blocks))


def _join(
    text: str, blocks: Sequence[Sequence[Segment]], places: Sequence[int], torn: frozenset[tuple[int, int]]
) -> _Joined:
    segments: list[Segment] = []
    owners: list[int] = []
    for block, place in zip(blocks, places, strict=True):
        for segment in block:
            if torn and segment[:2] in torn:
                segments.append((segment[0], segment[0], JOIN_MARK))
                owners.append(place)
            segments.append(segment)
            owners.append(place)
        end = block[-1][1] if block else 0
        segments.append((end, end, BLOCK_MARK))
        owners.append(place)
    parts = [char or text[start:end] for start, end, char in segments]
    lengths = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
    at = np.concatenate([[0], np.cumsum(lengths)[:-1]]) if parts else np.zeros(0, dtype=np.int64)
    return _Joined("".join(parts), at.tolist(), segments, owners)


def _torn(joined: _Joined) -> frozenset[tuple[int, int]]:
    """The segments in the middle of which a reference would end that began in another segment."""
    found: set[tuple[int, int]] = set()
    for match in re.finditer(r"&#?[A-Za-z0-9]+;?", joined.text):
        first = bisect_right(joined.at, match.start()) - 1
        last = bisect_right(joined.at, match.end() - 1) - 1
        found.update(joined.segments[number][:2] for number in range(first + 1, last + 1))
    return frozenset(found)


def _fold(joined: _Joined, count: int) -> Folded:
    text, out = joined.text, []
    spans: list[tuple[int, int] | None] = [None] * count
    pieces = array(
        "i"
    )  # five numbers each: in the joined text from, to; in the plain text at, how long; whether literal
    add = pieces.extend
    last = length = block = block_start = 0
    for match in _SPECIAL.finditer(text):
        start, end = match.span()
        if start < last:
            continue
        if length == block_start and start > last and text[last] == " ":
            last += 1  # white space before the first word
        if start > last:
            add((last, start, length, start - last, True))
            out.append(text[last:start])
            length += start - last
        last = end
        group = match.lastindex
        if group == 1:
            white = match.group()
            marks = white.count(BLOCK_MARK)
            if marks:
                if length > block_start:
                    spans[block] = (block_start, length)
                    out.append(BLOCK_END)
                    length += 1
                    block_start = length
                block += marks
                continue
            if length == block_start:
                continue
            new = LINE_BREAK if BREAK_MARK in white else " "
        elif group == 2:
            new, taken = _reference(joined, match)
            last = start + taken
            if not new:
                continue
        else:
            continue
        add((start, last, length, len(new), False))
        out.append(new)
        length += len(new)
    plain = "".join(out)
    return Folded(_map(plain, joined, pieces), spans)


def _reference(joined: _Joined, match: re.Match[str]) -> tuple[str, int]:
    written = match.group()
    number = 0 if written.endswith(";") else joined.places[bisect_right(joined.at, match.start()) - 1]
    if number and joined.text[match.end() : match.end() + 1] == "=" and written[1:2] != "#":
        return "", 0
    return decode(written, number != 0)


def _map(plain: str, joined: _Joined, pieces: "array[int]") -> SourceMap:
    """The map: pieces cut where the segments begin, so that each lies in one of them."""
    first, past, where, extent, literal = np.array(pieces, dtype=np.int64).reshape(-1, 5).T
    edges = np.array(joined.at, dtype=np.int64)
    pages = np.array([segment[:2] for segment in joined.segments], dtype=np.int64).reshape(-1, 2)
    whole = np.array([bool(segment[2]) for segment in joined.segments], dtype=np.bool_)
    places = np.array(joined.places, dtype=np.uint8)
    same_text = literal.astype(np.bool_)
    home = np.searchsorted(first, edges, side="right") - 1
    safe = np.maximum(home, 0)
    cutting = (home >= 0) & (edges > first[safe]) & (edges < past[safe]) & same_text[safe] if len(first) else home > 0
    owner = np.concatenate([np.arange(len(first)), home[cutting]])
    starts = np.concatenate([first, edges[cutting]])
    order = np.argsort(starts, kind="stable")
    starts, owner = starts[order], owner[order]
    ends = past[owner]
    same = owner[:-1] == owner[1:]
    ends[:-1][same] = starts[1:][same]
    segment = np.searchsorted(edges, starts, side="right") - 1
    standing = whole[segment]
    read = same_text[owner] & ~standing
    plain_start = where[owner] + np.where(same_text[owner], starts - first[owner], 0)
    plain_end = plain_start + np.where(same_text[owner], ends - starts, extent[owner])
    page_start = np.where(standing, pages[segment, 0], pages[segment, 0] + starts - edges[segment])
    page_end = np.where(
        standing, pages[segment, 1], np.minimum(pages[segment, 0] + ends - edges[segment], pages[segment, 1])
    )
    return SourceMap(
        plain, plain_start.astype(np.int32), plain_end.astype(np.int32), page_start.astype(np.int32),
        page_end.astype(np.int32), read, places[segment],
    )  # fmt: skip
