"""The tagger's network in PyTorch, for training only: the same arithmetic as `prosefix.english.tagger`, with dropout."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from prosefix.english import tags
from prosefix.english.tagger import REACH, REACH_BACK, SLOTS, TRAITS

GAP = max(REACH, REACH_BACK)  # sentinel rows between blocks, so that no window reaches over


class Words:
    """What the network is told of each distinct word of a vocabulary: feature rows, traits, how often it occurs."""

    def __init__(self, features: NDArray[np.int64], traits: NDArray[np.float32], counts: NDArray[np.int64]) -> None:
        self.features = torch.from_numpy(features)
        self.traits = torch.from_numpy(traits)
        self.counts = torch.from_numpy(counts).float()


class Encoder(nn.Module):
    """Words to vectors. `given` holds vectors learnt elsewhere, one a feature (zeros where there is none); they stay
    as they are and are mapped linearly.
    """

    def __init__(self, given: Tensor, size: int) -> None:
        super().__init__()
        self.features = nn.Embedding(len(given), size)
        nn.init.normal_(self.features.weight, std=0.05)
        nn.init.zeros_(self.features.weight[0])
        self.given = nn.Buffer(given, persistent=False)
        self.map = nn.Linear(given.shape[1], size, bias=False)
        self.traits = nn.Linear(TRAITS, size)

    def table(self) -> Tensor:
        return self.features.weight + self.map(self.given)

    def forward(self, words: Words, distinct: Tensor) -> Tensor:
        rows = words.features[distinct]
        if self.training:  # a rare word is sometimes met as a stranger, known by its letters only
            forget = torch.rand(len(rows)) < 0.4 / (0.4 + words.counts[distinct]) + 0.03
            rows = rows.clone()
            rows[:, :2][forget] = 0
        used, place = rows.unique(return_inverse=True)
        table = self.features(used) + self.map(self.given[used])
        total = functional.embedding_bag(place, table, mode="sum") + self.traits(words.traits[distinct])
        return torch.tanh(total)


def sides(joined: Tensor) -> Tensor:
    """For each row 1 where no white space stands before it, and 1 where none stands after it."""
    return torch.stack([joined, joined.roll(-1, 0)], dim=-1).float()


class Network(nn.Module):
    """Words to vectors, a window of them to hidden units, a window of those reduced to tags."""

    def __init__(self, given: Tensor, size: int = 96, hidden: int = 224, reduced: int = 48, second: int = 176) -> None:
        super().__init__()
        self.encoder = Encoder(given, size)
        self.window = nn.Conv1d(size, hidden, 2 * REACH + 1, padding=REACH)
        self.joined = nn.Linear(2, hidden, bias=False)
        self.first = nn.Linear(hidden, len(tags.TAGS))
        self.reduce = nn.Linear(hidden, reduced)
        self.context = nn.Conv1d(reduced, second, 2 * REACH_BACK + 1, padding=REACH_BACK, bias=False)
        self.hidden = nn.Linear(hidden, second)
        self.output = nn.Linear(second, len(tags.TAGS))
        self.direct = nn.Linear(size, len(tags.TAGS), bias=False)
        self.drop = 0.3

    def forward(self, words: Words, rows: Tensor) -> tuple[Tensor, Tensor]:
        """The log-odds of the first and the second pass for rows as `tagger_data.batches` makes them."""
        word, joined = rows.unbind(1)
        distinct, place = word.unique(return_inverse=True)
        own = functional.dropout(self.encoder(words, distinct)[place], 0.2, self.training)
        seen = functional.relu(self.window(own.T[None])[0].T + self.joined(sides(joined)))
        seen = functional.dropout(seen, self.drop, self.training)
        reduced = torch.tanh(self.reduce(seen)) * (word != 0)[:, None]
        total = self.context(reduced.T[None])[0].T + self.hidden(seen)
        total = functional.dropout(functional.relu(total), self.drop, self.training)
        return self.first(seen), self.output(total) + self.direct(own)

    @torch.no_grad()
    def export(self, keys: NDArray[np.uint32], folder: Path) -> int:
        """Writes the arrays that `prosefix.english.tagger.Weights` reads; gives their size in bytes."""
        folder.mkdir(parents=True, exist_ok=True)
        missing = self.encoder.features.weight[0]  # what an absent feature adds; in the arrays it adds nothing
        features = (self.encoder.table()[1:] - missing).numpy()
        scales = np.abs(features).max(axis=1) / 127 + 1e-9
        half = {
            "traits": self.encoder.traits.weight.T, "bias": self.encoder.traits.bias + SLOTS * missing,
            "window": torch.cat([self.window.weight[:, :, n].T for n in range(2 * REACH + 1)], dim=1),
            "window_bias": self.window.bias, "joined": self.joined.weight.T,
            "reduce": self.reduce.weight.T, "reduce_bias": self.reduce.bias,
            "context": torch.cat([self.context.weight[:, :, n].T for n in range(2 * REACH_BACK + 1)], dim=0),
            "hidden": self.hidden.weight.T, "hidden_bias": self.hidden.bias,
            "output": self.output.weight.T, "output_bias": self.output.bias,
            "direct": self.direct.weight.T,
        }  # fmt: skip
        arrays = {name: np.ascontiguousarray(value.numpy().astype(np.float16)) for name, value in half.items()}
        arrays["keys"] = keys
        arrays["scales"] = scales.astype(np.float32)
        arrays["features"] = np.rint(features / scales[:, None]).astype(np.int8)
        for name, array in arrays.items():
            np.save(folder / f"{name}.npy", array)
        return sum(array.nbytes for array in arrays.values())
