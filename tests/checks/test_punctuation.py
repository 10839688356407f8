"""Punctuation that a whole block shows: partners of brackets and quotation marks, ends of sentences."""

import pytest
from checked import marked, mended
from hypothesis import given, settings
from hypothesis import strategies as st

PAGE = "<!doctype html><html><head><title>T</title></head><body>{}</body></html>"
FILLER = "<p>This is one of the other paragraphs of the page.</p>"
PIECES = ["(", ")", "[", '"', "“", "”", " ", "word ", "the other words of it ", ":-) ", "1) ", ". ", ".", "<code>x</code>", "</p>.<p>", "</p><p>"]  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.booleans())
def test_any_text_is_read_and_every_finding_lies_in_it(pieces: list[str], whole: bool) -> None:
    html = f"<p>{''.join(pieces)}</p>"
    html = PAGE.format(html) if whole else html
    for rule, text in marked(html, "punctuation"):
        assert rule.startswith("punctuation/")
        assert text


def test_a_bracket_is_closed_before_the_full_stop() -> None:
    html = PAGE.format('<p>It is added to the list of all of them (see <a href="x">changeset</a>.</p>')
    assert mended(html, "punctuation/unpaired-bracket") == html.replace("</a>.", "</a>).")


def test_a_bracket_may_go_over_several_blocks() -> None:
    html = "<p>These are all of the words (which we know:</p><ul><li>one of them</li></ul><p>and then some of the others).</p>"
    assert marked(PAGE.format(html), "punctuation") == []
    assert marked(PAGE.format(html.replace("others)", "others")), "punctuation") != []


def test_brackets_of_different_pages_are_no_pair() -> None:
    html = PAGE.format("<p>These are all of the words) that we know of here.</p>")
    assert mended(html, "punctuation/unpaired-bracket") == html.replace("words)", "words")


@pytest.mark.parametrize(
    "text",
    [
        "Either 1) it is read by all, or 2) it is read by none of them.",
        "The number lies in [0, 1) and the other one in (2, 3] as we know.",
        "These are the words (all of them ;-) that we have read so far.",
        "Then call the function f(x, y and look at what it gives to us; {",
    ],
)
def test_brackets_that_have_no_partner_on_purpose(text: str) -> None:
    assert marked(PAGE.format(f"<p>{text}</p>"), "punctuation/unpaired-bracket") == []


def test_the_outermost_blocks_of_an_excerpt_may_be_cut() -> None:
    cut = "are the words of it) that was read.</p>{}<p>And these are the words (of the last one"
    assert marked(cut.format(FILLER), "punctuation") == []
    inner = FILLER + "<p>These are the words) in the middle of it.</p>" + FILLER
    assert marked(inner, "punctuation") == [("punctuation/unpaired-bracket", ")")]


def test_a_quotation_may_go_over_several_paragraphs() -> None:
    quotation = "<p>“These are the words of the first.</p><p>“And these are the words of the last.”</p>"
    assert marked(PAGE.format(quotation), "punctuation/unpaired-quote") == []


def test_the_stop_of_a_last_sentence_stands_behind_its_link() -> None:
    html = PAGE.format('<p>It is read once. The other may be read by <a href="x">all of us</a></p><p>Next.</p>')
    assert mended(html, "punctuation/missing-stop") == html.replace("us</a>", "us</a>.")
    assert marked(html.replace("<p>Next.", "<ul><li>Next."), "punctuation/missing-stop") == []
    assert marked(html.replace("us</a>", "us</a><code>.</code>"), "punctuation/missing-stop") == []


def test_a_stray_stop_moves_into_its_paragraph() -> None:
    html = PAGE.format("<table><tr><td><p>Use the interface <b>for it</b></p>.</td></tr></table>")
    assert mended(html, "punctuation/stray-stop") == html.replace("</b></p>.", "</b>.</p>")
