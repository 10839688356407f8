"""The command `prosefix` itself: it knows the names of its commands and loads the one that is asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from prosefix import __version__
from prosefix.cli.streams import abandon_output
from prosefix.errors import ProsefixError

COMMANDS: Mapping[str, str] = {
    "check": "Report mistakes.",
    "apply": "Write the safe fixes into the pages.",
    "diff": "Print the patch that `apply` would make.",
    "scan": "Check whole sites and crawls, into tables.",
    "report": "Write a web page to read, decide in, and save the patch from.",
    "explain": "Explain a rule, with its examples.",
    "rules": "List the rules.",
    "extract": "Show what prosefix reads of a page.",
    "words": "List, add or tidy the project's words.",
    "init": "Propose settings for this project.",
    "config": "Show each setting and where it comes from.",
    "baseline": "Keep the findings of today from being reported.",
    "languagetool": "Install and run LanguageTool, for --engine languagetool.",
    "lsp": "Run the language server, for editors.",
    "doctor": "Say what prosefix runs with.",
    "completion": "Print the completion script for a shell.",
    "manual": "Print the manual page.",
}
INTERRUPTED = 130  # as shells have it: 128, and the number of SIGINT
UNREAD = 141  # the same for SIGPIPE: who reads the output has had enough, such as `head`


class Failure(click.ClickException):
    """An error that ends the run: one line, exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"prosefix: {self.message}", file=file, err=file is None)


class LazyGroup(click.Group):
    """A group that imports `prosefix.cli.NAME` for the command NAME only when it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"prosefix.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from prosefix.rulebook.mistakes import nearest

            raise click.UsageError(f"there is no command “{args[0]}”{nearest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ProsefixError as error:
            raise Failure(str(error)) from error
        except KeyboardInterrupt:
            click.echo("prosefix: interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            abandon_output()
            ctx.exit(UNREAD)
        except OSError as error:  # what concerns a page or a setting was told where it happened
            if error.filename is None:
                abandon_output()
            raise Failure(f"{error.filename or 'the output'} cannot be written: {error.strerror}") from error


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="prosefix %(version)s")
def cli() -> None:
    """Find the mistakes in the prose and math of technical HTML, and write the fixes as unified diffs."""
