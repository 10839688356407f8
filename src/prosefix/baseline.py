"""The findings that a project knows and lives with: a sorted text file of fingerprints, one a line.

It holds no line numbers and no messages, so that neither an edit elsewhere nor a reworded rule voids an entry.
"""

import os
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from prosefix.errors import SettingsError
from prosefix.findings import Finding
from prosefix.fingerprints import fingerprint
from prosefix.lint import FileResult
from prosefix.writing import write_whole

FILE = ".prosefix-baseline"
ATTRIBUTE = f"{FILE} merge=union"  # for .gitattributes: two people's new entries then stand side by side
_CONFLICT = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")  # git's marks; all that stands between them is known
HEADING = "# prosefix baseline: path, rule, fingerprint, words; written by `prosefix baseline`"


@dataclass(frozen=True, slots=True)
class Entry:
    """One known finding. `words` are for people; a finding is the same by path, rule and fingerprint."""

    path: str
    rule: str
    mark: str
    words: str = field(default="", compare=False)

    def line(self) -> str:
        return "\t".join((self.path, self.rule, self.mark, self.words))


@dataclass(frozen=True, slots=True)
class Baseline:
    """Known findings with how often each is known; paths are relative to `root`."""

    root: Path
    known: Counter[Entry]

    def part(self, result: FileResult) -> tuple[list[Finding], list[Finding]]:
        """The findings of a page that are new, and those that are known."""
        left = self.of_page(result.path)
        new: list[Finding] = []
        old: list[Finding] = []
        for finding, entry in entries([result], self.root):
            if left[entry] > 0:
                left[entry] -= 1
                old.append(finding)
            else:
                new.append(finding)
        return new, old

    def narrow(self, result: FileResult, judged: Collection[str]) -> FileResult:
        """`result` without the known findings; its remarks say how many entries of the rules `judged` are stale."""
        new, old = self.part(result)
        entered = sum(count for entry, count in self.of_page(result.path).items() if entry.rule in judged)
        stale = entered - len(old) if result.error is None else 0
        notes = result.notes
        if stale > 0:
            entries_are = "entry of the baseline is" if stale == 1 else "entries of the baseline are"
            notes = (*notes, f"{stale} {entries_are} stale; `prosefix baseline --update` removes them")
        return replace(result, findings=tuple(new), notes=notes)

    def of_page(self, path: str) -> Counter[Entry]:
        """What is known of the page at `path`."""
        name = name_of(path, self.root)
        return Counter({entry: count for entry, count in self.known.items() if entry.path == name})


def entries(results: Iterable[FileResult], root: Path) -> list[tuple[Finding, Entry]]:
    """Every finding with its entry."""
    return [
        (
            finding,
            Entry(name_of(result.path, root), finding.rule, fingerprint(finding, result.page.text), _words(finding)),
        )
        for result in results
        if result.page is not None
        for finding in result.findings
    ]


def open_baseline(path: Path) -> Baseline:
    """The baseline in the file at `path`. Raises SettingsError where it cannot be read."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        reason = f"{error.strerror}; `prosefix baseline` writes one"
        raise SettingsError(f"{path}: the baseline cannot be read: {reason}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: the baseline is not UTF-8") from None
    known: Counter[Entry] = Counter()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith(("#", *_CONFLICT)):
            continue
        parts = line.split("\t")
        if len(parts) != 4:
            raise SettingsError(f"{path}:{number}: a line holds path, rule, fingerprint and words, with tabs between")
        known[Entry(*parts)] += 1
    return Baseline(path.absolute().parent, known)


def write_baseline(path: Path, known: Iterable[Entry]) -> None:
    """Write the file at `path`, sorted, so that two people's changes meet as lines. Raises SettingsError."""
    lines = sorted(entry.line() for entry in known)
    try:
        write_whole(path, ("\n".join([HEADING, *lines]) + "\n").encode())
    except OSError as error:
        raise SettingsError(f"{path}: the baseline cannot be written: {error.strerror}") from None


def name_of(path: str, root: Path) -> str:
    """`path` as entries of a baseline in the folder `root` have it: on one line, whatever is in it."""
    name = os.path.relpath(path, root).replace(os.sep, "/")
    return name if name.isprintable() else "".join(c if c.isprintable() else f"%{ord(c):02x}" for c in name)


def _words(finding: Finding) -> str:
    return " ".join(finding.text.split())[:80]
