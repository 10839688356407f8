"""The rules on misspelt words: one wrong word, two words run together, one word broken in two, a word never meant.

They turn the doubts of `assessment` into matches. How sure a finding must be is settled here and nowhere else.
"""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

import numpy as np

from prosefix.checks.spelling.assessment import Doubt, assess
from prosefix.checks.spelling.suspects import FUNCTION_WORDS
from prosefix.english import tags
from prosefix.findings import Applicability, Match, Severity
from prosefix.rulebook.context import Context

# Probability of being wrong from which a word is reported: as a rule; for two nouns run together or a word made by rule
# (likely a term); in quotation marks or very short (likely a value); with a capital inside a sentence (likely a name); and
# alone in a cell.
REPORTED, COMPOUND_REPORTED, BRIEF_REPORTED, NAME_REPORTED, VALUE_REPORTED = 0.1, 0.2, 0.3, 0.4, 0.9
SHORT = 3  # letters
LIKELY = 0.4  # below it a finding is a question; on manuals full of terms most of those are no slips
# Probability of being wrong and the option right from which the fix is written; less where the letters are only in another
# order, as those of terms hardly ever are, and more for a short word, which is a value before it is a word. `uint` and `prot`
# are terms by their letters: log odds from which a word does not pass for English, and from which a short one does not.
SAFE, SAFE_SWAPPED, SAFE_BRIEF, NEVER = 0.92, 0.5, 0.99, 2.0
SURE = 0.9  # share that an option in another order must have for that
BRIEF = 4  # letters
TERMLIKE, BRIEF_TERMLIKE = 2.0, 0.0
GAIN, MEANT = 0.8, -5.3  # of a word for another that exists: how much likelier (log10) there, and how frequent at least
ASKED, ASKED_GAIN = -6.0, -1.5  # the same where the place asks for a verb and the word is none
TERM = 4  # uses on one page from which a word may be a term after all: nobody but its author should write over it
_DETERMINERS = np.uint64(tags.mask("DT", "PRP$"))
CLOSE = 0.02  # share of an option that is worth offering
MOST = 5  # options offered


class Silence(StrEnum):
    """Why a word in doubt is not reported."""

    LIKELIER = "the word itself is likely enough there"
    NAME = "it is a known word, and a name where it stands"
    BESIDE_NAME = "it stands beside a name, as a part of one does"
    HYPHENED = "it is a part of a hyphenated word, and its best correction is two words"
    UNSURE = "it is likelier a term than a slip"
    UNSURE_MADE = "it is made of known words, and likelier a term than a slip"
    UNSURE_NAME = "with its capital it is likelier a name than a slip"
    UNSURE_BRIEF = "it is quoted or very short, likelier a value than a slip"
    UNSURE_VALUE = "it is all that its term or cell holds, likelier a value than a slip"


def silence(doubt: Doubt) -> Silence | None:
    """Why the word is left alone, or None where it is likely enough to be wrong."""
    split = doubt.best.option.split
    if doubt.known:
        if doubt.word[0].isupper():
            return Silence.NAME  # Tom Harper, or Wen at the beginning of a list of names
        option = doubt.best.option
        least, gain = (ASKED, ASKED_GAIN) if doubt.governed else (MEANT, GAIN)
        meant = not split and doubt.best.share > 0.9 and option.frequency > least and doubt.gain > gain
        return None if meant else Silence.LIKELIER
    if doubt.named:
        return Silence.BESIDE_NAME
    if split and doubt.hyphened:
        return Silence.HYPHENED
    least, otherwise = REPORTED, Silence.UNSURE
    if doubt.made or (split and not FUNCTION_WORDS.intersection(doubt.best.option.tokens)):
        least, otherwise = COMPOUND_REPORTED, Silence.UNSURE_MADE
    elif doubt.alone:
        least, otherwise = VALUE_REPORTED, Silence.UNSURE_VALUE
    elif doubt.inside:
        least, otherwise = NAME_REPORTED, Silence.UNSURE_NAME
    elif doubt.wrapped or len(doubt.word) <= SHORT:
        least, otherwise = BRIEF_REPORTED, Silence.UNSURE_BRIEF
    return None if doubt.wrong >= least else otherwise


def is_reported(doubt: Doubt) -> bool:
    """Whether the word is likely enough to be wrong."""
    return silence(doubt) is None


def unknown_word(context: Context) -> Iterator[Match]:
    """Words that stand for another one (`spelling/unknown-word`)."""
    for doubt in assess(context):
        if not doubt.known and not doubt.best.option.split and is_reported(doubt):
            yield _match("spelling/unknown-word", context, doubt, Applicability.SAFE)


def joined_words(context: Context) -> Iterator[Match]:
    """Two words without the space between them (`spelling/joined-words`)."""
    for doubt in assess(context):
        if not doubt.known and doubt.best.option.split and is_reported(doubt):
            yield _match("spelling/joined-words", context, doubt, Applicability.UNSAFE)


def never_meant(context: Context) -> Iterator[Match]:
    """Words that exist, but hardly ever in technical prose (`spelling/never-meant`)."""
    for doubt in assess(context):
        if doubt.known and is_reported(doubt):
            # `to asses the model`: what takes an object after `to` is a verb, and the word is none.
            proved = doubt.governed and doubt.best.share > 0.99 and _opens_object(context, doubt.row + 1)
            yield _match("spelling/never-meant", context, doubt, Applicability.UNSAFE, proved)


def _opens_object(context: Context, row: int) -> bool:
    possible = context.english.lexicon.tags(context.english.vocabulary)[context.table.lower_at(row)]
    return bool(possible & _DETERMINERS) and not possible & ~_DETERMINERS


def _match(rule: str, context: Context, doubt: Doubt, surest: Applicability, proved: bool = False) -> Match:
    confidence = doubt.best.share * (0.8 if doubt.known else doubt.wrong)
    offered = [in_capitals(r.option.text, doubt.word) for r in doubt.options if r.share >= CLOSE][:MOST]
    start, end = int(context.table.start[doubt.row]), int(context.table.end[doubt.row])
    fix = Applicability.UNSAFE if doubt.best.share >= 0.5 else Applicability.MANUAL
    if confidence >= _safe_from(doubt) and not doubt.inside and not doubt.made:
        fix = surest if _uses(context, doubt.row) < TERM else Applicability.UNSAFE
    if proved:
        fix = Applicability.SAFE
    severity = None if doubt.known or doubt.wrong >= LIKELY else Severity.INFO
    return Match(rule, start, end, tuple(offered), confidence, {"word": doubt.word}, fix, severity)


def _safe_from(doubt: Doubt) -> float:
    """The confidence from which the fix of `doubt` is safe."""
    brief = len(doubt.word) <= BRIEF
    if brief and doubt.letters >= TERMLIKE:
        return NEVER
    if doubt.swapped and doubt.best.share >= SURE and doubt.letters < (BRIEF_TERMLIKE if brief else TERMLIKE):
        return SAFE_SWAPPED
    return SAFE_BRIEF if brief else SAFE


def _uses(context: Context, row: int) -> int:
    """How often the page of `row` has its word, in any capitals."""
    table = context.table
    counts = context.notes.get("spelling uses")
    if not isinstance(counts, Counter):
        doubted = np.zeros(len(table.vocabulary), dtype=np.bool_)
        doubted[[table.lower_at(doubt.row) for doubt in assess(context)]] = True
        counts = context.notes["spelling uses"] = Counter[tuple[int, int]]()
        for page in set(context.page_of):
            lower = table.vocabulary.lower[context.words_of(page)]
            counts.update((page, word) for word in lower[doubted[lower]].tolist())
    return counts[context.page_of[int(table.block[row])], table.lower_at(row)]


def in_capitals(text: str, word: str) -> str:
    """`text` with the capitals that `word` wears; names keep their own."""
    if not text.islower():
        return text
    if len(word) > 1 and word.isupper():
        return text.upper()
    return text[0].upper() + text[1:] if word[0].isupper() else text
