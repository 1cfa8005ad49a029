"""Groups, corrected groups and jokers at the table: where each tile is, and what everybody sees."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.state import A_DISCARD, PASSING
from mjlog.table.unseen import copies_left
from mjlog.tiles import CODES, JOKER, format_sorted, format_tiles
from short_logs import codes, table
from table.american_hands import SEATS, Hand, everywhere, lying_open, number_of_tiles
from turns import examples

HAND = "game american card=riverside-2026; hand"
KNOWN = f"{HAND}; dealt S 555b JJk 12345678c; passes 123c; E discard 5b"
"""South has three 5b and two jokers."""
PUNG = f"{KNOWN}; S claim pung; S expose pung 55b Jk"
TWO_JOKERS = (
    f"{HAND}; dealt S 55b RRd JJk 1234578c; passes 123c; E discard 5b; S claim pung; S expose pung 55b Jk; S discard 8c"
)
SEEDS = st.integers(0, 2**32)


def laid(at: Table, seat: Seat) -> list[str]:
    """The sets before a player, in words."""
    return [f"{one.kind} {format_tiles(one.tiles)}" for one in at.place(seat).sets]


def held(at: Table, seat: Seat, code: str) -> int:
    """How many of a tile a player has on the rack."""
    return at.place(seat).held[CODES.index(code)]


@settings(max_examples=examples(60))
@given(SEEDS)
def test_no_tile_is_lost_in_play(seed: int) -> None:
    """Through calls, corrected exposures and exchanges every tile is in one place, and racks are as they should be."""
    hand = Hand(seed)
    hand.charleston()
    hand.play(24)
    at = hand.table
    assert [one for one in hand.replay.report.findings if one.severity != "info"] == []
    assert number_of_tiles(at) == 152
    assert everywhere(at) == at.seen
    assert lying_open(at) == list(at.visible)
    for seat in SEATS:
        assert at.place(Seat[seat]).held == hand.counts(seat)
        assert [len(one.tiles) for one in at.place(Seat[seat]).sets] == [*map(len, hand.sets[seat])]


@settings(max_examples=40)
@given(SEEDS, st.sampled_from([20, 60, 100]))
def test_no_tile_is_lost_where_some_were_not_seen(seed: int, hidden: int) -> None:
    """What is known of a rack is on it."""
    hand = Hand(seed, hidden)
    hand.charleston()
    hand.play(24)
    assert [one for one in hand.replay.report.findings if one.severity != "info"] == []
    assert number_of_tiles(hand.table) == 152
    for seat in SEATS:
        place = hand.table.place(Seat[seat])
        true = hand.counts(seat)
        assert place.size == sum(true)
        assert all(known <= count for known, count in zip(place.held, true, strict=True))


def test_the_hands_played_here_are_of_every_kind() -> None:
    """Calls for each size of group, corrections and exchanges come up in them."""
    sizes, seen = set(), set()
    for seed in range(60):
        hand = Hand(seed)
        hand.charleston()
        hand.play(24)
        for place in hand.table.places:
            sizes |= {len(one.tiles) for one in place.sets}
            seen |= {"a joker on the table" for one in place.sets if JOKER in one.tiles}
        seen |= {hand.table.passing.done[-1]} if hand.table.passing is not None else set()
    assert sizes >= {3, 4, 5}
    assert seen == {"a joker on the table", "left-1", "right-2", "courtesy"}


@pytest.mark.rule("american/call-4")
def test_the_caller_has_the_turn_and_a_tile_less_on_the_rack() -> None:
    """Turns between are skipped, and nothing is drawn."""
    at = table(f"{HAND}; E discard 5b; N claim pung; N expose pung 55b Jk")
    assert (at.turn, at.due, at.place(Seat.N).size, at.place(Seat.N).tiles) == (Seat.N, A_DISCARD, 11, 14)
    assert at.discard is not None
    assert at.discard.claimed_by is Seat.N
    assert at.live_left == 99


@pytest.mark.rule("american/error-4")
@pytest.mark.parametrize(
    ("kind", "tiles", "fives", "jokers"),
    [("pung", "555b", 1, 2), ("kong", "555b Jk", 1, 1), ("kong", "5555b", 0, 2), ("pung", "5b JJk", 3, 0)],
)
def test_a_corrected_exposure_takes_the_place_of_the_first(kind: str, tiles: str, fives: int, jokers: int) -> None:
    """Its own tiles go back to the rack; the one that was claimed stays."""
    at = table(f"{PUNG}; S expose {kind} {tiles} on=expose")
    assert (held(at, Seat.S, "5b"), held(at, Seat.S, "Jk")) == (fives, jokers)
    assert len(at.place(Seat.S).sets) == 1
    assert at.place(Seat.S).tiles == 14
    assert lying_open(at) == list(at.visible)


@pytest.mark.rule("american/joker-1")
def test_unseen_tiles_of_a_group_are_like_the_others_or_jokers() -> None:
    """How many of each the player still has is not known; all other tiles stay as they were."""
    rack = f"{HAND}; dealt S 55b 111b GGGd Jk NESWw; passes ESWw; E discard 5b; S claim pung"
    at = table(f"{rack}; S expose pung 5b ???")
    assert [held(at, Seat.S, code) for code in ("5b", "Jk", "1b", "Gd", "Nw")] == [0, 0, 3, 3, 1]
    assert at.place(Seat.S).size == 11


@pytest.mark.rule("mahjiang/turn-4")
def test_a_set_of_unseen_tiles_is_any_of_its_kind() -> None:
    """What was seen of it is among them."""
    pung, chow, kong = [
        table(f"game mahjiang; hand depth=table; E lay-concealed {laid}").place(Seat.E).sets[0]
        for laid in ("pung ????", "chow ????", "kong 5b????")
    ]
    fives, row, threes = (4, 4, 4), (3, 4, 5), (2, 2, 2)
    assert [pung.can_be(shown) for shown in (fives, row, (4, 4), (4, 4, 4, 4))] == [True, False, False, False]
    assert [chow.can_be(shown) for shown in (fives, row)] == [False, True]
    assert [kong.can_be(shown) for shown in ((4, 4, 4, 4), (*threes, 2))] == [True, False]


@pytest.mark.rule("american/joker-2")
def test_an_exchanged_joker_changes_places_with_the_tile() -> None:
    """The set is of the same kind, and what everybody sees has changed."""
    at = table(f"{PUNG.replace('555b', '55b 9c')}; S discard 8c; W draw 5b; W exchange S 5b set=0")
    assert laid(at, Seat.S) == ["pung 555b"]
    assert held(at, Seat.W, "Jk") == 1
    assert at.place(Seat.W).tiles == 14
    assert (at.visible[CODES.index("5b")], at.visible[JOKER]) == (3, 0)
    assert at.whence == "exchange"


@pytest.mark.rule("american/joker-2")
def test_where_no_set_is_named_the_first_that_has_the_joker_is_meant() -> None:
    """Sets of other tiles are passed over."""
    two = f"{TWO_JOKERS}; W draw ??; W discard Rd; S claim pung; S expose pung RRd Jk; S discard 7c; W draw ??"
    at = table(f"{two}; W exchange S Rd")
    assert laid(at, Seat.S) == ["pung 55b Jk", "pung RRRd"]


def test_an_exchange_without_a_joker_moves_nothing() -> None:
    """It is a fault, and nobody knows what was meant."""
    at = table(f"{PUNG}; S discard 8c; W draw ??; W exchange S 6b")
    assert laid(at, Seat.S) == ["pung 55b Jk"]
    assert number_of_tiles(at) == 152


def test_an_unseen_tile_that_is_exchanged_stays_unseen() -> None:
    """The joker that comes for it is on a rack of which nothing is known."""
    at = table(f"{HAND}; E discard 5b; S claim pung; S expose pung 55b Jk; S discard 8c; W draw ??; W exchange S 5b")
    west = at.place(Seat.W)
    assert (west.size, held(at, Seat.W, "Jk"), west.unknown) == (14, 1, 13)


@pytest.mark.rule("american/error-4")
@pytest.mark.parametrize("which", ["on=5", "on=6"])
def test_an_exposure_is_corrected_again_whichever_of_the_two_is_named(which: str) -> None:
    """The last one laid down is the one that lies there."""
    at = table(
        "game american; hand depth=table; E discard 5b; S claim pung;"
        f"S expose pung 55b Jk; S expose kong 555b Jk on=5; S expose pung 555b {which}"
    )
    assert [format_tiles(laid.tiles) for laid in at.place(Seat.S).sets] == ["555b"]


# -- the Charleston at the table ---------------------------------------------------------------------------------------


DEALT = (
    f"{HAND}; dealt E 123456789b EEEEw 1c / S 123456789c SSSSw / W 123456789d WWWWw / N RRRd GGGd WWWd NNNNw;"
)  # fmt: skip
def racks(at: Table) -> dict[str, str]:
    """What everybody has, in words."""
    return {place.seat.value: format_sorted(place.held) for place in at.places}


def tiles_held(at: Table, seat: str, code: str) -> int:
    """How many of a tile a player is known to have."""
    return at.place(Seat[seat]).held[CODES.index(code)]


@settings(max_examples=examples(60))
@given(SEEDS)
def test_every_tile_passed_arrives(seed: int) -> None:
    """Blind ones too: racks are what a plain count of tiles says, and all 152 tiles are there."""
    hand = Hand(seed)
    hand.charleston()
    for seat in SEATS:
        assert hand.table.place(Seat[seat]).held == hand.counts(seat)
    assert number_of_tiles(hand.table) == 152
    assert everywhere(hand.table) == hand.table.seen
    assert hand.replay.report.findings == []


@settings(max_examples=examples(60))
@example(98341628, 10)
@given(SEEDS, st.sampled_from([10, 50, 90, 100]))
def test_tiles_that_nobody_saw_are_no_fault(seed: int, hidden: int) -> None:
    """What is known of a rack is on it, the rest is counted, and play begins without a finding."""
    hand = Hand(seed, hidden)
    hand.charleston()
    for seat in SEATS:
        place = hand.table.place(Seat[seat])
        true = hand.counts(seat)
        assert place.size == sum(true) == (14 if seat == "E" else 13)
        assert all(known <= count for known, count in zip(place.held, true, strict=True))
    assert number_of_tiles(hand.table) == 152
    hand.play(1)
    # A set laid open by chance may be one of no line: that is for information.
    assert [found for found in hand.replay.report.findings if found.severity != "info"] == []


@settings(max_examples=40)
@given(SEEDS)
def test_copies_are_counted_once(seed: int) -> None:
    """What was passed is no more known to all than before: as many can be unseen as there are elsewhere."""
    hand = Hand(seed, hidden=40)
    hand.charleston()
    known = everywhere(hand.table)
    for kind, copies in enumerate(hand.table.plan.copies):
        assert copies_left(hand.table, kind) == copies - known[kind]


@pytest.mark.rule("american/charleston-1")
def test_tiles_arrive_when_all_four_have_passed() -> None:
    """Until then they lie between two players."""
    passed = "E charleston right-1 EEEw; S charleston right-1 SSSw; W charleston right-1 WWWw"
    at = table(f"{DEALT} {passed}")
    assert (at.due, tiles_held(at, "E", "Ew"), tiles_held(at, "S", "Ew")) == (PASSING, 1, 0)
    assert [place.size for place in at.places] == [11, 10, 10, 13]
    at = table(f"{DEALT} {passed}; N charleston right-1 NNNw")
    assert racks(at)["S"] == "123456789c EEESw"
    assert [place.size for place in at.places] == [14, 13, 13, 13]
    assert at.passing is not None
    assert at.passing.due == "across-1"


@pytest.mark.parametrize(
    ("name", "receivers"),
    [("right-1", "SWNE"), ("across-1", "WNES"), ("left-1", "NESW"), ("left-2", "NESW"), ("right-2", "SWNE")],
)
def test_where_tiles_go(name: str, receivers: str) -> None:
    """To the right is to the next in turn."""
    before = "; ".join(
        f"{seat} charleston {one} ????"
        for one in ("right-1", "across-1", "left-1", "left-2", "across-2", "right-2")
        for seat in SEATS
    ).split(f"; E charleston {name}")[0]
    before = "" if name == "right-1" else f"{before};"
    at = table(
        f"{HAND}; dealt; {before}" + "; ".join(f"{seat} charleston {name} {seat}{seat}{seat}w" for seat in SEATS)
    )
    for giver, receiver in zip(SEATS, receivers, strict=True):
        assert tiles_held(at, receiver, f"{giver}w") == 3


@pytest.mark.rule("american/charleston-2")
def test_a_blind_tile_goes_through() -> None:
    """It comes from the one to the right and goes to the left, and leaves the rack as it was."""
    left = (
        "E charleston left-1 EEEw; S charleston left-1 SSSw; W charleston left-1 WWWw; N charleston left-1 EENw blind=2"
    )
    unseen = "; ".join(f"{seat} charleston {name} ????" for name in ("right-1", "across-1") for seat in SEATS)
    at = table(f"{HAND}; dealt; {unseen}; {left}")
    assert (tiles_held(at, "N", "Ew"), tiles_held(at, "W", "Ew"), tiles_held(at, "W", "Nw")) == (1, 2, 1)
    assert [place.size for place in at.places] == [14, 13, 13, 13]


@pytest.mark.rule("american/charleston-2")
def test_more_tiles_passed_blind_than_arrived_have_left_the_rack() -> None:
    """One has come, and three went on: two of the others are gone, and nobody knows which; of three alike one stays."""
    at = table(
        f"{DEALT} E charleston right-1 1b; S charleston right-1 ???? blind=3; "
        "W charleston right-1 WWWw; N charleston right-1 NNNw"
    )
    assert [(place.size, place.unknown) for place in at.places] == [(16, 0), (11, 10), (13, 3), (13, 0)]


@pytest.mark.rule("american/charleston-4")
def test_a_courtesy_changes_places_when_both_have_given() -> None:
    """The others do not wait for it."""
    start = f"{DEALT} passes; E charleston courtesy 1b;"
    at = table(start)
    assert (at.place(Seat.E).size, at.place(Seat.W).size) == (13, 13)
    at = table(f"{start} W charleston courtesy 9d")
    assert (tiles_held(at, "E", "9d"), tiles_held(at, "W", "1b"), at.place(Seat.E).size) == (1, 1, 14)


@pytest.mark.rule("american/charleston-1")
def test_passes_that_were_not_recorded_leave_racks_in_the_dark() -> None:
    """As many tiles as before, and nobody knows which."""
    at = table(f"{DEALT} E discard 1b")
    assert at.due != A_DISCARD
    assert [(place.size, sum(place.held)) for place in at.places] == [(13, 0), (13, 0), (13, 0), (13, 0)]


def test_a_copy_of_the_table_in_the_middle_of_a_pass_is_independent() -> None:
    """What is passed on one is not passed on the other."""
    at = table(f"{DEALT} E charleston right-1 EEEw")
    twin = at.copy()
    assert at.passing is not None
    assert twin.passing is not None
    twin.passing.given.clear()
    assert list(at.passing.given) == [Seat.E]


def test_a_flower_of_any_kind_is_a_flower() -> None:
    """They are passed and counted alike."""
    assert codes(f"{HAND}; dealt E 1234f 1234s 123456b; E charleston right-1 1f 2f 3s") == []
