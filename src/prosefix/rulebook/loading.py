"""Finds rule files and reads them, with errors that name file, line and the key that was probably meant.

A folder's rules are kept in one JSON file in the user's cache, since hundreds of TOML files take long to parse; the
cache is only read while names, sizes and times of all files are the same.
"""

import hashlib
import json
import os
import re
import string
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from prosefix.errors import RuleFileError
from prosefix.findings import Applicability, Severity
from prosefix.plugins import entry_points
from prosefix.rulebook.elements import with_forms
from prosefix.rulebook.finders import read_match
from prosefix.rulebook.mistakes import PatternError, nearest
from prosefix.rulebook.rules import OFF_BY_DEFAULT, SETS, Example, Rule
from prosefix.rulebook.wordlists import WordLists

ENTRY_POINTS = "prosefix.rules"
_REQUIRED = ("name", "summary", "why", "severity", "fix", "message", "match", "example")
_OPTIONAL = ("default", "confidence", "source", "proof")
_EXAMPLE_KEYS = ("bad", "good", "block")
_NOT_RULES = ("words",)  # folders in a rule folder that hold something else
_OWN_CODE = "prosefix.checks."
_LINE_END = b"\n"
_MARKED = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)


def built_in_folder() -> Path:
    """The folder of the tool's own rules: in the wheel inside the package, in an editable install at the top level."""
    package = Path(__file__).parent.parent
    folders = (package / "_rules", package.parent.parent / "rules")
    for folder in folders:
        if folder.is_dir():
            return folder
    raise RuleFileError(f"{folders[0]}: the tool's own rules are missing; install prosefix again")


def rule_folders(extra: Sequence[Path] = ()) -> list[Path]:
    """The tool's own folder, those of installed packages (entry points `prosefix.rules`), and `extra`, in that order."""
    installed = [_folder_of(point.load()) for point in entry_points(ENTRY_POINTS)]
    return [built_in_folder(), *installed, *extra]


def _folder_of(target: object) -> Path:
    if isinstance(target, ModuleType):
        return Path(next(iter(target.__path__)))
    return Path(str(target() if callable(target) else target))


def load_rules(folders: Iterable[Path], cache: Path | None = None) -> list[Rule]:
    """All rules of the folders, by name. `cache` is a folder for parsed rules; the user's cache folder by default.

    Raises RuleFileError (`path:line: …`) for a file that cannot be used, and for two rules of one name.
    """
    folders = [folder.resolve() for folder in folders]
    rules: dict[str, Rule] = {}
    for folder in folders:
        if not folder.is_dir():
            raise RuleFileError(f"{folder}: there is no such rule folder")
        lists = WordLists([folder, *folders])
        for path, document in _documents(folder, lists, cache or cache_folder()):
            rule = _rule(document, path, lists)
            if rule.name in rules:
                raise RuleFileError(f"{path}:1: the rule “{rule.name}” is already in {rules[rule.name].path}")
            rules[rule.name] = rule
    return [rules[name] for name in sorted(rules)]


def load_file(path: Path) -> Rule:
    """The rule of one file, checked in full; its word lists are in the folder two levels up. Raises RuleFileError."""
    path = path.resolve()
    folders = [path.parent.parent, built_in_folder()]
    lists = WordLists(folders)
    return _rule(read_document(path, lists), path, lists)


def read_document(path: Path, lists: WordLists) -> dict[str, object]:
    """The checked document of a rule file. Raises RuleFileError."""
    import tomllib  # not needed where the parsed rules are kept

    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RuleFileError(f"{path}:1: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RuleFileError(f"{path}:{error.object.count(_LINE_END, 0, error.start) + 1}: is not UTF-8") from error
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise RuleFileError(f"{path}:{line[1] if line else 1}: {error}") from error
    try:
        _check(document, path, lists)
    except PatternError as mistake:
        raise RuleFileError(f"{path}:{_line_of(mistake.key, text)}: {mistake}") from mistake
    except RecursionError as error:
        raise RuleFileError(f"{path}:1: its tables lie too deep in each other") from error
    return document


def _line_of(key: str, text: str) -> int:
    """The first line that has `key` as a key, else as text."""
    for pattern in (rf"(?:^|[\s{{,\[]){re.escape(key)}\s*=", rf"\[+{re.escape(key)}\]", re.escape(key)):
        if found := re.search(pattern, text, re.MULTILINE):
            return text.count("\n", 0, found.end()) + 1
    return 1


# -- what a document must hold ------------------------------------------------------------------------------------


def _check(document: Mapping[str, object], path: Path, lists: WordLists) -> None:
    keys = (*_REQUIRED, *_OPTIONAL)
    for key in document:
        if key not in keys:
            raise PatternError(key, f"a rule has no key “{key}”{nearest(key, keys)}")
    for key in _REQUIRED:
        if not document.get(key):
            raise PatternError(key, f"the rule needs “{key}”")
    for key in ("name", "summary", "why", "message"):
        if not isinstance(document[key], str):
            raise PatternError(key, f"“{key}” is a text, not {document[key]!r}")
    _check_name(str(document["name"]), path)
    _check_choice(document, "severity", [each.name.lower() for each in Severity])
    _check_choice(document, "fix", [str(each) for each in Applicability])
    confidence = document.get("confidence", 0.9)
    if not isinstance(confidence, int | float) or isinstance(confidence, bool) or not 0 < confidence <= 1:
        raise PatternError("confidence", f"“confidence” is a probability, not {confidence!r}")
    if document.get("proof") and document["fix"] != "safe":
        raise PatternError("proof", "“proof” says why a fix is safe; this one is not")
    if not isinstance(document.get("default", True), bool):
        raise PatternError("default", "“default” is true or false")
    _check_match(document["match"], str(document["message"]), lists)
    _check_examples(document["example"])


def _check_name(name: str, path: Path) -> None:
    expected = f"{path.parent.name}/{path.stem}"
    if name != expected:
        raise PatternError("name", f"the name is “{name}”, but the file says “{expected}”")
    if not re.fullmatch(r"[a-z][a-z0-9-]*/[a-z0-9][a-z0-9-]*", name):
        raise PatternError("name", f"a name is small letters, digits and hyphens: “{name}”")


def _check_choice(document: Mapping[str, object], key: str, choices: Sequence[str]) -> None:
    if document[key] not in choices:
        raise PatternError(key, f"“{key}” is {', '.join(choices)}, not {document[key]!r}")


def _check_match(match: object, message: str, lists: WordLists) -> None:
    if not isinstance(match, Mapping):
        raise PatternError("match", "[match] is a table")
    if "function" in match:
        if set(match) - {"function", "reads"}:
            raise PatternError("function", "[match] with “function” has nothing beside it but “reads”")
        if not re.fullmatch(r"[\w.]+:\w+", str(match["function"])):
            raise PatternError("function", '“function” is written "package.module:name"')
        if match.get("reads", "prose") not in ("prose", "page"):
            raise PatternError("reads", "“reads” is prose or page")
        return
    tokens = min(finder.count for finder in read_match(match, lists))
    places = _places(message)
    for place in places - {"replacement", "match"} - {str(n) for n in range(1, tokens + 1)}:
        raise PatternError("message", f"the message names {{{place}}}; there is replacement, match and 1 to {tokens}")


def _places(message: str) -> set[str]:
    """What stands between braces in a message; nothing else of Python's formats is for rule files."""
    try:
        parsed = list(string.Formatter().parse(message))
    except ValueError:
        raise PatternError(
            "message", f"a place in the message is written {{1}} or {{replacement}}: {message!r}"
        ) from None
    if any(form or conversion for _, _, form, conversion in parsed):
        raise PatternError("message", f"a place in the message is a name alone, such as {{1}}: {message!r}")
    return {field for _, field, _, _ in parsed if field is not None}


def _check_origin(function: str, path: Path) -> None:
    """Code runs only where this tool or an installed package that brings rules has it, whoever wrote the rule file."""
    module = function.partition(":")[0]
    if module.startswith(_OWN_CODE):
        return
    if module.partition(".")[0] not in {point.module.partition(".")[0] for point in entry_points(ENTRY_POINTS)}:
        raise RuleFileError(
            f"{path}:1: “function” names code in “{module}”, which no installed package offers for rules "
            f"(entry points “{ENTRY_POINTS}”); install one, or write a pattern"
        )


def _check_examples(examples: object) -> None:
    if not isinstance(examples, list) or not all(isinstance(example, Mapping) for example in examples):
        raise PatternError("example", "examples are tables [[example]]")
    for example in examples:
        for key in example:
            if key not in _EXAMPLE_KEYS:
                raise PatternError(key, f"an example has no key “{key}”{nearest(key, _EXAMPLE_KEYS)}")
        if "good" not in example:
            raise PatternError("example", "every example has “good”")
        for key, text in example.items():
            if not isinstance(text, str):
                raise PatternError(key, f"“{key}” of an example is a text, not {text!r}")
        if "bad" in example and not _MARKED.search(example["bad"]):
            raise PatternError("bad", f"“bad” marks the mistake with [[ and ]]: {example['bad']!r}")
    bad = sum("bad" in example for example in examples)
    if bad < 2 or len(examples) < 2:
        raise PatternError("example", f"a rule has at least two bad and two good examples; this one has {bad} bad")
    if bad == len(examples):
        raise PatternError("example", "a rule has at least one near miss: an example with “good” alone")


def _rule(document: Mapping[str, object], path: Path, lists: WordLists) -> Rule:
    name = str(document["name"])
    examples = document["example"]
    assert isinstance(examples, list)
    match = document["match"]
    assert isinstance(match, Mapping)
    if "function" in match:
        _check_origin(str(match["function"]), path)
    return Rule(
        name=name,
        summary=str(document["summary"]),
        why=str(document["why"]).strip(),
        severity=Severity[str(document["severity"]).upper()],
        fix=Applicability(str(document["fix"])),
        message=str(document["message"]),
        match=match,
        examples=tuple(Example(**example) for example in examples),
        path=path,
        words=lists,
        default=bool(document.get("default", name.partition("/")[0] not in OFF_BY_DEFAULT)),
        confidence=float(str(document.get("confidence", 0.9))),
        source=str(document.get("source", "")),
        proof=str(document.get("proof", "")),
        needs=document.get("needs"),  # type: ignore[arg-type]  # our own, from the cache
    )


# -- the cache ----------------------------------------------------------------------------------------------------


def cache_folder() -> Path:
    """The folder in the user's home for what can be worked out again; one that is never there for who has no home."""
    base = os.environ.get("XDG_CACHE_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    try:
        return Path(base or Path.home() / ".cache") / "prosefix"
    except RuntimeError:  # neither HOME nor an account, as in many containers
        return Path(os.devnull) / "prosefix"


def _documents(folder: Path, lists: WordLists, cache: Path) -> list[tuple[Path, dict[str, object]]]:
    files = sorted(path for path in folder.glob("*/*.toml") if path.parent.name not in _NOT_RULES)
    stamp = _stamp([*files, *sorted(folder.glob("words/*.txt"))])
    store = cache / f"rules-{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}.json"
    documents = _stored(store, stamp, len(files))
    if documents is None:
        documents = [_prepared(read_document(path, lists), lists) for path in files]
        _store(store, stamp, documents)
    return list(zip(files, documents, strict=True))


def _prepared(document: dict[str, object], lists: WordLists) -> dict[str, object]:
    match = document["match"]
    if not isinstance(match, Mapping) or "function" in match:
        return document
    needs = [[sorted(words.words) for words in finder.run.needs] for finder in read_match(match, lists)]
    return {**document, "match": with_forms(match, lists), "needs": needs}


def _stamp(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for code in sorted(Path(__file__).parent.glob("*.py")):  # what decides whether a file is right and what it needs
        state = code.stat()
        digest.update(f"{state.st_size} {state.st_mtime_ns} {state.st_ctime_ns}".encode())
    for path in files:
        state = path.stat()
        digest.update(f"{path} {state.st_size} {state.st_mtime_ns} {state.st_ctime_ns}\n".encode())
    return digest.hexdigest()


def _stored(store: Path, stamp: str, count: int) -> list[dict[str, object]] | None:
    try:
        kept = json.loads(store.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None  # no cache yet, or a damaged one: the rule files themselves are read
    rules = kept.get("rules") if isinstance(kept, dict) and kept.get("stamp") == stamp else None
    return rules if isinstance(rules, list) and len(rules) == count else None


def _store(store: Path, stamp: str, documents: Sequence[Mapping[str, object]]) -> None:
    temporary = store.with_name(f"{store.name}.{os.getpid()}")
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(json.dumps({"stamp": stamp, "rules": documents}), encoding="utf-8")
        temporary.replace(store)
    except OSError:
        return  # a read-only home folder: the rules are parsed at every start, which is slower and nothing worse


def known_sets(rules: Iterable[Rule]) -> list[str]:
    """The names of sets: those that always exist, then those that only other packages' rules have."""
    return [*SETS, *sorted({rule.set for rule in rules} - set(SETS))]
