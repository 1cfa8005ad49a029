"""Where a user's own database lives."""

from __future__ import annotations

import os
from pathlib import Path

from mjlog.errors import StoreError


def default_path() -> Path:
    """The database used where none is named: `$MJLOG_DB`, else `mjlog.db` in the user's data folder."""
    named = os.environ.get("MJLOG_DB")
    if named:
        return Path(named)
    from platformdirs import user_data_path  # only where it is needed: appending has 300 ms in all

    return user_data_path("mjlog", appauthor=False) / "mjlog.db"


def make_default_folder(path: Path) -> None:
    """Makes the folder of the default database; a folder that somebody named must be there.

    Raises:
        StoreError: it cannot be made.
    """
    if path.parent.exists() or os.environ.get("MJLOG_DB") or path != default_path():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path.parent}: cannot make this folder: {error.strerror}") from error
