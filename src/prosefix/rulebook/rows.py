"""The word table as patterns read it: columns ready to be indexed, and the rows of every word.

It looks words and columns up for conditions and remembers what they worked out. It decides nothing about rules.
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from prosefix.english.chunks import Chunks, chunk
from prosefix.english.table import WordTable
from prosefix.rulebook.context import Context

Numbers = NDArray[np.intp]
Booleans = NDArray[np.bool_]
Value = TypeVar("Value")

_NOTE = "rulebook.rows"
_SHORTHAND = re.compile(r"\{\{([^{}]+)\}\}|\|([^|]+)\|")
_NO_ROWS: Numbers = np.zeros(0, dtype=np.intp)


class Rows:
    """One batch's table, made once and shared by every pattern that reads it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.table: WordTable = context.table
        self.vocabulary = context.table.vocabulary
        self.word: Numbers = self.table.word.astype(np.intp)
        self.lower: Numbers = self.vocabulary.lower.astype(np.intp)[self.word]
        self.count = len(self.word)
        self._remembered: dict[object, object] = {}

    def remember(self, key: object, compute: Callable[[], Value]) -> Value:
        """`compute()`, worked out at the first call with `key` for this table."""
        if key not in self._remembered:
            self._remembered[key] = compute()
        return self._remembered[key]  # type: ignore[return-value]

    def shape(self, row: int) -> int:
        """The shape (`vocabulary.Shape` bits) of the word at `row`."""
        return int(self.vocabulary.shape[self.word[row]])

    @cached_property
    def inside(self) -> Booleans:
        """The rows that are not sentinels."""
        inside: Booleans = self.word != 0
        return inside

    @cached_property
    def sentence_starts(self) -> Booleans:
        """The first row of every sentence; a block begins one."""
        starts = np.ones(self.count, dtype=np.bool_)
        starts[1:] = (self.word[:-1] == 0) | (self.table.sentence[1:] != self.table.sentence[:-1])
        return starts & self.inside

    @cached_property
    def sentence_ends(self) -> Booleans:
        """The last row of every sentence."""
        ends = np.ones(self.count, dtype=np.bool_)
        ends[:-1] = (self.word[1:] == 0) | self.sentence_starts[1:]
        return ends & self.inside

    @cached_property
    def _sentence(self) -> Numbers:
        return np.cumsum(self.sentence_starts, dtype=np.intp)

    def same_sentence(self, first: Numbers, last: Numbers) -> Booleans:
        """Whether rows `first` and `last` (neither a sentinel) stand in one sentence of one block."""
        same: Booleans = self._sentence[first] == self._sentence[last]
        return same

    @cached_property
    def _order(self) -> Numbers:
        keys = self.lower * self.count + np.arange(self.count)  # one plain sort is faster than a stable argsort
        keys.sort()
        return keys % self.count

    @cached_property
    def _bounds(self) -> Numbers:
        counts = np.bincount(self.lower, minlength=len(self.vocabulary))
        return np.concatenate([np.zeros(1, dtype=np.intp), np.cumsum(counts)])

    @cached_property
    def _present(self) -> list[bool]:
        return (np.diff(self._bounds) > 0).tolist()  # type: ignore[no-any-return]

    @cached_property
    def tag_counts(self) -> Numbers:
        """How many rows have each tag code (256 numbers)."""
        return np.bincount(self.table.tag, minlength=256)

    def ids(self, words: Iterable[str]) -> Numbers:
        """The ids of those of `words` (lower case, straight apostrophe) that some row of this table holds."""
        find, present, limit = self.vocabulary.find, self._present, len(self._present)
        found = (find(word) for word in words)
        return np.array([n for n in found if n and n < limit and present[n]], dtype=np.intp)

    def has_any(self, words: Iterable[str]) -> bool:
        """Whether some row holds one of `words`."""
        find, present, limit = self.vocabulary.find, self._present, len(self._present)
        return any((number := find(word)) and number < limit and present[number] for word in words)

    def rows_of(self, ids: Numbers) -> Numbers:
        """The rows, in order, whose lower-case form is one of `ids`."""
        if not len(ids):
            return _NO_ROWS
        order, bounds = self._order, self._bounds
        pieces = [order[bounds[n] : bounds[n + 1]] for n in ids.tolist()]
        return pieces[0] if len(pieces) == 1 else np.sort(np.concatenate(pieces))

    def count_of(self, ids: Numbers) -> int:
        """How many rows `rows_of(ids)` has."""
        return int((self._bounds[ids + 1] - self._bounds[ids]).sum())

    def written(self, row: int) -> str:
        """The text of `row`."""
        return self.table.text[self.table.start[row] : self.table.end[row]]

    def told(self, first: int, last: int) -> str:
        """The text of rows `first` to `last` for a message: a stand-in alone is what it stands for, where known."""
        return (self.content(first) if first == last else "") or self.table.written(first, last)

    @cached_property
    def chunks(self) -> Chunks:
        """Noun phrases, verb groups and subjects, worked out when a rule first asks."""
        return chunk(self.table)

    @cached_property
    def stand_ins(self) -> dict[int, str]:
        """What stands behind each stand-in, by its offset in the table's text."""
        context = self.context
        return {
            stand_in.at + offset: stand_in.content
            for page, offset in zip(context.pages, context.offsets, strict=True)
            for stand_in in page.stand_ins
        }

    def content(self, row: int) -> str:
        """What the stand-in at `row` stands for, as a reader sees it: `uint8`; "" where that is not known."""
        return _shown(self.stand_ins.get(int(self.table.start[row]), ""))


def _shown(content: str) -> str:
    """What a specification's shorthand shows: `Promise` of `{{Promise}}`, `name` of `{{Node/name}}` and of `|name|`."""
    shorthand = _SHORTHAND.fullmatch(content)
    return content if shorthand is None else (shorthand[1] or shorthand[2]).rpartition("|")[2].rpartition("/")[2]


def rows_of(context: Context) -> Rows:
    """The context's rows, made once for all rules and checks that read it."""
    rows = context.notes.get(_NOTE)
    if not isinstance(rows, Rows):
        rows = context.notes[_NOTE] = Rows(context)
    return rows
