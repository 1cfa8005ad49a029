"""Small games for the tests of what people get to see: played by chance, or with stacked tiles."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

from mjlog.audit.game import Game
from mjlog.chain import event_body
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.tiles import CODES, parse_tiles

Fields = dict[str, Any]
SEATS = "ESWN"
PLAYERS = {"E": "anna", "S": "ben", "W": "cleo", "N": "dora"}
WALL = [CODES[kind] for kind in range(34) for _ in range(4)]
DEAL = [(seat, 4) for _ in range(3) for seat in SEATS] + [(seat, 1) for seat in SEATS] + [("E", 1)]


class Log:
    """A log being written, event by event."""

    def __init__(self, game: str = "demo") -> None:
        self.events: list[Fields] = []
        players = list(PLAYERS.values())
        self.add("game-start", format=1, game=game, ruleset="classical", options={"Flowers": False}, players=players)

    def add(self, event: str, /, **fields: Any) -> int:
        """Append an event; gives its seq."""
        names = {"for_": "for", "pass_": "pass"}
        named = {names.get(name, name): value for name, value in fields.items()}
        self.events.append({"seq": len(self.events) + 1, "type": event, **named})
        return len(self.events)

    def start_hand(self, hand: int, wall: Sequence[str], seats: dict[str, str] | None = None) -> dict[str, list[str]]:
        """A hand begins and is dealt; gives everybody's tiles."""
        self.add("hand-start", hand=hand, round="E", seats=seats or PLAYERS)
        self.add("wall", tiles=list(wall))
        self.add("break", wall="S", stack=8)
        hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        at = 0
        for seat, count in DEAL:
            self.add("deal", seat=seat, tiles=list(wall[at : at + count]))
            hands[seat] += wall[at : at + count]
            at += count
        return hands

    def bodies(self) -> list[bytes]:
        """The log as a store takes it."""
        return [event_body(json.loads(json.dumps(fields))) for fields in self.events]


def view_of(events: Sequence[Fields]) -> Game:
    """A game to look at."""
    return Game(GameRecord("test", "test", ((convert_event(fields), None) for fields in events)))


def played(seed: int, turns: int, log: Log | None = None) -> Log:
    """A hand played by chance for so many discards: draws, discards, passes, pungs now and then; it does not end."""
    chance = random.Random(seed)
    wall = chance.sample(WALL, len(WALL))
    log = log or Log()
    hands = log.start_hand(1, wall)
    drawn, seat, has_drawn = 53, "E", True
    for _ in range(turns):
        if not has_drawn:
            log.add("draw", seat=seat, tile=wall[drawn])
            hands[seat].append(wall[drawn])
            drawn += 1
        tile = chance.choice(hands[seat])
        hands[seat].remove(tile)
        log.add("discard", seat=seat, tile=tile)
        seat, has_drawn = answered(log, hands, seat, tile, chance)
    return log


def answered(log: Log, hands: dict[str, list[str]], seat: str, tile: str, chance: random.Random) -> tuple[str, bool]:
    """Everybody answers a discard; gives who acts next, and whether that is with a claimed tile."""
    others = [SEATS[(SEATS.index(seat) + step) % 4] for step in (1, 2, 3)]
    taker = next((one for one in others if hands[one].count(tile) >= 2 and chance.random() < 0.7), None)
    for one in others:
        if one == taker:
            log.add("claim", seat=one, for_="pung")
        else:
            log.add("pass", seat=one)
    if taker is None:
        return others[0], False
    log.add("expose", seat=taker, kind="pung", tiles=[tile] * 3)
    hands[taker].remove(tile)
    hands[taker].remove(tile)
    return taker, True


def stacked(east: str, south: str, west: str = "", north: str = "") -> list[str]:
    """A wall that deals these tiles (14, 13, 13, 13; what is missing comes from the rest)."""
    texts = zip(SEATS, (east, south, west, north), strict=True)
    wanted = {seat: [CODES[kind] for kind in parse_tiles(text)] for seat, text in texts}
    rest = list(WALL)
    for tiles in wanted.values():
        for tile in tiles:
            rest.remove(tile)
    for seat in SEATS:
        while len(wanted[seat]) < (14 if seat == "E" else 13):
            wanted[seat].append(rest.pop())
    dealt = [wanted[seat].pop(0) for seat, count in DEAL for _ in range(count)]
    return dealt + rest


def won(log: Log | None = None, settled: bool = True) -> Log:
    """East discards the tile that South waits for; everybody shows, and the hand is paid."""
    log = log or Log()
    east, south = "9d 19c EEw SSw 12c 14d 78d", "123b 456b 777c 888c 9d"
    west, north = "23d 55b 7b 99b 3c 4c Ww Nw Rd 2d", "6d 34d 9b 8b 5c 56c Gd Wd Nw 2b 7d"
    hands = log.start_hand(1, stacked(east, south, west, north))
    log.add("discard", seat="E", tile="9d")
    hands["E"].remove("9d")
    log.add("claim", seat="S", for_="mahjong")
    log.add("mahjong", seat="S", source="discard", tile="9d")
    sets = [["1b", "2b", "3b"], ["4b", "5b", "6b"], ["7c"] * 3, ["8c"] * 3, ["9d"] * 2]
    log.add("show", seat="S", sets=sets)
    for seat in "WNE":
        log.add("show", seat=seat, rest=hands[seat])
    if settled:
        log.add("settlement", change={"E": -1984, "S": 4000, "W": -1008, "N": -1008})
    return log


def hidden_twin(log: Log, seed: int, keep: str | None = None) -> Log:
    """The same hand in progress as everybody sees it, with other hidden tiles: some have changed places.

    Only tiles that never came to light are exchanged: what players still hold (but for `keep`), and the wall.
    """
    chance = random.Random(seed)
    twin = Log()
    twin.events = json.loads(json.dumps(log.events))
    wall = next(event for event in twin.events if event["type"] == "wall")["tiles"]
    places = _hidden_places(twin.events, len(wall), keep)
    for _ in range(len(places) // 3):
        (first, one), (second, other) = chance.sample(sorted(places.items()), 2)
        for where in one:
            _put(where, wall[second])
        for where in other:
            _put(where, wall[first])
        wall[first], wall[second] = wall[second], wall[first]
    return twin


def _put(where: tuple[Any, str | int], tile: str) -> None:
    holder, key = where
    holder[key] = tile


def _hidden_places(events: list[Fields], size: int, keep: str | None) -> dict[int, list[tuple[Any, str | int]]]:
    """Places of the wall whose tile is hidden at the end, each with the other places of the log that name it."""
    places: dict[int, list[tuple[Any, str | int]]] = {}
    taken: dict[str, list[tuple[int, str]]] = {seat: [] for seat in SEATS}
    at = 0
    for event in events:
        if event["type"] == "deal":
            for index, tile in enumerate(event["tiles"]):
                places[at] = [(event["tiles"], index)]
                taken[event["seat"]].append((at, tile))
                at += 1
        elif event["type"] == "draw":
            places[at] = [(event, "tile")]
            taken[event["seat"]].append((at, event["tile"]))
            at += 1
    for event in events:
        for tile in _laid_open(event):
            shown = next(one for one in taken[event["seat"]] if one[1] == tile)
            taken[event["seat"]].remove(shown)
            del places[shown[0]]
    for place, _tile in taken.get(keep or "", ()):
        del places[place]
    return places | {place: [] for place in range(at, size)}


def _laid_open(event: Fields) -> list[str]:
    """The tiles that leave a hand: the first ones that came of each kind."""
    if event["type"] == "discard":
        return [event["tile"]]
    return list(event["tiles"][:2]) if event["type"] == "expose" else []
