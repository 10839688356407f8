"""The error model and the look-up of near words: costs are costs, and nothing near is missed."""

import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.checks.spelling.candidates import Candidates, signatures
from prosefix.checks.spelling.channel import Channel

WORDS = st.text(string.ascii_lowercase, min_size=2, max_size=12)
channel = Channel.open()
candidates = Candidates.open()


@given(WORDS, WORDS)
def test_a_cost_is_the_cost_of_the_slips_named(typed: str, intended: str) -> None:
    cost, slips = channel.slips(typed, intended)
    assert cost == pytest.approx(channel.cost(typed, intended))
    assert (cost == 0) == (typed == intended) == (not slips)


@pytest.mark.parametrize(
    ("typed", "likelier", "than"),
    [
        ("recieve", "receive", "relieve"),
        ("occured", "occurred", "obscured"),
        ("dependance", "dependence", "defendant"),
        ("teh", "the", "toe"),
        ("comand", "command", "coland"),
    ],
)
def test_common_slips_are_cheap(typed: str, likelier: str, than: str) -> None:
    assert channel.cost(typed, likelier) < channel.cost(typed, than)


@st.composite
def slipped(draw: st.DrawFn) -> tuple[str, str]:
    """A word of the lexicon and the same with one slip behind its first letter."""
    word = candidates.folded(draw(st.integers(0, len(candidates.written) - 1)))
    at = draw(st.integers(1, len(word)))
    letter = draw(st.sampled_from(string.ascii_lowercase))
    typed = draw(
        st.sampled_from(
            [
                word[:at] + letter + word[at:],
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at + 1 :],
                word[: at - 1] + word[at : at + 1] + word[at - 1] + word[at + 1 :],
            ]
        )
    )
    return word, typed


@given(slipped())
def test_a_word_is_found_again_after_any_one_slip(pair: tuple[str, str]) -> None:
    word, typed = pair
    if typed == word or len(word) < 4 or not typed[0].isalpha() or not typed.isascii():
        return
    found = {candidates.folded(number) for number in candidates.near(typed, 2)}
    assert word in found


@given(st.lists(WORDS, min_size=1, max_size=5))
def test_signatures_do_not_depend_on_the_company(words: list[str]) -> None:
    together = signatures("".join(words).encode(), np.array([len(word) for word in words]))
    assert together.tolist() == [int(signatures(word.encode(), np.array([len(word)]))[0]) for word in words]


def test_a_word_is_not_near_itself() -> None:
    number = candidates.number("command")
    assert number is not None
    assert number not in candidates.near("command", 2)
