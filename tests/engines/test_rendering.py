"""Stand-ins as nouns and back."""

from hypothesis import given
from hypothesis import strategies as st

from prosefix.checks.engines.rendering import Rendering
from prosefix.standins import CHARACTERS

BLOCKS = st.text(st.sampled_from("ab .,é😀" + CHARACTERS[:3]), max_size=30)


@given(BLOCKS)
def test_each_place_of_the_text_has_one_in_the_block(block: str) -> None:
    rendering = Rendering(block)
    assert not set(rendering.text) & set(CHARACTERS)
    assert rendering.to_block(0, len(rendering.text)) == (0, len(block))
    plain = [at for at, char in enumerate(block) if char not in CHARACTERS]
    shown = [at for at in range(len(rendering.text)) if not rendering.touched(at, at + 1)]
    assert [rendering.to_block(at, at + 1) for at in shown] == [(at, at + 1) for at in plain]


@given(BLOCKS)
def test_the_text_itself_is_restored_to_the_block(block: str) -> None:
    rendering = Rendering(block)
    assert rendering.restored(rendering.text, 0, len(rendering.text)) == block


def test_a_replacement_that_loses_a_stand_in_is_refused() -> None:
    code = CHARACTERS[0]
    rendering = Rendering(f"the {code} are")
    end = len(rendering.text)
    assert rendering.to_block(4, end) == (4, 9)
    assert rendering.restored("Dummy0 is", 4, end) == f"{code} is"
    assert rendering.restored("it is", 4, end) is None
    assert rendering.restored("Dummy1 is", 4, end) is None
    assert rendering.restored("the Dummy0", 0, end - 4) == f"the {code}"
    assert Rendering("no stand-in").restored("a Dummy0", 0, 2) is None


def test_what_stands_beside_a_stand_in_is_known() -> None:
    rendering = Rendering(f"an {CHARACTERS[0]} is near")
    assert rendering.text == "an Dummy0 is near"
    assert rendering.beside(0, 2)
    assert rendering.beside(10, 12)
    assert not rendering.beside(13, 17)
