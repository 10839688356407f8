"""Writing a directive round a finding, so that the page itself says that it is to stay as it is.

It only finds the places; whether the page stays sound is for `proof`.
"""

from prosefix.errors import FixRefused
from prosefix.findings import Edit, Finding, Span
from prosefix.page.blocks import read_prose
from prosefix.page.source import Page
from prosefix.page.tokens import Token, TokenKind, tokenize


def silencing(page: Page, finding: Finding, reason: str = "") -> tuple[Edit, ...]:
    """The edits that put `prosefix-disable` before and `prosefix-enable` behind the words of `finding`.

    Where they lie in a tag, a title or math, all of that comes between. Raises FixRefused where no comment can stand.
    """
    start, end = _outside(page, Span(finding.start, finding.end))
    why = f" : {' '.join(reason.replace('--', '—').replace('>', '').split())}" if reason.strip() else ""
    return (
        Edit(start, start, f"<!-- prosefix-disable {finding.rule}{why} -->"),
        Edit(end, end, f"<!-- prosefix-enable {finding.rule} -->"),
    )


def _outside(page: Page, span: Span) -> Span:
    """`span` with what it is in that holds no comment."""
    start, end = span
    for node in read_prose(page).math:
        if node.span.start < end and start < node.span.end:
            start, end = min(start, node.span.start), max(end, node.span.end)
    tokens = list(tokenize(page.text))
    for number, token in enumerate(tokens):
        if token.kind is not TokenKind.TEXT and token.start < end and start < token.end:
            first, last = _element(tokens, number) if token.kind is TokenKind.RAW else (token, token)
            start, end = min(start, first.start), max(end, last.end)
    return Span(start, end)


def _element(tokens: list[Token], number: int) -> tuple[Token, Token]:
    """The tags of the element whose raw text is token `number`."""
    if number == 0 or number + 1 == len(tokens):
        raise FixRefused("the element around the words is not closed, so that no comment can stand behind it")
    return tokens[number - 1], tokens[number + 1]
