"""The options that several commands share."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from prosefix.cli.completing import names_with_commas
from prosefix.page.source import MAX_SIZE

Command = TypeVar("Command", bound=Callable[..., Any])
SEVERITIES = click.Choice(["error", "warning", "info"])


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between them; the option may be given several times."""

    name = "names"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,  # noqa: ARG002
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(name.strip() for name in value.split(",") if name.strip())


def _joined(_ctx: click.Context, _param: click.Parameter, value: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(name for names in value for name in names)


_SELECT = "Sets and rules to use; a rule that is off by default must be named itself, as in all,math/dots."
_RULES = (
    click.option(
        "--select", type=Names(), multiple=True, callback=_joined, help=_SELECT, shell_complete=names_with_commas
    ),
    click.option(
        "--ignore",
        type=Names(),
        multiple=True,
        callback=_joined,
        help="Sets and rules to leave out.",
        shell_complete=names_with_commas,
    ),
    click.option("--fail-on", type=SEVERITIES, help="The least severity that makes the exit code 1 [warning]."),
)
_CONFIG = click.option(
    "--config", type=click.Path(dir_okay=False), help="The settings file to use instead of the nearest."
)
_JOBS = click.option("--jobs", "-j", type=click.IntRange(min=0), default=0, help="Processes [one a processor].")
_MAX_SIZE = click.option(
    "--max-size", type=click.IntRange(min=1), metavar="MB", help=f"The largest page to read [{MAX_SIZE}]."
)
_CHOICE = (
    click.argument("paths", nargs=-1, metavar="[PATH]..."),
    *_RULES,
    click.option("--baseline", type=click.Path(dir_okay=False), help="A file of findings that are not reported."),
    click.option("--since", metavar="REV", help="Only lines changed since the merge base with REV."),
    click.option("--diff", "diff_file", metavar="FILE", help="Only lines changed by this unified diff; - for stdin."),
    _CONFIG,
    click.option("--stdin-filename", metavar="NAME", help="What to call standard input (the path -)."),
    _JOBS,
    click.option(
        "--engine", metavar="NAME", help="Another checker to ask as well: languagetool, harper, lingotweaker."
    ),
    _MAX_SIZE,
    click.option("--no-cache", is_flag=True, help="Neither read nor write the cache of results."),
    click.option("--quiet", "-q", is_flag=True, help="No remarks, only findings and errors."),
    click.option("--verbose", "-v", is_flag=True, help="More remarks."),
)


def choosing_pages(command: Command) -> Command:
    """Adds the options that say which pages are read, and what is looked for in them."""
    return _with(command, _CHOICE)


def choosing_rules(command: Command) -> Command:
    """Adds those of them that commands with other sources than pages have."""
    return _with(command, (*_RULES, _CONFIG, _JOBS, _MAX_SIZE))


def _with(command: Command, options: Iterable[Callable[[Command], Command]]) -> Command:
    for option in reversed(tuple(options)):
        command = option(command)
    return command
