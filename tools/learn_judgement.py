"""Learn when an unknown word is a misspelling, from edited text with and without mended typos put in; write the judge.

    zstdcat corpus.txt.zst | python tools/learn_judgement.py slips.tsv src/prosefix/english/data/spelling

Pages are 25 paragraphs in a row of one source, and with `--manuals` the HTML files of a folder, which have lists, tables
and code as well. Unknown words of pages as they are count as right, but for those that `--slips-in-corpus` lists (a word
a line, judged by hand); real misspellings, put where their words stand, count as wrong, and so do words with two
letters swapped, which a writer's own eye mends before a commit can. One paragraph in fifty (by
CRC-32) and one source of slips in five are held out; with those the reliability is printed. To be run after
`learn_letters.py` and `learn_slips.py`.
"""

import argparse
import random
import re
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from learn_slips import held_out, pairs
from misspell import MODELS
from prosefix.checks.spelling import assessment
from prosefix.checks.spelling.assessment import Doubt
from prosefix.checks.spelling.judgement import FEATURES, Judge
from prosefix.english.lexicon import Lexicon
from prosefix.english.resources import english
from prosefix.english.sentences import split_sentences
from prosefix.english.table import build
from prosefix.english.vocabulary import straighten
from prosefix.page.blocks import read_prose
from prosefix.page.prose import Block, BlockKind
from prosefix.page.source import read_page
from prosefix.rulebook.batch import context_of_pages
from prosefix.rulebook.context import Context
from prosefix.standins import StandInKind, character

SPARSE = {"openjdk-17-doc", "ant-doc", "ffmpeg-doc"}
PER_1000 = 2.0  # misspellings in a thousand words that the judge is to expect
HIDDEN, NETWORKS = 16, 5  # units of a network; networks that start differently and answer together
SWAPPED = 400  # words with two letters swapped
AT_ONCE = 2000  # pages in one table
ALWAYS = 0.12  # share of writers who misspell a word wherever it stands on a page
Floats = NDArray[np.float64]
Page = list[str]
Slips = set[tuple[str, str]]  # typed, intended


def read_pages(lines: Iterable[str], words: int) -> tuple[list[Page], list[Page]]:
    """Pages to learn from and held-out pages, some `words` of each, no source more than a twentieth."""
    drafts: dict[bool, list[tuple[str, Page]]] = {False: [], True: []}
    code, math = character(StandInKind.CODE), character(StandInKind.MATH)
    for line in lines:
        source, _, text = line.rstrip("\n").partition("\t")
        if source.rpartition("/")[2] in SPARSE:
            continue
        some = drafts[zlib.crc32(text.encode()) % 50 == 0]
        if not some or some[-1][0] != source or len(some[-1][1]) == 25:
            some.append((source, []))
        some[-1][1].append(re.sub(r"\bCODE\b", code, re.sub(r"\bMATH\b", math, text)))
    return chosen(drafts[False], words), chosen(drafts[True], words)


def chosen(pages: list[tuple[str, Page]], words: int) -> list[Page]:
    random.shuffle(pages)
    per_source: dict[str, int] = defaultdict(int)
    result, total = [], 0
    for source, page in pages:
        size = sum(text.count(" ") + 1 for text in page)
        if per_source[source] < words / 20 and total < words:
            per_source[source] += size
            total += size
            result.append(page)
    return result


def context(pages: list[Page]) -> Context:
    blocks, page_of, at = [], [], 0
    for number, page in enumerate(pages):
        for text in page:
            blocks.append(Block(BlockKind.PARAGRAPH, at, at + len(text), "en", quoted=False, spelled=True, path="p"))
            page_of.append(number)
            at += len(text) + 1
    known = english()
    table = build("".join(f"{text}\n" for page in pages for text in page), known.vocabulary)
    split_sentences(table)
    return Context(table, known, (), (), blocks, page_of)


def unknown_words(pages: list[Page], listed: set[str]) -> list[Doubt]:
    """The doubts over words of pages as they are."""
    contexts = (context(pages[at : at + AT_ONCE]) for at in range(0, len(pages), AT_ONCE))
    return [doubt for given in contexts for doubt in in_doubt(given, listed)]


def in_doubt(given: Context, listed: set[str]) -> list[Doubt]:
    return [doubt for doubt in assessment.assess(given) if straighten(doubt.word).lower() not in listed]


def unknown_in_manuals(folder: Path, listed: set[str]) -> Iterator[Doubt]:
    """The doubts over words of the HTML files in a folder."""
    batch, size = [], 0
    paths = sorted(folder.rglob("*.html"))
    for path in paths:
        batch.append(read_prose(read_page(path)))
        size += len(batch[-1].plain)
        if size > 1_000_000 or path == paths[-1]:
            yield from in_doubt(context_of_pages(batch), listed)
            batch, size = [], 0


def count_words(pages: list[Page]) -> int:
    return sum(text.count(" ") + 1 for page in pages for text in page)


def spoil(pages: list[Page], slips: set[tuple[str, str]], times: int) -> tuple[list[Page], dict[tuple[int, str], str]]:
    """The pages with each (typed, intended) put in up to `times` times, three a page at most; what was put in, by page."""
    places = defaultdict(list)
    for number, page in enumerate(pages):
        for at, text in enumerate(page):
            for match in re.finditer(r"[A-Za-z']+(?= ([a-z]+))?", text):
                places[match[0].lower()].append((number, at, *match.span()))
                if match[1]:
                    places[f"{match[0]} {match[1]}".lower()].append((number, at, match.start(), match.end(1)))
    spoilt: dict[tuple[int, int], tuple[int, int, str]] = {}
    put_in: dict[tuple[int, str], str] = {}
    on_page: dict[int, int] = defaultdict(int)
    for typed, intended in sorted(slips):
        found = places.get(intended, [])
        fit = [place for place in found if on_page[place[0]] < 3]
        for place in random.sample(fit, min(times, len(fit))):
            number = place[0]
            everywhere = random.random() < ALWAYS
            for n, at, start, end in found if everywhere else [place]:
                if n == number and (n, at) not in spoilt:
                    spoilt[n, at] = (start, end, worn(typed, pages[n][at][start:end]))
                    put_in[n, typed] = intended
            on_page[number] += 1
    result = [[*page] for page in pages]
    for (number, at), (start, end, typed) in spoilt.items():
        text = result[number][at]
        result[number][at] = text[:start] + typed + text[end:]
    return result, put_in


def swapped(pages: list[Page], number: int) -> set[tuple[str, str]]:
    """(typed, intended) of words as common as they are in the pages, two letters of each swapped, never the first."""
    lexicon, found = Lexicon.open(), set[tuple[str, str]]()
    while len(found) < number:
        words = re.findall(r"[a-z]{4,}", random.choice(random.choice(pages)))
        if words and lexicon.row(word := random.choice(words)) >= 0:
            typed = MODELS["swapped"](word, random.randrange(2, len(word)))
            if lexicon.row(typed) < 0:
                found.add((typed, word))
    return found


def worn(typed: str, old: str) -> str:
    if len(old) > 1 and old.isupper():
        return typed.upper()
    return typed[0].upper() + typed[1:] if old[0].isupper() else typed


def examples(pages: list[Page], put_in: dict[tuple[int, str], str]) -> tuple[list[Doubt], list[str]]:
    """The doubts over words that were put in, and what each stands for."""
    given = context(pages)
    found = [
        (d, put_in.get((given.page_of[given.table.block[d.row]], straighten(d.word).lower())))
        for d in assessment.assess(given)
    ]
    return [d for d, intended in found if intended], [intended for _, intended in found if intended]


def rows(doubts: list[Doubt]) -> Floats:
    return np.array([doubt.features for doubt in doubts], dtype=np.float64)


def train(features: Floats, wrong: Floats, weight: Floats) -> dict[str, Floats]:
    """The layers of several networks as one: its score is the mean of theirs, which one of them alone strays from."""
    trained = [train_one(features, wrong, weight, seed) for seed in range(NETWORKS)]
    return {
        "mean": trained[0]["mean"],
        "scale": trained[0]["scale"],
        "inner": np.concatenate([layers["inner"] for layers in trained], axis=1),
        "inner_bias": np.concatenate([layers["inner_bias"] for layers in trained]),
        "outer": np.concatenate([layers["outer"] for layers in trained]) / NETWORKS,
        "bias": np.mean([layers["bias"] for layers in trained], axis=0),
    }


def train_one(features: Floats, wrong: Floats, weight: Floats, seed: int, rounds: int = 800) -> dict[str, Floats]:
    """The layers that give the least weighted cross-entropy (Adam's steps, weights drawn towards 0)."""
    chance = np.random.default_rng(seed)
    mean, scale = features.mean(axis=0), np.maximum(features.std(axis=0), 1e-2)
    given = (features - mean) / scale
    layers = {
        "inner": chance.normal(0, 0.3, (len(FEATURES), HIDDEN)),
        "inner_bias": np.zeros(HIDDEN),
        "outer": chance.normal(0, 0.3, HIDDEN),
        "bias": np.zeros(1),
    }
    first = {name: np.zeros_like(layer) for name, layer in layers.items()}
    second = {name: np.zeros_like(layer) for name, layer in layers.items()}
    weight = weight / weight.sum()
    for step in range(rounds):
        inner = np.tanh(given @ layers["inner"] + layers["inner_bias"])
        judged = 1 / (1 + np.exp(-(inner @ layers["outer"] + layers["bias"])))
        error = weight * (judged - wrong)
        back = error[:, None] * layers["outer"] * (1 - inner * inner)
        slopes = {
            "inner": given.T @ back,
            "inner_bias": back.sum(axis=0),
            "outer": inner.T @ error,
            "bias": error.sum(keepdims=True),
        }
        rate = 0.02 * (1 - step / rounds) + 0.0005
        for name, slope in slopes.items():
            slope = slope + 1e-4 * layers[name]
            first[name] = 0.9 * first[name] + 0.1 * slope
            second[name] = 0.99 * second[name] + 0.01 * slope * slope
            layers[name] = layers[name] - rate * first[name] / (np.sqrt(second[name]) + 1e-9)
    return {**layers, "mean": mean, "scale": scale}


def reliability(sure: Floats, right: NDArray[np.bool_], weight: Floats) -> None:
    """How often findings of each confidence are right, weighted to the expected rate of misspellings."""
    for low, high in (
        (0, 0.1),
        (0.1, 0.3),
        (0.3, 0.5),
        (0.5, 0.7),
        (0.7, 0.9),
        (0.9, 0.95),
        (0.95, 0.98),
        (0.98, 1.01),
    ):
        here = (sure >= low) & (sure < high)
        if here.any():
            print(
                f"| {low:.2f} to {min(high, 1):.2f} | {here.sum()} | {np.average(right[here], weights=weight[here]):.3f} |"
            )


def show(doubts: list[Doubt], given: Context, judge: Judge, most: int) -> None:
    """Print the unknown words that are judged likeliest to be wrong."""
    judged, table = judge.probability(rows(doubts)), given.table
    for at in np.argsort(-judged)[:most].tolist():
        d = doubts[at]
        around = table.text[table.start[max(0, d.row - 6)] : table.end[min(len(table) - 1, d.row + 6)]]
        print(f"{judged[at]:.2f}\t{d.word}\t{d.best.option.text}\t{around!r}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("slips", type=Path)
    options.add_argument("folder", type=Path)
    options.add_argument("--slips-in-corpus", type=Path)
    options.add_argument("--manuals", type=Path)
    options.add_argument("--words", type=int, default=4_000_000)
    options.add_argument(
        "--show", type=int, default=0, help="print so many of the unknown words judged wrong in held-out text"
    )
    given = options.parse_args()
    random.seed(3)
    doubt_everything(given.folder)
    listed = words_of(given.slips_in_corpus) if given.slips_in_corpus else set()
    learnt, unseen = slips_of(given.slips)
    pages, held_pages = read_pages(sys.stdin, given.words)
    learn(given.folder, pages, learnt, listed, given.manuals)
    measure(Judge.open(given.folder / "judge.npz"), held_pages, unseen, listed, given.show)


def doubt_everything(folder: Path) -> None:
    """Write a judge to which every suspect is in doubt, so that all of them are seen."""
    blank = {
        "inner": np.zeros((len(FEATURES), 1)),
        "inner_bias": np.zeros(1),
        "outer": np.zeros(1),
        "bias": np.zeros(1),
    }
    np.savez(folder / "judge.npz", **blank, mean=np.zeros(len(FEATURES)), scale=np.ones(len(FEATURES)))


def words_of(path: Path) -> set[str]:
    return {line for line in path.read_text("utf-8").splitlines() if line[:1] != "#"}


def slips_of(path: Path) -> tuple[Slips, Slips]:
    """People's slips as (typed, intended), those to learn from and those of other sources to measure with."""
    with path.open(encoding="utf-8") as lines:
        slips = [
            (held_out(s.source), straighten(s.typed).lower(), straighten(s.intended).lower())
            for s in pairs(lines, Lexicon.open())
        ]
    learnt = {(typed, intended) for held, typed, intended in slips if not held}
    return learnt, {(typed, intended) for held, typed, intended in slips if held} - learnt


def learn(folder: Path, pages: list[Page], learnt: Slips, listed: set[str], manuals: Path | None) -> None:
    """Learn the judge from unknown words of `pages` and `manuals`, and slips put into some of the pages."""
    clean = unknown_words(pages, listed)
    if manuals:
        clean += unknown_in_manuals(manuals, listed)
    part = pages[: len(pages) * 2 // 5]  # enough places for the slips
    spoilt, put_in = spoil(part, learnt | swapped(part, SWAPPED), 2)
    faulty, _ = examples(spoilt, put_in)
    rate = len(faulty) / count_words(part) * 1000
    print(f"{count_words(pages):,} words and manuals: {len(clean)} unknown words, {len(faulty)} slips put in")
    weight = np.concatenate([np.full(len(faulty), PER_1000 / rate), np.ones(len(clean))])
    layers = train(
        np.concatenate([rows(faulty), rows(clean)]),
        np.concatenate([np.ones(len(faulty)), np.zeros(len(clean))]),
        weight,
    )
    np.savez(folder / "judge.npz", **{name: layer.astype(np.float32) for name, layer in layers.items()})


def measure(judge: Judge, held_pages: list[Page], unseen: Slips, listed: set[str], most: int) -> None:
    """Print what each threshold would report in pages that were not learnt from, and how sure findings are right."""
    held_context = context(held_pages)
    held_clean = in_doubt(held_context, listed)
    spoilt, put_in = spoil(held_pages, unseen, 3)
    faulty, intended = examples(spoilt, put_in)
    false, true = judge.probability(rows(held_clean)), judge.probability(rows(faulty))
    right = np.array([d.best.option.text.lower() == word for d, word in zip(faulty, intended, strict=True)])
    thousands = count_words(held_pages) / 1000
    print(
        f"held out: {thousands:,.0f} thousand words, {len(false)} unknown words, {len(true)} slips put in, first option right {right.mean():.1%}"
    )
    for least in (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        print(
            f"reported from {least}: {(false >= least).sum() / thousands:.2f} per thousand words, {(true >= least).mean():.1%} of slips"
        )
    sure = np.concatenate(
        [true * np.array([d.best.share for d in faulty]), false * np.array([d.best.share for d in held_clean])]
    )
    weights = np.concatenate([np.full(len(true), PER_1000 * thousands / len(true)), np.ones(len(false))])
    print("| confidence | findings | right |\n| --- | --- | --- |")
    reliability(sure, np.concatenate([right, np.zeros(len(false), dtype=np.bool_)]), weights)
    show(held_clean, held_context, judge, most)


if __name__ == "__main__":
    main()
