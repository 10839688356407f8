"""A limit on the processor time of a piece of work, so that one page cannot hold up a million.

Processor time, since a loaded machine must not make pages fail. Only in a process's main thread, and where the system has
interval timers (not on Windows): elsewhere there is no limit.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeUp(BaseException):
    """The limit was reached. No Exception, for rules that fail are caught one by one and the others go on."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises TimeUp in the block once it has used more than `seconds` of processor time; 0 for no limit.

    What the block was working on may be half done then.
    """
    if not seconds or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _ring(_signal: int, _frame: FrameType | None) -> None:
    raise TimeUp
