"""Write what the package reads: `python pack.py WORK ENCODER SCOUT SLIPS DATA [--without SOURCE …]`.

Words' vectors become whole numbers of eight bits with a scale each, the other weights numbers of sixteen bits.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from corpus import Lexis
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from slips import pairs_of

from prosefix.checks.realword.confusions import Relation

NEAR_AND_REACH = {"encoder": (3, 7), "scout": (2, 3)}


def quantized(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """`rows` in eight bits, and each row's scale."""
    scale = np.abs(rows).max(axis=1) / 127 + 1e-9
    return np.rint(rows / scale[:, None]).astype(np.int8), scale.astype(np.float16)


def pack_encoder(weights: dict[str, NDArray[np.float32]], reach: tuple[int, int], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, scale in (("words", "word_scale"), ("answers", "answer_scale")):
        rows, scales = quantized(weights.pop(name))
        np.save(folder / f"{name}.npy", rows)
        np.save(folder / f"{scale}.npy", scales)
    for name, array in weights.items():
        np.save(folder / f"{name}.npy", array.astype(np.float16))
    np.save(folder / "reach.npy", np.array(reach, dtype=np.int32))


def alternatives(lexis: Lexis) -> dict[str, NDArray[np.generic]]:
    """The table of `Confusions`; words with an apostrophe are for the rules of contractions."""
    known, first, others, relations = lexis.known, [0], [], []
    for word in lexis.words:
        if "'" not in word:
            plain = {
                other: relation for other, relation in lexis.alternatives.get(word, {}).items() if "'" not in other
            }
            others += [known[other] for other in plain]
            relations += plain.values()
        first.append(len(others))
    for word in sorted(lexis.rare):
        others += [known[other] for other in lexis.rare[word]]
        relations += [int(Relation.EDIT)] * len(lexis.rare[word])
        first.append(len(others))
    return {
        "first": np.array(first, dtype=np.int32),
        "alternatives": np.array(others, dtype=np.uint16),
        "relations": np.array(relations, dtype=np.uint8),
    }


def exchanged(lexis: Lexis, slips: Path, without: set[str]) -> NDArray[np.bool_]:
    """Which small words are written for which: each for nothing, and those that slips, letters or inflection connect."""
    small, seen = ["", *lexis.small], pairs_of(slips, without)
    table = np.zeros((len(small), len(small)), dtype=np.bool_)
    for row, written in enumerate(small[1:], 1):
        for column, meant in enumerate(small):
            table[row, column] = row != column and (
                column == 0
                or seen[written, meant] > 0
                or OSA.distance(written, meant) == 1
                or meant in lexis.alternatives.get(written, {})
            )
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("encoder")
    parser.add_argument("scout")
    parser.add_argument("slips", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--without", nargs="*", default=[])
    given = parser.parse_args()
    lexis = Lexis.read(given.work)
    for name, source in (("encoder", given.encoder), ("scout", given.scout)):
        state = torch.load(given.work / f"{source}.pt")
        pack_encoder({key: value.numpy() for key, value in state.items()}, NEAR_AND_REACH[name], given.data / name)
    counts = np.ones(lexis.size)
    counts[list(lexis.known.values())] = [lexis.counts[word] for word in lexis.words]
    arrays = {
        **alternatives(lexis),
        "small": np.array([0, *(lexis.known[word] for word in lexis.small)], dtype=np.uint16),
        "exchanged": exchanged(lexis, given.slips, set(given.without)),
        "frequency": np.log10(counts / counts.sum()).astype(np.float16),
    }
    for name, array in arrays.items():
        np.save(given.data / f"{name}.npy", array)
    (given.data / "words.txt").write_text("\n".join(lexis.words), "utf-8")
    (given.data / "rare.txt").write_text("\n".join(sorted(lexis.rare)), "utf-8")


if __name__ == "__main__":
    main()
