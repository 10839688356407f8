"""What the encoder sees of a word: the number of a known word, or of a class of unknown ones.

It owns the classes for numbers, stand-ins and words that the model was not taught; it knows nothing of weights.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from prosefix.english.vocabulary import straighten
from prosefix.standins import CHARACTERS, StandInKind, kind_of

EDGE = 0  # beyond the block
_STANDINS = {
    StandInKind.CODE: 1, StandInKind.MATH: 2, StandInKind.IMAGE: 1, StandInKind.TEMPLATE: 1,
    StandInKind.TERM: 1, StandInKind.URL: 3, StandInKind.FOREIGN: 4, StandInKind.CITATION: 3,
}  # fmt: skip
_ONE, _NUMBER, _ORDINAL, _MIXED, _PLURAL_ACRONYM, _ACRONYM, _MARK = 4, 5, 6, 7, 8, 9, 10
_ENDINGS = (
    ("ing",), ("ed",), ("ly",), ("tion", "ment", "ness", "ity", "ism"), ("al", "ive", "ous", "able", "ible", "ic", "ful"),
    ("er", "or"), ("s",),
)  # fmt: skip
_LOWER = 11  # the first class of unknown words written small; the same classes with a capital follow
CLASSES = _LOWER + 2 * (len(_ENDINGS) + 1)
_ABBREVIATIONS = frozenset({"AT", "IT", "US", "AS", "IS"})  # written so, these are rarely the small words
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-"})


def _ending(word: str) -> int:
    if not word.endswith(("ss", "us", "is")):
        for number, endings in enumerate(_ENDINGS):
            if word.endswith(endings):
                return number
    return len(_ENDINGS)


def word_class(word: str) -> int:
    """The class of an unknown `word` as written: by what it is, how it ends, and whether it has a capital."""
    if word in CHARACTERS:
        return _STANDINS[kind_of(word)] if word else EDGE
    if word[0].isdigit() or (word[0] in "+-" and word[1:2].isdigit()):
        if word == "1":
            return _ONE
        return _ORDINAL if word.endswith(("st", "nd", "rd", "th")) else _NUMBER
    if not any(c.isalnum() for c in word):
        return _MARK
    if not straighten(word).replace("'", "").isalpha():
        return _MIXED
    if word[:-1].isupper() and len(word) > 1:
        return _PLURAL_ACRONYM if word.endswith("s") else _ACRONYM
    return _LOWER + _ending(word.lower()) + (0 if word[0].islower() else len(_ENDINGS) + 1)


def input_ids(words: list[str], known: Mapping[str, int]) -> NDArray[np.int32]:
    """Input numbers (int32, one a word) of `words` as written; `known` gives those of the taught words, small."""
    return np.array([_input_id(word, known) for word in words], dtype=np.int32)


def straight(word: str) -> str:
    """`word` in small letters, with straight quotes and every dash a hyphen: the form in which words are taught."""
    return word.lower().translate(_QUOTES)


def _input_id(word: str, known: Mapping[str, int]) -> int:
    number = None if word in _ABBREVIATIONS else known.get(straight(word))
    return word_class(word) if number is None else number
