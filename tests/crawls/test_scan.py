"""Scanning sources of every sort: the tables, the summary and the exit codes."""

import gzip
import json
from pathlib import Path

import pytest
from crawled import BAD, GOOD, Scan, addresses, archive, kinds, page, record, response, rows, site, summary

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("warcio", reason="warcio is not installed")


def test_a_folder_gives_what_check_gives(scan: Scan, folder: Path) -> None:
    (folder / "docs" / "guide").mkdir(parents=True)
    (folder / "docs" / "a.html").write_text(BAD)
    (folder / "docs" / "guide" / "b.html").write_text(GOOD)
    result = scan("docs")
    assert result.exit_code == 1
    found = rows(folder / "out", "findings")
    assert [(row["rule"], row["text"], row["line"], row["column"]) for row in found] == [
        ("agreement/modal-verb", "requires", 1, 20), ("repetition/same-word", "the the ", 1, 39)
    ]  # fmt: skip
    first = found[0]
    assert (first["address"], first["section"], first["replacement"]) == ("docs/a.html", "docs", "require")
    assert json.loads(first["fixes"])[0]["edits"] == [{"start": 19, "end": 27, "new": "require"}]
    pages = rows(folder / "out", "pages")
    assert [(row["address"], row["section"], row["words"], row["findings"], row["worst"]) for row in pages] == [
        ("docs/a.html", "docs", 10, 2, "error"), ("docs/guide/b.html", "docs/guide", 4, 0, None)
    ]  # fmt: skip
    assert rows(folder / "out", "errors") == []


@pytest.mark.parametrize("name", ["crawl.warc", "crawl.warc.gz"])
def test_an_archive_gives_the_same_however_it_is_kept_and_cut(scan: Scan, folder: Path, name: str) -> None:
    from prosefix.crawls.sources import plan, records
    from prosefix.settings import Settings

    archive(folder / name, site(40))
    whole = [item for part in plan([name], Settings()) for item in records(part, 1000_000)]
    size = (folder / name).stat().st_size
    for part_size in (1, 97, size // 20):
        parts = plan([name], Settings(), part_size)
        assert len(parts) > 2
        cut = [item for part in parts for item in records(part, 1000_000)]
        assert cut == whole
    assert scan(name).exit_code == 1
    assert len(addresses(folder / "out")) == len(set(addresses(folder / "out"))) == 40


def test_tables_of_pages_are_read(scan: Scan, folder: Path) -> None:
    from pyarrow import parquet

    table = pa.table({"url": ["https://a.org/1", "https://a.org/2", None], "html": [BAD, GOOD, None]})
    parquet.write_table(table, folder / "pages.parquet", row_group_size=1)
    lines = [{"address": "https://a.org/3", "html": BAD}, {"html": GOOD}, ["no object"], {"url": "x"}]
    text = "".join(json.dumps(line) + "\n" for line in lines) + "{broken\n"
    (folder / "pages.jsonl").write_text(text)
    (folder / "more.jsonl.gz").write_bytes(gzip.compress(text.replace("org/3", "org/4").encode())[:-4])
    (folder / "broken.parquet").write_bytes((folder / "pages.parquet").read_bytes()[:-9])
    assert scan("broken.parquet", "pages.parquet", "pages.jsonl", "more.jsonl.gz").exit_code == 2
    place = text.index('{"html"')
    assert set(addresses(folder / "out")) >= {
        "https://a.org/1",
        "https://a.org/2",
        "https://a.org/3",
        f"pages.jsonl#{place}",
    }
    found = [(row["address"].partition("#")[0], row["kind"]) for row in rows(folder / "out", "errors")]
    assert found.count(("pages.jsonl", "damaged")) == 2
    assert ("x", "missing") in found
    assert ("pages.parquet", "missing") in found
    assert ("broken.parquet", "damaged") in found
    assert ("more.jsonl.gz", "damaged") in found


def test_a_sitemap_leads_to_the_pages_beside_it(scan: Scan, folder: Path) -> None:
    kept = folder / "dump" / "example.org" / "guide"
    kept.mkdir(parents=True)
    (kept / "index.html").write_text(BAD)
    (kept / "a page.html").write_text(GOOD)
    (folder / "dump" / "sitemap.xml").write_text(
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://example.org/one.xml.gz</loc>'
        "</sitemap></sitemapindex>"
    )
    places = ["https://example.org/guide/", "https://example.org/guide/a%20page", "https://example.org/gone"]
    listed = "".join(f"<url><loc>{place}</loc></url>" for place in places)
    (folder / "dump" / "one.xml.gz").write_bytes(gzip.compress(f"<urlset>{listed}</urlset>".encode()))
    assert scan("dump/sitemap.xml").exit_code == 2
    assert addresses(folder / "out") == places[:2]
    assert kinds(folder / "out") == {places[2]: "missing"}


def test_repeated_findings_and_words_count_once(scan: Scan, folder: Path) -> None:
    footer = "<footer><p>The footer will requires care.</p></footer>"
    own = "<p>We saw the the page.</p>"
    style = '<link rel="stylesheet" href="/static/basic.css?v=2">'
    pages = [
        response(
            f"https://a.org/{'docs' if n % 2 else 'blog'}/{n}",
            page(f"<p>Page {n} is short.</p>{footer}{own * (n == 3)}", style),
        )
        for n in range(10)
    ]
    archive(folder / "c.warc.gz", pages)
    assert scan("c.warc.gz").exit_code == 1
    told = summary(folder / "out")
    assert (told["findings"], told["findings_once"]) == (11, 2)
    assert (told["words"], told["words_once"]) == (10 * 9 + 5, 10 * 4 + 5 + 5)
    sections = {each["name"]: (each["findings"], each["once"], each["pages"]) for each in told["sections"]}
    assert sections == {"a.org/docs": (6, 2, 5), "a.org/blog": (5, 1, 5)}
    assert [(each["name"], each["rate"]) for each in told["templates"]] == [("basic.css", 40.0)]
    assert [(each["places"], each["address"]) for each in told["repeated"]] == [(10, "https://a.org/blog/0")]
    assert [(each["address"], each["own"]) for each in told["worst"]] == [("https://a.org/docs/3", 1)]
    rules = {each["name"]: each["once"] for each in told["rules"]}
    assert rules == {"agreement/modal-verb": 1, "repetition/same-word": 1}


def test_pages_of_the_same_bytes_have_the_same_rows(scan: Scan, folder: Path) -> None:
    archive(folder / "c.warc", [response(f"https://a.org/{n}", page()) for n in range(3)])
    assert scan("c.warc").exit_code == 1
    found = [{**row, "address": ""} for row in rows(folder / "out", "findings")]
    assert found[:2] == found[2:4] == found[4:]
    assert addresses(folder / "out") == [f"https://a.org/{n}" for n in range(3)]


def test_settings_hold_for_addresses(scan: Scan, folder: Path) -> None:
    (folder / ".prosefix.toml").write_text(
        '[[overrides]]\nfiles = ["https://a.org/old/**"]\nignore = ["repetition/same-word"]\n[[overrides]]\nfiles = ["b.html"]\nignore = ["agreement/modal-verb"]\n'
    )
    archive(folder / "c.warc", [response(f"https://a.org/{name}", page()) for name in ("old/1", "new/1")])
    (folder / "b.html").write_bytes(page())
    assert scan("c.warc", "b.html").exit_code == 1
    assert {(row["address"], row["rule"]) for row in rows(folder / "out", "findings")} == {
        ("https://a.org/old/1", "agreement/modal-verb"), ("https://a.org/new/1", "agreement/modal-verb"),
        ("https://a.org/new/1", "repetition/same-word"), ("b.html", "repetition/same-word"),
    }  # fmt: skip


def test_the_charset_that_the_server_named_counts_before_the_pages_own(scan: Scan, folder: Path) -> None:
    text = "<meta charset=windows-1251><p>A naïve module will requires care.</p>"
    archive(
        folder / "c.warc",
        [
            response("https://a.org/1", text.encode("latin-1"), "text/html; charset=ISO-8859-1"),
            response("https://a.org/2", text.replace("windows-1251", "utf-8").encode("latin-1")),
            response("https://a.org/3", text.encode(), "text/html; charset=nonsense"),
        ],
    )
    assert scan("c.warc").exit_code == 2
    assert [(row["address"], row["encoding"]) for row in rows(folder / "out", "pages")] == [
        ("https://a.org/1", "cp1252"), ("https://a.org/3", "utf-8")
    ]  # fmt: skip
    assert kinds(folder / "out") == {"https://a.org/2": "encoding"}


def test_a_scan_without_faults_has_the_exit_codes_of_check(scan: Scan, folder: Path) -> None:
    redirect = response("https://a.org/r", b"", status="301 Moved")
    archive(folder / "good.warc", [*site(2, GOOD), redirect, record("warcinfo", "", b"software: x\r\n")])
    result = scan("good.warc")
    assert result.exit_code == 0
    assert "not checked: 1 status" in result.stdout
    archive(folder / "bad.warc", site(1))
    assert scan("bad.warc", "--restart").exit_code == 1
    assert scan("bad.warc", "--restart", "--ignore", "agreement", "--fail-on", "error").exit_code == 1
    assert scan("bad.warc", "--restart", "--ignore", "repetition,agreement/modal-verb").exit_code == 0


def test_a_person_at_a_terminal_sees_how_far_it_is(folder: Path) -> None:
    pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    from terminal import Terminal

    archive(folder / "c.warc.gz", site(300))
    terminal = Terminal(folder, "scan", "c.warc.gz", "-o", "out", "--jobs", "1")
    terminal.wait_for("Reading pages")
    terminal.wait_for("pages/s")
    code, shown = terminal.end()
    assert code == 1
    assert "300 pages" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("gone.warc",), "gone.warc: there is no such file or folder"),
        (("empty",), "empty: holds no page"),
        (("notes.md",), "notes.md: is not HTML"),
        (("a.html", "--select", "repetitoin"), "did you mean “repetition”?"),
        (("a.html", "--master", "local[1]"), "--master is for --engine spark"),
        (("table.parquet",), "table.parquet: has no column “html”; it has text"),
        (("broken.xml",), "broken.xml: is no sound sitemap"),
        (("a.html", "-o", "empty/.."), "holds other files; name a new folder"),
    ],
)
def test_a_wrong_call_is_exit_2(scan: Scan, folder: Path, arguments: tuple[str, ...], words: str) -> None:
    from pyarrow import parquet

    (folder / "empty").mkdir()
    (folder / "notes.md").write_text(BAD)
    (folder / "a.html").write_text(BAD)
    (folder / "broken.xml").write_text("<urlset><url>")
    parquet.write_table(pa.table({"text": ["x"]}), folder / "table.parquet")
    result = scan(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr


@pytest.mark.parametrize("module", ["pyarrow", "warcio", "pyspark"])
def test_a_package_that_is_missing_is_named_with_its_extra(
    scan: Scan, folder: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    import sys

    archive(folder / "c.warc", site(1))
    for name in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    result = scan("c.warc", *(["--engine", "spark"] if module == "pyspark" else []))
    assert result.exit_code == 2
    extra = "spark" if module == "pyspark" else "scan"
    assert result.stderr == f"prosefix: this needs {module}: pip install 'prosefix-html[{extra}]'\n"


def test_forgetting_words_between_pages_changes_no_finding() -> None:
    from prosefix.lint import check_pages, forget_words
    from prosefix.page.source import read_page
    from prosefix.settings import Settings

    article = read_page(Path(__file__).parents[2] / "examples" / "article.html", "article.html")
    (before,) = check_pages([article], Settings())
    forget_words(0)
    (after,) = check_pages([article], Settings())
    assert len(before.findings) > 40
    assert after == before
