"""The example logs of the finding codes."""

from __future__ import annotations

from pathlib import Path

import mjlog
from mjlog.errors import MjlogError
from mjlog.reports.code_page import CodePage, Example, code_page, example_of

FOLDER = "sample_logs/findings"
"""Where the examples stand in a checkout."""
_INSTALLED = Path(mjlog.__file__).resolve().parent
_PLACES = (_INSTALLED / "sample_findings", _INSTALLED.parent / FOLDER)
"""In an installed program, apart from its sample games, which have no fault; and in a checkout."""


def example_for(code: str) -> Example | None:
    """The example of a code, told up to its fault; None where this copy of the program came without it."""
    from mjlog.formats.native import SUFFIX
    from mjlog.formats.sources import games_in

    name = f"{code}{SUFFIX}"
    path = next((place / name for place in _PLACES if (place / name).is_file()), None)
    try:
        return None if path is None else example_of(code, next(games_in(str(path))), f"{FOLDER}/{name}")
    except MjlogError:
        return None


def page_for(code: str) -> CodePage:
    """The page of a code, with its example where it is at hand.

    Raises:
        KeyError: there is no such code.
    """
    return code_page(code, example_for(code))
