"""Measures the shipped tagger: on treebanks, on sentences with mistakes put in, and its speed.

Usage: python tools/measure_tagger.py TREEBANKS [CORPUS.txt]
TREEBANKS is a folder of en_*.conllu files; CORPUS a text of one paragraph a line, for the speed.
"""

import argparse
import random
import time
from collections import Counter
from pathlib import Path

import numpy as np

import treebank
from corrupt import Corrupter
from prosefix.english import tags
from prosefix.english.lexicon import Lexicon
from prosefix.english.table import BLOCK_END, build
from prosefix.english.tagger import Tagger
from prosefix.english.vocabulary import Kind, Vocabulary

RUNS = 7
FINE = ("ewt-dev", "gum-dev", "ewt-test", "gum-test", "pud-test")
_COARSE = {
    "NNP": "PROPN", "NNPS": "PROPN", "NN": "NOUN", "NNS": "NOUN", "JJ": "ADJ", "CC": "CCONJ", "CD": "NUM", "UH": "INTJ",
    "IN": "ADP", "RP": "ADP", "DT": "DET", "PDT": "DET", "PRP$": "PRON", "PRP": "PRON", "EX": "PRON", "MD": "AUX",
    "RB": "ADV", "WRB": "ADV", "TO": "PART", "POS": "PART", "WP": "PRON", "WDT": "PRON",
}  # fmt: skip


def agreement(laid: treebank.Laid) -> tuple[float, float]:
    """The share of right tags over rows that are a token each, and over all tokens by the last word row of each."""
    gold, same = laid.gold()
    codes = np.array([tags.CODE[token.tag] for token in laid.tokens])
    by_token = laid.table.tag[word_rows(laid)] == codes
    return float((laid.table.tag[same] == gold[same]).mean()), float(by_token.mean())


def word_rows(laid: treebank.Laid) -> np.ndarray:
    """Each token's last row that is not a mark, so that `Dr.` has the tag of `Dr`; the last row where all are marks."""
    rows, mark = laid.last_row.copy(), laid.table.kind == Kind.PUNCTUATION
    for _ in range(6):
        back = mark[rows] & (rows > laid.first_row)
        rows = np.where(back, rows - 1, rows)
    return np.where(mark[rows], laid.last_row, rows)


def coarse_agreement(laid: treebank.Laid) -> float:
    """The share of words whose universal part of speech follows from the tag, for a treebank without Penn tags."""
    right = []
    for token, row in zip(laid.tokens, laid.last_row, strict=True):
        tag = tags.TAGS[laid.table.tag[row]]
        made = next(
            (_COARSE[tag[:n]] for n in (4, 3, 2) if tag[:n] in _COARSE), "VERB" if tag.startswith("VB") else "X"
        )
        same = {"AUX": "VERB", "SCONJ": "ADP", "DET": "PRON", "NOUN": "NOUN", "PROPN": "NOUN"}
        if token.coarse not in {"PUNCT", "SYM", "X"}:
            right.append(same.get(made, made) == same.get(token.coarse, token.coarse))
    return sum(right) / len(right)


def faulty(sentences: list[treebank.Sentence], count: int) -> tuple[list[treebank.Sentence], list[set[int]]]:
    """`count` sentences with mistakes, and which of their tokens are not those of the sentence before."""
    rng = random.Random(20)
    corrupter = Corrupter(rng)
    result, changed = [], []
    while len(result) < count:
        sentence = rng.choice(sentences)
        made = corrupter.corrupt(sentence)
        if made is not sentence:
            kept = {id(token) for token in sentence.tokens}
            result.append(made)
            changed.append({n for n, token in enumerate(made.tokens) if id(token) not in kept})
    return result, changed


def measure_faulty(tagger: Tagger, sentences: list[treebank.Sentence]) -> None:
    made, changed = faulty(sentences, 2000)
    laid = treebank.lay([[s] for s in made])
    tagger.tag(laid.table)
    gold, same = laid.gold()
    right = laid.table.tag[laid.last_row] == np.array([tags.CODE[token.tag] for token in laid.tokens])
    at = np.concatenate([laid.offset[n] + np.array(sorted(c), dtype=int) for n, c in enumerate(changed)])
    print(f"2,000 faulty sentences: rows {100 * (laid.table.tag[same] == gold[same]).mean():.2f}, "
          f"the faulty words alone {100 * right[at].mean():.2f}")  # fmt: skip


def measure_speed(tagger: Tagger, path: Path) -> None:
    """Rows a second of processor time, the best of `RUNS` runs."""
    lines = path.read_text("utf-8").split("\n")[:4000]
    text = "".join(line + BLOCK_END for line in lines)
    best = {"words not met before": float("inf"), "words met before": float("inf")}
    for _ in range(RUNS):
        vocabulary = Vocabulary()
        for state, least in best.items():
            table = build(text, vocabulary)
            began = time.process_time()
            tagger.tag(table)
            best[state] = min(least, time.process_time() - began)
    for state, seconds in best.items():
        print(f"{len(table)} rows, {len(vocabulary)} distinct, {state}: {len(table) / seconds:,.0f} a second")


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("corpus", type=Path, nargs="?")
    arguments.add_argument("--data", type=Path)
    arguments.add_argument("--confusions", action="store_true")
    options = arguments.parse_args()
    lexicon = Lexicon.open()
    tagger = Tagger.open(lexicon, options.data) if options.data else Tagger.open(lexicon)
    tested: list[treebank.Sentence] = []
    for name in FINE:
        sentences = list(treebank.read(options.treebanks / f"en_{name}.conllu"))
        laid = treebank.lay([[s] for s in sentences])
        tagger.tag(laid.table)
        rows, tokens = agreement(laid)
        print(f"{name}: rows {100 * rows:.2f}, tokens {100 * tokens:.2f}")
        if name in {"ewt-test", "gum-test"}:
            tested += sentences
        if options.confusions:
            gold, same = laid.gold()
            wrong = np.flatnonzero(same & (gold != laid.table.tag))
            print(Counter((tags.TAGS[gold[n]], tags.TAGS[laid.table.tag[n]]) for n in wrong).most_common(20))
    laid = treebank.lay([[s] for s in treebank.read(options.treebanks / "en_ctetex-test.conllu")])
    tagger.tag(laid.table)
    print(f"ctetex-test, coarse: {100 * coarse_agreement(laid):.2f}")
    measure_faulty(tagger, tested)
    if options.corpus:
        measure_speed(tagger, options.corpus)


if __name__ == "__main__":
    main()
