"""What a page shows of its own words: how often each is used, which it makes known, and which spelling it keeps to.

Worked out for a page only when one of its words is in doubt. It judges no word.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from prosefix.english.lexicon import ANYWHERE, Variant
from prosefix.english.vocabulary import straighten
from prosefix.rulebook.context import Context

_REGION = {"us": Variant.US, "gb": Variant.GB, "uk": Variant.GB, "ca": Variant.CA, "au": Variant.AU, "nz": Variant.AU}
_LEAD = 3  # how many more words of one spelling than of the other show what a page keeps to


def region(language: str) -> Variant:
    """The spelling of a language tag such as `en-GB`; no bits where it names none."""
    return _REGION.get(language.lower().partition("-")[2], Variant(0))


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words of one page. `counts` go by the id of the lower-case form in the vocabulary."""

    counts: Mapping[int, int]
    known: frozenset[str]  # in code, definitions, ids; lower case
    variant: int  # bits of `Variant` of the page's spelling, 0 where it shows none

    def count(self, context: Context, word: str) -> int:
        """How often the lower-case `word` stands on the page."""
        number = context.english.vocabulary.find(word)
        return 0 if number is None else self.counts.get(number, 0)


class Pages:
    """The words of the pages of a batch, looked at one by one."""

    def __init__(self, context: Context) -> None:
        self._context = context
        page_of = np.append(np.array(context.page_of, dtype=np.int32), -1)
        self._page = page_of[np.clip(context.table.block, -1, len(page_of) - 1)]
        self._found = cast(dict[int, PageWords], context.counts.setdefault(f"spelling {context.house}", {}))

    def of_row(self, row: int) -> PageWords:
        """The words of the page that the row is in."""
        page = int(self._page[row])
        if page not in self._found:
            self._found[page] = self._words(page)
        return self._found[page]

    def writes(self, row: int, word: str) -> bool:
        """Whether the page that the row is in has `word` somewhere, with just these capitals."""
        number = self._context.english.vocabulary.find(word)
        return number is not None and bool((self._context.words_of(int(self._page[row])) == number).any())

    def _words(self, page: int) -> PageWords:
        lower = self._context.english.vocabulary.lower[self._context.words_of(page)]
        ids, counts = np.unique(lower, return_counts=True)
        prose = self._context.pages[page] if page < len(self._context.pages) else None
        known = frozenset(straighten(word).lower() for word in prose.page_words) if prose else frozenset()
        return PageWords(dict(zip(ids.tolist(), counts.tolist(), strict=True)), known, self._variant(page, ids, counts))

    def _variant(self, page: int, ids: NDArray[np.int32], counts: NDArray[np.intp]) -> int:
        if house := region(self._context.house):
            return int(house)
        blocks = self._context.pages[page].blocks if self._context.pages else self._context.blocks
        languages = {block.language for block in blocks}
        regions = {found for language in languages if (found := region(language))}
        if len(regions) == 1:
            return int(regions.pop())
        variants = self._context.english.lexicon.variants(self._context.english.vocabulary)[ids]
        local = (variants > 0) & (variants < ANYWHERE)
        american = int(counts[local & ((variants & Variant.GB) == 0)].sum())
        british = int(counts[local & ((variants & Variant.US) == 0)].sum())
        if american == british:
            return 0
        return int(Variant.US if american > british else Variant.GB) if abs(american - british) >= _LEAD else 0
