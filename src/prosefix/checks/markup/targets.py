"""Ids and what refers to them, and images without a text for those who do not see them."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from prosefix.checks.markup.reading import Markup, by_page
from prosefix.findings import PageMatch
from prosefix.page.attributes import read_attributes
from prosefix.page.references import unescape
from prosefix.page.tokens import TokenKind

ENOUGH = 3  # fragments that are reached show that a page has its ids
_MAKES_IDS = re.compile(
    r"createElement|\.id\s*=|setAttribute\(\s*[\"']id|<script[^>]*\btype\s*=\s*[\"']?module|innerHTML"
)
_ID = re.compile(r"(?<=\s)id\s*=\s*(?:\"([^\"<>]+)\"|'([^'<>]+)'|([^\s\"'<>]+))", re.IGNORECASE)
_NAMED = re.compile(r"(?<=\s)(?:id|name)\s*=\s*(?:\"([^\"<>]+)\"|'([^'<>]+)'|([^\s\"'<>]+))", re.IGNORECASE)
_FRAGMENT = re.compile(r"href\s*=\s*(?:\"#([^\"<>]*)\"|'#([^'<>]*)'|#([^\s\"'<>]*))", re.IGNORECASE)
_TEMPLATE_TAG = re.compile(r"<(/?)template\b", re.IGNORECASE)
MOST = 100  # dead links for which a near id is looked for; a page with more of them has its ids from elsewhere
_TEMPLATE = re.compile(r"[{}<>$%\[\]|]")


def _value(match: re.Match[str]) -> str:
    return unescape(match[match.lastindex or 0])


def _in_tag(markup: Markup, match: re.Match[str]) -> bool:
    token = markup.tokens[markup.token_at(match.start())]
    return token.kind is TokenKind.START and token.name not in ("use", "image", "lineargradient", "textpath")


def repeated_ids(markup: Markup) -> Iterator[PageMatch]:
    """The second and later elements with one id, which no link reaches."""
    found = [match for match in _ID.finditer(markup.text) if not _TEMPLATE.search(_value(match))]
    if len({_value(match) for match in found}) == len(found):
        return
    borders = list(_template_borders(markup.text))
    seen: set[str] = set()
    for match in found:
        if not _in_tag(markup, match) or bisect_right(borders, match.start()) % 2:
            continue
        value = _value(match)
        if value in seen:
            yield PageMatch("markup/duplicate-id", *match.span(match.lastindex or 0), words={"id": value})
        seen.add(value)


def _template_borders(text: str) -> Iterator[int]:
    """Where `<template>`, whose ids are not the page's, begins and ends, in turns."""
    depth = 0
    for tag in _TEMPLATE_TAG.finditer(text) if "<template" in text else ():
        before, depth = depth, max(0, depth + (-1 if tag[1] else 1))
        if (before == 0) != (depth == 0):
            yield tag.start()


def dead_fragments(markup: Markup) -> Iterator[PageMatch]:
    """`href="#id"` where the page has no such id, in whole pages that make no ids by script.

    A page in which hardly a fragment is reached gets its ids from elsewhere: there only near misses are reported.
    """
    if not markup.whole:
        return
    targets = {_value(match) for match in _NAMED.finditer(markup.text)}
    links = [(match, unquote(_value(match))) for match in _FRAGMENT.finditer(markup.text)]
    dead = [(match, target) for match, target in links if target not in targets and _value(match) not in targets]
    reached = len(links) - len(dead)
    if dead and _MAKES_IDS.search(markup.text):
        return
    for match, target in dead:
        if not target or target.lower() == "top" or target[0] in "!/:~?" or _TEMPLATE.search(target):
            continue
        if not _in_tag(markup, match):
            continue
        near = _nearest(target, targets) if len(dead) <= MOST else []
        new = (near[0][0],) if near and (len(near) == 1 or near[0][1] < near[1][1]) else ()
        if new or reached >= ENOUGH:
            yield PageMatch("markup/missing-target", *match.span(match.lastindex or 0), new, words={"id": target})


def _nearest(target: str, targets: Iterable[str]) -> list[tuple[str, float, int]]:
    from rapidfuzz import process  # only a dead link needs it
    from rapidfuzz.distance import OSA

    furthest = 2 if len(target) > 5 else 1
    found = process.extract(target, list(targets), scorer=OSA.distance, score_cutoff=furthest, limit=2)
    return [(word, distance, place) for word, distance, place in found]


def images_without_text(markup: Markup) -> Iterator[PageMatch]:
    """Images without `alt`, or another name, for those who do not see them."""
    for token in markup.tokens if "<img" in markup.text.lower() else ():
        if token.kind is TokenKind.START and token.name == "img":
            attributes = read_attributes(markup.text, token.start, token.end)
            if not {"alt", "aria-label", "aria-labelledby", "aria-hidden", "role", ":alt", "v-bind:alt"} & set(
                attributes
            ):
                yield PageMatch("markup/image-alt", token.start, token.end)


duplicate_id = by_page(repeated_ids)
missing_target = by_page(dead_fragments)
image_alt = by_page(images_without_text)
