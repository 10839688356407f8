"""Which lines were changed, as git or a unified diff tells it, and which findings touch them.

It reads diffs and asks git; it checks nothing itself.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from prosefix import git
from prosefix.errors import ProsefixError
from prosefix.findings import Span
from prosefix.lint import FileResult

# First and last changed line, from 1. Where lines were only taken out: the line behind and the line before the place.
Lines = tuple[int, int]
ALL: Lines = (1, 1 << 60)
# What a person's own settings and attributes would make of a diff does not hold here: `--text` since git takes UTF-16
# for binary, and shows no lines of it.
_DIFF = (
    "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--text", "--find-renames", "--src-prefix=a/",
    "--dst-prefix=b/", "--submodule=diff", "--ignore-submodules=none",
)  # fmt: skip
_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_ESCAPED = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}


class Changes(NamedTuple):
    """The changed lines of each changed file, by its real path. Files that are gone are not in it."""

    lines: Mapping[Path, Sequence[Lines]]

    def of(self, path: str) -> Sequence[Lines]:
        """The changed lines of the file at `path`; none where it did not change."""
        return self.lines.get(Path(path).resolve(), ())

    def narrow(self, result: FileResult) -> FileResult:
        """`result` with the findings alone whose words touch a changed line."""
        if result.page is None:
            return result
        spans = line_spans(result.page.text, self.of(result.path))
        kept = tuple(f for f in result.findings if touches(Span(f.start, f.end), spans))
        return replace(result, findings=kept)


def touches(span: Span, others: Iterable[Span]) -> bool:
    """Whether `span` shares a character with one of `others`; an empty one counts as its first character."""
    end = max(span.end, span.start + 1)
    return any(other.start < end and span.start < max(other.end, other.start + 1) for other in others)


def line_spans(text: str, lines: Sequence[Lines]) -> list[Span]:
    """The spans of `text` that the ranges `lines` cover; lines end at LF, as git counts them.

    Of a place where lines were taken out, it is the line end there: words on both sides of it have come together.
    """
    if not lines:
        return []
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    ends = [*starts[1:], len(text)]
    last = len(starts)
    return [
        Span(starts[a - 1], ends[min(b, last) - 1]) if a <= b else Span(ends[b - 1] - 1, ends[b - 1])
        for a, b in lines
        if 0 < a <= last
    ]


def changes_since(revision: str, folder: Path) -> Changes:
    """What changed in the work tree around `folder` since the merge base of HEAD and `revision`, committed or not.

    Files that git does not track yet are changed all over. Raises ProsefixError outside a work tree, and where there
    is no such revision.
    """
    top = _top(folder)
    if top is None:
        raise ProsefixError(f"--since needs a git work tree, and {folder} is in none")
    if git.ask(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") is None:
        shallow = (git.ask(top, "rev-parse", "--is-shallow-repository") or b"").strip() == b"true"
        hint = "; this is a shallow clone, so fetch it first" if shallow else ""
        raise ProsefixError(f"--since: git knows no revision “{revision}”{hint}")
    base = (git.ask(top, "merge-base", revision, "HEAD") or revision.encode()).decode().strip()
    diff = git.ask(top, "diff", *_DIFF, base, "--")
    if diff is None:
        raise ProsefixError(f"--since: git cannot compare the work tree with “{revision}”")
    lines = _read(diff, [top])
    for folder_in_git in (top, *_submodules(top)):
        for name in (git.ask(folder_in_git, "ls-files", "--others", "--exclude-standard", "-z") or b"").split(b"\0"):
            if name:
                lines[(folder_in_git / _name(name)).resolve()] = [ALL]
    return Changes(lines)


def _submodules(top: Path) -> list[Path]:
    """The work trees of all submodules that are checked out below `top`, those of submodules too."""
    listed = git.ask(top, "submodule", "foreach", "--quiet", "--recursive", 'printf "%s\\0" "$toplevel/$sm_path"')
    return [Path(_name(path)) for path in (listed or b"").split(b"\0") if path]


def changes_in(diff: bytes, folder: Path) -> Changes:
    """What the unified `diff` says; its paths are from `folder` or from the top of its work tree."""
    return Changes(_read(diff, [place for place in (_top(folder), folder) if place is not None]))


def _read(diff: bytes, places: Sequence[Path]) -> dict[Path, list[Lines]]:
    lines: dict[Path, list[Lines]] = {}
    current: list[Lines] | None = None
    old = new = at = 0  # lines of the hunk still to come, and the number of the next new one
    for line in diff.split(b"\n"):
        if old or new:
            current_lines = current if current is not None else []
            if line[:1] == b"+":
                current_lines.append((at, at))
            elif line[:1] == b"-" and at > 1 and current_lines[-1:] != [(at, at - 1)]:
                current_lines.append((at, at - 1))
            old -= line[:1] in (b"-", b" ", b"")
            if line[:1] in (b"+", b" ", b""):
                new, at = new - 1, at + 1
        elif line.startswith(b"+++ "):
            path = _path(line[4:], places)
            current = None if path is None else lines.setdefault(path, [])
        elif hunk := _HUNK.match(line):
            old, at, new = int(hunk[1] or 1), int(hunk[2]), int(hunk[3] or 1)
            at += new == 0  # git names the line before the place
    return lines


def _path(header: bytes, places: Sequence[Path]) -> Path | None:
    """The file that a header line of a diff names, or None for a file that is gone."""
    quoted = re.fullmatch(rb'"((?:[^"\\]|\\.)*)"\s*', header)
    raw = _ESCAPE.sub(_unescaped, quoted[1]) if quoted else header.split(b"\t")[0].rstrip(b"\r")
    if raw == b"/dev/null":
        return None
    name = _name(raw)
    candidates = [place / n for place in places for n in (name.partition("/")[2], name) if n]
    return next((path.resolve() for path in candidates if path.is_file()), None)


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8)]) if len(code) == 3 else _ESCAPED.get(code, code)


def _name(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _top(folder: Path) -> Path | None:
    found = git.ask(folder, "rev-parse", "--show-toplevel")
    return Path(_name(found.rstrip(b"\n"))) if found else None
