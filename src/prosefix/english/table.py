"""The word table: a row for every word, number, punctuation mark and stand-in of a batch of text, in columns.

It owns how plain text falls into rows and nothing else; tags, sentences and chunks are columns that others fill.
"""

import re
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from prosefix.english import tags
from prosefix.english.stretches import Stretches
from prosefix.english.vocabulary import Vocabulary
from prosefix.standins import CHARACTERS

PAD = 8  # sentinel rows before the first and after the last word, so that rules may look that far either way
BLOCK_END = "\n"  # ends every block in a batch's text, and stands nowhere else in it
LINE_BREAK = "\u2028"  # a <br> inside a block

_APOSTROPHE = "'’ʼ＇"
_LETTERS = r"[^\W\d_]"
_ADDRESS = (
    r"(?:https?|ftp|file|urn|mailto|data|javascript):[^\s<>\"”]*[^\s<>\"”.,;:!?)\]'’]"
    r"|www\.[^\s<>\"”]*[^\s<>\"”.,;:!?)\]'’]"
    r"|[\w.+-]{1,64}+@[\w-]+(?:\.[\w-]+)+"
)
# Joined by what identifiers, paths and versions are joined by; a sentence's full stop is not part of it. What is looked
# for at every word has a length, since a chain without white space may be a page long.
_IDENTIFIER = (
    r"[@#]\w[\w-]*"
    r"|(?:[\w-]{1,100})?(?:::|->|(?<=\w)\.(?=\w)|_|\\|/(?=\w+[._/]\w))[\w.:\\/_>-]{0,200}\w(?:\(\))?"
    r"|\w+\(\)"
    r"|--?[a-z][\w-]{0,100}(?==)"
)
_TOKEN = re.compile(
    rf"(?P<standin>[{CHARACTERS}])"
    rf"|(?P<address>{_ADDRESS})"
    r"|(?P<abbreviation>(?:[A-Za-z]\.){2,}|(?:[eE]\.g|[iI]\.e)\b)"
    r"|(?P<number>\d+(?:[.,:]\d+)*(?:%|(?:st|nd|rd|th|s)\b)?(?![\w]))"
    rf"|(?P<identifier>{_IDENTIFIER})"
    rf"|(?P<word>(?:{_LETTERS}|[\u0300-\u036f]){{1,60}}?(?=n[{_APOSTROPHE}]t\b)|n[{_APOSTROPHE}]t\b"
    rf"|[{_APOSTROPHE}](?:s|re|ve|ll|d|m)\b"
    rf"|\w+(?:[{_APOSTROPHE}](?!(?:s|re|ve|ll|d|m|S|RE|VE|LL|D|M)\b){_LETTERS}+)*)"
    r"|(?P<end>\n)"
    r"|(?P<mark>\.\.\.+|--+|``|''|[^\s\w])"
)


_STRETCHES: WeakKeyDictionary[Vocabulary, Stretches] = WeakKeyDictionary()


@dataclass(slots=True)
class WordTable:
    """Columns of equal length, a row a word. Offsets are code points into `text`.

    Sentinel rows stand between blocks and, `PAD` of them, at both ends: their word id is 0 and no rule's word.
    """

    text: str
    vocabulary: Vocabulary
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    word: NDArray[np.int32]  # id in the vocabulary, as written
    space: NDArray[np.bool_]  # white space before the row, or the start of a block
    block: NDArray[np.int32]  # number of the block in the batch
    sentence: NDArray[np.int32]  # number of the sentence in the batch; filled by `sentences`
    tag: NDArray[np.uint8]  # code in `tags.TAGS`; filled by the tagger
    probability: NDArray[np.float32]  # the tagger's, of that tag

    def __len__(self) -> int:
        return len(self.word)

    @property
    def kind(self) -> NDArray[np.uint8]:
        return self.vocabulary.kind[self.word]

    @property
    def shape(self) -> NDArray[np.uint8]:
        return self.vocabulary.shape[self.word]

    @property
    def lower(self) -> NDArray[np.int32]:
        """Ids of the lower-case forms."""
        return self.vocabulary.lower[self.word]

    def kind_at(self, row: int) -> int:
        """The kind of one row, without the column of all."""
        return int(self.vocabulary.kind[self.word[row]])

    def lower_at(self, row: int) -> int:
        """The id of one row's lower-case form, without the column of all."""
        return int(self.vocabulary.lower[self.word[row]])

    def written(self, first: int, last: int) -> str:
        """The text from row `first` to row `last`, both included."""
        return self.text[self.start[first] : self.end[last]]


def build(text: str, vocabulary: Vocabulary) -> WordTable:
    """The word table of `text`, in which every block ends with `BLOCK_END`. Tags and sentences are not yet filled."""
    if vocabulary not in _STRETCHES:
        _STRETCHES[vocabulary] = Stretches(_TOKEN)
    rows = _STRETCHES[vocabulary].rows(text, vocabulary)
    start, end, word = (
        np.pad(column, PAD, constant_values=(0, past))
        for column, past in zip(rows, (len(text), len(text), 0), strict=True)
    )
    sentinel = word == 0
    space = np.ones(len(word), dtype=np.bool_)
    space[1:] = (start[1:] > end[:-1]) | sentinel[:-1]
    block = np.cumsum(sentinel, dtype=np.int32) - sentinel - PAD
    return WordTable(
        text, vocabulary, start, end, word, space, block.astype(np.int32),
        sentence=np.zeros(len(word), dtype=np.int32),
        tag=np.full(len(word), tags.NONE, dtype=np.uint8),
        probability=np.zeros(len(word), dtype=np.float32),
    )  # fmt: skip


def tokens_of(text: str) -> list[str]:
    """The rows that `text` falls into, as written."""
    return [match.group() for match in _TOKEN.finditer(text)]
