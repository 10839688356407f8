"""Trains the tagger on Universal Dependencies treebanks and writes `english/data/tagger`.

Usage: python tools/train_tagger.py TREEBANKS VECTORS.npz CORPUS.txt OUT
TREEBANKS is a folder of en_*.conllu files, VECTORS what tools/embed_words.py learnt from a corpus, CORPUS its lines
shuffled. Larger taggers learn first; the network that ships learns from the treebanks and from what they say of both texts.
An epoch takes half a minute on one core, all of it a quarter of an hour.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

import treebank
from prosefix.english.vocabulary import Vocabulary
from tagger_data import (
    Batch,
    Block,
    batches,
    describe,
    feature_keys,
    given_vectors,
    grouped,
    sequences,
    untagged,
    varied,
)
from tagger_network import Network, Words
from tagger_teacher import Teacher, ask, padded

Held = list[tuple[str, list[Block]]]
Draw = Callable[[list[Block], random.Random], Iterator[Batch]]


def accuracy(network: nn.Module, words: Words, blocks: list[Block], draw: Draw) -> float:
    network.eval()
    right = total = 0
    with torch.no_grad():
        for rows, codes, _ in draw(list(blocks), random.Random(1)):
            best = network(words, rows)[1].argmax(1)
            right += int(((best == codes) & (codes >= 0)).sum())
            total += int((codes >= 0).sum())
    network.train()
    return right / total


def loss(scores: Tensor, batch: Batch) -> Tensor:
    """Cross entropy with the treebank's tags, the teacher's opinions, or half of each where both are there."""
    asked = batch.opinions.any(1)
    by_treebank = functional.cross_entropy(scores, batch.codes, ignore_index=-1, reduction="none")
    by_teacher = -(batch.opinions.float() * functional.log_softmax(scores, 1)).sum(1)
    both = asked & (batch.codes >= 0)
    return ((by_treebank + by_teacher) / (1.0 + both)).sum() / (asked | (batch.codes >= 0)).sum()


def learn(network: nn.Module, words: Words, epochs: list[list[Block]], held: Held, draw: Draw) -> None:
    """Adam with a rate that rises and falls; the weights kept are a running mean."""
    rng = random.Random(2)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=0.01, fused=True)
    steps = sum(sum(1 for _ in draw(list(blocks), random.Random(1))) for blocks in epochs)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps + 5 * len(epochs), pct_start=0.15)
    mean = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    for epoch, blocks in enumerate(epochs):
        began, losses = time.process_time(), []
        for batch in draw(list(blocks), rng):
            first, second = network(words, batch.rows)
            value = loss(second, batch) + 0.3 * loss(first, batch)
            optimiser.zero_grad()
            value.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            mean.update_parameters(network)
            losses.append(value.item())
        held_out = " ".join(f"{name} {accuracy(mean.module, words, some, draw):.4f}" for name, some in held)
        print(f"{epoch} loss {np.mean(losses):.4f} {held_out} {time.process_time() - began:.0f}s", flush=True)
    network.load_state_dict(mean.module.state_dict())


@dataclass
class Material:
    """What is learnt from and chosen by: variants of the treebanks with mistakes, held-out parts, and untagged text."""

    variants: list[list[Block]]
    held: Held
    untagged: list[Block]
    known: NDArray[np.uint32]
    words: Words


def gather(options: argparse.Namespace) -> Material:
    rng = random.Random(1)
    vocabulary = Vocabulary()
    train = [s for name in ("ewt", "gum") for s in treebank.read(options.treebanks / f"en_{name}-train.conllu")]
    clean = treebank.lay([[s] for s in train], vocabulary)
    variants = [sequences(treebank.lay(grouped(varied(train, rng), rng), vocabulary)) for _ in range(options.variants)]
    held = []
    for name in ("ewt-dev", "gum-dev"):
        sentences = treebank.read(options.treebanks / f"en_{name}.conllu")
        held.append((name, sequences(treebank.lay([[s] for s in sentences], vocabulary))))
    with options.corpus.open(encoding="utf-8") as lines:
        more = untagged(lines, vocabulary, options.untagged)
    rng.shuffle(more)
    counts = np.bincount(clean.table.word, minlength=len(vocabulary))
    counts[0] = 0
    known = feature_keys(vocabulary, counts, np.load(options.vectors)["words"][: options.words].tolist())
    return Material(variants, held, more, known, describe(vocabulary, counts, known))


def teachers(options: argparse.Namespace, material: Material, given: Tensor) -> list[Teacher]:
    """Larger taggers that learnt from the treebanks alone, each from another beginning."""
    learnt = []
    for seed in range(1, options.teachers + 1):
        torch.manual_seed(seed)
        teacher = Teacher(given)
        epochs = [material.variants[(n + seed) % len(material.variants)] for n in range(options.teacher_epochs)]
        learn(teacher, material.words, epochs, material.held, padded)
        learnt.append(teacher)
    return learnt


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("vectors", type=Path)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("out", type=Path)
    for option, default in (
        ("epochs", 9), ("variants", 3), ("words", 32_000), ("teachers", 2), ("teacher-epochs", 7), ("untagged", 700_000),
    ):  # fmt: skip
        arguments.add_argument(f"--{option}", type=int, default=default)
    options = arguments.parse_args()
    torch.set_num_threads(1)
    material = gather(options)
    given = given_vectors(options.vectors, material.known, options.words)
    experts = teachers(options, material, given)
    for blocks in (*material.variants, material.untagged):
        ask(experts, material.words, blocks)
    torch.manual_seed(1)
    network = Network(given)
    print(len(material.known), "features;", sum(p.numel() for p in network.parameters()), "parameters", flush=True)
    halves = material.untagged[::2], material.untagged[1::2]
    epochs = [material.variants[n % len(material.variants)] + halves[n % 2] for n in range(options.epochs)]
    learn(network, material.words, epochs, material.held, batches)
    print(network.export(material.known, options.out), "bytes")


if __name__ == "__main__":
    main()
