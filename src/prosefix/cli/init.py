"""`prosefix init`: settings for this project, proposed from what is in it."""

from pathlib import Path
from typing import Any

import click

from prosefix.cli.progress import watched
from prosefix.cli.session import Session

OWN_FILE = ".prosefix.toml"
OFTEN = 3  # times that a word must be reported to be proposed as a word of the project
MOST = 60


@click.command(name="init")
@click.option("--write", is_flag=True, help=f"Write {OWN_FILE} instead of printing it; never over an existing one.")
def command(write: bool) -> None:
    """Look at the pages here and propose settings: words that the project uses often, and folders of built pages."""
    from prosefix.cli.session import open_session
    from prosefix.errors import ProsefixError
    from prosefix.run import check_files
    from prosefix.settings import find_settings

    here = Path.cwd()
    if write and (found := find_settings(here)) is not None and found.parent == here:
        raise ProsefixError(f"{found}: there are settings already; nothing written")
    options: dict[str, Any] = dict.fromkeys(
        (
            "fail_on",
            "baseline",
            "since",
            "diff_file",
            "config",
            "engine",
            "no_cache",
            "stdin_filename",
            "verbose",
            "max_size",
        )
    )
    session = open_session({**options, "paths": (), "select": (), "ignore": (), "jobs": 0, "quiet": False})
    results = list(watched(check_files(session.sources, session.settings, jobs=0), len(session.sources), False))
    text = _proposal(session, results)
    if write:
        (here / OWN_FILE).write_text(text, "utf-8")
        session.remark(f"{OWN_FILE} written")
    else:
        click.echo(text, nl=False)


def _proposal(session: Session, results: list[Any]) -> str:
    import json
    from collections import Counter

    reported = Counter(
        finding.text for result in results for finding in result.findings if finding.rule.startswith("spelling/")
    )
    words = sorted((word for word, count in reported.most_common(MOST) if count >= OFTEN), key=str.casefold)
    pages = len(session.sources)
    findings = sum(len(result.findings) for result in results)
    lines = [
        f"# {pages} pages, {findings} findings. Every key: `prosefix config keys`.",
        'fail-on = "warning"',
        "",
        f"# Words reported {OFTEN} times or more: keep those that are right.",
        "words = [",
        *(f"  {json.dumps(word, ensure_ascii=False)},  # {reported[word]} times" for word in words),
        "]",
    ]
    generated = _generated(source.path for source in session.sources)
    if generated:
        lines += ["", "# Built pages, mended in their sources.", f"exclude = {json.dumps(generated)}"]
    if findings > 100:
        lines += ["", "# To report new findings only: `prosefix baseline`, then", '# baseline = ".prosefix-baseline"']
    return "\n".join(lines) + "\n"


def _generated(paths: Any) -> list[str]:
    """Folders whose names say that what is in them was built."""
    names = {"_site", "_build", "build", "dist", "out", "public", "target", "htmlcov"}
    return sorted({part for path in paths for part in Path(path).parent.parts if part in names})
