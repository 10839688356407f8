"""Scans that are stopped and started again, and processes that are killed: every page is done once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from crawled import RULES, Scan, addresses, archive, rows, site

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("warcio", reason="warcio is not installed")
if not hasattr(signal, "SIGKILL"):
    pytest.skip("there is no SIGKILL here", allow_module_level=True)

COUNT = 120
COMMAND = [sys.executable, "-m", "prosefix", "scan", "-o", "out", "--select", RULES, "--jobs", "2"]


@pytest.fixture
def sources(folder: Path) -> list[str]:
    """A crawl in many archives, each a part."""
    records = site(COUNT)
    names = [f"{number:02}.warc.gz" for number in range(COUNT // 4)]
    for number, name in enumerate(names):
        archive(folder / name, records[4 * number : 4 * number + 4])
    return names


def parts_done(folder: Path) -> int:
    journal = folder / "out" / "journal.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def wait_for_parts(folder: Path, process: "subprocess.Popen[bytes]", count: int) -> None:
    while parts_done(folder) < count:
        assert process.poll() is None
        time.sleep(0.02)


def test_a_scan_that_was_killed_goes_on_where_it_was(scan: Scan, folder: Path, sources: list[str]) -> None:
    process = subprocess.Popen([*COMMAND, *sources], stdout=subprocess.DEVNULL, start_new_session=True)
    wait_for_parts(folder, process, 3)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    done = parts_done(folder)
    assert 3 <= done < len(sources)
    with (folder / "out" / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"part": 29, "pa')  # the line that was being written
    before = {file: file.stat().st_mtime_ns for file in (folder / "out" / "pages").glob("*.parquet")}
    kept = sorted(before)[:3]
    result = scan(*sources, "--jobs", "2")
    assert result.exit_code == 1
    assert f"{done} of {len(sources)} parts are done already" in result.stderr
    assert sorted(addresses(folder / "out")) == sorted({f"https://example.org/{n}" for n in range(COUNT)})
    assert not list((folder / "out").glob("*/*.tmp"))
    assert len([file for file in kept if file.stat().st_mtime_ns == before[file]]) >= min(3, done)
    assert scan(*sources).exit_code == 1  # nothing is left to do
    assert parts_done(folder) == len(sources)


def test_a_worker_that_is_killed_costs_no_page(folder: Path, sources: list[str], scan: Scan) -> None:
    process = subprocess.Popen([*COMMAND, *sources], stdout=subprocess.DEVNULL)
    wait_for_parts(folder, process, 2)
    listing = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(process.pid)], capture_output=True, text=True, check=True
    )
    workers = [int(line.split()[0]) for line in listing.stdout.splitlines() if "spawn_main" in line]
    os.kill(workers[0], signal.SIGKILL)
    assert process.wait() == 1
    found = {table: rows(folder / "out", table) for table in ("findings", "pages", "errors")}
    assert scan(*sources, "--restart").exit_code == 1
    assert {table: rows(folder / "out", table) for table in found} == found
    assert len(found["pages"]) == COUNT


def test_tables_below_the_source_are_no_source(scan: Scan, folder: Path, sources: list[str]) -> None:
    assert len(sources) * 4 == COUNT
    for _ in range(2):
        assert scan(".").exit_code == 1
        assert len(addresses(folder / "out")) == COUNT


def test_a_folder_of_another_scan_is_left_alone(scan: Scan, folder: Path, sources: list[str]) -> None:
    assert scan(sources[0]).exit_code == 1
    for other in ((sources[1],), (sources[0], "--ignore", "repetition"), (sources[0], "--max-size", "3")):
        result = scan(*other)
        assert result.exit_code == 2
        assert "holds a scan of other sources or settings" in result.stderr
    assert len(addresses(folder / "out")) == 4
    assert scan(sources[1], "--restart").exit_code == 1
    assert addresses(folder / "out") == [f"https://example.org/{n}" for n in range(4, 8)]
