"""Makes the context that rules get: many pages' prose, or plain paragraphs, joined into one tagged word table."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

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


def contexts_of_parts(page: Prose, size: int, project_words: frozenset[str] = frozenset()) -> Iterator[Context]:
    """The contexts of one long page's parts, whole blocks of some `size` code points in all, one after the other."""
    known = english()
    cuts = [0]
    for number, block in enumerate(page.blocks):
        if block.start - page.blocks[cuts[-1]].start >= size:
            cuts.append(number)
    cuts.append(len(page.blocks))
    parts = [
        (page.blocks[first:last], page.blocks[first].start, page.blocks[last - 1].end + 1)
        for first, last in pairwise(cuts)
    ]
    whole = np.concatenate([build(page.plain[start:end], known.vocabulary).word for _, start, end in parts])
    counts: dict[str, object] = {}
    for blocks, start, end in parts:
        table = _table(page.plain[start:end], known)
        _mark_plurals(table, [page], [-start])
        yield Context(
            table, known, [page], [-start], blocks, [0] * len(blocks), project_words, whole=whole, counts=counts
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
