"""LingoTweaker as an engine: LanguageTool's rules in this process, without Java. Its offsets count UTF-8 bytes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module, metadata
from typing import Any

from prosefix.checks.engines.interface import Passage, Remark, read_options
from prosefix.checks.engines.languagetool.kinds import kind_of
from prosefix.checks.engines.offsets import Units
from prosefix.errors import EngineError

_MARKS = re.compile(r"</?suggestion>")


@dataclass(frozen=True, slots=True)
class LingoTweakerOptions:
    """`[tool.prosefix.engines.lingotweaker]`."""

    keep: tuple[str, ...] = ()  # names of rules or kinds to show although the filter would leave them out
    ignore: tuple[str, ...] = ()  # names of rules never to show


class LingoTweaker:
    """The engine. It reads English; data of other languages is not asked for."""

    name = "lingotweaker"
    title = "LingoTweaker"

    def __init__(self, table: Mapping[str, Any], house: str = "") -> None:
        self.options = read_options(LingoTweakerOptions, table, "engines.lingotweaker")
        self._house = house or "en-US"

    @property
    def identity(self) -> str:
        versions = " ".join(metadata.version(name) for name in ("lingotweaker", "lingotweaker-data-en"))
        return f"lingotweaker {versions} {self._house} {','.join(sorted(self.options.ignore))}"

    def reads(self, language: str) -> bool:
        return language.partition("-")[0] == "en"

    @cached_property
    def _engine(self) -> Any:
        try:
            return import_module("lt_py").Engine(self._house)
        except RuntimeError as error:
            raise EngineError(f"LingoTweaker cannot be used: {error}") from error

    def check(self, passages: Sequence[Passage]) -> list[Sequence[Remark]]:
        """The remarks on each passage."""
        return [list(self._remarks(passage.text)) for passage in passages]

    def _remarks(self, text: str) -> Iterator[Remark]:
        units = Units(text, "utf-8")
        for match in self._engine.check(text):
            start = units.code_point(match["offset"])
            end = units.code_point(match["offset"] + match["length"])
            name = str(match["rule_id"])
            if start is None or end is None or start >= end or name in self.options.ignore:
                continue
            kind = kind_of(name, str(match["category_id"]), str(match["issue_type"]))
            message = _MARKS.sub("", str(match["message"]))
            yield Remark(start, end, message, tuple(match["suggestions"][:5]), name, kind)
