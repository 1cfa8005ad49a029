"""Records for trying all assignments: a simulated hand, an act in it (its own, or one put in), some tiles hidden."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from audit.brute.concealed import SEATS, TAKEN, UNSEEN, Event, follow, steps
from mjlog.rulesets import load, resolve
from mjlog.tiles import CODES
from simulate.games import played

LEFT_OUT = frozenset(("wall", "roll", "break", "name", "game-end"))
"""What would tell of unseen tiles, or has nothing to do with them."""
FLOWERS = {f"{number}{kind}": "Ff" for number in "1234" for kind in "fs"}


class Record(NamedTuple):
    """A hand as it was written down. `act`: the event in question; `events` have `taken_back` for false wins."""

    events: list[Event]
    act: Event

    @property
    def written(self) -> list[Event]:
        """The events as a log has them."""
        return [{key: value for key, value in event.items() if key != "taken_back"} for event in self.events]


def copies_of(ruleset: str) -> dict[str, int]:
    """How many tiles of each kind there are."""
    return {CODES[kind]: number for kind, number in enumerate(resolve(load(ruleset)).plan.copies) if number}


def played_hand(ruleset: str, seed: int) -> list[Event]:
    """A legal hand, wholly known, without what would tell of tiles that are hidden later."""
    alike = FLOWERS if "Ff" in copies_of(ruleset) else {}
    events = [json.loads(line) for line in played(ruleset, seed, hands=1)]
    return [_plain(event, alike) for event in events if event["type"] not in LEFT_OUT]


def _plain(event: Event, alike: dict[str, str]) -> Event:
    left = {key: value for key, value in event.items() if key not in ("id", "prev", "number", "named", "every", "on")}
    for key in ("tiles", "rest"):
        if key in left:
            left[key] = [alike.get(tile, tile) for tile in left[key]]
    if "tile" in left:
        left["tile"] = alike.get(left["tile"], left["tile"])
    return left


def is_plain(events: list[Event]) -> bool:
    """Whether no exposure was corrected: one that replaces another is not followed here."""
    return not any(one["type"] == two["type"] == "expose" for one, two in pairwise(events))


def hand_before(events: list[Event], place: int, seat: str) -> Counter[str]:
    """The concealed tiles of a player before the event at this place; all of them are known."""
    numbered = _numbered([*events[:place], {"type": "note"}])
    return +follow(steps(numbered, seat, len(numbered)), ())[0]


def _numbered(events: list[Event]) -> list[Event]:
    return [{**event, "seq": number} for number, event in enumerate(events, start=1)]


# -- acts ----------------------------------------------------------------------------------------------------------


class Put(NamedTuple):
    """Events put into a hand before the one at `place`; the act is the one at `act` of them."""

    place: int
    events: list[Event]
    act: int = 0


def exchange(events: list[Event], chance: random.Random) -> Put | None:
    """A player in turn exchanges for a joker on the table, whether or not the tile is there."""
    place = chance.choice(_drawn(events))
    jokers = [
        (event["seat"], next(tile for tile in event["tiles"] if tile != "Jk"))
        for event in events[:place]
        if event["type"] == "expose" and 0 < event["tiles"].count("Jk") < len(event["tiles"])
    ]
    if not jokers or any(event["type"] == "joker-exchange" for event in events[:place]):
        return None
    owner, tile = chance.choice(jokers)
    seat = events[place - 1]["seat"]
    return Put(place, [{"type": "joker-exchange", "seat": seat, "owner": owner, "tile": tile}])


def exposure(events: list[Event], chance: random.Random) -> Put | None:
    """A group with jokers is laid down with a discard, and another tile thrown."""
    place = chance.choice([place for place, event in enumerate(events, 1) if event["type"] == "discard"])
    thrown, kind, size = events[place - 1], *chance.choice((("pung", 3), ("kong", 4), ("quint", 5)))
    if thrown["tile"] == "Jk":
        return None
    seat = chance.choice([seat for seat in SEATS if seat != thrown["seat"]])
    jokers = chance.randrange(max(0, size - 4), size)
    tiles = [thrown["tile"]] * (size - jokers) + ["Jk"] * jokers
    away = chance.choice(sorted(hand_before(events, place, seat)))
    called: list[Event] = [{"type": "claim", "seat": seat, "for": kind}]
    laid: list[Event] = [{"type": "expose", "seat": seat, "kind": kind, "tiles": tiles}]
    return Put(place, [*called, *laid, {"type": "discard", "seat": seat, "tile": away}], 1)


def win(events: list[Event], chance: random.Random) -> Put | None:
    """Who wins in the end has declared mahjong some turns before, with a tile drawn or thrown, and taken it back."""
    seat = next((event["seat"] for event in events if event["type"] == "mahjong"), None)
    drawn = [place for place in _drawn(events) if events[place - 1]["seat"] == seat]
    places = sorted([*drawn, *(place for place in _thrown(events) if events[place - 1]["seat"] != seat)])
    if seat is None or not places:
        return None
    place = chance.choice(places[-10:])
    is_drawn = events[place - 1]["type"] == "draw"
    called: list[Event] = [] if is_drawn else [{"type": "claim", "seat": seat, "for": "mahjong"}]
    source = "wall" if is_drawn else "discard"
    declared: Event = {"type": "mahjong", "seat": seat, "source": source, "taken_back": True}
    return Put(place, [*called, declared, {"type": "retract", "seat": seat}], len(called))


def kong(events: list[Event], chance: random.Random) -> Put | None:
    """A concealed kong, or a tile added to a pung that lies open, whether or not the tiles are there."""
    place = chance.choice(_drawn(events))
    seat = events[place - 1]["seat"]
    pungs = [one["tiles"][0] for one in events[:place] if one["type"] == "expose" and one["seat"] == seat
             and one["kind"] == "pung"]  # fmt: skip
    held = [tile for tile, number in hand_before(events, place, seat).items() if number > 1 and tile[1] not in "fs"]
    if not (pungs or held):
        return None
    kind, tile = ("added", chance.choice(pungs)) if pungs else ("concealed", chance.choice(sorted(held)))
    laid: Event = {"type": "kong", "seat": seat, "kind": kind, "tiles": [tile] * 4}
    return Put(place, [laid, {"type": "kong-replacement", "seat": seat, "tile": UNSEEN}])


def bonus(events: list[Event], chance: random.Random) -> Put | None:
    """A flower or season is laid out, whether or not it is there."""
    place = chance.choice(_drawn(events))
    seat = events[place - 1]["seat"]
    laid: Event = {"type": "bonus", "seat": seat, "tiles": [chance.choice(sorted(FLOWERS))]}
    return Put(place, [laid, {"type": "bonus-replacement", "seat": seat, "tile": UNSEEN}])


def own(*kinds: str) -> Callable[[list[Event], random.Random], Put | None]:
    """An act of the hand itself, as it was played."""

    def choose(events: list[Event], chance: random.Random) -> Put | None:
        places = [place for place, event in enumerate(events) if event["type"] in kinds]
        if not places:
            return None
        place = chance.choice(places)
        return Put(place, [events.pop(place)])

    return choose


def _drawn(events: list[Event]) -> list[int]:
    """The places after a tile from the live wall, before anything else was done."""
    return [
        place
        for place, event in enumerate(events[1:], 1)
        if event["type"] == "discard" and events[place - 1]["type"] == "draw"
    ]


def _thrown(events: list[Event]) -> list[int]:
    return [place for place, event in enumerate(events, 1) if event["type"] == "discard" and event["tile"] != "Jk"]


# -- records -------------------------------------------------------------------------------------------------------

AMERICAN = (exchange, exposure, win, own("joker-exchange"), own("expose"), own("mahjong"), own("discard"))
CHINESE = (kong, kong, bonus, own("kong"), own("bonus"))


def records(ruleset: str, seed: int, number: int, hidden: int = 2) -> Iterator[Record]:
    """So many records of acts in one simulated hand, up to `hidden` tiles of the player hidden in each."""
    chance, hand = random.Random(seed), played_hand(ruleset, seed)
    acts = AMERICAN if "Jk" in copies_of(ruleset) else CHINESE
    for act in (chance.choice(acts) for _ in range(number if is_plain(hand) else 0)):
        events = list(hand)
        put = act(events, chance)
        if put is not None:
            made = _numbered(_cut([*events[: put.place], *put.events, *events[put.place :]], put, chance))
            at = put.place + put.act
            yield Record(_hidden(made, made[at], chance, hidden), made[at])


def _cut(events: list[Event], put: Put, chance: random.Random) -> list[Event]:
    """Some records end soon after the act, some have no hands shown; what was played without an act is left out."""
    goes_on = len(put.events) == 1 or put.events[-1]["type"] == "retract"
    if goes_on and chance.random() < 0.6:
        return events if chance.random() < 0.5 else [event for event in events if event["type"] != "show"]
    end = put.place + len(put.events) + (0 if goes_on else chance.randrange(2))
    return [*events[:end], {"type": "washout", "reason": "stopped"}]


def _hidden(events: list[Event], act: Event, chance: random.Random, most: int) -> list[Event]:
    """Some of the player's tiles hidden where they came in, those that the act needs first; all draws of the others."""
    wanted = {*act.get("tiles", ()), act.get("tile")}
    seat, is_closed = act["seat"], chance.random() < 0.5
    places = [(number, part) for number, event in enumerate(events) if event.get("seat") == seat
              for part, _tile in enumerate(_came(event))]  # fmt: skip
    chance.shuffle(places)
    places.sort(key=lambda place: _came(events[place[0]])[place[1]] not in wanted or chance.random() < 0.3)
    known = most - sum(event.get("tile") == UNSEEN for event in events)
    chosen = set(places[: chance.randrange(max(1, known)) + 1])
    return [_unseen(event, {part for at, part in chosen if at == number} if event.get("seat") == seat else
                    {0} if is_closed and event["type"] in TAKEN else set())
            for number, event in enumerate(events)]  # fmt: skip


def _came(event: Event) -> list[str]:
    return event["tiles"] if event["type"] == "deal" else [event["tile"]] if event["type"] in TAKEN else []


def _unseen(event: Event, parts: set[int]) -> Event:
    if not parts:
        return event
    tiles = [UNSEEN if part in parts else tile for part, tile in enumerate(_came(event))]
    return {**event, "tiles": tiles} if event["type"] == "deal" else {**event, "tile": tiles[0]}
