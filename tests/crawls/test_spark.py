"""The same scan on Spark: the same rows, whatever cuts the work."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crawled import BAD, GOOD, RULES, Scan, archive, response, rows, site

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("warcio", reason="warcio is not installed")
pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("pyspark", reason="pyspark is not installed")
if shutil.which("java") is None:
    pytest.skip("there is no Java, which Spark needs", allow_module_level=True)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from prosefix.crawls.spark import open_session

    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    session = open_session("local[2]")
    yield session
    session.stop()


def test_the_tables_of_a_scan_are_those_of_a_scan_without_spark(
    scan: Scan, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    archive(
        folder / "a.warc.gz",
        [*site(8), response("https://a.org/x", b"<p>\xff"), response("https://a.org/y", b"", "image/png")],
    )
    archive(folder / "b.warc", [response("https://a.org/1", BAD.encode()), response("https://a.org/2", GOOD.encode())])
    assert scan("a.warc.gz", "b.warc", "--jobs", "2").exit_code == 2
    (folder / "out").rename(folder / "here")
    assert scan("a.warc.gz", "b.warc", "--engine", "spark", "--master", "local[2]").exit_code == 2
    for table in ("findings", "pages", "errors"):
        assert rows(folder / "out", table) == rows(folder / "here", table)
    assert (folder / "out" / "summary.json").read_bytes() == (folder / "here" / "summary.json").read_bytes()


def test_a_table_of_pages_is_checked_in_a_notebook(session: Any) -> None:
    from prosefix import Settings
    from prosefix.crawls.spark import check, findings, table

    pages = session.createDataFrame(
        [(f"https://a.org/{n}", BAD if n % 2 else GOOD) for n in range(6)] + [("https://a.org/none", None)],
        "url string, html string",
    )
    settings = Settings(select=tuple(RULES.split(",")))
    found = sorted((row.address, row.rule, row.start) for row in findings(pages, settings).collect())
    assert [address for address, _, _ in found] == [f"https://a.org/{n}" for n in (1, 1, 3, 3, 5, 5)]
    checked = check(pages, settings).persist()
    assert table(checked, "pages").count() == 6
    assert [(row.address, row.kind) for row in table(checked, "errors").collect()] == [
        ("https://a.org/none", "missing")
    ]
