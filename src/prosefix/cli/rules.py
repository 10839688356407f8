"""`prosefix rules`: the list of rules."""

import json

import click

from prosefix.cli.options import Names


@click.command(name="rules")
@click.option("--select", type=Names(), multiple=True, help="Only these sets and rules.")
@click.option("--format", "format_name", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--config", type=click.Path(dir_okay=False), help="The settings file to use instead of the nearest.")
def command(select: tuple[tuple[str, ...], ...], format_name: str, config: str | None) -> None:
    """List all rules: name, severity, how sure its fix is, and what it wants."""
    from pathlib import Path

    from prosefix.lint import rules_of
    from prosefix.settings import load_settings, read_settings
    from prosefix.settings.names import check_names, set_of

    settings = read_settings(Path(config)) if config else load_settings(Path.cwd())
    rules = sorted(rules_of(settings), key=lambda rule: rule.name)
    wanted = [name for names in select for name in names]
    check_names(wanted, [rule.name for rule in rules], "--select")
    rules = [rule for rule in rules if not wanted or rule.name in wanted or set_of(rule.name) in wanted]
    if format_name == "json":
        listed = [
            {"name": r.name, "summary": r.summary, "severity": r.severity.name.lower(), "fix": str(r.fix),
             "default": r.default, "path": str(r.path)}
            for r in rules
        ]  # fmt: skip
        click.echo(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    width = max((len(rule.name) for rule in rules), default=0)
    for rule in rules:
        state = "" if rule.default else "  (off unless selected)"
        click.echo(f"{rule.name:{width}}  {rule.severity.name.lower():7}  {rule.fix:6}  {rule.summary}{state}")
