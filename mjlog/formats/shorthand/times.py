"""Times as they are typed: a day alone, or a time in full."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from mjlog.errors import NotationError
from mjlog.text import quoted

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_NOON = "T12:00:00Z"
"""A day alone is written as its noon in UTC, which is the same day by the clocks of nearly every place."""


def day_as_time(text: str) -> str:
    """The time that stands for a day; any other text as it is.

    >>> day_as_time("2026-10-19"), day_as_time("2026-10-19T19:30:00Z")
    ('2026-10-19T12:00:00Z', '2026-10-19T19:30:00Z')

    Raises:
        NotationError: there is no such day.
    """
    if not _DAY.fullmatch(text):
        return text
    try:
        return f"{date.fromisoformat(text).isoformat()}{_NOON}"
    except ValueError:
        raise NotationError(f"{quoted(text)} is no day; expected one like 2026-10-19") from None


def time_from(text: str) -> str:
    """A day, or a time with its offset, as a log writes it: in UTC.

    >>> time_from("2026-10-19"), time_from("2024-05-01T21:30:00+02:00")
    ('2026-10-19T12:00:00Z', '2024-05-01T19:30:00Z')

    Raises:
        NotationError: it is neither.
    """
    try:
        full = day_as_time(text)
        time = datetime.fromisoformat(full)
        if time.tzinfo is not None and "T" in full.upper():
            return as_written(time.astimezone(UTC))
    except (ValueError, OverflowError):
        pass
    raise NotationError(
        f"{quoted(text)} is no time; expected `now`, a day like 2026-10-19, or a time like 2024-05-01T19:30:00Z"
    )


def as_written(time: datetime) -> str:
    """A time in UTC, as a log writes it."""
    return time.isoformat().replace("+00:00", "Z")
