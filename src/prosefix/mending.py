"""A run over many files that mends them: by itself, or as a person decides. It writes nothing.

How pages are read and shared out among processes is the business of `run`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from prosefix.baseline import open_baseline
from prosefix.cache import Cache
from prosefix.changes import Changes
from prosefix.errors import PageError
from prosefix.fixes.draft import Mended, Scopes
from prosefix.fixes.loop import mend_pages
from prosefix.fixes.review import Review
from prosefix.lint import FileResult, check_pages
from prosefix.page.source import Page
from prosefix.run import Source, check_files, over_files, read_source
from prosefix.settings import Settings


def mend_files(
    sources: Sequence[Source],
    settings: Settings,
    unsafe: bool = False,
    changes: Changes | None = None,
    jobs: int = 0,
) -> Iterator[Mended]:
    """Each file mended, nothing written, in order. An unreadable one has `error` in the result `before`."""
    work = partial(mend_pages, unsafe=unsafe, scopes=_scopes(sources, changes))
    return over_files(sources, settings, work, _unmended, jobs)


def review_files(
    sources: Sequence[Source],
    settings: Settings,
    review: Review,
    changes: Changes | None = None,
    cache: Cache | None = None,
) -> Iterator[Mended]:
    """Each file mended as a person decides, nothing written, in order, until the person has had enough."""
    scopes = _scopes(sources, changes)
    known = open_baseline(settings.baseline) if settings.baseline is not None else None
    for result in check_files(sources, replace(settings, baseline=None), jobs=1, cache=cache):
        current = _current(result, settings)
        yield _unmended(current) if current.page is None else review.mend(current, scopes, known)
        if review.over:
            return


def _current(result: FileResult, settings: Settings) -> FileResult:
    """`result`, or that of the page as it is by now: a person takes time to decide on the pages before it."""
    if result.page is None:
        return result
    try:
        page = read_source(Source(result.path), settings)
    except PageError:
        return result  # that it has gone is said when it is to be written
    return result if page.raw == result.page.raw else check_pages([page], settings)[0]


def _scopes(sources: Sequence[Source], changes: Changes | None) -> Scopes | None:
    return None if changes is None else {source.path: changes.of(source.path) for source in sources}


def _unmended(result: FileResult) -> Mended:
    page = Page(result.path, b"", "", "utf-8")
    return Mended(page, "", result, result, problem=result.error or "")
