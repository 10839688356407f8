"""Tells finite plain forms from infinitives: `the user select this` has a VBP, whatever its form has in common with a VB.

It looks at the rows tagged VB that follow a noun, and at participles that look like plain forms (`the two become equal`),
and turns those that nothing governs into VBP; nothing else.
"""

import numpy as np

from prosefix.english import tags
from prosefix.english.table import WordTable

_REACH = 12  # rows that are searched for what governs an infinitive
_NOUNS = frozenset(tags.CODE[tag] for tag in ("NN", "NNS", "NNP", "PRP", "CD"))
_ADVERBS = frozenset(tags.CODE[tag] for tag in ("RB", "RBR", "RBS"))
_VERB, _TO, _MODAL, _FINITE, _PARTICIPLE = (tags.CODE[tag] for tag in ("VB", "TO", "MD", "VBP", "VBN"))
_AFTER = frozenset(tags.CODE[tag] for tag in ("DT", "PRP", "PRP$", "TO", "RB"))  # after others the form may be a noun
_QUALITIES = frozenset(tags.CODE[tag] for tag in ("JJ", "JJR", "JJS"))
_ALIKE = ("become", "come", "overcome")  # their participles, and no more than those, look like the plain form
_OBJECTS = frozenset("me him us them her you it".split())
# Verbs that an object and an infinitive follow, helpers that may be separated from theirs, and words before a subjunctive.
_GOVERNORS = frozenset(
    "let lets letting make makes made making help helps helped helping have has had having see sees saw seen hear hears heard watch "
    "do does did that lest please rather better".split()
)


def settle_plain_forms(table: WordTable) -> None:
    """Changes the tag of plain verb forms that stand where only a finite verb can (in place)."""
    tag = table.tag
    verbs = np.flatnonzero(tag == _VERB)
    after_noun = np.isin(tag[verbs - 1], [*_NOUNS, *_ADVERBS]) & np.isin(tag[verbs + 1], [*_AFTER])
    after_noun &= table.lower[verbs] != table.vocabulary.ids(["be"])[0]
    alike = np.flatnonzero((tag == _PARTICIPLE) & np.isin(table.lower, table.vocabulary.ids(_ALIKE)))
    alike = alike[np.isin(tag[alike - 1], [*_NOUNS]) & np.isin(tag[alike + 1], [*_AFTER, *_QUALITIES])]
    for row in (*verbs[after_noun].tolist(), *alike.tolist()):
        if _is_finite(table, row):
            tag[row] = _FINITE


def _is_finite(table: WordTable, verb: int) -> bool:
    tag, words, word = table.tag, table.vocabulary.words, table.word
    at = verb - 1
    while tag[at] in _ADVERBS:
        at -= 1
    if tag[at] not in _NOUNS or words[word[at]].lower() in _OBJECTS:
        return False
    for left in range(at, max(at - _REACH, 0), -1):
        if word[left] == 0 or words[word[left]] in {".", "?", "!", ":", ";"}:
            return left < at - 1  # a noun alone before a verb may be anything: a heading, a name and an order
        if words[word[left]].lower() in _GOVERNORS:
            return False
        if tag[left] in {_TO, _MODAL} and not _has_verb(table, left):
            return False
    return True


def _has_verb(table: WordTable, row: int) -> bool:
    """Whether a modal or `to` is followed by its verb at once."""
    at = row + 1
    while table.tag[at] in _ADVERBS:
        at += 1
    return bool(table.tag[at] == _VERB)
