"""Trains the tagger on Universal Dependencies treebanks and writes `english/data/tagger`.

Usage: python tools/train_tagger.py TREEBANKS VECTORS.npz OUT [--epochs N]
TREEBANKS is a folder of en_*.conllu files, VECTORS what tools/embed_words.py learnt from a corpus. An epoch takes about
half a minute on one core.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import treebank
from prosefix.english.vocabulary import Vocabulary
from tagger_data import Sequences, batches, blocks, describe, feature_keys, given_vectors, sequences, varied
from tagger_network import Network, Words


def accuracy(network: nn.Module, words: Words, items: Sequences) -> float:
    network.eval()
    right = total = 0
    with torch.no_grad():
        for rows, codes in batches(list(items), random.Random(1)):
            best = network(words, rows)[1].argmax(1)
            right += int(((best == codes) & (codes >= 0)).sum())
            total += int((codes >= 0).sum())
    network.train()
    return right / total


def learn(network: nn.Module, words: Words, epochs: list[Sequences], held: list[tuple[str, Sequences]]) -> None:
    """Adam with a rate that rises and falls; the weights kept are a running mean."""
    rng = random.Random(2)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=0.01)
    prepared = [list(batches(items, rng)) for items in epochs]
    steps = sum(map(len, prepared))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps, pct_start=0.15)
    mean = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    for epoch, items in enumerate(prepared):
        began, loss_sum = time.time(), 0.0
        for rows, codes in items:
            first, second = network(words, rows)
            loss = functional.cross_entropy(second, codes, ignore_index=-1)
            loss = loss + 0.3 * functional.cross_entropy(first, codes, ignore_index=-1)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            mean.update_parameters(network)
            loss_sum += loss.item()
        held_out = " ".join(f"{name} {accuracy(mean.module, words, items):.4f}" for name, items in held)
        print(f"{epoch} loss {loss_sum / len(items):.4f} {held_out} {time.time() - began:.0f}s", flush=True)
    network.load_state_dict(mean.module.state_dict())


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("vectors", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--epochs", type=int, default=9)
    arguments.add_argument("--variants", type=int, default=3)
    arguments.add_argument("--words", type=int, default=32000)
    options = arguments.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    rng = random.Random(1)
    vocabulary = Vocabulary()
    train = [s for name in ("ewt", "gum") for s in treebank.read(options.treebanks / f"en_{name}-train.conllu")]
    clean = treebank.lay([[s] for s in train], vocabulary)
    variants = [sequences(treebank.lay(blocks(varied(train, rng), rng), vocabulary)) for _ in range(options.variants)]
    held = []
    for name in ("ewt-dev", "gum-dev"):
        sentences = treebank.read(options.treebanks / f"en_{name}.conllu")
        held.append((name, sequences(treebank.lay([[s] for s in sentences], vocabulary))))
    counts = np.bincount(clean.table.word, minlength=len(vocabulary))
    counts[0] = 0
    known = feature_keys(vocabulary, counts, np.load(options.vectors)["words"][: options.words].tolist())
    words = describe(vocabulary, counts, known)
    network = Network(given_vectors(options.vectors, known, options.words))
    print(len(known), "features;", sum(p.numel() for p in network.parameters()), "parameters", flush=True)
    learn(network, words, [variants[n % len(variants)] for n in range(options.epochs)], held)
    print(network.export(known, options.out), "bytes")


if __name__ == "__main__":
    main()
