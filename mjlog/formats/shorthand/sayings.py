"""What is said once for all the acts that follow: when they happened (a day alone, or a time in full), who writes them
down, what goes untyped.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from mjlog.errors import NotationError
from mjlog.formats.shorthand.scene import Fields, Habits
from mjlog.text import quoted

# -- times ------------------------------------------------------------------------------------------------------------


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


# -- sayings ----------------------------------------------------------------------------------------------------------


_TIME = re.compile(
    r"@(?:(?P<none>-)|\+(?P<seconds>[0-9]{1,9})|(?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[^\s;,]*)|(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2}))",
    re.IGNORECASE,
)
_BY = re.compile(r"by=(?P<handle>[^\s;,]*)", re.IGNORECASE)
_SAID = re.compile(r"@|by=|habits(?!\S)", re.IGNORECASE)
_WHOLE_SECONDS = "%Y-%m-%dT%H:%M:%SZ"


class Sayings:
    """What holds for the acts to come. `at`: when they happened; `recorder`: who writes them down; `stated`: habits."""

    def __init__(self, at: str | None = None, recorder: str | None = None) -> None:
        self.at, self.recorder = at, recorder
        self.stated: Habits | None = None

    def with_common(self, fields: Fields) -> Fields:
        """An event with the time and the recorder, where it does not state its own."""
        for name, value in (("at", self.at), ("recorder", self.recorder)):
            if value is not None:
                fields.setdefault(name, value)
        return fields

    def heed(self, text: str) -> bool:
        """Take note of what is said of the acts to come (`@TIME`, `@+9`, `by=anna`, `habits draws`); False for others.

        Raises:
            NotationError: the time or the habit is none.
        """
        word, *rest = text.split(None, 1) or [""]
        if word.lower() == "habits":
            names = " ".join(rest)
            self.stated = None if names.lower() == "usual" else Habits.named(names)
        elif text.startswith("@"):
            self.at = time_after(self.at, text)
        elif match := _BY.fullmatch(text):
            self.recorder = match["handle"] or None
        else:
            return False
        return True


def is_said_of_others(text: str) -> bool:
    """Whether an act only says something of the acts that follow: the time, who writes, what goes untyped."""
    return _SAID.match(text) is not None


def is_time(text: str) -> bool:
    """Whether `@…` states a time in full."""
    match = _TIME.fullmatch(text)
    return match is not None and match["time"] is not None


def is_handle(text: str) -> bool:
    """Whether `by=…` names who writes, or nobody."""
    return _BY.fullmatch(text) is not None


def time_after(last: str | None, text: str) -> str | None:
    """The time that `@2026-11-21T19:30:00Z`, `@2026-11-21`, `@+9` (seconds after the last) or `@-` (none) says.

    >>> time_after("2026-11-21T19:59:58Z", "@+4")
    '2026-11-21T20:00:02Z'

    Raises:
        NotationError: it is no time, or there is none that it could count from.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        raise NotationError(
            f"{quoted(text, 40)} is no time; expected one like @2026-11-21T19:30:00Z, a day like @2026-11-21, @+9 or @-"
        )
    if match["day"] is not None:
        return day_as_time(match["day"])
    if match["seconds"] is None:
        return match["time"]
    before = whole_seconds(last)
    if before is None:
        raise NotationError(f"{quoted(text, 40)} counts on from the time before, and there is none in whole seconds")
    try:
        return (before + timedelta(seconds=int(match["seconds"]))).strftime(_WHOLE_SECONDS)
    except OverflowError:
        raise NotationError(f"{quoted(text, 40)} is beyond all time") from None


def whole_seconds(time: str | None) -> datetime | None:
    """A time in whole seconds and UTC; None for any other."""
    try:
        return datetime.strptime(time or "", _WHOLE_SECONDS).replace(tzinfo=UTC)
    except ValueError:
        return None
