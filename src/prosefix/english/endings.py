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
    if ending is None or not form.endswith(ending):
        return []
    stem = form[: -len(ending)]
    likely = _bases_of_s(stem) if ending == "s" else _bases_of_stem(stem, ending)
    return [base for base in dict.fromkeys(likely) if len(base) > 1 and REGULAR[tag](base) == form]


def _bases_of_s(stem: str) -> list[str]:
    if stem.endswith("ie"):
        return [stem[:-2] + "y", stem, stem[:-1]]
    if stem.endswith("e"):
        plain = _HISSING.search(stem[:-1]) and not stem.endswith(("se", "ze", "che"))
        return [stem[:-1], stem] if plain else [stem, stem[:-1]]
    return [stem]


def _bases_of_stem(stem: str, ending: str) -> list[str]:
    single = stem[:-1]
    every = [stem, stem + "e", single, single + "y", single + "ie"]
    if stem.endswith("i") and ending != "ing":
        return [single + "y", *every]
    if stem[-1:] == stem[-2:-1] and stem[-1:] not in "lsfze":
        return [single, *every]
    if _SINGLE_VOWEL.search(stem) or stem.endswith(_BEFORE_SILENT_E):
        return [stem + "e", *every]
    return every


# Consonants that end hardly any word without an e after them.
_BEFORE_SILENT_E = ("c", "g", "s", "u", "v", "z", "dl", "bl", "gl", "pl", "tl", "kl", "fl")
