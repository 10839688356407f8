"""The answers of engines, kept between runs by what was asked: the engine's identity, the language and the text.

One file in the user's cache folder. Where it cannot be used, engines are asked again; nothing else is lost.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

from prosefix.checks.engines.interface import Kind, Passage, Remark
from prosefix.rulebook.loading import cache_folder

FORMAT = 1  # of what is stored; raised when it changes
MOST = 300_000  # answers kept; beyond that the oldest third is dropped
_CHUNK = 500
Key = bytes


def key(identity: str, passage: Passage) -> Key:
    """What an answer is kept under."""
    asked = f"{FORMAT}\0{identity}\0{passage.language}\0{passage.text}"
    return blake2b(asked.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class AnswerCache:
    """The stored answers. `file` is in the user's cache folder unless another is given."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or cache_folder() / "engines.sqlite"

    def load(self, keys: Sequence[Key]) -> dict[Key, list[Remark]]:
        """The answers that there are for `keys`."""
        found: dict[Key, list[Remark]] = {}
        if not keys or not self._file.exists():
            return found
        try:
            with closing(sqlite3.connect(self._file, timeout=5)) as store:
                for start in range(0, len(keys), _CHUNK):
                    some = keys[start : start + _CHUNK]
                    rows = store.execute(
                        f"SELECT key, remarks FROM answers WHERE key IN ({','.join('?' * len(some))})", some
                    )
                    found.update((bytes(name), _read(remarks)) for name, remarks in rows)
        except (sqlite3.Error, ValueError, TypeError):
            return {}  # damaged, locked or of another make: everything is asked again, and `save` starts anew
        return found

    def save(self, answers: Mapping[Key, Sequence[Remark]]) -> None:
        """Keep `answers`."""
        if not answers:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._write(answers)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                return  # locked or read-only
            self._file.unlink(missing_ok=True)
            self._write(answers)
        except OSError:
            return  # a read-only home folder: engines are asked in every run, which is slower and nothing worse

    def _write(self, answers: Mapping[Key, Sequence[Remark]]) -> None:
        with closing(sqlite3.connect(self._file, timeout=5)) as store, store:
            store.execute("CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, remarks TEXT NOT NULL)")
            store.executemany(
                "INSERT OR REPLACE INTO answers VALUES (?, ?)",
                [(name, _written(remarks)) for name, remarks in answers.items()],
            )
            (count,) = store.execute("SELECT count(*) FROM answers").fetchone()
            if count > MOST:
                store.execute(
                    "DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers ORDER BY rowid LIMIT ?)",
                    (MOST // 3,),
                )


def _written(remarks: Sequence[Remark]) -> str:
    return json.dumps(
        [(r.start, r.end, r.message, r.replacements, r.rule, r.kind) for r in remarks], ensure_ascii=False
    )


def _read(text: str) -> list[Remark]:
    return [
        Remark(start, end, message, tuple(replacements), rule, Kind(kind))
        for start, end, message, replacements, rule, kind in json.loads(text)
    ]
