"""Text for XML reports: escaped, and without the characters that XML 1.0 does not allow at all."""

import re
from xml.sax.saxutils import escape, quoteattr

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def content(text: str) -> str:
    """`text` as the content of an element."""
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


def attributes(**values: object) -> str:
    """` name="value"` for every value."""
    return "".join(f" {name}={quoteattr(_FORBIDDEN.sub(chr(0xFFFD), str(value)))}" for name, value in values.items())
