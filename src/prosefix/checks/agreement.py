"""Reports verbs whose number is not that of their subject, wherever the subject stands.

`english.chunks` says which subject a verb has and by which way it was found; this module decides which of them are
sure enough to report, and in which form the verb belongs. It changes no tags and looks for no subjects itself.
"""

from collections.abc import Iterator

import numpy as np

from prosefix.english import tags
from prosefix.english.chunks import How, Number
from prosefix.english.inflection import inflect
from prosefix.english.lexicon import Flag
from prosefix.english.vocabulary import Kind
from prosefix.findings import Match
from prosefix.rulebook.context import Context
from prosefix.rulebook.rows import Rows, rows_of

_NOTE = "checks.agreement"
_PLURAL_OF = {"is": "are", "was": "were", "has": "have", "does": "do"}
_SINGULAR_OF = {"are": "is", "have": "has", "do": "does"}  # not `were`: it may be a subjunctive
_RULES = {
    How.ADJACENT: "agreement/subject-verb",
    How.CLAUSE: "agreement/subject-verb",
    How.PHRASE: "agreement/distant-subject",
    How.PARTICIPLE: "agreement/distant-subject",
    How.INFINITIVE: "agreement/distant-subject",
    How.PARENTHESIS: "agreement/distant-subject",
    How.RELATIVE: "agreement/relative-clause",
    How.ASIDE: "agreement/relative-clause",
    How.COORDINATION: "agreement/joined-subjects",
    How.EXISTENTIAL: "agreement/there-is",
}
_SPEAKERS = frozenset("that if when whenever because although though while whereas where unless so how why but".split())
_MANDATES = frozenset(
    "require requires required requiring recommend recommends recommended suggest suggests suggested propose proposes "
    "proposed insist insists demand demands mandate mandates ask asks important necessary essential vital crucial "
    "imperative advise advised requirement desirable critical request requests requested requesting suggesting recommending demanding "
    "insisting proposing prefer lest".split()
)
# What `which` after a plural may say of the whole clause, though the comma is missing.
_OF_CLAUSES = frozenset(
    "allows means makes causes leads results corresponds ensures enables gives is was has helps prevents requires "
    "provides implies includes simplifies improves avoids reduces lets allow mean".split()
)
_MODALS = frozenset("can could may might must shall should will would".split())  # it will of course include
_CODE_NAMES = frozenset("args flags opts params kwargs options props hints rails lhs rhs sub ops".split())
_COLLECTIVES = frozenset("criteria quorum proportion fraction subset family pool stack list collection time".split())
_TAKES_CLAUSE = frozenset("ensure ensures ensuring sure check verify assume know say see note mean hope".split())
_QUESTIONS = frozenset(tags.CODE[tag] for tag in ("WDT", "WP", "WRB"))
_BEFORE_INFINITIVES = frozenset("needs seems tends wants tries need seem tend want".split())
_ONE_OF_THEM = frozenset("one any each only first last none either".split())
_LEFT_OUT = frozenset(tags.CODE[tag] for tag in ("RB", "RBR"))
_DETERMINERS = frozenset(tags.CODE[tag] for tag in ("DT", "PRP$"))
_OBJECT_STARTS = frozenset(tags.CODE[tag] for tag in ("DT", "PRP", "PRP$"))
_BEFORE_NOUNS = frozenset(tags.CODE[tag] for tag in ("IN", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "CD"))
_AFTER_VERBS = _OBJECT_STARTS | {tags.CODE[tag] for tag in ("IN", "TO", "RB")}
_MORE_VERB = frozenset(tags.CODE[tag] for tag in ("MD", "VBZ", "VBP", "VBD", "POS"))
_NAMES = frozenset(tags.CODE[tag] for tag in ("NNP", "NNPS"))


def subject_verb(context: Context) -> Iterator[Match]:
    """A verb right after its subject (`agreement/subject-verb`)."""
    return _of_rule(context, "agreement/subject-verb")


def distant_subject(context: Context) -> Iterator[Match]:
    """A verb with a phrase between it and its subject (`agreement/distant-subject`)."""
    return _of_rule(context, "agreement/distant-subject")


def relative_clause(context: Context) -> Iterator[Match]:
    """A verb whose subject is a relative pronoun (`agreement/relative-clause`)."""
    return _of_rule(context, "agreement/relative-clause")


def joined_subjects(context: Context) -> Iterator[Match]:
    """A verb with several subjects joined by `and` (`agreement/joined-subjects`)."""
    return _of_rule(context, "agreement/joined-subjects")


def there_is(context: Context) -> Iterator[Match]:
    """A verb after `there` (`agreement/there-is`)."""
    return _of_rule(context, "agreement/there-is")


def _of_rule(context: Context, rule: str) -> Iterator[Match]:
    found = context.notes.get(_NOTE)
    if found is None:
        found = context.notes[_NOTE] = list(_disagreements(rows_of(context)))
    return (match for match in found if match.rule == rule)  # type: ignore[attr-defined]


def _disagreements(rows: Rows) -> Iterator[Match]:
    chunks, table = rows.chunks, rows.table
    was = rows.lower == rows.vocabulary.ids(["was"])[0]
    singular = (table.tag == tags.CODE["VBZ"]) | was
    plural = table.tag == tags.CODE["VBP"]
    number = chunks.subject_number
    clashing = (singular & (number == Number.PLURAL)) | (plural & (number == Number.SINGULAR))
    clash = Clash(rows)
    for verb in np.flatnonzero(clashing & (chunks.subject >= 0)).tolist():
        rule = _RULES.get(How(int(chunks.how[verb])))
        if rule is None:
            continue
        replacement = clash.right_form(verb)
        if replacement is not None and clash.is_sure(verb):
            yield Match(
                rule, int(table.start[verb]), int(table.end[verb]), (replacement,),
                words={"subject": clash.rows.written(int(chunks.subject[verb])), "replacement": replacement},
            )  # fmt: skip


class Clash:
    """Judges verbs that may disagree with their subjects, by row."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.chunks = rows.chunks
        self.tag, self.kind = rows.table.tag, rows.table.kind
        self.finite = (1 << tags.CODE["VBZ"]) | (1 << tags.CODE["VBP"])
        self.noun, self.nouns = (1 << tags.CODE["NN"]), (1 << tags.CODE["NNS"])
        self.can = rows.context.english.lexicon.tags(rows.vocabulary)
        self.flags = rows.context.english.lexicon.flags(rows.vocabulary)

    def word(self, row: int) -> str:
        """The word at a row, in lower case."""
        return self.rows.vocabulary.words[int(self.rows.lower[row])]

    def right_form(self, verb: int) -> str | None:
        """The form that agrees with the subject; None where the verb agrees already, or has no other form."""
        word, plural = self.word(verb), self.chunks.subject_number[verb] == Number.PLURAL
        if not word.isalpha() or self.rows.written(verb) != word:
            return None
        if word in (_PLURAL_OF if plural else _SINGULAR_OF):
            return _PLURAL_OF[word] if plural else _SINGULAR_OF[word]
        if word in _PLURAL_OF or word in _SINGULAR_OF or word in {"am", "were", "be"}:
            return None
        if self.tag[verb] != tags.CODE["VBZ" if plural else "VBP"]:
            return None
        form = inflect(word, "VBP" if plural else "VBZ")
        return form if form != word else None

    def is_sure(self, verb: int) -> bool:
        """Whether subject and verb are surely what they seem."""
        subject, how = int(self.chunks.subject[verb]), How(int(self.chunks.how[verb]))
        plural = self.chunks.subject_number[verb] == Number.PLURAL
        if not self._is_verb(verb, plural) or not self._is_plain(subject, verb, plural):
            return False
        if how is How.EXISTENTIAL:
            return (
                plural and self.word(verb) in {"is", "was", "has", "exists"} and self.tag[verb - 1] == tags.CODE["EX"]
            )
        if how in {How.RELATIVE, How.ASIDE}:
            return self._is_sure_relative(verb, subject, plural, how)
        first = int(self.chunks.start[subject]) if self.chunks.start[subject] >= 0 else subject
        if how is How.COORDINATION:
            return self._opens_clause(first) and self._is_sure_joined(verb, first)
        compound = verb == subject + 3 and self.word(subject + 1).endswith("ing")  # the name binding rules vary
        if how is How.PARTICIPLE and (compound or not self._is_lexical(verb)):
            return False
        if how is not How.ADJACENT and self._holds_clause(subject, verb):
            return False
        return self._opens_clause(first) and (plural or not self._is_mandated(first))

    def _is_verb(self, verb: int, plural: bool) -> bool:
        """Whether the verb is no noun that the tagger took for one, and no imperative."""
        following, word = self.tag[verb + 1], self.word(verb)
        if self.tag[verb - 1] in {tags.CODE["WP"], tags.CODE["WDT"]} and self.word(verb - 1) == "what":
            return False
        if self.word(verb - 1) == "course" and self.word(verb - 2) == "of" and self.word(verb - 3) in _MODALS:
            return False
        if word in _PLURAL_OF or word in _SINGULAR_OF:
            return True
        if following in _MORE_VERB or self.rows.table.word[verb + 1] == 0:
            return False
        if self.can[self.rows.word[verb]] & (self.noun | self.nouns) == 0:
            return True
        if word in _BEFORE_INFINITIVES and following == tags.CODE["TO"]:
            return True
        if plural and int(self.chunks.how[verb]) == How.RELATIVE and following in _AFTER_VERBS:
            return True
        subject = int(self.chunks.subject[verb])
        simple = plural and int(self.chunks.how[verb]) in {How.ADJACENT, How.RELATIVE}
        first = int(self.chunks.start[subject])
        if simple and first < subject and self.kind[first] < Kind.STANDIN and self.word(first) != "that":
            return bool(following != tags.CODE["NN"])
        return bool(following in _OBJECT_STARTS) and self.word(verb + 1) not in {"that", "those"}

    def _is_plain(self, subject: int, verb: int, plural: bool) -> bool:
        """Whether the subject is a common noun or a pronoun whose number its form tells."""
        rows, word = self.rows, self.word(subject)
        kind = self.kind[subject]
        first = int(self.chunks.start[subject])
        if word == "s" or (self.word(subject + 1) == "s" and not rows.table.space[subject + 1]):
            return False
        if kind >= Kind.STANDIN:
            content = rows.content(subject)
            if int(self.chunks.how[verb]) == How.COORDINATION:
                return bool(self.tag[verb - 1] == tags.CODE["NNS"])
            return not plural and bool(content) and not content.endswith("s") and self._is_lexical(verb)
        if kind != Kind.WORD or word == "themselves" or word in _COLLECTIVES or self._is_bracketed(subject, verb):
            return False
        if self.tag[subject] in {tags.CODE["PRP"], tags.CODE["DT"]}:
            return word in {"it", "he", "she", "they", "we", "you", "this", "these", "those"}
        written = rows.written(subject)
        if not written.islower() and (not rows.sentence_starts[subject] or self._may_be_name(subject)):
            return False
        if plural:
            return self._is_plain_plural(subject, verb, first)
        return bool(self.tag[first] in _DETERMINERS) and self.can[rows.word[subject]] & self.nouns == 0

    def _is_plain_plural(self, subject: int, verb: int, first: int) -> bool:
        word = self.word(subject)
        if self.can[self.rows.word[subject]] & self.nouns == 0 or word in _CODE_NAMES:
            return False
        if self.chunks.how[verb] == How.EXISTENTIAL:
            return True
        if self.tag[first] not in _DETERMINERS and any(self._is_gerund(row) for row in range(first, subject)):
            return False
        if self.word(first) == "many" and self.word(first - 1) == "how":
            return False
        if first == subject:
            relative = self.chunks.how[verb] in {How.RELATIVE, How.PHRASE}
            return self._is_lexical(verb) and (relative or not self.rows.sentence_starts[subject])
        compound = self.word(subject - 1) == "-" and first == subject - 2
        counted = (self.tag[first:subject] == tags.CODE["CD"]).any()
        return not compound and not (counted and self.word(verb) in {"is", "was"})

    def _is_gerund(self, row: int) -> bool:
        word = self.word(row)
        return word.endswith("ing") and bool(self.can[self.rows.word[row]] & (1 << tags.CODE["VBG"]))

    def _is_bracketed(self, subject: int, verb: int) -> bool:
        """Whether a bracket between the two adds to the subject: the holder(s), the tool (and the page)."""
        between = [self.word(row) for row in range(subject + 1, verb)] if verb > subject else []
        return "(" in between and any(word in {"s", "es", "and", "or"} for word in between)

    def _may_be_name(self, subject: int) -> bool:
        return bool(self.flags[self.rows.word[subject]] & Flag.NAME)

    def _is_lexical(self, verb: int) -> bool:
        word = self.word(verb)
        return word not in _PLURAL_OF and word not in _SINGULAR_OF

    def _opens_clause(self, first: int) -> bool:
        """Whether the phrase that begins at a row can only be a subject: nothing before it may govern it."""
        starts, tag = self.rows.sentence_starts, self.tag
        at = first
        if tag[first] == tags.CODE["WP$"]:
            return True
        while not starts[at] and tag[at - 1] in _LEFT_OUT and not starts[at - 1]:
            at -= 1
        if starts[at] or (starts[at - 1] and tag[at - 1] in _LEFT_OUT):
            return True
        before = self.word(at - 1)
        return before in _SPEAKERS or before == ";" or (before == "," and self._has_introduction(at - 1))

    def _has_introduction(self, comma: int) -> bool:
        """Whether a clause or a phrase stands before a comma, and not the beginning of a list."""
        at, commas = comma - 1, 0
        while not self.rows.sentence_starts[at]:
            commas += self.word(at) == ","
            at -= 1
        opening = self.tag[at]
        return not commas and opening in {tags.CODE["IN"], tags.CODE["WRB"], tags.CODE["RB"], tags.CODE["TO"]}

    def _holds_clause(self, subject: int, verb: int) -> bool:
        """Whether a clause between subject and verb may be the verb's own: to ensure these names are set."""
        return any(
            self.tag[row] in _QUESTIONS or (self.word(row) in _TAKES_CLAUSE and self.tag[row + 1] != tags.CODE["IN"])
            for row in range(subject + 1, verb - 1)
        )

    def _is_mandated(self, first: int) -> bool:
        """Whether the clause may ask for a subjunctive: it is important that the module return a value."""
        return self.word(first - 1) in {"that", "if", "lest", "unless"} and any(
            self.word(row) in _MANDATES for row in range(max(first - 8, 0), first)
        )

    def _is_sure_joined(self, verb: int, first: int) -> bool:
        last = verb - 1
        while self.tag[last] in _LEFT_OUT:
            last -= 1
        second = int(self.chunks.start[last])
        several = self.chunks.number[last] == Number.PLURAL
        if second < 0 or (not several and self._is_compound(second, last)):
            return False
        odd = {"each", "every", "no", "or", "/", "with", "as", "(", "-", "—", "–"}
        return not any(self.word(row) in odd for row in range(first, verb))

    def _is_compound(self, first: int, last: int) -> bool:
        """Whether the first noun may share the second's head: method and attribute access."""
        return first < last and self.tag[first] not in _DETERMINERS and self.tag[last - 1] == tags.CODE["NN"]

    def _may_ask(self, subject: int, first: int) -> bool:
        """Whether the noun before a “which” may be a verb that asks: not after a preposition, an adjective or a verb."""
        if not self.can[self.rows.word[subject]] & self.finite or self.tag[first] in _DETERMINERS or first < subject:
            return False
        at = first - 1
        while self.tag[at] in _LEFT_OUT:
            at -= 1
        return self.tag[at] not in _BEFORE_NOUNS

    def _is_sure_relative(self, verb: int, subject: int, plural: bool, how: How) -> bool:
        word = self.word(verb)
        first = int(self.chunks.start[subject])
        pronoun = verb - 1
        while self.tag[pronoun] in _LEFT_OUT:
            pronoun -= 1
        if self.word(pronoun) == "which" and how is How.RELATIVE and self._may_ask(subject, first):
            return False  # it checks which rows match
        if plural:
            if how is How.ASIDE or (self.word(pronoun) == "which" and word in _OF_CLAUSES):
                return False
            if self.tag[first - 1] == tags.CODE["IN"] and self.tag[first - 2] == tags.CODE["NN"]:
                return False  # an element in selectors that evaluates: which of the two does?
            return not any(self.word(row) in _ONE_OF_THEM for row in range(max(first - 4, 0), first))
        before = self.tag[first - 1]
        if self.rows.sentence_starts[first]:
            return True
        return how is How.RELATIVE and before in {tags.CODE["VBZ"], tags.CODE["VB"], tags.CODE["VBP"], tags.CODE["VBD"]}
