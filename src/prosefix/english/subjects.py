"""Finds the subject of each finite verb by walking left from it over noun phrases, as `chunks` marks them.

It visits finite verbs only, and gives up (-1) wherever two readings are as likely.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags
from prosefix.english.numbers import agreeing_numbers
from prosefix.english.phrases import Number, Phrases, Rows, VerbGroups
from prosefix.english.table import WordTable


class How(IntEnum):
    """By which way a verb's subject was found; each has its own reliability (benchmarks/english.md)."""

    NONE = 0
    ADJACENT = 1  # the value is
    PHRASE = 2  # the value of the fields is
    PARTICIPLE = 3  # the file containing values is, the file opened by users is
    INFINITIVE = 4  # the ability to open files is
    GERUND = 5  # opening files is
    RELATIVE = 6  # the file that is
    ASIDE = 7  # the file, which is
    EMBEDDED = 8  # the file that holds values is
    COORDINATION = 9  # the file and the folder are
    CLAUSE = 10  # he opens the file, and the tool reads
    SHARED = 11  # the tool opens the file and reads it
    PARENTHESIS = 12  # the file, however, is
    EXISTENTIAL = 13  # there is a file
    INVERTED = 14  # is the file


_PREPOSITIONS = frozenset(
    "of in on for with from to by at into onto between within under over through across per about against along around "
    "behind below beneath beside beyond during inside near outside toward towards upon without via among amongst above "
    "throughout regarding concerning including like than alongside".split()
)
_EITHER_WAY = frozenset("as before after since until till like than".split())  # prepositions that also open clauses
_SPEAKERS = frozenset("that if whether because although though while unless so where when whereas".split())
_VERBS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"))
_FINITE = frozenset(("VBZ", "VBP", "VBD", "MD"))
_ADVERBS = frozenset(("RB", "RBR", "RBS"))
_RELATIVES = frozenset("which who that".split())
_OPENERS, _CLOSERS = frozenset("([{"), frozenset(")]}")
_BE = frozenset(
    "is are was were 's 're ’s ’re do does did has have had can could will would should may might must".split()
)
_SUBJECTS = frozenset("i he she we they".split())  # pronouns that are nothing but subjects
_NOMINATIVES = frozenset("i he she we they it you there this that".split())
_FARTHEST = 40  # rows that a walk looks back


@dataclass(slots=True)
class _Found:
    row: int
    number: int
    how: How


class _Walker:
    """The columns of one table as Python lists, and the steps of the walk."""

    def __init__(self, table: WordTable, phrases: Phrases, groups: VerbGroups) -> None:
        self.tag = [tags.TAGS[code] if code != tags.NONE else "" for code in table.tag.tolist()]
        words = table.vocabulary.words
        self.word = [words[number] for number in table.lower.tolist()]
        self.sentence = table.sentence.tolist()
        self.start = phrases.start.tolist()
        self.end = phrases.end.tolist()
        self.head = phrases.head.tolist()
        self.number = agreeing_numbers(table, phrases).tolist()
        self.finite = groups.finite.tolist()

    def subject(self, verb: int) -> _Found | None:
        """The subject of the finite verb at a row."""
        at = self._left_of_group(verb)
        if at is None:
            return self._inverted(verb)
        tag, word = self.tag[at], self.word[at]
        if tag == "EX":
            return self._after(verb, How.EXISTENTIAL) or _Found(at, Number.UNKNOWN, How.EXISTENTIAL)
        if word in _RELATIVES and tag in {"WDT", "WP", "IN", "DT"} and self._antecedent_end(at) is not None:
            return self._relative(at)
        if self._phrase_at(at):
            return self._from_phrase(at, How.ADJACENT)
        if tag == "CC":
            return self._shared(at)
        if tag == ",":
            return self._across_commas(at)
        if tag in {"WRB", "WP"} or (at and self.sentence[at - 1] != self.sentence[verb] and tag in _ADVERBS):
            return self._inverted(verb) or self._pronoun(at)
        return self._pronoun(at) or self._embedded(at)

    def _phrase_at(self, row: int) -> bool:
        """Whether a phrase that can be a subject ends at a row: with a noun, a pronoun or a number."""
        if self.end[row] != row:
            return False
        tag = self.tag[self.head[row]]
        return tag.startswith("NN") or tag in {"PRP", "DT", "CD", "FW", "ADD", "WP", "WDT"}

    def _left_of_group(self, verb: int) -> int | None:
        """The row before the verb, its adverbs and what stands in brackets; None at the sentence's beginning."""
        at = verb - 1
        for _ in range(_FARTHEST):
            if self.sentence[at] != self.sentence[verb]:
                return None
            if self.word[at] in _CLOSERS:
                opener = self._opener(at)
                if opener is None:
                    return at
                at = opener - 1
            elif self.tag[at] in _ADVERBS or (
                self.word[at] in {"all", "both", "each"} and self.tag[at] == "DT" and self._phrase_at(at - 1)
            ):
                at -= 1
            else:
                return at
        return None

    def _opener(self, closer: int) -> int | None:
        for at in range(closer - 1, max(closer - _FARTHEST, 0), -1):
            if self.sentence[at] != self.sentence[closer]:
                return None
            if self.word[at] in _OPENERS:
                return at
        return None

    # -- noun phrases ---------------------------------------------------------------------------------------------

    def _from_phrase(self, at: int, how: How) -> _Found | None:
        """The head that governs the phrase ending at a row: left over prepositions, participles and coordination."""
        if self.word[at] in _SUBJECTS:
            return _Found(at, self.number[at], how)
        first, certain, nested = at, True, False
        for _ in range(8):
            start = self.start[at]
            host, step = self._host(start)
            if step is How.NONE:
                break
            if host is None:
                return None
            if step is How.COORDINATION:
                return self._coordinated(at, host, nested)
            if step is How.GERUND:
                return _Found(host, self._number_of_gerund(host, start), How.GERUND)
            how, at, nested = max(how, step) if how is not How.EMBEDDED else how, host, True
        else:
            certain = False
        number = self.number[at] if certain and not self._in_list(at) else Number.UNKNOWN
        if first != at and self.word[self.head[at]] in {"one", "each", "either", "neither"}:
            number = Number.SINGULAR
        return _Found(self.head[at], number, how)

    def _in_list(self, at: int) -> bool:
        """Whether a bare phrase follows another bare one and a comma, as in a list without `and`."""
        start = self.start[at]
        if self.tag[start] in {"DT", "PRP", "PRP$"} or self.tag[start - 1] != "," or not self._phrase_at(start - 2):
            return False
        return bool(self.tag[self.start[start - 2] - 1] != "IN")

    def _number_of_gerund(self, at: int, start: int) -> int:
        """Singular, except where the gerund may be a mere modifier (existing files) or the phrase an order (To save …)."""
        determined = self.tag[start] in {"DT", "PRP", "PRP$"}
        return Number.SINGULAR if self.tag[at] == "VBG" and determined else Number.UNKNOWN

    def _host(self, start: int) -> tuple[int | None, How]:
        """What the phrase that starts at a row hangs on: the last row of another phrase, and the way there.

        `How.NONE` means that it hangs on nothing: it is the subject. None for the row means that nobody knows.
        """
        at = start - 1
        if self.sentence[at] != self.sentence[start]:
            return None, How.NONE
        tag, word = self.tag[at], self.word[at]
        if word in _EITHER_WAY and tag == "IN":
            clause = self.sentence[at - 1] != self.sentence[at] or not self._phrase_at(at - 1)
            clause |= self.word[start] in _NOMINATIVES and self.end[start] == start
            return (None, How.NONE) if clause else (None, How.PHRASE)
        if word in _PREPOSITIONS and tag in {"IN", "TO", "RP", "VBG"} and word not in _SPEAKERS:
            return self._host_of_preposition(at)
        if tag == "CC" and word in {"and", "or", "nor", "&"}:
            left = at - 2 if self.tag[at - 1] == "," else at - 1
            return (left, How.COORDINATION) if self._phrase_at(left) else (None, How.NONE)
        if self.finite[at] >= 0 and tag in _VERBS:
            return self._host_of_relative(self.finite[at])
        if tag == "VBG":
            return self._host_of_gerund(at)
        if tag == "VB" and self.tag[at - 1] == "TO":
            if self._phrase_at(at - 2):
                return at - 2, How.INFINITIVE
            return (at, How.GERUND) if self._opens_clause(at - 1) else (None, How.PHRASE)
        return None, How.NONE

    def _host_of_preposition(self, at: int) -> tuple[int | None, How]:
        left = at - 1
        if self.tag[left] == "IN" and self.word[left] in _PREPOSITIONS:  # from within
            left -= 1
        if self.tag[left] in _ADVERBS and not self._phrase_at(left):
            left -= 1
        if self.sentence[left] != self.sentence[at]:
            return None, How.PHRASE
        if self._phrase_at(left):
            return left, How.PHRASE
        if self.tag[left] in _VERBS and self.finite[left] >= 0:
            host, step = self._host_of_relative(self.finite[left])
            return (host, step) if step is How.EMBEDDED else (None, How.PHRASE)
        if self.tag[left] in {"VBN", "VBG", "JJ"} and self._phrase_at(left - 1):
            return left - 1, How.PARTICIPLE
        if self.start[left] >= 0 and self.tag[left] == "JJ" and self._phrase_at(self.start[left] - 1):
            return self.start[left] - 1, How.PARTICIPLE
        return None, How.PHRASE

    def _host_of_gerund(self, at: int) -> tuple[int | None, How]:
        left = at - 1
        if self._phrase_at(left):
            return left, How.PARTICIPLE
        if self._opens_clause(at):
            return at, How.GERUND
        if self.tag[left] == "IN" and self._phrase_at(left - 1):  # the cost of opening files is
            return left - 1, How.PARTICIPLE
        return None, How.PARTICIPLE

    def _opens_clause(self, at: int) -> bool:
        """Whether a clause begins at a row: the sentence's first, or after a comma, a conjunction or the like."""
        left = at - 1
        return self.sentence[left] != self.sentence[at] or self.word[left] in _SPEAKERS

    def _host_of_relative(self, verb: int) -> tuple[int | None, How]:
        """For the object of a verb: what the relative clause round that verb belongs to, else nothing."""
        at = verb - 1
        while self.tag[at] in _ADVERBS and self.sentence[at] == self.sentence[verb]:
            at -= 1
        if self.word[at] in _RELATIVES and self.tag[at] in {"WDT", "WP", "IN"}:
            end = self._antecedent_end(at)
            return (end, How.EMBEDDED) if end is not None and end == at - 1 else (None, How.EMBEDDED)
        return None, How.NONE

    def _coordinated(self, at: int, left: int, nested: bool) -> _Found | None:
        """`A and B`, `A, B, and C`: plural where the whole is clearly the subject."""
        joiner = self.word[self.start[at] - 1]
        row = left
        while self.tag[self.start[row] - 1] == "," and self._phrase_at(self.start[row] - 2):
            row = self.start[row] - 2
        host, step = self._host(self.start[row])
        clear = not nested and self._opens_subject(self.start[row], step)
        if joiner in {"and", "&"} and clear:
            number = Number.UNKNOWN if self._one_thing(row, at) else Number.PLURAL
            return _Found(self.head[row], number, How.COORDINATION)
        own = self.number[at]
        if self.word[self.head[at]] in _NOMINATIVES:
            return _Found(self.head[at], own, How.ADJACENT)
        if self.tag[self.start[at] - 2] == "," and row == left:
            return _Found(self.head[at], own, How.CLAUSE)
        if step is How.PHRASE and host is not None:
            outer = self._from_phrase(host, How.PHRASE)
            return outer and _Found(outer.row, Number.UNKNOWN, How.COORDINATION)
        plural = step is How.NONE and own == self.number[row] == Number.PLURAL
        return _Found(self.head[at], Number.PLURAL if plural else Number.UNKNOWN, How.COORDINATION)

    def _one_thing(self, left: int, right: int) -> bool:
        """Whether two joined phrases may be one: `each node and edge`, `the date and time format`."""
        first, second = self.word[self.start[left]], self.start[right]
        compound = (
            second < self.head[right] and self.tag[second].startswith("NN") and self.start[left] == self.head[left] - 1
        )
        return first in {"each", "every", "no", "any"} or (compound and self.number[right] == Number.SINGULAR)

    def _opens_subject(self, start: int, step: How) -> bool:
        """Whether what begins at a row is clearly no verb's object and no preposition's."""
        left = start - 1
        if step is not How.NONE or self.word[left] in _CLOSERS:
            return False
        return (
            self.sentence[left] != self.sentence[start]
            or self.tag[left] not in _VERBS | {"IN", "TO", "CC", ","}
            or (self.word[left] in _SPEAKERS)
        )

    # -- clauses --------------------------------------------------------------------------------------------------

    def _antecedent_end(self, relative: int) -> int | None:
        """The last row of the phrase that a relative pronoun at a row belongs to."""
        at = relative - 1
        if self.tag[at] == ",":
            at -= 1
        if self.word[at] in _CLOSERS:
            opener = self._opener(at)
            at = opener - 1 if opener is not None else at
        return at if self.sentence[at] == self.sentence[relative] and self._phrase_at(at) else None

    def _relative(self, at: int) -> _Found | None:
        end = self._antecedent_end(at)
        if end is None:
            return None
        aside = self.tag[at - 1] == ","
        outer = self._from_phrase(end, How.RELATIVE)
        number = self.number[end]
        if outer is not None and outer.number != number:  # the fields of the record that …: either may be meant
            number = Number.UNKNOWN
        if aside and number == Number.PLURAL:  # `, which is` may speak of the whole clause
            number = Number.UNKNOWN
        return _Found(self.head[end], number, How.ASIDE if aside else How.RELATIVE)

    def _shared(self, at: int) -> _Found | None:
        """After `and`: the subject of the verb before it in the sentence."""
        for left in range(at - 1, max(at - _FARTHEST, 0), -1):
            if self.sentence[left] != self.sentence[at] or self.word[left] in {";", ":"}:
                return None
            if self.tag[left] in _FINITE:
                found = self.subject(left)
                if found is None or found.how in {How.EXISTENTIAL, How.INVERTED}:
                    return None
                number = Number.UNKNOWN if self.tag[left] == "MD" else found.number
                return _Found(found.row, number, How.SHARED)
        return None

    def _across_commas(self, at: int) -> _Found | None:
        """`The file, which …, is`: the phrase before the comma that opens the aside."""
        for left in range(at - 1, max(at - 15, 0), -1):
            if self.sentence[left] != self.sentence[at]:
                return None
            if self.tag[left] == ",":
                opens = self.tag[left + 1] in {"WDT", "WP", "IN", "VBN", "VBG", "RB", "WRB", "TO", "JJ"}
                if not (opens and self._phrase_at(left - 1)):
                    return None
                found = self._from_phrase(left - 1, How.PARENTHESIS)
                return found and _Found(found.row, found.number, How.PARENTHESIS)
        return None

    def _embedded(self, at: int) -> _Found | None:
        """`The files that they open are`, `the values which are stored are`: a relative clause ends before the verb."""
        verbs = 0
        for left in range(at, max(at - 15, 0), -1):
            if self.sentence[left] != self.sentence[at] or self.tag[left] in {",", "CC"}:
                return None
            verbs += self.tag[left] in _FINITE
            if self.word[left] == "what" and self.tag[left] in {"WP", "WDT"} and verbs == 1:  # what they do is
                return _Found(left, Number.UNKNOWN, How.EMBEDDED)
            if self.word[left] in _RELATIVES and self.tag[left] in {"WDT", "WP", "IN"} and self._phrase_at(left - 1):
                return self._from_phrase(left - 1, How.EMBEDDED) if verbs == 1 else None
        return None

    def _pronoun(self, at: int) -> _Found | None:
        """`who wants`, `“…,” which is`: the pronoun itself, of a number that nobody knows."""
        return _Found(at, Number.UNKNOWN, How.ADJACENT) if self.tag[at] in {"WP", "WDT"} else None

    def _inverted(self, verb: int) -> _Found | None:
        return self._after(verb, How.INVERTED) if self.word[verb] in _BE else None

    def _after(self, verb: int, how: How) -> _Found | None:
        """The first phrase after the verb group."""
        at = verb + 1
        while self.finite[at] == verb or self.tag[at] in _ADVERBS:
            at += 1
        if self.sentence[at] != self.sentence[verb] or self.start[at] != at or not self._phrase_at(self.end[at]):
            return None
        end = self.end[at]
        listed = self.tag[end + 1] in {"CC", ","}
        return _Found(self.head[end], Number.UNKNOWN if listed else self.number[end], how)


def find_subjects(
    table: WordTable, phrases: Phrases, groups: VerbGroups
) -> tuple[Rows, NDArray[np.uint8], NDArray[np.uint8]]:
    """At every finite verb the row of its subject's head (-1: none found), the number to agree with, and the way."""
    subject = np.full(len(table), -1, dtype=np.int32)
    number, how = np.zeros(len(table), dtype=np.uint8), np.zeros(len(table), dtype=np.uint8)
    walker = _Walker(table, phrases, groups)
    for verb in np.flatnonzero(groups.main >= 0).tolist():
        found = walker.subject(verb)
        if found is not None:
            subject[verb], number[verb], how[verb] = found.row, found.number, found.how
    return subject, number, how
