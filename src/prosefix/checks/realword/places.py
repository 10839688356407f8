"""Which rows of a table are words of a sentence, and which gaps between them are open: where there may be doubt.

It looks at shapes, marks and often-met sequences only; it scores nothing.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.realword.confusions import Confusions
from prosefix.english.model import Hashes, LanguageModel
from prosefix.english.table import WordTable
from prosefix.english.vocabulary import Kind, Shape

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]

_OPENING, _ENDING, _JOINING = frozenset("([{\"“‘'*«"), frozenset(".!?:"), frozenset("-/_'’")


class Layout(NamedTuple):
    """The table's input numbers with edges between blocks as wide as an encoder looks, and where each row stands."""

    inputs: NDArray[np.int32]
    position: NDArray[np.int32]

    @classmethod
    def of(cls, table: WordTable, confusions: Confusions, reach: int) -> "Layout":
        ends = table.word == 0
        position = np.arange(len(table), dtype=np.int32)
        position += (reach - 1) * np.cumsum(ends, dtype=np.int32) + reach
        inputs = np.zeros(int(position[-1]) + reach + 1, dtype=np.int32)
        inputs[position] = confusions.inputs(table.vocabulary)[table.word]
        return cls(inputs, position)


def standing_alone(table: WordTable) -> Mask:
    """The words that a reader takes as words of the sentence: no names, no parts of compounds."""
    marks: NDArray[np.uint8] = table.vocabulary.column("realword marks", _marks)[table.word]  # type: ignore[assignment]
    opening, ending, joining = ((marks & bit) > 0 for bit in (1, 2, 4))
    shape, kind = table.shape, table.kind
    first = np.r_[True, ending[:-1]]
    written_small = ((shape & Shape.LOWER) > 0) | (((shape & Shape.TITLE) > 0) & first)
    before = table.space | np.r_[True, opening[:-1]]
    closing = (kind == Kind.SENTINEL) | ((kind == Kind.PUNCTUATION) & ~joining) | (kind == Kind.CLITIC)
    after = np.r_[table.space[1:] | closing[1:], True]
    alone: Mask = (kind == Kind.WORD) & written_small & before & after
    return alone


def _marks(words: list[str]) -> NDArray[np.uint8]:
    return np.array(
        [(not w or w in _OPENING) + 2 * (not w or w in _ENDING) + 4 * (bool(w) and w in _JOINING) for w in words],
        dtype=np.uint8,
    )


def open_gaps(table: WordTable) -> Mask:
    """The rows with a space after them and another row of the same block behind it."""
    real = table.word != 0
    gaps: Mask = np.r_[real[:-1] & real[1:] & table.space[1:], False]
    return gaps


def unusual_words(table: WordTable, model: LanguageModel) -> Mask:
    """The rows that do not stand between their neighbours in a sequence that good text often has."""
    words = model.hashes(table.vocabulary)[table.word]
    met = model.met(_moved(words, -1), words, _moved(words, 1))
    wide = np.flatnonzero(met)
    sides = model.met(_moved(words, -2)[wide], _moved(words, -1)[wide], words[wide])
    sides &= model.met(words[wide], _moved(words, 1)[wide], _moved(words, 2)[wide])
    met[wide] = sides
    return ~met


def unusual_gaps(table: WordTable, model: LanguageModel) -> Mask:
    """The rows that good text does not often have right before the row after them."""
    words = model.hashes(table.vocabulary)[table.word]
    met = model.met(words, _moved(words, 1), _moved(words, 2))
    met[1:] &= met[:-1].copy()
    return ~met


def _moved(words: Hashes, steps: int) -> Hashes:
    return np.roll(words, -steps)
