"""`prosefix diff`: the patch on standard output."""

from typing import Any

import click

from prosefix.cli.options import choosing_pages
from prosefix.cli.progress import watched
from prosefix.cli.session import open_session, print_bytes


@click.command(name="diff")
@choosing_pages
@click.option("--unsafe", is_flag=True, help="Unsafe fixes too.")
def command(unsafe: bool, **options: Any) -> None:
    """Print the patch that `prosefix apply` would make; write nothing. `git apply` takes it.

    Exit code 0: all pages were read, whether there is a patch or not; 2: a page or a rule failed.
    """
    from prosefix.fixes.patch import unified_diff
    from prosefix.mending import mend_files

    session = open_session(options)
    mended = mend_files(session.sources, session.settings, unsafe=unsafe, changes=session.changes, jobs=session.jobs)
    for each in watched(mended, len(session.sources), session.quiet):
        print_bytes(unified_diff(each.page.path, each.page.raw, each.raw))
        session.tell([each.before])
        if each.problem and each.before.error is None:
            session.complain(f"{each.page.path}: {each.problem}")
    raise SystemExit(session.exit_code(()))
