"""The words that may be offered as corrections, and which of them lie few slips from a misspelt one.

Words are filed by first letter and length with a signature of their letters, so that a look-up compares a few thousand
numbers in one step and letters only where the numbers agree. It ranks nothing.
"""

import string
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

FOLDER = Path(__file__).parents[2] / "english" / "data" / "spelling"
LETTERS = string.ascii_lowercase
LONGEST = 32  # letters of the words filed

ENTRY = np.dtype([("signature", "<u8"), ("frequency", "<f2"), ("variants", "u1"), ("noun", "?")])


def signatures(text: bytes, lengths: NDArray[np.int64]) -> NDArray[np.uint64]:
    """64 bits a word: letters that it holds, and letters that it holds twice. One slip adds a bit, takes one, or both.

    `text` is the words in lower case, one after the other; `lengths` are in bytes.
    """
    letter = np.frombuffer(text, dtype=np.uint8).astype(np.intp) - ord("a")
    row = np.repeat(np.arange(len(lengths)), lengths)
    is_letter = (letter >= 0) & (letter < 26)
    counts = np.bincount(row[is_letter] * 32 + letter[is_letter], minlength=len(lengths) * 32).reshape(-1, 32)
    once = np.packbits(counts > 0, axis=1, bitorder="little").view("<u4")[:, 0].astype(np.uint64)
    twice = np.packbits(counts > 1, axis=1, bitorder="little").view("<u4")[:, 0].astype(np.uint64)
    return once | (twice << np.uint64(32))


class Candidates:
    """Corrections, numbered; `written` holds their capitals, `folded` their lower case, `entries` what else is known."""

    def __init__(self, written: list[str], entries: NDArray[Any], starts: NDArray[np.int32]) -> None:
        self.written = written
        self.folded = "\n".join(written).lower().split("\n")
        self.entries = entries
        self.frequency: NDArray[np.float32] = entries["frequency"].astype(np.float32)  # log10
        self.noun: list[bool] = entries["noun"].tolist()  # a noun and nothing more common
        self._signature: NDArray[np.uint64] = np.ascontiguousarray(entries["signature"])
        self._starts: list[list[int]] = starts.tolist()

    @classmethod
    def open(cls, folder: Path = FOLDER) -> "Candidates":
        """What `tools/file_candidates.py` filed. Raises OSError when its files are missing."""
        written = (folder / "candidates.txt").read_text("utf-8").split("\n")
        return cls(written, np.load(folder / "candidates.npy"), np.load(folder / "starts.npy"))

    @cached_property
    def _places(self) -> dict[str, int]:
        return dict(zip(self.folded, range(len(self.folded)), strict=True))

    def number(self, word: str) -> int | None:
        """The number of a lower-case word, or None."""
        return self._places.get(word)

    def near(self, word: str, most: int) -> dict[int, int]:
        """Numbers of words at most `most` slips (letters put in, left out, replaced or swapped) from the lower-case
        `word`, each with the number of slips. The first letter is taken to be wrong at most by itself."""
        places = self._alike(word, most)
        found: dict[int, int] = {}
        if places:
            distances = cdist([word], [self.folded[p] for p in places], scorer=OSA.distance, score_cutoff=most)[0]
            found = {p: d for p, d in zip(places, distances.tolist(), strict=True) if 0 < d <= most}
        for text in _other_beginnings(word):
            place = self._places.get(text)
            if place is not None:
                found.setdefault(place, 1)
        return found

    def _alike(self, word: str, most: int) -> list[int]:
        """Numbers of words with the same first letter, about the same length and about the same letters."""
        letter = LETTERS.find(word[0]) if word else -1
        if letter < 0 or len(word) >= LONGEST:
            return []
        first = self._starts[letter][max(0, len(word) - most)]
        last = self._starts[letter][len(word) + most + 1]
        encoded = word.encode()
        own = signatures(encoded, np.array([len(encoded)]))[0]
        theirs = self._signature[first:last]
        missing, extra = np.bitwise_count(theirs & ~own), np.bitwise_count(own & ~theirs)
        places: list[int] = (first + np.flatnonzero((missing <= most) & (extra <= most))).tolist()
        return places


def _other_beginnings(word: str) -> Iterator[str]:
    """What `word` may be when its first letter is wrong, missing, too much, or swapped with the second."""
    for letter in LETTERS:
        if letter != word[0]:
            yield letter + word[1:]
        yield letter + word
    if len(word) > 2:
        yield word[1:]
        if word[0] != word[1]:
            yield word[1] + word[0] + word[2:]
