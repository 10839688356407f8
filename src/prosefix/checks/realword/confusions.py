"""Which words are written for which: every known word's alternatives, and the small words that come and go.

A static table learnt from inflections, spelling and the changes that writers made; it knows no context.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.realword.inputs import CLASSES, input_ids, word_class
from prosefix.english.arrays import mapped
from prosefix.english.vocabulary import Vocabulary, straighten

NOTHING = 0  # the answer “no word belongs here”


class Relation(IntEnum):
    """How an alternative is related to what is written."""

    INFLECTION = 0
    EDIT = 1  # one or two letters
    SLIP = 2  # seen in writers' changes
    DERIVED = 3  # previous, previously
    SMALL = 4  # another small word
    DELETE = 5
    INSERT = 6


@dataclass(frozen=True)
class Confusions:
    """`words` are numbered from `CLASSES` as the encoder numbers them; `rare` ones follow, which it does not know.

    The alternatives of entry k (words, then rare ones) are `alternatives[first[k]:first[k + 1]]`, encoder numbers.
    """

    words: list[str]
    known: Mapping[str, int]
    rare: Mapping[str, int]
    first: NDArray[np.int32]
    alternatives: NDArray[np.uint16]
    relations: NDArray[np.uint8]
    small: NDArray[np.uint16]  # encoder numbers of the small words; the first is `NOTHING`
    exchanged: NDArray[
        np.bool_
    ]  # of the small words, which are written for which; the first column: which are written for nothing
    frequency: NDArray[np.float16]  # log10 of each encoder number's share of technical prose

    @classmethod
    def open(cls, folder: Path) -> "Confusions":
        """The table stored in `folder`. Raises FileNotFoundError."""
        words = (folder / "words.txt").read_text("utf-8").split("\n")
        rare = (folder / "rare.txt").read_text("utf-8").split("\n")
        arrays = {
            name: mapped(folder / f"{name}.npy")
            for name in ("first", "alternatives", "relations", "small", "exchanged", "frequency")
        }
        return cls(
            words,
            dict(zip(words, range(CLASSES, CLASSES + len(words)), strict=True)),
            dict(zip(rare, range(len(words), len(words) + len(rare)), strict=True)),
            **arrays,
        )

    @cached_property
    def is_small(self) -> NDArray[np.bool_]:
        """Whether each encoder number is that of a small word, or `NOTHING`."""
        small = np.zeros(len(self.frequency), dtype=np.bool_)
        small[self.small] = True
        return small

    @cached_property
    def small_place(self) -> NDArray[np.intp]:
        """The place in `small` of each encoder number; 0 where it has none."""
        place = np.zeros(len(self.frequency), dtype=np.intp)
        place[self.small] = np.arange(len(self.small))
        return place

    def inputs(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """What the encoder sees of each distinct word."""
        return vocabulary.column("realword inputs", lambda words: input_ids(words, self.known))  # type: ignore[return-value]

    def entries(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """Each distinct word's entry in the table, -1 where it has none."""

        def compute(words: list[str]) -> NDArray[np.int32]:
            return np.array([self._entry(straighten(word).lower()) for word in words], dtype=np.int32)

        return vocabulary.column("realword entries", compute)  # type: ignore[return-value]

    def _entry(self, word: str) -> int:
        known = self.known.get(word)
        if known is not None:
            return known - CLASSES if word.replace("'", "").isalpha() else -1
        return self.rare.get(word, -1)

    def answers(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """The encoder's number of each distinct word as an answer: its own, or that of its class of rare words."""

        def compute(words: list[str]) -> NDArray[np.int32]:
            lower = [straighten(word).lower() for word in words]
            return np.array([self.known.get(word) or word_class(word) if word else 0 for word in lower], dtype=np.int32)

        return vocabulary.column("realword answers", compute)  # type: ignore[return-value]

    def word(self, answer: int) -> str:
        """The word that the encoder's number `answer` stands for; empty for `NOTHING`."""
        return self.words[answer - CLASSES] if answer >= CLASSES else ""
