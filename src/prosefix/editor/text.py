"""A text that an editor changes piece by piece, and its positions in the units that the editor counts in.

Lines end at LF, CR LF and CR alone, as the protocol says. It knows nothing of HTML.
"""

from bisect import bisect_right
from typing import NamedTuple

from prosefix.page.source import LineIndex

_BYTES = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Place(NamedTuple):
    """A line and a column from 0, the column in the editor's units."""

    line: int
    column: int


class Replacement(NamedTuple):
    """Code points `[start, end)` of a text became `new`."""

    start: int
    end: int
    new: str


class Text:
    """A text with its lines. `units` is the encoding whose units columns count: utf-8, utf-16 or utf-32."""

    def __init__(self, content: str, units: str = "utf-16") -> None:
        self.content = content
        self._codec, self._size = _BYTES[units]
        self._starts = LineIndex(content).starts

    def place(self, offset: int) -> Place:
        """Where the code point `offset` is."""
        line = bisect_right(self._starts, offset) - 1
        before = self.content[self._starts[line] : offset]
        return Place(line, len(before.encode(self._codec, "surrogatepass")) // self._size)

    def offset(self, line: int, column: int) -> int:
        """The code point at a place; one behind the end of its line, or of the text, counts as the end."""
        if line >= len(self._starts):
            return len(self.content)
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.content)
        words = self.content[start:end].rstrip("\r\n")
        cut = words.encode(self._codec, "surrogatepass")[: column * self._size]
        return start + len(cut.decode(self._codec, "ignore"))

    def replaced(self, change: Replacement) -> "Text":
        """The text after `change`."""
        changed = Text.__new__(Text)
        changed._codec, changed._size = self._codec, self._size
        changed.content = self.content[: change.start] + change.new + self.content[change.end :]
        changed._starts = LineIndex(changed.content).starts
        return changed
