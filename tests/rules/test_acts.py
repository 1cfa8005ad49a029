"""Acts of play: what rows of the tables cannot say of claims, tiles, kongs and wins."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mjlog.events import convert_event
from mjlog.rules import CHECKS
from mjlog.tiles import CODES, JOKER, PLAIN_KINDS
from short_logs import FULL, accepted, ask, codes, findings, refused
from tests.short_logs import play


@pytest.mark.parametrize(("since", "why"), [
    ("S draw ??", ", south has drawn a tile since east discarded 5b"),
    ("S claim pung; S expose pung 555b", ", south has taken east's 5b"),
    ("S draw ??; gap", None),
])  # fmt: skip
def test_a_late_call_is_told_what_has_become_of_the_discard(since: str, why: str | None) -> None:
    found = findings(f"E discard 5b; {since}; W claim pung")
    said = [one.message for one in found if one.code == "claim-not-open"]
    assert said == ([] if why is None else [f"west's claim: no discard is open{why}"])


def test_a_finding_names_rule_event_and_line() -> None:
    """Whoever reads it finds the place and the rule."""
    (found,) = findings("E discard 5b; W claim chow")
    assert (found.rule, found.seq, found.line, found.seat, found.hand) == ("classical/claim-1", 4, 4, "W", 1)
    assert found.message == ("west's chow from east's 5b: a chow takes the discard of the player on the left (south)")


# -- where tiles come from ---------------------------------------------------------------------------------------------


@pytest.mark.rule("classical/wall-1")
def test_only_bonus_tiles_of_the_hand_are_laid_out() -> None:
    """Each comes out of the hand, once."""
    hand = "dealt E 1234b 5678c 129d 12f Rd"
    assert accepted("tile_is_held", f"{FULL}; {hand}; E bonus 1f 2f")
    assert refused("tile_is_held", f"{FULL}; {hand}; E bonus 3f") == "tile-not-held"
    twice = ask("tile_is_held", f"{FULL}; {hand}; E bonus 1f 1f")
    assert twice is not None
    assert (twice.code, twice.part) == ("tile-not-held", 1), "the second of them"
    again = f"{FULL}; E bonus 1f; E draw ??; S bonus 1f"
    assert refused("no_more_copies_than_there_are", again) == "too-many-copies"


# -- flowers and seasons -----------------------------------------------------------------------------------------------


@pytest.mark.rule("classical/bonus-1")
@pytest.mark.parametrize("rules", ["dmjl", "western", "classical"])
def test_at_the_table_a_second_bonus_tile_shows_that_the_first_was_replaced(rules: str) -> None:
    """It was not among the tiles dealt; of two that were dealt, both may be laid out first."""
    hand = f"game {rules}; hand depth=table; dealt E 147b 258c 369d ESWNw"
    assert codes(f"{hand} 3s; E bonus 3s; E bonus 4f; E discard 1b") == []
    assert codes(f"{hand} 4f; E bonus 4f; E discard 1b") == []
    assert codes(f"{hand} 3s; E bonus 4f; E discard 1b") == ["tile-not-held"]


# -- kongs out of the hand, and robbing them ---------------------------------------------------------------------------


DEALT = f"{FULL}; dealt E 1111b 555c 123d 79d Ew Ew / S 222b 678c 1357d Sw Gd 5c"


@pytest.mark.rule("classical/kong-1")
def test_of_an_unseen_hand_it_is_told_how_many_of_the_kong_lie_elsewhere() -> None:
    """Nobody knows how many it has; of a hand that is known, just that is told."""
    unseen = ask("four_concealed", "E discard 5b; S draw ??; S kong concealed 5555b")
    assert unseen is not None
    assert unseen.message.endswith("1 of the four lie elsewhere")
    known = ask("four_concealed", f"{DEALT}; E kong concealed 5555c")
    assert known is not None
    assert known.message.endswith("east has 3")


@pytest.mark.parametrize(
    "ruleset",
    ["mahjiang", "classical", "dmjl", "bmja-kajongg", "riichi-ema", "riichi-wrc", "riichi rob_closed_kan=true"],
)
@pytest.mark.parametrize("hand", ["hand depth=table", "hand"])
def test_the_hand_shown_tells_whether_it_might_rob_a_concealed_kong(ruleset: str, hand: str) -> None:
    """At the win nobody saw it; four sets and a pair are no thirteen wonders."""
    text = f"game {ruleset}; {hand}; " + ("dealt; indicator 5d; E draw ??; " if "riichi" in ruleset else "")
    text += "E discard 8c; " + ("S draw ??; " if hand == "hand" or "riichi" in ruleset else "")
    text += "S kong concealed 9999b; W claim mahjong; W mahjong kong 9b; W show | {}"
    assert codes(text.format("19b 19c 19d ESWNw RGWWd")) == []
    assert codes(text.format("789b 111c 333d EEEw RRd")) == ["rob-not-allowed"]
    # Of tiles that nobody saw it cannot be told, unless there are others beside them.
    assert codes(text.format("19b 19c 19d ESWNw Rd ?? ?? ??")) == []
    assert codes(text.format("789b 11c ?? 333d EEEw RRd")) == ["rob-not-allowed"]


def _pung_and_turn(ruleset: str, dealt: str, drawn: str) -> str:
    """South claims a pung of 5 bamboo, discards, and draws a tile in the next turn."""
    return (
        f"game {ruleset}; hand; {dealt} E discard 5b; S claim pung; S expose pung 555b; S discard 9d; W draw ??;"
        f"W discard Ew; N draw ??; N discard Ew; E draw ??; E discard 9c; S draw {drawn}; S kong added 5555b"
    )


@pytest.mark.rule("western/kong-2")
@pytest.mark.rule("dead-wall/kong-3")
@pytest.mark.rule("pung-chi/kong-2")
@pytest.mark.parametrize("ruleset", ["western", "dead-wall", "pung-chi"])
def test_the_fourth_tile_was_drawn_after_the_pung(ruleset: str) -> None:
    """One held since before is refused, unless an option allows it; what nobody saw may have been drawn later."""
    name = "added_tile_came_after_the_pung"
    held, two = "dealt S 555b 123c 789c 1199d;", "dealt S 55b 123c 789c 11199d;"
    assert refused(name, _pung_and_turn(ruleset, held, "9c")) == "kong-tile-claimed"
    assert refused(name, _pung_and_turn(ruleset, held, "??")) == "kong-tile-claimed"
    assert accepted(name, _pung_and_turn(f"{ruleset} held_fourth=true", held, "9c"))
    assert accepted(name, _pung_and_turn(ruleset, two, "5b"))
    assert accepted(name, _pung_and_turn(ruleset, "", "5b"))
    assert accepted(name, _pung_and_turn(ruleset, "", "??"))
    assert refused(name, _pung_and_turn(ruleset, "", "9c")) == "kong-tile-claimed"


def _kongs(seat: str, ranks: str, suit: str) -> str:
    return "; ".join(f"{seat} kong concealed {rank * 4}{suit}; {seat} kong-replacement ??" for rank in ranks)


BOX_EMPTY = (
    f"game mahjiang; hand; {_kongs('E', '1234', 'b')}; E discard Ew; S draw ??; {_kongs('S', '5678', 'b')}; "
    f"S discard Ew; W draw ??; {_kongs('W', '1234', 'c')}; W discard Ew; N draw ??; {_kongs('N', '56', 'c')}"
)
"""Fourteen kongs: the kong box is used up."""


@pytest.mark.rule("mahjiang/kong-1")
def test_a_kong_needs_a_loose_tile() -> None:
    """The fifteenth cannot be made, out of the hand or with a discard; the last one is replaced."""
    assert refused("replacement_left_for_kong", f"{BOX_EMPTY}; N kong concealed 7777c") == "kong-not-allowed"
    discarded = f"{BOX_EMPTY}; N discard Ew; E draw ??; E discard 1d"
    claimed = f"{discarded}; N claim kong; N expose kong 1111d"
    assert refused("replacement_left_for_kong", claimed) == "kong-not-allowed"
    assert accepted("replacement_left_for_kong", f"{discarded}; N claim pung; N expose pung 111d")
    before = BOX_EMPTY.rsplit("; ", 2)[0]
    assert accepted("replacement_left_for_kong", f"{before}; N kong concealed 6666c")
    assert accepted("loose_tile_left_for_kong", BOX_EMPTY)


# -- winning -----------------------------------------------------------------------------------------------------------


def _late(ruleset: str, left: int, discard: str) -> str:
    """The next player wins with a discard when so many live tiles are left; no 1b lies on the table before."""
    drawn = 144 - 53 - {"bmja": 14, "dmjl": 16}[ruleset] - left
    kinds = [CODES[1 + number % (PLAIN_KINDS - 1)] for number in range(drawn)] + [discard]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    winner = "ESWN"[(drawn + 1) % 4]
    played = "; ".join(moves).removeprefix("E draw ??; ")
    return f"game {ruleset}; hand; {played}; {winner} claim mahjong; {winner} mahjong discard {discard}"


@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.parametrize("ruleset", ["bmja", "dmjl"])
def test_in_the_last_five_tiles_every_tile_not_yet_seen_is_dangerous(ruleset: str) -> None:
    """Not one that lies on the table already, and not before."""
    check = "danger_as_recorded"
    assert accepted(check, f"{_late(ruleset, 5, '1b')} dangerous=choice")
    assert refused(check, f"{_late(ruleset, 6, '1b')} dangerous=choice") == "danger-misjudged"
    assert refused(check, f"{_late(ruleset, 5, '2b')} dangerous=choice") == "danger-misjudged"


@pytest.mark.parametrize(("hand", "why"), [
    ("123456b 789c 11d 22d", ": it needs 3 chows, and may have 1"),
    ("123456b 999c 11d 22d", ": it needs 2 chows, and may have 1"),
    ("123456b 789c 11d 29d", ""),
])  # fmt: skip
def test_a_hand_with_too_many_chows_is_told_so(hand: str, why: str) -> None:
    """By the rules `bmja` a hand has one chow at most."""
    found = findings(f"game bmja; hand; dealt S {hand}; E discard 2d; S claim mahjong; S mahjong discard")
    assert [one.message.partition("is not complete")[2] for one in found if one.code == "not-mahjong"] == [why]


@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.rule("classical/cannon-1")
@pytest.mark.parametrize(("ruleset", "early", "right", "wrong"), [
    *((ruleset, ("9d",), "choice", "no-choice") for ruleset in ("bmja", "dmjl")),
    *((ruleset, (), "no-choice", "choice") for ruleset in ("bmja", "dmjl", "classical")),
    ("classical", ("9d",), "no-choice", "choice"),
    ("classical", ("9d", "9d"), "choice", "no-choice"),
])  # fmt: skip
def test_late_in_the_wall_whoever_holds_one_of_a_kind_that_was_discarded_has_a_choice(
    ruleset: str, early: tuple[str, ...], right: str, wrong: str
) -> None:
    """East holds 9d, and else nothing but tiles that nobody has discarded; so is the one that wins.

    By the records of `classical` a kind that was discarded once is still as dangerous.
    """
    others = [code for code in CODES[:PLAIN_KINDS] if code not in ("1b", "2b", "4b", "9c", "9d")]
    rest = (75 if ruleset == "classical" else 71) - len(early)
    kinds = ["5b", *early, *(others[number % len(others)] for number in range(rest)), "4b"]
    turns = [("ESWN"[number % 4], kind) for number, kind in enumerate(kinds)]
    moves = [f"{seat} draw {kind if seat == 'E' else '??'}; {seat} discard {kind}" for seat, kind in turns]
    played = "; ".join(moves).removeprefix("E draw 5b; ")
    text = f"game {ruleset}; hand; dealt E 1111b 2222b 5b 9999c 9d; {played}; S claim mahjong; S mahjong discard 4b"
    assert accepted("danger_as_recorded", f"{text} dangerous={right}")
    assert refused("danger_as_recorded", f"{text} dangerous={wrong}") == "danger-misjudged"


# -- calling a discard in the American game ----------------------------------------------------------------------------


HAND = "game american card=riverside-2026; hand"
TABLE = f"{HAND} depth=table"
MISNAMED = f"{TABLE}; E discard 5b named=5c"


@pytest.mark.rule("american/error-2")
@pytest.mark.parametrize("act", ["claim pung", "expose pung 555b", "mahjong discard"])
def test_by_an_option_a_misnamed_tile_is_never_called(act: str) -> None:
    """Not even when it is named rightly: the text has no exception. The next discard can be called again."""
    name = "misnamed_discard_stays"
    misnamed = "game american card=riverside-2026 corrected_names=false; hand depth=table; E discard 5b named=5c"
    assert refused(name, f"{misnamed}; E name 5b; S {act}", after="discard-misnamed") == "claim-misnamed"
    assert accepted(name, f"{MISNAMED}; E name 5b; S {act}")
    assert accepted(name, f"{misnamed}; E name 5b; S discard 5b; W {act}")
    assert accepted(name, f"{misnamed.removesuffix(' named=5c')}; E name 5b; S {act}")


# -- what holds at every table, and the names of discards --------------------------------------------------------------


_EXCHANGE = {"seq": 9, "type": "joker-exchange", "seat": "S", "owner": "E", "tile": "5b"}
_STOP = {"seq": 9, "type": "charleston-stop", "seat": "S"}
_PASSED = {"seq": 9, "type": "charleston", "pass": "right-1", "seat": "S", "tiles": ["1b", "2b", "3b"]}


@pytest.mark.parametrize("ruleset", ["classical", "mahjiang", "pung-chi", "dead-wall", "western"])
def test_nothing_is_passed_or_exchanged_in_other_games(ruleset: str) -> None:
    """The Charleston, and exchanging jokers, belong to the American game."""
    table = play(f"game {ruleset}; hand depth=table; E discard 5b").table
    asked = {"jokers_are_played": (_EXCHANGE,), "charleston_is_played": (_STOP, _PASSED)}
    for check, event in ((check, event) for check, events in asked.items() for event in events):
        refusal = CHECKS[check].function(table, convert_event(event))
        assert refusal is not None
        assert refusal.code == "out-of-place"


def test_jokers_are_exchanged_where_there_are_some() -> None:
    """A set of tiles that has jokers knows the exchange."""
    plan = play("E discard 5b").table.plan
    with_jokers = replace(plan, copies=(*plan.copies[:JOKER], 8, 0))
    assert not CHECKS["jokers_are_played"].where(with_jokers)


def test_tiles_are_passed_where_there_is_a_charleston_jokers_or_not() -> None:
    """A club may play without jokers."""
    plan = replace(play("E discard 5b").table.plan, charleston=True)
    assert not CHECKS["charleston_is_played"].where(plan)
