"""What replacements look like: forms, templates, capitals, deleted words."""

from collections.abc import Callable

import pytest

Find = Callable[..., list[str]]

CASES = [
    ('tokens = ["it", "requires"]\nreplace = { token = 2, form = "base" }', "It requires.", "requires -> require"),
    ('tokens = ["requires"]\nreplace = { token = 1, form = "participle" }', "Requires it.", "Requires -> Required"),
    (
        'tokens = ["goes"]\nreplace = [{ token = 1, form = "past" }, { token = 1, form = "gerund" }]',
        "It goes.",
        "goes -> went | going",
    ),
    ('tokens = ["gpu"]\nreplace = { token = 1, form = "plural" }', "The GPU are.", "GPU -> GPUs"),
    ('tokens = ["users"]\nreplace = "{1:possessive}"', "The users input.", "users -> users'"),
    ('tokens = ["users"]\nreplace = "{1:singular}\'s"', "The users input.", "users -> user's"),
    ('tokens = ["an", {}]\nreplace = "{2:article} {2}"', "an user", "an user -> a user"),
    ('tokens = ["to", "boldly", "go"]\nreplace = "{1} {3} {2}"', "to boldly go", "to boldly go -> to go boldly"),
    ('tokens = ["lets"]\nreplace = "let\'s"', "Lets go", "Lets -> Let's"),
    ('tokens = ["lets"]\nreplace = "let\'s"', "LETS go", "LETS -> LET'S"),
    ('tokens = ["should", "of"]\nreplace = "{1} have"', "SHOULD OF", "SHOULD OF -> SHOULD HAVE"),
    ('tokens = ["can", "be"]\nreplace = { token = 2, text = "not {2}" }', "It can be", "be -> not be"),
    ('tokens = ["placeholder"]\nreplace = "a {1}"', "Placeholder can be", "Placeholder -> A placeholder"),
    ('tokens = ["python"]\nreplace = "the {1}"', "Python can be", "Python -> The Python"),
    ('tokens = ["not", "do"]\nreplace = "{2} {1}"', "Not do it", "Not do -> Do not"),
    ('tokens = ["a", { word = "very", optional = true }, "b"]\nreplace = "{2} {3}"', "a b", "a b -> b"),
    ('tokens = [{ written = "end\\\\.The" }]\nreplace = "{1:spaced}"', "the end.The rest", "end.The -> end. The"),
]


@pytest.mark.parametrize(("match", "text", "change"), CASES)
def test_a_replacement(find: Find, match: str, text: str, change: str) -> None:
    assert [each.partition("[[")[2].partition("]]")[0] for each in find(match, text)] == [change]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("It is very good", "It is good"),
        ("Very good", "Good"),
        ("(very good)", "(good)"),
        ("It is good very", "It is good"),
    ],
)
def test_a_deleted_word_takes_a_space_with_it(find: Find, text: str, mended: str) -> None:
    (found,) = find('tokens = ["very"]\nreplace = { delete = 1 }', text)
    before, _, rest = found.partition("[[")
    change, _, after = rest.partition("]]")
    assert before + change.partition(" -> ")[2] + after == mended


def test_a_match_that_changes_nothing_is_none(find: Find) -> None:
    assert find('tokens = ["an", {}]\nreplace = "{2:article} {2}"', "an hour", "an SQL query") == []


def test_curly_apostrophes_alone_are_no_change(find: Find) -> None:
    assert find('tokens = ["let", "\'s"]\nreplace = "let\'s"', "Now let’s go") == []
