"""Choose the encoder's words and say which are written for which: `python alternatives.py WORK SLIPS [--without SOURCE …]`.

Alternatives are inflections of one lemma, words one letter away (two in long words), derived forms, and pairs that
writers have confused. Lemmas are those of lemminflect, whose data comes from the NIH SPECIALIST Lexicon.
"""

import argparse
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import log
from pathlib import Path

import lemminflect
import numpy as np
from corpus import Lexis
from rapidfuzz import process
from rapidfuzz.distance import OSA
from slips import pairs_of

from prosefix.checks.realword.confusions import Relation
from prosefix.standins import FIRST

SMALL = (
    "the a an to of be is are in that and for on with as by from or not it at if has have can was were its this their will "
    "which only also so then than no but do does into when any all we you they he i been being these those such there may "
    "must should more one about what where while us our your each"
).split()
IRREGULAR = {
    "be": {"is", "are", "was", "were", "be", "been", "being"},
    "have": {"has", "have", "had", "having"},
    "do": {"do", "does", "did", "done", "doing"},
}
# A stem of four letters and more takes one ending for the other.
ENDINGS = [pair.split("-") for pair in (
    "-ly e-y -er e-er -al y-ies t-ce t-cy e-ion -ion -ment -able e-able e-ive -ive er-or ance-ant ence-ent ic-ical -ally "
    "al-ally -ity -ness -ful ed-ion ing-ion ion-ive ate-ation ize-ization ise-isation y-ic -en s-r -ers e-ers e-ions "
    "-ions es-ers able-ably le-ly -wise or-ion ific-ied ility-le"
).split()]  # fmt: skip
# Two spellings of one word are no confusion: both sides of a pair are the same after these.
SPELLINGS = (
    "ise-ize isa-iza isi-izi our-or ll-l tt-t yse-yze ss-s pp-p ence-ense tre-ter ogue-og grey-gray rr-r nn-n mm-m ae-e "
    "dgem-dgm eable-able xes-ces dexe-dice icall-icly ical-ic"
).split()
SURE, SEEN, MOST = 50.0, 15.0, 9  # importance of inflections and of slips; others kept for a word

Ranked = dict[str, dict[str, tuple[int, float]]]


def one_spelling(one: str, other: str) -> bool:
    """Whether the two are spellings of one word."""
    for pair in SPELLINGS:
        old, new = pair.split("-")
        one, other = one.replace(old, new), other.replace(old, new)
    return one == other


class Words:
    """The corpus's words with their counts, and which are English."""

    def __init__(self, counts: dict[str, tuple[int, int, int]]) -> None:
        self.counts = counts
        plain = [w for w in counts if w.isascii() and w.replace("'", "").isalpha() and len(w) <= 22]
        self.words = sorted(filter(self._usual, plain), key=lambda word: -counts[word][0])
        self.english = {word for word in self.words if self._english(word)}
        self.marks = [
            w for w, (n, _, _) in counts.items()
            if n >= 300 and 0 < len(w) <= 3 and not any(c.isalnum() for c in w) and not FIRST <= ord(w[0]) < FIRST + 16
        ]  # fmt: skip

    def _usual(self, word: str) -> bool:
        times, _, sources = self.counts[word]
        known = bool(lemminflect.getAllLemmas(word))
        return (times >= 12 and sources >= 3) or (times >= 4 and sources >= 2 and known)

    def _english(self, word: str) -> bool:
        times, small, sources = self.counts[word]
        if len(word) == 1 or word in SMALL:
            return len(word) > 1 or word in "ai"
        common = times >= 300 and sources >= 20 and small >= 0.3 * times
        return small >= 0.03 * times and (bool(lemminflect.getAllLemmas(word)) or common)

    def log(self, word: str) -> float:
        return log(self.counts[word][0])


def inflections(words: Words) -> dict[tuple[str, str], set[str]]:
    """The English words of each lemma."""
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for word in words.english:
        lemmas = lemminflect.getAllLemmas(word)
        if not lemmas:
            singular = word.endswith("s") and not word.endswith("ss") and word[:-1] in words.english
            lemmas = {"NOUN": (word[:-1] if singular else word,)}
        for kind in lemmas.keys() & {"NOUN", "VERB", "ADJ", "ADV"}:
            for lemma in lemmas[kind]:
                groups[kind, lemma].add(word)
    for lemma, forms in IRREGULAR.items():
        groups["VERB", lemma] |= forms
    return groups


def shorter(word: str) -> set[str]:
    """`word` with one letter left out."""
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


def edit_cost(one: str, other: str) -> float | None:
    """What one edit (letter more or less, two swapped, another letter) costs; None where it takes more than one."""
    if OSA.distance(one, other) != 1:
        return None
    swapped = len(one) == len(other) and sorted(one) == sorted(other)
    cost = 0.0 if len(one) != len(other) else -0.3 if swapped else -1.0
    return cost - (one[0] != other[0]) - 1.5 * (min(len(one), len(other)) <= 3)


def neighbours(words: Iterable[str], of: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    """Pairs of `of` and `words` that one edit parts, with its cost."""
    index: dict[str, set[str]] = defaultdict(set)
    for word in words:
        for key in shorter(word) | {word}:
            index[key].add(word)
    for word in of:
        for near in sorted(set().union(*(index.get(key, ()) for key in shorter(word) | {word})) - {word}):
            cost = edit_cost(word, near)
            if cost is not None and not one_spelling(word, near):
                yield word, near, cost


def far_neighbours(words: Words) -> Iterator[tuple[str, str]]:
    """Long words that two edits part, the second of them common."""
    by_first: dict[str, list[str]] = defaultdict(list)
    for word in sorted(words.english):
        if len(word) >= 5:
            by_first[word[0]].append(word)
    for group in by_first.values():
        common = [word for word in group if words.counts[word][0] >= 100]
        distances = process.cdist(group, common, scorer=OSA.distance, score_cutoff=2, dtype=np.uint8)
        for at, other in zip(*np.where(distances == 2), strict=True):
            one, two = group[at], common[other]
            same_letters = len(one) == len(two) == 5 and sorted(one) == sorted(two)
            if (min(len(one), len(two)) >= (6 if one[-1] == two[-1] else 8) or same_letters) and not one_spelling(
                one, two
            ):
                yield one, two


def rank(words: Words, slips: Counter[tuple[str, str]]) -> Ranked:
    """Every word's alternatives, with relation and importance."""
    ranked: Ranked = defaultdict(dict)

    def add(one: str, other: str, relation: Relation, importance: float) -> None:
        if one != other and one in words.english and other in words.english:
            before = ranked[one].get(other, (int(relation), importance))
            ranked[one][other] = (min(before[0], int(relation)), max(before[1], importance))

    for forms in inflections(words).values():
        for one in forms:
            for other in forms:
                if not one_spelling(one, other):
                    add(one, other, Relation.INFLECTION, SURE)
    for one, other, cost in neighbours(words.english, words.english):
        add(one, other, Relation.EDIT, words.log(other) + cost)
    for one, other in far_neighbours(words):
        add(one, other, Relation.EDIT, words.log(other) - 3.5)
    for one in sorted(words.english):
        for ending, new in ENDINGS:
            other = one[: len(one) - len(ending)] + new
            if (
                one.endswith(ending)
                and len(one) - len(ending) >= 4
                and other in words.english
                and not one_spelling(one, other)
            ):
                importance = min(words.log(one), words.log(other)) + 1
                add(one, other, Relation.DERIVED, importance)
                add(other, one, Relation.DERIVED, importance)
    for (one, other), times in slips.items():
        if (times >= 2 or other in ranked[one]) and not one_spelling(one, other):
            add(one, other, Relation.SLIP, SEEN + 5 + log(times))
            add(other, one, Relation.SLIP, SEEN)
    return ranked


def chosen(ranked: Ranked) -> dict[str, dict[str, int]]:
    """The most important alternatives of each word, and each pair both ways."""
    kept: dict[str, dict[str, int]] = defaultdict(dict)
    for word, others in ranked.items():
        order = sorted(others.items(), key=lambda item: -item[1][1])
        sure = [(w, r) for w, (r, importance) in order if r == Relation.INFLECTION or importance >= SEEN]
        rest = [(w, r) for w, (r, importance) in order if r != Relation.INFLECTION and importance < SEEN]
        kept[word] = dict(sure + rest[:MOST])
    for word in list(kept):
        for other, relation in list(kept[word].items()):
            kept[other].setdefault(word, relation)
    return {word: others for word, others in kept.items() if others}


def rare_words(words: Words) -> dict[str, list[str]]:
    """Words of the dictionary that the corpus does not have, with the common words that they may be written for."""
    table = Path(str(lemminflect.__file__)).parent / "resources" / "lemma_lu.csv.gz"
    with gzip.open(table, "rt", encoding="utf-8") as lines:
        listed = {line.split(",")[0].strip() for line in lines}
    rare = sorted(
        w for w in listed if w.isalpha() and w.islower() and w.isascii() and 3 <= len(w) <= 14 and w not in words.words
    )
    common = [word for word in words.english if words.counts[word][0] >= 60]
    near: dict[str, dict[str, float]] = defaultdict(dict)
    for word, other, cost in neighbours(common, rare):
        near[word][other] = words.log(other) + cost
    groups = inflections(words)
    for word in rare:
        for kind, lemmas in lemminflect.getAllLemmas(word).items():
            for other in set().union(*(groups.get((kind, lemma), set()) for lemma in lemmas)):
                if words.counts[other][0] >= 60 and not one_spelling(word, other):
                    near[word][other] = SURE + words.log(other)
    return {word: sorted(others, key=lambda other: -others[other])[:6] for word, others in near.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("slips", type=Path)
    parser.add_argument("--without", nargs="*", default=[])
    given = parser.parse_args()
    words = Words(json.loads((given.work / "counts.json").read_text("utf-8")))
    kept = chosen(rank(words, pairs_of(given.slips, set(given.without))))
    taught = words.marks + words.words
    lexis = Lexis(taught, SMALL, kept, rare_words(words), {word: words.counts[word][0] for word in taught})
    lexis.write(given.work)
    print(f"{len(taught)} words, {sum(map(len, kept.values()))} pairs, {len(lexis.rare)} rare words")


if __name__ == "__main__":
    main()
