"""Lists the packages that prosefix brings along, or that its development needs, with their versions and licences.

    python tools/list_licences.py [--development]

It reads what is installed. Exit code 1 where a package that prosefix brings along has no permissive licence, by the
name that its metadata gives: an SPDX expression (PEP 639), else its classifiers, else its free text.
"""

import argparse
import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions

PROJECT = "prosefix-html"
# Licences without conditions on the code that uses a package (families of https://spdx.org/licenses/).
PERMISSIVE = re.compile(
    r"\b(?:MIT|BSD|Apache|ISC|0BSD|Zlib|PSF|Python Software Foundation|CC0|Unlicense)", re.IGNORECASE
)
OTHERS = re.compile(r"GPL|General Public|Affero|Mozilla|MPL|EPL|CDDL|Proprietary|Commercial", re.IGNORECASE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--development", action="store_true", help="all packages of this environment")
    chosen = parser.parse_args()
    ours = brought_along()
    packages = list(distributions()) if chosen.development else ours
    for package in sorted(packages, key=lambda package: package.name.lower()):
        print(f"{package.name} {package.version}: {licence_of(package)}")
    refused = [package.name for package in ours if not is_permissive(licence_of(package))]
    if refused:
        print(f"not permissive: {', '.join(refused)}", file=sys.stderr)
    return int(bool(refused))


def brought_along(root: str = PROJECT) -> list[Distribution]:
    """All that `pip install` of `root` brings along on this machine, itself left out."""
    found: dict[str, Distribution] = {}
    waiting = _needs(distribution(root))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue  # for another system or an older Python
        waiting += _needs(found[name])
    return list(found.values())


def _needs(package: Distribution) -> list[str]:
    """The names of what `package` requires, without its extras."""
    required = [line for line in package.requires or () if "extra ==" not in line]
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0].lower().replace("_", "-") for line in required]


def licence_of(package: Distribution) -> str:
    """The licence that the metadata of `package` names, in one line; "unknown" where it names none."""
    said = package.metadata.get_all("License-Expression") or [
        line.rpartition(" :: ")[2]
        for line in package.metadata.get_all("Classifier") or ()
        if line.startswith("License ::")
    ]
    free = (package.metadata.get("License") or "").strip().splitlines()
    return ", ".join(said) or (free[0] if free else "unknown")


def is_permissive(licence: str) -> bool:
    """Whether one of the licences that `licence` leaves the choice of is permissive, with all that it adds to it."""
    return any(
        PERMISSIVE.search(choice) is not None and OTHERS.search(choice) is None
        for choice in re.split(r"\bOR\b", licence)
    )


if __name__ == "__main__":
    sys.exit(main())
