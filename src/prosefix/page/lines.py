"""The line structure of source text: empty lines, and in Markdown list markers and headings, at which blocks end.

Finds the breaks in a stretch of text; where they count is for `reader` to say.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from prosefix.page.prose import BlockKind


class Break(NamedTuple):
    """What lies at `[start, end)` is no prose and ends a block; the text after it is of `kind`, if that is known."""

    start: int
    end: int
    kind: BlockKind | None


_GAP = r"\n[ \t\r]*\n(?:[ \t\r]*\n)*"
_DISPLAY = r"(?P<math>\$\$[^$]+\$\$|\\\[(?!\[)(?s:.*?)\\\])"  # an empty line within it is part of it
_PLAIN = re.compile(rf"(?P<gap>{_GAP})|{_DISPLAY}")
_MARKDOWN = re.compile(
    rf"(?P<gap>{_GAP})|{_DISPLAY}"
    r"|^[ \t]*(?P<mark>\d+\.|[*+-]|::?|\#{1,6})(?:[ \t]+|(?=\r?$))"
    r"|[ \t]*\#*[ \t]*(?P<id>\{\#[^}\n]*\})[ \t]*"
    r"|(?P<line>\n)",
    re.MULTILINE,
)
_ARGUMENT = re.compile(rf"(?P<gap>{_GAP})|^[ \t]*(?P<mark>\w[\w.]*):[ \t]+", re.MULTILINE)  # in <pre class=argumentdef>
_KINDS = {":": BlockKind.TERM, "::": BlockKind.PARAGRAPH}


def find_breaks(text: str, start: int, end: int, markdown: bool, heading: bool, arguments: bool) -> Iterator[Break]:
    """The breaks within `[start, end)` of `text`.

    A `heading` that the text continues ends with its line. In a list of `arguments` each begins with its name.
    """
    if arguments:
        for match in _ARGUMENT.finditer(text, start, end):
            yield Break(*match.span(), None)
        return
    if not markdown:
        for match in _PLAIN.finditer(text, start, end):
            if match["gap"]:
                yield Break(*match.span(), None)
        return
    for match in _MARKDOWN.finditer(text, start, end):
        kind = None
        if match.lastgroup == "math":
            continue
        if match.lastgroup == "line":
            if not heading:
                continue
        elif match.lastgroup == "mark":
            mark = match["mark"]
            kind = BlockKind.HEADING if mark[0] == "#" else _KINDS.get(mark, BlockKind.ITEM)
        heading = kind is BlockKind.HEADING
        yield Break(*match.span(), kind)
