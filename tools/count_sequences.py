"""Count the word sequences of edited English and write the language model's two tables.

    zstdcat corpus.txt.zst | python tools/count_sequences.py src/prosefix/english/data [--megabytes 15] [--sparse NAME …]

A line is `SOURCE<TAB>paragraph`, with inline code as `CODE` and math as `MATH`. One paragraph in fifty (by CRC-32) is
held out; its perplexity under the full counts and under the written tables is printed. Probabilities are interpolated
by absolute discounting; what weighs least (Seymore and Rosenfeld's weighted difference) is left out until the rest fits.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corpus_text import held_out, stood_in
from prosefix.english import model
from prosefix.english.table import BLOCK_END, build
from prosefix.english.vocabulary import Vocabulary

VOCABULARY = 65_000  # fits 16 bits, so that four words fit one number of 64
BITS = np.uint64(16)
Packed = NDArray[np.uint64]
Floats = NDArray[np.float64]


def paragraphs(lines: Iterable[str], sparse: set[str], most: int) -> Iterator[str]:
    """Each paragraph once; of those that begin with the same five words, 20 a source, or 3 from a `sparse` source;
    no more than `most` words of a source."""
    seen: set[int] = set()
    begun: Counter[int] = Counter()
    words: Counter[str] = Counter()
    for line in lines:
        source, _, text = line.rstrip("\n").partition("\t")
        beginning = hash((source, *text.split(maxsplit=5)[:5]))
        begun[beginning] += 1
        name = source.rpartition("/")[2]
        if hash(text) in seen or begun[beginning] > (3 if name in sparse else 20) or words[source] > most:
            continue
        seen.add(hash(text))
        words[source] += text.count(" ") + 1
        yield stood_in(text)


def tokens(texts: Iterable[str], vocabulary: Vocabulary) -> Iterator[NDArray[np.int32]]:
    """The word ids of `texts`, some thousands of paragraphs at a time, one sentinel between paragraphs."""
    batch: list[str] = []
    for text in texts:
        batch.append(text.replace(BLOCK_END, " "))
        if len(batch) == 20_000:
            yield build(BLOCK_END.join(batch) + BLOCK_END, vocabulary).word[model.ORDER : -model.ORDER]
            batch.clear()
    yield build(BLOCK_END.join(batch) + BLOCK_END, vocabulary).word[model.ORDER : -model.ORDER]


def codes(stream: NDArray[np.int32], vocabulary: Vocabulary, forms: list[str]) -> NDArray[np.uint16]:
    """`stream` with each word as its number in `forms`; rare words as their class."""
    number = {form: code for code, form in enumerate(forms)}
    kinds, shapes = vocabulary.kind.tolist(), vocabulary.shape.tolist()
    code = [
        number.get(model.form(word, kind), number.get(model.rare_form(kind, shape), 0))
        for word, kind, shape in zip(vocabulary.words, kinds, shapes, strict=True)
    ]
    code[0] = 0
    return np.array(code, dtype=np.uint16)[stream]


def frequent_forms(stream: NDArray[np.int32], vocabulary: Vocabulary) -> list[str]:
    """The sentinel, the classes, and the most frequent forms."""
    often = np.bincount(stream, minlength=len(vocabulary))
    counts: Counter[str] = Counter()
    for word, kind, count in zip(vocabulary.words, vocabulary.kind.tolist(), often.tolist(), strict=True):
        if count and kind:
            counts[model.form(word, kind)] += count
    common = [form for form, count in counts.most_common(VOCABULARY) if count >= 4 and form not in model.CLASSES]
    return ["", *model.CLASSES, *common]


def histories(stream: NDArray[np.uint16]) -> list[NDArray[np.uint16]]:
    """The stream and its three predecessors; what lies before a sentinel is a sentinel too."""
    columns = [stream]
    for back in range(1, model.ORDER):
        before = np.concatenate([np.zeros(back, dtype=np.uint16), stream[:-back]])
        if back > 1:
            before = np.where(columns[-1] == 0, np.uint16(0), before)
        columns.append(before)
    return columns


def pack(columns: list[NDArray[np.uint16]], order: int) -> Packed:
    """The last `order` words of each place as one number, the earliest in the highest bits."""
    packed = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns[order - 1 :: -1]:
        packed = (packed << BITS) | column
    return packed


@dataclass(slots=True)
class Order:
    """The sequences of one length, sorted, with their counts; and their contexts with total and left-over weight."""

    sequences: Packed
    counts: NDArray[np.int64]
    contexts: Packed
    totals: NDArray[np.int64]
    left_over: Floats  # the probability that the context gives to the shorter sequence
    discounts: Floats
    inverse: NDArray[np.int64]  # each sequence's context


def count(columns: list[NDArray[np.uint16]], order: int) -> Order:
    sequences, counts = np.unique(pack(columns, order), return_counts=True)
    heads = sequences >> BITS
    contexts, inverse = np.unique(heads, return_inverse=True)
    totals = np.bincount(inverse, weights=counts).astype(np.int64)
    ones, twos, threes, fours = (int((counts == n).sum()) or 1 for n in (1, 2, 3, 4))
    y = ones / (ones + 2 * twos)
    discounts = np.array([0.0, 1 - 2 * y * twos / ones, 2 - 3 * y * threes / twos, 3 - 4 * y * fours / threes])
    taken = np.bincount(inverse, weights=discounts[np.minimum(counts, 3)])
    return Order(sequences, counts, contexts, totals, taken / totals, discounts, inverse)


def find(where: Packed, what: Packed) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    at = np.minimum(np.searchsorted(where, what), len(where) - 1)
    return where[at] == what, at


def tail(sequences: Packed, order: int) -> Packed:
    return sequences & np.uint64((1 << (16 * order)) - 1)


def probability(orders: list[Order], sequences: Packed, order: int) -> Floats:
    """The interpolated probability of the last word of each sequence of `order` words."""
    if order == 0:
        return np.full(len(sequences), 1 / VOCABULARY)
    this = orders[order - 1]
    shorter = probability(orders, tail(sequences, order - 1), order - 1)
    if order == 1:
        shorter = np.full(len(sequences), 1 / VOCABULARY)
    have, context = find(this.contexts, sequences >> BITS)
    seen, at = find(this.sequences, sequences)
    counts = np.where(seen, this.counts[at], 0)
    own = (counts - this.discounts[np.minimum(counts, 3)]) / this.totals[context]
    return np.where(have, own * seen + this.left_over[context] * shorter, shorter)


@dataclass(slots=True)
class Kept:
    sequences: Packed
    probabilities: Floats
    shorter: Floats  # the probability after one word less
    weight: Floats  # what is lost by leaving it out


def weigh(orders: list[Order], order: int) -> Kept:
    this = orders[order - 1]
    often = this.counts >= (1 if order < 3 else 2)
    sequences = this.sequences[often]
    own = probability(orders, sequences, order)
    shorter = probability(orders, tail(sequences, order - 1), order - 1)
    back = this.left_over[this.inverse[often]] * shorter
    return Kept(sequences, own, shorter, this.counts[often] * (np.log(own) - np.log(back)))


def back_off(kept: Kept) -> tuple[Packed, Floats]:
    """The contexts of the kept sequences and the weight that each gives to shorter ones."""
    contexts, inverse = np.unique(kept.sequences >> BITS, return_inverse=True)
    spent = np.bincount(inverse, weights=kept.probabilities)
    spared = np.bincount(inverse, weights=kept.shorter)
    return contexts, np.clip((1 - spent) / np.maximum(1 - spared, 1e-6), 1e-7, 1)


def hashed(packed: Packed, order: int, forms: NDArray[np.uint64]) -> model.Hashes:
    sequence = np.zeros(len(packed), dtype=np.uint64)
    for place in range(order):
        word = ((packed >> np.uint64(16 * place)) & np.uint64(0xFFFF)).astype(np.intp)
        sequence = model.extend(sequence, forms[word])
    return sequence


def write(orders: list[Order], forms: list[str], folder: Path, megabytes: float) -> None:
    weighed = [weigh(orders, order) for order in range(2, model.ORDER + 1)]
    room = int(megabytes * 1e6 / 3.5 * 0.86) - len(forms)
    for _ in range(6):  # contexts take room as well: fewer sequences until both fit
        weights = np.concatenate([kept.weight for kept in weighed])
        least = np.partition(weights, max(0, len(weights) - room))[max(0, len(weights) - room)]
        pruned = [
            Kept(k.sequences[m], k.probabilities[m], k.shorter[m], k.weight[m])
            for k in weighed
            for m in [k.weight > max(least, 0)]
        ]
        contexts = [back_off(kept) for kept in pruned]
        size = (sum(len(k.sequences) for k in pruned) + len(forms) + sum(len(c) for c, _ in contexts)) * 3 / 0.86 / 1e6
        print(
            f"  {[len(k.sequences) for k in pruned]} sequences, {[len(c) for c, _ in contexts]} contexts, {size:.1f} MB"
        )
        if size <= megabytes:
            break
        room = int(room * min(0.98, megabytes / size))
    words = np.array([model.word_hash(form) for form in forms], dtype=np.uint64)
    single = np.arange(len(forms), dtype=np.uint64)
    first = probability(orders, single, 1)
    hashes = [hashed(single, 1, words)] + [hashed(k.sequences, n, words) for n, k in enumerate(pruned, 2)]
    values = [first] + [k.probabilities for k in pruned]
    importance = [np.full(len(forms), 1e9)] + [k.weight for k in pruned]
    np.save(
        folder / "sequences.npy",
        packed(np.concatenate(hashes), np.log10(np.concatenate(values)), np.concatenate(importance), load=0.86),
    )
    heads = np.concatenate([hashed(c, n, words) for n, (c, _) in enumerate(contexts, 1)])
    weights = np.log10(np.concatenate([w for _, w in contexts]))
    np.save(folder / "contexts.npy", packed(heads, weights, -weights, load=0.8))


def packed(hashes: model.Hashes, values: Floats, importance: Floats, load: float) -> NDArray[np.void]:
    """The hash table of `values` (log10), filled to `load`."""
    table = model.HashTable.holding(hashes, values, importance, load)
    print(f"  {len(hashes):,} entries, {len(hashes) - int((table.buckets['value'] > 0).sum()):,} did not fit")
    return table.buckets


def perplexities(orders: list[Order], forms: list[str], folder: Path, stream: NDArray[np.uint16]) -> None:
    columns = histories(stream)
    for order in range(1, model.ORDER + 1):
        full = np.log10(probability(orders, pack(columns, order), order))
        print(f"full counts, order {order}: perplexity {10 ** -full.mean():.1f}")
    words = np.array([model.word_hash(form) for form in forms], dtype=np.uint64)
    hashed_columns = [words[column.astype(np.intp)] for column in columns]
    written = model.LanguageModel.open(folder)
    for order in range(1, model.ORDER + 1):
        own = written.probability(hashed_columns[0], hashed_columns[1:order])
        print(f"written tables, order {order}: perplexity {10 ** -own.mean():.1f} over {len(own):,} words")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--megabytes", type=float, default=15)
    options.add_argument("--sparse", nargs="*", default=["openjdk-17-doc", "ant-doc", "ffmpeg-doc"])
    options.add_argument("--most", type=int, default=1_500_000, help="words of one source")
    given = options.parse_args()
    vocabulary, held = Vocabulary(), Vocabulary()
    texts = list(paragraphs(sys.stdin, set(given.sparse), given.most))
    stream = np.concatenate(list(tokens((t for t in texts if not held_out(t)), vocabulary)))
    test = np.concatenate(list(tokens((t for t in texts if held_out(t)), held)))
    print(f"{len(stream):,} words counted, {len(test):,} held out")
    forms = frequent_forms(stream, vocabulary)
    columns = histories(codes(stream, vocabulary, forms))
    orders = [count(columns, order) for order in range(1, model.ORDER + 1)]
    print(f"{len(forms):,} words, sequences of each length: {[len(order.sequences) for order in orders]}")
    write(orders, forms, given.folder, given.megabytes)
    perplexities(orders, forms, given.folder, codes(test, held, forms))


if __name__ == "__main__":
    main()
