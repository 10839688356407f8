"""Counts how technical prose writes its compounds (drop down, drop-down, dropdown) and writes the lists the hyphen rules read.

usage: count_compounds.py CORPUS.txt.zst WORDS_FOLDER [--cap WORDS_PER_SOURCE]

The corpus holds `SOURCE<TAB>paragraph` a line; CODE and MATH in it stand for code and math. Two lists are written:
`compound-modifiers.txt`, pairs that stand between a determiner and a noun mostly with a hyphen, and
`closed-compounds.txt`, pairs that are nearly always one word. Counting takes ten minutes for 30 million words.
"""

import argparse
import collections
import itertools
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import zstandard

from prosefix.english import tags
from prosefix.english.resources import English
from prosefix.english.sentences import split_sentences
from prosefix.english.table import BLOCK_END, WordTable, build
from prosefix.english.vocabulary import Kind, Shape
from prosefix.standins import StandInKind, character

BATCH = 400_000  # code points
HELD_OUT = 50  # every fiftieth paragraph, by its checksum, is kept for measuring
NOUN = [tags.CODE["NN"], tags.CODE["NNS"]]
PREFIXES = frozenset("bi content conda scikit hyper diffie ill multi non objective pkg post pre re i k n".split())
# Halves that are small words themselves: the pair is mostly right (in correct order), whatever it looks like. So are
# “key words”, which specifications quote.
SMALL = frozenset(
    "a act adapt afore an and as at auth ax be by comm conduct da de do eth fix for form if in is it ma me no of on or "
    "per pro re so st th the to up us we ten some real ink ing ion id out off over sets bas en mean less used wise read get make look sh drop erla fo build date java setup reg var std under draw key app".split()
)
SOURCES = 5  # in which a form must stand to count
PARTICLES = frozenset("back down in off on out over up".split())  # the two may be a verb and its adverb
DETERMINERS = frozenset("a an the this that each every any no some another its their your these those our".split())
ASIDE = "# Written by tools/count_compounds.py: {what}.\n# {figures}\n"


def paragraphs(path: Path, cap: int) -> Iterator[tuple[str, str]]:
    """(source, paragraph) of every paragraph that is not held out, at most `cap` words a source, none twice."""
    words: collections.Counter[str] = collections.Counter()
    seen: set[int] = set()
    code, math = character(StandInKind.CODE), character(StandInKind.MATH)
    with path.open("rb") as raw:
        reader = zstandard.ZstdDecompressor().stream_reader(raw)
        rest = b""
        while chunk := reader.read(1 << 20):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                source, _, text = line.decode().partition("\t")
                mark = zlib.crc32(text.encode())
                if mark % HELD_OUT == 0 or mark in seen or words[source] > cap:
                    continue
                seen.add(mark)
                words[source] += text.count(" ") + 1
                yield source, text.replace("CODE", code).replace("MATH", math)


class Counts:
    """How often, and in how many sources, a pair of words stands open, hyphenated and closed."""

    def __init__(self) -> None:
        self.open: collections.Counter[tuple[str, str]] = collections.Counter()  # anywhere
        self.modifying: collections.Counter[tuple[str, str]] = collections.Counter()  # as a modifier
        self.hyphened: collections.Counter[tuple[str, str]] = collections.Counter()  # as a modifier
        self.closed: collections.Counter[str] = collections.Counter()
        self.sources: collections.defaultdict[object, set[str]] = collections.defaultdict(set)

    def add(self, table: WordTable, sources: list[str]) -> None:
        vocabulary = table.vocabulary
        words, lower = vocabulary.words, table.lower
        plain = (table.kind == Kind.WORD) & (table.shape & (Shape.LOWER | Shape.TITLE) > 0)
        noun = np.isin(table.tag, NOUN) & plain
        hyphen = lower == vocabulary.ids(["-"])[0]
        tight = ~table.space
        for row in np.flatnonzero(plain):
            word = words[lower[row]]
            self.closed[word] += 1
            if len(self.sources[word]) < SOURCES:
                self.sources[word].add(sources[table.block[row]])
        determined = np.zeros(len(table), dtype=np.bool_)  # right after a determiner
        determined[1:] = np.isin(lower[:-1], vocabulary.ids(sorted(DETERMINERS)))
        pairs = np.flatnonzero(plain[:-2] & plain[1:-1] & table.space[1:-1])
        for row in pairs:
            pair = words[lower[row]], words[lower[row + 1]]
            self.open[pair] += 1
            if determined[row] and noun[row + 2] and table.space[row + 2]:
                self.modifying[pair] += 1
        joined = plain[:-3] & hyphen[1:-2] & tight[1:-2] & plain[2:-1] & tight[2:-1] & noun[3:] & table.space[3:]
        joined &= determined[:-3]
        for row in np.flatnonzero(joined):
            pair = words[lower[row]], words[lower[row + 2]]
            self.hyphened[pair] += 1
            self.sources[pair].add(sources[table.block[row]])


def modifiers(counts: Counts) -> dict[str, str]:
    """Pairs that stand there with a hyphen at least four times in five; prefixes that are no words aside."""
    found = {}
    for (one, two), hyphened in counts.hyphened.items():
        bare = counts.modifying[one, two]
        if one in PREFIXES or len(one) == 1 or counts.closed[one + two] > 5 * hyphened:
            continue
        if hyphened >= 10 and len(counts.sources[one, two]) >= SOURCES and hyphened >= 4 * bare:
            found[f"{one} {two}"] = f"{one}-{two}"
    return found


def closed(counts: Counts) -> dict[str, str]:
    """Pairs that are written as one word at least thirty times as often as open, and not rarely so."""
    found = {}
    for (one, two), bare in counts.open.items():
        whole = counts.closed[one + two]
        if one in SMALL or two in SMALL:
            continue
        often = 100 if two in PARTICLES else 30
        known = whole >= 60 and len(counts.sources[one + two]) >= SOURCES
        if known and whole >= often * bare and len(one) > 1 and len(two) > 1:
            found[f"{one} {two}"] = one + two
    return found


def write(path: Path, pairs: dict[str, str], what: str, figures: str) -> None:
    lines = [f"{wrong} -> {right}\n" for wrong, right in sorted(pairs.items())]
    path.write_text(ASIDE.format(what=what, figures=figures) + "".join(lines), encoding="utf8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cap", type=int, default=1_000_000)
    options = parser.parse_args()
    english, counts, total = English(), Counts(), 0
    stream = paragraphs(options.corpus, options.cap)
    while batch := list(itertools.islice(stream, 3000)):
        text = "".join(paragraph.replace("\n", " ") + BLOCK_END for _, paragraph in batch)
        table = build(text, english.vocabulary)
        split_sentences(table)
        english.tagger.tag(table)
        counts.add(table, [source for source, _ in batch])
        total += len(table)
        print(f"\r{total:,} words", end="", file=sys.stderr)
    figures = f"Counted on {total:,} words of technical prose; sources and licences in english/data/SOURCES.md."
    write(options.folder / "compound-modifiers.txt", modifiers(counts), "pairs hyphenated before a noun", figures)
    write(options.folder / "closed-compounds.txt", closed(counts), "pairs that are one word", figures)


if __name__ == "__main__":
    main()
