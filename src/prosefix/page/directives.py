"""Directives: the comments and attributes by which an author switches rules off for a part of a page.

Parses them and works out the span that each governs; `lint` applies them.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from prosefix.findings import Span
from prosefix.page.attributes import Attribute


class DirectiveKind(StrEnum):
    DISABLE = "disable"
    ENABLE = "enable"
    NEXT_BLOCK = "disable-next-block"
    FILE = "disable-file"
    ATTRIBUTE = "attribute"  # data-prosefix="off", spellcheck="false" on an inline element


class Directive(NamedTuple):
    """One directive for one name. `names` is empty where every rule is meant, else it holds one set or `set/name`."""

    kind: DirectiveKind
    names: tuple[str, ...]
    reason: str
    span: Span  # the comment, or the start tag, in the page
    governs: Span  # where findings of `names` are switched off; empty for ENABLE
    problem: str = ""  # why it cannot be obeyed; such a directive governs nothing


_COMMENT = re.compile(
    r"<!--\s*(?:prosefix[-:]\s*(?P<verb>[\w-]+)(?P<names>[^:>]*?)(?::\s*(?P<reason>.*?))?"
    r"|spell-?checker:\s*(?P<other>ignore|disable|enable|off|on)\b[^>]*?)\s*-->",
    re.DOTALL | re.IGNORECASE,
)
_BEGINNING = re.compile(r"<!--\s*prosefix\s*[-:]", re.IGNORECASE)
_NAME = re.compile(r"[a-z][a-z0-9-]*(?:/[a-z0-9][a-z0-9-]*)?")
_OTHERS = {"ignore": "disable-next-block", "disable": "disable", "off": "disable", "enable": "enable", "on": "enable"}
_NOWHERE = Span(0, 0)


def parse_comment(comment: str, start: int) -> list[Directive]:
    """The directives that a comment (with its marks, at `start` in the page) holds; none if it is another comment."""
    match = _COMMENT.fullmatch(comment)
    span = Span(start, start + len(comment))
    if match is None:
        if not _BEGINNING.match(comment):
            return []
        problem = "it is not of the form <!-- prosefix-disable SET/NAME : reason -->"
        return [Directive(DirectiveKind.DISABLE, (), "", span, _NOWHERE, problem)]
    if match["other"]:
        return [Directive(DirectiveKind(_OTHERS[match["other"].lower()]), ("spelling",), "", span, _NOWHERE)]
    verb, reason = match["verb"], (match["reason"] or "").strip()
    names = match["names"].replace(",", " ").split()
    try:
        kind = DirectiveKind(verb)
        if kind is DirectiveKind.ATTRIBUTE:
            raise ValueError
    except ValueError:
        known = ", ".join(f"prosefix-{kind}" for kind in DirectiveKind if kind is not DirectiveKind.ATTRIBUTE)
        problem = f"no directive is called prosefix-{verb}; there are {known}"
        return [Directive(DirectiveKind.DISABLE, (), reason, span, _NOWHERE, problem)]
    return [Directive(kind, (name,) if name else (), reason, span, _NOWHERE, _fault(name)) for name in names or [""]]


def parse_attributes(attributes: Mapping[str, Attribute], tag: Span, governs: Span) -> list[Directive]:
    """The directives in an element's attributes: `data-prosefix="off [SET/NAME…]"` and `spellcheck="false"`."""
    found: list[Directive] = []
    kind = DirectiveKind.ATTRIBUTE
    if "data-prosefix" in attributes:
        verb, *names = attributes["data-prosefix"].value.replace(",", " ").split() or [""]
        if verb == "off":
            for name in names or [""]:
                fault = _fault(name)
                found.append(Directive(kind, (name,) if name else (), "", tag, _NOWHERE if fault else governs, fault))
        else:
            problem = f'data-prosefix="{verb}" says nothing; it may be "off" or "off SET/NAME"'
            found.append(Directive(kind, (), "", tag, _NOWHERE, problem))
    if "spellcheck" in attributes and attributes["spellcheck"].value.lower() == "false":
        found.append(Directive(kind, ("spelling",), "", tag, governs))
    return found


def _fault(name: str) -> str:
    return "" if not name or _NAME.fullmatch(name) else f"{name!r} is neither a set nor set/name"


def settle(directives: list[Directive], blocks: list[Span], size: int) -> tuple[Directive, ...]:
    """The directives with the spans they govern. `blocks` are the page spans of the blocks, `size` the page's length."""
    ordered = sorted(blocks)
    enabled = _enabled(directives)
    settled: list[Directive] = []
    for one in directives:
        if one.problem or one.kind in (DirectiveKind.ENABLE, DirectiveKind.ATTRIBUTE):
            settled.append(one)
            continue
        if one.kind is DirectiveKind.FILE:
            governs = Span(0, size)
        elif one.kind is DirectiveKind.NEXT_BLOCK:
            after = bisect_left(ordered, Span(one.span.end, 0))
            governs = ordered[after] if after < len(ordered) else Span(size, size)
        else:
            ends = [
                end for name in _closing(one.names) if (end := _next(enabled.get(name, []), one.span.end)) is not None
            ]
            governs = Span(one.span.end, min(ends, default=size))
        settled.append(_governing(one, governs))
    return tuple(settled)


def _enabled(directives: list[Directive]) -> dict[str, list[int]]:
    """Where each set or rule is enabled again, in order; "" stands for all of them."""
    places: dict[str, list[int]] = {}
    for one in directives:
        if one.kind is DirectiveKind.ENABLE and not one.problem:
            places.setdefault(one.names[0] if one.names else "", []).append(one.span.start)
    return {name: sorted(starts) for name, starts in places.items()}


def _closing(names: tuple[str, ...]) -> set[str]:
    """The names whose enabling ends a disabling of `names`: the rule, its set, and all."""
    return {""}.union(*({name, name.partition("/")[0]} for name in names))


def _next(places: list[int], start: int) -> int | None:
    after = bisect_left(places, start)
    return places[after] if after < len(places) else None


def _governing(one: Directive, governs: Span) -> Directive:
    return Directive(one.kind, one.names, one.reason, one.span, governs, one.problem)
