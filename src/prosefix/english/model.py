"""The language model: how likely a word is after the three before it, from counts of word sequences in technical prose.

It answers for whole columns of alternatives at once. It knows no rule, and nothing of spelling.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.english.arrays import mapped
from prosefix.english.table import WordTable
from prosefix.english.vocabulary import Kind, Shape, Vocabulary, straighten
from prosefix.standins import StandInKind

ORDER = 4  # words in the longest sequence counted
SLOTS = 16  # entries in a bucket of the hash table
STEP = 1 / 32  # of log10, the unit that values are stored in
CLASSES = ("<number>", "<code>", "<math>", "<mixed>", "<name>", "<unknown>")  # what rare rows are counted as

BUCKET = np.dtype([("fingerprint", "<u2", (SLOTS,)), ("value", "u1", (SLOTS,))])

Hashes = NDArray[np.uint64]

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


def word_hash(form: str) -> int:
    """The 64-bit hash of a word as the model counts it; the sentinel, the empty word, is 0."""
    return int.from_bytes(hashlib.blake2b(form.encode(), digest_size=8).digest(), "little") if form else 0


def extend(sequence: Hashes, word: Hashes) -> Hashes:
    """The hash of each sequence with one more word put before it."""
    mixed = (sequence + word + np.uint64(1)) * _MULTIPLIER
    return mixed ^ (mixed >> _SHIFT)


def place(sequence: Hashes, buckets: int) -> tuple[NDArray[np.intp], NDArray[np.uint16]]:
    """The bucket and the fingerprint of each hash in a table of `buckets`."""
    spread = sequence * _MULTIPLIER
    return ((spread >> np.uint64(32)) % np.uint64(buckets)).astype(np.intp), (spread & np.uint64(0xFFFF)).astype(
        np.uint16
    )


class HashTable(NamedTuple):
    """Small numbers under hashes, in buckets of `SLOTS`; a wrong hit comes once in some 5,000 look-ups."""

    buckets: NDArray[np.void]

    @classmethod
    def holding(
        cls, hashes: Hashes, logs: NDArray[np.float64], importance: NDArray[np.float64], load: float
    ) -> "HashTable":
        """The table of distinct `hashes` with a log10 (at most 0) under each, `load` of its entries taken on average.

        What a full bucket cannot hold is lost, the least important first.
        """
        buckets = np.zeros(int(len(hashes) / SLOTS / load) + 1, dtype=BUCKET)
        bucket, fingerprint = place(hashes, len(buckets))
        order = np.lexsort((-importance, bucket))
        bucket, fingerprint = bucket[order], fingerprint[order]
        values = (1 + np.clip(np.rint(-logs[order] / STEP), 0, 254)).astype(np.uint8)
        slot = np.arange(len(bucket)) - np.searchsorted(bucket, bucket)
        fits = slot < SLOTS
        buckets["fingerprint"][bucket[fits], slot[fits]] = fingerprint[fits]
        buckets["value"][bucket[fits], slot[fits]] = values[fits]
        return cls(buckets)

    def look_up(self, sequence: Hashes) -> NDArray[np.uint8]:
        """The value (1 to 255) of each hash, 0 where it is not in the table."""
        bucket, fingerprint = place(sequence, len(self.buckets))
        same = np.flatnonzero(self.buckets["fingerprint"][bucket] == fingerprint[:, None])
        which, slot = np.divmod(same, SLOTS)
        found = np.zeros(len(sequence), dtype=np.uint8)
        found[which] = self.buckets["value"][bucket[which], slot]
        return found


def form(word: str, kind: int) -> str:
    """What a word is counted as while it is not rare: its lower case, or the class of numbers and stand-ins."""
    if kind == Kind.NUMBER:
        return "<number>"
    if kind >= Kind.STANDIN:
        return "<math>" if kind == Kind.STANDIN + StandInKind.MATH else "<code>"
    return straighten(word).lower()


def rare_form(kind: int, shape: int) -> str:
    """The class that a word too rare to be counted itself falls into."""
    if kind == Kind.MIXED:
        return "<mixed>"
    return "<unknown>" if shape & Shape.LOWER or not shape else "<name>"


class LanguageModel:
    """Probabilities with back-off: a sequence not counted takes its tail's probability times its head's weight."""

    def __init__(self, sequences: HashTable, contexts: HashTable) -> None:
        self._sequences = sequences
        self._contexts = contexts
        self._key = object()

    @classmethod
    def open(cls, folder: Path | None = None) -> "LanguageModel":
        """The model in `folder` (the package's own by default), mapped into memory. Raises FileNotFoundError."""
        where = folder or Path(__file__).parent / "data"
        return cls(*(HashTable(mapped(where / f"{name}.npy")) for name in ("sequences", "contexts")))

    def hashes(self, vocabulary: Vocabulary) -> Hashes:
        """A hash for each distinct word: its own where the model counts it, its class's where it is rare."""

        def compute(words: list[str]) -> Hashes:
            first = len(vocabulary) - len(words)
            kinds, shapes = vocabulary.kind[first:].tolist(), vocabulary.shape[first:].tolist()
            own = np.array([word_hash(form(w, k)) for w, k in zip(words, kinds, strict=True)], dtype=np.uint64)
            rare = [word_hash(rare_form(k, s)) for k, s in zip(kinds, shapes, strict=True)]
            return np.where(self.counted(own), own, np.array(rare, dtype=np.uint64))

        return vocabulary.column(self._key, compute)  # type: ignore[return-value]

    def hashes_of(self, words: Sequence[str]) -> Hashes:
        """The hashes of words of letters that need not be in a vocabulary, such as corrections."""
        own = np.array([word_hash(form(word, Kind.WORD)) for word in words], dtype=np.uint64)
        return np.where(self.counted(own), own, np.uint64(word_hash("<unknown>")))

    def counted(self, words: Hashes) -> NDArray[np.bool_]:
        """Whether the model counts each word by itself."""
        counted: NDArray[np.bool_] = self._sequences.look_up(extend(np.zeros_like(words), words)) > 0
        return counted

    def window(self, table: WordTable, rows: NDArray[np.intp], before: int, after: int) -> Hashes:
        """The hashes of the words from `before` rows before each of `rows` to `after` rows after it, a line a row."""
        places = rows[:, None] + np.arange(-before, after + 1)
        np.clip(places, 0, len(table) - 1, out=places)
        words: Hashes = self.hashes(table.vocabulary)[table.word[places]]
        return words

    def met(self, *words: Hashes) -> NDArray[np.bool_]:
        """Whether the words, given column by column in reading order, were counted together as a sequence (at most 4)."""
        sequence = np.zeros_like(words[-1])
        for word in reversed(words):
            sequence = extend(sequence, word)
        met: NDArray[np.bool_] = self._sequences.look_up(sequence) > 0
        return met

    def score(self, lines: Hashes, given: int) -> NDArray[np.float32]:
        """log10 of the probability of each line (n, k) from column `given` on, after the columns before it.

        A line is a stretch of text, such as three words, an alternative and three more words; what stands before a
        sentinel does not count. Lines with `given` 0 begin in mid-air.
        """
        total = np.zeros(len(lines), dtype=np.float32)
        for column in range(given, lines.shape[1]):
            history = []
            ended = np.zeros(len(lines), dtype=np.bool_)
            for back in range(column - 1, max(-1, column - ORDER), -1):
                word = np.where(ended, np.uint64(0), lines[:, back])
                ended |= word == 0
                history.append(word)
            total += self.probability(lines[:, column], history)
        return total

    def probability(self, word: Hashes, history: list[Hashes]) -> NDArray[np.float32]:
        """log10 of the probability of each word after `history`, nearest word first, at most three."""
        sequence = extend(np.zeros_like(word), word)
        context = np.zeros_like(word)
        result = -STEP * (self._sequences.look_up(sequence).astype(np.float32) - 1)
        for before in history[: ORDER - 1]:
            sequence, context = extend(sequence, before), extend(context, before)
            value = self._sequences.look_up(sequence).astype(np.float32)
            weight = self._contexts.look_up(context).astype(np.float32)
            backed_off = result - STEP * np.maximum(weight - 1, 0)
            result = np.where(value > 0, -STEP * (value - 1), backed_off)
        return result
