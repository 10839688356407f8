"""`prosefix extract`: what prosefix reads of a page; the first thing to look at when a finding surprises."""

import sys

import click


@click.command(name="extract")
@click.argument("page", metavar="PAGE")
@click.option("--map", "show_map", is_flag=True, help="Each word's place in the page, too.")
@click.option("--config", type=click.Path(dir_okay=False), help="The settings file to use instead of the nearest.")
def command(page: str, show_map: bool, config: str | None) -> None:
    """Print the blocks of PAGE (- for standard input) as the rules see them, and what was left out."""
    from pathlib import Path

    from prosefix.page.blocks import ReadOptions, read_prose
    from prosefix.page.source import LineIndex, decode_page, read_page
    from prosefix.reports.printable import printable
    from prosefix.settings import load_settings, read_settings
    from prosefix.standins import CHARACTERS, kind_of

    settings = read_settings(Path(config)) if config else load_settings(Path(page).absolute().parent)
    own = settings.for_page(page)
    raw = (
        decode_page(sys.stdin.buffer.read(), "stdin.html")
        if page == "-"
        else read_page(Path(page), max_size=settings.max_size)
    )
    prose = read_prose(raw, ReadOptions(opaque=own.opaque, language=own.lang))
    index = LineIndex(raw.text)
    contents = {each.at: each for each in prose.stand_ins}
    for number, block in enumerate(prose.blocks):
        line, column = index.position(prose.source.to_page(block.start, block.end).start)
        marks = [mark for mark, there in (("quoted", block.quoted), (block.language, block.language)) if there]
        noted = f" ({', '.join(marks)})" if marks else ""
        click.echo(f"[{number}] {line}:{column} {block.kind} {block.path}{noted}")
        shown = []
        for offset, char in enumerate(prose.plain[block.start : block.end], start=block.start):
            if char in CHARACTERS:
                content = contents[offset].content if offset in contents else ""
                shown.append(f"⟦{kind_of(char).name.lower()}{f': {printable(content)}' if content else ''}⟧")
            else:
                shown.append(printable(char))
        click.echo("    " + "".join(shown))
        if show_map:
            for word in _words(prose.plain, block.start, block.end):
                span = prose.source.to_page(*word)
                plain = printable(prose.plain[slice(*word)])
                click.echo(
                    f"      {word[0]}-{word[1]} → {span.start}-{span.end}  {plain!r} ← {raw.text[slice(*span)]!r}"
                )
    left_out = ", ".join(f"{count} {kind}" for kind, count in prose.skipped.items() if count) or "nothing"
    click.echo(f"{len(prose.blocks)} blocks; left out: {left_out}; {raw.encoding}", err=True)


def _words(plain: str, start: int, end: int) -> list[tuple[int, int]]:
    import re

    return [match.span() for match in re.compile(r"\S+").finditer(plain, start, end)]
