"""What reading a page gives: its prose as plain text in blocks, the way back to the page, and what is not prose.

Plain data; `blocks` fills it. Nothing here knows a rule or a word of English.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from prosefix.findings import Span
from prosefix.page.directives import Directive
from prosefix.page.source import Page
from prosefix.page.sourcemap import SourceMap
from prosefix.standins import StandInKind


class BlockKind(StrEnum):
    TITLE = "title"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TERM = "term"  # dt, and the first words of a definition
    CELL = "cell"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    ATTRIBUTE = "attribute"
    OTHER = "other"  # navigation, buttons, labels, legends


class Block(NamedTuple):
    """A run of prose: `[start, end)` in the page's plain text; the character at `end` is the block end."""

    kind: BlockKind
    start: int
    end: int
    language: str  # BCP 47, lower case, inherited; "" where the page says nothing
    quoted: bool  # inside q, blockquote or cite: reported one level lower, never edited
    spelled: bool  # False under spellcheck="false"
    path: str  # "p", "li > a[title]": for `extract`


class StandIn(NamedTuple):
    """A stand-in at `at` (one code point) of the plain text, and what it stands for in the page."""

    at: int
    kind: StandInKind
    span: Span
    content: str  # the text inside, references decoded, at most 200 code points: "uint8"
    suffix: str = ""  # an ending glued to it and left out of the plain text: the "s" of `<code>Node</code>s`


class NodeKind(StrEnum):
    TEX_INLINE = "tex-inline"
    TEX_DISPLAY = "tex-display"
    MATHML = "mathml"


class MathNode(NamedTuple):
    """Math in the page. `inner` is what lies between the delimiters (code points of the page)."""

    kind: NodeKind
    span: Span
    inner: Span
    opener: str  # "$", "\\(", "<d-math>", "<script>", "<span>", "<math>"
    block: int  # number of the block that holds its stand-in, or -1


@dataclass(frozen=True, slots=True)
class Prose:
    """A page as rules see it. `plain` is every block's text, each followed by `BLOCK_END`."""

    page: Page
    plain: str
    blocks: tuple[Block, ...]
    source: SourceMap
    stand_ins: tuple[StandIn, ...]
    math: tuple[MathNode, ...]
    directives: tuple[Directive, ...]
    page_words: frozenset[str]  # words that the page itself makes known: in code, dfn, abbr, var, ids
    skipped: Mapping[str, int] = field(default_factory=dict)  # "code", "math", "template", "language": how many
    quotes: tuple[Span, ...] = ()  # plain-text spans of inline quotations (q, cite), in order and apart from each other
    words: int = 0  # how many words the blocks hold

    def quotes_any(self, start: int, end: int) -> bool:
        """Whether a character of `[start, end)` of the plain text is in an inline quotation."""
        before = bisect_left(self.quotes, Span(end, 0))
        return before > 0 and self.quotes[before - 1].end > start
