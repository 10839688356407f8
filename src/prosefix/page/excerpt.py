"""Where reading begins in a page that is a piece cut out of another, so that its first tag was opened elsewhere.

Fragments and template parts begin inside tags, comments and listings; what belongs to those is no prose.
"""

import re

from prosefix.page.tokens import TokenKind, Tokens

_REACH = 4000  # characters within which the end of something opened before the page is looked for
_CUT_TAG = re.compile(r"[^<>]*?(?:[\"']|=[ \t]*[\w#./:-]+)\s*/?>")
_WHOLE = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype|html|\?xml)\b", re.IGNORECASE | re.DOTALL)
_HOLDERS = frozenset("pre script style xmp textarea svg math template d-code".split())
_ENDS = re.compile(
    r"</(?:pre|script|style|xmp|textarea|svg|math|template|d-code|code|kbd|samp|var|tt)\b", re.IGNORECASE
)
_CODE = frozenset("code kbd samp var tt".split())


def head(text: str, tokens: Tokens) -> int:
    """The number of the first token to be read: 0 unless the page begins inside something."""
    if _WHOLE.match(text):
        return 0
    comment = _after_comment(text, tokens) if text.find("-->", 0, _REACH) >= 0 else 0
    holder = _after_holder(tokens) if _ENDS.search(text, 0, _REACH) else 0
    return max(comment, holder)


def cut_tag(text: str) -> int:
    """How many characters at the beginning of `text` are the rest of a tag."""
    match = _CUT_TAG.match(text, 0, _REACH)
    return match.end() if match else 0


def _after_comment(text: str, tokens: Tokens) -> int:
    for number, token in enumerate(tokens):
        if token.kind == TokenKind.COMMENT or token.start > _REACH or token.name in _HOLDERS:
            return 0
        if token.kind == TokenKind.TEXT and (at := text.find("-->", token.start, token.end)) >= 0:
            rest = text[at + 3 : token.end]
            return number + 1 if not rest.strip() or rest.lstrip(" \t")[:1] == "\n" else 0
    return 0


def _after_holder(tokens: Tokens) -> int:
    """After the end tag of a listing or the like that has no start tag before it."""
    opened: set[str] = set()
    first_tag = True
    for number, token in enumerate(tokens):
        if token.start > _REACH:
            break
        if token.kind == TokenKind.START:
            opened.add(token.name)
            first_tag = False
        elif token.kind == TokenKind.END:
            if token.name in _HOLDERS and token.name not in opened:
                return 0 if "code" in opened else number + 1  # code in it: a listing that holds prose
            if first_tag and token.name in _CODE:
                return number + 1
            first_tag = False
    return 0
