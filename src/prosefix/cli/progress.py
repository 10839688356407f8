"""How far a long run has come, on standard error, for a person who waits at a terminal. It counts and does nothing else."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def watched(items: Iterable[Item], total: int, quiet: bool) -> Iterator[Item]:
    """`items` with a bar, their number, the rate and the time left, where standard error is a terminal."""
    if quiet or total < 2 or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("Reading pages"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total, rate="")
        for item in items:
            yield item
            speed = progress.tasks[0].finished_speed or progress.tasks[0].speed
            progress.update(task, advance=1, rate=f"{speed:,.1f} pages/s" if speed else "")
