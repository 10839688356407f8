"""LanguageTool as an engine: a server of our own on this machine, or one that is named by its address.

The library language-tool-python downloads and unpacks LanguageTool. Its own server is not used: that one cannot be given
a limit of memory, and of offsets and lengths, which come in UTF-16 units, it converts the offsets alone.
"""

from prosefix.checks.engines.languagetool.engine import LanguageTool

__all__ = ["LanguageTool"]
