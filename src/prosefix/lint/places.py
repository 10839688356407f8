"""Finding one's way in a batch: which page, block and sentence an offset of its text lies in.

It reads the word table that `rulebook.batch` makes and changes nothing.
"""

from bisect import bisect_right

import numpy as np

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
    number = table.sentence[row]
    first = last = row
    while first > max(0, row - REACH) and table.word[first - 1] and table.sentence[first - 1] == number:
        first -= 1
    while last < min(len(table) - 1, row + REACH) and table.word[last + 1] and table.sentence[last + 1] == number:
        last += 1
    return Span(int(table.start[first]), int(table.end[last]))
