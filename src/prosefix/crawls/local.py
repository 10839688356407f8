"""A scan on this machine: some processes, each a part at a time.

A run over files holds all its units and their results, and goes on with one process once another died. A scan takes days:
here a process that dies is replaced and its part read again; where that dies, too, pages are checked in processes of their own.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from prosefix.crawls.apart import ACCIDENTS, checked_apart
from prosefix.crawls.checking import SECONDS, Checker, Rows
from prosefix.crawls.parts import Done, Output
from prosefix.crawls.records import Kind, Part, Problem, Record
from prosefix.crawls.sources import records
from prosefix.errors import ProsefixError
from prosefix.settings import Settings

_TRIES = 3  # after which a part whose process ends is given up: the source itself must be what ends it
_PATIENCE = 0.5  # seconds between two looks at how far the processes are


@dataclass(frozen=True, slots=True)
class Job:
    """What holds for all parts of a scan."""

    settings: Settings
    output: Output
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a scan is: bytes of sources (of `size`) and pages, those of earlier runs left out of `fresh`."""

    size: int
    read: float
    pages: int


Watch = Callable[[Progress], None]


def scan(
    parts: Sequence[Part], done: Iterable[Done], job: Job, jobs: int = 0, watch: Watch | None = None
) -> list[Done]:
    """Check those of `parts` that are not `done`, with `jobs` processes (0: one a processor); gives all that is done.

    Raises ProsefixError where a part cannot be written.
    """
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(
            name, "1"
        )  # there is a process a processor, so that more threads would only wait for each other
    finished = {each.part: each for each in done}
    left = [number for number in range(len(parts)) if number not in finished]
    crew = _Crew(parts, job, min(jobs or os.cpu_count() or 1, max(1, len(left))))
    try:
        for each in crew.work_off(left, watch):
            job.output.note(each)
            finished[each.part] = each
    finally:
        crew.dismiss()
    return [finished[number] for number in sorted(finished)]


class _Worker:
    """A process that does parts, and the part that it is at."""

    def __init__(self, context: Any, job: Job) -> None:
        self.connection, there = context.Pipe()
        self.state = context.RawArray("d", 2)  # of the part: the share that is read, and pages
        self.process: BaseProcess = context.Process(target=_serve, args=(there, self.state, job))
        self.process.start()
        there.close()
        self.part = -1

    def begin(self, number: int, part: Part, tries: int) -> None:
        self.part = number
        self.state[:] = [0.0, 0.0]
        with suppress(OSError):  # it died just now, which is seen when its answer is waited for
            self.connection.send((number, part, tries))


class _Crew:
    """The processes of a scan, and what they are to do."""

    def __init__(self, parts: Sequence[Part], job: Job, size: int) -> None:
        self._parts = parts
        self._job = job
        self._context = multiprocessing.get_context("spawn")
        self._workers = [_Worker(self._context, job) for _ in range(size)]
        self._tries: dict[int, int] = {}
        self._read = self._pages = 0

    def work_off(self, numbers: Iterable[int], watch: Watch | None) -> Iterator[Done]:
        """Have the parts of these numbers done, and give each when it is."""
        waiting = list(reversed(list(numbers)))
        size = sum(self._parts[number].size for number in waiting)
        while waiting or any(worker.part >= 0 for worker in self._workers):
            for place, worker in enumerate(self._workers):
                if worker.part < 0 and waiting:
                    self._start(place, waiting.pop())
            for each in self._answers(waiting):
                self._read += self._parts[each.part].size
                self._pages += each.pages
                yield each
            if watch is not None:
                watch(self._progress(size))

    def dismiss(self) -> None:
        """End all processes. A part that one of them was at is not done."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.connection.close()

    def _start(self, place: int, number: int) -> None:
        worker = self._workers[place]
        if not worker.process.is_alive():
            worker.connection.close()
            worker = self._workers[place] = _Worker(self._context, self._job)
        worker.begin(number, self._parts[number], self._tries.get(number, 0))

    def _answers(self, waiting: list[int]) -> Iterator[Done]:
        """What came within a moment; a part whose process has ended is put back among those `waiting`."""
        busy = {worker.connection: worker for worker in self._workers if worker.part >= 0}
        for connection in wait(list(busy), _PATIENCE):
            worker = busy[connection]
            number, worker.part = worker.part, -1
            try:
                answer = worker.connection.recv()
            except (EOFError, OSError):
                worker.process.join()
                tries = self._tries[number] = self._tries.get(number, 0) + 1
                if tries > _TRIES:
                    raise ProsefixError(
                        f"processes end as soon as they begin (exit code {worker.process.exitcode})"
                    ) from None
                waiting.append(number)
                continue
            if isinstance(answer, str):
                raise ProsefixError(answer)
            yield answer

    def _progress(self, size: int) -> Progress:
        busy = [(self._parts[worker.part].size, *worker.state) for worker in self._workers if worker.part >= 0]
        read = self._read + sum(own * share for own, share, _ in busy)
        return Progress(size, read, self._pages + int(sum(pages for _, _, pages in busy)))


def _serve(connection: Connection, state: Any, job: Job) -> None:
    """Do the parts that come through `connection`, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the scan itself says that it was interrupted
    parent = os.getppid()
    while True:
        try:
            number, part, tries = connection.recv()
        except EOFError:
            return
        try:
            answer: Done | str = job.output.write(number, _told(_rows(part, job, tries), part, state, parent))
        except (OSError, ProsefixError) as error:
            answer = str(error)
        except Exception as error:  # a mistake of ours, which no second try would mend
            answer = f"{part.source} from {part.start} on: {type(error).__name__}: {error}"
        connection.send(answer)


def _rows(part: Part, job: Job, tries: int) -> Iterator[Rows]:
    check = checked_apart if tries > ACCIDENTS else None
    found: Iterable[Record | Problem] = records(part, job.settings.max_size * 1_000_000)
    if tries >= _TRIES:
        message = f"bytes {part.start} to {part.stop} ended the process that read them {tries} times"
        found = [Problem(part.source, Kind.DIED, message, part.start)]
    return Checker(part.source, job.settings, job.seconds, check).rows(found)


def _told(rows: Iterable[Rows], part: Part, state: Any, parent: int) -> Iterator[Rows]:
    """`rows`, and how far they are in `state`. Ends the process where that which started it has ended."""
    for each in rows:
        if each.place >= part.start:
            state[0] = min(1.0, (each.place - part.start) / max(part.stop - part.start, 1))
        state[1] += len(each.pages)
        yield each
        if os.getppid() != parent:
            os._exit(1)
