"""The tests that an element of a pattern puts to a row, each answered for many rows at once.

A condition reads the columns of `Rows` and nothing else; how elements follow each other is the pattern's affair.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags
from prosefix.english.lexicon import lexicon
from prosefix.english.vocabulary import Kind, Vocabulary, straighten
from prosefix.rulebook.rows import Booleans, Numbers, Rows


class Condition(ABC):
    """A test of single rows, never changed. Those of one sort with equal parts are equal, and share what they worked out.

    That is said here once for all: to make each sort a frozen data class took a twentieth of a cold start.
    """

    @property
    @abstractmethod
    def cost(self) -> int:
        """Conditions are tried in the order of their cost."""

    @abstractmethod
    def test(self, rows: Rows, at: Numbers) -> Booleans:
        """Whether each of the rows `at` passes; False on sentinels unless the condition is a negation."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))


@dataclass(eq=False)
class WordIs(Condition):
    """The row's lower-case form, apostrophe straight, is one of `words`."""

    words: frozenset[str]
    cost: ClassVar[int] = 0

    def ids(self, rows: Rows) -> Numbers:
        return rows.remember(self, lambda: rows.ids(self.words))

    def _mask(self, rows: Rows) -> Booleans:
        mask = np.zeros(len(rows.vocabulary), dtype=np.bool_)
        mask[self.ids(rows)] = True
        return mask

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        return rows.remember((self, "mask"), lambda: self._mask(rows))[rows.lower[at]]


@dataclass(eq=False)
class KindIs(Condition):
    """The row's kind (`vocabulary.Kind`, stand-ins told apart) is one of `kinds`."""

    kinds: frozenset[int]
    cost: ClassVar[int] = 1

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        mask = np.zeros(256, dtype=np.bool_)
        mask[list(self.kinds)] = True
        return mask[rows.vocabulary.kind[rows.word[at]]]


@dataclass(eq=False)
class ShapeHas(Condition):
    """The row's shape has one of the bits `shapes` (`vocabulary.Shape`)."""

    shapes: int
    cost: ClassVar[int] = 1

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        found: Booleans = (rows.vocabulary.shape[rows.word[at]] & np.uint8(self.shapes)) != 0
        return found


@dataclass(eq=False)
class TagIs(Condition):
    """The tagger gave the row one of the tags in the bit mask `bits`, with probability `sure` at least."""

    bits: int
    sure: float = 0.0
    cost: ClassVar[int] = 1

    def mask(self) -> Booleans:
        mask = np.zeros(256, dtype=np.bool_)
        mask[[code for code in range(len(tags.TAGS)) if self.bits >> code & 1]] = True
        return mask

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        found = self.mask()[rows.table.tag[at]]
        return found & (rows.table.probability[at] >= self.sure) if self.sure else found


@dataclass(eq=False)
class LexiconTags(Condition):
    """The lexicon gives the word one of the tags in `bits`; with `only`, no other tag beside them."""

    bits: int
    only: bool = False
    cost: ClassVar[int] = 2

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        possible = lexicon().tags(rows.vocabulary)[rows.word[at]]
        some: Booleans = (possible & np.uint64(self.bits)) != 0
        return some & ((possible & ~np.uint64(self.bits)) == 0) if self.only else some


@dataclass(eq=False)
class LexiconFlags(Condition):
    """The lexicon marks the word with one of the bits `flags` (`lexicon.Flag`)."""

    flags: int
    cost: ClassVar[int] = 2

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        found: Booleans = (lexicon().flags(rows.vocabulary)[rows.word[at]] & self.flags) != 0
        return found


@dataclass(eq=False)
class WordKnown(Condition):
    """Whether the lexicon knows the word is `known`."""

    known: bool
    cost: ClassVar[int] = 2

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        word = rows.word[at]
        found: Booleans = (lexicon().known(rows.vocabulary)[word] == self.known) & (word != 0)
        return found


@dataclass(eq=False)
class SpaceBefore(Condition):
    """Whether white space (or the start of the block) comes before the row is `space`."""

    space: bool
    cost: ClassVar[int] = 1

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        found: Booleans = rows.table.space[at] == self.space
        return found


@dataclass(eq=False)
class SentenceEdge(Condition):
    """The row is the first (or the last) of its sentence, or is not."""

    first: bool
    wanted: bool
    cost: ClassVar[int] = 1

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        edges = rows.sentence_starts if self.first else rows.sentence_ends
        found: Booleans = (edges[at] == self.wanted) & rows.inside[at]
        return found


@dataclass(eq=False)
class BlockStart(Condition):
    """The row is the first of its block, or is not."""

    wanted: bool
    cost: ClassVar[int] = 1

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        found: Booleans = (rows.inside[at - 1] != self.wanted) & rows.inside[at]
        return found


@dataclass(eq=False)
class ChunkColumn(Condition):
    """The row's value in a column of `english.chunks.Chunks` is one of `values`."""

    column: str
    values: frozenset[int]
    cost: ClassVar[int] = 3

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        return np.isin(getattr(rows.chunks, self.column)[at], list(self.values)) & rows.inside[at]


@dataclass(eq=False)
class VerbGroup(Condition):
    """The row is a finite verb whose group has one of the bits `verbs` (`chunks.Verb`)."""

    verbs: int
    cost: ClassVar[int] = 3

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        found: Booleans = (rows.chunks.verb[at] & np.uint8(self.verbs)) != 0
        return found


@dataclass(eq=False)
class PhraseHead(Condition):
    """Whether the row is the head of its noun phrase is `wanted`."""

    wanted: bool
    cost: ClassVar[int] = 3

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        found: Booleans = (rows.chunks.head[at] == at) == self.wanted
        return found & rows.inside[at]


@dataclass(eq=False)
class BlockIs(Condition):
    """The row stands in a block of one of `kinds` (`page.prose.BlockKind` values)."""

    kinds: frozenset[str]
    cost: ClassVar[int] = 3

    def _mask(self, rows: Rows) -> Booleans:
        return np.array([block.kind in self.kinds for block in rows.context.blocks] + [False], dtype=np.bool_)

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        mask = rows.remember(self, lambda: self._mask(rows))
        block = rows.table.block[at]
        return mask[np.where((block >= 0) & (block < len(mask)), block, len(mask) - 1)]


@dataclass(eq=False)
class WordPasses(Condition):
    """The word passes `check` (called `name`), worked out once for each distinct word that is asked about.

    `check` gets the word as written, or with `lower` its lower-case form with a straight apostrophe.
    """

    name: str
    check: Callable[[str], bool]
    lower: bool = True
    cost: ClassVar[int] = 4

    def __hash__(self) -> int:
        return hash((self.name, self.lower))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordPasses) and (self.name, self.lower) == (other.name, other.lower)

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        words = rows.vocabulary.words
        answers = self._answers(rows.vocabulary)
        ids = rows.word[at]
        asked = np.zeros(len(answers), dtype=np.bool_)
        asked[ids] = True
        for number in np.flatnonzero(asked & (answers == _UNASKED)).tolist():
            word = words[number]
            answers[number] = bool(word) and self.check(straighten(word).lower() if self.lower else word)
        passed: Booleans = answers[ids] == 1
        return passed

    def _answers(self, vocabulary: Vocabulary) -> NDArray[np.int8]:
        """What is known of the vocabulary's words so far; kept as long as the vocabulary is."""
        kept = _ANSWERS.setdefault(vocabulary, {})
        known = kept.get(self)
        if known is None or len(known) < len(vocabulary):
            grown = np.full(2 * len(vocabulary), _UNASKED, dtype=np.int8)
            if known is not None:
                grown[: len(known)] = known
            known = kept[self] = grown
        return known


_UNASKED = -1
_ANSWERS: WeakKeyDictionary[Vocabulary, dict[WordPasses, NDArray[np.int8]]] = WeakKeyDictionary()


@dataclass(eq=False)
class RowPasses(Condition):
    """The row passes `check`, a Python call for each row: for tests that no column answers, tried last."""

    name: str
    check: Callable[[Rows, int], bool]
    cost: ClassVar[int] = 9

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowPasses) and self.name == other.name

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        return np.array([self.check(rows, row) for row in at.tolist()], dtype=np.bool_)


@dataclass(eq=False)
class AllOf(Condition):
    """The row passes every one of `conditions`."""

    conditions: tuple[Condition, ...]

    @property
    def cost(self) -> int:
        return max((condition.cost for condition in self.conditions), default=0)

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        passed: Booleans = rows.word[at] != 0
        for number, condition in enumerate(self.conditions):
            if number == 0 or condition.cost < 3:
                passed = passed & condition.test(rows, at)
            else:
                left = np.flatnonzero(passed)
                passed = np.zeros(len(at), dtype=np.bool_)
                passed[left[condition.test(rows, at[left])]] = True
        return passed


@dataclass(eq=False)
class AnyOf(Condition):
    """The row passes at least one of `conditions`."""

    conditions: tuple[Condition, ...]

    @property
    def cost(self) -> int:
        return max((condition.cost for condition in self.conditions), default=0)

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        passed = np.zeros(len(at), dtype=np.bool_)
        for condition in self.conditions:
            passed |= condition.test(rows, at)
        return passed


@dataclass(eq=False)
class NoneOf(Condition):
    """The row is not a sentinel and passes none of `conditions`."""

    conditions: tuple[Condition, ...]

    @property
    def cost(self) -> int:
        return max((condition.cost for condition in self.conditions), default=0)

    def test(self, rows: Rows, at: Numbers) -> Booleans:
        real: Booleans = rows.word[at] != 0
        return real & ~AnyOf(self.conditions).test(rows, at)


def in_order(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """`conditions`, the cheap ones first."""
    return tuple(sorted(conditions, key=lambda condition: condition.cost))


def candidates(condition: Condition, rows: Rows) -> Numbers:
    """All rows that pass `condition`, by the index of words where it names some."""
    words = words_of(condition)
    if words is None:
        found = np.flatnonzero(condition.test(rows, np.arange(rows.count)))
    else:
        found = rows.rows_of(words.ids(rows))
        found = found[condition.test(rows, found)] if condition != words else found
    return found


def words_of(condition: Condition) -> WordIs | None:
    """The smallest list of words that every row passing `condition` is in, where the condition names one."""
    if isinstance(condition, WordIs):
        return condition
    if isinstance(condition, AllOf):
        lists = [words for inner in condition.conditions if (words := words_of(inner)) is not None]
        return min(lists, key=lambda words: len(words.words), default=None)
    if isinstance(condition, AnyOf):
        inner = [words_of(each) for each in condition.conditions]
        if inner and all(words is not None for words in inner):
            return WordIs(frozenset().union(*(words.words for words in inner if words is not None)))
    return None


def expected(condition: Condition, rows: Rows) -> int:
    """About how many rows pass: exact for words and tags, otherwise a guess on the high side."""
    words = words_of(condition)
    if words is not None:
        return rows.count_of(words.ids(rows))
    if isinstance(condition, TagIs):
        return int(rows.tag_counts[condition.mask()].sum())
    if isinstance(condition, AllOf):
        return min((expected(inner, rows) for inner in condition.conditions), default=rows.count)
    if isinstance(condition, KindIs):
        return rows.count // (1 if Kind.WORD in condition.kinds else 6)
    return rows.count if isinstance(condition, NoneOf) else rows.count // 2
