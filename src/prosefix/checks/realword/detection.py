"""Wrong words that are words: the suspects of a batch with the judge's probability for each, worked out once.

The one door to what is learnt: the learnt rules report `doubts`, `confirmation` holds other rules' matches against them.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.realword.confusions import Confusions, Relation
from prosefix.checks.realword.encoder import Encoder, Floats
from prosefix.checks.realword.evidence import measure
from prosefix.checks.realword.judge import Judge
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


def asked(context: Context) -> bool:
    """Whether a rule has asked for the batch's doubts, so that they cost no more."""
    return "realword" in context.notes


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
    names, evidence = measure(context, chunks, learnt.confusions, suspects)
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
