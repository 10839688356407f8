"""`prosefix apply --interactive`, driven through a terminal as a person would."""

import subprocess
import sys
from pathlib import Path

import pytest
from cli_pages import RULES

pytest.importorskip("pty")
from terminal import Terminal

ASKED = "[?] "
PAGE = "<p>The module will requires care.</p>\n<p>See the the rest.</p>\n<p>Of of it, and it can takes.</p>\n"


@pytest.fixture
def page(folder: Path) -> Path:
    page = folder / "p.html"
    page.write_text(PAGE)
    return page


def session(folder: Path, *arguments: str) -> Terminal:
    return Terminal(folder, "apply", "--interactive", "--select", RULES, *arguments, "p.html")


def test_accept_reject_edit(folder: Path, page: Path) -> None:
    at = session(folder)
    shown = at.wait_for(ASKED)
    assert "p.html:1:20  error  agreement/modal-verb" in shown
    assert "The module will requires care." in shown
    at.press("a")
    assert "See the the rest." in at.wait_for(ASKED)
    at.press("r")
    assert "Of of it" in at.wait_for(ASKED)
    at.press("e")
    at.wait_for("instead of “Of of”: ")
    at.press("Some <of>\n")
    at.wait_for(ASKED)
    at.press("1")
    code, end = at.end()
    assert page.read_text() == (
        "<p>The module will require care.</p>\n<p>See the the rest.</p>\n<p>Some &lt;of> it, and it can take.</p>\n"
    )
    assert "3 fixed in 1 page, 1 left" in end
    assert code == 1


def test_accept_all_of_a_rule_asks_for_the_others_only(folder: Path, page: Path) -> None:
    at = session(folder)
    at.wait_for(ASKED)
    at.press("A")
    at.wait_for(ASKED)
    at.press("r")
    at.wait_for(ASKED)
    at.press("r")
    at.end()
    assert page.read_text() == PAGE.replace("requires", "require").replace("takes", "take")


def test_ignore_here_writes_a_directive_that_holds(folder: Path, page: Path) -> None:
    at = session(folder)
    at.wait_for(ASKED)
    at.press("i")
    at.wait_for("reason (may be empty): ")
    at.press("it is a name -- so there\n")
    at.wait_for(ASKED)
    at.press("q")
    at.end()
    text = page.read_text()
    assert text == PAGE.replace(
        "requires",
        "<!-- prosefix-disable agreement/modal-verb : it is a name — so there -->requires"
        "<!-- prosefix-enable agreement/modal-verb -->",
    )
    checked = subprocess.run(
        [sys.executable, "-m", "prosefix", "check", "--select", RULES, "--format", "concise", "p.html"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "requires" not in checked.stdout
    assert "directive" not in checked.stdout


def test_quit_keeps_what_was_accepted(folder: Path, page: Path) -> None:
    (folder / "q.html").write_text(PAGE)
    at = session(folder, "--undo", "q.html")
    at.wait_for(ASKED)
    at.press("a")
    at.wait_for(ASKED)
    at.press("q")
    _, end = at.end()
    assert page.read_text() == PAGE.replace("requires", "require")
    assert (folder / "q.html").read_text() == PAGE
    assert "git apply .prosefix/undo-" in end
    (undo,) = (folder / ".prosefix").glob("undo-*.patch")
    subprocess.run(["git", "apply", str(undo)], cwd=folder, check=True)
    assert page.read_text() == PAGE


def test_a_word_of_the_project(folder: Path) -> None:
    page = folder / "p.html"
    page.write_text("<p>The messsage works. A messsage is here.</p>")
    (folder / ".prosefix.toml").write_text('words = ["ours.txt"]\n')
    (folder / "ours.txt").write_text("# ours\n")
    at = Terminal(folder, "apply", "-i", "--select", "spelling/unknown-word", "p.html")
    assert "[w] word of the project" in at.wait_for(ASKED)
    at.press("w")
    code, _ = at.end()
    assert (folder / "ours.txt").read_text() == "# ours\nmesssage\n"
    assert page.read_text() == "<p>The messsage works. A messsage is here.</p>"
    assert code == 0


def test_an_answer_that_cannot_be_followed_is_asked_again(folder: Path) -> None:
    page = folder / "p.html"
    page.write_text("<p>See <i>the</i> <b>the</b> rest.</p>")
    at = session(folder)
    at.wait_for(ASKED)
    at.press("x")  # no such key
    at.wait_for(ASKED)
    at.press("?")
    assert "put a directive round the words" in at.wait_for(ASKED)
    at.press("e")
    at.wait_for(": ")
    at.press("the the\n")
    shown = at.wait_for(ASKED)
    assert "that cannot be done: that is what stands there" in shown
    at.press("q")
    at.end()
    assert page.read_text() == "<p>See <i>the</i> <b>the</b> rest.</p>"


def test_control_c_leaves_the_page_whole_and_those_before_it_written(folder: Path, page: Path) -> None:
    (folder / "o.html").write_text("<p>See the the rest.</p>")
    at = session(folder, "o.html")
    at.wait_for(ASKED)
    at.press("a")
    at.wait_for(ASKED)
    at.press("a")
    at.wait_for(ASKED)
    at.press("\x03")
    code, end = at.end()
    assert code == 130
    assert "interrupted" in end
    assert (folder / "o.html").read_text() == "<p>See the rest.</p>"
    assert page.read_text() == PAGE


def test_a_page_changed_meanwhile_is_left_alone(folder: Path, page: Path) -> None:
    at = session(folder)
    at.wait_for(ASKED)
    at.press("a")
    at.wait_for(ASKED)
    page.write_text("<p>Somebody else's words.</p>")
    at.press("q")
    code, end = at.end()
    assert code == 2
    assert "p.html: changed since it was read; nothing written, run again" in end
    assert page.read_text() == "<p>Somebody else's words.</p>"


def test_without_a_terminal_it_is_one_clear_line(folder: Path, page: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "prosefix", "apply", "-i", "p.html"], cwd=folder, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("prosefix: --interactive needs a terminal")
    assert page.read_text() == PAGE
