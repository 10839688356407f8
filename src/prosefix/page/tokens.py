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


def tokenize(text: str) -> list[Token]:
    """The tokens of `text`, in order, without gaps: `"".join(text[t.start:t.end] for t in tokens) == text`."""
    tokens: list[Token] = []
    append, new = tokens.append, tuple.__new__
    search = _MARKUP.search
    at, size = 0, len(text)
    while at < size:
        match = search(text, at)
        if match is None:
            append(Token(TokenKind.TEXT, at, size, ""))
            break
        start, end = match.span()
        if start > at:
            append(new(Token, (TokenKind.TEXT, at, start, "")))
        at = end
        group = match.lastgroup
        if group == "start":
            name = match["start"].lower()
            append(new(Token, (TokenKind.START, start, end, name)))
            if name in RAW_TEXT and text[end - 2] != "/":
                at = _raw(text, end, name)
                if at > end:
                    append(Token(TokenKind.RAW, end, at, name))
        elif group == "end":
            append(new(Token, (TokenKind.END, start, end, match["end"].lower())))
        elif group == "broken":
            name = match["broken"].lower()
            kind = TokenKind.END if name[0] == "/" else TokenKind.START
            append(Token(kind, start, end, name.lstrip("/")))
        else:
            append(Token(_KINDS[group or ""], start, end, ""))
    return tokens


def _raw(text: str, start: int, name: str) -> int:
    """Where the raw text of `name` that begins at `start` ends: at its end tag, or at the end of the page."""
    end = _RAW_END[name].search(text, start)
    return len(text) if end is None or name == "plaintext" else end.start()
