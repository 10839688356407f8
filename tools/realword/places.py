"""List the places to learn from: `python places.py WORK [--without SOURCE …]`.

A place is a word with alternatives, a small word, a rare word, or a gap. Of places with the same words around them,
template-like text has many, two are kept.
"""

import argparse
from pathlib import Path

import numpy as np
from corpus import Lexis, blocks_of, strings
from numpy.typing import NDArray

from prosefix.checks.realword.inputs import CLASSES, input_ids
from prosefix.english.vocabulary import Shape, Vocabulary

REACH = 7  # edges between paragraphs, as many as an encoder looks words far
ALIKE = 3  # words to each side that make places the same

Bools = NDArray[np.bool_]
Numbers = NDArray[np.integer]


def column(words: list[str], known: dict[str, int]) -> NDArray[np.int32]:
    """The encoder's number of each distinct word; the sentinel's is 0."""
    numbers = input_ids(["\n", *words[1:]], known)
    numbers[0] = 0
    return numbers


def kept(inputs: NDArray[np.uint16], position: NDArray[np.int64], size: int) -> Bools:
    """The places of which no two before have the same words around them."""
    rng = np.random.default_rng(0)
    code = rng.integers(1, 2**63, size=(2 * ALIKE + 1, size), dtype=np.uint64)
    hashes = np.zeros(len(position), dtype=np.uint64)
    for step in range(-ALIKE, ALIKE + 1):
        hashes += code[step + ALIKE][inputs[position + step]]
    order = np.argsort(hashes, kind="stable")
    first = np.r_[True, hashes[order][1:] != hashes[order][:-1]]
    rank = np.arange(len(order)) - np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    result = np.zeros(len(order), dtype=np.bool_)
    result[order[rank < 2]] = True
    return result


def of_sources(work: Path, names: list[str]) -> Bools:
    """The paragraphs of the named sources."""
    numbers = [number for number, source in enumerate(strings(work / "sources.txt")) if source in names]
    chosen: Bools = np.isin(np.load(work / "source.npy"), numbers)
    return chosen


def in_small_letters(work: Path, lexis: Lexis, ids: Numbers, before: Numbers) -> Bools:
    """The rows of words in small letters, or with the capital of a sentence's first word."""
    vocabulary = Vocabulary()
    vocabulary.ids(strings(work / "words.txt"))
    starts = np.isin(before, [0, lexis.known["."], lexis.known[":"]])
    shape = vocabulary.shape[ids]
    single: Bools = ((shape & Shape.LOWER) > 0) | (starts & ((shape & Shape.TITLE) > 0))
    return single


def glued(space: Bools, lexis: Lexis, before: Numbers, after: Numbers) -> Bools:
    """The rows that a hyphen joins to another; `space` says which have white space before them."""
    hyphen = lexis.known["-"]
    joined: Bools = ((before == hyphen) & ~space) | ((after == hyphen) & ~np.r_[space[1:], True])
    return joined


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument(
        "--often", nargs="*", default=[], help="sources that train_encoder.py --times learns from more often"
    )
    given = parser.parse_args()
    work: Path = given.work
    lexis = Lexis.read(work)
    ids, words = np.load(work / "ids.npy"), strings(work / "words.txt")
    block, rows = blocks_of(ids), np.flatnonzero(ids)
    position = rows + (REACH - 1) * block[rows].astype(np.int64) + REACH
    number = column(words, lexis.known)[ids[rows]]
    inputs = np.zeros(int(position[-1]) + REACH + 1, dtype=np.uint16)
    inputs[position] = number
    np.save(work / "inputs.npy", inputs)

    before, after = np.r_[0, number[:-1]], np.r_[number[1:], 0]
    before[np.r_[True, block[rows][1:] != block[rows][:-1]]] = 0
    space = np.load(work / "space.npy")[rows]
    space_after = np.r_[space[1:], True]
    single = in_small_letters(work, lexis, ids[rows], before) & ~glued(space, lexis, before, after)
    several, small = np.zeros(lexis.size, dtype=np.bool_), np.zeros(lexis.size, dtype=np.bool_)
    several[[lexis.known[word] for word in lexis.alternatives]] = True
    small[[lexis.known[word] for word in lexis.small]] = True
    rare_number = {word: n for n, word in enumerate(sorted(lexis.rare))}
    rare = np.array([rare_number.get(word.lower(), -1) for word in words])[ids[rows]]

    different = kept(inputs, position, lexis.size)
    left_out = of_sources(work, given.without)
    held = np.load(work / "held.npy")[block[rows]]
    learnt = ~held & ~left_out[block[rows]]
    often = of_sources(work, given.often)[block[rows]]
    kinds = {
        "words": single & several[number] & ~small[number] & different,
        "small": single & small[number] & different,
        "gaps": space_after & different,
        "rare": single & (rare >= 0) & (number < CLASSES),
    }
    for kind, chosen in kinds.items():
        for part, of_part in (("learnt", learnt), ("often", learnt & often), ("held", held)):
            np.save(work / f"{kind}-{part}.npy", position[chosen & of_part].astype(np.int32))
            print(f"{kind} {part}: {int((chosen & of_part).sum()):,}")
    np.save(work / "rare-numbers.npy", rare[kinds["rare"] & learnt].astype(np.int32))


if __name__ == "__main__":
    main()
