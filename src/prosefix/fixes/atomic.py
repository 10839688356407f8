"""Replacing a file by another content: wholly or not at all, and never over somebody else's change.

It owns the writing of pages; nothing else in prosefix writes one.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from prosefix.errors import FixRefused
from prosefix.writing import write_whole


def replace_file(path: str, old: bytes, new: bytes) -> None:
    """Make `new` the content of the file at `path`, which must still hold `old`; mode kept, links followed.

    Raises FixRefused where the file changed since it was read, or cannot be written; it is whole in any case.
    """
    target = Path(os.path.realpath(path))
    try:
        with _locked(target):
            if target.read_bytes() != old:
                raise FixRefused(f"{path}: changed since it was read; nothing written, run again")
            if not os.access(target, os.W_OK):
                raise FixRefused(f"{path}: not written: it is read-only")
            write_whole(target, new, mode=target.stat().st_mode & 0o7777)
    except OSError as error:
        raise FixRefused(f"{path}: not written: {error.strerror}") from error


@contextlib.contextmanager
def _locked(target: Path) -> Iterator[None]:
    """One writer at a time: another one that waits here will find the file changed."""
    with target.open("rb") as file:
        try:
            import fcntl
        except ImportError:  # Windows: the check of the content is all there is
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield  # closing the file lets go of the lock
