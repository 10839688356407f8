"""Edits put into a text, and where the rest of it lies afterwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.findings import Edit
from prosefix.fixes.splice import Shift, splice


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """A text and edits of it that do not overlap."""
    text = draw(st.text(max_size=60))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), unique=True, max_size=10)))
    edits = [Edit(start, end, draw(st.text(max_size=4))) for start, end in zip(cuts[::2], cuts[1::2], strict=False)]
    return text, draw(st.permutations(edits))


@given(edited())
def test_what_lies_outside_the_edits_stays(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    result = splice(text, edits)
    shift = Shift(edits)
    edges = [
        0,
        *(place for edit in sorted(edits, key=lambda e: e.start) for place in (edit.start, edit.end)),
        len(text),
    ]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        assert result[shift.start(start) : shift.end(end)] == text[start:end] or start == end


@given(edited())
def test_the_inverse_edits_restore_the_text(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    shift = Shift(edits)
    inverse = [Edit(shift.end(e.start), shift.end(e.start) + len(e.new), text[e.start : e.end]) for e in edits]
    assert splice(splice(text, edits), inverse) == text


def test_overlapping_edits_are_an_error() -> None:
    with pytest.raises(ValueError, match="overlaps"):
        splice("abcdef", [Edit(1, 4, "x"), Edit(3, 5, "y")])


def test_edits_that_touch_are_fine() -> None:
    assert splice("abcdef", [Edit(3, 5, "Y"), Edit(1, 3, "X")]) == "aXYf"


def test_places_beside_an_insertion() -> None:
    shift = Shift([Edit(2, 2, "xyz")])
    assert (shift.end(2), shift.start(2), shift.start(3)) == (2, 5, 6)
