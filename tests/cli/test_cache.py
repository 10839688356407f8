"""Results kept between runs: the same answers, never for other bytes, settings or rules, and never needed."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_pages import BAD, GOOD, Run

import prosefix.run

NASTY = "<p>It will requires “the” 🚀, of of <b>it</b> and <img alt='the the'> R &amp; D.</p>\r\n<!-- prosefix-disable math -->"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many pages the rules have looked at since this was called last."""
    seen: list[int] = []
    real = prosefix.run.check_pages

    def check(pages, settings):  # type: ignore[no-untyped-def]
        seen.append(len(pages))
        return real(pages, settings)

    monkeypatch.setattr("prosefix.run.check_pages", check)

    def count() -> int:
        total = sum(seen)
        seen.clear()
        return total

    return count


def diagnostics(run: Run, *arguments: str) -> object:
    report = json.loads(run("check", ".", "--format", "json", "--jobs", "1", *arguments).stdout)
    return report["files"], report["diagnostics"]


@pytest.fixture
def pages(folder: Path) -> Path:
    for name, text in (("a.html", BAD), ("b.html", GOOD), ("c.html", NASTY)):
        (folder / name).write_bytes(text.encode())
    return folder


def test_a_second_run_says_the_same_and_reads_no_page_again(pages: Path, run: Run, counted: Callable[[], int]) -> None:
    first = diagnostics(run)
    assert counted() == 3
    assert diagnostics(run) == first
    assert counted() == 0
    assert diagnostics(run, "--no-cache") == first
    assert counted() == 3
    (pages / "b.html").write_text(BAD)
    assert diagnostics(run) != first
    assert counted() == 1


def test_what_decides_the_result_decides_the_key(pages: Path, run: Run, counted: Callable[[], int]) -> None:
    diagnostics(run)
    counted()
    diagnostics(run, "--fail-on", "error")
    assert counted() == 0
    diagnostics(run, "--ignore", "repetition/same-word")
    assert counted() == 3
    (pages / ".prosefix.toml").write_text('words = ["requires"]\n')
    diagnostics(run)
    assert counted() == 3
    (pages / ".prosefix.toml").write_text('words = ["requires"]\n[[overrides]]\nfiles = ["b.html"]\nlang = "fr"\n')
    diagnostics(run)
    assert counted() == 1


def test_a_damaged_cache_is_an_empty_one(pages: Path, run: Run, counted: Callable[[], int]) -> None:
    first = diagnostics(run)
    counted()
    kept = sorted((pages / ".prosefix_cache").glob("*/*.json"))
    assert len(kept) == 3
    whole = json.loads(kept[0].read_bytes())
    for damage in (b"", b"\xff", b"[]", b"null", json.dumps({**whole, "findings": [[1]]}).encode(),
                   json.dumps({**whole, "counts": None}).encode()):  # fmt: skip
        for path in kept:
            path.write_bytes(damage)
        assert diagnostics(run) == first
        assert counted() == 3


def test_a_cache_may_move_to_another_machine(pages: Path, run: Run, counted: Callable[[], int], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    first = diagnostics(run)
    counted()
    other = tmp_path_factory.mktemp("other") / "checkout"
    shutil.copytree(pages, other)
    monkeypatch.chdir(other)
    assert diagnostics(run) == first
    assert counted() == 0


def test_git_does_not_see_it_and_a_file_in_its_place_is_no_harm(pages: Path, run: Run) -> None:
    diagnostics(run)
    assert (pages / ".prosefix_cache" / ".gitignore").read_text() == "*\n"
    shutil.rmtree(pages / ".prosefix_cache")
    (pages / ".prosefix_cache").write_text("")
    assert run("check", "a.html").exit_code == 1


def test_apply_writes_what_the_page_says_now(pages: Path, run: Run) -> None:
    diagnostics(run)
    for path in (pages / ".prosefix_cache").glob("*/*.json"):
        path.write_text(path.read_text().replace("require", "destroy"))
    run("apply", "a.html")
    assert "will require care" in (pages / "a.html").read_text()


def test_a_set_means_its_usual_rules(folder: Path, run: Run) -> None:
    (folder / "p.html").write_text("<p>It has 3 x 4 dots … and <img src=a>.</p>\n")
    named = run("check", "p.html", "--format", "concise", "--select", "markup,markup/image-alt").stdout
    assert "markup/image-alt" in named
    assert "markup/image-alt" not in run("check", "p.html", "--format", "concise", "--select", "markup").stdout


def test_a_minified_page_is_left_out_of_a_folder_with_a_note(folder: Path, run: Run) -> None:
    (folder / "built.html").write_text(BAD.replace("\n", "") * 500)
    (folder / "long.html").write_text(BAD + f"<script>{'x' * 90_000}</script>\n")
    found = run("check", ".", "--format", "concise")
    assert {line.split(":")[0] for line in found.stdout.splitlines()} == {"long.html"}
    assert "built.html: left out, for it was minified or built" in found.stderr
    assert "built.html" in run("check", "built.html", "--format", "concise").stdout
    again = run("check", ".", "--format", "concise")  # now that the cache knows the page
    assert "built.html" not in again.stdout
    before = (folder / "built.html").read_bytes()
    run("apply", ".")
    assert (folder / "built.html").read_bytes() == before
