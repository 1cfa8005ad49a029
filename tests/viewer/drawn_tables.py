"""Boards to be drawn: of the sample games, of games played by chance, and such as hardly a table has seen."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mjlog.audit.game import Game
from mjlog.events import decode_event
from mjlog.log.records import GameRecord
from mjlog.log.sight import Sight
from mjlog.rulesets import RuleSet
from mjlog.seats import SEATS, Seat
from mjlog.simulate import Game as SimulatedGame
from mjlog.sources import games_in
from mjlog.tiles import TILES, Tile
from mjlog.viewer.drawing import Pen
from mjlog.views.board import Board, DiscardView, LaidSetView
from mjlog.views.moment import moment_at

SAMPLES = Path(__file__).resolve().parent.parent.parent / "sample_logs" / "games"
NAMES = ("W" * 40, "麻將大師歐陽娜娜與她的朋友們一起打牌", "عبد الرحمن بن محمد بن خلدون الحضرمي", "<b>Ann & Bo</b>")
SIGHTS: tuple[Sight, ...] = ("open", "table", Seat.S)
PEN = Pen(href=lambda seq: f"/games/demo/events/{seq}", sprites="/static/tiles.svg")


@functools.cache
def sample(name: str) -> Game:
    """The first game of a sample."""
    path = next(path for path in SAMPLES.iterdir() if path.name.split(".")[0] == name and path.suffix == ".xz")
    return Game(next(games_in(str(path))))


def by_chance(ruleset: RuleSet, depth: str = "full", hands: int = 2) -> Game:
    """A short game played by chance, with whatever goes wrong by a card."""
    lines: list[bytes] = []
    SimulatedGame(ruleset, 5, 1, hands=hands, depth=depth, mistakes=ruleset.id == "american").play(lines.append)
    return Game(GameRecord("game", "game", ((decode_event(line), None) for line in lines)))


def boards(view: Game, step: int, first: int = 0) -> Iterator[Board]:
    """Every so many events the board as one after the other sees it."""
    for number, place in enumerate(range(first, len(view.rows), step)):
        yield moment_at(view, place, SIGHTS[number % len(SIGHTS)]).board


def in_play(bottom: Seat = Seat.E) -> Board:
    """A hand of the western rules that is under way, with this seat at the bottom of the table."""
    view = sample("western")
    board = moment_at(view, view.hands[3].first + 70, "open").board
    at = bottom.index
    return board.replaced().keeping(sides=SEATS[at:] + SEATS[:at])


def kong(turned: bool = True, tiles: int = 4) -> LaidSetView:
    """A kong with a claimed tile, or a concealed one."""
    return LaidSetView("kong", (Tile("6b"),) * tiles, not turned, "claimed", Seat.W, 1 if turned else None, 7, None)


def crowded(concealed: int, sets: int, bonus: int, discards: int, tiles: int = 4) -> Board:
    """A table where everybody has so much of everything, a long name, and many things to be said of."""
    board = in_play()
    thrown = [
        DiscardView(tile=TILES[at % 34], seq=5, claimed_by=Seat.W if at % 5 == 0 else None, is_open=True)
        for at in range(discards)
    ]
    same: dict[str, Any] = {
        "concealed": (Tile("4b"),) * concealed, "drawn": Tile("4b"),
        "sets": tuple(kong(tiles=tiles) for _ in range(sets)),
        "bonus": tuple(TILES[34 + at % 8] for at in range(bonus)), "discards": tuple(thrown),
        "total": -(10**7), "change": -(10**6), "is_calling": True, "dead": "false-mahjong", "claims": "mahjong",
        "tiles": 13, "tiles_due": 14,
    }  # fmt: skip
    places = tuple(
        view.replaced(player=name, **same).keeping(latest=discards - 1)
        for view, name in zip(board.places, NAMES, strict=True)
    )
    return board.replaced().keeping(places=places)
