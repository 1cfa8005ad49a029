"""Addresses of the viewer for those who are not part of it: reports, lines on a terminal."""

from __future__ import annotations

from mjlog.viewer.game_id import segment


def event_address(base: str, game: str, seq: int, as_recorded: bool = False, as_of: int | None = None) -> str:
    """Where the viewer shows an event, in which reading. `base`: where the viewer is, as `http://127.0.0.1:8008`.

    >>> event_address("http://127.0.0.1:8008/", "tuesday 2", 37)
    'http://127.0.0.1:8008/games/tuesday~202/events/37'
    """
    asked = ["log=recorded"] * as_recorded + [f"as-of={as_of}"] * (as_of is not None)
    return f"{base.rstrip('/')}/games/{segment(game)}/events/{seq}{'?' * bool(asked)}{'&'.join(asked)}"
