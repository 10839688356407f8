"""Pages in an empty folder, and the command run in it."""

from pathlib import Path

import pytest
from cli_pages import RULES, Run
from click.testing import CliRunner, Result

from prosefix.cli import cli


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(folder: Path) -> Run:
    """Runs `prosefix` in the folder; `check`, `apply`, `diff` and `baseline` with the few rules, unless they are named."""

    def call(command: str, *arguments: str, stdin: bytes | None = None) -> Result:
        assert folder.is_dir()
        more = (
            ()
            if "--select" in arguments or command not in ("check", "apply", "diff", "baseline")
            else ("--select", RULES)
        )
        return CliRunner().invoke(cli, [command, *more, *arguments], input=stdin, prog_name="prosefix")

    return call
