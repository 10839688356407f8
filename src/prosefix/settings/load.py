"""Finding the settings file that counts for a place, and reading it with file:line in every complaint.

The nearest file counts whole, nothing is merged: `.prosefix.toml`, or a `pyproject.toml` with `[tool.prosefix]`.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from prosefix.errors import SettingsError
from prosefix.rulebook.mistakes import nearest
from prosefix.settings.keys import KEYS, Origin, Override, Settings, convert_value, word_lists

OWN_FILE = ".prosefix.toml"
SHARED_FILE = "pyproject.toml"


def load_settings(start: Path) -> Settings:
    """The settings for the folder `start`: of the nearest file in it or above, else the defaults. Raises SettingsError."""
    found = find_settings(start)
    return read_settings(found) if found else Settings(root=start.absolute())


def find_settings(start: Path) -> Path | None:
    """The settings file that counts for the folder `start`; raises SettingsError for a file that is no TOML."""
    start = start.absolute()
    for folder in (start, *start.parents):
        own, shared = folder / OWN_FILE, folder / SHARED_FILE
        if own.is_file():
            return own
        if shared.is_file() and "prosefix" in _parse(shared).get("tool", {}):
            return shared
    return None


def read_settings(path: Path) -> Settings:
    """The settings in the file at `path`, every key checked. Raises SettingsError with file and line."""
    document = _parse(path)
    shared = path.name == SHARED_FILE
    prefix = ("tool", "prosefix") if shared else ()
    table = document.get("tool", {}).get("prosefix", {}) if shared else document
    if not isinstance(table, dict):
        raise SettingsError(f"{path}: “tool.prosefix” must be a table")
    lines = KeyLines(path.read_text("utf-8-sig"))
    root = path.parent.absolute()
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = {}
    for name, value in table.items():
        origin = Origin(str(path), lines.of((*prefix, name)))
        if name == "overrides":
            values[name] = _overrides(value, root, path, lines, (*prefix, name))
            origins[name] = origin
        else:
            attribute, values_checked = convert_value(name, value, root, str(origin))
            values[attribute], origins[attribute] = values_checked, origin
            if name == "words":
                values["lists"] = word_lists(value, root)
    return Settings(root=root, source=str(path), origins=origins, **values)


def _overrides(value: Any, root: Path, path: Path, lines: "KeyLines", prefix: tuple[str, ...]) -> tuple[Override, ...]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise SettingsError(f"{path}:{lines.of(prefix)}: “overrides” must be a list of tables: [[{'.'.join(prefix)}]]")
    return tuple(_override(item, root, path, lines, (*prefix, str(number))) for number, item in enumerate(value))


def _override(table: Mapping[str, Any], root: Path, path: Path, lines: "KeyLines", prefix: tuple[str, ...]) -> Override:
    files = table.get("files")
    if not isinstance(files, list) or not files or not all(isinstance(item, str) for item in files):
        raise SettingsError(f"{path}:{lines.of(prefix)}: an override needs “files”, a list of globs")
    values = {}
    for name, value in table.items():
        if name == "files":
            continue
        where = f"{path}:{lines.of((*prefix, name))}"
        allowed = [key.name for key in KEYS.values() if key.per_page]
        if name not in allowed:
            raise SettingsError(f"{where}: an override cannot hold “{name}”{nearest(name, [*allowed, 'files'])}")
        attribute, checked = convert_value(name, value, root, where)
        values[attribute] = checked
    return Override(tuple(files), values)


def _parse(path: Path) -> dict[str, Any]:
    import tomllib  # most runs find no settings

    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: is not UTF-8") from None
    except RecursionError:
        raise SettingsError(f"{path}: is not settings: its tables or lists lie too deep in each other") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = place[1] if place else len(path.read_text("utf-8-sig").splitlines())
        raise SettingsError(f"{path}:{line}: is not TOML: {re.sub(r' [(]at .*', '', str(error))}") from None


_HEADER = re.compile(r"\s*(\[\[?)([^\]]+)\]")
_ASSIGNMENT = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


class KeyLines:
    """At which line of a TOML text each key stands (1-based); for messages, so the nearest table will do."""

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        counts: dict[tuple[str, ...], int] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            if header := _HEADER.match(line):
                table = _parts(header[2])
                if header[1] == "[[":
                    counts[table] = counts.get(table, -1) + 1
                    self._lines.setdefault(table, number)
                    table = (*table, str(counts[table]))
                self._lines.setdefault(table, number)
            elif assignment := _ASSIGNMENT.match(line):
                self._lines.setdefault((*table, *_parts(assignment[1])), number)

    def of(self, key: tuple[str, ...]) -> int:
        """The line of `key`, or of the nearest table around it, or 1."""
        while key:
            if key in self._lines:
                return self._lines[key]
            key = key[:-1]
        return 1


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
