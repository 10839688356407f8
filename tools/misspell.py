"""Misspell words of held-out text by several models and see whether the right one is suggested first.

    zstdcat corpus.txt.zst | python tools/misspell.py [--count 20000]

Models: a key beside the right one, a letter left out, a letter doubled, an undoubled letter, two letters swapped, a letter
put in, a vowel for another, and spellings by ear (`ph` for `f`, `ie` for `ei`, `able` for `ible`). Misspellings that are
words of the lexicon are passed over.
"""

import argparse
import random
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from learn_slips import ROWS
from prosefix.checks.spelling.assessment import ranker
from prosefix.checks.spelling.ranking import Place
from prosefix.english.lexicon import Lexicon
from prosefix.english.table import build
from prosefix.english.vocabulary import Vocabulary
from prosefix.standins import StandInKind, character

BY_EAR = (
    ("ei", "ie"), ("ie", "ei"), ("ph", "f"), ("f", "ph"), ("able", "ible"), ("ible", "able"), ("ance", "ence"), ("ence", "ance"),
    ("tion", "sion"), ("sion", "tion"), ("c", "s"), ("s", "c"), ("k", "ck"), ("ck", "k"), ("ant", "ent"), ("ent", "ant"),
    ("ally", "aly"), ("ly", "lly"), ("y", "i"), ("ou", "o"), ("gh", ""), ("er", "or"), ("or", "er"), ("ea", "ee"), ("qu", "kw"),
)  # fmt: skip


def beside(word: str, at: int) -> str:
    row = next((row for row in ROWS if word[at] in row), "")
    place = row.find(word[at])
    near = row[max(0, place - 1) : place] + row[place + 1 : place + 2]
    return word[:at] + random.choice(near) + word[at + 1 :] if near else word


def undoubled(word: str, _: int) -> str:
    return re.sub(r"(.)\1", r"\1", word, count=1)


def other_vowel(word: str, at: int) -> str:
    return word[:at] + random.choice("aeiou") + word[at + 1 :] if word[at] in "aeiou" else word


def by_ear(word: str, _: int) -> str:
    fit = [(old, new) for old, new in BY_EAR if old in word[1:]]
    if not fit:
        return word
    old, new = random.choice(fit)
    return word[0] + word[1:].replace(old, new, 1)


MODELS: dict[str, Callable[[str, int], str]] = {
    "key beside": beside,
    "left out": lambda word, at: word[:at] + word[at + 1 :],
    "doubled": lambda word, at: word[:at] + word[at] + word[at:],
    "undoubled": undoubled,
    "swapped": lambda word, at: word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
    "put in": lambda word, at: word[:at] + random.choice("abcdefghijklmnopqrstuvwxyz") + word[at:],
    "other vowel": other_vowel,
    "by ear": by_ear,
}


def texts(count: int) -> Iterator[tuple[str, str, str, int]]:
    """(text with the misspelling, the right word, the model, where it begins) from held-out paragraphs."""
    code, math, lexicon = character(StandInKind.CODE), character(StandInKind.MATH), Lexicon.open()
    made = 0
    for line in sys.stdin:
        paragraph = line.rstrip("\n").partition("\t")[2]
        if zlib.crc32(paragraph.encode()) % 50 or made == count:
            continue
        plain = re.sub(r"\bCODE\b", code, re.sub(r"\bMATH\b", math, paragraph))
        for match in random.sample(
            found := list(re.finditer(r"(?<![\w-])[a-z]{4,}(?![\w-])", plain)), min(3, len(found))
        ):
            name, model = random.choice(list(MODELS.items()))
            typed = model(match[0], random.randrange(1, len(match[0])))
            if made < count and typed != match[0] and lexicon.row(typed) < 0 <= lexicon.row(match[0]):
                made += 1
                yield plain[: match.start()] + typed + plain[match.end() :], match[0], name, match.start()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=20_000)
    random.seed(17)
    cases = list(texts(options.parse_args().count))
    table = build("".join(f"{text}\n" for text, *_ in cases), Vocabulary())
    begins = np.cumsum([0, *(len(text) + 1 for text, *_ in cases)])[:-1] + np.array([at for *_, at in cases])
    rows = np.searchsorted(table.start, begins, side="right") - 1
    ranked = ranker().rank(table, [Place(int(row), {}, 0) for row in rows])
    tried, first, any_place = Counter[str](), Counter[str](), Counter[str]()
    for (_, right, name, _), options_of in zip(cases, ranked, strict=True):
        offered = [option.option.text.lower() for option in options_of]
        for key in (name, "all"):
            tried[key] += 1
            first[key] += offered[:1] == [right]
            any_place[key] += right in offered
    for name, number in sorted(tried.items()):
        print(f"| {name} | {number} | {first[name] / number:.1%} | {any_place[name] / number:.1%} |")


if __name__ == "__main__":
    main()
