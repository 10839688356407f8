"""Inflection both ways: the form of a word for a Penn tag, and the lemma of a form.

Irregular words come from a table, known words from the lexicon, the rest from the regular endings. No context.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from prosefix.english import endings, tags
from prosefix.english.lexicon import DATA, Entry, Lexicon, Reading, Variant, lexicon

TABLE = DATA / "inflections.tsv"
_COLUMNS = {
    "v": ("VBZ", "VBD", "VBN", "VBG"),
    "n": ("NNS",),
    "a": ("JJR", "JJS"),
}
_CLASS = {tag: letter for letter, columns in _COLUMNS.items() for tag in columns}
_CLASS |= {"VB": "v", "VBP": "v", "NN": "n", "NNP": "n", "NNPS": "n", "JJ": "a", "RB": "a", "RBR": "a", "RBS": "a"}
_SAME = {"NNPS": "NNS", "NNP": "NN", "RBR": "JJR", "RBS": "JJS"}
_READING = {"v": Reading.VERB, "n": Reading.NOUN, "a": Reading.ADJECTIVE}
# The one verb that agrees in the past: the number of the form given decides.
_BE = {"VBZ": "is", "VBP": "are", "VBD": "was", "VBN": "been", "VBG": "being", "VB": "be"}
_MANY_BE = {"are": {"VBD": "were"}, "were": {"VBZ": "is", "VBP": "are", "VBD": "were"}}
_PREFIX = ("re", "un", "pre", "over", "under", "out", "mis", "sub", "inter", "down", "up", "de", "fore", "with")
_NONE = "-"  # a form that the word does not have


class Forms:
    """The irregular forms of words by base and tag. `lines` are those of a table, sorted; one is read when it is needed."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._read: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}  # by base and class

    def get(self, base: str, tag: str) -> tuple[str, ...] | None:
        """The forms that `base` has for `tag`, or None where the table does not say."""
        letter = _CLASS[tag]
        forms = self._read.get((base, letter))
        if forms is None:
            forms = self._read[base, letter] = self._line(base, letter)
        return forms.get(tag)

    def _line(self, base: str, letter: str) -> dict[str, tuple[str, ...]]:
        start = f"{base}\t{letter}\t"
        at = bisect_left(self._lines, start)
        if at == len(self._lines) or not self._lines[at].startswith(start):
            return {}
        cells = self._lines[at].split("\t")[2:]
        return {tag: tuple(cell.split("|")) for tag, cell in zip(_COLUMNS[letter], cells, strict=True) if cell}


def read_forms(path: Path) -> Forms:
    """The irregular forms in a table that `tools/build_lexicon.py` made."""
    return Forms(path.read_text(encoding="utf-8").splitlines())


class Inflection:
    """The forms of words. `irregular` holds what the regular endings get wrong: American form, British form."""

    def __init__(self, words: Lexicon, irregular: Forms) -> None:
        self._lexicon = words
        self._irregular = irregular

    def inflect(self, word: str, tag: str, variant: Variant | None = None) -> str | None:
        """The form of `word` (any of its forms) that `tag` names, in the capitals of `word`; None if there is none.

        `variant` chooses between `labeled` and `labelled`; without it the form given decides, else American.
        """
        letter = _CLASS.get(tag)
        if letter is None or not word:
            return None
        tag = _SAME.get(tag, tag)
        entry = self._lexicon.entry(word)
        folded = _folded(word, entry)
        base = self._base(folded, letter, entry)
        if base == "be" and letter == "v":
            return _in_capitals(_MANY_BE.get(folded, _BE).get(tag, _BE[tag]), word, folded)
        british = variant != Variant.US if variant is not None else self._is_british(folded, base)
        form = self._form(base, tag, british)
        return None if form is None else _in_capitals(form, word, folded)

    def lemma(self, word: str, tag: str) -> str:
        """The lemma of `word` read as `tag`, in the capitals of `word`; `word` itself for tags without inflection."""
        letter = _CLASS.get(tag)
        if letter is None or not word:
            return word
        entry = self._lexicon.entry(word)
        folded = _folded(word, entry)
        if tag in {"VB", "VBP"} and entry is not None and entry.tags & tags.mask("VB") and folded != "are":
            return _in_capitals(folded, word, folded)
        return _in_capitals(self._base(folded, letter, entry, _SAME.get(tag, tag)), word, folded)

    def _base(self, folded: str, letter: str, entry: Entry | None, tag: str = "") -> str:
        if entry is not None and (found := entry.lemmas[_READING[letter]]) is not None:
            return found
        guesses = []
        for form_tag in (tag,) if tag else _COLUMNS[letter]:
            for base in endings.bases(folded, form_tag):
                if self._has_reading(base, letter):
                    return base
                guesses.append(base)
        return guesses[0] if guesses and (tag or (entry is None and folded.islower())) else folded

    def _has_reading(self, base: str, letter: str) -> bool:
        entry = self._lexicon.entry(base)
        return entry is not None and entry.lemmas[_READING[letter]] == base

    def _is_british(self, folded: str, base: str) -> bool:
        return any(
            len(forms) > 1 and folded == forms[1] and folded != forms[0]
            for tag in _COLUMNS["v"]
            if (forms := self._irregular.get(base, tag)) is not None
        )

    def _form(self, base: str, tag: str, british: bool) -> str | None:
        forms = self._irregular.get(base, tag)
        if forms is not None:
            form = forms[-1] if british else forms[0]
            return None if form == _NONE else form
        if tag not in endings.REGULAR:
            return base
        if tag in {"JJR", "JJS"}:
            return None
        if tag.startswith("VB") and (prefixed := self._prefixed(base, tag, british)) is not None:
            return prefixed
        return endings.REGULAR[tag](base)

    def _prefixed(self, base: str, tag: str, british: bool) -> str | None:
        """`rewrote` for an unlisted `rewrite`: the prefix changes nothing. Of a word that the lexicon knows, such as `delay`,
        only what it knows as well, for its beginning need be no prefix."""
        for prefix in _PREFIX:
            rest = base.removeprefix(prefix)
            if rest != base and len(rest) > 2 and (forms := self._irregular.get(rest, tag)) is not None:
                form = prefix + forms[-1 if british else 0]
                return form if not self._has_reading(base, "v") or self._lexicon.entry(form) is not None else None
        return None


def _folded(word: str, entry: Entry | None) -> str:
    """`word` without the capitals that its place or an emphasis gave it."""
    if entry is not None:
        return entry.word
    letters = sum(c.isupper() for c in word)
    return word.lower() if word.isupper() or (letters == 1 and word[0].isupper()) else word


def _in_capitals(form: str, word: str, folded: str) -> str:
    if word == folded:
        return form
    if word.isupper() and len(word) > 1:
        return form.upper()
    return form[:1].upper() + form[1:] if word[:1].isupper() else form


@cache
def inflections() -> Inflection:
    """The process's inflections, over the process's lexicon."""
    return Inflection(lexicon(), read_forms(TABLE))


def inflect(word: str, tag: str, variant: Variant | None = None) -> str | None:
    """`Inflection.inflect` with the shipped data: `inflect("require", "VBZ")` is `requires`."""
    return inflections().inflect(word, tag, variant)


def lemma(word: str, tag: str) -> str:
    """`Inflection.lemma` with the shipped data: `lemma("indices", "NNS")` is `index`."""
    return inflections().lemma(word, tag)
