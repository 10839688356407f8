"""The attributes of a start tag: their names and where their values lie in the page."""

import re
from typing import NamedTuple

from prosefix.page.references import unescape
from prosefix.page.tokens import CODE, DOUBLE, SINGLE


class Attribute(NamedTuple):
    """A value at `[start, end)` of the page, without its quotes. `quote` is the quote mark, or a space for none."""

    start: int
    end: int
    quote: str
    value: str  # references decoded


_S = r"[ \t\n\f\r]"
_ATTRIBUTE = re.compile(
    rf"(?P<code>{CODE})"  # between the attributes; what is written in it is none
    rf"|(?P<name>[^ \t\n\f\r\"'<>/=][^ \t\n\f\r<>/=]*)"
    rf"(?:{_S}*={_S}*(?:\"(?P<double>{DOUBLE})\"|'(?P<single>{SINGLE})'|(?P<bare>(?:{CODE}|[^ \t\n\f\r>\"'])++)))?"
)
_NAME = re.compile(r"</?[A-Za-z][^ \t\n\f\r/>]*")


def read_attributes(text: str, start: int, end: int) -> dict[str, Attribute]:
    """The attributes of the tag at `[start, end)` of `text`, by lower-case name; of equal ones the first."""
    found: dict[str, Attribute] = {}
    name = _NAME.match(text, start, end)
    for match in _ATTRIBUTE.finditer(text, name.end() if name else start, end):
        group = match.lastgroup or "name"
        if group == "code" or (key := match["name"].lower()) in found:
            continue
        if group == "name":
            found[key] = Attribute(match.end(), match.end(), " ", "")
            continue
        quote = {"double": '"', "single": "'"}.get(group, " ")
        found[key] = Attribute(*match.span(group), quote, unescape(match[group]))
    return found
