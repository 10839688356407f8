"""Sitemaps kept beside their pages: the addresses that a sitemap lists, each in the file where a mirror puts it.

Nothing is fetched. A page that lies in none of the usual places is a problem, not an omission.
"""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from lxml import etree

from prosefix.crawls.folders import gathered
from prosefix.crawls.records import Part
from prosefix.errors import ProsefixError

_LEVELS = 5  # of sitemaps that list sitemaps; the protocol knows two


def parts(source: str, path: str, part_size: int) -> Iterator[Part]:
    """The pages that the sitemap at `path` lists (https://www.sitemaps.org/protocol.html). Raises ProsefixError."""
    root = Path(path).parent
    entries = ((address, str(_place(address, root))) for address in _addresses(Path(path), source, _LEVELS))
    return gathered(source, entries, part_size)


def _addresses(path: Path, shown: str, levels: int) -> Iterator[str]:
    """The pages' addresses in the sitemap at `path`, and in those that it lists, found beside it by their names."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for _, element in etree.iterparse(file, tag="{*}loc", resolve_entities=False, no_network=True):
                parent = element.getparent()
                address = (element.text or "").strip()
                inside = parent is not None and etree.QName(parent).localname == "sitemap"
                element.clear()
                if inside and levels:
                    name = PurePosixPath(urlsplit(address).path).name
                    yield from _addresses(path.parent / name, f"{shown} lists {name}, which", levels - 1)
                elif address:
                    yield address
    except OSError as error:
        raise ProsefixError(f"{shown}: cannot be read: {error.strerror or error}") from None
    except (etree.XMLSyntaxError, EOFError, zlib.error) as error:
        raise ProsefixError(f"{shown}: is no sound sitemap: {error}") from None


def _place(address: str, root: Path) -> Path:
    """The file below `root` that a mirror keeps the page in: with or without the host's name, `index.html` for a folder.

    The first of these places where there is a file; the first of all where there is none.
    """
    parts = urlsplit(address)
    way = [step for step in unquote(parts.path).split("/") if step not in ("", ".", "..")]
    places = []
    for base in (root / parts.netloc, root):
        page = base.joinpath(*way)
        if not parts.path.endswith("/") and way:
            places += [page, page.with_name(f"{page.name}.html")]
        places.append(page / "index.html")
    return next((place for place in places if place.is_file()), places[0])
