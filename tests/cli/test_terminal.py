"""The command line at a terminal: progress, watching, completion, the manual page, and what `doctor` says."""

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cli_pages import BAD, GOOD, Run

WAIT = 120  # seconds; a bound for what hangs, not a measure
PROSEFIX = [sys.executable, "-m", "prosefix"]


def at_terminal(folder: Path, *arguments: str, columns: int = 90, **environment: str) -> str:
    """What a terminal shows of a run of prosefix in `folder`."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    fcntl, termios, struct = (pytest.importorskip(name) for name in ("fcntl", "termios", "struct"))
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
    process = subprocess.Popen(
        [*PROSEFIX, *arguments], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other end was closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    process.wait(WAIT)
    return shown.decode()


def test_colours_and_width_are_the_terminals(folder: Path) -> None:
    (folder / "p.html").write_text(BAD)
    wide = at_terminal(folder, "check", "p.html", "--select", "repetition", columns=120)
    assert "\x1b[1;31" in wide
    assert "\x1b" not in at_terminal(folder, "check", "p.html", "--select", "repetition", NO_COLOR="1")
    narrow = at_terminal(folder, "check", "p.html", "--select", "repetition", columns=44, NO_COLOR="1")
    assert max(len(line) for line in narrow.splitlines() if "│" in line) <= 44
    assert "…" in narrow


def test_progress_is_for_a_terminal_alone(folder: Path) -> None:
    for number in range(3):
        (folder / f"p{number}.html").write_text(GOOD)
    arguments = ("check", ".", "--no-cache", "--select", "repetition", "--jobs", "1")
    shown = at_terminal(folder, *arguments)
    assert "Reading pages" in shown
    assert "3/3" in shown
    assert "Reading pages" not in at_terminal(folder, *arguments, "--quiet")
    piped = subprocess.run([*PROSEFIX, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    assert "Reading" not in piped.stdout


def test_watching_checks_again_when_a_page_changes(folder: Path) -> None:
    page = folder / "p.html"
    page.write_text(BAD)
    (folder / ".prosefix.toml").write_text('select = ["repetition"]\n')
    process = subprocess.Popen(
        [*PROSEFIX, "check", "p.html", "--watch", "--format", "concise"], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    stop = threading.Timer(WAIT, process.kill)
    stop.start()
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "repetition/same-word" in process.stdout.readline()
        assert "waiting for changes" in process.stderr.readline()
        page.write_text("<p>So then it it goes on.</p>\n")
        assert "p.html:1:12" in process.stdout.readline()
        assert "waiting" in process.stderr.readline()
        (folder / ".prosefix.toml").write_text("selct = 1\n")
        assert "there is no setting “selct”" in process.stderr.readline()
        time.sleep(0.01)
        (folder / ".prosefix.toml").write_text('select = ["repetition"]\n')
        assert "p.html:1:12" in process.stdout.readline()
    finally:
        stop.cancel()
        process.terminate()
        process.communicate(timeout=WAIT)


def test_watching_standard_input_is_refused(run: Run) -> None:
    refused = run("check", "-", "--watch", stdin=b"<p>x")
    assert refused.exit_code == 2
    assert "standard input does not change" in refused.stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("prosefix che", ["check"]),
        ("prosefix check --for", ["--format"]),
        ("prosefix check --format sar", ["sarif"]),
        ("prosefix explain agreement/modal-v", ["agreement/modal-verb"]),
        ("prosefix check --select repetition,ma", ["repetition,markup", "repetition,math"]),
    ],
)
def test_completion_offers_what_may_follow(folder: Path, words: str, expected: list[str]) -> None:
    environment = {**os.environ, "_PROSEFIX_COMPLETE": "bash_complete", "COMP_WORDS": words,
                   "COMP_CWORD": str(len(words.split()) - 1)}  # fmt: skip
    code = "import sys; sys.argv[0] = 'prosefix'; from prosefix.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    assert sorted(line.partition(",")[2] for line in done.stdout.split("\n") if line) == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_scripts(run: Run, shell: str) -> None:
    script = run("completion", shell).stdout
    assert "_PROSEFIX_COMPLETE" in script
    program = shutil.which(shell)
    if program:
        assert subprocess.run([program, "-n"], input=script, text=True, check=False).returncode == 0


def test_the_manual_page_has_every_command_and_option(run: Run) -> None:
    page = run("manual").stdout
    assert page.startswith(".TH PROSEFIX 1")
    plain = page.replace("\\-", "-")
    for command in ("check", "apply", "report", "lsp", "words add", "manual"):
        assert f"prosefix {command}" in plain
    assert "--fail-on" in plain
    assert "--with-patch" in plain
    if shutil.which("man"):
        shown = subprocess.run(
            ["man", "--warnings", "-l", "-"], input=page, text=True, capture_output=True, check=False
        )
        assert shown.stderr == ""
        assert "prosefix - Find the mistakes" in " ".join(shown.stdout.split())


def test_doctor_tells_settings_words_engines_and_cache(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text('words = ["./words.txt"]\n')
    (folder / "words.txt").write_text("frob\n")
    (folder / "p.html").write_text(GOOD)
    run("check", "p.html")
    told = run("doctor")
    assert told.exit_code == 0, told.stdout
    assert f"settings: {folder / '.prosefix.toml'}, 1 words of the project" in told.stdout
    assert "languagetool " in told.stdout
    assert f"results {folder / '.prosefix_cache'} (" in told.stdout
    assert "jinja2 " in told.stdout


def test_doctor_faults_an_engine_that_is_set_and_not_there(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text('engine = "languagetool"\n[engines.languagetool]\npath = "/nowhere"\n')
    told = run("doctor")
    assert told.exit_code == 2
    assert "engines: wrong:" in told.stdout
