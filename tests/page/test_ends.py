"""Where elements that are not read end: the nearest tag that closes them, however long the page and whatever is left open."""

import pytest

from prosefix.page.blocks import read_prose
from prosefix.page.source import Page


def text_of(html: str) -> str:
    return read_prose(Page("page.html", html.encode(), html, "utf-8")).plain


def test_a_listing_of_many_lines_is_not_read_to_its_last_line() -> None:
    line = '<div class="line"><a id="l1"></a><span class="comment">/* teh line */</span></div>\n'
    assert text_of(f'<div class="fragment">{line * 20_000}</div><p>After it.</p>').strip() == "After it."


@pytest.mark.parametrize("tag", ['<div class="fragment">', "<q>", "<dfn>", "<code>", "<b>"])
def test_elements_that_are_never_closed_lose_no_text_before_them(tag: str) -> None:
    assert text_of(f"<p>Before.</p>{tag * 20_000}").startswith("Before.")


def test_end_tags_that_close_nothing_leave_the_open_elements_as_they_are() -> None:
    html = "<p>One " + "<b>" * 2_000 + "</i>" * 2_000 + "two.</p>"
    assert text_of(html).split() == ["One", "two."]
