"""Dates of games, and periods of days, by the clocks of the place where a club meets."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from mjlog.errors import NotationError
from mjlog.text import quoted

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_OFFSET = re.compile(r"([+-])(0\d|1[0-4]):([0-5]\d)", re.ASCII)


class Period(NamedTuple):
    """Days from the one to the other, both included; None: without end. `zone`: by which clocks they are days (None:
    by those of this machine). Times in logs are UTC, and a club in America meets when it is tomorrow there.

    >>> Period(date(2026, 1, 1), None).has(date(2026, 5, 5)), Period(None, date(2026, 1, 1)).has(date(2026, 5, 5))
    (True, False)
    """

    since: date | None = None
    until: date | None = None
    zone: tzinfo | None = UTC

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


def zone_from(text: str) -> tzinfo | None:
    """A time zone as it is typed: by its name in the IANA database, `UTC`, an offset, or `local` (None).

    >>> zone_from("UTC"), zone_from("+05:30"), zone_from("local")
    (datetime.timezone.utc, datetime.timezone(datetime.timedelta(seconds=19800)), None)

    Raises:
        NotationError: it is none that is known here.
    """
    if text.lower() == "local":
        return None
    if text.upper() in ("UTC", "Z"):
        return UTC
    offset = _OFFSET.fullmatch(text)
    if offset is not None:
        length = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(-length if offset[1] == "-" else length)
    try:
        return ZoneInfo(text)
    except (ValueError, OSError, LookupError):  # no name, a folder of names, not known
        expected = "expected one like Europe/Prague, +02:00, UTC or local"
        raise NotationError(f"{quoted(text)} is no time zone that is known here; {expected}") from None


def in_zone(time: datetime, zone: tzinfo | None) -> datetime:
    """The same time by the clocks of a zone; unchanged at the ends of the calendar.

    >>> in_zone(datetime(2026, 5, 6, 1, 0, tzinfo=UTC), zone_from("-04:00")).isoformat()
    '2026-05-05T21:00:00-04:00'
    """
    try:
        return time.astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return time


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
