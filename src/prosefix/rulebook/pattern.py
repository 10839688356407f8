"""Patterns: elements one after the other, found in a whole table at once.

A pattern starts at the rows of its rarest element and grows both ways over arrays of rows; every way to fill its
optional and repeated elements is one branch. It knows nothing of messages or replacements.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from prosefix.rulebook.conditions import Condition, WordIs, candidates, expected, words_of
from prosefix.rulebook.elements import Element
from prosefix.rulebook.rows import Booleans, Numbers, Rows

Counts = tuple[int, ...]
_MANY = 1000  # about how often a word repeats itself nearby by chance in a large batch


class Places(NamedTuple):
    """Where a pattern was found with one way of filling: `first[k]` is where its first element begins, `counts` how
    many rows each element takes."""

    first: Numbers
    counts: Counts

    def begin(self, element: int) -> Numbers:
        """The row at which element number `element` (from 0) begins, for every place."""
        return self.first + sum(self.counts[:element])

    def keep(self, chosen: Booleans) -> "Places":
        return Places(self.first[chosen], self.counts)


class Unless(NamedTuple):
    """What takes a match back: rows right before and right after it, or a pattern that overlaps its mark."""

    before: tuple[Element, ...] = ()
    after: tuple[Element, ...] = ()
    over: "Run | None" = None


class Run:
    """Elements that follow each other in one sentence."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self.elements = tuple(elements)
        self._anchors = [n for n, each in enumerate(self.elements) if each.low and not each.edge]
        self._words: dict[int, WordIs | None] = {n: words_of(self.elements[n].condition) for n in self._anchors}

    @property
    def empty(self) -> bool:
        return not self._anchors

    @property
    def needs(self) -> list[WordIs]:
        """The lists of words of each of which one must be in a text for the pattern to be found there."""
        return [words for words in self._words.values() if words is not None]

    def find(self, rows: Rows) -> list[Places]:
        """All places, one `Places` for each way of filling that occurs."""
        anchor = self._anchor(rows)
        if anchor is None:
            return []
        element = self.elements[anchor]
        distance = self._repeated_at(anchor)
        if distance:
            start = np.flatnonzero((rows.lower[:-distance] == rows.lower[distance:]) & rows.inside[:-distance])
            start = start[element.condition.test(rows, start)]
        else:
            start = rows.remember(("candidates", element.condition), partial(candidates, element.condition, rows))
        if not len(start):
            return []
        rest = Element(element.condition, element.low - 1, element.high - 1)
        after = (rest, *self.elements[anchor + 1 :]) if rest.high else self.elements[anchor + 1 :]
        found = []
        for end, right in walk(rows, after, start + 1, forward=True):
            origin = right.origin
            for begin, left in walk(rows, self.elements[:anchor], start[origin], forward=False):
                counts = right.counts if rest.high else (0, *right.counts)
                places = Places(begin, (*left.counts, counts[0] + 1, *counts[1:]))
                last = end[left.origin] - 1
                found.append(self._agreeing(rows, places.keep(rows.same_sentence(begin, last))))
        return [places for places in found if len(places.first)]

    def _repeated_at(self, anchor: int) -> int:
        """How many rows further on an element must repeat the anchor's word, where that is certain; else 0."""
        for number in range(anchor + 1, len(self.elements)):
            element = self.elements[number]
            if element.low != 1 or element.high != 1:
                return 0
            if element.same == anchor + 1:
                return number - anchor
        return 0

    def _anchor(self, rows: Rows) -> int | None:
        """The element that fewest rows can pass, or None where one of the words is nowhere."""
        best, least = None, rows.count + 1
        for number in self._anchors:
            words = self._words[number]
            condition: Condition = words or self.elements[number].condition
            count = rows.remember(("expected", condition), partial(expected, condition, rows))
            if count > _MANY and self._repeated_at(number):
                count = _MANY
            if count == 0:
                return None
            if count < least:
                best, least = number, count
        return best

    def _agreeing(self, rows: Rows, places: Places) -> Places:
        """The places where each element with `same` repeats the word of the element that it names."""
        for number, element in enumerate(self.elements):
            if element.same and places.counts[number]:
                same = rows.lower[places.begin(number)] == rows.lower[places.begin(element.same - 1)]
                places = places.keep(same)
        return places


class Branch(NamedTuple):
    """One way of filling: which of the rows given it grew from, and how many rows each element took."""

    origin: Numbers
    counts: Counts


def walk(rows: Rows, elements: Sequence[Element], at: Numbers, forward: bool) -> Iterator[tuple[Numbers, Branch]]:
    """Every way to fill `elements` from the boundaries before the rows `at`, to the right or to the left.

    Yields the boundary reached for each place and its branch; counts are in the order of `elements`.
    """
    order = elements if forward else elements[::-1]
    for reached, branch in _fill(rows, order, at, np.arange(len(at)), (), forward):
        yield reached, branch if forward else Branch(branch.origin, branch.counts[::-1])


def _fill(
    rows: Rows, elements: Sequence[Element], at: Numbers, origin: Numbers, counts: Counts, forward: bool
) -> Iterator[tuple[Numbers, Branch]]:
    if not elements:
        yield at, Branch(origin, counts)
        return
    element, rest = elements[0], elements[1:]
    if element.edge:
        edge = rows.sentence_starts[at] if element.edge == "^" else rows.sentence_ends[at - 1]
        yield from _fill(rows, rest, at[edge], origin[edge], (*counts, 0), forward)
        return
    for taken in range(element.high + 1):
        if not len(at):
            return
        if taken >= element.low:
            yield from _fill(rows, rest, at, origin, (*counts, taken), forward)
        if taken < element.high:
            passed = element.condition.test(rows, at if forward else at - 1)
            at, origin = at[passed] + (1 if forward else -1), origin[passed]


def reaches(rows: Rows, elements: Sequence[Element], at: Numbers, forward: bool) -> Booleans:
    """Whether `elements` can be filled from each boundary `at` within its sentence."""
    found = np.zeros(len(at), dtype=np.bool_)
    near = at - 1 if forward else at  # the row inside the match, next to the boundary
    for reached, branch in walk(rows, elements, at, forward):
        far = np.where(reached == at[branch.origin], near[branch.origin], reached - 1 if forward else reached)
        found[branch.origin[rows.same_sentence(near[branch.origin], far)]] = True
    return found


def _overlapped(begins: Numbers, ends: Numbers, mark: tuple[Numbers, Numbers]) -> Booleans:
    """Which marks any of the spans `[begins, ends)` overlaps; in n log n, for both may be a whole page."""
    order = np.argsort(begins, kind="stable")
    farthest = np.concatenate(([-1], np.maximum.accumulate(ends[order])))  # end of the spans that begin so far
    overlapped: Booleans = farthest[np.searchsorted(begins[order], mark[1], side="right")] > mark[0]
    return overlapped


def taken_back(rows: Rows, unless: Unless, first: Numbers, end: Numbers, mark: tuple[Numbers, Numbers]) -> Booleans:
    """Which matches over rows `[first, end)` with `mark` (first row, last row) the exception `unless` takes back."""
    if unless.over is not None:
        taken = np.zeros(len(first), dtype=np.bool_)
        for each in unless.over.find(rows):
            taken |= _overlapped(each.first, each.first + sum(each.counts), mark)
        return taken
    taken = np.ones(len(first), dtype=np.bool_)
    if unless.before:
        taken &= reaches(rows, unless.before, first, forward=False)
    if unless.after:
        taken &= reaches(rows, unless.after, end, forward=True)
    return taken
