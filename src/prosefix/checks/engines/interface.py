"""What an engine is: it takes passages of plain text and gives back remarks on them. Plain data and one protocol.

Nothing here knows HTML, settings files or any particular engine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeVar

from prosefix.errors import EngineError, SettingsError
from prosefix.rulebook.mistakes import nearest


class Kind(StrEnum):
    """What a remark is about: one of prosefix's sets, or one of the kinds that HTML makes false."""

    SPELLING = "spelling"
    CONTRACTION = "contractions"
    AGREEMENT = "agreement"  # and any other grammar
    NUMBER = "number"
    ARTICLE = "articles"
    REPETITION = "repetition"
    CONFUSABLE = "confusables"
    PREPOSITION = "prepositions"
    PUNCTUATION = "punctuation"
    HYPHEN = "hyphens"
    CAPITALS = "capitals"
    STYLE = "style"
    WHITE_SPACE = "white-space"
    TYPOGRAPHY = "typography"


NO_SET = frozenset({Kind.WHITE_SPACE, Kind.TYPOGRAPHY})
SETS = tuple(str(kind) for kind in Kind if kind not in NO_SET)


class Passage(NamedTuple):
    """A block's text without line ends. `language` is BCP 47 in lower case ("en", "de-at"), never empty."""

    text: str
    language: str


class Remark(NamedTuple):
    """`[start, end)` of a passage's text, in code points; `replacements` are new texts for it, the best first.

    `rule` is the engine's own name for what it found.
    """

    start: int
    end: int
    message: str
    replacements: tuple[str, ...]
    rule: str
    kind: Kind


Answer = Sequence[Remark] | EngineError  # to a passage: remarks, or why there are none


class Engine(Protocol):
    """A checker. `identity` names everything that its answers depend on besides the passage: version and options."""

    name: str
    title: str  # for people: "LanguageTool"

    @property
    def identity(self) -> str: ...

    def reads(self, language: str) -> bool:
        """Whether it can be asked about passages in `language` (BCP 47, lower case)."""
        ...

    def check(self, passages: Sequence[Passage]) -> Sequence[Answer]:
        """An answer for each passage, in order. Raises EngineError where nothing can be asked at all."""
        ...


Options = TypeVar("Options")


def read_options(shape: type[Options], table: Mapping[str, Any], where: str) -> Options:
    """`table` as the dataclass `shape`, whose defaults say what type each option has (`-` in keys for `_`).

    Raises SettingsError, beginning with `where`, for a key that there is not and for a value of another type.
    """
    known = {field.name.replace("_", "-"): field for field in fields(shape)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise SettingsError(f"{where}: there is no option “{key}”{nearest(key, known)}")
        expected = type(known[key].default)
        if expected is tuple and isinstance(value, list) and all(isinstance(item, str) for item in value):
            value = tuple(value)
        elif expected is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not expected:
            wanted = {tuple: "a list of strings", str: "a string", float: "a number", int: "a whole number"}
            raise SettingsError(f"{where}: “{key}” must be {wanted.get(expected, expected.__name__)}")
        values[known[key].name] = value
    return shape(**values)
