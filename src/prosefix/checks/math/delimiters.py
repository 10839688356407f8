"""Delimiters of TeX that stand alone: `\\(` without `\\)`, `$$` without its second, `$\\alpha` without an end.

It reads the page's text outside math and code, and only on pages that show TeX between such delimiters elsewhere.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from prosefix.checks.markup.reading import Markup
from prosefix.findings import Edit, PageMatch, Span
from prosefix.page.elements import ROLES, Role
from prosefix.page.prose import NodeKind, Prose
from prosefix.page.tokens import TokenKind
from prosefix.rulebook.context import Context

RULE = "math/delimiter"
PARTNER = {"\\(": "\\)", "\\)": "\\(", "\\[": "\\]", "\\]": "\\[", "$$": "$$", "$": "$"}
OPENERS = frozenset(["\\(", "\\[", "$$", "$"])
_REACH = 2_000  # a formula has no more characters
_DELIMITER = re.compile(r"(?<!\\)\\[()\[\]]|(?<![\\$])\$\$(?!\$)|(?<![\\$\w])\$(?=\\[a-zA-Z]{2}|[A-Za-z][_^][\w{])")
_FAMILY = {"\\(": "\\", "\\)": "\\", "\\[": "\\", "\\]": "\\", "$$": "$$", "$": "$"}


def alone(context: Context) -> Iterable[PageMatch]:
    """The reports of the rule math/delimiter."""
    for number, prose in enumerate(context.pages):
        yield from _on_page(prose, number)


def _on_page(prose: Prose, number: int) -> Iterator[PageMatch]:
    nodes = [node for node in prose.math if node.kind is not NodeKind.MATHML]
    used = {_FAMILY[node.opener] for node in nodes if node.opener in _FAMILY}
    if not used:
        return
    starts = [node.span.start for node in nodes]
    markup = Markup(prose)
    borders: list[Span] = []
    for match in _DELIMITER.finditer(prose.page.text):
        sign, at = match.group(), match.start()
        before = bisect_right(starts, at) - 1
        if _FAMILY[sign] not in used or (before >= 0 and at < nodes[before].span.end) or not markup.in_prose(at):
            continue
        borders = borders or _borders(markup)
        yield from _report(prose.page.text, at, sign, _block(borders, at, len(prose.page.text)), number)


def _report(text: str, at: int, sign: str, block: Span, number: int) -> Iterator[PageMatch]:
    opens = sign in OPENERS
    partner = PARTNER[sign]
    bare = None if sign[0] == "$" else _bare_partner(text, at + 2 if opens else at, block, sign)
    if bare is not None:
        yield PageMatch(
            RULE, at, at + len(sign), (sign,), ((Edit(bare, bare + 1, partner),),), page=number,
            message=f"“{sign}” stands alone; “{text[bare]}” {'after' if opens else 'before'} it in "
                    f"“{_near(text, bare)}” is probably its “{partner}”.",
        )  # fmt: skip
        return
    if (block.end == len(text)) if opens else (block.start == 0):
        return  # an excerpt, cut before the partner
    where = f"no “{partner}” {'follows before' if opens else 'comes after'} “{_near(text, block.end if opens else block.start)}”"
    yield PageMatch(RULE, at, at + len(sign), page=number, message=f"“{sign}” stands alone: {where}.")


def _borders(markup: Markup) -> list[Span]:
    """The tags of blocks, between which a formula lies; the ends of the page are borders too."""
    tags = (token for token in markup.tokens if token.kind in (TokenKind.START, TokenKind.END))
    return [Span(0, 0), *(Span(token.start, token.end) for token in tags if ROLES.get(token.name) is Role.BLOCK)]


def _block(borders: list[Span], at: int, size: int) -> Span:
    """Where the text round `at` begins and ends."""
    before = bisect_right(borders, at, key=lambda border: border.start) - 1
    end = borders[before + 1].start if before + 1 < len(borders) else size
    return Span(borders[before].end, end)


def _bare_partner(text: str, at: int, block: Span, sign: str) -> int | None:
    """The bracket on the other side of a formula that pairs with nothing there: the delimiter that lost its backslash.

    It is looked for from `at` on up to the block's end, or back from `at`, in text without tags.
    """
    opens = sign in OPENERS
    own, other, tag = sign[1], PARTNER[sign][1], "<" if opens else ">"
    depth = 0
    for place in (
        range(at, min(block.end, at + _REACH)) if opens else range(at - 1, max(block.start, at - _REACH) - 1, -1)
    ):
        if text[place] == tag or text.startswith(sign, place):
            return None
        depth += (text[place] == own) - (text[place] == other)
        if depth < 0:
            return place
    return None


def _near(text: str, at: int) -> str:
    return " ".join(text[max(0, at - 12) : at + 12].split())
