"""Subjects and verbs that disagree, through the rules that report them."""

from pathlib import Path

import pytest

from prosefix.findings import Match
from prosefix.rulebook import RuleBook, load_file
from prosefix.rulebook.batch import context_of_texts

_FOLDER = Path(__file__).parents[2] / "rules" / "agreement"
_NAMES = ("subject-verb", "distant-subject", "relative-clause", "joined-subjects", "there-is")


def _found(text: str) -> list[tuple[str, str, str]]:
    rules = [load_file(_FOLDER / f"{name}.toml") for name in _NAMES]
    context = context_of_texts([text])
    return [
        (match.rule.removeprefix("agreement/"), text[match.start : match.end], match.replacements[0])
        for match in RuleBook(rules, rules).run(context).matches
        if isinstance(match, Match)
    ]


@pytest.mark.parametrize(
    ("text", "rule", "verb", "right"),
    [
        ("The narrow profiles constrains various elements.", "subject-verb", "constrains", "constrain"),
        ("The members apply only if the user select the method.", "subject-verb", "select", "selects"),
        ("The optional attributes was described below.", "subject-verb", "was", "were"),
        ("The format of the attributes indicate how they are read.", "distant-subject", "indicate", "indicates"),
        ("The details for this attribute is described below.", "distant-subject", "is", "are"),
        ("A dictionary that contain the names is returned.", "relative-clause", "contain", "contains"),
        ("The names and the values is written to the page.", "joined-subjects", "is", "are"),
        ("It runs until there is no more messages in the queue.", "there-is", "is", "are"),
    ],
)
def test_a_verb_gets_the_form_that_its_subject_asks_for(text: str, rule: str, verb: str, right: str) -> None:
    assert _found(text) == [(rule, verb, right)]


@pytest.mark.parametrize(
    "text",
    [
        "It is required that the user select this method, and that it be shown.",
        "If the number of affected fields is zero, nothing happens.",
        "The rules for what is allowed are as follows.",
        "Each node and edge has a name, and the date and time format is known.",
        "The majority of users are happy, and a number of them are not.",
        "It is one of the patterns that implements a widget.",
        "How many diagonals does the figure have?",
        "Windows offers many tools, and Rails then creates them.",
        "The copyright holder(s) are not the authors.",
        "Existing files is the name of the folder.",
        "There is a name and several values.",
        "Three epochs is not enough.",
    ],
)
def test_what_agrees_in_another_way_is_left_alone(text: str) -> None:
    assert _found(text) == []
