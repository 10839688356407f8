"""The command line: one command a file, loaded when it is called, so that `prosefix --version` is instant.

It parses, calls and prints; it holds no logic of its own.
"""

from prosefix.cli.group import cli

__all__ = ["cli", "main"]


def main() -> None:
    """The entry point of the command `prosefix`."""
    cli(prog_name="prosefix")
