"""Large changes in small pieces: a commit a rule, a patch a rule, the way back, and the account at the end."""

import subprocess
from pathlib import Path

import pytest
from cli_pages import BAD, FIXED, Run


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in (("NAME", "A"), ("EMAIL", "a@example.org")):
        monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)
    git(folder, "init", "-q", "-b", "main")
    (folder / "sub").mkdir()
    for name in ("p.html", "q.html", "sub/r s.html"):
        (folder / name).write_bytes(BAD.replace("\n", "\r\n").encode())
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    return folder


def test_a_commit_for_each_rule_takes_nothing_else_along(repository: Path, run: Run) -> None:
    (repository / "q.html").write_text(BAD + "<p>My own.</p>\n")
    (repository / "new.txt").write_text("staged")
    git(repository, "add", "new.txt")
    result = run("apply", ".", "--commit-per-rule")
    assert "q.html: left alone, since it is not committed as it is" in result.stderr
    subjects = git(repository, "log", "--format=%s").splitlines()
    assert [subject.split(":")[0] for subject in subjects] == ["repetition/same-word", "agreement/modal-verb", "one"]
    assert git(repository, "show", "--format=%b", "--stat=200", "HEAD").count(".html") == 2
    assert "2 places in 2 pages" in git(repository, "show", "-s", "--format=%b", "HEAD")
    assert (repository / "sub" / "r s.html").read_bytes() == FIXED.replace("\n", "\r\n").encode()
    assert (repository / "q.html").read_text() == BAD + "<p>My own.</p>\n"
    assert git(repository, "status", "--porcelain") == "A  new.txt\n M q.html\n"


def test_patches_of_pieces_come_to_the_same_as_apply(repository: Path, run: Run) -> None:
    # The second repetition appears when the first is mended: a second pass, with a piece of its own.
    (repository / "p.html").write_text("<p>It will requires of of of care.</p>\n")
    run("apply", ".", "--dry-run", "--commit-per-rule", "--patch", "out")
    patches = sorted((repository / "out").iterdir())
    assert len(git(repository, "log", "--format=%s").splitlines()) == 1
    for patch in patches:
        git(repository, "apply", "--whitespace=nowarn", str(patch))
    apart = {path: path.read_bytes() for path in repository.rglob("*.html")}
    git(repository, "checkout", "-q", "--", "q.html", "sub")
    (repository / "p.html").write_text("<p>It will requires of of of care.</p>\n")
    run("apply", ".")
    assert {path: path.read_bytes() for path in repository.rglob("*.html")} == apart


def test_outside_git_there_is_nothing_to_commit_to(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(BAD)
    result = run("apply", "p.html", "--commit-per-rule")
    assert result.exit_code == 2
    assert result.stderr.startswith("prosefix: --commit-per-rule: git rev-parse failed: ")
    assert result.stderr.count("\n") == 1
    assert (folder / "p.html").read_text() == BAD


def test_the_reverse_patch_restores_the_bytes_from_a_subfolder_too(
    repository: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = {path: path.read_bytes() for path in repository.rglob("*.html")}
    monkeypatch.chdir(repository / "sub")
    result = run("apply", "r s.html", "--undo")
    (line,) = [line for line in result.stderr.splitlines() if "git apply" in line]
    subprocess.run(["git", "apply", line.rpartition(" ")[2]], cwd=repository / "sub", check=True)
    assert {path: path.read_bytes() for path in repository.rglob("*.html")} == old
    assert git(repository, "status", "--porcelain") == ""  # the folder with the patch hides itself


def test_what_is_left_is_counted_by_reason(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(
        BAD + "<p>He wrote <q>the the</q>.</p><!-- prosefix-disable repetition/is-is --><p>x</p>"
    )
    lines = run("apply", "p.html").stdout.splitlines()
    assert "2 fixed in 1 page, 2 left" in lines
    assert "  1 held back: it is a quotation, which is never edited" in lines
    assert "  1 with an unsafe fix: `apply --unsafe` writes it" in lines
