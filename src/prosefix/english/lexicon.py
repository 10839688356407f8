"""The words of English that the tool knows, with their spellings, tags, frequency and lemmas, read by memory map.

It answers for whole vocabularies in columns and for one word at a time; it knows no context and corrects nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum, IntFlag
from functools import cache, cached_property
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags as penn
from prosefix.english.arrays import mapped
from prosefix.english.vocabulary import Vocabulary, straighten

DATA = Path(__file__).parent / "data" / "lexicon"
UNKNOWN = -9.0  # frequency of a word that is not in the lexicon


class Flag(IntFlag):
    """What sort of word an entry is. The four highest bits of the stored flags are `Variant`."""

    GENERAL = 1  # of a dictionary of general English
    NAME = 2  # a proper noun, or a trade or technical name with capitals of its own
    TECHNICAL = 4  # a term of technology, mathematics or science
    ABBREVIATION = 8
    VARIANT = 16  # a spelling that its region knows but uses less
    RARE = 32  # a word that technical prose hardly ever means: likelier a slip for another
    CORPUS = 64  # known only since many well-edited texts use it
    UNCOUNTABLE = 128  # a noun without a plural
    PLURAL_ONLY = 256  # a noun without a singular
    PART = 512  # only the part before n't: ca, wo, sha


class Variant(IntFlag):
    """Where a spelling is at home."""

    US = 1
    GB = 2
    CA = 4
    AU = 8


ANYWHERE = Variant.US | Variant.GB | Variant.CA | Variant.AU
_VARIANT_SHIFT = 12


class Reading(IntEnum):
    """The columns of `lemma_ids`: a word as a verb, as a noun, as an adjective or adverb."""

    VERB = 0
    NOUN = 1
    ADJECTIVE = 2


_BASE_VERB = penn.mask("VB")
_READING_OF_TAG = np.full(256, -1, dtype=np.int8)
for _tag, _code in penn.CODE.items():
    for _start, _reading in (("VB", 0), ("NN", 1), ("JJ", 2), ("RB", 2)):
        if _tag.startswith(_start):
            _READING_OF_TAG[_code] = _reading
_NOUN_BITS = penn.mask("NN", "JJ", "VBG", "VBN")
Gather = Callable[[Sequence[str], NDArray[np.int32]], NDArray[Any]]
_NAME, _NAMES, _PLURAL = np.uint64(penn.mask("NNP")), np.uint64(penn.mask("NNPS")), np.uint64(penn.mask("NNS"))


class Entry(NamedTuple):
    """One word of the lexicon as it is written there. `tags` is a mask of `tags.CODE` bits, `frequency` log10."""

    row: int
    word: str
    flags: Flag
    variants: Variant
    tags: int
    frequency: float
    lemmas: tuple[str | None, str | None, str | None]  # as verb, noun, adjective


def hashes(words: Iterable[str]) -> NDArray[np.uint64]:
    """The 64-bit keys (uint64, one a word) under which words are stored."""
    digests = b"".join(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest() for word in words)
    return np.frombuffer(digests, dtype="<u8")


def _or(values: NDArray[Any], missing: float, dtype: Any) -> Gather:
    """Takes `values` at rows, `missing` at -1."""
    return lambda _, rows: np.where(rows >= 0, values[rows], missing).astype(dtype)


def _find(keys: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Where each wanted key stands in the sorted keys, or -1."""
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, at, -1).astype(np.int32)


class Lexicon:
    """All words, a row a word, in the order of their hashes. Rows number the words; -1 stands for no word."""

    def __init__(self, folder: Path) -> None:
        def load(name: str) -> NDArray[Any]:
            return mapped(folder / f"{name}.npy")

        self._hash: NDArray[np.uint64] = load("hash")
        self._text: NDArray[np.uint8] = load("text")
        self._length: NDArray[np.uint8] = load("length")
        self._flags: NDArray[np.uint16] = load("flags")
        self._tag_set: NDArray[np.uint16] = load("tag_set")
        self._tag_sets: NDArray[np.uint64] = load("tag_sets")
        self._frequency: NDArray[np.float16] = load("frequency")
        self._lemma: NDArray[np.int32] = load("lemma")  # [rows, 3], -1 for no such reading
        self._folded_hash: NDArray[np.uint64] = load("folded_hash")  # of the lower-case forms of words with capitals
        self._folded_row: NDArray[np.int32] = load("folded_row")
        self._entries: dict[str, Entry | None] = {}  # those asked for

    @classmethod
    def open(cls, folder: Path = DATA) -> "Lexicon":
        """The lexicon that `tools/build_lexicon.py` made. Raises FileNotFoundError when its files are missing."""
        return cls(folder)

    def __len__(self) -> int:
        return len(self._hash)

    def forget(self) -> None:
        """Drop the entries that were asked for; they are made again when they are asked for again."""
        self._entries.clear()

    # -- all words ------------------------------------------------------------------------------------------------

    @cached_property
    def _starts(self) -> NDArray[np.int32]:
        return np.cumsum(np.append(np.uint8(0), self._length), dtype=np.int32)

    def word(self, row: int) -> str:
        """The word in a row, as it is written."""
        return bytes(self._text[self._starts[row] : self._starts[row + 1]]).decode()

    def words(self) -> list[str]:
        """Every word, in row order."""
        text, starts = self._text.tobytes(), self._starts.tolist()
        return [text[a:b].decode() for a, b in pairwise(starts)]

    @cached_property
    def frequencies(self) -> NDArray[np.float32]:
        """Log10 relative frequency of every row."""
        return self._frequency.astype(np.float32)

    @cached_property
    def all_flags(self) -> NDArray[np.uint16]:
        """`Flag` bits of every row."""
        return (self._flags & ((1 << _VARIANT_SHIFT) - 1)).astype(np.uint16)

    @cached_property
    def all_variants(self) -> NDArray[np.uint8]:
        """`Variant` bits of every row."""
        return (self._flags >> _VARIANT_SHIFT).astype(np.uint8)

    @cached_property
    def all_tags(self) -> NDArray[np.uint64]:
        """Masks of possible tags of every row."""
        return self._tag_sets[self._tag_set]

    @property
    def all_lemmas(self) -> NDArray[np.int32]:
        """[rows, 3] rows of the lemmas of every row, by `Reading`; -1 for no such reading."""
        return self._lemma

    # -- columns over a vocabulary --------------------------------------------------------------------------------

    def rows(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """The row of each distinct word as written, else of the word whose capitals it may wear, else -1."""
        return cast(NDArray[np.int32], vocabulary.column(("lexicon", "row"), self._compute_rows))

    def rows_of(self, words: Sequence[str]) -> NDArray[np.int32]:
        """What `rows` gives, for words that need not be in a vocabulary."""
        return self._compute_rows(words)

    def known(self, vocabulary: Vocabulary) -> NDArray[np.bool_]:
        """Whether each distinct word is a word as it is written; a name in lower case is not."""
        return self._gather(vocabulary, "known", self._known)

    def tags(self, vocabulary: Vocabulary) -> NDArray[np.uint64]:
        """Masks of the possible Penn tags; 0 for unknown words. A capital adds the proper noun to nouns."""
        return self._gather(vocabulary, "tags", self._tags)

    def frequency(self, vocabulary: Vocabulary) -> NDArray[np.float32]:
        """Log10 relative frequency; `UNKNOWN` for unknown words."""
        return self._gather(vocabulary, "frequency", _or(self._frequency, UNKNOWN, np.float32))

    def flags(self, vocabulary: Vocabulary) -> NDArray[np.uint16]:
        """`Flag` bits; 0 for unknown words."""
        return self._gather(vocabulary, "flags", _or(self.all_flags, 0, np.uint16))

    def variants(self, vocabulary: Vocabulary) -> NDArray[np.uint8]:
        """`Variant` bits; 0 for unknown words."""
        return self._gather(vocabulary, "variants", _or(self.all_variants, 0, np.uint8))

    def names(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """The row of the name that a distinct word is with wrong capitals (`javascript`), or -1.

        Words that are right as they stand, and words that are also words in lower case, have none.
        """
        return self._gather(vocabulary, "name", self._names)

    def lemma_ids(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """[n, 3] rows of the lemmas of each distinct word, by `Reading`; -1 for no such reading."""
        return self._gather(vocabulary, "lemma", lambda _, rows: self._lemmas_at(rows))

    def lemmas(self, vocabulary: Vocabulary, word: NDArray[np.int32], tag: NDArray[np.uint8]) -> NDArray[np.int32]:
        """Rows of the lemmas of tagged words (ids in `vocabulary`, tag codes); -1 where the lexicon has none.

        Words of the closed classes are their own lemmas. A base form is its own lemma: `lay` as VB, not `lie`.
        """
        own = self.rows(vocabulary)[word]
        reading = _READING_OF_TAG[tag]
        found = self.lemma_ids(vocabulary)[word, np.maximum(reading, 0)]
        is_base = (tag == penn.CODE["VB"]) | (tag == penn.CODE["VBP"])
        has_base = (self.tags(vocabulary)[word] & np.uint64(_BASE_VERB)) != 0
        return np.where((reading < 0) | (found < 0) | (is_base & has_base & (own >= 0)), own, found)

    def _gather(self, vocabulary: Vocabulary, name: str, values: Gather) -> NDArray[Any]:
        """The column of `values(words, rows)`; rows are found once for all columns."""

        def compute(words: list[str]) -> NDArray[Any]:
            return values(words, self.rows(vocabulary)[len(vocabulary) - len(words) :])

        return vocabulary.column(("lexicon", name), compute)

    def _compute_rows(self, words: Sequence[str]) -> NDArray[np.int32]:
        plain = [word if word.isascii() else straighten(word) for word in words]
        rows = _find(self._hash, hashes(plain))
        capital = [at for at in np.flatnonzero(rows < 0).tolist() if plain[at][:1].isupper()]
        if capital:
            self._fill(rows, [at for at in capital if plain[at][1:].islower() or len(plain[at]) == 1], plain, str.lower)
            upper = [at for at in capital if plain[at].isupper() and len(plain[at]) > 1]
            self._fill(rows, upper, plain, str.lower)
            still = [at for at in upper if rows[at] < 0]
            if still:
                rows[still] = self._folded(plain[at] for at in still)
        return rows

    def _fill(self, rows: NDArray[np.int32], places: list[int], words: list[str], fold: Callable[[str], str]) -> None:
        if places:
            rows[places] = _find(self._hash, hashes(fold(words[at]) for at in places))

    def _folded(self, words: Iterable[str]) -> NDArray[np.int32]:
        at = _find(self._folded_hash, hashes(word.lower() for word in words))
        return np.where(at >= 0, self._folded_row[at], -1).astype(np.int32)

    def _known(self, _: Sequence[str], rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        return cast(NDArray[np.bool_], (rows >= 0) & ((self._flags[rows] & Flag.PART) == 0))

    def _tags(self, words: Sequence[str], rows: NDArray[np.int32]) -> NDArray[np.uint64]:
        masks: NDArray[np.uint64] = np.where(rows >= 0, self._tag_sets[self._tag_set[rows]], 0).astype(np.uint64)
        capital = np.array([word[:1].isupper() and len(word) > 1 for word in words], dtype=np.bool_)
        single = capital & ((masks & np.uint64(_NOUN_BITS)) != 0)
        plural = capital & ((masks & _PLURAL) != 0)
        masks |= np.where(single, _NAME, np.uint64(0))
        return masks | np.where(plural, _NAMES, np.uint64(0))

    def _names(self, words: Sequence[str], rows: NDArray[np.int32]) -> NDArray[np.int32]:
        found = np.full(len(words), -1, dtype=np.int32)
        unknown = np.flatnonzero(rows < 0)
        lower = [straighten(words[at]).lower() for at in unknown.tolist()]
        found[unknown] = np.where(self.find(lower) >= 0, -1, self._folded(lower))
        return found

    def _lemmas_at(self, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(rows[:, None] >= 0, self._lemma[rows], -1).astype(np.int32)

    # -- given words -------------------------------------------------------------------------------------------------

    def find(self, words: Sequence[str]) -> NDArray[np.int32]:
        """The rows of words exactly as written (straight apostrophes), -1 where there is none."""
        return _find(self._hash, hashes(words))

    def row(self, word: str) -> int:
        """The row of `word` as written, else of the word whose capitals it may wear, else -1."""
        return int(self._compute_rows([word])[0])

    def entry(self, word: str) -> Entry | None:
        """The entry of a word as `row` finds it, or None."""
        if word not in self._entries:
            row = self.row(word)
            self._entries[word] = None if row < 0 else self.entry_at(row)
        return self._entries[word]

    def entry_at(self, row: int) -> Entry:
        """The entry in a row."""
        verb, noun, adjective = (None if at < 0 else self.word(at) for at in self._lemma[row].tolist())
        stored = int(self._flags[row])
        return Entry(
            row=row,
            word=self.word(row),
            flags=Flag(stored & ((1 << _VARIANT_SHIFT) - 1)),
            variants=Variant(stored >> _VARIANT_SHIFT),
            tags=int(self._tag_sets[self._tag_set[row]]),
            frequency=float(self._frequency[row]),
            lemmas=(verb, noun, adjective),
        )

    def name(self, word: str) -> str | None:
        """The right capitals of a name written with wrong ones: `JavaScript` for `Javascript`; else None."""
        row = int(self._names([word], self._compute_rows([word]))[0])
        return None if row < 0 else self.word(row)


@cache
def lexicon() -> Lexicon:
    """The process's lexicon."""
    return Lexicon.open()
