"""`prosefix manual`: the manual page, made from what the commands say of themselves."""

import re
from collections.abc import Iterator

import click


@click.command(
    name="manual", epilog="To read it:  prosefix manual | man -l -    To install it:  prosefix manual > prosefix.1"
)
def command() -> None:
    """Print the manual page in the language of man."""
    from prosefix.cli.group import cli

    click.echo("\n".join(_page(cli)))


def _page(group: click.Group) -> Iterator[str]:
    from prosefix import __version__

    context = click.Context(group, info_name="prosefix")
    yield f'.TH PROSEFIX 1 "" "prosefix {__version__}" "User Commands"'
    yield from (".SH NAME", rf"prosefix \- {_escaped((group.help or '').rstrip('.'))}")
    yield from (".SH SYNOPSIS", r".B prosefix", r"[\fIOPTION\fR]... \fICOMMAND\fR [\fIARGUMENT\fR]...")
    yield ".SH OPTIONS"
    yield from _options(group, context)
    yield ".SH COMMANDS"
    yield from _commands(group, context, ("prosefix",))
    yield from (".SH EXIT STATUS", "0 nothing was found at or above \\-\\-fail\\-on, 1 something was,")
    yield "2 a page could not be read, a rule failed, or the call was wrong."


def _commands(group: click.Group, context: click.Context, path: tuple[str, ...]) -> Iterator[str]:
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        own = click.Context(found, info_name=name, parent=context)
        synopsis = " ".join((*path, name, *found.collect_usage_pieces(own)))
        yield from (".SS", _escaped(synopsis), ".PP")
        for paragraph in (found.help or "").split("\n\n"):
            yield from (_escaped(" ".join(paragraph.split())), ".PP")
        yield from _options(found, own)
        if isinstance(found, click.Group):
            yield from _commands(found, own, (*path, name))


def _options(found: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in found.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and not (parameter.name == "help" and context.parent is not None):
            yield from (".TP", rf"\fB{_escaped(record[0])}\fR", _escaped(record[1]) or "\\&")


def _escaped(text: str) -> str:
    """`text` without what troff would take for its own."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", escaped, flags=re.MULTILINE)
