"""Looks at every suspect of a batch once: its options ranked in their place, and how sure it is that it is a slip.

The rules of the set share what is found here. It reports nothing itself.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.spelling import suspects
from prosefix.checks.spelling.judgement import FEATURES, Evidence, Judge
from prosefix.checks.spelling.letters import Letters
from prosefix.checks.spelling.pages import Pages, PageWords
from prosefix.checks.spelling.ranking import Option, Place, Ranked, Ranker
from prosefix.english import tags
from prosefix.english.resources import english
from prosefix.english.table import WordTable
from prosefix.english.vocabulary import straighten
from prosefix.rulebook.context import Context

_NOTE = "spelling.assessment"
_MARKS = frozenset("\"'`“”‘’«»")
_ASKING, _PLAIN = np.uint64(tags.mask("TO", "MD")), np.uint64(tags.mask("VB"))
_GAIN, _INSIDE, _SWAPPED, _LETTERS = map(FEATURES.index, ("gain", "inside", "swapped", "letters"))


class Doubt(NamedTuple):
    """A word that may be misspelt. `wrong` is the probability that it is; `options` are ranked, the best first."""

    row: int
    word: str  # as written
    options: list[Ranked]
    features: list[float]
    wrong: float
    known: bool  # in the lexicon, but doubtful
    inside: bool  # with a capital inside a sentence
    hyphened: bool  # part of a hyphenated word
    named: bool  # beside another name
    alone: bool  # all that its term or cell holds
    made: bool  # by rule from known words
    wrapped: bool  # in quotation marks by itself
    governed: bool  # no verb, where a plain verb must stand: `to asses`; the options are plain verbs then

    @property
    def swapped(self) -> bool:
        """Whether the word has the letters of the best option in another order."""
        return bool(self.features[_SWAPPED])

    @property
    def letters(self) -> float:
        """The log odds that the word is a term, by its letters."""
        return self.features[_LETTERS]

    @property
    def gain(self) -> float:
        """How much likelier (log10) than an unknown word the best option is in that place."""
        return self.features[_GAIN]

    @property
    def best(self) -> Ranked:
        return self.options[0]


@cache
def ranker() -> Ranker:
    """The process's ranker: what it works out for a word serves every page."""
    return Ranker.open(english().model)


@cache
def judge() -> Judge:
    return Judge.open()


@cache
def letters() -> Letters:
    return Letters.open()


def assess(context: Context) -> list[Doubt]:
    """The doubts of the batch, in the order of the text; suspects without any option are left out."""
    found = context.notes.get(_NOTE)
    if found is None:
        found = context.notes[_NOTE] = _assess(context)
    return found  # type: ignore[return-value]


def _assess(context: Context) -> list[Doubt]:
    found = suspects.find(context)
    table, pages = context.table, Pages(context)
    rows = found.rows.tolist()
    words = [context.english.vocabulary.words[at] for at in table.word[found.rows].tolist()]
    page_words = [pages.of_row(row) for row in rows]
    options = [ranker().options(straighten(word).lower()) for word in words]
    counts = [_counts(context, page, some) for page, some in zip(page_words, options, strict=True)]
    places = [Place(r, c, p.variant) for r, c, p in zip(rows, counts, page_words, strict=True)]
    ranked = ranker().rank(table, places)
    governed = _governed(context, found)
    ranked = [_verbs(some) if at else some for at, some in zip(governed.tolist(), ranked, strict=True)]
    as_written = ranker().as_written(table, found.rows).tolist()
    held = [at for at, some in enumerate(ranked) if some]
    if not held:
        return []
    lines, on_page = [], []
    for at in held:
        folded, page, best = straighten(words[at]).lower(), page_words[at], ranked[at][0]
        head, tail = ranker().ends(folded)
        evidence = Evidence(
            word=words[at], best=best, as_written=as_written[at], shape=int(found.shape[at]),
            opening=bool(found.opening[at]), compound=ranker().falls_apart(folded), made=bool(found.made[at]), hyphened=bool(found.hyphened[at]),
            doubtful=bool(found.listed[at]), company=int(found.company[at]), letters=letters().odds(folded),
            head=head, tail=tail, around=tuple(found.around[at].tolist()), count=page.count(context, folded),
            option_count=counts[at].get(best.option.tokens[0], 0),
        )  # fmt: skip
        lines.append(evidence.features())
        on_page.append(folded in page.known)
    wrong = judge().probability(np.array(lines, dtype=np.float64), np.array(on_page)).tolist()
    return [
        Doubt(
            rows[at],
            words[at],
            ranked[at],
            line,
            p,
            known=bool(found.listed[at]),
            inside=bool(line[_INSIDE]),
            hyphened=bool(found.hyphened[at]),
            named=bool(found.named[at]),
            alone=bool(found.alone[at]),
            made=bool(found.made[at]),
            wrapped=_is_wrapped(table, rows[at]),
            governed=bool(governed[at]),
        )
        for at, line, p in zip(held, lines, wrong, strict=True)
    ]


def _is_wrapped(table: WordTable, row: int) -> bool:
    before, after = table.text[table.start[row] - 1], table.text[table.end[row]]
    return before in _MARKS and after in _MARKS


def _governed(context: Context, found: suspects.Suspects) -> NDArray[np.bool_]:
    """Which of the doubtful words stand after `to` or a modal verb and are no verbs."""
    possible = context.english.lexicon.tags(context.english.vocabulary)
    word, before = context.table.lower[found.rows], context.table.lower[found.rows - 1]
    asked: NDArray[np.bool_] = found.listed & ((possible[before] & _ASKING) != 0) & ((possible[word] & _PLAIN) == 0)
    return asked


def _verbs(options: list[Ranked]) -> list[Ranked]:
    """The options that are plain verbs, with their shares among themselves."""
    rows = english().lexicon.rows_of([r.option.text for r in options])
    plain = (english().lexicon.all_tags[rows] & _PLAIN) != 0
    kept = [r for r, row, fits in zip(options, rows.tolist(), plain.tolist(), strict=True) if row >= 0 and fits]
    total = sum(r.share for r in kept)
    return [r._replace(share=r.share / total) for r in kept]


def _counts(context: Context, page: PageWords, options: list[Option]) -> dict[str, int]:
    """How often the page has each option."""
    return {option.tokens[0]: page.count(context, option.tokens[0]) for option in options if not option.split}
