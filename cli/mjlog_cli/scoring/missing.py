"""What a hand lacks to be scored, and whether somebody can be asked for it; loads nothing that asks."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any


def missing_of(fields: Mapping[str, Any]) -> list[str]:
    """The fields that a hand cannot be scored without, and has not.

    >>> missing_of({"seat": "S", "concealed": "123b"})
    ['round']
    """
    return [name for name in ("seat", "round", "concealed") if not fields.get(name)]


def at_terminal() -> bool:
    """Whether somebody can be asked: questions and answers go to a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()
