"""Checking pages: read, gathered into batches, given to the rules, and each report brought home to its page.

Pages of equal settings share a batch, so that a thousand small ones cost little more than one large one.
"""

import gc
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from prosefix.checks.engines.rules import engine_rules, is_asked
from prosefix.checks.realword.confirmation import confirmed
from prosefix.checks.spelling.assessment import ranker
from prosefix.english.resources import english
from prosefix.findings import Finding, Match, PageMatch, Span
from prosefix.lint.conflicts import without_overlaps
from prosefix.lint.directives import DIRECTIVE_RULES, Suppression
from prosefix.lint.engines import Said, ask_engine, joined
from prosefix.lint.places import block_at, page_at, sentence_at
from prosefix.lint.projection import Projection
from prosefix.lint.results import FileResult
from prosefix.page.blocks import ReadOptions, read_prose
from prosefix.page.prose import Prose
from prosefix.page.source import Page
from prosefix.rulebook import Context, Crash, Rule, RuleBook, load_rules, rule_folders
from prosefix.rulebook.batch import context_of_pages, contexts_of_parts
from prosefix.settings import Settings
from prosefix.settings.names import selected

LIMIT = 400_000  # code points of prose that are looked at together, some 65,000 words: a longer page in parts


class Batch(NamedTuple):
    """Pages that are checked at once, and the settings that hold for all of them."""

    pages: Sequence[Prose]
    settings: Settings


@cache
def _loaded(folders: tuple[Path, ...]) -> tuple[Rule, ...]:
    return tuple(load_rules(rule_folders(folders)))


def rules_of(settings: Settings) -> tuple[Rule, ...]:
    """Every rule there is under `settings`, selected or not. Raises RuleFileError."""
    return (*_loaded(settings.rules), *DIRECTIVE_RULES, *engine_rules())


def active_rules(rules: Iterable[Rule], settings: Settings) -> list[Rule]:
    """Those of `rules` that work under `settings`."""
    return [
        rule for rule in rules if selected(rule, settings.select, settings.ignore) and is_asked(rule, settings.engine)
    ]


def check_pages(pages: Iterable[Page], settings: Settings) -> list[FileResult]:
    """What the rules say of each page, in the pages' order. Raises RuleFileError; a failing rule is in the results."""
    return check_prose((prose_of(page, settings) for page in pages), settings)


def prose_of(page: Page, settings: Settings) -> Prose:
    """The prose of `page` as its settings have it read."""
    own = settings.for_page(page.path)
    return read_prose(page, ReadOptions(opaque=own.opaque, language=own.lang))


def check_prose(pages: Iterable[Prose], settings: Settings) -> list[FileResult]:
    """The same as `check_pages` for pages read by `prose_of`, which are taken up as their turn comes."""
    rules = rules_of(settings)
    with _collector_paused():
        return [result for batch in _batches(pages, settings) for result in _check(batch, rules)]


def forget_words(more_than: int) -> None:
    """Drop what this process knows of single words once it has met `more_than` distinct ones.

    Between two checks; findings stay the same, and a run over millions of pages stays within its memory.
    """
    if len(english().vocabulary) > more_than:
        english().forget()
        ranker().forget()


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Reading makes very many small objects that live on and form no cycles; to look through them over and over is vain."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _batches(pages: Iterable[Prose], settings: Settings) -> Iterator[Batch]:
    gathered: list[Prose] = []
    size, common = 0, settings
    for prose in pages:
        own = settings.for_page(prose.page.path)
        if gathered and (size + len(prose.plain) > LIMIT or own != common):
            yield Batch(gathered, common)
            gathered, size = [], 0
        gathered.append(prose)
        size, common = size + len(prose.plain), own
    if gathered:
        yield Batch(gathered, common)


def _check(batch: Batch, rules: Sequence[Rule]) -> list[FileResult]:
    settings = batch.settings
    active = active_rules(rules, settings)
    book = RuleBook(rules, [rule for rule in active if rule not in (*DIRECTIVE_RULES, *engine_rules())])
    homes = [Projection(prose, settings) for prose in batch.pages]
    found: list[list[Finding]] = [[] for _ in batch.pages]
    crashes: list[Crash] = []
    by_name = {rule.name: rule for rule in rules}
    for context in _contexts(batch):
        outcome = book.run(context)
        crashes += outcome.crashes
        for match in confirmed(outcome.matches, by_name, context):
            try:
                page, finding = _brought_home(match, by_name[match.rule], context, homes)
                found[page].append(finding)
            except Exception as error:  # the rule reported a place or a message that cannot be
                where = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{where.filename}:{where.lineno}"
                crashes.append(Crash(match.rule, f"{type(error).__name__}: {error}", place))
        book = book.without_nodes()  # which are those of the whole page
    if crashes and len(batch.pages) > 1:  # so that a page that a rule fails on costs the others nothing
        return [result for prose in batch.pages for result in _check(Batch([prose], settings), rules)]
    opinions = ask_engine(homes, context, settings, {rule.name: rule for rule in active})
    return [
        _result(
            home.prose,
            tuple(crashes),
            Suppression(_with_directives(home, said), by_name, active).applied(joined(own, said.findings)),
            said,
        )
        for home, own, said in zip(homes, found, opinions, strict=True)
    ]


def _contexts(batch: Batch) -> Iterator[Context]:
    """What rules are given of `batch`: all of it, or a long page part by part."""
    settings, first = batch.settings, batch.pages[0]
    parted = len(batch.pages) == 1 and len(first.plain) > LIMIT and not settings.engine
    parts = (
        contexts_of_parts(first, LIMIT, settings.words) if parted else [context_of_pages(batch.pages, settings.words)]
    )
    for context in parts:
        context.house = settings.spelling
        yield context
        context.notes.clear()  # what is noted there leads back to the context


def _brought_home(
    match: Match | PageMatch, rule: Rule, context: Context, homes: Sequence[Projection]
) -> tuple[int, Finding]:
    """The number of the page that `match` is in, and the finding there."""
    if isinstance(match, PageMatch):
        return match.page, homes[match.page].of_page_match(match, rule)
    page = page_at(context, match.start)
    offset = context.offsets[page]
    sentence = sentence_at(context, match.start)
    block = context.blocks[block_at(context, match.start)]
    local = replace(match, start=match.start - offset, end=match.end - offset)
    return page, homes[page].of_match(local, rule, block, Span(sentence.start - offset, sentence.end - offset))


def _with_directives(home: Projection, said: Said) -> Projection:
    """`home` with the directives as they are where more languages are read."""
    if said.directives is None:
        return home
    return Projection(replace(home.prose, directives=said.directives), home.settings)


def _result(prose: Prose, crashes: tuple[Crash, ...], findings: Iterable[Finding], said: Said) -> FileResult:
    return FileResult(
        path=prose.page.path,
        words=prose.words + said.words,
        blocks=len(prose.blocks) + said.blocks,
        skipped=prose.skipped,
        findings=tuple(without_overlaps(findings)),
        page=prose.page,
        error=f"{said.fault}; not all of it was checked" if said.fault else None,
        crashes=crashes,
        notes=() if said.words or findings else _remarks(prose),
    )


def _remarks(prose: Prose) -> tuple[str, ...]:
    """A page that has text of which nothing was checked must not pass for a clean one."""
    if prose.words or not prose.page.text.strip():
        return ()
    skipped = ", ".join(f"{count} {kind}" for kind, count in prose.skipped.items() if count)
    return (f"nothing was checked: no prose found{f' (left out: {skipped})' if skipped else ''}",)
