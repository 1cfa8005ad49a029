"""Short random histories: a deal, some turns, hands shown; tiles hidden, and now and then something that is wrong."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from audit.brute.assignments import NAMED, SEATS

Event = dict[str, Any]
FILLERS = (*(f"{rank}c" for rank in range(1, 10)), "Sw", "Ww", "Nw", "Rd", "Gd", "Wd", "1d", "3d", "5d")
"""Tiles that matter to nobody: almost always known, and no two of a kind in one hand."""
TURNS = 7


class _Table:
    """A game played at random with all tiles open; hiding comes afterwards."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.named = list(NAMED) * 4
        self.fillers = list(FILLERS) * 4
        chance.shuffle(self.named)
        chance.shuffle(self.fillers)
        self.hands: dict[str, Counter[str]] = {}
        self.pungs: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.events: list[Event] = []

    def take(self, seat: str, named: float) -> str:
        """The next tile for a seat: one of the named ones with this probability."""
        hand = self.hands.setdefault(seat, Counter())
        if self.named and self.chance.random() < named:
            tile = self.named.pop()
        else:
            tile = self.fillers.pop(next(number for number, one in enumerate(self.fillers) if not hand[one]))
        hand[tile] += 1
        return tile

    def add(self, event: str, seat: str, **fields: Any) -> None:
        self.events.append({"type": event, "seat": seat, **fields})

    def deal(self) -> None:
        for seat in SEATS:
            for _ in range(14 if seat == "E" else 13):
                self.take(seat, 0.3)
        tiles = {seat: list(self.hands[seat].elements()) for seat in SEATS}
        for one in tiles.values():
            self.chance.shuffle(one)
        for size in (4, 4, 4, 1):
            for seat in SEATS:
                taken = size + (seat == "E" and size == 1)
                self.add("deal", seat, tiles=[tiles[seat].pop() for _ in range(taken)])

    def draw(self, seat: str, kind: str = "draw") -> None:
        self.add(kind, seat, tile=self.take(seat, 0.5))

    def kongs(self, seat: str) -> None:
        hand = self.hands[seat]
        for tile in NAMED:
            added = tile in self.pungs[seat] and hand[tile] == 1
            if hand[tile] == 4 or added:
                hand[tile] = 0
                self.add("kong", seat, kind="added" if added else "concealed", tiles=[tile] * 4)
                if added:
                    self.pungs[seat].remove(tile)
                self.draw(seat, "kong-replacement")

    def discard(self, seat: str) -> str:
        hand = self.hands[seat]
        named = [tile for tile in NAMED if hand[tile]]
        choices = named if named and self.chance.random() < 0.7 else [tile for tile in hand if hand[tile]]
        tile = self.chance.choice(choices)
        hand[tile] -= 1
        self.add("discard", seat, tile=tile)
        return tile

    def claim(self, discarder: str, tile: str) -> str | None:
        """Who can calls, and the highest call takes the tile; the claimant's next act is a discard."""
        if tile not in NAMED:
            return None
        order = [SEATS[(SEATS.index(discarder) + step) % 4] for step in (1, 2, 3)]
        calls: dict[str, str] = {}
        around = {"1b": ["2b", "3b"], "2b": ["1b", "3b"], "3b": ["1b", "2b"]}.get(tile)
        if around and all(self.hands[order[0]][one] for one in around) and self.chance.random() < 0.8:
            calls[order[0]] = "chow"
        for seat in order:
            if self.hands[seat][tile] >= 2 and self.chance.random() < 0.8:
                calls[seat] = "kong" if self.hands[seat][tile] == 3 else "pung"
        for seat, wanted in calls.items():
            self.add("claim", seat, **{"for": wanted})
        if not calls:
            return None
        taker = next((seat for seat in calls if calls[seat] != "chow"), order[0])
        wanted = calls[taker]
        tiles = sorted([tile, *(around or ())]) if wanted == "chow" else [tile] * (4 if wanted == "kong" else 3)
        self.hands[taker].subtract(tiles)
        self.hands[taker][tile] += 1
        if wanted == "pung":
            self.pungs[taker].append(tile)
        self.add("expose", taker, kind=wanted, tiles=tiles)
        if wanted == "kong":
            self.draw(taker, "kong-replacement")
        return taker

    def play(self) -> list[Event]:
        """The events from the deal to the hands shown."""
        self.deal()
        seat = "E"
        for turn in range(TURNS):
            self.kongs(seat)
            tile = self.discard(seat)
            taker = self.claim(seat, tile) if turn < TURNS - 1 else None
            if taker is None:
                seat = SEATS[(SEATS.index(seat) + 1) % 4]
                if turn < TURNS - 1:
                    self.draw(seat)
            else:
                seat = taker
        self.events.append({"type": "washout", "reason": "stopped"})
        for one in SEATS:
            if self.chance.random() < 0.7:
                self.add("show", one, rest=sorted(self.hands[one].elements()))
        return self.events


def history(chance: random.Random, unknown: int, wrong: bool) -> list[Event]:
    """A game's first turns, up to `unknown` of its drawn tiles hidden; `wrong`: one event changed at random."""
    events = _Table(chance).play()
    if wrong:
        _spoil(chance, events)
    _hide(chance, events, unknown)
    head: list[Event] = [
        {
            "type": "game-start",
            "format": 1,
            "game": "short",
            "ruleset": "pung-chi",
            "options": {"concealed_kongs": True},
            "players": ["a", "b", "c", "d"],
        },
        {"type": "hand-start", "hand": 1, "round": "E", "seats": dict(zip(SEATS, "abcd", strict=True))},
    ]
    return [{**event, "seq": number} for number, event in enumerate([*head, *events], start=1)]


def _hide(chance: random.Random, events: list[Event], unknown: int) -> None:
    places = [
        (event["tiles"], number) for event in events if event["type"] == "deal" for number in range(len(event["tiles"]))
    ]
    places += [(event, "tile") for event in events if event["type"] in ("draw", "kong-replacement")]
    chance.shuffle(places)
    places.sort(key=lambda place: place[0][place[1]] not in NAMED)
    named = sum(1 for holder, key in places if holder[key] in NAMED)
    chosen = places[:named]
    chance.shuffle(chosen)
    for holder, key in chosen[:unknown]:
        holder[key] = "??"
    if named < len(places) and chance.random() < 0.3:
        holder, key = chance.choice(places[named:])
        holder[key] = "??"
    for event in events:
        if event["type"] == "kong" and event["kind"] == "concealed" and chance.random() < 0.3:
            event["tiles"] = ["??"] * 4
        if event["type"] == "show" and chance.random() < 0.3:
            number = chance.randrange(len(event["rest"]))
            event["rest"][number] = "??"


def _spoil(chance: random.Random, events: list[Event]) -> None:
    """Another tile is discarded, shown or drawn, or a set is called, laid down or declared that was not there."""
    fits = [event for event in events if event["type"] in ("discard", "show", "draw", "claim")]
    event = chance.choice(fits)
    other = chance.choice(NAMED)
    if event["type"] == "show":
        named = [number for number, tile in enumerate(event["rest"]) if tile in NAMED]
        if named:
            event["rest"][chance.choice(named)] = other
    elif event["type"] == "claim":
        if event["for"] != "kong":
            event["for"] = "kong" if event["for"] == "pung" else "chow"
    elif event["type"] == "draw" and chance.random() < 0.5:
        number = events.index(event)
        kong = {"type": "kong", "seat": event["seat"], "kind": "concealed", "tiles": [other] * 4}
        loose = {"type": "kong-replacement", "seat": event["seat"], "tile": "??"}
        events[number + 1 : number + 1] = [kong, loose]
        _forget_shown(events, event["seat"])
    else:
        event["tile"] = other


def _forget_shown(events: list[Event], seat: str) -> None:
    """A hand that has become smaller than it is shown is not shown at all."""
    events[:] = [event for event in events if event["type"] != "show" or event["seat"] != seat]
