"""What the tagger learns from: treebank sentences with mistakes put in, as word ids and tag codes, and word features.

It makes data for `train_tagger`; it knows no network.
"""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

import treebank
from corrupt import Corrupter, Disguiser
from prosefix.english import tags
from prosefix.english.lexicon import Lexicon
from prosefix.english.tagger import keys, traits
from prosefix.english.vocabulary import Vocabulary
from prosefix.standins import CHARACTERS
from tagger_network import GAP, Words

Sequences = list[tuple[NDArray[np.int64], NDArray[np.int64]]]  # word ids and tag codes of blocks

WORD_LEAST = 2  # times a word occurs in the treebanks to be a feature of its own
AFFIX_LEAST = 4  # distinct words that share an affix
BATCH = 1500  # rows


def blocks(sentences: list[treebank.Sentence], rng: random.Random) -> list[list[treebank.Sentence]]:
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


def sequences(laid: treebank.Laid) -> Sequences:
    """Word ids and tag codes (-1 where none is to be learnt) of each block."""
    gold, _ = laid.gold()
    codes = np.where(gold == tags.NONE, -1, gold.astype(np.int64))
    edges = np.flatnonzero(laid.table.word == 0)
    pairs = zip(edges[:-1] + 1, edges[1:], strict=True)
    return [(laid.table.word[a:b].astype(np.int64), codes[a:b]) for a, b in pairs if b > a]


def batches(items: Sequences, rng: random.Random) -> Iterator[tuple[Tensor, Tensor]]:
    """Shuffled batches of about `BATCH` rows, `GAP` sentinels between blocks."""
    rng.shuffle(items)
    gap = np.zeros(GAP, np.int64)
    words: list[NDArray[np.int64]] = []
    codes: list[NDArray[np.int64]] = []
    size = 0
    for word, code in items:
        words += [word, gap]
        codes += [code, gap - 1]
        size += len(word)
        if size >= BATCH:
            yield torch.from_numpy(np.concatenate(words)), torch.from_numpy(np.concatenate(codes))
            words, codes, size = [], [], 0


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
