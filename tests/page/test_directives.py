"""The directives of a page, and what each governs."""

import pytest
from reading import read

from prosefix.page.directives import DirectiveKind


def governed(html: str) -> list[tuple[str, tuple[str, ...], str]]:
    return [
        (one.kind.value, one.names, html[one.governs.start : one.governs.end])
        for one in read(html).directives
        if one.kind is not DirectiveKind.ENABLE
    ]


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ("<p>a <!-- prosefix-disable spelling -->b<!-- prosefix-enable spelling --> c", [("disable", ("spelling",), "b")]),
        ("<!-- prosefix-disable a/b, c -->x<!-- prosefix-enable a -->y",
         [("disable", ("a/b",), "x"), ("disable", ("c",), "x<!-- prosefix-enable a -->y")]),
        ("<!--prosefix-disable-->x<!--prosefix-enable spelling-->y<!--prosefix-enable-->z",
         [("disable", (), "x<!--prosefix-enable spelling-->y")]),
        ("<p>a<!-- prosefix-disable-next-block math : see: below --><p>b c<p>d", [("disable-next-block", ("math",), "b c")]),
        ("<p>a<!-- prosefix-disable-file style -->", [("disable-file", ("style",), "<p>a<!-- prosefix-disable-file style -->")]),
        ("<p data-prosefix=off>a<b>c</b></p>d", [("attribute", (), "<p data-prosefix=off>a<b>c</b></p>")]),
        ("<p><b data-prosefix='off spelling a/b'>a</b>", [
            ("attribute", ("spelling",), "<b data-prosefix='off spelling a/b'>a</b>"),
            ("attribute", ("a/b",), "<b data-prosefix='off spelling a/b'>a</b>")]),
        ("<p>x <b spellcheck=false>teh</b> y", [("attribute", ("spelling",), "<b spellcheck=false>teh</b>")]),
        ("<!-- spellchecker: disable -->x<!-- spell-checker:enable -->y", [("disable", ("spelling",), "x")]),
        ("<!-- prosefixes are words -->a<!-- other -->", []),
    ],
)  # fmt: skip
def test_what_a_directive_governs(html: str, want: list[tuple[str, tuple[str, ...], str]]) -> None:
    assert governed(html) == want


def test_a_directive_keeps_its_reason_and_its_place() -> None:
    html = "<p>a<!-- prosefix-disable spelling : a name -->b"
    (one,) = read(html).directives
    assert one.reason == "a name"
    assert html[one.span.start : one.span.end] == "<!-- prosefix-disable spelling : a name -->"


@pytest.mark.parametrize(
    ("comment", "word"),
    [
        ("<!-- prosefix-off spelling -->", "prosefix-off"),
        ("<!-- prosefix-disable Spelling! -->", "Spelling!"),
        ("<p data-prosefix=none>", "none"),
        ("<!-- prosefix-attribute -->", "prosefix-attribute"),
    ],
)
def test_a_malformed_directive_governs_nothing_and_says_why(comment: str, word: str) -> None:
    (one,) = read(comment + "teh").directives
    assert word in one.problem
    assert one.governs.start == one.governs.end
