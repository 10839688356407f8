"""Lays out LanguageTool from the jars that its makers publish on Maven Central, for tests against the real one.

Usage: python tools/lay_out_languagetool.py FOLDER [--version 6.8] [--languages en,de,fr,es]
Makes FOLDER/LanguageTool-VERSION/libs/*.jar; with LTP_PATH=FOLDER prosefix finds it. Needs Maven, and Java to run it.
People install the official archive with `prosefix languagetool install` instead.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

GROUP = "org.languagetool"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>prosefix</groupId><artifactId>languagetool</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>{dependencies}</dependencies>
</project>
"""
DEPENDENCY = "<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version>{rest}</dependency>"
# The server asks for every language there is; those that are wanted are named one by one.
WITHOUT_ALL = f"<exclusions><exclusion><groupId>{GROUP}</groupId><artifactId>language-all</artifactId></exclusion></exclusions>"


def pom(version: str, languages: list[str]) -> str:
    """A project that depends on the server and the languages, and on nothing else."""
    parts = [DEPENDENCY.format(group=GROUP, name="languagetool-server", version=version, rest=WITHOUT_ALL)]
    parts += [DEPENDENCY.format(group=GROUP, name=f"language-{each}", version=version, rest="") for each in languages]
    return POM.format(dependencies="".join(parts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--version", default="6.8")
    parser.add_argument("--languages", default="en,de,fr,es")
    arguments = parser.parse_args()
    libs = arguments.folder.absolute() / f"LanguageTool-{arguments.version}" / "libs"
    if any(libs.glob("languagetool-server-*.jar")):
        print(f"{libs.parent} is there already")
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pom.xml")
        file.write_text(pom(arguments.version, arguments.languages.split(",")), "utf-8")
        goal = "org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies"
        subprocess.run(["mvn", "-q", "-B", "-f", str(file), goal, f"-DoutputDirectory={libs}"], check=True)
    print(libs.parent)


if __name__ == "__main__":
    main()
