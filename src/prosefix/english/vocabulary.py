"""The distinct words met so far, each with a small integer id, and columns of what depends on the word alone.

What is worked out here is worked out once for each distinct word, however many pages hold it. No context.
"""

import re
from collections.abc import Callable, Iterable
from enum import IntEnum, IntFlag

import numpy as np
from numpy.typing import NDArray

from prosefix.standins import FIRST, StandInKind


class Kind(IntEnum):
    """What sort of row a word makes; a stand-in's kind is `STANDIN + StandInKind`."""

    SENTINEL = 0
    WORD = 1
    CLITIC = 2  # n't 's 're 've 'll 'd 'm, split off as the treebanks do
    NUMBER = 3
    MIXED = 4  # letters with digits, underscores, inner capitals or dots: 32bit, fp16, foo_bar, v1.2
    PUNCTUATION = 5
    STANDIN = 16


class Shape(IntFlag):
    LOWER = 1  # no capital
    TITLE = 2  # one capital, the first letter
    UPPER = 4  # every letter a capital, two or more letters
    INNER = 8  # another arrangement of capitals: iPhone, GitHub
    DIGIT = 16  # holds a digit
    NON_ASCII = 32  # holds a letter outside ASCII
    SINGLE = 64  # one letter


_CLITIC = re.compile(r"(?:n't|'(?:s|re|ve|ll|d|m))\Z", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*'?\Z")
_NUMBER = re.compile(r"[+-]?\d[\d.,:/]*(?:st|nd|rd|th|s)?%?\Z", re.IGNORECASE)


def straighten(text: str) -> str:
    """`text` with every sort of apostrophe as U+0027; the length stays."""
    return text.translate(_STRAIGHT)


_STRAIGHT = str.maketrans({"’": "'", "ʼ": "'", "＇": "'", "‘": "'"})


def _kind(word: str) -> int:
    if not word:
        return Kind.SENTINEL
    first = ord(word[0])
    if len(word) == 1 and FIRST <= first < FIRST + len(StandInKind):
        return Kind.STANDIN + first - FIRST
    plain = straighten(word)
    if _CLITIC.match(plain):
        return Kind.CLITIC
    if _WORD.match(plain):
        return Kind.WORD
    if _NUMBER.match(plain):
        return Kind.NUMBER
    return Kind.MIXED if any(c.isalnum() for c in word) else Kind.PUNCTUATION


def _shape(word: str) -> int:
    letters = [c for c in word if c.isalpha()]
    if not letters:
        return Shape.DIGIT if any(c.isdigit() for c in word) else 0
    capitals = sum(c.isupper() for c in letters)
    if capitals == 0:
        shape = Shape.LOWER
    elif capitals == 1 and word[0].isupper():
        shape = Shape.TITLE
    elif capitals == len(letters):
        shape = Shape.UPPER
    else:
        shape = Shape.INNER
    if len(letters) == 1:
        shape |= Shape.SINGLE
    if any(c.isdigit() for c in word):
        shape |= Shape.DIGIT
    if not word.isascii() and not straighten(word).isascii():
        shape |= Shape.NON_ASCII
    return shape


Compute = Callable[[list[str]], NDArray[np.generic]]


class Vocabulary:
    """Distinct words in order of first meeting. Id 0 is the sentinel, the empty word.

    Words are kept as written; `lower` gives the id of the lower-case form with a straight apostrophe.
    """

    def __init__(self) -> None:
        self.words: list[str] = []
        self._ids: dict[str, int] = {}
        self._columns: dict[object, NDArray[np.generic]] = {}
        self._computes: dict[object, Compute] = {}
        self.ids([""])

    def __len__(self) -> int:
        return len(self.words)

    def ids(self, words: Iterable[str]) -> NDArray[np.int32]:
        """The ids (int32, one a word) of `words`, new ones given to words not met before."""
        known, store = self._ids, self.words
        result: list[int] = []
        append = result.append
        for word in words:
            number = known.get(word)
            if number is None:
                number = known[word] = len(store)
                store.append(word)
                folded = straighten(word).lower()
                if folded not in known:
                    known[folded] = len(store)
                    store.append(folded)
            append(number)
        return np.array(result, dtype=np.int32)

    def find(self, word: str) -> int | None:
        """The id of `word`, exactly as written, or None where it was not met yet."""
        return self._ids.get(word)

    def column(self, key: object, compute: Compute) -> NDArray[np.generic]:
        """One value a distinct word, worked out by `compute(new words)` for the words met since the last call.

        `key` names the column for good: the same key always comes with the same function.
        """
        have = self._columns.get(key)
        done = 0 if have is None else len(have)
        if done < len(self.words):
            fresh = compute(self.words[done:])
            have = fresh if have is None else np.concatenate([have, fresh])
            self._columns[key] = have
        assert have is not None
        return have

    @property
    def kind(self) -> NDArray[np.uint8]:
        return self.column("kind", lambda words: np.array([_kind(w) for w in words], dtype=np.uint8))  # type: ignore[return-value]

    @property
    def shape(self) -> NDArray[np.uint8]:
        return self.column("shape", lambda words: np.array([_shape(w) for w in words], dtype=np.uint8))  # type: ignore[return-value]

    @property
    def lower(self) -> NDArray[np.int32]:
        ids = self._ids
        return self.column(  # type: ignore[return-value]
            "lower", lambda words: np.array([ids[straighten(w).lower()] for w in words], dtype=np.int32)
        )
