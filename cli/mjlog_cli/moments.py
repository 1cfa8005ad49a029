"""Times as they are given to a command: `now`, a day, a time, or that none is known."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from mjlog.formats.shorthand.times import as_written, time_from

NO_TIME = "-"
"""Says that nobody knows when it was, as `@-` does among acts."""


def moment(text: str | None, stored: bytes | None = None) -> str | None:
    """A time as it was given; `now` is read from the clock, unless an event stored before says when that was.

    >>> moment("2024-05-01T19:30:00Z"), moment("2024-05-01"), moment("-")
    ('2024-05-01T19:30:00Z', '2024-05-01T12:00:00Z', None)

    Raises:
        NotationError: it is no time.
    """
    if text is None or text == NO_TIME:
        return None
    if text == "now":
        then = json.loads(stored).get("at") if stored is not None else None
        return then if isinstance(then, str) else as_written(datetime.now(UTC).replace(microsecond=0))
    return time_from(text)
