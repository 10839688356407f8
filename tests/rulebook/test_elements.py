"""What each key of an element asks of a row."""

from collections.abc import Callable
from pathlib import Path

import pytest

Find = Callable[..., list[str]]

CASES = [
    # match, text, what is marked (the first finding of each)
    ('tokens = ["can|could"]', "We COULD and can not.", ["COULD", "can"]),
    ('tokens = ["do", "n\'t"]', "They don’t, we Don't.", ["don’t", "Don't"]),
    ('tokens = "should|could of"', "It should of been; of course.", ["should of"]),
    ('tokens = "e-mail"', "An e-mail and e - mail.", ["e-mail"]),
    (
        'tokens = [{ lemma = "be" }, "so"]',
        "It is so, they were so, I am so, been so, seem so.",
        ["is so", "were so", "am so", "been so"],
    ),
    ('tokens = [{ lemma = "use" }]', "Uses, used, using, use, user.", ["Uses", "used", "using", "use"]),
    ('tokens = [{ regex = "un.*ed" }]', "Unused, unread, unmarked things.", ["Unused", "unmarked"]),
    ('tokens = [{ written = "[A-Z]{3}s" }]', "APIs and apis, URLs.", ["APIs", "URLs"]),
    ('tokens = [{ kind = "number" }]', "From 3 to 1,000 of fp16.", ["3", "1,000"]),
    ('tokens = [{ kind = "mixed" }]', "From 3 to 1,000 of fp16.", ["fp16"]),
    ('tokens = [{ kind = "code|math" }, "is"]', "\ue000 is, \ue001 is, \ue002 is.", ["\ue000 is", "\ue001 is"]),
    ('tokens = [{ kind = "standin" }, "is"]', "\ue000 is, \ue002 is, it is.", ["\ue000 is", "\ue002 is"]),
    ('tokens = [{ case = "upper" }]', "The HTML of Github is GitHub.", ["HTML"]),
    ('tokens = [{ case = "inner" }]', "The HTML of Github is GitHub.", ["GitHub"]),
    ('tokens = [{ word = "the", case = "title" }]', "The end of the day.", ["The"]),
    ('tokens = [{ can = "VBZ" }]', "The page holds it.", ["holds"]),
    ('tokens = [{ only = "VB|VBP" }]', "We require a list.", ["require"]),
    ('tokens = [{ known = false, kind = "word" }]', "The page holds a qzxvy thing.", ["qzxvy"]),
    ('tokens = [{ flag = "uncountable" }]', "Some information in a file.", ["information"]),
    ('tokens = [{ tag = "VBZ" }]', "The user runs the test runs.", ["runs"]),
    ('tokens = [{ tag = "VB*", sure = 0.0 }]', "The user walked home.", ["walked"]),
    ('tokens = ["a", { sound = "vowel" }]', "An hour, a hour, a unit, a 8, a H100.", ["a hour", "a 8", "a H100"]),
    ('tokens = ["one", { word = ",", space = true }]', "No one, some one , each one,", ["one ,"]),
    ('tokens = [{ word = "then", sentence_start = true }]', "Then it stops. Then it goes, then on.", ["Then", "Then"]),
    ('tokens = [{ word = "it", sentence_end = true }]', "It is it", ["it"]),
    ('tokens = [{ any = ["cat", { kind = "number" }] }]', "A cat and 3 dogs.", ["cat", "3"]),
    ('tokens = ["the", { not = ["cat", { kind = "number" }] }]', "The cat, the 3, the dog.", ["the dog"]),
    ('tokens = ["a", { repeat = "2" }, "d"]', "a b c d, a b d, a b c c d", ["a b c d"]),
    (
        'tokens = ["a", { word = "b", repeat = "0..2" }, "d"]',
        "a d. a b d. a b b d. a b b b d.",
        ["a d", "a b d", "a b b d"],
    ),
    ('tokens = ["a", { word = "b", optional = true }, "d"]', "a d. a b d. a b b d.", ["a d", "a b d"]),
    ('tokens = [{ word = "b", repeat = "1..3" }]', "a b b c b", ["b b", "b"]),
    ('tokens = [{ kind = "word" }, { same = 1 }]', "The the end ends here here", ["The the", "here here"]),
    ('tokens = [{ kind = "word" }, "and", { same = 1 }]', "more and more of less and more", ["more and more"]),
    ('tokens = ["^", "so"]', "So it is. So what, so.", ["So", "So"]),
    ('tokens = ["so", "$"]', "So it is so", ["so"]),
    ('tokens = [{ tag = "NN", number = "singular", head = true }]', "The test page is here.", ["page"]),
    ('tokens = [{ tag = "VBZ|VBP", subject = "plural" }]', "The values of the field are set.", ["are"]),
    ('tokens = [{ word = "is", group = "passive" }]', "It is read. It is red.", ["is"]),
]


@pytest.mark.parametrize(("match", "text", "marks"), CASES)
def test_an_element_finds_its_rows(find: Find, match: str, text: str, marks: list[str]) -> None:
    assert [each.partition("[[")[2].partition(" -> ")[0] for each in find(match, text)] == marks


def test_no_pattern_crosses_a_sentence_or_a_block(find: Find) -> None:
    assert find('tokens = ["end", ".", "the"]', "This is the end. The next begins.") == []
    assert find('tokens = ["the", "the"]', "It ends with the", "the next begins") == []
    assert find('tokens = ["stop", { repeat = "0..3" }, "go"]', "Now stop", "go on. Then stop. We go.") == []


def test_before_and_after_must_be_there_and_are_not_marked(find: Find) -> None:
    match = 'before = ["of"]\ntokens = ["it", "\'s"]\nafter = [{ can = "NN" }]\nreplace = "its"'
    assert find(match, "Because of it's use.", "It's of it's own.", "For it's use.") == [
        "Because of [[it's -> its]] use."
    ]


def test_before_may_hold_optional_elements(find: Find) -> None:
    match = 'before = ["the", { tag = "JJ", repeat = "0..2" }]\ntokens = ["user"]'
    texts = ["The user.", "The new user.", "The big new user.", "A new user."]
    assert len(find(match, *texts)) == 3


def test_exceptions_take_matches_back(find: Find) -> None:
    match = """
    tokens = ["user"]
    unless = [{ before = ["a"] }, { after = ["agent"] }, { before = ["if"], after = ["is"] }, { tokens = ["end", "user", "of"] }]
    """
    silent = ["a user", "the user agent", "if user is", "end user of"]
    assert find(match, *silent) == []
    assert len(find(match, "the user", "if user was", "end user in", "user is")) == 4


def test_a_list_of_words(find: Find, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "pets.txt").write_text("cat -> dog  # or so\n# none\ncats -> dogs\n")
    assert (
        find('tokens = ["the", "@pets"]', "The cats; the dog; the Cat.")
        == ["The cats; the dog; [[the Cat -> ]].", "[[The cats -> ]]; the dog; the Cat."][::-1]
    )
    mapped = find('tokens = ["@pets"]\nreplace = { token = 1, map = "@pets" }', "The cats saw a Cat and a CAT.")
    assert [each.partition("[[")[2].partition("]]")[0] for each in mapped] == [
        "cats -> dogs",
        "Cat -> Dog",
        "CAT -> DOG",
    ]


def test_phrases(find: Find, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "phrases.txt").write_text(
        "in regards to -> in regard to | regarding\nconsist|consists from -> {1} of\n"
    )
    found = find('phrases = "@phrases"', "In regards to this, it consists from two.")
    assert [each.partition("[[")[2].partition("]]")[0] for each in found] == [
        "In regards to -> In regard to | Regarding",
        "consists from -> consists of",
    ]


def test_several_patterns_share_exceptions_and_never_report_a_place_twice(find: Find) -> None:
    match = """
    unless = [{ before = ["not"] }]
    [[patterns]]
    tokens = ["a", "b"]
    [[patterns]]
    tokens = ["a", "b", "c"]
    """
    assert find(match, "a b c and not a b") == ["[[a b c -> ]] and not a b"]
