"""The error model: how likely fingers and memory are to turn an intended word into the one written.

A noisy channel of single slips (Kernighan, Church and Gale 1990): a letter replaced, left out, put in, or two swapped,
each with a cost learnt from mended typos. It knows letters only; which word fits the text is for `ranking`.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

DATA = Path(__file__).parents[2] / "english" / "data" / "spelling" / "channel.npy"

EDGE = 0  # the place before the first letter
LETTERS = "abcdefghijklmnopqrstuvwxyz'"
SIZE = len(LETTERS) + 2  # the edge, the letters, and one for every other character
INFINITE = float("inf")
REPLACED, OMITTED, ADDED, SWAPPED = range(4)

_CODES = {letter: code for code, letter in enumerate(LETTERS, 1)}
_OTHER = SIZE - 1


def encode(word: str) -> list[int]:
    """The letters of a lower-case word as small integers."""
    return [_CODES.get(letter, _OTHER) for letter in word]


def core(typed: str, intended: str) -> tuple[int, int]:
    """The lengths of the longest beginning and, after it, the longest ending that the two words share."""
    shorter = min(len(typed), len(intended))
    head = 0
    while head < shorter and typed[head] == intended[head]:
        head += 1
    tail = 0
    while tail < shorter - head and typed[-1 - tail] == intended[-1 - tail]:
        tail += 1
    return head, tail


_Slip = tuple[int, int, int]
_Chain = tuple[Any, _Slip] | None  # slips, the last one outermost
_Way = tuple[float, _Chain]  # a cost and the slips that add up to it


class Channel:
    """Costs (natural logarithms, at least 0) of slips, by kind and two letters:

    `[REPLACED, intended, typed]`, `[OMITTED, letter before, letter]`, `[ADDED, letter before, letter]`,
    `[SWAPPED, first intended, second intended]`.
    """

    def __init__(self, costs: NDArray[np.float32]) -> None:
        self._costs: list[list[list[float]]] = costs.tolist()

    @classmethod
    def open(cls, path: Path = DATA) -> "Channel":
        """The costs that `tools/learn_slips.py` wrote."""
        return cls(np.load(path))

    def cost(self, typed: str, intended: str) -> float:
        """The cost of the cheapest slips that make `typed` of `intended`; 0 for the same word."""
        return self._cheapest(typed, intended)[0]

    def slips(self, typed: str, intended: str) -> tuple[float, list[_Slip]]:
        """The cheapest way: its cost and its slips, as (kind, first letter, second letter) of the table."""
        cost, chain = self._cheapest(typed, intended)
        found: list[_Slip] = []
        while chain is not None:
            chain, slip = chain
            found.append(slip)
        return cost, found[::-1]

    def _cheapest(self, typed: str, intended: str) -> _Way:
        head, tail = core(typed, intended)
        before = _CODES.get(intended[head - 1], _OTHER) if head else EDGE
        wrote = encode(typed[head : len(typed) - tail])
        meant = encode(intended[head : len(intended) - tail])
        _, omitted, added, _ = self._costs
        match len(meant), len(wrote):
            case 0, 1:
                return added[before][wrote[0]], (None, (ADDED, before, wrote[0]))
            case 1, 0:
                return omitted[before][meant[0]], (None, (OMITTED, before, meant[0]))
        return self._align(wrote, meant, before)

    def _align(self, wrote: list[int], meant: list[int], before: int) -> _Way:
        """The cheapest way by dynamic programming over both words, a row for each letter meant."""
        replaced, omitted, added, swapped = self._costs
        above: list[_Way] = []
        above2: list[_Way] = []
        for i in range(len(meant) + 1):
            m, last = (meant[i - 1], meant[i - 1]) if i else (-1, before)
            previous = meant[i - 2] if i > 1 else before
            row: list[_Way] = []
            for j in range(len(wrote) + 1):
                w = wrote[j - 1] if j else -1
                best: _Way = (INFINITE if i or j else 0.0, None)
                if i and j:
                    cost, chain = above[j - 1]
                    best = (cost, chain) if m == w else (cost + replaced[m][w], (chain, (REPLACED, m, w)))
                if i and (cost := above[j][0] + omitted[previous][m]) < best[0]:
                    best = (cost, (above[j][1], (OMITTED, previous, m)))
                if j and (cost := row[j - 1][0] + added[last][w]) < best[0]:
                    best = (cost, (row[j - 1][1], (ADDED, last, w)))
                if i > 1 and j > 1 and meant[i - 2] == w != m == wrote[j - 2]:
                    cost = above2[j - 2][0] + swapped[w][m]
                    if cost < best[0]:
                        best = (cost, (above2[j - 2][1], (SWAPPED, w, m)))
                row.append(best)
            above2, above = above, row
        return above[-1]
