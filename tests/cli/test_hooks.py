"""The hooks for pre-commit, run by the real pre-commit in a repository of their own."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_pages import BAD, FIXED, GOOD

HOOKS = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=False)


def repository(folder: Path, hook: str) -> None:
    """A repository whose commits run `hook` as .pre-commit-hooks.yaml states it, but without an environment to build."""
    pytest.importorskip("pre_commit")
    entries = re.split(r"(?m)^(?=- id: )", HOOKS.read_text())
    (stated,) = [entry for entry in entries if entry.startswith(f"- id: {hook}\n")]
    stated = stated.replace("language: python", "language: system")
    stated = stated.replace("entry: prosefix", f"entry: {sys.executable} -m prosefix")
    indented = "".join(f"      {line}\n" for line in stated.splitlines())
    git(folder, "init", "-q")
    (folder / ".pre-commit-config.yaml").write_text(f"repos:\n  - repo: local\n    hooks:\n{indented}")
    (folder / ".prosefix.toml").write_text('select = ["repetition", "agreement/modal-verb"]\nexclude = ["old/**"]\n')
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "install"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_commit_with_a_mistake_is_refused_with_report_and_patch(folder: Path) -> None:
    repository(folder, "prosefix")
    (folder / "p.html").write_text(BAD)
    git(folder, "add", ".")
    refused = git(folder, "commit", "-qm", "one")
    assert refused.returncode == 1
    assert "p.html:1:20  error  agreement/modal-verb" in refused.stderr
    assert "+<p>The module will require care" in refused.stderr
    assert (folder / "p.html").read_text() == BAD
    (folder / "p.html").write_text(GOOD)
    git(folder, "add", ".")
    assert git(folder, "commit", "-qm", "one").returncode == 0


def test_excludes_hold_for_the_files_that_the_hook_names(folder: Path) -> None:
    repository(folder, "prosefix")
    (folder / "old").mkdir()
    (folder / "old" / "p.html").write_text(BAD)
    (folder / "notes.txt").write_text("the the")
    git(folder, "add", ".")
    done = git(folder, "commit", "-qm", "one")
    assert done.returncode == 0, done.stderr


def test_the_other_hook_mends_and_says_what(folder: Path) -> None:
    repository(folder, "prosefix-apply")
    (folder / "p.html").write_text(BAD)
    git(folder, "add", ".")
    refused = git(folder, "commit", "-qm", "one")
    assert refused.returncode == 1
    assert "files were modified by this hook" in refused.stderr
    assert "“requires” → “require”" in refused.stderr
    assert (folder / "p.html").read_text() == FIXED
