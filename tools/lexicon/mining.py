"""Chooses what the corpus adds to the lists: words that many texts use, and names by how their capitals are written.

A form is refused where it looks like a slip for a far commoner word, or where people have been seen to correct it.
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import zstandard
from rapidfuzz.distance import DamerauLevenshtein

from lexicon.counts import Counts

_RATIO = 20  # a neighbour this many times commoner makes a word doubtful
_NAME_SOURCES = 3
_SHORT_START = re.compile(r"[a-z]{1,2}[A-Z]|[a-z]+[A-Z]{2,}\Z")


Corrections = Mapping[str, Counter[str]]


def read_corrections(path: Path) -> Corrections:
    """By single word in lower case, how much oftener `slips.tsv.zst` has it changed to each other one than back."""
    there: Counter[tuple[str, str]] = Counter()
    with zstandard.open(path, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if len(row) == 5 and row[2].isalpha() and row[3].isalpha():
                there[row[2].lower(), row[3].lower()] += 1
    corrected: dict[str, Counter[str]] = defaultdict(Counter)
    for (old, new), number in there.items():
        if number > there[new, old]:
            corrected[old][new] = number - there[new, old]
    return corrected


def deletions(word: str) -> Iterator[str]:
    """`word` and `word` less one letter."""
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


class Neighbours:
    """The common words that one dropped, added, changed or swapped letter away may have been meant."""

    def __init__(self, frequency: Mapping[str, float], least: float) -> None:
        self._frequency = frequency
        self._index: dict[str, list[str]] = defaultdict(list)
        for word, value in frequency.items():
            if value >= least and len(word) > 2:
                for key in deletions(word):
                    self._index[key].append(word)

    def of(self, word: str) -> Iterator[tuple[str, float]]:
        """The neighbours of `word` and how common each is."""
        seen = {word}
        for key in deletions(word):
            for other in self._index.get(key, ()):
                if other not in seen and abs(len(other) - len(word)) < 2 and _is_near(word, other):
                    seen.add(other)
                    yield other, self._frequency[other]


def _is_near(a: str, b: str) -> bool:
    if len(a) != len(b):
        return True  # a shared deletion and lengths one apart: one letter added
    differing = [at for at in range(len(a)) if a[at] != b[at]]
    if len(differing) == 1:
        return True
    return (
        len(differing) == 2
        and differing[1] == differing[0] + 1
        and a[differing[0]] == b[differing[1]]
        and a[differing[1]] == b[differing[0]]
    )


def is_related(word: str, other: str) -> bool:
    """Whether two words are plainly forms of one, so that nearness says nothing: `token`, `tokens`."""
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    return longer in {shorter + ending for ending in ("s", "d", "r", "n", "y", "e")} or (
        len(word) == len(other) and word[:-1] == other[:-1] and {word[-1], other[-1]} <= set("dsrynegm")
    )


class Gate:
    """Which forms in lower case the corpus vouches for."""

    def __init__(self, counts: Counts, near: Neighbours, corrected: Corrections) -> None:
        self._counts = counts
        self._forms = counts.forms()
        self.near = near
        self._corrected = corrected

    def lets_in(self, word: str, sources: int, formed: bool) -> bool:
        """Whether at least `sources` sources use `word` and nothing speaks against it.

        `formed` says that it is a regular form of a known word, so that nearness to another form says nothing.
        """
        count = self._counts[word]
        needed = sources + max(0, 5 - len(word)) * 4 - sum(count.total >= number for number in (40, 100, 400))
        if count.sources < max(2, needed) or count.total < 2 * sources:
            return False
        if count.share > 75 and count.sources < 10 and count.total < 60:
            return False
        if any(self._counts[form].inside > count.inside for form in self._forms[word] if form != word):
            return False
        if self._times_corrected(word) * 30 > count.sources:
            return False
        return formed or not self.is_doubtful(word, _RATIO)

    def _times_corrected(self, word: str) -> int:
        """How often people changed the word to a near and commoner one that is no other form of it."""
        least = 5 * self._counts[word].frequency
        return sum(
            number
            for new, number in self._corrected.get(word, Counter[str]()).items()
            if self._counts[new].frequency > least
            and not is_related(word, new)
            and DamerauLevenshtein.distance(word, new) < 3
        )

    def is_doubtful(self, word: str, ratio: float) -> bool:
        """Whether a word that is no form of `word` is near it and `ratio` times commoner."""
        least = ratio * max(self._counts[word].frequency, 1e-9)
        return any(value > least and not is_related(word, other) for other, value in self.near.of(word))


def names(counts: Counts, known: Collection[str], near: Neighbours) -> Iterator[str]:
    """Forms with capitals that the corpus writes so nearly always, in several sources."""
    for lower, forms in counts.forms().items():
        best = max((f for f in forms if f != lower), key=lambda f: counts[f].inside, default=None)
        if best is None or sum(map(str.isalpha, best)) < 2 or not best.isalnum():
            continue
        count = counts[best]
        if count.sources < _NAME_SOURCES or count.total < 5 or count.inside < 3:
            continue
        if count.share > 85 and count.sources < 8 and count.total < (20 if best.isupper() else 50):
            continue
        plain = counts[lower].inside
        others = sum(counts[f].inside for f in forms if f not in {lower, best})
        if _stands_out(best, count.inside, plain, others, lower in known) and (
            count.sources >= 5 or not _is_slip(best, count.frequency, near)
        ):
            yield best


def _stands_out(form: str, number: int, plain: int, others: int, is_word: bool) -> bool:
    if number < 2 * others:
        return False
    if form.isupper():
        return number >= (5 * plain if is_word else plain)
    if form[1:].islower():
        return number >= (20 * plain if is_word else 3 * plain)
    # Capitals inside: `eBPF`, `GitHub`; but `fileName` is an identifier.
    return number >= 2 * plain and bool(form[0].isupper() or _SHORT_START.match(form))


def _is_slip(form: str, frequency: float, near: Neighbours) -> bool:
    lower = form.lower()
    return any(value > _RATIO * frequency and not is_related(lower, other) for other, value in near.of(lower))
