"""Penn tags with probabilities for a whole word table at once: two passes of a small network, in NumPy alone.

It owns the features of words and the arithmetic; `tools/train_tagger.py` learns the weights. It corrects nothing:
the tag is that of the form written, faulty or not.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags
from prosefix.english.lexicon import Lexicon
from prosefix.english.table import WordTable
from prosefix.english.vocabulary import Kind, Shape, Vocabulary, straighten

DATA = Path(__file__).parent / "data" / "tagger"
SUFFIXES = (1, 2, 3, 4, 5)
PREFIXES = (1, 2, 3)
SLOTS = 2 + len(SUFFIXES) + len(PREFIXES)  # keys a word: as written with capitals, folded, suffixes, prefixes
SHAPES = 32  # one bit for each kind (stand-ins share one) and each flag of Shape
TRAITS = SHAPES + len(tags.TAGS)  # and one for each tag that the lexicon allows
REACH = 2  # words seen left and right by the first pass
REACH_BACK = 3  # rows of the first pass seen left and right by the second
STRIPE = 1024  # rows worked on at once, so that all stays in the processor's cache
STRETCH = 32768  # rows whose distinct words are multiplied once and gathered

_DIGITS = re.compile(r"\d+")
Floats = NDArray[np.float32]


def fold(word: str) -> str:
    """`word` in lower case, apostrophes straight, every run of digits a 0."""
    return _DIGITS.sub("0", straighten(word)).lower()


def keys(words: list[str]) -> NDArray[np.uint32]:
    """The hashes of each word's features, `SLOTS` a word; 0 stands for a feature that the word has not."""
    table = np.zeros((len(words), SLOTS), dtype=np.uint32)
    for row, word in zip(table, words, strict=True):
        if not word:
            continue
        folded = fold(word)
        found = [0 if word == folded else crc32(f"={word}".encode()), crc32(folded.encode())]
        found += [crc32(f"~{folded[-n:]}".encode()) if len(folded) >= n else 0 for n in SUFFIXES]
        found += [crc32(f"{folded[:n]}~".encode()) if len(folded) > n else 0 for n in PREFIXES]
        row[:] = found
    return table


def traits(words: list[str], lexicon: Lexicon) -> Floats:
    """Kind, shape and possible tags of each word as `TRAITS` columns of 0 and 1.

    A word with capitals may be all that it is as written and all that it is in lower case.
    """
    own = Vocabulary()
    ids = own.ids(words)
    kind, shape, possible = own.kind[ids], own.shape[ids], lexicon.tags(own)
    possible = (possible | possible[own.lower])[ids]
    columns = np.zeros((len(words), TRAITS), dtype=np.float32)
    columns[:, SHAPES:] = (possible[:, None] >> np.arange(len(tags.TAGS), dtype=np.uint64)) & np.uint64(1)
    columns[np.arange(len(words)), np.minimum(kind, Kind.STANDIN)] = 1
    for bit, flag in enumerate(Shape, start=Kind.STANDIN + 1):
        columns[:, bit] = (shape & flag) != 0
    return columns


@dataclass(frozen=True, slots=True)
class Weights:
    """The network's arrays, by memory map; D dimensions a word, H hidden units, R reduced, G the second pass's hidden."""

    keys: NDArray[np.uint32]  # sorted hashes of the features known
    features: NDArray[np.int8]  # D a known feature
    scales: Floats  # what a feature's numbers are multiplied by
    traits: Floats  # TRAITS x D
    bias: Floats  # D
    window: Floats  # D x (2 REACH + 1) H
    window_bias: Floats  # H
    reduce: Floats  # H x R
    reduce_bias: Floats  # R
    context: Floats  # ((2 REACH_BACK + 1) R) x G
    hidden: Floats  # H x G
    hidden_bias: Floats  # G
    output: Floats  # G x tags
    direct: Floats  # D x tags: what the word alone says
    output_bias: Floats  # tags

    @classmethod
    def open(cls, folder: Path) -> "Weights":
        return cls(**{name: _load(folder / f"{name}.npy") for name in cls.__dataclass_fields__})


def _load(path: Path) -> NDArray[np.generic]:
    array = np.load(path, mmap_mode="r")
    return array.astype(np.float32) if array.dtype == np.float16 else array


class Tagger:
    """Fills the tag columns of word tables. One instance serves a process; `vocabulary.column` keeps its word vectors."""

    def __init__(self, weights: Weights, lexicon: Lexicon) -> None:
        self.weights = weights
        self.lexicon = lexicon

    @classmethod
    def open(cls, lexicon: Lexicon, folder: Path = DATA) -> "Tagger":
        """The tagger that the package ships. Raises OSError where its data is missing."""
        return cls(Weights.open(folder), lexicon)

    def vectors(self, words: list[str]) -> Floats:
        """What each word says by itself: D numbers."""
        w = self.weights
        wanted = keys(words)
        at = np.minimum(np.searchsorted(w.keys, wanted), len(w.keys) - 1)
        scale = np.where((w.keys[at] == wanted) & (wanted != 0), w.scales[at], np.float32(0))
        total = traits(words, self.lexicon) @ w.traits + w.bias
        for slot in range(SLOTS):
            total += w.features[at[:, slot]] * scale[:, slot, None]
        return np.tanh(total, out=total)

    def scores(self, table: WordTable) -> Floats:
        """The log-odds of every tag for every row: rows x tags."""
        vectors: Floats = table.vocabulary.column("tagger", self.vectors)  # type: ignore[assignment]
        result = np.empty((len(table), len(tags.TAGS)), dtype=np.float32)
        margin = REACH + REACH_BACK
        for first in range(0, len(table), STRETCH):
            last = min(first + STRETCH, len(table))
            rows = np.arange(max(0, first - margin), min(len(table), last + margin))
            part = self._stretch(vectors, table.word[rows], table.block[rows])
            result[first:last] = part[first - rows[0] : last - rows[0]]
        return result

    def _stretch(self, vectors: Floats, word: NDArray[np.int32], block: NDArray[np.int32]) -> Floats:
        w = self.weights
        distinct, place = np.unique(np.append(word, 0), return_inverse=True)  # the sentinel comes first
        place = place[:-1]
        own = np.ascontiguousarray(vectors[distinct])
        offsets = range(-REACH, REACH + 1)
        seen = [np.ascontiguousarray(part) for part in np.split(own @ w.window, len(offsets), axis=1)]
        places = [_shifted(place, block, offset) for offset in offsets]
        hidden = np.empty((len(word), w.window_bias.size), dtype=np.float32)
        buffer = np.empty((STRIPE, hidden.shape[1]), dtype=np.float32)
        reduced = np.empty((len(word), w.reduce_bias.size), dtype=np.float32)
        for start in range(0, len(word), STRIPE):
            stripe = slice(start, min(start + STRIPE, len(word)))
            total = hidden[stripe]
            total[:] = w.window_bias
            for part, index in zip(seen, places, strict=True):
                total += np.take(part, index[stripe], axis=0, out=buffer[: len(total)], mode="clip")
            np.maximum(total, 0, out=total)
            np.tanh(total @ w.reduce + w.reduce_bias, out=reduced[stripe])
        return self._second(hidden, reduced, block, own @ w.direct, place)

    def _second(
        self, hidden: Floats, reduced: Floats, block: NDArray[np.int32], direct: Floats, place: NDArray[np.intp]
    ) -> Floats:
        w = self.weights
        size = reduced.shape[1]
        offsets = range(-REACH_BACK, REACH_BACK + 1)
        reduced[np.flatnonzero(place == 0)] = 0
        around = [_shifted(np.arange(len(block)), block, offset, outside=len(block)) for offset in offsets]
        padded = np.concatenate([reduced, np.zeros((1, size), dtype=np.float32)])
        result = np.empty((len(block), w.output_bias.size), dtype=np.float32)
        wide = np.empty((STRIPE, len(offsets) * size), dtype=np.float32)
        for start in range(0, len(block), STRIPE):
            stripe = slice(start, min(start + STRIPE, len(block)))
            rows = stripe.stop - start
            for number, index in enumerate(around):
                wide[:rows, number * size : (number + 1) * size] = padded[index[stripe]]
            total = wide[:rows] @ w.context
            total += hidden[stripe] @ w.hidden
            total += w.hidden_bias
            np.maximum(total, 0, out=total)
            np.matmul(total, w.output, out=result[stripe])
            result[stripe] += direct[place[stripe]] + w.output_bias
        return result

    def tag(self, table: WordTable) -> None:
        """Fills `table.tag` and `table.probability`; sentinel rows get `tags.NONE` and 0."""
        scores = self.scores(table)
        best = scores.argmax(axis=1)
        top = scores[np.arange(len(scores)), best]
        scores -= top[:, None]
        np.exp(scores, out=scores)
        sentinel = table.word == 0
        table.tag[:] = np.where(sentinel, tags.NONE, best)
        table.probability[:] = np.where(sentinel, 0, 1 / scores.sum(axis=1))


def _shifted(
    values: NDArray[np.intp], block: NDArray[np.int32], offset: int, outside: int = 0
) -> NDArray[np.intp]:
    """`values` moved so that each row holds its neighbour's at `offset`; `outside` where that is another block's."""
    result = np.full_like(values, outside)
    here = slice(max(0, -offset), len(values) - max(0, offset))
    there = slice(max(0, offset), len(values) - max(0, -offset))
    result[here] = np.where(block[here] == block[there], values[there], outside)
    return result
