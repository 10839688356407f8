"""Measures sentence boundaries against treebanks.

Usage: python tools/measure_sentences.py TREEBANK.conllu…
The treebank's paragraphs are the blocks. It also splits at headings and lines that it does not mark as paragraphs, which
nothing in the text shows; precision says more here than recall.
"""

import sys
from pathlib import Path

import numpy as np

import treebank
from prosefix.english.sentences import split_sentences


def paragraphs(sentences: list[treebank.Sentence]) -> list[list[treebank.Sentence]]:
    groups: list[list[treebank.Sentence]] = []
    for sentence in sentences:
        if sentence.opens or not groups:
            groups.append([])
        groups[-1].append(sentence)
    return groups


def main(paths: list[str]) -> None:
    for path in map(Path, paths):
        laid = treebank.lay(paragraphs(list(treebank.read(path))))
        table = laid.table
        split_sentences(table)
        inside = (table.word[1:] != 0) & (table.word[:-1] != 0)
        of_row = np.where(laid.token_of_row >= 0, laid.sentence_of_token[laid.token_of_row], -1)
        gold = (of_row[1:] != of_row[:-1]) & inside
        given = (table.sentence[1:] != table.sentence[:-1]) & inside
        right = int((gold & given).sum())
        precision, recall = 100 * right / max(1, int(given.sum())), 100 * right / max(1, int(gold.sum()))
        print(
            f"{path.stem}: {int(gold.sum())} boundaries inside paragraphs, precision {precision:.1f}, recall {recall:.1f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
