"""Sentence boundaries: 300 cases of our own, and what holds of every text."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.english.sentences import first_words, split_sentences
from prosefix.english.table import BLOCK_END, WordTable, build
from prosefix.english.vocabulary import Kind, Vocabulary
from prosefix.standins import StandInKind, character

CASES = [
    line
    for line in (Path(__file__).parent / "sentences.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def _split(text: str) -> WordTable:
    table = build(text, Vocabulary())
    split_sentences(table)
    return table


def _marked(table: WordTable) -> str:
    """The text with ¦ before each sentence that begins inside a block."""
    begins = np.flatnonzero((table.sentence[1:] > table.sentence[:-1]) & (table.sentence[:-1] >= 0)) + 1
    places = table.start[begins].tolist()
    pieces = [table.text[a:b] for a, b in zip([0, *places], [*places, len(table.text)], strict=True)]
    return "¦".join(pieces)


@pytest.mark.parametrize("case", CASES)
def test_boundary_cases(case: str) -> None:
    text = case.replace("§", character(StandInKind.CODE)).replace("‡", character(StandInKind.MATH))
    assert _marked(_split(text.replace("¦", "") + BLOCK_END)) == text + BLOCK_END


def test_there_are_three_hundred_stops_among_the_cases() -> None:
    assert sum(case.count(stop) for case in CASES for stop in ".!?…") >= 300


def test_blocks_are_sentences_of_their_own() -> None:
    table = _split("A heading\nanother heading\nthe last\n")
    words = table.sentence[table.kind == Kind.WORD]
    assert words.tolist() == [0, 0, 1, 1, 2, 2]


def test_a_line_break_before_a_capital_begins_a_sentence() -> None:
    assert _marked(_split("First line\u2028Second line\u2028and on\n")) == "First line\u2028¦Second line\u2028and on\n"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("The file. A second.", ["The", "A"]),
        ('"Stop," he said.', ["Stop"]),
        ("3. Introduction to it.", ["Introduction"]),
        ("(See below.) [It] helps.", ["See", "It"]),
        ("b) choose one.", ["choose"]),
        ("10 files were read.", ["10"]),
        ("...", []),
    ],
)
def test_first_words(text: str, first: list[str]) -> None:
    table = _split(text + BLOCK_END)
    assert [table.written(row, row) for row in np.flatnonzero(first_words(table)).tolist()] == first


_TEXTS = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=60), max_size=5)
_LIKELY = st.lists(
    st.sampled_from(["The", "it", "e.g.", ".", "?", ")", '"', "(", "Fig", "3", "\ue000", "[", "]", "J", ","]),
    max_size=25,
)


@given(st.one_of(_TEXTS, _LIKELY.map(lambda words: [" ".join(words), "".join(words)])))
def test_sentences_count_up_and_never_cross_blocks(blocks: list[str]) -> None:
    table = _split("".join(block + BLOCK_END for block in blocks))
    sentinel = table.word == 0
    assert ((table.sentence == -1) == sentinel).all()
    inside = table.sentence[~sentinel]
    steps = np.diff(inside)
    assert ((steps == 0) | (steps == 1)).all()
    assert not len(inside) or inside[0] == 0
    blocks_of = table.block[~sentinel]
    assert (steps[blocks_of[1:] != blocks_of[:-1]] == 1).all()


@given(st.one_of(_TEXTS, _LIKELY.map(lambda words: [" ".join(words)])))
def test_at_most_one_first_word_a_sentence(blocks: list[str]) -> None:
    table = _split("".join(block + BLOCK_END for block in blocks))
    rows = np.flatnonzero(first_words(table))
    assert len(set(table.sentence[rows].tolist())) == len(rows)
    assert (table.kind[rows] != Kind.PUNCTUATION).all()
    assert (table.word[rows] != 0).all()
