"""`prosefix explain`: what a rule wants and why."""

import click

from prosefix.cli.completing import rule_names


@click.command(name="explain")
@click.argument("rule", shell_complete=rule_names)
@click.option("--config", type=click.Path(dir_okay=False), help="The settings file to use instead of the nearest.")
def command(rule: str, config: str | None) -> None:
    """Explain RULE (set/name): what it reports, why, its examples, and where its file is."""
    from pathlib import Path

    from prosefix.lint import rules_of
    from prosefix.rulebook import RuleBook
    from prosefix.settings import load_settings, read_settings

    settings = read_settings(Path(config)) if config else load_settings(Path.cwd())
    found = RuleBook(rules_of(settings))[rule]
    lines = [
        found.name,
        f"  {found.summary}",
        "",
        *(f"  {line}" for line in _wrapped(found.why)),
        "",
        f"  severity: {found.severity.name.lower()}",
        f"  fix: {found.fix}",
    ]
    if not found.default:
        lines.append("  off unless selected")
    if found.examples:
        lines += ["", "  Examples"]
    for example in found.examples:
        if example.bad:
            lines += [f"    ✗ {example.bad}", f"    ✓ {example.good}"]
        else:
            lines.append(f"    ✓ {example.good}   (left alone)")
    lines += ["", f"  {found.path}", f"  switch it off: <!-- prosefix-disable {found.name} : reason -->"]
    click.echo("\n".join(lines))


def _wrapped(text: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, 96)
