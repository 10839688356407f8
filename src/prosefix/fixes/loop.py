"""Mending pages until nothing more is to be mended: pass after pass over all pages that changed in the last one.

A page that finds no end is given back untouched. It writes no file.
"""

from collections.abc import Sequence

from prosefix.baseline import open_baseline
from prosefix.findings import Span
from prosefix.fixes.choose import choose
from prosefix.fixes.draft import Draft, Mended, Scopes, draft
from prosefix.fixes.proof import HeldBack, sound
from prosefix.lint import FileResult, check_pages
from prosefix.page.source import Page
from prosefix.settings import Settings

PASSES = 10


def mend_pages(
    pages: Sequence[Page],
    settings: Settings,
    unsafe: bool = False,
    scopes: Scopes | None = None,
) -> list[Mended]:
    """Each page with its fixes made, in order. `scopes` limits a page's fixes to the lines given for its path."""
    drafts = [draft(page, scopes) for page in pages]
    active = drafts
    for number in range(PASSES):
        if not active:
            break
        results = check_pages([each.now for each in active], settings)
        if settings.baseline is not None and number == 0:
            known = open_baseline(settings.baseline)
            for each, result in zip(active, results, strict=True):
                each.barred = [Span(finding.start, finding.end) for finding in known.part(result)[1]]
        active = [each for each, result in zip(active, results, strict=True) if _advance(each, result, unsafe)]
    for each in active:
        each.give_up(f"no end after {PASSES} passes", [choice for choices in each.passes for choice in choices][-5:])
    return [each.mended() for each in drafts]


def _advance(each: Draft, result: FileResult, unsafe: bool) -> bool:
    """Write what `result`, of the page as it is now, allows; False where the page is done."""
    chosen = choose(each.read(result).findings, unsafe)
    choices, each.held_back = sound(each.now, chosen.choices)
    if not choices:
        each.held_back += [HeldBack(waiting, "it overlaps a fix that was held back") for waiting in chosen.waiting]
        return False
    return each.write(choices)
