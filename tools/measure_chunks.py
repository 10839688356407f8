"""Measures noun phrases' number and verbs' subjects against the dependencies of a treebank.

Usage: python tools/measure_chunks.py TREEBANK.conllu… [--gold]
With --gold the treebank's own tags are used in place of the tagger's.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np

import treebank
from prosefix.english import tags
from prosefix.english.chunks import Chunks, How, Number, chunk
from prosefix.english.lexicon import Lexicon
from prosefix.english.sentences import split_sentences
from prosefix.english.table import WordTable
from prosefix.english.tagger import Tagger

_INNER = {"compound", "flat", "fixed", "goeswith", "list", "dep"}
_FINITE = {"VBZ", "VBP", "VBD", "MD"}
_NUMBER = {"Number=Sing": Number.SINGULAR, "Number=Plur": Number.PLURAL}


def number_of(token: treebank.Token) -> int:
    return next((n for feature, n in _NUMBER.items() if feature in token.features.split("|")), Number.UNKNOWN)


def gold_heads(laid: treebank.Laid) -> list[int]:
    """The tokens that are nouns and head of their phrase, possessors and the parts of names and compounds left out."""
    return [
        n for n, token in enumerate(laid.tokens)
        if token.coarse in {"NOUN", "PROPN"} and token.relation != "nmod:poss"
        and token.relation.split(":")[0] not in _INNER and number_of(token)
    ]  # fmt: skip


def gold_subjects(laid: treebank.Laid) -> dict[int, set[int]]:
    """For each finite verb's token the tokens that may count as its subject's head.

    A copula's or auxiliary's subject is that of the word it belongs to; a relative pronoun stands for its antecedent,
    and so does the nearest noun of the antecedent's phrase when several nest; a conjoined verb without a subject takes
    the first verb's.
    """
    children: dict[int, list[int]] = {}
    for n, token in enumerate(laid.tokens):
        if token.head >= 0:
            children.setdefault(laid.offset[laid.sentence_of_token[n]] + token.head, []).append(n)
    result = {}
    for n, token in enumerate(laid.tokens):
        if token.tag not in _FINITE:
            continue
        offset = laid.offset[laid.sentence_of_token[n]]
        at = offset + token.head if token.relation.split(":")[0] in {"aux", "cop"} and token.head >= 0 else n
        for _ in range(3):
            found = [
                c for c in children.get(at, []) if laid.tokens[c].relation.split(":")[0] in {"nsubj", "csubj", "expl"}
            ]
            if found or laid.tokens[at].relation != "conj":
                break
            at = offset + laid.tokens[at].head
        if not found:
            continue
        subject = found[0]
        accepted = set(found)
        if "PronType=Rel" in laid.tokens[subject].features and laid.tokens[at].relation == "acl:relcl":
            accepted.add(offset + laid.tokens[at].head)
            accepted.add(subject)
        result[n] = accepted
    return result


def clashes(table: WordTable, chunks: Chunks, how: int) -> str:
    """How often a present verb of a text without mistakes does not have the number of the subject given."""
    present = (table.tag == tags.CODE["VBZ"]) | (table.tag == tags.CODE["VBP"])
    at = np.flatnonzero(present & (chunks.how == how) & (chunks.subject_number != Number.UNKNOWN))
    wanted = np.where(table.tag[at] == tags.CODE["VBZ"], Number.SINGULAR, Number.PLURAL)
    wrong = int((chunks.subject_number[at] != wanted).sum())
    return f"{len(at)} present verbs with a number, {wrong} clash"


def measure(laid: treebank.Laid, chunks: Chunks, show: int) -> None:
    measure_heads(laid, chunks)
    measure_subjects(laid, chunks, show)


def measure_heads(laid: treebank.Laid, chunks: Chunks) -> None:
    """How many heads of noun phrases are found, and with the right number."""
    heads = gold_heads(laid)
    rows = laid.last_row[heads]
    gold = np.array([number_of(laid.tokens[n]) for n in heads])
    names = {
        laid.offset[laid.sentence_of_token[n]] + token.head
        for n, token in enumerate(laid.tokens)
        if token.relation == "flat"
    }
    named = np.array([n in names for n in heads])  # a treebank's head of a name is its first word
    found = (chunks.head[rows] == rows) | (named & (chunks.start[rows] >= 0))
    number = chunks.number[rows]
    print(f"  noun phrase heads {len(heads)}: found {100 * found.mean():.1f}, number right {100 * (found & (number == gold)).mean():.1f}, "
          f"wrong {100 * (found & (number != gold) & (number != 0)).mean():.1f}, unknown {100 * (found & (number == 0)).mean():.1f}")  # fmt: skip


def measure_subjects(laid: treebank.Laid, chunks: Chunks, show: int) -> None:
    """How many subjects of finite verbs are found, by the way in which they were; `show` wrong ones are printed."""
    subjects = gold_subjects(laid)
    right, total, wrong = Counter(), Counter(), []
    verbs = {int(laid.first_row[n]): n for n, t in enumerate(laid.tokens) if t.tag in _FINITE}
    for row, n in verbs.items():
        how = How(chunks.how[row])
        total[how] += 1
        accepted = {int(laid.last_row[s]) for s in subjects.get(n, ())}
        if how is How.NONE:
            right[how] += not accepted
        elif _names(chunks, int(chunks.subject[row]), accepted):
            right[how] += 1
        else:
            wrong.append((how, row, accepted))
    with_subject = [n for n in subjects if int(laid.first_row[n]) in verbs]
    hit = sum(right[how] for how in How if how is not How.NONE)
    given = sum(total[how] for how in How if how is not How.NONE)
    print(
        f"  finite verbs with a subject {len(with_subject)}: found {100 * hit / len(with_subject):.1f}, precision {100 * hit / given:.1f}"
    )
    for how in How:
        share = 100 * right[how] / max(1, total[how])
        print(f"    {how.name:13} {total[how]:5} right {share:.1f}; {clashes(laid.table, chunks, how)}")
    for how, row, accepted in wrong[:: max(1, len(wrong) // max(1, show))][:show]:
        print_wrong(laid.table, int(chunks.subject[row]), how, row, accepted)


def _names(chunks: Chunks, subject: int, accepted: Iterable[int]) -> bool:
    """Whether the phrase round the row `subject` holds an accepted head."""
    return any(chunks.start[subject] <= row <= chunks.end[subject] or subject == row for row in accepted)


def print_wrong(table: WordTable, subject: int, how: How, row: int, accepted: Iterable[int]) -> None:
    text = table.text[max(0, table.start[row] - 90) : table.end[row] + 20].replace("\n", "¶")
    verb, given = table.written(row, row), table.written(subject, subject)
    print(f"    {how.name} | {text} | verb {verb} | given {given} | gold {[table.written(r, r) for r in accepted]}")


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("treebanks", type=Path, nargs="+")
    arguments.add_argument("--gold", action="store_true")
    arguments.add_argument("--data", type=Path)
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    lexicon = Lexicon.open()
    tagger = None if options.gold else Tagger.open(lexicon, options.data) if options.data else Tagger.open(lexicon)
    for path in options.treebanks:
        laid = treebank.lay([[sentence] for sentence in treebank.read(path)])
        if tagger is None:
            laid.table.tag[:] = laid.gold()[0]
        else:
            tagger.tag(laid.table)
        split_sentences(laid.table)
        print(path.name)
        measure(laid, chunk(laid.table), options.show)


if __name__ == "__main__":
    main()
