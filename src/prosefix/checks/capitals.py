"""Small letters where capitals belong: at the start of sentences, and in acronyms behind the words that they stand for.

What begins with a name, a variable or a command is left alone: only small words, adverbs and plain noun phrases are
reported. It reads sentences and subjects as the table has them and splits nothing anew.
"""

from collections.abc import Iterator

import numpy as np

from prosefix.english import tags
from prosefix.english.chunks import How, Number
from prosefix.english.vocabulary import Kind, Shape
from prosefix.findings import Match
from prosefix.page.prose import BlockKind
from prosefix.rulebook.context import Context
from prosefix.rulebook.mentions import is_mention, tags_round
from prosefix.rulebook.rows import Rows, rows_of

RULE = "capitals/sentence-start"
_OPENERS = frozenset(
    "the this that these those there it they we you he she i if when while where unlike because although though since "
    "however otherwise then thus therefore hence for in on at by with without from as to of an and but or so not note see "
    "use all each every both either neither some most many several few no any such another other its their our your my "
    "after before until unless once during also additionally furthermore moreover finally instead usually typically "
    "generally normally initially currently sometimes often what which who why how whether please let only even one "
    "two three first don do".split()
)
_SUBJECT_OPENERS = frozenset("the this these those there it they we you".split())
_ABBREVIATIONS = frozenset("nb id ibid esp resp incl excl approx misc opt adj adv attr".split())
_NOUNS = frozenset(tags.CODE[tag] for tag in ("NN", "NNS", "JJ"))
_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.CELL, BlockKind.FOOTNOTE, BlockKind.CAPTION})
_LEAST_WORDS = 8  # words of a paragraph that is a sentence of its own rather than a label or the end of a list
_JOINED = frozenset("-/_=*({<")  # what makes a word the beginning of something else, when it clings to it


def sentence_starts(context: Context) -> Iterator[Match]:
    """Small letters where a sentence begins (`capitals/sentence-start`)."""
    rows = rows_of(context)
    table = rows.table
    small = (table.kind == Kind.WORD) & ((table.shape & (Shape.LOWER | Shape.SINGLE)) > 0)
    for row in np.flatnonzero(rows.sentence_starts & small).tolist():
        written = rows.written(row)
        if not written.islower() or _is_part(rows, row) or context.blocks[int(table.block[row])].kind not in _PROSE:
            continue
        first = table.word[row - 1] == 0
        begins = _opens_paragraph(context, rows, row) if first else _follows_stop(rows, row)
        if begins and not is_mention(rows, row):
            start = int(table.start[row])
            new = written[0].upper() + written[1:]
            yield Match(RULE, start, int(table.end[row]), (new,), words={"replacement": new})


def _word(rows: Rows, row: int) -> str:
    return rows.vocabulary.words[int(rows.lower[row])]


def _is_part(rows: Rows, row: int) -> bool:
    """Whether the word goes on as a file's name, a command or the like: `where*.c`, `if/else`."""
    return not rows.table.space[row + 1] and _word(rows, row + 1)[:1] in _JOINED


def _follows_stop(rows: Rows, row: int) -> bool:
    """Whether the word follows a full stop behind a whole word, and is one that no name begins with."""
    table = rows.table
    if _word(rows, row) not in _OPENERS or not table.space[row] or _word(rows, row - 1) != ".":
        return False
    before = _word(rows, row - 2)
    whole = len(before) > 2 and before.isalpha() and before not in _ABBREVIATIONS
    return not table.space[row - 1] and (whole or before == ")")


def _opens_paragraph(context: Context, rows: Rows, row: int) -> bool:
    """Whether the word begins a paragraph that is a sentence of its own, between others that are."""
    number = int(rows.table.block[row])
    block = context.blocks[number]
    tag = tags_round(rows, row)[0]
    if not context.pages or block.path != "p" or tag not in ("", "p") or not 0 < number < len(context.blocks) - 1:
        return False
    before = context.blocks[number - 1]
    if context.page_of[number - 1] != context.page_of[number] or before.path != "p":
        return False
    cut = number == 1 or context.page_of[number - 2] != context.page_of[number]  # the page may begin in a sentence
    offset, text = context.offsets[context.page_of[number]], rows.table.text
    whole = text[offset + block.start : offset + block.end].rstrip()
    if not whole.endswith(".") or len(whole.split()) < _LEAST_WORDS:
        return False
    before_text = text[offset + before.start : offset + before.end].rstrip()
    return before_text.endswith(".") and (cut or before_text[:1].isupper()) and _is_subject(rows, row)


def _is_subject(rows: Rows, row: int) -> bool:
    """Whether the phrase that begins at the row is the subject of the sentence's first verb."""
    chunks = rows.chunks
    last = int(chunks.end[row])
    plural = int(chunks.number[row]) == Number.PLURAL and last > row and rows.table.tag[row] in _NOUNS
    if last < row or not (plural or _word(rows, row) in _SUBJECT_OPENERS):
        return False
    verb = last + 1
    return int(chunks.start[row]) == row and int(chunks.how[verb]) in (How.ADJACENT, How.EXISTENTIAL)


# -- acronyms -----------------------------------------------------------------------------------------------------

_ACRONYM_LETTERS = range(2, 7)
_ACRONYM_WORDS = 7  # words before the bracket that may spell it
_LEFT_OUT = frozenset("of the and for in to a on".split())


def spelled_acronyms(context: Context) -> Iterator[Match]:
    """Acronyms in small letters right behind the words that they are short for (`capitals/spelled-acronym`)."""
    rows = rows_of(context)
    table = rows.table
    opened = rows.rows_of(rows.ids(["("]))
    small = (table.kind == Kind.WORD) & ((table.shape & Shape.LOWER) > 0)
    for row in (opened[small[opened + 1]] + 1).tolist():
        written = rows.written(row)
        if len(written) in _ACRONYM_LETTERS and _word(rows, row + 1) == ")" and _spells(rows, row - 1, written):
            start = int(table.start[row])
            new = written.upper()
            yield Match("capitals/spelled-acronym", start, int(table.end[row]), (new,), words={"replacement": new})


def _spells(rows: Rows, bracket: int, acronym: str) -> bool:
    """Whether the capitals of the words before the bracket stand in the acronym in their order, the first one first."""
    initials = ""
    for row in range(bracket - 1, bracket - 1 - _ACRONYM_WORDS, -1):
        written = rows.written(row)
        if not written[:1].isupper() or not written.isalpha():
            if _word(rows, row) in _LEFT_OUT:
                continue
            break
        initials = written[0].lower() + initials
    if len(initials) < 2 or acronym[0] != initials[0] or len(acronym) > len(initials) + 1:
        return False
    letters = iter(acronym)
    return all(initial in letters for initial in initials)
