"""Offsets that count something else than code points: UTF-16 units or UTF-8 bytes.

It converts, and says so where an offset is no place in the text.
"""

from bisect import bisect_left
from itertools import accumulate


class Units:
    """The places of `text` in UTF-16 units (`size` 2) or UTF-8 bytes (`size` 1)."""

    def __init__(self, text: str, encoding: str) -> None:
        self._size = len(text)
        self._places: list[int] | None = None
        widest = max(text, default="")
        if widest > ("\uffff" if encoding == "utf-16" else "\x7f"):
            width = _utf16_width if encoding == "utf-16" else _utf8_width
            self._places = list(accumulate(map(width, text), initial=0))

    @property
    def total(self) -> int:
        """The text's length in these units."""
        return self._places[-1] if self._places is not None else self._size

    def code_point(self, offset: int) -> int | None:
        """The code point at `offset`; None for one beyond the text or inside a character."""
        if self._places is None:
            return offset if 0 <= offset <= self._size else None
        at = bisect_left(self._places, offset)
        return at if at < len(self._places) and self._places[at] == offset else None


def _utf16_width(char: str) -> int:
    return 1 + (char > "\uffff")


def _utf8_width(char: str) -> int:
    return 1 + (char > "\x7f") + (char > "\u07ff") + (char > "\uffff")
