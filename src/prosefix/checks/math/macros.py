"""The commands that a page defines for its own math: in TeX, and in the options of KaTeX and MathJax.

It reads definitions only; what one means for a formula is for `shapes` to say.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Definition(NamedTuple):
    """A command of the page's own: how many arguments it takes (-1: nobody knows), whether the first may be left out,
    and what it stands for (None: nobody knows)."""

    arguments: int = -1
    optional: bool = False
    body: str | None = None


_REACH = 20_000  # characters of an option's object that are looked at
_LONGEST = 2_000  # characters of what a command stands for
_COMMAND = re.compile(
    r"(?P<slash>\\\\?)(?:(?:re)?new|provide)command\*?+\s*+\{?+\s*+\\\\?(?P<name>[a-zA-Z@]+)\s*+\}?+\s*+"
    r"(?:\[(?P<count>\d)\]\s*+)?(?P<default>\[[^\[\]]*\]\s*+)?"
)
_DEFINITION = re.compile(r"(?P<slash>\\\\?)[gex]?def\s*+\\\\?(?P<name>[a-zA-Z@]+)(?P<parameters>(?:\s*+#\d)*+)\s*+")
_OPERATOR = re.compile(
    r"\\\\?Declare(?P<kind>MathOperator|PairedDelimiter\w*+)\*?+\s*+\{?+\s*+\\\\?(?P<name>[a-zA-Z@]+)"
)
_LET = re.compile(r"\\\\?let\s*+\\\\?([a-zA-Z@]+)")
_ENVIRONMENT = re.compile(r"\\\\?(?:re)?newenvironment\s*+\{(\w+\*?)\}")
_OPTION = re.compile(r"\b[mM]acros[\"']?\s*+[:=]\s*+\{")
_STRING = r"(?:String\.raw\s*+`[^`]*+`|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|`(?:[^`\\]|\\.)*+`)"
_PIECE = re.compile(rf"{_STRING}|//[^\n]*+|[{{}}\[\],]")
_KEY = re.compile(r"(?:\s|//[^\n]*+\n)*+[\"']?\\*+([a-zA-Z@]+)[\"']?\s*+:\s*+")
_VALUE = re.compile(rf"(?P<list>\[\s*+)?(?P<body>{_STRING})(?:\s*+,\s*+(?P<count>\d))?(?P<default>\s*+,\s*+[\"'`])?")
_SCRIPT = re.compile(r"<script\b[^<>]*?\bsrc\s*+=\s*+[\"']?(?P<address>[^\s\"'<>]+)", re.IGNORECASE)
_RENDERER = re.compile(r"(?:https?:)?//[^?#]*(?:mathjax|katex|polyfill)[^?#]*", re.IGNORECASE)


def definitions(text: str) -> dict[str, Definition]:
    """The page's own commands (`\\name`) and environments (`{name}`). What is defined in two ways is known by name only."""
    found: dict[str, Definition] = {}
    for name, definition in _all(text):
        known = found.setdefault(name, definition)
        if known != definition:
            found[name] = Definition()
    return found


def _all(text: str) -> Iterator[tuple[str, Definition]]:
    if "command" in text:
        for match in _COMMAND.finditer(text):
            count = int(match["count"] or 0)
            yield f"\\{match['name']}", Definition(count, match["default"] is not None, _group(text, match))
    if "def" in text:
        for match in _DEFINITION.finditer(text):
            body = _group(text, match)  # none where delimiters follow the parameters
            yield (
                f"\\{match['name']}",
                Definition(match["parameters"].count("#") if body is not None else -1, False, body),
            )
    if "Declare" in text:
        for match in _OPERATOR.finditer(text):
            yield (
                f"\\{match['name']}",
                Definition(0, False, "\\operatorname{x}") if match["kind"] == "MathOperator" else Definition(),
            )
    if "\\let" in text:
        yield from ((f"\\{match[1]}", Definition()) for match in _LET.finditer(text))
    if "newenvironment" in text:
        yield from ((f"{{{match[1]}}}", Definition()) for match in _ENVIRONMENT.finditer(text))
    done = 0
    for match in _OPTION.finditer(text):
        if match.start() >= done:
            done = match.end() + _REACH
            yield from _options(text, match.end())


def _group(text: str, match: re.Match[str]) -> str | None:
    """What stands in the braces that follow `match`; backslashes that a script's string doubles are single again."""
    start = match.end()
    if not text.startswith("{", start):
        return None
    depth = 0
    for brace in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start, start + _LONGEST):
        depth += (brace[0] == "{") - (brace[0] == "}")
        if not depth:
            body = text[start + 1 : brace.start()]
            return body.replace("\\\\", "\\") if match["slash"] == "\\\\" else body
    return None


def _options(text: str, start: int) -> Iterator[tuple[str, Definition]]:
    """The entries of an object literal whose first character is at `start`."""
    depth, at, last = 0, start, min(len(text), start + _REACH)
    key = _KEY.match(text, at, last)
    while at < last:
        if key:
            yield f"\\{key[1]}", _value(text, key.end())
            at = key.end()
        piece = _PIECE.search(text, at, last)
        if piece is None:
            return
        at, sign = piece.end(), piece[0]
        depth += (sign in "{[") - (sign in "]}")
        if depth < 0:
            return
        key = _KEY.match(text, at, last) if sign == "," and not depth else None


def _value(text: str, start: int) -> Definition:
    """`"body"` or `["body", 2]` or `["body", 2, "default"]`. A text by itself has as many arguments as it names."""
    match = _VALUE.match(text, start)
    if match is None:
        return Definition()
    quoted = match["body"]
    body = quoted[quoted.index("`") + 1 : -1] if quoted.startswith("String") else re.sub(r"\\(.)", r"\1", quoted[1:-1])
    if match["list"]:
        return Definition(int(match["count"] or 0), match["default"] is not None, body)
    numbers = [int(number) for number in re.findall(r"#([1-9])", body.replace("##", ""))]
    return Definition(max(numbers, default=0), False, body)


def defined_elsewhere(text: str) -> bool:
    """Whether the page loads a script, other than the renderer itself, that may define more commands."""
    return any(not _RENDERER.match(match["address"]) for match in _SCRIPT.finditer(text))
