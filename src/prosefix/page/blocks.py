"""Reading a page: its prose in blocks with the way back, its stand-ins, math and directives.

Puts together what the other modules of this package do; decides nothing about single elements itself.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

import numpy as np

from prosefix.findings import Span
from prosefix.page.dialect import detect
from prosefix.page.directives import settle
from prosefix.page.drafts import Reading
from prosefix.page.folding import PRIVATE, fold
from prosefix.page.options import ReadOptions
from prosefix.page.prose import Block, MathNode, NodeKind, Prose, StandIn
from prosefix.page.reader import Reader
from prosefix.page.references import unescape
from prosefix.page.shorthand import Cut, TextMath, find
from prosefix.page.source import Page
from prosefix.page.sourcemap import SourceMap
from prosefix.page.tokens import tokenize
from prosefix.standins import CHARACTERS, StandInKind, kind_of

__all__ = ["ReadOptions", "read_prose"]

_DEFAULT = ReadOptions()

_STAND_IN = re.compile(f"[{CHARACTERS}]")
_KNOWN = re.compile(r"[^\W\d_][\w'’]+")
_TAG = re.compile(r"<[^>]*>")
_ID = re.compile(r"\s(?:id|name|for|dfn-for|href=[\"']?#)[ \t]*=?[ \t]*[\"']?([\w-]{3,80})")
_CONTENT = 200
_REACH = 4000  # of a stand-in's source, within which its content is looked for
_REASONS = {
    StandInKind.CODE: "code", StandInKind.MATH: "math", StandInKind.IMAGE: "image", StandInKind.TEMPLATE: "template",
    StandInKind.URL: "address", StandInKind.FOREIGN: "language", StandInKind.TERM: "term",
    StandInKind.CITATION: "citation",
}  # fmt: skip


def read_prose(page: Page, options: ReadOptions = _DEFAULT) -> Prose:
    """The prose of `page`, read as a browser would or a little kinder; no page fails.

    Raises SettingsError for a selector in `options` that is not a simple one.
    """
    text = PRIVATE.sub("\ufffd", page.text)
    dialect = detect(page)
    reading = Reader(text, tokenize(text), options, dialect).read()
    drafts = reading.drafts
    folded = fold(text, (draft.taken(text) for draft in drafts), [draft.place for draft in drafts])
    found = find(folded.source.plain, dialect)
    source = folded.source.replaced(found.cuts)
    moved = _shift(found.cuts)
    blocks = [
        Block(draft.kind, *moved(span), draft.context.language, draft.context.quoted, draft.context.spelled, draft.path)
        for draft, span in zip(drafts, folded.spans, strict=True)
        if span is not None
    ]
    spans = source.to_pages([block.start for block in blocks], [block.end for block in blocks])
    endings = {moved(cut[:2])[0] - 1: folded.source.plain[cut.start : cut.end] for cut in found.endings}
    stand_ins = list(_stand_ins(text, source, endings))
    return Prose(
        page=page,
        plain=source.plain,
        blocks=tuple(blocks),
        source=source,
        stand_ins=tuple(stand_ins),
        math=_math(reading, found.math, folded.source, stand_ins, blocks),
        directives=settle(reading.directives, spans, len(text)),
        page_words=_page_words(text, reading),
        skipped=_skipped(reading, stand_ins),
        quotes=tuple(_joined(_plain_spans(source, reading.quotes))),
        words=sum(len(source.plain[block.start : block.end].split()) for block in blocks) - len(stand_ins),
    )


def _shift(cuts: list[Cut]) -> Callable[[tuple[int, int]], tuple[int, int]]:
    """Where a span of the text before the cuts lies after them."""
    starts = [cut.start for cut in cuts]
    shifts = list(accumulate((len(cut.new) - (cut.end - cut.start) for cut in cuts), initial=0))

    def moved(span: tuple[int, int]) -> tuple[int, int]:
        return span[0] + shifts[bisect_left(starts, span[0])], span[1] + shifts[bisect_left(starts, span[1])]

    return moved


def _math(
    reading: Reading, formulas: list[TextMath], folded: SourceMap, stand_ins: list[StandIn], blocks: list[Block]
) -> tuple[MathNode, ...]:
    """The math of elements and of running text, in the order of the page, with the blocks that hold its stand-ins."""
    nodes = list(reading.math)
    for one in formulas:
        kind = NodeKind.TEX_DISPLAY if one.display else NodeKind.TEX_INLINE
        span = folded.to_page(one.start, one.end)
        inner = folded.to_page(one.start + len(one.opener), one.end - one.closer)
        nodes.append(MathNode(kind, span, inner, one.opener, -1))
    starts = [block.start for block in blocks]
    held = {one.span: bisect_right(starts, one.at) - 1 for one in stand_ins if one.kind is StandInKind.MATH}
    return tuple(node._replace(block=held.get(node.span, -1)) for node in sorted(nodes, key=lambda node: node.span))


def _skipped(reading: Reading, stand_ins: list[StandIn]) -> dict[str, int]:
    """How many things were left unread, by reason."""
    counts = Counter(reading.skipped)
    counts.update(_REASONS[one.kind] for one in stand_ins)
    return dict(counts)


def _plain_spans(source: SourceMap, spans: list[Span]) -> Iterator[Span]:
    """The plain-text spans of elements given by their page spans."""
    if not spans:
        return
    text = np.flatnonzero(source.place == 0)
    order = text[np.argsort(source.page_start[text], kind="stable")]
    pages = source.page_start[order]
    for span in _joined(spans):
        inside = order[np.searchsorted(pages, span.start) : np.searchsorted(pages, span.end)]
        if len(inside):
            yield Span(int(source.start[inside].min()), int(source.end[inside].max()))


def _joined(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, those that share a part as one."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


def _stand_ins(text: str, source: SourceMap, endings: dict[int, str]) -> Iterable[StandIn]:
    places = [match.start() for match in _STAND_IN.finditer(source.plain)]
    for at, span in zip(places, source.to_pages(places, [at + 1 for at in places]), strict=True):
        content = text[span.start : min(span.end, span.start + _REACH)]
        content = unescape(_TAG.sub("", content) if "<" in content else content).strip()
        yield StandIn(at, kind_of(source.plain[at]), span, content[:_CONTENT], endings.get(at, ""))


def _page_words(text: str, reading: Reading) -> frozenset[str]:
    words: set[str] = set()
    for span in _joined(reading.known):
        words.update(_KNOWN.findall(_TAG.sub(" ", text[span.start : span.end])))
    for match in _ID.finditer(text):
        words.update(_KNOWN.findall(match.group(1).replace("-", " ").replace("_", " ")))
    return frozenset(words)
