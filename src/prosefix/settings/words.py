"""Lists of project words: one word a line, `#` begins a comment, any line ends, sorted when written.

It owns the form of these files and nothing of what a word in them covers.
"""

from collections.abc import Iterable
from pathlib import Path

from prosefix.writing import write_whole


def read_word_list(path: Path) -> frozenset[str]:
    """The words in the list at `path`; raises ValueError where it cannot be read."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ValueError(f"names the list “{path}”, which cannot be read: {reason}") from None
    words = (line.partition("#")[0].strip() for line in text.splitlines())
    return frozenset(word for word in words if word)


def add_words(path: Path, words: Iterable[str]) -> list[str]:
    """Write `words` that the list at `path` lacks to their sorted places, its comments kept; gives those added."""
    lines = path.read_text("utf-8-sig").splitlines() if path.exists() else []
    have = {line.partition("#")[0].strip() for line in lines}
    new = sorted(set(words) - have, key=_order)
    for word in new:
        place = next((n for n, line in enumerate(lines) if _is_word(line) and _order(line) > _order(word)), len(lines))
        lines.insert(place, word)
    if new:
        write_whole(path, "".join(f"{line}\n" for line in lines).encode())
    return new


def _is_word(line: str) -> bool:
    return bool(line.partition("#")[0].strip())


def _order(line: str) -> tuple[str, str]:
    word = line.partition("#")[0].strip()
    return word.casefold(), word
