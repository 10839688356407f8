"""Which remarks of an engine are worth showing: those that neither markup nor technical words nor a bad record explain.

It drops; it changes no remark and compares none with prosefix's own findings.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from prosefix.checks.engines.doubts import Doubts
from prosefix.checks.engines.interface import NO_SET, Kind, Remark
from prosefix.checks.engines.measured import records
from prosefix.checks.engines.rendering import Rendering
from prosefix.english.lexicon import lexicon
from prosefix.english.project_words import ProjectWords, project_words
from prosefix.english.vocabulary import straighten
from prosefix.page.prose import Block, Prose

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_IDENTIFIER = re.compile(r"\w*(?:\d|_|[a-z][A-Z]|[A-Z]{2})\w*|\w+[./:@#]\w[\w./:@#-]*")
_AT_HOME = 3  # times that a word of another language must stand on a page to be its own
# A stand-in says nothing of its sound, its number or whether it is a name.
_NEEDS_NEIGHBOURS = frozenset(
    [Kind.ARTICLE, Kind.AGREEMENT, Kind.NUMBER, Kind.PREPOSITION, Kind.REPETITION, Kind.CONFUSABLE, Kind.CAPITALS,
     Kind.PUNCTUATION, Kind.HYPHEN, Kind.CONTRACTION]
)  # fmt: skip


@dataclass(frozen=True)
class Words:
    """The words of one page that are right there, whatever an engine's dictionary says."""

    prose: Prose
    project: frozenset[str] = frozenset()
    doubts: Doubts | None = None  # of the batch in which the page is number `page`; None for what is not English
    page: int = 0

    def may_be_misspelt(self, text: str, start: int, end: int, language: str) -> bool:
        """Whether an engine that takes `text`, at `[start, end)` of the page's plain text, for misspelt may be right."""
        if self.are_known(text, language):
            return False
        return self.doubts is None or self.doubts.is_doubtful(self.page, start, end)

    def are_known(self, text: str, language: str) -> bool:
        """Whether every word in `text` is one that prosefix, the project or the page knows, or an identifier."""
        english = language.startswith("en")
        return all(
            self._page_has(word, english) or self._project.entry(word) is not None or _in_lexicon(word)
            for word in _words(text)
        )

    @cached_property
    def _project(self) -> ProjectWords:
        return project_words(self.project)

    @cached_property
    def _made_known(self) -> frozenset[str]:
        return frozenset(straighten(word).lower() for word in self.prose.page_words)

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(_WORD.findall(self.prose.plain))

    def _page_has(self, word: str, english: bool) -> bool:
        return straighten(word).lower() in self._made_known or (not english and self._counts[word] >= _AT_HOME)


def _words(text: str) -> list[str]:
    """The words of `text` that are no identifiers."""
    return _WORD.findall(_IDENTIFIER.sub(" ", text))


def _in_lexicon(word: str) -> bool:
    return bool(lexicon().rows_of([word])[0] >= 0)


@dataclass(frozen=True)
class Filter:
    """What is shown of the remarks of one engine. `keep` names rules and kinds that are shown all the same."""

    engine: str
    keep: Collection[str] = ()

    def shown(self, remarks: Sequence[Remark], rendering: Rendering, block: Block, words: Words) -> list[Remark]:
        """Those of `remarks`, on one block, that are worth showing."""
        return [remark for remark in remarks if self._is_shown(remark, rendering, block, words)]

    def _is_shown(self, remark: Remark, rendering: Rendering, block: Block, words: Words) -> bool:
        language = block.language or "en"
        text = rendering.text[remark.start : remark.end]
        if rendering.touched(remark.start, remark.end) and remark.kind is Kind.SPELLING:
            return False
        if remark.rule in self.keep or remark.kind in self.keep:
            return True
        if remark.kind in NO_SET or records(self.engine).is_noise(remark):
            return False
        if remark.kind in _NEEDS_NEIGHBOURS and rendering.beside(remark.start, remark.end):
            return False
        if remark.kind is Kind.SPELLING:
            start, end = (block.start + offset for offset in rendering.to_block(remark.start, remark.end))
            return block.spelled and words.may_be_misspelt(text, start, end, language)
        return True
