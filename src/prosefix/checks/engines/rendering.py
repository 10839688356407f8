"""A block's text as an engine reads it: a made-up noun for each stand-in, and the way back.

A noun that no dictionary has, with a digit in it, is left alone by spell checkers and by most rules of grammar.
"""

import re
from dataclasses import dataclass
from itertools import count

from prosefix.standins import CHARACTERS

_STAND_IN = re.compile(f"[{CHARACTERS}]")
_NOUN = re.compile(r"Dummy\d*")


@dataclass(frozen=True, slots=True)
class Noun:
    """A stand-in at `at` of the block, and the word for it at `[start, end)` of the rendered text."""

    at: int
    start: int
    end: int
    word: str
    char: str


class Rendering:
    """The text of one block as an engine gets it. The text has no line ends, and the same length where it has no stand-in."""

    def __init__(self, block: str) -> None:
        self.nouns: list[Noun] = []
        numbers, shift = count(), 0

        def noun(found: re.Match[str]) -> str:
            nonlocal shift
            word = f"Dummy{next(numbers)}"
            start = found.start() + shift
            self.nouns.append(Noun(found.start(), start, start + len(word), word, found[0]))
            shift += len(word) - 1
            return word

        self.text = _STAND_IN.sub(noun, block.replace("\n", " "))

    def touched(self, start: int, end: int) -> list[Noun]:
        """The nouns that `[start, end)` of the rendered text overlaps."""
        return [noun for noun in self.nouns if noun.start < end and start < noun.end]

    def beside(self, start: int, end: int) -> bool:
        """Whether the word before or after `[start, end)`, or one within it, is not a word of the page."""
        return any(
            noun.start < end + 2 and start - 2 < noun.end and not self.text[noun.end : start].strip()
            and not self.text[end : noun.start].strip()
            for noun in self.nouns
        )  # fmt: skip

    def to_block(self, start: int, end: int) -> tuple[int, int]:
        """Where `[start, end)` of the rendered text lies in the block; a noun that is cut into counts whole."""
        for noun in self.touched(start, end):
            start, end = min(start, noun.start), max(end, noun.end)
        return start - self._shift(start), end - self._shift(end)

    def _shift(self, offset: int) -> int:
        return sum(noun.end - noun.start - 1 for noun in self.nouns if noun.end <= offset)

    def restored(self, replacement: str, start: int, end: int) -> str | None:
        """`replacement` for `[start, end)` with the stand-ins that it keeps; None where it loses, adds or moves one."""
        nouns = self.touched(start, end)
        whole = all(start <= noun.start and noun.end <= end for noun in nouns)
        if not whole or _NOUN.findall(replacement) != [noun.word for noun in nouns]:
            return None
        chars = iter([noun.char for noun in nouns])
        return _NOUN.sub(lambda _: next(chars), replacement)
