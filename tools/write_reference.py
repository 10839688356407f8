"""Writes the pages of the documentation that are made from the code: the rules of each set, and the settings.

Usage: python tools/write_reference.py [DOCS]
DOCS is the folder docs/ if left out. A test compares what is there with what this would write.
"""

import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from prosefix.rulebook import SETS, Example, Rule, built_in_folder, load_rules
from prosefix.rulebook.rules import OFF_BY_DEFAULT
from prosefix.settings.keys import KEYS, Key

ABOUT = {
    "spelling": "Misspelt words, names with wrong capitals, and spellings that do not go with the rest of the page.",
    "contractions": "Apostrophes, and what is written without them.",
    "agreement": "Verbs that do not go with their subject, or not with the word before them.",
    "number": "Nouns in the singular that should be in the plural, and the other way round.",
    "articles": "The articles “a”, “an” and “the”.",
    "repetition": "Words that stand twice.",
    "confusables": "Words that are written for others.",
    "prepositions": "Small words: wrong, missing, or one too many.",
    "punctuation": "Commas, stops, brackets, quotation marks, and the spaces beside them.",
    "hyphens": "Compounds with and without a hyphen.",
    "capitals": "Capitals at the start of sentences, in names and after colons.",
    "math": "TeX and MathML that does not render, or not as meant, and numbers in prose.",
    "markup": "Markup that shows up as broken prose.",
    "style": "What is not wrong, but could be said better.",
}
WRITES = {
    "safe": "safe: `prosefix apply` writes it",
    "unsafe": "unsafe: `prosefix apply --unsafe` writes it",
    "manual": "manual: offered, never written",
}


def pages(record: Mapping[str, Any]) -> dict[str, str]:
    """Every generated page by its name in the folder of the documentation. `record` is that of rules/measured.toml."""
    rules = load_rules([built_in_folder()])
    by_set = {name: [rule for rule in rules if rule.set == name] for name in SETS}
    made = {f"reference/rules/{name}.md": _set_page(name, by_set[name], record) for name in SETS}
    return {**made, "reference/rules/index.md": _index(by_set), "reference/settings.md": _settings()}


def _index(by_set: Mapping[str, Sequence[Rule]]) -> str:
    lines = [
        "# Rules",
        "",
        "A finding is called `set/rule`. Settings, options and directives take either: `--ignore hyphens`,",
        "`--select agreement/modal-verb`. `prosefix explain RULE` shows the same as these pages.",
        "",
        "| set | rules | |",
        "| --- | --- | --- |",
    ]
    for name, rules in by_set.items():
        off = " Off unless selected." if name in OFF_BY_DEFAULT else ""
        lines.append(f"| [{name}]({name}.md) | {len(rules)} | {_escaped(ABOUT[name])}{off} |")
    return _joined(lines)


def _set_page(name: str, rules: Sequence[Rule], record: Mapping[str, Any]) -> str:
    lines = [f"# {name}", "", _escaped(ABOUT[name])]
    for rule in rules:
        lines += ["", *_rule(rule, record.get(rule.name))]
    return _joined(lines)


def _rule(rule: Rule, record: Mapping[str, Any] | None) -> list[str]:
    off = ", off unless selected" if not rule.default or rule.set in OFF_BY_DEFAULT else ""
    lines = [
        f"## {rule.name.partition('/')[2]}",
        "",
        f"**{_escaped(rule.summary)}** `{rule.name}`, {rule.severity.name.lower()}{off}.",
        "",
        _escaped(rule.why),
        "",
        f"Its fix is {WRITES[str(rule.fix)]}.",
    ]
    if rule.proof:
        lines[-1] += f" {_escaped(rule.proof)}"
    if record is not None and record["hits"]:
        lines += ["", f"On record: right {record['right']} times of {record['hits']}."]
    if rule.source:
        lines += ["", f"Source: {_escaped(rule.source)}"]
    return [*lines, "", "```text", *(line for example in rule.examples for line in _example(example)), "```"]


def _example(example: Example) -> list[str]:
    good = _one_line(example.good)
    return [f"✗ {_one_line(example.bad)}", f"✓ {good}"] if example.bad else [f"· {good}"]


def _settings() -> str:
    lines = [
        "# Settings",
        "",
        "In the table `[tool.prosefix]` of `pyproject.toml`, or in `.prosefix.toml` without a table. The nearest file from the",
        "first page upwards holds as a whole. Options of the command line win over it. `prosefix config` shows every value and",
        "where it comes from; `prosefix config schema` prints the schema for editors, which is also in",
        "[settings.schema.json](../settings.schema.json). A key that does not exist is an error.",
        "",
        "| key | holds | does |",
        "| --- | --- | --- |",
        *(f"| `{key.name}` | {_holds(key)} | {key.about} |" for key in KEYS.values()),
        "",
        "## For some pages only",
        "",
        "`overrides` is a list of tables. Each names `files` (globs from the settings file's folder) and any of "
        + ", ".join(f"`{key.name}`" for key in KEYS.values() if key.per_page)
        + ". Of several that match a page, the later wins.",
        "",
        "```toml",
        "[[tool.prosefix.overrides]]",
        'files  = ["blog/**"]',
        'ignore = ["hyphens"]',
        "```",
    ]
    return _joined(lines)


def _holds(key: Key) -> str:
    choices = key.schema.get("enum")
    return " ".join(f"`{choice}`" for choice in choices) if choices else key.type


def _escaped(text: str) -> str:
    """`text` on one line as Markdown that reads as `text`; what stands between backticks is code already. What it quotes
    is often wrong on purpose, and is marked for checkers to leave alone."""
    parts = _one_line(text).split("`")
    prose = [re.sub(r"([\\*_\[\]|])", r"\\\1", part.replace("&", "&amp;").replace("<", "&lt;")) for part in parts[::2]]
    prose = [re.sub(r"“([^“”]*)”", r'<q translate="no">\1</q>', part) for part in prose]
    code = [f"`{part}`" for part in parts[1::2]]
    return "".join(piece for pair in zip(prose, [*code, ""], strict=False) for piece in pair)


def _one_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text.strip())


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def measured(folder: Path) -> Mapping[str, Any]:
    """The record of how often rules were right; nothing where it has not been made."""
    path = folder / "measured.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def main() -> None:
    docs = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "docs"
    for name, content in pages(measured(built_in_folder())).items():
        path = docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
