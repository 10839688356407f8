"""The changes that writers made, as `real.tsv`, `small.tsv` and `reworded.tsv` of a folder hold them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Slip:
    """`old` became `new`, either of them perhaps empty, between `before` and `after`."""

    source: str
    before: str
    old: str
    new: str
    after: str


def read_slips(folder: Path, without: set[str]) -> Iterator[Slip]:
    """Every change but those from the sources `without`."""
    for name in ("real", "small", "reworded"):
        for line in (folder / f"{name}.tsv").read_text("utf-8").splitlines():
            slip = Slip(*line.split("\t"))
            if slip.source not in without:
                yield slip


def pairs_of(folder: Path, without: set[str]) -> Counter[tuple[str, str]]:
    """How often each word, or nothing, became each other, in small letters."""
    pairs = ((slip.old.strip().lower(), slip.new.strip().lower()) for slip in read_slips(folder, without))
    return Counter(pair for pair in pairs if pair[0] != pair[1])
