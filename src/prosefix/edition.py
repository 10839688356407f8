"""What decides what prosefix says of a page, besides the page and the settings: its code, its data and its rules.

It turns all that into one digest, the same on every machine that has the same; it opens no page.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from prosefix import __version__
from prosefix.rulebook import rule_folders
from prosefix.rulebook.loading import cache_folder
from prosefix.writing import write_whole

_LEFT_OUT = frozenset({".pyc", ".pyo"})
_PACKAGE = Path(__file__).parent


def edition(folders: Sequence[Path]) -> str:
    """32 hexadecimal digits for this prosefix with the project's rule folders `folders`."""
    roots = [_PACKAGE, *rule_folders(folders)]
    digest = hashlib.blake2b(f"{__version__} {sys.version_info[:2]}".encode(), digest_size=16)
    for root in roots:
        digest.update(_folder_digest(root).encode())
    return digest.hexdigest()


def _folder_digest(root: Path) -> str:
    """The digest of all files below `root`. Reading them takes long, so it is remembered with their sizes and times."""
    files = sorted(_files(root))
    stamp = _digest(
        f"{path} {(state := path.stat()).st_size} {state.st_mtime_ns} {state.st_ctime_ns}\n".encode() for path in files
    )
    store = cache_folder() / f"edition-{_digest([str(root).encode()])[:16]}.json"
    remembered = _remembered(store, stamp)
    if remembered is not None:
        return remembered
    digest = _digest(
        part for path in files for part in (path.relative_to(root).as_posix().encode() + b"\0", _content(path))
    )
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        write_whole(store, json.dumps({"stamp": stamp, "digest": digest}).encode(), durable=False)
    except OSError:
        return digest  # a read-only home folder: the files are read at every start, which is slower and nothing worse
    return digest


def _files(root: Path) -> Iterator[Path]:
    for path in root.rglob("*"):
        if path.suffix not in _LEFT_OUT and "__pycache__" not in path.parts and path.is_file():
            yield path


def _content(path: Path) -> bytes:
    """What stands for the content of a file in a digest."""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).digest()


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def _remembered(store: Path, stamp: str) -> str | None:
    try:
        kept = json.loads(store.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None  # nothing remembered yet, or damaged: the files themselves are read
    if isinstance(kept, dict) and kept.get("stamp") == stamp and isinstance(kept.get("digest"), str):
        return str(kept["digest"])
    return None
