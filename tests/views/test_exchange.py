"""What a call led to: what its player did upon it, and until when anything counts as done upon it."""

from __future__ import annotations

import pytest

from mjlog.events import Claim, Mahjong
from mjlog.views.claimable import Upon, exchange_at, upon
from short_logs import FULL, events


@pytest.mark.parametrize(("after", "led"), [
    ("S expose pung 555b; S discard 1c", Upon((1,))),
    ("S mahjong discard 5b; S expose pung 555b; S show | 123c", Upon((1, 2, 3), shown=3)),
    ("S retract claim", Upon((), taken_back=1)),
    ("W retract claim; S expose pung 555b", Upon((2,))),
    ("W expose pung 555b; S expose pung 555b", Upon(())),
    ("S draw 1c; S expose pung 555b", Upon(())),
    ("S pass; W pass; gap lost; S expose pung 555b", Upon(())),
    ("", Upon(())),
])  # fmt: skip
def test_what_a_player_does_upon_a_call_ends_where_play_goes_on_or_the_tile_is_taken(after: str, led: Upon) -> None:
    rows = events(f"{FULL}; E discard 5b; W claim pung; S claim pung; {after}")
    call = max(at for at, row in enumerate(rows) if isinstance(row, Claim))
    found = upon(rows, call)
    assert found == Upon(
        tuple(call + at for at in led.done),
        None if led.shown is None else call + led.shown,
        None if led.taken_back is None else call + led.taken_back,
    )


def test_an_exchange_tells_the_calls_that_stand_and_who_got_the_tile() -> None:
    rows = events(f"{FULL}; E discard 5b; S claim chow; N pass; W claim pung; S retract claim; W expose pung 555b")
    exchange = exchange_at(rows, len(rows) - 1)
    assert [(one.seat.value, one.kind) for one in exchange.called] == [("W", "pung")]
    assert [(one.seat.value, one.kind) for one in exchange.withdrawn] == [("S", "chow")]
    assert (exchange.taken.seat.value, exchange.taken.kind) == ("W", "pung")
    assert exchange == exchange_at(rows, exchange.first)


def test_a_tile_is_open_again_once_the_win_on_it_is_taken_back() -> None:
    rows = events(f"{FULL}; E discard 5b; S claim mahjong; S mahjong discard 5b; S retract; W claim pung")
    exchange = exchange_at(rows, len(rows) - 1)
    assert exchange.taken is None
    assert exchange.last == len(rows) - 1
    win = next(at for at, row in enumerate(rows) if isinstance(row, Mahjong))
    assert upon(rows, win).taken_back == win + 1
