"""`prosefix apply`: write the fixes into the pages."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from prosefix.cli.options import choosing_pages
from prosefix.cli.session import Session, open_session, print_bytes, watched
from prosefix.errors import FixRefused
from prosefix.findings import Finding

if TYPE_CHECKING:
    from prosefix.fixes.draft import Mended


@click.command(name="apply")
@choosing_pages
@click.option("--unsafe", is_flag=True, help="Write unsafe fixes too.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--patch", "patch_file", type=click.Path(dir_okay=False), help="Save the patch of all changes here.")
def command(unsafe: bool, dry_run: bool, patch_file: str | None, **options: Any) -> None:
    """Write the safe fixes into PATHs: pages, folders, globs. Of standard input (-), the mended page is printed.

    Exit code 0: nothing is left at or above --fail-on; 1: something is; 2: a page or a rule failed.
    """
    from prosefix.fixes.patch import unified_diff
    from prosefix.run import mend_files

    session = open_session(options)
    piped = {source.path: source.raw for source in session.sources if source.raw is not None}
    patches: list[bytes] = []
    left: list[Finding] = []
    counts = [0, 0, 0]
    mended = mend_files(session.sources, session.settings, unsafe=unsafe, changes=session.changes, jobs=session.jobs)
    for each in watched(mended, len(session.sources), session.quiet):
        session.tell([each.before])
        if each.problem and each.before.error is None:
            session.complain(f"{each.page.path}: {each.problem}")
        through = each.page.path in piped
        if through and each.before.error is None:
            print_bytes(each.raw)
        elif each.raw != each.page.raw and not dry_run and not _written(session, each):
            left += each.before.findings
            continue
        _say(each, to_stderr=through)
        patches.append(unified_diff(each.page.path, each.page.raw, each.raw))
        left += each.after.findings
        counts = [a + b for a, b in zip(counts, (bool(each.written), len(each.written), _held(each)), strict=True)]
    if patch_file is not None:
        Path(patch_file).write_bytes(b"".join(patches))
    _sum_up(counts, len(left), dry_run, bool(piped) or options["quiet"])
    raise SystemExit(session.exit_code(left))


def _written(session: Session, mended: "Mended") -> bool:
    from prosefix.fixes.atomic import replace_file

    try:
        replace_file(mended.page.path, mended.page.raw, mended.raw)
    except FixRefused as refusal:
        session.complain(str(refusal))
        return False
    return True


def _say(mended: "Mended", to_stderr: bool) -> None:
    """What was changed in a page and what was not, one line each."""
    from prosefix.page.source import LineIndex
    from prosefix.reports.printable import printable

    path, index = printable(mended.page.path), LineIndex(mended.page.text)
    for choice in mended.written:
        line, column = index.position(choice.finding.start)
        old, new = printable(choice.finding.text), printable(choice.fix.replacement)
        click.echo(f"{path}:{line}:{column}: {choice.finding.rule} “{old}” → “{new}”", err=to_stderr)
    for held in mended.held_back:
        line, column = index.position(held.choice.finding.start)
        rule, reason = held.choice.finding.rule, printable(held.reason)
        click.echo(f"{path}:{line}:{column}: {rule} held back: {reason}", err=True)


def _held(mended: "Mended") -> int:
    return len(mended.held_back) + sum(bool(finding.held_back) for finding in mended.after.findings)


def _sum_up(counts: list[int], left: int, dry_run: bool, quiet: bool) -> None:
    if quiet:
        return
    pages, fixed, held = counts
    done = "would be fixed" if dry_run else "fixed"
    parts = [f"{fixed} {done} in {pages} page{'s' * (pages != 1)}", f"{left} left"]
    if held:
        parts.append(f"{held} of them held back")
    click.echo(", ".join(parts))
