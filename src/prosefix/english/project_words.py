"""The words that a project has made its own, with everything that one entry covers.

An entry in lower case covers any capitals; an entry with capitals is written exactly so, and other capitals of it are
wrong. Every inflection is covered, and nothing but whole words. It reads no file.
"""

from collections.abc import Iterable
from functools import cache

from prosefix.english.inflection import inflect
from prosefix.english.vocabulary import straighten

_FORMS = ("NNS", "VBZ", "VBD", "VBN", "VBG")


class ProjectWords:
    """The entries of a project. `entry` says which one a word falls under."""

    def __init__(self, entries: Iterable[str]) -> None:
        self._any: dict[str, str] = {}  # forms in lower case -> entry, where capitals are free
        self._exact: dict[str, str] = {}  # forms as they must be written -> entry
        self._folded: dict[str, str] = {}  # their lower case -> form
        for entry in sorted(entries):
            word = straighten(entry)
            forms = {word, *(form for tag in _FORMS if word.isalpha() and (form := inflect(word, tag)))}
            for form in sorted(forms):
                if word.islower():
                    self._any.setdefault(form, entry)
                else:
                    self._exact.setdefault(form, entry)
                    self._folded.setdefault(form.lower(), form)

    def __bool__(self) -> bool:
        return bool(self._any or self._exact)

    def entry(self, word: str) -> str | None:
        """The entry that makes `word` right, or None."""
        plain = straighten(word)
        return self._exact.get(plain) or self._any.get(plain.lower())

    def enforced(self, word: str) -> str | None:
        """How `word`, written with other capitals than its entry has, is to be written; None where nothing is wrong."""
        plain = straighten(word)
        if self.entry(plain) is not None:
            return None
        return self._folded.get(plain.lower())


@cache
def project_words(entries: frozenset[str]) -> ProjectWords:
    """The project words of `entries`, worked out once for each set of them."""
    return ProjectWords(entries)
