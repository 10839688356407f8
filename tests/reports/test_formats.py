"""Every format against its golden file, and the machine formats read back by a parser of their kind.

`PROSEFIX_GOLDEN=write pytest tests/reports` writes the golden files anew.
"""

import json
import os
from pathlib import Path

import pytest
from lxml import etree

from prosefix.findings import Applicability, Edit, Finding, Fix, Severity, Span
from prosefix.lint import FileResult
from prosefix.page.source import decode_page
from prosefix.reports import FORMATS, Report, render

GOLDEN = Path(__file__).parent / "golden"
PAGE = (
    "<p>First, 🚀 the the model\r\nwill requires  care.\r\n"
    '<p title="a &amp; b">It\x1b[31m doesn&rsquo;t 100%: wrok, at \u202eall.\n'
)


def finding(words: str, rule: str, severity: Severity, message: str, *new: str, **more: object) -> Finding:
    start = PAGE.index(words)
    fixes = tuple(
        Fix(text, Applicability.SAFE if n == 0 else Applicability.MANUAL, (Edit(start, start + len(words), text),))
        for n, text in enumerate(new)
    )
    return Finding("docs/a b.html", rule, severity, 0.98765, message, words, start, start + len(words), fixes, **more)  # type: ignore[arg-type]


@pytest.fixture
def report() -> Report:
    page = decode_page(PAGE.encode(), "docs/a b.html")
    sentence = "First, 🚀 the the model will requires  care."
    findings = (
        finding("the the", "repetition/same-word", Severity.ERROR, "“the” stands twice.", "the",
                sentence=sentence, mark=Span(9, 16)),
        finding("requires", "agreement/modal-verb", Severity.WARNING, "Use “require”\x07 after “will”.", "require", "be",
                sentence=sentence, mark=Span(28, 36)),
        finding("wrok", "spelling/unknown-word", Severity.INFO, "“wrok” is no word: 100%, at all."),
        finding("\u202eall", "markup/x", Severity.INFO, "A <bold> & “quoted” message.", "", held_back="it crosses markup"),
    )  # fmt: skip
    checked = FileResult(
        "docs/a b.html", words=13, blocks=3, skipped={"code": 2, "math": 1}, findings=findings, page=page
    )
    clean = FileResult("docs/clean.html", words=5, blocks=1)
    broken = FileResult("docs/broken.html", error="byte 3 (0xff) is not utf-8 <&>")
    return Report([checked, broken, clean], seconds=0.1234, patch=b"--- a/x\n+++ b/x\n\xff\n", width=72)


@pytest.mark.parametrize("name", FORMATS)
def test_golden(name: str, report: Report) -> None:
    content = render(name, report)
    golden = GOLDEN / name
    if os.environ.get("PROSEFIX_GOLDEN") == "write":
        golden.write_bytes(content)
    assert content == golden.read_bytes()


@pytest.mark.parametrize("name", ["text", "concise", "github"])
def test_no_control_character_reaches_a_terminal(name: str, report: Report) -> None:
    text = render(name, report).decode()
    assert not [char for char in text if (ord(char) < 32 and char != "\n") or char in "\x7f\u202e"]


def test_the_text_report_never_exceeds_the_width(report: Report) -> None:
    from rich.cells import cell_len

    for width in (40, 60, 72, 200):
        wide = Report(report.results, width=width)
        lines = render("text", wide).decode().splitlines()
        # Only a line that names a place or sums up may be longer: neither is worth breaking.
        assert all(cell_len(line) <= width for line in lines if line.startswith("  │"))


def test_colour_only_where_wanted(report: Report) -> None:
    assert b"\x1b" not in render("text", report)
    assert b"\x1b[" in render("text", Report(report.results, colour=True))


def test_carets_stand_below_the_words(report: Report) -> None:
    lines = render("text", report).decode().splitlines()
    place = next(n for n, line in enumerate(lines) if "^^^^^^^ the" in line)
    from rich.cells import cell_len

    assert cell_len(lines[place].split("^")[0]) == cell_len(lines[place - 1].split("the the")[0])


def test_json_is_version_1(report: Report) -> None:
    content = json.loads(render("json", report))
    assert content["version"] == 1
    assert set(content) == {"version", "files", "diagnostics", "summary"}
    assert content["summary"] == {"files": 3, "words": 18, "findings": 4, "fixable": 3, "seconds": 0.123}
    assert content["files"][1]["error"].startswith("byte 3")
    first = content["diagnostics"][1]
    assert PAGE[first["span"]["start"] : first["span"]["end"]] == first["text"] == "requires"
    assert (first["start"], first["end"]) == ({"line": 2, "column": 6}, {"line": 2, "column": 14})
    assert [fix["applicability"] for fix in first["fixes"]] == ["safe", "manual"]


@pytest.mark.parametrize("name", ["junit", "checkstyle"])
def test_xml_is_well_formed(name: str, report: Report) -> None:
    root = etree.fromstring(render(name, report))
    assert root.xpath("count(//failure | //error[@line and @column])") == 4
    assert "100%" in etree.tostring(root, encoding="unicode")


def test_junit_counts_agree_with_its_elements(report: Report) -> None:
    root = etree.fromstring(render("junit", report))
    assert int(root.get("tests", 0)) == len(root.findall(".//testcase")) == 6
    assert int(root.get("failures", 0)) == len(root.findall(".//failure")) == 4
    assert int(root.get("errors", 0)) == len(root.findall(".//error")) == 1


def test_rdjson_columns_count_bytes(report: Report) -> None:
    first = json.loads(render("rdjson", report))["diagnostics"][0]
    line = PAGE.split("\r\n")[0].encode()
    start = first["location"]["range"]["start"]["column"] - 1
    end = first["location"]["range"]["end"]["column"] - 1
    assert line[start:end] == b"the the"


def test_gitlab_fingerprints_are_distinct() -> None:
    text = "<p>the the one.\n" * 3
    page = decode_page(text.encode(), "a.html")
    findings = tuple(
        Finding("a.html", "repetition/same-word", Severity.ERROR, 1, "m", "the the", at, at + 7) for at in (3, 19, 35)
    )
    issues = json.loads(render("gitlab", Report([FileResult("a.html", findings=findings, page=page)])))
    assert len({issue["fingerprint"] for issue in issues}) == 3


def test_github_caps_its_annotations() -> None:
    text = "the the\n" * 25
    page = decode_page(text.encode(), "a.html")
    findings = tuple(
        Finding("a,b:c.html", "r/x", Severity.ERROR, 1, "50%", "the the", at, at + 7) for at in range(0, 200, 8)
    )
    lines = render("github", Report([FileResult("a,b:c.html", findings=findings, page=page)])).decode().splitlines()
    assert len(lines) == 11
    assert lines[0] == "::error file=a%2Cb%3Ac.html,line=1,endLine=1,col=1,endColumn=8,title=r/x::50%25"
    assert "+15 more" in lines[-1]


def test_sarif_regions_point_at_the_words(report: Report) -> None:
    run = json.loads(render("sarif", report))["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    for result in run["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        start = region["charOffset"]
        assert PAGE[start : start + region["charLength"]] == region["snippet"]["text"]
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert run["invocations"][0]["executionSuccessful"] is False
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "docs/a%20b.html"
