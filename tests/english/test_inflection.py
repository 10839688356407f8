"""Forms from lemmas and lemmas from forms, regular and irregular, known and unknown."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.english import endings
from prosefix.english.inflection import inflect, lemma
from prosefix.english.lexicon import Flag, Reading, Variant, lexicon

LEXICON = lexicon()
_OWN = np.arange(len(LEXICON))
_USUAL = (LEXICON.all_flags & (Flag.NAME | Flag.RARE)) == 0
VERBS = [
    LEXICON.word(r)
    for r in np.flatnonzero(
        (LEXICON.all_lemmas[:, Reading.VERB] == _OWN) & _USUAL & (LEXICON.frequencies > -5)
    ).tolist()
]


@pytest.mark.parametrize(
    ("word", "tag", "form"),
    [
        ("requires", "VB", "require"), ("require", "VBZ", "requires"), ("go", "VBD", "went"), ("went", "VBZ", "goes"),
        ("run", "VBN", "run"), ("ran", "VBN", "run"), ("are", "VBD", "were"), ("is", "VBD", "was"), ("is", "VBP", "are"),
        ("be", "VBN", "been"), ("have", "VBZ", "has"), ("matrix", "NNS", "matrices"), ("matrices", "NN", "matrix"),
        ("vertices", "NN", "vertex"), ("criteria", "NN", "criterion"), ("analyses", "NN", "analysis"),
        ("children", "NN", "child"), ("parameter", "NNS", "parameters"), ("cache", "VBG", "caching"),
        ("occur", "VBD", "occurred"), ("begin", "VBG", "beginning"), ("debug", "VBG", "debugging"),
        ("rewrite", "VBD", "rewrote"), ("overridden", "VBZ", "overrides"), ("refresh", "VBZ", "refreshes"),
        ("copy", "VBD", "copied"), ("tie", "VBG", "tying"), ("stop", "VBD", "stopped"), ("quit", "VBG", "quitting"),
        ("better", "JJ", "good"), ("fast", "JJR", "faster"), ("easy", "JJS", "easiest"), ("big", "JJR", "bigger"),
    ],
)  # fmt: skip
def test_forms_of_known_words(word: str, tag: str, form: str) -> None:
    assert inflect(word, tag) == form


@pytest.mark.parametrize(
    ("word", "tag", "form"),
    [("frobnicate", "VBD", "frobnicated"), ("frobnicate", "VBG", "frobnicating"), ("blurby", "NNS", "blurbies"),
     ("glarch", "NNS", "glarches"), ("frobnicated", "VB", "frobnicate"), ("interwrite", "VBD", "interwrote")],
)  # fmt: skip
def test_forms_of_unknown_words_are_regular(word: str, tag: str, form: str) -> None:
    assert inflect(word, tag) == form


@pytest.mark.parametrize(
    ("word", "tag"),
    [("information", "NNS"), ("software", "NNS"), ("beautiful", "JJR"), ("the", "DT"), ("can", "MD"), ("", "NNS")],
)
def test_what_has_no_such_form(word: str, tag: str) -> None:
    assert inflect(word, tag) is None


@pytest.mark.parametrize(
    ("word", "tag", "form"),
    [("Requires", "VB", "Require"), ("REQUIRES", "VB", "REQUIRE"), ("GitHub", "NNS", "GitHubs"), ("API", "NNS", "APIs"),
     ("APIs", "NN", "API"), ("Matrices", "NN", "Matrix")],
)  # fmt: skip
def test_capitals_are_kept(word: str, tag: str, form: str) -> None:
    assert inflect(word, tag) == form


def test_doubling_follows_the_form_given_or_the_region_asked_for() -> None:
    assert inflect("label", "VBD") == "labeled"
    assert inflect("labelling", "VBD") == "labelled"
    assert inflect("label", "VBD", Variant.GB) == "labelled"
    assert inflect("labelled", "VBG", Variant.US) == "labeling"


@pytest.mark.parametrize(
    ("form", "tag", "base"),
    [("leaves", "NNS", "leaf"), ("leaves", "VBZ", "leave"), ("found", "VBD", "find"), ("found", "VB", "found"),
     ("axes", "NNS", "axis"), ("saw", "VBD", "see"), ("does", "VBZ", "do"), ("worse", "JJR", "bad"),
     ("frobnicated", "VBN", "frobnicate"), ("Blurbles", "NNS", "Blurble"), ("quickly", "RB", "quickly"), ("of", "IN", "of")],
)  # fmt: skip
def test_lemmas(form: str, tag: str, base: str) -> None:
    assert lemma(form, tag) == base


@pytest.mark.parametrize(
    ("verb", "past"),
    [("delay", "delayed"), ("interleave", "interleaved"), ("unmake", "unmade"), ("reteach", "retaught")],
)
def test_a_beginning_like_a_prefix_does_not_make_a_verb_irregular(verb: str, past: str) -> None:
    assert inflect(verb, "VBD") == past


@given(st.sampled_from(VERBS), st.sampled_from(["VBZ", "VBD", "VBN", "VBG"]))
def test_common_verbs_come_back_from_every_form(verb: str, tag: str) -> None:
    form = inflect(verb, tag)
    assert form is not None
    assert inflect(form, tag) == form


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=10), st.sampled_from(sorted(endings.REGULAR)))
def test_a_base_is_among_the_bases_of_its_regular_form(base: str, tag: str) -> None:
    assert base in endings.bases(endings.REGULAR[tag](base), tag)
