"""`prosefix baseline`: keep the findings of today from being reported."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from prosefix.cli.options import choosing_pages
from prosefix.cli.progress import watched
from prosefix.cli.session import open_session

if TYPE_CHECKING:
    from prosefix.baseline import Entry


@click.command(name="baseline")
@choosing_pages
@click.option("--update", is_flag=True, help="Only take out entries that are stale; add none.")
def command(update: bool, **options: Any) -> None:
    """Write the findings in PATHs into the baseline, so that only new ones are reported.

    A file with the marks of a merge conflict in it is read as both sides together, so that `--update` settles it.

    The file is --baseline, or the setting `baseline`, or .prosefix-baseline; without the setting, `check` needs
    --baseline to see it. Entries of pages that are not among PATHs stay as they are, as long
    as there are such pages.
    """
    from prosefix import baseline
    from prosefix.run import check_files

    session = open_session(options)
    path = session.settings.baseline or Path(baseline.FILE)
    root = path.absolute().parent
    found = check_files(
        session.sources, replace(session.settings, baseline=None), jobs=session.jobs, cache=session.cache
    )
    results = list(watched(found, len(session.sources), session.quiet))
    session.tell(results)
    if session.failed:
        raise SystemExit(2)
    before = baseline.open_baseline(path).known if path.exists() else Counter[baseline.Entry]()
    now = Counter(entry for _, entry in baseline.entries(results, root))
    checked = {baseline.name_of(result.path, root) for result in results}
    others = Counter({entry: n for entry, n in before.items() if entry.path not in checked and _stays(entry, root)})
    kept = (before & now if update else now) + others
    baseline.write_baseline(path, kept.elements())
    added, removed = (kept - before).total(), (before - kept).total()
    if not before and not _merges(path):
        session.remark(f"for merges without conflicts, put this line into .gitattributes: {baseline.ATTRIBUTE}")
    if session.settings.baseline is None:
        session.remark(
            f'so that `check` heeds it, put baseline = "{path}" into the settings, or give it --baseline {path}'
        )
    session.remark(f"{path}: {kept.total()} findings known, {added} added, {removed} taken out")


def _stays(entry: "Entry", root: Path) -> bool:
    """Whether there is a page of that name; of one with odd characters in its name nobody can tell."""
    return "%" in entry.path or (root / entry.path).is_file()


def _merges(path: Path) -> bool:
    """Whether git joins two people's changes of the baseline line by line."""
    from prosefix import git

    said = git.ask(path.absolute().parent, "check-attr", "merge", "--", path.name)
    return said is None or said.rstrip().endswith(b": union")  # without git there is nothing to merge
