"""What a rule is given to look at: the word table of a batch of pages, and the pages behind it."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from prosefix.english.resources import English
from prosefix.english.table import WordTable
from prosefix.page.prose import Block, Prose


@dataclass(slots=True)
class Context:
    """A batch of pages, or a part of one long page. `table.text` is the pages' plain texts, one after the other.

    `blocks[n]` is block number `n` of the table (`table.block`), `page_of[n]` the page it is in, and
    `offsets[p]` where the plain text of page `p` begins in `table.text` (code points; below 0 where that is a later part).
    """

    table: WordTable
    english: English
    pages: Sequence[Prose]
    offsets: Sequence[int]
    blocks: Sequence[Block]
    page_of: Sequence[int]
    project_words: frozenset[str] = frozenset()
    house: str = ""  # the variant that the project writes, such as "en-GB"; "" where each page has its own
    whole: NDArray[np.int32] | None = None  # ids of all words of the page that the table has a part of
    notes: dict[str, object] = field(default_factory=dict)  # what one check works out for others, by its name
    counts: dict[str, object] = field(default_factory=dict)  # the same of whole pages, for all parts of a page

    def words_of(self, page: int) -> NDArray[np.int32]:
        """Ids of all words of the page, 0 between blocks, also of those that are in no part of the table."""
        if self.whole is not None:
            return self.whole
        blocks = [bisect_left(self.page_of, page), bisect_left(self.page_of, page + 1)]
        first, last = np.searchsorted(self.table.block, blocks)
        return self.table.word[first:last]
