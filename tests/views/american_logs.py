"""Games of the American rule set for the tests of what people get to see: one told move by move, others by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mjlog.cards.shelf import CardShelf
from mjlog.cards.shipped import content_of
from mjlog.seats import Seat
from mjlog.table.passing import FIRST, SECOND, giver
from mjlog.tiles import CODES, parse_tiles
from tests.views.table_logs import DEAL, PLAYERS, SEATS, Fields, Log

WALL = [CODES[kind] for kind in range(34) for _ in range(4)] + ["Ff"] * 8 + ["Jk"] * 8
DEALT = {
    "E": "124d 9c 11b 2b 4b 57b 8b 124c",
    "S": "124c 369b 99c Jk FFf Jk Ww",
    "W": "578d Ff 2457b 8b 578c Nw",
    "N": "369b WWw JJk 2478d 57c",
}
"""Three tiles go the whole way of the first Charleston: South ends with North's 369b."""
OWN_TILES = {"E": "124d", "S": "124c", "W": "578d", "N": "369b"}


def codes(text: str) -> list[str]:
    """Tiles as the log writes them."""
    return [CODES[kind] for kind in parse_tiles(text)]


def begun(game: str = "demo", card: str = "riverside-2026") -> Log:
    """A game with a score card, its first hand begun."""
    log = Log(game)
    log.events[0] |= {"ruleset": "american", "options": {}, "card": {"id": card}}
    log.add("hand-start", hand=1, round="E", seats=PLAYERS)
    log.add("roll", seat="E", dice=[3, 4], purpose="break-stack")
    return log


def deal(log: Log, hands: Mapping[str, list[str]]) -> None:
    """Thirteen tiles to everybody, fourteen to East, in blocks."""
    taken = dict.fromkeys(SEATS, 0)
    for seat, count in BLOCKS:
        log.add("deal", seat=seat, tiles=hands[seat][taken[seat] : taken[seat] + count])
        taken[seat] += count


BLOCKS = [*DEAL[:12], ("E", 2), ("S", 1), ("W", 1), ("N", 1)]
"""East's last two tiles in one block."""


def told(game: str = "demo", card: str = "riverside-2026", until: str = "end") -> Log:
    """A hand with all there is: the Charleston, a dead hand, jokers exposed and exchanged, a win by a line of the card.

    `until`: the hand stops after the `deal`, in the middle of the `charleston`, after the exposure with a `joker`, with
    the `dead` hand, after the `exchange`, with the declared `win`, or goes on to its `end`.
    """
    log = begun(game, card)
    steps: dict[str, Callable[[], None]] = {
        "deal": lambda: deal(log, {seat: codes(tiles) for seat, tiles in DEALT.items()}),
        "charleston": lambda: _passes(log),
        "joker": lambda: _south_exposes(log),
        "dead": lambda: _north_dies(log),
        "exchange": lambda: _west_exchanges(log),
        "win": lambda: _south_wins(log),
        "end": lambda: _paid(log),
    }
    for name, step in steps.items():
        step()
        if name == until:
            break
    if until == "charleston":
        # Two have passed across, and two have not.
        at = next(at for at, event in enumerate(log.events) if event.get("pass") == "across-1") + 2
        del log.events[at:]
    return log


def _passes(log: Log) -> None:
    own = dict(OWN_TILES)
    for name in FIRST:
        for seat in SEATS:
            log.add("charleston", pass_=name, seat=seat, tiles=codes(own[seat]))
        own = {seat: own[giver(name, Seat[seat]).value] for seat in SEATS}
    log.add("charleston-stop", seat="N")


def _south_exposes(log: Log) -> None:
    log.add("discard", seat="E", tile="9c")
    log.add("claim", seat="S", for_="kong")
    log.add("expose", seat="S", kind="kong", tiles=codes("999c Jk"))
    log.add("discard", seat="S", tile="Ww")


def _north_dies(log: Log) -> None:
    """No line of the card has five west winds."""
    log.add("claim", seat="N", for_="quint")
    log.add("expose", seat="N", kind="quint", tiles=codes("WWWw JJk"))
    log.add("dead", seat="N", reason="exposure", by="S", on_basis="rack", sets=[0])


def _west_exchanges(log: Log) -> None:
    log.add("draw", seat="E", tile="9d")
    log.add("discard", seat="E", tile="9d", named="6d")
    log.add("name", seat="E", tile="9d")
    log.add("draw", seat="S", tile="3d")
    log.add("discard", seat="S", tile="3d")
    log.add("draw", seat="W", tile="9c")
    log.add("joker-exchange", seat="W", owner="S", tile="9c", set=0)


def _south_wins(log: Log) -> None:
    log.add("discard", seat="W", tile="Ff")
    log.add("claim", seat="S", for_="mahjong")
    log.add("mahjong", seat="S", source="discard", tile="Ff", line="t2")


def _paid(log: Log) -> None:
    log.add("show", seat="S", rest=codes("336699b FFFf Jk"))
    log.add("score", seat="S", total=30)
    log.add("settlement", change={"E": -30, "S": 120, "W": -60, "N": -30})


def bought(folder: Path, name: str = "bought", source: str = "purchased", **other: str) -> CardShelf:
    """The sample card under another id, as if it had been bought; `other`: texts in it, and others for them."""
    text = content_of("riverside").decode()
    text = text.replace("source   own", f"source   {source}").replace("riverside-2026", "bought-2026")
    for before, after in other.items():
        assert before in text
        text = text.replace(before, after)
    path = folder / f"{name}.card"
    path.write_text(text, encoding="utf-8")
    return CardShelf((str(path),))


class Chance:
    """A hand played by chance, in tiles that are places of the wall: what is hidden can be anything.

    `seen`: the places that everybody has seen the tile of; `seen_by`: those that a player has seen it of.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.wall = self.chance.sample(WALL, len(WALL))
        self.hands: dict[str, list[int]] = {seat: [] for seat in SEATS}
        self.events: list[Fields] = []
        self.seen: set[int] = set()
        self.seen_by: dict[str, set[int]] = {seat: set() for seat in SEATS}
        self.taken = 0

    def add(self, event: str, /, **fields: Any) -> None:
        """One more event, tiles as places of the wall."""
        self.events.append({"type": event, **fields})

    def play(self, turns: int) -> Chance:
        """The deal, the Charleston, and so many discards."""
        self._deal()
        second = self.chance.random() < 0.5
        for name in FIRST:
            self._pass(name)
        if second:
            for name in SECOND:
                self._pass(name)
        else:
            self.add("charleston-stop", seat=self.chance.choice(SEATS))
        seat, has_drawn = "E", True
        for _ in range(turns):
            if not has_drawn:
                self._draw(seat)
            seat, has_drawn = self._discard(seat)
        return self

    def _deal(self) -> None:
        self.add("wall", tiles=list(range(len(self.wall))))
        for seat, count in BLOCKS:
            # East takes the first and the third upper tile.
            places = [48, 52] if count == 2 else list(range(self.taken, self.taken + count))
            self.taken = 49 if count == 2 else self.taken + count
            self._get(seat, places)
            self.add("deal", seat=seat, tiles=places)
        self.taken = 53

    def _get(self, seat: str, places: list[int]) -> None:
        self.hands[seat] += places
        self.seen_by[seat] |= set(places)

    def _pass(self, name: str) -> None:
        """All pass three tiles; now and then the first of them are of those that come in the same pass, unseen."""
        given = {seat: self._some(seat) for seat in SEATS}
        blind = dict.fromkeys(SEATS, 0)
        if name in ("left-1", "right-2"):
            seat = self.chance.choice(SEATS)
            blind[seat] = self.chance.choice((0, 1, 2))
            coming = given[giver(name, Seat[seat]).value]
            given[seat] = coming[: blind[seat]] + given[seat][blind[seat] :]
        for seat in SEATS:
            for place in given[seat][blind[seat] :]:
                self.hands[seat].remove(place)
        for seat in SEATS:
            passed_on = given[seat][: blind[seat]]
            self._get(seat, [one for one in given[giver(name, Seat[seat]).value] if one not in passed_on])
            more = {"blind": blind[seat]} if blind[seat] else {}
            self.add("charleston", seat=seat, tiles=given[seat], **{"pass": name}, **more)

    def _some(self, seat: str) -> list[int]:
        return self.chance.sample([place for place in self.hands[seat] if self.wall[place] != "Jk"], 3)

    def _draw(self, seat: str) -> None:
        self._get(seat, [self.taken])
        self.add("draw", seat=seat, tile=self.taken)
        self.taken += 1

    def _discard(self, seat: str) -> tuple[str, bool]:
        """A discard, and who acts next: perhaps with it, in a group with jokers."""
        place = self.chance.choice([one for one in self.hands[seat] if self.wall[one] != "Jk"])
        self.hands[seat].remove(place)
        self.seen.add(place)
        self.add("discard", seat=seat, tile=place)
        for taker in (Seat[seat].right, Seat[seat].across, Seat[seat].left):
            fitting = [one for one in self.hands[taker.value] if self.wall[one] in (self.wall[place], "Jk")]
            if len(fitting) >= 2 and self.chance.random() < 0.6:
                return self._expose(taker.value, [place, *fitting[:2]])
        return Seat[seat].right.value, False

    def _expose(self, seat: str, places: list[int]) -> tuple[str, bool]:
        self.add("claim", seat=seat, **{"for": "pung"})
        self.add("expose", seat=seat, kind="pung", tiles=places)
        self.seen |= set(places)
        for place in places[1:]:
            self.hands[seat].remove(place)
        return seat, True

    def log(self, game: str = "demo", twin: int | None = None, keep: str | None = None) -> Log:
        """The hand as a log; a `twin`: with other hidden tiles, those that a player has seen (`keep`) the same."""
        wall = list(self.wall)
        if twin is not None:
            hidden = sorted(set(range(len(wall))) - self.seen - self.seen_by.get(keep or "", set()))
            tiles = random.Random(twin).sample([wall[place] for place in hidden], len(hidden))
            for place, tile in zip(hidden, tiles, strict=True):
                wall[place] = tile
        log = begun(game)
        for event in self.events:
            told = {name: _told(name, value, wall) for name, value in event.items() if name != "type"}
            log.add(event["type"], **told)
        return log


def _told(name: str, value: Any, wall: list[str]) -> Any:
    if name == "tile":
        return wall[value]
    return [wall[place] for place in value] if name == "tiles" else value
