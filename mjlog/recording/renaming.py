"""A handle that was written down wrong, corrected in the games of a database: by corrections at the end of each log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mjlog.canonical import canonical_json
from mjlog.errors import MjlogError
from mjlog.formats.shorthand.fixing import is_player, rename_player
from mjlog.recording.game import RecordedGame
from mjlog.store import SqliteStore
from mjlog.text import shown


class Renamed(NamedTuple):
    """The corrections of a game, as they are stored behind its `last` event."""

    game: str
    last: int
    bodies: list[bytes]


def renamed_in(store: SqliteStore, wrong: str, right: str, reason: str, game: str | None = None) -> list[Renamed]:
    """What corrects a handle in the games that name it and are not hidden, or in one; nothing is stored.

    Raises:
        MjlogError: no game names it, or one of them cannot be corrected.
    """
    found = list(_found(store, wrong, right, reason, game))
    if not found:
        raise MjlogError(f"{shown(wrong, 200)} plays in no game of {store.path}: nothing was stored")
    return found


def _found(store: SqliteStore, wrong: str, right: str, reason: str, game: str | None) -> Iterator[Renamed]:
    for info in store.games():
        # A hidden game stays as it is, and hidden: whatever is added to it would put it back on lists.
        is_meant = not info.hidden if game is None else info.game == game
        if not is_meant or not _may_name(store, info.game, wrong):
            continue
        recorder = RecordedGame(str(store.path), info.game, store.bodies(info.game))
        if not is_player(recorder.events, wrong):
            continue
        try:
            made = rename_player(recorder.events, wrong, right, reason)
        except MjlogError as error:
            raise MjlogError(f"game {shown(info.game, 200)}: {error} (nothing was stored)") from None
        yield Renamed(info.game, info.last, [said.body for said in recorder.carry_out(made)])


def _may_name(store: SqliteStore, game: str, handle: str) -> bool:
    """Whether the bytes of a log name the handle at all: most do not, and are not replayed."""
    wanted = canonical_json(handle)
    return any(wanted in body for body in store.bodies(game))
