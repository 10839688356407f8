"""Small letters where capitals belong, on whole pages: paragraphs, sentences and acronyms."""

import pytest

import prosefix

BEFORE, AFTER = "<p>This is the first of them.</p>", "<p>This is the last of them.</p>"


def capitals(page: str) -> list[tuple[str, str]]:
    found = prosefix.check(f"<!doctype html><html lang=en>{page}</html>")
    return [(each.text, each.fixes[0].replacement) for each in found if each.rule.startswith("capitals/")]


@pytest.mark.parametrize(
    ("first", "raised"), [("user agents are", "User"), ("the page is", "The"), ("there is nothing that is", "There")]
)
def test_a_paragraph_of_its_own_begins_with_a_capital(first: str, raised: str) -> None:
    page = f"{BEFORE}<p>{first} free to pick any of these formats.</p>{AFTER}"
    assert capitals(page) == [(raised.lower(), raised)]


@pytest.mark.parametrize(
    "paragraph",
    [
        "<p>where it is free to pick any of these formats.</p>",  # goes on with what stands above
        "<p>mode is free to pick any of these formats.</p>",  # a name
        "<p>user agents are free to pick any of these formats,</p>",  # part of a list
        "<p><span>user agents</span> are free to pick any of these formats.</p>",
        "<li>user agents are free to pick any of these formats.</li>",
    ],
)
def test_what_may_go_on_or_name_something_is_left_alone(paragraph: str) -> None:
    assert capitals(f"{BEFORE}{paragraph}{AFTER}") == []


def test_a_sentence_after_a_question_in_a_link_goes_on() -> None:
    page = "<p>See <a href='#f'>What Does Free Mean?</a> for more about what we mean by free software.</p>"
    assert capitals(page) == []


def test_an_acronym_is_raised_behind_the_words_that_it_stands_for() -> None:
    assert capitals("<p>It uses the Hypertext Transfer Protocol (http) to reach the page.</p>") == [("http", "HTTP")]
    assert capitals("<p>It uses the Hypertext Transfer Protocol (old) to reach the page.</p>") == []
