"""Where an element whose content is not read ends, also when its end tag is missing or there is one too many."""

from typing import NamedTuple

from prosefix.page.elements import CODE_LIKE, RESTARTING, ROLES, Role
from prosefix.page.elements import VOID as VOIDS
from prosefix.page.tokens import RAW_TEXT, Token, TokenKind


class End(NamedTuple):
    """The element's content ends at `inner` and the element at `outer`; `token` is the first one after it."""

    inner: int
    outer: int
    token: int


# Left open, these swallow the rest of a page in a browser too; anything else left open holds nothing.
_SWALLOWING = RAW_TEXT | {"pre", "listing"}
_PATIENCE = 400  # tokens beyond the border of a block in which the end of a phrase is still looked for
_LISTING = 20_000  # the same for an element of lines, each an element of the same name
# Math holds no math, and a `</p>` that was left in it does not end it.
_MATH = frozenset(["math", "d-math", "dt-math"])


def find_end(tokens: list[Token], first: int, name: str) -> End:
    """The end of the element `name` whose content begins with token number `first`.

    A phrase that is never closed ends with the block that it is in, at its first own end tag if one was swallowed by
    an equal element within it.
    """
    if name in VOIDS:
        return _nothing(tokens, first)
    if name in _MATH and (own := _own_end(tokens, first, name)):
        return own
    phrase = name in CODE_LIKE or ROLES.get(name, Role.INLINE) is Role.INLINE
    patience = _LISTING if ROLES.get(name) is Role.BLOCK else _PATIENCE
    depth, blocks, fallback = 0, 0, -1
    for number in range(first, len(tokens)):
        if 0 <= fallback < number - patience:
            break
        kind, start, end, other = tokens[number]
        if kind == TokenKind.START:
            if other == name:
                depth += 1
            elif phrase and ROLES.get(other) is Role.BLOCK and other not in VOIDS:
                blocks += 1
                if other in RESTARTING and fallback < 0:
                    fallback = number
        elif kind == TokenKind.END:
            if other == name:
                if depth == 0:
                    return End(start, end, number + 1)
                depth -= 1
                if fallback < 0:
                    fallback = number
            elif phrase and ROLES.get(other) is Role.BLOCK:
                blocks -= 1
                if blocks < 0:
                    fallback = number if fallback < 0 else fallback
                    break
    return _unclosed(tokens, first, name, fallback, phrase)


def _own_end(tokens: list[Token], first: int, name: str) -> End | None:
    """The first end tag of `name`, whatever stray tags stand before it; None where another `name` begins first."""
    for number in range(first, len(tokens)):
        kind, start, end, other = tokens[number]
        if other == name:
            return End(start, end, number + 1) if kind == TokenKind.END else None
    return None


def _unclosed(tokens: list[Token], first: int, name: str, fallback: int, phrase: bool) -> End:
    if fallback >= 0:
        kind, start, end, other = tokens[fallback]
        if kind == TokenKind.END and other == name:
            return End(start, end, fallback + 1)
        return End(start, start, fallback)
    if name in _SWALLOWING or (phrase and first < len(tokens)):
        stop = tokens[-1].end
        return End(stop, stop, len(tokens))
    return _nothing(tokens, first)


def _nothing(tokens: list[Token], first: int) -> End:
    at = tokens[first - 1].end
    return End(at, at, first)
