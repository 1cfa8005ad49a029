"""What each player could have claimed, and why not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.audit.game import Game
from mjlog.log.sight import Sight
from mjlog.seats import Seat
from mjlog.views.claimable import ClaimChance, Claims, claims_at
from mjlog.views.moment import claims_after
from short_logs import fields, table
from tests.views.american_logs import told
from tests.views.table_logs import hidden_twin, played, view_of

EAST, SOUTH = "1112b 345b 678d EEw 99d", "13b 2c 456d 789d RRd 99c"
WEST, NORTH = "22b 456c 123d 333c GWd", "789b 789c 1479d SWNw"
DEALT = f"game western bonus_tiles=false; hand; dealt E {EAST} / S {SOUTH} / W {WEST} / N {NORTH}"
CALLS = "E discard 2b; S claim chow; W claim pung; N pass; W expose pung 222b; W discard 3c"
OVER = "; washout"


def game(text: str) -> Game:
    """A short log, looked at."""
    return view_of(fields(text))


def claims_of(view: Game, kind: str, sight: Sight = "open") -> Claims | None:
    """The claims at the first event of a type."""
    place = next(at for at, row in enumerate(view.rows) if getattr(row, "type", "") == kind)
    return claims_after(view, place, sight)


def chance(found: Claims | None, seat: str, kind: str) -> ClaimChance:
    """One claim of one player."""
    return next(one for one in found.seats[Seat[seat]] if one.kind == kind)


def sets_of(one: ClaimChance) -> list[str]:
    """The sets of a claim, in short."""
    return [" ".join(map(str, laid)) for laid in one.sets]


def test_each_player_is_told_what_could_be_claimed_and_why_not() -> None:
    """All open: South has 1 and 3 bamboo, West a pair of twos, North nothing."""
    assert claims_of(game(f"{DEALT}; {CALLS}{OVER}"), "discard").words == (  # type: ignore[union-attr]
        "South: chow of 1-2-3 bamboo, but West's pung goes before; no pung: not two more 2 bamboo in the hand; "
        "no kong: not three more 2 bamboo in the hand; no mahjong: the hand is not complete",
        "West: pung; no chow: a chow takes the discard of the player on the left; "
        "no kong: not three more 2 bamboo in the hand; no mahjong: the hand is not complete",
        "North: no chow: a chow takes the discard of the player on the left; no pung: not two more 2 bamboo in the "
        "hand; no kong: not three more 2 bamboo in the hand; no mahjong: the hand is not complete",
        "South called chow; West got it for a pung",
    )


def test_a_refusal_names_the_rule_of_the_rule_set() -> None:
    """The rules are asked, and answer with their ids."""
    found = claims_of(game(f"{DEALT}; {CALLS}{OVER}"), "discard")
    assert chance(found, "W", "chow").rule == "western/chow-1"
    assert chance(found, "W", "chow").code == "chow-not-from-left"
    assert chance(found, "N", "mahjong").code == "not-mahjong"
    outranked = chance(found, "S", "chow")
    assert (outranked.verdict, outranked.before, outranked.code) == ("outranked", Seat.W, "claim-outranked")


def test_every_chow_is_said() -> None:
    """South can take 3 bamboo three ways."""
    text = f"game western bonus_tiles=false; hand; dealt E {EAST} / S 1245b 456d 789d RRRd; E discard 3b{OVER}"
    one = chance(claims_of(game(text), "discard"), "S", "chow")
    assert (one.verdict, sets_of(one)) == ("allowed", ["1b 2b 3b", "2b 3b 4b", "3b 4b 5b"])
    assert "chow of 1-2-3, 2-3-4 or 3-4-5 bamboo" in claims_of(game(text), "discard").words[0]  # type: ignore[union-attr]


def test_of_a_hand_that_is_not_seen_it_is_said_what_it_takes() -> None:
    """From the table nobody's hand says no; only what lies open does."""
    found = claims_of(game(f"{DEALT}; {CALLS}{OVER}"), "discard", "table")
    south = chance(found, "S", "chow")
    assert (south.verdict, south.why) == ("unknown", "if the hand holds 1-3 or 3-4 bamboo")
    assert south.before is Seat.W
    assert chance(found, "W", "chow").verdict == "refused"
    assert chance(found, "N", "pung").why == "if the hand holds two more 2 bamboo"
    assert chance(found, "N", "mahjong").why == "if the tile completes the hand"


def test_a_seat_knows_its_own_claims_alone() -> None:
    """South sees that South's hand makes a chow, and nothing of West's pair."""
    found = claims_of(game(f"{DEALT}; {CALLS}{OVER}"), "discard", Seat.S)
    assert chance(found, "S", "pung").verdict == "refused"
    assert chance(found, "W", "pung").verdict == "unknown"


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


def test_a_call_that_was_taken_back_goes_before_nobody() -> None:
    """West thinks better of it; South's chow stands."""
    text = f"{DEALT}; E discard 2b; S claim chow; W claim pung; W retract; S expose chow 123b; S discard 9c{OVER}"
    found = claims_of(game(text), "discard")
    assert chance(found, "S", "chow").verdict == "allowed"
    assert [call.seat for call in found.called] == [Seat.S]


def test_a_mahjong_that_was_taken_back_leaves_the_tile_open() -> None:
    """South declares, and takes it back; West gets the tile."""
    text = f"{DEALT}; E discard 2b; S claim mahjong; S mahjong discard 2b; S retract; W claim pung; W expose pung 222b"
    found = claims_of(game(f"{text}; W discard 3c{OVER}"), "discard")
    assert found.taken.seat is Seat.W


def test_a_kong_can_be_robbed_for_a_win_alone() -> None:
    """South waits for the tile that East adds to a pung."""
    east, south = "555b 1346789c 1d EESw", "46b 123c 456c 789c 22d"
    hands = f"dealt E {east} / S {south} / N 5b 1479c 147d ESWNw 1b"
    text = f"game classical Flowers=false; hand; {hands}; E discard 1d"
    text += "; S draw 9d; S discard 9d; W draw 1c; W discard Ww; N draw 9b; N discard 5b"
    text += "; E claim pung; E expose pung 555b; E kong added 5555b; washout"
    found = claims_of(game(text), "kong")
    assert found.is_kong
    assert [one.kind for one in next(iter(found.seats.values()))] == ["mahjong"]
    assert chance(found, "S", "mahjong").verdict == "allowed"
    found = claims_of(game(text.replace("classical Flowers", "western held_fourth=true bonus_tiles")), "kong")
    assert chance(found, "S", "mahjong").why == "robbing the kong: it is not among the ways to win"


def test_of_two_wins_the_next_in_turn_goes_before() -> None:
    """South and West both wait for the tile: West, who has called it, has to stand back behind South's call."""
    south, west = "123b 456b 789b 11d 23c", "123d 456d 777d 88c 23c"
    text = f"game western bonus_tiles=false; hand; dealt E 1c 345b 678d EESSw 99d 9b / S {south} / W {west}"
    text += "; E discard 1c; S claim mahjong; W claim mahjong; S mahjong discard 1c; S show 123b 456b 789b 11d 123c"
    found = claims_of(game(text), "mahjong")
    assert chance(found, "S", "mahjong").verdict == "allowed"
    west_wins = chance(found, "W", "mahjong")
    assert (west_wins.verdict, west_wins.before, west_wins.code) == ("outranked", Seat.S, "mahjong-outranked")
    assert found.words[-1] == "West called mahjong; South got it for mahjong"  # type: ignore[union-attr]


def test_three_players_claim_without_the_empty_seat() -> None:
    """Nobody sits at North."""
    text = f"game western bonus_tiles=false players=3; hand; dealt E {EAST} / S {SOUTH}; E discard 2b{OVER}"
    found = claims_of(game(text), "discard")
    assert list(found.seats) == [Seat.S, Seat.W]


def test_in_the_american_game_jokers_may_stand_in_sets() -> None:
    """South has a pair of 9 characters and two jokers; nobody calls a chow."""
    found = claims_of(view_of(told().events), "discard")
    assert [one.kind for one in next(iter(found.seats.values()))] == ["pung", "kong", "quint", "sextet", "mahjong"]
    assert sets_of(chance(found, "S", "pung")) == ["9c 9c 9c", "9c 9c Jk", "9c Jk Jk"]
    assert sets_of(chance(found, "S", "kong")) == ["9c 9c 9c Jk", "9c 9c Jk Jk"]
    assert chance(found, "S", "sextet").why == "not five more 9 characters or jokers in the hand"
    words = found.words[0]
    assert words.startswith(
        "South: pung with no, one or two jokers; kong with one or two jokers; quint with two jokers"
    )


def test_a_joker_that_was_discarded_cannot_be_claimed() -> None:
    """East throws a joker away."""
    log = told(until="joker")
    discard = next(event for event in log.events if event["type"] == "discard")
    discard["tile"] = "Jk"
    found = claims_of(view_of(log.events), "discard", "table")
    assert {chance(found, "S", kind).why for kind in ("pung", "mahjong")} == {"a joker cannot be claimed"}


def test_a_dead_hand_claims_nothing() -> None:
    """North's hand is dead when East discards again."""
    view = view_of(told().events)
    place = [at for at, row in enumerate(view.rows) if getattr(row, "type", "") == "discard"][2]
    found = claims_after(view, place, "open")
    assert {chance(found, "N", kind).why for kind in ("pung", "kong", "mahjong")} == {"dead hand"}


def test_a_set_that_leaves_no_line_of_the_card_is_said_to() -> None:
    """Five west winds are on no line; North calls them all the same, and is declared dead."""
    view = view_of(told().events)
    place = [at for at, row in enumerate(view.rows) if getattr(row, "type", "") == "discard"][1]
    found = claims_after(view, place, "open")
    quint = chance(found, "N", "quint")
    assert (quint.verdict, quint.why) == ("allowed", "it would leave no line of the card")
    assert chance(found, "N", "pung").why == ""
    assert "quint with two jokers (it would leave no line of the card)" in found.words[1]  # type: ignore[union-attr]


def test_without_the_card_nobody_can_say_what_wins() -> None:
    """The game names a card that is not at hand."""
    found = claims_of(view_of(told(card="nowhere").events), "discard")
    one = chance(found, "S", "mahjong")
    assert (one.verdict, one.why) == ("unknown", "the score card is not at hand")


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


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 30))
@settings(max_examples=8, deadline=None)
def test_while_a_hand_goes_on_claims_depend_on_no_hidden_tile(seed: int, other: int, turns: int) -> None:
    """Games that differ only in hidden tiles are told the same, whoever asks."""
    log = played(seed, turns)
    one, two = view_of(log.events), view_of(hidden_twin(log, other).events)
    for place in range(len(one.rows) * 2 // 3, len(one.rows)):
        assert claims_after(one, place, "open") == claims_after(two, place, Seat.S) == claims_after(one, place, "table")


@pytest.mark.parametrize("seed", range(3))
def test_whoever_got_a_tile_could_claim_it(seed: int) -> None:
    """All open, in hands played by the rules: the set that was laid down is among those allowed."""
    log = played(seed, 60)
    log.add("washout")
    view = view_of(log.events)
    taken = [(at, row) for at, row in enumerate(view.rows) if getattr(row, "type", "") == "expose"]
    assert taken
    for at, row in taken:
        found = claims_after(view, at, "open")
        assert chance(found, row.seat.value, row.kind).verdict == "allowed"  # type: ignore[union-attr]
