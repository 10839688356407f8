"""What the tagger learns from: treebank sentences with mistakes put in, as word ids and tag codes, and word features.

It makes data for `train_tagger`; it knows no network.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

import treebank
from corpus_text import learnt_from
from corrupt import Corrupter, Disguiser
from prosefix.english import tags
from prosefix.english.lexicon import Lexicon
from prosefix.english.table import BLOCK_END, WordTable, build
from prosefix.english.tagger import keys, traits
from prosefix.english.vocabulary import Vocabulary
from prosefix.standins import CHARACTERS
from tagger_network import GAP, Words

Opinions = NDArray[np.float16]

WORD_LEAST = 2  # times a word occurs in the treebanks to be a feature of its own
AFFIX_LEAST = 4  # distinct words that share an affix
BATCH = 1500  # rows


class Block:
    """Rows that belong together: word id and whether it is joined to the one before; tag codes, -1 for unknown ones.

    `opinions` are a teacher's probabilities of each tag, zeros where none was asked.
    """

    def __init__(self, rows: NDArray[np.int64], codes: NDArray[np.int64], opinions: Opinions | None = None) -> None:
        self.rows, self.codes = rows, codes
        self.opinions = np.zeros((len(codes), len(tags.TAGS)), np.float16) if opinions is None else opinions


class Batch(NamedTuple):
    """What a network is shown at once; like `Block`, in PyTorch's arrays."""

    rows: Tensor
    codes: Tensor
    opinions: Tensor


def grouped(sentences: list[treebank.Sentence], rng: random.Random) -> list[list[treebank.Sentence]]:
    """Sentences gathered into blocks of one to four, none across a paragraph's beginning."""
    result: list[list[treebank.Sentence]] = []
    room = 0
    for sentence in sentences:
        if sentence.opens or room == 0:
            result.append([])
            room = rng.choice((1, 1, 2, 3, 4))
        result[-1].append(sentence)
        room -= 1
    rng.shuffle(result)
    return result


def varied(sentences: list[treebank.Sentence], rng: random.Random) -> list[treebank.Sentence]:
    """The sentences, a third of them with mistakes and a quarter in another dress."""
    corrupter, disguiser = Corrupter(rng), Disguiser(rng, CHARACTERS)
    faulty = [corrupter.corrupt(s) if rng.random() < 0.35 else s for s in sentences]
    return [disguiser.disguise(s) if rng.random() < 0.25 else s for s in faulty]


def sequences(laid: treebank.Laid) -> list[Block]:
    """The blocks of a table as the networks read them."""
    gold, _ = laid.gold()
    codes = np.where(gold == tags.NONE, -1, gold.astype(np.int64))
    return [Block(rows, codes[place]) for rows, place in _cut(laid.table)]


def _cut(table: WordTable) -> Iterator[tuple[NDArray[np.int64], slice]]:
    """The rows of each block, and where in the table they stand."""
    rows = np.stack([table.word, ~table.space & (table.word != 0)], axis=1).astype(np.int64)
    edges = np.flatnonzero(table.word == 0)
    for a, b in zip(edges[:-1] + 1, edges[1:], strict=True):
        if b > a:
            yield rows[a:b], slice(a, b)


def untagged(lines: Iterable[str], vocabulary: Vocabulary, size: int) -> list[Block]:
    """The blocks of a corpus, a paragraph each, until they have `size` rows."""
    kept: list[str] = []
    for paragraph in learnt_from(lines):
        kept.append(paragraph + BLOCK_END)
        size -= paragraph.count(" ") + 1
        if size < 0:
            break
    table = build("".join(kept), vocabulary)
    return [Block(rows, np.full(len(rows), -1)) for rows, _ in _cut(table)]


def batches(blocks: list[Block], rng: random.Random) -> Iterator[Batch]:
    """Shuffled batches of about `BATCH` rows, `GAP` sentinels between blocks."""
    rng.shuffle(blocks)
    some: list[Block] = []
    size = 0
    for block in blocks:
        some.append(block)
        size += len(block.codes) + GAP
        if size >= BATCH:
            yield _join(some)
            some, size = [], 0
    if some:
        yield _join(some)


def _join(some: list[Block]) -> Batch:
    gap = Block(np.zeros((GAP, 2), np.int64), np.full(GAP, -1), np.zeros((GAP, len(tags.TAGS)), np.float16))
    pieces = [piece for block in some for piece in (block, gap)]
    columns = [np.concatenate([getattr(piece, name) for piece in pieces]) for name in ("rows", "codes", "opinions")]
    return Batch(*map(torch.from_numpy, columns))


def feature_keys(vocabulary: Vocabulary, counts: NDArray[np.int64], given: list[str]) -> NDArray[np.uint32]:
    """The sorted hashes of the features worth a row: frequent words, words with vectors, affixes of several words."""
    own = keys(vocabulary.words)
    words: Counter[int] = Counter()
    for column in own[:, :2].T:
        for key, count in zip(column.tolist(), counts.tolist(), strict=True):
            words[key] += count
    affixes = Counter(own[counts > 0, 2:].ravel().tolist())
    kept = {key for key, count in words.items() if count >= WORD_LEAST}
    kept |= {key for key, count in affixes.items() if count >= AFFIX_LEAST}
    kept |= set(keys(given)[:, 1].tolist())
    return np.array(sorted(kept - {0}), dtype=np.uint32)


def describe(vocabulary: Vocabulary, counts: NDArray[np.int64], known: NDArray[np.uint32]) -> Words:
    """Feature rows of every word of the vocabulary, 1 more than their place in `known`; 0 for none."""
    wanted = keys(vocabulary.words)
    at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    rows = np.where((known[at] == wanted) & (wanted != 0), at + 1, 0)
    return Words(rows.astype(np.int64), traits(vocabulary, Lexicon.open()), counts)


def given_vectors(path: Path, known: NDArray[np.uint32], limit: int) -> Tensor:
    """The corpus vectors laid out by feature row."""
    data = np.load(path)
    words = data["words"][:limit].tolist()
    table = np.zeros((len(known) + 1, data["vectors"].shape[1]), np.float32)
    wanted = keys(words)[:, 1]
    at = np.searchsorted(known, wanted)
    table[at + 1] = data["vectors"][: len(words)]
    return torch.from_numpy(table)
