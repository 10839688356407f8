"""How many instructions prosefix takes, counted by valgrind: a measure that other work on the machine leaves alone.

    python benchmarks/history.py [--append]

Prints a line in the form of `history.csv`, which --append adds it to: one a change that is meant to be quicker or is
feared to be slower. Counts of two runs differ by some 0.1 %; Python's own version and NumPy's matter more, and are named.
"""

import argparse
import csv
import os
import platform
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
FILE = HERE / "history.csv"
SMALL = "<p>Hello wolrd, this is the the test. The module will requires full communication of all of us, and so on.</p>"
COLUMNS = ("date", "commit", "python", "numpy", "imports", "page of 20 words", "example article")
_COUNT = re.compile(r"Collected : (\d+)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--append", action="store_true", help="add the line to history.csv")
    append = parser.parse_args().append
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(SMALL, "utf-8")
        check = ["-m", "prosefix", "check", "--no-cache", "--jobs", "1"]
        counts = [
            instructions(command, folder)
            for command in (
                ["-c", "import click, numpy, lxml.etree"],
                [*check, str(page)],
                [*check, str(HERE.parent / "examples" / "article.html")],
            )
        ]
    line = [datetime.now(UTC).strftime("%Y-%m-%d"), commit(), platform.python_version(), np.__version__, *counts]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerows([COLUMNS, line])
    if append:
        is_new = not FILE.exists()
        with FILE.open("a", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, line] if is_new else [line])


def instructions(arguments: list[str], home: str) -> int:
    """How many instructions Python takes for `arguments`, once what is kept in the user's cache is there."""
    settings = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "XDG_CACHE_HOME": home}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | settings
    command = [sys.executable, *arguments]
    subprocess.run(command, env=environment, cwd=home, stdout=subprocess.DEVNULL, check=False)
    counted = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        env=environment, cwd=home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = _COUNT.search(counted.stderr)
    if found is None:
        sys.exit(f"{' '.join(command)}\n{counted.stderr}")
    return int(found[1])


def commit() -> str:
    """The commit that is checked out, with a plus behind it where files differ from it."""
    described = subprocess.run(
        ["git", "-C", str(HERE), "describe", "--always", "--dirty=+", "--abbrev=10"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return described.stdout.strip() or "none"


if __name__ == "__main__":
    main()
