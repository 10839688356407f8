"""The word lists that rules name with `@`: files `words/NAME.txt` in a rule folder.

A line is a word, or `wrong -> right`; `#` begins a comment. The first folder that has a list gives it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from prosefix.rulebook.mistakes import PatternError, nearest


def parse(text: str) -> dict[str, str]:
    """Each word of a list with what stands right of its arrow ("" without one). Raises ValueError for a word twice."""
    entries: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        wrong, _, right = (part.strip() for part in line.split("#")[0].partition("->"))
        if not wrong:
            continue
        if wrong in entries:
            raise ValueError(f"{number}: “{wrong}” is listed twice")
        entries[wrong] = right
    return entries


class WordLists:
    """The lists of some rule folders, read when first asked for."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders = tuple(folders)
        self._lists: dict[str, dict[str, str]] = {}

    @cached_property
    def names(self) -> list[str]:
        return sorted(path.stem for folder in self.folders for path in folder.glob("words/*.txt"))

    def entries(self, name: str) -> Mapping[str, str]:
        """The words of the list `name`, each with its right form. Raises PatternError for no such list."""
        if name not in self._lists:
            path = next((p for folder in self.folders if (p := folder / "words" / f"{name}.txt").is_file()), None)
            if path is None:
                raise PatternError(f"@{name}", f"there is no word list “@{name}”{nearest(name, self.names)}")
            try:
                self._lists[name] = parse(path.read_text(encoding="utf-8"))
            except ValueError as error:
                raise PatternError(f"@{name}", f"{path}:{error}") from error
        return self._lists[name]

    def words(self, name: str) -> Iterable[str]:
        """The words of the list `name`, lower case."""
        return [word.lower() for word in self.entries(name)]
