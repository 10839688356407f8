"""The regular endings of English: how a base takes -s, -ed, -ing, -er, -est, and which bases a form may come from.

Spelling rules alone; it knows no word. Irregular words are `inflection`'s.
"""

import re
from collections.abc import Callable

_HISSING = re.compile(r"(?:s|x|z|ch|sh)\Z")
_CONSONANT_Y = re.compile(r"[^aeiou]y\Z")
# One vowel between consonants, in a word of one syllable: the last consonant doubles (stop, quit; not fix, show).
_DOUBLING = re.compile(r"(?:[^aeiou]|qu|y(?=[aeiou]))*[aeiouy][bdfgklmnprtvz]\Z")
_SINGLE_VOWEL = re.compile(r"(?:qu|[^aeiouy])[aeiouy][bcdfgklmnprstvz]\Z")


def add_s(base: str) -> str:
    """The regular plural and third person."""
    if _CONSONANT_Y.search(base):
        return base[:-1] + "ies"
    return base + ("es" if _HISSING.search(base) else "s")


def _double(base: str) -> str:
    return base + base[-1] if _DOUBLING.match(base) else base


def add_ed(base: str) -> str:
    """The regular past."""
    if base.endswith("e"):
        return base + "d"
    if _CONSONANT_Y.search(base):
        return base[:-1] + "ied"
    return _double(base) + "ed"


def add_ing(base: str) -> str:
    """The regular present participle."""
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    return _double(base) + "ing"


def add_er(base: str) -> str:
    """The regular comparative."""
    return _compare(base, "er")


def add_est(base: str) -> str:
    """The regular superlative."""
    return _compare(base, "est")


def _compare(base: str, ending: str) -> str:
    if base.endswith("e"):
        return base + ending[1:]
    if _CONSONANT_Y.search(base):
        return base[:-1] + "i" + ending
    return _double(base) + ending


REGULAR: dict[str, Callable[[str], str]] = {
    "VBZ": add_s,
    "VBD": add_ed,
    "VBN": add_ed,
    "VBG": add_ing,
    "NNS": add_s,
    "JJR": add_er,
    "JJS": add_est,
}  # fmt: skip
_ENDING = {"VBZ": "s", "NNS": "s", "VBD": "ed", "VBN": "ed", "VBG": "ing", "JJR": "er", "JJS": "est"}


def bases(form: str, tag: str) -> list[str]:
    """The bases whose regular form for `tag` is `form`, likeliest first; empty where the ending is not there."""
    ending = _ENDING.get(tag)
    if ending is None or not form.endswith(ending) or len(form) < len(ending) + 2:
        return []
    stem = form[: -len(ending)]
    found = _bases_of_s(stem) if ending == "s" else _bases_of_stem(stem, ending)
    return [base for base in found if len(base) > 1 and REGULAR[tag](base) == form]


def _bases_of_s(stem: str) -> list[str]:
    if stem.endswith("ie"):
        return [stem[:-2] + "y", stem]
    if stem.endswith("e"):
        return [stem[:-1], stem] if _HISSING.search(stem[:-1]) and not stem.endswith(("se", "ze", "che")) else [stem, stem[:-1]]
    return [stem]


def _bases_of_stem(stem: str, ending: str) -> list[str]:
    if stem.endswith("i") and ending != "ing":
        return [stem[:-1] + "y"]
    found = []
    if ending == "ing" and stem.endswith("y"):
        found = [stem, stem[:-1] + "ie"]
    elif stem[-1:] == stem[-2:-1] and stem[-1:] not in "lsfze":
        found = [stem[:-1], stem]
    elif _SINGLE_VOWEL.search(stem) or stem.endswith(("c", "g", "s", "u", "v", "z", "dl", "bl", "gl", "pl", "tl", "kl", "fl")):
        found = [stem + "e", stem]
    else:
        found = [stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem]
    return found
