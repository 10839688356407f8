"""Turn a corpus into word ids: `zstdcat corpus.txt.zst | python encode.py WORK`.

A line is `SOURCE<TAB>paragraph`, with inline code as `CODE` and math as `MATH`; a paragraph that occurs twice counts once.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from corpus import blocks_of, held_out

from prosefix import standins
from prosefix.checks.realword.inputs import straight
from prosefix.english.table import BLOCK_END, PAD, build
from prosefix.english.vocabulary import Vocabulary

_CODE, _MATH = standins.character(standins.StandInKind.CODE), standins.character(standins.StandInKind.MATH)
BATCH = 4_000


def paragraphs(lines: Iterable[str]) -> Iterator[tuple[str, str, bool]]:
    """Source, text with stand-ins, and whether it is held out, of each different paragraph."""
    seen: set[int] = set()
    for line in lines:
        source, _, text = line.rstrip("\n").partition("\t")
        if hash(text) not in seen:
            seen.add(hash(text))
            yield source, re.sub(r"\bCODE\b", _CODE, re.sub(r"\bMATH\b", _MATH, text)), held_out(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    work: Path = parser.parse_args().work
    work.mkdir(exist_ok=True)
    vocabulary, sources = Vocabulary(), dict[str, int]()
    source_of, held, ids, space = [], [], [], []
    kept: list[tuple[str, str]] = []
    batch: list[str] = []

    def flush() -> None:
        table = build(BLOCK_END.join(batch) + BLOCK_END, vocabulary)
        ids.append(table.word[PAD:-PAD])
        space.append(table.space[PAD:-PAD])
        batch.clear()

    for source, text, is_held in paragraphs(sys.stdin):
        source_of.append(sources.setdefault(source, len(sources)))
        held.append(is_held)
        batch.append(text)
        if is_held:
            kept.append((source, text))
        if len(batch) == BATCH:
            flush()
    flush()
    arrays = {
        "ids": np.concatenate(ids),
        "space": np.concatenate(space),
        "source": np.array(source_of),
        "held": np.array(held),
    }
    for name, array in arrays.items():
        np.save(work / f"{name}.npy", array)
    (work / "words.txt").write_text("\0".join(vocabulary.words), "utf-8")
    (work / "sources.txt").write_text("\0".join(sources), "utf-8")
    (work / "held.json").write_text(json.dumps(kept), "utf-8")
    (work / "counts.json").write_text(json.dumps(count(vocabulary.words, arrays["ids"], arrays["source"])), "utf-8")


def count(words: list[str], ids: np.ndarray, source: np.ndarray) -> dict[str, tuple[int, int, int]]:
    """Of each word in small letters: how often it occurs, how often without capitals, and in how many sources."""
    lower = [straight(word) for word in words]
    number = {word: n for n, word in enumerate(dict.fromkeys(lower))}
    of_word = np.array([number[word] for word in lower])
    pairs = np.unique(of_word[ids].astype(np.int64) * 4096 + source[blocks_of(ids)])
    spread = np.bincount(pairs >> 12, minlength=len(number))
    total, small = Counter[str](), Counter[str]()
    for word, low, times in zip(words, lower, np.bincount(ids, minlength=len(words)).tolist(), strict=True):
        total[low] += times
        small[low] += times if word == low else 0
    return {word: (total[word], small[word], int(spread[n])) for word, n in number.items() if total[word] > 1}


if __name__ == "__main__":
    main()
