"""Reads the word lists that are written by hand beside this file. `#` begins a comment line."""

import re
from collections.abc import Iterator
from pathlib import Path

from prosefix.english import tags
from prosefix.english.endings import REGULAR

FOLDER = Path(__file__).parent
_COLUMNS = {"v": ("VBZ", "VBD", "VBN", "VBG"), "n": ("NNS",), "a": ("JJR", "JJS")}
Forms = dict[str, tuple[str, ...]]


def _lines(name: str) -> Iterator[str]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


def words(name: str) -> list[str]:
    """The words of a list, any number a line."""
    return [word for line in _lines(name) for word in line.split()]


_MARK = {"n": ("NNS",), "v": ("VBZ", "VBD", "VBN", "VBG"), "V": ("VBZ", "VBD", "VBN", "VBG"), "a": ()}


def terms() -> tuple[set[str], dict[tuple[str, str], Forms]]:
    """The terms of `terms.txt`, and the readings that their marks give, with regular forms."""
    found: set[str] = set()
    readings: dict[tuple[str, str], Forms] = {}
    for term in words("terms.txt"):
        base, _, mark = term.partition("/")
        found.add(base)
        if mark:
            # A base that doubles takes its endings as a word of one syllable does: strip of all but its last letters.
            stem = base if mark != "V" else base + base[-1]
            readings[base, mark.lower()] = {tag: (_ending(base, stem, tag),) for tag in _MARK[mark]}
    return found, readings


def _ending(base: str, stem: str, tag: str) -> str:
    return REGULAR[tag](base) if tag in {"VBZ", "NNS"} or stem == base else stem + {"VBG": "ing"}.get(tag, "ed")


def names() -> set[str]:
    """The names of `names.txt`; the parts of a hyphenated one stand for themselves, as the word table splits them."""
    found = set()
    for name in words("names.txt"):
        parts = re.split(r"[-/]", name)
        found.update(parts if len(parts) == 1 else [part for part in parts if len(part) > 1 and part != part.lower()])
    return found


def closed() -> dict[str, tuple[int, bool]]:
    """Words of the closed classes with the mask of their tags, and whether they stand only before n't."""
    found = {}
    for line in _lines("closed.txt"):
        word, *names = line.split()
        found[word.removesuffix("!")] = (tags.mask(*names), word.endswith("!"))
    return found


def inflections() -> dict[tuple[str, str], Forms]:
    """Forms by (base, class) and tag. A `=` cell is left out, `-` stays for "none"."""
    found = {}
    for line in _lines("inflections.txt"):
        base, letter, *cells = line.split()
        forms = zip(_COLUMNS[letter], cells, strict=True)
        found[base, letter] = {tag: tuple(cell.split("|")) for tag, cell in forms if cell != "="}
    return found


def lemmas() -> dict[tuple[str, str], str]:
    """The lemma by (form, class)."""
    return {(form, letter): lemma for form, letter, lemma in (line.split() for line in _lines("lemmas.txt"))}
