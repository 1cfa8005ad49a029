"""Compiled modules are kept: by Python beside the sources; from whoever wants none there, where pytest keeps things.

Many tests start the program anew, and every worker imports all of it: without, each would compile it once more.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / ".pytest_cache" / "compiled"


def keep() -> None:
    """Let this process and those that it starts keep what they compile."""
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(FOLDER)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
