"""Pages and folders made to harm: endless, huge, deep or misnamed files; each costs one plain line and bounded work."""

import os
from pathlib import Path

import pytest
from cli_pages import BAD, FIXED, RULES, Run


def test_a_page_above_the_limit_is_one_line_and_the_others_are_read(folder: Path, run: Run) -> None:
    (folder / "big.html").write_text("<p>" + "word " * 220_000)
    (folder / "p.html").write_text(BAD)
    result = run("check", ".", "--select", RULES, "--max-size", "1", "--no-cache")
    assert result.exit_code == 2
    assert result.stderr == "prosefix: big.html: has more than 1 MB; leave it out, or raise --max-size\n"
    assert "p.html:" in result.stdout


def test_the_limit_is_a_setting_and_holds_for_standard_input(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text("max-size = 1\n")
    result = run("check", "-", "--no-cache", stdin=b"<p>" + b"word " * 220_000)
    assert (result.exit_code, result.stderr) == (
        2, "prosefix: stdin.html: has more than 1 MB; leave it out, or raise --max-size\n",
    )  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names as in POSIX")
def test_a_pipe_is_no_page(folder: Path, run: Run) -> None:
    os.mkfifo(folder / "pipe.html")
    (folder / "p.html").write_text("<p>Fine.</p>")
    named = run("check", "pipe.html", "--no-cache")
    assert named.exit_code == 2
    assert named.stderr == (
        "prosefix: pipe.html: is a pipe or a device, no file; give it through standard input, as -\n"
    )
    assert run("check", ".", "--no-cache").exit_code == 0


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="an endless device is needed")
def test_an_endless_device_is_no_page(folder: Path, run: Run) -> None:
    (folder / "zero.html").symlink_to("/dev/zero")
    result = run("check", "zero.html", "--no-cache")
    assert result.exit_code == 2
    assert result.stderr.startswith("prosefix: zero.html: is a pipe or a device")


def test_a_link_beside_its_page_is_no_second_page(folder: Path, run: Run) -> None:
    (folder / "page.html").write_text(BAD)
    (folder / "link.html").symlink_to("page.html")
    result = run("apply", "--select", RULES, ".")
    assert result.exit_code == 0, result.stderr
    assert (folder / "page.html").read_text() == FIXED
    assert (folder / "link.html").is_symlink()


def test_formulas_that_are_reported_were_checked(run: Run) -> None:
    result = run("check", "-", "--select", "math", stdin=rb"<p>\[ x^10 \]</p>")
    assert "math/script-number" in result.stdout
    assert "nothing was checked" not in result.stderr


def test_links_in_a_circle_are_passed_by(folder: Path, run: Run) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "up").symlink_to(folder, target_is_directory=True)
    (folder / "self.html").symlink_to("self.html")
    (folder / "sub" / "p.html").write_text(BAD)
    result = run("check", ".", "--select", RULES, "--format", "concise", "--no-cache")
    assert result.exit_code == 1
    assert {line.split(":")[0] for line in result.stdout.splitlines()} == {"sub/p.html"}


@pytest.mark.parametrize(
    "shape", ["text", "concise", "github", "gitlab", "junit", "checkstyle", "sarif", "rdjson", "json"]
)
def test_names_and_words_never_reach_a_terminal_raw(folder: Path, run: Run, shape: str) -> None:
    (folder / "a\x1b[31m\nb.html").write_text("<p>The <b>the\x9b1m</b> \x1b]0;x\x07word is is here\u202e.</p>")
    result = run("check", ".", "--format", shape, "--no-cache")
    assert result.exit_code == 1
    for stream in (result.stdout, result.stderr):
        assert not set(stream) & {"\x1b", "\x07", "\x9b"}
    assert shape in ("json", "sarif", "rdjson", "gitlab") or "\u202e" not in result.stdout


def test_a_million_open_elements_are_no_recursion(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text("<div>" * 100_000 + "<b>" * 100_000 + "It is is here.")
    result = run("check", "p.html", "--select", RULES, "--format", "concise", "--no-cache")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1


def test_a_number_that_never_ends_is_one_character(folder: Path, run: Run) -> None:
    endless = f"&#{'1' * 5000};"
    (folder / "p.html").write_text(
        f"<p>It is is {endless} <code>{endless}</code> <img alt='the the {endless}'> <math>{endless}</math>.</p>"
    )
    result = run("check", "p.html", "--select", f"{RULES},math,markup", "--format", "concise", "--no-cache")
    assert result.exit_code == 1
    assert result.stdout.count("stands twice") == 2
    assert result.stderr == ""
