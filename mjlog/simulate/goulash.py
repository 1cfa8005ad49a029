"""A goulash as simulated players play it: wild tiles are kept, and three times the three least useful ones given away.

Source: bmja/goulash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mjlog import events as ev
from mjlog.hands import lacking
from mjlog.seats import SEATS, Seat
from mjlog.simulate.chance import Chance
from mjlog.simulate.player import Player, waits_of
from mjlog.simulate.recorder import Recorder
from mjlog.table import Table
from mjlog.table.passing import TILES_PASSED
from mjlog.table.unseen import rests_of_set
from mjlog.tiles import PLAIN_KINDS, TILES


def exchange_tiles(recorder: Recorder, chance: Chance, players: Mapping[Seat, Player]) -> None:
    """All exchanges before play; everybody gives at once, and they are written down in any order."""
    table = recorder.table
    while (passing := table.passing) is not None and passing.due and table.in_play:
        given = {seat: tuple(TILES[kind] for kind in _spare(table, players[seat])) for seat in SEATS}
        name = passing.due
        for seat in chance.shuffled(SEATS):
            passed = recorder.make(ev.Charleston, pass_=name, seat=seat, tiles=given[seat])
            recorder.must(f"{name} of {seat}", [passed])
    for player in players.values():
        player.look(table)


def _spare(table: Table, player: Player) -> list[int]:
    """The three tiles that a player would miss least."""
    held, spare = player.place.held, list[int]()
    for _tile in range(TILES_PASSED):
        kind = next(iter(player.discards(table)))
        spare.append(kind)
        held[kind] -= 1
    for kind in spare:
        held[kind] += 1
    return spare


class WildPlayer(Player):
    """A player in a goulash, who goes for whatever hand is nearest."""

    def sort_hand(self, table: Table) -> None:
        """Look at the dealt tiles."""
        self.look(table)

    def look(self, table: Table) -> None:
        """The hand between two turns: how far it is, and what would complete it."""
        self.table = table
        self.steps = self._steps()
        self.waits = waits_of(table, self.place)

    def _steps(self, beside: Sequence[Sequence[int]] = ()) -> int:
        """How many tiles the hand lacks, with these sets more on the table."""
        laid = [*(laid_set.tiles for laid_set in self.place.sets), *beside]
        return lacking(self.place.held, len(laid), forms=self.table.plan.forms, laid=laid).tiles

    def _steps_without(self, kinds: Sequence[int], beside: Sequence[Sequence[int]] = ()) -> int:
        """How many tiles it lacks when these have left the hand."""
        for kind in kinds:
            self.place.held[kind] -= 1
        steps = self._steps(beside)
        for kind in kinds:
            self.place.held[kind] += 1
        return steps

    def discards(self, table: Table) -> Iterator[int]:
        """The kinds to discard, best first, a wild tile last; who has called gives the tile just drawn."""
        place, wild = self.place, table.plan.forms.wild
        if place.calling and place.last_drawn is not None:
            yield place.last_drawn
        held = [kind for kind in range(PLAIN_KINDS) if place.held[kind]]
        worth = {kind: self._steps_without((kind,)) + self.chance.number() for kind in held}
        yield from sorted(held, key=lambda kind: (kind == wild, worth[kind]))

    def claim(self, table: Table, kind: int, from_left: bool) -> tuple[str, tuple[int, ...]] | None:
        """The set to call this discard for, and its tiles; None to let it go."""
        place, wild = self.place, table.plan.forms.wild
        if place.calling or kind == wild or self.chance.happens(self.style.overlooks):
            return None
        for name in ("kong", "pung") if self.chance.happens(self.style.claims) else ():
            for rest in rests_of_set(name, kind, wild):
                laid = (kind, *rest)
                is_held = all(place.held[kind_needed] >= rest.count(kind_needed) for kind_needed in rest)
                if is_held and self._steps_without(rest, [laid]) < self.steps + (name == "kong"):
                    return name, laid
        return None

    def kongs(self) -> list[tuple[str, int]]:
        """Kongs out of the hand that do it no harm: `concealed` or `added`, and the kind."""
        place, wild = self.place, self.table.plan.forms.wild
        added = [one for one in place.sets if one.kind == "pung" and not one.wild and place.held[one.tiles[0]]]
        found = [("added", laid_set.tiles[0]) for laid_set in added]
        fours = [kind for kind in range(PLAIN_KINDS) if place.held[kind] == 4 and kind != wild]
        found += [("concealed", kind) for kind in fours if self._steps_without((kind,) * 4, [(kind,) * 4]) < self.steps]
        return [] if place.calling else [kong for kong in found if self.chance.happens(self.style.kongs)]

    def self_drawn_sets(self) -> list[tuple[str, tuple[int, ...]]]:
        """Nothing is laid face down: what a wild tile is good for may change."""
        return []
