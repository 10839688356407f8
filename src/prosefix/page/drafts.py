"""What the walk over a page's tokens hands on: drafts of blocks, and what it met besides prose.

Plain data, and how an element's attributes change what it hands down to those within it.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from prosefix.findings import Span
from prosefix.page.attributes import Attribute
from prosefix.page.directives import Directive
from prosefix.page.elements import CODE_LIKE, Role
from prosefix.page.folding import Segment
from prosefix.page.options import ENGLISH
from prosefix.page.prose import BlockKind, MathNode
from prosefix.page.tokens import is_statement

_WHOLE_PAGE = frozenset(["html", "body"])  # where translate="no" only keeps a browser from offering to translate


class Context(NamedTuple):
    """What elements hand down to those within them."""

    language: str = ""
    quoted: bool = False
    spelled: bool = True
    translated: bool = True  # False under translate="no"

    def is_read(self, languages: frozenset[str]) -> bool:
        """Whether it is in one of the `languages` (primary ones), and not to be left as it is."""
        return self.translated and self.language.partition("-")[0] in languages

    def is_english(self) -> bool:
        """Whether it is English, or of no language that could be told."""
        return self.language.partition("-")[0] in ENGLISH

    def within(self, name: str, attributes: dict[str, Attribute]) -> "Context":
        """The context inside an element `name` with those attributes."""
        language, quoted, spelled, translated = self
        tongue = attributes.get("lang") or attributes.get("xml:lang")
        if tongue is not None and name not in CODE_LIKE:  # <code lang="r"> is no language of people
            language = tongue.value.strip().lower().replace("_", "-")
        if "translate" in attributes and name not in _WHOLE_PAGE:
            translated = attributes["translate"].value.lower() != "no"
        if "spellcheck" in attributes:
            spelled = attributes["spellcheck"].value.lower() != "false"
        return Context(language, quoted or name == "blockquote", spelled, translated)


@dataclass(slots=True)
class Draft:
    """A block as it is found: its pieces of the page, not yet plain text."""

    kind: BlockKind
    path: str
    context: Context
    place: int = 0  # number in QUOTES
    segments: list[Segment] = field(default_factory=list)
    parted: bool = False  # whether statements of a template are among the pieces

    def ends_with(self, char: str) -> bool:
        """Whether the last piece is a stand-in `char`."""
        return bool(self.segments) and self.segments[-1][2] == char

    def taken(self, text: str) -> list[Segment]:
        """The pieces of the page's `text`, which the draft then has no longer; the last is no statement of a template,
        for after the last word it parts nothing."""
        segments, self.segments = self.segments, []
        while self.parted and segments and _is_silent(text, *segments[-1]):
            segments.pop()
        return segments


def _is_silent(text: str, start: int, end: int, char: str) -> bool:
    return is_statement(text, start) if char else text[start:end].isspace()


class Open(NamedTuple):
    """An open element: the context outside it, and of an element set apart the draft that goes on after it."""

    name: str
    role: Role
    outside: Context
    host: Draft | None


@dataclass(slots=True)
class Reading:
    """All that the walk found. Spans are in the page."""

    drafts: list[Draft] = field(default_factory=list)
    math: list[MathNode] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
    quotes: list[Span] = field(default_factory=list)
    known: list[Span] = field(default_factory=list)  # code, dfn, abbr: their words are known on this page
    skipped: dict[str, int] = field(default_factory=dict)  # what left nothing, by reason

    def skip(self, reason: str) -> None:
        self.skipped[reason] = self.skipped.get(reason, 0) + 1
