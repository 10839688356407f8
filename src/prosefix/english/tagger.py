"""Penn tags with probabilities for a whole word table at once: two passes of a small network, in NumPy alone.

It owns the features of words and the arithmetic; `tools/train_tagger.py` learns the weights. It corrects nothing:
the tag is that of the form written, faulty or not.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags
from prosefix.english.arrays import mapped
from prosefix.english.finite import settle_plain_forms
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
STRIPE = 256  # rows worked on at once, so that all stays in the processor's cache
STRETCH = 16384  # rows whose distinct words are multiplied once and gathered

_DIGITS = re.compile(r"\d+")
Floats = NDArray[np.float32]
Rows = NDArray[np.int32]
Bits = NDArray[np.bool_]
Places = NDArray[np.intp]


def fold(word: str) -> str:
    """`word` in lower case, apostrophes straight, every run of digits a 0."""
    if word.isalpha():
        return word.lower()
    return _DIGITS.sub("0", straighten(word)).lower()


def keys(words: list[str]) -> NDArray[np.uint32]:
    """The hashes of each word's features, `SLOTS` a word; 0 stands for a feature that the word has not."""
    flat: list[int] = []
    for word in words:
        flat += _keys_of(word) if word else _NO_KEYS
    return np.array(flat, dtype=np.uint32).reshape(-1, SLOTS)


def _keys_of(word: str) -> list[int]:
    folded = fold(word)
    size, raw = len(folded), folded.encode("utf-8", "surrogatepass")
    written = 0 if word == folded else crc32(word.encode("utf-8", "surrogatepass"), _WRITTEN)
    if size == len(raw):
        ends = [raw[-n:] for n in SUFFIXES]
        beginnings = [raw[:n] for n in PREFIXES]
    else:
        ends = [folded[-n:].encode("utf-8", "surrogatepass") for n in SUFFIXES]
        beginnings = [folded[:n].encode("utf-8", "surrogatepass") for n in PREFIXES]
    found = [written, crc32(raw)]
    found += [crc32(end, _SUFFIX) if size >= n else 0 for n, end in zip(SUFFIXES, ends, strict=True)]
    found += [crc32(b"~", crc32(start)) if size > n else 0 for n, start in zip(PREFIXES, beginnings, strict=True)]
    return found


_NO_KEYS = [0] * SLOTS
_WRITTEN, _SUFFIX = crc32(b"="), crc32(b"~")  # what the hashes of these features begin with


def traits(vocabulary: Vocabulary, lexicon: Lexicon, first: int = 0) -> Floats:
    """Kind, shape and possible tags of the words from number `first`, as `TRAITS` columns of 0 and 1.

    A word with capitals may be all that it is as written and all that it is in lower case.
    """
    kind, shape = vocabulary.kind[first:], vocabulary.shape[first:]
    possible = lexicon.tags(vocabulary)
    possible = possible[first:] | possible[vocabulary.lower[first:]]
    columns = np.zeros((len(kind), TRAITS), dtype=np.float32)
    columns[np.arange(len(kind)), np.minimum(kind, Kind.STANDIN)] = 1
    for bit, flag in enumerate(Shape, start=Kind.STANDIN + 1):
        columns[:, bit] = (shape & flag) != 0
    columns[:, SHAPES:] = (possible[:, None] >> np.arange(len(tags.TAGS), dtype=np.uint64)) & np.uint64(1)
    return columns


class Weights(NamedTuple):
    """The network's arrays, by memory map; D dimensions a word, H hidden units, R reduced, G the second pass's hidden."""

    keys: NDArray[np.uint32]  # sorted hashes of the features known
    features: NDArray[np.int8]  # D a known feature
    scales: Floats  # what a feature's numbers are multiplied by
    traits: Floats  # TRAITS x D
    bias: Floats  # D
    window: Floats  # D x (2 REACH + 1) H
    window_bias: Floats  # H
    joined: Floats  # 2 x H: what it says that no white space stands before a row, and after it
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
        return cls(*(_load(folder / f"{name}.npy") for name in cls._fields))


def _load(path: Path) -> NDArray[Any]:
    array = mapped(path)
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

    def vectors(self, vocabulary: Vocabulary) -> Floats:
        """What each word says by itself: D numbers a word of the vocabulary."""

        def compute(words: list[str]) -> Floats:
            w = self.weights
            wanted = keys(words)
            at = np.minimum(np.searchsorted(w.keys, wanted), len(w.keys) - 1)
            scale = np.where((w.keys[at] == wanted) & (wanted != 0), w.scales[at], np.float32(0))
            total = traits(vocabulary, self.lexicon, len(vocabulary) - len(words)) @ w.traits + w.bias
            for slot in range(SLOTS):
                total += w.features[at[:, slot]] * scale[:, slot, None]
            result: Floats = np.tanh(total, out=total)
            return result

        return cast(Floats, vocabulary.column("tagger", compute))

    def tag(self, table: WordTable) -> None:
        """Fills `table.tag` and `table.probability`; sentinel rows get `tags.NONE` and 0."""
        vectors = self.vectors(table.vocabulary)
        margin = REACH + REACH_BACK
        for first in range(0, len(table), STRETCH):
            last = min(first + STRETCH, len(table))
            seen = slice(max(0, first - margin), min(len(table), last + margin))
            own = slice(first - seen.start, last - seen.start)
            joined = ~table.space[seen] & (table.word[seen] != 0)
            best, probability = self._read(vectors, table.word[seen], table.block[seen], joined)
            table.tag[first:last], table.probability[first:last] = best[own], probability[own]
        sentinel = table.word == 0
        table.tag[sentinel], table.probability[sentinel] = tags.NONE, 0
        settle_plain_forms(table)

    def _read(self, vectors: Floats, word: Rows, block: Rows, joined: Bits) -> tuple[NDArray[np.uint8], Floats]:
        """Tags and probabilities of a stretch of rows. What a distinct word adds to a window is multiplied once.

        `joined` says that no white space stands between a row and the one before: quotes and dashes are told by it.
        """
        distinct, place = np.unique(np.append(word, 0), return_inverse=True)  # the sentinel comes first
        place = place[:-1]
        own = np.ascontiguousarray(vectors[distinct])
        words = np.flatnonzero(place)  # nobody asks for the tags of sentinels
        hidden, reduced = self._first_pass(own, place, block, joined, words)
        tag, probability = np.zeros(len(word), dtype=np.uint8), np.zeros(len(word), dtype=np.float32)
        direct = (own @ self.weights.direct)[place[words]]
        tag[words], probability[words] = self._second_pass(hidden, reduced, block, direct, words)
        return tag, probability

    def _first_pass(
        self, own: Floats, place: Places, block: Rows, joined: Bits, words: Places
    ) -> tuple[Floats, Floats]:
        """The hidden units of the rows `words`, and what is left of them, of every row of the stretch."""
        w = self.weights
        offsets = range(-REACH, REACH + 1)
        seen = [np.ascontiguousarray(part) for part in np.split(own @ w.window, len(offsets), axis=1)]
        places = [_neighbours(place, block, offset)[words] for offset in offsets]
        sides = joined[words], np.append(joined[1:], False)[words]
        hidden = np.empty((len(words), w.window_bias.size), dtype=np.float32)
        reduced = np.zeros((len(place), w.reduce_bias.size), dtype=np.float32)
        buffer = np.empty((STRIPE, hidden.shape[1]), dtype=np.float32)
        for stripe in _stripes(len(words)):
            total = hidden[stripe]
            total[:] = w.window_bias
            for part, index in zip(seen, places, strict=True):
                total += np.take(part, index[stripe], axis=0, out=buffer[: len(total)], mode="clip")
            for side, said in zip(sides, w.joined, strict=True):
                total[side[stripe]] += said
            np.maximum(total, 0, out=total)
            reduced[words[stripe]] = np.tanh(total @ w.reduce + w.reduce_bias)
        return hidden, reduced

    def _second_pass(
        self, hidden: Floats, reduced: Floats, block: Rows, direct: Floats, words: Places
    ) -> tuple[NDArray[np.uint8], Floats]:
        """The tags of the rows `words` and their probabilities; `hidden` and `direct` have a line for each."""
        w = self.weights
        windows, at = _windows(reduced, block)
        best, probability = np.empty(len(words), dtype=np.uint8), np.empty(len(words), dtype=np.float32)
        for stripe in _stripes(len(words)):
            total = windows[at[words[stripe]]] @ w.context
            total += hidden[stripe] @ w.hidden
            total += w.hidden_bias
            np.maximum(total, 0, out=total)
            scores = total @ w.output
            scores += direct[stripe]
            scores += w.output_bias
            best[stripe] = scores.argmax(axis=1)
            scores -= scores.max(axis=1, keepdims=True)
            probability[stripe] = 1 / np.exp(scores, out=scores).sum(axis=1)
        return best, probability


def _stripes(size: int) -> Iterator[slice]:
    return (slice(start, min(start + STRIPE, size)) for start in range(0, size, STRIPE))


def _windows(reduced: Floats, block: Rows) -> tuple[Floats, Places]:
    """The rows within `REACH_BACK` of each row side by side, 0 for those of other blocks, and where to look each row's up.

    The blocks are laid out so far apart that no window reaches into another one; then windows are a view of them.
    """
    first = np.diff(block, prepend=block[:1]) != 0
    at = np.arange(len(block)) + REACH_BACK * np.cumsum(first)
    size = reduced.shape[1]
    apart = np.zeros((int(at[-1]) + 1 + 2 * REACH_BACK, size), dtype=np.float32)
    apart[at + REACH_BACK] = reduced
    shape = (len(apart) - 2 * REACH_BACK, (2 * REACH_BACK + 1) * size)
    return np.lib.stride_tricks.as_strided(apart, shape, apart.strides, writeable=False), at


def _neighbours(values: Places, block: Rows, offset: int) -> Places:
    """`values` moved so that each row holds its neighbour's at `offset`; 0 where that is another block's."""
    result = np.zeros_like(values)
    here = slice(max(0, -offset), len(values) - max(0, offset))
    there = slice(max(0, offset), len(values) - max(0, -offset))
    result[here] = np.where(block[here] == block[there], values[there], 0)
    return result
