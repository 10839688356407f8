"""Writing a file so that it holds the old content or the new one at every moment, whatever stops the program.

It knows nothing of what is written; whether a file may be replaced is for its owner to say.
"""

import os
from pathlib import Path


def write_whole(target: Path, content: bytes, mode: int | None = None, durable: bool = True) -> None:
    """Make `content` the content of the file `target`, with the permissions `mode` where they are given.

    A `durable` file has reached the disk on return. Raises OSError; then the file is as it was, and nothing is left
    beside it.
    """
    beside = target.parent / f".prosefix-{os.urandom(8).hex()}.tmp"  # a name that no other writer has
    try:  # from before the file is there: an interrupt may come between any two calls
        handle = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        beside.chmod(mode if mode is not None else 0o666 & ~_umask())
        os.replace(beside, target)  # noqa: PTH105 - one call that either happens or does not
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The permissions that new files do not get."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def own_folder(folder: Path) -> Path:
    """`folder`, made where it is missing, with a note in it that keeps git and backups from taking it."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".gitignore").write_text("*\n", "utf-8")
        (folder / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n", "utf-8")
    return folder
