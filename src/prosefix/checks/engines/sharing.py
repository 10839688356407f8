"""One server for all processes of a run: whoever needs it first starts it, and the others find its address here.

The process that starts a server keeps it; processes of a run live until all pages are done.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

SIZE = 200  # bytes of an address


class Address:
    """Where the server is; empty while none runs."""

    def __init__(self) -> None:
        self.value = ""


class _SharedAddress(Address):
    """The same, in memory that the processes of a run have in common."""

    def __init__(self, memory: Any) -> None:
        self._memory = memory

    @property
    def value(self) -> str:
        return str(self._memory.value.decode())

    @value.setter
    def value(self, address: str) -> None:
        self._memory.value = address.encode()


_memory: Any = None


@contextmanager
def held(own: Address) -> Iterator[Address]:
    """The address that all processes share, and nobody else's meanwhile; `own` where this process works alone."""
    if _memory is None:
        yield own
    else:
        with _memory.get_lock():
            yield _SharedAddress(_memory)


def for_workers(context: "BaseContext") -> tuple[Callable[[Any], None], tuple[Any]]:
    """The initializer of a run's processes, and its arguments."""
    return _join, (context.Array("c", SIZE),)


def _join(memory: Any) -> None:
    global _memory
    _memory = memory
