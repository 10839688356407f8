"""Which correction a misspelt word most likely stands for, by the slips it takes, its frequency and the words around it.

A log-linear model over the error model and the language model, its weights learnt from mended typos. It decides nothing
about whether the word is wrong.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.checks.spelling.candidates import FOLDER, Candidates
from prosefix.checks.spelling.channel import INFINITE, Channel
from prosefix.english.inflection import inflect
from prosefix.english.model import Hashes, LanguageModel, word_hash
from prosefix.english.table import WordTable, tokens_of

FEATURES = ("cost", "slips", "first", "frequency", "context", "split", "misformed", "page", "foreign", "name")
_CONTEXT = FEATURES.index("context")
MISFORMED = 4.0  # cost of a regular ending where English has another form
REPEATED = 4.0  # of some letters written twice: `tototal`, `dependending`
_TWICE = re.compile(r"(?=(..+?)\1)")
WEIGHED = 12  # near words whose slips are weighed
COMMON, SHORTEST_PART = -6.0, 3  # log10 frequency and letters of a word that another may begin or end with
KEPT = 8  # options of a word that the language model is asked about
AROUND = 3  # words before and after that it sees

_ENDINGS = {"s": ("NNS", "VBZ"), "ed": ("VBD", "VBN"), "ing": ("VBG",), "er": ("JJR",), "est": ("JJS",)}

Floats = NDArray[np.float64]


class Option(NamedTuple):
    """What a word may stand for: `text` as a dictionary writes it, its number among the candidates or -1."""

    text: str
    number: int
    cost: float
    slips: int
    first: bool  # the first letter differs
    frequency: float
    split: bool  # two words run together
    misformed: bool  # the right form of what is written with a regular ending: `laid` of `layed`
    tokens: tuple[str, ...]


class Ranked(NamedTuple):
    """An option in its place: its features by `FEATURES`, its score, and its share among the options."""

    option: Option
    features: Floats
    score: float
    share: float

    @property
    def context(self) -> float:
        """log10 of the probability of the option with the words around it."""
        return float(self.features[_CONTEXT])


class Place(NamedTuple):
    """Where a word stands: its row, the words of its page, the page's spelling."""

    row: int
    counts: Mapping[str, int]  # how often the page has some lower-case words
    variant: int  # bits of `lexicon.Variant`, 0 where the page shows none


class Ranker:
    """Ranks options; what depends on the word alone is worked out once."""

    def __init__(
        self, candidates: Candidates, channel: Channel, model: LanguageModel, weights: dict[str, float]
    ) -> None:
        self.candidates = candidates
        self._channel = channel
        self._model = model
        self._weights = np.array([weights[name] for name in FEATURES])
        self._options: dict[str, list[Option]] = {}
        self._apart: dict[str, bool] = {}
        self._hashes: dict[tuple[str, ...], Hashes] = {}
        self._unknown = np.uint64(word_hash("<unknown>"))
        alone = np.array([self._unknown])
        self._rare = float(model.probability(alone, [])[0])

    @classmethod
    def open(cls, model: LanguageModel, folder: Path = FOLDER) -> "Ranker":
        """The ranker with the package's data. Raises OSError when files are missing."""
        weights = json.loads((folder / "weights.json").read_text("utf-8"))
        return cls(Candidates.open(folder), Channel.open(folder / "channel.npy"), model, weights)

    def forget(self) -> None:
        """Drop what was worked out for the words asked about; it is worked out again when it is needed again."""
        self._options.clear()
        self._apart.clear()
        self._hashes.clear()

    def options(self, word: str) -> list[Option]:
        """The likeliest options of a lower-case word (straight apostrophes), whatever stands around it."""
        found = self._options.get(word)
        if found is None:
            found = [*self._single(word), *self._splits(word)]
            found.sort(key=self._offhand, reverse=True)
            found = self._options[word] = found[:KEPT]
        return found

    def falls_apart(self, word: str) -> bool:
        """Whether a lower-case word is two known words of three letters or more, written as one."""
        if word not in self._apart:
            self._apart[word] = any(min(map(len, option.tokens)) > 2 for option in self._splits(word))
        return self._apart[word]

    def ends(self, word: str) -> tuple[float, float]:
        """The shares of a lower-case word that the longest common words at its beginning and at its end take."""
        lengths = range(len(word) - 1, SHORTEST_PART - 1, -1)
        head = next((n for n in lengths if self._is_common(word[:n])), 0)
        tail = next((n for n in lengths if self._is_common(word[-n:])), 0)
        return head / len(word), tail / len(word)

    def _is_common(self, word: str) -> bool:
        number = self.candidates.number(word)
        return number is not None and float(self.candidates.frequency[number]) >= COMMON

    def _offhand(self, option: Option) -> float:
        """The score without the words around: the language model then knows the frequency alone."""
        offhand = _features(option, option.frequency, 0, False)
        return float(np.array(offhand) @ self._weights)

    def _single(self, word: str) -> list[Option]:
        near = self.candidates.near(word, 1 if len(word) < 5 else 2)
        if not near and len(word) > 7:
            near = self.candidates.near(word, 3)
        if len(near) > WEIGHED:
            offhand = sorted(
                near, key=lambda number: 2 * self.candidates.frequency[number] - 4.5 * near[number], reverse=True
            )
            near = {number: near[number] for number in offhand[:WEIGHED]}
        formed, repeated = self._numbers(self._right_forms(word)), self._numbers(_written_once(word))
        result = []
        for number in {*near, *formed, *repeated}:
            folded, frequency = self.candidates.folded(number), float(self.candidates.frequency[number])
            if word == folded + "s" and folded[-1] != "s" and self.candidates.noun[number]:
                continue  # a plural, right or wrong, is for the rules on number
            misformed = number in formed
            cost = self._channel.cost(word, folded)
            cost = min(cost, MISFORMED if misformed else INFINITE, REPEATED if number in repeated else INFINITE)
            slips, first = 1 if misformed or number in repeated else near[number], folded[0] != word[0]
            text, tokens = self.candidates.written[number], tuple(tokens_of(folded))
            result.append(Option(text, number, cost, slips, first, frequency, False, misformed, tokens))
        return result

    def _numbers(self, words: Iterable[str]) -> set[int]:
        return {number for word in words if (number := self.candidates.number(word)) is not None}

    def _right_forms(self, word: str) -> set[str]:
        """The right forms of which `word` is a wrong regular one: `tries` of `trys`, `laid` of `layed`."""
        found: set[str] = set()
        for ending, tags in _ENDINGS.items():
            if not word.endswith(ending) or len(word) < len(ending) + 3:
                continue
            stem = word[: -len(ending)]
            for base in (stem, stem + "e", stem[:-1] if stem[-1] == stem[-2] else stem):
                if self.candidates.number(base) is not None:
                    found.update(form for tag in tags if (form := inflect(base, tag)) and form not in (word, base))
        return found

    def _splits(self, word: str) -> list[Option]:
        result = []
        for cut in range(1, len(word)):
            parts = word[:cut], word[cut:]
            numbers = [self.candidates.number(part) if len(part) > 1 or part not in "ai" else -1 for part in parts]
            if None in numbers:
                continue
            frequency = min(float(self.candidates.frequency[n]) if n != -1 else -2.0 for n in numbers)
            if frequency > -5.3:
                result.append(Option(" ".join(parts), -1, 0.0, 1, False, frequency, True, False, parts))
        return result

    def rank(self, table: WordTable, places: Sequence[Place]) -> list[list[Ranked]]:
        """For each place the options of its word, the best first."""
        words = [table.vocabulary.words[table.vocabulary.lower[table.word[place.row]]] for place in places]
        lines = [(at, option) for at, word in enumerate(words) for option in self.options(word)]
        if not lines:
            return [[] for _ in places]
        context = self.context(table, np.array([places[at].row for at, _ in lines]), [option for _, option in lines])
        features = np.array(
            [self._placed(places[at], option, c) for (at, option), c in zip(lines, context, strict=True)]
        )
        scores = features @ self._weights
        result: list[list[Ranked]] = [[] for _ in places]
        for (at, option), row, score in zip(lines, features, scores.tolist(), strict=True):
            result[at].append(Ranked(option, row, score, 0.0))
        return [_shared(options) for options in result]

    def _placed(self, place: Place, option: Option, context: float) -> list[float]:
        page = place.counts.get(option.tokens[0], 0) if not option.split else 0
        own = int(self.candidates.entries["variants"][option.number]) if option.number >= 0 else place.variant
        return _features(option, context, page, bool(place.variant and not own & place.variant))

    def as_written(self, table: WordTable, rows: NDArray[np.intp]) -> Floats:
        """log10 of the probability of an unknown word (or number, name) in each row with the words around it."""
        return self._model.score(self._model.window(table, rows, AROUND, AROUND), AROUND).astype(np.float64)

    def context(self, table: WordTable, rows: NDArray[np.intp], options: Sequence[Option]) -> Floats:
        """log10 of the probability of each option with the words around it, a row and an option a line."""
        self._learn({option.tokens for option in options})
        result = np.zeros(len(rows))
        windows = self._model.window(table, rows, AROUND, AROUND)
        sizes = np.array([len(option.tokens) for option in options])
        for size in set(sizes.tolist()):
            of = np.flatnonzero(sizes == size)
            middle = np.stack([self._hashes_of(options[at].tokens) for at in of.tolist()])
            lines = np.concatenate([windows[of, :AROUND], middle, windows[of, AROUND + 1 :]], axis=1)
            result[of] = self._model.score(lines, AROUND)
        rare = np.array([option.frequency - self._rare if self._is_rare(option) else 0.0 for option in options])
        probability: Floats = result + np.minimum(rare, 0)
        return probability

    def wording(self, table: WordTable, first: int, last: int, tokens: tuple[str, ...]) -> float:
        """log10 of the probability of `tokens` in place of the rows `first` to `last`, with the words around them."""
        window = self._model.window(table, np.array([first, last]), AROUND, AROUND)
        line = np.concatenate([window[0, :AROUND], self._hashes_of(tokens), window[1, AROUND + 1 :]])
        return float(self._model.score(line[None, :], AROUND)[0])

    def _learn(self, some: set[tuple[str, ...]]) -> None:
        """Work out the hashes of tokens not met yet, all at once."""
        new = sorted(tokens for tokens in some if tokens not in self._hashes)
        hashes = self._model.hashes_of([token for tokens in new for token in tokens])
        at = 0
        for tokens in new:
            self._hashes[tokens] = hashes[at : at + len(tokens)]
            at += len(tokens)

    def _hashes_of(self, tokens: tuple[str, ...]) -> Hashes:
        found = self._hashes.get(tokens)
        if found is None:
            found = self._hashes[tokens] = self._model.hashes_of(tokens)
        return found

    def _is_rare(self, option: Option) -> bool:
        return bool((self._hashes_of(option.tokens) == self._unknown).any())


def _written_once(word: str) -> Iterator[str]:
    """What `word` is where letters in it that stand twice, one after the other, are written once."""
    for twice in _TWICE.finditer(word):
        yield word[: twice.start()] + word[twice.end(1) :]


def _features(option: Option, context: float, page: int, foreign: bool) -> list[float]:
    """The features of an option, by `FEATURES`; `page` is how often the page has it."""
    return [
        option.cost, option.slips, option.first, option.frequency, context, option.split, option.misformed, math.log1p(page),
        foreign, option.text[0].isupper(),
    ]  # fmt: skip


def _shared(options: list[Ranked]) -> list[Ranked]:
    """The options, best first, with their shares by the exponentials of their scores."""
    options.sort(key=lambda ranked: ranked.score, reverse=True)
    if not options:
        return options
    weights = np.exp(np.array([ranked.score for ranked in options]) - options[0].score)
    shares = (weights / weights.sum()).tolist()
    return [Ranked(r.option, r.features, r.score, share) for r, share in zip(options, shares, strict=True)]
