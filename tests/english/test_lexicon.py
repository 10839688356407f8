"""What the lexicon knows, and that its columns and its scalars agree."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.english import tags
from prosefix.english.lexicon import ANYWHERE, UNKNOWN, Flag, Lexicon, Reading, Variant, lexicon
from prosefix.english.vocabulary import Vocabulary

LEXICON = lexicon()
WORDS = LEXICON.words()


def columns_of(*words: str) -> tuple[Vocabulary, np.ndarray]:
    vocabulary = Vocabulary()
    return vocabulary, vocabulary.ids(words)


def known(word: str) -> bool:
    vocabulary, ids = columns_of(word)
    return bool(LEXICON.known(vocabulary)[ids][0])


def tag_names(word: str) -> set[str]:
    vocabulary, ids = columns_of(word)
    mask = int(LEXICON.tags(vocabulary)[ids][0])
    return {tag for tag, code in tags.CODE.items() if mask >> code & 1}


@pytest.mark.parametrize(
    "word",
    "the requires colour color organise organize analyse behaviour its o'clock naïve Naïve Requires REQUIRES Python "
    "python GitHub GITHUB NVIDIA LaTeX macOS iOS WebGL IndexedDB HTML APIs GPUs shader tokenizer namespaces eigenvalue "
    "timestep parameterize rasterization Gaussian Bézier kB MHz".split(),
)
def test_words_are_known_as_written(word: str) -> None:
    assert known(word)


@pytest.mark.parametrize(
    "word",
    "recieve occured occurence accomodate seperate teh thier dont cant wont didnt alot informations softwares inthe "
    "javascript Javascript Github Pytorch html Html nvidia Macos sHader requireS".split(),
)
def test_misspelt_words_and_wrong_capitals_are_not(word: str) -> None:
    assert not known(word)


def test_a_typographic_apostrophe_is_an_apostrophe() -> None:
    assert known("o’clock")


def test_what_stands_before_nt_has_tags_but_is_no_word() -> None:
    assert tag_names("wo") == {"MD"}
    assert not known("wo")


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("javascript", "JavaScript"), ("Javascript", "JavaScript"), ("Pytorch", "PyTorch"), ("github", "GitHub"),
        ("Html", "HTML"), ("Latex", None), ("python", None), ("GitHub", None), ("banana", None), ("qzxv", None),
        ("Monday", None), ("monday", "Monday"), ("webgl", "WebGL"),
    ],
)  # fmt: skip
def test_names_have_their_capitals(word: str, right: str | None) -> None:
    assert LEXICON.name(word) == right
    vocabulary, ids = columns_of(word)
    row = int(LEXICON.names(vocabulary)[ids][0])
    assert (None if row < 0 else LEXICON.word(row)) == right


@pytest.mark.parametrize(
    ("word", "variants"),
    [
        ("requires", ANYWHERE), ("colour", Variant.GB | Variant.CA | Variant.AU), ("organise", Variant.GB | Variant.AU),
        ("labelled", Variant.GB | Variant.CA | Variant.AU), ("labeled", Variant.US), ("qzxv", Variant(0)),
    ],
)  # fmt: skip
def test_spellings_have_their_regions(word: str, variants: Variant) -> None:
    vocabulary, ids = columns_of(word)
    assert LEXICON.variants(vocabulary)[ids][0] == variants


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("requires", {"VBZ"}), ("runs", {"VBZ", "NNS"}), ("the", {"DT"}), ("information", {"NN"}),
        ("Information", {"NN", "NNP"}), ("children", {"NNS"}), ("went", {"VBD"}), ("n't", {"RB"}), ("larger", {"JJR"}),
        ("GPUs", {"NNS", "NNPS"}), ("quickly", {"RB"}), ("qzxv", set()),
    ],
)  # fmt: skip
def test_tags_are_those_a_word_may_have(word: str, expected: set[str]) -> None:
    assert tag_names(word) == expected


@pytest.mark.parametrize(
    ("word", "some"), [("set", {"VB", "VBD", "VBN", "NN"}), ("content", {"NN", "JJ"}), ("read", {"VBD", "VB"})]
)
def test_words_of_several_classes_have_all_tags(word: str, some: set[str]) -> None:
    assert some <= tag_names(word)


def test_frequencies_order_words_and_say_what_is_unknown() -> None:
    vocabulary, ids = columns_of("the", "function", "gerbil", "qzxv")
    the, function, gerbil, nothing = LEXICON.frequency(vocabulary)[ids].tolist()
    assert 0 > the > function > gerbil > nothing == UNKNOWN


def test_lemmas_follow_the_tag() -> None:
    cases = [("leaves", "NNS", "leaf"), ("leaves", "VBZ", "leave"), ("found", "VBD", "find"), ("found", "VB", "found"),
             ("is", "VBZ", "be"), ("'re", "VBP", "be"), ("indices", "NNS", "index"), ("better", "JJR", "good"),
             ("the", "DT", "the"), ("caches", "VBZ", "cache")]  # fmt: skip
    vocabulary, ids = columns_of(*(word for word, _, _ in cases))
    codes = np.array([tags.CODE[tag] for _, tag, _ in cases], dtype=np.uint8)
    rows = LEXICON.lemmas(vocabulary, ids, codes)
    assert [LEXICON.word(row) for row in rows.tolist()] == [lemma for _, _, lemma in cases]


def test_an_unknown_word_has_no_lemma_and_no_entry() -> None:
    vocabulary, ids = columns_of("qzxv")
    assert LEXICON.lemma_ids(vocabulary)[ids][0].tolist() == [-1, -1, -1]
    assert LEXICON.lemmas(vocabulary, ids, np.array([tags.CODE["NN"]], dtype=np.uint8)).tolist() == [-1]
    assert LEXICON.entry("qzxv") is None


def test_entry_gathers_what_columns_say() -> None:
    entry = LEXICON.entry("Requires")
    assert entry is not None
    assert entry.word == "requires"
    assert entry.lemmas[Reading.VERB] == "require"
    assert entry.flags & Flag.GENERAL


@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), max_size=20), st.integers(0, 20))
def test_columns_do_not_depend_on_when_words_came(words: list[str], cut: int) -> None:
    at_once, in_two = Vocabulary(), Vocabulary()
    at_once.ids(words)
    in_two.ids(words[:cut])
    for column in (LEXICON.known, LEXICON.tags, LEXICON.lemma_ids, LEXICON.names, LEXICON.flags):
        column(in_two)
    in_two.ids(words[cut:])
    for column in (LEXICON.known, LEXICON.tags, LEXICON.lemma_ids, LEXICON.names, LEXICON.flags):
        assert np.array_equal(column(at_once), column(in_two))


@given(st.sampled_from(WORDS))
def test_a_word_is_found_in_its_row(word: str) -> None:
    assert LEXICON.word(LEXICON.row(word)) == word


@given(st.sampled_from([word for word in WORDS if word.isascii() and word.islower()]))
def test_words_may_begin_a_sentence_and_stand_in_capitals(word: str) -> None:
    vocabulary, ids = columns_of(word, word[:1].upper() + word[1:], word.upper())
    answers = LEXICON.known(vocabulary)[ids].tolist()
    assert answers == [answers[0]] * 3


def test_all_words_line_up_with_their_columns() -> None:
    assert len(WORDS) == len(LEXICON) == len(LEXICON.frequencies) == len(LEXICON.all_tags) == len(LEXICON.all_flags)
    assert WORDS[LEXICON.row("shader")] == "shader"
    assert not [word for word in WORDS if re.search(r"\s", word)]


def test_opening_maps_files_and_says_when_they_are_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Lexicon.open(tmp_path)
