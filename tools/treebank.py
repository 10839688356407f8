"""Reads Universal Dependencies treebanks (CoNLL-U) and lays their tokens over the rows of a word table.

The other tools train and measure with it; it knows file formats and alignment, and nothing of models.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags
from prosefix.english.table import BLOCK_END, WordTable, build
from prosefix.english.vocabulary import Kind, Vocabulary


@dataclass(slots=True)
class Token:
    """One syntactic word of a treebank. `head` counts tokens of the sentence from 0; -1 is the root's."""

    form: str
    tag: str
    coarse: str  # the universal part of speech
    head: int
    relation: str
    features: str
    space: bool  # white space follows


@dataclass(slots=True)
class Sentence:
    """`opens` says that a paragraph of the document begins here."""

    tokens: list[Token]
    opens: bool


def read(path: Path) -> Iterator[Sentence]:
    """The sentences of a CoNLL-U file. Empty nodes are left out; multiword tokens give their space to the last word."""
    for chunk in path.read_text("utf-8").split("\n\n"):
        lines = chunk.split("\n")
        tokens: list[Token] = []
        last_of_multiword: dict[str, bool] = {}
        for line in lines:
            columns = line.split("\t")
            if len(columns) < 10 or "." in columns[0]:
                continue
            space = "SpaceAfter=No" not in columns[9]
            if "-" in columns[0]:
                first, last = columns[0].split("-")
                last_of_multiword.update({str(n): False for n in range(int(first), int(last))} | {last: space})
                continue
            space = last_of_multiword.get(columns[0], space)
            tokens.append(Token(columns[1], columns[4], columns[3], int(columns[6]) - 1, columns[7], columns[5], space))
        if tokens:
            yield Sentence(tokens, any(line.startswith(("# newpar", "# newdoc")) for line in lines))


@dataclass(slots=True)
class Laid:
    """Sentences as a word table, with each token's first and last row and each row's token.

    `token_of_row` is -1 for sentinels; a row that covers several tokens belongs to the first of them.
    `sentence_of_token` numbers sentences, `offset` is the number of a sentence's first token.
    """

    table: WordTable
    tokens: list[Token]
    first_row: NDArray[np.int32]
    last_row: NDArray[np.int32]
    token_of_row: NDArray[np.int32]
    sentence_of_token: NDArray[np.int32]
    offset: NDArray[np.int32]

    def gold(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Each row's tag code, and whether row and token are the same stretch of text.

        The parts of a token that the table splits at hyphens keep its tag, and the hyphens are HYPH; a clitic that the
        treebank has not split off (`it's` for `its`) gets no tag.
        """
        codes = np.array([tags.CODE.get(token.tag, tags.NONE) for token in self.tokens], dtype=np.uint8)
        rows = np.where(self.token_of_row >= 0, codes[self.token_of_row], tags.NONE).astype(np.uint8)
        pieces = np.bincount(self.token_of_row[self.token_of_row >= 0], minlength=len(self.tokens))
        covered = np.bincount(self.first_row, minlength=len(rows))
        same = (self.token_of_row >= 0) & (pieces[self.token_of_row] == 1) & (covered == 1) & (rows != tags.NONE)
        hyphens = np.array([word in {"-", "–"} for word in self.table.vocabulary.words])[self.table.word]
        rows[hyphens & (self.token_of_row >= 0) & ~same] = tags.CODE["HYPH"]
        rows[(self.table.kind == Kind.CLITIC) & (self.token_of_row >= 0) & ~same] = tags.NONE
        return rows, same


def lay(groups: Iterable[Sequence[Sentence]], vocabulary: Vocabulary | None = None) -> Laid:
    """The word table in which each group of sentences is a block, and the tokens laid over its rows."""
    pieces: list[str] = []
    tokens: list[Token] = []
    spans: list[tuple[int, int]] = []
    sentence_of: list[int] = []
    offset: list[int] = []
    at = number = 0
    for group in groups:
        for sentence in group:
            offset.append(len(tokens))
            for token in sentence.tokens:
                form = token.form.replace(BLOCK_END, " ")
                spans.append((at, at + len(form)))
                pieces.append(form + (" " if token.space else ""))
                at += len(pieces[-1])
                tokens.append(token)
                sentence_of.append(number)
            if not sentence.tokens[-1].space:
                pieces.append(" ")
                at += 1
            number += 1
        pieces.append(BLOCK_END)
        at += 1
    table = build("".join(pieces), vocabulary or Vocabulary())
    return Laid(
        table, tokens, *_align(table, np.array(spans)), np.array(sentence_of, np.int32), np.array(offset, np.int32)
    )


def _align(
    table: WordTable, spans: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    real = np.flatnonzero(table.kind != Kind.SENTINEL)
    start, end = table.start[real], table.end[real]
    first = real[np.minimum(np.searchsorted(end, spans[:, 0], side="right"), len(real) - 1)]
    last = real[np.maximum(np.searchsorted(start, spans[:, 1], side="left") - 1, 0)]
    of_row = np.full(len(table), -1, dtype=np.int32)
    of_row[real] = np.searchsorted(spans[:, 1], start, side="right")
    return first.astype(np.int32), last.astype(np.int32), of_row
