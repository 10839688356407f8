"""Positions in an editor's units, and changes piece by piece."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.editor.text import Replacement, Text

texts = st.text(alphabet=st.sampled_from("ab é🚀𝒞\n\r\u2028\x0c"), max_size=30)


def test_columns_count_utf_16_units() -> None:
    text = Text("a🚀b\r\nc\rd")
    assert [text.place(n) for n in range(8)] == [(0, 0), (0, 1), (0, 3), (0, 4), (0, 5), (1, 0), (1, 1), (2, 0)]
    assert text.offset(0, 3) == 2
    assert text.offset(0, 99) == 3  # not behind the end of the line
    assert text.offset(9, 0) == len(text.content)


@pytest.mark.parametrize("units", ["utf-8", "utf-16", "utf-32"])
@given(content=texts, data=st.data())
def test_a_place_is_where_its_offset_is(units: str, content: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(content)))
    if content[offset : offset + 1] in ("\n", "\r") and offset and content[offset - 1] == "\r":
        offset -= 1  # no editor stands between CR and LF
    text = Text(content, units)
    place = text.place(offset)
    assert place.line == len(re.findall(r"\r\n|\n|\r", content[:offset]))
    assert text.offset(*place) == offset


@given(texts, texts, st.data())
def test_a_change_by_places_is_a_change_by_offsets(content: str, new: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, len(content)))
    changed = Text(content).replaced(Replacement(start, end, new))
    assert changed.content == content[:start] + new + content[end:]
    assert changed.place(len(changed.content)) == Text(changed.content).place(len(changed.content))
