"""The places where another word, one more or one fewer would fit better than what is written, by the encoder alone.

It finds and measures them, cheaply and too many; whether they are mistakes is for the judge.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.realword.confusions import NOTHING, Confusions, Relation
from prosefix.checks.realword.encoder import Encoder, Floats, Ints
from prosefix.checks.realword.places import Layout, Rows, open_gaps, standing_alone, unusual_gaps, unusual_words
from prosefix.english.model import LanguageModel
from prosefix.english.table import WordTable

# What a change of each relation must gain over what is written (natural logarithm) to be looked at further:
# of the mistakes that the judge finds in corrupted text, 98 in 100 gain more.
LEAST_GAIN = np.array([2.0, 3.0, 2.5, 3.0, 2.5, 5.0, 2.2], dtype=np.float32)
# The same for the scout, which sees less: of those it lets 95 in 100 through, and one place in eight.
SCOUT_GAIN = np.array([0.0, 0.5, 0.5, 0.5, 1.5, 3.0, 0.0], dtype=np.float32)
FAR_BEHIND = -1.0  # alternatives that gain less are no rivals
CHOICES, WORTH = 3, 2.5  # alternatives looked at further in one place, and how far the second may be behind the first


@dataclass(frozen=True, slots=True)
class Suspects:
    """Columns of equal length, one entry for each doubt.

    `row` is the row doubted or, of an insertion, the row before the gap. `gain` is how much better (natural logarithm)
    `proposed` fits than `written`, both encoder numbers; `rival` the gain of the next best; `mass` the proposed word's
    share among all that was compared; `near_gain` the gain that the scout sees, who looks at the nearest words only.
    """

    row: Rows
    relation: NDArray[np.uint8]
    written: Ints
    proposed: Ints
    gain: Floats
    rival: Floats
    mass: Floats
    near_gain: Floats

    def __len__(self) -> int:
        return len(self.row)

    def take(self, which: NDArray[np.generic]) -> Self:
        """The chosen entries."""
        return type(self)(*(getattr(self, field.name)[which] for field in fields(self)))

    @classmethod
    def join(cls, parts: "Sequence[Suspects]") -> "Suspects":
        """All entries of `parts`, in order of rows."""
        joined = cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))
        return joined.take(np.argsort(joined.row, kind="stable"))


@dataclass(frozen=True, slots=True)
class Places:
    """Rows to doubt: words with alternatives, small words, and rows before a gap."""

    words: Rows
    small: Rows
    gaps: Rows


def find_suspects(
    table: WordTable, model: LanguageModel, confusions: Confusions, scout: Encoder, encoder: Encoder
) -> Suspects:
    """Every doubt about a word or a gap of `table`, in order of rows.

    Small words and gaps in sequences that are often met are passed over, then what a small encoder finds in order; the
    full one is asked about the rest.
    """
    places = _places(table, model, confusions)
    seen = _doubts(table, confusions, scout, places, SCOUT_GAIN)
    rows = [part.row for part in seen]
    chosen = Places(*(place[np.isin(place, row)] for place, row in zip(_each(places), rows, strict=True)))
    return seen_near(table, confusions, scout, Suspects.join(_doubts(table, confusions, encoder, chosen, LEAST_GAIN)))


def seen_near(table: WordTable, confusions: Confusions, scout: Encoder, suspects: Suspects) -> Suspects:
    """The suspects with what the scout says of each."""
    layout = Layout.of(table, confusions, scout.reach)
    gain = np.zeros(len(suspects), dtype=np.float32)
    gaps = suspects.relation == Relation.INSERT
    for of_gaps in (False, True):
        entries = np.flatnonzero(gaps == of_gaps)
        lines = np.arange(len(entries))
        vectors = scout.contexts(layout.inputs, layout.position[suspects.row[entries]], of_gaps)
        gain[entries] = scout.score_pairs(vectors, lines, suspects.proposed[entries])
        gain[entries] -= scout.score_pairs(vectors, lines, suspects.written[entries])
    return replace(suspects, near_gain=gain)


def _each(places: Places) -> tuple[Rows, Rows, Rows]:
    return places.words, places.small, places.gaps


def _places(table: WordTable, model: LanguageModel, confusions: Confusions) -> Places:
    entries = confusions.entries(table.vocabulary)[table.word]
    answers = confusions.answers(table.vocabulary)[table.word]
    single = standing_alone(table) & (entries >= 0)
    small = confusions.is_small[answers]
    several = np.diff(confusions.first) > 0
    return Places(
        np.flatnonzero(single & ~small & several[entries]),
        np.flatnonzero(single & small & unusual_words(table, model)),
        np.flatnonzero(open_gaps(table) & unusual_gaps(table, model)),
    )


def _doubts(
    table: WordTable, confusions: Confusions, encoder: Encoder, places: Places, least: Floats
) -> tuple[Suspects, Suspects, Suspects]:
    layout = Layout.of(table, confusions, encoder.reach)
    entries = confusions.entries(table.vocabulary)[table.word]
    answers = confusions.answers(table.vocabulary)[table.word]

    def vectors(rows: Rows, gaps: bool) -> Floats:
        return encoder.contexts(layout.inputs, layout.position[rows], gaps)

    words, small, gaps = _each(places)
    return (
        doubt_words(encoder, confusions, words, entries[words], answers[words], vectors(words, False), least),
        doubt_small(encoder, confusions, small, entries[small], answers[small], vectors(small, False), least),
        doubt_gaps(encoder, confusions, gaps, vectors(gaps, True), least),
    )


def doubt_words(
    encoder: Encoder, confusions: Confusions, rows: Rows, entries: Ints, written: Ints, vectors: Floats, least: Floats
) -> Suspects:
    """The words that one of their alternatives would beat."""
    line, alternatives, relations = _spread(confusions, entries)
    own = encoder.score_pairs(vectors, np.arange(len(rows)), written)
    gain = encoder.score_pairs(vectors, line, alternatives) - own[line]
    gain[alternatives == written[line]] = -30
    return _best(rows, written, line, alternatives, relations, gain, least)


def doubt_small(
    encoder: Encoder, confusions: Confusions, rows: Rows, entries: Ints, written: Ints, vectors: Floats, least: Floats
) -> Suspects:
    """The small words that another, or none, or one of their alternatives would beat."""
    small = confusions.small.astype(np.int32)
    scores = encoder.scores(vectors, small)
    place = confusions.small_place[written]
    lines = np.arange(len(rows))
    own = scores[lines, place]
    gains = np.where(confusions.exchanged[place], scores - own[:, None], np.float32(-30))
    line, column = np.nonzero(gains > min(least[Relation.SMALL], least[Relation.DELETE]))
    relation = np.where(column == 0, Relation.DELETE, Relation.SMALL).astype(np.uint8)
    far_line, alternatives, relations = _spread(confusions, entries)
    outside = ~confusions.is_small[alternatives]
    far_line, alternatives, relations = far_line[outside], alternatives[outside], relations[outside]
    far_gain = encoder.score_pairs(vectors, far_line, alternatives) - own[far_line]
    return _best(
        rows, written,
        np.r_[line, far_line], np.r_[small[column], alternatives],
        np.r_[relation, relations], np.r_[gains[line, column], far_gain], least,
    )  # fmt: skip


def doubt_gaps(encoder: Encoder, confusions: Confusions, rows: Rows, vectors: Floats, least: Floats) -> Suspects:
    """The gaps that a small word would fill better than none."""
    small = confusions.small.astype(np.int32)
    scores = encoder.scores(vectors, small)
    gains = scores - scores[:, :1]
    gains[:, 0] = -30
    line, column = np.nonzero(gains > least[Relation.INSERT])
    relation = np.full(len(line), Relation.INSERT, dtype=np.uint8)
    written = np.full(len(rows), NOTHING, dtype=np.int32)
    return _best(rows, written, line, small[column], relation, gains[line, column], least)


def _spread(confusions: Confusions, entries: Ints) -> tuple[Rows, Ints, NDArray[np.uint8]]:
    """Lines of `entries` repeated for each alternative, the alternatives, and their relations."""
    first = confusions.first[entries].astype(np.intp)
    count = confusions.first[entries + 1] - first
    line = np.repeat(np.arange(len(entries)), count)
    at = np.arange(len(line)) - np.repeat(np.cumsum(count) - count, count) + first[line]
    return line, confusions.alternatives[at].astype(np.int32), confusions.relations[at]


def _best(
    rows: Rows, written: Ints, line: Rows, alternatives: Ints, relations: NDArray[np.uint8], gain: Floats, least: Floats
) -> Suspects:
    """Of each line's alternatives the best ones that gain enough."""
    total = np.bincount(line, np.exp(np.clip(gain, -30, 30)), minlength=len(rows)) + 1
    near = np.flatnonzero(gain > FAR_BEHIND)
    near = near[np.lexsort((-gain[near], line[near]))]
    line, alternatives, relations, gain = line[near], alternatives[near], relations[near], gain[near]
    leads = np.r_[True, line[1:] != line[:-1]] if len(line) else np.zeros(0, dtype=np.bool_)
    lead = np.maximum.accumulate(np.where(leads, np.arange(len(line)), 0))
    rank = np.arange(len(line)) - lead
    at = np.flatnonzero((rank < CHOICES) & (gain > least[relations]) & (gain > gain[lead] - WORTH))
    second = np.minimum(lead[at] + 1, len(line) - 1)
    runner_up = np.where(line[second] == line[at], gain[second], np.float32(FAR_BEHIND))
    runner_up[second == lead[at]] = FAR_BEHIND
    rival = np.where(rank[at] == 0, runner_up, gain[lead[at]])
    mass = np.exp(np.clip(gain[at], -30, 30)) / total[line[at]]
    return Suspects(
        rows[line[at]], relations[at], written[line[at]], alternatives[at],
        gain[at].astype(np.float32), rival.astype(np.float32), mass.astype(np.float32), np.zeros(len(at), np.float32),
    )  # fmt: skip
