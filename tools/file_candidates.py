"""File the words of the lexicon that may be offered as corrections, for quick look-up.

    python tools/file_candidates.py src/prosefix/english/data/spelling

To be run whenever the lexicon was built anew. Left out are words rare enough that nobody means them, spellings that their
region uses less, and abbreviations of fewer than four letters. Words that are known but likelier slips for common ones are
listed as doubtful.
"""

import sys
from pathlib import Path

import numpy as np

from prosefix.checks.spelling.candidates import ENTRY, LETTERS, LONGEST, Candidates, signatures
from prosefix.checks.spelling.channel import Channel
from prosefix.english import tags
from prosefix.english.lexicon import Flag, Lexicon

UNFIT = Flag.PART | Flag.RARE | Flag.VARIANT
LEAST = -8.2  # log10 frequency
SELDOM, MUCH, CHEAP = -7.0, 2.0, 7.0  # of words that are likelier slips for others: frequency, ratio, cost of the slip


def is_doubtful(word: str, frequency: float, candidates: Candidates, channel: Channel) -> bool:
    """Whether a cheap slip makes the rare `word` of a much commoner one."""
    return any(
        candidates.frequency[near] > frequency + MUCH and channel.cost(word, candidates.folded(near)) < CHEAP
        for near in candidates.near(word, 1)
        if not (word.endswith("ly") and candidates.folded(near) == word[:-1] + "e")  # reversibly is made of reversible
    )


def main(folder: Path) -> None:
    lexicon = Lexicon.open()
    flags, frequency, variants = lexicon.all_flags, lexicon.frequencies, lexicon.all_variants
    chosen = [
        (word[0].lower(), len(word), word, row)
        for row, word in enumerate(lexicon.words())
        if 1 < len(word) < LONGEST
        and word[0].lower() in LETTERS
        and word.islower() | word[0].isupper() | (len(word) > 3)
        if frequency[row] >= LEAST and not flags[row] & UNFIT and not (flags[row] & Flag.ABBREVIATION and len(word) < 4)
    ]
    chosen.sort()
    words, rows = [entry[2] for entry in chosen], np.array([entry[3] for entry in chosen])
    folded = [word.lower() for word in words]
    entries = np.zeros(len(words), dtype=ENTRY)
    entries["signature"] = signatures("".join(folded).encode(), np.array([len(word.encode()) for word in folded]))
    entries["frequency"] = frequency[rows]
    entries["variants"] = variants[rows]
    entries["noun"] = (lexicon.all_tags[rows] & tags.mask("NN")) > 0
    entries["noun"] &= (lexicon.all_tags[rows] & tags.mask("JJ", "RB", "IN", "DT", "PRP", "CC")) == 0
    firsts = np.array([LETTERS.index(letter) * 64 + size for letter, size, _, _ in chosen])
    starts = np.searchsorted(firsts, np.arange(26)[:, None] * 64 + np.arange(64)).astype(np.int32)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "candidates.txt").write_text("\n".join(words), "utf-8")
    np.save(folder / "candidates.npy", entries)
    np.save(folder / "starts.npy", starts)
    candidates, channel = Candidates.open(folder), Channel.open(folder / "channel.npy")
    odd = Flag.NAME | Flag.ABBREVIATION | Flag.TECHNICAL | Flag.CORPUS
    doubtful = sorted(
        word
        for row, word in enumerate(lexicon.words())
        if len(word) > 2 and word.islower() and word.isalpha() and not flags[row] & odd
        if (flags[row] & Flag.RARE)
        or (frequency[row] < SELDOM and is_doubtful(word, frequency[row], candidates, channel))
    )
    (folder / "doubtful.txt").write_text("\n".join(doubtful), "utf-8")
    print(f"{len(words):,} words filed, {len(doubtful):,} doubtful")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
