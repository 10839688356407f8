"""`prosefix apply`: write the fixes into the pages."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from prosefix.cli.options import choosing_pages
from prosefix.cli.progress import watched
from prosefix.cli.session import Session, open_session, print_bytes
from prosefix.errors import FixRefused, ProsefixError

if TYPE_CHECKING:
    from prosefix.fixes.account import Account
    from prosefix.fixes.draft import Mended
    from prosefix.fixes.undo import Undo


@click.command(name="apply")
@choosing_pages
@click.option("--unsafe", is_flag=True, help="Write unsafe fixes too.")
@click.option("--interactive", "-i", is_flag=True, help="Show one finding at a time, and do what you say.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--patch", "patch_file", type=click.Path(), help="Save the patch of all changes here.")
@click.option("--undo", "keeps_undo", is_flag=True, help="Leave a reverse patch in the folder .prosefix.")
@click.option(
    "--commit-per-rule", "per_rule", is_flag=True,
    help="Commit the fixes of each rule by themselves; with --dry-run --patch FOLDER, save a patch for each instead.",
)  # fmt: skip
def command(**options: Any) -> None:
    """Write the safe fixes into PATHs: pages, folders, globs. Of standard input (-), the mended page is printed.

    Exit code 0: nothing is left at or above --fail-on; 1: something is; 2: a page or a rule failed.
    """
    from prosefix.fixes.account import Account
    from prosefix.fixes.undo import Undo

    session = open_session(options)
    account, undo, made = Account(), Undo(), []
    dry, per_rule = options["dry_run"], options["per_rule"]
    piped = {source.path for source in session.sources if source.raw is not None}
    if piped and (options["interactive"] or per_rule):
        raise ProsefixError("--interactive and --commit-per-rule write files, and standard input is none")
    if per_rule and not dry:
        _leave_uncommitted(session)
    try:
        for each in _mended(session, options):
            if each.page.path in piped and each.before.error is None:
                print_bytes(each.raw)
            elif not dry and not per_rule and each.raw != each.page.raw and not _written(session, each, undo, account):
                continue
            _say(each, to_stderr=each.page.path in piped)
            account.add(each)
            made.append(each)
        if per_rule:
            _in_pieces(session, made, undo, options)
        elif options["patch_file"] is not None:
            _save(Path(options["patch_file"]), b"".join(_patches(made)))
    finally:  # of an interrupted run too
        if options["keeps_undo"]:
            _leave_undo(session, undo)
    _sum_up(account, dry, bool(piped) or options["quiet"])
    raise SystemExit(session.exit_code(account.left))


def _mended(session: Session, options: dict[str, Any]) -> Iterator["Mended"]:
    """The pages with their fixes made, what went wrong with them told."""
    from prosefix.mending import mend_files, review_files

    if options["interactive"]:
        found = review_files(session.sources, session.settings, _review(session), session.changes, session.cache)
    else:
        found = mend_files(
            session.sources, session.settings, unsafe=options["unsafe"], changes=session.changes, jobs=session.jobs
        )
    for each in found if options["interactive"] else watched(found, len(session.sources), session.quiet):
        session.tell([each.before])
        if each.problem and each.before.error is None:
            session.complain(f"{each.page.path}: {each.problem}")
        yield each


def _review(session: Session) -> Any:
    from prosefix.cli.interactive import ask, need_terminal
    from prosefix.cli.words import add_to_project
    from prosefix.fixes.review import Review

    need_terminal()
    return Review(session.settings, ask, lambda word: add_to_project(session.settings, [word]))


def _written(session: Session, mended: "Mended", undo: "Undo", account: "Account") -> bool:
    from prosefix.fixes.atomic import replace_file

    path, old, new = mended.page.path, mended.page.raw, mended.raw
    undo.note(path, old, new)
    try:
        replace_file(path, old, new)
    except FixRefused as refusal:
        session.complain(str(refusal))
        account.add_unwritten(mended, "the page could not be written")
        return False
    return True


def _leave_uncommitted(session: Session) -> None:
    """Take from the run the pages that git does not know as they are: a commit must not take those changes along."""
    from prosefix.fixes.commits import uncommitted

    changed = uncommitted([source.path for source in session.sources])
    for path in sorted(changed):
        session.complain(f"{path}: left alone, since it is not committed as it is; commit it first")
    session.sources = [source for source in session.sources if source.path not in changed]


def _in_pieces(session: Session, made: Sequence["Mended"], undo: "Undo", options: dict[str, Any]) -> None:
    """Write and commit rule by rule, or save the patches of the pieces in a folder."""
    from prosefix.fixes.atomic import replace_file
    from prosefix.fixes.commits import commit
    from prosefix.fixes.pieces import pieces

    for number, piece in enumerate(pieces(made), start=1):
        rule = session.rules[piece.rule]
        message = (
            f"{rule.name}: {rule.summary}\n\n{piece.places} places in {len(piece.changes)} pages, mended by prosefix.\n"
        )
        if options["patch_file"] is not None:
            folder = Path(options["patch_file"])
            folder.mkdir(parents=True, exist_ok=True)
            _save(folder / f"{number:04}-{rule.name.replace('/', '-')}.patch", message.encode() + b"\n" + piece.patch())
        if options["dry_run"]:
            continue
        for change in piece.changes:
            undo.note(*change)
            replace_file(*change)
        commit([change.path for change in piece.changes], message)
        session.remark(f"committed: {rule.name}, {piece.places} places")


def _patches(made: Sequence["Mended"]) -> Iterator[bytes]:
    from prosefix.fixes.patch import unified_diff

    return (unified_diff(each.page.path, each.page.raw, each.raw) for each in made)


def _save(path: Path, content: bytes) -> None:
    from prosefix.writing import write_whole

    try:
        write_whole(path, content)
    except OSError as error:
        raise ProsefixError(f"{path}: the patch cannot be saved: {error.strerror}") from None


def _leave_undo(session: Session, undo: "Undo") -> None:
    try:
        saved = undo.save(Path())
    except OSError as error:
        session.complain(f"the reverse patch cannot be saved: {error.strerror}")
        return
    if saved is not None:
        session.remark(f"to take it all back: git apply {saved}")


def _say(mended: "Mended", to_stderr: bool) -> None:
    """What was changed in a page and what was not, one line each."""
    from prosefix.page.source import LineIndex
    from prosefix.reports.printable import printable

    path, index = printable(mended.page.path), LineIndex(mended.page.text)
    for choice in mended.written:
        line, column = index.position(choice.finding.start)
        old, new = printable(choice.finding.text), printable(choice.fix.replacement)
        what = "left, with a directive" if choice.marks else f"“{old}” → “{new}”"
        click.echo(f"{path}:{line}:{column}: {choice.finding.rule} {what}", err=to_stderr)
    for held in mended.held_back:
        line, column = index.position(held.choice.finding.start)
        rule, reason = held.choice.finding.rule, printable(held.reason)
        click.echo(f"{path}:{line}:{column}: {rule} held back: {reason}", err=True)


def _sum_up(account: "Account", dry_run: bool, quiet: bool) -> None:
    """The last lines: how many were mended, how many not, and for each reason how many."""
    from prosefix.reports.printable import printable

    if quiet:
        return
    pages, left = account.pages, len(account.left)
    done = "would be fixed" if dry_run else "fixed"
    click.echo(f"{account.fixed} {done} in {pages} page{'s' * (pages != 1)}, {left} left")
    for reason, number in sorted(account.reasons.items(), key=lambda pair: (-pair[1], pair[0])):
        click.echo(f"  {number} {printable(reason)}")
