"""The tokenizer tests of html5lib through the reader: no text is lost, and what is read lies where it is said to lie.

`tools/fetch_html5lib_tests.py FOLDER` fetches them; the variable HTML5LIB_TESTS names the folder. A page is read
otherwise than the standard has it in three ways, all meant: a `<` within a tag begins text or another tag, since
such a tag was cut; what is marked as CDATA is text; nothing after <plaintext> is prose, nor is a template's tag.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from prosefix.page.blocks import read_prose
from prosefix.page.references import unescape
from prosefix.page.source import Page
from prosefix.page.tokens import RAW_TEXT, TokenKind, tokenize

TESTS = os.environ.get("HTML5LIB_TESTS", "")
FILES = sorted(Path(TESTS).glob("*.test")) if TESTS else []
MEANT = re.compile(r"<[A-Za-z][^>]*<>|<!\[CDATA\[|<plaintext>|<\?=")
INVISIBLE = re.compile("[\\s\u00ad\u200b\u200c\u200d\u2060\ufeff]+")
OURS = re.compile("[\ue000-\ue0ff]")  # characters of the private use area that stand in for code, math and the like

pytestmark = pytest.mark.skipif(not FILES, reason="HTML5LIB_TESTS names no folder with the tests of html5lib")


class Case(NamedTuple):
    text: str
    characters: str  # all that the standard's tokenizer gives as text
    tag: str = ""  # the raw-text element in which `text` stands, if it does
    decoded: bool = False  # whether references are read in it


def cases(file: Path) -> Iterator[Case]:
    document = json.loads(file.read_text("utf-8"))
    for test in document.get("tests", document.get("xmlViolationTests")):
        output = [each for each in test["output"] if each[0] == "Character"]
        text, characters = test["input"], "".join(each[1] for each in output)
        if test.get("doubleEscaped"):
            text, characters = _unescaped(text), _unescaped(characters)
        for state in test.get("initialStates", ["Data state"]):
            if state == "Data state":
                yield Case(text, characters)
            elif state == "PLAINTEXT state":
                yield Case(text, characters, "plaintext")
            elif state != "CDATA section state":  # marks of CDATA end nothing in HTML
                yield Case(text, characters, test.get("lastStartTag", _ELEMENTS[state]), state == "RCDATA state")


_ELEMENTS = {"RCDATA state": "title", "RAWTEXT state": "style", "Script data state": "script"}


def _unescaped(text: str) -> str:
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), text)


def visible(text: str) -> str:
    return INVISIBLE.sub("", OURS.sub("\ufffd", re.sub("[\0\uffff]", "\ufffd", text)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_text_is_lost(file: Path) -> None:
    for case in cases(file):
        tokens = tokenize(case.text)
        assert "".join(case.text[token.start : token.end] for token in tokens) == case.text
        if not case.tag and not MEANT.search(case.text):
            page = Page("page.html", case.text.encode("utf-8", "surrogatepass"), case.text, "utf-8")
            assert visible(read_prose(page).plain) == visible(case.characters), case


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_read_lies_where_it_is_said_to_lie(file: Path) -> None:
    for case in cases(file):
        page = Page("page.html", case.text.encode("utf-8", "surrogatepass"), case.text, "utf-8")
        prose = read_prose(page)
        source = prose.source
        for start, end, begin, stop, literal in zip(
            source.start, source.end, source.page_start, source.page_end, source.literal, strict=True
        ):
            written, plain = case.text[begin:stop], prose.plain[start:end]
            assert visible(written) == visible(plain) if literal else _stands_for(written, plain), case


def _stands_for(written: str, plain: str) -> bool:
    """Whether `plain` is what a reference, white space, a template or an unread element in the page comes to."""
    if OURS.match(plain) or not visible(written) or written.startswith("<"):
        return True
    decoded = visible(unescape(written))
    return decoded == visible(plain) or not decoded  # Python's own decoding drops control characters


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_raw_text_ends_where_its_element_does(file: Path) -> None:
    for case in cases(file):
        if case.tag not in RAW_TEXT:
            continue
        page = f"<{case.tag}>{case.text}"
        raw = "".join(page[token.start : token.end] for token in tokenize(page) if token.kind is TokenKind.RAW)
        read = visible(unescape(raw) if case.decoded else raw)
        if f"</{case.tag}" in case.text.lower():
            assert visible(case.characters).startswith(read), case  # the rest comes after the element
        else:
            assert visible(case.characters) == read, case
