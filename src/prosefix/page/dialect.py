"""Which source dialect a page is written in: plain HTML, specification shorthand, Markdown in HTML, ecmarkup.

Looks for evidence in the page as a whole, since an excerpt has no metadata. It reads nothing itself.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from prosefix.page.source import Page

# Each expression begins with a character that stands for itself, so that the engine passes over all others quickly.
_METADATA = re.compile(r"<(?i:pre\s+class\s*=\s*[\"']?metadata)")
_SHORTHAND = {  # by what each holds, which is looked for first
    "[=": re.compile(r"\[=[^\[\]\n|=]{1,80}(?:\|[^\]\n]{1,80})?=\]"),
    "{{": re.compile(r"\{\{[A-Z\"\[][^{}\n]*\}\}"),
    "[[": re.compile(r"\[\[[!?\#]?[A-Z][A-Z0-9-]+\]\]"),
    "<{": re.compile(r"<\{[a-z]"),
    "|": re.compile(r"\|(?<![\w|].)[A-Za-z]\w{2,}\|(?![\w|])"),
    "<dfn": re.compile(r"<dfn[^>]+(?:for|export|dfn-type)\b"),
    "[$": re.compile(r"\[\$\w"),
}
# A list after an empty line or a colon, as prose has it and code has not.
_LISTS = re.compile(r"(?:\n[ \t]*|:[ \t]*)\n[ \t]*(?:\d+\.|[*+-])[ \t]+[A-Z<{|`\[\w][^;{}\n]*[^;{}\n]$", re.MULTILINE)
_STEPS = re.compile(r"^[ \t]*\d+\.[ \t]+\S.*(?:\n[ \t]+[^\s\d].*)*\n[ \t\r\n]*\d+\.[ \t]+\S", re.MULTILINE)
_BIKESHED_LINES = re.compile(r"\n[ \t]*(?::[ \t]+<dfn|::[ \t]*$|\#{1,6}[ \t].*\{\#)", re.MULTILINE)
_MARKDOWN_BODY = re.compile(r"data-format\s*=\s*[\"']?markdown", re.IGNORECASE)
_ECMARKUP = re.compile(r"<emu-|<h1>.*</h1>\s*<emu-", re.IGNORECASE)
_HEAD = 100  # code points in which the XML declaration is looked for
_XML_NAMES = (".xhtml", ".xht", ".xml", ".svg")
_DELIMITERS = re.compile(r"(?:delimiters|inlineMath)[\"']?\s*:\s*\[")
_DOLLAR = re.compile(r"[\"'\[(]\$[\"'\])]")
_CONFIG_REACH = 600
_TOLD = r"(?P<quote{0}>[\"'])(?P<{1}>(?:\\.|[^\\\n])+?)(?P=quote{0})"
_PAIR = re.compile(
    rf"\[\s*{_TOLD.format(1, 'left')}\s*,\s*{_TOLD.format(2, 'right')}\s*\]"
    rf"|\bleft\s*:\s*{_TOLD.format(3, 'first')}\s*,\s*right\s*:\s*{_TOLD.format(4, 'last')}(?:\s*,\s*display\s*:\s*(?P<display>true))?"
)
_OPTION = re.compile(r"\b(?P<name>delimiters|inlineMath|displayMath)[\"']?\s*:\s*\[")
_KNOWN = re.compile(r"\$+|\\.*|`|\w+")  # delimiters that are known without being told, and what can be none


class Delimiters(NamedTuple):
    """What stands before and after a formula on pages that say so in the options of KaTeX or MathJax."""

    left: str
    right: str
    display: bool


class Dialect(NamedTuple):
    """What the page's text may hold besides words."""

    shorthand: bool = False  # Bikeshed or ReSpec: |variable|, 'property', {{Interface}}
    markdown: bool = False  # empty lines, list markers and # headings structure the text
    ecmarkup: bool = False  # _variable_, *value*, ~enum~
    dollars: bool = True  # $…$ may be math
    xml: bool = False  # <![CDATA[…]]> holds text
    delimiters: tuple[Delimiters, ...] = ()  # of math, beside those that every page may use


def detect(page: Page) -> Dialect:
    """The dialect of `page`, by its name, its metadata, or what its text shows."""
    text = page.text
    bikeshed = page.path.lower().endswith(".bs") or _METADATA.search(text) is not None
    shorthand = bikeshed or any(hint in text and pattern.search(text) for hint, pattern in _SHORTHAND.items())
    markdown = bikeshed or _has_bikeshed_lines(text)
    if not markdown and "<html" not in text:
        markdown = _LISTS.search(text) is not None or _STEPS.search(text) is not None
    markdown = markdown or (shorthand and "data-format" in text and _MARKDOWN_BODY.search(text) is not None)
    ecmarkup = "<emu-" in text and _ECMARKUP.search(text) is not None
    return Dialect(shorthand, markdown, ecmarkup, _dollars(text), _is_xml(page), tuple(_delimiters(text)))


def _is_xml(page: Page) -> bool:
    return page.path.lower().endswith(_XML_NAMES) or page.text[:_HEAD].lstrip("\ufeff \t\r\n").startswith("<?xml")


def _has_bikeshed_lines(text: str) -> bool:
    likely = "<dfn" in text or "::" in text or "{#" in text
    return likely and _BIKESHED_LINES.search(f"\n{text}") is not None


def _delimiters(text: str) -> Iterator[Delimiters]:
    """The pairs that the page's options name and that are none of the usual ones."""
    for option in _OPTION.finditer(text) if "elimiters" in text or "Math" in text else ():
        for pair in _PAIR.finditer(text, option.end() - 1, option.end() + _CONFIG_REACH):
            left, right = (
                re.sub(r"\\(.)", r"\1", pair[a] or pair[b]) for a, b in (("left", "first"), ("right", "last"))
            )
            if not _KNOWN.fullmatch(left):
                yield Delimiters(left, right, option["name"] == "displayMath" or pair["display"] is not None)


def _dollars(text: str) -> bool:
    """False where the page itself tells KaTeX or MathJax which delimiters there are, and `$` is not among them."""
    configured = _DELIMITERS.search(text) if "delimiters" in text or "inlineMath" in text else None
    if configured is None:
        return True
    return _DOLLAR.search(text, configured.end() - 1, configured.end() + _CONFIG_REACH) is not None
