"""MathML against its content model: how many children, which elements and attributes, where text may stand.

It reads the page's own markup tokens inside each `<math>`, so that every place is exact, and judges only elements whose
end it sees.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from prosefix.checks.math.answers import rule_maker
from prosefix.checks.math.mathml_names import (
    ARITY,
    ATTRIBUTES,
    CONTENT,
    HOLDERS,
    IN_TOKENS,
    NAMESPACE,
    PARENTS,
    PRESENTATION,
    ROWS,
    TOKENS,
)
from prosefix.findings import Applicability, Edit, PageMatch
from prosefix.page.prose import NodeKind, Prose
from prosefix.page.tokens import Token, TokenKind, tokenize

_REACH = 20_000  # characters in which an element's end is looked for
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


class Opened:
    """The elements that are open, the innermost last, with counts that spare a walk through deep nesting."""

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self.names = Counter[str]()
        self.tokens = 0  # how many of them hold text

    @property
    def inner(self) -> Element | None:
        return self.elements[-1] if self.elements else None

    def push(self, element: Element) -> None:
        self.elements.append(element)
        self.names[element.name] += 1
        self.tokens += element.name in TOKENS

    def pop(self) -> Element:
        element = self.elements.pop()
        self.names[element.name] -= 1
        self.tokens -= element.name in TOKENS
        return element


def reports(page: str, first: int, last: int) -> Iterator[PageMatch]:
    """What is wrong in the `<math>` element at `[first, last)` of the page."""
    opened = Opened()
    for token in tokenize(page[first:last]):
        token = token._replace(start=token.start + first, end=token.end + first)
        inner = opened.inner
        if inner and inner.name in HOLDERS and not (token.kind is TokenKind.END and token.name in HOLDERS):
            continue
        if token.kind is TokenKind.START:
            yield from _start(page, token, opened)
        elif token.kind is TokenKind.END:
            yield from _end(token, opened)
        elif token.kind is TokenKind.TEMPLATE and inner:
            inner.unsure = inner.text = True
        elif token.kind is TokenKind.TEXT and inner and page[token.start : token.end].strip():
            yield from _text(page, token, opened)


def _start(page: str, token: Token, opened: Opened) -> Iterator[PageMatch]:
    source = page[token.start : token.end]
    inner = opened.inner
    if inner:
        inner.children.append(token.name)
        yield from _place(token, inner)
    if not opened.tokens:  # in tokens HTML may stand
        yield from _name(page, token)
        yield from _attributes(token, source)
    if source.endswith("/>"):
        if token.name in ARITY:
            yield _children(Element(token.name, token.start, token.end))
    elif not opened.tokens or token.name in PRESENTATION:
        opened.push(Element(token.name, token.start, token.end))


def _place(token: Token, inner: Element) -> Iterator[PageMatch]:
    """Rows outside tables, cells outside rows, annotations outside semantics, formulas inside identifiers."""
    parents = PARENTS.get(token.name)
    if parents and inner.name in PRESENTATION - parents - set(ROWS):
        message = f"<{token.name}> stands in <{inner.name}>; it belongs in <{sorted(parents)[-1]}>."
    elif inner.name in TOKENS and token.name in PRESENTATION - IN_TOKENS:
        message = f"<{inner.name}> holds text; <{token.name}> cannot stand in it."
    else:
        return
    yield PageMatch("math/mathml-children", token.start, token.end, message=message)


def _end(token: Token, opened: Opened) -> Iterator[PageMatch]:
    if not opened.names[token.name]:
        return
    while (element := opened.pop()).name != token.name:
        opened.elements[-1].unsure = True
    if element.unsure:
        return
    if element.name in ARITY and len(element.children) != ARITY[element.name]:
        yield _children(element)
    elif element.name == "mmultiscripts" and (wrong := _unpaired(element.children)):
        yield PageMatch("math/mathml-children", element.start, element.end, message=wrong)
    elif element.name in ROWS and (misfits := [child for child in element.children if child not in ROWS[element.name]]):
        yield PageMatch("math/mathml-children", element.start, element.end,
                        message=f"<{element.name}> holds <{misfits[0]}>, which belongs in "
                                f"{'a row, <mtr>' if element.name == 'mtable' else 'a cell, <mtd>'}.")  # fmt: skip
    elif element.name in ("mi", "mn") and not element.children and not element.text:
        yield PageMatch("math/mathml-empty", element.start, token.end, words={"name": element.name})


def _children(element: Element) -> PageMatch:
    wanted, got = ARITY[element.name], len(element.children)
    return PageMatch("math/mathml-children", element.start, element.end,
                     message=f"<{element.name}> takes {wanted} children and has {got}; group some with <mrow>."
                     if got > wanted else f"<{element.name}> takes {wanted} children and has {got}.")  # fmt: skip


def _unpaired(children: list[str]) -> str:
    """What is wrong with the scripts of `mmultiscripts`: a base, pairs, and once `mprescripts` and more pairs."""
    if not children:
        return "<mmultiscripts> lacks its base."
    if children.count("mprescripts") > 1:
        return "<mmultiscripts> takes one <mprescripts>."
    split = children.index("mprescripts") if "mprescripts" in children else len(children)
    if (split - 1) % 2 or ((len(children) - split - 1) % 2 and split < len(children)):
        return "Scripts of <mmultiscripts> come in pairs, below and above; an empty <mrow> fills a gap."
    return ""


def _text(page: str, token: Token, opened: Opened) -> Iterator[PageMatch]:
    element = opened.elements[-1]
    if opened.tokens:
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
    close = re.compile(rf"</({re.escape(token.name)})\s*>").search(page, token.end, token.end + _REACH)
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
        elif name not in ATTRIBUTES and not name.startswith(
            ("data-", "on", "aria-", "xlink", "xml", "altimg", "indent")
        ):
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
