"""American hands played at random, with the tiles followed by the plainest means: lists of codes."""

from __future__ import annotations

import random
from typing import Any

from mjlog.audit.engine import Engine
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.table import Table
from mjlog.tiles import CODES, KINDS, PLAIN_KINDS, UNKNOWN
from short_logs import fields

SEATS = "ESWN"
START = "game american card=riverside-2026; hand"
PASSES = (("right-1", 1), ("across-1", 2), ("left-1", 3), ("left-2", 3), ("across-2", 2), ("right-2", 1))
"""The passes of both Charlestons, and how many seats to the right the tiles go."""
GROUPS = {3: "pung", 4: "kong", 5: "quint", 6: "sextet"}
_SET = [*(code for code in CODES[:PLAIN_KINDS] for _ in range(4)), *["Ff"] * 8, *["Jk"] * 8]


class Hand:
    """One hand as it is played: racks, sets and discards as codes, and the replay that is told of it.

    `hidden`: how many of a hundred tiles the record does not name.
    """

    def __init__(self, seed: int, hidden: int = 0) -> None:
        self.chance = random.Random(seed)
        self.hidden = hidden
        self.wall = list(_SET)
        self.chance.shuffle(self.wall)
        self.racks = {seat: [self.wall.pop() for _ in range(14 if seat == "E" else 13)] for seat in SEATS}
        self.sets: dict[str, list[list[str]]] = {seat: [] for seat in SEATS}
        self.discards: list[str] = []
        self.replay = Engine(GameRecord("short", "short", iter(())))
        self.seq = 0
        dealt = " / ".join(f"{seat} {' '.join(self.named(rack))}" for seat, rack in self.racks.items())
        for event in fields(f"{START}; dealt {dealt}"):
            self.tell(**event)

    @property
    def table(self) -> Table:
        """The table as the replay has it."""
        return self.replay.table

    def tell(self, **event: Any) -> None:
        """One more event of the record."""
        self.seq += 1
        self.replay.feed(convert_event({**event, "seq": self.seq}), self.seq)

    def named(self, tiles: list[str]) -> list[str]:
        """The tiles as the record names them."""
        return ["??" if self.chance.randrange(100) < self.hidden else tile for tile in tiles]

    def counts(self, seat: str) -> list[int]:
        """What is on a rack, per kind."""
        return [self.racks[seat].count(code) for code in CODES[:KINDS]]

    # -- Charleston --------------------------------------------------------------------------------------------

    def charleston(self) -> None:
        """Both of them, or the first and a refusal; then courtesies."""
        both = self.chance.random() < 0.5
        for name, step in PASSES if both else PASSES[:3]:
            self._one_pass(name, step)
        if not both:
            self.tell(type="charleston-stop", seat=self.chance.choice(SEATS))
        for seats in ("EW", "SN"):
            number = self.chance.randrange(4)
            given = {seat: self._chosen(seat, number) for seat in seats}
            for seat, other in zip(seats, reversed(seats), strict=True):
                self.racks[other] += given[seat]
                if number:
                    self.tell(type="charleston", **{"pass": "courtesy"}, seat=seat, tiles=self.named(given[seat]))

    def _one_pass(self, name: str, step: int) -> None:
        given: dict[str, list[str]] = {}
        blind: dict[str, int] = {}
        arriving: list[str] = []
        first = self.chance.randrange(4)
        # Who passes on what arrives comes after who has given it; somebody gives only tiles of the rack.
        for turn in range(4):
            seat = SEATS[(first + turn * (1 if step == 2 else step)) % 4]
            blind[seat] = self.chance.randrange(4) if name in ("left-1", "right-2") and given else 0
            unseen = self.chance.sample(arriving, blind[seat])
            arriving = given[seat] = [*unseen, *self._chosen(seat, 3 - blind[seat])]
        for seat in self.chance.sample(SEATS, 4):
            more = {"blind": blind[seat]} if blind[seat] else {}
            self.tell(type="charleston", **{"pass": name}, seat=seat, tiles=self.named(given[seat]), **more)
        for seat in SEATS:
            self.racks[SEATS[(SEATS.index(seat) + step) % 4]] += given[seat]
        for seat in SEATS:
            for tile in given[seat][: blind[seat]]:
                self.racks[seat].remove(tile)

    def _chosen(self, seat: str, number: int) -> list[str]:
        chosen = self.chance.sample([tile for tile in self.racks[seat] if tile != "Jk"], number)
        for tile in chosen:
            self.racks[seat].remove(tile)
        return chosen

    # -- play --------------------------------------------------------------------------------------------------

    def play(self, turns: int) -> None:
        """So many turns: draws, calls now and then, corrected exposures, exchanges, discards."""
        turn = "E"
        for _ in range(turns):
            self._exchange(turn)
            discarded = self._discard(turn)
            caller = next((seat for seat in _after(turn) if discarded != "Jk" and self._calls(seat, discarded)), None)
            turn = caller or _after(turn)[0]
            if caller is None:
                self.discards.append(discarded)
                self.racks[turn].append(self.wall.pop())
                self.tell(type="draw", seat=turn, tile=self.racks[turn][-1])

    def _discard(self, seat: str) -> str:
        tile = self.chance.choice(self.racks[seat])
        self.racks[seat].remove(tile)
        self.tell(type="discard", seat=seat, tile=tile)
        return tile

    def _calls(self, seat: str, tile: str) -> bool:
        usable = [one for one in self.racks[seat] if one in (tile, "Jk")]
        if len(usable) < 2 or self.chance.random() < 0.3:
            return False
        group = [tile, *self.chance.sample(usable, self.chance.randrange(2, min(5, len(usable)) + 1))]
        self.tell(type="claim", seat=seat, **{"for": GROUPS[len(group)]})
        self._lay(seat, group)
        if self.chance.random() < 0.3:
            self._correct(seat, tile)
        return True

    def _lay(self, seat: str, group: list[str], **more: int) -> None:
        for tile in group[1:]:
            self.racks[seat].remove(tile)
        self.sets[seat].append(group)
        self.tell(type="expose", seat=seat, kind=GROUPS[len(group)], tiles=sorted(group), **more)

    def _correct(self, seat: str, tile: str) -> None:
        self.racks[seat] += self.sets[seat].pop()[1:]
        usable = [one for one in self.racks[seat] if one in (tile, "Jk")]
        group = [tile, *self.chance.sample(usable, self.chance.randrange(2, min(5, len(usable)) + 1))]
        self._lay(seat, group, on=self.seq)

    def _exchange(self, seat: str) -> None:
        for owner in SEATS:
            for number, group in enumerate(self.sets[owner]):
                held = group[0] if group[0] in self.racks[seat] else None
                if held is not None and "Jk" in group:
                    group[group.index("Jk")] = held
                    self.racks[seat].remove(held)
                    self.racks[seat].append("Jk")
                    self.tell(type="joker-exchange", seat=seat, owner=owner, tile=held, set=number)


def _after(seat: str) -> str:
    """The other seats, the next in turn first."""
    at = SEATS.index(seat)
    return SEATS[at + 1 :] + SEATS[:at]


def everywhere(table: Table) -> list[int]:
    """Where tiles are known to be, per kind: on racks, in sets, in the middle."""
    counts = [sum(place.held[kind] for place in table.places) for kind in range(KINDS)]
    for place in table.places:
        for laid in place.sets:
            for kind in laid.tiles:
                counts[kind] += 1
    for one in table.discards:
        counts[one.tile] += one.claimed_by is None
    return counts


def number_of_tiles(table: Table) -> int:
    """All tiles of the set: those of the players, in the middle, and in the wall."""
    lying = sum(one.claimed_by is None for one in table.discards)
    return sum(place.tiles for place in table.places) + lying + table.live_left


def lying_open(table: Table) -> list[int]:
    """What everybody sees, per kind: discards, and sets."""
    counts = [0] * KINDS
    for one in table.discards:
        counts[one.tile] += one.claimed_by is None
    for place in table.places:
        for laid in place.sets:
            for kind in laid.tiles:
                counts[kind] += kind != UNKNOWN
    return counts
