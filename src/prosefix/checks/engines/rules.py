"""The rules that an engine's findings are reported under: `SET/ENGINE`, such as `agreement/languagetool`.

So `--select`, `--ignore`, severities and directives hold for them by set or by name, as for every other rule.
"""

from functools import cache
from pathlib import Path

from prosefix.checks.engines.interface import NO_SET, SETS, Kind
from prosefix.checks.engines.registry import engine_names
from prosefix.findings import Applicability, Severity
from prosefix.rulebook.rules import OFF_BY_DEFAULT, Rule
from prosefix.rulebook.wordlists import WordLists

TITLES = {"languagetool": "LanguageTool", "harper": "Harper", "lingotweaker": "LingoTweaker"}


def rule_name(kind: Kind, engine: str) -> str:
    """The rule under which the engine's remarks of this kind are reported."""
    return f"{Kind.PUNCTUATION if kind in NO_SET else kind}/{engine}"


@cache
def engine_rules() -> tuple[Rule, ...]:
    """A rule for each set and engine, whether the engine is asked or not, so that settings can always name them."""
    return tuple(_rule(kind, engine) for engine in engine_names() for kind in SETS)


def is_asked(rule: Rule, engine: str) -> bool:
    """Whether `rule` can report anything in a run with `engine` ("" for none): those of other engines cannot."""
    return rule.match.get("engine", engine) == engine


def _rule(kind: str, engine: str) -> Rule:
    title = TITLES.get(engine, engine)
    return Rule(
        name=f"{kind}/{engine}",
        summary=f"What {title} says of {kind} (with --engine {engine}).",
        why=f"The finding is {title}'s, and so are its words; its own name for it ends the message. prosefix leaves out what "
        "markup and technical words make false, and what its own rules report already. A fix is written only where the "
        f"record of {title}'s rule allows it.",
        severity=Severity.INFO if kind in OFF_BY_DEFAULT else Severity.WARNING,
        fix=Applicability.MANUAL,
        message="{remark}",
        match={"engine": engine},
        examples=(),
        path=Path(__file__),
        words=WordLists(),
        default=kind not in OFF_BY_DEFAULT,
        confidence=0.5,
    )
