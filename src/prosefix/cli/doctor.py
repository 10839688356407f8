"""`prosefix doctor`: what prosefix runs with, for the person who wonders and for bug reports."""

import click

PACKAGES = ("click", "lxml", "numpy", "rapidfuzz", "rich")


@click.command(name="doctor")
def command() -> None:
    """Print versions, data, rules, settings and tools, and what is wrong with them; exit code 2 if anything is."""
    import platform
    import shutil
    from importlib.metadata import version
    from pathlib import Path

    import prosefix
    from prosefix.errors import ProsefixError

    click.echo(f"prosefix {prosefix.__version__}, {Path(prosefix.__file__).parent}")
    click.echo(f"Python {platform.python_version()}, {platform.platform()}")
    click.echo(", ".join(f"{name} {version(name)}" for name in PACKAGES))
    faults = []
    for what, state in (("settings", _settings), ("rules", _rules), ("English", _english)):
        try:
            click.echo(f"{what}: {state()}")
        except (ProsefixError, OSError) as error:
            faults.append(what)
            click.echo(f"{what}: {error}")
    for tool, use in (("git", "--since and folders"), ("java", "--engine languagetool")):
        click.echo(f"{tool}: {shutil.which(tool) or f'not found; {use} need it'}")
    raise SystemExit(2 if faults else 0)


def _settings() -> str:
    from pathlib import Path

    from prosefix.settings import load_settings

    return load_settings(Path.cwd()).source or "none found, the defaults hold"


def _rules() -> str:
    from pathlib import Path

    from prosefix.lint import rules_of
    from prosefix.rulebook import rule_folders
    from prosefix.settings import load_settings

    settings = load_settings(Path.cwd())
    folders = ", ".join(str(folder) for folder in rule_folders(settings.rules))
    return f"{len(rules_of(settings))} from {folders}"


def _english() -> str:
    """Opens every part and uses it once, so that a damaged file shows."""
    from prosefix.english.resources import english
    from prosefix.rulebook.batch import context_of_texts

    context = context_of_texts(["Two models agree."])
    known = int(english().lexicon.known(english().vocabulary).sum())
    return f"lexicon, tagger and language model are sound ({len(context.table)} rows, {known} words tried)"
