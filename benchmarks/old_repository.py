"""Adopting prosefix in an old repository of thousands of pages: baseline, one edited line, and the time of each step.

    python benchmarks/old_repository.py [--pages 3000] [--largest 20000] [--from /usr/share/doc] [--jobs 1]

The pages are copied into a temporary git repository. Ends with exit code 1 unless `check --since HEAD~1` reports the
edited line and nothing else, with the baseline and without it.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SLIP = "<p>It is clear that the the module will requires more care.</p>\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--from", dest="source", type=Path, default=Path("/usr/share/doc"))
    parser.add_argument("--largest", type=int, default=20_000, help="bytes of the largest page to take")
    parser.add_argument("--jobs", default="1")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = copied(options.source, options.pages, options.largest, folder)
        size = sum((folder / page).stat().st_size for page in pages)
        print(f"{len(pages)} pages, {size / 1e6:.0f} MB")
        return prove(folder, pages, options.jobs)


def copied(source: Path, count: int, largest: int, folder: Path) -> list[str]:
    """The names of `count` pages from below `source`, chosen at random but always alike, now under git in `folder`."""
    pages = (path for path in source.rglob("*") if path.suffix in (".html", ".htm") and path.is_file())
    found = sorted(path for path in pages if path.stat().st_size <= largest)
    random.Random(0).shuffle(found)
    names = []
    for path in found[:count]:
        name = path.relative_to(source).as_posix()
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(path.read_bytes())
        names.append(name)
    git(folder, "init", "-q")
    commit(folder, "The pages as they are")
    return names


def prove(folder: Path, pages: list[str], jobs: str) -> int:
    first = step(folder, "first check", "check", ".", "--format", "json", "--jobs", jobs)
    again = step(folder, "second check, nothing changed", "check", ".", "--format", "json", "--jobs", jobs)
    same = told(first)["diagnostics"] == told(again)["diagnostics"]
    print(f"   {len(told(first)['diagnostics'])} findings in {told(first)['summary']['words']} words; the same: {same}")
    step(folder, "baseline", "baseline", ".", "--jobs", jobs)
    quiet = step(
        folder, "check with the baseline", "check", ".", "--baseline", ".prosefix-baseline", "--format", "json"
    )
    page, line = edited(folder, pages)
    commit(folder, "One line more")
    plain = step(folder, "check --since HEAD~1", "check", ".", "--since", "HEAD~1", "--format", "json")
    both = step(folder, "the same with the baseline", "check", ".", "--since", "HEAD~1", "--baseline", ".prosefix-baseline",
                "--format", "json")  # fmt: skip
    wanted = [(page, line), (page, line)]
    held = same and told(quiet)["diagnostics"] == [] and places(plain) == wanted and places(both) == wanted
    print("the edited line alone was reported" if held else f"FAILED: {places(plain)[:9]}, {places(both)[:9]}")
    return 0 if held else 1


def edited(folder: Path, pages: list[str]) -> tuple[str, int]:
    """A page with two mistakes put into one new line in its middle, and the number of the line."""
    for page in pages:
        lines = (folder / page).read_bytes().split(b"\n")
        for number, line in enumerate(lines):
            if number > len(lines) // 2 and line.rstrip().endswith(b"</p>") and b"charset=utf-16" not in line:
                lines.insert(number + 1, SLIP.rstrip("\n").encode())
                (folder / page).write_bytes(b"\n".join(lines))
                return page, number + 2
    raise SystemExit("no page holds a line that ends a paragraph")


def step(folder: Path, name: str, *arguments: str) -> bytes:
    """What prosefix prints for `arguments` in `folder`; the time it took is printed."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "prosefix", *arguments, "--quiet"], cwd=folder, capture_output=True, check=False
    )
    print(f"{time.perf_counter() - started:8.2f} s  {name} (exit {done.returncode})", flush=True)
    for line in done.stderr.decode().splitlines()[:5]:
        print(f"            {line}")
    return done.stdout


def told(report: bytes) -> dict:  # type: ignore[type-arg]
    return json.loads(report)  # type: ignore[no-any-return]


def places(report: bytes) -> list[tuple[str, int]]:
    return [(each["path"], each["start"]["line"]) for each in told(report)["diagnostics"]]


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "-A")
    git(
        folder,
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
        "-c",
        "commit.gpgsign=false",
        "commit",
        "-qm",
        message,
    )


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True)


if __name__ == "__main__":
    sys.exit(main())
