"""What a project asks of prosefix: `[tool.prosefix]` in pyproject.toml, or `.prosefix.toml`.

`keys` owns every key with its type, default and explanation; `load` finds and reads the file that counts.
"""

from prosefix.settings.keys import KEYS, Key, Origin, Override, Settings
from prosefix.settings.load import find_settings, load_settings, read_settings

__all__ = ["KEYS", "Key", "Origin", "Override", "Settings", "find_settings", "load_settings", "read_settings"]
