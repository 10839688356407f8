"""Makes a web archive of the HTML pages in Debian's documentation packages, as a crawler would have kept them.

usage: python benchmarks/crawl_of_packages.py ARCHIVE.warc.gz [--pages N] [--packages FOLDER] [PACKAGE...]

Needs apt-get and dpkg, and a network for packages that are not in FOLDER yet. The pages come in an order that mixes the
packages and is the same every time, so that the first thousand are like all the others.
"""

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

PACKAGES = (
    "cmake-doc git-doc libboost1.74-doc postgresql-doc-15 python-scipy-doc qtbase5-doc-html qtdeclarative5-doc-html rust-doc"
).split()  # of Debian 12: 46,700 pages
DATE = "2026-01-01T00:00:00Z"


def fetch(package: str, folder: Path) -> Path:
    """The files of `package`, unpacked below `folder`."""
    target = folder / package
    if not target.is_dir():
        subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True)
        (deb,) = folder.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", str(deb), str(target)], check=True)
    return target


def pages(folder: Path, packages: list[str]) -> Iterator[tuple[str, Path]]:
    """Address and file of each page, each once however many links lead to it."""
    for package in packages:
        root = fetch(package, folder) / "usr" / "share"
        for path in sorted(root.rglob("*.html")):
            if path.is_file() and not path.is_symlink():
                yield f"https://{package}.example.org/{quote(path.relative_to(root).as_posix())}", path


def write(target: Path, found: list[tuple[str, Path]]) -> None:
    """An archive with a response for each page, compressed record by record."""
    with target.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for address, path in found:
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            record = writer.create_warc_record(
                address,
                "response",
                payload=BytesIO(path.read_bytes()),
                http_headers=head,
                warc_headers_dict={"WARC-Date": DATE},
            )
            writer.write_record(record)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("archive", type=Path)
    options.add_argument("packages", nargs="*", default=PACKAGES)
    options.add_argument("--pages", type=int, default=0, help="how many, 0 for all")
    options.add_argument("--packages", dest="folder", type=Path, default=Path("build/packages"))
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    found = sorted(pages(given.folder, given.packages), key=lambda page: hashlib.blake2b(page[0].encode()).digest())
    found = found[: given.pages or None]
    write(given.archive, found)
    print(f"{len(found):,} pages, {given.archive.stat().st_size / 1e6:.1f} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
