"""The events and moves of the American game in words."""

from __future__ import annotations

from typing import Any

from each import each
from mjlog.audit.engine import Engine
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.log.sight import Sight
from mjlog.seats import Seat
from mjlog.views.moment import in_short, moves_after
from mjlog.views.words import words
from tests.views.american_logs import begun, told
from tests.views.table_logs import Log, view_of

SENTENCES: list[tuple[str, dict[str, Any], str]] = [
    ("deal", {"type": "charleston", "pass": "right-1", "seat": "E", "tiles": ["??"] * 3},
     "East passes 3 tiles to the right (South)"),
    ("deal", {"type": "charleston", "pass": "left-2", "seat": "E", "tiles": ["1d", "2d", "Ff"], "blind": 2},
     "East passes 1 dot, 2 dots and flower to the left (North), in the second Charleston, 2 of them blind"),
    ("deal", {"type": "charleston", "pass": "courtesy", "seat": "N", "tiles": ["??"]},
     "North passes 1 tile across (South), as a courtesy"),
    ("deal", {"type": "charleston-stop", "seat": "W"}, "West refuses a second Charleston"),
    ("joker", {"type": "claim", "seat": "N", "for": "quint"}, "North claims quint of west wind from South"),
    ("joker", {"type": "expose", "seat": "N", "kind": "sextet", "tiles": ["Ww"] * 4 + ["Jk"] * 2},
     "North lays down a sextet of west winds (2 jokers) with the discard from South"),
    ("joker", {"type": "expose", "seat": "S", "kind": "pung", "tiles": ["9c"] * 3, "on": 35},
     "South lays down a pung of 9 characters in the place of the kong of 9 characters (1 joker)"),
    ("joker", {"type": "joker-exchange", "seat": "S", "owner": "S", "tile": "9c", "set": 0},
     "South gives 9 characters for the joker in South's own exposed kong"),
    ("joker", {"type": "joker-exchange", "seat": "W", "owner": "S", "tile": "9c"},
     "West gives 9 characters for the joker in South's exposed kong"),
    ("joker", {"type": "joker-exchange", "seat": "W", "owner": "S", "tile": "9d"},
     "West gives 9 dots for the joker in South's set"),
    ("joker", {"type": "mahjong", "seat": "W", "source": "exchange", "tile": "Jk", "line": "t2"},
     "West declares mahjong with joker from a joker exchange, line t2"),
    ("joker", {"type": "name", "seat": "S", "tile": "Ww"}, "South names the discard correctly: west wind"),
    ("joker", {"type": "dead", "seat": "S", "reason": "exposure", "by": "N", "on_basis": "table", "sets": [0, 7]},
     "South's hand is declared dead by North for an exposure that leaves no line of the card, "
     "by all that lies face up: kong of 9 characters (1 joker)"),
    ("joker", {"type": "dead", "seat": "S", "reason": "false-mahjong", "text": "shown\x1b"},
     "South's hand is declared dead for a mahjong that is none; shown\\x1b"),
    ("joker", {"type": "replay", "reason": "three wrong counts"},
     "The hand is void and played again: three wrong counts"),
    ("end", {"type": "roll", "seat": "E", "dice": [6, 5], "purpose": "break-stack"},
     "East rolls 6 and 5, 11 in all, for the stack: stack 11 of East's wall"),
]  # fmt: skip


@each("until, event, sentence", SENTENCES)
def test_an_event_of_the_american_game_reads_as(until: str, event: dict[str, Any], sentence: str) -> None:
    replay = Engine(GameRecord("short", "short", iter(())))
    for fields in told(until=until).events:
        replay.feed(convert_event(fields), None)
    assert words(replay.table, convert_event({"seq": 99, **event})) == sentence


def could(log: Log, sight: Sight = "table", place: int = -1) -> list[str]:
    """What could be done after the last event (or an earlier one, counted from the end)."""
    view = view_of(log.events)
    return in_short(moves_after(view, len(view.rows) + place, sight))


def of_seat(lines: list[str], seat: str) -> str:
    """What one seat could do."""
    return next((line.partition(": ")[2] for line in lines if line.startswith(seat)), "")


def test_in_the_charleston_those_can_pass_who_have_not() -> None:
    lines = could(told(until="charleston"))
    assert of_seat(lines, "West") == "pass 3 tiles across (East)"
    assert of_seat(lines, "North") == "pass 3 tiles across (South)"
    assert of_seat(lines, "East") == ""


def test_before_the_second_charleston_it_can_be_refused() -> None:
    log = told(until="joker")
    log.events = log.events[: next(at for at, one in enumerate(log.events) if one["type"] == "charleston-stop")]
    assert of_seat(could(log), "South") == "pass 3 tiles to the left (East); refuse the second Charleston"
    log.add("charleston-stop", seat="S")
    assert "pass 1, 2 or 3 tiles across, as a courtesy (North)" in of_seat(could(log), "South")


def test_a_discard_can_be_called_for_groups_with_jokers() -> None:
    log = told(until="joker")
    said = of_seat(could(log), "North")
    assert "claim pung, kong, quint, sextet or mahjong" in said
    log.add("claim", seat="N", for_="pung")
    assert of_seat(could(log), "North") == "take back the call; lay down a pung of Ww with 0 to 2 jokers"


def test_an_exchange_says_whose_joker_it_is_for() -> None:
    log = told(until="exchange")
    log.add("discard", seat="W", tile="Ff")
    log.add("washout")
    drawn = -4
    assert "give 9c for South's joker" in of_seat(could(log, Seat.W, drawn), "West")
    assert "joker" not in of_seat(could(log, Seat.W, drawn + 1), "West").replace("joker exchange", "")


def test_nothing_can_be_done_that_the_words_do_not_know() -> None:
    """Every moment of a whole hand, from every side."""
    view = view_of(told().events)
    for place in range(len(view.rows)):
        for sight in ("table", "open", Seat.S):
            assert all(in_short(moves_after(view, place, sight)))


def test_a_break_and_a_deal_are_offered_by_the_dice() -> None:
    assert could(begun())[0] == "East: take 4 tiles of the deal"
