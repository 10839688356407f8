"""The rules on misspelt words: one wrong word, two words run together, one word broken in two, a word never meant.

They turn the doubts of `assessment` into matches. How sure a finding must be is settled here and nowhere else.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from prosefix.checks.spelling.assessment import Doubt, assess
from prosefix.english import tags
from prosefix.findings import Applicability, Match, Severity
from prosefix.rulebook.context import Context

# Probability of being wrong from which a word is reported: as a rule, with a capital inside a sentence (likely a name), in
# quotation marks, or very short (likely a value); for two nouns run together or a word made by rule (likely a term), and
# alone in a cell.
REPORTED, NAME_REPORTED, COMPOUND_REPORTED, VALUE_REPORTED = 0.3, 0.4, 0.6, 0.9
SHORT = 3  # letters
LIKELY = 0.4  # below it a finding is a question; on manuals full of terms most of those are no slips
SAFE = 0.97  # probability of being wrong and the option right from which the fix is written
GAIN, MEANT = 0.8, -5.3  # of a word for another that exists: how much likelier (log10) there, and how frequent at least
ASKED, ASKED_GAIN = -6.0, -1.5  # the same where the place asks for a verb and the word is none
TERM = 4  # uses on one page from which a word may be a term after all: nobody but its author should write over it
SAFE_SWAPPED = 0.88  # the same where letters are only in another order: terms are hardly ever that
_DETERMINERS = np.uint64(tags.mask("DT", "PRP$"))
CLOSE = 0.02  # share of an option that is worth offering
MOST = 5  # options offered
FUNCTION_WORDS = frozenset(
    """a an and any are as at be been but by can do does each for from had has have if in into is it its may must no not of
    on or our should so than that the their them then there these they this those to was we were when which will with you
    your""".split()
)


def is_reported(doubt: Doubt) -> bool:
    """Whether the word is likely enough to be wrong."""
    if doubt.known:
        if doubt.inside:
            return False  # Tom Harper
        option = doubt.best.option
        least, gain = (ASKED, ASKED_GAIN) if doubt.governed else (MEANT, GAIN)
        return not option.split and doubt.best.share > 0.9 and option.frequency > least and doubt.gain > gain
    if doubt.named:
        return False
    if doubt.best.option.split and doubt.hyphened:
        return False
    if doubt.made or (doubt.best.option.split and not FUNCTION_WORDS.intersection(doubt.best.option.tokens)):
        return doubt.wrong >= COMPOUND_REPORTED
    if doubt.alone:
        return doubt.wrong >= VALUE_REPORTED
    return doubt.wrong >= (NAME_REPORTED if doubt.inside or doubt.wrapped or len(doubt.word) <= SHORT else REPORTED)


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
    if confidence >= (SAFE_SWAPPED if doubt.swapped else SAFE) and not doubt.inside and not doubt.made:
        fix = surest if _uses(context, doubt.row) < TERM else Applicability.UNSAFE
    if proved:
        fix = Applicability.SAFE
    severity = None if doubt.known or doubt.wrong >= LIKELY else Severity.INFO
    return Match(rule, start, end, tuple(offered), confidence, {"word": doubt.word}, fix, severity)


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
