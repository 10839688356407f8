"""A page as a person reads it: its blocks in order, and marked in them the words that findings are about.

It finds the words by the source map and knows nothing of what is to become of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from prosefix.findings import Finding, Span
from prosefix.page.prose import Block, BlockKind, Prose, StandIn
from prosefix.page.source import LineIndex
from prosefix.reports.printable import printable
from prosefix.standins import StandInKind

SOURCE = "source"  # the kind of a passage that is markup or math, not prose
_AROUND = 80  # code points of the line around a finding that is not in prose
_NAMES = {StandInKind.IMAGE: "image", StandInKind.TEMPLATE: "template", StandInKind.CITATION: "citation"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a passage: words, or (with a `kind`) what is no prose. `finding` is the number of one about it, or -1."""

    text: str
    kind: str = ""
    finding: int = -1


@dataclass(frozen=True, slots=True)
class Passage:
    """A block, or a piece of the page's source where a finding is in none. `findings` are their numbers, in order."""

    kind: str
    where: str
    line: int
    pieces: tuple[Piece, ...]
    findings: tuple[int, ...] = ()


def passages(prose: Prose, findings: Sequence[Finding]) -> list[Passage]:
    """All of the page, in the order of its source. Every finding is in one passage."""
    lines = LineIndex(prose.page.text)
    homes = _homes(prose, findings)
    found: list[tuple[int, Passage]] = []
    for number, block in enumerate(prose.blocks):
        if block.start < block.end:
            own = [(span, finding) for finding, (home, span) in homes.items() if home == number]
            start = prose.source.to_page(block.start, block.start + 1).start
            found.append((start, _of_block(prose, block, sorted(own), lines.position(start)[0])))
    for number, finding in enumerate(findings):
        if number not in homes:
            found.append((finding.start, _of_source(prose.page.text, finding, number, lines)))
    return [passage for _, passage in sorted(found, key=lambda pair: pair[0])]


def _homes(prose: Prose, findings: Sequence[Finding]) -> dict[int, tuple[int, Span]]:
    """For each finding that has words in a block: the number of the block, and where in the plain text they are."""
    ends = [block.end for block in prose.blocks]
    homes = {}
    for number, finding in enumerate(findings):
        span = _in_plain(prose, finding)
        if span is None:
            continue
        home = int(np.searchsorted(ends, span.start, side="right"))
        if home < len(ends) and prose.blocks[home].start <= span.start:
            homes[number] = (home, Span(span.start, min(span.end, ends[home])))
    return homes


def _in_plain(prose: Prose, finding: Finding) -> Span | None:
    """Where in the plain text what lies at the finding's place in the page is read; None where nothing is."""
    source, start, end = prose.source, finding.start, max(finding.end, finding.start + 1)
    touched = np.flatnonzero((source.page_start < end) & (source.page_end > start))
    around = ~source.literal[touched] & (source.page_start[touched] < start) & (source.page_end[touched] > end)
    if not around.all():  # the words of an attribute, rather than what stands for the element that has it
        touched = touched[~around]
    if not len(touched):
        return None
    first, last = int(touched[0]), int(touched[-1])
    begin, stop = int(source.start[first]), int(source.end[last])
    if source.literal[first]:
        begin += max(0, start - int(source.page_start[first]))
    if source.literal[last]:
        stop -= max(0, int(source.page_end[last]) - end)
    return Span(begin, max(stop, begin + 1))


def _of_block(prose: Prose, block: Block, own: Sequence[tuple[Span, int]], line: int) -> Passage:
    at = block.start
    pieces: list[Piece] = []
    standing = {each.at: each for each in prose.stand_ins if block.start <= each.at < block.end}
    for span, finding in own:
        start = max(span.start, at)
        pieces += _pieces(prose.plain, at, start, standing, -1)
        pieces += _pieces(prose.plain, start, span.end, standing, finding)
        at = max(at, span.end)
    pieces += _pieces(prose.plain, at, block.end, standing, -1)
    kind = str(block.kind)
    where = (
        block.path
        if block.kind in (BlockKind.ATTRIBUTE, BlockKind.OTHER, BlockKind.CAPTION, BlockKind.FOOTNOTE)
        else ""
    )
    return Passage(kind, where, line, tuple(pieces), tuple(finding for _, finding in own))


def _pieces(plain: str, start: int, end: int, standing: dict[int, StandIn], finding: int) -> Iterator[Piece]:
    for at in sorted(place for place in standing if start <= place < end):
        if start < at:
            yield Piece(_shown(plain[start:at]), "", finding)
        stand_in = standing[at]
        content = " ".join(stand_in.content.split()) or _NAMES.get(stand_in.kind, "…")
        yield Piece(_shown(content + stand_in.suffix), stand_in.kind.name.lower(), finding)
        start = at + 1
    if start < end:
        yield Piece(_shown(plain[start:end]), "", finding)


def _of_source(text: str, finding: Finding, number: int, lines: LineIndex) -> Passage:
    line = lines.position(finding.start)[0]
    start = max(lines.offset(line), finding.start - _AROUND)
    stop = text.find("\n", finding.end)
    end = min(stop if stop >= 0 else len(text), finding.end + _AROUND)
    pieces = (
        Piece(_shown(text[start : finding.start]), "code"),
        Piece(_shown(text[finding.start : finding.end]) or "‸", "code", number),
        Piece(_shown(text[finding.end : end]), "code"),
    )
    return Passage(SOURCE, "", line, tuple(piece for piece in pieces if piece.text), (number,))


def _shown(text: str) -> str:
    """`text` fit to be read, the white space at its edges kept."""
    return printable(text)
