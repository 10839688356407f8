"""`prosefix config`: the settings, and where each comes from."""

import click


@click.group(name="config")
def command() -> None:
    """Show the settings that hold, or their schema."""


@command.command(name="show")
@click.argument("page", metavar="[FILE]", default=".")
def show(page: str) -> None:
    """Print each setting that holds for FILE (a page or a folder) with the place that it comes from."""
    from pathlib import Path

    from prosefix.settings import KEYS, load_settings
    from prosefix.settings.keys import glob_matches, relative_name

    place = Path(page).absolute()
    settings = load_settings(place if place.is_dir() else place.parent)
    own = settings.for_page(page)
    name = relative_name(page, settings.root)
    by_override = {
        attribute
        for override in settings.overrides
        if any(glob_matches(name, glob) for glob in override.files)
        for attribute in override.values
    }
    click.echo(f"settings file: {settings.source or 'none'}")
    for key in KEYS.values():
        origin = settings.origins.get("overrides" if key.attribute in by_override else key.attribute, "default")
        suffix = ", by an override" if key.attribute in by_override else ""
        click.echo(f"{key.name} = {_written(getattr(own, key.attribute))}  # {origin}{suffix}")
    if settings.excludes(page):
        click.echo("excluded: this page is never read")


@command.command(name="schema")
def schema() -> None:
    """Print the JSON Schema of the settings, for editors."""
    import json

    from prosefix.settings.keys import schema as settings_schema

    click.echo(json.dumps(settings_schema(), indent=2))


@command.command(name="keys")
def keys() -> None:
    """List every setting with what it does."""
    from prosefix.settings import KEYS

    width = max(map(len, KEYS))
    for key in KEYS.values():
        more = "  (per page too)" if key.per_page else ""
        click.echo(f"{key.name:{width}}  {key.type:9}  {key.about}{more}")


def _written(value: object) -> str:
    """`value` as TOML would have it."""
    import json
    from collections.abc import Mapping
    from enum import IntEnum

    if isinstance(value, IntEnum):
        return json.dumps(value.name.lower())
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(k)} = {_written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, frozenset):
        value = sorted(value)
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_written(item) for item in value) + "]"
    return json.dumps("" if value is None else str(value), ensure_ascii=False)
