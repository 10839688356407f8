"""Bytes to text and exactly back."""

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.errors import PageError
from prosefix.page.source import LineIndex, decode_page, read_page


@pytest.mark.parametrize(
    ("raw", "text", "encoding"),
    [
        (b"<p>plain</p>", "<p>plain</p>", "utf-8"),
        ("<p>na\u00efve \U0001d49e</p>".encode(), "<p>na\u00efve \U0001d49e</p>", "utf-8"),
        (codecs.BOM_UTF8 + b"<p>x</p>\r\n", "<p>x</p>\r\n", "utf-8"),
        (codecs.BOM_UTF16_LE + "<p>\u00e9</p>".encode("utf-16-le"), "<p>\u00e9</p>", "utf-16-le"),
        (codecs.BOM_UTF16_BE + "<p>\u00e9</p>".encode("utf-16-be"), "<p>\u00e9</p>", "utf-16-be"),
        (b'<meta charset="iso-8859-1"><p>caf\xe9 \x93', '<meta charset="iso-8859-1"><p>caf\u00e9 \u201c', "cp1252"),
        (b"<meta http-equiv=Content-Type content='text/html; charset=Shift_JIS'>\x82\xa0",
         "<meta http-equiv=Content-Type content='text/html; charset=Shift_JIS'>\u3042", "cp932"),
        (b'<?xml version="1.0" encoding="ISO-8859-2"?>\xb1', '<?xml version="1.0" encoding="ISO-8859-2"?>\u0105', "iso8859-2"),
        (b"a\rb\r\nc\n", "a\rb\r\nc\n", "utf-8"),
        (b"", "", "utf-8"),
    ],
)  # fmt: skip
def test_text_comes_out_and_the_bytes_go_back(raw: bytes, text: str, encoding: str) -> None:
    page = decode_page(raw, "page.html")
    assert page.text == text
    assert page.encoding == encoding
    assert page.encode(page.text) == raw


def test_a_page_that_says_latin_1_and_is_utf_8_is_utf_8() -> None:
    page = decode_page("<meta charset=latin1><p>it’s".encode(), "page.html")
    assert page.text.endswith("it’s")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"<p>caf\xe9</p>", ["page.html", "byte 6", "utf-8", "UTF-8"]),
        (codecs.BOM_UTF8 + b"<p>\xff", ["byte 6"]),
        (b'<meta charset="utf-8">\xc3', ["byte 22"]),
        (b"\x89PNG\r\n\x1a\n\x00\x00", ["NUL", "byte 8"]),
        (b"<p>" + b"x" * 9000 + b"\0", ["NUL", "byte 9003"]),
        (b"<meta charset=klingon>", ["klingon", "byte 0"]),
        (b"<meta charset=hex>abcd", ["hex"]),
        (codecs.BOM_UTF16_LE + b"a\0b", ["byte 4"]),
    ],
)
def test_what_cannot_be_read_says_where_and_why(raw: bytes, words: list[str]) -> None:
    with pytest.raises(PageError) as caught:
        decode_page(raw, "page.html")
    message = str(caught.value)
    assert "\n" not in message
    assert all(word in message for word in words)


def test_a_missing_page_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(PageError, match="no such file"):
        read_page(tmp_path / "none.html")
    with pytest.raises(PageError, match="folder"):
        read_page(tmp_path)


def test_a_character_that_the_encoding_lacks_is_refused() -> None:
    page = decode_page(b"<meta charset=iso-8859-2>", "page.html")
    with pytest.raises(PageError, match="U\\+1F680"):
        page.encode(page.text + "🚀")


def test_lines_and_columns_count_from_one_in_code_points() -> None:
    index = LineIndex("ab\r\n🚀c\rd\ne")
    assert [index.position(at) for at in (0, 2, 4, 5, 7, 9)] == [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (4, 1)]
    assert [index.offset(line) for line in (1, 2, 3, 4)] == [0, 4, 7, 9]


@given(st.text(alphabet="a🚀\r\n", max_size=30))
def test_positions_lead_back_to_offsets(text: str) -> None:
    index = LineIndex(text)
    for at in range(len(text) + 1):
        line, column = index.position(at)
        assert index.offset(line) + column - 1 == at


@given(st.binary(max_size=40))
def test_any_bytes_are_read_exactly_or_refused(raw: bytes) -> None:
    try:
        page = decode_page(raw, "page.html")
    except PageError:
        return
    assert page.encode(page.text) == raw
