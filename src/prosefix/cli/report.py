"""`prosefix report`: a web page to read, decide in, and save the patch from."""

from pathlib import Path
from typing import Any

import click

from prosefix.cli.options import choosing_pages
from prosefix.cli.progress import watched
from prosefix.cli.session import open_session, print_bytes


@click.command(name="report")
@choosing_pages
@click.option("--output", "-o", required=True, metavar="FILE", help="The page to write; - for standard output.")
def command(output: str, **options: Any) -> None:
    """Write one self-contained web page about PATHs: their text with the mistakes marked, to accept or reject each.

    It saves the patch of what was accepted, which `git apply` takes. Exit code 0: all pages were read; 2: one failed.
    """
    from prosefix.errors import ProsefixError
    from prosefix.review import build
    from prosefix.run import check_files

    if output != "-":
        _check_target(Path(output))
    session = open_session(options)
    found = check_files(session.sources, session.settings, session.changes, session.jobs, session.cache)
    results = list(watched(found, len(session.sources), session.quiet))
    content = build(results, session.rules, session.settings)
    if output == "-":
        print_bytes(content)
    else:
        try:
            Path(output).write_bytes(content)
        except OSError as error:
            raise ProsefixError(f"{output}: cannot be written: {error.strerror}") from None
        session.remark(f"{output}: {sum(len(result.findings) for result in results)} findings to decide")
    session.tell(results)
    raise SystemExit(session.exit_code(()))


def _check_target(target: Path) -> None:
    """Raises ProsefixError where a file is at `target` that prosefix did not write as a report."""
    from prosefix.errors import ProsefixError
    from prosefix.page.saved import REACH, is_report

    if not target.is_file():
        return
    try:
        with target.open(encoding="utf-8", errors="replace") as file:
            start = file.read(REACH)
    except OSError as error:
        raise ProsefixError(f"{target}: cannot be read: {error.strerror}") from None
    if not is_report(start):
        raise ProsefixError(
            f"{target}: is there already and is no report of prosefix; give -o a new name, or remove the file first"
        )
