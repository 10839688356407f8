"""The rule on British and American spellings that do not go with the rest of the page, or with the house.

It asks where the page says which English it keeps to, by its `lang` or by what most of its words are, and then it leaves
the text alone. Where the settings name a house spelling it offers the word as the house spells it.
"""

import re
from collections.abc import Iterable, Iterator

import numpy as np

from prosefix.checks.spelling.pages import Pages
from prosefix.checks.spelling.suspects import is_quoted, is_read, stands_free
from prosefix.checks.spelling.words import in_capitals
from prosefix.english.lexicon import ANYWHERE, Lexicon, Variant
from prosefix.english.vocabulary import Kind, straighten
from prosefix.findings import Applicability, Match
from prosefix.rulebook.context import Context

RULE = "spelling/variant"
_NAMES = {Variant.US: "American", Variant.GB: "British", Variant.CA: "Canadian", Variant.AU: "Australian"}
# What one English has where the other has the second: colour, centre, realise, analyse, travelled, catalogue, licence, defence,
# grey, programme, judgement, anaesthetic, foetus, skilful, plough, aluminium, cheque, sceptic, tyre, mould, storey.
_PAIRS = (
    ("our", "or"), ("re", "er"), ("r", "er"), ("is", "iz"), ("ys", "yz"), ("ll", "l"), ("l", "ll"), ("ogue", "og"),
    ("ence", "ense"), ("tice", "tise"), ("ey", "ay"), ("mme", "m"), ("mm", "m"), ("gem", "gm"), ("ae", "e"), ("oe", "e"),
    ("ough", "ow"), ("ium", "um"), ("que", "ck"), ("sc", "sk"), ("y", "i"), ("ould", "old"), ("ey", "y"), ("ss", "s"),
    ("pp", "p"), ("tt", "t"), ("ea", "e"),
)  # fmt: skip
# What stands in a few words only, looked at where none of the above fits: cataloguing, practising, licensed, manoeuvre,
# artefact, chequer, racquet, ageing, glueing, enquire, storeys, axe, cosy, draught, sulphur, yoghurt, moult, moustache,
# jewellery, sizeable, connexion, despatch, tsar, pedlar, towards, amongst, collectable, omelette, furore, pyjamas, gelatine.
_RARER_PAIRS = (
    ("ogu", "og"), ("tis", "tic"), ("ens", "enc"), ("oeuvr", "euver"), ("oeuvre", "euver"), ("tef", "tif"), ("qu", "ck"),
    ("cqu", "ck"), ("geing", "ging"), ("ueing", "uing"), ("enq", "inq"), ("eys", "ies"), ("xe", "x"), ("os", "oz"),
    ("aught", "aft"), ("ph", "f"), ("gh", "g"), ("oul", "ol"), ("ous", "us"), ("ellery", "elry"), ("eabl", "abl"),
    ("xion", "ction"), ("desp", "disp"), ("ts", "cz"), ("dlar", "ddler"), ("wards", "ward"), ("ngst", "ng"), ("abl", "ibl"),
    ("ette", "et"), ("ore", "or"), ("py", "pa"), ("ine", "in"), ("or", "er"), ("aero", "air"),
)  # fmt: skip


def variant(context: Context) -> Iterator[Match]:
    """Words spelt as another English than the page's or the house's spells them (`spelling/variant`)."""
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
        said = {"word": word, "english": _NAMES[Variant(page.variant)]}
        right = respelt(word, page.variant, context.english.lexicon) if context.house else None
        offered, fix = ((right,), Applicability.UNSAFE) if right else ((), None)
        yield Match(RULE, int(table.start[row]), int(table.end[row]), offered, 0.8, said, fix)


def respelt(word: str, english: int, lexicon: Lexicon) -> str | None:
    """`word` as another English (bits of `Variant`) spells it, its capitals kept; None where that is not one word.

    The word's class stays: no noun becomes a verb by it.
    """
    folded = straighten(word).lower()
    own = lexicon.entry(folded)
    if own is None:
        return None
    for pairs in (_PAIRS, _RARER_PAIRS):
        found = {}
        for other in _otherwise(folded, pairs):
            entry = lexicon.entry(other)
            if entry and entry.variants & english and not own.variants & english and entry.tags & own.tags:
                found[other] = entry.frequency
        if found:
            return in_capitals(max(found, key=found.__getitem__), word)
    return None


def _otherwise(word: str, pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The word with each of `pairs` of spellings exchanged at each place."""
    for one, two in pairs:
        for here, there in ((one, two), (two, one)):
            for match in re.finditer(f"(?={here})", word):
                yield word[: match.start()] + there + word[match.start() + len(here) :]
