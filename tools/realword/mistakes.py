"""Puts mistakes into tagged text as writers make them: in verbs, numbers of nouns, small words, and real words.

How often a small word is lost, added or exchanged, and which words are written for which, comes from writers' changes.
"""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TypeVar

from prosefix.checks.realword.confusions import Confusions, Relation
from prosefix.checks.realword.evidence import plural_apart
from prosefix.english.table import WordTable
from prosefix.english.tags import CODE

_VERBS = {CODE[tag] for tag in ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG")}
_NOUNS = {CODE["NN"], CODE["NNS"]}
_ARTICLES = ("a", "an", "the")
# Of the mistakes in technical pages that this check is for, the share of each kind.
KINDS = {"number": 0.17, "verb": 0.19, "word": 0.22, "article": 0.22, "small": 0.20}
SMALL_SHARE = 0.45  # of wrong words, those that are small words
TRIES = 12
Choice = TypeVar("Choice", int, str)
APART = 3  # rows between two mistakes


@dataclass(frozen=True)
class Mistake:
    """At `at` (code points of the faulty text) stands `written` where `meant` was; either may be empty."""

    at: int
    written: str
    meant: str


@dataclass(frozen=True)
class _Edit:
    first: int
    last: int  # the first row behind it
    written: str
    meant: str


class Writer:
    """Makes mistakes in blocks of a table; `slips` counts pairs of a written and a meant word, either perhaps empty."""

    def __init__(self, confusions: Confusions, slips: Counter[tuple[str, str]], density: float, seed: int) -> None:
        self.rng, self.density = random.Random(seed), density
        self.small = [confusions.word(int(number)) for number in confusions.small[1:]]
        self.lost = {word: 1 + slips["", word] for word in self.small}
        self.added = {word: 0.3 + slips[word, ""] for word in self.small}
        share = {word: 1e5 * 10 ** float(confusions.frequency[confusions.known[word]]) for word in self.small}
        self.loss_rate = {word: self.lost[word] / (50 + share[word]) for word in self.small}
        self.forms: dict[str, dict[str, float]] = defaultdict(dict)
        self.others: dict[str, dict[str, float]] = defaultdict(dict)
        self._learn(confusions, slips)

    def _learn(self, confusions: Confusions, slips: Counter[tuple[str, str]]) -> None:
        entries = {word: number for number, word in enumerate(confusions.words)} | dict(confusions.rare)
        weights = {Relation.EDIT: 0.3, Relation.SLIP: 0.3, Relation.DERIVED: 0.3}
        for written, entry in entries.items():
            for at in range(confusions.first[entry], confusions.first[entry + 1]):
                meant, relation = (
                    confusions.word(int(confusions.alternatives[at])),
                    Relation(int(confusions.relations[at])),
                )
                seen = slips[written, meant]
                if relation is Relation.INFLECTION:
                    self.forms[meant][written] = (3.0 if plural_apart(written, meant) else 1.0) + 0.5 * seen
                else:
                    self.others[meant][written] = weights[relation] * (0.8 if written in confusions.rare else 1) + seen
        for written in self.small:
            for meant in self.small:
                if (
                    slips[written, meant]
                    and not {written, meant} <= set(_ARTICLES)
                    and written not in self.forms[meant]
                ):
                    self.others[meant][written] = 0.5 * slips[written, meant]

    def spoil(self, table: WordTable, first: int, last: int, words: list[int]) -> tuple[str, list[Mistake]]:
        """The text of rows `first` to `last` (not included) with mistakes in some of `words`, rows of that block."""
        wanted = self.rng.random() * 2 * self.density * (last - first)
        edits = []
        for _ in range(int(wanted) + (self.rng.random() < wanted % 1)):
            kind = self.rng.choices(list(KINDS), list(KINDS.values()))[0]
            edit = self._edit(kind, table, first, last, words)
            if edit:
                edits.append(edit)
        return self._written(table, first, last, sorted(edits, key=lambda edit: edit.first))

    def _edit(self, kind: str, table: WordTable, first: int, last: int, words: list[int]) -> _Edit | None:
        if not words:
            return None
        if kind in ("article", "small"):
            return self._small_edit(kind, table, first, last, words)
        of_small = self.rng.random() < SMALL_SHARE
        for row in self.rng.choices(words, k=TRIES):
            options = self._options(kind, table, row)
            if kind == "word" and not self._ready(table.written(row, row).lower(), options, of_small):
                continue
            if options:
                return _Edit(row, row + 1, self._drawn(options), table.written(row, row).lower())
        return None

    def _ready(self, word: str, options: dict[str, float], of_small: bool) -> bool:
        """Whether `word` is of the wanted sort, and goes wrong now: the more readily, the more others are like it."""
        if (word in self.lost) != of_small:
            return False
        return self.rng.random() < (0.1 if of_small else 0.3) + sum(options.values()) / 5

    def _options(self, kind: str, table: WordTable, row: int) -> dict[str, float]:
        """What may be written for the word at `row`, with weights."""
        meant, tag = table.written(row, row).lower(), int(table.tag[row])
        if kind == "number":
            return {word: 1.0 for word in self.forms.get(meant, ()) if tag in _NOUNS and plural_apart(word, meant)}
        if kind == "verb":
            return {word: w for word, w in self.forms.get(meant, {}).items() if tag in _VERBS and "'" not in word}
        return self.others.get(meant, {})

    def _small_edit(self, kind: str, table: WordTable, first: int, last: int, words: list[int]) -> _Edit | None:
        """A small word lost, or one too many, or `a` for `an`."""
        articles = kind == "article"
        chance = self.rng.random()
        if chance < 0.5:
            among = [r for r in words if first < r < last - 1 and table.space[r] and table.space[r + 1]]
            rates = {r: self._rate(table.written(r, r), articles) for r in among}
            if not any(rates.values()):
                return None
            row = self._drawn(rates)
            return _Edit(row, row + 1, "", table.written(row, row).lower())
        if articles and chance < 0.7:
            among = [r for r in words if table.written(r, r) in ("a", "an")]
            if not among:
                return None
            row = self.rng.choice(among)
            meant = table.written(row, row)
            return _Edit(row, row + 1, "an" if meant == "a" else "a", meant)
        options = (
            {"the": 0.65, "a": 0.3, "an": 0.05}
            if articles
            else {w: n for w, n in self.added.items() if w not in _ARTICLES}
        )
        return self._addition(table, first, last, self._drawn(options))

    def _rate(self, word: str, articles: bool) -> float:
        """How readily `word` is lost."""
        return (
            (1.0 if word in _ARTICLES else 0.0)
            if articles
            else (0.0 if word in _ARTICLES else self.loss_rate.get(word, 0.0))
        )

    def _addition(self, table: WordTable, first: int, last: int, word: str) -> _Edit | None:
        """`word` put in, as often as not beside another small word, as it happens when text is changed."""
        gaps = [row for row in range(first + 1, last) if table.space[row]]
        beside = [row for row in gaps if {table.written(row - 1, row - 1), table.written(row, row)} & set(self.small)]
        if not gaps:
            return None
        row = self.rng.choice(beside if beside and self.rng.random() < 0.5 else gaps)
        doubled = word in (table.written(row - 1, row - 1).lower(), table.written(row, row).lower())
        return None if doubled else _Edit(row, row, word, "")

    def _drawn(self, weights: dict[Choice, float]) -> Choice:
        return self.rng.choices(list(weights), list(weights.values()))[0]

    def _written(self, table: WordTable, first: int, last: int, edits: list[_Edit]) -> tuple[str, list[Mistake]]:
        text, mistakes, at, before = "", [], int(table.start[first]), first - APART - 1
        for edit in edits:
            if edit.first <= before + APART:
                continue
            before = edit.last
            start = int(table.start[edit.first])
            text += table.text[at:start] if edit.written else table.text[at:start].rstrip()
            mistakes.append(Mistake(len(text), edit.written, edit.meant))
            capital = bool(edit.meant) and table.text[start].isupper()
            text += edit.written.capitalize() if capital and edit.written else edit.written
            text += " " if not edit.meant else ""
            at = int(table.end[edit.first]) if edit.meant else start
        return text + table.text[at : int(table.end[last - 1])], mistakes
