"""prosefix finds the mistakes in the prose and math of technical HTML and writes the fixes as unified diffs.

>>> import prosefix
>>> page = "<p>One of the the pages.</p>"
>>> [finding.rule for finding in prosefix.check(page)]
['repetition/same-word']
>>> prosefix.apply(page)
'<p>One of the pages.</p>'

The names below are stable; everything else may change. They are loaded when first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prosefix.api import apply, check, check_path
    from prosefix.errors import ProsefixError
    from prosefix.findings import Applicability, Edit, Finding, Fix, Severity, Span
    from prosefix.settings import Settings, load_settings

__version__ = "0.1.0"

__all__ = [
    "Applicability", "Edit", "Finding", "Fix", "ProsefixError", "Settings", "Severity", "Span", "__version__", "apply",
    "check", "check_path", "load_settings",
]  # fmt: skip

_HOMES = {
    **dict.fromkeys(("apply", "check", "check_path"), "prosefix.api"),
    **dict.fromkeys(("Applicability", "Edit", "Finding", "Fix", "Severity", "Span"), "prosefix.findings"),
    **dict.fromkeys(("Settings", "load_settings"), "prosefix.settings"),
    "ProsefixError": "prosefix.errors",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'prosefix' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
