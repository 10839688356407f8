"""Asking git. Where it is not installed, or has nothing to say, the answer is None; what that means is for the one who asked."""

from pathlib import Path

# A repository's own settings may name a program to watch its files, which whoever packed it would have run here.
_SAFE = ("-c", "core.fsmonitor=false")


def ask(folder: str | Path, *arguments: str) -> bytes | None:
    """What `git ARGUMENTS` prints in `folder`, or None where it fails or is not installed."""
    import subprocess

    try:
        done = subprocess.run(["git", *_SAFE, *arguments], cwd=folder, capture_output=True, check=False)
    except OSError:  # not installed, or not to be run by this person
        return None
    return done.stdout if done.returncode == 0 else None
