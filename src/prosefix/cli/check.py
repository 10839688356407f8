"""`prosefix check`: report mistakes."""

import gc
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from prosefix.cli.options import choosing_pages
from prosefix.cli.progress import watched
from prosefix.cli.session import Session, on_terminal, open_session, print_bytes, settings_of, width
from prosefix.errors import ProsefixError
from prosefix.files import STANDARD_INPUT
from prosefix.findings import Finding

FORMATS = click.Choice(
    ["text", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "diff"]
)


@click.command(name="check")
@choosing_pages
@click.option("--format", "format_name", type=FORMATS, default="text", show_default=True, help="How to report.")
@click.option("--watch", is_flag=True, help="Check again whenever a page or the settings change, until Ctrl-C.")
@click.option("--with-patch", is_flag=True, help="After the report, print the patch that `apply` would make.")
def command(format_name: str, watch: bool, with_patch: bool, **options: Any) -> None:
    """Report the mistakes in PATHs: pages, folders, globs, or - for standard input.

    Exit code 0: nothing at or above --fail-on; 1: something; 2: a page or a rule failed, or the call is wrong.
    """
    if watch:
        _watch(format_name, with_patch, options)
        raise SystemExit(0)
    session, findings = _report(format_name, with_patch, options)
    raise SystemExit(session.exit_code(findings))


def _report(format_name: str, with_patch: bool, options: dict[str, Any]) -> tuple[Session, list[Finding]]:
    """Check, print the report, and give what was found."""
    from prosefix.reports import Report, render

    started = perf_counter()
    session = open_session(options)
    results, patch = _mended(session) if with_patch or format_name == "diff" else _checked(session)
    report = Report(
        results=results, rules=session.rules, seconds=perf_counter() - started, patch=patch, width=width(),
        colour=on_terminal(),
    )  # fmt: skip
    print_bytes(render(format_name, report) + (patch if with_patch and format_name != "diff" else b""))
    session.tell(results)
    return session, report.findings


def _watch(format_name: str, with_patch: bool, options: dict[str, Any]) -> None:
    """Report anew at every change. Settings that cannot be read are said, and looked at again when they change."""
    from prosefix.cli.watching import repeat
    from prosefix.files import find_pages

    if STANDARD_INPUT in options["paths"] or options["diff_file"] == STANDARD_INPUT:
        raise click.UsageError("--watch needs files; standard input does not change")
    gc.enable()  # it goes on until somebody ends it
    known: list[Path] = []

    def files() -> list[Path]:
        with suppress(ProsefixError):  # settings that cannot be read: the files known so far, those of the settings too
            settings = settings_of(options)
            own = [Path(settings.source)] if settings.source else []
            known[:] = [*map(Path, find_pages(options["paths"], settings).pages), *own, *settings.lists]
        return known

    def again() -> None:
        if sys.stdout.isatty():
            click.clear()
        try:
            session, _ = _report(format_name, with_patch, options)
            session.remark("waiting for changes; Ctrl-C ends it")
        except ProsefixError as error:
            click.echo(f"prosefix: {error}", err=True)

    repeat(files, again)


def _checked(session: Session) -> tuple[list[Any], bytes]:
    from prosefix.run import check_files

    found = check_files(session.sources, session.settings, session.changes, session.jobs, session.cache)
    results = watched(found, len(session.sources), session.quiet)
    # Of a page without findings no report shows a word: in a run over thousands, their texts are not to fill the memory.
    return [result if result.findings else replace(result, page=None) for result in results], b""


def _mended(session: Session) -> tuple[list[Any], bytes]:
    from prosefix.fixes.patch import unified_diff
    from prosefix.mending import mend_files

    found = mend_files(session.sources, session.settings, changes=session.changes, jobs=session.jobs)
    mended = list(watched(found, len(session.sources), session.quiet))
    return [each.before for each in mended], b"".join(
        unified_diff(each.page.path, each.page.raw, each.raw) for each in mended
    )
