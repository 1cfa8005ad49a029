"""The Charleston at the table: tiles change places together, and none is lost or seen twice."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.state import A_DISCARD, PASSING
from mjlog.table.unseen import copies_left
from mjlog.tiles import CODES, format_sorted
from short_logs import codes, table
from table.american_hands import SEATS, Hand, everywhere, number_of_tiles
from turns import examples

HAND = "game american card=riverside-2026; hand"
DEALT = (
    f"{HAND}; dealt E 123456789b EEEEw 1c / S 123456789c SSSSw / W 123456789d WWWWw / N RRRd GGGd WWWd NNNNw;"
)  # fmt: skip
SEEDS = st.integers(0, 2**32)


def racks(at: Table) -> dict[str, str]:
    """What everybody has, in words."""
    return {place.seat.value: format_sorted(place.held) for place in at.places}


def held(at: Table, seat: str, code: str) -> int:
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
    assert (at.due, held(at, "E", "Ew"), held(at, "S", "Ew")) == (PASSING, 1, 0)
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
        assert held(at, receiver, f"{giver}w") == 3


@pytest.mark.rule("american/charleston-2")
def test_a_blind_tile_goes_through() -> None:
    """It comes from the one to the right and goes to the left, and leaves the rack as it was."""
    left = (
        "E charleston left-1 EEEw; S charleston left-1 SSSw; W charleston left-1 WWWw; N charleston left-1 EENw blind=2"
    )
    unseen = "; ".join(f"{seat} charleston {name} ????" for name in ("right-1", "across-1") for seat in SEATS)
    at = table(f"{HAND}; dealt; {unseen}; {left}")
    assert (held(at, "N", "Ew"), held(at, "W", "Ew"), held(at, "W", "Nw")) == (1, 2, 1)
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
    assert (held(at, "E", "9d"), held(at, "W", "1b"), at.place(Seat.E).size) == (1, 1, 14)


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
