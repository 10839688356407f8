"""The work folder that the scripts share, and the text in it."""

import json
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.realword.inputs import CLASSES


def held_out(paragraph: str) -> bool:
    """One paragraph in fifty is never learnt from by an encoder; the language model leaves out the same ones, but for those with code or math."""
    return zlib.crc32(paragraph.encode()) % 50 == 0


@dataclass(frozen=True)
class Lexis:
    """The words that the encoder knows, and which are written for which (relation numbers of `Relation`)."""

    words: list[str]
    small: list[str]
    alternatives: dict[str, dict[str, int]]
    rare: dict[str, list[str]]
    counts: dict[str, int]

    @classmethod
    def read(cls, work: Path) -> "Lexis":
        return cls(**json.loads((work / "lexis.json").read_text("utf-8")))

    def write(self, work: Path) -> None:
        (work / "lexis.json").write_text(json.dumps(self.__dict__), "utf-8")

    @property
    def known(self) -> dict[str, int]:
        """The encoder's number of each word."""
        return {word: CLASSES + number for number, word in enumerate(self.words)}

    @property
    def size(self) -> int:
        """How many numbers the encoder has, those of classes included."""
        return CLASSES + len(self.words)


def strings(file: Path) -> list[str]:
    """The strings of a file in which NUL parts them."""
    return file.read_text("utf-8").split("\0")


def blocks_of(ids: NDArray[np.int32]) -> NDArray[np.int32]:
    """The number of each row's paragraph; a sentinel (0) ends each."""
    ends = ids == 0
    return (np.cumsum(ends) - ends).astype(np.int32)
