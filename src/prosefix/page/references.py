"""Character references: what `&amp;`, `&#x27;` and the rest stand for, by the rules of the HTML standard.

Decodes one reference at a time and escapes new text; finding them in a page is for others.
"""

import html
import re
import sys
from functools import lru_cache
from html.entities import html5

from prosefix.standins import FIRST

# References to white space, which fold with the white space around them.
SPACES = (
    r"&(?:nbsp|NonBreakingSpace|ensp|emsp|emsp13|emsp14|numsp|puncsp|thinsp|ThinSpace|hairsp|VeryThinSpace|MediumSpace"
    r"|Tab|NewLine|#0*(?:9|10|13|32|160|819[2-9]|820[0-2]|8239|8287|12288)"
    r"|#[xX]0*(?:9|[aA]|[dD]|20|[aA]0|200[0-9aA]|202[fF]|205[fF]|3000));"
)
ZERO_WIDTH = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_LONGEST = max(map(len, html5))
_ENDLESS = re.compile(r"&#[0-9]{1000,};?")  # Python makes no number of more than 4300 digits


@lru_cache(maxsize=4096)
def decode(reference: str, in_attribute: bool = False) -> tuple[str, int]:
    """What `reference` (from its `&`) begins with, decoded, and how many characters of it that took.

    `("", 0)` where it is no reference after all. White space comes out as one space, zero-width characters as nothing.
    `reference` must hold what follows as well, as far as it could belong to a name.
    """
    if reference[1:2] == "#":
        return _plain(_numbered(reference[2:].removesuffix(";"))), len(reference)
    name = reference[1:]
    if name in html5:
        return _plain(html5[name]), len(reference)
    if in_attribute:
        return "", 0  # without its semicolon and followed by a letter or a digit: a query string
    for size in range(min(len(name), _LONGEST) - 1, 1, -1):
        if name[:size] in html5:
            return _plain(html5[name[:size]]), size + 1
    return "", 0


def unescape(text: str) -> str:
    """`text` with all its references decoded, white space and all; for what is looked at and not mapped back."""
    return html.unescape(_ENDLESS.sub("\ufffd", text)) if "&" in text else text


def _numbered(written: str) -> str:
    """The character of a number as written after `&#`.

    Unlike `html.unescape`, which drops control characters and noncharacters, one for every number, as the standard has it.
    """
    digits, base, most = (written[1:], 16, 6) if written[0] in "xX" else (written, 10, 7)
    significant = digits.lstrip("0")
    number = int(significant, base) if 0 < len(significant) <= most else 0
    if 0x80 <= number < 0xA0:
        return bytes([number]).decode("windows-1252", "ignore") or chr(number)
    return "\ufffd" if number == 0 or 0xD800 <= number < 0xE000 or number > sys.maxunicode else chr(number)


def _plain(text: str) -> str:
    return "".join(
        " " if char.isspace() else "" if char in ZERO_WIDTH else "\ufffd" if 0 <= ord(char) - FIRST < 256 else char
        for char in text
    )


def escape(text: str, quote: str) -> str:
    """`text` as it is written in a page: in an element (`quote` is ""), or in an attribute with that quote.

    `quote` is a space for an attribute value without quotes.
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    if quote == '"':
        return text.replace('"', "&quot;")
    if quote == "'":
        return text.replace("'", "&#39;")
    if quote:
        for char in " \t\n\f\r\"'=>`":
            text = text.replace(char, f"&#{ord(char)};")
    return text
