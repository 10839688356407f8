"""Wrong words that are words: the suspects of a batch with the judge's probability for each, worked out once.

The one door to this package for rules: `doubts` for those of the learnt rules, `judge_scores` for all others.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.realword.confusions import Confusions, Relation
from prosefix.checks.realword.encoder import Encoder, Floats
from prosefix.checks.realword.evidence import measure
from prosefix.checks.realword.judge import Judge
from prosefix.checks.realword.places import Layout
from prosefix.checks.realword.suspects import Suspects, find_suspects
from prosefix.rulebook.context import Context
from prosefix.rulebook.rows import rows_of

DATA = Path(__file__).parent / "data"
APART = 1  # of findings that overlap or stand so many rows apart, only the surest is kept


class Model(NamedTuple):
    """All that is learnt, opened together."""

    confusions: Confusions
    scout: Encoder
    encoder: Encoder
    judge: Judge


class Doubts(NamedTuple):
    """The suspects of a batch, in order of rows, and how probable it is that each is a mistake rightly mended."""

    suspects: Suspects
    probability: Floats

    def take(self, which: NDArray[np.generic]) -> "Doubts":
        """The chosen entries."""
        return Doubts(self.suspects.take(which), self.probability[which])


@cache
def model() -> Model:
    """The package's own model. Raises FileNotFoundError where its data is missing."""
    return Model(
        Confusions.open(DATA), Encoder.open(DATA / "scout"), Encoder.open(DATA / "encoder"), Judge.open(DATA / "judge")
    )


def doubts(context: Context) -> Doubts:
    """Every suspect of the batch; kept in `context.notes`."""
    found = context.notes.get("realword")
    if not isinstance(found, Doubts):
        found = context.notes["realword"] = _doubts(context)
    return found


def _doubts(context: Context) -> Doubts:
    table, known, learnt = context.table, context.english, model()
    suspects = find_suspects(table, known.model, learnt.confusions, learnt.scout, learnt.encoder)
    chunks = rows_of(context).chunks
    names, evidence = measure(table, chunks, context.page_of, known, learnt.confusions, suspects)
    small = suspects.relation >= Relation.SMALL
    return Doubts(suspects, learnt.judge.probabilities(names, evidence, small))


def surest(found: Doubts, least: float) -> Doubts:
    """The doubts of at least that probability, without those beside a surer one."""
    found = found.take(np.flatnonzero(found.probability >= least))
    taken: set[int] = set()
    kept = []
    for entry in np.argsort(-found.probability, kind="stable").tolist():
        row = int(found.suspects.row[entry])
        if not taken.intersection(range(row - APART, row + APART + 1)):
            taken.add(row)
            kept.append(entry)
    return found.take(np.array(sorted(kept), dtype=np.intp))


def judge_scores(context: Context) -> Floats:
    """For each row of the table, the probability that the word is wrong or that a word is missing after it."""
    found = doubts(context)
    scores = np.zeros(len(context.table), dtype=np.float32)
    np.maximum.at(scores, found.suspects.row, found.probability)
    return scores


def gains(context: Context, rows: Sequence[int], words: Sequence[str]) -> Floats:
    """How much better (natural logarithm) each of `words` fits at its row than what is written; 0 for unknown words.

    For rules that replace a word: much below 0, the encoder is sure that the rule is wrong.
    """
    learnt, table = model(), context.table
    known, row = learnt.confusions.known, np.asarray(rows, dtype=np.intp)
    proposed = np.array([known.get(word.lower(), 0) for word in words], dtype=np.int32)
    written = learnt.confusions.answers(table.vocabulary)[table.word[row]]
    layout = Layout.of(table, learnt.confusions, learnt.encoder.reach)
    vectors = learnt.encoder.contexts(layout.inputs, layout.position[row], gaps=False)
    lines = np.arange(len(row))
    gain = learnt.encoder.score_pairs(vectors, lines, proposed) - learnt.encoder.score_pairs(vectors, lines, written)
    return np.where(proposed > 0, gain, np.float32(0))


def entries(found: Doubts) -> Iterator[tuple[int, Relation, str, str, float]]:
    """Row, relation, the written and the proposed word in small letters, and the probability of each doubt."""
    word = model().confusions.word
    columns = found.suspects
    for n in range(len(columns)):
        relation = Relation(int(columns.relation[n]))
        yield (
            int(columns.row[n]),
            relation,
            word(int(columns.written[n])),
            word(int(columns.proposed[n])),
            float(found.probability[n]),
        )
