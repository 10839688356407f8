"""Noun phrases, verb groups and the subject of every finite verb of a tagged word table, in columns.

The one door to `phrases` and `subjects`. It would rather say nothing than guess; what agrees with what is for the
rules to judge.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prosefix.english.phrases import Number, Rows, Verb, noun_phrases, verb_groups
from prosefix.english.subjects import How, find_subjects
from prosefix.english.table import WordTable

__all__ = ["Chunks", "How", "Number", "Verb", "chunk"]


@dataclass(slots=True)
class Chunks:
    """Columns over the rows of a word table; -1 stands for no row.

    Every row of a noun phrase has the phrase's `start`, `end` (its last row), `head` and `number` (that of the head's
    form alone). Every row of a verb group has its finite verb in `finite`. `subject`, `subject_number` and `how` are
    filled at finite verbs: the row of the subject's head (the first of several joined by `and`), the number that the
    verb has to agree with, and the way that leads there.
    """

    start: Rows
    end: Rows
    head: Rows
    number: NDArray[np.uint8]  # Number
    finite: Rows
    main: Rows  # at a finite verb: the last verb of its group
    verb: NDArray[np.uint8]  # at a finite verb: bits of Verb
    subject: Rows
    subject_number: NDArray[np.uint8]
    how: NDArray[np.uint8]  # How


def chunk(table: WordTable) -> Chunks:
    """Noun phrases, verb groups and subjects of a table whose tags and sentences are filled."""
    phrases = noun_phrases(table)
    groups = verb_groups(table)
    subject, number, how = find_subjects(table, phrases, groups)
    return Chunks(
        phrases.start, phrases.end, phrases.head, phrases.number, groups.finite, groups.main, groups.verb,
        subject, number, how,
    )  # fmt: skip
