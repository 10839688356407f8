"""The way back: a reverse patch of what a run wrote, left in the project's folder `.prosefix`.

It holds only changes that are on the disk when it is saved, so that `git apply` takes it even after an interrupt.
"""

import time
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from prosefix.fixes.patch import unified_diff
from prosefix.writing import own_folder, write_whole

FOLDER = ".prosefix"


@dataclass(slots=True)
class Undo:
    """All contents that a run gave to pages, by path, the original first; noted before they are written."""

    contents: dict[str, list[bytes]] = field(default_factory=dict)

    def note(self, path: str, old: bytes, new: bytes) -> None:
        """Note that the page at `path` is about to change."""
        self.contents.setdefault(path, [old]).append(new)

    def save(self, folder: Path) -> Path | None:
        """Write the patch below `folder` and give its path; None where nothing was written. Raises OSError."""
        parts = []
        for path, (original, *later) in self.contents.items():
            now = _content(Path(path))
            if now is not None and now in later:
                parts.append(unified_diff(path, now, original))
        if not any(parts):
            return None
        home = own_folder(folder / FOLDER)
        stem = time.strftime("undo-%Y%m%d-%H%M%S")
        names = (home / f"{stem}{f'-{n}' if n else ''}.patch" for n in count())
        free = next(name for name in names if not name.exists())
        write_whole(free, b"".join(parts))
        return free


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None  # gone since: there is nothing to take back
