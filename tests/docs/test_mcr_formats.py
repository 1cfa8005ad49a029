"""The table of what open data can say of a game by competition rules, held to what is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mcr_records import SEVEN_PAIRS, events
from mjlog import events as ev
from mjlog.formats.foreign import importers
from mjlog.formats.played import NotSayableError
from mjlog.seats import Seat
from mjlog.tiles import TILES, UNKNOWN

PAGE = Path(__file__).parents[2] / "docs/lookup/mcr-records.md"


def table() -> dict[str, str]:
    """What the page says of each thing."""
    rows = re.findall(r"^\| (.*) \| (written|lost|refused) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return dict(rows)


def lost(played: list[ev.Event]) -> set[str]:
    """What is lost of a game by writing it."""
    write = importers().formats["pku"].write
    assert write is not None
    for seq, event in enumerate(played, 1):
        event.seq = seq
    return {re.split(r" \(|:", what)[0] for what in write([ev.encode_event(one) for one in played], "game", None).lost}


def everything() -> list[ev.Event]:
    """A game with something of each sort that the format cannot say."""
    played = events(SEVEN_PAIRS)
    start, hand = played[0], played[2]
    assert isinstance(start, ev.GameStart)
    assert isinstance(hand, ev.HandStart)
    start.players, start.options = ("anna", "ben", "cora", "dora"), {}
    hand.seats, hand.at = dict(zip(Seat, start.players, strict=True)), "2024-05-01T20:00:00Z"
    score = next(event for event in played if isinstance(event, ev.Score))
    score.items = [{"name": "the moon", "points": 30}]
    at = next(at for at, event in enumerate(played) if isinstance(event, ev.Claim))
    more: list[ev.Event] = [
        ev.Pass(seq=1, seat=Seat.N), ev.Note(seq=1, text="late"), ev.Dispute(seq=1, text="not so"),
        ev.Claim(seq=1, seat=Seat.W, for_="chow"),
    ]  # fmt: skip
    played[at:at] = more
    wall = ev.Wall(seq=1, tiles=tuple(TILES[kind] for kind in range(34)))
    played[3:3] = [wall, ev.Roll(seq=1, seat=Seat.E, dice=(1, 2), purpose="break-wall")]
    won = next(at for at, event in enumerate(played) if isinstance(event, ev.Mahjong))
    played.insert(won + 1, ev.Show(seq=1, seat=Seat.E, rest=(TILES[0],)))
    return played


def test_the_table_says_what_is_lost() -> None:
    """Each thing that is lost has a row, and each such row is lost of some game."""
    assert lost(everything()) == {what for what, said in table().items() if said == "lost"}


def test_what_the_table_says_is_refused_is_refused() -> None:
    """A tile that nobody saw, a flower, a penalty."""
    assert sum(said == "refused" for said in table().values()) == 3
    unseen = ev.Draw(seq=1, seat=Seat.E, tile=TILES[UNKNOWN])
    flower = ev.Bonus(seq=1, seat=Seat.E, tiles=(TILES[34],))
    for event in (unseen, flower, ev.Penalty(seq=1, seat=Seat.E, amount=30, reason="late")):
        with pytest.raises(NotSayableError):
            lost([*events(SEVEN_PAIRS)[:7], event])
