"""Counts the words of a corpus, with what their capitals and their spread over sources say about them.

Usage: python tools/lexicon/count_words.py CORPUS.txt.zst OUT.tsv [--without SOURCE … | --only SOURCE …]

The corpus has one `SOURCE<TAB>paragraph` a line. The table has a line a word form: count, count inside
sentences that are not in capitals, number of sources, share of the largest source (percent), and the relative
frequency times 1e9, in which sources weigh by the square root of their length, so that none drowns the others.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import zstandard

LEAST = 2  # word forms met less often are noise
_EDGE = "\"'“”‘’()[]{}<>,;:.!?…*"
_IDENTIFIER = re.compile(r"[_/\\:=<>()\[\]{}@#$%^&|~+*`\"]|\.(?=\w)")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*\Z")
_LETTER = re.compile(r"[^\W\d_]")
_DASH = re.compile(r"[-–—‑]+")
_STAND_INS = {"CODE", "MATH"}


def paragraphs(path: Path) -> Iterator[tuple[str, str]]:
    """(source, paragraph) pairs of the corpus at `path`."""
    with zstandard.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            source, _, paragraph = line.rstrip("\n").partition("\t")
            yield source, paragraph


def words(paragraph: str) -> Iterator[tuple[str, bool]]:
    """The words of a paragraph and whether each begins a sentence. Hyphenated words fall into parts."""
    begins = True
    for chunk in paragraph.replace("’", "'").split():
        core = chunk.strip(_EDGE)
        opened = begins or chunk[0] in '"“(['
        begins = chunk[-1] in ".!?:" or chunk.endswith((".)", '."', ".”"))
        if not core or _IDENTIFIER.search(core):
            continue
        for part in _DASH.split(core):
            part = part.removesuffix("'s")
            if _WORD.match(part) and _LETTER.search(part) and part not in _STAND_INS:
                yield part, opened
            opened = False


def is_heading(found: Iterable[tuple[str, bool]]) -> bool:
    """Whether most longer words have a capital, so that capitals say nothing."""
    long = [word for word, _ in found if len(word) > 3]
    return sum(word[0].isupper() for word in long) * 2 > len(long)


def count(path: Path, wanted: Callable[[str], bool]) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """Counts by wanted source, and counts inside sentences whose capitals mean something."""
    by_source: dict[str, Counter[str]] = defaultdict(Counter)
    inside: Counter[str] = Counter()
    for source, paragraph in paragraphs(path):
        if not wanted(source):
            continue
        found = list(words(paragraph))
        by_source[source].update(word for word, _ in found)
        if not is_heading(found):
            inside.update(word for word, begins in found if not begins)
    return by_source, inside


def write(out: Path, by_source: dict[str, Counter[str]], inside: Counter[str]) -> None:
    """The table described above."""
    sizes = {source: counts.total() for source, counts in by_source.items()}
    scale = sum(size**0.5 for size in sizes.values())
    total: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    largest: Counter[str] = Counter()
    frequency: dict[str, float] = defaultdict(float)
    for source in sorted(by_source):
        for word, number in by_source[source].items():
            total[word] += number
            spread[word] += 1
            largest[word] = max(largest[word], number)
            frequency[word] += number / sizes[source] ** 0.5 / scale
    with out.open("w", encoding="utf-8") as table:
        for word, number in sorted(total.items(), key=lambda item: (-item[1], item[0])):
            if number >= LEAST:
                share = 100 * largest[word] // number
                table.write(f"{word}\t{number}\t{inside[word]}\t{spread[word]}\t{share}\t{frequency[word] * 1e9:.2f}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    without, only = set(options.without), set(options.only)
    write(options.out, *count(options.corpus, lambda source: source in only if only else source not in without))


if __name__ == "__main__":
    main()
