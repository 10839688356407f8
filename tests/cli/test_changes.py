"""Changed lines and baselines: only what is new."""

import subprocess
from pathlib import Path

import pytest
from cli_pages import BAD, Run

LINES = "<p>The module will requires care.\n<p>Fine words.\n<p>And the the rest.\n"


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(folder: Path) -> Path:
    git(folder, "init", "-q", "-b", "main")
    (folder / "p.html").write_text(LINES)
    (folder / "old name.html").write_text(LINES)
    (folder / "gone.html").write_text(LINES)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    return folder


def places(run: Run, *arguments: str) -> list[str]:
    result = run("check", ".", "--format", "concise", *arguments)
    return [line.split(": ")[0] for line in result.stdout.splitlines()]


def test_since_reports_changed_lines_only(repository: Path, run: Run) -> None:
    assert len(places(run)) == 6
    assert places(run, "--since", "HEAD") == []
    page = repository / "p.html"
    page.write_text(LINES.replace("Fine words.", "Fine the the words."))
    assert places(run, "--since", "HEAD") == ["p.html:2:9"]
    page.write_text(LINES.replace("the the", "of the the"))
    git(repository, "commit", "-qam", "two")
    assert places(run, "--since", "HEAD~1") == ["p.html:3:11"]


def test_since_knows_renames_new_files_and_gone_ones(repository: Path, run: Run) -> None:
    git(repository, "mv", "old name.html", "new näme.html")
    git(repository, "rm", "-q", "gone.html")
    (repository / "fresh.html").write_text(LINES)
    assert places(run, "--since", "HEAD") == ["fresh.html:1:20", "fresh.html:3:8"]
    (repository / "new näme.html").write_text(LINES.replace("And the", "But the"))
    assert places(run, "--since", "HEAD")[2:] == ["new näme.html:3:8"]


def test_since_looks_from_the_merge_base(repository: Path, run: Run) -> None:
    git(repository, "checkout", "-qb", "topic")
    (repository / "p.html").write_text(LINES.replace("the the rest", "the the others"))
    git(repository, "commit", "-qam", "topic")
    git(repository, "checkout", "-q", "main")
    (repository / "gone.html").write_text(LINES.replace("will requires care", "will requires nothing"))
    git(repository, "commit", "-qam", "main")
    git(repository, "checkout", "-q", "topic")
    assert places(run, "--since", "main") == ["p.html:3:8"]


def test_apply_since_mends_changed_lines_only(repository: Path, run: Run) -> None:
    (repository / "p.html").write_text(LINES.replace("And", "And so"))
    run("apply", ".", "--since", "HEAD")
    assert (repository / "p.html").read_text() == LINES.replace("And the the", "And so the")
    assert (repository / "old name.html").read_text() == LINES


def test_lines_taken_out_bring_words_together(repository: Path, run: Run) -> None:
    page = repository / "p.html"
    page.write_text("<p>It was the\n<!-- a remark -->\nthe rest.\n<p>And of of it.\n<p>Fine.\n")
    git(repository, "commit", "-qam", "two")
    page.write_text("<p>It was the\nthe rest.\n<p>And of of it.\n")
    assert places(run, "--since", "HEAD") == ["p.html:1:11"]
    (repository / "out.patch").write_text(git(repository, "diff"))
    assert places(run, "--diff", "out.patch") == ["p.html:1:11"]


def test_since_sees_through_attributes_settings_and_encodings(repository: Path, run: Run) -> None:
    (repository / ".gitattributes").write_text("p.html binary\n")
    git(repository, "config", "diff.noprefix", "true")
    git(repository, "config", "diff.mnemonicPrefix", "true")
    git(repository, "config", "color.ui", "always")
    (repository / "wide.html").write_bytes(LINES.encode("utf-16"))
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "two")
    (repository / "p.html").write_text(LINES.replace("Fine", "Of of fine"))
    (repository / "wide.html").write_bytes(LINES.replace("Fine", "Of of fine").encode("utf-16"))
    assert places(run, "--since", "HEAD") == ["p.html:2:4", "wide.html:2:4"]


def test_since_counts_what_is_staged_and_what_is_not(repository: Path, run: Run) -> None:
    (repository / "p.html").write_text(LINES.replace("Fine", "Of of fine"))
    git(repository, "add", ".")
    (repository / "gone.html").write_text(LINES.replace("Fine", "Of of fine"))
    assert places(run, "--since", "HEAD") == ["gone.html:2:4", "p.html:2:4"]


def test_since_looks_into_submodules(repository: Path, run: Run) -> None:
    other = repository.parent / f"{repository.name}-other"
    other.mkdir()
    git(other, "init", "-q", "-b", "main")
    (other / "s.html").write_text(LINES)
    git(other, "add", ".")
    git(other, "commit", "-qm", "one")
    git(repository, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other), "sub")
    git(repository, "commit", "-qm", "two")
    (repository / "sub" / "s.html").write_text(LINES.replace("Fine", "Of of fine"))
    (repository / "sub" / "new.html").write_text("<p>Of of it.\n")
    git(repository / "sub", "add", "s.html")
    git(repository / "sub", "commit", "-qm", "three")
    pages = ("sub/s.html", "sub/new.html", "p.html")
    result = run("check", *pages, "--format", "concise", "--since", "HEAD")
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == ["sub/new.html:1:4", "sub/s.html:2:4"]


def test_diff_takes_a_patch(repository: Path, run: Run) -> None:
    (repository / "p.html").write_text(LINES.replace("And", "But"))
    (repository / "out.patch").write_text(git(repository, "diff"))
    assert places(run, "--diff", "out.patch") == ["p.html:3:8"]
    result = run("check", ".", "--format", "concise", "--diff", "-", stdin=git(repository, "diff").encode())
    assert result.stdout.startswith("p.html:3:8: ")


def test_outside_a_work_tree_and_unknown_revisions(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(BAD)
    result = run("check", "p.html", "--since", "HEAD")
    assert result.exit_code == 2
    assert result.stderr == f"prosefix: --since needs a git work tree, and {folder} is in none\n"
    git(folder, "init", "-q")
    assert "git knows no revision “nowhere”" in run("check", "p.html", "--since", "nowhere").stderr


def test_a_baseline_hides_what_is_known(repository: Path, run: Run) -> None:
    run("baseline", ".")
    assert places(run, "--baseline", ".prosefix-baseline") == []
    # Moving a paragraph makes nothing new; a mistake in other words is new.
    (repository / "p.html").write_text("<h1>Title</h1>\n" + LINES + "<p>See the the end.\n")
    assert places(run, "--baseline", ".prosefix-baseline") == ["p.html:5:8"]
    run("apply", ".", "--baseline", ".prosefix-baseline")
    assert (repository / "p.html").read_text() == "<h1>Title</h1>\n" + LINES + "<p>See the end.\n"


def test_stale_entries_are_told_and_taken_out(repository: Path, run: Run) -> None:
    run("baseline", ".")
    (repository / "p.html").write_text(LINES.replace("the the", "the"))
    result = run("check", ".", "--baseline", ".prosefix-baseline")
    assert "p.html: 1 entry of the baseline is stale" in result.stderr
    assert "6 findings known" not in run("baseline", ".", "--update").stderr
    lines = (repository / ".prosefix-baseline").read_text().splitlines()
    assert lines == sorted(lines)
    assert len(lines) == 6


def test_a_baseline_is_read_with_care(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(BAD)
    assert "`prosefix baseline` writes one" in run("check", "p.html", "--baseline", "no").stderr
    (folder / "b").write_text("# x\nnonsense\n")
    assert run("check", "p.html", "--baseline", "b").stderr.startswith(f"prosefix: {folder / 'b'}:2: ")


def test_two_branches_merge_their_baselines(repository: Path, run: Run) -> None:
    assert "put this line into .gitattributes: .prosefix-baseline merge=union" in run("baseline", ".").stderr
    (repository / ".gitattributes").write_text(".prosefix-baseline merge=union\n")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "baseline")
    for branch, words in (("one", "Of of one"), ("two", "Of of two")):
        git(repository, "checkout", "-qb", branch, "main")
        (repository / f"{branch}.html").write_text(f"<p>{words}.\n")
        run("baseline", ".")
        git(repository, "add", ".")
        git(repository, "commit", "-qm", branch)
    git(repository, "merge", "-q", "one", "-m", "both")
    assert places(run, "--baseline", ".prosefix-baseline") == []


def test_a_conflict_in_a_baseline_is_settled_by_update(repository: Path, run: Run) -> None:
    run("baseline", ".")
    file = repository / ".prosefix-baseline"
    clean = file.read_text()
    heading, first, *rest = clean.splitlines()
    gone = "gone\trepetition/same-word\t0123456789abcdef\tthe the"
    file.write_text("\n".join([heading, "<<<<<<< ours", first, "=======", gone, ">>>>>>> theirs", *rest, ""]))
    assert places(run, "--baseline", ".prosefix-baseline") == []
    run("baseline", ".", "--update")
    assert file.read_text() == clean


def test_a_baseline_survives_odd_names_and_a_reworded_message(repository: Path, run: Run) -> None:
    (repository / "a\tb\nc.html").write_text(BAD)
    run("baseline", ".")
    assert places(run, "--baseline", ".prosefix-baseline") == []
    words = (repository / ".prosefix-baseline").read_text()
    assert "is followed by" not in words
    assert "a%09b%0ac.html\tagreement/modal-verb\t" in words
