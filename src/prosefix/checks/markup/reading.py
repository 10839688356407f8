"""A page's markup as the rules of the set see it: tokens, and the borders of elements that are not prose.

It cuts a page once for all rules, and only if one of them has a suspicion; it reports nothing.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np

from prosefix.findings import PageMatch
from prosefix.page.prose import Prose
from prosefix.page.sourcemap import Ints
from prosefix.page.tokens import TokenKind, Tokens, tokenize
from prosefix.rulebook.context import Context

NOTE = "markup.pages"
VERBATIM = frozenset("code pre kbd samp var tt xmp listing textarea script style template svg math d-code d-math dt-code "
                     "dt-math".split())  # fmt: skip
# Signs of a template, and of a source that a tool completes: Bikeshed, ReSpec, ecmarkup, includes.
UNFINISHED = ("{%", "<%", "<?php", "<?=", "{{#", "{{/", "{{^", "respec", "<emu-", "\nShortname:", 'class="metadata"', "class=metadata",
              "class='metadata'", "data-include", "<!--#include", "<!-- #include")  # fmt: skip


class Markup:
    """A page's text, and its tokens once a rule has found a reason to look at them."""

    def __init__(self, prose: Prose) -> None:
        self.text = prose.page.text
        self._path = prose.page.path
        self._source = prose.source

    @cached_property
    def tokens(self) -> Tokens:
        return tokenize(self.text)

    @cached_property
    def depth(self) -> list[int]:
        """How many verbatim elements (code, math, …) each token is inside of."""
        depth: list[int] = []
        inside: list[str] = []
        for kind, _, end, name in self.tokens:
            if kind is TokenKind.END and name in inside:
                while inside.pop() != name:
                    pass
            depth.append(len(inside))
            if kind is TokenKind.START and name in VERBATIM and self.text[end - 2] != "/":
                inside.append(name)
        return depth

    @cached_property
    def whole(self) -> bool:
        """Whether this is a page from first tag to last: no excerpt, template, or source that a tool completes."""
        text = self.text
        first, last = text[:2000].lower(), text[-3000:].lower()
        if not (("<!doctype" in first or "<html" in first) and ("</body" in last or "</html" in last)):
            return False
        return not (self._path.endswith(".bs") or any(sign in text for sign in UNFINISHED))

    def token_at(self, offset: int) -> int:
        """The number of the token that holds `offset`."""
        return bisect_right(self.tokens.starts, offset, 0, len(self.tokens)) - 1

    def in_prose(self, offset: int) -> bool:
        """Whether the character at `offset` is text that a reader reads: outside code, math, listings, other languages."""
        number = self.token_at(offset)
        if self.tokens[number].kind is not TokenKind.TEXT or self.depth[number]:
            return False
        starts, ends = self._pieces
        piece = int(np.searchsorted(starts, offset, side="right")) - 1
        return piece >= 0 and offset < int(ends[piece])

    @cached_property
    def _pieces(self) -> tuple[Ints, Ints]:
        """Where the pieces of the page's prose begin and end, in the order of the page."""
        order = np.argsort(self._source.page_start, kind="stable")
        return self._source.page_start[order], self._source.page_end[order]


def by_page(find: Callable[[Markup], Iterator[PageMatch]]) -> Callable[[Context], Iterable[PageMatch]]:
    """A rule's function from one that reads a single page's markup."""

    def check(context: Context) -> Iterable[PageMatch]:
        pages = context.notes.get(NOTE)
        if not isinstance(pages, list):
            pages = context.notes[NOTE] = [Markup(prose) for prose in context.pages]
        for number, markup in enumerate(pages):
            for match in find(markup):
                yield replace(match, page=number) if number else match

    check.__doc__ = find.__doc__
    return check
