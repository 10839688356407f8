"""What the commands that read pages have in common: settings, pages, remarks, and the exit code in the end."""

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from prosefix.cache import Cache, open_cache
from prosefix.changes import Changes, changes_in, changes_since
from prosefix.checks.engines.registry import engine_names, open_engine
from prosefix.errors import ProsefixError
from prosefix.files import STANDARD_INPUT, find_pages
from prosefix.findings import Finding
from prosefix.lint import FileResult, rules_of
from prosefix.reports.printable import printable
from prosefix.rulebook.mistakes import nearest
from prosefix.rulebook.rules import Rule
from prosefix.run import Source
from prosefix.settings import Settings, load_settings, read_settings
from prosefix.settings.keys import severity
from prosefix.settings.names import check_names

WIDTH = 100  # of reports that go to a file or a pipe


@dataclass(slots=True)
class Session:
    """A run of a command: what to read under which settings, and whether all went well."""

    settings: Settings
    rules: dict[str, Rule]
    sources: list[Source]
    jobs: int
    quiet: bool
    verbose: bool
    changes: Changes | None = None
    cache: Cache | None = None
    failed: bool = False

    def complain(self, line: str) -> None:
        """Print an error; the exit code will be 2."""
        click.echo(f"prosefix: {printable(line)}", err=True)
        self.failed = True

    def remark(self, line: str) -> None:
        """Print a remark, unless remarks are not wanted."""
        if not self.quiet:
            click.echo(f"prosefix: {printable(line)}", err=True)

    def tell(self, results: Iterable[FileResult]) -> None:
        """Print what went wrong in `results`, each failing rule once, and their remarks."""
        crashes: dict[str, str] = {}
        for result in results:
            if result.error is not None:
                self.complain(f"{result.path}: {result.error}")
            for note in result.notes:
                self.remark(f"{result.path}: {note}")
            for crash in result.crashes:
                crashes.setdefault(crash.rule, f"{result.path}: {crash}")
        for line in crashes.values():
            self.complain(line)

    def exit_code(self, findings: Iterable[Finding]) -> int:
        """2 where something failed, 1 with a finding of the severity that counts, else 0."""
        if self.failed:
            return 2
        return int(any(finding.severity >= self.settings.fail_on for finding in findings))


def open_session(options: dict[str, Any]) -> Session:
    """The session for a command's `options` (those of `choosing_pages`). Raises ProsefixError."""
    settings = settings_of(options)
    engine = ""
    if settings.engine:
        options_of_it = settings.engines.get(settings.engine, {})
        engine = open_engine(settings.engine, options_of_it, settings.spelling).identity
    rules = {rule.name: rule for rule in rules_of(settings)}
    check_settings(settings, options, rules)
    found = find_pages(options["paths"], settings)
    session = Session(settings, rules, [], options["jobs"], options["quiet"], options["verbose"])
    for line in found.errors:
        session.complain(line)
    for line in found.notes if session.verbose else ():
        session.remark(line)
    session.changes = _changes(options)
    if not options.get("no_cache"):
        session.cache = open_cache(settings, engine)
    session.sources = [
        _source(page, options["stdin_filename"], page in found.named, settings.max_size)
        for page in found.pages
        if session.changes is None or page == STANDARD_INPUT or session.changes.of(page)
    ]
    if session.changes is not None and found.pages and not session.sources:
        session.remark("no page was changed")
    return session


def _changes(options: dict[str, Any]) -> Changes | None:
    """The changed lines that findings are limited to, or None where all count."""
    if options["since"] and options["diff_file"]:
        raise ProsefixError("--since and --diff exclude each other")
    if options["since"]:
        return changes_since(options["since"], _start(options["paths"], options))
    if not options["diff_file"]:
        return None
    if options["diff_file"] == STANDARD_INPUT:
        return changes_in(sys.stdin.buffer.read(), Path.cwd())
    try:
        return changes_in(Path(options["diff_file"]).read_bytes(), Path.cwd())
    except OSError as error:
        raise ProsefixError(f"--diff: {options['diff_file']} cannot be read: {error.strerror}") from None


def settings_of(options: dict[str, Any]) -> Settings:
    """The settings that hold for the paths among a command's `options`, with what those change. Raises SettingsError."""
    config = options["config"]
    settings = read_settings(Path(config)) if config else load_settings(_start(options["paths"], options))
    changed: dict[str, Any] = {name: options[name] for name in ("select", "ignore") if options[name]}
    if options["ignore"] and not options["select"]:
        changed["ignore"] = (*settings.ignore, *options["ignore"])
    if options["engine"] is not None:
        changed["engine"] = _engine(options["engine"])
    if options["no_cache"]:
        changed["cached"] = False
    if options["fail_on"]:
        changed["fail_on"] = severity(options["fail_on"])
    if options["max_size"]:
        changed["max_size"] = options["max_size"]
    if options["baseline"]:
        changed["baseline"] = Path(options["baseline"]).absolute()
    return replace(settings, **changed)


def _engine(name: str) -> str:
    """The engine of that name; raises ProsefixError, with the nearest one, where there is none."""
    if name and name not in engine_names():
        raise ProsefixError(f"--engine: there is no engine “{name}”{nearest(name, engine_names())}")
    return name


def _start(paths: Sequence[str], options: dict[str, Any]) -> Path:
    """The folder that all paths lie in: the settings nearest to it hold."""
    names = [options["stdin_filename"] if path == STANDARD_INPUT else path for path in paths]
    places = [Path(name).absolute() for name in names if name]
    folders = [place if place.is_dir() else place.parent for place in places] or [Path.cwd()]
    try:
        common = Path(os.path.commonpath(folders))
    except ValueError:  # different drives
        return Path.cwd()
    return common if common.is_dir() else Path.cwd()


def check_settings(settings: Settings, options: dict[str, Any], rules: Iterable[str]) -> None:
    """Raises SettingsError for a set or a rule that does not exist, in the `options` or in the settings file."""
    for name in ("select", "ignore", "safe", "unsafe", "severity"):
        origin = settings.origins.get(name)
        where = f"--{name}" if options.get(name) else f"{origin}: “{name}”"
        if options.get(name) or origin:
            check_names(getattr(settings, name), rules, where)
    for override in settings.overrides:
        for name in ("select", "ignore", "safe", "unsafe", "severity"):
            where = f"{settings.origins['overrides']}: “{name}” for {', '.join(override.files)}"
            check_names(override.values.get(name, ()), rules, where)


def _source(page: str, stdin_filename: str | None, named: bool, max_size: int) -> Source:
    if page != STANDARD_INPUT:
        return Source(page, named=named)
    return Source(stdin_filename or "stdin.html", sys.stdin.buffer.read(max_size * 1_000_000 + 1))


def print_bytes(content: bytes) -> None:
    """Write a payload to standard output as it is, all of it: where PYTHONUNBUFFERED is set, a write may stop halfway."""
    left = memoryview(content)
    while left:
        left = left[sys.stdout.buffer.write(left) :]
    sys.stdout.buffer.flush()


def on_terminal() -> bool:
    """Whether standard output is a terminal that shows colours, and the person has not switched them off."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Columns for reports: the terminal's, or COLUMNS, or 100."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return WIDTH
    import shutil

    return shutil.get_terminal_size((WIDTH, 24)).columns
