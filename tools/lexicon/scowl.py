"""Reads SCOWL's lists: which words there are, how common, where each spelling is at home and how far it is accepted."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from prosefix.english.lexicon import ANYWHERE, Variant

_NAME = re.compile(r"(?P<region>[a-z]+?)(?:_(?P<z>z)|_?variant_(?P<level>\d))?-(?P<category>[a-z-]+)\.(?P<size>\d+)\Z")
_REGION = {
    "english": ANYWHERE,
    "american": Variant.US,
    "": Variant.US,
    "british": Variant.GB,
    "canadian": Variant.CA,
    "australian": Variant.AU,
}
CATEGORIES = {"words", "upper", "proper-names", "abbreviations", "contractions"}


@dataclass(slots=True)
class Spelling:
    """A word form of SCOWL. `size` is the smallest list that holds it: 10 is common, 95 is obscure.

    `level` is the best standing anywhere: 0 main spelling, 1 nearly equal, 2 acceptable, 3 seldom.
    `regions` are where it stands so; `lesser` where it stands below that.
    """

    size: int
    level: int
    regions: Variant
    lesser: Variant
    categories: frozenset[str]


def _lists(folder: Path) -> Iterator[tuple[Variant, int, str, int, Path]]:
    for path in sorted(folder.iterdir()):
        name = path.name.removeprefix("variant_")
        match = re.match(r"variant_(\d)-([a-z-]+)\.(\d+)\Z", path.name)
        if match:
            yield Variant.US, int(match[1]), match[2], int(match[3]), path
            continue
        match = _NAME.match(name)
        if match and match["region"] in _REGION and match["category"] in CATEGORIES:
            yield _REGION[match["region"]], int(match["level"] or 0), match["category"], int(match["size"]), path


def read(folder: Path) -> dict[str, Spelling]:
    """Every word form of the lists in `folder` (a `final` folder of SCOWL), possessives left out."""
    found: dict[str, Spelling] = {}
    for region, level, category, size, path in _lists(folder):
        for word in path.read_text(encoding="iso-8859-1").split("\n"):
            if not word or word.endswith(("'s", "s'")):
                continue
            have = found.get(word)
            if have is None:
                found[word] = Spelling(size, level, region, Variant(0), frozenset({category}))
                continue
            _merge(have, size, level, region, category)
    return found


def _merge(have: Spelling, size: int, level: int, region: Variant, category: str) -> None:
    have.size = min(have.size, size)
    have.categories |= {category}
    if level == have.level:
        have.regions |= region
    elif level < have.level:
        have.lesser |= have.regions
        have.level, have.regions = level, region
    else:
        have.lesser |= region
