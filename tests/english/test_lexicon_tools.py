"""The tools that build the lexicon: reading SCOWL's lists, counting words, choosing from counts, writing the same bytes."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from prosefix.english import tags
from prosefix.english.lexicon import ANYWHERE, Flag, Lexicon, Variant

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

pytest.importorskip("zstandard")
from lexicon import authored, count_words, mining, scowl, store
from lexicon.counts import Count, Counts


def test_scowl_tells_where_a_spelling_is_at_home(tmp_path: Path) -> None:
    lists = {
        "english-words.10": "word\nword's\n", "american-words.35": "color\n", "british-words.35": "colour\n",
        "canadian-words.35": "colour\n", "variant_2-words.50": "colour\n", "british_z-words.35": "organize\n",
        "english-upper.40": "Monday\n", "special-hacker.50": "frob\n",
    }  # fmt: skip
    for name, text in lists.items():
        (tmp_path / name).write_text(text, encoding="iso-8859-1")
    found = scowl.read(tmp_path)
    assert set(found) == {"word", "color", "colour", "organize", "Monday"}
    assert found["word"].regions == ANYWHERE
    assert (found["colour"].regions, found["colour"].lesser) == (Variant.GB | Variant.CA, Variant.US)
    assert (found["colour"].level, found["colour"].size) == (0, 35)
    assert found["organize"].regions == Variant.GB


def test_words_of_a_paragraph_know_whether_they_begin_a_sentence() -> None:
    found = list(count_words.words("The high-level API isn't foo_bar. \"See\" the node's CODE."))
    assert found == [
        ("The", True), ("high", False), ("level", False), ("API", False), ("isn't", False), ("See", True),
        ("the", False), ("node", False),
    ]  # fmt: skip


def test_the_corpus_vouches_for_terms_and_not_for_slips() -> None:
    counts = Counts(
        occurred=Count(9000, 8000, 120, 9, 1e-4), occured=Count(34, 34, 16, 17, 1e-6), namespace=Count(900, 900, 90, 9, 2e-5),
        shadder=Count(60, 60, 20, 9, 1e-6), once=Count(9, 9, 1, 100, 1e-7),
    )  # fmt: skip
    near = mining.Neighbours({"occurred": 1e-4}, 1e-7)
    gate = mining.Gate(counts, near, {"shadder": Counter(shader=3)})
    counts["shader"] = Count(3000, 3000, 40, 20, 5e-5)
    assert {word for word in counts if gate.lets_in(word, 5, False)} == {"occurred", "namespace", "shader"}


def test_names_are_forms_whose_capitals_stand_out() -> None:
    counts = Counts(
        PyTorch=Count(100, 90, 7, 40, 1e-6), pytorch=Count(3, 3, 2, 50, 1e-8), Memory=Count(50, 5, 30, 10, 1e-6),
        memory=Count(5000, 4900, 120, 5, 1e-4), DNS=Count(80, 80, 12, 20, 1e-6), fileName=Count(90, 90, 9, 20, 1e-6),
        eBPF=Count(200, 200, 7, 60, 1e-6),
    )  # fmt: skip
    assert set(mining.names(counts, {"memory"}, mining.Neighbours({}, 0))) == {"PyTorch", "DNS", "eBPF"}


def test_the_same_words_give_the_same_bytes(tmp_path: Path) -> None:
    word = store.Word(Flag.GENERAL, ANYWHERE, tags.mask("NN"), -4.0, (None, "node", None))
    words = {"node": word, "Python": store.Word(Flag.NAME, ANYWHERE, tags.mask("NNP"), -5.0, (None, "Python", None))}
    first, second = tmp_path / "first", tmp_path / "second"
    store.write(first, words)
    store.write(second, dict(reversed(words.items())))
    assert {p.name: p.read_bytes() for p in first.iterdir()} == {p.name: p.read_bytes() for p in second.iterdir()}
    lexicon = Lexicon.open(first)
    assert sorted(lexicon.words()) == ["Python", "node"]
    assert lexicon.name("python") == "Python"


def test_only_what_the_endings_get_wrong_is_written(tmp_path: Path) -> None:
    path = tmp_path / "inflections.tsv"
    readings = {
        ("node", "n"): {"NNS": ("nodes",)},
        ("index", "n"): {"NNS": ("indices",)},
        ("fast", "a"): {"JJR": ("faster",), "JJS": ("fastest",)},
    }
    assert store.write_inflections(path, readings) == 2
    assert path.read_text() == "fast\ta\tfaster\tfastest\nindex\tn\tindices\n"


def test_our_own_lists_hold_together() -> None:
    terms, readings = authored.terms()
    assert readings["unzip", "v"] == {
        "VBZ": ("unzips",),
        "VBD": ("unzipped",),
        "VBN": ("unzipped",),
        "VBG": ("unzipping",),
    }
    assert {"shader", "tokenize"} <= terms
    never = set(authored.words("never.txt"))
    assert not never & (terms | authored.names() | set(authored.words("general.txt")))
