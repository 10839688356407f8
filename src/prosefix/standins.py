"""The stand-ins: one private-use character for each thing that prose holds in place of words.

This module owns the characters and their kinds. It knows neither HTML nor English.
"""

from enum import IntEnum


class StandInKind(IntEnum):
    """What a stand-in stands for; the value is added to `FIRST` to get its character."""

    CODE = 0  # code, kbd, samp, var, tt, shorthand of specification sources
    MATH = 1
    IMAGE = 2  # img, svg, picture, video, an inline control
    TEMPLATE = 3  # {{ }}, {% %}, <?php ?>
    URL = 4  # addresses, mail, paths, DOIs, hashes found in running text
    FOREIGN = 5  # inline text in another language or with translate="no"
    TERM = 6  # a reference to a term of the specification whose words are not prose
    CITATION = 7  # [[REF]] shorthand and the like; a citation element leaves nothing


FIRST = 0xE000
CHARACTERS = "".join(chr(FIRST + kind) for kind in StandInKind)


def character(kind: StandInKind) -> str:
    """The character (one code point) that stands for `kind` in a block's text."""
    return chr(FIRST + kind)


def kind_of(char: str) -> StandInKind:
    """The kind of a stand-in character; raises ValueError for any other character."""
    return StandInKind(ord(char) - FIRST)
