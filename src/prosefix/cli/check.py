"""`prosefix check`: report mistakes."""

from time import perf_counter
from typing import Any

import click

from prosefix.cli.options import choosing_pages
from prosefix.cli.session import Session, on_terminal, open_session, print_bytes, watched, width

FORMATS = click.Choice(
    ["text", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "diff"]
)


@click.command(name="check")
@choosing_pages
@click.option("--format", "format_name", type=FORMATS, default="text", show_default=True, help="How to report.")
@click.option("--with-patch", is_flag=True, help="After the report, print the patch that `apply` would make.")
def command(format_name: str, with_patch: bool, **options: Any) -> None:
    """Report the mistakes in PATHs: pages, folders, globs, or - for standard input.

    Exit code 0: nothing at or above --fail-on; 1: something; 2: a page or a rule failed, or the call is wrong.
    """
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
    raise SystemExit(session.exit_code(report.findings))


def _checked(session: Session) -> tuple[list[Any], bytes]:
    from prosefix.run import check_files

    found = check_files(session.sources, session.settings, session.changes, session.jobs, session.cache)
    return list(watched(found, len(session.sources), session.quiet)), b""


def _mended(session: Session) -> tuple[list[Any], bytes]:
    from prosefix.fixes.patch import unified_diff
    from prosefix.run import mend_files

    found = mend_files(session.sources, session.settings, changes=session.changes, jobs=session.jobs)
    mended = list(watched(found, len(session.sources), session.quiet))
    return [each.before for each in mended], b"".join(
        unified_diff(each.page.path, each.page.raw, each.raw) for each in mended
    )
