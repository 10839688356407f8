"""The engine against a plain reference: every way to lay a pattern of words over a sentence, tried one by one."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from prosefix.english.resources import English
from prosefix.english.table import build
from prosefix.rulebook import Context
from prosefix.rulebook.conditions import WordIs
from prosefix.rulebook.elements import ANYTHING, Element
from prosefix.rulebook.pattern import Run, reaches
from prosefix.rulebook.rows import Rows

WORDS = "apple", "berry", "cherry"
elements = st.builds(
    lambda words, low, more: Element(WordIs(frozenset(words)) if words else ANYTHING, low, max(1, low + more)),
    st.sets(st.sampled_from(WORDS), max_size=2),
    st.integers(0, 2),
    st.integers(0, 2),
)
patterns = st.lists(elements, min_size=1, max_size=4).filter(lambda made: any(each.low for each in made))
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), min_size=1, max_size=3)


def rows_of(blocks: list[str]) -> Rows:
    """The rows of untagged blocks; the tags of these words are of no matter."""
    english = English()
    table = build("".join(block + "\n" for block in blocks), english.vocabulary)
    return Rows(Context(table, english, pages=(), offsets=(), blocks=(), page_of=()))


def passes(element: Element, word: str) -> bool:
    return not isinstance(element.condition, WordIs) or word in element.condition.words


def fillings(pattern: list[Element], words: list[str]) -> Iterator[tuple[int, ...]]:
    """The counts of every way to fill the pattern from the first word on."""
    if not pattern:
        yield ()
        return
    element, rest = pattern[0], pattern[1:]
    for count in range(element.low, element.high + 1):
        if count > len(words) or not all(passes(element, word) for word in words[:count]):
            break
        for others in fillings(rest, words[count:]):
            yield (count, *others)


@given(patterns, texts)
def test_finds_the_places_that_trying_finds(pattern: list[Element], blocks: list[str]) -> None:
    rows = rows_of(blocks)
    found = sorted((int(row), places.counts) for places in Run(pattern).find(rows) for row in places.first)
    expected = []
    for row in range(rows.count):
        end = row
        while rows.word[end]:
            end += 1
        words = [rows.written(each) for each in range(row, end)]
        if words:
            expected += [(row, counts) for counts in fillings(pattern, words)]
    assert found == sorted(expected)


@given(patterns, texts)
def test_reaches_to_the_right_what_trying_reaches(pattern: list[Element], blocks: list[str]) -> None:
    rows = rows_of(blocks)
    at = rows.inside.nonzero()[0] + 1
    for boundary, reached in zip(at.tolist(), reaches(rows, pattern, at, forward=True).tolist(), strict=True):
        end = boundary
        while rows.word[end]:
            end += 1
        words = [rows.written(each) for each in range(boundary, end)]
        assert reached == any(True for _ in fillings(pattern, words))
