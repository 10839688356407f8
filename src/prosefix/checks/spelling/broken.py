"""The rule on words broken by a space: `througho ut`, and on a space that has slipped by a letter: `handleri s`.

It asks only where one of the two pieces is no word, and only for a wording far likelier than any other mending.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.spelling import suspects
from prosefix.checks.spelling.assessment import ranker
from prosefix.english.vocabulary import Kind, Shape, straighten
from prosefix.findings import Applicability, Match
from prosefix.rulebook.context import Context

RULE = "spelling/split-word"
_GAIN = 3.5  # how much likelier (log10) the mended wording is than the unknown words that stand there
_USUAL, _WELL_KNOWN = -6.3, -4.8  # log10 frequency that a whole word, and each of two words, has at least


def split_word(context: Context) -> Iterator[Match]:
    """Words with a space inside, or with a space one letter off (`spelling/split-word`)."""
    done = -1
    rows = suspects.find(context).rows
    for row, before, after in zip(rows.tolist(), _pairs(context, rows - 1), _pairs(context, rows), strict=True):
        for first, is_pair in ((row - 1, before), (row, after)):
            if is_pair and first > done:
                text = _mended(context, first)
                if text:
                    done = first + 1
                    start, end = int(context.table.start[first]), int(context.table.end[first + 1])
                    written = context.table.text[start:end]
                    yield Match(RULE, start, end, (text,), 0.9, {"word": written}, Applicability.UNSAFE)
                    break


def _pairs(context: Context, first: NDArray[np.intp]) -> list[bool]:
    """Whether two words stand at each row with one space between them, the second without a capital."""
    table, kind, shape = context.table, context.english.vocabulary.kind, context.english.vocabulary.shape
    left, right = table.word[first], table.word[first + 1]
    pairs = (kind[left] == Kind.WORD) & (kind[right] == Kind.WORD) & ((shape[right] & Shape.LOWER) != 0)
    pairs &= (table.start[first + 1] - table.end[first] == 1) & ((shape[left] & (Shape.UPPER | Shape.INNER)) == 0)
    return pairs.tolist()  # type: ignore[no-any-return]


def _mended(context: Context, first: int) -> str | None:
    """The word or words that the two pieces make, if they are much likelier than the pieces."""
    table, words, rank = context.table, context.english.vocabulary.words, ranker()
    left, right = (straighten(words[int(at)]) for at in table.word[first : first + 2])
    whole = (left + right).lower()
    wordings: list[tuple[str, ...]] = [(whole,)] if _has(whole, _USUAL) and len(whole) > 4 else []
    for cut in (len(left) - 1, len(left) + 1):
        parts = whole[:cut], whole[cut:]
        if all(len(part) > 1 and _has(part, _WELL_KNOWN) for part in parts):
            wordings.append(parts)
    if not wordings:
        return None
    likeliest = max(wordings, key=lambda tokens: rank.wording(table, first, first + 1, tokens))
    best = rank.wording(table, first, first + 1, likeliest)
    as_it_is = rank.wording(table, first, first + 1, (left.lower(), right.lower()))
    others = [
        rank.wording(table, first, first + 1, (left.lower(), option.text.lower()))
        for option in rank.options(right.lower())[:2]
    ] + [
        rank.wording(table, first, first + 1, (option.text.lower(), right.lower()))
        for option in rank.options(left.lower())[:2]
    ]
    if best < as_it_is + _GAIN or best < max(others, default=-99.0):
        return None
    text = " ".join(likeliest)
    return text[0].upper() + text[1:] if left[0].isupper() else text


def _has(word: str, least: float) -> bool:
    candidates = ranker().candidates
    number = candidates.number(word)
    return number is not None and float(candidates.frequency[number]) >= least
