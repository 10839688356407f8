"""The judge: how probable it is that a suspect is a mistake and what is proposed its correction.

Boosted decision trees over the evidence, evaluated in columns; it gathers no evidence and reports nothing.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.realword.encoder import Floats
from prosefix.english.arrays import mapped

LINES = 256  # worked on at once, so that their numbers stay in the processor's cache
HOPELESS = -3.0  # after the first trees, log-odds below which the others are not asked
FIRST = 25

NODE = np.dtype([("column", "<i2"), ("threshold", "<f4"), ("left", "<i4"), ("right", "<i4"), ("value", "<f4")])


class Forest:
    """Trees whose values add up to log-odds.

    `nodes` (of `NODE`) hold all trees; a node with `column` -1 is a leaf, children are numbers in `nodes`.
    """

    def __init__(self, nodes: NDArray[np.void], roots: NDArray[np.int32], start: float) -> None:
        self._column, self._threshold, self._left, self._right, self._value = (
            np.ascontiguousarray(nodes[name]) for name in ("column", "threshold", "left", "right", "value")
        )
        self._roots, self._start = roots, start

    def log_odds(self, evidence: Floats) -> Floats:
        """The log-odds of every line of `evidence` (n, columns)."""
        total = np.full(len(evidence), self._start, dtype=np.float32)
        self._add(total, evidence, np.arange(len(evidence)), self._roots[:FIRST])
        self._add(total, evidence, np.flatnonzero(total > HOPELESS), self._roots[FIRST:])
        return total

    def _add(self, total: Floats, evidence: Floats, lines: NDArray[np.intp], roots: NDArray[np.int32]) -> None:
        for start in range(0, len(lines), LINES):
            some = lines[start : start + LINES]
            total[some] += self._value[self._leaves(evidence[some], roots)].reshape(len(some), -1).sum(axis=1)

    def _leaves(self, evidence: Floats, roots: NDArray[np.int32]) -> NDArray[np.int32]:
        """The leaf that each line falls into in each tree, line by line."""
        at = np.tile(roots, len(evidence))
        flat, base = evidence.ravel(), np.repeat(np.arange(len(evidence)) * evidence.shape[1], len(roots))
        inner = np.flatnonzero(self._column[at] >= 0)
        while len(inner):
            node = at[inner]
            below = flat[base[inner] + self._column[node]] <= self._threshold[node]
            node = np.where(below, self._left[node], self._right[node])
            at[inner] = node
            inner = inner[self._column[node] >= 0]
        return at


class Judge(NamedTuple):
    """One forest for words, one for small words that come, go and change; and what their log-odds are worth."""

    names: tuple[str, ...]  # of the columns of evidence
    words: Forest
    small: Forest
    odds: NDArray[np.float32]  # log-odds, rising, and
    probability: NDArray[np.float32]  # what share of findings with such odds held when they were read

    @classmethod
    def open(cls, folder: Path) -> "Judge":
        """The judge stored in `folder`. Raises FileNotFoundError."""
        names = tuple((folder / "columns.txt").read_text("utf-8").split("\n"))
        scale = np.load(folder / "calibration.npy")
        return cls(names, _forest(folder, "words"), _forest(folder, "small"), scale[0], scale[1])

    def probabilities(self, names: list[str], evidence: Floats, small: NDArray[np.bool_]) -> Floats:
        """The probability that each line of `evidence`, of a small word or not, is a mistake and rightly mended.

        Raises ValueError where a column is missing that the judge was taught with.
        """
        if set(self.names) - set(names):
            raise ValueError("the judge's data was learnt with other columns of evidence")
        evidence = np.ascontiguousarray(evidence[:, [names.index(name) for name in self.names]])
        odds = np.zeros(len(evidence), dtype=np.float32)
        for forest, lines in ((self.words, np.flatnonzero(~small)), (self.small, np.flatnonzero(small))):
            odds[lines] = forest.log_odds(evidence[lines])
        return np.interp(odds, self.odds, self.probability).astype(np.float32)


def _forest(folder: Path, name: str) -> Forest:
    nodes = mapped(folder / f"{name}-trees.npy")
    roots = np.load(folder / f"{name}-roots.npy")
    return Forest(nodes, roots["root"], float(roots["start"][0]))
