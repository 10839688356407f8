"""Which `sup` and `sub` elements belong to the words they are set at, and which are marks of another kind."""

import re

from prosefix.page.references import unescape

_MARK = r"[\[(]?(?:\d{1,3}|[*†‡§]{1,3}|[a-z])[\])]?"
_REFERENCE = re.compile(rf"<sup\b[^>]*>\s*(?:\[\s*)?<a\b[^>]*>\s*{_MARK}\s*</a>(?:\s*\])?\s*</sup\s*>", re.IGNORECASE)
_SMALL = re.compile(r"<(su[bp])\b[^>]*>(?:<(?:i|em|var|b)>)?([^<]{0,12})(?:</(?:i|em|var|b)>)?</\1\s*>", re.IGNORECASE)
_ORDINALS = frozenset(["st", "nd", "rd", "th"])
_LONGEST_INDEX = 8


def end_of_mark(text: str, start: int) -> int:
    """Where the `sup` or `sub` at `start` ends if it is a note's mark, an exponent or an index; else 0: it is read.

    Digits stay with a formula's or a unit's letters (H₂O, m²), ordinal endings with their number.
    """
    reference = _REFERENCE.match(text, start)
    if reference:
        return reference.end()
    small = _SMALL.match(text, start)
    if small is None:
        return 0
    inside = unescape(small.group(2)).strip()
    before = text[max(start - 3, 0) : start]
    if inside.isdigit():
        joined = before[-1:].isalpha() and not (len(before) == 3 and before.isalpha() and before.islower())
        return 0 if joined else small.end()
    if inside.lower() in _ORDINALS or " " in inside or len(inside) > _LONGEST_INDEX:
        return 0
    return small.end()
