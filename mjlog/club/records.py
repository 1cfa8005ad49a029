"""Statistics, standings and what a search finds, for programs: JSON objects, and rows of a table for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mjlog.club.facts import GameFacts
from mjlog.club.standings import Standing
from mjlog.club.stats import PlayerStats
from mjlog.views.csv_cells import Value
from mjlog.views.results import HandResult

Names = Mapping[str, str] | None
"""Real names by handle; None where they are not wanted."""
_FEWEST_PLACES = 4


def stats_json(one: PlayerStats, ruleset: str | None, names: Names) -> dict[str, Any]:
    """What a player did, as docs/do/club.md spells it."""
    return {
        "ruleset": ruleset, **_player(one.player, names),
        "games": one.games, "hands": one.hands, "wins": one.wins, "wins_self_drawn": one.self_drawn,
        "wins_on_discard": one.on_discard, "win_rate": _rounded(one.win_rate, 4), "gave_win": one.given,
        "gave_win_unknown": one.perhaps_given,
        "average_win": _rounded(one.average_win),
        "best_win": None if one.best is None else one.best._asdict(),
        "limit_hands": one.limit_hands, "points": one.points, "points_won": one.won, "points_lost": one.lost,
        "fines": one.fines, "hands_unknown": one.unknown, "games_won": one.games_won, "longest_run": one.longest_run,
        "longest_run_of_games": one.longest_run_of_games, "faults": dict(sorted(one.faults.items())),
    }  # fmt: skip


def stats_table(
    tables: Mapping[str | None, Sequence[PlayerStats]], names: Names
) -> tuple[list[str], Iterator[list[Value]]]:
    """Names of columns, and a row a player. `tables`: the players of each rule set."""
    empty = _flat(stats_json(PlayerStats(""), None, names))
    return list(empty), (
        list(_flat(stats_json(one, ruleset, names)).values()) for ruleset, players in tables.items() for one in players
    )


def _flat(fields: dict[str, Any]) -> dict[str, Value]:
    best = fields.pop("best_win") or {}
    faults: dict[str, int] = fields.pop("faults")
    more = {f"best_win_{part}": best.get(part) for part in ("value", "game", "hand", "limit")}
    return {**fields, **more, "faults": "; ".join(f"{count} {code}" for code, count in faults.items())}


def standing_json(one: Standing, ruleset: str | None, names: Names, with_table: bool) -> dict[str, Any]:
    """A player of a league, as docs/do/club.md spells it. `places`: how often first, second …"""
    most = max(_FEWEST_PLACES, max(one.places, default=0))
    return {
        "ruleset": ruleset, "rank": one.rank, **_player(one.player, names), "games": one.games,
        "hands": one.hands, "places": [one.places[place] for place in range(1, most + 1)], "points": one.points,
        "average": _rounded(one.average), **({"table_points": _number(one.table)} if with_table else {}),
    }  # fmt: skip


def standings_table(
    tables: Mapping[str | None, Sequence[Standing]], names: Names, with_table: bool
) -> tuple[list[str], Iterator[list[Value]]]:
    """Names of columns, and a row a player. `tables`: the players of each rule set."""
    most = max((max(one.places, default=0) for players in tables.values() for one in players), default=0)
    columns = range(1, max(most, _FEWEST_PLACES) + 1)
    name = [] if names is None else ["name"]
    heads = ["ruleset", "rank", "player", *name, "games", "hands", *(f"place {n}" for n in columns)]

    def row(ruleset: str | None, one: Standing) -> list[Value]:
        fields = standing_json(one, ruleset, names, with_table)
        first = [fields[head] for head in heads if head in fields]
        table = [fields["table_points"]] if with_table else []
        return [*first, *(one.places[place] for place in columns), one.points, fields["average"], *table]

    return [*heads, "points", "average", *(["table points"] if with_table else [])], (
        row(ruleset, one) for ruleset, players in tables.items() for one in players
    )


def game_json(game: GameFacts, hands: int, names: Names, replay: str) -> dict[str, Any]:
    """A game that was found, as docs/do/club.md spells it."""
    return {
        "game": game.game, "source": game.source, "date": _day(game), "ruleset": game.ruleset,
        "players": list(game.players), **_names(game.players, names), "place": game.place, "table": game.table,
        "hands": len(game.played), "hands_found": hands, "ended": game.is_ended, "replay": replay,
    }  # fmt: skip


def hand_json(game: GameFacts, hand: HandResult, names: Names, replay: str) -> dict[str, Any]:
    """A hand that was found, as docs/do/club.md spells it; `hand` is null for the time before the first one."""
    return {
        "game": game.game, "source": game.source, "hand": hand.number, "date": _day(game), "ruleset": game.ruleset,
        "place": game.place, "table": game.table, "round": None if hand.round is None else hand.round.value,
        "seats": {seat.value: player for seat, player in hand.seats.items()},
        **_names(hand.players, names), "result": hand.outcome, "winner": hand.player(hand.winner),
        "winner_seat": None if hand.winner is None else hand.winner.value,
        **({"winners": list(hand.won_by)} if hand.further else {}),
        "won_by": hand.source, "discarder": hand.player(hand.discarder), "value": hand.value, "limit": hand.limit,
        "line": hand.line,
        "change": None if hand.change is None else hand.by_player(hand.change), "fines": hand.by_player(hand.fines),
        "findings": [one._asdict() for one in hand.found], "events": dict(hand.types), "first": hand.first,
        "last": hand.last, "replay": replay,
    }  # fmt: skip


def csv_row(fields: dict[str, Any]) -> dict[str, Value]:
    """A JSON object as cells of one row: lists and objects become text."""
    findings = [f"{one['severity']} {one['code']}" for one in fields.get("findings", ())]
    return {name: _cell(findings if name == "findings" else value) for name, value in fields.items()}


def _cell(value: Any) -> Value:
    if isinstance(value, dict):
        return "; ".join(f"{key} {part}" for key, part in value.items())
    if isinstance(value, list):
        return "; ".join(str(_cell(part)) for part in value)
    return value if value is None or isinstance(value, int | float) else str(value)


def _player(player: str, names: Names) -> dict[str, Any]:
    return {"player": player, **({} if names is None else {"name": names.get(player)})}


def _names(players: Sequence[str], names: Names) -> dict[str, Any]:
    return {} if names is None else {"names": {player: names[player] for player in players if player in names}}


def _day(game: GameFacts) -> str | None:
    return None if game.day is None else game.day.isoformat()


def _rounded(number: float | None, digits: int = 2) -> float | None:
    return None if number is None else round(number, digits)


def _number(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else round(float(number), 2)
