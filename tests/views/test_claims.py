"""What each player could have claimed, and why not; what a call led to."""

from __future__ import annotations

from typing import Any

import pytest

from each import each
from mjlog.audit.game import Game
from mjlog.events import Claim, Mahjong
from mjlog.log.sight import Sight
from mjlog.seats import Seat
from mjlog.views.claimable import ClaimChance, Claims, Upon, claims_at, exchange_at, upon
from mjlog.views.moment import claims_after
from short_logs import FULL, events, fields, table
from tests.views.american_logs import told
from tests.views.table_logs import Fields, view_of

EAST, SOUTH = "1112b 345b 678d EEw 99d", "13b 2c 456d 789d RRd 99c"
WEST, NORTH = "22b 456c 123d 333c GWd", "789b 789c 1479d SWNw"
DEALT = f"game western bonus_tiles=false; hand; dealt E {EAST} / S {SOUTH} / W {WEST} / N {NORTH}"
CALLS = "E discard 2b; S claim chow; W claim pung; N pass; W expose pung 222b; W discard 3c"
OVER = "; washout"


def game(log: str | list[Fields]) -> Game:
    """A log, in short hand or event by event, looked at."""
    return view_of(fields(log) if isinstance(log, str) else log)


def claims_of(view: Game, kind: str, sight: Sight = "open", number: int = 0) -> Claims | None:
    """The claims at the first event of a type, or another one of it."""
    places = [at for at, row in enumerate(view.rows) if getattr(row, "type", "") == kind]
    return claims_after(view, places[number], sight)


def chance(found: Claims | None, seat: str, kind: str) -> ClaimChance:
    """One claim of one player."""
    return next(one for one in found.seats[Seat[seat]] if one.kind == kind)


def sets_of(one: ClaimChance) -> list[str]:
    """The sets of a claim, in short."""
    return [" ".join(map(str, laid)) for laid in one.sets]


PLAYED = f"{DEALT}; {CALLS}{OVER}"
"""South has 1 and 3 bamboo, West a pair of twos, North nothing."""
TAKEN_BACK = f"{DEALT}; E discard 2b; S claim chow; W claim pung; W retract; S expose chow 123b; S discard 9c{OVER}"
ROBBED = (
    "game classical Flowers=false; hand; dealt E 555b 1346789c 1d EESw / S 46b 123c 456c 789c 22d / N 5b 1479c 147d "
    "ESWNw 1b; E discard 1d; S draw 9d; S discard 9d; W draw 1c; W discard Ww; N draw 9b; N discard 5b;"
    "E claim pung; E expose pung 555b; E kong added 5555b; washout"
)
"""South waits for the tile that East adds to a pung."""
TWO_WINS = (
    "game western bonus_tiles=false; hand; dealt E 1c 345b 678d EESSw 99d 9b / S 123b 456b 789b 11d 23c / "
    "W 123d 456d 777d 88c 23c; E discard 1c; S claim mahjong; W claim mahjong; S mahjong discard 1c;"
    "S show 123b 456b 789b 11d 123c"
)
"""South and West both wait for the tile: West, who has called it, has to stand back behind South's call."""
JOKER = [{**one, "tile": "Jk"} if one["type"] == "discard" else one for one in told(until="joker").events]
CASES: list[tuple[str, str | list[Fields], str, Sight, str, dict[str, Any]]] = [
    ("a refusal names the rule", PLAYED, "discard", "open", "W chow",
     {"rule": "western/chow-1", "code": "chow-not-from-left"}),
    ("a hand is no mahjong", PLAYED, "discard", "open", "N mahjong", {"code": "not-mahjong"}),
    ("a pung goes before", PLAYED, "discard", "open", "S chow",
     {"verdict": "outranked", "before": Seat.W, "code": "claim-outranked"}),
    ("from the table it is said what it takes", PLAYED, "discard", "table", "S chow",
     {"verdict": "unknown", "why": "if the hand holds 1-3 or 3-4 bamboo", "before": Seat.W}),
    ("only what lies open says no", PLAYED, "discard", "table", "W chow", {"verdict": "refused"}),
    ("a pung takes two more", PLAYED, "discard", "table", "N pung", {"why": "if the hand holds two more 2 bamboo"}),
    ("a win takes the tile", PLAYED, "discard", "table", "N mahjong", {"why": "if the tile completes the hand"}),
    ("a seat knows its own claims", PLAYED, "discard", Seat.S, "S pung", {"verdict": "refused"}),
    ("and no others", PLAYED, "discard", Seat.S, "W pung", {"verdict": "unknown"}),
    ("a call that was taken back goes before nobody", TAKEN_BACK, "discard", "open", "S chow", {"verdict": "allowed"}),
    ("a kong can be robbed", ROBBED, "kong", "open", "S mahjong", {"verdict": "allowed"}),
    ("but not by every rule set", ROBBED.replace("classical Flowers", "western held_fourth=true bonus_tiles"), "kong",
     "open", "S mahjong", {"why": "robbing the kong: it is not among the ways to win"}),
    ("of two wins the next in turn", TWO_WINS, "mahjong", "open", "S mahjong", {"verdict": "allowed"}),
    ("goes before", TWO_WINS, "mahjong", "open", "W mahjong",
     {"verdict": "outranked", "before": Seat.S, "code": "mahjong-outranked"}),
    ("jokers may stand in sets", told().events, "discard", "open", "S sextet",
     {"why": "not five more 9 characters or jokers in the hand"}),
    ("a joker cannot be claimed for a set", JOKER, "discard", "table", "S pung", {"why": "a joker cannot be claimed"}),
    ("nor for a win", JOKER, "discard", "table", "S mahjong", {"why": "a joker cannot be claimed"}),
    ("five west winds are on no line of the card", told().events, "discard 1", "open", "N quint",
     {"verdict": "allowed", "why": "it would leave no line of the card"}),
    ("three may be", told().events, "discard 1", "open", "N pung", {"why": ""}),
    *((f"a dead hand claims no {kind}", told().events, "discard 2", "open", f"N {kind}", {"why": "dead hand"})
      for kind in ("pung", "kong", "mahjong")),
    ("without the card nobody can say what wins", told(card="nowhere").events, "discard", "open", "S mahjong",
     {"verdict": "unknown", "why": "the score card is not at hand"}),
]  # fmt: skip


@each("log, at, sight, claim, due", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_said_of_a_claim(log: Any, at: str, sight: Sight, claim: str, due: dict[str, Any]) -> None:
    kind, _, number = at.partition(" ")
    one = chance(claims_of(game(log), kind, sight, int(number or 0)), *claim.split())
    assert {name: getattr(one, name) for name in due} == due


def test_each_player_is_told_what_could_be_claimed_and_why_not() -> None:
    assert claims_of(game(PLAYED), "discard").words == (  # type: ignore[union-attr]
        "South: chow of 1-2-3 bamboo, but West's pung goes before; no pung: not two more 2 bamboo in the hand; "
        "no kong: not three more 2 bamboo in the hand; no mahjong: the hand is not complete",
        "West: pung; no chow: a chow takes the discard of the player on the left; "
        "no kong: not three more 2 bamboo in the hand; no mahjong: the hand is not complete",
        "North: no chow: a chow takes the discard of the player on the left; no pung: not two more 2 bamboo in the "
        "hand; no kong: not three more 2 bamboo in the hand; no mahjong: the hand is not complete",
        "South called chow; West got it for a pung",
    )


def test_who_can_claim_what_who_called_and_who_got_the_tile() -> None:
    """A call or a win that was taken back counts for nothing; nobody sits at North where three play."""
    again = f"{DEALT}; E discard 2b; S claim mahjong; S mahjong discard 2b; S retract; W claim pung; W expose pung 222b"
    assert claims_of(game(f"{again}; W discard 3c{OVER}"), "discard").taken.seat is Seat.W
    assert [call.seat for call in claims_of(game(TAKEN_BACK), "discard").called] == [Seat.S]
    kong, wins = claims_of(game(ROBBED), "kong"), claims_of(game(TWO_WINS), "mahjong")
    assert kong.is_kong
    assert [one.kind for one in next(iter(kong.seats.values()))] == ["mahjong"]
    assert wins.words[-1] == "West called mahjong; South got it for mahjong"
    three = f"game western bonus_tiles=false players=3; hand; dealt E {EAST} / S {SOUTH}; E discard 2b{OVER}"
    assert list(claims_of(game(three), "discard").seats) == [Seat.S, Seat.W]


def test_every_chow_is_said() -> None:
    """South can take 3 bamboo three ways."""
    text = f"game western bonus_tiles=false; hand; dealt E {EAST} / S 1245b 456d 789d RRRd; E discard 3b{OVER}"
    one = chance(claims_of(game(text), "discard"), "S", "chow")
    assert (one.verdict, sets_of(one)) == ("allowed", ["1b 2b 3b", "2b 3b 4b", "3b 4b 5b"])
    assert "chow of 1-2-3, 2-3-4 or 3-4-5 bamboo" in claims_of(game(text), "discard").words[0]  # type: ignore[union-attr]


def test_answers_and_what_follows_belong_to_the_discard() -> None:
    """The claims are those at the discard, wherever one looks: as it lay, before anybody answered."""
    view = game(f"{DEALT}; {CALLS}{OVER}")
    first = claims_of(view, "discard")
    start = next(at for at, row in enumerate(view.rows) if getattr(row, "type", "") == "discard")
    assert [claims_after(view, at, "open") for at in range(start, start + 5)] == [first] * 5
    assert (first.taken.seat, first.taken.kind) == (Seat.W, "pung")
    assert claims_after(view, start - 1, "open") is None
    later = claims_after(view, start + 5, "open")
    assert (later.seat, later.taken) == (Seat.W, None)


def test_a_draw_belongs_to_the_discard_that_nobody_took() -> None:
    """The wall's next tile ends the time for claims."""
    found = claims_of(game(f"{DEALT}; E discard 9d; S draw 5b{OVER}"), "draw")
    assert (str(found.tile), found.called, found.taken) == ("9d", (), None)
    assert found.words[-1] == "nobody called"


def test_in_the_american_game_jokers_may_stand_in_sets() -> None:
    """South has a pair of 9 characters and two jokers; nobody calls a chow."""
    found = claims_of(view_of(told().events), "discard")
    assert [one.kind for one in next(iter(found.seats.values()))] == ["pung", "kong", "quint", "sextet", "mahjong"]
    assert sets_of(chance(found, "S", "pung")) == ["9c 9c 9c", "9c 9c Jk", "9c Jk Jk"]
    assert sets_of(chance(found, "S", "kong")) == ["9c 9c 9c Jk", "9c 9c Jk Jk"]
    words = found.words[0]
    assert words.startswith(
        "South: pung with no, one or two jokers; kong with one or two jokers; quint with two jokers"
    )


def test_nothing_can_be_claimed_where_nothing_is_open() -> None:
    """After a draw, and before the first hand."""
    rules = game(DEALT).hands[1].start.rules
    assert claims_at(rules.bound, table(f"{DEALT}; E discard 9d; S draw 5b")) == {}
    assert claims_after(game(DEALT), 0) is None


def test_asking_changes_no_table() -> None:
    """Calls are made as if on a copy."""
    rules = game(DEALT).hands[1].start.rules
    laid = table(f"{DEALT}; E discard 2b; S claim chow")
    first = claims_at(rules.bound, laid)
    assert claims_at(rules.bound, laid) == first
    assert laid.claims == {Seat.S: "chow"}
    assert laid.answers == {Seat.S}


# -- what a call led to -----------------------------------------------------------------------------------------------


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
