"""The unified diff between two versions of a file, as bytes that `git apply` and `patch` take.

Lines end at the byte 0x0A, as git sees them, whatever the encoding. It writes nothing.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

CONTEXT = 3  # unchanged lines around a change
_AGREEMENT = 3  # equal lines in a row that prove that both versions have met again
_SIGHT = 2000  # lines to look ahead for that; beyond it all the rest counts as changed


class Change(NamedTuple):
    """Lines `[old, old_end)` of the old version became lines `[new, new_end)` of the new one."""

    old: int
    old_end: int
    new: int
    new_end: int


def unified_diff(path: str, old: bytes, new: bytes) -> bytes:
    """The patch from `old` to `new`, headed by `a/path` and `b/path`; empty where they are equal."""
    before, after = _lines(old), _lines(new)
    pieces: list[bytes] = []
    for group in _hunks(changes(before, after)):
        pieces += _hunk(group, before, after)
    if not pieces:
        return b""
    return b"".join((header(path), *pieces))


def header(path: str) -> bytes:
    """The two lines that begin the patch of the file `path`."""
    name = _relative(path)
    return b"--- %s\n+++ %s\n" % (_quoted("a/" + name), _quoted("b/" + name))


def changes(before: Sequence[bytes], after: Sequence[bytes]) -> list[Change]:
    """The lines that differ, in order. Linear in the length, since both walk together from change to change."""
    if len(before) == len(after):  # a fix seldom joins or parts lines
        return list(_pairwise(before, after))
    found = []
    i = j = 0
    while i < len(before) or j < len(after):
        if i < len(before) and j < len(after) and before[i] == after[j]:
            i, j = i + 1, j + 1
            continue
        next_i, next_j = _meeting(before, after, i, j)
        found.append(Change(i, next_i, j, next_j))
        i, j = next_i, next_j
    return found


def _pairwise(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[Change]:
    """The runs of lines that differ from the line of the same number."""
    differing = (n for n, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
    for _, run in groupby(enumerate(differing), key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        yield Change(numbers[0], numbers[-1] + 1, numbers[0], numbers[-1] + 1)


def _meeting(before: Sequence[bytes], after: Sequence[bytes], i: int, j: int) -> tuple[int, int]:
    """The nearest places behind `i` and `j` from which both versions agree."""
    for distance in range(1, min(_SIGHT, len(before) - i + len(after) - j)):
        # As many lines left out as put in is by far the most frequent case, so that is tried first.
        for left_out in sorted(range(distance + 1), key=lambda n: abs(2 * n - distance)):
            a, b = i + left_out, j + distance - left_out
            if a <= len(before) and b <= len(after) and _agree(before, after, a, b):
                return a, b
    return len(before), len(after)


def _agree(before: Sequence[bytes], after: Sequence[bytes], a: int, b: int) -> bool:
    return before[a : a + _AGREEMENT] == after[b : b + _AGREEMENT] and (a < len(before) or b == len(after))


def _hunks(found: Iterable[Change]) -> Iterator[list[Change]]:
    """Changes whose context would touch belong in one hunk."""
    group: list[Change] = []
    for change in found:
        if group and change.old - group[-1].old_end > 2 * CONTEXT:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _hunk(group: Sequence[Change], before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    first, last = group[0], group[-1]
    lead = min(CONTEXT, first.old, first.new)
    tail = min(CONTEXT, len(before) - last.old_end, len(after) - last.new_end)
    old, old_end = first.old - lead, last.old_end + tail
    new, new_end = first.new - lead, last.new_end + tail
    yield b"@@ -%s +%s @@\n" % (_range(old, old_end), _range(new, new_end))
    at = old
    for change in group:
        yield from _marked(b" ", before[at : change.old])
        yield from _marked(b"-", before[change.old : change.old_end])
        yield from _marked(b"+", after[change.new : change.new_end])
        at = change.old_end
    yield from _marked(b" ", islice(before, at, old_end))


def _marked(mark: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield mark + line
        if not line.endswith(b"\n"):
            yield b"\n\\ No newline at end of file\n"


def _range(start: int, end: int) -> bytes:
    count = end - start
    first = start + 1 if count else start
    return b"%d" % first if count == 1 else b"%d,%d" % (first, count)


def _lines(content: bytes) -> list[bytes]:
    lines = content.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _relative(path: str) -> str:
    """`path` from the current folder; where it lies elsewhere, from the root."""
    relative = os.path.relpath(path)
    if relative.startswith(os.pardir):
        relative = str(Path(path).absolute()).lstrip(os.sep)
    return relative.replace(os.sep, "/")


_ESCAPES = {0x07: b"\\a", 0x08: b"\\b", 0x09: b"\\t", 0x0A: b"\\n", 0x0B: b"\\v", 0x0C: b"\\f", 0x0D: b"\\r",
            0x22: b'\\"', 0x5C: b"\\\\"}  # fmt: skip


def _quoted(name: str) -> bytes:
    """`name` as git writes it in a patch: quoted as in C where need be, with a tab behind where it holds a space."""
    raw = os.fsencode(name)
    if all(0x20 <= byte < 0x7F and byte not in _ESCAPES for byte in raw):
        return raw + b"\t" if b" " in raw else raw
    quoted = (_ESCAPES.get(b) or (bytes((b,)) if 0x20 <= b < 0x7F else b"\\%03o" % b) for b in raw)
    return b'"' + b"".join(quoted) + b'"'
