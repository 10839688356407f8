"""What is known of each suspect besides the encoder's doubt: a matrix of numbers for the judge, a line a suspect.

It measures and decides nothing. The names of the columns are part of the judge's file: a judge learnt with others is refused.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.realword.confusions import Confusions, Relation
from prosefix.checks.realword.encoder import Floats
from prosefix.checks.realword.inputs import CLASSES
from prosefix.checks.realword.suspects import Suspects
from prosefix.english.chunks import Chunks
from prosefix.english.lexicon import UNKNOWN, Flag
from prosefix.english.resources import English
from prosefix.english.table import WordTable
from prosefix.english.tags import NONE, mask
from prosefix.english.vocabulary import Kind, Shape
from prosefix.rulebook.context import Context

AROUND = (-3, -2, -1, 1, 2, 3)
_GROUPS = (
    mask("NN"), mask("NNS"), mask("VB", "VBP"), mask("VBZ"), mask("VBD", "VBN"), mask("VBG"),
    mask("JJ"), mask("RB"), mask("DT", "PRP$"), mask("IN", "TO"), mask("MD"), mask("PRP", "WDT", "WP"),
)  # fmt: skip
_CLAUSE_ENDS = frozenset(".!?:;")

Columns = dict[str, NDArray[np.generic]]


def measure(context: Context, chunks: Chunks, confusions: Confusions, suspects: Suspects) -> tuple[list[str], Floats]:
    """The names of the columns and the matrix (suspects, columns) of float32."""
    table, english = context.table, context.english
    columns: Columns = {
        "gain": suspects.gain, "rival": suspects.rival, "mass": suspects.mass, "relation": suspects.relation,
        "lead": suspects.gain - suspects.rival,
        "near gain": suspects.near_gain,
        "written": np.minimum(suspects.written, CLASSES + 300), "proposed": np.minimum(suspects.proposed, CLASSES + 300),
        "frequency": confusions.frequency[suspects.written], "proposed frequency": confusions.frequency[suspects.proposed],
        **_neighbours(table, confusions, suspects),
        **_place(table, suspects),
        **_page(context, confusions, suspects),
        **_sequences(table, english, confusions, suspects),
        **_readings(table, english, confusions, suspects),
        **_lexical(table, english, confusions, suspects),
        **_grammar(table, chunks, suspects),
        **_crowd(suspects),
        **_spelling(confusions, suspects),
    }  # fmt: skip
    return list(columns), np.column_stack([np.asarray(c, dtype=np.float32) for c in columns.values()])


def around(suspects: Suspects) -> NDArray[np.intp]:
    """The rows at `AROUND` of each suspect; of an insertion, of the gap."""
    steps = np.array(AROUND)
    gap = (suspects.relation == Relation.INSERT)[:, None]
    return suspects.row[:, None] + np.where(gap & (steps < 0), steps + 1, steps)


def _neighbours(table: WordTable, confusions: Confusions, suspects: Suspects) -> Columns:
    rows = around(suspects)
    kind, inputs = table.kind[rows], confusions.inputs(table.vocabulary)[table.word[rows]]
    small = confusions.is_small[inputs]
    sort = np.select(
        [
            kind == 0,
            kind >= Kind.STANDIN,
            kind == Kind.PUNCTUATION,
            (kind == Kind.NUMBER) | (kind == Kind.MIXED),
            small,
        ],
        [0, 1, 2, 3, 4],
        np.where(inputs < CLASSES, 5, 6),
    )
    shape = table.shape[rows]
    capital = (shape & (Shape.TITLE | Shape.UPPER | Shape.INNER)) > 0
    columns: Columns = {f"sort {step}": sort[:, n] for n, step in enumerate(AROUND)}
    columns |= {
        f"word {step}": np.minimum(inputs[:, n], CLASSES + 150) for n, step in enumerate(AROUND) if abs(step) < 3
    }
    columns |= {f"capital {step}": capital[:, n] for n, step in enumerate(AROUND) if abs(step) < 2}
    columns["strange"] = ((sort == 5) | (sort == 3) | (sort == 1)).sum(axis=1)
    columns["frequency before"] = confusions.frequency[inputs[:, 2]]
    columns["frequency after"] = confusions.frequency[inputs[:, 3]]
    return columns


def _place(table: WordTable, suspects: Suspects) -> Columns:
    words = table.vocabulary.words
    stop = np.array([not word or word in _CLAUSE_ENDS for word in words])[table.word]
    row = np.arange(len(table))
    last = np.maximum.accumulate(np.where(stop, row, -1))
    following = np.minimum.accumulate(np.where(stop, row, len(table))[::-1])[::-1]
    first, end = _block_edges(table)
    odd = np.cumsum((table.kind != Kind.WORD) & (table.kind != Kind.PUNCTUATION) & (table.kind != Kind.CLITIC))
    final = np.array([word in ".!?:" and bool(word) for word in words])[table.word[np.maximum(end - 1, 0)]]
    at = suspects.row
    return {
        "from start": np.minimum(at - last[np.maximum(at - 1, 0)], 12),
        "to end": np.minimum(following[at] - at, 12),
        "block words": np.log1p(end[at] - first[at]),
        "block odd": (odd[end[at]] - odd[first[at]]) / (1 + end[at] - first[at]),
        "block closed": final[at],
        "title": (table.shape[at] & Shape.TITLE) > 0,
        "upper": (table.shape[at] & Shape.UPPER) > 0,
        "letters": np.array([len(word) for word in words])[table.word[at]],
    }


def _block_edges(table: WordTable) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first row of each row's block, and the sentinel behind it."""
    row = np.arange(len(table))
    sentinel = table.word == 0
    first = np.maximum.accumulate(np.where(sentinel, row, -1)) + 1
    end = np.minimum.accumulate(np.where(sentinel, row, len(table) - 1)[::-1])[::-1]
    return first, end


def _page(context: Context, confusions: Confusions, suspects: Suspects) -> Columns:
    """How often the page uses the words, and the words before and after them, so."""
    table, vocabulary = context.table, context.table.vocabulary
    numbers = confusions.answers(vocabulary).astype(np.int64)
    size = np.int64(len(confusions.frequency))
    counts = context.counts.get("realword")
    if not isinstance(counts, _PageCounts):
        counts = context.counts["realword"] = _counted(context, numbers, size)
    single, pair = counts.single, counts.pair
    answers = numbers[table.word]
    at = suspects.row
    p = np.asarray(context.page_of, dtype=np.int64)[table.block[at]]
    gap = suspects.relation == Relation.INSERT
    before, after = np.where(gap, at, at - 1), at + 1
    w, c = suspects.written.astype(np.int64), suspects.proposed.astype(np.int64)
    a, b = answers[before], answers[after]
    base = p * size
    written = counts.written(p * counts.forms + table.lower[at])
    return {
        "page words": np.log1p(counts.words[p]),
        "page written": np.where(gap, 0, _besides(written)),
        "page proposed": np.log1p(single(base + c)),
        "page before written": _besides(pair((base + a) * size + w)),
        "page written after": _besides(pair((base + w) * size + b)),
        "page before proposed": np.log1p(pair((base + a) * size + c)),
        "page proposed after": np.log1p(pair((base + c) * size + b)),
        "page before after": np.log1p(np.maximum(pair((base + a) * size + b) - gap, 0)),
        "alike": _besides(_Counts((base + w) * size + c)((base + w) * size + c)),
    }


def _besides(counts: NDArray[np.int64]) -> Floats:
    """The logarithm of how often else, besides the place itself; 0 for never."""
    return np.log1p(np.maximum(counts - 1, 0)).astype(np.float32)


class _Counts:
    """How often each key occurs among `keys`."""

    def __init__(self, keys: NDArray[np.int64]) -> None:
        self._keys, self._counts = np.unique(np.append(keys, -1), return_counts=True)  # never without a key

    def __call__(self, wanted: NDArray[np.int64]) -> NDArray[np.int64]:
        at = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        counts: NDArray[np.int64] = np.where(self._keys[at] == wanted, self._counts[at], 0)
        return counts


class _PageCounts(NamedTuple):
    """How often each page has each word and each pair of words."""

    words: NDArray[np.intp]  # of each page
    single: _Counts  # by page and encoder number
    pair: _Counts
    written: _Counts  # page * `forms` + id of the lower-case form
    forms: int


def _counted(context: Context, numbers: NDArray[np.int64], size: np.int64) -> _PageCounts:
    """The counts of all pages of `context`; `numbers` are the encoder's, of each word of the vocabulary, below `size`."""
    vocabulary, none = context.table.vocabulary, context.table.word[:0]
    pages = sorted(set(context.page_of))
    words = [context.words_of(number) for number in pages]
    word, page = np.concatenate([none, *words]), np.repeat(np.array(pages, dtype=np.int64), list(map(len, words)))
    real = word != 0
    key, others = page * size + numbers[word], numbers[word]
    return _PageCounts(
        np.bincount(page[real]),
        _Counts(key[real]),
        _Counts((key[:-1] * size + others[1:])[real[:-1] & real[1:]]),
        _Counts(page[real] * len(vocabulary) + vocabulary.lower[word[real]]),
        len(vocabulary),
    )


def _sequences(table: WordTable, english: English, confusions: Confusions, suspects: Suspects) -> Columns:
    """What counts of word sequences say of what is written and of what is proposed, log10."""
    model = english.model
    hashes = model.hashes(table.vocabulary)[table.word]
    proposed_words = model.hashes_of([confusions.word(int(answer)) for answer in suspects.proposed])
    rows = around(suspects)
    left, right = hashes[rows[:, :3]], hashes[rows[:, 3:]]
    own = hashes[suspects.row][:, None]
    new = proposed_words[:, None]
    bare, full_own, full_new = np.hstack([left, right]), np.hstack([left, own, right]), np.hstack([left, new, right])
    insert, delete = suspects.relation == Relation.INSERT, suspects.relation == Relation.DELETE
    without = model.score(bare, 3)
    with_own, with_new = model.score(full_own, 3), model.score(full_new, 3)
    written = np.where(insert, without, with_own)
    proposed = np.where(delete, without, with_new)
    return {
        "sequence written": written, "sequence gain": proposed - written,
        "next gain": np.where(insert | delete, 0, model.score(full_new[:, :4], 3) - model.score(full_own[:, :4], 3)),
        "follow gain": model.score(np.where(delete[:, None], bare[:, 1:5], full_new[:, 2:6]), 2)
        - model.score(np.where(insert[:, None], bare[:, 1:5], full_own[:, 2:6]), 2),
    }  # fmt: skip


def _readings(table: WordTable, english: English, confusions: Confusions, suspects: Suspects) -> Columns:
    """What the words can be, and what the tagger takes them and their neighbours for."""
    possible = english.lexicon.tags(table.vocabulary)[table.word]
    rows = around(suspects)
    of_word = possible[suspects.row]
    of_proposed = _possible(english, confusions, suspects.proposed)
    own_tag = table.tag[suspects.row]
    fits = (of_proposed >> np.minimum(own_tag, 63).astype(np.uint64)) & np.uint64(1)
    columns: Columns = {"tag": own_tag, "tag probability": table.probability[suspects.row], "tag fits": fits}
    columns |= {f"tag {step}": table.tag[rows[:, n]] for n, step in enumerate(AROUND)}
    for name, masks in (
        ("written", of_word), ("proposed", of_proposed), ("before", possible[rows[:, 2]]), ("after", possible[rows[:, 3]]),
    ):  # fmt: skip
        for number, group in enumerate(_GROUPS):
            columns[f"{name} reading {number}"] = (masks & np.uint64(group)) != 0
    return columns


def _lexical(table: WordTable, english: English, confusions: Confusions, suspects: Suspects) -> Columns:
    """How common the words are in English at large, and whether what is written is a word that hardly anybody means."""
    lexicon, own = english.lexicon, table.word[suspects.row]
    distinct, place = np.unique(suspects.proposed, return_inverse=True)
    rows = lexicon.rows_of([confusions.word(int(answer)) for answer in distinct])
    common = np.where(rows >= 0, lexicon.frequencies[np.maximum(rows, 0)], UNKNOWN)[place]
    flags = lexicon.flags(table.vocabulary)[own]
    columns: Columns = {
        "usual": lexicon.frequency(table.vocabulary)[own],
        "usual proposed": common,
        "usual gain": common - lexicon.frequency(table.vocabulary)[own],
        "known": lexicon.known(table.vocabulary)[own],
    }
    return columns | {
        flag.name.lower(): (flags & flag) > 0 for flag in (Flag.RARE, Flag.TECHNICAL, Flag.NAME) if flag.name
    }


def _grammar(table: WordTable, chunks: Chunks, suspects: Suspects) -> Columns:
    """The word's noun phrase or its subject, and the phrase behind it."""
    at, following = suspects.row, suspects.row + 1
    verb_of = np.full(len(table), NONE, dtype=np.uint8)
    finite = np.flatnonzero(chunks.subject >= 0)
    verb_of[chunks.subject[finite]] = table.tag[finite]

    def from_start(rows: NDArray[np.intp]) -> NDArray[np.generic]:
        return np.where(chunks.start[rows] < 0, -1, np.minimum(rows - chunks.start[rows], 8))

    def to_head(rows: NDArray[np.intp]) -> NDArray[np.generic]:
        return np.where(chunks.head[rows] < 0, -9, np.clip(chunks.head[rows] - rows, -8, 8))

    opening = table.tag[np.maximum(chunks.start[at], 0)]
    return {
        "subject number": chunks.subject_number[at], "subject how": chunks.how[at], "verb": chunks.verb[at],
        "subject distance": np.where(chunks.subject[at] < 0, -1, np.minimum(np.abs(at - chunks.subject[at]), 20)),
        "phrase number": chunks.number[at], "phrase start": from_start(at), "phrase head": to_head(at),
        "phrase opening": np.where(chunks.start[at] < 0, NONE, opening), "verb of it": verb_of[at],
        "in verb group": chunks.finite[at] >= 0, "verb of head": verb_of[np.maximum(chunks.head[at], 0)],
        "next number": chunks.number[following], "next start": from_start(following), "next head": to_head(following),
    }  # fmt: skip


def _possible(english: English, confusions: Confusions, answers: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Masks of the possible tags of the words with these encoder numbers."""
    distinct, place = np.unique(answers, return_inverse=True)
    rows = english.lexicon.rows_of([confusions.word(int(answer)) for answer in distinct])
    return np.where(rows >= 0, english.lexicon.all_tags[np.maximum(rows, 0)], np.uint64(0))[place]


def _crowd(suspects: Suspects) -> Columns:
    """The strongest doubt beside each suspect's own, within two rows."""
    row, gain = suspects.row, suspects.gain
    strongest = np.zeros(len(row), dtype=np.float32)
    number = np.zeros(len(row), dtype=np.float32)
    for step in (-4, -3, -2, -1, 1, 2, 3, 4):
        other = np.arange(len(row)) + step
        inside = (other >= 0) & (other < len(row))
        other = np.clip(other, 0, max(0, len(row) - 1))
        close = inside & (row[other] != row) & (np.abs(row[other] - row) <= 2)
        strongest = np.maximum(strongest, np.where(close, gain[other], 0))
        number += close
    return {"crowd gain": strongest, "crowd": number}


def _spelling(confusions: Confusions, suspects: Suspects) -> Columns:
    written = [confusions.word(int(answer)) for answer in suspects.written]
    proposed = [confusions.word(int(answer)) for answer in suspects.proposed]
    return {
        "longer": np.array([len(c) - len(w) if w and c else 0 for w, c in zip(written, proposed, strict=True)]),
        "same letters": np.array([sorted(w) == sorted(c) for w, c in zip(written, proposed, strict=True)]),
        "same first": np.array([w[:1] == c[:1] for w, c in zip(written, proposed, strict=True)]),
        "same last": np.array([w[-1:] == c[-1:] for w, c in zip(written, proposed, strict=True)]),
        "plural apart": np.array([plural_apart(w, c) for w, c in zip(written, proposed, strict=True)]),
    }


def plural_apart(one: str, other: str) -> bool:
    """Whether one of the words is the other with the ending that makes plurals (and third persons)."""
    short, long = sorted((one, other), key=len)
    return long in (short + "s", short + "es") or (short.endswith("y") and long == short[:-1] + "ies")
