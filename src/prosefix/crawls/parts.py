"""The folder that a scan writes: three tables in parts, a journal of the parts that are done, and what the scan was of.

A part's files are there whole before the journal names it, so that a scan which is stopped at any moment goes on where it
was, and no page is in the tables twice. Only one scan writes a folder at a time.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time
from typing import Any

from prosefix.cache import told
from prosefix.crawls.checking import Rows
from prosefix.crawls.columns import TABLES
from prosefix.crawls.extras import needed
from prosefix.crawls.records import Part
from prosefix.edition import edition
from prosefix.errors import ProsefixError
from prosefix.settings import Settings
from prosefix.writing import write_whole

_GROUP = 2_000  # records whose rows are written together
_TYPES = {"string": "string", "long": "int64", "double": "float64", "boolean": "bool_"}


@dataclass(frozen=True, slots=True)
class Done:
    """A part whose tables are written, how many pages it had, and the processor time that it took where that is known."""

    part: int
    pages: int
    seconds: float = 0.0


class Output:
    """The folder `home` of a scan."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.summary = home / "summary.json"
        self._plan = home / "plan.json"
        self._journal = home / "journal.jsonl"

    def begin(self, parts: Sequence[Part], settings: Settings, again: bool = False) -> list[Done]:
        """Make the folder ready for a scan of `parts`, and give what of it is done. `again`: forget what is done.

        Raises ProsefixError where the folder is of another scan, or of other files than a scan's.
        """
        mark = {"scan": _digest(parts, settings), "parts": len(parts)}
        there = self.home.is_dir() and any(self.home.iterdir())
        if there and not self._plan.is_file():
            raise ProsefixError(f"{self.home}: holds other files; name a new folder")
        if there and not again and json.loads(self._plan.read_bytes()) != mark:
            raise ProsefixError(
                f"{self.home}: holds a scan of other sources or settings, or by another prosefix; name a new folder, "
                "or write it anew with --restart"
            )
        for table in TABLES:
            (self.home / table).mkdir(parents=True, exist_ok=True)
        if again or not there:
            self._clear()
            write_whole(self._plan, json.dumps(mark).encode())
        for half in self.home.glob("*/*.tmp"):
            half.unlink()
        return list(self._done())

    def _clear(self) -> None:
        """Remove what an earlier scan left, its journal first, so that nothing half removed counts as done."""
        for name in (self._journal, self.summary):
            name.unlink(missing_ok=True)
        for table in TABLES:
            for file in (self.home / table).iterdir():
                file.unlink()

    def _done(self) -> Iterator[Done]:
        """The parts in the journal. A last line that was cut short is of a part that was not done."""
        if not self._journal.exists():
            return
        for line in self._journal.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                yield Done(**json.loads(line))

    def write(self, number: int, rows: Iterable[Rows]) -> Done:
        """Write the tables of the part `number`, whole or not at all, and give what it came to."""
        names = {table: self.home / table / f"part-{number:06}.parquet" for table in TABLES}
        pages, begun = 0, process_time()
        half = {table: name.with_suffix(f".{os.getpid()}.tmp") for table, name in names.items()}
        writers = {table: _Writer(half[table], table) for table in TABLES}
        try:
            for each in rows:
                for table, fresh in (("findings", each.findings), ("pages", each.pages), ("errors", each.errors)):
                    writers[table].add(fresh)
                pages += len(each.pages)
            for writer in writers.values():
                writer.close()
            for table, name in names.items():
                os.replace(half[table], name)  # noqa: PTH105 - one call that either happens or does not
        finally:
            for path in half.values():
                path.unlink(missing_ok=True)
        return Done(number, pages, round(process_time() - begun, 3))

    def note(self, done: Done) -> None:
        """Put a part whose tables are written into the journal."""
        with self._journal.open("ab") as file:
            file.write(json.dumps(asdict(done)).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


class _Writer:
    """A Parquet file that is written some rows at a time."""

    def __init__(self, path: Path, table: str) -> None:
        self._arrow, parquet = needed("pyarrow", "scan"), needed("pyarrow.parquet", "scan")
        self._schema = schema(TABLES[table])
        self._file = parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[Mapping[str, Any]] = []

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self._rows.extend(rows)
        if len(self._rows) >= _GROUP:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._file.close()

    def _flush(self) -> None:
        if self._rows:
            self._file.write_table(self._arrow.Table.from_pylist(self._rows, schema=self._schema))
            self._rows = []


def schema(columns: Mapping[str, str]) -> Any:
    """The columns of a table as pyarrow names their types."""
    arrow = needed("pyarrow", "scan")
    return arrow.schema([(name, getattr(arrow, _TYPES[kind])()) for name, kind in columns.items()])


def _digest(parts: Sequence[Part], settings: Settings) -> str:
    """What decides what a scan gives: prosefix and its rules, the settings, and the parts with the times of their files."""
    digest = hashlib.blake2b(
        f"{edition(settings.rules)}\n{told(settings)}\n{settings.max_size}\n".encode(), digest_size=16
    )
    for part in parts:
        digest.update(f"{part.source}\0{part.start}\0{part.stop}\0{part.size}\n".encode("utf-8", "surrogatepass"))
        for name in [path for _, path in part.entries] or [part.path]:
            digest.update(f"{name}\0{_changed(name)}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _changed(name: str) -> int:
    try:
        return Path(name).stat().st_mtime_ns
    except OSError:
        return 0
