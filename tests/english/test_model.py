"""The language model: what it prefers, that it answers alike for one line and for many, and that sentences end."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.english.model import SLOTS, HashTable, LanguageModel, extend
from prosefix.english.table import PAD, build
from prosefix.english.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def model() -> LanguageModel:
    return LanguageModel.open()


def score(model: LanguageModel, text: str, given: int = 3) -> float:
    return float(model.score(model.hashes_of(text.split())[None, :], given)[0])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("the value of the property", "the value of the properly"),
        ("there are a number of ways to", "there are a number or ways to"),
        ("it is possible to use the", "it is possible too use the"),
        ("at the end of the file", "at the end of file the"),
    ],
)
def test_a_common_wording_is_likelier(model: LanguageModel, better: str, worse: str) -> None:
    assert score(model, better) > score(model, worse)


@given(
    st.lists(
        st.lists(st.sampled_from(["the", "of", "value", "a", "set", "is", "function", "in"]), min_size=6, max_size=6),
        min_size=1,
        max_size=20,
    )
)
def test_a_column_scores_as_its_lines_do(lines: list[list[str]]) -> None:
    model = LanguageModel.open()
    hashes = np.array([model.hashes_of(line) for line in lines])
    together = model.score(hashes, 2)
    assert together.tolist() == [float(model.score(line[None, :], 2)[0]) for line in hashes]
    assert (together <= 0).all()


def test_words_before_the_block_do_not_count(model: LanguageModel) -> None:
    vocabulary = Vocabulary()
    scores = []
    for before in ("A wholly different matter", "In the case of"):
        table = build(f"{before}\nThe end of the line\n", vocabulary)
        row = int(np.flatnonzero(table.word == vocabulary.ids(["end"])[0])[0])
        scores.append(float(model.score(model.window(table, np.array([row]), 3, 2), 3)[0]))
    assert scores[0] == scores[1]


def test_numbers_and_rare_words_share_their_class(model: LanguageModel) -> None:
    vocabulary = Vocabulary()
    table = build("37 4.5 qwzxv bnmqz Qwzxv\n", vocabulary)
    hashes = model.hashes(vocabulary)[table.word[PAD : PAD + 5]].tolist()
    assert hashes[0] == hashes[1]
    assert hashes[2] == hashes[3] != hashes[4]


def test_a_table_gives_back_what_it_holds() -> None:
    rng = np.random.default_rng(7)
    keys = np.unique(rng.integers(1, 1 << 63, 5000, dtype=np.uint64))
    logs = -rng.random(len(keys)) * 7
    table = HashTable.holding(keys, logs, np.ones(len(keys)), load=0.4)
    found = table.look_up(keys)
    assert np.mean(np.abs((found.astype(float) - 1) / 32 + logs) <= 1 / 64 + 1e-9) > 0.999
    strange = table.look_up(rng.integers(1, 1 << 63, 5000, dtype=np.uint64))
    assert np.mean(strange > 0) < 5 * SLOTS / 65536


def test_the_order_of_words_matters_to_a_sequence() -> None:
    one, two = np.array([11], dtype=np.uint64), np.array([12], dtype=np.uint64)
    start = np.zeros(1, dtype=np.uint64)
    assert extend(extend(start, one), two) != extend(extend(start, two), one)
