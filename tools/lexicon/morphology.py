"""Works out which words are verbs, nouns and adjectives, their forms, and from that every form's tags and lemmas."""

import csv
import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from lexicon import authored
from prosefix.english import endings, tags

COLUMNS = {"v": ("VBZ", "VBD", "VBN", "VBG"), "n": ("NNS",), "a": ("JJR", "JJS")}
BASE = {"v": ("VB", "VBP"), "n": ("NN",), "a": ("JJ",), "r": ("RB",)}
_CLASS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
Forms = dict[str, tuple[str, ...]]
Readings = dict[tuple[str, str], Forms]  # (base, class) -> forms by tag
Rank = Callable[[str], float]  # how good a form is: where it is known and how common


@dataclass(slots=True)
class Treebank:
    """What treebanks say of word forms: tags by lower-case form, and lemmas by (form, class)."""

    tags: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    lemmas: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def bears_out(self, base: str, letter: str) -> bool:
        """False where the treebanks have a word often and hardly ever as a noun: `or`. Verbs they have too few of."""
        counts = self.tags.get(base, Counter[str]())
        if letter != "n" or counts.total() < 50:
            return True
        return sum(number for tag, number in counts.items() if tag.startswith("NN")) * 100 >= counts.total()


_CLASS_OF_TAG = (("VB", "v"), ("NN", "n"), ("JJ", "a"), ("RB", "r"))


def read_treebanks(paths: Iterable[Path]) -> Treebank:
    """Tags and lemmas in CoNLL-U files, tokens marked as slips of the pen left out."""
    found = Treebank()
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            cells = line.split("\t")
            if len(cells) < 10 or not cells[0].isdigit() or "Typo=Yes" in cells[5] or "Abbr=Yes" in cells[5]:
                continue
            form, lemma, tag = cells[1].replace("’", "'"), cells[2], cells[4]
            if tag not in tags.CODE:
                continue
            key = form if tag.startswith("NNP") else form.lower()
            found.tags[key][tag] += 1
            for start, letter in _CLASS_OF_TAG:
                if tag.startswith(start) and not tag.startswith("NNP"):
                    found.lemmas[key, letter][lemma.lower()] += 1
    return found


def read_lemminflect(path: Path) -> Readings:
    """The readings in lemminflect's `infl_lu.csv.gz`: alternatives stay together, an empty cell is the one before."""
    found: Readings = {}
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        for base, name, *cells in csv.reader(rows):
            letter = _CLASS[name]
            values = [tuple(cell.split("/")) if cell else () for cell in cells]
            forms: Forms = {}
            if letter == "v" and len(values) == 4:
                past, participle, gerund, third = values
                forms = {"VBZ": third, "VBD": past, "VBN": participle or past, "VBG": gerund}
            elif letter == "n" and values:
                forms = {"NNS": values[0]}
            elif letter == "a" and len(values) == 2 and values[0] and values[1]:
                forms = {"JJR": values[0], "JJS": values[1]}
            found[base, letter] = {tag: some for tag, some in forms.items() if some}
    return found


_CVC = re.compile(r"[aeiouy][bcdfgklmnprstvz]\Z")


def regular(base: str, tag: str, known: Callable[[str], bool]) -> str | None:
    """The regular form of `base`, or that with its last consonant doubled, where it is known."""
    plain = endings.REGULAR[tag](base)
    if known(plain):
        return plain
    if tag != "VBZ" and tag != "NNS" and _CVC.search(base):
        doubled = endings.REGULAR[tag](base + base[-1])
        doubled = doubled if not doubled.startswith(base + base[-1] * 2) else base + doubled[len(base) + 1 :]
        if known(doubled):
            return doubled
    return None


def families(words: Iterable[str], readings: Readings, known: Callable[[str], bool]) -> Readings:
    """Readings of words that no source has, from which of their regular forms are known."""
    found: Readings = {}
    for base in words:
        if not base.islower() or len(base) < 3 or any((base, letter) in readings for letter in "vna"):
            continue
        past, gerund = regular(base, "VBD", known), regular(base, "VBG", known)
        third = endings.add_s(base)
        if past and gerund and known(third) and not base.endswith(("ed", "ing")) and (base + "e", "v") not in readings:
            found[base, "v"] = {"VBZ": (third,), "VBD": (past,), "VBN": (past,), "VBG": (gerund,)}
            if not base.endswith(("ize", "ise", "ify")) and not base.startswith(("re", "un", "de")):
                found[base, "n"] = {"NNS": (third,)}
        more, most = regular(base, "JJR", known), regular(base, "JJS", known)
        if more and most and (more, "v") not in readings and (base + "e", "a") not in readings:
            found[base, "a"] = {"JJR": (more,), "JJS": (most,)}
        elif known(third) and not base.endswith("s") and (not past or not gerund or known(base + "er")):
            found[base, "n"] = {"NNS": (third,)}
    return found


def choose(forms: Forms, base: str, rank: Rank, spelled: Callable[[str], int]) -> Forms:
    """One form a tag, the best known; two (American, British) where the regions differ. Source order breaks ties."""
    chosen: Forms = {}
    for tag, candidates in forms.items():
        others = tuple(c for c in candidates if c != base or tag in {"VBD", "VBN"}) or candidates
        if tag == "VBZ" and endings.add_s(base) in others:
            others = (endings.add_s(base),)
        ranked = sorted(others, key=lambda c: -rank(c))
        us = [c for c in ranked if spelled(c) & 1]
        gb = [c for c in ranked if spelled(c) & 2]
        if us and gb and us[0] != gb[0] and not spelled(us[0]) & 2 and not spelled(gb[0]) & 1:
            chosen[tag] = (us[0], gb[0])
        else:
            chosen[tag] = (ranked[0],)
    if set(chosen.get("VBN", ("",))) <= set(chosen.get("VBD", ())):
        chosen["VBN"] = chosen["VBD"]
    return chosen


def merge(*sources: Readings) -> Readings:
    """All readings; where two sources have the same one, the later one's forms stand."""
    merged: Readings = {}
    for source in sources:
        for key, forms in source.items():
            merged[key] = merged.get(key, {}) | forms
    return merged


@dataclass(slots=True)
class Analysis:
    """Every form's mask of tags, and its lemma by class."""

    tags: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    lemmas: dict[tuple[str, str], str] = field(default_factory=dict)


def analyse(readings: Readings, others: Readings, treebank: Treebank, weigh: Rank) -> Analysis:
    """Tags and lemmas of all forms of all readings, `others` being forms that are read but never made.

    Doubtful lemmas: by hand, then treebank, then frequency.
    """
    result = Analysis()
    candidates: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)  # bases, and whether the form is also made
    for source in (readings, others):
        for (base, letter), forms in source.items():
            result.tags[base] |= tags.mask(*BASE[letter])
            candidates[base, "a" if letter == "r" else letter].setdefault(
                base, letter != "n" or not _is_plural(base, readings)
            )
            for tag, form in ((tag, form) for tag, some in forms.items() for form in some):
                if form != "-" and (form != base or source is readings):
                    result.tags[form] |= tags.mask(tag)
                    candidates[form, letter].setdefault(base, source is readings)
    for (form, letter), bases in candidates.items():
        counts = treebank.lemmas.get((form, letter), Counter[str]())
        best = max(sorted(bases), key=lambda b: (counts[b], bases[b], weigh(b)))
        result.lemmas[form, letter] = best
    result.lemmas |= authored.lemmas()
    return result


def _is_plural(word: str, readings: Readings) -> bool:
    """Whether a noun is also the regular plural of another: `contents`, `goods`."""
    return (
        word.endswith("s")
        and readings.get((word[:-1], "n"), {}).get("NNS") in {(word,), None}
        and (word[:-1], "n") in readings
    )


def treebank_mask(counts: Counter[str]) -> int:
    """The tags that a treebank gives a form often enough not to be slips of the annotators."""
    total = counts.total()
    good = [tag for tag, number in counts.items() if number >= max(2, 0.01 * total)]
    return tags.mask(*good) if good else 0


_GUESSES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("ly",), ("RB",)),
    (("ness", "ment", "ity", "tion", "sion", "ism", "ist", "ance", "ence", "ship", "hood", "graphy", "logy", "ure", "age"), ("NN",)),
    (("able", "ible", "ful", "less", "ous", "ive", "ic", "ical", "al", "ish", "ary", "oid", "like", "wise"), ("JJ",)),
    (("nesses", "ments", "ities", "tions", "sions", "isms", "ists", "ances", "ences", "ships", "ers", "ors"), ("NNS",)),
    (("ing",), ("VBG", "NN", "JJ")),
    (("ed",), ("VBD", "VBN", "JJ")),
    (("er", "or"), ("NN",)),
    (("ss", "us", "is", "os"), ("NN",)),
    (("s",), ("NNS",)),
)  # fmt: skip


def guess(word: str) -> int:
    """The mask of tags that the ending of a word without any reading suggests."""
    for some, names in _GUESSES:
        if word.endswith(some):
            return tags.mask(*names)
    return tags.mask("NN", "JJ")
