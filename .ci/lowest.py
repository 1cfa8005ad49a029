"""The lowest versions that pyproject.toml allows with an extra, one a line: `lowest.py [EXTRA]`, with uv beside Python.

A bound below what can be installed at all is one that nobody has tried, and is refused.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

DESCRIPTION = Path(__file__).resolve().parents[1] / "pyproject.toml"


def resolved(extra: str | None) -> dict[str, str]:
    """Every distribution with its version, as uv would install them: what is named here as low as can be."""
    wanted = ["--extra", extra] if extra else []
    compile_it = [Path(sys.executable).parent / "uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate"]
    command = [*compile_it, "--resolution", "lowest-direct", "--python", sys.executable, *wanted, DESCRIPTION]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return {canonicalize_name(name): version for name, version in re.findall(r"^([\w.-]+)==(\S+)", told, re.M)}


def main(extra: str | None = None) -> int:
    """Prints them; 1 where a bound is lower than what can be had."""
    project = tomllib.loads(DESCRIPTION.read_text(encoding="utf-8"))["project"]
    versions = resolved(extra)
    print(*(f"{name}=={version}" for name, version in versions.items()), sep="\n")
    wrong = 0
    named = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    for one in map(Requirement, named):
        bound = min((Version(part.version) for part in one.specifier), default=None)
        found = versions[canonicalize_name(one.name)] if one.marker is None or one.marker.evaluate() else None
        if found is not None and Version(found) != bound:
            print(f"pyproject.toml allows {one}, and the lowest that can be installed is {found}", file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
