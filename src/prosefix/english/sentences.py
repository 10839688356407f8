"""Where sentences begin: fills the sentence column of a word table from its stops and what stands round them.

It decides by words and marks alone, before any tagging; it never splits or joins rows.
"""

from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from prosefix.english.table import LINE_BREAK, WordTable
from prosefix.english.vocabulary import Kind, Shape

Rows = NDArray[np.intp]
Bits = NDArray[np.bool_]


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


_INNER = (
    "e.g i.e eg ie cf viz vs v ca approx resp std dev sys expr ops mr mrs ms dr prof st rev hon gen col lt sgt capt gov sen rep pres messrs "
    "drs assoc incl excl esp est ref refs avg temp misc aka a.k.a w.r.t wrt i.i.d dept univ assn bros mt"
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


def _role_of(words: list[str]) -> NDArray[np.uint16]:
    inner, numbered, either, starters = (
        frozenset(text.split()) for text in (_INNER, _NUMBERED, _EITHER, _STARTERS)
    )
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
    role: NDArray[np.uint16] = table.vocabulary.column("sentence role", _role_of)[table.word]  # type: ignore[assignment]
    sentinel = table.word == 0
    starts = np.zeros(len(table), dtype=np.bool_)
    starts[1:] = sentinel[:-1] & ~sentinel[1:]
    stops = np.flatnonzero((role & (Role.STOP | Role.ABBREVIATED)) != 0)
    after = _after_closers(table, role, stops)
    begins = _boundaries(table, role, starts, stops, after)
    starts[after[begins]] = True
    starts[_after_line_breaks(table, role)] = True
    table.sentence[:] = np.where(sentinel, -1, np.cumsum(starts) - 1)


def first_words(table: WordTable) -> Bits:
    """The rows that are the first word of a sentence: opening marks and a list number before it are passed over."""
    role: NDArray[np.uint16] = table.vocabulary.column("sentence role", _role_of)[table.word]  # type: ignore[assignment]
    at = 1 + np.flatnonzero((table.sentence[1:] != table.sentence[:-1]) & (table.sentence[1:] >= 0))
    kind = table.kind
    for _ in range(4):
        counted = _enumerates(table, role, at)
        passed = (kind[at] == Kind.PUNCTUATION) | counted
        moved = np.minimum(at + np.where(counted, 2, 1), len(table) - 1)
        at = np.where(passed & (table.sentence[moved] == table.sentence[at]), moved, at)
    result = np.zeros(len(table), dtype=np.bool_)
    result[at] = True
    return result & (kind != Kind.PUNCTUATION)


def _enumerates(table: WordTable, role: NDArray[np.uint16], rows: Rows) -> Bits:
    """Whether each row is the number or letter of a list item: `3.`, `b)`."""
    following = np.minimum(rows + 1, len(table) - 1)
    short = (table.end - table.start)[rows] <= 3
    counts = (table.kind[rows] == Kind.NUMBER) | ((table.shape[rows] & Shape.SINGLE) != 0)
    counts |= (role[rows] & Role.ROMAN) != 0
    closed = ((role[following] & Role.DOT) != 0) | (table.vocabulary.column("bracket", _closing_bracket)[table.word[following]] != 0)
    return short & counts & closed & ~table.space[following]


def _closing_bracket(words: list[str]) -> Bits:
    return np.array([word == ")" for word in words], dtype=np.bool_)


def _square_bracket(words: list[str]) -> NDArray[np.uint8]:
    return np.array([{"[": 1, "]": 2}.get(word, 0) for word in words], dtype=np.uint8)


def _after_closers(table: WordTable, role: NDArray[np.uint16], stops: Rows) -> Rows:
    """The row after each stop and the stops, closing quotes and brackets that cling to it."""
    after = stops + 1
    for _ in range(5):
        clings = ((role[after] & (Role.CLOSER | Role.STOP)) != 0) & ~table.space[after]
        after = after + clings
    kind = table.kind
    mark = table.vocabulary.column("square bracket", _square_bracket)[table.word]
    for length in (2, 3, 4):  # a reference in brackets belongs to what it follows: `… since 1805. [17] Later …`
        last = np.minimum(after + length, len(table) - 1)
        refers = (mark[after] == 1) & (mark[last] == 2) & (kind[np.minimum(after + 1, last)] != Kind.WORD)
        after = np.where(refers, last + 1, after)
    return after


def _boundaries(table: WordTable, role: NDArray[np.uint16], starts: Bits, stops: Rows, after: Rows) -> Bits:
    word = _past_openers(table, role, after)
    shape, kind = table.shape, table.kind
    capital = (shape[word] & (Shape.TITLE | Shape.UPPER | Shape.INNER)) != 0
    other = kind[word] != Kind.WORD  # a number, an identifier, a stand-in can begin a sentence in any case
    small = ~capital & ~other
    opened = word != after
    before = stops - 1
    dot = (role[stops] & (Role.DOT | Role.ABBREVIATED)) != 0
    named = np.where((role[stops] & Role.ABBREVIATED) != 0, role[stops], np.where(table.space[stops], 0, role[before]))
    letter = ((shape[word] & Shape.SINGLE) != 0) & ((role[word + 1] & Role.DOT) != 0)
    starter = ((role[word] & Role.STARTER) != 0) & capital & ~letter
    initial = ((shape[before] & Shape.SINGLE) != 0) & ((shape[before] & Shape.UPPER) != 0)
    initial |= ((shape[before] & (Shape.SINGLE | Shape.TITLE)) == (Shape.SINGLE | Shape.TITLE)) | ((role[stops] & Role.ABBREVIATED) != 0)
    counted = (kind[word] == Kind.NUMBER) | (kind[word] >= Kind.STANDIN) | ((shape[word] & Shape.SINGLE) != 0) & ~starter
    shortened = (role[before - 2] & (Role.INNER | Role.NUMBERED | Role.EITHER)) != 0
    item = starts[before] | ((role[before - 1] & Role.BEFORE_ITEM) != 0) & ~shortened
    item &= _enumerates(table, role, before)
    stays = (named & Role.INNER) != 0
    stays |= ((named & Role.NUMBERED) != 0) & counted
    stays |= ((named & Role.EITHER) != 0) & ~starter & ~((table.kind[word] == Kind.WORD) & capital & ((named & Role.ABBREVIATED) == 0))
    stays |= initial & ~starter
    stays |= item
    closed = after > stops + 1
    known = (Role.INNER | Role.NUMBERED | Role.EITHER | Role.ABBREVIATED | Role.STOP)
    asks = ((role[stops] & Role.ASKS) != 0) | dot
    whole = asks & (kind[before] == Kind.WORD) & ((shape[before] & Shape.SINGLE) == 0) & ((named & known) == 0)
    # Before a small letter only a whole word with its stop and nothing else makes an end.
    goes_on = small & (closed | opened | ~whole) | (kind[word] == Kind.PUNCTUATION) & ((role[word] & Role.AFTER) != 0)
    ends = (table.word[after] != 0) & (table.space[after] | (role[after] & Role.OPENER != 0)) & ~goes_on
    return ends & ~(dot & stays)


def _past_openers(table: WordTable, role: NDArray[np.uint16], rows: Rows) -> Rows:
    for _ in range(3):
        opener = ((role[rows] & Role.OPENER) != 0) & (table.word[rows + 1] != 0)
        rows = rows + opener
    return rows


def _after_line_breaks(table: WordTable, role: NDArray[np.uint16]) -> Rows:
    """The rows after a line break that look like a sentence's first."""
    text = table.text
    places = []
    at = text.find(LINE_BREAK)
    while at >= 0:
        places.append(at)
        at = text.find(LINE_BREAK, at + 1)
    rows = np.unique(np.searchsorted(table.start, np.array(places, dtype=np.int64), side="right")).astype(np.intp)
    rows = rows[table.word[np.minimum(rows, len(table) - 1)] != 0] if len(rows) else rows
    if not len(rows):
        return rows
    word = _past_openers(table, role, rows)
    capital = (table.shape[word] & (Shape.TITLE | Shape.UPPER | Shape.INNER)) != 0
    return rows[capital | (table.kind[word] != Kind.WORD)]
