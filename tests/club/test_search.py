"""Searching games and hands: every question, alone and with others."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from each import each
from mjlog.club import Period, Seen, Wanted
from mjlog.club.records import found_line, game_line, hand_line
from mjlog.errors import NotationError
from mjlog.period import date_of, day_from, in_zone, zone_from
from tests.club.evenings import FRIDAY, TUESDAY, WASHOUT, Fields, facts_of, game, hand, won

KONG: Fields = {"type": "kong", "seat": "E", "kind": "concealed", "tiles": ["5b", "5b", "5b", "5b"]}
FAULTY = game(
    "monday", hand(1, 0, KONG, {"type": "gap"}, WASHOUT, depth="table"),
    hand(2, 0, *won("S", -40, 80, -20, -10)), players=["anna", "ben", "carl", "dora"],
)  # fmt: skip
"""Without a date; a kong in the first hand, payments that do not add up in the second."""
GAMES = {one[0]["game"]: facts_of(one) for one in (TUESDAY, FRIDAY, FAULTY)}


def found(wanted: Wanted) -> dict[str, list[int | None]]:
    """The hands that are found, by game."""
    return {
        name: [one.number for one in wanted.hands_of(facts)] for name, facts in GAMES.items() if wanted.fits_game(facts)
    }


def games(wanted: Wanted) -> set[str]:
    """The games that fit, whatever their hands are."""
    return {name for name, facts in GAMES.items() if wanted.fits_game(facts)}


@each("wanted, names", [
    (Wanted(), {"tuesday", "friday", "monday"}),
    (Wanted(players=("anna", "dora")), {"tuesday", "friday", "monday"}),
    (Wanted(players=("anna", "eve")), set()),
    (Wanted(ruleset="western"), {"friday"}),
    (Wanted(place="LIBR"), {"tuesday"}),
    (Wanted(place="café"), {"friday"}),
    (Wanted(table="2"), {"tuesday"}),
    (Wanted(period=Period(date(2026, 5, 6), None)), {"friday"}),
    (Wanted(period=Period(None, date(2026, 5, 5))), {"tuesday"}),
    (Wanted(period=Period(date(2026, 5, 5), date(2026, 5, 8))), {"tuesday", "friday"}),
    (Wanted(period=Period(date(2026, 5, 6), date(2026, 5, 7))), set()),
    (Wanted(ruleset="western", place="library"), set()),
])  # fmt: skip
def test_games_are_found_by_what_their_beginning_says(wanted: Wanted, names: set[str]) -> None:
    """A game without a date is in no period that has an end."""
    assert games(wanted) == names
    western = Wanted(ruleset="western")
    assert [western.can_begin(one, None, None) for one in ("western", "classical")] == [True, False]
    assert not Wanted(place="x").can_begin("western", None, None)


@each("wanted, hands", [
    (Wanted(won_by="ben"), {"tuesday": [1, 4], "friday": [], "monday": [2]}),
    (Wanted(limit_hand=True), {"tuesday": [4], "friday": [], "monday": []}),
    (Wanted(washout=True), {"tuesday": [3], "friday": [], "monday": [1]}),
    (Wanted(events=("kong",)), {"tuesday": [], "friday": [], "monday": [1]}),
    (Wanted(events=("kong", "washout")), {"tuesday": [], "friday": [], "monday": [1]}),
    (Wanted(events=("kong",), won_by="ben"), {"tuesday": [], "friday": [], "monday": []}),
    (Wanted(codes=("not-zero-sum", "wrong-score")), {"tuesday": [], "friday": [], "monday": [2]}),
    (Wanted(severities=("error",), won_by="ben"), {"tuesday": [], "friday": [], "monday": [2]}),
    (Wanted(codes=("not-zero-sum",), severities=("info",)), {"tuesday": [], "friday": [], "monday": []}),
    (Wanted(events=("game-start",)), {"tuesday": [None], "friday": [None], "monday": [None]}),
])  # fmt: skip
def test_hands_are_found_by_what_happened_in_them(wanted: Wanted, hands: dict[str, list[int | None]]) -> None:
    """All that is asked must be true of the same hand; the time before the first hand is asked, too."""
    assert found(wanted) == hands
    assert wanted.asks_of_hands


def test_a_result_as_high_as_a_limit_hand_is_found_among_limit_hands() -> None:
    """Nobody can say which it was; less is none, also where a loser announced so much."""
    hands = (hand(number, 0, *won("E", total=total)) for number, total in enumerate((1000, 999, 2400), 1))
    facts = facts_of(game("high", *hands))
    assert [one.number for one in Wanted(limit_hand=True).hands_of(facts)] == [1, 3]
    assert hand_line(facts, facts.played[0], {}).endswith("anna wins 1000 from the wall, as much as a limit hand")


def test_who_is_looked_for_played_the_hand() -> None:
    """A substitute played some hands of the game only."""
    other = ("anna", "ben", "carl", "eve")
    facts = facts_of(game("g", hand(1, 0, WASHOUT), hand(2, 0, WASHOUT, players=other)))
    wanted = Wanted(players=("eve",))
    assert wanted.fits_game(facts)
    assert [one.number for one in wanted.hands_of(facts)] == [2]


@pytest.mark.parametrize("text", ["", "today", "2026-5-1", "20260501", "2026-02-30", "2026-W01-1", "２０２６-05-01"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no day; expected one like 2026-05-01"):
        day_from(text)


@pytest.mark.parametrize(("zone", "shown"), [
    ("UTC", "2026-05-06 01:30"), ("utc", "2026-05-06 01:30"), ("-04:00", "2026-05-05 21:30"),
    ("+13:00", "2026-05-06 14:30"), ("America/New_York", "2026-05-05 21:30"), ("Asia/Kolkata", "2026-05-06 07:00"),
])  # fmt: skip
def test_a_time_is_told_by_the_clocks_of_a_zone(zone: str, shown: str) -> None:
    """A club in America that meets in the evening meets on the day before."""
    time = date_of("2026-05-06T01:30:00Z")
    assert time is not None
    assert f"{in_zone(time, zone_from(zone)):%Y-%m-%d %H:%M}" == shown
    assert in_zone(time, zone_from("local")).utcoffset() == time.astimezone().utcoffset()
    for end in (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)):
        assert {in_zone(end, zone_from(zone)) for zone in ("-14:00", "+14:00")} == {end}, "it has no other zone"


@each("text", ["", "Nowhere", "America", "../../etc/passwd", "+2", "+15:00", "\x00", "-04:00 ", "x" * 999])
def test_what_is_no_time_zone_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"no time zone .* expected one like Europe/Prague, \+02:00, UTC or local"):
        zone_from(text)


def test_the_same_game_is_met_once() -> None:
    """Wherever it comes from; another game of the same name is another one."""
    seen = Seen()
    other = facts_of(game("tuesday", hand(1, 0, WASHOUT)))
    assert seen.meet(facts_of(TUESDAY, "a folder")) == "new"
    assert seen.meet(facts_of(TUESDAY, "a database")) == "again"
    assert seen.meet(other) == "other"
    assert seen.meet(facts_of(TUESDAY)) == "again"
    assert seen.meet(facts_of(FRIDAY)) == "new"


def test_what_was_found_is_told_in_words() -> None:
    facts = GAMES["tuesday"]
    assert game_line(facts, 2, {}) == "tuesday: 2026-05-05; classical; anna, ben, carl, dora; Library; 2; 2 of 4 hands"
    names = {"ben": "Ben Okafor"}
    assert (
        hand_line(facts, facts.played[0], names)
        == "tuesday (2026-05-05), hand 1: ben (Ben Okafor) wins 40 from the wall"
    )
    assert hand_line(facts, facts.played[1], {}) == "tuesday (2026-05-05), hand 2: dora wins 64 on a discard"
    assert hand_line(facts, facts.played[2], {}) == "tuesday (2026-05-05), hand 3: wash-out"
    assert hand_line(facts, facts.played[3], {}).endswith("ben wins 200 from the wall, limit hand heavenly hand")
    assert hand_line(facts, facts.hands[0], {}) == "tuesday (2026-05-05), before the first hand"
    assert found_line(GAMES["monday"].played[1], (), ("error",)) == "error not-zero-sum at event 8"
    assert found_line(facts.played[0], (), ()) is None
