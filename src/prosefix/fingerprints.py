"""What makes a finding the same one tomorrow: its rule, its words and the words around it.

No line number, no message and no version goes in, so that moving a paragraph or rewording a rule changes nothing.
"""

import re
from hashlib import sha256

from prosefix.findings import Finding

AROUND = 3  # words on either side
_REACH = 200  # code points in which to look for them
_MARKUP = re.compile(r"<[^<>]*>?|&#?\w+;")
_WORD = re.compile(r"\w+")


def fingerprint(finding: Finding, text: str) -> str:
    """16 hexadecimal digits for `finding` in the page's `text`. Equal mistakes in equal surroundings are equal."""
    before = _words(text[max(0, finding.start - _REACH) : finding.start])[-AROUND:]
    after = _words(text[finding.end : finding.end + _REACH])[:AROUND]
    parts = [finding.rule, " ".join(finding.text.split()), *before, "", *after]
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _words(markup: str) -> list[str]:
    return _WORD.findall(_MARKUP.sub(" ", markup))
