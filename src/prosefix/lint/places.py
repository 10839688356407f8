"""Finding one's way in a batch: which page, block and sentence an offset of its text lies in.

It reads the word table that `rulebook.batch` makes and changes nothing.
"""

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

from prosefix.english.table import WordTable
from prosefix.findings import Span
from prosefix.rulebook.context import Context

REACH = 400  # words of a sentence to either side that are kept with a finding


def page_at(context: Context, offset: int) -> int:
    """The number of the page that `offset` of the batch's text is in."""
    return bisect_right(context.offsets, offset) - 1


def block_at(context: Context, offset: int) -> int:
    """The number of the batch's block that `offset` of its text is in."""
    row = row_at(context.table, offset)
    return int(context.table.block[row])


def row_at(table: WordTable, offset: int) -> int:
    """The row of the word at `offset`, or of the last word before it in its block."""
    row = int(np.searchsorted(table.start, offset, side="right")) - 1
    return row if table.word[row] or row + 1 >= len(table) else row + 1


def sentence_at(context: Context, offset: int) -> Span:
    """Where in the batch's text the sentence around `offset` is; of an endless one the part within `REACH` words."""
    table = context.table
    row = row_at(table, offset)
    low = max(0, row - REACH)
    around = slice(low, row + REACH + 1)
    same = (table.sentence[around] == table.sentence[row]) & (table.word[around] != 0)
    first = row - _count(same[: row - low][::-1])
    last = row + _count(same[row - low + 1 :])
    return Span(int(table.start[first]), int(table.end[last]))


def _count(same: NDArray[np.bool_]) -> int:
    """How many are true before the first that is not."""
    return len(same) if same.all() else int(same.argmin())
