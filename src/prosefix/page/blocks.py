"""Reading a page: its prose in blocks with the way back, its stand-ins, math and directives.

Puts together what the other modules of this package do; decides nothing about single elements itself.
"""

import html
import re
from collections.abc import Iterable

from prosefix.findings import Span
from prosefix.page.directives import settle
from prosefix.page.folding import PRIVATE, fold
from prosefix.page.options import ReadOptions
from prosefix.page.prose import Block, Prose, StandIn
from prosefix.page.reader import Reader, Reading
from prosefix.page.source import Page
from prosefix.page.sourcemap import SourceMap
from prosefix.page.tokens import tokenize
from prosefix.standins import CHARACTERS, StandInKind, kind_of

__all__ = ["ReadOptions", "read_prose"]

_STAND_IN = re.compile(f"[{CHARACTERS}]")
_WORD = re.compile(r"[^\W\d_]{2,}|\b[aAI]\b")
_KNOWN = re.compile(r"[^\W\d_][\w'’]+")
_TAG = re.compile(r"<[^>]*>")
_ID = re.compile(r"\s(?:id|name|for|dfn-for|href=[\"']?#)[ \t]*=?[ \t]*[\"']?([\w-]{3,80})")
_CONTENT = 200


def read_prose(page: Page, options: ReadOptions = ReadOptions()) -> Prose:
    """The prose of `page`. Never raises: whatever stands in a page is read as a browser would, or a little kinder."""
    text = PRIVATE.sub("\ufffd", page.text)
    reading = Reader(text, tokenize(text), options).read()
    drafts = reading.drafts
    folded = fold(text, [draft.segments for draft in drafts], [draft.place for draft in drafts])
    source = folded.source
    blocks = [
        Block(draft.kind, *span, draft.context.language, draft.context.quoted, draft.context.spelled, draft.path)
        for draft, span in zip(drafts, folded.spans, strict=True)
        if span is not None
    ]
    spans = [source.to_page(block.start, block.end) for block in blocks]
    return Prose(
        page=page,
        plain=source.plain,
        blocks=tuple(blocks),
        source=source,
        stand_ins=tuple(_stand_ins(text, source)),
        math=tuple(reading.math),
        directives=settle(reading.directives, spans, len(text)),
        page_words=_page_words(text, reading),
        skipped=reading.skipped,
        words=len(_WORD.findall(source.plain)),
    )


def _stand_ins(text: str, source: SourceMap) -> Iterable[StandIn]:
    for match in _STAND_IN.finditer(source.plain):
        span = source.to_page(match.start(), match.end())
        content = html.unescape(_TAG.sub("", text[span.start : span.end])).strip()
        yield StandIn(match.start(), kind_of(match.group()), span, content[:_CONTENT])


def _page_words(text: str, reading: Reading) -> frozenset[str]:
    words: set[str] = set()
    for span in reading.known:
        words.update(_KNOWN.findall(_TAG.sub(" ", text[span.start : span.end])))
    for match in _ID.finditer(text):
        words.update(_KNOWN.findall(match.group(1).replace("-", " ").replace("_", " ")))
    return frozenset(words)
