"""A run over many files: read and checked, or given to other work, in units that processes share out.

Units depend on the files alone, so that any number of processes gives the same results in the same order.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from prosefix.errors import PageError, ProsefixError
from prosefix.lint import FileResult, active_rules, check_pages, rules_of
from prosefix.page.minified import is_minified
from prosefix.page.saved import is_report
from prosefix.page.source import Page, check_size, decode_page, read_page
from prosefix.settings import Settings

if TYPE_CHECKING:
    from prosefix.cache import Cache
    from prosefix.changes import Changes

MINIFIED = "left out, for it was minified or built; name the page itself to have it read"
REPORT = "left out, for it is a report that prosefix wrote; name the page itself to have it read"
DIED = "the process that read it was killed, as happens for want of memory; try it by itself, or leave it out"
UNIT = 1 << 20  # bytes of pages that one process checks at once

Item = TypeVar("Item")
Result = TypeVar("Result")


class Source(NamedTuple):
    """A page to read: from the file `path`, or `raw` where it came through standard input under that name.

    One that was not `named`, but found in a folder, is left out where it was plainly not written by hand.
    """

    path: str
    raw: bytes | None = None
    named: bool = True


def check_files(
    sources: Sequence[Source],
    settings: Settings,
    changes: "Changes | None" = None,
    jobs: int = 0,
    cache: "Cache | None" = None,
) -> Iterator[FileResult]:
    """What the rules say of each file, in order, known findings and those off the `changes` left out.

    An unreadable file has `error` in its result. Raises RuleFileError, and SettingsError for an unreadable baseline.
    """
    known = None
    if settings.baseline is not None:
        from prosefix.baseline import open_baseline

        known = open_baseline(settings.baseline)
    ran = {rule.name for rule in active_rules(rules_of(settings), settings)}
    for found in _checked(sources, settings, jobs, cache):
        result = changes.narrow(found) if changes is not None else found
        yield known.narrow(result, ran if changes is None else frozenset()) if known is not None else result


def _checked(sources: Sequence[Source], settings: Settings, jobs: int, cache: "Cache | None") -> Iterator[FileResult]:
    """All that the rules say of each file, in order; from the `cache` where it knows the very bytes of the file."""
    if cache is None:
        yield from over_files(sources, settings, check_pages, _unread, jobs)
        return
    kept = [_kept(source, settings, cache) for source in sources]
    missing = [source for source, result in zip(sources, kept, strict=True) if result is None]
    fresh = over_files(missing, settings, check_pages, _unread, jobs)
    for result in kept:
        if result is None:
            result = next(fresh)
            cache.keep(result, settings.for_page(result.path))
        yield result


def _kept(source: Source, settings: Settings, cache: "Cache") -> FileResult | None:
    if source.raw is not None:
        return None
    try:
        page = read_source(source, settings)
    except PageError:
        return None  # it will be said when the page's turn comes
    if _left_out(source, page):
        return None  # the cache may know it from a run in which it was named
    return cache.find(page, settings.for_page(source.path))


def over_files(
    sources: Sequence[Source],
    settings: Settings,
    work: Callable[[Sequence[Page], Settings], Sequence[Result]],
    failed: Callable[[FileResult], Result],
    jobs: int,
) -> Iterator[Result]:
    """What `work` makes of the pages of all `sources`, in order; `failed` makes a result of what tells of a failure."""
    units = list(in_units(sources, _bytes_of))
    jobs = min(jobs or os.cpu_count() or 1, len(units))
    do = partial(_do, settings=settings, work=work, failed=failed)
    if jobs < 2:
        for unit in units:
            yield from do(unit)
        return
    from prosefix.workers import share_out

    for unit, results in zip(units, share_out(do, units, jobs), strict=True):
        yield from results if results is not None else _salvaged(unit, do, failed)


def _salvaged(
    unit: list[Source], do: Callable[[list[Source]], list[Result]], failed: Callable[[FileResult], Result]
) -> Iterator[Result]:
    """The results for a unit whose process died: each page in a process of its own, so that one alone is lost."""
    from prosefix.workers import share_out

    pages = [[source] for source in unit]
    for source, results in zip(unit, share_out(do, pages, 1), strict=True):
        yield from results if results is not None else [failed(FileResult(source.path, error=DIED))]


def in_units(items: Iterable[Item], size: Callable[[Item], int], most: int = sys.maxsize) -> Iterator[list[Item]]:
    """`items` in order, as many together as have no more than UNIT bytes by `size` and are at most `most`; one at least."""
    gathered: list[Item] = []
    total = 0
    for item in items:
        own = size(item)
        if gathered and (total + own > UNIT or len(gathered) == most):
            yield gathered
            gathered, total = [], 0
        gathered.append(item)
        total += own
    if gathered:
        yield gathered


def _bytes_of(source: Source) -> int:
    return len(source.raw) if source.raw is not None else _size(source.path)


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def _do(
    unit: Sequence[Source],
    settings: Settings,
    work: Callable[[Sequence[Page], Settings], Sequence[Result]],
    failed: Callable[[FileResult], Result],
) -> list[Result]:
    """The results for `unit`: of the pages that could be read, and of the others, in order."""
    pages: list[Page] = []
    results: dict[int, Result] = {}
    places = []
    for place, source in enumerate(unit):
        try:
            page = read_source(source, settings)
        except PageError as error:
            results[place] = failed(FileResult(source.path, error=str(error).removeprefix(f"{source.path}: ")))
            continue
        if reason := _left_out(source, page):
            results[place] = failed(FileResult(source.path, notes=(reason,)))
            continue
        pages.append(page)
        places.append(place)
    results.update(zip(places, work_through(pages, settings, work, failed), strict=True))
    return [results[place] for place in range(len(unit))]


def _left_out(source: Source, page: Page) -> str:
    """Why a page that was found in a folder is not read, or nothing."""
    if source.named:
        return ""
    return REPORT if is_report(page.text) else MINIFIED if is_minified(page.text) else ""


def read_source(source: Source, settings: Settings) -> Page:
    """The page of `source`. Raises PageError."""
    if source.raw is None:
        return read_page(Path(source.path), source.path, settings.max_size)
    check_size(source.raw, source.path, settings.max_size)
    return decode_page(source.raw, source.path)


def work_through(
    pages: Sequence[Page],
    settings: Settings,
    work: Callable[[Sequence[Page], Settings], Sequence[Result]],
    failed: Callable[[FileResult], Result],
) -> Sequence[Result]:
    """The results for `pages`. Where something fails that must not, page by page, so that the others are checked."""
    try:
        return work(pages, settings)
    except ProsefixError:
        raise
    except Exception as error:
        if len(pages) > 1:
            return [result for page in pages for result in work_through([page], settings, work, failed)]
        line = f"{type(error).__name__}: {error}".splitlines()[0]
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        failure = f"prosefix failed on this page at {where.filename}:{where.lineno}: {line}"
        return [failed(FileResult(pages[0].path, error=failure))]


def _unread(result: FileResult) -> FileResult:
    return result
