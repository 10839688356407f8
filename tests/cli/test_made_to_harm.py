"""Pages whose content was made to harm: read in bounded work, mended in their words alone, shown without danger."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_pages import RULES, Run

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "hostile.py"
TIMES = 150
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10))
SPACES = "".join(map(chr, (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)))


def shapes() -> dict[str, Callable[[int], str]]:
    """The pages of benchmarks/hostile.py, which measures how their cost grows."""
    spec = importlib.util.spec_from_file_location("hostile", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: lambda n, piece=piece: piece * n for name, piece in module.REPEATED.items()} | dict(module.MADE)  # type: ignore[misc]


SHAPES = shapes()


@pytest.mark.parametrize("name", SHAPES)
def test_no_page_fails_and_what_is_found_lies_in_it(folder: Path, run: Run, name: str) -> None:
    text = f"<p>{SHAPES[name](TIMES)}"
    (folder / "p.html").write_text(text, "utf-8", newline="")
    result = run("check", "p.html", "--select", ",".join((RULES, "spelling", "math", "markup", "confusables")),
                 "--format", "json", "--no-cache")  # fmt: skip
    assert result.exit_code in (0, 1), result.stderr
    for finding in json.loads(result.stdout)["diagnostics"]:
        start, end = finding["span"]["start"], finding["span"]["end"]
        assert 0 <= start <= end <= len(text)
        assert text[start:end] == finding["text"]


MENDED = {
    "entities in entities": f'<?xml version="1.0"?><!DOCTYPE html [{LAUGHS}]><html><body><p>See the the &l9; here.</p></body></html>',
    "an entity of another file": '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname">]><p>See the the &x; here.</p>',
    "deep elements": "<div>" * 5000 + "<p>See the the one here.</p>" + "</div>" * 5000,
    "references without end": "<p>See the the " + "&amp;&lt" * 5000 + " here.</p>",
    "text from right to left": "<p>שלום see the the \u202eabc\u202c עולם. مرحبا بالعالم.</p>",
    "every space": "<p>" + "".join(f"We{s}saw{s}it{s}there. " for s in SPACES) + "See the the one.</p>",
    "marks on marks": "<p>See the the a" + "\u0301" * 5000 + " here.</p>",
    "noncharacters": "<p>See the the \uffff\ufdd0\U0010ffff\ue000\ue0ff\x01\x7f&#x1;&#xD800;&#1114112; here.</p>",
    "a declared charset that is wrong": "<meta charset=latin1><p>See the the naïve one here.</p>",
}


@pytest.mark.parametrize("name", MENDED)
def test_it_is_mended_in_its_words_alone(folder: Path, run: Run, name: str) -> None:
    (folder / "p.xhtml").write_text(MENDED[name], "utf-8")
    result = run("apply", "p.xhtml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (folder / "p.xhtml").read_text("utf-8") == MENDED[name].replace("the the", "the")


REFUSED = {
    "a NUL": (b"<p>See the the \0 one.</p>", "holds a NUL at byte 15"),
    "a lone surrogate": (b"<p>See the the \xed\xa0\x80 one.</p>", "byte 15 (0xed) is not utf-8"),
    "a lone surrogate in UTF-16": (b"\xff\xfe<\0p\0>\0\0\xd8 \0", "is not utf-16-le"),
    "two encodings": (b"<p>See the the \xc3\xa9 and \xe9 one.</p>", "byte 22 (0xe9) is not utf-8"),
    "a charset that there is not": (b"<meta charset=klingon><p>See the the one.</p>", "unknown charset 'klingon'"),
    "a charset that is no text": (b"<meta charset=base64><p>See the the one.</p>", "unknown charset 'base64'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_one_line_and_stays(folder: Path, run: Run, name: str) -> None:
    raw, said = REFUSED[name]
    (folder / "p.html").write_bytes(raw)
    for command in ("check", "apply"):
        result = run(command, "p.html", "--no-cache")
        assert result.exit_code == 2
        assert result.stderr.startswith("prosefix: p.html: ")
        assert said in result.stderr
        assert result.stderr.count("\n") == 1
    assert (folder / "p.html").read_bytes() == raw


DANGEROUS = (
    "<p>It <code>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</code> is is\n::error file=x::%0A|a](http://b) &lt;img src=x "
    "onerror=alert(2)&gt; here, the <b title='&lt;/script&gt;&lt;script&gt;alert(3) the the'>the</b> one.</p>"
)


def test_markup_in_findings_is_text_everywhere(folder: Path, run: Run) -> None:
    (folder / "<script>alert(4)::,.html").write_text(DANGEROUS)
    commands = run("check", ".", "--format", "github", "--no-cache").stdout.splitlines()
    found = json.loads(run("check", ".", "--format", "json", "--no-cache").stdout)["diagnostics"]
    assert len(commands) == len(found) == 2  # each is one line, whatever its words hold
    assert all(line.startswith("::error file=<script>alert(4)%3A%3A%2C.html,line=") for line in commands)
    for shape in ("junit", "checkstyle"):
        shown = run("check", ".", "--format", shape, "--no-cache").stdout
        assert "<script" not in shown
        assert "<img" not in shown
    sarif = json.loads(run("check", ".", "--format", "sarif", "--no-cache").stdout)
    for result in sarif["runs"][0]["results"]:
        assert "<" not in result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert "markdown" not in result["message"]
    assert run("report", ".", "--select", RULES, "-o", "report.html").exit_code in (0, 1)
    report = (folder / "report.html").read_text("utf-8")
    for attack in ("<script>alert", "<img src=x", "</script><script>"):
        assert attack not in report
