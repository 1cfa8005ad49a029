"""Evenings of a club in a few words, for tests: games of which results were written down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mjlog.audit.game import Game
from mjlog.club import GameFacts, game_facts
from mjlog.events import convert_event
from mjlog.log.records import GameRecord

Fields = dict[str, Any]
CLUB = ("anna", "ben", "carl", "dora")


def seats_of(east: int, players: Sequence[str] = CLUB) -> dict[str, str]:
    """Who sits where when this one of the players (from 0) is East."""
    return {seat: players[(east + place) % len(players)] for place, seat in enumerate("ESWN"[: len(players)])}


def hand(number: int, east: int, *events: Fields, players: Sequence[str] = CLUB, **more: Any) -> list[Fields]:
    """A hand of which only the outcome was written down."""
    start = {"type": "hand-start", "hand": number, "round": "E", "seats": seats_of(east, players), "depth": "result"}
    return [{**start, **more}, *events]


def won(seat: str, *change: int, source: str = "wall", total: int | None = None, **score: Any) -> list[Fields]:
    """Somebody wins, and this is paid to East, South, West and North."""
    said = [] if total is None else [{"type": "score", "seat": seat, "total": total, **score}]
    paid = {"type": "settlement", "change": dict(zip("ESWN", change, strict=False))}
    return [{"type": "mahjong", "seat": seat, "source": source}, *said, *([paid] if change else [])]


WASHOUT: Fields = {"type": "washout"}


def game(name: str, *parts: list[Fields], at: str | None = None, ended: bool = True, **more: Any) -> list[Fields]:
    """The events of a game; further fields are those of its game-start."""
    start = {"type": "game-start", "format": 1, "game": name, "ruleset": "classical", "players": list(CLUB), **more}
    dated = {**start, "at": at} if at is not None else start
    events = [dated, *(event for part in parts for event in part), *([{"type": "game-end"}] if ended else [])]
    return [{"seq": seq, **event} for seq, event in enumerate(events, 1)]


def facts_of(events: Sequence[Fields], source: str = "test") -> GameFacts:
    """What a game came to."""
    rows = [(convert_event(one), None) for one in events]
    corrected = any(one["type"] == "correction" for one in events)
    return game_facts(Game(GameRecord(source, source, iter(rows), corrected=corrected)))


def written(folder: Path, *games: list[Fields]) -> Path:
    """Each game as a log in a folder."""
    folder.mkdir(exist_ok=True)
    for events in games:
        lines = [json.dumps(event, ensure_ascii=False) + "\n" for event in events]
        (folder / f"{events[0]['game']}.mjlog.jsonl").write_text("".join(lines), "utf-8")
    return folder


TUESDAY = game(
    "tuesday",
    hand(1, 0, *won("S", -40, 80, -20, -20, total=40)),
    hand(2, 1, *won("W", -64, -32, 128, -32, source="discard", total=64)),
    hand(3, 2, WASHOUT),
    hand(4, 2, *won("N", -200, -100, -100, 400, total=200, limit="heavenly hand")),
    at="2026-05-05T18:00:00Z", place="Library", table="2",
)  # fmt: skip
"""Wins of ben (40, from the wall), of dora (64, on a discard), a wash-out, of ben (200, a limit hand)."""
FRIDAY = game(
    "friday",
    hand(1, 0, *won("E", 60, -20, -20, -20, total=20)),
    hand(2, 0, *won("E", 120, -40, -40, -40, total=20)),
    at="2026-05-08T19:00:00+02:00", place="Café", ruleset="western",
)  # fmt: skip
"""Two wins of anna, one after the other."""
