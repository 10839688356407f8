"""A larger tagger that reads whole blocks both ways, in PyTorch. The network that ships learns from its opinions.

It is used in training only: three times as slow as what it teaches, and too large for the package.
"""

import random
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from prosefix.english import tags
from tagger_data import Batch, Block
from tagger_network import Encoder, Words, sides

BATCH = 2000  # rows, padding among them
POOL = 2000  # blocks that are sorted by length together


class Teacher(nn.Module):
    """Words to vectors, and two layers of long short-term memory in both directions over them to tags."""

    def __init__(self, given: Tensor, size: int = 160, hidden: int = 176) -> None:
        super().__init__()
        self.encoder = Encoder(given, size)
        self.lower = nn.LSTM(size + 2, hidden, bidirectional=True)
        self.upper = nn.LSTM(2 * hidden, hidden, bidirectional=True)
        self.output = nn.Linear(4 * hidden + size, len(tags.TAGS))
        self.drop = 0.4

    def forward(self, words: Words, rows: Tensor) -> tuple[Tensor, Tensor]:
        """The log-odds for rows as `padded` makes them, twice, where `Network.forward` gives those of two passes."""
        word, joined = rows.unbind(2)
        distinct, place = word.unique(return_inverse=True)
        own = functional.dropout(self.encoder(words, distinct)[place], 0.25, self.training)
        lower = self._drop(self.lower(torch.cat([own, sides(joined)], dim=2))[0])
        upper = self._drop(self.upper(lower)[0])
        scores = self.output(torch.cat([lower, upper, own], dim=2)).flatten(0, 1)
        return scores, scores

    def _drop(self, seen: Tensor) -> Tensor:
        """Forgets the same units at every row of a block."""
        if not self.training:
            return seen
        kept = torch.bernoulli(torch.full((1, *seen.shape[1:]), 1 - self.drop)) / (1 - self.drop)
        return seen * kept


@torch.no_grad()
def ask(teachers: list[Teacher], words: Words, blocks: list[Block]) -> None:
    """Puts the mean of the teachers' probabilities into the blocks' `opinions`."""
    for teacher in teachers:
        teacher.eval()
    for some in _groups(blocks):
        batch = _pad(some)
        scores = torch.stack([teacher(words, batch.rows)[1] for teacher in teachers])
        mean = scores.softmax(2).mean(0).half().reshape(-1, len(some), len(tags.TAGS)).numpy()
        for n, block in enumerate(some):
            block.opinions = mean[: len(block.codes), n].copy()


def padded(blocks: list[Block], rng: random.Random) -> Iterator[Batch]:
    """Shuffled batches of blocks of like length: rows (time x blocks x 2, padded with 0) and flat codes and opinions."""
    rng.shuffle(blocks)
    groups = [group for start in range(0, len(blocks), POOL) for group in _groups(blocks[start : start + POOL])]
    rng.shuffle(groups)
    yield from map(_pad, groups)


def _groups(blocks: list[Block]) -> Iterator[list[Block]]:
    some: list[Block] = []
    for block in sorted(blocks, key=lambda block: len(block.codes)):
        if some and (len(some) + 1) * (len(block.codes) + 1) > BATCH:
            yield some
            some = []
        some.append(block)
    yield some


def _pad(some: list[Block]) -> Batch:
    longest = len(some[-1].codes) + 1
    rows = np.zeros((longest, len(some), 2), np.int64)
    codes = np.full((longest, len(some)), -1)
    opinions = np.zeros((longest, len(some), len(tags.TAGS)), np.float16)
    for n, block in enumerate(some):
        for into, what in ((rows, block.rows), (codes, block.codes), (opinions, block.opinions)):
            into[: len(what), n] = what
    return Batch(*map(torch.from_numpy, (rows, codes.ravel(), opinions.reshape(-1, len(tags.TAGS)))))
