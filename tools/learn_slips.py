"""Learn from mended typos how words get misspelt and what tells the right correction; write both.

    zstdcat slips.tsv.zst | python tools/learn_slips.py src/prosefix/english/data/spelling

A line of slips is `SOURCE<TAB>left<TAB>old<TAB>new<TAB>right`. Sources with CRC-32 % 5 == 3 are held out. A pair counts when
the lexicon does not know the old word, knows the new one, and they are at most three slips apart, or when only a space
makes the difference. Writes `channel.npy`, the costs of slips, and `weights.json`, the weights of the ranking. To be run
again, after `file_candidates.py`, when the lexicon or the language model was built anew.
"""

import json
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from prosefix.checks.spelling.candidates import Candidates
from prosefix.checks.spelling.channel import ADDED, EDGE, LETTERS, OMITTED, REPLACED, SIZE, SWAPPED, Channel, encode
from prosefix.checks.spelling.ranking import FEATURES, Place, Ranked, Ranker
from prosefix.english.lexicon import Lexicon
from prosefix.english.model import LanguageModel
from prosefix.english.table import build
from prosefix.english.vocabulary import Vocabulary, straighten

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*\Z")
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
# Weights to begin with; those of `UNSEEN` stay, since slips come without their pages.
START = {
    "cost": -0.7, "slips": -1.4, "first": -2.5, "frequency": 0.9, "context": 1.2, "split": -8.0, "misformed": -2.0, "page": 1.0,
    "foreign": -2.5, "name": -3.6,
}  # fmt: skip
UNSEEN = ("page", "foreign")
DEAREST = 9.0  # cost of a slip that no class makes likely
VOWELS = frozenset("aeiouy")


def held_out(source: str) -> bool:
    return zlib.crc32(source.encode()) % 5 == 3


class Slip(NamedTuple):
    """What someone typed and someone mended, with the text around it."""

    source: str
    left: str
    typed: str
    intended: str
    right: str

    def text(self) -> tuple[str, int]:
        """The typed word in its place, and where it begins (code points)."""
        left = self.left + ("" if not self.left or self.left.endswith((" ", "(", '"', "-", "/")) else " ")
        right = (" " if self.right[:1].isalnum() else "") + self.right
        return f"{left}{self.typed}{right}".replace("\n", " "), len(left)


def pairs(lines: Iterable[str], lexicon: Lexicon) -> Iterator[Slip]:
    """Each misspelling of one word in the slips, and each space left out, once."""
    seen: set[tuple[str, ...]] = set()
    for line in lines:
        source, left, old, new, right = [*line.rstrip("\n").split("\t"), "", "", "", ""][:5]
        key = (left[-15:], old, new, right[:15])
        typed, intended = straighten(old).strip('.,;:()[]*_"`'), straighten(new).strip('.,;:()[]*_"`')
        joined = typed == intended.replace(" ", "") != intended
        if (
            key in seen
            or not WORD.match(typed)
            or not (joined or WORD.match(intended))
            or typed.lower() == intended.lower()
        ):
            continue
        seen.add(key)
        if lexicon.row(typed) >= 0 or lexicon.row(typed.lower()) >= 0 or (lexicon.rows_of(intended.split()) < 0).any():
            continue
        if OSA.distance(typed.lower(), intended.lower()) <= min(3, len(intended) // 2):
            yield Slip(source, left, typed, intended, right)


def neighbours() -> set[tuple[int, int]]:
    """Pairs of letters that lie side by side on a keyboard."""
    place = {letter: (x + y / 2, y) for y, row in enumerate(ROWS) for x, letter in enumerate(row)}
    near = {
        (a, b)
        for a, (x, y) in place.items()
        for b, (u, v) in place.items()
        if a != b and abs(x - u) <= 1 and abs(y - v) <= 1
    }
    return {(encode(a)[0], encode(b)[0]) for a, b in near}


def classes() -> NDArray[np.int8]:
    """The class of every slip: slips of a class that the pairs do not hold share what its others got."""
    kind = np.zeros((4, SIZE, SIZE), dtype=np.int8)
    vowels = np.array([0] + [letter in VOWELS for letter in LETTERS] + [0], dtype=np.int8)
    near = neighbours()
    for a in range(SIZE):
        for b in range(SIZE):
            kind[REPLACED, a, b] = (
                3 if (a, b) in near else vowels[a] * vowels[b] + 2 * (1 - vowels[a]) * (1 - vowels[b])
            )
            kind[OMITTED, a, b] = 10 + (3 if a == EDGE else 2 if a == b else vowels[b])
            kind[ADDED, a, b] = 20 + (4 if a == EDGE else 3 if a == b else 2 if (a, b) in near else vowels[b])
            kind[SWAPPED, a, b] = (
                30 + vowels[a] * vowels[b] + 2 * (1 - vowels[a]) * (1 - vowels[b]) + (4 if a == EDGE else 0)
            )
    return kind


def chances(words: list[str]) -> NDArray[np.float64]:
    """How often each slip could have happened in `words`."""
    letter, pair = np.zeros(SIZE), np.zeros((SIZE, SIZE))
    for word in words:
        code = [EDGE, *encode(word)]
        np.add.at(letter, code, 1)
        np.add.at(pair, (code[:-1], code[1:]), 1)
    every = np.ones((1, SIZE))
    return np.stack([letter[:, None] * every, pair, letter[:, None] * every, pair])


def costs(happened: NDArray[np.float64], chance: NDArray[np.float64], kind: NDArray[np.int8]) -> NDArray[np.float32]:
    """-log of the rate of each slip, drawn towards its class's rate by as much as eight chances in ten weigh."""
    rate = np.zeros_like(happened)
    for each in np.unique(kind):
        of = kind == each
        common = (happened[of].sum() + 0.5) / (chance[of].sum() + 100)
        weight = 2 / common  # as if the class's rate had been seen to happen twice
        rate[of] = (happened[of] + 2) / (chance[of] + weight)
    return np.minimum(-np.log(rate), DEAREST).astype(np.float32)


def learn(words: list[tuple[str, str]], rounds: int = 4) -> NDArray[np.float32]:
    """The costs of slips from (typed, intended) pairs in lower case: align, count, and align again with the counts."""
    kind, chance = classes(), chances([intended for _, intended in words])
    table = costs(np.zeros((4, SIZE, SIZE)), chance, kind)
    for _ in range(rounds):
        channel, happened = Channel(table), np.zeros((4, SIZE, SIZE))
        for typed, intended in words:
            for slip in channel.slips(typed, intended)[1]:
                happened[slip] += 1
        table = costs(happened, chance, kind)
    print(f"{len(words)} pairs; replaced, omitted, added, swapped: {happened.sum((1, 2)).astype(int).tolist()}")
    return table


def ranked(slips: list[Slip], ranker: Ranker) -> list[tuple[Slip, list[Ranked]]]:
    """The options of each slip that is a row of its text."""
    texts = [slip.text() for slip in slips]
    begins = np.cumsum([0, *(len(text) + 1 for text, _ in texts)])[:-1] + np.array([at for _, at in texts])
    table = build("".join(f"{text}\n" for text, _ in texts), Vocabulary())
    rows = np.searchsorted(table.start, begins)
    whole = [n for n, row in enumerate(rows.tolist()) if table.written(row, row) == slips[n].typed]
    options = ranker.rank(table, [Place(int(rows[n]), {}, 0) for n in whole])
    return [(slips[n], some) for n, some in zip(whole, options, strict=True)]


def right_one(slip: Slip, options: list[Ranked]) -> int | None:
    wanted = straighten(slip.intended).lower()
    return next((n for n, option in enumerate(options) if option.option.text.lower() == wanted), None)


def weigh(cases: list[tuple[Slip, list[Ranked]]], start: dict[str, float], rounds: int = 500) -> dict[str, float]:
    """The weights that make the right options likeliest (gradient descent on the cross-entropy, Adam's steps)."""
    held = [
        (np.stack([o.features for o in options]), at)
        for slip, options in cases
        if (at := right_one(slip, options)) is not None
    ]
    scale = np.concatenate([features for features, _ in held]).std(axis=0) + 1e-6
    most = max(len(features) for features, _ in held)
    table = np.zeros((len(held), most, len(FEATURES)))
    closed = np.full((len(held), most), -1e9)
    for n, (features, _) in enumerate(held):
        table[n, : len(features)], closed[n, : len(features)] = features / scale, 0
    right = np.array([at for _, at in held])
    weights = np.array([start[name] for name in FEATURES]) * scale
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for _ in range(rounds):
        scores = table @ weights + closed
        share = np.exp(scores - scores.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        share[np.arange(len(right)), right] -= 1
        slope = np.einsum("nof,no->f", table, share) / len(right) + 1e-4 * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        weights -= 0.05 * mean / (np.sqrt(square) + 1e-8)
    found = dict(zip(FEATURES, (weights / scale).round(3).tolist(), strict=True))
    return {name: START[name] if name in UNSEEN else value for name, value in found.items()}


def main(folder: Path) -> None:
    slips = list(pairs(sys.stdin, Lexicon.open()))
    train, test = [s for s in slips if not held_out(s.source)], [s for s in slips if held_out(s.source)]
    words = [(straighten(s.typed).lower(), straighten(s.intended).lower()) for s in train if " " not in s.intended]
    np.save(folder / "channel.npy", learn(sorted(set(words))))
    weights = START
    for _ in range(2):  # the weights decide which options are looked at
        ranker = Ranker(Candidates.open(folder), Channel.open(folder / "channel.npy"), LanguageModel.open(), weights)
        weights = weigh(ranked(train, ranker), weights)
    (folder / "weights.json").write_text(json.dumps(weights, indent=1) + "\n", "utf-8")
    ranker = Ranker.open(LanguageModel.open(), folder)
    for name, some in (("learnt from", train), ("held out", test)):
        cases = ranked(some, ranker)
        first = sum(right_one(slip, options) == 0 for slip, options in cases)
        print(f"{name}: {len(cases)} slips, the first option right in {first / len(cases):.1%}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
