"""Checking what was typed gives what checking all of the page would give."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prosefix.editor.checking import OpenPage, check_typed, check_whole, open_page
from prosefix.editor.text import Replacement

PAGE = (
    "<h1>One title</h1>\n<p>The <code>x</code> will <b>often</b> requires care, 🚀 and the the rest.</p>\n"
    "<!-- prosefix-disable repetition -->\n<p>It is is here.</p>\n<!-- prosefix-enable repetition -->\n"
    "<ul><li>We can works.<li>They may <b>goes</b> home</ul><p>It can runs $x the the y$ away.</p>\n"
    "<p title='the the title'>Last last word"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("project")
    (home / ".prosefix.toml").write_text('select = ["repetition", "agreement/modal-verb"]\n')
    return home


def opened(folder: Path, content: str = PAGE) -> OpenPage:
    page = open_page(str(folder / "p.html"), content, "utf-16")
    check_whole(page)
    return page


def found(page: OpenPage) -> list[tuple[str, int, int, tuple[object, ...]]]:
    return [(f.rule, f.start, f.end, f.fixes) for f in page.findings]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(0, 0.999), st.integers(0, 5), st.sampled_from(["", "x", " the the ", "will goes ", "🚀"])),
        min_size=1,
        max_size=3,
    )
)
def test_typing_in_a_paragraph(folder: Path, edits: list[tuple[float, int, str]]) -> None:
    page = opened(folder)
    for where, length, new in edits:
        start = int(where * len(page.text.content))
        page.change(Replacement(start, min(len(page.text.content), start + length), new))
    if page.whole:
        check_whole(page)
    else:
        check_typed(page)
    assert found(page) == found(opened(folder, page.text.content))


def test_words_in_a_paragraph_are_not_the_whole_page(folder: Path) -> None:
    page = opened(folder)
    at = PAGE.index("care")
    page.change(Replacement(at, at + 4, "can works"))
    assert not page.whole
    assert [paragraph.dirty for paragraph in page.paragraphs].count(True) == 1
    kept = {f.text for f in page.findings}
    assert {"works", "goes", "requires"} <= kept
    check_typed(page)
    assert [f.text for f in page.findings].count("works") == 2
    page.change(Replacement(0, 0, "<p>"))
    assert page.whole


def test_a_change_in_words_that_were_found_takes_the_finding_away_at_once(folder: Path) -> None:
    page = opened(folder)
    at = PAGE.index("requires")
    page.change(Replacement(at + 7, at + 8, ""))
    assert "requires" not in {f.text for f in page.findings}
    others = [page.text.content[f.start : f.end] for f in page.findings]
    assert "works" in others


def test_excluded_pages_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".prosefix.toml").write_text('exclude = ["old"]\nselect = ["repetition"]\n')
    (tmp_path / "old").mkdir()
    page = open_page(str(tmp_path / "old" / "p.html"), "<p>the the", "utf-16")
    check_whole(page)
    assert page.findings == ()
