"""The words of a batch that may be misspelt: not known, not a number, identifier or abbreviation by their shape.

It names suspects, each with what speaks for and against it; whether they are misspelt is for `judgement`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.spelling.candidates import FOLDER
from prosefix.english import tags
from prosefix.english.derivation import Derivation
from prosefix.english.inflection import inflections
from prosefix.english.lexicon import Flag, Lexicon
from prosefix.english.project_words import project_words
from prosefix.english.table import PAD, WordTable
from prosefix.english.vocabulary import Kind, Shape, Vocabulary, straighten
from prosefix.page.prose import BlockKind
from prosefix.rulebook.context import Context
from prosefix.standins import CHARACTERS

_WELL_KNOWN = -6.0  # log10 frequency of a name
LONGEST = 31  # letters of a word that is looked at
_ODD = Shape.INNER | Shape.DIGIT | Shape.NON_ASCII | Shape.SINGLE
_ATTRIBUTES = ("aria-", "data-")
_NOTE = "spelling.suspects"
_VALUES = (BlockKind.TERM, BlockKind.CELL)
# Other endings: what is written, what the lexicon may have for it, and whether that must be a noun and nothing else.
_OTHERWISE = (
    (re.compile(r"is(e|ed|er|ers|es|ing|able|ations?)\Z"), r"iz\1", False),
    (re.compile(r"or(s?)\Z"), r"er\1", True),
    (re.compile(r"(?<=[^sxyz])(?<![cs]h)s\Z"), "", True),
    (re.compile(r"ings\Z"), "ing", False),
    (re.compile(r"(?<=[^aeiou][aeiou]l)l(ed|ing|ers?)\Z"), "", False),
    (re.compile(r"(?<=[^aeiou][aeiou]s)s(ed|es|ing)\Z"), "", False),
)
_NOUN, _NO_NOUN = np.uint64(tags.mask("NN", "NNS")), np.uint64(tags.mask("JJ", "RB", "IN", "DT", "PRP", "CC"))
NEAR = 5  # words either way that tell a sentence from a list of terms
FUNCTION_WORDS = frozenset(
    """a an and any are as at be been but by can do does each for from had has have if in into is it its may must no not of
    on or our should so than that the their them then there these they this those to was we were when which will with you
    your""".split()
)
_CUT = ("...", "…", "n't", "n’t")  # behind a word that somebody cut short, and behind the first half of “can't”
_CODE = frozenset("=<>[]{}\\|^~$@#_+*&%")
_ACRONYM = 5  # letters that an acronym has at most; longer words all in capitals are words


class Verdict(StrEnum):
    """Why a word is, or is not, looked at."""

    KNOWN = "it is in the lexicon"
    RESPELT = "but for an ending that English also has otherwise, or a plural, it is in the lexicon"
    SHAPE = "its shape is that of a name, an identifier or an abbreviation"
    PROJECT = "it is a word of the project"
    LANGUAGE = "it is of another language"
    SUSPECT = "it is not known"
    DOUBTFUL = "it is in the lexicon, but likelier a slip for a common word"


@dataclass(frozen=True, slots=True)
class Suspects:
    """Rows of the table, and columns beside them."""

    rows: NDArray[np.intp]
    made: NDArray[np.bool_]  # by rule from known words
    listed: NDArray[np.bool_]  # known, but doubtful
    shape: NDArray[np.uint8]
    opening: NDArray[np.bool_]  # begins a sentence, so that its capital says nothing
    hyphened: NDArray[np.bool_]  # part of a hyphenated word
    named: NDArray[np.bool_]  # beside another unknown word with a capital: a person's name, `Kanti Datta`
    alone: NDArray[np.bool_]  # all that its term or cell holds: a value, `<dt>inboundrtp</dt>`
    company: NDArray[np.uint8]  # how many of the three rows before and after are unknown, numbers, identifiers or code
    around: NDArray[np.intp]  # [n, 3]: function words, unknown words and words among the nearest of its block


@cache
def _doubtful_words() -> frozenset[str]:
    return frozenset((FOLDER / "doubtful.txt").read_text("utf-8").split())


def doubtful(vocabulary: Vocabulary) -> NDArray[np.bool_]:
    """The distinct words that are known, but so rare and so near a common word that they are likelier slips."""
    listed = _doubtful_words()
    column = vocabulary.column(
        "spelling.doubtful", lambda words: np.array([word.lower() in listed for word in words], dtype=np.bool_)
    )
    return cast(NDArray[np.bool_], column)


def strange(vocabulary: Vocabulary, known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The distinct words that are neither known beyond doubt nor of an odd shape."""
    in_doubt = ~known | doubtful(vocabulary)
    shape, first = vocabulary.shape, np.flatnonzero(in_doubt & (vocabulary.kind == Kind.WORD))
    result = np.zeros(len(vocabulary), dtype=np.bool_)
    if len(first):
        length = np.array([len(vocabulary.words[at]) for at in first.tolist()])
        fits = (length > 1) & (length <= LONGEST) & ((shape[first] & _ODD) == 0)
        fits &= ((shape[first] & Shape.UPPER) == 0) | (length > _ACRONYM)
        result[first[fits]] = True
    return result


def verdict(word: str, context: Context) -> Verdict:
    """Why `word` by itself is, or is not, looked at."""
    vocabulary = Vocabulary()
    number = int(vocabulary.ids([word])[0])
    if project_words(context.project_words).entry(word) is not None:
        return Verdict.PROJECT
    known = context.english.lexicon.known(vocabulary)
    if known[number]:
        return Verdict.DOUBTFUL if doubtful(vocabulary)[number] else Verdict.KNOWN
    if not strange(vocabulary, known)[number]:
        return Verdict.SHAPE
    return Verdict.RESPELT if _are_respelt([straighten(word).lower()], context.english.lexicon)[0] else Verdict.SUSPECT


def respelt(context: Context) -> NDArray[np.bool_]:
    """The distinct unknown words that are known but for an ending that English also has otherwise, -ise for -ize, -or
    for -er or a British doubling (journalling), and plurals of nouns, which, right or wrong, are for the rules on number."""
    lexicon, vocabulary = context.english.lexicon, context.english.vocabulary

    def compute(words: list[str]) -> NDArray[np.bool_]:
        unknown = np.flatnonzero(~lexicon.known(vocabulary)[len(vocabulary) - len(words) :]).tolist()
        result = np.zeros(len(words), dtype=np.bool_)
        result[unknown] = _are_respelt([straighten(words[at]).lower() for at in unknown], lexicon)
        return result

    return cast(NDArray[np.bool_], vocabulary.column("spelling.respelt", compute))


def _are_respelt(words: list[str], lexicon: Lexicon) -> NDArray[np.bool_]:
    result = np.zeros(len(words), dtype=np.bool_)
    for pattern, replaced, of_nouns in _OTHERWISE:
        fit = [(at, pattern.sub(replaced, word)) for at, word in enumerate(words) if pattern.search(word)]
        rows = lexicon.rows_of([word for _, word in fit])
        known = rows >= 0
        if of_nouns:
            masks = lexicon.all_tags[rows]
            known &= ((masks & _NOUN) != 0) & ((masks & _NO_NOUN) == 0)
        result[[at for at, _ in fit]] |= known
    return result


def find(context: Context) -> Suspects:
    """The suspects of a batch, in the order of the text; looked for once."""
    found = context.notes.get(_NOTE)
    if found is None:
        found = context.notes[_NOTE] = _find(context)
    return cast(Suspects, found)


def _find(context: Context) -> Suspects:
    table, vocabulary = context.table, context.english.vocabulary
    lexicon = context.english.lexicon
    names = lexicon.names(vocabulary)
    named = (names >= 0) & (lexicon.frequencies[names] >= _WELL_KNOWN)  # `url`, `github`: capitals are another matter
    suspect = strange(vocabulary, lexicon.known(vocabulary) | named | respelt(context))
    rows = np.flatnonzero(suspect[table.word])
    rows = rows[[is_read(context, row) and stands_free(table, row) for row in rows.tolist()]] if len(rows) else rows
    owned = project_words(context.project_words)
    if owned and len(rows):
        words = [vocabulary.words[at] for at in table.word[rows].tolist()]
        rows = rows[[owned.entry(word) is None for word in words]]
    return Suspects(
        rows=rows,
        made=derived(context)[table.word[rows]],
        listed=doubtful(vocabulary)[table.word[rows]],
        shape=table.shape[rows],
        opening=_opens(context, rows),
        hyphened=_joined(context, rows),
        named=_named(context, rows),
        alone=_alone(context, rows),
        company=_company(context, rows, suspect),
        around=_around(context, rows),
    )


def is_read(context: Context, row: int) -> bool:
    block = context.blocks[int(context.table.block[row])]
    return block.spelled and (not block.language or block.language.startswith("en"))


def is_quoted(context: Context, row: int) -> bool:
    """Whether the row is another's words: in a quotation or the title of a work."""
    number = int(context.table.block[row])
    if context.blocks[number].quoted:
        return True
    if not context.pages:
        return False
    page = context.page_of[number]
    at = int(context.table.start[row]) - context.offsets[page]
    return context.pages[page].quotes_any(at, at + 1)


def stands_free(table: WordTable, row: int) -> bool:
    """Whether the word touches no sign of code: `dct:type`, `a=b`, `x[i]`, `property(ies)`."""
    start, end, text = int(table.start[row]), int(table.end[row]), table.text
    if _is_identifier(text, start, end):
        return False
    if text.startswith(_CUT, end):
        return False
    before, after = text[start - 1 : start], text[end : end + 1]
    if (before and before in _CODE) or (after and after in _CODE):
        return False
    beyond, behind = text[end + 1 : end + 2], text[start - 2 : start - 1]
    if (after == ":" and beyond.isalnum()) or (before == ":" and behind.isalnum()):
        return False
    return not (before == "(" and (behind.isalnum() or _is_stand_in(behind)))


def _is_identifier(text: str, start: int, end: int) -> bool:
    """Whether the word is a part of a chain of three or more, `concept-appcache-init`, or of an attribute's name."""
    first, last = start, end
    while first > 0 and (text[first - 1] == "-" or text[first - 1].isalnum()):
        first -= 1
    while last < len(text) and (text[last] == "-" or text[last].isalnum()):
        last += 1
    return text.count("-", first, last) > 1 or text.startswith(_ATTRIBUTES, first, last)


def _is_stand_in(char: str) -> bool:
    """Whether a character, or nothing, is a stand-in."""
    return char != "" and char in CHARACTERS


def derived(context: Context) -> NDArray[np.bool_]:
    """The distinct words that English makes of known ones by rule."""
    lexicon = context.english.lexicon
    return Derivation(lexicon, inflections()).derived(context.english.vocabulary)


def _opens(context: Context, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether no word of the same sentence stands before the row."""
    table = context.table
    letters = np.isin(table.kind, (Kind.WORD, Kind.MIXED, Kind.NUMBER)) | (table.kind >= Kind.STANDIN)
    before = rows - 1
    for _ in range(2):  # quotation marks and brackets
        mark = ~letters[before] & (table.word[before] != 0) & (table.sentence[before] == table.sentence[rows])
        before = np.where(mark, before - 1, before)
    opens: NDArray[np.bool_] = (table.word[before] == 0) | (table.sentence[before] != table.sentence[rows])
    return opens


def _named(context: Context, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether a word with a capital has a neighbour with one that is a name too, and no name of technology."""
    table, vocabulary, lexicon = context.table, context.english.vocabulary, context.english.lexicon
    found = lexicon.rows(vocabulary)
    term = (found >= 0) & ((lexicon.all_flags[found] & Flag.TECHNICAL) != 0)
    name = (vocabulary.kind == Kind.WORD) & (vocabulary.shape == Shape.TITLE) & ~term
    name &= ~lexicon.known(vocabulary)[vocabulary.lower]
    beside = name[table.word[rows - 1]] | name[table.word[rows + 1]]
    named: NDArray[np.bool_] = name[table.word[rows]] & beside
    return named


def _alone(context: Context, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    table = context.table
    alone = (table.word[rows - 1] == 0) & (table.word[rows + 1] == 0) & ((table.shape[rows] & Shape.LOWER) != 0)
    kinds = [context.blocks[number].kind for number in table.block[rows].tolist()]
    result: NDArray[np.bool_] = alone & np.array([kind in _VALUES for kind in kinds], dtype=np.bool_)
    return result


def _company(context: Context, rows: NDArray[np.intp], suspect: NDArray[np.bool_]) -> NDArray[np.uint8]:
    kind = context.english.vocabulary.kind
    odd = suspect | (kind == Kind.MIXED) | (kind == Kind.NUMBER) | (kind >= Kind.STANDIN)
    around = odd[context.table.word[rows[:, None] + np.array([-3, -2, -1, 1, 2, 3])]]
    company: NDArray[np.uint8] = around.sum(axis=1, dtype=np.uint8)
    return company


def _around(context: Context, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Function words, words that the lexicon has not, and all words among the `NEAR` nearest of the block either way."""
    table, vocabulary = context.table, context.english.vocabulary
    places = rows[:, None, None] + np.array([-1, 1])[:, None] * np.arange(1, PAD + 1)
    ids = table.word[places]
    near = (vocabulary.kind[ids] == Kind.WORD) & (table.block[places] == table.block[rows][:, None, None])
    near &= np.cumsum(near, axis=2) <= NEAR
    columns = (_is_function_word(vocabulary)[vocabulary.lower], ~context.english.lexicon.known(vocabulary))
    counts = [(near & column[ids]).sum(axis=(1, 2)) for column in columns]
    return np.stack([*counts, near.sum(axis=(1, 2))], axis=1)


def _is_function_word(vocabulary: Vocabulary) -> NDArray[np.bool_]:
    column = vocabulary.column(
        "spelling.function", lambda words: np.array([word in FUNCTION_WORDS for word in words], dtype=np.bool_)
    )
    return cast(NDArray[np.bool_], column)


def _joined(context: Context, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    table = context.table
    hyphen = table.word == (context.english.vocabulary.find("-") or -1)
    joined: NDArray[np.bool_] = (hyphen[rows - 1] & ~table.space[rows]) | (hyphen[rows + 1] & ~table.space[rows + 1])
    return joined
