"""A page's markup as the rules of the set see it: tokens, and the borders of elements that are not prose.

It reads each page once for all rules; it reports nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from prosefix.findings import PageMatch
from prosefix.page.prose import Prose
from prosefix.page.tokens import Token, TokenKind, tokenize
from prosefix.rulebook.context import Context

NOTE = "markup.pages"
VERBATIM = frozenset("code pre kbd samp var tt xmp listing textarea script style template svg math d-code d-math dt-code "
                     "dt-math".split())  # fmt: skip
_CONDITIONAL = re.compile(r"\{%|<%|<\?(?:php|=)|\{\{[#/^]")
_SOURCE = re.compile(r"\brespec\b|<emu-|^Shortname:|<pre class=[\"']?metadata|data-include|<!--\s*#include", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Markup:
    """A page's tokens. `depth[n]` counts the verbatim elements (code, math, …) that token `n` is inside of."""

    text: str
    tokens: list[Token]
    depth: list[int]
    whole: bool  # a page from its first tag to its last, not an excerpt, a template or a source that a tool completes


def read_markup(prose: Prose) -> Markup:
    text = prose.page.text
    tokens = tokenize(text)
    depth: list[int] = []
    inside: list[str] = []
    for kind, start, end, name in tokens:
        if kind is TokenKind.END and name in inside:
            while inside.pop() != name:
                pass
        depth.append(len(inside))
        if kind is TokenKind.START and name in VERBATIM and text[end - 2] != "/":
            inside.append(name)
        del start
    low = text[:2000].lower()
    whole = (("<!doctype" in low or "<html" in low) and "</body" in text[-3000:].lower()) or "</html" in text[-3000:].lower()
    broken = _CONDITIONAL.search(text) or _SOURCE.search(text) or prose.page.path.endswith(".bs")
    return Markup(text, tokens, depth, whole and not broken)


def by_page(find: Callable[[Markup], Iterator[PageMatch]]) -> Callable[[Context], Iterable[PageMatch]]:
    """A rule's function from one that reads a single page's markup."""

    def check(context: Context) -> Iterable[PageMatch]:
        pages = context.notes.get(NOTE)
        if not isinstance(pages, list):
            pages = context.notes[NOTE] = [read_markup(prose) for prose in context.pages]
        for number, markup in enumerate(pages):
            for match in find(markup):
                yield replace(match, page=number) if number else match

    check.__doc__ = find.__doc__
    return check
