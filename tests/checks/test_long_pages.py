"""A long page is looked at in parts, and what is found is what would be found in all of it at once."""

import pytest

from prosefix.findings import Applicability, Finding
from prosefix.lint import check_pages, pages
from prosefix.page.source import decode_page
from prosefix.settings import Settings

PARAGRAPHS = (
    "<p>The module will requires full communication of all of us, and so on.</p>",
    "<p>One of the the pages has a <code>name</code> of its own.</p>",
    "<p>The wolrd is large, and its frobnicator is small.</p>",
    "<p>A frobnicator and another frobnicator meet the colour of the color.</p>",
    "<p id=a>It is so <b></b> that <a href='#b'>nothing</a> follows &ampsign.</p>",
)


def found(page: str) -> list[Finding]:
    (result,) = check_pages([decode_page(page.encode(), "page.html")], Settings())
    assert result.error is None
    assert result.crashes == ()
    return list(result.findings)


@pytest.mark.parametrize("limit", [1, 60, 150, 400])
def test_parts_of_a_page_are_one_page(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"<!doctype html><html><title>Some words</title><body>{''.join(PARAGRAPHS * 3)}</body></html>"
    whole = found(page)
    assert {"agreement/modal-verb", "repetition/same-word", "spelling/unknown-word"} <= {each.rule for each in whole}
    monkeypatch.setattr(pages, "LIMIT", limit)
    assert found(page) == whole


def test_the_words_of_a_page_are_counted_in_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "LIMIT", 1)
    sentence = "<p>They repeated the experment.</p>"
    (lone,), often = found(sentence + "<p>Nothing else is said.</p>"), found(sentence * 6)
    assert lone.fixes[0].applicability is Applicability.SAFE
    assert {finding.fixes[0].applicability for finding in often} == {Applicability.UNSAFE}
