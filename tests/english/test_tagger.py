"""The tagger on plain, technical and faulty text, and what holds of every table."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prosefix.english import tags
from prosefix.english.resources import english
from prosefix.english.table import BLOCK_END, WordTable, build
from prosefix.english.tagger import Tagger
from prosefix.english.vocabulary import Vocabulary
from prosefix.standins import CHARACTERS, StandInKind, character

CODE = character(StandInKind.CODE)


def _tagged(*blocks: str, vocabulary: Vocabulary | None = None) -> WordTable:
    table = build("".join(block + BLOCK_END for block in blocks), vocabulary or Vocabulary())
    english().tagger.tag(table)
    return table


def _tags(text: str) -> dict[str, str]:
    table = _tagged(text.replace("§", CODE))
    rows = np.flatnonzero(table.word != 0).tolist()
    return {table.written(row, row).replace(CODE, "§"): tags.TAGS[table.tag[row]] for row in rows}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The module will require full communication.", {"module": "NN", "will": "MD", "require": "VB"}),
        ("These variables are set by the driver.", {"variables": "NNS", "are": "VBP", "set": "VBN"}),
        ("Return the value of the field.", {"Return": "VB", "value": "NN"}),
        (
            "She doesn't know what they've done.",
            {"does": "VBZ", "n't": "RB", "know": "VB", "'ve": "VBP", "done": "VBN"},
        ),
        ("The user's files were deleted quickly.", {"'s": "POS", "were": "VBD", "quickly": "RB"}),
        ("It's a larger one than the largest.", {"'s": "VBZ", "larger": "JJR", "largest": "JJS"}),
        ("§ is a method that returns a list.", {"§": "NN", "is": "VBZ", "that": "WDT", "returns": "VBZ"}),
        ("In 2019, London had 3 airports.", {"2019": "CD", "London": "NNP", "had": "VBD", "3": "CD"}),
    ],
)
def test_right_text(text: str, expected: dict[str, str]) -> None:
    assert expected.items() <= _tags(text).items()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The module will requires full communication.", {"will": "MD", "requires": "VBZ"}),
        ("This allows to computes the sum.", {"computes": "VBZ"}),
        ("These variable are read first.", {"These": "DT", "variable": "NN"}),
        ("The fields has no default value.", {"fields": "NNS", "has": "VBZ"}),
        ("The driver must runs these step.", {"runs": "VBZ", "step": "NN"}),
        ("It can be uses in a loop.", {"uses": "VBZ"}),
        ("A apples fell from the tree.", {"apples": "NNS"}),
    ],
)
def test_faulty_text_gets_the_tag_of_the_form_written(text: str, expected: dict[str, str]) -> None:
    assert expected.items() <= _tags(text).items()


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("To achieve this, the data model need a name.", "need", "VBP"),
        ("It ends when the user quickly select a file.", "select", "VBP"),
        ("Can the user select a file?", "select", "VB"),
        ("Let the user select a file.", "select", "VB"),
        ("It lets users select a file.", "select", "VB"),
        ("Select a file.", "Select", "VB"),
        ("They want to select a file.", "select", "VB"),
        ("How does the server find a file?", "find", "VB"),
        ("The gap between the two become smaller.", "become", "VBP"),
        ("The two have become equal.", "become", "VBN"),
    ],
)
def test_a_plain_form_that_nothing_governs_is_finite(text: str, word: str, tag: str) -> None:
    assert _tags(text)[word] == tag


def test_white_space_tells_quotes_apart() -> None:
    def quote(text: str) -> str:
        table = _tagged(text)
        (row,) = np.flatnonzero(table.word == table.vocabulary.find('"'))
        return tags.TAGS[table.tag[row]]

    assert quote('The label says "open the file') == "``"
    assert quote('The label says" open the file') == "''"


@pytest.mark.parametrize("kind", list(StandInKind))
def test_stand_ins_are_nouns(kind: StandInKind) -> None:
    table = _tagged(f"The value of {character(kind)} is read by the function.")
    row = int(np.flatnonzero(table.word == table.vocabulary.ids([character(kind)])[0])[0])
    assert tags.TAGS[table.tag[row]] in {"NN", "NNP"}


def test_sentinels_get_no_tag() -> None:
    table = _tagged("One.", "", "Two.")
    sentinel = table.word == 0
    assert (table.tag[sentinel] == tags.NONE).all()
    assert (table.probability[sentinel] == 0).all()


def test_an_empty_table() -> None:
    table = _tagged()
    assert (table.tag == tags.NONE).all()


def test_missing_data_is_an_error(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(OSError, match="keys"):
        Tagger.open(english().lexicon, tmp_path)


_WORDS = st.lists(
    st.sampled_from([*"the a file files is are runs quickly which and of It ( ) . , GPU don't it's x86 - 12".split(), *CHARACTERS]),
    min_size=1, max_size=12,
)  # fmt: skip
_BLOCKS = st.lists(_WORDS.map(" ".join), min_size=1, max_size=6)


@settings(max_examples=40, deadline=None)
@given(_BLOCKS, st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=40))
def test_every_word_gets_a_tag_and_a_probability(blocks: list[str], noise: str) -> None:
    table = _tagged(*blocks, noise)
    real = table.word != 0
    assert (table.tag[real] < len(tags.TAGS)).all()
    assert ((table.probability[real] > 0) & (table.probability[real] <= 1)).all()


@settings(max_examples=40, deadline=None)
@given(_BLOCKS)
def test_a_block_is_tagged_alike_alone_and_among_others(blocks: list[str]) -> None:
    together = _tagged(*blocks)
    alone = [_tagged(block) for block in blocks]
    assert together.tag[together.word != 0].tolist() == [
        t for table in alone for t in table.tag[table.word != 0].tolist()
    ]
    expected = np.concatenate([table.probability[table.word != 0] for table in alone])
    np.testing.assert_allclose(together.probability[together.word != 0], expected, atol=1e-3)


def test_a_table_longer_than_a_stretch_is_tagged_like_its_parts() -> None:
    blocks = [f"The {noun} of the {noun}s is read and then written by the driver." for noun in ("file", "page", "word")]
    once = _tagged(*blocks)
    many = _tagged(*blocks * 1000)
    pattern = once.tag[once.word != 0]
    assert (many.tag[many.word != 0].reshape(1000, -1) == pattern).all()
