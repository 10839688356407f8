"""Writes the lexicon's arrays and its table of inflections, byte for byte the same from the same words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from prosefix.english import endings
from prosefix.english.lexicon import Flag, Variant, hashes

VARIANT_SHIFT = 12
COLUMNS = {"v": ("VBZ", "VBD", "VBN", "VBG"), "n": ("NNS",), "a": ("JJR", "JJS")}
Lemmas = tuple[str | None, ...]


@dataclass(slots=True)
class Word:
    """What is stored of a word: `lemmas` by class (verb, noun, adjective or adverb)."""

    flags: Flag
    variants: Variant
    tags: int
    frequency: float
    lemmas: Lemmas


def write(folder: Path, words: Mapping[str, Word]) -> int:
    """Writes the arrays that `prosefix.english.lexicon` maps; gives their size in bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted(words)
    keys = hashes(names)
    order = np.argsort(keys, kind="stable")
    assert (np.diff(keys[order].astype(object)) != 0).all(), "two words share a hash"
    names = [names[at] for at in order]
    row = {name: at for at, name in enumerate(names)}
    entries = [words[name] for name in names]
    encoded = [name.encode() for name in names]
    sets = sorted({entry.tags for entry in entries})
    number = {mask: at for at, mask in enumerate(sets)}
    folded = sorted(_folded(names, entries))
    arrays = {
        "hash": keys[order],
        "text": np.frombuffer(b"".join(encoded), dtype=np.uint8),
        "length": np.array([len(e) for e in encoded], dtype=np.uint8),
        "flags": np.array([e.flags | e.variants << VARIANT_SHIFT for e in entries], dtype=np.uint16),
        "tag_set": np.array([number[e.tags] for e in entries], dtype=np.uint16),
        "tag_sets": np.array(sets, dtype=np.uint64),
        "frequency": np.array([e.frequency for e in entries], dtype=np.float16),
        "lemma": np.array([[-1 if w is None else row[w] for w in e.lemmas] for e in entries], dtype=np.int32),
        "folded_hash": np.array([key for key, _ in folded], dtype=np.uint64),
        "folded_row": np.array([at for _, at in folded], dtype=np.int32),
    }
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array, allow_pickle=False)
    return sum((folder / f"{name}.npy").stat().st_size for name in arrays)


def _rank(entry: Word) -> tuple[bool, float]:
    return bool(entry.flags & Flag.TECHNICAL), entry.frequency


def _folded(names: list[str], entries: list[Word]) -> Iterable[tuple[int, int]]:
    """Lower-case hashes of words with capitals; our own, then the commonest of those that differ in capitals alone."""
    best: dict[str, int] = {}
    for at, name in enumerate(names):
        lower = name.lower()
        if lower == name or (len(name) < 4 and (name[1:].islower() or not entries[at].flags & Flag.TECHNICAL)):
            continue
        if lower not in best or _rank(entries[best[lower]]) < _rank(entries[at]):
            best[lower] = at
    return zip(hashes(best).tolist(), best.values(), strict=True)


def write_inflections(path: Path, readings: Mapping[tuple[str, str], Mapping[str, tuple[str, ...]]]) -> int:
    """Writes the forms that the regular endings get wrong, and every adjective that takes -er; gives the lines."""
    lines = []
    for (base, letter), forms in sorted(readings.items()):
        if letter not in COLUMNS:
            continue
        cells = []
        for tag in COLUMNS[letter]:
            some = forms.get(tag, ())
            is_regular = letter != "a" and some == (endings.REGULAR[tag](base),)
            cells.append("" if is_regular else "|".join(some))
        if any(cells):
            lines.append("\t".join((base, letter, *cells)) + "\n")
    path.write_text("".join(lines), encoding="utf-8")
    return len(lines)
