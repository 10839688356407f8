"""What may go wrong while pages are written: interrupts at any moment, full disks, locked files, others who write."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_pages import BAD, FIXED, GOOD, RULES, Run

APPLY = [sys.executable, "-m", "prosefix", "apply", "--select", RULES, "--jobs", "1"]


def started(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*APPLY, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.skipif(os.name == "nt", reason="signals as in POSIX")
def test_an_interrupt_at_any_moment_leaves_every_page_old_or_new(folder: Path) -> None:
    old, new = (BAD * 20).encode(), (FIXED * 20).encode()
    names = [f"p{number}.html" for number in range(40)]
    for _ in range(3):
        for name in names:
            (folder / name).write_bytes(old)
        process = started(folder, "--undo", ".")
        assert process.stdout is not None
        process.stdout.readline()  # the first page is written; the others are being
        time.sleep(random.random() / 20)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        assert process.returncode in (0, 130), errors
        contents = [(folder / name).read_bytes() for name in names]
        assert set(contents) <= {old, new}
        assert new in contents
        assert {path.name for path in folder.iterdir()} <= {*names, ".prosefix"}
        for undo in (folder / ".prosefix").glob("*.patch"):
            subprocess.run(["git", "apply", undo], cwd=folder, check=True)
            undo.unlink()
        assert all((folder / name).read_bytes() == old for name in names)


def test_a_page_that_changes_meanwhile_is_one_line_and_the_others_go_on(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("p.html", "q.html"):
        (folder / name).write_text(BAD)
    import prosefix.mending as mending

    real = mending.mend_pages

    def slow(pages, settings, **more):  # type: ignore[no-untyped-def]
        done = real(pages, settings, **more)
        (folder / "p.html").write_text(GOOD)
        return done

    monkeypatch.setattr(mending, "mend_pages", slow)
    result = run("apply", ".")
    assert result.exit_code == 2
    assert result.stderr == "prosefix: p.html: changed since it was read; nothing written, run again\n"
    assert (folder / "p.html").read_text() == GOOD
    assert (folder / "q.html").read_text() == FIXED
    assert "2 held back: the page could not be written" in result.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is needed")
def test_a_full_disk_is_one_clear_line(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "p.html").write_text(BAD)
    real = os.fdopen

    def full(handle: int, mode: str, *arguments: str) -> object:
        if "w" not in mode:
            return real(handle, mode, *arguments)
        os.dup2(os.open("/dev/full", os.O_WRONLY), handle)
        return real(handle, mode, *arguments)

    monkeypatch.setattr("prosefix.writing.os.fdopen", full)
    result = run("apply", "p.html", "--no-cache")
    assert result.exit_code == 2
    assert result.stderr == "prosefix: p.html: not written: No space left on device\n"
    assert (folder / "p.html").read_text() == BAD
    assert [path.name for path in folder.iterdir()] == ["p.html"]
    assert "No space left on device" in run("baseline", "p.html", "--no-cache").stderr
    assert "No space left on device" in run("apply", "p.html", "--dry-run", "--patch", "x", "--no-cache").stderr
    assert run("check", "p.html").exit_code == 1  # a cache that cannot be kept is no matter


@pytest.mark.skipif(os.name == "nt", reason="locks as in POSIX")
def test_many_at_once_lose_and_tear_nothing(folder: Path) -> None:
    names = [f"p{number}.html" for number in range(30)]
    for name in names:
        (folder / name).write_text(BAD)
    others = [started(folder, ".") for _ in range(3)]
    outcomes = [process.communicate() for process in others]
    assert all((folder / name).read_text() == FIXED for name in names)
    assert {path.name for path in folder.iterdir()} == set(names)
    written = b"".join(out for out, _ in outcomes).count("→".encode())
    assert written >= 2 * len(names)
    assert all(b"changed since it was read" in line for _, errors in outcomes for line in errors.splitlines())


def test_a_mistake_of_prosefix_itself_does_not_end_as_if_something_was_found(folder: Path) -> None:
    code = "import prosefix.cli; prosefix.cli.cli = lambda **_: 1 / 0; prosefix.cli.main()"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "ZeroDivisionError" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("prosefix: stopped by a mistake of its own")
