"""`prosefix words`: the project's own words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from prosefix.settings import Settings

LIST = "words.txt"


@click.group(name="words")
def command() -> None:
    """List, add or tidy the words of the project.

    A word in lower case covers any capitals, one with capitals is written exactly so; inflections are covered.
    """


@command.command(name="list")
def list_words() -> None:
    """Print the words that hold in the current folder, sorted."""
    from pathlib import Path

    from prosefix.settings import load_settings

    for word in sorted(load_settings(Path.cwd()).words, key=lambda word: (word.casefold(), word)):
        click.echo(word)


@command.command(name="add")
@click.argument("words", nargs=-1, required=True)
@click.option("--file", "path", type=click.Path(dir_okay=False), help=f"The list [the settings' first, or {LIST}].")
def add(words: tuple[str, ...], path: str | None) -> None:
    """Add WORDS to their sorted places in a list, one a line; comments stay."""
    from pathlib import Path

    from prosefix.settings import load_settings

    add_to_project(load_settings(Path.cwd()), words, path)


def add_to_project(settings: "Settings", words: Sequence[str], path: str | None = None) -> None:
    """Add `words` to the list at `path`, or to the project's own list, and say so; also if the settings name no such list.

    Raises SettingsError where the list cannot be read or written.
    """
    from pathlib import Path

    from prosefix.errors import SettingsError
    from prosefix.settings.words import add_words

    place = Path(path) if path else next(iter(settings.lists), Path(LIST))
    try:
        added = add_words(place, words)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise SettingsError(f"{place}: the list of words cannot be changed: {reason}") from None
    click.echo(f"{place}: {', '.join(added) if added else 'nothing'} added", err=True)
    if added and place.absolute() not in settings.lists:
        click.echo(f'prosefix: the settings do not name this list; add  words = ["{place}"]', err=True)


@command.command(name="unused")
@click.argument("paths", nargs=-1)
def unused(paths: tuple[str, ...]) -> None:
    """Print the words that no page in PATHs holds in any form."""
    from pathlib import Path

    from prosefix.english.project_words import ProjectWords
    from prosefix.english.table import build
    from prosefix.english.vocabulary import Vocabulary
    from prosefix.files import find_pages
    from prosefix.page.blocks import ReadOptions, read_prose
    from prosefix.page.source import read_page
    from prosefix.settings import load_settings

    settings = load_settings(Path.cwd())
    owned = ProjectWords(settings.words)
    vocabulary = Vocabulary()
    for page in find_pages(paths, settings).pages:
        own = settings.for_page(page)
        build(
            read_prose(read_page(Path(page), max_size=settings.max_size), ReadOptions(own.opaque, own.lang)).plain,
            vocabulary,
        )
    used = {owned.entry(word) for word in vocabulary.words}
    for word in sorted(settings.words - used, key=lambda word: (word.casefold(), word)):
        click.echo(word)


@command.command(name="why")
@click.argument("word")
@click.option("--in", "sentence", default="", metavar="SENTENCE", help="A sentence that holds the word.")
def why_word(word: str, sentence: str) -> None:
    """Say why WORD is accepted or reported, and what it may stand for, with costs, frequencies and shares."""
    from pathlib import Path

    from prosefix.checks.spelling.explanation import why
    from prosefix.checks.spelling.suspects import Verdict
    from prosefix.settings import load_settings

    if len(word.split()) != 1:
        raise click.UsageError(f"“{word}” is not one word")
    found = why(word, load_settings(Path.cwd()).words, sentence)
    by = f" (“{found.entry}”)" if found.entry else ""
    click.echo(f"{word}: {'reported' if found.reported else 'accepted'}: {found.verdict}{by}")
    if found.made:
        click.echo("  it is made of known words by rule")
    if found.wrong is not None:
        click.echo(f"  probability of being wrong {found.wrong:.2f}")
    if found.silence:
        click.echo(f"  left alone: {found.silence}")
    elif found.verdict is Verdict.SUSPECT and not found.reported:
        click.echo("  left alone: nothing that it may stand for is near enough")
    for each in found.suggestions:
        click.echo(f"  {each.text}  share {each.share:.2f}, cost {each.cost:.1f}, log10 frequency {each.frequency:.1f}")
