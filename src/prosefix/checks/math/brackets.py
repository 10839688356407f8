"""The plain brackets of one expression: which pair, which stand alone, and which hold something taller than they are.

Plain brackets are those without `\\left` or `\\big`. What is done about them is for `habits` to say.
"""

from enum import IntEnum

OPENERS, CLOSERS = frozenset("([") | {"\\lbrack", "\\lparen"}, frozenset(")]") | {"\\rbrack", "\\rparen"}


class Height(IntEnum):
    """How tall what stands in a pair of brackets is. FIXED: `\\left` and `\\right` could not stand there."""

    LINE = 0
    SUM = 1
    FRACTION = 2
    FIXED = 3


class Brackets:
    """Those that are open, by token number. What raises one raises those around it, so heights never fall going outwards."""

    def __init__(self) -> None:
        self.opened: list[tuple[int, Height]] = []
        self.lone: list[int] = []
        self.tall: list[tuple[int, int, Height]] = []

    def open(self, n: int) -> None:
        self.opened.append((n, Height.LINE))

    def close(self, n: int, texts: list[str]) -> None:
        if not self.opened:
            self.lone.append(n)
            return
        opener, height = self.opened.pop()
        if height in (Height.SUM, Height.FRACTION) and texts[opener] + texts[n] in ("()", "[]"):
            self.tall.append((opener, n, height))

    def lift(self, height: Height) -> None:
        """Something of this height stands inside all open brackets."""
        for place in range(len(self.opened) - 1, -1, -1):
            opener, before = self.opened[place]
            if before >= height:
                return
            self.opened[place] = (opener, height)

    def without_partner(self) -> list[int]:
        return [*self.lone, *(n for n, _ in self.opened)]
