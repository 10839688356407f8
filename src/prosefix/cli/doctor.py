"""`prosefix doctor`: what prosefix runs with, for the person who wonders and for bug reports."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from importlib.metadata import PackagePath

PACKAGES = ("click", "jinja2", "lxml", "numpy", "rapidfuzz", "rich")
EXTRAS = {
    "lsp": "pygls", "languagetool": "language-tool-python", "harper": "harper-py", "lingotweaker": "lingotweaker",
    "scan": "pyarrow", "spark": "pyspark",
}  # fmt: skip


@click.command(name="doctor")
def command() -> None:
    """Print versions, data, rules, settings, engines and cache, and what is wrong with them; exit code 2 if anything is."""
    import shutil

    from prosefix.errors import ProsefixError

    for line in _versions():
        click.echo(line)
    checks: dict[str, Callable[[], str]] = {
        "files": _files, "settings": _settings, "rules": _rules, "English": _english, "engines": _engines, "cache": _cache,
    }  # fmt: skip
    faults = []
    for what, state in checks.items():
        try:
            click.echo(f"{what}: {state()}")
        except (ProsefixError, OSError) as error:
            faults.append(what)
            click.echo(f"{what}: wrong: {error}")
    click.echo(f"git: {shutil.which('git') or 'not found; --since and --diff need it, and folders are read whole'}")
    if faults:
        click.echo(f"not as it should be: {', '.join(faults)}")
    raise SystemExit(2 if faults else 0)


def _versions() -> Iterator[str]:
    import os
    import platform
    from importlib.metadata import version

    import prosefix

    yield f"prosefix {prosefix.__version__}, {Path(prosefix.__file__).parent}"
    yield f"Python {platform.python_version()}, {platform.platform()}, {os.cpu_count()} processors"
    yield "packages: " + ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    yield "extras: " + ", ".join(f"{extra} {_installed(package)}" for extra, package in EXTRAS.items())


def _installed(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"({package} {version(package)})"
    except PackageNotFoundError:
        return "(not installed)"


def _files() -> str:
    """Compares the files of an installed wheel, data and all, with the hashes that it came with."""
    from importlib.metadata import PackageNotFoundError, distribution

    from prosefix.errors import ProsefixError

    try:
        installed = [file for file in distribution("prosefix-html").files or () if file.hash and _is_ours(file)]
    except PackageNotFoundError:
        installed = []
    if not installed:
        return "a source tree, which git watches over"
    damaged = [str(file) for file in installed if not _is_whole(file)]
    if damaged:
        raise ProsefixError(f"not as they were installed: {', '.join(damaged)}; install prosefix-html again")
    return f"{len(installed)}, all as they were installed"


def _is_ours(file: "PackagePath") -> bool:
    return file.parts[0] == "prosefix" and file.suffix != ".pyc"


def _is_whole(file: "PackagePath") -> bool:
    """Whether a file has the hash that the wheel's list gives it (PEP 376: URL-safe base64 without padding)."""
    from base64 import urlsafe_b64encode
    from hashlib import new

    assert file.hash is not None
    try:
        digest = new(file.hash.mode, Path(str(file.locate())).read_bytes()).digest()
    except OSError:
        return False
    return urlsafe_b64encode(digest).rstrip(b"=").decode() == file.hash.value


def _settings() -> str:
    from prosefix.settings import load_settings

    settings = load_settings(Path.cwd())
    if not settings.source:
        return "none found from here upwards, the defaults hold"
    lists = f", word lists {', '.join(map(str, settings.lists))}" if settings.lists else ""
    return f"{settings.source}, {len(settings.words)} words of the project{lists}"


def _rules() -> str:
    from prosefix.lint import active_rules, rules_of
    from prosefix.rulebook import rule_folders
    from prosefix.settings import load_settings

    settings = load_settings(Path.cwd())
    rules = list(rules_of(settings))
    folders = ", ".join(str(folder) for folder in rule_folders(settings.rules))
    return f"{len(rules)}, {len(active_rules(rules, settings))} of them at work, from {folders}"


def _english() -> str:
    """Opens every part and uses it once, so that a damaged file shows."""
    from prosefix.english.resources import english
    from prosefix.rulebook.batch import context_of_texts

    context = context_of_texts(["Two models agree."])
    known = int(english().lexicon.known(english().vocabulary).sum())
    return f"lexicon, tagger and language model are sound ({len(context.table)} rows, {known} words tried)"


def _engines() -> str:
    """Whether each engine could be asked. None needs to be, so that one that is missing is no fault, unless it is set."""
    from prosefix.checks.engines.registry import engine_names, open_engine
    from prosefix.errors import ProsefixError
    from prosefix.settings import load_settings

    settings = load_settings(Path.cwd())
    found = []
    for name in engine_names():
        try:
            open_engine(name, settings.engines.get(name, {}), settings.spelling)
            found.append(f"{name} ready")
        except ProsefixError as error:
            if name == settings.engine:
                raise
            found.append(f"{name} not ready ({error})")
    return "; ".join(found)


def _cache() -> str:
    from prosefix.cache import FOLDER
    from prosefix.rulebook.loading import cache_folder
    from prosefix.settings import load_settings

    settings = load_settings(Path.cwd())
    results = (settings.root if settings.source else Path.cwd()) / FOLDER
    return f"results {_size(results)}, rules {_size(cache_folder())}"


def _size(folder: Path) -> str:
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    if not files:
        return f"{folder} (empty)"
    return f"{folder} ({len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB)"
