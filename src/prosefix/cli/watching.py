"""Doing something again whenever files change, until the person stops it.

It looks at times and sizes every now and then, which works on every system and on every kind of disk.
"""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

INTERVAL = 0.4  # seconds
State = dict[Path, tuple[int, int]]


def repeat(files: Callable[[], Iterable[Path]], action: Callable[[], None]) -> None:
    """Call `action` now and each time one of `files`, asked for anew each time, changes; ends at Ctrl-C."""
    try:
        while True:
            state = _state(files())  # before the action, so that what changes during it is not missed
            action()
            while _state(files()) == state:
                time.sleep(INTERVAL)
    except KeyboardInterrupt:
        return


def _state(files: Iterable[Path]) -> State:
    found: State = {}
    for file in files:
        try:
            known = file.stat()
        except OSError:
            found[file] = (-1, -1)  # gone, or not there yet
        else:
            found[file] = (known.st_mtime_ns, known.st_size)
    return found
