"""Asking git. Where it is not installed, or has nothing to say, the answer is None; what that means is for the one who asked."""

from pathlib import Path


def ask(folder: str | Path, *arguments: str) -> bytes | None:
    """What `git ARGUMENTS` prints in `folder`, or None where it fails or is not installed."""
    import subprocess

    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None
