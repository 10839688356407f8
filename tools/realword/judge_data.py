"""Gather what the judge learns from: `python judge_data.py WORK SLIPS [--without SOURCE …] [--copies N]`.

Held-out text, as it is and with mistakes put in, and writers' own changes before and after, all seen through the
package itself. An entry is labelled 1 where it mends a mistake, 2 where it is beside one, 0 elsewhere.
"""

import argparse
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from mistakes import Mistake, Writer
from numpy.typing import NDArray
from slips import Slip, pairs_of, read_slips

from prosefix.checks.realword.confusions import Relation
from prosefix.checks.realword.detection import model
from prosefix.checks.realword.evidence import measure
from prosefix.checks.realword.places import standing_alone
from prosefix.checks.realword.suspects import Suspects, find_suspects
from prosefix.english.chunks import chunk
from prosefix.english.resources import english
from prosefix.english.sentences import split_sentences
from prosefix.english.table import BLOCK_END, WordTable, build
from prosefix.rulebook.context import Context
from prosefix.standins import StandInKind, character

PAGE = 40  # paragraphs of one source that count as a page
BESIDE = 18  # code points from a mistake within which a suspect is beside it
DENSITY = 0.02
_CODE = re.compile(r"`[^`]*`|<code>.*?</code>|\{\{[^}]*\}\}")
_LINK, _TERM, _MARKUP = (
    re.compile(r"\[([^\]]*)\]\([^)]*\)"),
    re.compile(r"\[=([^=\]]*)=\]"),
    re.compile(r"<[^>]*>|[*_]"),
)


@dataclass(frozen=True)
class Text:
    """A paragraph with the mistakes in it; `test` ones are not learnt from."""

    text: str
    page: int
    test: bool
    mistakes: Sequence[Mistake] = ()


def tagged(texts: Sequence[Text]) -> WordTable:
    table = build("".join(text.text + BLOCK_END for text in texts), english().vocabulary)
    split_sentences(table)
    english().tagger.tag(table)
    return table


def held_texts(work: Path) -> list[Text]:
    kept: list[tuple[str, str]] = json.loads((work / "held.json").read_text("utf-8"))
    result: list[Text] = []
    page, count, last = -1, PAGE, ""
    for source, text in kept:
        if source != last or count >= PAGE:
            page, count, last = page + 1, 0, source
        count += 1
        result.append(Text(text, page, zlib.crc32(text.encode()) % 100 == 0))
    return result


def spoilt(texts: Sequence[Text], table: WordTable, writer: Writer) -> list[Text]:
    """The texts with mistakes put in."""
    alone = standing_alone(table)
    rows = np.flatnonzero(table.word)
    blocks = np.arange(len(texts))
    first, last = (np.searchsorted(table.block[rows], blocks, side) for side in ("left", "right"))
    result = []
    for text, begin, end in zip(texts, first.tolist(), last.tolist(), strict=True):
        if begin < end:
            start, stop = int(rows[begin]), int(rows[end - 1]) + 1
            new, mistakes = writer.spoil(table, start, stop, [r for r in range(start, stop) if alone[r]])
            result.append(Text(new, text.page, text.test, mistakes))
        else:
            result.append(text)
    return result


def plain(markup: str) -> str:
    """A change's context, written in HTML, Markdown or specification shorthand, as text with stand-ins."""
    text = _CODE.sub(character(StandInKind.CODE), _LINK.sub(r"\1", markup))
    return " ".join(_MARKUP.sub("", _TERM.sub(r"\1", text)).split())


def slip_texts(slips: Iterable[Slip], known: set[str]) -> tuple[list[Text], list[Text]]:
    """Writers' changes, before and after; what is cut off at a context's edges is left out."""
    faulty, mended = [], []
    for number, slip in enumerate(slips):
        old, new = slip.old.strip(), slip.new.strip()
        if not {old.lower(), new.lower()} - {""} <= known:
            continue
        before = " ".join(plain(slip.before).split()[1:]) if len(slip.before) >= 40 else plain(slip.before)
        after = " ".join(plain(slip.after).split()[:-1]) if len(slip.after) >= 40 else plain(slip.after)
        if len(before.split()) < 3 and len(after.split()) < 3:
            continue
        tail = after if not after or after[0] in ",.;:)!?" else " " + after
        start = before + " " if before and old else before
        faulty.append(
            Text(start + old + tail, number, number % 4 == 0, [Mistake(len(start), old.lower(), new.lower())])
        )
        mended.append(Text((before + " " + new if new else before) + tail, number, number % 4 == 0))
    return faulty, mended


def labels(table: WordTable, texts: Sequence[Text], suspects: Suspects) -> NDArray[np.int8]:
    """1 for entries that mend a mistake, 2 for others beside one, 0 elsewhere."""
    starts = np.cumsum([0] + [len(text.text) + 1 for text in texts])
    meant = {int(start) + m.at: m for start, text in zip(starts, texts, strict=False) for m in text.mistakes}
    zones = np.array([*sorted(meant), 10**12])
    result = np.zeros(len(suspects), dtype=np.int8)
    word = model().confusions.word
    for n in range(len(suspects)):
        row, relation = int(suspects.row[n]), suspects.relation[n]
        at = int(table.end[row] if relation == Relation.INSERT else table.start[row])
        mistake = meant.get(at)
        if (
            mistake
            and mistake.meant == word(int(suspects.proposed[n]))
            and bool(mistake.written) == (relation != Relation.INSERT)
        ):
            result[n] = 1
        elif zones[np.searchsorted(zones, table.start[row] - BESIDE)] <= table.end[row] + BESIDE:
            result[n] = 2
    return result


def gather(texts: Sequence[Text], kind: int, everything: bool) -> dict[str, NDArray[np.generic]]:
    """Evidence and labels of the texts' suspects; of all of them, or of those at and beside mistakes."""
    table, learnt = tagged(texts), model()
    suspects = find_suspects(table, english().model, learnt.confusions, learnt.scout, learnt.encoder)
    context = Context(table, english(), pages=(), offsets=(), blocks=(), page_of=[text.page for text in texts])
    names, evidence = measure(context, chunk(table), learnt.confusions, suspects)
    label = labels(table, texts, suspects)
    chosen = np.flatnonzero((label > 0) | everything)
    block = table.block[suspects.row[chosen]]
    print(
        f"kind {kind}: {len(suspects)} suspects, {int((label == 1).sum())} of {sum(len(t.mistakes) for t in texts)} mistakes",
        flush=True,
    )
    return {
        "evidence": evidence[chosen], "label": label[chosen], "kind": np.full(len(chosen), kind, dtype=np.int8),
        "page": np.array(context.page_of)[block], "test": np.array([text.test for text in texts])[block], "names": np.array(names),
        "mistakes": np.array([sum(len(t.mistakes) for t in texts if t.test == side) for side in (False, True)]),
        "rows": np.bincount(np.array([text.test for text in texts], dtype=int)[table.block[table.word != 0]], minlength=2),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("slips", type=Path)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--copies", type=int, default=4)
    given = parser.parse_args()
    without = set(given.without)
    texts = held_texts(given.work)
    table = tagged(texts)
    parts = [gather(texts, 0, everything=True)]
    pairs = pairs_of(given.slips, without)
    for copy in range(1, given.copies + 1):
        writer = Writer(model().confusions, pairs, DENSITY, copy)
        parts.append(gather(spoilt(texts, table, writer), 1, everything=False))
    faulty, mended = slip_texts(read_slips(given.slips, without), set(model().confusions.known))
    parts += [gather(faulty, 2, everything=False), gather(mended, 3, everything=True)]
    for number, part in enumerate(parts):
        np.savez(given.work / f"judge-{number}.npz", **part)


if __name__ == "__main__":
    main()
