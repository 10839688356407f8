"""Units of work shared out among processes, and what is left of them when one of the processes dies.

A process dies when it is killed, for want of memory mostly. It knows nothing of what the work is.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import SpawnContext, SpawnProcess
from pickle import UnpicklingError
from typing import TypeVar

from prosefix.checks.engines import sharing

Unit = TypeVar("Unit")
Result = TypeVar("Result")


def share_out(do: Callable[[Unit], Result], units: Sequence[Unit], jobs: int) -> Iterator[Result | None]:
    """What `do` makes of each unit, in order, in `jobs` processes; None where the process that did it died.

    When one dies, all that is not done yet is done by one process after the other, so that it is plain which unit it is.
    """
    pool, done = _pool(jobs), 0
    try:
        futures = deque(pool.submit(do, unit) for unit in units)
        while futures:
            yield futures.popleft().result()  # results may be large: none is kept
            done += 1
    except BrokenProcessPool:
        pass
    finally:
        pool.shutdown(cancel_futures=True)
    yield from _one_by_one(do, units[done:])


def _one_by_one(do: Callable[[Unit], Result], units: Sequence[Unit]) -> Iterator[Result | None]:
    pool = None
    try:
        for unit in units:
            pool = pool or _pool(1)
            try:
                result = pool.submit(do, unit).result()
            except BrokenProcessPool:
                pool.shutdown()
                pool = result = None
            yield result
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)


class _Worker(SpawnProcess):
    """A process of a pool. When another is killed while it hands on work, what is left in their pipe cannot be read."""

    def run(self) -> None:
        try:
            super().run()  # what the work itself raises goes back to the caller, and does not come out here
        except (OSError, EOFError, UnpicklingError):
            sys.exit(1)  # without a traceback of its own: the pool is broken, and the caller does the work again


class _Workers(SpawnContext):
    Process = _Worker


def _pool(jobs: int) -> ProcessPoolExecutor:
    context = _Workers()
    return ProcessPoolExecutor(jobs, context, *sharing.for_workers(context))
