"""Where sentences begin: fills the sentence column of a word table from its stops and what stands round them.

It decides by words and marks alone, before any tagging; it never splits or joins rows.
"""

from enum import IntFlag
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from prosefix.english.table import LINE_BREAK, WordTable
from prosefix.english.vocabulary import Kind, Shape

Rows = NDArray[np.intp]
Bits = NDArray[np.bool_]
Roles = NDArray[np.uint16]

_CAPITALS = Shape.TITLE | Shape.UPPER | Shape.INNER


class Role(IntFlag):
    """What a word can be at a sentence's edge."""

    STOP = 1  # . ! ? and their like
    DOT = 2  # the full stop, which abbreviations share
    CLOSER = 4  # follows a stop and belongs to its sentence
    OPENER = 8  # may stand before the first word
    INNER = 16  # an abbreviation that a sentence goes on after: e.g.
    NUMBERED = 32  # an abbreviation only before what it counts: Fig. 3, No. 5
    EITHER = 64  # an abbreviation that may end a sentence: etc.
    STARTER = 128  # a word that with a capital begins a sentence much more often than it is a name
    ABBREVIATED = 256  # written with its stops inside the row: U.S., e.g.
    AFTER = 512  # a mark that cannot begin a sentence
    ROMAN = 4096  # a number in Roman capitals
    ASKS = 2048  # the question mark
    BEFORE_ITEM = 1024  # a mark that a list number may follow in running text


_SHORT = Role.INNER | Role.NUMBERED | Role.EITHER | Role.ABBREVIATED

_INNER = (
    "e.g i.e eg ie cf viz vs v ca approx resp std dev sys expr ops mr mrs ms dr prof st rev hon gen col lt sgt capt gov sen rep pres messrs "
    "drs assoc incl excl esp est avg temp misc aka a.k.a w.r.t wrt i.i.d dept univ assn bros mt"
)
_NUMBERED = "c fig figs eq eqs eqn eqns sec sect secs ch chap chaps no nos p pp vol vols pt art arts ver v tab tbl app def thm lem prop cor ex alg ref refs par para ln l ll n nn op jan feb mar apr jun jul aug sept sep oct nov dec"
_EITHER = "etc al min max inc ltd co corp jr sr a.m p.m am pm u.s u.k u.n e.u b.c a.d ph.d m.d b.a m.a m.sc b.sc d.c esq et.al ed eds"
_ROMAN = frozenset("I II III IV V VI VII VIII IX X XI XII".split())
_STARTERS = (
    "the a an this that these those it its they their there we our you your he his she her i in on at by for from with "
    "as if when while where what who why how which whether once since because although though however therefore thus "
    "hence moreover furthermore also then so but and or yet nor not no now here some any all each every both many most "
    "several other another such only even after before during until unless to of note see let consider use using given "
    "first second third finally next instead otherwise similarly likewise indeed additionally"
)


def _role_of(words: list[str]) -> Roles:
    inner, numbered, either, starters = (frozenset(text.split()) for text in (_INNER, _NUMBERED, _EITHER, _STARTERS))
    roles = np.zeros(len(words), dtype=np.uint16)
    for n, word in enumerate(words):
        plain = word.lower().rstrip(".")
        role = 0
        if not plain:
            role = _MARKS.get(word[:1], 0) | (Role.DOT if word == "." else 0) if word else 0
        elif len(plain) > 12 or not (word[0].isalpha() or len(word) == 1):
            role = _MARKS.get(word, 0)
        else:
            role |= Role.INNER if plain in inner else 0
            role |= Role.NUMBERED if plain in numbered else 0
            role |= Role.EITHER if plain in either else 0
            role |= Role.STARTER if plain in starters else 0
            role |= Role.ABBREVIATED if word[-1] == "." or plain in {"e.g", "i.e"} else 0
            role |= Role.ROMAN if word in _ROMAN else 0
            role |= _MARKS.get(word, 0)
        roles[n] = role
    return roles


def _is(columns: NDArray[np.unsignedinteger[Any]], flags: int) -> Bits:
    """Where any of the flags is set."""
    return np.asarray((columns & flags) != 0)


def _roles(table: WordTable) -> Roles:
    return cast(Roles, table.vocabulary.column("sentence role", _role_of)[table.word])


_MARKS: dict[str, int] = {
    **dict.fromkeys("!?…‽。", Role.STOP | Role.AFTER | Role.BEFORE_ITEM),
    **dict.fromkeys(",/=+%", Role.AFTER),
    **dict.fromkeys(";:", Role.AFTER | Role.BEFORE_ITEM),
    **dict.fromkeys(")]}”»’", Role.CLOSER | Role.AFTER | Role.BEFORE_ITEM),
    **dict.fromkeys("([{“«‘'\"¿¡*•–—", Role.OPENER),
    ".": Role.STOP | Role.AFTER | Role.BEFORE_ITEM, "?": Role.STOP | Role.AFTER | Role.BEFORE_ITEM | Role.ASKS,
    "'": Role.CLOSER | Role.OPENER, '"': Role.CLOSER | Role.OPENER, "''": Role.CLOSER, "``": Role.OPENER,
}  # fmt: skip


def split_sentences(table: WordTable) -> None:
    """Fills `table.sentence` (numbers from 0, -1 for sentinel rows).

    A block begins a sentence; so does what follows a stop, its closing quotes and brackets, unless the stop is an
    abbreviation's, an initial's or a list number's, or the text goes on with a small letter.
    """
    role = _roles(table)
    sentinel = table.word == 0
    starts = np.zeros(len(table), dtype=np.bool_)
    starts[1:] = sentinel[:-1] & ~sentinel[1:]
    stops = np.flatnonzero(_is(role, Role.STOP | Role.ABBREVIATED))
    after = _after_closers(table, role, stops)
    begins = _boundaries(table, role, starts, stops, after)
    starts[after[begins]] = True
    starts[_after_line_breaks(table, role)] = True
    table.sentence[:] = np.where(sentinel, -1, np.cumsum(starts) - 1)


def first_words(table: WordTable) -> Bits:
    """The rows that are the first word of a sentence: opening marks and a list number before it are passed over."""
    role = _roles(table)
    at = 1 + np.flatnonzero((table.sentence[1:] != table.sentence[:-1]) & (table.sentence[1:] >= 0))
    kind = table.kind
    for _ in range(4):
        counted = _enumerates(table, role, at)
        passed = (kind[at] == Kind.PUNCTUATION) | counted
        moved = np.minimum(at + np.where(counted, 2, 1), len(table) - 1)
        at = np.where(passed & (table.sentence[moved] == table.sentence[at]), moved, at)
    result = np.zeros(len(table), dtype=np.bool_)
    result[at[kind[at] != Kind.PUNCTUATION]] = True
    return result


def _enumerates(table: WordTable, role: Roles, rows: Rows) -> Bits:
    """Whether each row is the number or letter of a list item: `3.`, `b)`."""
    following = np.minimum(rows + 1, len(table) - 1)
    short = (table.end - table.start)[rows] <= 3
    counts = (table.kind[rows] == Kind.NUMBER) | _is(table.shape[rows], Shape.SINGLE) | _is(role[rows], Role.ROMAN)
    closed = _is(role[following], Role.DOT) | (table.word[following] == table.vocabulary.ids([")"])[0])
    return np.asarray(short & counts & closed & table.space[rows] & ~table.space[following])


def _square_bracket(words: list[str]) -> NDArray[np.uint8]:
    return np.array([{"[": 1, "]": 2}.get(word, 0) for word in words], dtype=np.uint8)


def _after_closers(table: WordTable, role: Roles, stops: Rows) -> Rows:
    """The row after each stop and the stops, closing quotes and brackets that cling to it."""
    after = stops + 1
    for _ in range(5):
        after = np.where(_is(role[after], Role.CLOSER | Role.STOP) & ~table.space[after], after + 1, after)
    kind = table.kind
    mark = table.vocabulary.column("square bracket", _square_bracket)[table.word]
    for length in (2, 3, 4):  # a reference in brackets belongs to what it follows: `… since 1805. [17] Later …`
        last = np.minimum(after + length, len(table) - 1)
        refers = (mark[after] == 1) & (mark[last] == 2) & (kind[np.minimum(after + 1, last)] != Kind.WORD)
        after = np.where(refers, last + 1, after)
    return after


def _boundaries(table: WordTable, role: Roles, starts: Bits, stops: Rows, after: Rows) -> Bits:
    """Whether a sentence begins at each row of `after`, the row behind a stop and what clings to it."""
    first = _past_openers(table, role, after)
    dot = _is(role[stops], Role.DOT | Role.ABBREVIATED)
    inner = _is(role[stops], Role.ABBREVIATED)
    name = np.where(inner, role[stops], np.where(table.space[stops], 0, role[stops - 1])).astype(np.uint16)
    stays = dot & (_shortens(table, role, stops, first, name) | _counts_item(table, role, starts, stops))
    loose = table.space[after] | _is(role[after], Role.OPENER)
    bare = (first == after) & (after == stops + 1)
    goes_on = _goes_on(table, role, stops, first, bare & ~_is(name, _SHORT | Role.STOP))
    return np.asarray((table.word[after] != 0) & loose & ~stays & ~goes_on)


def _shortens(table: WordTable, role: Roles, stops: Rows, first: Rows, name: Roles) -> Bits:
    """Whether a stop belongs to an abbreviation or an initial that the sentence goes on after."""
    shape, kind, before = table.shape, table.kind, stops - 1
    single = _is(shape[first], Shape.SINGLE)
    capital = _is(shape[first], _CAPITALS)
    starter = _is(role[first], Role.STARTER) & capital & ~(single & _is(role[first + 1], Role.DOT))
    counted = (kind[first] == Kind.NUMBER) | (kind[first] >= Kind.STANDIN) | (single & ~starter)
    written_out = (kind[first] == Kind.WORD) & capital & ~_is(name, Role.ABBREVIATED)
    initial = _is(shape[before], Shape.SINGLE) & _is(shape[before], _CAPITALS) | _is(role[stops], Role.ABBREVIATED)
    stays = _is(name, Role.INNER) | (_is(name, Role.NUMBERED) & counted)
    stays |= _is(name, Role.EITHER) & ~starter & ~written_out
    return np.asarray(stays | (initial & ~starter))


def _counts_item(table: WordTable, role: Roles, starts: Bits, stops: Rows) -> Bits:
    """Whether a stop belongs to the number of a list item: `2. Open the file.`"""
    before = stops - 1
    abbreviated = _is(role[before - 2], Role.INNER | Role.NUMBERED | Role.EITHER)  # Fig. 2. The …
    fresh = starts[before] | (_is(role[before - 1], Role.BEFORE_ITEM) & ~abbreviated)
    return fresh & _enumerates(table, role, before)


def _goes_on(table: WordTable, role: Roles, stops: Rows, first: Rows, plain: Bits) -> Bits:
    """Whether the text after a stop cannot begin a sentence.

    A mark cannot; a small letter only after a whole word and its stop, with nothing else between (`plain`).
    """
    shape, kind, before = table.shape, table.kind, stops - 1
    small = (kind[first] == Kind.WORD) & ~_is(shape[first], _CAPITALS)
    whole = (kind[before] == Kind.WORD) & ~_is(shape[before], Shape.SINGLE)
    ends = plain & whole & _is(role[stops], Role.ASKS | Role.DOT | Role.ABBREVIATED)
    mark = (kind[first] == Kind.PUNCTUATION) & _is(role[first], Role.AFTER)
    return np.asarray((small & ~ends) | mark)


def _past_openers(table: WordTable, role: Roles, rows: Rows) -> Rows:
    for _ in range(3):
        opener = _is(role[rows], Role.OPENER) & (table.word[rows + 1] != 0)
        rows = np.where(opener, rows + 1, rows)
    return rows


def _after_line_breaks(table: WordTable, role: Roles) -> Rows:
    """The rows after a line break that look like a sentence's first."""
    text = table.text
    places = []
    at = text.find(LINE_BREAK)
    while at >= 0:
        places.append(at)
        at = text.find(LINE_BREAK, at + 1)
    if not places:
        return np.empty(0, dtype=np.intp)
    rows = np.unique(np.searchsorted(table.start, np.array(places, dtype=np.int64), side="right")).astype(np.intp)
    rows = rows[table.word[np.minimum(rows, len(table) - 1)] != 0] if len(rows) else rows
    if not len(rows):
        return rows
    word = _past_openers(table, role, rows)
    begins: Rows = rows[_is(table.shape[word], _CAPITALS) | (table.kind[word] != Kind.WORD)]
    return begins
