"""Which unknown words pass as made by rule, and which slips do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.english.resources import English

ENGLISH = English()


@pytest.mark.parametrize(
    "word",
    "reinstantiate unthrottled nonportable subwidget multiplot preinitialization autoretries pseudoexpressions hyperrectangles "
    "browsable taggable coalescer unsubmitted componentwise memoryless bugginess stringize themename rowspace keymasks "
    "Subwidget overprovisions pyproject liblinear".split(),
)
def test_words_made_by_rule_pass(word: str) -> None:
    assert ENGLISH.derivation.is_derived(word)


@pytest.mark.parametrize(
    "word",
    "recieve thisis ofthe inthe usethe accessable convertable managable contributer controler dynamicly publically "
    "truely fullly lazyness verifyable corespond coresponding recomment informations softwares occured untill zzqq un ly "
    "newvalue initialdata eachnode subwidgeT".split(),
)
def test_slips_do_not(word: str) -> None:
    assert not ENGLISH.derivation.is_derived(word)


def test_the_column_leaves_known_words_out() -> None:
    ids = ENGLISH.vocabulary.ids(["reinstantiate", "require", "recieve"])
    assert ENGLISH.derivation.derived(ENGLISH.vocabulary)[ids].tolist() == [True, False, False]


@given(st.text(max_size=15))
def test_any_text_has_an_answer(text: str) -> None:
    assert ENGLISH.derivation.is_derived(text) in {True, False}
