"""How much prosefix itself doubts the words that an engine takes for misspelt.

Asks the spelling check's own judgement, which knows the page and the technical language; it reports nothing.
"""

from bisect import bisect_left

from prosefix.checks.spelling.assessment import Doubt, assess
from prosefix.rulebook.context import Context

LEAST = 0.01  # probability of being wrong below which an engine's word against it counts for nothing


class Doubts:
    """The doubts about one batch, worked out when the first is asked for."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found: list[tuple[int, Doubt]] | None = None

    def is_doubtful(self, page: int, start: int, end: int) -> bool:
        """Whether a word within `[start, end)` of the page's plain text may be misspelt."""
        if self._found is None:
            starts = self._context.table.start
            self._found = [(int(starts[doubt.row]), doubt) for doubt in assess(self._context)]
        start, end = (self._context.offsets[page] + offset for offset in (start, end))
        first = bisect_left(self._found, start, key=lambda found: found[0])
        last = bisect_left(self._found, end, key=lambda found: found[0])
        return any(doubt.wrong >= LEAST for _, doubt in self._found[first:last])
