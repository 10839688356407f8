"""The rule on names with wrong capitals: `Javascript`, `Pytorch`, `github`, and the project's own names.

It trusts the lexicon and the project for how a name is written. Safe are the project's names and those that the page
itself writes right elsewhere; others may be how a writer has it throughout.
"""

from collections.abc import Iterator

import numpy as np

from prosefix.checks.spelling.pages import Pages
from prosefix.checks.spelling.suspects import is_read, stands_free
from prosefix.english.lexicon import Flag
from prosefix.english.project_words import project_words
from prosefix.english.vocabulary import Kind, Shape
from prosefix.findings import Applicability, Match
from prosefix.rulebook.context import Context

RULE = "spelling/name-capitals"
_LEAST = -6.3  # log10 frequency of a name that is well known
_RUN_TOGETHER = frozenset(["RedHat"])  # what writers make of Red Hat; no name
_SHORTEST = 4  # letters of a name whose lower case is no other word by chance


def name_capitals(context: Context) -> Iterator[Match]:
    """Names in other capitals than their own (`spelling/name-capitals`)."""
    yield from _of_project(context)
    table, vocabulary, lexicon = context.table, context.english.vocabulary, context.english.lexicon
    names = lexicon.names(vocabulary)
    fits = (names >= 0) & (vocabulary.kind == Kind.WORD) & (vocabulary.shape == Shape.TITLE)
    fits &= (lexicon.frequencies[names] >= _LEAST) & ((lexicon.all_flags[names] & Flag.NAME) != 0)
    owned, pages = project_words(context.project_words), Pages(context)
    for row in np.flatnonzero(fits[table.word]).tolist():
        word = vocabulary.words[int(table.word[row])]
        name = lexicon.word(int(names[table.word[row]]))
        if (
            len(word) < _SHORTEST
            or name.isupper()
            or name in _RUN_TOGETHER
            or (name[-1] == "s" and name[:-1].isupper())
            or name[1:].islower()
            or owned.entry(word)
            or not is_read(context, row)
            or not stands_free(table, row)
        ):
            continue
        yield _match(context, row, name, Applicability.SAFE if pages.writes(row, name) else Applicability.UNSAFE)


def _of_project(context: Context) -> Iterator[Match]:
    owned = project_words(context.project_words)
    if not owned:
        return
    table, words = context.table, context.english.vocabulary.words
    wrong = {number: name for number, word in enumerate(words) if word and (name := owned.enforced(word))}
    for row in np.flatnonzero(np.isin(table.word, list(wrong))).tolist():
        if is_read(context, row) and stands_free(table, row):
            yield _match(context, row, wrong[int(table.word[row])], Applicability.SAFE)


def _match(context: Context, row: int, name: str, fix: Applicability) -> Match:
    start, end = int(context.table.start[row]), int(context.table.end[row])
    return Match(RULE, start, end, (name,), 0.95, {"word": context.table.text[start:end]}, fix)
