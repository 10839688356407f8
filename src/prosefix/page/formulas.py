"""Elements that hold math: which they are, what their delimiters are, and whether they are displayed."""

import re

from prosefix.findings import Span
from prosefix.page.attributes import Attribute
from prosefix.page.prose import MathNode, NodeKind

_SCRIPT = re.compile(r"math/(?:tex|asciimath|mml)", re.IGNORECASE)
_CLASS = re.compile(r"\b(?:math|katex(?:-display)?|MathJax(?:_Display|_Preview|_SVG|_CHTML)?)(?![\w-])", re.IGNORECASE)
_RENDERED = re.compile(r"katex|MathJax", re.IGNORECASE)
_DISPLAY = re.compile(
    r"\bmode=display\b|[\s\"']display[\"'\s]|\bdisplay\s*=\s*[\"']?(?:block|true)|\sblock(?=[\s>/=])", re.IGNORECASE
)
_DELIMITED = re.compile(r"\s*(?P<open>\\[(\[]|\$\$?)(?s:.*?)(?P<close>\\[)\]]|(?<!\$)\$\$?)\s*")


def is_math(name: str, attributes: dict[str, Attribute]) -> bool:
    """Whether an element's attributes make it math: a script of that type, a class that pandoc or KaTeX gives."""
    if name == "script":
        return "type" in attributes and _SCRIPT.match(attributes["type"].value) is not None
    return "class" in attributes and _CLASS.search(attributes["class"].value) is not None


def math_node(
    text: str, name: str, attributes: dict[str, Attribute], tag: Span, inner: Span, end: int
) -> MathNode | None:
    """The node of a math element; None for what a renderer made of math whose source is elsewhere."""
    names = attributes["class"].value if "class" in attributes else ""
    if name == "mjx-container" or _RENDERED.search(names):
        return None
    span = Span(tag.start, end)
    if name == "math":
        return MathNode(NodeKind.MATHML, span, inner, "<math>", -1)
    display = _DISPLAY.search(text, *tag) is not None
    opener = f"<{name}>"
    # Distill and MathJax's scripts hand the content to the renderer as it is, where `$` would be a mistake.
    delimited = None if name in ("d-math", "dt-math", "script") else _DELIMITED.fullmatch(text, *inner)
    if delimited:
        opener = delimited["open"]
        inner = Span(delimited.end("open"), delimited.start("close"))
        display = display or opener in ("$$", "\\[")
    return MathNode(NodeKind.TEX_DISPLAY if display else NodeKind.TEX_INLINE, span, inner, opener, -1)
