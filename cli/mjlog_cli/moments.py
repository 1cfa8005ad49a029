"""Times as the log writes them: RFC 3339, in UTC."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from mjlog.errors import NotationError
from mjlog.text import quoted


def moment(text: str | None, stored: bytes | None = None) -> str | None:
    """A time as it was given; `now` is read from the clock, unless an event stored before says when that was.

    >>> moment("2024-05-01T19:30:00Z"), moment("2024-05-01T21:30:00+02:00")
    ('2024-05-01T19:30:00Z', '2024-05-01T19:30:00Z')

    Raises:
        NotationError: it is no time.
    """
    if text is None:
        return None
    if text == "now":
        then = json.loads(stored).get("at") if stored is not None else None
        return then if isinstance(then, str) else _written(datetime.now(UTC).replace(microsecond=0))
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None or "T" not in text.upper():
        raise NotationError(f"{quoted(text)} is no time; expected `now`, or a time like 2024-05-01T19:30:00Z")
    return _written(time.astimezone(UTC))


def _written(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")
