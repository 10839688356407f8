"""Downloading LanguageTool with language-tool-python, which pins each release's checksum.

The only module that imports that library, and it does so only when somebody asks for a download.
"""

from importlib import import_module, metadata

from prosefix.checks.engines.languagetool.installation import INSTALL, Installation, home, installations
from prosefix.errors import EngineError

_EXTRA = INSTALL.partition(" && ")[0]


def library_version() -> str | None:
    """The installed version of language-tool-python, or None."""
    try:
        return metadata.version("language-tool-python")
    except metadata.PackageNotFoundError:
        return None


def download(version: str | None = None) -> tuple[Installation, bool]:
    """The installation of that release, and whether it was downloaded now. Raises EngineError where it cannot be had."""
    if library_version() is None:
        raise EngineError(f"language-tool-python is not installed: {_EXTRA}")
    library = import_module("language_tool_python.download_lt")
    wanted = version or str(library.LTP_DOWNLOAD_VERSION)
    for one in installations(home()):
        if one.version == wanted:
            return one, False
    if wanted not in library.EXPECTED_DOWNLOAD_SHA256:
        raise EngineError(f"language-tool-python knows no checksum of LanguageTool {wanted}, so it is not downloaded")
    try:
        library.LocalLanguageTool.from_version_name(wanted).download()
    except (Exception, SystemExit) as error:  # the library raises whatever requests, zipfile and its own checks raise
        raise EngineError(f"LanguageTool {wanted} was not installed: {error}") from error
    for one in installations(home()):
        if one.version == wanted:
            return one, True
    raise EngineError(f"LanguageTool {wanted} was downloaded and is not in {home()}")
