"""The packages that only scans need: imported when they are asked for, named with their extra where they are missing."""

from importlib import import_module
from types import ModuleType

from prosefix.errors import ProsefixError


def needed(module: str, extra: str) -> ModuleType:
    """The module called `module`. Raises ProsefixError with the line that installs it where it is missing."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        raise ProsefixError(f"this needs {package}: pip install 'prosefix-html[{extra}]'") from None
