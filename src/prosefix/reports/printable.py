"""Text from pages made fit for a terminal or a line of a log: no control characters, no line ends, no tricks.

A page is not to be trusted: what it holds must neither move the cursor nor turn the line's direction.
"""

import unicodedata

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "␡"}
_WHITE = dict.fromkeys((0x09, 0x0A, 0x0D, 0x2028, 0x2029, 0x85), " ")
_TABLE = _PICTURES | _WHITE


def printable(text: str) -> str:
    """`text` on one line; tabs and line ends as spaces, other control and format characters made visible."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(char) for char in text.translate(_TABLE))


def _visible(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Cc", "Cs", "Co", "Cn"):
        return "\N{REPLACEMENT CHARACTER}"
    if category == "Cf":  # zero width and bidirectional controls
        return "·"
    return char


def encoded(text: str) -> bytes:
    """`text` as UTF-8; a lone surrogate, as in names of files that are no UTF-8, becomes a question mark."""
    return text.encode("utf-8", "replace")
