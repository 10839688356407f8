"""Whether a page was written by a person or came out of a program that takes line ends away.

It looks at the length of lines alone, so that a page with one long script, image or paragraph is still a person's.
"""

import re

SMALLEST = 20_000  # code points; below it a page without line ends may well be one paragraph
LONGEST = 2_000  # code points in a line on average, scripts and styles left out; paragraphs on one line have some 600
_NO_PROSE = re.compile(
    r"<(script|style|svg)\b.*?</\1\s*>|<!--.*?-->|\bdata:[\w/+-]+;base64,[\w+/=]+", re.DOTALL | re.IGNORECASE
)


def is_minified(text: str) -> bool:
    """Whether the page `text` has hardly any line ends, so that its source is another file."""
    if len(text) < SMALLEST or _mean(text) < LONGEST:
        return False
    rest = _NO_PROSE.sub("", text)
    return len(rest) >= SMALLEST and _mean(rest) >= LONGEST


def _mean(text: str) -> float:
    return len(text) / (1 + max(text.count("\n"), text.count("\r")))
