"""The example pages and the example repository: what is found in them is what `expected.txt` says, and nothing else."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from prosefix.cli import cli

PAGES = Path(__file__).parent.parent / "examples" / "pages"
REPOSITORY = PAGES.parent / "repository"
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
def test_the_patch_applies_and_leaves_nothing_to_apply(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / page).write_bytes((PAGES / page).read_bytes())
    monkeypatch.chdir(tmp_path)
    patch = CliRunner().invoke(cli, ["diff", page]).stdout_bytes
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    subprocess.run(["git", "apply"], input=patch, check=True, env=environment)
    assert (tmp_path / page).read_bytes() != (PAGES / page).read_bytes()
    assert CliRunner().invoke(cli, ["diff", page]).stdout_bytes == b""


def test_the_example_repository_is_checked_with_its_own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    result = CliRunner().invoke(cli, ["check", "--no-cache", "--format", "concise", "docs"])
    assert result.stdout == (REPOSITORY / "expected.txt").read_text(encoding="utf-8")


def test_the_example_repository_asks_for_a_hook_that_there_is() -> None:
    here = (REPOSITORY / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    offered = (REPOSITORY.parents[1] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    ids = re.findall(r"- id: (\S+)", here)
    assert ids
    assert set(ids) <= set(re.findall(r"- id: (\S+)", offered))
