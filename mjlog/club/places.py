"""The order of the players at the end of a game."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.club.facts import GameFacts


class Rank(NamedTuple):
    """Where a player ended: the best of the places that are shared (from 1), how many share it, and the points."""

    place: int
    shared_by: int
    points: int


def places_of(game: GameFacts) -> dict[str, Rank]:
    """The place of everybody who played; nobody's where the game goes on, nothing was played, or totals are unknown.

    Players with as many points share a place, and the places behind them stay empty: 1, 2, 2, 4.
    """
    if not can_be_placed(game):
        return {}
    totals = game.totals or {}
    players = dict.fromkeys(player for hand in game.played for player in hand.players)
    points = {player: totals.get(player, 0) for player in players}
    every = list(points.values())
    return {
        player: Rank(1 + sum(other > own for other in every), every.count(own), own) for player, own in points.items()
    }


def can_be_placed(game: GameFacts) -> bool:
    """Whether the game is one that has an order of players."""
    is_played = any(hand.result in ("won", "wash-out") for hand in game.played)
    return is_played and not game.is_live and game.totals is not None
