"""The three tables of a scan: their columns, and the rows that a page's result makes."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from prosefix.crawls.records import LEFT_OUT, Kind
from prosefix.findings import Finding
from prosefix.lint import FileResult
from prosefix.page.source import LineIndex, Page
from prosefix.reports.json_report import fix_object

Row = dict[str, Any]
TABLES: Mapping[str, Mapping[str, str]] = {
    "findings": {
        "address": "string", "source": "string", "section": "string", "template": "string", "rule": "string",
        "severity": "string", "confidence": "double", "message": "string", "text": "string", "start": "long",
        "end": "long", "line": "long", "column": "long", "sentence": "string", "replacement": "string",
        "applicability": "string", "fixes": "string", "key": "long",
    },
    "pages": {
        "address": "string", "source": "string", "section": "string", "template": "string", "digest": "string",
        "encoding": "string", "bytes": "long", "words": "long", "repeated_words": "long", "blocks": "long",
        "findings": "long", "worst": "string",
    },
    "errors": {
        "address": "string", "source": "string", "place": "long", "kind": "string", "fault": "boolean",
        "message": "string",
    },
}  # fmt: skip
"""Tables, their columns and the columns' types, by their names in Spark's SQL. docs/crawls.md says what each holds."""
_AROUND = 60  # code points of the page around a finding that is not on prose, to tell whether it is the same elsewhere


def finding_rows(result: FileResult, page: Page) -> Iterator[Row]:
    """The rows of the findings of a checked `page`, without the columns that tell which page it is."""
    if not result.findings:
        return
    text, lines = page.text, LineIndex(page.text)
    for finding in result.findings:
        line, column = lines.position(finding.start)
        first = finding.fixes[0] if finding.fixes else None
        yield {
            "rule": finding.rule,
            "severity": finding.severity.name.lower(),
            "confidence": finding.confidence,
            "message": _sound(finding.message),
            "text": _sound(finding.text),
            "start": finding.start,
            "end": finding.end,
            "line": line,
            "column": column,
            "sentence": _sound(finding.sentence),
            "replacement": _sound(first.replacement) if first else None,
            "applicability": str(first.applicability) if first else None,
            "fixes": _sound(json.dumps([fix_object(fix) for fix in finding.fixes], ensure_ascii=False)),
            "key": _key(finding, text),
        }


def page_row(result: FileResult, page: Page) -> Row:
    """The row of a checked `page`, without the columns that tell which page it is, and what its part knows of it."""
    worst = max((finding.severity for finding in result.findings), default=None)
    return {
        "digest": hashlib.blake2b(page.raw, digest_size=16).hexdigest(),
        "encoding": page.encoding,
        "bytes": len(page.raw),
        "words": result.words,
        "blocks": result.blocks,
        "findings": len(result.findings),
        "worst": worst.name.lower() if worst is not None else None,
    }


def error_row(address: str, source: str, place: int, kind: Kind, message: str) -> Row:
    """The row of something that was not checked, or not by every rule."""
    return {
        "address": _sound(address),
        "source": source,
        "place": place,
        "kind": str(kind),
        "fault": kind not in LEFT_OUT,
        "message": _sound(message),
    }


def _key(finding: Finding, text: str) -> int:
    """The same number (64 bits, signed) for the same finding in the same sentence, wherever that is repeated."""
    around = finding.sentence or text[max(0, finding.start - _AROUND) : finding.end + _AROUND]
    told = "\0".join((finding.rule, finding.text, around, str(finding.mark.start)))
    digest = hashlib.blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _sound(text: str) -> str:
    """`text` without characters that no encoding can hold."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text
