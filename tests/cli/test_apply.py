"""`prosefix apply` and `prosefix diff`: what is written, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_pages import BAD, FIXED, GOOD, Run


def test_apply_writes_and_says_what(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(BAD)
    result = run("apply", "p.html")
    assert result.exit_code == 0
    assert (folder / "p.html").read_text() == FIXED
    assert "p.html:1:20: agreement/modal-verb “requires” → “require”" in result.stdout
    assert "2 fixed in 1 page, 0 left" in result.stdout


def test_a_second_apply_changes_nothing(folder: Path, run: Run) -> None:
    page = folder / "p.html"
    page.write_text(BAD * 3)
    run("apply", "p.html")
    before = page.stat().st_mtime_ns, page.read_bytes()
    assert "0 fixed" in run("apply", "p.html").stdout
    assert (page.stat().st_mtime_ns, page.read_bytes()) == before


def test_dry_run_writes_nothing_and_patch_saves_the_patch(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(BAD)
    result = run("apply", "p.html", "--dry-run", "--patch", "out.patch")
    assert (folder / "p.html").read_text() == BAD
    assert "2 would be fixed" in result.stdout
    subprocess.run(["git", "apply", "out.patch"], cwd=folder, check=True)
    assert (folder / "p.html").read_text() == FIXED


@pytest.mark.parametrize(
    "raw",
    [
        BAD.encode(),
        BAD.replace("\n", "\r\n").encode("utf-8-sig"),
        BAD.rstrip("\n").encode(),
        ('<meta charset="windows-1252"><p>Caf\xe9s will requires \x93the the\x94 rest.').encode("latin-1"),
        BAD.encode("utf-16"),
        ('<meta charset="shift_jis"><p>The 表 will requires care.\n').encode("shift_jis"),
        b"<p>The the one\r<p>and the the other\r\n<p>Caf\xc3\xa9 will requires it.",
    ],
)
def test_diff_and_git_apply_give_the_bytes_of_apply(folder: Path, run: Run, raw: bytes) -> None:
    (folder / "p.html").write_bytes(raw)
    patch = run("diff", "p.html")
    assert patch.exit_code == 0
    assert (folder / "p.html").read_bytes() == raw
    assert run("apply", "p.html").exit_code == 0
    applied = (folder / "p.html").read_bytes()
    assert applied != raw
    (folder / "p.html").write_bytes(raw)
    subprocess.run(["git", "apply", "--whitespace=nowarn"], input=patch.stdout_bytes, cwd=folder, check=True)
    assert (folder / "p.html").read_bytes() == applied


def test_standard_input_is_mended_to_standard_output(run: Run) -> None:
    result = run("apply", "-", stdin=BAD.replace("\n", "\r\n").encode())
    assert result.stdout_bytes == FIXED.replace("\n", "\r\n").encode()
    assert "agreement/modal-verb" in result.stderr


def test_the_page_keeps_its_own_apostrophe(folder: Path, run: Run) -> None:
    for form in ("'", "’", "&rsquo;", "&#8217;"):
        (folder / "p.html").write_text(f"<p>It{form}s late. Lets see what it gives.</p>")
        run("apply", "p.html", "--select", "contractions/lets")
        assert (folder / "p.html").read_text() == f"<p>It{form}s late. Let{form}s see what it gives.</p>"


def test_quotations_are_reported_one_level_lower_and_never_edited(folder: Path, run: Run) -> None:
    page = "<p>He wrote <q>the the</q>.</p><blockquote>It will requires care.</blockquote>"
    (folder / "p.html").write_text(page)
    found = run("check", "p.html", "--format", "concise").stdout
    assert found.count(": warning ") == 2
    assert run("apply", "p.html", "--unsafe").exit_code == 1
    assert (folder / "p.html").read_text() == page


def test_directives_hold_inside_a_paragraph(folder: Path, run: Run) -> None:
    page = (
        "<p>One <!-- prosefix-disable repetition : a name -->the the<!-- prosefix-enable repetition --> and the the.</p>"
        "<!-- prosefix-disable-next-block --><p>It will requires.</p><p>It will requires.</p>"
    )
    (folder / "p.html").write_text(page)
    run("apply", "p.html")
    assert (folder / "p.html").read_text() == page.replace("and the the", "and the").replace(
        "requires.</p>", "require.</p>"
    ).replace("require.</p>", "requires.</p>", 1)


def test_unused_and_unknown_directives_are_findings(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(
        "<p><!-- prosefix-disable repetition -->Fine.<!-- prosefix-enable --></p>"
        "<p><!-- prosefix-disable repetitoin -->Fine.</p><!-- prosefix-disabel math -->"
    )
    rules = [line.split()[2] for line in run("check", "p.html", "--format", "concise").stdout.splitlines()]
    assert rules == ["markup/unused-directive", "markup/unknown-directive", "markup/malformed-directive"]
    run("apply", "p.html", "--unsafe")
    assert (folder / "p.html").read_text() == "<p>Fine.</p><p>Fine.</p><!-- prosefix-disable math -->"


def test_an_unwritable_folder_is_one_clear_line(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "p.html").write_text(BAD)
    (folder / "q.html").write_text(BAD)
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: real(path, mode) and not str(path).endswith("p.html"))
    result = run("apply", ".")
    assert result.exit_code == 2
    assert result.stderr == "prosefix: p.html: not written: it is read-only\n"
    assert (folder / "p.html").read_text() == BAD
    assert (folder / "q.html").read_text() == FIXED


def test_two_at_once_lose_nothing(folder: Path) -> None:
    for number in range(20):
        (folder / f"p{number}.html").write_text(BAD)
    command = [
        sys.executable,
        "-m",
        "prosefix",
        "apply",
        "--select",
        "repetition,agreement/modal-verb",
        "--jobs",
        "1",
        ".",
    ]
    both = [subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    errors = b"".join(process.communicate()[1] for process in both)
    assert {path.name for path in folder.iterdir()} == {f"p{number}.html" for number in range(20)}
    assert all((folder / f"p{number}.html").read_text() == FIXED for number in range(20))
    assert all(b"changed since it was read" in line for line in errors.splitlines())


def test_diff_of_a_clean_page_is_empty(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(GOOD)
    assert run("diff", "p.html").stdout_bytes == b""
