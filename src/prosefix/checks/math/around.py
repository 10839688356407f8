"""The page's text next to math: the punctuation before a displayed formula, and exponents in `<sup>`.

It looks at the few characters before a formula or round a tag; what is inside formulas is for `formulas`.
"""

import re
from collections.abc import Iterator

from prosefix.checks.math.answers import rule_maker
from prosefix.findings import Edit, PageMatch
from prosefix.page.prose import MathNode, NodeKind, Prose

_REACH = 200  # characters before a formula
_BEFORE = re.compile(r"(?P<word>[A-Za-z]+)(?P<mark>[.:,;])(?:\s|&nbsp;|</?(?:p|div|br|span)\b[^<>]*>)*\Z")
# Words after which no sentence can end, and words between which and their object English has no colon.
_UNENDED = frozenset("a an and as because by equals gives or satisfies the where whose".split())
_LEADING = _UNENDED | frozenset("are be becomes for if is of reads that to when with".split())
_DISPLAYED = re.compile(r"<math\b[^<>]*\bdisplay\s*=\s*[\"']?block", re.IGNORECASE)
# Of `10<sup>-</sup>3` and `2<sup>−</sup>10`; an ion's charge follows letters.
_SPLIT = re.compile(
    r"(?<=\d)<sup>\s*(?:-|−|–|&minus;|&#8722;)\s*(?P<end></sup>)(?P<digits>\d{1,3})(?![\w.]\w)", re.IGNORECASE
)


def _is_displayed(node: MathNode, page: str) -> bool:
    return node.kind is NodeKind.TEX_DISPLAY or (
        node.kind is NodeKind.MATHML and _DISPLAYED.match(page, *node.span) is not None
    )


def punctuation(prose: Prose) -> Iterator[PageMatch]:
    """`is given by. \\[…\\]`, where the sentence goes on, and `is: \\[…\\]`."""
    page = prose.page.text
    for node in prose.math:
        if not _is_displayed(node, page):
            continue
        first = max(0, node.span.start - _REACH)
        before = _BEFORE.search(page[first : node.span.start])
        if before is None:
            continue
        word, mark = before["word"], before["mark"]
        rule = "display-stop" if mark in ".;" and word.lower() in _UNENDED else "display-colon"
        if rule == "display-stop" or (mark in ":," and word.lower() in _LEADING):
            start, end = first + before.start("word"), first + before.end("mark")
            yield PageMatch(f"math/{rule}", start, end, (word,), words={"mark": mark})


def split_exponents(prose: Prose) -> Iterator[PageMatch]:
    """`10<sup>-</sup>3`: only the sign is raised."""
    page = prose.page.text
    for match in _SPLIT.finditer(page) if "<sup>" in page else ():
        end, digits = match.span("end"), match["digits"]
        edits = (Edit(*end, ""), Edit(match.end(), match.end(), "</sup>"))
        new = page[match.start() : end[0]] + digits + "</sup>"
        yield PageMatch("math/split-exponent", *match.span(), (new,), (edits,))


def _reports(prose: Prose) -> Iterator[PageMatch]:
    yield from punctuation(prose)
    yield from split_exponents(prose)


_rule = rule_maker("math.around", _reports)

display_stop = _rule("math/display-stop")
display_colon = _rule("math/display-colon")
split_exponent = _rule("math/split-exponent")
