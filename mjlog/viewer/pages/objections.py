"""The disputes of a game that is looked at, found once for as long as nothing is added to it."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from mjlog.disputes.register import DisputeCase, disputes_of
from mjlog.views import GameView

_KEPT: WeakKeyDictionary[GameView, tuple[int, list[DisputeCase]]] = WeakKeyDictionary()


def cases_of(game: GameView) -> list[DisputeCase]:
    """All of them, in their order."""
    kept = _KEPT.get(game)
    if kept is None or kept[0] != game.written.last:
        kept = _KEPT[game] = (game.written.last, disputes_of(game.rows, game.written.corrections))
    return kept[1]


def cases_on(game: GameView, seq: int) -> list[DisputeCase]:
    """Those that are about one event."""
    return [case for case in cases_of(game) if case.on == seq]
