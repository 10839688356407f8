"""Where LanguageTool lies on this machine, and the Java that it needs. Nothing is downloaded or started here."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from prosefix.errors import EngineError

MAIN = "org.languagetool.server.HTTPServer"
INSTALL = "pip install 'prosefix-html[languagetool]' && prosefix languagetool install"
_FOLDER = re.compile(r"LanguageTool-(\d+(?:\.\d+)*)")
_JAVA = re.compile(r'version "(?:1\.)?(\d+)')


@dataclass(frozen=True, slots=True)
class Installation:
    """A folder `LanguageTool-VERSION` with jars in it."""

    folder: Path
    version: str

    @property
    def java(self) -> int:
        """The oldest Java that it runs on."""
        return 17 if _numbers(self.version) >= (6, 6) else 9

    @property
    def classpath(self) -> str:
        """Its jars, those in `libs` too, as Java wants them named."""
        return os.pathsep.join(str(self.folder / part) for part in ("*", "libs/*", ""))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


def home() -> Path:
    """The folder that language-tool-python installs to."""
    return Path(os.environ.get("LTP_PATH") or Path.home() / ".cache" / "language_tool_python")


def installations(folder: Path) -> list[Installation]:
    """What is installed in `folder`, the newest first."""
    found = [
        Installation(path, name[1])
        for path in (folder.iterdir() if folder.is_dir() else ())
        if (name := _FOLDER.fullmatch(path.name)) and (any(path.glob("*.jar")) or any(path.glob("libs/*.jar")))
    ]
    return sorted(found, key=lambda one: _numbers(one.version), reverse=True)


def find_installation(path: str = "") -> Installation:
    """LanguageTool in the folder `path`, or the newest that is installed. Raises EngineError where there is none."""
    if not path:
        if found := installations(home()):
            return found[0]
        raise EngineError(f"LanguageTool is not installed: {INSTALL}")
    folder = Path(path).expanduser().absolute()
    for one in installations(folder.parent):
        if one.folder == folder:
            return one
    if found := installations(folder):
        return found[0]
    raise EngineError(f"{path}: holds no LanguageTool; name a folder LanguageTool-VERSION with its jars, or install it")


def find_java(needed: int, name: str = "java") -> str:
    """The Java to run. Raises EngineError, with what to do, where there is none or it is older than `needed`."""
    java = shutil.which(name)
    if java is None:
        raise EngineError(
            f"LanguageTool needs Java {needed} or newer, and “{name}” was not found; install a Java runtime "
            f"(Debian: apt install default-jre-headless) or name a server in the settings"
        )
    found = java_version(java)
    if found is not None and found < needed:
        raise EngineError(f"LanguageTool needs Java {needed} or newer, and {java} is Java {found}")
    return java


def java_version(java: str) -> int | None:
    """The feature version of a Java (8 for “1.8.0”), None where it does not tell. Raises EngineError if it fails."""
    try:
        done = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EngineError(f"{java} cannot be run: {error}") from error
    said = _JAVA.search(done.stderr + done.stdout)
    return int(said[1]) if said else None
