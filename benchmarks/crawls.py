"""How a scan's time and memory grow with its pages, beside `prosefix check` on the same pages as files.

usage: python benchmarks/crawls.py WORK ARCHIVE.warc.gz... [--check N] [--spark URL [--kill N]]

`crawl_of_packages.py` makes the archives. For each one: `scan --jobs 1`, and `check --jobs 1` for those of up to N pages;
processor time and most memory of a process, those of all their processes included. With --spark each archive is scanned on
that master instead, and the tables are compared row by row with those of an earlier run without it; with --kill one executor
is killed once N parts are done. WORK is a folder for tables and pages.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet

from prosefix.crawls.records import Record
from prosefix.crawls.sources import plan, records
from prosefix.settings import Settings

PROSEFIX = [sys.executable, "-m", "prosefix"]
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class Cost(NamedTuple):
    """What a run took: seconds of processor and clock, and the most memory of one of its processes in MB."""

    processor: float
    clock: float
    memory: float


def run(*arguments: str, kill: tuple[Path, int] | None = None) -> Cost:
    """The cost of `prosefix` with `arguments`. Findings are no failure. `kill`: the tables' folder, and after how many parts."""
    begun = time.monotonic()
    process = subprocess.Popen([*PROSEFIX, *arguments], stdout=subprocess.DEVNULL, env={**os.environ, **ONE_THREAD})
    if kill is not None:
        kill_executor(process, *kill)
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) > 1:
        print(f"exit code {os.waitstatus_to_exitcode(status)}: {' '.join(arguments)}", file=sys.stderr)
    return Cost(used.ru_utime + used.ru_stime, time.monotonic() - begun, used.ru_maxrss / 1024)


def kill_executor(driver: "subprocess.Popen[bytes]", home: Path, parts: int) -> None:
    """Kill one of the executors below the process `driver` as soon as so many parts are written."""
    while len(list(home.glob("checked/_temporary/0/task_*"))) < parts:
        if os.waitid(os.P_PID, driver.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            raise SystemExit("the scan ended before an executor was killed")
        time.sleep(0.5)
    listing = subprocess.run(
        ["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    lines = [line.split(None, 2) for line in listing.splitlines()]
    below = {driver.pid}
    while more := {int(pid) for pid, parent, _ in lines if int(parent) in below} - below:
        below |= more
    executors = [int(pid) for pid, _, words in lines if int(pid) in below and "CoarseGrainedExecutorBackend" in words]
    os.kill(executors[0], signal.SIGKILL)
    print(f"killed one of {len(executors)} executors after {parts} parts", flush=True)


def unpack(archive: Path, folder: Path) -> int:
    """Write the pages of `archive` into `folder`; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for part in plan([str(archive)], Settings()):
        for item in records(part, Settings().max_size * 1_000_000):
            if isinstance(item, Record):
                (folder / f"{count:07}.html").write_bytes(item.raw)
                count += 1
    return count


def rows(home: Path, table: str) -> list[dict[str, Any]]:
    """A table's rows in one order."""
    found = [
        row for file in (home / table).glob("*.parquet") for row in pyarrow.parquet.ParquetFile(file).read().to_pylist()
    ]
    return sorted(found, key=lambda row: [(value is None, str(value)) for value in row.values()])


def grow(work: Path, archive: Path, most: int) -> None:
    """Scan `archive`, and check its pages as files where they are no more than `most`."""
    home = work / f"{archive.name}.scan"
    cost = run("scan", str(archive), "-o", str(home), "--restart", "-q", "--jobs", "1")
    pages = rows(home, "pages")
    count, words = len(pages), sum(row["words"] for row in pages)
    print(
        f"{archive.name}: {count:,} pages, {words:,} words, {cost.processor:.1f} s of processor, "
        f"{1000 * cost.processor / count:.2f} ms a page, {cost.clock:.0f} s of clock, {cost.memory:.0f} MB",
        flush=True,
    )
    if count <= most:
        unpack(archive, work / f"{archive.name}.pages")
        beside = run(
            "check", str(work / f"{archive.name}.pages"), "-q", "--no-cache", "--jobs", "1", "--format", "json"
        )
        print(
            f"check: {beside.processor:.1f} s of processor, {beside.memory:.0f} MB; "
            f"scan takes {cost.processor / beside.processor:.2f} times as long",
            flush=True,
        )


def compare(work: Path, archive: Path, master: str, kill: int) -> None:
    """Scan `archive` on Spark, and compare the tables with those of `grow`."""
    home, other = work / f"{archive.name}.scan", work / f"{archive.name}.spark"
    arguments = ("scan", str(archive), "-o", str(other), "--restart", "-q", "--engine", "spark", "--master", master)
    cost = run(*arguments, kill=(other, kill) if kill else None)
    pages = [row["address"] for row in rows(other, "pages")]
    same = {table: rows(home, table) == rows(other, table) for table in ("findings", "pages", "errors")}
    print(
        f"{archive.name} on {master}: {cost.clock:.0f} s of clock, {len(pages):,} pages, {len(set(pages)):,} addresses; "
        f"the same rows: {same}",
        flush=True,
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("work", type=Path)
    options.add_argument("archives", nargs="+", type=Path)
    options.add_argument("--check", type=int, default=5000)
    options.add_argument("--spark", metavar="URL")
    options.add_argument("--kill", type=int, default=0, metavar="N")
    given = options.parse_args()
    for archive in given.archives:
        if given.spark:
            compare(given.work, archive, given.spark, given.kill)
        else:
            grow(given.work, archive, given.check)


if __name__ == "__main__":
    main()
