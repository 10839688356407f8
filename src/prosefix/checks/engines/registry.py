"""The engines by name: prosefix's own three, and those that installed packages bring (entry points `prosefix.engines`).

An engine's module is imported when it is opened, and what the engine itself needs not before it is asked something.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from prosefix.checks.engines.interface import Engine
from prosefix.errors import EngineError
from prosefix.plugins import entry_points

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "prosefix.engines"
Factory = Callable[[Mapping[str, Any], str], Engine]  # of the options and the house spelling ("en-GB" or "")


class Own(NamedTuple):
    """One of our engines: where it is, and the modules that its extra installs."""

    target: str
    needs: tuple[str, ...] = ()


OWN: Mapping[str, Own] = {
    "languagetool": Own("prosefix.checks.engines.languagetool:LanguageTool"),
    "harper": Own("prosefix.checks.engines.harper:Harper", ("harper",)),
    "lingotweaker": Own("prosefix.checks.engines.lingotweaker:LingoTweaker", ("lt_py", "lingotweaker_data_en")),
}


@cache
def _brought() -> "Mapping[str, EntryPoint]":
    """The engines of other packages; a name that is ours stays ours."""
    return {point.name: point for point in entry_points(ENTRY_POINTS) if point.name not in OWN}


def engine_names() -> tuple[str, ...]:
    """Every engine that can be named, installed or not."""
    return (*OWN, *sorted(_brought()))


def open_engine(name: str, options: Mapping[str, Any], house: str = "") -> Engine:
    """The engine `name`, one for a process, name, options and house spelling.

    Raises EngineError where what it needs is not installed, and SettingsError for options that it does not have.
    """
    return _opened(name, json.dumps(options, sort_keys=True), house)


@cache
def _opened(name: str, options: str, house: str) -> Engine:
    if name in OWN:
        if any(find_spec(module) is None for module in OWN[name].needs):
            raise EngineError(f"the engine {name} is not installed: pip install 'prosefix-html[{name}]'")
        module, _, attribute = OWN[name].target.partition(":")
        factory = cast(Factory, getattr(import_module(module), attribute))
    elif name in _brought():
        factory = cast(Factory, _brought()[name].load())
    else:
        raise EngineError(f"there is no engine “{name}”; there are {', '.join(engine_names())}")
    return factory(json.loads(options), house)
