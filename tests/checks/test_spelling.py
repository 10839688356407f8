"""The spelling rules over plain text: what is reported, what is offered, and above all what is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prosefix.checks.spelling.explanation import why
from prosefix.checks.spelling.names import name_capitals
from prosefix.checks.spelling.suspects import Verdict
from prosefix.checks.spelling.variants import respelt, variant
from prosefix.checks.spelling.words import Silence, in_capitals, joined_words, never_meant, unknown_word
from prosefix.english.lexicon import Variant, lexicon
from prosefix.findings import Applicability, Match
from prosefix.page.blocks import read_prose
from prosefix.page.source import decode_page
from prosefix.rulebook.batch import context_of_pages, context_of_texts


def found(text: str, *words: str) -> list[tuple[str, str]]:
    context = context_of_texts([text])
    context.project_words = frozenset(words)
    matches: list[Match] = [*unknown_word(context), *joined_words(context), *never_meant(context)]
    return [(text[m.start : m.end], m.replacements[0]) for m in matches]


def found_in(page: str) -> list[str]:
    context = context_of_pages([read_prose(decode_page(page.encode(), "page.html"))])
    return [context.table.text[m.start : m.end] for m in unknown_word(context)]


@pytest.mark.parametrize(
    ("text", "typed", "right"),
    [
        ("The reader is reffered to the second chapter.", "reffered", "referred"),
        ("The attribtue is ignored by the parser.", "attribtue", "attribute"),
        ("Its dependance on the order of the list is known.", "dependance", "dependence"),
        ("The follwing steps are needed to run the test.", "follwing", "following"),
        ("Recieve the message first.", "Recieve", "Receive"),
        ("It loads the first eight bytesof the file.", "bytesof", "bytes of"),
        ("See the pubic interface of the class.", "pubic", "public"),
        ("We use held-out data to asses the model.", "asses", "assess"),
        ("As we've already convered the basics, we go on.", "convered", "covered"),
        ("The values will always fullfill the conditions.", "fullfill", "fulfill"),
        ("The computatational cost of the method is low.", "computatational", "computational"),
        ("It waits for the transaction that it was dependending on.", "dependending", "depending"),
    ],
)
def test_a_slip_is_found_and_mended(text: str, typed: str, right: str) -> None:
    assert (typed, right) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The filesystem, the codebase and the backend are precomputed and reusable.",
        "Uytterhoeven and Szymborska wrote the FooBar of UPnP for ESnet.",
        "The property dct:type maps a[const] to prov:wasGeneratedBy.",
        "The property(ies) and the EBNF of UTF16LE are v1.2 and fp16.",
        "Colour and color, behaviour and behavior, tokeniser and tokenizer.",
        "It is journalled; journalling is signalled, and the marshaller focusses on it.",
        "The calls kqueue, npos, umask and kmalloc take an ostream.",
        "The village belongs to asses and horses.",
        "We thank Tomoaki Mizushima, Soumya Kanti Datta and Benjamin Klotz for their help.",
        "The handlers onclose and onicecandidate take foo, bar and baz; formfeeds are kept in an acyclical order.",
        "They wouldn't've said so, he'd've thought; it's the dogs' and the cat's.",
        "When the dialogue box is displayed, you can’t press any buttons, nor can't you.",
        "The next chapter is called Tools and Fundamenta... and the one after it Conclus…",
    ],
)
def test_terms_names_and_variants_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_what_the_project_knows_is_left_alone() -> None:
    text = "The wigdet shows wigdets, and Wigdets too."
    assert found(text)
    assert found(text, "wigdet") == []


def test_words_in_another_language_and_unspelled_blocks_are_not_read() -> None:
    page = "<p lang=de>Die Verdopplung der Wrterbcher.<p spellcheck=false>A mispeling here.<p>The attribtue is ignored."
    assert found_in(page) == ["attribtue"]


def test_the_surest_findings_are_safe_and_guesses_are_not() -> None:
    (sure,) = unknown_word(context_of_texts(["The following parameters are not avaliable in this version."]))
    assert sure.replacements[0] == "available"
    assert sure.applicability == Applicability.SAFE
    (value,) = unknown_word(context_of_texts(["The function takes the same len, prot and dst arguments."]))
    assert value.applicability != Applicability.SAFE
    joined = list(joined_words(context_of_texts(["The first eight bytesof the file are read."])))
    assert [match.applicability for match in joined] == [Applicability.UNSAFE]


def test_a_name_keeps_the_capitals_of_the_project() -> None:
    context = context_of_texts(["We train pytorch models with Foobar and fooBar."])
    context.project_words = frozenset({"PyTorch", "FooBar"})
    assert [match.replacements[0] for match in name_capitals(context)] == ["PyTorch", "FooBar", "FooBar"]


@given(
    st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8),
    st.sampled_from([str.lower, str.upper, str.capitalize]),
)
def test_a_correction_wears_the_capitals_of_the_word(right: str, wear: object) -> None:
    assert callable(wear)
    word = wear("wrogn")
    worn = in_capitals(right, word)
    assert worn.lower() == right
    assert worn[0].isupper() == word[0].isupper()


def test_why_tells_what_speaks_for_a_word() -> None:
    assert why("parser").verdict == Verdict.KNOWN
    assert why("FooBar").verdict == Verdict.SHAPE
    project = why("wigdets", ["wigdet"])
    assert (project.verdict, project.entry, project.reported) == (Verdict.PROJECT, "wigdet", False)
    slip = why("attribtue", sentence="The attribtue is ignored by the parser.")
    assert slip.verdict == Verdict.SUSPECT
    assert slip.reported
    assert slip.suggestions[0].text == "attribute"
    assert sum(suggestion.share for suggestion in slip.suggestions) == pytest.approx(1)


def test_why_tells_what_keeps_a_word_from_being_reported() -> None:
    assert why("journalling").verdict == Verdict.RESPELT
    assert why("kmalloc").silence == Silence.UNSURE
    name = "It was written by Mattteo Frigo at a university."
    assert why("Frigo", sentence=name).silence == Silence.BESIDE_NAME
    assert why("attribtue", sentence="The attribtue is ignored by the parser.").silence is None


def test_order_and_company_do_not_change_a_judgement() -> None:
    texts = ["The attribtue is ignored.", "A paramter of the function.", "Nothing is wrong here."]
    alone = [found(text) for text in texts]
    for order in (texts, texts[::-1]):
        context = context_of_texts(order)
        together = [context.table.text[m.start : m.end] for m in unknown_word(context)]
        assert sorted(together) == sorted(typed for some in alone for typed, _ in some)


def test_a_value_alone_in_a_list_of_terms_is_no_slip() -> None:
    page = "<dl><dt>inboundrtp</dt><dd>Packets that arrive.</dd><dt>outboundrtp</dt><dd>Packets that leave.</dd></dl>"
    assert found_in(page) == []
    assert found_in("<dl><dt>Recieved packets</dt><dd>Those that arrive.</dd></dl>") == ["Recieved"]


def test_capitals_are_safe_to_write_where_the_page_writes_them_too() -> None:
    once = list(name_capitals(context_of_texts(["It needs Javascript to run."])))
    both = list(name_capitals(context_of_texts(["It needs Javascript to run, and JavaScript is there."])))
    assert [m.replacements for m in once] == [m.replacements for m in both] == [("JavaScript",)]
    assert [m.applicability for m in once + both] == [Applicability.UNSAFE, Applicability.SAFE]


def test_only_a_house_spelling_offers_the_other_spelling() -> None:
    text = "The behavior of the neighbor honors the color center, favors gray; the colour of the licence is realised."
    context = context_of_texts([text])
    assert {m.replacements for m in variant(context)} == {()}
    context.house = "en-US"
    context.notes.clear()
    assert [m.replacements[0] for m in variant(context)] == ["color", "license", "realized"]
    context.house = "en-GB"
    assert [m.replacements[0] for m in variant(context)] == [
        "behaviour", "neighbour", "honours", "colour", "centre", "favours", "grey",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("american", "british"),
    [
        ("artifact", "artefact"), ("maneuvering", "manoeuvring"), ("cataloging", "cataloguing"), ("sulfur", "sulphur"),
        ("mustache", "moustache"), ("aging", "ageing"), ("cozy", "cosy"), ("jewelry", "jewellery"), ("savor", "savour"),
    ],
)  # fmt: skip
def test_pairs_of_few_words_are_respelt_both_ways(american: str, british: str) -> None:
    assert respelt(american, int(Variant.GB), lexicon()) == british
    assert respelt(british, int(Variant.US), lexicon()) == american


@given(st.sampled_from([word for word in lexicon().words() if word.islower() and "iz" in word][:400]))
def test_a_word_is_respelt_as_a_word_of_the_other_english(word: str) -> None:
    right = respelt(word, int(Variant.GB), lexicon())
    assert right is None or (right != word and lexicon().all_variants[lexicon().row(right)] & Variant.GB)
