"""Asking an engine about pages: blocks into passages, stored answers first, and what is worth showing as matches.

Matches are in each page's plain text. What prosefix's own rules found is not known here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from prosefix.checks.engines.cache import AnswerCache, key
from prosefix.checks.engines.doubts import Doubts
from prosefix.checks.engines.filter import Filter, Words
from prosefix.checks.engines.interface import Answer, Engine, Passage, Remark
from prosefix.checks.engines.measured import records
from prosefix.checks.engines.rendering import Rendering
from prosefix.checks.engines.rules import rule_name
from prosefix.errors import EngineError
from prosefix.findings import Match
from prosefix.page.prose import Block, Prose
from prosefix.rulebook.context import Context


@dataclass(frozen=True, slots=True)
class Opinion:
    """What an engine says of one page. `fault`: why it could not be asked about all of it."""

    matches: tuple[tuple[Match, Block], ...] = ()
    fault: str = ""


class _Question(NamedTuple):
    page: int
    block: Block
    rendering: Rendering
    passage: Passage


def consult(
    engine: Engine,
    pages: Sequence[Prose],
    project: frozenset[str] = frozenset(),
    cache: AnswerCache | None = None,
    context: Context | None = None,
) -> list[Opinion]:
    """An opinion on each page. `context` is of the first ones, which our own rules have read; the others are not English.

    Raises EngineError where nothing can be asked at all.
    """
    questions = [question for page, prose in enumerate(pages) for question in _questions(engine, page, prose)]
    answers = _answers(engine, [question.passage for question in questions], cache)
    kept = Filter(engine.name, frozenset(getattr(getattr(engine, "options", None), "keep", ())))
    doubts = Doubts(context) if context is not None else None
    read = len(context.pages) if context is not None else 0
    words = [Words(prose, project, doubts if page < read else None, page) for page, prose in enumerate(pages)]
    matches: list[list[tuple[Match, Block]]] = [[] for _ in pages]
    faults = [""] * len(pages)
    for question, answer in zip(questions, answers, strict=True):
        if isinstance(answer, EngineError):
            faults[question.page] = faults[question.page] or str(answer)
            continue
        shown = kept.shown(answer, question.rendering, question.block, words[question.page])
        matches[question.page] += ((_match(remark, question, engine), question.block) for remark in shown)
    return [Opinion(tuple(found), fault) for found, fault in zip(matches, faults, strict=True)]


def _questions(engine: Engine, page: int, prose: Prose) -> Iterator[_Question]:
    for block in prose.blocks:
        language = block.language if engine.reads(block.language) else "en"
        rendering = Rendering(prose.plain[block.start : block.end])
        if any(char.isalpha() for char in rendering.text) and engine.reads(language):
            yield _Question(page, block, rendering, Passage(rendering.text, language))


def _answers(engine: Engine, passages: Sequence[Passage], cache: AnswerCache | None) -> list[Answer]:
    """An answer for each passage; equal passages, and those that were asked in an earlier run, are not asked again."""
    identity = engine.identity
    keys = [key(identity, passage) for passage in passages]
    known: dict[bytes, Answer] = dict(cache.load(list(dict.fromkeys(keys)))) if cache is not None else {}
    unknown = {name: passage for name, passage in zip(keys, passages, strict=True) if name not in known}
    if unknown:
        answers = dict(zip(unknown, engine.check(list(unknown.values())), strict=True))
        known.update(answers)
        if cache is not None:
            cache.save({name: answer for name, answer in answers.items() if not isinstance(answer, EngineError)})
    return [known[name] for name in keys]


def _match(remark: Remark, question: _Question, engine: Engine) -> Match:
    start, end = question.rendering.to_block(remark.start, remark.end)
    offered = (question.rendering.restored(new, remark.start, remark.end) for new in remark.replacements)
    known = records(engine.name)
    match = Match(
        rule=rule_name(remark.kind, engine.name),
        start=question.block.start + start,
        end=question.block.start + end,
        replacements=tuple(new for new in offered if new is not None),
        confidence=round(known.confidence(remark), 2),
        applicability=known.of(remark).applicability,
        message=f"{remark.message} ({engine.title}: {remark.rule})",
    )
    return match if match.replacements else replace(match, applicability=None)
