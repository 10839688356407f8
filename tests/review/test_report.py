"""The report as a document: whole, self-contained, and right about what it offers. No browser is needed here."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from prosefix.findings import Applicability, Edit, Finding, Fix, Severity, Span
from prosefix.fixes.splice import splice
from prosefix.lint import FileResult, check_pages, rules_of
from prosefix.page.blocks import read_prose
from prosefix.page.source import Page, decode_page
from prosefix.review import build
from prosefix.review.offers import offers
from prosefix.review.reading import passages
from prosefix.review.wording import changed
from prosefix.settings import Settings

SETTINGS = Settings(select=("repetition", "agreement/modal-verb", "math"))
PAGE = (
    "<h1>On models</h1><p>The module will requires <code>x&lt;y</code> care, 🚀 and the <b>the</b> rest"
    "&nbsp;follows.</p><li>It can works.<img alt='The the cat'></li>\n<script>var s = 'it will requires';</script>"
    "<p>A formula $\\left( x$ ends.</p>"
)


def results(*texts: str) -> list[FileResult]:
    return check_pages([decode_page(text.encode(), f"p{n}.html") for n, text in enumerate(texts)], SETTINGS)


def report(*texts: str) -> str:
    rules = {rule.name: rule for rule in rules_of(SETTINGS)}
    return build(results(*texts), rules, SETTINGS).decode()


def test_it_shows_the_text_with_every_finding_marked() -> None:
    document = html.fromstring(report(PAGE))
    marked = [(mark.get("data-n"), " ".join(mark.text_content().split())) for mark in document.cssselect(".mark")]
    cards = document.cssselect(".card")
    assert {number for number, _ in marked} == {card.get("data-n") for card in cards}
    assert {"requires", "works", "The the"} <= {text for _, text in marked}
    assert "The module will requires x<y care, 🚀 and the the rest" in " ".join(
        document.cssselect("main")[0].text_content().split()
    )
    assert document.cssselect("h3")[0].text_content() == "On models"


def test_before_and_after_are_words() -> None:
    card = html.fromstring(report(PAGE)).cssselect('.card[data-rule="agreement/modal-verb"]')[0]
    for unseen in card.cssselect(".unseen"):
        unseen.drop_tree()
    assert [each.text_content() for each in card.cssselect("del, ins")] == ["requires", "require"]


def test_math_is_shown_in_its_line() -> None:
    card = html.fromstring(report(PAGE)).cssselect('.card[data-rule="math/left-right"]')[0]
    assert "A formula $\\left( x$ ends." in " ".join(card.text_content().split())


def test_it_needs_nothing_but_itself() -> None:
    document = html.fromstring(report(PAGE))
    assert not document.xpath("//@src | //link | //@style | //iframe | //object | //*[starts-with(name(), 'on')]")
    assert all(link.startswith("#") for link in document.xpath("//@href"))
    ids = document.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in document.xpath("//@href")} <= set(ids)


def test_what_a_page_says_stays_text() -> None:
    hostile = (
        "<p>The the &lt;script&gt;alert(1)&lt;/script&gt; end.</p><!-- <script> --><script>'</script><script>x</script>"
    )
    document = html.fromstring(report(hostile))
    assert len(document.xpath("//script")) == 2
    data = json.loads(document.xpath("string(//script[@id='data'])"))
    assert data["files"][0]["raw"] == hostile


def test_pages_without_findings_are_only_counted() -> None:
    content = report("<p>Nothing is wrong.</p>")
    assert "No mistakes were found." in content
    assert "0 findings in 1 page" in content
    assert json.loads(html.fromstring(content).xpath("string(//script[@id='data'])")) == {"files": [], "findings": []}


def test_a_page_that_could_not_be_read_is_named() -> None:
    broken = FileResult("b<r>.html", error="byte 3 is not utf-8")
    assert "b&lt;r&gt;.html</b>: byte 3 is not utf-8" in build([broken], {}, SETTINGS).decode()


@pytest.mark.parametrize(
    ("encoding", "bom"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("cp1252", b"")]
)
def test_offers_are_edits_of_the_very_bytes(encoding: str, bom: bytes) -> None:
    text = '<meta charset="windows-1252"><p>Café: it will requires the the rest.</p>\r\n'
    if encoding != "cp1252":
        text = text.replace("windows-1252", "utf-8").replace("é", "é🚀")
    page = decode_page(bom + text.encode(encoding), "p.html")
    (result,) = check_pages([page], SETTINGS)
    offered = offers(page, result.findings)
    assert all(offered)
    for finding, own in zip(result.findings, offered, strict=True):
        for offer in own:
            raw = page.raw
            for start, end, new in sorted(offer.edits, reverse=True):
                raw = raw[:start] + new + raw[end:]
            assert raw == page.encode(splice(page.text, offer.fix.edits)), finding


def test_a_fix_that_damages_the_page_is_not_offered() -> None:
    page = decode_page(b"<p>One <b>two</b> three.</p>", "p.html")
    bad = Fix("<i>", Applicability.SAFE, (Edit(7, 10, "<i>"),))
    good = Fix("Two", Applicability.MANUAL, (Edit(10, 13, "Two"),))
    findings = (
        Finding("p.html", "spelling/x", Severity.ERROR, 1, "m", "<b>", 7, 10, (bad,)),
        Finding("p.html", "spelling/y", Severity.ERROR, 1, "m", "two", 10, 13, (good,)),
    )
    assert [[offer.fix for offer in own] for own in offers(page, findings)] == [[], [good]]


def test_a_character_that_the_encoding_lacks_is_not_offered() -> None:
    page = Page("p.html", b"<p>two</p>", "<p>two</p>", "cp1252")
    fix = Fix("t→o", Applicability.SAFE, (Edit(3, 6, "t→o"),))
    assert offers(page, [Finding("p.html", "spelling/x", Severity.ERROR, 1, "m", "two", 3, 6, (fix,))]) == [()]


words = st.sampled_from(["one", "<b>two</b>", "it's", "&amp;", "<code>f()</code>", "three", "$x^2$", "</p><p>", "🚀"])


@given(st.lists(words, min_size=1, max_size=12), st.data())
def test_every_finding_is_in_one_passage_and_no_word_is_lost(parts: list[str], data: st.DataObject) -> None:
    text = "<p>" + " ".join(parts)
    page = decode_page(text.encode(), "p.html")
    prose = read_prose(page)
    starts = data.draw(st.lists(st.integers(0, len(text) - 1), max_size=4))
    findings = [
        Finding("p.html", "x/y", Severity.INFO, 1, "m", "", at, min(at + 5, len(text))) for at in sorted(starts)
    ]
    read = passages(prose, findings)
    assert sorted(number for passage in read for number in passage.findings) == list(range(len(findings)))
    shown = " ".join(piece.text for passage in read if passage.kind != "source" for piece in passage.pieces)
    for word in ("one", "two", "three"):
        assert re.sub(r"\s", "", shown).count(word) == sum(word in part for part in parts)


@given(st.text(alphabet="ab &;", max_size=12), st.text(alphabet="ab &;", max_size=12))
def test_the_parts_of_a_change_are_both_texts(old: str, new: str) -> None:
    fix = Fix(new, Applicability.SAFE, (Edit(0, len(old), new),))
    finding = Finding(
        "p", "math/x", Severity.INFO, 1, "m", old, 0, len(old), (fix,), sentence=old, mark=Span(0, len(old))
    )
    parts = changed(finding, fix)
    assert "".join(part.text for part in parts if part.kind != "new") == old
    assert "".join(part.text for part in parts if part.kind != "old") == new


def test_the_command_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from prosefix.cli import cli

    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.html").write_text("<p>It will requires care.</p>")
    done = CliRunner().invoke(cli, ["report", "p.html", "-o", "r.html", "--select", "agreement/modal-verb"])
    assert done.exit_code == 0, done.stderr
    assert "r.html: 1 finding" in done.stderr
    assert done.stdout == ""
    piped = CliRunner().invoke(cli, ["report", "p.html", "-o", "-", "--select", "agreement/modal-verb"])
    assert piped.stdout_bytes == (tmp_path / "r.html").read_bytes()
    refused = CliRunner().invoke(cli, ["report", "p.html", "-o", "no/r.html"])
    assert refused.exit_code == 2
    assert "no/r.html: cannot be written" in refused.stderr


def test_the_command_writes_over_nothing_but_its_own_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from prosefix.cli import cli

    monkeypatch.chdir(tmp_path)
    page = b"<p>It will requires care.</p>"
    for name in ("a.html", "b.html", "notes.txt"):
        (tmp_path / name).write_bytes(page)
    for arguments in (["a.html", "-o", "a.html"], [".", "-o", "b.html"], ["a.html", "-o", "notes.txt"]):
        refused = CliRunner().invoke(cli, ["report", *arguments])
        assert refused.exit_code == 2
        assert refused.stderr.count("\n") == 1
        assert f"{arguments[2]}: is there already and is no report" in refused.stderr
        assert (tmp_path / arguments[2]).read_bytes() == page
    for _ in range(2):  # the second time over the first report, which is not itself read
        done = CliRunner().invoke(cli, ["report", ".", "-o", "r.html", "--select", "agreement/modal-verb"])
        assert done.exit_code == 0, done.stderr
        assert "r.html: 2 findings" in done.stderr
    checked = CliRunner().invoke(cli, ["check", ".", "--select", "agreement/modal-verb", "--format", "concise"])
    assert "r.html: left out, for it is a report that prosefix wrote" in checked.stderr
    assert "r.html" not in checked.stdout
