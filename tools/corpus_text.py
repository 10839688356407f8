"""How the corpus is read: a line is SOURCE<TAB>paragraph, with inline code as CODE and math as MATH.

It knows the form of the text and which part of it is held out; what is taken from it is for those who read.
"""

import re
import zlib
from collections.abc import Iterable, Iterator

from prosefix.standins import StandInKind, character

_STAND_INS = {"CODE": character(StandInKind.CODE), "MATH": character(StandInKind.MATH)}
_WRITTEN = re.compile(r"\b(?:CODE|MATH)\b")


def held_out(paragraph: str) -> bool:
    """One paragraph in fifty is never learnt from. Its number changes with stand-ins: ask before or after, but always so."""
    return zlib.crc32(paragraph.encode()) % 50 == 0


def stood_in(paragraph: str) -> str:
    """The paragraph with the characters that stand for code and math in a page's prose."""
    return _WRITTEN.sub(lambda found: _STAND_INS[found.group()], paragraph)


def learnt_from(lines: Iterable[str]) -> Iterator[str]:
    """The paragraphs that are not held out, with stand-ins."""
    for line in lines:
        paragraph = line.rstrip("\n").partition("\t")[2]
        if not held_out(paragraph):
            yield stood_in(paragraph)
