"""LanguageTool's protocol against a server that answers well or badly; no Java is needed."""

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fake_languagetool import Handler, Reply, match, serving

from prosefix.checks.engines.interface import Kind, Passage
from prosefix.checks.engines.languagetool.engine import REQUEST, LanguageTool, code_of
from prosefix.cli import cli
from prosefix.errors import EngineError, SettingsError

TEXT = "😀 The 𝒞 of teh things."


def engine(url: str, **options: object) -> LanguageTool:
    return LanguageTool({"server": url, **options})


def teh(handler: Handler, form: dict[str, str]) -> None:
    """Finds “teh” wherever it stands."""
    text = form["text"]
    handler.send_matches(
        *[match(text, "teh", "the", rule="MORFOLOGIK_RULE_EN_US", category="TYPOS")] if "teh" in text else []
    )


def test_offsets_and_lengths_are_code_points() -> None:
    def reply(handler: Handler, form: dict[str, str]) -> None:
        handler.send_matches(match(form["text"], "𝒞 of", "x"), match(form["text"], "teh", "the"))

    with serving(reply) as server:
        (remarks,) = engine(server.url).check([Passage(TEXT, "en")])
    assert [TEXT[remark.start : remark.end] for remark in remarks] == ["𝒞 of", "teh"]
    assert [(remark.replacements, remark.kind) for remark in remarks] == [
        (("x",), Kind.AGREEMENT),
        (("the",), Kind.AGREEMENT),
    ]


def test_a_match_whose_text_is_another_is_left_out() -> None:
    def reply(handler: Handler, form: dict[str, str]) -> None:
        shifted = match(form["text"], "teh")
        handler.send_matches({**shifted, "offset": shifted["offset"] + 1}, match(form["text"], "things"))

    with serving(reply) as server:
        (remarks,) = engine(server.url).check([Passage(TEXT, "en")])
    assert [TEXT[remark.start : remark.end] for remark in remarks] == ["things"]


def test_each_block_gets_the_matches_on_it_and_none_that_spans_two() -> None:
    texts = ["One teh.", "A teh 😀 too, is it?", "", "No mistake."]

    def reply(handler: Handler, form: dict[str, str]) -> None:
        text = form["text"]
        handler.send_matches(
            match(text, "One teh.\n\nA"), match(text, "teh 😀"), match(text, "mistake"), match(text, "One teh")
        )

    with serving(reply) as server:
        answers = engine(server.url).check([Passage(text, "en") for text in texts])
        assert len(server.forms) == 1
    found = [[text[r.start : r.end] for r in remarks] for text, remarks in zip(texts, answers, strict=True)]
    assert found == [["One teh"], ["teh 😀"], [], ["mistake"]]


def test_requests_are_of_one_language_and_a_sensible_size() -> None:
    passages = [
        Passage("Ein Wort. " * 10, "de"),
        *[Passage("Some words here. " * 50, "en-gb")] * 40,
        Passage("Si.", "es"),
    ]
    with serving(lambda handler, _: handler.send_matches()) as server:
        engine(server.url, requests=3).check(passages)
        forms = server.forms
    assert {form["language"] for form in forms} == {"de-DE", "en-GB", "es"}
    assert max(len(form["text"]) for form in forms) <= REQUEST
    assert sum(form["text"].count("Some words") for form in forms) == 50 * 40
    assert len([form for form in forms if form["language"] == "en-GB"]) < 10


@pytest.mark.parametrize(
    ("language", "house", "code"),
    [("en", "", "en-US"), ("en", "en-GB", "en-GB"), ("en-au", "en-GB", "en-AU"), ("de", "en-GB", "de-DE"),
     ("de-at", "", "de-AT"), ("fr-ca", "", "fr"), ("es", "", "es"), ("en-in", "", "en-US")],
)  # fmt: skip
def test_languages_have_the_codes_that_languagetool_knows(language: str, house: str, code: str) -> None:
    assert code_of(language, house) == code


def silent(_handler: Handler, _form: dict[str, str]) -> None:
    time.sleep(2)


def dropping(handler: Handler, _form: dict[str, str]) -> None:
    handler.close_connection = True
    handler.connection.close()


def garbage(handler: Handler, _form: dict[str, str]) -> None:
    handler.send(b"<html>no JSON</html>")


def failing(handler: Handler, _form: dict[str, str]) -> None:
    handler.send(b"Error: out of memory", 500)


def beyond(handler: Handler, form: dict[str, str]) -> None:
    handler.send_matches({**match(form["text"], "teh"), "offset": 10_000})


BROKEN = [
    (silent, "did not answer within 0.3 s"), (dropping, "LanguageTool at http"), (garbage, "is not LanguageTool"),
    (failing, "answered 500: Error: out of memory"), (beyond, "no sense"),
    (lambda handler, _: handler.send(b'{"matches": 3}'), "no matches"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "said"), BROKEN)
def test_a_broken_answer_is_an_error_that_says_what_happened(reply: Reply, said: str) -> None:
    with serving(reply) as server:
        (answer,) = engine(server.url, timeout=0.3).check([Passage(TEXT, "en")])
        asked = len(server.forms)
    assert isinstance(answer, EngineError)
    assert said in str(answer)
    assert asked == (1 if reply is beyond else 2), "one retry, but none for an answer that was complete"


def test_a_second_attempt_can_save_a_request() -> None:
    def reply(handler: Handler, form: dict[str, str]) -> None:
        (teh if len(handler.server.forms) > 1 else dropping)(handler, form)

    with serving(reply) as server:
        (answer,) = engine(server.url).check([Passage(TEXT, "en")])
    assert [TEXT[remark.start : remark.end] for remark in answer] == ["teh"]


def test_only_the_blocks_of_a_failed_request_go_without() -> None:
    def reply(handler: Handler, form: dict[str, str]) -> None:
        (garbage if form["language"] == "fr" else teh)(handler, form)

    with serving(reply) as server:
        english, french = engine(server.url).check([Passage(TEXT, "en"), Passage("Bonjour.", "fr")])
    assert [remark.rule for remark in english] == ["MORFOLOGIK_RULE_EN_US"]
    assert isinstance(french, EngineError)


def test_an_address_where_nothing_listens_is_said() -> None:
    with serving(teh) as server:
        url = server.url
    (answer,) = engine(url).check([Passage(TEXT, "en")])
    assert isinstance(answer, EngineError)
    assert "cannot be reached" in str(answer)


@pytest.mark.parametrize(("option", "value"), [("servr", "x"), ("timeout", "long"), ("requests", 1.5), ("ignore", "A")])
def test_options_are_checked(option: str, value: object) -> None:
    with pytest.raises(SettingsError, match=option):
        LanguageTool({"server": "http://127.0.0.1:1", option: value})


# ---- on pages


PAGE = """<html lang="en"><p>We mend <code>hte</code> &amp; the zzyzzq of 😀 teh <em>th</em>ings.</p>
<p lang="de">Ein zzyzzq Wort.</p></html>"""


def zzyzzq(handler: Handler, form: dict[str, str]) -> None:
    handler.send_matches(match(form["text"], "zzyzzq", "quiz", rule="AGREEMENT_X"), match(form["text"], "zzyzzq"))


def check(folder: Path, url: str, *arguments: str, page: str = PAGE, options: str = "") -> Result:
    (folder / "page.html").write_text(page, "utf-8")
    settings = f'engine = "languagetool"\n[engines.languagetool]\nserver = "{url}"\ntimeout = 0.5\n{options}\n'
    (folder / ".prosefix.toml").write_text(settings, "utf-8")
    arguments = arguments or ("check", "--format", "json", "--select", "all")
    return CliRunner().invoke(cli, [*arguments, str(folder / "page.html")])


def findings(result: Result) -> list[tuple[str, str]]:
    return [(each["rule"], each["text"]) for each in json.loads(result.stdout)["diagnostics"]]


def test_findings_are_placed_in_the_page_and_other_languages_are_read(tmp_path: Path) -> None:
    with serving(zzyzzq) as server:
        result = check(tmp_path, server.url)
        languages = {form["language"]: form["text"] for form in server.forms}
    assert result.exit_code == 1
    assert ("agreement/languagetool", "zzyzzq") in findings(result)
    assert languages == {"en-US": "We mend Dummy0 & the zzyzzq of 😀 teh things.", "de-DE": "Ein zzyzzq Wort."}
    placed = [each for each in json.loads(result.stdout)["diagnostics"] if each["rule"] == "agreement/languagetool"]
    assert [(each["start"]["line"], each["fixes"][0]["applicability"]) for each in placed] == [
        (1, "manual"),
        (2, "manual"),
    ]


def test_the_second_run_asks_nothing(tmp_path: Path) -> None:
    with serving(zzyzzq) as server:
        first = check(tmp_path, server.url)
        asked = len(server.forms)
        second = check(tmp_path, server.url)
        assert len(server.forms) == asked > 0
        assert findings(second) == findings(first)
        check(tmp_path, server.url, "check", "--no-cache", "--select", "all")
        assert len(server.forms) == 2 * asked
        check(tmp_path, server.url, page=PAGE.replace("Ein", "Zwei"))
        assert [form["language"] for form in server.forms[2 * asked :]] == ["de-DE"], "only the block that changed"


@pytest.mark.parametrize(("reply", "said"), [each for each in BROKEN if each[0] in (silent, dropping, garbage, beyond)])
def test_a_page_that_was_not_answered_keeps_our_findings_and_fails_the_run(
    tmp_path: Path, reply: Reply, said: str
) -> None:
    with serving(reply) as server:
        result = check(tmp_path, server.url, options="timeout = 0.3".replace("timeout", "# timeout"))
    assert result.exit_code == 2
    assert said.replace("0.3", "0.5") in result.stderr
    assert any(rule.startswith("spelling/") for rule, _ in findings(result))
    assert json.loads(result.stdout)["files"][0]["error"]


def test_names_and_directives_hold_for_what_an_engine_finds(tmp_path: Path) -> None:
    with serving(zzyzzq) as server:
        ignoring = check(tmp_path, server.url, "check", "--format", "json", "--ignore", "agreement/languagetool")
        assert not any("languagetool" in rule for rule, _ in findings(ignoring))
        chosen = check(tmp_path, server.url, "check", "--format", "json", "--select", "agreement/languagetool")
        assert {rule for rule, _ in findings(chosen)} == {"agreement/languagetool"}
        quiet = PAGE.replace(
            "<p lang", "<!-- prosefix-disable-next-block agreement/languagetool : a quotation --><p lang"
        )
        result = check(tmp_path, server.url, page=quiet)
        assert [rule for rule, _ in findings(result)].count("agreement/languagetool") == 1
        assert "markup/unused-directive" not in dict(findings(result))


def test_our_own_finding_wins_and_agreement_makes_it_surer(tmp_path: Path) -> None:
    page = "<p>They read teh text.</p>"
    with serving(teh) as server:
        result = check(tmp_path, server.url, page=page)
    alone = CliRunner().invoke(cli, ["check", "--format", "json", "--engine", "", str(tmp_path / "page.html")])
    (ours,), (both,) = (json.loads(each.stdout)["diagnostics"] for each in (alone, result))
    assert ours["rule"] == both["rule"] == "spelling/unknown-word"
    assert ours["confidence"] <= both["confidence"] <= 1


def test_an_engine_that_does_not_exist_is_a_wrong_call(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>x</p>")
    result = CliRunner().invoke(cli, ["check", "--engine", "languagetol", str(tmp_path / "page.html")])
    assert result.exit_code == 2
    assert "did you mean “languagetool”?" in result.stderr
