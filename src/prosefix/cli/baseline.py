"""`prosefix baseline`: keep the findings of today from being reported."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from prosefix.cli.options import choosing_pages
from prosefix.cli.session import open_session, watched


@click.command(name="baseline")
@choosing_pages
@click.option("--update", is_flag=True, help="Only take out entries that are stale; add none.")
def command(update: bool, **options: Any) -> None:
    """Write the findings in PATHs into the baseline, so that only new ones are reported.

    The file is --baseline, or the setting `baseline`, or .prosefix-baseline; without the setting, `check` needs
    --baseline to see it. Entries of pages that are not among PATHs stay as they are.
    """
    from prosefix import baseline
    from prosefix.run import check_files

    session = open_session(options)
    path = session.settings.baseline or Path(baseline.FILE)
    root = path.absolute().parent
    found = check_files(session.sources, replace(session.settings, baseline=None), jobs=session.jobs, cache=session.cache)
    results = list(watched(found, len(session.sources), session.quiet))
    session.tell(results)
    if session.failed:
        raise SystemExit(2)
    before = baseline.open_baseline(path).known if path.exists() else Counter[baseline.Entry]()
    now = Counter(entry for _, entry in baseline.entries(results, root))
    checked = {baseline.name_of(result.path, root) for result in results}
    others = Counter({entry: n for entry, n in before.items() if entry.path not in checked})
    kept = (before & now if update else now) + others
    baseline.write_baseline(path, kept.elements())
    added, removed = (kept - before).total(), (before - kept).total()
    session.remark(f"{path}: {kept.total()} findings known, {added} added, {removed} taken out")
