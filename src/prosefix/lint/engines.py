"""Another checker's say on pages: blocks of other languages read for it, its matches brought home beside our findings.

Our own finding wins over the engine's at the same place, and is surer where both would write the same.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from prosefix.checks.engines.interface import Engine
from prosefix.checks.engines.registry import open_engine
from prosefix.findings import Finding, Match, Span
from prosefix.lint.projection import Projection
from prosefix.page.blocks import ReadOptions, read_prose
from prosefix.page.directives import Directive
from prosefix.page.options import ENGLISH
from prosefix.page.prose import Block, Prose
from prosefix.page.source import Page
from prosefix.rulebook import Context, Rule
from prosefix.settings import Settings

if TYPE_CHECKING:
    from prosefix.checks.engines.consultation import Opinion

_LANGUAGE = re.compile(r"\blang[ \t\n\f\r]*=[ \t\n\f\r]*[\"']?([A-Za-z]{2,3})\b", re.IGNORECASE)
_STOP = re.compile(r"[.!?…]\s")
_SUREST = 0.99


class Said(NamedTuple):
    """What an engine said of one page, and what it read there that our rules do not read."""

    findings: tuple[Finding, ...] = ()
    words: int = 0
    blocks: int = 0
    fault: str = ""
    directives: tuple[Directive, ...] | None = None  # settled over the blocks of all languages, where there are others


def ask_engine(
    homes: Sequence[Projection], context: Context, settings: Settings, active: Mapping[str, Rule]
) -> list[Said]:
    """What the engine of the settings says of each page of `context`, under the `active` rules, by name; nothing without an engine.

    Raises EngineError where it is not installed, does not start or cannot be asked at all.
    """
    if not settings.engine:
        return [Said()] * len(homes)
    from prosefix.checks.engines.cache import AnswerCache  # most runs ask no engine
    from prosefix.checks.engines.consultation import consult

    engine = open_engine(settings.engine, settings.engines.get(settings.engine, {}), settings.spelling)
    foreign = [_other_languages(home.prose.page, settings, engine) for home in homes]
    others = {number: Projection(prose, settings) for number, prose in enumerate(foreign) if prose is not None}
    readings = [(number, home) for number, home in enumerate(homes)] + list(others.items())
    opinions = consult(
        engine,
        [home.prose for _, home in readings],
        settings.words,
        AnswerCache() if settings.cached else None,
        context,
    )
    said = [_counted(prose) if prose is not None else Said() for prose in foreign]
    for (number, home), opinion in zip(readings, opinions, strict=True):
        before = said[number]
        findings = (*before.findings, *_findings(opinion, home, active))
        said[number] = before._replace(findings=findings, fault=before.fault or opinion.fault)
    return said


def _counted(prose: Prose) -> Said:
    words = sum(len(prose.plain[block.start : block.end].split()) for block in prose.blocks)
    return Said(words=words, blocks=len(prose.blocks), directives=prose.directives)


def joined(own: Iterable[Finding], others: Sequence[Finding]) -> list[Finding]:
    """Our findings and those of an engine's that are at other places."""
    findings, rest = list(own), sorted(others, key=lambda finding: finding.start)
    for number, finding in enumerate(findings):
        beside = [other for other in rest if _overlap(finding, other)]
        if not beside:
            continue
        rest = [other for other in rest if other not in beside]
        if finding.fixes:
            for other in beside:
                if other.fixes and other.fixes[0].edits == finding.fixes[0].edits:
                    doubt = (1 - finding.confidence) * (1 - other.confidence)
                    surer = min(max(finding.confidence, _SUREST), 1 - doubt)
                    findings[number] = replace(finding, confidence=round(surer, 4))
    return [*findings, *rest]


def _overlap(one: Finding, other: Finding) -> bool:
    return one.start < max(other.end, other.start + 1) and other.start < max(one.end, one.start + 1)


def _other_languages(page: Page, settings: Settings, engine: Engine) -> Prose | None:
    """The page's blocks in languages that the engine reads and our rules do not; None where there are none."""
    named = {name.lower() for name in _LANGUAGE.findall(page.text)} | {settings.lang.lower().partition("-")[0]}
    wanted = frozenset(name for name in named - ENGLISH if engine.reads(name))
    if not wanted:
        return None
    prose = read_prose(page, ReadOptions(opaque=settings.opaque, language=settings.lang, languages=ENGLISH | wanted))
    blocks = tuple(block for block in prose.blocks if block.language.partition("-")[0] in wanted)
    return replace(prose, blocks=blocks) if blocks else None


def _findings(opinion: "Opinion", home: Projection, active: Mapping[str, Rule]) -> list[Finding]:
    return [
        home.of_match(match, active[match.rule], block, _sentence(home.prose, match, block))
        for match, block in opinion.matches
        if match.rule in active
    ]


def _sentence(prose: Prose, match: Match, block: Block) -> Span:
    """The words around a match up to the marks that end sentences; good enough to show, in any language."""
    before = [stop.end() for stop in _STOP.finditer(prose.plain, block.start, match.start)]
    after = _STOP.search(prose.plain, max(match.start, match.end - 1), block.end)
    return Span(before[-1] if before else block.start, max(match.end, after.start() + 1) if after else block.end)
