"""Chooses what the corpus adds to the lists: words that many texts use, and names by how their capitals are written.

A form is refused where it looks like a slip for a far commoner word, or where people have been seen to correct it.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

import zstandard

from lexicon.counts import Counts

_RATIO = 20  # a neighbour this many times commoner makes a word doubtful
_NAME_SOURCES = 3
_WORD_SOURCES = 5


def read_corrections(path: Path) -> Counter[str]:
    """How much oftener each single word was corrected to a near one than the other way round, in `slips.tsv.zst`."""
    there: Counter[tuple[str, str]] = Counter()
    with zstandard.open(path, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if len(row) == 5 and row[2].isalpha() and row[3].replace(" ", "").isalpha():
                there[row[2].lower(), row[3].lower()] += 1
    corrected: Counter[str] = Counter()
    for (old, new), number in there.items():
        if number > there[new, old]:
            corrected[old] += number - there[new, old]
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
    return len(differing) == 2 and differing[1] == differing[0] + 1 and a[differing[0]] == b[differing[1]] and a[differing[1]] == b[differing[0]]


def is_related(word: str, other: str) -> bool:
    """Whether two words are plainly forms of one, so that nearness says nothing: `token`, `tokens`."""
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    return longer in {shorter + ending for ending in ("s", "d", "r", "n", "y", "e")} or (
        len(word) == len(other) and word[:-1] == other[:-1] and {word[-1], other[-1]} <= set("dsrynegm")
    )


def lower_words(
    counts: Counts, near: Neighbours, corrected: Mapping[str, int], formed: Callable[[str], bool]
) -> Iterator[str]:
    """Words in lower case that many sources use and that are no slips. `formed` says that a word is a regular form."""
    forms = counts.forms()
    for word, count in counts.items():
        if not (word.isalpha() and word.islower() and word.isascii() and len(word) > 2):
            continue
        if count.sources < _WORD_SOURCES or count.total < 10 or count.share > 75 or corrected.get(word, 0) > 0:
            continue
        if any(counts[form].inside > count.inside for form in forms[word] if form != word):
            continue
        if formed(word):
            yield word
            continue
        rivals = [value for other, value in near.of(word) if not is_related(word, other)]
        if len(word) > 3 and all(value < _RATIO * count.frequency for value in rivals):
            yield word


def names(counts: Counts, known: Collection[str], near: Neighbours) -> Iterator[str]:
    """Forms with capitals that the corpus writes so nearly always, in several sources."""
    for lower, forms in counts.forms().items():
        best = max((f for f in forms if f != lower), key=lambda f: counts[f].inside, default=None)
        if best is None or len(best) < 2 or not best.isascii():
            continue
        count = counts[best]
        if count.sources < _NAME_SOURCES or count.total < 5 or count.inside < 3 or count.share > 85:
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
        return number >= (9 * plain if not is_word else 20 * plain)
    return form[0].isupper() and number * 4 >= plain and any(c.islower() for c in form)


def _is_slip(form: str, frequency: float, near: Neighbours) -> bool:
    lower = form.lower()
    return any(value > _RATIO * frequency and not is_related(lower, other) for other, value in near.of(lower))
