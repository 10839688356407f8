"""LanguageTool behind the interface: passages into requests, answers into remarks whose places are proved.

It asks and translates; which remarks are worth showing is decided elsewhere.
"""

import os
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from prosefix.checks.engines.interface import Answer, Passage, Remark, read_options
from prosefix.checks.engines.languagetool.client import NoAnswerError, UnreachableError, ask, in_parallel
from prosefix.checks.engines.languagetool.installation import Installation, find_installation
from prosefix.checks.engines.languagetool.kinds import kind_of
from prosefix.checks.engines.languagetool.server import LocalServer
from prosefix.checks.engines.offsets import Units
from prosefix.errors import EngineError

REQUEST = 8_000  # code points in a request, unless one block is longer
_BETWEEN = "\n\n"  # ends a paragraph for LanguageTool
_LANGUAGES = frozenset(
    "ar ast be br ca da de el en eo es fa fr ga gl it ja km nl pl pt ro ru sk sl sv ta tl uk zh".split()
)
_VARIANTS = frozenset("en-us en-gb en-ca en-au en-nz en-za de-de de-at de-ch pt-pt pt-br pt-ao pt-mz ca-es".split())
_USUAL = {"en": "en-US", "de": "de-DE", "pt": "pt-PT"}  # of a language whose spelling rules need a country


@dataclass(frozen=True, slots=True)
class LanguageToolOptions:
    """`[tool.prosefix.engines.languagetool]`: defaults and meanings of its keys."""

    server: str = ""  # address of a server that runs already
    path: str = ""  # folder of a LanguageTool that language-tool-python did not install
    memory: str = "1g"  # Java's -Xmx
    java: str = "java"
    timeout: float = 90.0  # seconds for one request; the first one of a language also loads its rules
    requests: int = 0  # at a time; 0: one a processor, four at most
    languages: tuple[str, ...] = ()  # to be read besides English; none: all that LanguageTool knows
    ignore: tuple[str, ...] = ()  # LanguageTool's own names of rules that are not to be asked
    keep: tuple[str, ...] = ()  # names of rules or kinds to show although the filter would leave them out


class _Batch(NamedTuple):
    language: str  # LanguageTool's code
    numbers: list[int]  # of the passages
    starts: list[int]  # of each in the text
    text: str


class LanguageTool:
    """The engine. Nothing is started before the first passage is asked about."""

    name = "languagetool"
    title = "LanguageTool"

    def __init__(self, table: Mapping[str, Any], house: str = "") -> None:
        self.options = read_options(LanguageToolOptions, table, "engines.languagetool")
        self._house = house
        self._at_once = self.options.requests or min(4, os.cpu_count() or 1)
        self._installation: Installation | None = None
        self._server: LocalServer | None = None
        if not self.options.server:
            self._installation = find_installation(self.options.path)
            self._server = LocalServer(self._installation, self.options.memory, self._at_once, self.options.java)

    @property
    def identity(self) -> str:
        """A server that is not ours may be another one next week, so its answers are kept for this week."""
        if self._installation is not None:
            version = self._installation.version
        else:
            year, week, _ = date.today().isocalendar()
            version = f"{self.options.server} {year}-{week}"
        return f"languagetool {version} {self._house} {','.join(sorted(self.options.ignore))}"

    def reads(self, language: str) -> bool:
        """English always; of the others those of the options, or all that LanguageTool has."""
        primary = language.partition("-")[0]
        return primary in (self.options.languages or _LANGUAGES) or primary == "en"

    def check(self, passages: Sequence[Passage]) -> list[Answer]:
        """Remarks for each passage, or the error of the request that it was in. Raises EngineError if no server starts."""
        batches = list(_batches(passages, self._house))
        answers: list[Answer] = [()] * len(passages)
        if self._server is not None and batches:
            self._server.address()  # an error here is no single request's
        for batch, answer in zip(batches, in_parallel(self._asked, batches, self._at_once), strict=True):
            if isinstance(answer, EngineError):
                for number in batch.numbers:
                    answers[number] = answer
                continue
            found = _remarks(batch, answer, passages)
            for number in batch.numbers:
                answers[number] = found[number]
        return answers

    def close(self) -> None:
        """End the server."""
        if self._server is not None:
            self._server.close()

    def _asked(self, batch: _Batch) -> dict[str, Any] | EngineError:
        """The answer, at the second attempt if need be; the error of that one if it fails too."""
        form = {"text": batch.text, "language": batch.language}
        if self.options.ignore:
            form["disabledRules"] = ",".join(sorted(self.options.ignore))
        address = self.options.server
        failed = ""
        error: EngineError = EngineError("LanguageTool was not asked")
        for _ in range(2):
            try:
                if self._server is not None:
                    address = self._server.address(failed)
                return ask(address, form, self.options.timeout)
            except UnreachableError as lost:
                error, failed = lost, address
            except EngineError as refusal:
                error = refusal
        return error


def code_of(language: str, house: str = "") -> str:
    """LanguageTool's code for `language`; a project's `house` spelling holds for English that names no country."""
    primary, _, rest = language.partition("-")
    if language in _VARIANTS:
        return f"{primary}-{rest.upper()}"
    if primary == "en" and house:
        return house
    return _USUAL.get(primary, primary)


def _batches(passages: Sequence[Passage], house: str) -> Iterator[_Batch]:
    """Passages of one language, as many as make a request."""
    by_language: dict[str, list[int]] = {}
    for number, passage in enumerate(passages):
        if passage.text.strip():
            by_language.setdefault(code_of(passage.language, house), []).append(number)
    for language, numbers in by_language.items():
        taken: list[int] = []
        size = 0
        for number in numbers:
            length = len(passages[number].text)
            if taken and size + length > REQUEST:
                yield _batch(language, taken, passages)
                taken, size = [], 0
            taken.append(number)
            size += length + len(_BETWEEN)
        yield _batch(language, taken, passages)


def _batch(language: str, numbers: list[int], passages: Sequence[Passage]) -> _Batch:
    starts, at = [], 0
    for number in numbers:
        starts.append(at)
        at += len(passages[number].text) + len(_BETWEEN)
    return _Batch(language, numbers, starts, _BETWEEN.join(passages[number].text for number in numbers))


def _remarks(batch: _Batch, answer: Mapping[str, Any], passages: Sequence[Passage]) -> dict[int, Answer]:
    """The remarks on each passage of the batch, or that the answer makes no sense."""
    found: dict[int, list[Remark]] = {number: [] for number in batch.numbers}
    units = Units(batch.text, "utf-16")
    try:
        for match in answer["matches"]:
            place = _place(match, batch.text, units)
            if place is None:
                continue
            start, end = place
            which = bisect_right(batch.starts, start) - 1
            number, first = batch.numbers[which], batch.starts[which]
            if end - first <= len(passages[number].text):  # else it spans two blocks, which are neighbours by chance
                found[number].append(_remark(match, start - first, end - first))
    except (KeyError, TypeError, ValueError) as error:
        reason = NoAnswerError(f"LanguageTool's answer makes no sense: {error}")
        return dict.fromkeys(batch.numbers, reason)
    return dict(found)


def _place(match: Mapping[str, Any], text: str, units: Units) -> tuple[int, int] | None:
    """The match's place in code points; None where the text there is not what the match shows of it.

    Raises ValueError for a place beyond the text, which makes the whole answer doubtful.
    """
    offset, length = int(match["offset"]), int(match["length"])
    if offset < 0 or length < 0 or offset + length > units.total:
        raise ValueError(
            f"{match['rule']['id']} is at {offset} to {offset + length}, and the text ends at {units.total}"
        )
    start, end = units.code_point(offset), units.code_point(offset + length)
    if start is None or end is None or start >= end:
        return None
    context = match.get("context")
    if context:
        shown = str(context["text"]).encode("utf-16-le", "replace")
        first = 2 * int(context["offset"])
        quoted = shown[first : first + 2 * int(context["length"])].decode("utf-16-le", "replace")
        if quoted.split() != text[start:end].split():
            return None
    return start, end


def _remark(match: Mapping[str, Any], start: int, end: int) -> Remark:
    rule = match["rule"]
    name = str(rule["id"])
    replacements = tuple(str(each["value"]) for each in match.get("replacements", ())[:5])
    kind = kind_of(name, str(rule["category"]["id"]), str(rule.get("issueType", "")))
    return Remark(start, end, str(match["message"]), replacements, name, kind)
