"""Short ways to read a page in tests, with stand-ins written as letters between braces."""

from prosefix.findings import Edit
from prosefix.page.blocks import ReadOptions, read_prose
from prosefix.page.prose import Prose
from prosefix.page.source import decode_page
from prosefix.standins import StandInKind, character

SHOWN = {ord(character(kind)): f"{{{kind.name.lower()}}}" for kind in StandInKind} | {0x2028: "⏎"}


def read(html: str, path: str = "page.html", opaque: tuple[str, ...] = ()) -> Prose:
    return read_prose(decode_page(html.encode(), path), ReadOptions(opaque))


def blocks(html: str, path: str = "page.html", opaque: tuple[str, ...] = ()) -> list[str]:
    """The blocks' texts, a stand-in shown as `{kind}`, a <br> as `⏎`."""
    prose = read(html, path, opaque)
    return [prose.plain[block.start : block.end].translate(SHOWN) for block in prose.blocks]


def rewritten(html: str, old: str, new: str) -> str:
    """The page with `old`, found in its plain text, replaced by `new`. Raises FixRefused."""
    prose = read(html)
    at = prose.plain.index(old)
    text = prose.page.text
    edits = prose.source.edits(at, at + len(old), new, text)
    return splice(text, edits)


def splice(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text
