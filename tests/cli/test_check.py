"""`prosefix check`: what it reads, how it reports, and its exit codes."""

import json
import subprocess
from pathlib import Path

import pytest
from cli_pages import BAD, GOOD, Run


def test_findings_exit_1_and_a_clean_page_0(folder: Path, run: Run) -> None:
    (folder / "bad.html").write_text(BAD)
    (folder / "good.html").write_text(GOOD)
    assert run("check", "bad.html").exit_code == 1
    assert run("check", "good.html").exit_code == 0


def test_the_text_report_names_place_rule_and_replacement(folder: Path, run: Run) -> None:
    (folder / "bad.html").write_text(BAD)
    report = run("check", "bad.html").stdout
    assert "bad.html:1:20  error  agreement/modal-verb" in report
    assert "^^^^^^^^ require" in report
    assert "2 findings in 1 page" in report
    assert "\x1b" not in report


def test_fail_on_sets_the_bar(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text("<p><!-- prosefix-disable math -->Fine words.</p>")
    assert run("check", "p.html").exit_code == 0  # the rules of math did not run, so the directive is not judged
    (folder / "p.html").write_text("<p><!-- prosefix-disable repetition -->Fine words.</p>")
    assert run("check", "p.html").exit_code == 1
    assert run("check", "p.html", "--fail-on", "error").exit_code == 0


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("missing.html", "there is no such file or folder"),
        ("empty", "holds no page"),
        ("notes.md", "is not HTML"),
        ("binary.html", "NUL"),
        ("latin.html", "is not utf-8"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_exit_2(folder: Path, run: Run, path: str, words: str) -> None:
    (folder / "empty").mkdir()
    (folder / "notes.md").write_text("# the the")
    (folder / "binary.html").write_bytes(b"\x7fELF\0\0")
    (folder / "latin.html").write_bytes("<p>café".encode("latin-1"))
    (folder / "good.html").write_text(GOOD)
    result = run("check", path, "good.html")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"prosefix: {path}: ")
    assert words in result.stderr
    assert "No mistakes found" in result.stdout  # the other page was checked all the same


def test_a_folder_is_searched_but_for_hidden_and_foreign_folders(folder: Path, run: Run) -> None:
    for name in ("a.html", "b.HTM", "sub/c.xhtml", "sub/d.bs", "e.txt", ".hidden/f.html", "node_modules/g.html"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(GOOD)
    files = json.loads(run("check", ".", "--format", "json").stdout)["files"]
    assert [file["path"] for file in files] == ["a.html", "b.HTM", "sub/c.xhtml", "sub/d.bs"]


def test_what_git_ignores_is_left_out_unless_it_is_named(folder: Path, run: Run) -> None:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    (folder / ".gitignore").write_text("built/\n")
    (folder / "built").mkdir()
    (folder / "built" / "a.html").write_text(BAD)
    (folder / "b.html").write_text(GOOD)
    files = json.loads(run("check", ".", "--format", "json").stdout)["files"]
    assert [file["path"] for file in files] == ["b.html"]
    assert run("check", "built").exit_code == 1


def test_globs_and_standard_input(folder: Path, run: Run) -> None:
    (folder / "x1.html").write_text(BAD)
    (folder / "x2.html").write_text(GOOD)
    assert "x1.html:1:20" in run("check", "x*.html", "--format", "concise").stdout
    result = run("check", "-", "--stdin-filename", "docs/a.html", "--format", "concise", stdin=BAD.encode())
    assert result.stdout.startswith("docs/a.html:1:20: error agreement/modal-verb ")
    assert run("check", "*.nothing").exit_code == 2


def test_a_file_of_another_name_is_read_when_named(folder: Path, run: Run) -> None:
    (folder / "page.tmpl").write_text(BAD)
    result = run("check", "page.tmpl", "--verbose")
    assert result.exit_code == 1
    assert "read as HTML, since it is named" in result.stderr


def test_excludes_hold_for_files_that_are_named(folder: Path, run: Run) -> None:
    (folder / ".prosefix.toml").write_text('exclude = ["old/**"]\n')
    (folder / "old").mkdir()
    (folder / "old" / "a.html").write_text(BAD)
    (folder / "b.html").write_text(GOOD)
    result = run("check", "old/a.html", "b.html")
    assert result.exit_code == 0
    assert "1 page" in result.stdout


def test_unknown_names_are_errors_with_the_nearest_name(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(GOOD)
    result = run("check", "p.html", "--select", "speling")
    assert result.exit_code == 2
    assert "did you mean “spelling”?" in result.stderr
    result = run("check", "p.html", "--ignore", "agreement/modal-verbs")
    assert "there is no rule “agreement/modal-verbs”; did you mean “agreement/modal-verb”?" in result.stderr


@pytest.mark.parametrize("name", ["spelling", "prepositions", "style", "math", "hyphens", "capitals"])
def test_every_set_exists(folder: Path, run: Run, name: str) -> None:
    (folder / "p.html").write_text(GOOD)
    assert run("check", "p.html", "--select", "repetition", "--ignore", name).exit_code == 0


def test_the_more_exact_name_decides(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(BAD)
    found = run(
        "check", "p.html", "--select", "agreement/modal-verb,repetition", "--ignore", "agreement", "--format", "concise"
    )
    assert [line.split()[2] for line in found.stdout.splitlines()] == ["agreement/modal-verb", "repetition/same-word"]


def test_json_of_a_page_with_a_byte_order_mark_and_line_ends(folder: Path, run: Run) -> None:
    text = "<p>One 🚀\r\nof the the\r\npages.</p>\r\n"
    (folder / "p.html").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (found,) = json.loads(run("check", "p.html", "--format", "json").stdout)["diagnostics"]
    assert text[found["span"]["start"] : found["span"]["end"]] == "the the"
    assert found["start"] == {"line": 2, "column": 4}


def test_a_page_of_which_nothing_was_checked_is_remarked(folder: Path, run: Run) -> None:
    (folder / "de.html").write_text('<html lang="de"><p>Das das ist kein Englisch.</p></html>')
    result = run("check", "de.html")
    assert result.exit_code == 0
    assert "de.html: nothing was checked" in result.stderr
    assert "nothing was checked" not in run("check", "de.html", "--quiet").stderr


def test_any_number_of_jobs_gives_the_same(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prosefix.run.UNIT", 200)
    for number in range(12):
        (folder / f"p{number}.html").write_text(BAD * (1 + number % 3))
    one = run("check", ".", "--jobs", "1", "--format", "concise")
    three = run("check", ".", "--jobs", "3", "--format", "concise")
    assert one.stdout_bytes == three.stdout_bytes
    assert one.stdout.count("\n") == 48


def test_with_patch_prints_the_patch_after_the_report(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text(BAD)
    result = run("check", "p.html", "--with-patch", "--format", "concise")
    assert result.exit_code == 1
    assert (
        "-<p>The module will requires care, and the the rest follows.</p>\n+<p>The module will require" in result.stdout
    )
    assert (folder / "p.html").read_text() == BAD
