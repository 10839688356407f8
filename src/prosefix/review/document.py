"""The report's document: what the template is filled with, and the data that its script works on.

It lays out; what a page says, what may be decided and how it is worded come from its neighbours.
"""

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from prosefix import __version__
from prosefix.findings import Finding
from prosefix.fixes.patch import header
from prosefix.lint import FileResult
from prosefix.page.blocks import ReadOptions, read_prose
from prosefix.page.source import LineIndex
from prosefix.reports import level
from prosefix.reports.printable import encoded, printable
from prosefix.review.offers import Offer, offers
from prosefix.review.reading import Passage, passages
from prosefix.review.wording import Part, changed, mistaken, readable, surroundings
from prosefix.rulebook.rules import Rule
from prosefix.settings import Settings


@dataclass(frozen=True, slots=True)
class Card:
    """A finding as the report shows it. `number` counts through all files."""

    number: int
    file: int
    finding: Finding
    line: int
    column: int
    before: str
    words: str
    after: str
    message: str
    choices: tuple[tuple[str, tuple[Part, ...]], ...]
    offers: tuple[Offer, ...]

    @property
    def severity(self) -> str:
        return level(self.finding.severity)


@dataclass(frozen=True, slots=True)
class Section:
    """A file as the report shows it; `first` is the number of its first card."""

    number: int
    path: str
    words: int
    first: int
    cards: tuple[Card, ...]
    passages: tuple[Passage, ...]


def build(results: Sequence[FileResult], rules: Mapping[str, Rule], settings: Settings) -> bytes:
    """The page for `results`, in UTF-8. Files without findings are counted, those that could not be read are named."""
    sections: list[Section] = []
    for result in results:
        if result.page is not None and result.findings:
            first = sections[-1].first + len(sections[-1].cards) if sections else 0
            sections.append(_section(len(sections), result, first, settings.for_page(result.path)))
    cards = [card for section in sections for card in section.cards]
    style, script = _part("report.css"), _part("report.js")
    pages = {
        section.path: result.page.raw
        for section, result in zip(sections, _with_findings(results), strict=True)
        if result.page
    }
    content = _template().render(
        version=__version__,
        sections=sections,
        cards=cards,
        words=sum(result.words for result in results),
        files=len(results),
        errors=[(printable(result.path), printable(result.error)) for result in results if result.error],
        rules=[_described(name, count, rules) for name, count in _counted(card.finding.rule for card in cards)],
        severities=[
            (name, n) for name in ("error", "warning", "info") if (n := sum(c.severity == name for c in cards))
        ],
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
        data=_data(sections, pages),
    )
    return encoded(content)


def _with_findings(results: Sequence[FileResult]) -> Iterator[FileResult]:
    return (result for result in results if result.page is not None and result.findings)


def _section(number: int, result: FileResult, first: int, settings: Settings) -> Section:
    assert result.page is not None
    prose = read_prose(result.page, ReadOptions(opaque=settings.opaque, language=settings.lang))
    lines = LineIndex(result.page.text)
    offered = offers(result.page, result.findings)
    cards = tuple(
        _card(first + n, number, finding, result.page.text, lines.position(finding.start), own)
        for n, (finding, own) in enumerate(zip(result.findings, offered, strict=True))
    )
    return Section(number, result.path, result.words, first, cards, tuple(passages(prose, result.findings)))


def _card(number: int, file: int, finding: Finding, text: str, place: tuple[int, int], own: tuple[Offer, ...]) -> Card:
    before, after = surroundings(finding, text)
    return Card(
        number, file, finding, *place, before, mistaken(finding), after, printable(finding.message),
        choices=tuple((readable(finding, offer.fix.replacement), tuple(changed(finding, offer.fix))) for offer in own),
        offers=own,
    )  # fmt: skip


def _counted(names: Iterator[str]) -> list[tuple[str, int]]:
    return sorted(Counter(names).items())


def _described(name: str, count: int, rules: Mapping[str, Rule]) -> dict[str, Any]:
    rule = rules.get(name)
    return {"name": name, "count": count, "summary": rule.summary if rule else "", "why": rule.why if rule else ""}


def _data(sections: Sequence[Section], pages: Mapping[str, bytes]) -> str:
    """What the script needs, as JSON that can stand in a script element. Bytes are strings of code points below 256."""
    content = {
        "files": [
            {
                "header": header(section.path).decode("latin-1"),
                "raw": pages[section.path].decode("latin-1") if any(card.offers for card in section.cards) else "",
            }
            for section in sections
        ],
        "findings": [
            {
                "file": card.file,
                "offers": [
                    [[start, end, new.decode("latin-1")] for start, end, new in offer.edits] for offer in card.offers
                ],
                "safe": bool(card.offers) and card.offers[0].fix.applicability == "safe",
            }
            for section in sections
            for card in section.cards
        ],
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!", "\\u003c!").replace("<s", "\\u003cs").replace("<S", "\\u003cS")


def _hash(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def _part(name: str) -> str:
    return files("prosefix.review").joinpath("template", name).read_text("utf-8")


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
        _part("report.html")
    )
