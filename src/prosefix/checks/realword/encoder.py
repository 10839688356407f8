"""The encoder: from the words around a place to a vector that says which words belong there.

It owns the weights and the arithmetic on them, in float32 columns; it knows no candidate and judges nothing.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prosefix.english.arrays import mapped

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

FEW = 4096  # words for which to read all that the encoder knows would take longer than to read what is asked for
CHUNK = 2048  # places worked on at once, so that their numbers stay in the processor's cache


@dataclass(frozen=True)
class Encoder:
    """A network of one hidden layer over the words to both sides, the far ones with fewer numbers each.

    `words` (n, d) are int8 rows with a scale each; so are the `answers` (n, o), what a place's vector is compared with.
    """

    words: NDArray[np.int8]
    word_scale: NDArray[np.float16]
    near: Floats  # (2 * near words * d, hidden)
    far: Floats  # (2 * far words * fewer, hidden)
    hidden_bias: Floats
    project: Floats  # (hidden, o)
    project_bias: Floats
    answers: NDArray[np.int8]
    answer_scale: NDArray[np.float16]
    answer_bias: NDArray[np.float16]
    near_words: int  # to each side
    reach: int  # words to each side, near and far

    @classmethod
    def open(cls, folder: Path) -> "Encoder":
        """The encoder stored in `folder`, its large arrays mapped into memory. Raises FileNotFoundError."""

        def load(name: str) -> NDArray[Any]:
            return mapped(folder / f"{name}.npy")

        near_words, reach = load("reach").tolist()
        near, far, hidden_bias, project, project_bias = (
            load(name).astype(np.float32) for name in ("near", "far", "hidden_bias", "project", "project_bias")
        )
        return cls(
            load("words"), load("word_scale"), near, far, hidden_bias, project, project_bias,
            load("answers"), load("answer_scale"), load("answer_bias"), near_words, reach,
        )  # fmt: skip

    def offsets(self) -> tuple[list[int], list[int]]:
        """Where the near and the far words stand, relative to the place, in the order of the weights."""
        n, w = self.near_words, self.reach
        return [*range(-n, 0), *range(1, n + 1)], [*range(-w, -n), *range(n + 1, w + 1)]

    def contexts(self, inputs: Ints, centres: Ints, gaps: bool) -> Floats:
        """A vector (len(centres), o) for each place in `inputs`, the numbers of words with room at both ends.

        A centre is the position of the word whose place is asked about, which is not looked at; of `gaps` it is the
        word before the gap.
        """
        near, far = (_shifted(offsets, gaps) for offsets in self.offsets())
        words, fewer, inputs = self._seen(inputs)
        result = np.empty((len(centres), self.project.shape[1]), dtype=np.float32)
        for start in range(0, len(centres), CHUNK):
            here = centres[start : start + CHUNK, None]
            x = np.take(words, inputs[here + near], axis=0, mode="clip").reshape(len(here), -1)
            y = np.take(fewer, inputs[here + far], axis=0, mode="clip").reshape(len(here), -1)
            hidden = x @ self.near
            hidden += y @ self.far
            hidden += self.hidden_bias
            np.maximum(hidden, 0, out=hidden)
            np.matmul(hidden, self.project, out=result[start : start + CHUNK])
        result += self.project_bias
        return result

    def scores(self, contexts: Floats, answers: Ints) -> Floats:
        """How well each of `answers` (m) fits every one of `contexts` (n, o): (n, m), natural logarithms but for a constant."""
        return contexts @ _scaled(self.answers, self.answer_scale, answers).T + self.answer_bias[answers].astype(
            np.float32
        )

    def score_pairs(self, contexts: Floats, lines: NDArray[np.intp], answers: Ints) -> Floats:
        """How well `answers[k]` fits `contexts[lines[k]]`, for every k."""
        result = self.answer_bias[answers].astype(np.float32)
        few = len(answers) < FEW
        for start in range(0, len(lines), CHUNK):
            part = slice(start, start + CHUNK)
            own = _scaled(self.answers, self.answer_scale, answers[part]) if few else self._all_answers[answers[part]]
            result[part] += np.einsum("ij,ij->i", contexts[lines[part]], own)
        return result

    def _seen(self, inputs: Ints) -> tuple[Floats, Floats, Ints]:
        """Words' numbers, those looked at from afar, and `inputs` as lines of both: of all words only for long texts."""
        if len(inputs) >= FEW:
            return self._all_words, self._fewer, inputs
        distinct, lines = np.unique(inputs, return_inverse=True)
        words = _scaled(self.words, self.word_scale, distinct)
        return words, words[:, : self._width], lines.astype(np.int32)

    @cached_property
    def _all_words(self) -> Floats:
        return _scaled(self.words, self.word_scale)

    @cached_property
    def _fewer(self) -> Floats:
        """Of each word as many numbers as are looked at from afar."""
        return np.ascontiguousarray(self._all_words[:, : self._width])

    @property
    def _width(self) -> int:
        """How many numbers of a word are looked at from afar."""
        return len(self.far) // (2 * (self.reach - self.near_words))

    @cached_property
    def _all_answers(self) -> Floats:
        return _scaled(self.answers, self.answer_scale)


def _scaled(numbers: NDArray[np.int8], scale: NDArray[np.float16], lines: Any = slice(None)) -> Floats:
    """The chosen lines of `numbers`, each times its scale."""
    scaled: Floats = numbers[lines].astype(np.float32) * scale[lines][:, None].astype(np.float32)
    return scaled


def _shifted(offsets: list[int], gaps: bool) -> Ints:
    return np.array([o + 1 if gaps and o < 0 else o for o in offsets], dtype=np.int32)
