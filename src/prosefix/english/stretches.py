"""Text between white space, taken apart once for each distinct stretch of it, however often it stands in texts.

It owns where stretches begin and keeps what they fell into; how one falls apart is told by the pattern it is given.
"""

import re
from array import array

import numpy as np
from numpy.typing import NDArray

from prosefix.english.vocabulary import Vocabulary

Ints = NDArray[np.int32]

_BLOCK_END = ord("\n")
# White space by code point, as `str.split` sees it; what lies above the last of it is none.
_WHITE = np.array([chr(code).isspace() for code in range(0x3002)], dtype=np.bool_)


class Stretches(dict[str, int]):
    """Distinct stretches, each with its number; number 0 is a block's end. One belongs to one vocabulary.

    `pattern` must match at every character of a stretch and look at nothing beyond white space.
    """

    def __init__(self, pattern: re.Pattern[str]) -> None:
        super().__init__()
        self._pattern = pattern
        self._first = array("i", [0, 1])  # the first piece of each stretch, and behind the last one's
        self._begin = array("i", [0])  # of each piece, from the beginning of its stretch
        self._end = array("i", [1])
        self._words = [""]
        self._ids: Ints = np.zeros(1, dtype=np.int32)

    def __missing__(self, stretch: str) -> int:
        number = self[stretch] = len(self._first) - 1
        for match in self._pattern.finditer(stretch):
            self._begin.append(match.start())
            self._end.append(match.end())
            self._words.append(match.group())
        self._first.append(len(self._words))
        return number

    def rows(self, text: str, vocabulary: Vocabulary) -> tuple[Ints, Ints, Ints]:
        """Where in `text` each piece of its stretches starts and ends, and its word's id: 0 for the end of a block."""
        places, ends = _places(text)
        stretches = text.split()
        numbers = np.zeros(len(places), dtype=np.intp)
        numbers[~ends] = np.fromiter(map(self.__getitem__, stretches), dtype=np.intp, count=len(stretches))
        if len(self._ids) < len(self._words):
            self._ids = np.concatenate([self._ids, vocabulary.ids(self._words[len(self._ids) :])])
        first = np.array(self._first, dtype=np.intp)
        count = first[numbers + 1] - first[numbers]
        piece = np.repeat(first[numbers] - (np.cumsum(count) - count), count)
        piece += np.arange(len(piece))
        start = np.repeat(places, count)
        return (
            start + np.array(self._begin, dtype=np.int32)[piece],
            start + np.array(self._end, dtype=np.int32)[piece],
            self._ids[piece],
        )


def _places(text: str) -> tuple[Ints, NDArray[np.bool_]]:
    """Where stretches begin and blocks end, in order, and which of them are ends."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    white = _WHITE.take(codes, mode="clip")
    ends = codes == _BLOCK_END
    begins = ~white
    begins[1:] &= white[:-1]
    places = np.flatnonzero(begins | ends)
    return places.astype(np.int32), ends[places]
