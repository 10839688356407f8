"""The TeX formulas of a batch of pages, read once for all rules of the set, and their faults as reports on the page.

It knows where formulas lie and how a page writes `<` and `&` in them. What is wrong in one is for `reader` and `habits`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from prosefix.checks.math.faults import Change, Fault
from prosefix.checks.math.habits import look, used_operators
from prosefix.checks.math.macros import defined_elsewhere, definitions
from prosefix.checks.math.reader import read
from prosefix.checks.math.shapes import Macros, by_name, shaped
from prosefix.findings import Applicability, Edit, PageMatch, Severity
from prosefix.page.prose import MathNode, NodeKind, Prose
from prosefix.page.references import unescape

ELEMENTS_AS_SPACE = frozenset({"br", "wbr"})
_MARKUP = re.compile(
    r"<!--.*?-->|<(/?)([a-zA-Z][^\s>/]*)[^<>]*>|&(?:#\d+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag inside a formula, at `[start, end)` of the page."""

    start: int
    end: int
    name: str
    closing: bool


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula's text with references decoded and tags left out. `places[n]` is where character `n` begins in the page
    (one place more for the end), None where the page has the text as it is from `first` on."""

    text: str
    first: int
    places: Sequence[int] | None
    display: bool
    opener: str
    tags: tuple[Tag, ...] = ()

    def start(self, offset: int) -> int:
        return self.first + offset if self.places is None else self.places[offset]

    def end(self, offset: int) -> int:
        """Where the character before `offset` ends in the page."""
        if self.places is None:
            return self.first + offset
        return (
            self.places[offset]
            if offset == 0 or offset == len(self.text)
            else max(self.places[offset - 1] + 1, self._after(offset))
        )

    def _after(self, offset: int) -> int:
        assert self.places is not None
        before, here = self.places[offset - 1], self.places[offset]
        return here if here - before < 12 else before + 1  # a reference is short; a tag is not the character's


def formula_of(node: MathNode, prose: Prose) -> Formula:
    """The formula of a node, its references decoded."""
    page = prose.page.text
    first, last = node.inner
    raw = page[first:last]
    display = node.kind is NodeKind.TEX_DISPLAY
    if node.opener == "<script>" or ("<" not in raw and "&" not in raw):
        return Formula(raw, first, None, display, node.opener)
    return _decoded(raw, first, display, node.opener)


def _decoded(raw: str, first: int, display: bool, opener: str) -> Formula:
    pieces: list[str] = []
    places: list[int] = []
    tags: list[Tag] = []
    at = 0
    for match in _MARKUP.finditer(raw):
        pieces.append(raw[at : match.start()])
        places.extend(range(first + at, first + match.start()))
        at = match.end()
        new = ""
        if match[0][0] == "&":
            new = unescape(match[0])
        elif match[2]:
            if (name := match[2].lower()) not in ELEMENTS_AS_SPACE:
                tags.append(Tag(first + match.start(), first + match.end(), name, bool(match[1])))
            new = " "
        pieces.append(new)
        places.extend([first + match.start()] * len(new))
    pieces.append(raw[at:])
    places.extend(range(first + at, first + len(raw) + 1))
    return Formula("".join(pieces), first, places, display, opener, tuple(tags))


@lru_cache(maxsize=20_000)
def faults_of(text: str, display: bool, katex: bool, macros: Macros) -> tuple[Fault, ...]:
    """Everything wrong in a formula, whatever page it is in."""
    reading = read(text, display, katex, by_name(macros))
    faults = [*reading.faults, *look(reading)]
    if any(fault.rule == "math/percent" for fault in faults) and reading.faults and not reading.whole:
        signs = (fault for fault in faults if fault.rule == "math/percent")
        return tuple(replace(fault, severity=Severity.ERROR) for fault in signs)  # it swallows a closing brace
    return tuple(faults)


def renders_with_katex(prose: Prose) -> bool:
    """Whether KaTeX, which is the stricter, is what shows this page's math."""
    if any(node.opener in ("<d-math>", "<dt-math>") for node in prose.math):
        return True
    text = prose.page.text.lower()
    return "katex" in text and "mathjax" not in text


def page_reports(prose: Prose) -> Iterator[PageMatch]:
    """What is wrong in the TeX formulas of a page."""
    nodes = [node for node in prose.math if node.kind is not NodeKind.MATHML]
    formulas = [formula_of(node, prose) for node in nodes]
    macros = shaped(definitions(prose.page.text))
    katex = renders_with_katex(prose)
    elsewhere = defined_elsewhere(prose.page.text)
    commands = Counter[str]()
    faults: list[tuple[Formula, Fault]] = []
    operators: set[str] = set()
    for formula in formulas:
        yield from tag_reports(formula)
        if formula.tags and formula.opener in ("<span>", "<div>", "$"):
            continue  # math that something else has set, or no math at all
        operators |= used_operators(formula.text)
        for fault in faults_of(formula.text, formula.display, katex, macros):
            faults.append((formula, fault))
            if name := fault.words.get("name"):
                commands[name] += 1
    for formula, fault in faults:
        if fault.rule == "math/spelled-operator" and (fault.new or "")[1:] not in operators:
            continue
        name = fault.words.get("name", "")
        capitals_only = fault.new is not None and fault.new.lower() == name.lower()
        if name and not katex and (commands[name] > 2 or (elsewhere and (fault.new is None or capitals_only))):
            continue  # used again and again, or like \\RR: defined where we do not see it
        yield page_match(formula, fault, prose.page.text)


def page_match(formula: Formula, fault: Fault, page: str) -> PageMatch:
    start, end = formula.start(fault.start), formula.end(fault.end)
    changes = fault.changes or (Change(fault.start, fault.end, fault.new),) if fault.new is not None else ()
    edits = tuple(Edit(formula.start(c.start), formula.start(c.start) if c.start == c.end else formula.end(c.end),
                       escaped(c.new, formula)) for c in changes)  # fmt: skip
    replacement = () if fault.new is None else (escaped(fault.new, formula),)
    return PageMatch(
        fault.rule, start, end, replacement, (edits,) if edits else (), fault.confidence,
        {"text": page[start:end], **fault.words}, fault.applicability, fault.severity, fault.message or None,
    )  # fmt: skip


def escaped(tex: str, formula: Formula) -> str:
    return tex if formula.opener == "<script>" else tex.replace("&", "&amp;").replace("<", "&lt;")


def tag_reports(formula: Formula) -> Iterator[PageMatch]:
    """HTML inside math: an end tag without a start, and `<` before a letter, which opens a tag."""
    opened: list[Tag] = []
    for tag in formula.tags:
        if not tag.closing:
            opened.append(tag)
        elif opened and any(each.name == tag.name for each in opened):
            while opened.pop().name != tag.name:
                pass
        else:
            yield PageMatch(
                "math/html-in-math", tag.start, tag.end, ("",), ((Edit(tag.start, tag.end, ""),),),
                message=f"The tag “</{tag.name}>” is left over inside math.", words={"text": f"</{tag.name}>"},
                applicability=Applicability.SAFE if formula.opener in ("<d-math>", "<dt-math>") else Applicability.UNSAFE,
            )  # fmt: skip
    for tag in opened:
        if len(tag.name) == 1 or formula.opener in ("<d-math>", "<dt-math>"):
            yield PageMatch("math/html-in-math", tag.start, tag.start + 1, ("&lt;",),
                            message=f"“<{tag.name}” opens a tag here; a less-than sign is written “&lt;” or “\\lt”.",
                            applicability=Applicability.UNSAFE)  # fmt: skip
