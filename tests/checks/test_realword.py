"""The learnt detection of wrong words, through its rules and its parts."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prosefix.checks.realword import rules
from prosefix.checks.realword.confusions import NOTHING, Relation
from prosefix.checks.realword.detection import DATA, doubts, model, surest
from prosefix.checks.realword.encoder import Encoder
from prosefix.checks.realword.judge import NODE, Forest, Judge
from prosefix.checks.realword.suspects import LEAST_GAIN, Suspects
from prosefix.findings import Applicability, Match
from prosefix.rulebook.batch import context_of_texts
from prosefix.rulebook.context import Context
from prosefix.standins import StandInKind, character

CODE = character(StandInKind.CODE)
ALL_RULES = (rules.wrong_word, rules.wrong_form, rules.wrong_number, rules.article, rules.small_word)


def reported(context: Context) -> list[Match]:
    return [match for rule in ALL_RULES for match in rule(context)]


def mended(text: str) -> str:
    """`text` after all that the rules propose for it."""
    context = context_of_texts([text])
    for match in sorted(reported(context), key=lambda match: -match.start):
        text = text[: match.start] + match.replacements[0] + text[match.end :]
    return text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "The value is read form the file and stored in the table.",
            "The value is read from the file and stored in the table.",
        ),
        ("This function can be use to create a new object.", "This function can be used to create a new object."),
    ],
)
def test_wrong_words_are_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


def test_what_is_meant_is_left_alone() -> None:
    texts = [
        "The form is sent to the server when the user presses the button.",
        "It is important that the value be set before the function is called.",
        f"Let {CODE} be the first element of the list, then return {CODE}.",
        "The length of the list is the number of elements in it.",
    ]
    assert reported(context_of_texts(texts)) == []


@pytest.mark.parametrize(
    "text",
    [
        "When the driver was first written, it replaced an older module which used the kernel directly.",
        "This function provided a simple way to read the file and returns its contents.",
    ],
)
def test_the_past_may_be_meant(text: str) -> None:
    context = context_of_texts([text])
    assert doubts(context).probability.max() >= rules.LEAST["agreement/learnt-form"]
    assert reported(context) == []


def test_blocks_do_not_see_each_other() -> None:
    alone = "The value is read form the file and stored in the table."
    others = ["The first chapter describes the", alone, "of the second chapter."]
    found = reported(context_of_texts([alone]))
    assert [(m.start, m.replacements) for m in found] == [
        (m.start - len(others[0]) - 1, m.replacements)
        for m in reported(context_of_texts(others))
        if m.replacements[0] == "from"
    ]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["the", "form", "value", "of", CODE, ".", "is", "are", "(", "Use", "-", "ranger", "Qx", "1", "’s"]
        ),
        max_size=25,
    )
)
def test_any_text_gives_matches_inside_it(words: Sequence[str]) -> None:
    text = " ".join(words)
    context = context_of_texts([text])
    for match in reported(context):
        assert 0 <= match.start <= match.end <= len(text)
        assert match.replacements[0] != text[match.start : match.end]
        assert match.confidence >= rules.LEAST[match.rule]
        assert (match.applicability is Applicability.SAFE) == (match.confidence >= rules.SAFE)


def test_doubts_are_worked_out_once() -> None:
    context = context_of_texts(["The value is read form the file."])
    assert doubts(context) is doubts(context)


def test_the_surest_of_neighbours_is_kept() -> None:
    found = doubts(context_of_texts(["The value is read form the file and can be use to to create an new objects."]))
    kept = surest(found, 0.0)
    rows = kept.suspects.row
    assert len(rows) > 0
    assert (np.diff(rows) > 1).all()
    best = int(found.suspects.row[found.probability.argmax()])
    assert best in rows


def test_suspects_gain_what_they_must() -> None:
    suspects = doubts(
        context_of_texts(["The value is read form the file and can be use to create an new objects."])
    ).suspects
    assert (suspects.gain > LEAST_GAIN[suspects.relation]).all()
    assert (np.diff(suspects.row) >= 0).all()


def test_insertions_have_nothing_written_and_deletions_nothing_proposed() -> None:
    suspects = doubts(
        context_of_texts(["According the manual, it is can be used to to read values form file."])
    ).suspects
    assert ((suspects.relation == Relation.INSERT) == (suspects.written == NOTHING)).all()
    assert ((suspects.relation == Relation.DELETE) == (suspects.proposed == NOTHING)).all()


def test_joined_suspects_are_in_order_of_rows() -> None:
    def some(rows: list[int]) -> Suspects:
        n = len(rows)
        ones = np.ones(n, dtype=np.float32)
        return Suspects(
            np.array(rows), np.zeros(n, np.uint8), np.ones(n, np.int32), np.ones(n, np.int32), ones, ones, ones, ones
        )

    assert Suspects.join([some([5, 9]), some([]), some([2, 7])]).row.tolist() == [2, 5, 7, 9]


def test_every_alternative_is_another_known_word_and_the_relation_holds_both_ways() -> None:
    confusions = model().confusions
    pairs = {
        (word, confusions.word(int(confusions.alternatives[at])))
        for number, word in enumerate(confusions.words)
        for at in range(confusions.first[number], confusions.first[number + 1])
    }
    assert pairs
    assert all(written != other and other in confusions.known for written, other in pairs)
    assert {(b, a) for a, b in pairs} == pairs


def test_the_context_vector_does_not_look_at_the_word_itself() -> None:
    encoder = Encoder.open(DATA / "encoder")
    inputs = np.arange(20, 60, dtype=np.int32)
    centre = np.array([20], dtype=np.int32)
    before = encoder.contexts(inputs, centre, gaps=False)
    inputs[20] = 500
    np.testing.assert_array_equal(encoder.contexts(inputs, centre, gaps=False), before)
    inputs[19] = 500
    assert (encoder.contexts(inputs, centre, gaps=False) != before).any()


def test_a_gap_sees_what_a_removed_word_leaves() -> None:
    encoder = Encoder.open(DATA / "encoder")
    inputs = np.arange(20, 60, dtype=np.int32)
    with_word = np.insert(inputs, 20, 400).astype(np.int32)
    of_gap = encoder.contexts(inputs, np.array([19], dtype=np.int32), gaps=True)
    of_word = encoder.contexts(with_word, np.array([20], dtype=np.int32), gaps=False)
    np.testing.assert_allclose(of_gap, of_word, rtol=1e-5, atol=1e-5)


def test_scores_of_pairs_are_those_of_the_table() -> None:
    encoder = Encoder.open(DATA / "encoder")
    vectors = encoder.contexts(np.arange(20, 80, dtype=np.int32), np.array([20, 30], dtype=np.int32), gaps=False)
    answers = np.array([40, 77, 1000], dtype=np.int32)
    lines = np.array([0, 0, 0, 1, 1, 1])
    pairs = encoder.score_pairs(vectors, lines, np.tile(answers, 2))
    np.testing.assert_allclose(pairs.reshape(2, 3), encoder.scores(vectors, answers), rtol=1e-4, atol=1e-4)


def test_a_forest_adds_the_leaves_that_a_line_falls_into() -> None:
    nodes = np.array(
        [(0, 1.5, 1, 2, 0), (-1, 0, 0, 0, -1.0), (1, 0.0, 3, 4, 0), (-1, 0, 0, 0, 2.0), (-1, 0, 0, 0, 3.0)], dtype=NODE
    )
    forest = Forest(nodes, np.array([0, 0], dtype=np.int32), 0.5)
    lines = np.array([[1.0, 0.0], [2.0, 0.0], [2.0, 1.0]], dtype=np.float32)
    np.testing.assert_allclose(forest.log_odds(lines), [-1.5, 4.5, 6.5])


def test_a_judge_refuses_other_evidence() -> None:
    judge = Judge.open(DATA / "judge")
    with pytest.raises(ValueError, match="other columns"):
        judge.probabilities(["gain"], np.zeros((1, 1), dtype=np.float32), np.zeros(1, dtype=np.bool_))


def test_the_model_is_small_enough_to_ship() -> None:
    assert sum(file.stat().st_size for file in DATA.rglob("*") if file.is_file()) <= 12_000_000
