"""Fines go into the totals, and points are neither made nor lost by them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.audit.engine import Engine
from mjlog.audit.settling.base import equal_shares
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import shipped
from mjlog.scoring import Terms, settle
from mjlog.seats import SEATS, Seat
from short_logs import fields, play

SEAT = st.sampled_from(SEATS)
GAME = "game {}; hand depth=result"


@given(ruleset=st.sampled_from(shipped()), fines=st.lists(st.tuples(SEAT, st.integers(1, 1000)), max_size=5))
def test_whatever_is_fined_the_points_of_all_players_add_up_to_what_they_began_with(
    ruleset: str, fines: list[tuple[Seat, int]]
) -> None:
    said = [f"{seat.value} penalty {amount}" for seat, amount in fines]
    table = play("; ".join([GAME.format(ruleset), *said])).table
    assert sum(table.totals.values()) == len(table.plan.seats) * table.plan.family.start_points


@given(amount=st.integers(0, 10_000), seats=st.permutations([Seat.S, Seat.W, Seat.N]))
def test_a_fine_is_split_as_equally_as_it_can_be(amount: int, seats: list[Seat]) -> None:
    shares = equal_shares(amount, seats)
    assert sum(shares.values()) == amount
    assert max(shares.values()) - min(shares.values()) <= 1


@pytest.mark.rule("bmja/penalty")
@pytest.mark.parametrize(
    ("to", "found"), [({"N": 50}, []), ({"N": 40}, ["wrong-penalty"]), ({"S": 50}, ["wrong-penalty"])]
)
def test_a_fine_that_is_not_paid_in_full_to_others_is_found(to: dict[str, int], found: list[str]) -> None:
    *before, fine = fields(f"{GAME.format('bmja')}; S penalty 50")
    replay = Engine(GameRecord("fined", "fined", iter(())))
    for event in (*before, fine | {"reason": "misnamed", "to": to}):
        replay.feed(convert_event(event), None)
    assert [finding.code for report in replay.finish() for finding in report.findings] == found


totals_of_seats = st.fixed_dictionaries({seat: st.integers(0, 5000) for seat in SEATS})


@given(
    totals=totals_of_seats, winner=SEAT, other=SEAT, liable=st.booleans(),
    terms=st.builds(Terms, st.booleans(), st.booleans(), st.booleans()),
)  # fmt: skip
def test_whatever_is_settled_the_points_add_up_to_nothing(
    totals: dict[Seat, int], winner: Seat, other: Seat, liable: bool, terms: Terms
) -> None:
    """The payments make the changes, one by one."""
    discarder = None if other is winner else other
    found = settle(totals, winner, discarder=discarder, liable=discarder if liable else None, terms=terms)
    assert sum(found.change.values()) == 0
    made = {seat: sum(n for _, to, n in found.payments if to is seat) for seat in SEATS}
    paid = {seat: sum(n for by, _, n in found.payments if by is seat) for seat in SEATS}
    assert {seat: made[seat] - paid[seat] for seat in SEATS} == found.change
