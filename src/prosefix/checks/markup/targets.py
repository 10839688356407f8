"""Ids and what refers to them, and images without a text for those who do not see them."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from rapidfuzz import process
from rapidfuzz.distance import OSA

from prosefix.checks.markup.reading import Markup, by_page
from prosefix.findings import PageMatch
from prosefix.page.attributes import Attribute, read_attributes
from prosefix.page.tokens import Token, TokenKind

_MAKES_IDS = re.compile(r"createElement|\.id\s*=|setAttribute\(\s*[\"']id|<script[^>]*\btype\s*=\s*[\"']?module|innerHTML")
_TEMPLATE = re.compile(r"[{}<>$%\[\]|]")


def _tags(markup: Markup) -> Iterator[tuple[Token, dict[str, Attribute]]]:
    for token in markup.tokens:
        if token.kind is TokenKind.START and "=" in markup.text[token.start : token.end]:
            yield token, read_attributes(markup.text, token.start, token.end)


def _ids(markup: Markup) -> Iterator[Attribute]:
    inside = 0  # a template's ids are not the page's
    for token in markup.tokens:
        if token.name == "template":
            inside = max(0, inside + (token.kind is TokenKind.START) - (token.kind is TokenKind.END))
        elif token.kind is TokenKind.START and not inside and "id" in markup.text[token.start : token.end].lower():
            attribute = read_attributes(markup.text, token.start, token.end).get("id")
            if attribute and attribute.value and not _TEMPLATE.search(attribute.value):
                yield attribute


def repeated_ids(markup: Markup) -> Iterator[PageMatch]:
    """The second and later elements with one id, which no link reaches."""
    seen: set[str] = set()
    for attribute in _ids(markup):
        if attribute.value in seen:
            yield PageMatch("markup/duplicate-id", attribute.start, attribute.end, words={"id": attribute.value})
        seen.add(attribute.value)


def dead_fragments(markup: Markup) -> Iterator[PageMatch]:
    """`href="#id"` where the page has no such id. Only in whole pages whose ids no script makes."""
    if not markup.whole or _MAKES_IDS.search(markup.text):
        return
    ids = {attribute.value for attribute in _ids(markup)}
    links = []
    for token, attributes in _tags(markup):
        if token.name in ("a", "map") and "name" in attributes:
            ids.add(attributes["name"].value)
        if token.name in ("a", "area") and "href" in attributes and attributes["href"].value.startswith("#"):
            links.append(attributes["href"])
    for link in links:
        target = unquote(link.value[1:])
        if not target or target in ids or link.value[1:] in ids or target.lower() == "top" or target[0] in "!/:~?":
            continue
        if _TEMPLATE.search(target):
            continue
        near = process.extract(target, ids, scorer=OSA.distance, score_cutoff=2 if len(target) > 5 else 1, limit=2)
        new = (f"#{near[0][0]}",) if near and (len(near) == 1 or near[0][1] < near[1][1]) else ()
        yield PageMatch("markup/missing-target", link.start, link.end, new, words={"id": target})


def images_without_text(markup: Markup) -> Iterator[PageMatch]:
    """Images without `alt`, or another name, for those who do not see them."""
    for token in markup.tokens:
        if token.kind is TokenKind.START and token.name == "img":
            attributes = read_attributes(markup.text, token.start, token.end)
            if not {"alt", "aria-label", "aria-labelledby", "aria-hidden", "role", ":alt", "v-bind:alt"} & set(attributes):
                yield PageMatch("markup/image-alt", token.start, token.end)


duplicate_id = by_page(repeated_ids)
missing_target = by_page(dead_fragments)
image_alt = by_page(images_without_text)
