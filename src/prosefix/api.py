"""What other Python programs call: check a text or a file, mend a text. Settings are given, never looked for.

It adds nothing to what the command line does, and hides nothing of it: a rule that fails is an error here.
"""

from pathlib import Path

from prosefix.errors import FixRefused, ProsefixError
from prosefix.findings import Finding
from prosefix.fixes.loop import mend_pages
from prosefix.lint import FileResult, check_pages
from prosefix.page.source import Page, read_page
from prosefix.settings import Settings


class RuleCrashError(ProsefixError):
    """A rule failed on a page; the message names it."""


def check(text: str, settings: Settings | None = None, path: str = "page.html") -> list[Finding]:
    """The findings in the HTML `text`, in order of place; offsets are code points, a byte order mark left out.

    `path` is what findings call the page. Raises RuleCrashError.
    """
    return _findings(_page(text, path), settings)


def check_path(path: str | Path, settings: Settings | None = None) -> list[Finding]:
    """The findings in the file at `path`, in order of place; offsets are code points, a byte order mark left out.

    Raises PageError where it cannot be read or decoded, and RuleCrashError.
    """
    return _findings(read_page(Path(path), str(path), (settings or Settings()).max_size), settings)


def apply(text: str, settings: Settings | None = None, unsafe: bool = False, path: str = "page.html") -> str:
    """The HTML `text` with its safe fixes made, with `unsafe` the others too.

    Raises FixRefused where the fixes came to no end, and RuleCrashError.
    """
    (mended,) = mend_pages([_page(text, path)], settings or Settings(), unsafe)
    _sound(mended.before)
    if mended.problem:
        raise FixRefused(f"{path}: {mended.problem}")
    return mended.page.bom.decode() + mended.text


def _findings(page: Page, settings: Settings | None) -> list[Finding]:
    (result,) = check_pages([page], settings or Settings())
    return list(_sound(result).findings)


def _page(text: str, path: str) -> Page:
    """`text` as a page in UTF-8, whatever charset it declares: it is decoded already."""
    body = text.removeprefix("\ufeff")
    return Page(path, text.encode(), body, "utf-8", bom=text[: len(text) - len(body)].encode())


def _sound(result: FileResult) -> FileResult:
    if result.crashes:
        raise RuleCrashError(f"{result.path}: {result.crashes[0]}")
    return result
