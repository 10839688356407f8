"""What a rule is told of the tags round a word: a name that is mentioned, the first word of a link, a space or none."""

import pytest

import prosefix


def rules_on(page: str) -> list[tuple[str, str]]:
    found = prosefix.check(f"<!doctype html><html lang=en>{page}</html>")
    return [(finding.rule, finding.text) for finding in found]


@pytest.mark.parametrize("tag", ["i", "em", "cite", "cmd"])
@pytest.mark.parametrize("words", ["and <{0}>and</{0}>", "<{0}>and</{0}> and"])
def test_a_word_that_is_all_of_an_element_is_a_name_and_not_written_twice(tag: str, words: str) -> None:
    assert rules_on(f"<p>The shell knows the words if {words.format(tag)} or, which join commands.</p>") == []


@pytest.mark.parametrize("words", ["and <a href='#x'>and</a>", "<b>and</b> and", "and <em>and so</em>"])
def test_a_word_that_is_stressed_or_begins_a_phrase_is_written_twice(words: str) -> None:
    found = rules_on(f"<p>It reads the page {words} goes on to write the file.</p>")
    assert [rule for rule, _ in found] == ["repetition/same-word"]


def test_the_first_word_of_a_link_may_have_its_capital() -> None:
    link = "<a href='#types'>The standard type hierarchy</a>"
    assert rules_on(f"<p>For all types of the language, refer to {link}.</p>") == []
    (found,) = rules_on("<p>For all types of the language, we refer to The standard type hierarchy.</p>")
    assert found == ("capitals/mid-sentence", "The")


def test_a_space_before_a_footnote_is_not_one_before_the_full_stop() -> None:
    assert rules_on('<p>This holds for every collection <a href="#n"><sup>[2]</sup></a>. It is so.</p>') == []
    (found,) = rules_on("<p>This holds for every collection . It is so.</p>")
    assert found[0] == "punctuation/space-before"
