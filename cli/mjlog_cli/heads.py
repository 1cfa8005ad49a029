"""The head of a game's log: from the database, or computed over the lines of a file."""

from __future__ import annotations

from mjlog.canonical import GENESIS, chain_id
from mjlog_cli.games import is_path, stored


def head_at(name: str, db: str | None, game: str, seq: int) -> str | None:
    """The id of one event of the game that GAME (`name`) is: it stands for the log up to there.

    `game`: the id of the game in it. A log that is not chained, or a foreign record, has the head that it would have in
    a database; None where its lines are no whole log.

    Raises:
        MjlogError: GAME cannot be opened any more.
    """
    if not is_path(name, db):
        with stored(name, db) as (store, _path):
            return store.event(name, seq).id
    head = GENESIS
    bodies = _bodies(name, game)
    for body in bodies[:seq]:
        head = chain_id(head, body)
    return head if 0 < seq <= len(bodies) else None


def _bodies(path: str, game: str) -> list[bytes]:
    """The events of the one game of a path, as a database would hold them; none where it is no whole log."""
    from mjlog_cli.logs import logs_of
    from mjlog_cli.units import units_in

    logs = (log for unit in units_in(path) for log in logs_of(unit))
    found = next((log for log in logs if log.bodies and log.game == game), None)
    return [] if found is None or found.fault is not None else found.bodies
