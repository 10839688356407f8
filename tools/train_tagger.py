"""Trains the tagger on Universal Dependencies treebanks and writes `english/data/tagger`.

Usage: python tools/train_tagger.py TREEBANKS VECTORS.npz OUT [--epochs N]
TREEBANKS is a folder of en_*.conllu files, VECTORS what tools/embed_words.py learnt from a corpus.
"""

import argparse
import random
import time
from collections import Counter
from pathlib import Path

import numpy as np
import torch
import treebank
from corrupt import Corrupter, Disguiser
from numpy.typing import NDArray
from tagger_network import GAP, Network, Words
from torch.nn import functional

from prosefix.english import tags
from prosefix.english.lexicon import Lexicon
from prosefix.english.tagger import keys, traits
from prosefix.english.vocabulary import Vocabulary
from prosefix.standins import CHARACTERS

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


def sequences(laid: treebank.Laid) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Word ids and tag codes (-1 where none is to be learnt) of each block."""
    gold, _ = laid.gold()
    codes = np.where(gold == tags.NONE, -1, gold.astype(np.int64))
    edges = np.flatnonzero(laid.table.word == 0)
    pairs = zip(edges[:-1] + 1, edges[1:], strict=True)
    return [(laid.table.word[a:b].astype(np.int64), codes[a:b]) for a, b in pairs if b > a]


def batches(items: list[tuple[NDArray[np.int64], NDArray[np.int64]]], rng: random.Random):  # type: ignore[no-untyped-def]
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
    return Words(rows.astype(np.int64), traits(vocabulary.words, Lexicon.open()), counts)


def given_vectors(path: Path, known: NDArray[np.uint32], limit: int) -> tuple[torch.Tensor, list[str]]:
    """The corpus vectors laid out by feature row."""
    data = np.load(path)
    words = data["words"][:limit].tolist()
    table = np.zeros((len(known) + 1, data["vectors"].shape[1]), np.float32)
    wanted = keys(words)[:, 1]
    at = np.searchsorted(known, wanted)
    table[at + 1] = data["vectors"][: len(words)]
    return torch.from_numpy(table), words


def accuracy(network: Network, words: Words, items: list[tuple[NDArray[np.int64], NDArray[np.int64]]]) -> float:
    network.eval()
    right = total = 0
    with torch.no_grad():
        for rows, codes in batches(list(items), random.Random(1)):
            best = network(words, rows)[1].argmax(1)
            right += int(((best == codes) & (codes >= 0)).sum())
            total += int((codes >= 0).sum())
    network.train()
    return right / total


def learn(network: Network, words: Words, variants: list, held: list, epochs: int, rng: random.Random) -> None:  # type: ignore[type-arg]
    """Adam with a falling rate; the weights kept are a running mean. Each epoch sees another corrupted variant."""
    optimiser = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=0.01)
    steps = epochs * (sum(len(w) for w, _ in variants[0]) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps + 50 * epochs, pct_start=0.15)
    mean = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    for epoch in range(epochs):
        began, loss_sum = time.time(), 0.0
        for rows, codes in batches(variants[epoch % len(variants)], rng):
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
        print(f"{epoch} loss {loss_sum:.1f} {held_out} {time.time() - began:.0f}s", flush=True)
    network.load_state_dict(mean.module.state_dict())


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("vectors", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--epochs", type=int, default=14)
    arguments.add_argument("--variants", type=int, default=4)
    arguments.add_argument("--words", type=int, default=30000)
    options = arguments.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    rng = random.Random(1)
    vocabulary = Vocabulary()
    train = [s for name in ("ewt", "gum") for s in treebank.read(options.treebanks / f"en_{name}-train.conllu")]
    variants = [sequences(treebank.lay(blocks(varied(train, rng), rng), vocabulary)) for _ in range(options.variants)]
    held = []
    for name in ("ewt-dev", "gum-dev"):
        sentences = treebank.read(options.treebanks / f"en_{name}.conllu")
        held.append((name, sequences(treebank.lay([[s] for s in sentences], vocabulary))))
    clean = treebank.lay([[s] for s in train], vocabulary)
    counts = np.bincount(clean.table.word, minlength=len(vocabulary))
    counts[0] = 0
    given = np.load(options.vectors)["words"][: options.words].tolist()
    known = feature_keys(vocabulary, counts, given)
    vectors, _ = given_vectors(options.vectors, known, options.words)
    words = describe(vocabulary, counts, known)
    network = Network(vectors)
    print(len(known), "features;", sum(p.numel() for p in network.parameters()), "parameters", flush=True)
    learn(network, words, variants, held, options.epochs, rng)
    print(network.export(known, options.out), "bytes")
    torch.save(network.state_dict(), options.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
