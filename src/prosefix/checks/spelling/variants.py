"""The rule on British and American spellings that do not go with the rest of the page.

It only asks where the page says which English it keeps to, by its `lang` or by what most of its words are; nothing here
knows a house spelling, so it reports and leaves the text alone.
"""

from collections.abc import Iterator

import numpy as np

from prosefix.checks.spelling.pages import Pages
from prosefix.checks.spelling.suspects import is_quoted, is_read, stands_free
from prosefix.english.lexicon import ANYWHERE, Variant
from prosefix.english.vocabulary import Kind
from prosefix.findings import Match
from prosefix.rulebook.context import Context

RULE = "spelling/variant"
_NAMES = {Variant.US: "American", Variant.GB: "British", Variant.CA: "Canadian", Variant.AU: "Australian"}


def variant(context: Context) -> Iterator[Match]:
    """Words spelt as another English than the page's spells them (`spelling/variant`)."""
    table, vocabulary = context.table, context.english.vocabulary
    variants = context.english.lexicon.variants(vocabulary)
    local = (variants > 0) & (variants < ANYWHERE) & (vocabulary.kind == Kind.WORD)
    pages = Pages(context)
    for row in np.flatnonzero(local[table.word]).tolist():
        page = pages.of_row(row)
        if not page.variant or variants[table.word[row]] & page.variant:
            continue
        word = vocabulary.words[int(table.word[row])]
        if (
            is_quoted(context, row)
            or word.lower() in page.known
            or not is_read(context, row)
            or not stands_free(table, row)
        ):
            continue
        english = _NAMES[Variant(page.variant)]
        yield Match(RULE, int(table.start[row]), int(table.end[row]), (), 0.8, {"word": word, "english": english})
