"""From records to rows: the pages of a part checked in units, each page once, and what goes wrong with one kept to it.

Findings depend on the page, its bytes and its settings: the words it makes known, how often it uses one, the spelling it keeps
to. So a page that was read before is not checked again where all its bytes are the same, while a block that stands on many
pages is checked on each, and told to be repeated: what is found in it may differ from page to page.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from prosefix.crawls.columns import Row, error_row, finding_rows, page_row
from prosefix.crawls.limits import TimeUp, limited
from prosefix.crawls.records import Kind, Problem, Record
from prosefix.crawls.templates import section_of, template_of
from prosefix.errors import PageError
from prosefix.lint import FileResult, check_prose, forget_words, prose_of
from prosefix.page.minified import is_minified
from prosefix.page.prose import Prose
from prosefix.page.source import Page, decode_page
from prosefix.run import in_units, work_through
from prosefix.settings import Settings
from prosefix.standins import CHARACTERS

SECONDS = 60  # of processor time that a page may take; one of 10 MB takes some 15
_WORDS = 100_000  # distinct words that a process keeps what it knows of: some 100 MB
_KEPT = 2_000  # pages whose results are kept for others of the same bytes, and after which blocks count as new again


class Outcome(NamedTuple):
    """What a page came to, without its address: rows of its findings and of itself, what went wrong, and its blocks.

    Each block is a number that tells it and how many words it has.
    """

    findings: Sequence[Row] = ()
    page: Row | None = None
    faults: Sequence[tuple[Kind, str]] = ()
    blocks: Sequence[tuple[int, int]] = ()


class Rows(NamedTuple):
    """What one record came to: rows of each table, and where the record was."""

    findings: Sequence[Row]
    pages: Sequence[Row]
    errors: Sequence[Row]
    place: int


Check = Callable[[Sequence[Page], Settings, float], Sequence[Outcome]]


class Checker:
    """Checks the records of one part of `source` under `settings`, each page within `seconds` of processor time."""

    def __init__(self, source: str, settings: Settings, seconds: float = SECONDS, check: Check | None = None) -> None:
        self._source = source
        self._settings = settings
        self._seconds = seconds
        self._check = check or checked
        self._known: OrderedDict[bytes, Outcome] = OrderedDict()  # pages that were checked, by what decides
        self._seen: set[int] = set()  # blocks of the pages before
        self._since = 0  # pages since blocks counted as new again

    def rows(self, records: Iterable[Record | Problem]) -> Iterator[Rows]:
        """The rows of each record, in the records' order."""
        for unit in in_units(records, _bytes_of, _KEPT):  # as `check` has them
            outcomes = self._outcomes(unit)
            for item, outcome in zip(unit, outcomes, strict=True):
                yield self._rows(item, outcome)
            forget_words(_WORDS)

    def _outcomes(self, unit: Sequence[Record | Problem]) -> list[Outcome]:
        """What each of `unit` came to: those that were met before looked up, the others checked together."""
        keys = [self._key(item) if isinstance(item, Record) else b"" for item in unit]
        pages: dict[bytes, Page] = {}
        for item, key in zip(unit, keys, strict=True):
            if isinstance(item, Record) and key not in self._known and key not in pages:
                page = _page(item)
                if isinstance(page, Page):
                    pages[key] = page
                else:
                    self._known[key] = page
        outcomes = self._check(list(pages.values()), self._settings, self._seconds) if pages else ()
        self._known.update(zip(pages, outcomes, strict=True))
        found = [
            Outcome(faults=[(item.kind, item.message)]) if isinstance(item, Problem) else self._known[key]
            for key, item in zip(keys, unit, strict=True)
        ]
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return found

    def _key(self, record: Record) -> bytes:
        """The same for records whose findings are the same: a digest of all that decides about them."""
        own = self._settings.for_page(record.name)
        name = record.name  # of a page with settings of its own; of the others nothing counts but the ending .bs
        if own is self._settings:
            name = name[-3:] if name[-3:].lower() == ".bs" else ""
        head = f"{record.charset}\n{name}\n".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(head + record.raw, digest_size=16).digest()

    def _rows(self, item: Record | Problem, outcome: Outcome) -> Rows:
        where = {"address": item.address, "source": self._source, "section": section_of(item.address)}
        page = outcome.page
        return Rows(
            [{**where, **row} for row in outcome.findings],
            [{**where, **page, "repeated_words": self._repeated(outcome.blocks)}] if page is not None else (),
            [error_row(item.address, self._source, item.place, *fault) for fault in outcome.faults],
            item.place,
        )

    def _repeated(self, blocks: Sequence[tuple[int, int]]) -> int:
        """How many words of a page stand in blocks that the part's pages before it have."""
        if self._since == _KEPT:
            self._seen.clear()
            self._since = 0
        self._since += 1
        words = sum(count for number, count in blocks if number in self._seen)
        self._seen.update(number for number, _ in blocks)
        return words


def _bytes_of(item: Record | Problem) -> int:
    return len(item.raw) if isinstance(item, Record) else 0


def checked(pages: Sequence[Page], settings: Settings, seconds: float) -> Sequence[Outcome]:
    """What the rules say of `pages`, together; where that takes too long or fails, of each by itself."""
    try:
        with limited(seconds):
            return work_through(pages, settings, _check, _failed)
    except TimeUp:
        forget_words(0)  # what was being worked out may be half done
        if len(pages) > 1:
            return [outcome for page in pages for outcome in checked([page], settings, seconds)]
        return [Outcome(faults=[(Kind.TIME, f"took more than {seconds:g} seconds of processor time")])]


def _check(pages: Sequence[Page], settings: Settings) -> Sequence[Outcome]:
    blocks: list[list[tuple[int, int]]] = []

    def noted() -> Iterator[Prose]:
        for page in pages:
            prose = prose_of(page, settings)
            blocks.append(_blocks(prose))
            yield prose

    results = check_prose(noted(), settings)
    return [_outcome(result, own) for result, own in zip(results, blocks, strict=True)]


def _failed(result: FileResult) -> Outcome:
    return Outcome(faults=[(Kind.FAILED, result.error or "failed")])


def _outcome(result: FileResult, blocks: Sequence[tuple[int, int]]) -> Outcome:
    if result.error is not None:
        return _failed(result)
    assert result.page is not None
    template = {"template": template_of(result.page.text)}
    return Outcome(
        [{**template, **row} for row in finding_rows(result, result.page)],
        {**template, **page_row(result, result.page)},
        [(Kind.RULE, str(crash)) for crash in result.crashes],
        blocks,
    )


def _blocks(prose: Prose) -> list[tuple[int, int]]:
    """A number for each block, the same for the same words (8 bytes of a digest), and how many words it has.

    Stand-ins are no words, as in `Prose.words`.
    """
    found = []
    for block in prose.blocks:
        text = prose.plain[block.start : block.end]
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        found.append((int.from_bytes(digest, "big"), len(text.split()) - sum(map(text.count, CHARACTERS))))
    return found


def _page(record: Record) -> Page | Outcome:
    try:
        page = decode_page(record.raw, record.name, record.charset)
    except PageError as error:
        return Outcome(faults=[(Kind.ENCODING, str(error).removeprefix(f"{record.name}: "))])
    if is_minified(page.text):
        return Outcome(faults=[(Kind.MINIFIED, "came out of a program that takes line ends away")])
    return page
