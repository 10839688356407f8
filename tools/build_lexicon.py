"""Builds `src/prosefix/english/data/lexicon` from SCOWL, lemminflect, treebanks, a counted corpus and our own lists.

Usage: python tools/build_lexicon.py --scowl DIR --lemminflect infl_lu.csv.gz --counts counts.tsv
       --slips slips.tsv.zst --treebank FILE.conllu … --out DIR

`counts.tsv` comes from `tools/lexicon/count_words.py`. The same inputs give the same bytes.
"""

import argparse
import math
from collections.abc import Mapping
from pathlib import Path

from lexicon import authored, counts, mining, morphology, scowl, store
from lexicon.counts import Counts
from lexicon.morphology import Readings, Treebank
from lexicon.scowl import Spelling
from prosefix.english import tags
from prosefix.english.endings import add_s
from prosefix.english.lexicon import ANYWHERE, Flag, Variant

_LARGEST = 70  # SCOWL's larger sizes hide slips behind words that nobody writes
# Relative frequency of general words by SCOWL size: the corpus knows technical prose only.
_BY_SIZE = {10: 2e-5, 20: 4e-6, 35: 6e-7, 40: 3e-7, 50: 1e-7, 55: 6e-8, 60: 4e-8, 70: 1.5e-8, 80: 6e-9, 95: 2e-9}
_CLASS_BITS = (tags.mask("VB*"), tags.mask("NN", "NNS"), tags.mask("JJ*", "RB*"))


def is_accepted(word: str, spelling: Spelling, table: Counts) -> bool:
    """Whether a word of SCOWL enters for itself: common enough, and spelt as some region spells it."""
    if spelling.size > _LARGEST or not word.replace("'", "").isalpha() or (not word.islower() and "'" in word):
        return False
    if spelling.level > 2 or (spelling.level == 2 and table[word].sources < 5):
        return False
    if spelling.categories == {"abbreviations"} and word.islower() and table[word].sources < 5:
        return False
    return "contractions" not in spelling.categories or spelling.size <= 60


def flags_of(word: str, spelling: Spelling) -> Flag:
    """The flags that SCOWL's categories give."""
    flags = Flag.GENERAL
    if word != word.lower():
        flags = Flag.ABBREVIATION if word.isupper() and len(word) > 1 else Flag.NAME
    if spelling.categories == {"abbreviations"}:
        flags |= Flag.ABBREVIATION
    return flags | (Flag.VARIANT if spelling.level else Flag(0))


def _single_words(forms: morphology.Forms) -> morphology.Forms:
    kept = {tag: tuple(form for form in some if form.isalpha()) for tag, some in forms.items()}
    return {tag: some for tag, some in kept.items() if some}


class Builder:
    """The words as they gather, step by step."""

    def __init__(self, sources: argparse.Namespace) -> None:
        self.counts = counts.read(sources.counts)
        self.forms = self.counts.forms()
        self.spellings = scowl.read(sources.scowl)
        self.corrected = mining.read_corrections(sources.slips)
        self.treebank = morphology.read_treebanks(sources.treebank)
        self.lemminflect = morphology.read_lemminflect(sources.lemminflect)
        verbs = {base for base, letter in self.lemminflect if letter == "v"}
        self.never = set(authored.words("never.txt"))
        self.never |= {add_s(word) for word in authored.words("uncountable.txt") if word not in verbs}
        self.terms, self.term_readings = authored.terms()
        self.flags: dict[str, Flag] = {}
        self.variants: dict[str, Variant] = {}
        self.readings: Readings = {}

    def add(self, word: str, flags: Flag, variants: Variant = ANYWHERE) -> None:
        self.flags[word] = self.flags.get(word, Flag(0)) | flags
        self.variants[word] = self.variants.get(word, Variant(0)) | variants

    def frequency(self, word: str) -> float:
        """Relative frequency: what the corpus says, and a share for what general English says."""
        own = self.counts[word].frequency
        if word.islower():
            own += min(self.counts[word.capitalize()].frequency, own)
        spelling = self.spellings.get(word)
        general = _BY_SIZE[spelling.size] if spelling is not None else 0.0
        return max(0.8 * own + 0.2 * general, 1e-9)

    def add_general(self) -> None:
        for word, spelling in self.spellings.items():
            if is_accepted(word, spelling, self.counts) and not self._is_name(word, spelling):
                self.add(word, flags_of(word, spelling), spelling.regions)

    def add_authored(self) -> None:
        """Our own lists. What they hold stands, whatever the corpus says."""
        for word, (_, is_part) in authored.closed().items():
            self.add(word, Flag.GENERAL)
            if is_part:
                self.flags[word] = Flag.PART
        for word in authored.words("general.txt"):
            self.add(word, Flag.GENERAL)
        for word in authored.words("abbreviations.txt"):
            self.add(word, Flag.ABBREVIATION)
        for word in self.terms:
            self.add(word, Flag.TECHNICAL)
        for event in authored.words("events.txt"):
            self.add(f"on{event}", Flag.TECHNICAL)
        for name in authored.names():
            kind = Flag(0) if name.islower() else Flag.ABBREVIATION if name.isupper() else Flag.NAME
            self.add(name, Flag.TECHNICAL | kind)

    def drop_slips(self) -> None:
        """Takes out what lists hold but hides slips: forms written by hand, and obscure words beside common ones."""
        for word in self.never:
            self.flags.pop(word, None)
            self.flags.pop(word.capitalize(), None)
        gate = self.gate()
        for word in [w for w in self.flags if w.islower() and self.flags[w] & Flag.GENERAL]:
            spelling, count = self.spellings.get(word), self.counts[word]
            if spelling is None or spelling.size < 50 or count.sources > 10 or spelling.regions != ANYWHERE:
                continue
            if spelling.size >= 70 and count.total == 0 and gate.is_doubtful(word, 1e4):
                del self.flags[word]
            elif gate.is_doubtful(word, 300 if count.sources < 3 else 1000):
                self.flags[word] |= Flag.RARE

    def gate(self) -> mining.Gate:
        frequency = {word: self.frequency(word) for word in self.flags if word.islower()}
        return mining.Gate(self.counts, mining.Neighbours(frequency, 1e-7), self.corrected)

    def _is_name(self, word: str, spelling: Spelling) -> bool:
        """Whether a listed lower-case word is a slip for an acronym or a name with capitals inside: `html`."""
        if spelling.size < 40 or not word.islower():
            return False
        capital = [form for form in self.forms.get(word, ()) if any(c.isupper() for c in form[1:])]
        return any(self.counts[f].inside >= max(50, 4 * self.counts[word].inside) for f in capital)

    def read_forms(self) -> None:
        """Readings and forms of all words so far."""

        def spelled(form: str) -> int:
            return self.variants.get(form, Variant(0)) & (0 if self._is_lesser(form) else 15)

        def rank(form: str) -> float:
            return (
                (1.0 if form in self.flags else 0.0)
                - (0.5 if self._is_lesser(form) else 0.0)
                + self.frequency(form) * 1e-1
            )

        wrong = {tuple(line.split("/")) for line in authored.words("wrong_readings.txt")}
        listed = {
            key: forms
            for key, forms in self.lemminflect.items()
            if key[0] in self.flags and key[0].islower() and key not in wrong and self.treebank.bears_out(*key)
        }
        listed = {key: _single_words(forms) for key, forms in listed.items()}
        chosen = {key: morphology.choose(forms, key[0], rank, spelled) for key, forms in listed.items()}
        chosen |= {key: self._plural(key[0]) for key, forms in chosen.items() if forms.get("NNS") == (key[0],)}
        families = morphology.families(sorted(self.flags), chosen | self.term_readings, self.flags.__contains__)
        by_hand = authored.inflections()
        uncountable = {(word, "n"): {"NNS": ("-",)} for word in authored.words("uncountable.txt")}
        self.readings = morphology.merge(self.term_readings, chosen, families, by_hand, uncountable)
        self.others = {
            key: {tag: tuple(f for f in some if f in self.flags) for tag, some in forms.items()}
            for key, forms in listed.items()
            if key not in by_hand or key[1] == "n"
        }
        for key, flag in [
            *((key, Flag.GENERAL) for key in by_hand),
            *((key, Flag.TECHNICAL) for key in self.term_readings),
        ]:
            for form in (f for some in self.readings[key].values() for f in some if f != "-"):
                self.add(form, flag)

    def _plural(self, noun: str) -> morphology.Forms:
        """The plural of a noun that the sources leave unchanged: as a rule it has none, unless people write one."""
        plural = add_s(noun)
        if noun.endswith("s") and not noun.endswith("ss"):
            return {"NNS": (noun,)}
        is_written = self.counts[plural].total >= max(2, self.counts[noun].total / 200)
        is_listed = plural in self.flags and (noun, "v") not in self.lemminflect
        return {"NNS": (plural if is_written or is_listed else "-",)}

    def _is_lesser(self, form: str) -> bool:
        spelling = self.spellings.get(form)
        return spelling is not None and spelling.level > 0

    def add_corpus(self) -> None:
        """Words and names that the corpus vouches for; SCOWL's larger sizes need fewer sources."""
        gate = self.gate()
        formed = {form for forms in self.readings.values() for some in forms.values() for form in some}
        found = [
            word
            for word in self.counts
            if word.isalpha() and word.islower() and word.isascii() and len(word) > 2 and word not in self.flags
            and word not in self.never and gate.lets_in(word, self._needed(word), word in formed)
        ]  # fmt: skip
        for name in mining.names(self.counts, self.flags, gate.near):
            kind = Flag.ABBREVIATION if name.isupper() else Flag.NAME
            self.add(name, kind | (Flag(0) if name in self.flags else Flag.CORPUS))
        for word in found:
            self.add(word, Flag.TECHNICAL | Flag.CORPUS)

    def drop_sentence_starts(self) -> None:
        """Takes out names that are common words with a capital: `Rich`, `Will`; the words say enough of them."""
        ours = authored.names()
        for name in [n for n in self.flags if n[1:].islower() and n[0].isupper() and n not in ours]:
            lower = self.counts[name.lower()]
            if self.flags.get(name.lower(), Flag(0)) & Flag.GENERAL and self.counts[name].inside < 2 * lower.inside + 5:
                del self.flags[name]

    def add_plurals(self) -> None:
        """`APIs` beside `API`."""
        for name, flags in list(self.flags.items()):
            if name.isalpha() and name.isupper() and 1 < len(name) < 7 and not name.endswith("S"):
                self.add(name + "s", flags & ~Flag.GENERAL)

    def _needed(self, word: str) -> int:
        spelling = self.spellings.get(word)
        return 3 if spelling is not None and spelling.size <= 80 and spelling.level < 2 else 5

    def words(self) -> dict[str, store.Word]:
        """Everything, with tags, lemmas and frequencies."""
        analysis = morphology.analyse(self.readings, self.others, self.treebank, self.frequency)
        marks = [
            (set(authored.words(name)), flag)
            for name, flag in (
                ("rare.txt", Flag.RARE),
                ("plural_only.txt", Flag.PLURAL_ONLY),
            )
        ]
        result = {}
        for word, flags in self.flags.items():
            for marked, flag in marks:
                flags |= flag if word in marked else Flag(0)
            flags |= Flag.UNCOUNTABLE if self.readings.get((word, "n"), {}).get("NNS") == ("-",) else Flag(0)
            mask, lemmas = self._analysed(word, flags, analysis)
            result[word] = store.Word(flags, self.variants[word], mask, math.log10(self.frequency(word)), lemmas)
        for word, own in result.items():
            if word.lower() != word and (lower := result.get(word.lower())) is not None and word[1:].islower():
                own.tags |= lower.tags
                own.lemmas = tuple(a or b for a, b in zip(lower.lemmas, own.lemmas, strict=True))
                own.frequency = max(own.frequency, lower.frequency)
        return result

    def _analysed(self, word: str, flags: Flag, analysis: morphology.Analysis) -> tuple[int, store.Lemmas]:
        closed = authored.closed()
        lemmas = [analysis.lemmas.get((word, letter)) for letter in "vna"]
        if word in closed:
            mask = closed[word][0]
            lemmas = [lemma if mask & bits else None for lemma, bits in zip(lemmas, _CLASS_BITS, strict=True)]
        else:
            mask = self._mask(word, flags, analysis.tags, self.treebank)
        if word != word.lower() and lemmas[1] is None:
            lemmas[1] = word[:-1] if word[:-1] in self.flags and word[:-1].isupper() and word.endswith("s") else word
        verb, noun, adjective = (lemma if lemma in self.flags else None for lemma in lemmas)
        return mask, (verb, noun, adjective)

    def _mask(self, word: str, flags: Flag, found: Mapping[str, int], treebank: Treebank) -> int:
        mask = found.get(word, 0) | morphology.treebank_mask(treebank.tags[word])
        if word != word.lower():
            if word.endswith("s") and word[:-1] in self.flags and word[:-1].isupper():
                return mask | tags.mask("NNPS", "NNS")
            return mask | tags.mask("NNP") | (tags.mask("NN") if flags & Flag.ABBREVIATION else 0)
        return mask or morphology.guess(word)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("scowl", "lemminflect", "counts", "slips", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--treebank", type=Path, nargs="+", required=True)
    options = parser.parse_args()
    builder = Builder(options)
    builder.add_general()
    builder.drop_slips()
    builder.add_authored()
    builder.read_forms()
    builder.add_corpus()
    builder.drop_sentence_starts()
    builder.add_plurals()
    builder.read_forms()
    size = store.write(options.out, builder.words())
    lines = store.write_inflections(options.out / "inflections.tsv", builder.readings)
    print(f"{len(builder.flags)} words, {size} bytes; {lines} lines of inflections")


if __name__ == "__main__":
    main()
