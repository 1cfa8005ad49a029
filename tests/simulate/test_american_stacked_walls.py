"""Hands of the American game that chance hardly ever deals: walls stacked so that they come up."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog import events as ev
from mjlog.seats import SEATS
from mjlog.tiles import JOKER, TILES
from tests.simulate.american_cards import HARD, SMALL, shelf_with
from tests.simulate.games import findings, played, read
from tests.simulate.test_stacked_walls import stack


@pytest.mark.parametrize(("hand", "line", "value", "factor"), [
    ("FFFFf 2222d 4444d 66d", "a3", 30, 4),  # no joker: all pay double
    ("FFf JJk 222d 4444d Jk 66d", "a3", 30, 2),
    ("11b 11c 11d EEw SSw RRd FFf", "b1", 40, 4),  # concealed
    ("FFFFFFf 8888d JJk WWd", "b2", 60, 2),  # two sextets
    ("NEWSw 1122334455c", "c1", 50, 2),  # pairs: no joker, and not doubled for it
])  # fmt: skip
def test_east_wins_with_the_dealt_hand(
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
