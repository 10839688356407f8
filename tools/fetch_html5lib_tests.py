"""Lays out the tokenizer tests of html5lib, for tests/page/test_html5lib.py, which reads them where HTML5LIB_TESTS says.

    python tools/fetch_html5lib_tests.py FOLDER

They come with the source distribution of html5lib 1.1 (MIT, https://github.com/html5lib/html5lib-tests) and are not
kept in this repository, since they are not written here. Exit code 1 where they cannot be had.
"""

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

SOURCE = "html5lib==1.1"
INSIDE = "/tests/testdata/tokenizer/"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as work:
        archive = _downloaded(Path(work))
        if archive is None:
            print("html5lib's tests cannot be had: no package index was reached", file=sys.stderr)
            return 1
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive) as packed:
            for member in packed:
                content = packed.extractfile(member) if INSIDE in member.name else None
                if content is not None:
                    (folder / Path(member.name).name).write_bytes(content.read())
    print(f"{len(list(folder.glob('*.test')))} files of tests in {folder}")
    return 0


def _downloaded(work: Path) -> Path | None:
    """The source distribution in `work`. pip builds it to learn its name, for which it needs a setuptools of old."""
    constraint = work / "constraint.txt"
    constraint.write_text("setuptools<81\n")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-binary", ":all:", "--dest", str(work), SOURCE]
    # The newest pip has `--build-constraint`; to others the variable says the same.
    newer = subprocess.run([*command, "--build-constraint", str(constraint)], capture_output=True, check=False)
    if newer.returncode:
        subprocess.run(command, env={**os.environ, "PIP_CONSTRAINT": str(constraint)}, capture_output=True, check=False)
    return next(work.glob("html5lib-*.tar.gz"), None)


if __name__ == "__main__":
    sys.exit(main())
