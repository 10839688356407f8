"""What holds for every page, however broken."""

import itertools
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from nasty import pages, wild

from prosefix.errors import FixRefused
from prosefix.findings import Edit
from prosefix.page.blocks import read_prose
from prosefix.page.prose import Prose
from prosefix.page.source import Page
from prosefix.page.tokens import TokenKind, tokenize
from prosefix.standins import CHARACTERS


def page(text: str) -> Page:
    return Page("page.html", text.encode("utf-8", "surrogatepass"), text, "utf-8")


def prose(text: str) -> Prose:
    return read_prose(page(text))


@settings(max_examples=300, deadline=None)
@given(st.one_of(pages, wild))
def test_tokens_join_to_the_page(text: str) -> None:
    tokens = tokenize(text)
    assert "".join(text[token.start : token.end] for token in tokens) == text
    assert all(token.start < token.end for token in tokens)
    assert [token.start for token in tokens[1:]] == [token.end for token in tokens[:-1]]


@settings(max_examples=400, deadline=None)
@given(st.one_of(pages, wild))
def test_literal_pieces_read_the_same_in_both(text: str) -> None:
    read = prose(text)
    source = read.source
    shown = re.sub("[\ue000-\ue0ff]", "\ufffd", text)
    for start, end, begin, stop, literal in zip(
        source.start, source.end, source.page_start, source.page_end, source.literal, strict=True
    ):
        assert 0 <= begin <= stop <= len(text)
        assert start < end
        if literal:
            assert read.plain[start:end] == shown[begin:stop]


@settings(max_examples=400, deadline=None)
@given(st.one_of(pages, wild))
def test_pieces_and_blocks_cover_the_plain_text_in_order(text: str) -> None:
    read = prose(text)
    covered = 0
    for block in read.blocks:
        assert block.start == covered
        assert block.start < block.end
        assert read.plain[block.end] == "\n"
        covered = block.end + 1
    assert covered == len(read.plain)
    ends = {block.end for block in read.blocks}
    at = 0
    for start, end in zip(read.source.start, read.source.end, strict=True):
        while at in ends and at < start:
            at += 1
        assert start == at
        at = int(end)


@settings(max_examples=300, deadline=None)
@given(st.one_of(pages, wild))
def test_places_in_the_page_rise_within_a_block(text: str) -> None:
    read = prose(text)
    for block in read.blocks:
        spans = [read.source.to_page(at, at + 1) for at in range(block.start, block.end)]
        assert all(one.start <= two.start and one.end <= two.end for one, two in itertools.pairwise(spans))


@settings(max_examples=300, deadline=None)
@given(st.one_of(pages, wild))
def test_plain_text_is_folded_and_stand_ins_are_told(text: str) -> None:
    read = prose(text)
    assert [one.at for one in read.stand_ins] == [at for at, char in enumerate(read.plain) if char in CHARACTERS]
    assert not re.search(r"[\t\r\u00a0\u00ad\u200b-\u200d\ufeff]", read.plain)
    for one in read.stand_ins:
        assert 0 <= one.span.start <= one.span.end <= len(text)
    for node in read.math:
        assert node.span.start <= node.inner.start <= node.inner.end <= node.span.end


@settings(max_examples=500, deadline=None)
@given(st.one_of(pages, wild), st.data())
def test_an_edit_changes_nothing_but_words(text: str, data: st.DataObject) -> None:
    read = prose(text)
    words = list(re.finditer(r"\w+(?: \w+)?", read.plain))
    if not words:
        return
    word = data.draw(st.sampled_from(words))
    new = data.draw(
        st.sampled_from(["word", "words", "a", "the", "a & b", 'x"y', "it's", "", word.group() + "s", word.group()[1:]])
    )
    try:
        edits = read.source.edits(word.start(), word.end(), new, text)
    except FixRefused:
        return
    tokens = tokenize(text)
    markup = [(t.start, t.end, t.kind) for t in tokens if t.kind not in (TokenKind.TEXT, TokenKind.RAW)]
    last = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        assert last <= edit.start <= edit.end <= len(text)
        last = edit.end
        in_tag = [kind for start, end, kind in markup if start < edit.end and edit.start < end]
        inside = read.source.place[read.source.piece(word.start())]
        assert not in_tag or (inside and in_tag == [TokenKind.START])


@settings(max_examples=500, deadline=None)
@given(st.one_of(pages, wild), st.data())
def test_the_edited_page_reads_as_asked(text: str, data: st.DataObject) -> None:
    """Replaces words by words; shorthand and math round them may read otherwise with other words, so none is in it."""
    read = prose(text)
    words = [
        word
        for word in re.finditer(r"\b[a-z]+(?: [a-z]+)?\b", read.plain)
        if not re.search(r"[$|`_*\[{]|<su[bp]", text)
    ]
    if not words:
        return
    word = data.draw(st.sampled_from(words))
    new = data.draw(st.sampled_from(["zebra", "zebra zebra", word.group() + "s", word.group()[1:] + "z"]))
    try:
        edits = read.source.edits(word.start(), word.end(), new, text)
    except FixRefused:
        return
    edited = prose(splice(text, edits))
    assert edited.plain == read.plain[: word.start()] + new + read.plain[word.end() :]


def splice(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text
