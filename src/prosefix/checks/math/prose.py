"""Numbers and signs in the prose around math: `2 x 3`, `8xH100`, `-3`, `80GB`, `1e-4`, `5 × 10-3`.

House style, but for the last: its rules are off unless selected. It reads plain text; of the page it asks only how it
writes powers of ten elsewhere.
"""

import re
from collections.abc import Iterable, Iterator

from prosefix.findings import Match
from prosefix.rulebook.context import Context

_PRODUCT = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)*)( ?)[xX]( ?)(\d+(?:\.\d+)?)(?![\w])")
_COUNT = re.compile(r"(?<![\w.,])([1-9]\d*)x(?=[A-Z][A-Za-z]*\d)")
_MINUS = re.compile(r"(?<=[\s(\[])-(?=\d)(\d+(?:\.\d+)?)(?![\w-])")
# Units of the SI brochure (9th edition, tables 2, 4, 7 and 8) and of IEC 80000-13 that are not also an ending or a name:
# 5m, 3D, 90s, 2G, 7B, 4K and 16h are something else as often, and 32bit is for a hyphen.
_UNIT = re.compile(
    r"(?<![\w.,/-])(\d+(?:[.,]\d+)*)([kKMGTPE]i?B(?:/s)?|[kMGT]bps|[kMGT]?Hz|[munµμ]s|ms|[kcmnµμ]m|[kmµμ]g|m[lL]"
    r"|[kMGmµμ]?[VWΩ]|[mµμ]A|[kMG]J|[kMG]?Pa|dB[mi]?|[MGTP]?FLOPS?|°C|°F)(?![\w/-])"
)
_E_NOTATION = re.compile(r"(?<![\w.,-])\d+(?:\.\d+)?[eE][-+−]?\d{1,3}(?![\w.]\w|\w)")
_LOST = re.compile(r"(?<=\d)\s?[×·x*⋅]\s?(10[-−–]\d{1,2})(?![\w–-]|\.\w)")
_POWER = re.compile(r"\b10\s*(?:\^\s*\{?\s*[-−]?\d|<sup>\s*(?:[-−–]|&minus;|&#8722;)?\d)")
_NEGATIVE_POWER = re.compile(r"\b10\s*<sup>\s*(?:[-−–]|&minus;|&#8722;)\d")


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


def unit_spaces(context: Context) -> Iterator[Match]:
    """`80GB`."""
    for match in _UNIT.finditer(context.table.text):
        yield _match("math/unit-space", match, f"{match[1]} {match[2]}")


def e_notation(context: Context) -> Iterator[Match]:
    """`1e-4` on a page that writes `10^{-4}` elsewhere."""
    for match, _ in _on_pages_with(context, _POWER, _E_NOTATION):
        yield Match("math/e-notation", *match.span())


def lost_exponents(context: Context) -> Iterator[Match]:
    """`5 × 10-3` on a page that raises the exponents of `10<sup>-3</sup>` elsewhere."""
    for match, written in _on_pages_with(context, _NEGATIVE_POWER, _LOST):
        if "<" not in written:  # the page does not raise it, by whatever tag
            yield Match("math/lost-exponent", *match.span(1))


def _on_pages_with(
    context: Context, evidence: re.Pattern[str], pattern: re.Pattern[str]
) -> Iterator[tuple[re.Match[str], str]]:
    """The matches of `pattern` in the plain texts of pages whose source holds `evidence`, and how the pages write them."""
    for prose, start in zip(context.pages, context.offsets, strict=True):
        found = list(pattern.finditer(context.table.text, start, start + len(prose.plain)))
        if found and evidence.search(prose.page.text):
            for match in found:
                yield match, prose.page.text[slice(*prose.source.to_page(match.start() - start, match.end() - start))]


def _match(rule: str, match: re.Match[str], new: str) -> Match:
    return Match(rule, match.start(), match.end(), (new,))
