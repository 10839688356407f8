"""Runs the examples of a rule: one finding at each mark, a fix that gives the good text, silence on what is right.

Examples of rules that read prose write code as `code` and math as $x$; those of page rules are HTML.
"""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from prosefix.english.vocabulary import straighten
from prosefix.errors import FixRefused
from prosefix.findings import Edit, Match, PageMatch
from prosefix.page.blocks import read_prose
from prosefix.page.prose import BlockKind, Prose
from prosefix.page.source import decode_page
from prosefix.rulebook.batch import context_of_pages
from prosefix.rulebook.rules import Example, Rule
from prosefix.rulebook.running import run

_MARK = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
_CODE_OR_MATH = re.compile(r"`([^`]+)`|\$([^$\s][^$]*)\$")
_ELEMENTS = {
    BlockKind.HEADING: "h2", BlockKind.ITEM: "li", BlockKind.CELL: "td", BlockKind.CAPTION: "figcaption",
    BlockKind.TERM: "dt", BlockKind.TITLE: "title",
}  # fmt: skip
AnyMatch = Match | PageMatch


@dataclass(frozen=True, slots=True)
class Case:
    """A page to run a rule on. `marks` counts the findings that it must have; `good` is the page once mended."""

    label: str
    page: str
    marks: tuple[str, ...]  # the marked words, white space around them left out
    good: str | None


def problems(rule: Rule) -> list[list[str]]:
    """What is wrong with each example of the rule, in their order; an empty list for one that holds."""
    cases = [list(_cases(rule, example)) for example in rule.examples]
    pages = [read_prose(decode_page(case.page.encode(), "example.html")) for group in cases for case in group]
    mended: list[tuple[list[str], str, Prose]] = []
    found: list[list[str]] = []
    results = iter(zip(pages, _matches(rule, pages), strict=True))
    for group in cases:
        wrong: list[str] = []
        found.append(wrong)
        for case in group:
            page, matches = next(results)
            wrong += [f"{case.label}: {problem}" for problem in _misses(case, page, matches)]
            if case.good is not None and not wrong:
                mended += [(wrong, case.label, again) for again in _mend(case, page, matches, wrong)]
    for (wrong, label, page), matches in zip(mended, _matches(rule, [page for *_, page in mended]), strict=True):
        if matches:
            wrong.append(f"{label}: once mended it is reported again: {_text(page, matches[0])!r}")
    return found


def _matches(rule: Rule, pages: Sequence[Prose]) -> list[list[AnyMatch]]:
    """The rule's matches on each page, in the page's own coordinates: of its plain text, or of the page."""
    result: list[list[AnyMatch]] = [[] for _ in pages]
    if not pages:
        return result
    context = context_of_pages(pages)
    for match in run(rule, context):
        if isinstance(match, PageMatch):
            result[match.page].append(match)
            continue
        number = max(n for n, offset in enumerate(context.offsets) if offset <= match.start)
        offset = context.offsets[number]
        result[number].append(Match(match.rule, match.start - offset, match.end - offset, match.replacements))
    return result


def _misses(case: Case, page: Prose, matches: Sequence[AnyMatch]) -> Iterator[str]:
    texts = [_text(page, match) for match in matches]
    if [_plainly(text) for text in texts] != [_plainly(mark) for mark in case.marks]:
        yield f"found {texts or 'nothing'}, where {list(case.marks) or 'nothing'} was to be found"


def _text(page: Prose, match: AnyMatch) -> str:
    return (page.page.text if isinstance(match, PageMatch) else page.plain)[match.start : match.end]


def _plainly(text: str) -> str:
    return " ".join(straighten(text).split())


def _mend(case: Case, page: Prose, matches: Sequence[AnyMatch], wrong: list[str]) -> Iterator[Prose]:
    """The page with the first fix of every finding written, where that can be written."""
    if not all(match.replacements for match in matches):
        return
    try:
        edits = {edit for match in matches for edit in _edits(page, match)}  # both ends of a pair carry both edits
    except FixRefused:
        return  # a fix that cannot be written with this markup is refused, as on any page
    text = page.page.text
    for edit in sorted(edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.new + text[edit.end :]
    assert case.good is not None
    again = read_prose(decode_page(text.encode(), "example.html"))
    good = read_prose(decode_page(case.good.encode(), "example.html"))
    whole = any(isinstance(match, PageMatch) for match in matches)  # math and markup are compared, not prose alone
    got, wanted = (_plainly(each.page.text if whole else each.plain) for each in (again, good))
    if got != wanted:
        wrong.append(f"{case.label}: the fix gives {got!r}, not {wanted!r}")
    else:
        yield again


def _edits(page: Prose, match: AnyMatch) -> tuple[Edit, ...]:
    if isinstance(match, PageMatch):
        whole = Edit(match.start, match.end, match.replacements[0])
        return match.edits[0] if match.edits else (whole,)
    return page.source.edits(match.start, match.end, match.replacements[0], page.page.text)


# -- pages made of examples ---------------------------------------------------------------------------------------


def _cases(rule: Rule, example: Example) -> Iterator[Case]:
    if rule.reads_pages:
        if example.bad:
            yield Case("bad", _MARK.sub(r"\1", example.bad), _marks(example.bad), example.good)
        yield Case("good", example.good, (), None)
        return
    write = _writer(example)
    if example.bad:
        marks, bad, good = _marks(_stood_in(example.bad)), _to_html(example.bad), _to_html(example.good)
        for label, change in _VARIANTS.items():
            changed = change(bad)
            if label == "as it is" or changed != bad:
                yield Case(label, write(changed, ready=True), marks, write(good, ready=True))
        yield Case("an emoji before", write(_EMOJI + bad, ready=True), marks, write(_EMOJI + good, ready=True))
    yield Case("good", write(example.good), (), None)


def _marks(text: str) -> tuple[str, ...]:
    return tuple(_MARK.findall(text))


def _stood_in(text: str) -> str:
    """Code and math as the one character that a block's plain text has for them."""
    from prosefix.standins import StandInKind, character

    return _CODE_OR_MATH.sub(lambda m: character(StandInKind.CODE if m[1] else StandInKind.MATH), text)


def _to_html(text: str) -> str:
    """An example in HTML, its marks kept."""
    written = _CODE_OR_MATH.sub(lambda m: f"\0c{m[1]}\0/" if m[1] else f"\0m{m[2]}\1", text)
    written = html.escape(written, quote=False)
    return written.replace("\0c", "<code>").replace("\0/", "</code>").replace("\0m", r"\(").replace("\1", r"\)")


def _writer(example: Example) -> Callable[..., str]:
    element = _ELEMENTS.get(BlockKind(example.block), "p")
    around = {"td": ("<table><tr>", "</tr></table>"), "dt": ("<dl>", "</dl>"), "li": ("<ul>", "</ul>")}
    before, after = around.get(element, ("", ""))

    def write(text: str, ready: bool = False) -> str:
        inner = _MARK.sub(r"\1", text if ready else _to_html(text))
        return f"<!doctype html><html lang=en>{before}<{element}>{inner}</{element}>{after}</html>"

    return write


def _in_marks(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: _MARK.sub(lambda mark: f"[[{change(mark[1])}]]", text)


def _wrap_first_word(text: str) -> str:
    return re.sub(r"^(\s*)([\w']+)", r"\1<b>\2</b>", text, count=1) if "<" not in text else text


def _wrap_last_word(text: str) -> str:
    return re.sub(r"([\w']+)(\s*)$", r'<a href="#x">\1</a>\2', text, count=1) if "<" not in text else text


def _break_lines(text: str) -> str:
    return re.sub(r"(?<=\S) (?=\S)", "\n    ", text)


def _comment(text: str) -> str:
    return re.sub(r" (?=\S)", "<!-- a note --> ", text, count=1)


_VARIANTS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "a tag round the first word": _in_marks(_wrap_first_word),
    "a tag round the last word": _in_marks(_wrap_last_word),
    "line breaks": _break_lines,
    "an entity for the apostrophe": lambda text: text.replace("'", "&rsquo;"),
    "a curly apostrophe": lambda text: text.replace("'", "’"),
    "a comment between words": _in_marks(_comment),
}
_EMOJI = "<b>\U0001f642!</b> "
