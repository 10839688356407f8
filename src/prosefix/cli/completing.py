"""Names that a shell may complete: those of rules and sets. It reads the rules and decides nothing."""

import click
from click.shell_completion import CompletionItem


def rule_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Rules whose name begins with `incomplete`, with their summaries."""
    return [CompletionItem(name, help=summary) for name, summary in _rules().items() if name.startswith(incomplete)]


def names_with_commas(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Sets and rules that may be the last of several with commas between them."""
    before, comma, last = incomplete.rpartition(",")
    rules = _rules()
    names = {name.partition("/")[0]: "all of this set" for name in rules} | (rules if "/" in last else {})
    return [
        CompletionItem(f"{before}{comma}{name}", help=about) for name, about in names.items() if name.startswith(last)
    ]


def _rules() -> dict[str, str]:
    from pathlib import Path

    from prosefix.errors import ProsefixError
    from prosefix.lint import rules_of
    from prosefix.settings import load_settings

    try:
        return {rule.name: rule.summary for rule in rules_of(load_settings(Path.cwd()))}
    except ProsefixError:
        return {}  # nothing to offer; the command itself will say what is wrong
