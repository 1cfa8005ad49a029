"""By what this program is known again: what it judged, another one may judge otherwise."""

from __future__ import annotations

import functools
import os
from hashlib import sha256
from pathlib import Path

from mjlog import __version__

_JUDGES = (".py", ".toml", ".card")
"""How the names of files end that say what is right: code, rule sets and the list of codes, score cards."""


@functools.cache
def fingerprint() -> str:
    """A digest of the version, and of the code, rule sets and cards that ship with it, wherever they lie."""
    digest = sha256(__version__.encode())
    top = Path(__file__).parent
    for folder, folders, names in os.walk(top):
        folders.sort()
        for path in (Path(folder, name) for name in sorted(names) if name.endswith(_JUDGES)):
            content = path.read_bytes()
            digest.update(f"\n{path.relative_to(top).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()
