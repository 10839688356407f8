"""How fast prosefix is: words a second by stage, beside other checkers, cold start, growth, processes and memory.

    python benchmarks/speed.py FOLDER [--words 150000] [--peers PYTHON] [--languagetool FOLDER]
        [--only rate,stages,cold,growth,jobs,again,typing,memory]

FOLDER holds HTML pages (such as the documentation of PostgreSQL), whose bodies are joined into one page of that many
words. All figures are processor time (of the process and its children) unless they say otherwise, the best of some
runs, so that other work on the machine counts less; ratios are taken in one run. PYTHON is an interpreter that has
harper-py and lingotweaker; LanguageTool is as `tools/lay_out_languagetool.py` lays it out.
"""

import argparse
import json
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

# ruff: noqa: E402 - numpy reads how many threads it may have when it is loaded
for _library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"  # before numpy is loaded

from prosefix.editor.checking import check_typed, check_whole, open_page
from prosefix.editor.text import Replacement
from prosefix.english.chunks import chunk
from prosefix.english.resources import english
from prosefix.english.sentences import split_sentences
from prosefix.english.table import build
from prosefix.lint import active_rules, check_pages, rules_of
from prosefix.page.blocks import read_prose
from prosefix.page.source import Page, decode_page
from prosefix.page.tokens import tokenize
from prosefix.rulebook import RuleBook
from prosefix.rulebook.batch import context_of_pages
from prosefix.settings import Settings

SAMPLE = 6_000  # words that the other checkers are given: some of them read 3,000 a second
_FINDS = {"function", "tokens", "patterns", "phrases"}  # what a rule that looks at pages has one of
SMALL = "<p>Hello wolrd, this is the the test. The module will requires full communication of all of us, and so on.</p>"
PEERS = {
    "Harper": "import harper; l = harper.Linter(harper.Dialect.AMERICAN); check = l.organized_lints",
    "LingoTweaker": "import lt_py; check = lt_py.Engine('en-US').check",
}
_TIMED = """
import json, sys, time
{setup}
texts = json.load(sys.stdin)
check(texts[0])
start = time.process_time()
for text in texts: check(text)
print(time.process_time() - start)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, default=150_000)
    parser.add_argument("--peers", default=sys.executable)
    parser.add_argument("--languagetool", type=Path)
    parser.add_argument("--only", default="rate,stages,cold,growth,jobs,again,typing,memory")
    options = parser.parse_args()
    bodies = list(read_bodies(options.folder, options.words))
    chosen = options.only.split(",")
    check_pages([page_of([SMALL])], Settings())  # opens all that is opened once
    if "rate" in chosen:
        rate(bodies, options.peers, options.languagetool)
    if "stages" in chosen:
        stages(bodies)
    if "cold" in chosen:
        cold()
    if "growth" in chosen:
        growth(bodies)
    if "jobs" in chosen:
        jobs(options.folder)
    if "again" in chosen:
        again(options.folder)
    if "typing" in chosen:
        typing(bodies)
    if "memory" in chosen:
        memory(bodies)


def read_bodies(folder: Path, words: int) -> Iterator[str]:
    """The bodies of the folder's pages until they hold so many words."""
    for file in sorted(folder.rglob("*.html")):
        text = file.read_text("utf-8", errors="replace")
        body = re.search(r"<body.*?>(.*)</body>", text, re.DOTALL)
        if body and words > 0:
            words -= len(re.sub(r"<[^>]*>", " ", body[1]).split())
            yield body[1]


def page_of(bodies: list[str], name: str = "page.html") -> Page:
    return decode_page(f"<!doctype html><html><body>{''.join(bodies)}</body></html>".encode(), name)


def best(work: Callable[[], object], runs: int = 3) -> float:
    """Seconds of processor time, the least of `runs`."""
    least = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def rate(bodies: list[str], python: str, languagetool: Path | None) -> None:
    page = page_of(bodies)
    words = check_pages([page], Settings())[0].words
    ours = words / best(lambda: check_pages([page], Settings()))
    print(f"rate: {ours:,.0f} words a second ({words:,} words, {len(page.raw) / 1e6:.1f} MB of HTML)")
    prose = read_prose(page)
    texts, size = [], 0
    for block in prose.blocks:
        if size < SAMPLE:
            texts.append(prose.plain[block.start : block.end])
            size += len(texts[-1].split())
    for name, setup in PEERS.items():
        done = subprocess.run(
            [python, "-c", _TIMED.format(setup=setup)],
            input=json.dumps(texts),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(f"  {name}: cannot be run: {done.stderr.strip().splitlines()[-1]}")
        else:
            beside(name, size / float(done.stdout), ours)
    if languagetool is not None:
        beside("LanguageTool, a warm server", size / served(languagetool, texts), ours)


def beside(name: str, theirs: float, ours: float) -> None:
    print(f"  {name}: {theirs:,.0f} words a second; prosefix is {ours / theirs:.1f} times as fast")


def served(languagetool: Path, texts: list[str]) -> float:
    """Seconds of processor time that a LanguageTool server takes for `texts`, which it has read four times before."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    libs = next(languagetool.rglob("languagetool-server-*.jar")).parent
    command = ["java", "-cp", f"{libs}/*", "org.languagetool.server.HTTPServer", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                _ask(port, texts[0])
                break
            except OSError:
                time.sleep(1)
        seconds = 0.0
        for _ in range(5):
            start = _used(server.pid)
            for text in texts:
                _ask(port, text)
            seconds = _used(server.pid) - start
        return seconds
    finally:
        server.kill()
        server.wait()


def _ask(port: int, text: str) -> None:
    form = urllib.parse.urlencode({"language": "en-US", "text": text}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/v2/check", form, timeout=120) as answer:
        answer.read()


def _used(process: int) -> float:
    """Seconds of processor time that a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stages(bodies: list[str]) -> None:
    """Each stage by itself, on what the stage before it gave."""
    page, known = page_of(bodies), english()
    prose = read_prose(page)
    table = build(prose.plain, known.vocabulary)
    split_sentences(table)
    known.tagger.tag(table)
    found = [
        ("bytes to text", best(lambda: decode_page(page.raw, page.path))),
        ("markup tokens", best(lambda: tokenize(page.text))),
        ("blocks, tokens included", best(lambda: read_prose(page))),
        ("word table", best(lambda: build(prose.plain, known.vocabulary))),
        ("sentences", best(lambda: split_sentences(table))),
        ("tags", best(lambda: known.tagger.tag(table))),
        ("phrases and subjects", best(lambda: chunk(table))),
        ("rules, phrases included", _rules(page)),
        ("all", best(lambda: check_pages([page], Settings()))),
    ]
    for name, seconds in found:
        print(f"  {name:24} {seconds * 1000:7.0f} ms {prose.words / seconds:12,.0f} words a second")


def _rules(page: Page) -> float:
    """Seconds that all rules take; prints the dearest ones."""
    rules = [rule for rule in active_rules(rules_of(Settings()), Settings()) if set(rule.match) & _FINDS]
    context, book = context_of_pages([read_prose(page)]), RuleBook(rules, rules)
    seconds: dict[str, float] = {}

    def run() -> None:
        context.notes.clear()
        seconds.update(book.run(context).seconds)

    least = best(run)
    for name in sorted(seconds, key=lambda name: -seconds[name])[:8]:
        print(f"    {name:32} {seconds[name] * 1000:7.0f} ms by the clock")
    return least


def spent(command: list[str], runs: int = 7) -> tuple[float, float]:
    """Processor time of a command, and the time by the clock (seconds), the least of `runs`."""
    processor = clock = float("inf")
    for _ in range(runs):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):  # 1 tells of findings
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = min(processor, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        clock = min(clock, time.perf_counter() - start)
    return processor, clock


def cold() -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(SMALL, "utf-8")
        check = [sys.executable, "-m", "prosefix", "check", str(page)]
        bare = spent([sys.executable, "-c", "import click, numpy, lxml.etree"])
        for name, command in (("nothing kept", [*check, "--no-cache"]), ("result kept", check)):
            ours = spent(command)
            print(f"cold start, {name}: {ours[0] * 1000:.0f} ms, {ours[0] / bare[0]:.1f} times the imports "
                  f"({bare[0] * 1000:.0f} ms); by the clock {ours[1] * 1000:.0f} and {bare[1] * 1000:.0f} ms")  # fmt: skip


def growth(bodies: list[str]) -> None:
    some = bodies[: max(1, len(bodies) // 10)]
    one, ten = page_of(some), page_of(some * 10)
    pieces = re.split(r"(?=<p>)", "".join(bodies))
    step = len(pieces) // 1000 + 1
    small = [page_of(pieces[n : n + step], f"{n}.html") for n in range(0, len(pieces), step)]
    whole = page_of(pieces)
    single, tenfold, many, joined = (
        best(lambda pages=pages: check_pages(pages, Settings())) for pages in ([one], [ten], small, [whole])
    )
    print(f"growth: 10 times the text costs {tenfold / single:.1f} times the time; "
          f"{len(small)} small pages {many / joined:.2f} times one page of the same text")  # fmt: skip


def jobs(folder: Path) -> None:
    command = [sys.executable, "-m", "prosefix", "check", "--no-cache", "--quiet", "--format", "concise", str(folder)]
    one, two = (spent([*command, "--jobs", n], runs=1) for n in ("1", "2"))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{len(list(folder.rglob('*.html')))} pages: two processes are {one[1] / two[1]:.2f} times as fast by the clock and cost "
          f"{two[0] / one[0]:.2f} times the processor time; the largest process had {peak:.0f} MB")  # fmt: skip


def again(folder: Path) -> None:
    """The pages of `folder` twice, then with one of them changed, their results kept."""
    with tempfile.TemporaryDirectory() as home:
        files = sorted(folder.rglob("*.html"))
        for number, file in enumerate(files):
            Path(home, f"{number}.html").write_bytes(file.read_bytes())
        command = [sys.executable, "-m", "prosefix", "check", "--quiet", "--jobs", "1", "--format", "concise", home]
        first, second = spent(command, runs=1), spent(command, runs=3)
        Path(home, "0.html").write_text(SMALL, "utf-8")
        changed = spent(command, runs=1)
    print(f"{len(files)} pages: {first[0]:.2f} s, unchanged {second[0]:.2f} s ({second[1]:.2f} by the clock), "
          f"one changed {changed[0]:.2f} s")  # fmt: skip


def typing(bodies: list[str]) -> None:
    """What it takes to check a page of 10,000 words in an editor again when a word was typed in a paragraph."""
    some, words = [], 0
    while words < 10_000:
        some.append(bodies[len(some)])
        words += len(re.sub(r"<[^>]*>", " ", some[-1]).split())
    page = open_page("page.html", page_of(some).text, "utf-16")
    check_whole(page)
    long = [n for n, paragraph in enumerate(page.paragraphs) if paragraph.span.end - paragraph.span.start > 200][:40]
    seconds = []
    for number in long:
        at = page.text.content.index(" ", page.paragraphs[number].span.start)
        start = time.process_time()
        page.change(Replacement(at, at, " teh"))
        check_typed(page)
        seconds.append(time.process_time() - start)
    print(f"typing in a page of {words:,} words: {statistics.median(seconds) * 1000:.0f} ms in the middle of "
          f"{len(long)} paragraphs, {min(seconds) * 1000:.0f} to {max(seconds) * 1000:.0f} ms")  # fmt: skip


def memory(bodies: list[str]) -> None:
    text = "".join(bodies).encode()
    with tempfile.TemporaryDirectory() as folder:
        small, some, page = (Path(folder, f"{name}.html") for name in ("small", "some", "page"))
        small.write_text(SMALL, "utf-8")
        some.write_bytes(text[:100_000])
        page.write_bytes((text * (10_000_000 // len(text) + 1))[:10_000_000])
        sizes = [_peak(file) for file in (small, some, page)]
    print(f"memory: {sizes[2]:.0f} MB on a page of 10 MB, {sizes[1]:.0f} MB on one of 0.1 MB, for which all data is "
          f"opened, {sizes[0]:.0f} MB on one of 100 bytes: {(sizes[2] - sizes[1]) / 9.9:.1f} and "
          f"{(sizes[2] - sizes[0]) / 10:.1f} times the page")  # fmt: skip


def _peak(page: Path) -> float:
    """The most memory, in MB, that a check of `page` holds."""
    code = "import re, runpy, sys\ntry: runpy.run_module('prosefix', run_name='__main__')\n" \
           "except SystemExit: pass\nprint(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)"  # fmt: skip
    command = [sys.executable, "-c", code, "check", "--no-cache", "--quiet", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return int(done.stderr.split()[-1]) / 1024


if __name__ == "__main__":
    main()
