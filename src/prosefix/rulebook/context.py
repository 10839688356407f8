"""What a rule is given to look at: the word table of a batch of pages, and the pages behind it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from prosefix.english.resources import English
from prosefix.english.table import WordTable
from prosefix.page.prose import Block, Prose


@dataclass(slots=True)
class Context:
    """A batch of pages. `table.text` is the pages' plain texts, one after the other.

    `blocks[n]` is block number `n` of the table (`table.block`), `page_of[n]` the page it is in, and
    `offsets[p]` where the plain text of page `p` begins in `table.text` (code points).
    """

    table: WordTable
    english: English
    pages: Sequence[Prose]
    offsets: Sequence[int]
    blocks: Sequence[Block]
    page_of: Sequence[int]
    project_words: frozenset[str] = frozenset()
    house: str = ""  # the variant that the project writes, such as "en-GB"; "" where each page has its own
    notes: dict[str, object] = field(default_factory=dict)  # what one check works out for others, by its name
