"""Delimiters of TeX that stand alone: `\\(` without `\\)`, `$$` without its second, `$\\alpha` without an end.

It reads the page's text outside math and code, and only on pages that show TeX between such delimiters elsewhere.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from prosefix.checks.markup.reading import Markup
from prosefix.findings import Edit, PageMatch
from prosefix.page.elements import ROLES, Role
from prosefix.page.prose import NodeKind, Prose
from prosefix.page.tokens import TokenKind
from prosefix.rulebook.context import Context

RULE = "math/delimiter"
PARTNER = {"\\(": "\\)", "\\)": "\\(", "\\[": "\\]", "\\]": "\\[", "$$": "$$", "$": "$"}
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
    for match in _DELIMITER.finditer(prose.page.text):
        sign = match.group()
        before = bisect_right(starts, match.start()) - 1
        if _FAMILY[sign] not in used or (before >= 0 and match.start() < nodes[before].span.end):
            continue
        if markup.in_prose(match.start()):
            yield from _report(markup, match.start(), sign, number)


def _report(markup: Markup, at: int, sign: str, number: int) -> Iterator[PageMatch]:
    opens = sign in ("\\(", "\\[") or sign[0] == "$"
    start, end = _block(markup, at)
    text = markup.text
    bare = _bare_partner(text, at + 2, end, sign) if opens else _bare_partner_before(text, start, at, sign)
    if bare is not None:
        partner = PARTNER[sign]
        yield PageMatch(
            RULE, at, at + len(sign), (sign,), ((Edit(bare, bare + 1, partner),),), page=number,
            message=f"“{sign}” stands alone; “{text[bare]}” {'after' if opens else 'before'} it in "
                    f"“{_near(text, bare)}” is probably its “{partner}”.",
        )  # fmt: skip
        return
    if (end == len(text)) if opens else (start == 0):
        return  # an excerpt, cut before the partner
    border = _near(text, end if opens else start)
    where = f"no “{PARTNER[sign]}” {'follows before' if opens else 'comes after'} “{border}”"
    yield PageMatch(RULE, at, at + len(sign), page=number, message=f"“{sign}” stands alone: {where}.")


def _block(markup: Markup, at: int) -> tuple[int, int]:
    """Where the text round `at` begins and ends: between tags of blocks."""
    tokens = markup.tokens
    first = last = markup.token_at(at)
    while first > 0 and not _is_border(tokens[first].name, tokens[first].kind):
        first -= 1
    while last < len(tokens) - 1 and not _is_border(tokens[last].name, tokens[last].kind):
        last += 1
    start = tokens[first].end if _is_border(tokens[first].name, tokens[first].kind) else tokens[first].start
    return start, tokens[last].start if _is_border(tokens[last].name, tokens[last].kind) else tokens[last].end


def _is_border(name: str, kind: TokenKind) -> bool:
    return kind in (TokenKind.START, TokenKind.END) and ROLES.get(name) is Role.BLOCK


def _bare_partner(text: str, start: int, end: int, sign: str) -> int | None:
    """The bracket after `start` that closes nothing: the delimiter that lost its backslash."""
    if sign[0] == "$":
        return None
    opener, closer = sign[1], PARTNER[sign][1]
    depth = 0
    for at in range(start, end):
        if text.startswith(sign, at) or text[at] == "<":
            return None
        depth += (text[at] == opener) - (text[at] == closer)
        if depth < 0:
            return at
    return None


def _bare_partner_before(text: str, start: int, end: int, sign: str) -> int | None:
    closer, opener = sign[1], PARTNER[sign][1]
    depth = 0
    for at in range(end - 1, start - 1, -1):
        if text.startswith(sign, at) or text[at] == ">":
            return None
        depth += (text[at] == closer) - (text[at] == opener)
        if depth < 0:
            return at
    return None


def _near(text: str, at: int) -> str:
    return " ".join(text[max(0, at - 12) : at + 12].split())
