"""How far the letters of a word are those of a term or an identifier, `statfs`, rather than those of an English word.

Two models of three letters in a row, one of general words and one of technical terms, made into one table of odds. It
knows letters only: what a misspelt word keeps of English, and what `kqueue` has not.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.spelling.candidates import FOLDER
from prosefix.checks.spelling.channel import EDGE, encode

Floats = NDArray[np.float64]


def triples(word: str) -> list[tuple[int, int, int]]:
    """Each letter of a lower-case word, and its end, behind the two letters before it, in the codes of `channel`."""
    codes = [EDGE, EDGE, *encode(word), EDGE]
    return [(first, *rest) for first, rest in zip(codes, pairwise(codes[1:]), strict=False)]


class Letters:
    """Log odds (natural) of a letter behind two others in a term against a general word: `[before, before, letter]`."""

    def __init__(self, odds: Floats) -> None:
        self._odds = odds

    @classmethod
    def open(cls, path: Path = FOLDER / "letters.npy") -> "Letters":
        """The odds that `tools/learn_letters.py` wrote. Raises OSError when they are missing."""
        return cls(np.load(path).astype(np.float64))

    def odds(self, word: str) -> float:
        """The log odds that the lower-case `word` is a term rather than a general word, by its letters alone."""
        return float(sum(self._odds[place] for place in triples(word)))
