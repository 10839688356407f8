"""The rules that the learnt detection speaks through: each reports the surest doubts of its own sort.

Only what may be reported is decided here, and how it is put to people; doubts come from `detection`.
"""

from collections.abc import Iterator

from prosefix.checks.realword.confusions import Relation
from prosefix.checks.realword.detection import Doubts, doubts, entries, surest
from prosefix.checks.realword.evidence import plural_apart
from prosefix.english.table import WordTable
from prosefix.english.tags import CODE, mask
from prosefix.english.vocabulary import Kind
from prosefix.findings import Applicability, Match
from prosefix.rulebook.context import Context

# Probability from which each rule reports a doubt. Of manuals, half of what most of them say from 0.90 to 0.95 is false
# alarms, but a tenth of what is said of articles: see benchmarks/realword.md.
LEAST = {
    "confusables/real-word": 0.95,
    "agreement/learnt-form": 0.95,
    "number/learnt-number": 0.93,
    "articles/learnt-article": 0.95,
    "prepositions/learnt-small-word": 0.95,
}
SAFE = 0.995  # that from which its fix is written; of eighteen between 0.98 and this on unseen pages six were wrong
_ARTICLES = frozenset({"a", "an", "the"})
_NOUNS = frozenset({CODE["NN"], CODE["NNS"]})
_PRESENT, _PAST = mask("VB", "VBP", "VBZ"), mask("VBD")
_SINGULAR = frozenset("a an this that each every another one".split())
_SHOW_SINGULAR = frozenset(CODE[tag] for tag in ("NN", "NNS", "VBZ", "VBD", "DT"))
_REACH = 3  # words before a noun in which its determiner stands
_WORD_CHANGES = frozenset({Relation.EDIT, Relation.SLIP, Relation.DERIVED})


def wrong_word(context: Context) -> Iterator[Match]:
    """A word that is written for another: `form` for `from`."""
    return _report(context, "confusables/real-word")


def wrong_form(context: Context) -> Iterator[Match]:
    """A verb in a form that its place does not take."""
    return _report(context, "agreement/learnt-form")


def wrong_number(context: Context) -> Iterator[Match]:
    """A noun in the singular for the plural, or the other way round."""
    return _report(context, "number/learnt-number")


def article(context: Context) -> Iterator[Match]:
    """An article that is missing, too much, or the wrong one."""
    return _report(context, "articles/learnt-article")


def small_word(context: Context) -> Iterator[Match]:
    """A small word that is missing, too much, or the wrong one."""
    return _report(context, "prepositions/learnt-small-word")


def rule_of(table: WordTable, row: int, relation: Relation, written: str, proposed: str) -> str:
    """The rule that reports such a change."""
    if relation in _WORD_CHANGES:
        return "confusables/real-word"
    if relation is Relation.INFLECTION:
        noun = int(table.tag[row]) in _NOUNS and plural_apart(written, proposed)
        return "number/learnt-number" if noun else "agreement/learnt-form"
    if {written, proposed} - {""} <= _ARTICLES:
        return "articles/learnt-article"
    return "prepositions/learnt-small-word"


def _report(context: Context, rule: str) -> Iterator[Match]:
    table = context.table
    reported = context.notes.get("realword reported")
    if not isinstance(reported, Doubts):
        reported = context.notes["realword reported"] = surest(doubts(context), min(LEAST.values()))
    for row, relation, written, proposed, probability in entries(reported):
        if probability < LEAST[rule] or rule_of(table, row, relation, written, proposed) != rule:
            continue
        if rule == "number/learnt-number" and not _asks_singular(table, row, written, proposed):
            continue
        if not _twice(table, row, relation) and not _tense_alone(context, row, proposed):
            yield _match(table, rule, row, relation, proposed, probability)


def _twice(table: WordTable, row: int, relation: Relation) -> bool:
    """A word that stands twice is for the rules of repetition."""
    return relation is Relation.DELETE and table.lower_at(row) in (table.lower_at(row - 1), table.lower_at(row + 1))


def _tense_alone(context: Context, row: int, proposed: str) -> bool:
    """The present for the past: both are English, and the writer alone knows which is meant."""
    if context.table.tag[row] != CODE["VBD"]:
        return False
    lexicon = context.english.lexicon
    written, new = lexicon.rows_of([context.table.written(row, row).lower(), proposed]).tolist()
    if written < 0 or new < 0:
        return False
    written_as, new_as = int(lexicon.all_tags[written]), int(lexicon.all_tags[new])
    return not written_as & _PRESENT and bool(new_as & _PRESENT) and not new_as & _PAST


def _asks_singular(table: WordTable, row: int, written: str, proposed: str) -> bool:
    """Whether a word beside a plural tells that one is meant: “this flags is”, “the results set”; a singular may go."""
    if not written.endswith("s") or proposed.endswith("s"):
        return True
    before = {table.vocabulary.words[table.lower_at(at)] for at in range(row - _REACH, row)}
    return int(table.tag[row + 1]) in _SHOW_SINGULAR or not before.isdisjoint(_SINGULAR)


def _match(table: WordTable, rule: str, row: int, relation: Relation, proposed: str, probability: float) -> Match:
    start, end, replacement = change(table, row, relation, proposed)
    return Match(
        rule, start, end, (replacement,), confidence=round(probability, 3), message=_message(table, row, relation, proposed),
        words={"expected": replacement},
        applicability=Applicability.SAFE if probability >= SAFE else Applicability.UNSAFE,
    )  # fmt: skip


def change(table: WordTable, row: int, relation: Relation, proposed: str) -> tuple[int, int, str]:
    """The span that a change is shown at, with a word beside it where one comes or goes, and its new text."""
    text, start, end = table.text, int(table.start[row]), int(table.end[row])
    if relation not in (Relation.INSERT, Relation.DELETE):
        return start, end, proposed
    following = row + 1
    beside = _is_word(table, following)
    stop = int(table.end[following]) if beside else int(table.start[following])
    after = text[int(table.start[following]) : stop]
    if relation is Relation.DELETE:
        if beside:
            return start, stop, after
        return int(table.end[row - 1]), end, ""
    first = start if _is_word(table, row) else end
    before = text[first:end]
    return first, stop, f"{before} {proposed} {after}" if beside else f"{before} {proposed}{text[end:stop]}"


def _is_word(table: WordTable, row: int) -> bool:
    return table.kind_at(row) in (Kind.WORD, Kind.NUMBER, Kind.MIXED)


def _message(table: WordTable, row: int, relation: Relation, proposed: str) -> str:
    written = table.written(row, row)
    if relation is Relation.INSERT:
        return f"“{proposed}” seems to be missing here."
    if relation is Relation.DELETE:
        return f"“{written}” looks like a word too many here."
    return f"“{written}” looks wrong here; “{proposed}” fits."
