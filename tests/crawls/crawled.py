"""Archives, sound and broken, that the tests of scans read, and the tables that they get."""

import gzip
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from click.testing import Result

Scan = Callable[..., Result]
BAD = "<p>The module will requires care, and the the rest follows.</p>\n"
GOOD = "<p>The module needs care.</p>\n"
RULES = "repetition,agreement/modal-verb"


def page(body: str = BAD, head: str = "") -> bytes:
    return f"<!doctype html><html><head>{head}</head><body>\n{body}</body></html>\n".encode()


def response(
    address: str,
    body: bytes,
    kind: str = "text/html",
    status: str = "200 OK",
    headers: Sequence[str] = (),
    length: int | None = None,
) -> bytes:
    """A response record of an archive; `length` is what it says instead of how long it is."""
    told = "".join(f"{line}\r\n" for line in (*([f"Content-Type: {kind}"] if kind else []), *headers))
    return record("response", address, f"HTTP/1.1 {status}\r\n{told}\r\n".encode() + body, length)


def record(kind: str, address: str, block: bytes, length: int | None = None, more: str = "") -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: {address}\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http\r\n{more}"
        f"Content-Length: {len(block) if length is None else length}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def site(count: int, body: str = BAD) -> list[bytes]:
    """Records of `count` pages that differ."""
    return [response(f"https://example.org/{n}", page(body + f"<p>This is page {n}.</p>")) for n in range(count)]


def archive(path: Path, records: Sequence[bytes]) -> Path:
    """An archive of `records`, compressed one by one where its name says so."""
    path.write_bytes(b"".join(map(gzip.compress, records) if path.suffix == ".gz" else records))
    return path


def rows(home: Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table, in the order of their addresses."""
    from pyarrow import parquet

    found = [
        row for file in sorted((home / table).glob("*.parquet")) for row in parquet.ParquetFile(file).read().to_pylist()
    ]
    return sorted(found, key=lambda row: (row["address"], row.get("start", 0), row.get("place", 0)))


def addresses(home: Path, table: str = "pages") -> list[str]:
    return [row["address"] for row in rows(home, table)]


def kinds(home: Path) -> dict[str, str]:
    """The kind of error of each address."""
    return {row["address"]: row["kind"] for row in rows(home, "errors")}


def summary(home: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((home / "summary.json").read_bytes())
    return content
