"""Measures the lexicon: what misspellings pass as words, how much clean prose does not, and whether inflection is sound.

Usage: python tools/measure_lexicon.py --slips slips.tsv.zst --counts counts.tsv [--lexicon DIR]

`counts.tsv` is a table of `tools/lexicon/count_words.py`; for a fair figure, of sources the lexicon did not learn from.
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import zstandard
from rapidfuzz.distance import DamerauLevenshtein

from lexicon import counts
from prosefix.english.derivation import Derivation
from prosefix.english.inflection import Inflection, read_forms
from prosefix.english.lexicon import DATA, Flag, Lexicon, Reading
from prosefix.english.vocabulary import Vocabulary

_MOST = 20_000


class Words:
    """The lexicon in a folder with all that is built upon it."""

    def __init__(self, folder: Path) -> None:
        begin = time.perf_counter()
        self.lexicon = Lexicon.open(folder)
        print(f"opening: {1000 * (time.perf_counter() - begin):.1f} ms, {len(self.lexicon)} words")
        self.inflection = Inflection(self.lexicon, read_forms(folder / "inflections.tsv"))
        self.derivation = Derivation(self.lexicon, self.inflection)

    def accept(self, words: list[str]) -> tuple[list[bool], list[bool]]:
        """Of each word, whether the lexicon has it, and whether it is derived."""
        vocabulary = Vocabulary()
        ids = vocabulary.ids(words)
        return self.lexicon.known(vocabulary)[ids].tolist(), self.derivation.derived(vocabulary)[ids].tolist()


def measure_slips(words: Words, path: Path) -> None:
    """How many misspelt words (changed to a known word at most two letters away) pass."""
    pairs = set()
    with zstandard.open(path, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if len(row) == 5 and all(w.isalpha() and w.islower() and len(w) > 3 for w in row[2:4]):
                pairs.add((row[2], row[3]))
    near = sorted(pair for pair in pairs if DamerauLevenshtein.distance(*pair) <= 2)
    right, _ = words.accept([new for _, new in near])
    olds = [old for (old, _), good in zip(near, right, strict=True) if good]
    known, derived = words.accept(olds)
    rare = sum(bool(e.flags & Flag.RARE) for old in olds if (e := words.lexicon.entry(old)) is not None)
    print(
        f"slips: {len(olds)} pairs; old word known {sum(known)} (real words; {rare} of them marked rare), "
        f"derived {sum(derived)}, unknown {len(olds) - sum(known) - sum(derived)}"
    )


def measure_coverage(words: Words, path: Path) -> None:
    """How many words of clean prose are unknown, by how they are written."""
    table = counts.read(path)
    forms = [word for word in table if word.isalpha()]
    total = sum(table[word].total for word in forms)
    known, derived = words.accept(forms)
    unknown = [word for word, a, b in zip(forms, known, derived, strict=True) if not a and not b]
    vocabulary = Vocabulary()
    ids = vocabulary.ids(unknown)
    named = words.lexicon.names(vocabulary)[ids] >= 0
    lower = np.array([word.islower() for word in unknown])
    number = np.array([table[word].total for word in unknown])
    print(
        f"coverage of {total} words: derived {1000 * sum(table[w].total for w, d in zip(forms, derived, strict=True) if d) / total:.2f} per 1000"
    )
    print(
        f"  unknown in lower case {1000 * number[lower & ~named].sum() / total:.2f} per 1000 ({(lower & ~named).sum()} forms)"
    )
    print(f"  names in lower case {1000 * number[lower & named].sum() / total:.2f} per 1000")
    print(f"  unknown with capitals {1000 * number[~lower].sum() / total:.2f} per 1000")


def measure_round_trip(words: Words) -> None:
    """Whether the commonest verbs and nouns come back from their third person and plural."""
    lexicon, inflection = words.lexicon, words.inflection
    order = np.argsort(-lexicon.frequencies, kind="stable")
    for name, reading, base_tag, tag in (("verbs", Reading.VERB, "VB", "VBZ"), ("nouns", Reading.NOUN, "NN", "NNS")):
        bases = order[(lexicon.all_lemmas[order, reading] == order) & ((lexicon.all_flags[order] & Flag.NAME) == 0)][
            :_MOST
        ]
        tried, wrong = 0, []
        for base in map(lexicon.word, bases.tolist()):
            form = inflection.inflect(base, tag)
            if form is None:
                continue
            tried += 1
            if inflection.inflect(form, base_tag) != base or inflection.inflect(form, tag) != form:
                wrong.append(f"{base}/{form}/{inflection.inflect(form, base_tag)}")
        print(
            f"round trip of {len(bases)} {name}: {tried} have a form, {len(wrong)} do not come back: {' '.join(wrong)}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slips", type=Path, required=True)
    parser.add_argument("--counts", type=Path, required=True)
    parser.add_argument("--lexicon", type=Path, default=DATA)
    options = parser.parse_args()
    words = Words(options.lexicon)
    measure_slips(words, options.slips)
    measure_coverage(words, options.counts)
    measure_round_trip(words)


if __name__ == "__main__":
    main()
