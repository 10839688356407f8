"""Learns what company each word keeps: vectors from position-aware word counts of a corpus, by singular values.

Usage: zstdcat corpus.txt.zst | python tools/embed_words.py OUT.npz
A line of the corpus is SOURCE<TAB>paragraph, CODE and MATH standing for code and math. The vectors serve
tools/train_tagger.py; they are not shipped themselves.
"""

import sys
from collections.abc import Iterable
from itertools import islice

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.utils.extmath import randomized_svd

from corpus_text import stood_in
from prosefix.english.table import BLOCK_END, PAD, build
from prosefix.english.tagger import fold
from prosefix.english.vocabulary import Vocabulary

OFFSETS = (-2, -1, 1, 2)
CONTEXTS = 5000  # the most frequent words serve as context, each at each offset
LEAST = 9  # a rarer word is known by its letters only
DIMENSIONS = 96


def read_rows(lines: Iterable[str]) -> tuple[NDArray[np.int32], list[str]]:
    """The word of every row of the corpus, 0 between paragraphs, and the words by number."""
    vocabulary = Vocabulary()
    parts = []
    left = iter(lines)
    while some := list(islice(left, 4000)):
        paragraphs = (stood_in(line.rstrip("\n").partition("\t")[2]) for line in some)
        text = "".join(paragraph.replace(BLOCK_END, " ") + BLOCK_END for paragraph in paragraphs)
        parts.append(build(text, vocabulary).word[PAD:-PAD])
    return np.concatenate(parts), vocabulary.words


def _frequent(rows: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    """For each word its rank by frequency; rarer words than LEAST, and the sentinel, get -1."""
    counts = np.bincount(rows, minlength=size)
    counts[0] = 0
    order = np.argsort(-counts, kind="stable")
    rank = np.full(size, -1, dtype=np.int32)
    kept = int((counts >= LEAST).sum())
    rank[order[:kept]] = np.arange(kept)
    return rank


def positive_information(ranks: NDArray[np.int32]) -> sp.csr_matrix:
    """Positive pointwise mutual information of word and (offset, context word); context counts to the power 0.75."""
    size = int(ranks.max()) + 1
    columns = []
    for offset in OFFSETS:
        left, right = ranks[max(0, -offset) : len(ranks) - max(0, offset)], ranks[max(0, offset) :]
        right = right[: len(left)] if offset > 0 else ranks[: len(left)]
        keep = (left >= 0) & (right >= 0) & (right < CONTEXTS)
        ones = np.ones(int(keep.sum()), dtype=np.float32)
        columns.append(sp.coo_matrix((ones, (left[keep], right[keep])), shape=(size, CONTEXTS)).tocsr())
    counts = sp.hstack(columns).tocsr()
    by_word = np.asarray(counts.sum(axis=1)).ravel()
    by_context = np.asarray(counts.sum(axis=0)).ravel() ** 0.75
    by_context /= by_context.sum()
    coo = counts.tocoo()
    information = np.log(coo.data / (by_word[coo.row] * by_context[coo.col]))
    keep = information > 0
    return sp.csr_matrix((information[keep].astype(np.float32), (coo.row[keep], coo.col[keep])), shape=coo.shape)


def capitals(words: list[str], rows: NDArray[np.int32], folded: NDArray[np.int32], size: int) -> NDArray[np.float32]:
    """How each folded word is written inside sentences: shares of first capitals and of all capitals, and its frequency."""
    first = np.array([word[:1].isupper() and not word.isupper() for word in words])
    upper = np.array([word.isupper() and len(word) > 1 for word in words])
    lower = np.array([word[:1].islower() for word in words])
    inside = np.append(False, lower[rows[:-1]])  # after a word in lower case no sentence begins
    total = np.bincount(folded[rows[inside]], minlength=size) + 1.0
    shares = [np.bincount(folded[rows[inside & kind[rows]]], minlength=size) / total for kind in (first, upper)]
    frequency = np.log10(np.bincount(folded[rows], minlength=size) + 1.0) / 6
    return np.stack([*shares, frequency], axis=1).astype(np.float32)


def main(out: str) -> None:
    written, words = read_rows(sys.stdin)
    folded: dict[str, int] = {}
    number_of = np.array([folded.setdefault(fold(word), len(folded)) for word in words], dtype=np.int32)
    rows = number_of[written]
    habits = capitals(words, written, number_of, len(folded))
    rank = _frequent(rows, len(folded))
    matrix = positive_information(rank[rows])
    left, values, _ = randomized_svd(matrix, DIMENSIONS, n_iter=4, random_state=1)
    vectors = left * np.sqrt(values)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6
    kept = [""] * int(rank.max() + 1)
    own = np.zeros((len(kept), habits.shape[1]), np.float32)
    for word, number in folded.items():
        if rank[number] >= 0:
            kept[rank[number]] = word
            own[rank[number]] = habits[number]
    vectors = np.concatenate([vectors, own], axis=1)
    np.savez(out, words=np.array(kept), vectors=vectors.astype(np.float32))
    print(len(kept), "words", vectors.shape[1], "dimensions")


if __name__ == "__main__":
    main(*sys.argv[1:])
