"""A formula's text cut into TeX tokens with their places.

Tokens are plain strings in a list and offsets in another, because a page can hold ten thousand formulas. What the tokens
mean is for `reader` to say.
"""

import re
from itertools import accumulate
from typing import NamedTuple

TOKEN = re.compile(r"\\(?:[a-zA-Z@]+|.|$)|%[^\n]*\n?|\s+|.", re.DOTALL)
ADDRESS = re.compile(r"\\(?:href|url|includegraphics|html[A-Z][a-z]+)\s*+(?:\[[^\]]*\]\s*+)?\{[^{}]*\}")
VERB = re.compile(r"\\verb\*?([^a-zA-Z*\s]).*?\1|" + TOKEN.pattern, re.DOTALL)

END = ""  # the token after the last one
SPARE = 8  # ENDs, so that whoever looks a few tokens ahead finds some


class Tokens(NamedTuple):
    """`texts[n]` begins at `starts[n]` (code points of the formula). Spaces and comments are left out; the last ones are END."""

    texts: list[str]
    starts: list[int]


def cut(formula: str) -> Tokens:
    """The tokens of `formula`, spaces and comments left out."""
    if "\\" in formula and "%" in formula:  # in an address it begins no comment
        formula = ADDRESS.sub(lambda match: match.group().replace("%", "/"), formula)
    pattern = VERB if "\\verb" in formula else TOKEN
    pieces = [match.group() for match in pattern.finditer(formula)] if pattern is VERB else pattern.findall(formula)
    starts = accumulate(map(len, pieces), initial=0)
    texts: list[str] = []
    places: list[int] = []
    for piece, start in zip(pieces, starts, strict=False):
        if piece[0] > "%" or not (piece[0] == "%" or piece.isspace()):
            texts.append(piece)
            places.append(start)
    texts += [END] * SPARE
    places += [len(formula)] * SPARE
    return Tokens(texts, places)
