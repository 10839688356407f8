"""Learn from the lexicon how the letters of technical terms follow each other, and those of general words; write the odds.

    python tools/learn_letters.py src/prosefix/english/data/spelling

A misspelt word is English but for a letter or two: behind any letters, some of a general word's are put at random. Every
word counts once. The chance of a letter behind two others is drawn towards its chance behind one, and that towards
its chance anywhere (interpolation with a prior of a few letters). To be run again when the lexicon was built anew.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.spelling.channel import SIZE
from prosefix.checks.spelling.letters import triples
from prosefix.english.lexicon import Flag, Lexicon

ONE_BEFORE, TWO_BEFORE = 5.0, 3.0  # letters that the chances behind fewer letters count as
ODD = 0.1  # share of the letters of a misspelt word that stand where English has them not
SELDOM = -8.5  # log10 frequency of general words too rare to show how English is written


def chances(words: Iterable[str]) -> NDArray[np.float64]:
    """log of the probability of each letter behind two others."""
    counts = np.zeros((SIZE, SIZE, SIZE))
    for word in words:
        for place in triples(word):
            counts[place] += 1
    anywhere = counts.sum((0, 1)) + 1
    anywhere /= anywhere.sum()
    behind_one = counts.sum(0)
    behind_one = (behind_one + ONE_BEFORE * anywhere) / (behind_one.sum(1, keepdims=True) + ONE_BEFORE)
    behind_two = (counts + TWO_BEFORE * behind_one) / (counts.sum(2, keepdims=True) + TWO_BEFORE)
    result: NDArray[np.float64] = np.log(behind_two)
    return result


def main(folder: Path) -> None:
    lexicon = Lexicon.open()
    general, terms = [], []
    for word, flags, frequency in zip(
        lexicon.words(), lexicon.all_flags.tolist(), lexicon.frequencies.tolist(), strict=True
    ):
        if not (word.isalpha() and word.isascii() and len(word) > 1):
            continue
        if flags & Flag.GENERAL:
            if word.islower() and frequency > SELDOM:
                general.append(word)
        elif flags & (Flag.CORPUS | Flag.TECHNICAL):
            terms.append(word.lower())
    misspelt = np.log((1 - ODD) * np.exp(chances(general)) + ODD / SIZE)
    np.save(folder / "letters.npy", (chances(terms) - misspelt).astype(np.float16))
    print(f"{len(general):,} general words, {len(terms):,} terms")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
