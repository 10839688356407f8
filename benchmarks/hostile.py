"""What pages that are made to harm cost: processor time at a size and at ten times the size, and memory at the larger.

    python benchmarks/hostile.py [--size 20000] [--only SHAPE,…] [--limit 600]

A page is one piece repeated, SIZE times at first. Time is that of `prosefix check`, all rules, all processes, less that of
an empty page; growth is how much more of it ten times the size takes: 10 is linear. `--limit` ends a run after so many
seconds of processor time. Prints the table of benchmarks/hostile.md.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

SPACES = "".join(map(chr, (0x9, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)))
HEBREW = "שלום עולם \u202eabc\u202c "
REPEATED = {
    "words of one paragraph": "The quick brown fox jumps over a lazy dog and sees that it is late. ",
    "findings on one line": "It is the the one. ",
    "one word": "a",
    "one word of letters that vary": "qwertzuiopasdfghjklyxcvbnm",
    "one number": "1",
    "chain of hyphens": "a-",
    "chain of slashes": "a/",
    "chain of dots": "a.",
    "chain of apostrophes": "a'",
    "chain of underscores": "a_",
    "combining marks": "e\u0301\u0323",
    "Unicode spaces": f"a{SPACES}b ",
    "right-to-left text": HEBREW,
    "emoji": "👩‍👩‍👧‍👦 ",
    "quotation marks": '"a ',
    "brackets": "((",
    "lone <": "<",
    "lone >": ">",
    "lone &": "&",
    "tags without end": "<a ",
    "tags without names": "</>",
    "elements in elements": "<div>",
    "phrases in phrases": "<b>",
    "lists in lists": "<ul><li>a ",
    "tables in tables": "<table><tr><td>a ",
    "stray end tags": "</p></b>",
    "quotations without end": "<q>a ",
    "definitions without end": "<dfn>a ",
    "code without end": "<code>a ",
    "pre without end": "<pre>a ",
    "formulas without end": "<math>a ",
    "footnotes without end": "<d-footnote>a ",
    "superscripts without end": "<sup>a ",
    "buttons without end": "<button>a ",
    "foreign phrases without end": "<span lang=fr>a ",
    "switches without end": "<span data-prosefix=off>a ",
    "comments without end": "<!-- ",
    "declarations without end": "<!a ",
    "directives": "<!-- prosefix-disable spelling -->",
    "directives for the next block": "<p><!-- prosefix-disable-next-block -->a ",
    "directives that are wrong": "<!-- prosefix-foo -->",
    "attributes": "<img alt='the the a' src=a>",
    "references": "&amp;",
    "references without end": "&amp",
    "numeric references": "&#97;",
    "zero-width characters": "a\u200b\u00ad",
    "template marks": "{{",
    "template tags": "{% a %}",
    "scriptlets without end": "<% ",
    "PHP without end": "<?php ",
    "dollars": "$a ",
    "open formulas": "\\(",
    "braces in a formula": "\\({",
    "backticks": "`",
    "stars": "**a ",
    "bars": "|a",
    "square brackets": "[[",
    "definition shorthand": "[=a",
    "productions": "<<a ",
    "addresses": "http://a.b/c",
    "mail addresses": "a@b.",
    "ids": "<p id=a>",
    "links to ids": "<a href=#a>a</a> ",
    "Markdown lists": "\n1. It is. Xyz\n",
    "Markdown fences": "\n```\n",
    "empty lines": "a\n\n",
    "line ends of Macs": "a\r",
}
MADE: dict[str, Callable[[int], str]] = {
    "distinct unknown words": lambda n: " ".join(_word(number) for number in range(n // 10)),
    "attributes of one tag": lambda n: "<img " + " ".join(f"a{number}=b" for number in range(n)) + ">",
    "one attribute": lambda n: '<img alt="' + "a the the " * n + '">',
    "braces within a formula": lambda n: "\\(" + "{" * n + "}" * n + "\\)",
    "roots within a formula": lambda n: "\\(" + "\\sqrt{" * n + "}" * n + "\\)",
    "rows of a MathML table": lambda n: "<math>" + "<mrow>" * n + "<mi>x</mi>" + "</mrow>" * n + "</math>",
    "digits of a reference": lambda n: f"&#{'1' * n};",
}


class Cost(NamedTuple):
    seconds: float  # of processor time, of the process and those that it started
    megabytes: int  # the most that one process held
    code: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=20_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=int, default=600)
    arguments = parser.parse_args()
    shapes = {name: (lambda n, piece=piece: piece * n) for name, piece in REPEATED.items()} | MADE
    chosen = arguments.only.split(",") if arguments.only else list(shapes)
    with tempfile.TemporaryDirectory() as work:
        idle = min(cost("", Path(work), arguments.limit).seconds for _ in range(3))
        print(f"an empty page: {idle:.2f} s\n\n| page | MB | s | growth | MB held |\n| --- | --- | --- | --- | --- |")
        for name in chosen:
            small, large = (shapes[name](arguments.size * times) for times in (1, 10))
            one, ten = (cost(text, Path(work), arguments.limit) for text in (small, large))
            growth = max(ten.seconds - idle, 0.001) / max(one.seconds - idle, 0.001)
            shown = f"{growth:.1f}" if one.seconds - idle > 0.02 else "–"
            failed = "" if max(one.code, ten.code) < 2 else f" (exit code {ten.code})"
            print(
                f"| {name}{failed} | {len(large.encode()) / 1e6:.1f} | {ten.seconds - idle:.1f} | {shown} | {ten.megabytes} |",
                flush=True,
            )


def cost(text: str, folder: Path, limit: int) -> Cost:
    """What `prosefix check` of a page that holds `text` takes."""
    (folder / "page.html").write_text(f"<p>{text}", "utf-8", newline="")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    command = [
        sys.executable,
        "-m",
        "prosefix",
        "check",
        "page.html",
        "--no-cache",
        "--format",
        "json",
        "--max-size",
        "1000",
    ]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limited
    )
    assert process.stderr is not None
    said = process.stderr.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code >= 2 or code < 0:
        print(said.strip()[:300], file=sys.stderr)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, code)


def _word(number: int) -> str:
    """An unknown word of its own for each number."""
    letters = "bcdfghklmn"
    return "q" + "".join(letters[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(number)) + "x"


if __name__ == "__main__":
    main()
