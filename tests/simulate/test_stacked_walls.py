"""Hands that chance hardly ever deals: walls stacked so that they come up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from mjlog import events as ev
from mjlog.rulesets import load, resolve
from mjlog.seats import SEATS
from mjlog.simulate.chance import Chance
from mjlog.tiles import JOKER, TILES, parse_tiles
from tests.simulate.american_cards import HARD, SMALL, shelf_with
from tests.simulate.games import CHINESE, KONGS_IN_THE_HAND, findings, played, read

_T = TypeVar("_T")


def stack(monkeypatch: pytest.MonkeyPatch, ruleset: str, seat: str, hand: str) -> None:
    """Every wall is built so that this seat is dealt this hand."""
    plan = resolve(load(ruleset)).plan
    rest = [kind for kind, copies in enumerate(plan.copies) for _ in range(copies)]
    wall = [-1] * plan.wall.size
    dealt = list(parse_tiles(hand))
    positions = [place for block in plan.deal if block.seat.value == seat for place in block.positions]
    for position, kind in zip(positions, dealt, strict=True):
        wall[position] = kind
        rest.remove(kind)
    # What is left stands in the order of kinds: the others are dealt suit tiles, and bonus tiles come last.
    wall = [kind if kind >= 0 else rest.pop(0) for kind in wall]
    honest = Chance.shuffled

    def shuffled(self: Chance, things: Sequence[_T]) -> list[_T]:
        return list(wall) if len(things) == len(wall) else honest(self, things)  # type: ignore[arg-type]

    monkeypatch.setattr(Chance, "shuffled", shuffled)


@pytest.mark.parametrize("ruleset", CHINESE)
def test_east_wins_with_the_dealt_hand(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    """Fourteen complete tiles: declared at once, as dealt, with no tile named."""
    stack(monkeypatch, ruleset, "E", "222b 999b 234c 555d RRd")
    lines = played(ruleset, 2, hands=1)
    events = read(lines)
    (win,) = [event for event in events if isinstance(event, ev.Mahjong)]
    assert (win.seat.value, win.source, win.tile) == ("E", "deal", None)
    assert not [event for event in events if isinstance(event, ev.Discard)]
    assert findings(lines) == []


@pytest.mark.parametrize("ruleset", ["classical", "mahjiang", "western"])
def test_thirteen_wonders_are_built_and_declared(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    """A player who is dealt thirteen wonders declares them, unless another player is faster."""
    stack(monkeypatch, ruleset, "S", "19b 19c 19d ESWNw RGWd")
    winners = []
    for seed in range(1, 7):
        lines = played(ruleset, seed, hands=1)
        winners += [event.seat.value for event in read(lines) if isinstance(event, ev.Mahjong)]
        assert findings(lines) == []
    assert winners.count("S") > 3


@pytest.mark.parametrize("ruleset", CHINESE)
def test_four_alike_dealt_are_made_kongs_and_replaced(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    """East's kongs before the first discard, as many as that player likes to make: each is replaced before the next."""
    stack(monkeypatch, ruleset, "E", "EEEEw RRRRd 5555d 19c")
    most = 0
    for seed in range(1, 13):
        lines = played(ruleset, seed, options=KONGS_IN_THE_HAND.get(ruleset), hands=1)
        events = read(lines)
        first = next(place for place, event in enumerate(events) if isinstance(event, ev.Discard))
        opening = [type(event) for event in events[:first] if isinstance(event, ev.Kong | ev.KongReplacement)]
        assert opening == [ev.Kong, ev.KongReplacement] * (len(opening) // 2)
        assert findings(lines) == []
        most = max(most, len(opening))
    assert most >= 6


def test_the_original_call_is_made_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """In classical a hand that lacks one tile from the start is called with the first discard, and not changed."""
    stack(monkeypatch, "classical", "E", "123b 789b 234c 55d RRd Ew")
    lines = played("classical", 2, hands=1)
    discards = [event for event in read(lines) if isinstance(event, ev.Discard) and event.seat.value == "E"]
    assert [event.calling for event in discards][:1] == [True]
    assert discards[0].tile is TILES[27]
    assert findings(lines) == []


def test_fishing_is_said_once_directly_after_the_discard(monkeypatch: pytest.MonkeyPatch) -> None:
    """In mahjiang who lacks one tile says so with the first discard, and does not repeat it while it lasts."""
    stack(monkeypatch, "mahjiang", "E", "123b 789b 234c 555d Rd Ew")
    events = read(played("mahjiang", 2, hands=1))
    first = next(place for place, event in enumerate(events) if isinstance(event, ev.Discard))
    assert isinstance(events[first + 1], ev.Fishing)


# -- hands of the American game that chance hardly ever deals ----------------------------------------------------------


@pytest.mark.parametrize(("hand", "line", "value", "factor"), [
    ("FFFFf 2222d 4444d 66d", "a3", 30, 4),  # no joker: all pay double
    ("FFf JJk 222d 4444d Jk 66d", "a3", 30, 2),
    ("11b 11c 11d EEw SSw RRd FFf", "b1", 40, 4),  # concealed
    ("FFFFFFf 8888d JJk WWd", "b2", 60, 2),  # two sextets
    ("NEWSw 1122334455c", "c1", 50, 2),  # pairs: no joker, and not doubled for it
])  # fmt: skip
def test_east_wins_with_the_dealt_hand_american(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, hand: str, line: str, value: int, factor: int
) -> None:
    """Fourteen tiles of a line: declared before anything is passed, and paid as drawn."""
    stack(monkeypatch, "american", "E", hand)
    card, shelf = shelf_with(tmp_path, SMALL.format(source="own"))
    lines = played("american", 2, hands=1, card=card)
    events = read(lines)
    (win,) = [event for event in events if isinstance(event, ev.Mahjong)]
    assert (win.seat.value, win.source, win.tile) == ("E", "deal", None)
    assert win.line in (None, line)
    assert not [event for event in events if isinstance(event, ev.Charleston | ev.Discard)]
    (score,) = [event for event in events if isinstance(event, ev.Score)]
    assert score.total == value
    (paid,) = [event for event in events if isinstance(event, ev.Settlement)]
    assert [paid.change[seat] for seat in SEATS[1:]] == [-value * factor] * 3
    assert findings(lines, shelf) == []


def test_all_jokers_at_one_rack(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are never passed; large groups are called, and most of these hands are won."""
    stack(monkeypatch, "american", "S", "JJJJJJJJk FFf 888d")
    wins, kinds = 0, set()
    for seed in range(1, 13):
        lines = played("american", seed, hands=1)
        assert findings(lines) == []
        events = read(lines)
        passed = [tile for event in events if isinstance(event, ev.Charleston) for tile in event.tiles]
        assert TILES[JOKER] not in passed
        kinds |= {event.kind for event in events if isinstance(event, ev.Expose) and event.seat.value == "S"}
        wins += any(isinstance(event, ev.Mahjong) and event.seat.value == "S" for event in events)
    assert wins > 6
    assert kinds & {"quint", "sextet"}


def test_a_rack_with_little_to_pass_goes_on_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has five tiles that are no jokers passes some of those just received, unseen."""
    stack(monkeypatch, "american", "S", "JJJJJJJJk FFf 888d")
    blind = [
        event
        for seed in range(1, 13)
        for event in read(played("american", seed, hands=1))
        if isinstance(event, ev.Charleston) and event.blind
    ]
    assert {event.pass_ for event in blind} == {"left-1", "right-2"}
    assert {event.blind for event in blind} == {1, 2, 3}


def test_jokers_without_use_are_discarded_and_lie(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Who builds a hand of singles has no use for jokers: they are discarded, which nobody can call."""
    stack(monkeypatch, "american", "E", "JJJJk 123456789d Rd")
    card, shelf = shelf_with(tmp_path, HARD)
    lines = played("american", 3, hands=1, card=card)
    assert findings(lines, shelf) == []
    events = read(lines)
    thrown = [
        place for place, event in enumerate(events) if isinstance(event, ev.Discard) and event.tile is TILES[JOKER]
    ]
    assert len(thrown) > 1
    assert not [place for place in thrown if isinstance(events[place + 1], ev.Claim)]
