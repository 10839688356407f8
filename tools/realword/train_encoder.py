"""Teach an encoder to tell the true word of a place from its alternatives: `python train_encoder.py WORK NAME --steps N`.

A word's place is a softmax over the word and some of its alternatives; a small word's, and a gap's, over all small
words and nothing. `--start NAME` goes on from an encoder learnt before, also from one with smaller layers.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional
from corpus import Lexis
from numpy.typing import NDArray

from prosefix.checks.realword.inputs import word_class

DRAWN = 8  # alternatives that a place is told from at a time
FORGOTTEN = 0.02  # share of words of which only the class is shown, so that strange words are no surprise
BATCH = {"words": 4096, "small": 1536, "gaps": 2048, "rare": 24}

Ints = NDArray[np.int64]


class Encoder(torch.nn.Module):
    """The network of `prosefix.checks.realword.encoder`, with the same names for its weights."""

    def __init__(self, size: int, given: argparse.Namespace) -> None:
        super().__init__()
        near, far = 2 * given.near, 2 * (given.reach - given.near)
        width = (near * given.embedding + far * given.far) ** 0.5

        def normal(*shape: int, scale: float) -> torch.nn.Parameter:
            return torch.nn.Parameter(torch.randn(*shape) * scale)

        self.words = normal(size, given.embedding, scale=0.3)
        self.near = normal(near * given.embedding, given.hidden, scale=2.8 / width)
        self.far = normal(far * given.far, given.hidden, scale=1.4 / width)
        self.hidden_bias = torch.nn.Parameter(torch.zeros(given.hidden))
        self.project = normal(given.hidden, given.answer, scale=given.hidden**-0.5)
        self.project_bias = torch.nn.Parameter(torch.zeros(given.answer))
        self.answers = normal(size, given.answer, scale=0.05)
        self.answer_bias = torch.nn.Parameter(torch.zeros(size))
        self.near_words, self.far_width = near, given.far

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        n = len(inputs)
        near = self.words.index_select(0, inputs[:, : self.near_words].reshape(-1)).view(n, -1)
        far = self.words[:, : self.far_width].index_select(0, inputs[:, self.near_words :].reshape(-1)).view(n, -1)
        hidden = functional.relu(torch.addmm(self.hidden_bias, near, self.near) + far @ self.far)
        return torch.addmm(self.project_bias, hidden, self.project)

    def scores(self, contexts: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
        """How well each of `answers` (n, k) fits its line of `contexts`."""
        n, k = answers.shape
        vectors = self.answers.index_select(0, answers.reshape(-1)).view(n, k, -1)
        return torch.bmm(vectors, contexts.unsqueeze(2)).squeeze(2) + self.answer_bias[answers]

    def take_over(self, weights: dict[str, torch.Tensor]) -> None:
        """Starts from another's weights; where this network is larger, what is new adds nothing at first."""
        own = self.state_dict()
        for name, given in weights.items():
            fresh = own[name].clone() if name in ("near", "far", "hidden_bias") else torch.zeros_like(own[name])
            if name == "project":
                fresh[: given.shape[0], given.shape[1] :] = own[name][: given.shape[0], given.shape[1] :]
            fresh[tuple(slice(0, size) for size in given.shape)] = given
            own[name] = fresh
        self.load_state_dict(own)


class Places:
    """Draws places of one part of the text, with the words around them and the alternatives to tell them from."""

    def __init__(self, work: Path, part: str, given: argparse.Namespace, rng: np.random.Generator) -> None:
        self.lexis, self.rng = Lexis.read(work), rng
        known = self.lexis.known
        self.inputs = np.load(work / "inputs.npy").astype(np.int32)
        self.places = {kind: np.load(work / f"{kind}-{part}.npy") for kind in BATCH}
        if part == "learnt" and given.times:
            for kind in ("words", "small", "gaps"):
                again = np.tile(np.load(work / f"{kind}-often.npy"), given.times)
                self.places[kind] = np.concatenate([self.places[kind], again])
        self.rare_numbers = np.load(work / "rare-numbers.npy") if part == "learnt" else None
        self.small = np.array([0, *(known[word] for word in self.lexis.small)])
        self.small_place = np.full(self.lexis.size, -1)
        self.small_place[self.small] = np.arange(len(self.small))
        self.class_of = np.arange(self.lexis.size)
        self.class_of[list(known.values())] = [word_class(word) for word in known]
        n, w = given.near, given.reach
        self.offsets = np.array([*range(-n, 0), *range(1, n + 1), *range(-w, -n), *range(n + 1, w + 1)])
        self.table = self._table(known)
        rare = [[known[word] for word in self.lexis.rare[name]] for name in sorted(self.lexis.rare)]
        self.rare_table = np.array([words + [-1] * (DRAWN - len(words)) for words in rare])

    def _table(self, known: dict[str, int]) -> Ints:
        """Every number's alternatives, -1 after the last; classes of rare words are among those of common ones."""
        others: list[list[int]] = [[] for _ in range(self.lexis.size)]
        for word, alternatives in self.lexis.alternatives.items():
            others[known[word]] = [known[other] for other in alternatives]
        classes: dict[int, dict[int, None]] = {}
        for name, words in sorted(self.lexis.rare.items()):
            for word in words:
                classes.setdefault(known[word], {})[word_class(name)] = None
        for number, of_rare in classes.items():
            others[number] += list(of_rare)[:2]
        most = max(map(len, others))
        return np.array([row + [-1] * (most - len(row)) for row in others])

    def around(self, places: NDArray[np.int32], gaps: bool = False) -> Ints:
        offsets = np.where(gaps & (self.offsets < 0), self.offsets + 1, self.offsets)
        return self.inputs[places[:, None] + offsets]

    def drawn(self, true: Ints) -> Ints:
        """Some alternatives of each of `true` (n, DRAWN), -1 for none."""
        count = (self.table[true] >= 0).sum(axis=1)[:, None]
        step = np.arange(DRAWN)
        pick = np.where(
            count <= DRAWN,
            np.minimum(step, np.maximum(count - 1, 0)),
            (self.rng.random((len(true), DRAWN)) * count).astype(int),
        )
        return np.where(step < count, self.table[true[:, None], pick], -1)

    def draw(self, counts: dict[str, int]) -> tuple[torch.Tensor, Ints, Ints, Ints, Ints]:
        """Inputs (words, rare, small, gaps), the words' true numbers and alternatives, and those of the small words."""
        at = {kind: self.rng.integers(0, len(self.places[kind]), n) for kind, n in counts.items()}
        place = {kind: self.places[kind][rows] for kind, rows in at.items()}
        true, small = self.inputs[place["words"]], self.inputs[place["small"]]
        others = self.drawn(true)
        if counts["rare"] and self.rare_numbers is not None:
            true = np.r_[true, self.inputs[place["rare"]]]
            others = np.r_[others, self.rare_table[self.rare_numbers[at["rare"]]]]
        around = [self.around(place[kind], kind == "gaps") for kind in ("words", "rare", "small", "gaps")]
        inputs = np.concatenate(around)
        inputs = np.where(self.rng.random(inputs.shape) < FORGOTTEN, self.class_of[inputs], inputs)
        return torch.from_numpy(inputs).long(), true, others, small, self.drawn(small)


def losses(encoder: Encoder, places: Places, counts: dict[str, int]) -> tuple[torch.Tensor, torch.Tensor]:
    """The loss of each word and of each small word or gap of a batch."""
    inputs, true, others, small, small_others = places.draw(counts)
    contexts = encoder(inputs)
    n, m = len(true), len(small)
    answers = torch.from_numpy(np.column_stack([true, np.maximum(others, 0)])).long()
    scores = encoder.scores(contexts[:n], answers)
    scores[:, 1:].masked_fill_(torch.from_numpy((others < 0) | (others == true[:, None])), -1e9)
    of_words = -functional.log_softmax(scores, 1)[:, 0]
    rest = contexts[n:]
    listed = torch.from_numpy(places.small)
    small_scores = rest @ encoder.answers[listed].T + encoder.answer_bias[listed]
    outside = torch.full((len(rest), DRAWN), -1e9)
    own = encoder.scores(rest[:m], torch.from_numpy(np.maximum(small_others, 0)).long())
    outside[:m] = own.masked_fill(torch.from_numpy((small_others < 0) | (places.small_place[small_others] >= 0)), -1e9)
    wanted = torch.from_numpy(np.r_[places.small_place[small], np.zeros(len(rest) - m, dtype=np.int64)])
    return of_words, functional.cross_entropy(torch.cat([small_scores, outside], 1), wanted, reduction="none")


def measured(encoder: Encoder, places: Places) -> str:
    """The mean losses on held-out places."""
    places.rng = np.random.default_rng(5)
    with torch.no_grad():
        parts = [losses(encoder, places, {"words": 4000, "small": 2000, "gaps": 3000, "rare": 0}) for _ in range(6)]
    words, small = (torch.cat(part).mean().item() for part in zip(*parts, strict=True))
    return f"held out: words {words:.4f}, small words and gaps {small:.4f}"


def learn(encoder: Encoder, given: argparse.Namespace, rng: np.random.Generator) -> None:
    places, held = Places(given.work, "learnt", given, rng), Places(given.work, "held", given, rng)
    optimizer = torch.optim.Adam(encoder.parameters(), lr=given.rate, betas=(0.9, 0.99), fused=True)
    began, total = time.monotonic(), 0.0
    for step in range(given.steps):
        rate = given.rate * min(1.0, 0.02 + step / 100) * (given.last_rate / given.rate) ** (step / given.steps)
        for group in optimizer.param_groups:
            group["lr"] = rate
        of_words, of_small = losses(encoder, places, BATCH)
        loss = torch.cat([of_words, of_small]).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        total += loss.item()
        if (step + 1) % 100 == 0:
            print(
                f"{step + 1} steps, {time.monotonic() - began:.0f} s, loss {total / (step + 1):.4f}; {measured(encoder, held)}",
                flush=True,
            )
            torch.save(encoder.state_dict(), given.work / f"{given.name}.pt")
    torch.save(encoder.state_dict(), given.work / f"{given.name}.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("name")
    parser.add_argument("--start", help="the encoder to go on from")
    for option, default in (
        ("near", 3), ("reach", 7), ("embedding", 64), ("far", 32), ("hidden", 256), ("answer", 64), ("steps", 4400), ("seed", 0), ("times", 0),
    ):  # fmt: skip
        parser.add_argument(f"--{option}", type=int, default=default)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--last-rate", type=float, default=1e-4)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    encoder = Encoder(Lexis.read(given.work).size, given)
    if given.start:
        encoder.take_over(torch.load(given.work / f"{given.start}.pt"))
    learn(encoder, given, np.random.default_rng(given.seed))


if __name__ == "__main__":
    main()
