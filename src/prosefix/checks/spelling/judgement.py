"""How sure it is that an unknown word is a misspelling of the option that ranks first.

A small network over what speaks for a slip (a cheap one, of a common word, that fits the place) and for a term or name
(capitals, repetition, code on the page); learnt from mended typos and from unknown words of edited text.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.spelling.candidates import FOLDER
from prosefix.checks.spelling.ranking import Ranked
from prosefix.english.vocabulary import Shape, straighten

FEATURES = (
    "certainty", "cost", "slips", "first", "length", "gain", "frequency", "inside", "opening", "capitals", "compound", "made",
    "repeated", "option on page", "split", "misformed", "hyphened", "name", "doubtful", "swapped", "doubled", "company",
    "letters", "a letter", "put before", "put behind", "cut before", "cut behind", "head", "tail", "function words",
    "unknown words", "words",
)  # fmt: skip

ON_PAGE = 3.0  # by how much (log odds) a word is likelier to be right that the page has in code, a definition or an id
_DOUBLED = re.compile(r"(.)\1")
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A word in its place: what the suspect is, what its first option is, and what the page says of both."""

    word: str
    best: Ranked
    as_written: float  # log10 of the probability of some unknown word there
    shape: int
    opening: bool
    compound: bool  # falls into two known words; `fullfill` does too, but by a letter doubled
    made: bool  # by rule from known words
    hyphened: bool
    doubtful: bool
    letters: float  # log odds that it is a term, by its letters
    head: float  # share of its letters that a common word at its beginning takes; `fileno`
    tail: float  # and at its end: `kthread`
    around: tuple[int, int, int]  # function words, unknown words, all words near it in its block
    count: int  # how often the page has the word
    company: int  # odd rows near it
    option_count: int  # how often the page has the option

    def features(self) -> list[float]:
        """What speaks for and against the option, by `FEATURES`."""
        option = self.best.option
        folded, right = straighten(self.word).lower(), option.text.lower()
        share = min(max(self.best.share, 0.02), 0.9999)
        capital = bool(self.shape & Shape.TITLE)
        doubled = folded != right and _DOUBLED.sub(r"\1", folded) == _DOUBLED.sub(r"\1", right)
        return [
            math.log(share / (1 - share)),
            min(option.cost, 20.0),
            option.slips,
            option.first,
            math.log(len(self.word)),
            max(-4.0, min(6.0, self.best.context - self.as_written)),
            option.frequency,
            capital and not self.opening,
            capital and self.opening,
            bool(self.shape & Shape.UPPER),
            self.compound and not doubled,
            self.made,
            math.log(max(self.count, 1)),
            math.log1p(self.option_count),
            option.split,
            option.misformed,
            self.hyphened,
            option.text[0].isupper(),
            self.doubtful,
            sorted(folded) == sorted(right),
            doubled,
            self.company,
            self.letters,
            self.letters / len(folded),
            folded.endswith(right) and not doubled,
            folded.startswith(right) and not doubled,
            right.endswith(folded),
            right.startswith(folded),
            self.head,
            self.tail,
            *self.around,
        ]


class Judge:
    """A small network from features to the probability that the word is wrong: one layer of hyperbolic tangents."""

    def __init__(self, layers: Mapping[str, Floats]) -> None:
        self._mean, self._scale = layers["mean"], layers["scale"]
        self._inner, self._inner_bias = layers["inner"], layers["inner_bias"]
        self._outer, self._bias = layers["outer"], layers["bias"].item()

    @classmethod
    def open(cls, path: Path = FOLDER / "judge.npz") -> "Judge":
        """The network that `tools/learn_judgement.py` wrote. Raises OSError when it is missing."""
        with np.load(path) as layers:
            return cls({name: layers[name].astype(np.float64) for name in layers.files})

    def probability(self, rows: Floats, on_page: NDArray[np.bool_] | None = None) -> Floats:
        """The probability for each row of features; `on_page` tells which words the page has as code or in an id."""
        inner = np.tanh((rows - self._mean) / self._scale @ self._inner + self._inner_bias)
        score = inner @ self._outer + self._bias
        if on_page is not None:
            score = score - ON_PAGE * on_page
        judged: Floats = 1 / (1 + np.exp(-score))
        return judged
