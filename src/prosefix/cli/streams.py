"""Standard input, output and error as they may be found: closed, of a narrow character set, or ended by who reads them."""

import os
import sys


def open_streams() -> None:
    """Put the null device in the place of closed streams, and let none of them fail for a character it cannot show.

    A file that is opened later would get the number of a closed stream, and the output of other programs with it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - it stays open for good
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)
    for output in (sys.stdout, sys.stderr):
        reconfigure = getattr(output, "reconfigure", None)  # a stream that a program put here need not have it
        if reconfigure is not None and (output.encoding or "").lower().replace("-", "") != "utf8":
            reconfigure(errors="replace")


def abandon_output() -> None:
    """Let nothing more reach standard output, whose reader has gone or whose disk is full; its buffer would fail at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
