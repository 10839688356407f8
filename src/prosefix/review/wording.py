"""What a fix changes, word by word, in the sentence around it, as people read it.

It compares texts that others made; it knows no positions in the page.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from prosefix.findings import Finding, Fix
from prosefix.reports.printable import printable
from prosefix.settings.names import set_of

_AROUND = 70  # code points of the sentence on either side
_REACH = 400  # code points in which the ends of a line are looked for
_WORD = re.compile(r"[\w'’-]+|\s+|[^\w\s]")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->", re.DOTALL)
_SOURCE_SETS = frozenset({"math", "markup"})


@dataclass(frozen=True, slots=True)
class Part:
    """A run of words: `same`, `old` (taken out) or `new` (put in)."""

    kind: str
    text: str


def surroundings(finding: Finding, page: str) -> tuple[str, str]:
    """The words before and after the finding in its sentence, or in its line of the page where it is in none, cut to
    what is worth reading."""
    before, after = finding.sentence[: finding.mark.start], finding.sentence[finding.mark.end :]
    if not finding.sentence:
        before = page[max(0, finding.start - _REACH) : finding.start].rpartition("\n")[2].lstrip()
        after = page[finding.end : finding.end + _REACH].partition("\n")[0].rstrip()
    if len(before) > _AROUND:
        before = "…" + before[-_AROUND:].partition(" ")[2]
        before = before if before != "…" else "… "
    if len(after) > _AROUND:
        after = after[:_AROUND].rpartition(" ")[0] + " …"
    return printable(before), printable(after)


def mistaken(finding: Finding) -> str:
    """The words that the finding is about."""
    if finding.sentence:
        return printable(finding.sentence[finding.mark.start : finding.mark.end])
    return readable(finding, finding.text)


def changed(finding: Finding, fix: Fix) -> list[Part]:
    """From the finding's words to those of the fix."""
    old, new = readable(finding, finding.text), readable(finding, fix.replacement)
    if old == new:  # the change is in the markup alone
        old, new = printable(finding.text), printable(fix.replacement)
    return list(_compared(_WORD.findall(old), _WORD.findall(new)))


def readable(finding: Finding, text: str) -> str:
    """`text` of the page without tags and references, unless they are what the finding is about."""
    if set_of(finding.rule) in _SOURCE_SETS:
        return printable(text)
    return printable(html.unescape(_TAG.sub("", text)))


def _compared(old: list[str], new: list[str]) -> Iterator[Part]:
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield Part("same", "".join(old[a:b]))
            continue
        if a < b:
            yield Part("old", "".join(old[a:b]))
        if c < d:
            yield Part("new", "".join(new[c:d]))
