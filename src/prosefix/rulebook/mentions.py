"""What stands round a word in its page: tags that set it off as a name that is mentioned rather than used, and space.

It asks the page around a row. It judges no grammar, and is asked for the few rows that a rule has found.
"""

import re
from bisect import bisect_right

from prosefix.page.elements import ROLES
from prosefix.rulebook.rows import Rows

# Tags that stress, link, size or define a word leave it in its sentence. Of the others i, em, cite, q and those that are
# not of HTML (`<cmd>`) set off what is spoken of: “the <i>and</i> key”, “of type <em>type</em>”.
_IN_ITS_SENTENCE = frozenset(
    "a abbr acronym b bdi bdo big data dfn font ins label mark nobr ruby rb s small span strong sub sup time u".split()
)
_TAG_BEFORE = re.compile(r"<([a-zA-Z][\w-]*)(?:\s[^<>]*)?>\s*\Z")
_TAG_AFTER = re.compile(r"\s*</([a-zA-Z][\w-]*)\s*>")
_LONGEST_TAG = 200  # code points in which a start tag is looked for


def is_mention(rows: Rows, row: int) -> bool:
    """Whether the word at `row` is all that such an element holds."""
    before, after = tags_round(rows, row)
    return bool(before) and before == after and before not in _IN_ITS_SENTENCE and before not in ROLES


def is_opening(rows: Rows, row: int) -> bool:
    """Whether the word at `row` is the first of several in an element: the title of what a link leads to."""
    before, after = tags_round(rows, row)
    return bool(before) and before != after


def follows_space(rows: Rows, row: int) -> bool:
    """Whether white space stands right before the word in the page: no tag and nothing left out, such as a citation."""
    context = rows.context
    if not context.pages:
        return bool(rows.table.space[row])
    number = bisect_right(context.offsets, int(rows.table.start[row])) - 1
    page, offset = context.pages[number], context.offsets[number]
    span = page.source.to_page(int(rows.table.start[row]) - offset, int(rows.table.end[row]) - offset)
    return page.page.text[max(span.start - 1, 0) : span.start].isspace()


def tags_round(rows: Rows, row: int) -> tuple[str, str]:
    """The names of the start tag right before a word and of the end tag right after it; "" where there is none."""
    context = rows.context
    if not context.pages:
        return "", ""
    number = bisect_right(context.offsets, int(rows.table.start[row])) - 1
    page, offset = context.pages[number], context.offsets[number]
    span = page.source.to_page(int(rows.table.start[row]) - offset, int(rows.table.end[row]) - offset)
    text = page.page.text
    before = _TAG_BEFORE.search(text[max(0, span.start - _LONGEST_TAG) : span.start])
    after = _TAG_AFTER.match(text, span.end)
    return before[1].lower() if before else "", after[1].lower() if after else ""
