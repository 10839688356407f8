"""The same scan on a Spark cluster: parts, or the pages of a table of yours, checked by `mapInPandas`.

A worker loads the data of English once and keeps it for all its tasks; a task that Spark runs for the third time, since its
worker died twice, has pages checked in a process of their own. Nothing here is imported unless a scan is to run on Spark.
"""

import os
import pickle
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from prosefix.crawls.apart import ACCIDENTS, checked_apart
from prosefix.crawls.checking import SECONDS, Checker, Rows
from prosefix.crawls.columns import TABLES, Row
from prosefix.crawls.extras import needed
from prosefix.crawls.lines import ADDRESSES, CHARSETS, HTML, of_row
from prosefix.crawls.parts import Output, schema
from prosefix.crawls.records import Part, Problem, Record
from prosefix.crawls.sources import records
from prosefix.errors import ProsefixError
from prosefix.settings import Settings

if TYPE_CHECKING:
    from pandas import DataFrame as Frame
    from pyspark.sql import DataFrame, SparkSession

COLUMNS = {"table": "string", **{name: kind for columns in TABLES.values() for name, kind in columns.items()}}
"""The columns of all three tables in one, and `table`, which names the one that a row is of."""
_SCHEMA = ", ".join(f"`{name}` {kind}" for name, kind in COLUMNS.items())
_ROWS = 1_000  # of a result that go to Spark at a time

Frames = Callable[[Iterable["Frame"]], Iterator["Frame"]]


def findings(pages: "DataFrame", settings: Settings | None = None, seconds: float = SECONDS) -> "DataFrame":
    """The findings in `pages`, a row each, with the columns of the table `findings`. See `check` for the rest."""
    return table(check(pages, settings, seconds), "findings")


def check(pages: "DataFrame", settings: Settings | None = None, seconds: float = SECONDS) -> "DataFrame":
    """All three tables of `pages` in one; `table` takes them apart. Keep it (`write`, `persist`) before you do so twice.

    `pages` has a column `html` (text or bytes), one of `url`, `address`, `uri`, `path`, `id`, and perhaps `charset`.
    Each page may take `seconds` of processor time. Raises ProsefixError without the column `html`.
    """
    if HTML not in pages.columns:
        raise ProsefixError(f"there is no column “{HTML}”; there are {', '.join(pages.columns)}")
    wanted = [name for name in (HTML, *ADDRESSES, *CHARSETS) if name in pages.columns]
    return pages.select(*wanted).mapInPandas(_of_pages(settings or Settings(), seconds), _SCHEMA)


def table(checked: "DataFrame", name: str) -> "DataFrame":
    """The table `name` (findings, pages or errors) out of what `check` gives."""
    return checked.where(checked["table"] == name).select(*TABLES[name])


def scan(parts: Sequence[Part], settings: Settings, output: Output, seconds: float, master: str | None) -> None:
    """Check `parts` on the cluster `master` (None: as spark-submit has it) into the tables of `output`.

    Sources and `output` must lie where every machine of the cluster sees them by the same names. Raises ProsefixError
    without pyspark.
    """
    session = open_session(master)
    held = output.home / "checked"
    try:
        rows = [(number, pickle.dumps(part)) for number, part in enumerate(parts)]
        each = session.sparkContext.parallelize(rows, max(1, len(rows)))
        todo = session.createDataFrame(each, "number long, part binary")
        todo.mapInPandas(_of_parts(settings, seconds), _SCHEMA).write.mode("overwrite").parquet(held.as_uri())
        checked = session.read.schema(_SCHEMA).parquet(held.as_uri())
        for name in TABLES:
            table(checked, name).write.mode("overwrite").parquet((output.home / name).as_uri())
    finally:
        session.stop()
        shutil.rmtree(held, ignore_errors=True)


def open_session(master: str | None) -> "SparkSession":
    """A Spark session on `master`. Raises ProsefixError without pyspark."""
    if master and master.startswith("local"):  # workers on this machine, which have the packages of this Python
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = needed("pyspark.sql", "spark").SparkSession.builder.appName("prosefix scan")
    needed("pandas", "spark")
    session: SparkSession = (builder.master(master) if master else builder).getOrCreate()
    return session


def _of_pages(settings: Settings, seconds: float) -> Frames:
    def check_pages(frames: Iterable["Frame"]) -> Iterator["Frame"]:
        return _frames(_checker("", settings, seconds).rows(_records(frames, settings)))

    return check_pages


def _of_parts(settings: Settings, seconds: float) -> Frames:
    def check_parts(frames: Iterable["Frame"]) -> Iterator["Frame"]:
        for frame in frames:
            for pickled in frame["part"]:
                part: Part = pickle.loads(pickled)
                found = records(part, settings.max_size * 1_000_000)
                yield from _frames(_checker(part.source, settings, seconds).rows(found))

    return check_parts


def _checker(source: str, settings: Settings, seconds: float) -> Checker:
    context = needed("pyspark", "spark").TaskContext.get()
    again = context is not None and context.attemptNumber() > ACCIDENTS
    return Checker(source, settings, seconds, checked_apart if again else None)


def _records(frames: Iterable["Frame"], settings: Settings) -> Iterator[Record | Problem]:
    row = 0
    for frame in frames:
        for values in frame.to_dict("records"):
            yield of_row(values, f"#{row}", row, settings.max_size * 1_000_000)
            row += 1


def _frames(rows: Iterable[Rows]) -> Iterator["Frame"]:
    gathered: list[Row] = []
    for each in rows:
        for name, own in (("findings", each.findings), ("pages", each.pages), ("errors", each.errors)):
            gathered.extend({"table": name, **row} for row in own)
        if len(gathered) >= _ROWS:
            yield _frame(gathered)
            gathered = []
    if gathered:
        yield _frame(gathered)


def _frame(rows: Sequence[Row]) -> Any:
    """`rows` as pandas has them, without making numbers of columns that have gaps into fractions."""
    arrow, pandas = needed("pyarrow", "scan"), needed("pandas", "spark")
    kinds = {
        arrow.int64(): pandas.Int64Dtype(),
        arrow.bool_(): pandas.BooleanDtype(),
        arrow.float64(): pandas.Float64Dtype(),
    }
    return arrow.Table.from_pylist(rows, schema=schema(COLUMNS)).to_pandas(types_mapper=kinds.get)
