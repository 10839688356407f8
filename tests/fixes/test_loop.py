"""Mending pages: the fixed point, circles, what is held back, and that nothing but words changes."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prosefix.errors import FixRefused
from prosefix.findings import Applicability, Edit, Finding, Fix, Severity
from prosefix.fixes import loop
from prosefix.fixes.loop import mend_pages
from prosefix.fixes.verify import verify
from prosefix.lint import FileResult
from prosefix.page.source import Page
from prosefix.settings import Settings

FEW = Settings(select=("repetition", "agreement/modal-verb", "contractions/lets"))


def page(text: str) -> Page:
    return Page("p.html", text.encode(), text, "utf-8")


def mended(text: str) -> str:
    return mend_pages([page(text)], FEW)[0].text


PIECES = st.sampled_from(
    [
        "<p>", "</p>", "<b>", "</b>", "<td>", "<br>", "<!-- a the the -->", "<code>the the</code>", "$the the$", "&nbsp;",
        "&amp;", "&rsquo;", "<img id='the the'>", '<a href="?a=the the&b">', "</a>", "{{ the the }}", "<script>the the",
        "</script>", "\u00ad", "\u202e", "🚀", "\r\n", "\n", "\t", " ", "<", "&", ">", "'", '"', "the the", "The", "the",
        "will", "requires", "Lets", "see", "it", ".", ",", "<q>", "</q>", "<!-- prosefix-disable -->", "\\(", "\\)", "x",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_any_page_comes_to_a_fixed_point_and_keeps_its_markup(pieces: list[str]) -> None:
    text = " ".join(pieces)
    (result,) = mend_pages([page(text)], FEW)
    assert not result.problem
    assert mended(result.text) == result.text
    marks = re.compile(r"<[^<>]*>|&(?!nbsp)\w+;|\$[^$]*\$|\{\{.*?\}\}")  # a space may go with the word before it
    assert marks.findall(result.text) == marks.findall(text)


def test_the_text_of_an_image_is_mended_and_its_other_attributes_are_not() -> None:
    assert mended("<p>x <img id='the the' alt='the the end'> y</p>") == "<p>x <img id='the the' alt='the end'> y</p>"


Check = Callable[[Sequence[Page], Settings], list[FileResult]]


def checker(rule: Callable[[str], list[tuple[int, int, str]]], name: str = "repetition/x") -> Check:
    """A check that offers `rule(text)` as safe fixes."""

    def check(pages: Sequence[Page], _settings: Settings) -> list[FileResult]:
        results = []
        for one in pages:
            findings = tuple(
                Finding("p.html", name, Severity.ERROR, 1, "m", one.text[a:b], a, b,
                        (Fix(new, Applicability.SAFE, (Edit(a, b, new),)),))
                for a, b, new in rule(one.text)
            )  # fmt: skip
            results.append(FileResult("p.html", findings=findings, page=one))
        return results

    return check


def test_fixes_that_go_round_leave_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def swap(text: str) -> list[tuple[int, int, str]]:
        return [(3, 4, "b" if text[3] == "a" else "a")]

    monkeypatch.setattr(loop, "check_pages", checker(swap))
    (result,) = mend_pages([page("<p>a</p>")], Settings())
    assert result.text == "<p>a</p>"
    assert result.problem == "the fixes go round in a circle (repetition/x); page left as it was"


def test_fixes_without_end_leave_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "check_pages", checker(lambda _text: [(3, 3, "a")]))
    (result,) = mend_pages([page("<p>a</p>")], Settings())
    assert (result.text, result.written) == ("<p>a</p>", ())
    assert result.problem.startswith("no end after 10 passes (repetition/x)")


def test_a_fix_that_breaks_the_page_is_held_back_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def three(text: str) -> list[tuple[int, int, str]]:
        return [(m.start(), m.end(), {"a": "A", "b": "<b>", "c": "C"}[m[0]]) for m in re.finditer(r"\b[abc]\b", text)]

    monkeypatch.setattr(loop, "check_pages", checker(three))
    (result,) = mend_pages([page("<p>a b c</p>")], Settings())
    assert result.text == "<p>A b C</p>"
    assert [held.choice.finding.text for held in result.held_back] == ["b"]
    assert "would read differently" in result.held_back[0].reason


def test_a_letter_that_the_encoding_lacks_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def curl(text: str) -> list[tuple[int, int, str]]:
        return [(m.start(), m.end(), "\u2260") for m in re.finditer("x", text)]

    monkeypatch.setattr(loop, "check_pages", checker(curl))
    latin = replace(page("<p>x</p>"), encoding="latin-1")
    (result,) = mend_pages([latin], Settings())
    assert result.text == "<p>x</p>"
    assert "U+2260" in result.held_back[0].reason


def test_of_overlapping_fixes_one_waits_for_the_next_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(text: str) -> list[tuple[int, int, str]]:
        return [(3, 5, "xy"), (4, 6, "yz")] if text[3:6] == "abc" else []

    monkeypatch.setattr(loop, "check_pages", checker(both))
    (result,) = mend_pages([page("<p>abc</p>")], Settings())
    assert result.text == "<p>xyc</p>"


@pytest.mark.parametrize(
    ("old", "edit"),
    [
        ("<p>a b</p>", (5, 6, "<b>c</b>")),
        ("<p>a b</p>", (4, 4, "&lt")),  # fine: a text reference
        ("<p>a <code>x</code></p>", (11, 12, "y")),
        ("<p>a $x$</p>", (6, 7, "y")),
        ("<p title='a' id='b'>x</p>", (17, 18, "c")),
        ("<p title='a'>x</p>", (10, 11, "a' b='")),
        ("<!-- a --><p>b</p>", (5, 6, "b")),
        ("<p>a b</p>", (3, 10, "")),
    ],
)
def test_the_verifier_sees_what_is_not_words(old: str, edit: tuple[int, int, str]) -> None:
    start, end, new = edit
    text = old[:start] + new + old[end:]
    if new == "&lt":
        verify(page(old), page(text), [Edit(*edit)], [])
        return
    with pytest.raises(FixRefused):
        verify(page(old), page(text), [Edit(*edit)], [])


def test_math_fixes_may_change_the_math_that_they_replace() -> None:
    old, new = "<p>a <i>b</i> $x<b>y</b>$</p>", "<p>a <i>b</i> $xy$</p>"
    verify(page(old), page(new), [], [Edit(16, 24, "y")])
    with pytest.raises(FixRefused):
        verify(page(old), page(new), [Edit(16, 24, "y")], [])
