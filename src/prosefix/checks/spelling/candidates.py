"""The words that may be offered as corrections, and which of them lie few slips from a misspelt one.

Words are filed by first letter and length with a signature of their letters, so that a look-up compares a few thousand
numbers in one step and letters only where the numbers agree. It ranks nothing.
"""

import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

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


class Words:
    """The words of a text that has one a line, each made when it is asked for: most runs look at few of very many."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        breaks = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n"))
        self._starts: NDArray[np.int64] = np.concatenate([[0], breaks + 1, [len(text) + 1]])

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> str:
        return self._text[self._starts[number] : self._starts[number + 1] - 1].decode()

    def part(self, first: int, last: int) -> list[str]:
        """The words from number `first` up to `last`, that one not included."""
        return self._text[self._starts[first] : self._starts[last] - 1].decode().split("\n") if first < last else []


class Candidates:
    """Corrections, numbered; `written` holds their capitals, `entries` what else is known."""

    def __init__(self, written: Words, entries: NDArray[Any], starts: NDArray[np.int32]) -> None:
        self.written = written
        self.entries = entries
        self.frequency: NDArray[np.float32] = entries["frequency"].astype(np.float32)  # log10
        self.noun: NDArray[np.bool_] = entries["noun"]  # a noun and nothing more common
        self._signature: NDArray[np.uint64] = np.ascontiguousarray(entries["signature"])
        self._starts: list[list[int]] = starts.tolist()
        self._drawers: dict[tuple[str, int], dict[str, int]] = {}  # by first letter and length

    @classmethod
    def open(cls, folder: Path = FOLDER) -> "Candidates":
        """What `tools/file_candidates.py` filed. Raises OSError when its files are missing."""
        written = (folder / "candidates.txt").read_bytes()
        return cls(Words(written), np.load(folder / "candidates.npy"), np.load(folder / "starts.npy"))

    def folded(self, number: int) -> str:
        """The word of that number in lower case."""
        return self.written[number].lower()

    def number(self, word: str) -> int | None:
        """The number of a lower-case word, or None."""
        size = len(word)
        drawer = self._drawers.get((word[:1], size))
        if drawer is None:
            drawer = self._drawers[word[:1], size] = self._filed(word[:1], size)
        return drawer.get(word)

    def _filed(self, letter: str, size: int) -> dict[str, int]:
        """The numbers of all words of that first letter and length, by the words in lower case."""
        row = LETTERS.find(letter)
        if not letter or row < 0 or size >= LONGEST:
            return {}
        first, last = self._starts[row][size], self._starts[row][size + 1]
        return {word.lower(): number for number, word in enumerate(self.written.part(first, last), first)}

    def near(self, word: str, most: int) -> dict[int, int]:
        """Numbers of words at most `most` slips (letters put in, left out, replaced or swapped) from the lower-case
        `word`, each with the number of slips. The first letter is taken to be wrong at most by itself."""
        found: dict[int, int] = {}
        for place in self._alike(word, most):
            slips = OSA.distance(word, self.folded(place), score_cutoff=most)
            if 0 < slips <= most:
                found[place] = slips
        for text in _other_beginnings(word):
            number = self.number(text)
            if number is not None:
                found.setdefault(number, 1)
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
