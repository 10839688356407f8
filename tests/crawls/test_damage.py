"""What is broken in a crawl: every page that can be read is checked, and everything else is a row that says why not."""

import gzip
import signal
import zlib
from pathlib import Path

import pytest
from crawled import RULES, Scan, addresses, archive, kinds, page, record, response, rows, site, summary
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("warcio", reason="warcio is not installed")


def read(path: Path) -> tuple[list[str], list[str]]:
    """The addresses of the pages in an archive, and the kinds of its problems."""
    from prosefix.crawls.records import Record
    from prosefix.crawls.sources import plan
    from prosefix.crawls.sources import records as records_of
    from prosefix.settings import Settings

    found = [item for part in plan([str(path)], Settings()) for item in records_of(part, 1_000_000)]
    pages = [item.address for item in found if isinstance(item, Record)]
    return pages, [str(item.kind) for item in found if not isinstance(item, Record)]


def numbered(*numbers: int) -> list[str]:
    return [f"https://example.org/{number}" for number in numbers]


MEMBERS = [gzip.compress(each) for each in site(5)]
CUT = MEMBERS[2][: len(MEMBERS[2]) // 2]
WRONG_SUM = MEMBERS[2][:-8] + b"\0" * 8
PLAIN = site(5)


@pytest.mark.parametrize(
    ("content", "pages"),
    [
        (b"".join(MEMBERS)[:-40], [0, 1, 2, 3]),  # the end is missing
        (b"".join(MEMBERS) + MEMBERS[0][:8], [0, 1, 2, 3, 4]),
        (b"".join([*MEMBERS[:2], CUT, *MEMBERS[3:]]), [0, 1, 3, 4]),
        (b"".join([*MEMBERS[:2], WRONG_SUM, *MEMBERS[3:]]), [0, 1, 3, 4]),
        (b"".join([*MEMBERS[:2], b"no gzip at all " * 20, *MEMBERS[3:]]), [0, 1, 3, 4]),
        (b"".join(PLAIN)[:-60], [0, 1, 2, 3]),
        (b"".join(PLAIN) + b"WARC/1.0\r\nWARC-Type: resp", [0, 1, 2, 3, 4]),
        (b"".join([*PLAIN[:2], b"garbage " * 20 + b"\r\n\r\n", *PLAIN[3:]]), [0, 1, 3, 4]),
        (b"".join([PLAIN[0], response("https://example.org/x", page(), length=99999), *PLAIN[1:]]), [0, 1, 2, 3, 4]),
        (b"".join([PLAIN[0], response("https://example.org/x", page(), length=70), *PLAIN[1:]]), [0, 1, 2, 3, 4]),
        (gzip.compress(b"".join(PLAIN))[:-9], [0, 1, 2, 3, 4]),  # one member of all records, as it should not be
        (b"<html>no archive</html>", []),
        (b"\x1f\x8b no archive", []),
        (b"", []),
    ],
)
def test_damage_costs_the_record_that_it_is_in(tmp_path: Path, content: bytes, pages: list[int]) -> None:
    (tmp_path / "c.warc.gz").write_bytes(content)
    assert read(tmp_path / "c.warc.gz") == (numbered(*pages), ["damaged"])


def test_an_archive_in_one_piece_is_read(tmp_path: Path) -> None:
    (tmp_path / "c.warc.gz").write_bytes(gzip.compress(b"".join(PLAIN)))
    assert read(tmp_path / "c.warc.gz") == (numbered(0, 1, 2, 3, 4), [])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, len(b"".join(MEMBERS)) - 1), new=st.binary(min_size=1, max_size=30), packed=st.booleans())
def test_bytes_written_over_cost_no_record_that_they_do_not_touch(
    tmp_path: Path, at: int, new: bytes, packed: bool
) -> None:
    pieces = MEMBERS if packed else PLAIN
    whole = b"".join(pieces)
    at = at % len(whole)
    broken = whole[:at] + new + whole[at + len(new) :]
    (tmp_path / "c.warc.gz").write_bytes(broken[: len(whole)])
    edges = [sum(map(len, pieces[:number])) for number in range(6)]
    # What ends one record begins the next, and the archive's first bytes tell what it is.
    whole_ones = [n for n in range(5) if edges[n + 1] + 4 <= at or at + len(new) + 4 <= edges[n]]
    found, _ = read(tmp_path / "c.warc.gz")
    if at > 4:
        assert [address for address in found if address in numbered(*whole_ones)] == numbered(*whole_ones)


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (response("https://a.org/", b"\x89PNG", "image/png"), "not-html"),
        (response("https://a.org/", b"{}", ""), "not-html"),
        (record("conversion", "https://a.org/", b"text"), "not-html"),
        (response("https://a.org/", page(), status="404 Not Found"), "status"),
        (record("revisit", "https://a.org/", b"HTTP/1.1 200 OK\r\n\r\n"), "revisit"),
        (record("response", "https://a.org/", b"HTTP/1.1 200 OK\r\n\r\n<p>", more="WARC-Truncated: length\r\n"), "cut"),
        (record("response", "https://a.org/", b"no HTTP"), "damaged"),
        (response("https://a.org/", b"<p>\xff\xfe", "text/html; charset=utf-8"), "encoding"),
        (response("https://a.org/", b"<p>a\0b"), "encoding"),
        (response("https://a.org/", b"<p>x" + b"y" * 1_000_000), "too-large"),
        (
            response("https://a.org/", gzip.compress(b"<p>" + b"x" * 2_000_000), headers=["Content-Encoding: gzip"]),
            "too-large",
        ),
        (response("https://a.org/", gzip.compress(page())[:-9], headers=["Content-Encoding: gzip"]), "damaged"),
        (response("https://a.org/", b"?", headers=["Content-Encoding: compress"]), "damaged"),
        (response("https://a.org/", page(f"<p>{'Built by a program. ' * 2000}</p>")), "minified"),
    ],
)
def test_what_is_no_page_is_a_row_with_its_reason(scan: Scan, folder: Path, made: bytes, kind: str) -> None:
    archive(folder / "c.warc.gz", [*site(1), made, *site(1)])
    result = scan("c.warc.gz", "--max-size", "1")
    left_out = kind in ("not-html", "status", "revisit", "cut", "minified")
    assert result.exit_code == (1 if left_out else 2)
    (error,) = rows(folder / "out", "errors")
    assert (error["address"], error["kind"], error["fault"]) == ("https://a.org/", kind, not left_out)
    assert error["place"] == len(gzip.compress(site(1)[0]))
    assert len(addresses(folder / "out")) == 2
    assert summary(folder / "out")["errors"] == {kind: 1}


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (gzip.compress(page()), ["Content-Encoding: gzip"]),
        (page(), ["Content-Encoding: gzip"]),  # undone by the crawler, which kept the header
        (zlib.compress(page()), ["Content-Encoding: deflate"]),
        (zlib.compress(page())[2:-4], ["Content-Encoding: deflate"]),
        (b"%x\r\n%b\r\n0\r\n\r\n" % (len(page()), page()), ["Transfer-Encoding: chunked"]),
        (page(), ["Transfer-Encoding: chunked"]),
        (b"%x\r\n%b\r\n0\r\n\r\n" % (len(gzip.compress(page(), mtime=0)), gzip.compress(page(), mtime=0)),
         ["Transfer-Encoding: chunked", "Content-Encoding: gzip"]),
    ],
)  # fmt: skip
def test_a_page_is_read_as_it_was_sent(tmp_path: Path, body: bytes, headers: list[str]) -> None:
    from prosefix.crawls.records import Record
    from prosefix.crawls.sources import plan
    from prosefix.crawls.sources import records as records_of
    from prosefix.settings import Settings

    archive(tmp_path / "c.warc", [response("https://a.org/", body, headers=headers), *site(1)])
    first, second = (
        item for part in plan([str(tmp_path / "c.warc")], Settings()) for item in records_of(part, 1_000_000)
    )
    assert isinstance(first, Record)
    assert first.raw == page()
    assert second.address == "https://example.org/0"


def test_a_record_of_200_megabytes_is_passed_over_within_little_memory(tmp_path: Path) -> None:
    import tracemalloc

    huge = response("https://a.org/huge", b"<p>" + b"x" * 200_000_000)
    archive(tmp_path / "c.warc.gz", [*site(1), huge, *site(1)])
    del huge
    tracemalloc.start()
    try:
        assert read(tmp_path / "c.warc.gz") == (numbered(0, 0), ["too-large"])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10_000_000


def test_a_page_that_takes_too_long_is_a_row_and_the_others_are_checked(scan: Scan, folder: Path) -> None:
    sentence = "The module of the new system needs care and the second one is much better than that. "
    archive(
        folder / "c.warc.gz",
        [*site(2), response("https://a.org/slow", page(f"<p>{sentence}</p>\n" * 40_000)), *site(1)],
    )
    assert scan("c.warc.gz", "--page-seconds", "3", "--select", "all").exit_code == 2
    assert kinds(folder / "out") == {"https://a.org/slow": "time"}
    assert len(addresses(folder / "out")) == 3


DEADLY = """
import os, signal
rules = "."
def kill(context):
    if "deadly" in context.table.text:
        os.kill(os.getpid(), signal.SIGKILL)
    return []
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
def test_a_page_that_ends_its_process_is_a_row_and_the_others_are_checked(
    scan: Scan, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = "".join(
        f'[[example]]\nbad = "It [[{n}]]."\ngood = "It {n}x."\n[[example]]\ngood = "It {n}y."\n' for n in "ab"
    )
    (folder / "ours" / "style").mkdir(parents=True)
    (folder / "ours" / "style" / "deadly.toml").write_text(
        'name = "style/deadly"\nsummary = "s"\nwhy = "w"\nseverity = "info"\nfix = "manual"\nmessage = "m"\n'
        f'[match]\nfunction = "deadly_check:kill"\n{examples}'
    )
    (folder / "deadly_check.py").write_text(DEADLY)
    (folder / "deadly-1.dist-info").mkdir()
    (folder / "deadly-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1\n")
    (folder / "deadly-1.dist-info" / "entry_points.txt").write_text("[prosefix.rules]\ndeadly = deadly_check:rules\n")
    (folder / ".prosefix.toml").write_text('rules = ["ours"]\n')
    monkeypatch.syspath_prepend(str(folder))
    archive(folder / "c.warc.gz", [*site(3), response("https://a.org/x", page("<p>A deadly page.</p>")), *site(5)[3:]])
    assert scan("c.warc.gz", "--select", f"style/deadly,{RULES}").exit_code == 2
    assert kinds(folder / "out") == {"https://a.org/x": "died"}
    assert addresses(folder / "out") == numbered(0, 1, 2, 3, 4)
    assert len(rows(folder / "out", "findings")) == 10
