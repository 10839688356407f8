"""Pages checked in a process of their own, for what ended the process that checked it more than once.

A crash in compiled code or a lack of memory ends a process without a word. Here it ends one that is there to be ended, and the
page is named.
"""

from collections.abc import Sequence
from functools import partial

from prosefix.crawls.checking import Outcome, checked
from prosefix.crawls.records import Kind
from prosefix.page.source import Page
from prosefix.run import DIED
from prosefix.settings import Settings
from prosefix.workers import share_out

ACCIDENTS = 1  # deaths of a part's process that say nothing of its pages: machines are taken away, processes killed


def checked_apart(pages: Sequence[Page], settings: Settings, seconds: float) -> Sequence[Outcome]:
    """What `checked` gives; where that ends its process, each page by itself, and a fault for those that do it again."""
    do = partial(checked, settings=settings, seconds=seconds)
    (together,) = share_out(do, [pages], 1)
    if together is not None:
        return together
    alone = share_out(do, [[page] for page in pages], 1)
    return [outcomes[0] if outcomes is not None else Outcome(faults=[(Kind.DIED, DIED)]) for outcomes in alone]
