"""Every setting once: its name, type, default and what it does; and the settings of a run and of one page.

It checks values, and reads no file but the word lists that a setting names.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from prosefix.errors import SettingsError
from prosefix.findings import Severity
from prosefix.page.source import MAX_SIZE
from prosefix.rulebook.mistakes import nearest
from prosefix.settings.words import read_word_list

VARIANTS = ("en-US", "en-GB", "en-CA", "en-AU")


class Origin(NamedTuple):
    """Where a value was written: the settings file and its line (0 where the line is not known)."""

    path: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class Override(NamedTuple):
    """Settings for the pages that one of the globs `files` matches (relative to the settings file's folder)."""

    files: tuple[str, ...]
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run does. Globs and files in it are relative to `root`, the folder of the settings file."""

    root: Path = field(default_factory=Path.cwd)
    source: str = ""  # the settings file, "" where there is none
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    safe: tuple[str, ...] = ()
    unsafe: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    lists: tuple[Path, ...] = ()  # the files among them
    opaque: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    lang: str = ""
    spelling: str = ""
    rules: tuple[Path, ...] = ()
    fail_on: Severity = Severity.WARNING
    baseline: Path | None = None
    max_size: int = MAX_SIZE
    engine: str = ""
    engines: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    cached: bool = True  # whether answers of engines are kept and looked up
    overrides: tuple[Override, ...] = ()
    origins: Mapping[str, Origin] = field(default_factory=dict)

    def for_page(self, path: str) -> "Settings":
        """The settings of the page at `path`, overrides applied in order; the same object where none matches."""
        if not self.overrides:
            return self
        result = self
        name = relative_name(path, self.root)
        for override in self.overrides:
            if any(glob_matches(name, glob) for glob in override.files):
                result = replace(result, **override.values)
        return result

    def excludes(self, path: str) -> bool:
        """Whether a glob of `exclude` matches the page at `path` or a folder that it lies in."""
        if not self.exclude:
            return False
        name = relative_name(path, self.root)
        return any(glob_matches(name, glob) for glob in self.exclude)


def relative_name(path: str, root: Path) -> str:
    """`path` from `root` with forward slashes; the absolute path where it lies elsewhere; a web address as it is."""
    if "://" in path:
        return path
    absolute = Path(path).absolute()
    try:
        return absolute.relative_to(root.absolute()).as_posix()
    except ValueError:
        return absolute.as_posix()


def glob_matches(name: str, glob: str) -> bool:
    """Whether `glob` matches `name` as git would: `*.html` anywhere, `docs/` and `docs` all below, `**` any folders."""
    glob = glob.removeprefix("./").rstrip("/")
    parts = name.split("/")
    if "/" not in glob:
        return any(fnmatchcase(part, glob) for part in parts)
    pattern = glob.lstrip("/").split("/")
    return any(_parts_match(parts[:count], pattern) for count in range(1, len(parts) + 1))


def _parts_match(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether `pattern` takes up all `parts`. It follows all ways at once, since each `**` may stop at any part."""
    places = {0}  # how many parts may be taken up so far
    for piece in pattern:
        if piece == "**":
            places = set(range(min(places), len(parts) + 1))
        else:
            places = {place + 1 for place in places if place < len(parts) and fnmatchcase(parts[place], piece)}
        if not places:
            return False
    return len(parts) in places


Convert = Callable[[Any, Path], Any]


class Key(NamedTuple):
    """A setting: how its value is read, what its type is called, and what it does. `per_page`: overrides may hold it."""

    name: str
    type: str
    about: str
    convert: Convert
    schema: Mapping[str, Any]
    per_page: bool = False

    @property
    def attribute(self) -> str:
        return self.name.replace("-", "_")


def _strings(value: Any, _root: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError("must be a list of strings")
    return tuple(value)


def _string(value: Any, _root: Path) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a string")
    return value


def _one_of(choices: Sequence[str]) -> Convert:
    def convert(value: Any, _root: Path) -> str:
        if value not in choices:
            hint = nearest(value, choices) if isinstance(value, str) else ""
            raise ValueError(f"must be one of {', '.join(choices)}{hint}")
        return str(value)

    return convert


def severity(value: Any, _root: Path = Path()) -> Severity:
    """The severity that `value` names; raises ValueError for any other value."""
    names = [level.name.lower() for level in reversed(Severity)]
    return Severity[_one_of(names)(value, Path()).upper()]


def _severities(value: Any, root: Path) -> dict[str, Severity]:
    if not isinstance(value, dict):
        raise ValueError('must be a table such as { punctuation = "info" }')
    return {name: severity(level, root) for name, level in value.items()}


def _words(value: Any, root: Path) -> frozenset[str]:
    words = {item for item in _strings(value, root) if not _is_list(item)}
    return frozenset(words.union(*map(read_word_list, word_lists(value, root))))


def word_lists(value: Sequence[str], root: Path) -> tuple[Path, ...]:
    """The lists that the setting `words` names."""
    return tuple(root / item for item in value if _is_list(item))


def _is_list(item: str) -> bool:
    return "/" in item or item.endswith(".txt")


def _folders(value: Any, root: Path) -> tuple[Path, ...]:
    folders = tuple(root / item for item in _strings(value, root))
    for folder in folders:
        if not folder.is_dir():
            raise ValueError(f"names “{folder}”, which is no folder")
    return folders


def _file(value: Any, root: Path) -> Path:
    return root / _string(value, root)


def _count(value: Any, _root: Path) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError("must be a whole number above 0")
    return value


def _engine(value: Any, root: Path) -> str:
    from prosefix.checks.engines.registry import engine_names

    return _one_of(engine_names())(value, root) if value != "" else ""


def _engines(value: Any, root: Path) -> dict[str, dict[str, Any]]:
    if not isinstance(value, dict) or not all(isinstance(table, dict) for table in value.values()):
        raise ValueError('must be a table of tables such as { languagetool = { memory = "2g" } }')
    return {_engine(name, root): dict(table) for name, table in value.items()}


_LIST = {"type": "array", "items": {"type": "string"}}
_LEVELS = {"enum": ["error", "warning", "info"]}

KEYS: Mapping[str, Key] = {
    key.name: key
    for key in (
        Key("select", "names", "Sets and rules to use; `all` is every set but `style`, and what is off by default must be "
            "named itself.", _strings, _LIST, True),
        Key("ignore", "names", "Sets and rules to leave out; the more exact name decides.", _strings, _LIST, True),
        Key("severity", "table", "Another severity for a set or a rule.", _severities,
            {"type": "object", "additionalProperties": _LEVELS}, True),
        Key("safe", "names", "Rules whose unsafe fixes `apply` may write.", _strings, _LIST, True),
        Key("unsafe", "names", "Rules whose safe fixes only `apply --unsafe` may write.", _strings, _LIST, True),
        Key("words", "words", "Words of the project; an entry with a slash or in .txt names a list, one word a line.",
            _words, _LIST, True),
        Key("opaque", "selectors", "CSS selectors of elements that hold no prose.", _strings, _LIST, True),
        Key("exclude", "globs", "Pages never to read, even when they are named.", _strings, _LIST),
        Key("lang", "language", "The language of pages that name none, such as `en`.", _string, {"type": "string"}, True),
        Key("spelling", "variant", "The house spelling: forms of another variant are mended.", _one_of(VARIANTS),
            {"enum": list(VARIANTS)}, True),
        Key("rules", "folders", "Folders with rule files of the project.", _folders, _LIST),
        Key("fail-on", "severity", "The least severity that makes the exit code 1.", severity, _LEVELS),
        Key("baseline", "file", "A file of findings that are known and not reported.", _file, {"type": "string"}),
        Key("max-size", "megabytes", "The largest page that is read; a larger one is an error.", _count,
            {"type": "integer", "minimum": 1}),
        Key("engine", "name", "Another checker to ask as well, such as `languagetool`.", _engine, {"type": "string"}),
        Key("engines", "tables", "Options of engines, a table for each: see docs/engines.md.", _engines,
            {"type": "object", "additionalProperties": {"type": "object"}}),
    )
}  # fmt: skip


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a settings file, for editors."""
    properties = {key.name: {**key.schema, "description": key.about} for key in KEYS.values()}
    per_page = {key.name: properties[key.name] for key in KEYS.values() if key.per_page}
    override = {
        "type": "object",
        "properties": {"files": _LIST, **per_page},
        "required": ["files"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "prosefix settings",
        "type": "object",
        "properties": {**properties, "overrides": {"type": "array", "items": override}},
        "additionalProperties": False,
    }


def convert_value(name: str, value: Any, root: Path, where: str) -> tuple[str, Any]:
    """The attribute and checked value of setting `name`; raises SettingsError that begins with `where`."""
    key = KEYS.get(name)
    if key is None:
        raise SettingsError(f"{where}: there is no setting “{name}”{nearest(name, [*KEYS, 'overrides'])}")
    try:
        return key.attribute, key.convert(value, root)
    except ValueError as error:
        raise SettingsError(f"{where}: “{name}” {error}") from None


assert {key.attribute for key in KEYS.values()} <= {f.name for f in fields(Settings)}
