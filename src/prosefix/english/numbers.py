"""The number that a noun phrase asks of its verb, where that is certain.

It judges single phrases; what joins phrases is for `subjects`.
"""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags
from prosefix.english.phrases import Number, Phrases
from prosefix.english.table import WordTable

_SINGULAR_DETERMINERS = frozenset("a an this that each every another either neither one".split())
_PLURAL_DETERMINERS = frozenset(
    "these those many few several both two three four five six seven eight nine ten various".split()
)
# Heads that take either number, in fact or in use: amounts, collections, measures, and `I`, which takes neither's verb.
_UNCERTAIN_HEADS = frozenset(
    "data media series species means headquarters staff crew team couple majority minority number variety range lot lots "
    "pair group half rest part percent percentage none plenty bit handful set sort kind type remainder bulk total seconds "
    "minutes hours days weeks months years bytes bits pixels meters metres miles degrees dollars times mb gb kb ms folks "
    "police people more most some any all what which who whose such same latter former statistics i".split()
)


def _uncertain(words: list[str]) -> NDArray[np.bool_]:
    lower = [word.lower() for word in words]
    return np.array([w in _UNCERTAIN_HEADS or w.endswith("ics") for w in lower], dtype=np.bool_)


def _odd_plurals(words: list[str]) -> NDArray[np.bool_]:
    """Words that end like plurals and may be names: NDIS, astropy.wcs."""
    return np.array(
        [(w.isupper() and w[-1:] == "S") or not w.replace("'", "").isalpha() for w in words], dtype=np.bool_
    )


def _determiner_numbers(words: list[str]) -> NDArray[np.uint8]:
    lower = [word.lower() for word in words]
    singular, plural = _SINGULAR_DETERMINERS, _PLURAL_DETERMINERS
    return np.array([1 if w in singular else 2 if w in plural else 0 for w in lower], dtype=np.uint8)


def agreeing_numbers(table: WordTable, phrases: Phrases) -> NDArray[np.uint8]:
    """`Number` of the phrase at every row; unknown outside phrases, and where head and determiner disagree."""
    column, head = table.vocabulary.column, phrases.head
    word, tag = table.word[head], table.tag[head]
    one = word == table.vocabulary.ids(["one"])[0]
    uncertain = cast(NDArray[np.bool_], column("uncertain number", _uncertain)[word])
    uncertain = uncertain | (tag == tags.CODE["NNPS"]) | ((tag == tags.CODE["CD"]) & ~one)
    uncertain |= cast(NDArray[np.bool_], column("odd plural", _odd_plurals)[word]) & (tag == tags.CODE["NNS"])
    few = table.lower[phrases.start + 1] == table.vocabulary.ids(["few"])[0]  # a few names
    asked = cast(NDArray[np.uint8], column("determiner number", _determiner_numbers)[table.word[phrases.start + few]])
    uncertain |= (head > phrases.start) & (asked != 0) & (asked != phrases.number)
    certain = ~uncertain & (phrases.start >= 0)
    return np.where(certain, phrases.number, Number.UNKNOWN).astype(np.uint8)
