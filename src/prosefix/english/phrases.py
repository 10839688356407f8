"""Noun phrases and verb groups of a tagged word table, in columns.

It reads tags and words only. Who is whose subject is for `subjects` to say.
"""

from enum import IntEnum, IntFlag
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags
from prosefix.english.table import WordTable
from prosefix.english.vocabulary import Kind

Rows = NDArray[np.int32]
Bits = NDArray[np.bool_]


class Number(IntEnum):
    UNKNOWN = 0
    SINGULAR = 1
    PLURAL = 2


class Verb(IntFlag):
    """What the group of a finite verb is."""

    PASSIVE = 1  # be + past participle
    PROGRESSIVE = 2  # be + present participle
    PERFECT = 4  # have + past participle
    MODAL = 8


def _class_of_tag(*names: str) -> Bits:
    table = np.zeros(256, dtype=np.bool_)
    table[[tags.CODE[name] for name in names]] = True
    return table


_PLURAL_NOUN = _class_of_tag("NNS", "NNPS")
_NOUN = _class_of_tag("NN", "NNS", "NNP", "NNPS", "FW", "ADD", "GW")
_DETERMINER = _class_of_tag("DT", "PDT", "PRP$", "WP$")
_MODIFIER = _class_of_tag("JJ", "JJR", "JJS", "CD", "$", "AFX", "SYM")
_ALONE = _class_of_tag("PRP", "EX")
_PARTICIPLE = _class_of_tag("VBN", "VBG")
_ADVERB = _class_of_tag("RB", "RBR", "RBS")
_HYPHENED = _class_of_tag("VBN", "VBG", "RB", "RP", "IN", "AFX", "VB", "CC", "TO", "DT")
FINITE = _class_of_tag("VBZ", "VBP", "VBD", "MD")
_NONFINITE = _class_of_tag("VB", "VBN", "VBG")

_PLURAL_PRONOUNS = frozenset("we they you these those both many few several others".split())
_OF_NO_NUMBER = frozenset("which who whom what that all any some none more most such whose".split())


def _form_numbers(words: list[str]) -> NDArray[np.uint8]:
    """Number of pronouns, and 3 for words whose tag says nothing of their number."""
    lower = [word.lower() for word in words]
    return np.array(
        [Number.PLURAL if w in _PLURAL_PRONOUNS else 3 if w in _OF_NO_NUMBER else 0 for w in lower], dtype=np.uint8
    )


_BE, _HAVE = (
    frozenset("be is are was were been being am 's 're 'm".split()),
    frozenset("have has had having 've".split()),
)


def _auxiliaries(words: list[str]) -> NDArray[np.uint8]:
    lower = [word.lower().replace("’", "'") for word in words]
    return np.array([1 if w in _BE else 2 if w in _HAVE else 0 for w in lower], dtype=np.uint8)


def _hyphens(words: list[str]) -> Bits:
    return np.array([word in {"-", "–", "‐", "‑"} for word in words], dtype=np.bool_)


def _next(values: NDArray[np.bool_]) -> Bits:
    return np.append(values[1:], False)


def _previous(values: NDArray[np.bool_]) -> Bits:
    return np.append(False, values[:-1])


class Phrases(NamedTuple):
    """Columns: for every row of a noun phrase its first and last row, its head, and the number of the head's form."""

    start: Rows
    end: Rows
    head: Rows
    number: NDArray[np.uint8]


def noun_phrases(table: WordTable) -> Phrases:
    """The noun phrases of a tagged table, none inside another; pronouns and stand-ins are phrases too."""
    noun, inside, opens = _inside(table)
    begins = inside & (opens | ~_previous(inside))
    first, last = np.flatnonzero(begins), np.flatnonzero(inside & (_next(opens) | ~_next(inside)))
    start, end, head = (np.full(len(table), -1, dtype=np.int32) for _ in range(3))
    number = np.zeros(len(table), dtype=np.uint8)
    if len(first):
        of = (np.cumsum(begins) - 1)[inside]
        nouns = np.maximum.reduceat(np.where(noun & inside, np.arange(len(table)), -1), first)
        heads = np.where(nouns >= first, nouns, last)
        start[inside], end[inside], head[inside] = first[of], last[of], heads[of]
        number[inside] = np.where(_names_several(table, first, heads), Number.UNKNOWN, _numbers(table, heads))[of]
    return Phrases(start, end, head, number)


def _inside(table: WordTable) -> tuple[Bits, Bits, Bits]:
    """Which rows can be heads, which lie in a noun phrase, and which open a new one right after another."""
    tag = table.tag
    noun = _NOUN[tag]
    alone = _ALONE[tag] | (tag == tags.CODE["WP"])
    hyphen = cast(Bits, table.vocabulary.column("hyphen", _hyphens)[table.word]) & ~table.space & ~_next(table.space)
    joined = (_next(hyphen) | _previous(hyphen)) & _HYPHENED[tag]
    determiner = (
        _DETERMINER[tag] | (tag == tags.CODE["WDT"]) & _next(noun) & ~_previous(tag == tags.CODE["IN"])
    ) & ~joined
    modifier = _MODIFIER[tag] | joined | hyphen
    solid = noun | determiner | modifier
    for _ in range(2):  # a participle or adverb between what stands before a noun and that noun: a very often used word
        before = (
            _previous(determiner | modifier | (tag == tags.CODE["POS"])) & solid[np.maximum(np.arange(len(tag)) - 1, 0)]
        )
        modifier = modifier | (_PARTICIPLE[tag] & before & _next(noun | modifier))
        modifier = modifier | (_ADVERB[tag] & before & _next(modifier | _PARTICIPLE[tag] & _next(noun | modifier)))
        solid = noun | determiner | modifier
    possessive = (tag == tags.CODE["POS"]) & _previous(noun)
    inside = solid | alone | possessive
    counted = (tag == tags.CODE["CD"]) | (table.kind == Kind.NUMBER)
    opens = alone | _previous(alone)
    opens |= determiner & ~_previous(tag == tags.CODE["PDT"])
    opens |= modifier & ~hyphen & ~_previous(hyphen) & _previous(noun) & ~counted
    return noun & ~_next(hyphen), inside & (tag != tags.NONE), opens & inside


_NUMBER_OF_TAG = np.zeros(256, dtype=np.uint8)
_NUMBER_OF_TAG[[tags.CODE[tag] for tag in ("NN", "NNP", "PRP", "DT", "VBG")]] = Number.SINGULAR
_NUMBER_OF_TAG[[tags.CODE["NNS"], tags.CODE["NNPS"]]] = Number.PLURAL


def _numbers(table: WordTable, heads: NDArray[np.intp]) -> NDArray[np.uint8]:
    by_word = cast(NDArray[np.uint8], table.vocabulary.column("form number", _form_numbers)[table.word[heads]])
    number = np.where(by_word == 0, _NUMBER_OF_TAG[table.tag[heads]], by_word % 3)
    following = np.minimum(heads + 1, len(table) - 1)
    plural = (table.kind[heads] >= Kind.STANDIN) & ~table.space[following]
    plural &= table.lower[following] == table.vocabulary.ids(["s"])[0]  # a stand-in with an s
    return np.where(plural, Number.PLURAL, number).astype(np.uint8)


def _names_several(table: WordTable, first: NDArray[np.intp], heads: NDArray[np.intp]) -> Bits:
    """Whether a stand-in gives names after a plural noun, as in “the functions ▮”: one thing or several, nobody knows."""
    before = np.maximum(heads - 1, 0)
    return (table.kind[heads] >= Kind.STANDIN) & (heads > first) & _PLURAL_NOUN[table.tag[before]]


class VerbGroups(NamedTuple):
    """Columns: for every row of a verb group its finite verb; at the finite verb the last verb and bits of `Verb`."""

    finite: Rows
    main: Rows
    verb: NDArray[np.uint8]


def verb_groups(table: WordTable) -> VerbGroups:
    """The groups of a finite verb, the verbs that follow it, and the adverbs between them."""
    tag = table.tag
    rows = np.arange(len(tag), dtype=np.int32)
    finite, adverb = FINITE[tag], _ADVERB[tag]
    member = finite | _NONFINITE[tag] | adverb
    anchor = np.maximum.accumulate(np.where(finite, rows, -1))
    stopped = np.maximum.accumulate(np.where(member, -1, rows))
    group = np.where(member & (anchor > stopped), anchor, -1).astype(np.int32)
    verbs = (group >= 0) & ~adverb
    main = np.full(len(tag), -1, dtype=np.int32)
    main[group[verbs]] = rows[verbs]  # the last one written stays
    group[adverb & (main[np.maximum(group, 0)] < rows)] = -1  # adverbs after the main verb are no part of it
    at = np.flatnonzero(finite)
    bits = np.zeros(len(tag), dtype=np.uint8)
    bits[at] = _verb_bits(table, at, main[at], np.maximum.accumulate(np.where(verbs, rows, -1)))
    return VerbGroups(group, main, bits)


def _verb_bits(table: WordTable, at: NDArray[np.intp], main: Rows, last_verb: Rows) -> NDArray[np.uint8]:
    helper = cast(NDArray[np.uint8], table.vocabulary.column("auxiliary", _auxiliaries)[table.word])
    before = last_verb[main - 1]  # the verb before the main one
    be = (before >= at) & (helper[before] == 1)
    bits = np.zeros(len(at), dtype=np.uint8)
    for bit, holds in (
        (Verb.PASSIVE, be & (table.tag[main] == tags.CODE["VBN"])),
        (Verb.PROGRESSIVE, be & (table.tag[main] == tags.CODE["VBG"])),
        (Verb.PERFECT, (helper[at] == 2) & (main > at)),
        (Verb.MODAL, table.tag[at] == tags.CODE["MD"]),
    ):
        bits |= np.where(holds, np.uint8(bit), np.uint8(0))
    return bits
