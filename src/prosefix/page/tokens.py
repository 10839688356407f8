"""A page's text as markup tokens whose pieces join to the text again, character by character.

Own regular expressions after the WHATWG tokenizer, some 10 million characters a second. turbohtml 1.15 (MIT, alive, C,
as fast with its token objects) was tried first: it folds CR LF and drops a tag that the end of the page cuts, so its
pieces do not join. tree-sitter-html (MIT, faster) leaves white space out and takes a bare `&`, a stray end tag or an
open comment for an error that hides the text after it. Neither knows templates, whose `>` must not end a tag.
It finds borders only: it decodes no reference and builds no tree.
"""

import re
import sys
from array import array
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import islice
from typing import NamedTuple, overload


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


class Tokens(Sequence[Token]):
    """The tokens of a text, in columns: objects would take ten times as much memory as the page.

    `kinds` are numbers of `TokenKind`; a token ends where the next one starts, and `starts` has the end of the last.
    """

    def __init__(self) -> None:
        self.kinds = bytearray()
        self.starts = array("i")
        self.names: list[str] = []

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, at: int) -> Token: ...
    @overload
    def __getitem__(self, at: slice) -> list[Token]: ...
    def __getitem__(self, at: int | slice) -> Token | list[Token]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        number = range(len(self))[at]
        return Token(TokenKind(self.kinds[number]), self.starts[number], self.starts[number + 1], self.names[number])

    def __iter__(self) -> Iterator[Token]:
        return map(
            Token, map(_ALL_KINDS.__getitem__, self.kinds), self.starts, islice(self.starts, 1, None), self.names
        )


_S = r"[ \t\n\f\r]"
_TEMPLATE = (
    r"\{\{(?:[^{}]|\}(?!\})|\{(?!\{)){0,400}+\}\}|\{%[^%]{0,400}+(?:%(?!\})[^%]{0,400}+)*+%\}|\{\#[^#{}]{0,400}+\#\}"
)
_SCRIPTLET = r"<\?(?:php\b|=)(?s:.*?)(?:\?>|\Z)|<%(?s:.{0,4000}?)%>"
CODE = f"{_TEMPLATE}|{_SCRIPTLET}"  # of a template, as a regular expression without groups
# What stands between quotes: a quote within template code does not end it.
DOUBLE, SINGLE = (rf"(?:[^{mark}{{<]++|{CODE}|[{{<])*+" for mark in "\"'")
_QUOTED = rf"\"{DOUBLE}\"|'{SINGLE}'"
# A quote opens a value only straight after `=`; elsewhere it is part of a name, as browsers have it.
_ATTRIBUTES = rf"(?:[^>=<{{]++|={_S}*+(?:{_QUOTED}|[^ \t\n\f\r>\"'{{<][^ \t\n\f\r>{{<]*+|(?![\"']))|{CODE}|\{{)*+"
_NAME = r"[A-Za-z][^ \t\n\f\r/>]*+"
_MARKUP = re.compile(
    rf"<(?P<start>{_NAME})(?:>|{_ATTRIBUTES}>)"
    rf"|</(?P<end>{_NAME})(?:>|{_ATTRIBUTES}>)"
    r"|(?P<comment><!--(?:-?>|(?s:.*?)(?:--!?>|\Z)))"
    rf"|(?P<template>{CODE})"
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


_ALL_KINDS = tuple(TokenKind)
_START, _END, _BROKEN = (_MARKUP.groupindex[name] for name in ("start", "end", "broken"))


def tokenize(text: str) -> Tokens:
    """The tokens of `text`, in order, without gaps: `"".join(text[t.start:t.end] for t in tokens) == text`."""
    tokens = Tokens()
    at, known = 0, _Lowered()
    while True:  # goes on behind raw text, which the expression does not know
        at, raw = _read(text, at, tokens, known)
        if not raw:
            break
    if at < len(text):
        _add(tokens, TokenKind.TEXT, at, "")
    tokens.starts.append(len(text))
    return tokens


class _Lowered(dict[str, str]):
    """Names as written, each with the one string that stands for it in lower case."""

    def __missing__(self, written: str) -> str:
        name = self[written] = sys.intern(written.lower())
        return name


def _add(tokens: Tokens, kind: TokenKind, start: int, name: str) -> None:
    tokens.kinds.append(kind)
    tokens.starts.append(start)
    tokens.names.append(name)


def _read(text: str, at: int, tokens: Tokens, known: _Lowered) -> tuple[int, bool]:
    """Adds the tokens from `at` on up to the end of the next raw text, or to the last markup. Returns how far it came,
    and whether that was the end of raw text."""
    add_kind, add_start, add_name = tokens.kinds.append, tokens.starts.append, tokens.names.append
    no_text, opening, closing = int(TokenKind.TEXT), int(TokenKind.START), int(TokenKind.END)
    for match in _MARKUP.finditer(text, at):
        start, end = match.span()
        if start > at:
            add_kind(no_text)
            add_start(at)
            add_name("")
        at = end
        group = match.lastindex
        if group == _START:
            name = known[match[_START]]
            add_kind(opening)
            add_start(start)
            add_name(name)
            if name in RAW_TEXT and text[end - 2] != "/":
                at = _raw(text, end, name)
                if at > end:
                    _add(tokens, TokenKind.RAW, end, name)
                return at, True
        elif group == _END:
            add_kind(closing)
            add_start(start)
            add_name(known[match[_END]])
        elif group == _BROKEN:
            name = match[_BROKEN].lower()
            _add(tokens, TokenKind.END if name[0] == "/" else TokenKind.START, start, name.lstrip("/"))
        else:
            _add(tokens, _KINDS[match.lastgroup or ""], start, "")
    return at, False


def _raw(text: str, start: int, name: str) -> int:
    """Where the raw text of `name` that begins at `start` ends: at its end tag, or at the end of the page."""
    end = _RAW_END[name].search(text, start)
    return len(text) if end is None or name == "plaintext" else end.start()


def is_statement(text: str, start: int) -> bool:
    """Whether the template code at `start` prints nothing itself but may govern what does: a branch, a loop, a scriptlet.

    What stands on either side of it need not be printed together.
    """
    return text.startswith(("{%", "<%", "<?"), start) and not text.startswith(("<%=", "<?="), start)
