"""Where a rule and the learnt detection propose the same, through the Python interface; and when changes are the same."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from prosefix import Settings, check
from prosefix.checks.realword.confirmation import smallest
from prosefix.findings import Applicability, Finding

SENTENCES = (
    "The entry was create by the server before it was read.",
    "The attribute can used to set the width of the window.",
    "This setting control the scope of the table of contents.",
)
PIECES = st.text(alphabet="aAb ", max_size=6)


def only_finding(sentence: str, **settings: object) -> Finding:
    (finding,) = check(f"<p>{sentence}</p>", Settings(**settings))
    return finding


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_confirmed_fix_is_surer_and_safe(sentence: str) -> None:
    both = only_finding(sentence)
    alone = only_finding(sentence, select=(both.rule,))
    assert alone.fixes[0].edits == both.fixes[0].edits
    assert alone.fixes[0].applicability is Applicability.UNSAFE
    assert both.fixes[0].applicability is Applicability.SAFE
    assert alone.confidence < both.confidence <= 1


def test_what_the_user_calls_unsafe_stays_so() -> None:
    finding = only_finding(SENTENCES[0], unsafe=("agreement",))
    assert finding.fixes[0].applicability is Applicability.UNSAFE


def applied(text: str, start: int, end: int, new: str) -> str:
    return (text[:start] + new + text[end:]).lower()


@given(PIECES, PIECES, PIECES, PIECES)
@example("of ", "that", "the that", " x")
def test_a_smallest_change_does_the_same(before: str, old: str, new: str, after: str) -> None:
    text, start, end = before + old + after, len(before), len(before + old)
    assert applied(text, *smallest(text, start, end, new)) == applied(text, start, end, new)


@given(PIECES, PIECES, PIECES, PIECES, PIECES, PIECES)
def test_a_change_is_the_same_however_much_is_shown_with_it(
    far: str, near: str, old: str, new: str, behind: str, end: str
) -> None:
    assume(old.lower() != new.lower())
    text, start = far + near + old + behind + end, len(far)
    narrow = smallest(text, start + len(near), start + len(near + old), new)
    assert smallest(text, start, start + len(near + old + behind), near + new + behind) == narrow
