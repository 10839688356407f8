"""Makes the context that rules get: many pages' prose, or plain paragraphs, joined into one tagged word table."""

from collections.abc import Sequence

import numpy as np

from prosefix.english import tags
from prosefix.english.resources import English, english
from prosefix.english.sentences import split_sentences
from prosefix.english.table import BLOCK_END, PAD, WordTable, build
from prosefix.page.prose import Block, BlockKind, Prose
from prosefix.rulebook.context import Context


def context_of_pages(pages: Sequence[Prose], project_words: frozenset[str] = frozenset()) -> Context:
    """The context of a batch of pages."""
    offsets, at = [], 0
    for page in pages:
        offsets.append(at)
        at += len(page.plain)
    known = english()
    table = _table("".join(page.plain for page in pages), known)
    _mark_plurals(table, pages, offsets)
    return Context(
        table=table,
        english=known,
        pages=pages,
        offsets=offsets,
        blocks=[block for page in pages for block in page.blocks],
        page_of=[number for number, page in enumerate(pages) for _ in page.blocks],
        project_words=project_words,
    )


def context_of_texts(texts: Sequence[str], kind: BlockKind = BlockKind.PARAGRAPH) -> Context:
    """The context of paragraphs of plain text (stand-ins in place already) that come from no page."""
    known = english()
    blocks, at = [], 0
    for text in texts:
        blocks.append(Block(kind, at, at + len(text), "en", quoted=False, spelled=True, path="p"))
        at += len(text) + 1
    plain = "".join(text.replace(BLOCK_END, " ") + BLOCK_END for text in texts)
    return Context(_table(plain, known), known, pages=(), offsets=(), blocks=blocks, page_of=[0] * len(blocks))


def _mark_plurals(table: WordTable, pages: Sequence[Prose], offsets: Sequence[int]) -> None:
    """Tag stand-ins with an ending, as in `<code>Node</code>s`, as plural nouns: the plain text leaves the ending out."""
    places = [
        stand_in.at + offset
        for page, offset in zip(pages, offsets, strict=True)
        for stand_in in page.stand_ins
        if stand_in.suffix.endswith("s")
    ]
    if places:
        rows = np.searchsorted(table.start[PAD:-PAD], places) + PAD
        table.tag[rows[table.start[rows] == places]] = tags.CODE["NNS"]


def _table(plain: str, known: English) -> WordTable:
    table = build(plain, known.vocabulary)
    split_sentences(table)
    known.tagger.tag(table)
    return table
