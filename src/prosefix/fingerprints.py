"""What makes a finding the same one tomorrow: its rule, its words and the words around it.

No line number, no message and no version goes in, so that moving a paragraph or rewording a rule changes nothing.
"""

import re
from hashlib import sha256

from prosefix.findings import Finding

AROUND = 3  # words on either side, no farther than the sentence
_WORD = re.compile(r"\w+")


def fingerprint(finding: Finding, text: str) -> str:
    """16 hexadecimal digits for `finding` in the page's `text`. Equal mistakes in equal surroundings are equal."""
    if finding.sentence:
        before, after = finding.sentence[: finding.mark.start], finding.sentence[finding.mark.end :]
    else:  # a report on markup or math: the rest of its line
        before, after = text[: finding.start].rpartition("\n")[2], text[finding.end :].partition("\n")[0]
    parts = [
        finding.rule,
        " ".join(finding.text.split()),
        *_WORD.findall(before)[-AROUND:],
        "",
        *_WORD.findall(after)[:AROUND],
    ]
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
