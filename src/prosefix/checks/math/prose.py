"""Numbers and signs in the prose around math: `2 x 3`, `8xH100`, `-3`.

House style: its rules are off unless selected. It reads plain text and knows no markup.
"""

import re
from collections.abc import Iterable, Iterator

from prosefix.findings import Match
from prosefix.rulebook.context import Context

_PRODUCT = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)*)( ?)[xX]( ?)(\d+(?:\.\d+)?)(?![\w])")
_COUNT = re.compile(r"(?<![\w.,])([1-9]\d*)x(?=[A-Z][A-Za-z]*\d)")
_MINUS = re.compile(r"(?<=[\s(\[])-(?=\d)(\d+(?:\.\d+)?)(?![\w-])")


def times_signs(context: Context) -> Iterable[Match]:
    """`2 x 3` and `8xH100`."""
    for match in _PRODUCT.finditer(context.table.text):
        if match[2] == match[3] and match[1] != "0":
            yield _match("math/times-sign", match, f"{match[1]}{match[2]}×{match[3]}{match[4]}")
    for match in _COUNT.finditer(context.table.text):
        yield _match("math/times-sign", match, f"{match[1]}×")


def minus_signs(context: Context) -> Iterator[Match]:
    """`-3` after a space or a bracket."""
    for match in _MINUS.finditer(context.table.text):
        yield _match("math/minus-sign", match, f"−{match[1]}")


def _match(rule: str, match: re.Match[str], new: str) -> Match:
    return Match(rule, match.start(), match.end(), (new,))
