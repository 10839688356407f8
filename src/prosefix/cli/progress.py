"""How far a long run has come, on standard error, for a person who waits at a terminal. It counts and does nothing else."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Show(Protocol):
    """Shows that `done` of `total` (pages, bytes, …) are read, which are `pages`; `count` says it in words."""

    def __call__(self, done: float, total: float, pages: int, count: str) -> None: ...


@contextmanager
def bar(quiet: bool) -> Iterator[Show | None]:
    """A bar, the number of pages, the rate and the time left, where standard error is a terminal; else None."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("Reading pages"), BarColumn(), TextColumn("{task.fields[count]}"), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, count="", rate="")

        def show(done: float, total: float, pages: int, count: str) -> None:
            seconds = progress.tasks[0].elapsed
            rate = f"{pages / seconds:,.1f} pages/s" if seconds else ""
            progress.update(task, completed=done, total=total, count=count, rate=rate)

        yield show


def watched(items: Iterable[Item], total: int, quiet: bool) -> Iterator[Item]:
    """`items`, a page each, with a bar where there are several of them."""
    with bar(quiet or total < 2) as show:
        for number, item in enumerate(items, start=1):
            yield item
            if show is not None:
                show(number, total, number, f"{number}/{total}")
