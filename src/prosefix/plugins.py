"""What other installed packages add to prosefix, by entry points.

Looks for the groups' names in the packages' own files first: importlib.metadata, which takes as long to load as the rest
of a small run, is asked only where there is something to find.
"""

import os
import re
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_GROUP = re.compile(r"^[ \t]*\[([^\]\n]+)\]", re.MULTILINE)


def entry_points(group: str) -> "tuple[EntryPoint, ...]":
    """The entry points of `group` of all packages that can be imported."""
    groups = _groups(tuple(sys.path))
    if groups is not None and group not in groups:
        return ()
    from importlib import metadata

    return tuple(metadata.entry_points(group=group))


@cache
def _groups(path: tuple[str, ...]) -> frozenset[str] | None:
    """The groups of entry points below the folders of `path`; None where something else than a folder may have some."""
    found: set[str] = set()
    for place in path:
        try:
            with os.scandir(place or ".") as entries:
                names = [
                    entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info", "EGG-INFO"))
                ]
        except NotADirectoryError:
            return None
        except OSError:
            continue
        for name in names:
            try:
                with open(os.path.join(name, "entry_points.txt"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
                    found.update(_GROUP.findall(file.read()))
            except (OSError, ValueError):
                continue  # most packages have none
    return frozenset(found)
