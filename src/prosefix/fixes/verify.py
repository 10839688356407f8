"""Proof that edits changed words and nothing else: the same markup, code and math, and the same tree for lxml.

It judges a result that others made; it repairs nothing.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from prosefix.errors import FixRefused
from prosefix.findings import Edit, Span
from prosefix.fixes.splice import Shift, splice
from prosefix.page.blocks import read_prose
from prosefix.page.elements import PROSE_ATTRIBUTES
from prosefix.page.prose import Prose
from prosefix.page.source import Page
from prosefix.page.tokens import Token, TokenKind, tokenize


def verify(old: Page, new: Page, prose: Sequence[Edit], free: Sequence[Edit]) -> None:
    """Raise FixRefused unless `new` is `old` with the edits `prose`, which change words, and `free`, which may change
    the math or markup that they replace. Bytes outside the edits are equal by construction and not compared."""
    shift = Shift([*prose, *free])
    _only_words(old, prose)
    _same_skeleton(old, new, shift, free)
    _same_stand_ins(read_prose(old), read_prose(new), shift, _in_tags(old, prose), free)
    if not any("<" in edit.new or "<" in old.text[edit.start : edit.end] for edit in free):
        _same_tree(old.text, new.text)


def _only_words(old: Page, prose: Sequence[Edit]) -> None:
    """Every edit lies in text, in a title, or in a tag, whose attributes the tree then shows."""
    for token in tokenize(old.text):
        words = token.kind in (TokenKind.TEXT, TokenKind.START) or (token.kind, token.name) == (TokenKind.RAW, "title")
        if not words and any(edit.start < token.end and token.start < edit.end for edit in prose):
            raise FixRefused(f"it would change “{_near(old.text, token.start)}”, which is no prose")


def _same_skeleton(old: Page, new: Page, shift: Shift, free: Sequence[Edit]) -> None:
    """Tags, comments, declarations, templates and raw text lie where they lay, but for those in `free` edits."""
    before = [Span(edit.start, edit.end) for edit in free]
    after = [shift.span(Span(edit.start, edit.end)) for edit in free]
    expected = [
        (token.kind, shift.start(token.start), shift.end(token.end), token.name)
        for token in _markup(tokenize(old.text), before)
    ]
    found = [(token.kind, token.start, token.end, token.name) for token in _markup(tokenize(new.text), after)]
    if expected != found:
        place = next((a[1] for a, b in zip(expected, found, strict=False) if a != b), len(new.text))
        raise FixRefused(f"the markup near “{_near(new.text, place)}” would read differently")


def _markup(tokens: Iterable[Token], outside: Sequence[Span]) -> Iterator[Token]:
    for token in tokens:
        touched = any(span.start < token.end and token.start < span.end for span in outside)
        if token.kind is not TokenKind.TEXT and not touched:
            yield token


def _in_tags(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits that lie within a start tag, in one of its attributes."""
    tags = [token for token in tokenize(page.text) if token.kind is TokenKind.START]
    starts = [tag.start for tag in tags]
    around = [(edit, bisect_right(starts, edit.start) - 1) for edit in edits]
    return [edit for edit, number in around if number >= 0 and edit.end < tags[number].end]


def _same_stand_ins(old: Prose, new: Prose, shift: Shift, named: Sequence[Edit], free: Sequence[Edit]) -> None:
    """What is no prose is the same text at the same place, but for what `free` edits touch and `named` ones, which
    mend an attribute of its own (the alternative text of an image)."""
    before = [Span(edit.start, edit.end) for edit in free]
    after = [shift.span(Span(edit.start, edit.end)) for edit in free]
    expected = [(shift.start(s.start), _mended(old.page.text, s, named)) for s in _kept(old, before)]
    found = [(s.start, new.page.text[s.start : s.end]) for s in _kept(new, after)]
    if expected != found:
        place = next((b[0] for a, b in zip(expected, found, strict=False) if a != b), 0)
        raise FixRefused(f"code or math near “{_near(new.page.text, place)}” would read differently")


def _mended(text: str, span: Span, edits: Sequence[Edit]) -> str:
    inner = [
        Edit(edit.start - span.start, edit.end - span.start, edit.new)
        for edit in edits
        if span.start <= edit.start and edit.end <= span.end
    ]
    return splice(text[span.start : span.end], inner)


def _kept(prose: Prose, outside: Sequence[Span]) -> list[Span]:
    spans = {each.span for each in prose.stand_ins} | {node.span for node in prose.math}
    return sorted(s for s in spans if not any(o.start <= s.end and s.start <= o.end for o in outside))


def _same_tree(old: str, new: str) -> None:
    """lxml reads the same elements with the same attributes; only the attributes that hold prose may differ."""
    for before, after in zip(_elements(old), _elements(new), strict=True):
        if before[:2] != after[:2] or _values(before[2]) != _values(after[2]):
            raise FixRefused(f"the element {before[1]} would read differently")


def _elements(text: str) -> list[tuple[int, str, dict[str, str]]]:
    """Depth, name and attributes of every element that lxml reads."""
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, recover=True)
    parser.feed(text.encode("utf-8", "surrogatepass") or b" ")
    root = parser.close()
    found: list[tuple[int, str, dict[str, str]]] = []
    depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")) if root is not None else ():
        depth += 1 if event == "start" else -1
        if event == "start":
            found.append((depth, str(element.tag), {str(k): str(v) for k, v in element.attrib.items()}))
    return found


def _values(attributes: dict[str, str]) -> list[tuple[str, str]]:
    """What must stay: all but the words of prose attributes, and the directive that says which of them are checked."""
    return [
        (name, "" if name in PROSE_ATTRIBUTES or name == "content" else value)
        for name, value in attributes.items()
        if name != "data-prosefix"
    ]


def _near(text: str, place: int) -> str:
    return " ".join(text[max(0, place - 20) : place + 20].split())
