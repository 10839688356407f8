"""The example pages: what is found in each is what `expected.txt` says, and nothing is found where nothing is wrong."""

import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from prosefix.cli import cli

PAGES = Path(__file__).parent.parent / "examples" / "pages"
NAMES = ("blog.html", "paper.html", "specification.bs", "template.html")


def expected(page: str) -> list[str]:
    lines = (PAGES / "expected.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith(f"{page}:")]


@pytest.mark.parametrize("page", NAMES)
def test_the_report_of_a_page_is_the_expected_one(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PAGES)
    result = CliRunner().invoke(cli, ["check", "--no-cache", "--format", "concise", page])
    assert result.stdout.splitlines() == expected(page)
    assert result.exit_code == 1


def test_every_expected_line_is_of_a_page_that_is_there() -> None:
    lines = (PAGES / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert sum(len(expected(page)) for page in NAMES) == len(lines)
    assert {path.name for path in PAGES.iterdir()} == {*NAMES, "expected.txt", "README.md"}


@pytest.mark.parametrize("page", NAMES)
def test_the_patch_applies_and_leaves_nothing_to_apply(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / page).write_bytes((PAGES / page).read_bytes())
    monkeypatch.chdir(tmp_path)
    patch = CliRunner().invoke(cli, ["diff", page]).stdout_bytes
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    subprocess.run(["git", "apply"], input=patch, check=True, env=environment)
    assert (tmp_path / page).read_bytes() != (PAGES / page).read_bytes()
    assert CliRunner().invoke(cli, ["diff", page]).stdout_bytes == b""
