"""Dates of games, and periods of days."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import NamedTuple

from mjlog.errors import NotationError
from mjlog.text import quoted

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class Period(NamedTuple):
    """Days from the one to the other, both included; None: without end. Days are those of UTC, as times in logs are.

    >>> Period(date(2026, 1, 1), None).has(date(2026, 5, 5)), Period(None, date(2026, 1, 1)).has(date(2026, 5, 5))
    (True, False)
    """

    since: date | None = None
    until: date | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has neither beginning nor end: then even a game without a date is in it."""
        return self.since is None and self.until is None

    def has(self, day: date | None) -> bool:
        """Whether a day is in it; a game without a date is in no period that has an end."""
        if day is None:
            return self.is_open
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


ALWAYS = Period()


def day_from(text: str) -> date:
    """A day as it is typed.

    >>> day_from("2026-05-01")
    datetime.date(2026, 5, 1)

    Raises:
        NotationError: it is no day.
    """
    try:
        return date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise NotationError(f"{quoted(text)} is no day; expected one like 2026-05-01") from None


def date_of(at: str | None) -> datetime | None:
    """The time that an event states, in UTC; None where it states none, or none that can be read.

    >>> date_of("2026-05-05T01:30:00+02:00")
    datetime.datetime(2026, 5, 4, 23, 30, tzinfo=datetime.timezone.utc)
    """
    try:
        time = datetime.fromisoformat(at) if at is not None else None
    except ValueError:
        return None
    if time is None:
        return None
    try:
        return time.astimezone(UTC) if time.tzinfo is not None else time.replace(tzinfo=UTC)
    except OverflowError:
        return None
