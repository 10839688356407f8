"""From a replacement in the plain text to edits of the page that leave all markup where it is.

Cuts the replacement down to what changes, shares it out among the runs of text that tags divide, and refuses
where the sharing is not evident. It decides nothing about whether a replacement is right.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import Indel

from prosefix.errors import FixRefused
from prosefix.findings import Edit
from prosefix.page.references import escape, unescape
from prosefix.standins import CHARACTERS

if TYPE_CHECKING:
    from prosefix.page.sourcemap import SourceMap

QUOTES = ("", '"', "'", " ")
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_NAME_START = re.compile(r"[A-Za-z/!?]")
_OPEN_REFERENCE = re.compile(r"&#?\w+\Z")
_WORD_CHARACTER = re.compile(r"[\w'’-]")


class Run(NamedTuple):
    """Plain text `[start, end)` whose characters lie side by side in the page, without markup between them."""

    start: int
    end: int
    first: int  # its pieces
    last: int


class Change(NamedTuple):
    """`[start, end)` of the plain text becomes `new`."""

    start: int
    end: int
    new: str


def rewrite(source: "SourceMap", start: int, end: int, new: str, page_text: str) -> tuple[Edit, ...]:
    """The page edits for `new` in place of `[start, end)`; see `SourceMap.edits`. Raises FixRefused."""
    plain = source.plain
    if "\n" in plain[start:end] or "\n" in new:
        raise FixRefused("the words belong to more than one block")
    change = _trimmed(plain, Change(start, end, new))
    if change.start == change.end and not change.new:
        return ()
    runs = _runs(source, max(start - 1, 0), min(end + 1, len(plain)))
    if not change.new:
        change = _slid(source, runs, change, start, end, page_text)
    changes = [change] if _home(runs, change) is not None else list(_shared(plain, runs, change))
    edits = [_edit(source, runs, one, start, end, page_text) for one in changes]
    if any(edit.end > following.start for edit, following in pairwise(edits)):  # letters of unlike words were matched
        raise FixRefused("the words cross markup, and how to share the new ones out is not evident")
    for edit in edits:
        if _OPEN_REFERENCE.search(page_text, max(edit.start - 40, 0), edit.start):
            raise FixRefused("a reference without its semicolon stands before the words and would read otherwise")
        if page_text[edit.start - 1 : edit.start] == "<" and _NAME_START.match(edit.new):
            raise FixRefused("a bare < stands before the words and would begin a tag")
    return tuple(edit for edit in edits if page_text[edit.start : edit.end] != edit.new)


def _trimmed(plain: str, change: Change) -> Change:
    """The change without what stays the same at its two ends."""
    start, end, new = change.start, change.end, change.new
    size = min(end - start, len(new))
    head = 0
    while head < size and plain[start + head] == new[head]:
        head += 1
    tail = 0
    while tail < size - head and plain[end - 1 - tail] == new[len(new) - 1 - tail]:
        tail += 1
    return Change(start + head, end - tail, new[head : len(new) - tail])


def _runs(source: "SourceMap", start: int, end: int) -> list[Run]:
    """The runs of text that `[start, end)` touches, in order; a stand-in is a run of its own."""
    runs: list[Run] = []
    number = max(source.piece(start), 0)
    while number < len(source) and int(source.start[number]) < end:
        begin, stop = int(source.start[number]), int(source.end[number])
        joined = (
            runs
            and int(source.page_end[number - 1]) == int(source.page_start[number])
            and int(source.end[number - 1]) == begin
            and not _stands(source, number)
            and not _stands(source, number - 1)
        )
        if joined:
            runs[-1] = Run(runs[-1].start, stop, runs[-1].first, number)
        else:
            runs.append(Run(begin, stop, number, number))
        number += 1
    return runs


def _stands(source: "SourceMap", number: int) -> bool:
    return source.plain[int(source.start[number])] in CHARACTERS


def _home(runs: list[Run], change: Change) -> Run | None:
    """The run that all of the change lies in. An insertion between two runs joins the one whose words it continues."""
    if change.start < change.end:
        return next((run for run in runs if run.start <= change.start and change.end <= run.end), None)
    return next((run for run in runs if run.start < change.start < run.end), None)


def _slid(source: "SourceMap", runs: list[Run], change: Change, start: int, end: int, page_text: str) -> Change:
    """The same deletion where it does least harm: in one run, leaving line breaks, no-break spaces and elements alone.

    Deleting the second of two equal words is the same as deleting the first, and either of the two spaces may go.
    """
    plain = source.plain
    first, last = change.start, change.end
    options = [change]
    while first > start and plain[first - 1] == plain[last - 1]:
        first, last = first - 1, last - 1
        options.append(Change(first, last, ""))
    first, last = change.start, change.end
    limit = end + 1 if plain[end : end + 1].isspace() and plain[end] != "\n" else end
    while last < limit and plain[first] == plain[last]:
        first, last = first + 1, last + 1
        options.append(Change(first, last, ""))

    def harm(one: Change) -> tuple[bool, bool, bool, bool, bool, int]:
        home = _home(runs, one)
        if home is None:
            return True, True, True, True, True, 0
        span = source.to_page(one.start, one.end)
        gone = page_text[span.start : span.end]
        empties = page_text[span.start - 1 : span.start] == ">" and page_text[span.end : span.end + 1] == "<"
        broken = any(
            edge > 0 and plain[edge - 1].isalnum() and plain[edge : edge + 1].isalnum() and edge not in (start, end)
            for edge in (one.start, one.end)
        )
        bound = any(char.isspace() and char not in " \t\n\f\r" for char in unescape(gone))
        return False, empties, "\n" in gone or "\r" in gone, broken, bound, -one.start

    return min(options, key=harm)


def _shared(plain: str, runs: list[Run], change: Change) -> Iterator[Change]:
    """The change as several, each within one run, by aligning words first and characters where words differ."""
    for one in _aligned(plain, change):
        if one.start == one.end or _home(runs, one) is not None:
            yield one
        else:
            yield from _lettered(plain, runs, one)


def _aligned(plain: str, change: Change) -> Iterator[Change]:
    """What changes, word by word."""
    old = _TOKEN.findall(plain[change.start : change.end])
    new = _TOKEN.findall(change.new)
    ids = {word: number for number, word in enumerate(dict.fromkeys(old + new))}
    at = [change.start]
    for word in old:
        at.append(at[-1] + len(word))
    for code in _merged([ids[word] for word in old], [ids[word] for word in new]):
        yield Change(at[code[0]], at[code[1]], "".join(new[code[2] : code[3]]))


def _merged(old: list[int] | str, new: list[int] | str) -> list[tuple[int, int, int, int]]:
    """The differing stretches of two sequences, a deletion and an insertion side by side taken as one."""
    stretches: list[tuple[int, int, int, int]] = []
    for code in Indel.opcodes(old, new):
        if code.tag == "equal":
            continue
        if stretches and stretches[-1][1] == code.src_start and stretches[-1][3] == code.dest_start:
            begin = stretches[-1]
            stretches[-1] = (begin[0], code.src_end, begin[2], code.dest_end)
        else:
            stretches.append((code.src_start, code.src_end, code.dest_start, code.dest_end))
    return stretches


def _lettered(plain: str, runs: list[Run], change: Change) -> Iterator[Change]:
    for begin, stop, low, high in _merged(plain[change.start : change.end], change.new):
        one = Change(change.start + begin, change.start + stop, change.new[low:high])
        if one.start < one.end and _home(runs, one) is None:
            if one.new:
                raise FixRefused("the words cross markup, and how to share the new ones out is not evident")
            yield from _divided(plain, runs, one)
        else:
            yield one


def _divided(plain: str, runs: list[Run], change: Change) -> Iterator[Change]:
    """A deletion across runs, run by run."""
    for run in runs:
        start, end = max(run.start, change.start), min(run.end, change.end)
        if start < end:
            if start == run.start and end == run.end and not plain[start:end].isspace():
                raise FixRefused("the edit would leave an element empty")
            yield Change(start, end, "")


def _edit(source: "SourceMap", runs: list[Run], change: Change, start: int, end: int, page_text: str) -> Edit:
    """The page edit for a change within one run, widened to the whole words around it where they lie in one piece."""
    home = _home(runs, change) or _beside(runs, change, source, page_text)
    if any(plain in CHARACTERS for plain in source.plain[change.start : change.end]):
        raise FixRefused("the edit would replace code, math or another stand-in")
    if any(char in CHARACTERS for char in change.new):
        raise FixRefused("the new text holds a stand-in where the page has none")
    change = _widened(source, change, home, start, end)
    place = QUOTES[int(source.place[home.first])]
    if change.start < change.end:
        span = source.to_page(change.start, change.end)
    else:
        where = _insertion(source, home, change.start)
        return Edit(where, where, escape(change.new, place))
    if place == " " and not change.new and change.start == home.start and change.end == home.end:
        raise FixRefused("the edit would leave an attribute without a value")
    return Edit(span.start, span.end, escape(change.new, place))


def _insertion(source: "SourceMap", run: Run, at: int) -> int:
    """Where in the page to insert at `at` of the plain text, on the side of `run`."""
    if at > run.start:
        return source.to_page(at - 1, at).end
    return source.to_page(at, at + 1).start


def _beside(runs: list[Run], change: Change, source: "SourceMap", page_text: str) -> Run:
    """The run that an insertion between two runs goes to: letters to the word they continue, the rest outside."""
    before = next((run for run in runs if run.end == change.start and not _stands(source, run.first)), None)
    after = next((run for run in runs if run.start == change.start and not _stands(source, run.first)), None)
    if before is None or after is None:
        found = before or after
        if found is None:
            raise FixRefused("there is only markup where the text would go")
        return found
    span = page_text[int(source.page_end[before.last]) : int(source.page_start[after.first])]
    if change.new[:1].isalnum() and source.plain[change.start - 1].isalnum():
        return before
    return after if span.startswith("</") else before


def _widened(source: "SourceMap", change: Change, run: Run, start: int, end: int) -> Change:
    """The change with the rest of the words it is in, as far as they are literal text of one piece."""
    plain = source.plain
    begin, stop = change.start, change.end
    number = source.piece(begin if begin < stop or begin == run.start else begin - 1)
    if not source.literal[number]:
        return change
    low, high = max(int(source.start[number]), start), min(int(source.end[number]), end)
    if stop > int(source.end[number]) or begin < low or stop > high:
        return change
    while begin > low and _WORD_CHARACTER.match(plain[begin - 1]):
        begin -= 1
    while stop < high and _WORD_CHARACTER.match(plain[stop]):
        stop += 1
    return Change(begin, stop, plain[begin : change.start] + change.new + plain[change.end : stop])
