"""Lays out LanguageTool from the jars that its makers publish on Maven Central, for tests against the real one.

Usage: python tools/lay_out_languagetool.py FOLDER [--version 6.8]
Makes FOLDER/LanguageTool-VERSION/libs/*.jar; with LTP_PATH=FOLDER prosefix finds it. Needs Maven, and Java to run it.
People install the official archive with `prosefix languagetool install` instead.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>prosefix</groupId><artifactId>languagetool</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.languagetool</groupId><artifactId>languagetool-server</artifactId><version>{}</version></dependency>
  </dependencies>
</project>
"""  # the server brings all languages, and does not start without them


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--version", default="6.8")
    arguments = parser.parse_args()
    libs = arguments.folder.absolute() / f"LanguageTool-{arguments.version}" / "libs"
    if any(libs.glob("languagetool-server-*.jar")):
        print(f"{libs.parent} is there already")
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pom.xml")
        file.write_text(POM.format(arguments.version), "utf-8")
        goal = "org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies"
        subprocess.run(["mvn", "-q", "-B", "-f", str(file), goal, f"-DoutputDirectory={libs}"], check=True)
    print(libs.parent)


if __name__ == "__main__":
    main()
