"""The page's own hand: how it writes an apostrophe, and the capitals that a replacement takes over.

It changes letters' dress only, never which letters they are.
"""

import html
import re
from bisect import bisect_left
from collections import Counter

from prosefix.page.prose import Prose

_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_ANY_APOSTROPHE = re.compile(r"['’]")
NEAR = 2000  # code points; an apostrophe farther off says less than the page's majority


class Hand:
    """How one page writes. `apostrophe(at)` is the page's text for one: `'`, `’`, `&rsquo;`, `&#8217;`."""

    def __init__(self, prose: Prose) -> None:
        self._places: list[int] = []
        self._forms: list[str] = []
        text = prose.page.text
        places = [match.start() for match in _APOSTROPHE.finditer(prose.plain)]
        for place, span in zip(places, prose.source.to_pages(places, [at + 1 for at in places]), strict=True):
            form = text[span.start : span.end]
            if html.unescape(form) in ("'", "’"):
                self._places.append(place)
                self._forms.append(form)
        self._usual = self._majority(prose.plain)

    def _majority(self, plain: str) -> str:
        if self._forms:
            return Counter(self._forms).most_common(1)[0][0]
        return "’" if "“" in plain or "’" in plain else "'"

    def apostrophe(self, at: int) -> str:
        """The form nearest to `at` (plain text), or else the page's most frequent one."""
        right = bisect_left(self._places, at)
        around = [n for n in (right - 1, right) if 0 <= n < len(self._places)]
        nearest = min(around, key=lambda n: abs(self._places[n] - at), default=None)
        if nearest is None or abs(self._places[nearest] - at) > NEAR:
            return self._usual
        return self._forms[nearest]


def with_apostrophe(text: str, form: str) -> str:
    """`text` with each apostrophe as the character that `form` (perhaps a reference) stands for."""
    return _ANY_APOSTROPHE.sub(html.unescape(form), text)


def with_reference(written: str, form: str) -> str:
    """`written`, the page's text of an edit, with each apostrophe as `form` where that is a reference."""
    return _ANY_APOSTROPHE.sub(form, written) if form.startswith("&") else written


def with_capitals(old: str, new: str) -> str:
    """`new` with the capital that `old` begins with, or in capitals as `old`; where `new` has its own, as it is."""
    if not old[:1].isupper() or not new[:1].islower():
        return new
    words_old, words_new = old.split(), new.split()
    if len(old) > 1 and old.isupper() and len(words_old) == len(words_new) == 1 and len(new) > 2:
        return new.upper() if new.islower() else new
    first = words_new[0]
    return new[0].upper() + new[1:] if first.islower() or not first.isalpha() else new
