"""The example article: every planted mistake is found and mended, and its mended twin has nothing to report."""

import shutil
import subprocess
from pathlib import Path

from click.testing import CliRunner

from prosefix.cli import cli

EXAMPLES = Path(__file__).parent.parent / "examples"
PLANTED = 49


def run(*arguments: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    return result.exit_code, result.stdout


def test_the_article_has_at_least_its_planted_mistakes() -> None:
    code, out = run("check", "--no-cache", "--format", "concise", EXAMPLES / "article.html")
    assert code == 1
    assert len(out.splitlines()) >= PLANTED - 2  # two of them may lie in one finding


def test_apply_gives_the_mended_twin(tmp_path: Path) -> None:
    page = shutil.copy(EXAMPLES / "article.html", tmp_path)
    run("apply", "--no-cache", "--unsafe", page)
    assert Path(page).read_bytes() == (EXAMPLES / "article.fixed.html").read_bytes()


def test_the_patch_between_them_is_what_diff_prints_and_git_applies(tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    page = shutil.copy(EXAMPLES / "article.html", tmp_path / "examples")
    patch = (EXAMPLES / "article.patch").read_bytes()
    subprocess.run(["git", "apply"], input=patch, cwd=tmp_path, check=True)
    assert Path(page).read_bytes() == (EXAMPLES / "article.fixed.html").read_bytes()


def test_nothing_is_found_in_the_mended_twin() -> None:
    assert run("check", "--no-cache", "--format", "concise", EXAMPLES / "article.fixed.html") == (0, "")
