"""Trains the tagger on Universal Dependencies treebanks and writes `english/data/tagger`.

Usage:
  python tools/train_tagger.py teach TREEBANKS VECTORS.npz SILVER.npz --corpus CORPUS.txt
  python tools/train_tagger.py learn TREEBANKS VECTORS.npz OUT [--silver SILVER.npz]
TREEBANKS is a folder of en_*.conllu files, VECTORS what tools/embed_words.py learnt from a corpus, CORPUS a text of
one paragraph a line. `teach` trains a slower tagger and has it tag the corpus; `learn` trains the one that ships.
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
from prosefix.english.table import BLOCK_END, build
from prosefix.english.vocabulary import Vocabulary
from tagger_data import Sequences, batches, blocks, describe, drawn, feature_keys, given_vectors, sequences, varied
from tagger_network import Network, Teacher, Words


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


@torch.no_grad()
def tag_corpus(teacher: Teacher, words: Words, path: Path, vocabulary: Vocabulary, out: Path) -> None:
    """Writes the text and the teacher's probabilities, rows x tags."""
    teacher.eval()
    text = "".join(line + BLOCK_END for line in path.read_text("utf-8").split("\n") if line)
    table = build(text, vocabulary)
    edges = np.flatnonzero(table.word == 0)
    found = np.zeros((len(table), teacher.output.out_features), np.float16)
    group: list[tuple[int, int]] = []
    for first, last in zip(edges[:-1] + 1, edges[1:], strict=True):
        if last > first:
            group.append((first, last))
        if sum(b - a for a, b in group) > 3000 or (group and last == edges[-1]):
            rows = torch.from_numpy(np.concatenate([np.append(table.word[a:b], 0) for a, b in group]).astype(np.int64))
            answer = teacher(words, rows)[1].softmax(1)[rows != 0].numpy()
            found[np.concatenate([np.arange(a, b) for a, b in group])] = answer
            group = []
    np.savez(out, text=np.array(text), probabilities=found)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("task", choices=("teach", "learn"))
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("vectors", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--corpus", type=Path)
    arguments.add_argument("--silver", type=Path)
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
    if options.silver:
        silver = np.load(options.silver)
        tagged = drawn(str(silver["text"]), silver["probabilities"], rng)
        parts = [tagged[n :: len(variants)] for n in range(len(variants))]
        for variant, part in zip(variants, parts, strict=True):
            variant += sequences(treebank.lay(blocks(varied(part, rng), rng), vocabulary))
    held = []
    for name in ("ewt-dev", "gum-dev"):
        sentences = treebank.read(options.treebanks / f"en_{name}.conllu")
        held.append((name, sequences(treebank.lay([[s] for s in sentences], vocabulary))))
    if options.corpus:
        vocabulary.ids(build(options.corpus.read_text("utf-8"), Vocabulary()).vocabulary.words)
    rows = np.concatenate([clean.table.word, *(w for w, _ in variants[0])]) if options.silver else clean.table.word
    counts = np.bincount(rows, minlength=len(vocabulary))
    counts[0] = 0
    known = feature_keys(vocabulary, counts, np.load(options.vectors)["words"][: options.words].tolist())
    words = describe(vocabulary, counts, known)
    given = given_vectors(options.vectors, known, options.words)
    network = Teacher(given) if options.task == "teach" else Network(given)
    print(len(known), "features;", sum(p.numel() for p in network.parameters()), "parameters", flush=True)
    learn(network, words, [variants[n % len(variants)] for n in range(options.epochs)], held)
    torch.save(network.state_dict(), options.out.with_suffix(".pt"))
    if isinstance(network, Network):
        print(network.export(known, options.out), "bytes")
    elif options.corpus:
        tag_corpus(network, words, options.corpus, vocabulary, options.out)


if __name__ == "__main__":
    main()
