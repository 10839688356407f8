"""Reads the word lists that are written by hand beside this file. `#` begins a comment line."""

from collections.abc import Iterator
from pathlib import Path

from prosefix.english import tags

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
