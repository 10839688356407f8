"""`prosefix scan` in an empty folder."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from crawled import RULES, Scan

from prosefix.cli import cli

sys.path.append(str(Path(__file__).parents[1] / "cli"))  # for its terminal


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def scan(folder: Path) -> Scan:
    """Runs `prosefix scan` with a few rules and one process, into the folder `out`."""
    assert folder.is_dir()

    def call(*arguments: str) -> Result:
        few = () if "--select" in arguments else ("--select", RULES)
        jobs = () if {"--jobs", "--engine"} & set(arguments) else ("--jobs", "1")
        return CliRunner().invoke(cli, ["scan", "-o", "out", *few, *jobs, *arguments], prog_name="prosefix")

    return call
