"""The commands that a page defines for its own math: in TeX, and in the options of KaTeX and MathJax.

It reads names and argument counts only.
"""

import re
from collections.abc import Iterator

_COMMAND = re.compile(r"\\\\?(?:re|provide)?(?:new)?command\*?\s*\{?\s*\\\\?([a-zA-Z@]+)\s*\}?\s*(?:\[(\d)\])?")
_OPERATOR = re.compile(r"\\\\?(?:DeclareMathOperator|DeclarePairedDelimiter\w*)\*?\s*\{?\s*\\\\?([a-zA-Z@]+)")
_DEFINITION = re.compile(r"\\\\?[gex]?def\s*\\\\?([a-zA-Z@]+)((?:\s*#\d)*)")
_LET = re.compile(r"\\\\?let\s*\\\\?([a-zA-Z@]+)")
_ENVIRONMENT = re.compile(r"\\\\?(?:re)?newenvironment\s*\{(\w+\*?)\}")
_OPTION = re.compile(r"\b[mM]acros[\"']?\s*[:=]\s*\{")
_KEY = re.compile(r"[\"']?\\*([a-zA-Z@]+)[\"']?\s*:")
_SCRIPT = re.compile(r"<script\b[^>]*?\bsrc\s*=\s*[\"']?(?P<address>[^\s\"'>]+)", re.IGNORECASE)
_RENDERER = re.compile(r"(?:https?:)?//[^?#]*(?:mathjax|katex|polyfill)[^?#]*", re.IGNORECASE)


def page_macros(text: str) -> dict[str, int]:
    """The page's own commands (`\\name`) and environments (`{name}`) with their argument counts, -1 for unknown."""
    found: dict[str, int] = {}
    if "command" in text:
        found.update((f"\\{m[1]}", int(m[2] or 0)) for m in _COMMAND.finditer(text))
    if "def" in text:
        found.update((f"\\{m[1]}", m[2].count("#")) for m in _DEFINITION.finditer(text))
    if "Declare" in text:
        found.update((f"\\{m[1]}", -1) for m in _OPERATOR.finditer(text))
    if "\\let" in text:
        found.update((f"\\{m[1]}", -1) for m in _LET.finditer(text))
    if "newenvironment" in text:
        found.update((f"{{{m[1]}}}", -1) for m in _ENVIRONMENT.finditer(text))
    for match in _OPTION.finditer(text):
        found.update((f"\\{name}", -1) for name in _keys(text, match.end()))
    return found


def _keys(text: str, start: int) -> Iterator[str]:
    """The keys of an object literal whose first character is at `start`."""
    depth, at = 0, start
    while at < min(len(text), start + 20_000):
        if depth == 0 and (key := _KEY.match(text, at)):
            yield key[1]
            at = key.end()
            continue
        char = text[at]
        if char in "\"'`":
            close = text.find(char, at + 1)
            while close > 0 and text[close - 1] == "\\" and text[close - 2] != "\\":
                close = text.find(char, close + 1)
            at = len(text) if close < 0 else close
        elif char in "{[":
            depth += 1
        elif char in "]}":
            if not depth:
                return
            depth -= 1
        at += 1


def defined_elsewhere(text: str) -> bool:
    """Whether the page loads a script, other than the renderer itself, that may define more commands."""
    return any(not _RENDERER.match(match["address"]) for match in _SCRIPT.finditer(text))
