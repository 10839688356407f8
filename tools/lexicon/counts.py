"""Reads the table that `count_words` makes, and says which of its forms the corpus itself vouches for."""

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Count:
    """How often a word form stands in the corpus: in all, inside sentences, in how many sources.

    `share` is the largest source's part in percent, `frequency` the balanced relative frequency.
    """

    total: int
    inside: int
    sources: int
    share: int
    frequency: float


_BESIDE_STAND_IN = re.compile(r"CODE|MATH")  # what the corpus holds in place of code and math, with an ending
NOTHING = Count(0, 0, 0, 100, 0.0)


class Counts(dict[str, Count]):
    """Counts by word form as written; forms never met count nothing."""

    def __missing__(self, _: str) -> Count:
        return NOTHING

    def forms(self) -> dict[str, list[str]]:
        """The forms that differ in capitals alone, under their lower-case form, commonest first."""
        found: dict[str, list[str]] = defaultdict(list)
        for form in self:
            found[form.lower()].append(form)
        return found


def read(path: Path) -> Counts:
    """The counts in the table at `path`."""
    counts = Counts()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, total, inside, sources, share, frequency = line.rstrip("\n").split("\t")
            if word.isupper() or not _BESIDE_STAND_IN.search(word):
                counts[word] = Count(int(total), int(inside), int(sources), int(share), float(frequency) / 1e9)
    return counts
