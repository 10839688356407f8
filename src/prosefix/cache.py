"""Results of earlier runs: what the rules said of a page, as long as page, settings and prosefix are the same.

One small JSON file a page, so that runs at the same time do not undo each other's work. A file that cannot be read or
makes no sense counts as none; nothing here decides what a result means.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from prosefix.findings import Applicability, Edit, Finding, Fix, Severity, Span
from prosefix.lint import FileResult
from prosefix.page.source import Page
from prosefix.settings import Settings
from prosefix.writing import own_folder, write_whole

FOLDER = ".prosefix_cache"
_KEPT = 6  # sets of results, each for one edition under one set of settings; older ones are removed
_KEY_SIZE = 8  # bytes of the name of a set
_KEY = re.compile(rf"[0-9a-f]{{{2 * _KEY_SIZE}}}")
# What a project sets that changes no result of a page: where things are, and what is done with results.
_NO_MATTER = frozenset(
    {"root", "source", "origins", "overrides", "exclude", "fail_on", "max_size", "baseline", "rules", "lists", "cached"}
)


@dataclass(slots=True)
class Cache:
    """The results kept in the folder `home`, whose pages are named from `root`, for the edition `edition`."""

    home: Path
    root: Path
    edition: str
    _last: tuple[Settings, Path] | None = None  # since nearly all pages have the same settings

    def find(self, page: Page, settings: Settings) -> FileResult | None:
        """The result for `page` under `settings` (those of the page itself), or None where none is kept."""
        try:
            kept = json.loads(self._place(page.path, settings).read_bytes())
            return _result(kept, page) if kept["content"] == _digest(page.raw) else None
        except (OSError, ValueError, RecursionError, KeyError, TypeError, IndexError):
            return None  # none kept yet, or a damaged one: the page is checked

    def keep(self, result: FileResult, settings: Settings) -> None:
        """Keep `result`, unless it is one that tells of something gone wrong."""
        if result.page is None or result.error is not None or result.crashes:
            return
        place = self._place(result.path, settings)
        with suppress(OSError):  # a full or read-only disk, another's folder: the next run is slower and nothing worse
            if self.home.is_symlink():
                return  # who packed the folder of pages may have it point anywhere
            if not place.parent.is_dir():
                own_folder(self.home)
                self._make_room()
                place.parent.mkdir(exist_ok=True)
            content = json.dumps(_plain(result, result.page), ensure_ascii=False, separators=(",", ":"))
            write_whole(place, content.encode("utf-8", "surrogatepass"), durable=False)

    def _place(self, path: str, settings: Settings) -> Path:
        if self._last is None or self._last[0] != settings:
            key = hashlib.blake2b(f"{self.edition}\n{told(settings)}".encode(), digest_size=_KEY_SIZE).hexdigest()
            self._last = (settings, self.home / key)
        name = os.path.relpath(path, self.root).replace(os.sep, "/")
        return self._last[1] / f"{_digest(name.encode('utf-8', 'surrogatepass'))}.json"

    def _make_room(self) -> None:
        """Remove the sets of results that have not been added to for longest."""
        sets = sorted(
            (f for f in self.home.iterdir() if _KEY.fullmatch(f.name) and f.is_dir()),
            key=lambda f: f.stat().st_mtime,
            reverse=True,
        )
        for folder in sets[_KEPT - 1 :]:
            import shutil

            shutil.rmtree(folder, ignore_errors=True)


def open_cache(settings: Settings, engine: str = "") -> Cache:
    """The cache of the project: beside its settings file, else in the current folder. `engine`: another one's identity."""
    from prosefix.edition import edition

    root = settings.root if settings.source else Path.cwd()
    return Cache(root / FOLDER, root, f"{edition(settings.rules)}{engine and ' '}{engine}")


def told(settings: Settings) -> str:
    """All that `settings` say of how a page is checked, in one order."""
    return json.dumps(
        {each.name: _ordered(getattr(settings, each.name)) for each in fields(settings) if each.name not in _NO_MATTER},
        sort_keys=True,
    )


def _ordered(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else dict(value) if isinstance(value, Mapping) else value


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _plain(result: FileResult, page: Page) -> dict[str, Any]:
    """`result` as JSON has it. What the page itself says is left out."""
    return {
        "content": _digest(page.raw),
        "counts": [result.words, result.blocks],
        "skipped": dict(result.skipped),
        "notes": list(result.notes),
        "findings": [
            [
                f.rule, int(f.severity), f.confidence, f.message, f.start, f.end, f.sentence, list(f.mark), f.held_back,
                [
                    [fix.replacement, str(fix.applicability), [[e.start, e.end, e.new] for e in fix.edits]]
                    for fix in f.fixes
                ],
            ]
            for f in result.findings
        ],
    }  # fmt: skip


def _result(kept: Mapping[str, Any], page: Page) -> FileResult:
    words, blocks = kept["counts"]
    return FileResult(
        path=page.path,
        words=words,
        blocks=blocks,
        skipped=kept["skipped"],
        findings=tuple(_finding(each, page) for each in kept["findings"]),
        page=page,
        notes=tuple(kept["notes"]),
    )


def _finding(kept: list[Any], page: Page) -> Finding:
    rule, severity, confidence, message, start, end, sentence, mark, held_back, fixes = kept
    return Finding(
        path=page.path,
        rule=rule,
        severity=Severity(severity),
        confidence=confidence,
        message=message,
        text=page.text[start:end],
        start=start,
        end=end,
        fixes=tuple(Fix(new, Applicability(sure), tuple(Edit(*edit) for edit in edits)) for new, sure, edits in fixes),
        sentence=sentence,
        mark=Span(*mark),
        held_back=held_back,
    )
