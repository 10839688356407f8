"""Noun phrases, verb groups and subjects of finite verbs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prosefix.english.chunks import Chunks, How, Number, Verb, chunk
from prosefix.english.resources import english
from prosefix.english.sentences import split_sentences
from prosefix.english.table import BLOCK_END, WordTable, build
from prosefix.english.vocabulary import Vocabulary
from prosefix.standins import CHARACTERS, StandInKind, character

CODE = character(StandInKind.CODE)


def _chunked(*blocks: str) -> tuple[WordTable, Chunks]:
    table = build("".join(block.replace("§", CODE) + BLOCK_END for block in blocks), Vocabulary())
    split_sentences(table)
    english().tagger.tag(table)
    return table, chunk(table)


def _row(table: WordTable, word: str) -> int:
    return int(np.flatnonzero(table.word == table.vocabulary.ids([word.replace("§", CODE)])[0])[0])


def _phrases(text: str) -> list[str]:
    table, chunks = _chunked(text)
    starts = sorted(set(chunks.start[chunks.start >= 0].tolist()))
    return [table.written(start, int(chunks.end[start])).replace(CODE, "§") for start in starts]


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("The very large file is on the old disk.", ["The very large file", "the old disk"]),
        ("Each of these values has a name.", ["Each", "these values", "a name"]),
        ("The user's home folder holds three files.", ["The user's home folder", "three files"]),
        ("A tree-based method beats it.", ["A tree-based method", "it"]),
        ("§ returns the § object.", ["§", "the § object"]),
    ],
)
def test_noun_phrases(text: str, phrases: list[str]) -> None:
    assert _phrases(text) == phrases


@pytest.mark.parametrize(
    ("text", "verb", "subject", "number", "how"),
    [
        ("The value is read.", "is", "value", Number.SINGULAR, How.ADJACENT),
        ("The values usually are read.", "are", "values", Number.PLURAL, How.ADJACENT),
        ("The value of the fields is read.", "is", "value", Number.SINGULAR, How.PHRASE),
        ("The size of the names in the files is small.", "is", "size", Number.SINGULAR, How.PHRASE),
        ("The values (see the table) are small.", "are", "values", Number.PLURAL, How.ADJACENT),
        ("The file containing the values is small.", "is", "file", Number.SINGULAR, How.PARTICIPLE),
        ("The ability to open files is new.", "is", "ability", Number.SINGULAR, How.INFINITIVE),
        ("Opening the files is slow.", "is", "Opening", Number.SINGULAR, How.GERUND),
        ("We met the occupants that make noise.", "make", "occupants", Number.PLURAL, How.RELATIVE),
        ("We met the occupants that makes noise.", "makes", "occupants", Number.PLURAL, How.RELATIVE),
        ("The images that users upload are large.", "are", "images", Number.PLURAL, How.EMBEDDED),
        ("The values which were stored in memory are lost.", "are", "values", Number.PLURAL, How.EMBEDDED),
        ("The file and the folder are empty.", "are", "file", Number.PLURAL, How.COORDINATION),
        ("The name, the size, and the date are shown.", "are", "name", Number.PLURAL, How.COORDINATION),
        ("The tool opens the files and reads them.", "reads", "tool", Number.SINGULAR, How.SHARED),
        ("He opens the file, and the tool reads it.", "reads", "tool", Number.SINGULAR, How.CLAUSE),
        ("The file, which is large, has no name.", "has", "file", Number.SINGULAR, How.PARENTHESIS),
        ("There are three files in the folder.", "are", "files", Number.PLURAL, How.EXISTENTIAL),
        ("What they do is new.", "is", "What", Number.UNKNOWN, How.EMBEDDED),
        ("Who needs this file?", "needs", "Who", Number.UNKNOWN, How.ADJACENT),
        ("Is the file empty?", "Is", "file", Number.SINGULAR, How.INVERTED),
        ("§ is a number.", "is", "§", Number.SINGULAR, How.ADJACENT),
        ("The functions § hold it.", "hold", "§", Number.UNKNOWN, How.ADJACENT),
        ("The function § holds it.", "holds", "§", Number.SINGULAR, How.ADJACENT),
        ("These variable is set.", "is", "variable", Number.UNKNOWN, How.ADJACENT),
        ("A number of files are missing.", "are", "number", Number.UNKNOWN, How.PHRASE),
        ("The file or the folder is empty.", "is", "folder", Number.UNKNOWN, How.COORDINATION),
    ],
)
def test_subjects(text: str, verb: str, subject: str, number: Number, how: How) -> None:
    table, chunks = _chunked(text)
    row = _row(table, verb)
    assert chunks.subject[row] == _row(table, subject)
    assert (Number(chunks.subject_number[row]), How(chunks.how[row])) == (number, how)


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("In the table are listed the names.", "are"),  # the subject follows
        ("They ran after the storm was over.", "ran"),
    ],
)
def test_a_subject_is_never_the_noun_of_a_leading_prepositional_phrase(text: str, verb: str) -> None:
    table, chunks = _chunked(text)
    assert chunks.subject[_row(table, verb)] not in {_row(table, word) for word in ("table", "storm") if word in text}


@pytest.mark.parametrize(
    ("text", "finite", "main", "bits"),
    [
        ("The file was quickly opened.", "was", "opened", Verb.PASSIVE),
        ("The file is being read.", "is", "read", Verb.PASSIVE),
        ("They are reading it.", "are", "reading", Verb.PROGRESSIVE),
        ("They have read it.", "have", "read", Verb.PERFECT),
        ("It may have been opened.", "may", "opened", Verb.PASSIVE | Verb.MODAL),
        ("It opens now.", "opens", "opens", 0),
    ],
)
def test_verb_groups(text: str, finite: str, main: str, bits: int) -> None:
    table, chunks = _chunked(text)
    row = _row(table, finite)
    assert chunks.main[row] == _row(table, main)
    assert chunks.finite[_row(table, main)] == row
    assert chunks.verb[row] == bits


_WORDS = st.lists(
    st.sampled_from(
        [*"the a these file files is are runs run which that and or of to in opened opening ( ) . , I it there '".split(), *CHARACTERS]
    ),
    min_size=1, max_size=20,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(_WORDS.map(" ".join), max_size=4))
def test_phrases_and_subjects_stay_in_their_sentence(blocks: list[str]) -> None:
    table, chunks = _chunked(*blocks)
    inside = np.flatnonzero(chunks.start >= 0)
    start, end, head = chunks.start[inside], chunks.end[inside], chunks.head[inside]
    assert ((start <= inside) & (inside <= end) & (start <= head) & (head <= end)).all()
    assert (table.block[start] == table.block[end]).all()
    verbs = np.flatnonzero(chunks.subject >= 0)
    assert (table.sentence[verbs] == table.sentence[chunks.subject[verbs]]).all()
    assert ((chunks.subject >= 0) == (chunks.how != How.NONE)).all()
    assert (chunks.main[verbs] >= verbs).all()
