"""What a dossier says of unseen tiles, against trying every assignment of them: card games, kongs, bonus tiles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property

import pytest

from audit.brute.acts import Record, copies_of, records
from audit.brute.concealed import UNSEEN, Copies, Tiles, assignments, follow, known, leaving, steps
from cards import brute
from mjlog.cards.document import HandGroup
from mjlog.cards.expand import expand
from mjlog.cards.exposures import exposure_of
from mjlog.cards.shipped import sample_card
from mjlog.disputes.unseen import Unseen
from mjlog.tiles import CODES
from tests.disputes.dossiers import dossier_of, view_of_events
from turns import in_turn

CASES = [
    *(("american", seed) for seed in range(8)),
    *((ruleset, 1) for ruleset in ("western", "bmja", "mahjiang", "dmjl", "dead-wall")),
]
Ways = dict[tuple[tuple[str, int], ...], set[bool]]
CARD = expand(sample_card())


class Tried:
    """A record with every assignment of the player's unseen tiles: the hands that there can have been at the act."""

    def __init__(self, record: Record, ruleset: str) -> None:
        self.record, seat = record, record.act["seat"]
        made = steps(record.events, seat, record.act["seq"])
        left = Copies(record.events, seat, copies_of(ruleset))
        self.hands = {tuple(sorted((+follow(made, way)[0]).items())): way for way in assignments(made, left)}
        self.known = known(made)

    def ways(self, kinds: Iterable[str] | None) -> Ways:
        """What of some kinds there can have been among the unseen tiles, and whether the act is legal with it."""
        found: Ways = defaultdict(set)
        for hand in self.hands:
            unseen = Counter(dict(hand)) - self.known
            way = unseen.items() if kinds is None else ((tile, unseen[tile]) for tile in kinds)
            found[tuple(sorted(way))].add(self.is_legal(Counter(dict(hand))))
        return found

    def is_legal(self, hand: Tiles) -> bool:
        """Whether the act can be done with this hand: its tiles are there; a win is a hand of the card."""
        act = self.record.act
        before = [event for event in self.record.events if event["seq"] < act["seq"]]
        thrown = next((event["tile"] for event in reversed(before) if event["type"] == "discard"), "")
        if act["type"] != "mahjong":
            return Counter(leaving(act, thrown)) <= hand
        if act["source"] == "discard":
            return self._is_on_the_card(hand + Counter([thrown]))
        drawn = next(event["tile"] for event in reversed(before) if event["type"] == "draw")
        is_drawn = act.get("tile", drawn) == drawn or (drawn == UNSEEN and hand[act["tile"]] > self.known[act["tile"]])
        return is_drawn and self._is_on_the_card(hand)

    def _is_on_the_card(self, hand: Tiles) -> bool:
        tiles = [CODES.index(tile) for tile in hand.elements()]
        return any(brute.completes(tiles, groups) for groups in self._groups)

    @cached_property
    def _groups(self) -> list[list[HandGroup]]:
        """The concealed groups of every hand of the card that there can be with the exposures and the known tiles."""
        laid = [exposure_of(tuple(sorted(CODES.index(tile) for tile in tiles))) for tiles in self._exposures()]
        exposures = [one for one in laid if one is not None]
        lines, named = sample_card().lines, self.record.act.get("line")
        ways = [
            brute.left_over(hand, way)
            for hand in CARD
            if (lines[hand.line].exposed or not laid) and named in (None, lines[hand.line].label)
            for way in brute.placed(hand, exposures, brute.without_jokers)
        ]
        return [groups for groups in ways if len(exposures) == len(laid) and self._may_be(groups)]

    def _may_be(self, groups: list[HandGroup]) -> bool:
        wanted: Tiles = Counter()
        for group in groups:
            wanted[CODES[group.kind]] += group.size
        return +Counter({tile: number for tile, number in self.known.items() if tile != "Jk"}) <= wanted

    def _exposures(self) -> list[list[str]]:
        act, found = self.record.act, list[tuple[str, list[str]]]()
        for event in self.record.events[: act["seq"] - 1]:
            if event["type"] == "expose":
                found.append((event["seat"], list(event["tiles"])))
            elif event["type"] == "joker-exchange":
                mine = (one for seat, one in found if seat == event["owner"] and {event["tile"], "Jk"} <= set(one))
                one = next(mine)
                one[one.index("Jk")] = event["tile"]
        return [tiles for seat, tiles in found if seat == act["seat"]]


def _said(unseen: Unseen, kinds: list[str] | None) -> Ways:
    """What the dossier says of the ways that it names."""
    found: Ways = defaultdict(set)
    for verdict, named in ((True, unseen.legal), (False, unseen.illegal)):
        for one in named:
            tiles = {str(tile): number for tile, number in one.tiles.items()}
            found[tuple(sorted((tile, tiles.get(tile, 0)) for tile in kinds or tiles))].add(verdict)
    return found


def _tried(ruleset: str, seed: int) -> Iterable[Tried]:
    return (Tried(record, ruleset) for record in records(ruleset, seed, 6))


@pytest.mark.parametrize(("ruleset", "seed"), in_turn(CASES))
def test_a_dossier_says_of_unseen_tiles_what_trying_all_of_them_says(ruleset: str, seed: int) -> None:
    """The ways that it names are those that there are, with the same verdicts; what it proves holds in all of them."""
    for tried in _tried(ruleset, seed):
        found = dossier_of(view_of_events(tried.record.written), tried.record.act["seq"])
        verdicts = {verdict for some in tried.ways(None).values() for verdict in some}
        where = (ruleset, seed, tried.record.act)
        if found.unseen is None:
            assert found.legal is None or not verdicts or verdicts == {found.legal}, where
            continue
        if not verdicts:
            # The rest of the hand contradicts itself.
            assert found.unseen.doubt is not None, where
            continue
        if found.unseen.proves is not None:
            assert verdicts == {found.unseen.proves}, where
        if found.unseen.tried:
            kinds = list(map(str, found.unseen.left)) or None
            assert _said(found.unseen, kinds) == tried.ways(kinds), where
        if found.unseen.example is not None:
            example = tuple(sorted((str(tile), number) for tile, number in found.unseen.example.tiles.items()))
            assert tried.ways(None)[example] == {True}, where


def test_the_records_are_of_every_kind() -> None:
    """Acts that are legal with every assignment, with none, and with some of them."""
    kinds = Counter[frozenset[bool]]()
    for ruleset, seed in CASES[:8:2] + CASES[-2:]:
        for tried in _tried(ruleset, seed):
            kinds[frozenset(verdict for some in tried.ways(None).values() for verdict in some)] += 1
    assert min(kinds[frozenset(one)] for one in ((True,), (False,), (True, False))) > 1
