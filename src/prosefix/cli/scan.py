"""`prosefix scan`: whole sites and crawls, into tables."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from prosefix.cli.options import choosing_rules

if TYPE_CHECKING:
    from prosefix.crawls.local import Progress
    from prosefix.crawls.parts import Output
    from prosefix.crawls.records import Part
    from prosefix.settings import Settings

_ENGINE = click.option(
    "--engine", type=click.Choice(["local", "spark"]), default="local", show_default=True, help="What runs it."
)
_MASTER = click.option("--master", metavar="URL", help="The Spark master, spark://host:7077 [as spark-submit has it].")
_SECONDS = click.option(
    "--page-seconds", type=click.FloatRange(min=0), default=60, show_default=True,
    help="Processor time that a page may take; 0 for no limit.",
)  # fmt: skip
_PART = click.option(
    "--part-size", type=click.IntRange(min=1), default=8, show_default=True, metavar="MB",
    help="How much of a source one process does at a time, as compressed.",
)  # fmt: skip


@click.command(name="scan")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "--output", "-o", required=True, metavar="FOLDER", help="Where the tables go; with the same one a scan goes on."
)
@choosing_rules
@_ENGINE
@_MASTER
@_SECONDS
@_PART
@click.option("--restart", is_flag=True, help="Forget what an earlier scan wrote into FOLDER.")
@click.option("--quiet", "-q", is_flag=True, help="No progress and no summary on the screen.")
def command(sources: Sequence[str], output: str, engine: str, quiet: bool, **options: Any) -> None:
    """Check all pages in SOURCEs, and write what is found as Parquet tables and a summary.

    A source is a folder, a sitemap beside its pages, a web archive (WARC), or a Parquet or JSON Lines file with a column
    `html`. Exit code 0: nothing at or above --fail-on; 1: something; 2: a page or a source failed, or the call is wrong.
    """
    from prosefix.crawls.extras import needed
    from prosefix.crawls.parts import Output
    from prosefix.crawls.sources import plan

    if options["master"] and engine != "spark":
        raise click.UsageError("--master is for --engine spark")
    needed("pyarrow", "scan")
    settings = _settings(sources, options)
    target = Output(Path(output).absolute())
    parts = plan(sources, settings, options["part_size"] * 1_000_000, target.home)
    run = _on_spark if engine == "spark" else _here
    run(parts, settings, target, quiet, options)
    raise SystemExit(_summarized(target, settings, quiet))


def _settings(sources: Sequence[str], options: dict[str, Any]) -> "Settings":
    """The settings for the sources. Other checkers and baselines are for runs that a person waits for."""
    from prosefix.cli.session import check_settings, settings_of
    from prosefix.lint import rules_of

    unasked = {"engine": None, "no_cache": False, "baseline": None, "stdin_filename": None}
    settings = settings_of({**options, **unasked, "paths": sources})
    check_settings(settings, options, [rule.name for rule in rules_of(settings)])
    return replace(settings, engine="", baseline=None)


def _here(
    parts: "Sequence[Part]", settings: "Settings", output: "Output", quiet: bool, options: dict[str, Any]
) -> None:
    from prosefix.crawls.local import Job, scan

    done = output.begin(parts, settings, options["restart"])
    if done and not quiet:
        click.echo(f"prosefix: {len(done)} of {len(parts)} parts are done already", err=True)
    with _watching(quiet) as watch:
        scan(parts, done, Job(settings, output, options["page_seconds"]), options["jobs"], watch)


def _on_spark(
    parts: "Sequence[Part]", settings: "Settings", output: "Output", _quiet: bool, options: dict[str, Any]
) -> None:
    from prosefix.crawls.parts import Done
    from prosefix.crawls.spark import scan

    done = output.begin(parts, settings, options["restart"])
    if len(done) < len(parts):
        scan(parts, settings, output, options["page_seconds"], options["master"])
        for number in range(len(parts)):
            output.note(Done(number, 0))


@contextmanager
def _watching(quiet: bool) -> "Iterator[Callable[[Progress], None] | None]":
    """Shows how far a scan is, where somebody waits for it at a terminal."""
    from prosefix.cli.progress import bar

    with bar(quiet) as show:
        if show is None:
            yield None
        else:
            yield lambda far: show(far.read, far.size, far.pages, f"{far.pages:,}")


def _summarized(output: "Output", settings: "Settings", quiet: bool) -> int:
    """Write the summary, show it, and give the exit code."""
    from prosefix.crawls.screen import lines
    from prosefix.crawls.summary import summarize
    from prosefix.findings import Severity
    from prosefix.writing import write_whole

    summary = summarize(output.home)
    write_whole(output.summary, summary.as_json())
    for line in () if quiet else lines(summary):
        click.echo(line)
    if summary.faults:
        click.echo(f"prosefix: {summary.faults:,} faults; {output.home / 'errors'} lists them", err=True)
        return 2
    return int(bool(summary.worst_severity) and Severity[summary.worst_severity.upper()] >= settings.fail_on)
