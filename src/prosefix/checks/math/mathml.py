"""MathML against its content model: how many children, which elements and attributes, where text may stand.

It reads the page's own markup tokens inside each `<math>`, so that every place is exact, and judges only elements whose
end it sees.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from prosefix.checks.math.answers import rule_maker
from prosefix.checks.math.mathml_names import ARITY, ATTRIBUTES, CONTENT, HOLDERS, NAMESPACE, PRESENTATION, ROWS, TOKENS
from prosefix.findings import Applicability, Edit, PageMatch
from prosefix.page.prose import NodeKind, Prose
from prosefix.page.tokens import Token, TokenKind, tokenize

_ATTRIBUTE = re.compile(r"\s([a-zA-Z][\w:-]*)(\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>\"']+))?")


@dataclass(slots=True)
class Element:
    """An element whose end has not come yet."""

    name: str
    start: int
    end: int
    children: list[str] = field(default_factory=list)
    text: bool = False  # holds text of its own
    unsure: bool = False  # holds a template, or was closed by another's end


def reports(page: str, first: int, last: int) -> Iterator[PageMatch]:
    """What is wrong in the `<math>` element at `[first, last)` of the page."""
    opened: list[Element] = []
    for token in tokenize(page[first:last]):
        token = token._replace(start=token.start + first, end=token.end + first)
        inside = opened[-1].name if opened else ""
        if inside in HOLDERS and not (token.kind is TokenKind.END and token.name in HOLDERS):
            continue
        if token.kind is TokenKind.START:
            yield from _start(page, token, opened)
        elif token.kind is TokenKind.END:
            yield from _end(token, opened)
        elif token.kind is TokenKind.TEMPLATE and opened:
            opened[-1].unsure = opened[-1].text = True
        elif token.kind is TokenKind.TEXT and opened and page[token.start : token.end].strip():
            yield from _text(page, token, opened)


def _start(page: str, token: Token, opened: list[Element]) -> Iterator[PageMatch]:
    source = page[token.start : token.end]
    if opened:
        opened[-1].children.append(token.name)
    in_tokens = any(element.name in TOKENS for element in opened)  # HTML may stand there
    if not in_tokens:
        yield from _name(page, token)
        yield from _attributes(token, source)
    if source.endswith("/>"):
        if token.name in ARITY:
            yield _children(Element(token.name, token.start, token.end))
        return
    if in_tokens and token.name not in PRESENTATION:
        return
    opened.append(Element(token.name, token.start, token.end))


def _end(token: Token, opened: list[Element]) -> Iterator[PageMatch]:
    if not any(element.name == token.name for element in opened):
        return
    while opened[-1].name != token.name:
        opened.pop()
        opened[-1].unsure = True
    element = opened.pop()
    if element.unsure:
        return
    if element.name in ARITY and len(element.children) != ARITY[element.name]:
        yield _children(element)
    elif element.name in ROWS and (wrong := [child for child in element.children if child not in ROWS[element.name]]):
        yield PageMatch("math/mathml-children", element.start, element.end,
                        message=f"<{element.name}> holds <{wrong[0]}>, which belongs in "
                                f"{'a row, <mtr>' if element.name == 'mtable' else 'a cell, <mtd>'}.")  # fmt: skip
    elif element.name in ("mi", "mn") and not element.children and not element.text:
        yield PageMatch("math/mathml-empty", element.start, token.end, words={"name": element.name})


def _children(element: Element) -> PageMatch:
    wanted, got = ARITY[element.name], len(element.children)
    return PageMatch("math/mathml-children", element.start, element.end,
                     message=f"<{element.name}> takes {wanted} children and has {got}; group some with <mrow>."
                     if got > wanted else f"<{element.name}> takes {wanted} children and has {got}.")  # fmt: skip


def _text(page: str, token: Token, opened: list[Element]) -> Iterator[PageMatch]:
    element = opened[-1]
    if any(each.name in TOKENS for each in opened):
        element.text = True
    elif not element.text and element.name in PRESENTATION:
        element.text = True
        source = page[token.start : token.end]
        start = token.start + len(source) - len(source.lstrip())
        yield PageMatch("math/mathml-text", start, start + len(source.strip()), words={"name": element.name})


def _name(page: str, token: Token) -> Iterator[PageMatch]:
    name = token.name.removeprefix("m:").removeprefix("mml:")
    if name in PRESENTATION or name in CONTENT or ":" in token.name:
        return
    start = token.start + 1
    near = _nearest(name, PRESENTATION, 1 if len(name) < 6 else 2)
    if near is None:
        yield PageMatch("math/mathml-element", start, start + len(token.name), words={"name": token.name},
                        message=f"MathML has no element <{token.name}>.")  # fmt: skip
        return
    edits = [Edit(start, start + len(token.name), near[0])]
    close = re.compile(rf"</({re.escape(token.name)})\s*>").search(page, token.end)
    if close:
        edits.append(Edit(*close.span(1), near[0]))
    yield PageMatch("math/mathml-element", start, start + len(token.name), (near[0],), (tuple(edits),),
                    message=f"MathML has no element <{token.name}>; <{near[0]}> is meant?")  # fmt: skip


def _nearest(name: str, names: frozenset[str], furthest: int) -> tuple[str, float, int] | None:
    from rapidfuzz import process  # only a name that is wrong needs it
    from rapidfuzz.distance import OSA

    return process.extractOne(name, names, scorer=OSA.distance, score_cutoff=furthest)


def _attributes(token: Token, source: str) -> Iterator[PageMatch]:
    for match in _ATTRIBUTE.finditer(source):
        name = match[1].lower()
        start = token.start + match.start(1)
        if name == "xmlns" and token.name == "math":
            value = (match[3] or "").strip("\"'")
            if value != NAMESPACE and match[3]:
                at = token.start + match.start(3) + (match[3][0] in "\"'")
                yield PageMatch("math/mathml-namespace", at, at + len(value), (NAMESPACE,))
        elif name not in ATTRIBUTES and not name.startswith(("data-", "on", "aria-", "xlink", "xml", "altimg", "indent")):
            near = _nearest(name, ATTRIBUTES, 1 if len(name) < 8 else 2)
            if near and len(name) > 4:
                yield PageMatch("math/mathml-attribute", start, start + len(name), (near[0],),
                                words={"name": name}, applicability=Applicability.UNSAFE)  # fmt: skip


def _on_page(prose: Prose) -> Iterator[PageMatch]:
    for node in prose.math:
        if node.kind is NodeKind.MATHML:
            yield from reports(prose.page.text, *node.span)


_rule = rule_maker("math.mathml", _on_page)

children = _rule("math/mathml-children")
element = _rule("math/mathml-element")
attribute = _rule("math/mathml-attribute")
text = _rule("math/mathml-text")
empty = _rule("math/mathml-empty")
namespace = _rule("math/mathml-namespace")
