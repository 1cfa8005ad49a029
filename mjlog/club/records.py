"""What a club asks for, as records for programs and as tables of text.

Among the records are results of games for other programs, as far as they say what they read.
Source: docs/do/tournaments.md#for-other-programs.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mjlog.club.facts import GameFacts
from mjlog.club.standings import Standing, places_of
from mjlog.club.stats import PlayerStats
from mjlog.events import FROM_OTHERS
from mjlog.text import counted, decimal, list_words, result, shown, signed, with_name
from mjlog.views.csv_cells import Value
from mjlog.views.results import HandResult
from mjlog.views.sheet import WON_SOURCES

# -- results of games for other programs ------------------------------------------------------------------------------


Fields = dict[str, Any]
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
    """The results of a game by the names that Pantheon's protocol has for those of a session (`SessionHistoryResult`).

    Its numbers of players are its own: there is the title, a name. `rating_delta` is in thousands, as it has it.
    """
    for fields in results_of(game, names):
        yield {
            "session_hash": fields["game"], "title": fields.get("name") or fields["player"], "score": fields["points"],
            "rating_delta": fields["final"] / game.unit, "place": fields["place"],
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
    return sorted(games, key=lambda game: (str(game.day or ""), game.session or 0, _digits_of(game.table), game.game))


def _digits_of(text: str | None) -> tuple[int, str]:
    digits = re.search(r"[0-9]{1,9}", text or "", re.ASCII)
    return (int(digits[0]) if digits is not None else 0, text or "")


def cells(fields: Fields, heads: Sequence[str]) -> list[Any]:
    """The cells of a row under these heads."""
    return [fields.get(head) for head in heads]


# -- for programs -----------------------------------------------------------------------------------------------------


Names = Mapping[str, str] | None
"""Real names by handle; None where they are not wanted."""
_FEWEST_PLACES = 4


def stats_json(stats: PlayerStats, ruleset: str | None, names: Names) -> dict[str, Any]:
    """What a player did, as docs/do/club.md spells it."""
    return {
        "ruleset": ruleset, **_player(stats.player, names),
        "games": stats.games, "hands": stats.hands, "wins": stats.wins, "wins_self_drawn": stats.self_drawn,
        "wins_on_discard": stats.on_discard, "win_rate": _rounded(stats.win_rate, 4), "gave_win": stats.given,
        "gave_win_unknown": stats.perhaps_given,
        "average_win": _rounded(stats.average_win),
        "best_win": None if stats.best is None else stats.best._asdict(),
        "limit_hands": stats.limit_hands, "points": stats.points, "points_won": stats.won, "points_lost": stats.lost,
        "fines": stats.fines, "hands_unknown": stats.unknown, "games_won": stats.games_won,
        "longest_run": stats.longest_run,
        "longest_run_of_games": stats.longest_run_of_games, "faults": dict(sorted(stats.faults.items())),
    }  # fmt: skip


def stats_table(
    tables: Mapping[str | None, Sequence[PlayerStats]], names: Names
) -> tuple[list[str], Iterator[list[Value]]]:
    """Names of columns, and a row a player. `tables`: the players of each rule set."""
    empty = _flat(stats_json(PlayerStats(""), None, names))
    return list(empty), (
        list(_flat(stats_json(player, ruleset, names)).values())
        for ruleset, players in tables.items()
        for player in players
    )


def _flat(fields: dict[str, Any]) -> dict[str, Value]:
    best = fields.pop("best_win") or {}
    faults: dict[str, int] = fields.pop("faults")
    more = {f"best_win_{part}": best.get(part) for part in ("value", "game", "hand", "limit")}
    return {**fields, **more, "faults": "; ".join(f"{count} {code}" for code, count in faults.items())}


def standing_json(standing: Standing, ruleset: str | None, names: Names, with_table: bool) -> dict[str, Any]:
    """A player of a league, as docs/do/club.md spells it. `places`: how often first, second …; `sessions`: of a
    tournament, what each round brought and the rank after it."""
    most = max(_FEWEST_PLACES, max(standing.places, default=0))
    played = ((session, *standing.sessions.get(session, (None, None, None))) for session in sorted(standing.after))
    sessions = [
        {"session": session, "points": points, "rank": standing.after[session],
         **({"table_points": None if table is None else _number(table)} if with_table else {})}
        for session, table, points, _won in played
    ]  # fmt: skip
    return {
        "ruleset": ruleset, "rank": standing.rank, **_player(standing.player, names), "games": standing.games,
        "hands": standing.hands, "places": [standing.places[place] for place in range(1, most + 1)],
        "points": standing.points,
        "average": _rounded(standing.average), **({"table_points": _number(standing.table)} if with_table else {}),
        **({} if standing.won is None else {"won": standing.won}),
        **({"fines": standing.fines, "sessions": sessions} if standing.after else {}),
    }  # fmt: skip


def standings_table(
    tables: Mapping[str | None, Sequence[Standing]], names: Names, with_table: bool
) -> tuple[list[str], Iterator[list[Value]]]:
    """Names of columns, and a row a player. `tables`: the players of each rule set."""
    most = max((max(player.places, default=0) for players in tables.values() for player in players), default=0)
    columns = range(1, max(most, _FEWEST_PLACES) + 1)
    name = [] if names is None else ["name"]
    heads = ["ruleset", "rank", "player", *name, "games", "hands", *(f"place {n}" for n in columns)]
    sessions = sorted({session for players in tables.values() for player in players for session in player.after})
    won = ["won"] if any(player.won is not None for players in tables.values() for player in players) else []
    rounds = [head for session in sessions for head in (f"session {session}", f"rank after session {session}")]

    def row(ruleset: str | None, standing: Standing) -> list[Value]:
        fields = standing_json(standing, ruleset, names, with_table)
        first = [fields[head] for head in heads if head in fields]
        table = [fields["table_points"]] if with_table else []
        played = [standing.sessions[session][1] if session in standing.sessions else None for session in sessions]
        after = [each for pair in zip(played, map(standing.after.get, sessions), strict=True) for each in pair]
        fines = [*([standing.won] if won else []), *([standing.fines] if sessions else [])]
        places = (standing.places[place] for place in columns)
        return [*first, *places, standing.points, fields["average"], *table, *fines, *after]

    last = [*(["table points"] if with_table else []), *won, *(["fines"] if sessions else []), *rounds]
    return [*heads, "points", "average", *last], (
        row(ruleset, player) for ruleset, players in tables.items() for player in players
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
        "findings": [mark._asdict() for mark in hand.found], "events": dict(hand.types), "first": hand.first,
        "last": hand.last, "replay": replay,
    }  # fmt: skip


def csv_row(fields: dict[str, Any]) -> dict[str, Value]:
    """A JSON object as cells of one row: lists and objects become text."""
    findings = [f"{finding['severity']} {finding['code']}" for finding in fields.get("findings", ())]
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


# -- for people -------------------------------------------------------------------------------------------------------


WIDTH = 80
_GAP = " "
_TYPED = 60


# -- tables -------------------------------------------------------------------------------------------------------


def table_lines(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str], str | None]]) -> list[str]:
    """A table: a line of names, then the first column to the left, all others to the right, and a line below where one
    is given (`None`: none). The first column is as wide as the others leave it.
    """
    columns = list(zip(heads[1:], *(cells for _first, cells, _below in rows), strict=True))
    sizes = [max(map(len, column)) for column in columns]
    longest = max(len(text) for text in (heads[0], *(first for first, _cells, _below in rows)))
    room = max(min(longest, WIDTH - sum(len(_GAP) + size for size in sizes)), 8)
    lines = [_line(heads[0], heads[1:], room, sizes)]
    lines.append("-" * len(lines[0]))
    for first, cells, below in rows:
        lines.append(_line(first, cells, room, sizes))
        lines += textwrap.wrap(below, WIDTH, initial_indent="  ", subsequent_indent="  ") if below is not None else []
    return [line.rstrip() for line in lines]


def by_ruleset(tables: Mapping[str | None, Sequence[str]]) -> list[str]:
    """The lines of several tables, each below the name of its rule set; of one without a name.

    >>> by_ruleset({"western": ["a"], None: ["b"]}), by_ruleset({"western": ["a"]})
    (['western', 'a', '', 'no rule set', 'b'], ['a'])
    """
    if len(tables) == 1:
        return [line for lines in tables.values() for line in lines]
    parts = [["", shown(ruleset or "no rule set", 40), *lines] for ruleset, lines in tables.items()]
    return [line for part in parts for line in part][1:]


def _line(first: str, cells: Sequence[str], room: int, sizes: Sequence[int]) -> str:
    right = (cell.rjust(size) for cell, size in zip(cells, sizes, strict=True))
    return _GAP.join([shown(first, room).ljust(room), *right])


def _below(player: str, names: Mapping[str, str]) -> str | None:
    name = names.get(player)
    return None if name is None else shown(name, 200)


def stats_lines(players: Sequence[PlayerStats], names: Mapping[str, str], with_legend: bool = True) -> list[str]:
    """Two tables, of hands and of points, then the faults; a single player gets a page of his own instead."""
    if len(players) == 1:
        return _one_player(players[0], names)
    hands, points = [], []
    for stats in players:
        best, unsure = "-" if stats.best is None else str(stats.best.value), "?" if stats.unknown else ""
        # At least so often, where nobody knows of some hands who gave the win.
        given = f"{stats.given or ''}?" if stats.perhaps_given else str(stats.given)
        of_hands = [
            str(stats.games), str(stats.hands), str(stats.wins), _percent(stats.win_rate), str(stats.self_drawn),
            str(stats.on_discard), given, _decimal(stats.average_win), best, str(stats.limit_hands),
        ]  # fmt: skip
        of_points = [
            f"{stats.won}{unsure}", f"{stats.lost}{unsure}", signed(stats.fines), f"{signed(stats.points)}{unsure}",
            str(stats.games_won), str(stats.longest_run), str(stats.longest_run_of_games),
        ]  # fmt: skip
        hands.append((stats.player, of_hands, _below(stats.player, names)))
        points.append((stats.player, of_points, None))
    lines = table_lines(
        ["player", "games", "hands", "wins", "rate", "drawn", "disc", "gave", "avg", "best", "limit"], hands
    )
    lines += ["", *table_lines(["player", "won", "lost", "fines", "points", "games won", "run", "games run"], points)]
    lines += ["", *(line for text in _LEGEND for line in textwrap.wrap(text, WIDTH))] if with_legend else []
    faults = [(stats.player, _fault_words(stats)) for stats in players if stats.faults]
    lines += ["", "faults"] if faults else []
    for player, text in faults:
        lines += textwrap.wrap(f"{shown(player)}: {text}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    return lines


_LEGEND = (
    "rate: wins by hands; drawn, disc: wins self-drawn and on another player's tile",
    "gave: tiles that gave somebody the win (?: of some hands nobody knows who did)",
    "avg, best: value of the hands won",
    "run: most hands won one after the other in one game; games run: most games",
)


def _one_player(stats: PlayerStats, names: Mapping[str, str]) -> list[str]:
    best = "none" if stats.best is None else f"{stats.best.value}, {shown(stats.best.game)} hand {stats.best.hand}"
    limit = f" ({stats.best.limit})" if stats.best is not None and stats.best.limit else ""
    unsure, perhaps = (
        f" (not known of {counted(number, 'hand')})" if number else ""
        for number in (stats.unknown, stats.perhaps_given)
    )
    parts = [
        ("games", f"{stats.games}, {stats.games_won} won"),
        ("hands", str(stats.hands)),
        ("wins", f"{stats.wins} ({_percent(stats.win_rate)}), {stats.self_drawn} self-drawn, "
                 f"{stats.on_discard} on another player's tile"),
        ("gave the win", counted(stats.given, "time") + perhaps),
        ("average win", _decimal(stats.average_win)),
        ("best hand", best + limit),
        ("limit hands", str(stats.limit_hands)),
        ("points", f"{signed(stats.points)}: {stats.won} won, {stats.lost} lost, "
                   f"{signed(stats.fines)} in fines{unsure}"),
        ("longest runs", f"{counted(stats.longest_run, 'hand')} in one game, "
                         f"{counted(stats.longest_run_of_games, 'game')}"),
        ("faults", _fault_words(stats) or "none"),
    ]  # fmt: skip
    lines = textwrap.wrap(with_name(stats.player, names), WIDTH)
    for name, text in parts:
        lines += textwrap.wrap(text, WIDTH, initial_indent=f"  {name + ':':14} ", subsequent_indent=" " * 17)
    return lines


def _fault_words(stats: PlayerStats) -> str:
    return ", ".join(
        f"{count} {code}" for code, count in sorted(stats.faults.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def standings_lines(players: Sequence[Standing], names: Mapping[str, str], with_table: bool) -> list[str]:
    """The table of a league. Places behind the fourth, which substitutes can come to, have no column. Of a tournament
    each round has one: what it brought, and behind it the place after it."""
    columns = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
    table = ["table"] if with_table else []
    if any(player.after for player in players):
        return _tournament_lines(players, names, table)
    rows = []
    for standing in players:
        points, average = standing.results
        cells = [*(number_words(standing.table) for _ in table), str(standing.games), str(standing.hands)]
        cells += [*(str(standing.places[place]) for place in columns), points, average or "-"]
        rows.append((f"{standing.rank or '-':>5}  {standing.player}", cells, _below(standing.player, names)))
    return table_lines(["place  player", *table, "games", "hands", *columns.values(), "points", "average"], rows)


def _tournament_lines(players: Sequence[Standing], names: Mapping[str, str], table: Sequence[str]) -> list[str]:
    sessions = sorted({session for player in players for session in player.after})
    fines = ["fines"] if any(player.fines for player in players) else []
    won = ["won"] if any(player.won is not None for player in players) else []
    rows = []
    for standing in players:
        places = ((session, standing.after.get(session)) for session in sessions)
        played = [
            "-" if place is None else f"{standing.in_session(session) or '-'} ({place})" for session, place in places
        ]
        fined = [standing.fined] if fines else []
        at_the_tables = ["" if standing.won is None else result(standing.won, 1)] if won else []
        cells = [*(number_words(standing.table) for _ in table), *played, *at_the_tables, *fined, standing.results[0]]
        rows.append((f"{standing.rank or '-':>5}  {standing.player}", cells, _below(standing.player, names)))
    heads = [*table, *(f"session {session}" for session in sessions), *won, *fines, "points"]
    return table_lines(["place  player", *heads], rows)


def results_lines(games: Sequence[GameFacts], names: Mapping[str, str]) -> Iterator[str]:
    """What each game brought everybody, a table a game."""
    for game in games:
        results = sorted(results_of(game, None), key=lambda fields: (fields["place"] is None, fields["place"] or 0))
        if not results:
            continue
        yield game_line(game, len(game.played), {})
        fines = ["fines"] if any(fields["fines"] for fields in results) else []
        bonus = ["bonus"] if any(fields["bonus"] is not None for fields in results) else []
        rows = []
        for row in results:
            numbers = ["?" if row["points"] is None else str(row["points"])]
            numbers += [result(row["bonus"] or 0, game.unit) for _ in bonus]
            unit = 1 if game.is_by_place else game.unit
            numbers += [result(row["fines"], unit) if row["fines"] else "" for _ in fines]
            place = f"{row['place'] or '-':>5}  {row['player']}"
            rows.append((place, [*numbers, result(row["final"], game.unit)], _below(row["player"], names)))
        yield from table_lines(["place  player", "points", *bonus, *fines, "final"], rows)
        yield ""


def number_words(number: Fraction) -> str:
    """A number with as many decimals as it needs, at most two.

    >>> number_words(Fraction(3)), number_words(Fraction(7, 3)), number_words(Fraction(5, 2))
    ('3', '2.33', '2.5')
    """
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.0f}%"


def _decimal(number: float | None) -> str:
    return "-" if number is None else decimal(number)


# -- what a search finds ------------------------------------------------------------------------------------------


def game_line(game: GameFacts, hands: int, names: Mapping[str, str]) -> str:
    """A game that was found, and how many of its hands."""
    parts = [shown(part, 40) for part in (game.day, game.ruleset) if part is not None]
    parts += [", ".join(with_name(player, names) for player in game.players)] if game.players else []
    parts += [shown(part, 40) for part in game.where]
    every = counted(len(game.played), "hand")
    parts.append(every if hands >= len(game.played) else f"{hands} of {every}")
    return f"{shown(game.game, 200)}: {'; '.join(parts)}"


def hand_line(game: GameFacts, hand: HandResult, names: Mapping[str, str]) -> str:
    """A hand that was found, and how it ended."""
    day = f" ({game.day})" if game.day is not None else ""
    if hand.number is None:
        return f"{shown(game.game, 200)}{day}, before the first hand"
    where = f"{shown(game.game, 200)}{day}, hand {hand.number}"
    if hand.winner is None:
        return f"{where}: {hand.outcome}"
    seats = (hand.winner, *hand.further)
    players = [with_name(hand.seats[seat], names) if seat in hand.seats else seat.wind_name for seat in seats]
    values = ["" if hand.value_of(seat) is None else f" {hand.value_of(seat)}" for seat in seats]
    if len(seats) > 1:
        won = [f"{player}{value}" for player, value in zip(players, values, strict=True)]
        return f"{where}: {list_words(won)} win{_source_words(hand, names)}"
    kind = f", line {shown(hand.line, 40)}" if hand.line else ""
    if hand.limit or hand.reaches_limit:
        kind = f", limit hand {hand.limit}" if hand.limit else ", as much as a limit hand"
    return f"{where}: {players[0]} wins{values[0]}{_source_words(hand, names)}{kind}"


def _source_words(hand: HandResult, names: Mapping[str, str]) -> str:
    if hand.source in FROM_OTHERS:
        player = hand.player(hand.discarder)
        whose = "a" if player is None else f"{with_name(player, names)}'s"
        if hand.source == "bonus":
            return f" on {whose} tile laid aside"
        return f" on {whose} discard" if hand.source == "discard" else f" robbing {whose} kong"
    return f" {WON_SOURCES[hand.source]}" if hand.source in WON_SOURCES else ""


def found_line(hand: HandResult, codes: Sequence[str], severities: Sequence[str]) -> str | None:
    """The findings of a hand that were looked for, by code; None where nothing of the kind was asked."""
    if not codes and not severities:
        return None
    marks = [
        mark
        for mark in hand.found
        if (not codes or mark.code in codes) and (not severities or mark.severity in severities)
    ]
    phrases = (f"{mark.severity} {mark.code}" + ("" if mark.seq is None else f" at event {mark.seq}") for mark in marks)
    return "; ".join(dict.fromkeys(phrases))
