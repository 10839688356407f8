"""What a person may ask of the reading of pages: more elements to leave unread."""

import re
from typing import NamedTuple

from prosefix.errors import SettingsError
from prosefix.page.attributes import Attribute

ENGLISH = frozenset(["", "en", "und", "x", "mul", "zxx"])  # and what names no language that could be told
_SIMPLE = re.compile(
    r"(?P<name>\*|[A-Za-z][\w-]*)?"
    r"(?P<tests>(?:\.[\w-]+|\#[\w:.-]+|\[[\w:-]+(?:[~^$*|]?=(?:\"[^\"]*\"|'[^']*'|[^\]\"']*))?\])*)"
)
_TEST = re.compile(r"\.([\w-]+)|\#([\w:.-]+)|\[([\w:-]+)(?:([~^$*|]?=)(?:\"([^\"]*)\"|'([^']*)'|([^\]]*)))?\]")


class Selector(NamedTuple):
    """A simple CSS selector: a name and tests of attributes, `(attribute, operator, value)`. No combinators."""

    name: str
    tests: tuple[tuple[str, str, str], ...]

    def matches(self, name: str, attributes: dict[str, Attribute]) -> bool:
        return self.name in ("", "*", name) and all(_passes(attributes, *test) for test in self.tests)


class ReadOptions(NamedTuple):
    """`opaque` are selectors (`div.listing`, `.nospell`, `[data-generated]`) of more elements not to be read."""

    opaque: tuple[str, ...] = ()
    language: str = ""  # BCP 47, of pages that name none
    languages: frozenset[str] = ENGLISH  # primary languages of the blocks to read

    def selectors(self) -> tuple[Selector, ...]:
        """The selectors; raises SettingsError for one that is not simple."""
        return tuple(parse_selector(part.strip()) for text in self.opaque for part in text.split(","))


def parse_selector(text: str) -> Selector:
    """The selector that `text` writes; raises SettingsError naming it where it is not a simple one."""
    match = _SIMPLE.fullmatch(text)
    if match is None or not text:
        raise SettingsError(f"{text!r} is not a simple selector; write a name, .class, #id or [attribute=value]")
    tests = []
    for word, identity, key, operator, *values in _TEST.findall(match["tests"]):
        if word:
            tests.append(("class", "~=", word))
        elif identity:
            tests.append(("id", "=", identity))
        else:
            tests.append((key.lower(), operator, next(filter(None, values), "")))
    return Selector((match["name"] or "").lower(), tuple(tests))


def _passes(attributes: dict[str, Attribute], key: str, operator: str, value: str) -> bool:
    if key not in attributes:
        return False
    has = attributes[key].value
    match operator:
        case "=":
            return has == value
        case "~=":
            return value in has.split()
        case "^=":
            return bool(value) and has.startswith(value)
        case "$=":
            return bool(value) and has.endswith(value)
        case "*=":
            return bool(value) and value in has
        case "|=":
            return has == value or has.startswith(value + "-")
    return True
