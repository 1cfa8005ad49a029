"""The sample games that ship with the program."""

from __future__ import annotations

from pathlib import Path

from mjlog.errors import RecordError

_HERE = Path(__file__).resolve().parent
_PLACES = (_HERE / "sample_logs", _HERE.parent / "sample_logs")
"""In an installed program, and in a checkout."""


def samples_folder() -> Path:
    """The folder of the sample games, each with its expected result.

    Raises:
        RecordError: this copy of the program came without it.
    """
    for place in _PLACES:
        if place.is_dir():
            return place
    raise RecordError("the sample games are not here: this copy of the program came without them", str(_PLACES[0]))
