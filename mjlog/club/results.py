"""Results of games for other programs: points, place, bonus and final score of everybody; the final table.

What others read, as far as they say it. Source: docs/do/tournaments.md#for-other-programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mjlog.club.facts import GameFacts
from mjlog.club.standings import Standing, places_of

Fields = dict[str, Any]
Names = Mapping[str, str] | None
"""Real names by handle; None where they are not wanted."""
_EMA_NUMBER = re.compile(r"[0-9]{8}", re.ASCII)


def results_of(game: GameFacts, names: Names) -> Iterator[Fields]:
    """What a game brought everybody, in the order of the seats of its first hand; nothing where there is no order.

    `points`: what a player had at the end; `bonus`: what the place brings (uma, oka), `fines`: received less paid;
    `final`: the result that counts. Where fines are off the final score, what the points are more than everybody began
    with, bonus and fines make it; else the fines are in the points. Where places alone count it is the bonus. `place`
    is None for a guest.
    """
    for player, rank in places_of(game).items():
        points, bonus = (game.points or {}).get(player), None
        if game.final is not None and points is not None:
            fined = game.off.get(player, 0)
            bonus = rank.points if game.is_by_place else rank.points + fined - (points - game.begun_with)
        yield {
            "date": None if game.day is None else game.day.isoformat(), "tournament": game.tournament,
            "session": game.session, "table": game.table, "game": game.game, "ruleset": game.ruleset,
            "player": player, **({} if names is None else {"name": names.get(player)}),
            "points": points, "place": rank.place, "bonus": bonus,
            "fines": game.fined(player), "final": rank.points,
        }  # fmt: skip


RESULTS = (
    "date", "tournament", "session", "table", "game", "ruleset", "player", "name", "points", "place", "bonus", "fines",
    "final",
)  # fmt: skip
"""The columns of `results_of`; `name` only where real names are wanted."""


def pantheon_results(game: GameFacts, names: Names) -> Iterator[Fields]:
    """The same by the names that Pantheon's protocol has for the results of a session (`SessionHistoryResult`).

    Its numbers of players are its own: there is the title, a name. `rating_delta` is in thousands, as it has it.
    """
    for result in results_of(game, names):
        yield {
            "session_hash": result["game"], "title": result.get("name") or result["player"], "score": result["points"],
            "rating_delta": result["final"] / game.unit, "place": result["place"],
        }  # fmt: skip


PANTHEON = ("session_hash", "title", "score", "rating_delta", "place")
EMA = ("position", "ema_id", "last_name", "first_name", "nationality", "points", "mahjong")


def ema_table(players: Iterable[Standing], names: Names) -> Iterator[Fields]:
    """The final table as the European ranking lists it: place, number, names, points.

    A handle of eight digits is the number. Nobody notes a country. `points` are table points, of rules by which places
    bring them alone, and `mahjong` is what was won at the tables; in riichi the final scores. Guests are left out.
    """
    for player in players:
        if player.rank is None:
            continue
        points = player.points / player.unit
        first, _, last = ((names or {}).get(player.player) or "").rpartition(" ")
        yield {
            "position": player.rank, "ema_id": player.player if _EMA_NUMBER.fullmatch(player.player) else None,
            "last_name": last.upper() or player.player, "first_name": first or None, "nationality": None,
            "points": None if player.won is None else int(points) if points == int(points) else points,
            "mahjong": player.points if player.won is None else player.won,
        }  # fmt: skip


def in_order(games: Iterable[GameFacts]) -> list[GameFacts]:
    """Games by day, round and table."""
    return sorted(games, key=lambda game: (str(game.day or ""), game.session or 0, _number(game.table), game.game))


def _number(text: str | None) -> tuple[int, str]:
    digits = re.search(r"[0-9]{1,9}", text or "", re.ASCII)
    return (int(digits[0]) if digits is not None else 0, text or "")


def cells(fields: Fields, heads: Sequence[str]) -> list[Any]:
    """The cells of a row under these heads."""
    return [fields.get(head) for head in heads]
