"""An engine for prosefix that knows a few long words and the plain ones for them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from prosefix.checks.engines.interface import Kind, Passage, Remark, read_options

PLAIN = {"utilize": "use", "utilizes": "uses", "functionality": "feature", "prior to": "before"}


@dataclass(frozen=True)
class Options:
    """`[tool.prosefix.engines.plain-words]`."""

    allow: tuple[str, ...] = ()  # long words that are all right


class PlainWords:
    name = "plain-words"
    title = "Plain words"

    def __init__(self, table: Mapping[str, Any], house: str = "") -> None:  # noqa: ARG002 - words are the same everywhere
        self.options = read_options(Options, table, "engines.plain-words")
        words = [word for word in PLAIN if word not in self.options.allow]
        self._pattern = re.compile(rf"\b(?:{'|'.join(words)})\b") if words else re.compile("(?!)")

    @property
    def identity(self) -> str:
        return f"plain-words 1 {self.options}"

    def reads(self, language: str) -> bool:
        return language.startswith("en")

    def check(self, passages: Sequence[Passage]) -> list[list[Remark]]:
        return [self._remarks(passage.text) for passage in passages]

    def _remarks(self, text: str) -> list[Remark]:
        return [
            Remark(
                found.start(), found.end(), f"“{found[0]}” is long for “{PLAIN[found[0]]}”.", (PLAIN[found[0]],),
                rule=f"plain-{found[0].replace(' ', '-')}", kind=Kind.CONFUSABLE,
            )
            for found in self._pattern.finditer(text)
        ]  # fmt: skip
