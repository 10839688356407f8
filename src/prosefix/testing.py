"""For people who write rules: their files' examples as pytest items, or from the command line.

`python -m prosefix.testing RULE_FILE…` runs examples. In pytest, name the rule folders in the setting `prosefix_rules`;
every example is then an item such as `agreement/modal-verb[0]`. Importing this module loads nothing heavy.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from prosefix.rulebook import Rule

__all__ = ["check_examples", "main"]


def check_examples(path: Path) -> tuple[Rule, list[list[str]]]:
    """The rule of a file, and what is wrong with each of its examples (an empty list for one that holds).

    Raises RuleFileError for a file that is not a rule.
    """
    from prosefix.rulebook import load_file
    from prosefix.rulebook.examples import problems

    rule = load_file(path)
    return rule, problems(rule)


def main(arguments: Sequence[str]) -> int:
    """Runs the examples of rule files and of folders of them; 0 if all hold, 1 if one does not, 2 for a bad file."""
    from prosefix.errors import RuleFileError
    from prosefix.rulebook.running import last_line_of

    files = [file for argument in arguments for file in _rule_files(Path(argument))]
    if not files:
        print("usage: python -m prosefix.testing RULE_FILE_OR_FOLDER…", file=sys.stderr)
        return 2
    status, examples = 0, 0
    for path in files:
        try:
            rule, wrong = check_examples(path)
        except RuleFileError as error:
            print(error, file=sys.stderr)
            status = 2
            continue
        except Exception as error:  # code that a rule names may fail in any way: say where, go on with the others
            print(f"{path}: the rule crashed: {type(error).__name__}: {error} ({last_line_of(error)})", file=sys.stderr)
            status = 2
            continue
        examples += len(wrong)
        for number, problems in enumerate(wrong):
            for problem in problems:
                print(f"{rule.name}[{number}] {problem}")
                status = status or 1
    print(f"{len(files)} rules, {examples} examples, {'all hold' if not status else 'NOT all right'}")
    return status


def _rule_files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(file for file in path.rglob("*.toml") if _may_be_rule(file))
    else:
        yield path


def _may_be_rule(path: Path) -> bool:
    """Rules are two levels below their folder's root; `rules/measured.toml` and the like are not."""
    return path.suffix == ".toml" and "[[example]]" in path.read_text(encoding="utf-8")


# -- the pytest plugin --------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("prosefix_rules", "folders of prosefix rule files whose examples are tests", type="paths", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    folders = parent.config.getini("prosefix_rules")
    if file_path.suffix != ".toml" or file_path.parent.parent not in folders:
        return None
    return _rule_collector().from_parent(parent, path=file_path)


def _rule_collector() -> type[pytest.File]:
    """The collector class, made at the first use so that importing this module does not import pytest."""
    global _collector
    if _collector is None:
        _collector = _define_collector()
    return _collector


_collector: type[pytest.File] | None = None


def _define_collector() -> type[pytest.File]:
    import pytest

    class ExamplesError(Exception):
        """An example of a rule does not hold."""

    class ExampleItem(pytest.Item):
        number: int

        def runtest(self) -> None:
            assert isinstance(self.parent, RuleFile)
            if problems := self.parent.problems()[self.number]:
                raise ExamplesError("\n".join(problems))

        def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002
            return str(excinfo.value) if isinstance(excinfo.value, ExamplesError) else str(excinfo.getrepr())

        def reportinfo(self) -> tuple[Path, int, str]:
            return self.path, 0, self.name

    class RuleFile(pytest.File):
        _problems: list[list[str]] | None = None

        def collect(self) -> Iterator[pytest.Item]:
            from prosefix.rulebook import load_file

            rule = load_file(self.path)
            for number in range(len(rule.examples)):
                item = ExampleItem.from_parent(self, name=f"{rule.name}[{number}]")
                item.number = number
                yield item

        def problems(self) -> list[list[str]]:
            if self._problems is None:
                _, self._problems = check_examples(self.path)
            return self._problems

    return RuleFile


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
