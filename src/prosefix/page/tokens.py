"""A page's text as markup tokens whose pieces join to the text again, character by character.

Own regular expressions after the WHATWG tokenizer, some 10 million characters a second. turbohtml 1.15 (MIT, alive, C,
as fast with its token objects) was tried first: it folds CR LF and drops a tag that the end of the page cuts, so its
pieces do not join. tree-sitter-html (MIT, faster) leaves white space out and takes a bare `&`, a stray end tag or an
open comment for an error that hides the text after it. Neither knows templates, whose `>` must not end a tag.
It finds borders only: it decodes no reference and builds no tree.
"""

import re
from enum import IntEnum
from typing import NamedTuple


class TokenKind(IntEnum):
    TEXT = 0
    START = 1
    END = 2
    COMMENT = 3
    DECLARATION = 4  # doctype, CDATA marks, bogus comments, XML processing instructions
    TEMPLATE = 5  # <?php ?>, <% %>, {{ }}, {% %}, {# #}
    RAW = 6  # what a raw-text element holds: no markup in it
    SHORTHAND = 7  # markup-like shorthand of specification sources: <<production>>, `<tag>`
    LISTING = 8  # a fenced block of code in Markdown


class Token(NamedTuple):
    kind: TokenKind
    start: int
    end: int
    name: str  # lower case, of START, END and RAW (its element); else ""


_S = r"[ \t\n\f\r]"
_TEMPLATE = (
    r"\{\{(?:[^{}]|\}(?!\})|\{(?!\{)){0,400}+\}\}|\{%[^%]{0,400}+(?:%(?!\})[^%]{0,400}+)*+%\}|\{\#[^#{}]{0,400}+\#\}"
)
_SCRIPTLET = r"<\?(?:php\b|=)(?s:.*?)(?:\?>|\Z)|<%(?s:.{0,4000}?)%>"
_QUOTED = rf"\"(?:[^\"{{<]++|{_TEMPLATE}|{_SCRIPTLET}|[{{<])*+\"|'(?:[^'{{<]++|{_TEMPLATE}|{_SCRIPTLET}|[{{<])*+'"
# A quote opens a value only straight after `=`; elsewhere it is part of a name, as browsers have it.
_ATTRIBUTES = rf"(?:[^>=<{{]++|={_S}*+(?:{_QUOTED}|[^ \t\n\f\r>\"'{{<][^ \t\n\f\r>{{<]*+|(?![\"']))|{_TEMPLATE}|{_SCRIPTLET}|\{{)*+"
_NAME = r"[A-Za-z][^ \t\n\f\r/>]*+"
_MARKUP = re.compile(
    rf"<(?P<start>{_NAME})(?:>|{_ATTRIBUTES}>)"
    rf"|</(?P<end>{_NAME})(?:>|{_ATTRIBUTES}>)"
    r"|(?P<comment><!--(?:-?>|(?s:.*?)(?:--!?>|\Z)))"
    rf"|(?P<template>{_TEMPLATE}|{_SCRIPTLET})"
    r"|(?P<declaration><!\[CDATA\[|\]\]>|<[!?][^>]*+(?:>|\Z)|</[^A-Za-z>][^>]*+(?:>|\Z)|</>)"
    r"|(?P<shorthand><<[A-Za-z][\w()\[\]{}',∞* -]*+>>|`<[^`<>\n]*+>[^`\n]{0,40}`)"
    r"|(?P<listing>```+[^\n`]*\n(?:(?s:.*?)\n)??[ \t]*```+(?=[ \t]*(?:\r?\n|\Z))|(?<=\n)~~~+[^\n]*\n(?:(?s:.*?)\n)??[ \t]*~~~+)"
    # A tag whose quote is never closed ends at the next `>`, one that is cut at the next `<` or the end of the page.
    rf"|<(?P<broken>/?{_NAME})[^<>]*+(?:>|\Z|(?=<))"
)
RAW_TEXT = frozenset("script style textarea title xmp iframe noembed noframes plaintext".split())
_RAW_END = {name: re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE) for name in RAW_TEXT}
_KINDS = {
    "comment": TokenKind.COMMENT, "template": TokenKind.TEMPLATE, "declaration": TokenKind.DECLARATION,
    "shorthand": TokenKind.SHORTHAND, "listing": TokenKind.LISTING,
}  # fmt: skip


_START, _END, _BROKEN = (_MARKUP.groupindex[name] for name in ("start", "end", "broken"))


def tokenize(text: str) -> list[Token]:
    """The tokens of `text`, in order, without gaps: `"".join(text[t.start:t.end] for t in tokens) == text`."""
    tokens: list[Token] = []
    at = 0
    while (stop := _read(text, at, tokens)) >= 0:  # goes on behind raw text, which the expression does not know
        at = stop
    last = tokens[-1].end if tokens else 0
    if last < len(text):
        tokens.append(Token(TokenKind.TEXT, last, len(text), ""))
    return tokens


def _read(text: str, at: int, tokens: list[Token]) -> int:
    """Adds the tokens from `at` on up to the next raw text, or to the last markup. Returns the end of the raw text, or -1."""
    append, new, no_text, lower = tokens.append, tuple.__new__, TokenKind.TEXT, str.lower
    opening, closing = TokenKind.START, TokenKind.END
    for match in _MARKUP.finditer(text, at):
        start, end = match.span()
        if start > at:
            append(new(Token, (no_text, at, start, "")))
        at = end
        group = match.lastindex
        if group == _START:
            name = lower(match[_START])
            append(new(Token, (opening, start, end, name)))
            if name in RAW_TEXT and text[end - 2] != "/":
                at = _raw(text, end, name)
                if at > end:
                    append(Token(TokenKind.RAW, end, at, name))
                return at
        elif group == _END:
            append(new(Token, (closing, start, end, lower(match[_END]))))
        elif group == _BROKEN:
            name = match[_BROKEN].lower()
            append(Token(closing if name[0] == "/" else opening, start, end, name.lstrip("/")))
        else:
            append(Token(_KINDS[match.lastgroup or ""], start, end, ""))
    return -1


def _raw(text: str, start: int, name: str) -> int:
    """Where the raw text of `name` that begins at `start` ends: at its end tag, or at the end of the page."""
    end = _RAW_END[name].search(text, start)
    return len(text) if end is None or name == "plaintext" else end.start()
