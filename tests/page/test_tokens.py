"""Where markup begins and ends."""

import pytest

from prosefix.page.tokens import TokenKind, tokenize

T, S, E, C, D, P, R, H, L = TokenKind


def tokens(text: str) -> list[tuple[TokenKind, str]]:
    return [(token.kind, text[token.start : token.end]) for token in tokenize(text)]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("a & b < c > d", [(T, "a & b < c > d")]),
        ("<p title='a > b'>x</p >", [(S, "<p title='a > b'>"), (T, "x"), (E, "</p >")]),
        ('<img alt="more..." vspace="20">', [(S, '<img alt="more..." vspace="20">')]),
        ("<a b=it's>x", [(S, "<a b=it's>"), (T, "x")]),
        ("<p don't>x", [(S, "<p don't>"), (T, "x")]),
        ('<a b = "x>y">z', [(S, '<a b = "x>y">'), (T, "z")]),
        ("<a href=x/>y", [(S, "<a href=x/>"), (T, "y")]),
        ("<a b=>c", [(S, "<a b=>"), (T, "c")]),
        ("<!-- a > b -->c", [(C, "<!-- a > b -->"), (T, "c")]),
        ("<!-->a", [(C, "<!-->"), (T, "a")]),
        ("<!--->a", [(C, "<!--->"), (T, "a")]),
        ("<!-- a --!>b", [(C, "<!-- a --!>"), (T, "b")]),
        ("x<!-- open <p>", [(T, "x"), (C, "<!-- open <p>")]),
        ("<!DOCTYPE html>\n", [(D, "<!DOCTYPE html>"), (T, "\n")]),
        ("</>a</ b>c", [(D, "</>"), (T, "a"), (D, "</ b>"), (T, "c")]),
        ("<?php echo 1 > 2 ?>x", [(P, "<?php echo 1 > 2 ?>"), (T, "x")]),
        ("<?xml version='1.0'?>x", [(D, "<?xml version='1.0'?>"), (T, "x")]),
        ("<% if a > b %>x", [(P, "<% if a > b %>"), (T, "x")]),
        ("{% if a > b %}x{{ y }}{# z #}", [(P, "{% if a > b %}"), (T, "x"), (P, "{{ y }}"), (P, "{# z #}")]),
        ("<a {% if a > b %}c{% endif %}>x", [(S, "<a {% if a > b %}c{% endif %}>"), (T, "x")]),
        ('<a href="{{ f("x > y") }}">z', [(S, '<a href="{{ f("x > y") }}">'), (T, "z")]),
        ('<a href="<?php f("x") ?>">z', [(S, '<a href="<?php f("x") ?>">'), (T, "z")]),
        ("<script>a<b</scripty></script >c", [(S, "<script>"), (R, "a<b</scripty>"), (E, "</script >"), (T, "c")]),
        ("<TITLE>a<b></TITLE>", [(S, "<TITLE>"), (R, "a<b>"), (E, "</TITLE>")]),
        ("<textarea><p></textarea>", [(S, "<textarea>"), (R, "<p>"), (E, "</textarea>")]),
        ("<style>x", [(S, "<style>"), (R, "x")]),
        ("<svg><![CDATA[a<b]]></svg>", [(S, "<svg>"), (D, "<![CDATA["), (T, "a"), (S, "<b]]>"), (E, "</svg>")]),
        ('<a href="open>x</a> y', [(S, '<a href="open>'), (T, "x"), (E, "</a>"), (T, " y")]),
        ("text <a href=", [(T, "text "), (S, "<a href=")]),
        ("text </p", [(T, "text "), (E, "</p")]),
        ("a <<production>> b", [(T, "a "), (H, "<<production>>"), (T, " b")]),
        ("the `<audio>` tag", [(T, "the "), (H, "`<audio>`"), (T, " tag")]),
        ("a\n```js\nif (a<b)\n```\nb", [(T, "a\n"), (L, "```js\nif (a<b)\n```"), (T, "\nb")]),
    ],
)
def test_tokens(text: str, want: list[tuple[TokenKind, str]]) -> None:
    assert tokens(text) == want


def test_names_are_lower_case() -> None:
    assert [token.name for token in tokenize("<DIV><d-math>x</D-Math>")] == ["div", "d-math", "", "d-math"]


def test_a_page_of_openers_takes_no_longer_than_its_length_allows() -> None:
    for piece in ("<a ", "<a b=", '<a b="', "<!--", "{{", "{%", "<%", "<?", "`<", "<<a", "```\n", "\\[", "$"):
        text = piece * 3000
        assert sum(token.end - token.start for token in tokenize(text)) == len(text)
