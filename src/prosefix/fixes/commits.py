"""Committing pieces of a run with git, so that each rule's fixes are a commit of their own.

It commits the pages of a piece and nothing else that is staged or changed; it asks no remote.
"""

import os
import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path

from prosefix.errors import ProsefixError


def uncommitted(paths: Collection[str]) -> set[str]:
    """Those of `paths` that git does not know as they are: changed, staged or new. Raises ProsefixError outside git."""
    top = _git("rev-parse", "--show-toplevel")
    # Paths with a slash at the front are from the top of the work tree, whatever the current folder is.
    status = _git("status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignored=matching", "--no-renames")
    folder = Path(os.fsdecode(top.rstrip(b"\n")))
    changed = [(folder / os.fsdecode(entry[3:])).resolve() for entry in status.split(b"\0") if entry]
    places = set(changed)
    return {path for path in paths if _among(Path(path).resolve(), places, folder.resolve())}


def _among(path: Path, places: set[Path], top: Path) -> bool:
    """Whether git named `path` or a folder around it, or it lies outside the work tree."""
    return path in places or any(parent in places for parent in path.parents) or not path.is_relative_to(top)


def commit(paths: Sequence[str], message: str) -> None:
    """Commit the pages at `paths` as they are on the disk, and nothing else. Raises ProsefixError with git's own words."""
    names = b"\0".join(os.fsencode(f":(literal){path}") for path in paths)
    _git(
        "commit", "--quiet", "--only", "--message", message, "--pathspec-from-file=-", "--pathspec-file-nul", given=names
    )  # fmt: skip


def _git(*arguments: str, given: bytes = b"") -> bytes:
    try:
        done = subprocess.run(["git", *arguments], input=given, capture_output=True, check=False)
    except FileNotFoundError:
        raise ProsefixError("--commit-per-rule needs git, which is not installed") from None
    if done.returncode:
        lines = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines() or ["it said nothing"]
        raise ProsefixError(
            f"--commit-per-rule: git {arguments[0]} failed: {lines[-1] if len(lines) > 5 else '; '.join(lines)}"
        )
    return done.stdout
