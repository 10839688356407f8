"""The command line: one command a file, loaded when it is called, so that `prosefix --version` is instant.

It parses, calls and prints; it holds no logic of its own.
"""

import atexit
import gc
import os
import sys

from prosefix.cli.group import cli
from prosefix.cli.streams import open_streams

__all__ = ["cli", "main"]


def main() -> None:
    """The entry point of the command `prosefix`."""
    # The matrices here are small and `--jobs` uses the processors already: threads that wait for each other cost twice
    # the time on a page and four times on a paragraph. It must be said before NumPy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Processes of `--jobs` would look for modules in the current folder first, and the pages there may be anybody's.
    os.environ["PYTHONSAFEPATH"] = "1"
    # A run leaves no cycles behind, and to look for some costs a fifth of a short one: while modules are loaded, and once
    # more at the very end. Commands that go on for long switch the collector on again.
    gc.disable()
    atexit.register(gc.freeze)
    open_streams()
    try:
        cli(prog_name="prosefix")
    except Exception as error:  # Python would end with 1, which says that mistakes were found
        _say(error)
        sys.exit(2)


def _say(error: Exception) -> None:
    import traceback

    traceback.print_exception(error)
    print("prosefix: stopped by a mistake of its own; please report it with the lines above", file=sys.stderr)
