"""Where a user's own database lives."""

from __future__ import annotations

import os
from pathlib import Path


def default_path() -> Path:
    """The database used where none is named: `$MJLOG_DB`, else `mjlog.db` in the user's data folder."""
    named = os.environ.get("MJLOG_DB")
    if named:
        return Path(named)
    from platformdirs import user_data_path  # only where it is needed: appending has 300 ms in all

    return user_data_path("mjlog", appauthor=False) / "mjlog.db"
