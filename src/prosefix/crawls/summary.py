"""What a scan found, in one view: by rule, by section of a site and by template, the worst pages, what is repeated.

Read from the tables some rows at a time. A finding that stands in the same sentence on many pages counts once; so do the words
of blocks that a part's pages have in common. Everything is by keys and sums, so that the order of the tables does not matter.
"""

import heapq
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prosefix.crawls.extras import needed
from prosefix.crawls.records import LEFT_OUT
from prosefix.findings import Severity

VERSION = 1
SHOWN = 20  # pages, and repeated findings
_STEP = 10_000  # rows read at a time
_GROUPS = ("rule", "section", "template")


class Group(NamedTuple):
    """The findings of one rule, section or template. `once` counts each that is repeated once; `rate` is for 1000 words."""

    name: str
    findings: int
    once: int
    rate: float
    pages: int
    words: int


class Worst(NamedTuple):
    """A page with many findings of its own: those that stand on no other page."""

    address: str
    own: int
    words: int


class Repeated(NamedTuple):
    """A finding that stands in the same sentence in many places, such as one in a footer; `address` is the first by name."""

    rule: str
    text: str
    sentence: str
    places: int
    address: str


@dataclass(frozen=True, slots=True)
class Summary:
    """All that is to be said of a scan. `words_once` leaves out the words of repeated blocks.

    `errors` counts what was not checked by kind, `faults` those among them that are a fault; `worst_severity` is "" without
    findings.
    """

    pages: int
    words: int
    words_once: int
    findings: int
    findings_once: int
    worst_severity: str
    errors: Mapping[str, int]
    faults: int
    rules: Sequence[Group]
    sections: Sequence[Group]
    templates: Sequence[Group]
    worst: Sequence[Worst]
    repeated: Sequence[Repeated]

    def as_json(self) -> bytes:
        """One object, its shape fixed by `version`."""
        content = asdict(self)
        for name in ("rules", "sections", "templates", "worst", "repeated"):
            content[name] = [each._asdict() for each in content[name]]
        return json.dumps({"version": VERSION, **content}, ensure_ascii=False, indent=1).encode() + b"\n"


def summarize(home: Path) -> Summary:
    """The summary of the tables in the folder `home`."""
    sizes = _sizes(home)
    found = _Findings(home)
    kinds = Counter(row["kind"] for row in _rows(home / "errors", ["kind"]))
    total = sizes["", ""]
    groups = {column: _groups(column, found.by(column), sizes) for column in _GROUPS}
    return Summary(
        pages=total.pages,
        words=total.words,
        words_once=total.fresh,
        findings=len(found.key),
        findings_once=len(found.keys),
        worst_severity=total.worst.name.lower() if total.worst is not None else "",
        errors=dict(sorted(kinds.items())),
        faults=sum(count for kind, count in kinds.items() if kind not in LEFT_OUT),
        rules=groups["rule"],
        sections=groups["section"],
        templates=groups["template"],
        worst=_worst(home, found),
        repeated=_repeated(home, found),
    )


class _Size(NamedTuple):
    pages: int = 0
    words: int = 0
    fresh: int = 0  # words in blocks that are not repeated
    worst: Severity | None = None


def _sizes(home: Path) -> dict[tuple[str, str], _Size]:
    """How much was read of each section and template, by column and name; of all under ("", "")."""
    sizes: dict[tuple[str, str], _Size] = defaultdict(_Size)
    for page in _rows(home / "pages", ["section", "template", "words", "repeated_words", "worst"]):
        words, fresh = page["words"], page["words"] - page["repeated_words"]
        worst = Severity[page["worst"].upper()] if page["worst"] else None
        for where in (("", ""), ("section", page["section"]), ("template", page["template"])):
            have = sizes[where]
            worse = max(filter(None, (have.worst, worst)), default=None)
            sizes[where] = _Size(have.pages + 1, have.words + words, have.fresh + fresh, worse)
    return sizes


class _Findings:
    """The keys of all findings, and which group each is in: some 20 bytes a finding."""

    def __init__(self, home: Path) -> None:
        keys: list[NDArray[np.int64]] = []
        codes: dict[str, list[NDArray[np.int32]]] = {column: [] for column in _GROUPS}
        self._names: dict[str, dict[str, int]] = {column: {} for column in _GROUPS}
        for rows in _batches(home / "findings", ["key", *_GROUPS]):
            keys.append(np.array(rows["key"], dtype=np.int64))
            for column, names in self._names.items():
                codes[column].append(
                    np.array([names.setdefault(name, len(names)) for name in rows[column]], dtype=np.int32)
                )
        self.key = np.concatenate([np.empty(0, dtype=np.int64), *keys])
        self._codes = {column: np.concatenate([np.empty(0, dtype=np.int32), *each]) for column, each in codes.items()}
        self.keys, self._which, self.places = np.unique(self.key, return_inverse=True, return_counts=True)

    @property
    def own(self) -> NDArray[np.bool_]:
        """For each finding whether it stands nowhere else."""
        return np.asarray(self.places[self._which] == 1)

    def by(self, column: str) -> dict[str, tuple[int, int]]:
        """For each name in `column` how many findings there are, and how many when each repeated one counts once."""
        codes, names = self._codes[column], self._names[column]
        order = np.lexsort((self.key, codes))
        code, key = codes[order], self.key[order]
        first = np.ones(len(key), dtype=np.bool_)
        first[1:] = (code[1:] != code[:-1]) | (key[1:] != key[:-1])
        every, once = (np.bincount(each, minlength=len(names)).tolist() for each in (code, code[first]))
        return {name: (every[number], once[number]) for name, number in names.items()}


def _groups(column: str, found: Mapping[str, tuple[int, int]], sizes: Mapping[tuple[str, str], _Size]) -> list[Group]:
    """The groups of `column`, those with most findings first; a rule's size is that of the whole scan."""
    groups = []
    for name in found if column == "rule" else [name for kind, name in sizes if kind == column]:
        size = sizes["", ""] if column == "rule" else sizes[column, name]
        findings, once = found.get(name, (0, 0))
        rate = round(1000 * once / size.fresh, 3) if size.fresh else 0.0
        groups.append(Group(name, findings, once, rate, size.pages, size.words))
    return sorted(groups, key=lambda group: (-group.once, group.name))


def _worst(home: Path, found: _Findings) -> list[Worst]:
    """The pages with most findings of their own. A page's findings lie together in the table."""
    own = iter(found.own.tolist())
    counted = (
        (sum(next(own) for _ in rows), address)
        for address, rows in groupby(_rows(home / "findings", ["address"]), key=itemgetter("address"))
    )
    most = heapq.nsmallest(SHOWN, ((-count, address) for count, address in counted if count))
    wanted = {address: -count for count, address in most}
    words = {
        page["address"]: page["words"]
        for page in _rows(home / "pages", ["address", "words"])
        if page["address"] in wanted
    }
    return [Worst(address, count, words.get(address, 0)) for address, count in wanted.items()]


def _repeated(home: Path, found: _Findings) -> list[Repeated]:
    """The findings that stand in most places."""
    order = np.lexsort((found.keys, -found.places))[:SHOWN]
    wanted = {int(found.keys[at]): int(found.places[at]) for at in order if found.places[at] > 1}
    shown: dict[int, dict[str, Any]] = {}
    for row in _rows(home / "findings", ["key", "rule", "text", "sentence", "address"]) if wanted else ():
        if row["key"] in wanted and (row["key"] not in shown or row["address"] < shown[row["key"]]["address"]):
            shown[row["key"]] = row
    return [
        Repeated(shown[key]["rule"], shown[key]["text"], shown[key]["sentence"], places, shown[key]["address"])
        for key, places in wanted.items()
    ]


def _rows(folder: Path, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    for batch in _batches(folder, columns):
        for values in zip(*(batch[column] for column in columns), strict=True):
            yield dict(zip(columns, values, strict=True))


def _batches(folder: Path, columns: Sequence[str]) -> Iterator[dict[str, list[Any]]]:
    """Some rows of a table at a time, file by file in the order of their names."""
    parquet = needed("pyarrow.parquet", "scan")
    for name in sorted(folder.glob("*.parquet")):
        with parquet.ParquetFile(name) as file:
            for batch in file.iter_batches(_STEP, columns=list(columns)):
                yield batch.select(list(columns)).to_pydict()
