"""Offsets in UTF-16 units and UTF-8 bytes against Python's own encoders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.checks.engines.offsets import Units

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
WIDTHS = {"utf-16": lambda text: len(text.encode("utf-16-le")) // 2, "utf-8": lambda text: len(text.encode())}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8"])
@given(text=TEXTS)
def test_every_place_comes_back(encoding: str, text: str) -> None:
    units, width = Units(text, encoding), WIDTHS[encoding]
    places = [width(text[:at]) for at in range(len(text) + 1)]
    assert [units.code_point(place) for place in places] == list(range(len(text) + 1))
    assert units.total == width(text)
    for offset in set(range(-1, width(text) + 2)) - set(places):
        assert units.code_point(offset) is None, "inside a character or beyond the text"


def test_an_offset_behind_an_emoji_is_not_one_too_far() -> None:
    text = "😀 teh"
    assert Units(text, "utf-16").code_point(3) == 2
    assert Units(text, "utf-8").code_point(5) == 2
