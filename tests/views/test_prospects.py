"""How far hands are from being ready, and what is not seen of each tile: as far as somebody sees the table."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.log.sight import Sight
from mjlog.seats import Seat
from mjlog.tiles import CODES
from mjlog.views.moment import distances_in, prospects_after, unseen_after
from mjlog.views.waiting import Prospect, Unseen
from short_logs import fields
from tests.views.american_logs import told
from tests.views.table_logs import hidden_twin, played, view_of
from turns import examples

EAST, SOUTH = "12b 45b 678d EEw 99d 1c 4c 9c", "123b 789c 78d NNw 35c 9d"
DEALT = f"game western bonus_tiles=false; hand; dealt E {EAST} / S {SOUTH}"
OVER = "; washout"


def codes(kinds: tuple[int, ...]) -> str:
    return " ".join(CODES[kind] for kind in kinds)


def prospect(text: str, seat: str, sight: Sight = "open", back: int = 2) -> Prospect | None:
    """A seat's prospect so many events before the end."""
    view = view_of(fields(text))
    found = prospects_after(view, len(view.rows) - back, sight)
    return next((one for one in found if one.seat is Seat[seat]), None)


def unseen(text: str, sight: Sight, back: int = 2) -> Unseen:
    view = view_of(fields(text))
    found = unseen_after(view, len(view.rows) - back, sight)
    assert found is not None
    return found


def test_a_hand_between_turns_is_told_how_far_it_is_and_what_brings_it_nearer() -> None:
    """South has two sets, 789 characters among them, 7-8-9 dots, a pair, and 3-5 characters: ready."""
    found = prospect(f"{DEALT.replace('78d NNw 35c 9d', '78d NNw 35c 1d')}; E discard 9c{OVER}", "S")
    assert (found.away, found.discards) == (1, ())
    assert codes(found.draws.kinds) == "4c 6d 9d"
    # One 4 of characters and one 6 of dots, and 9 dots twice, are seen by nobody but East.
    assert found.draws.left == 12
    assert prospect(f"{DEALT}; E discard 9c{OVER}", "S") is None, "a ready hand is told by what it waits for alone"
    text = f"{DEALT.replace('35c 9d', '35c 1d')}{OVER}"
    assert [prospect(text, "S", sight) for sight in ("table", Seat.E)] == [None, None], "hands that are not seen"
    assert prospect(text, "S", Seat.S) == prospect(text, "S", "open")
    view = view_of(played(3, 12).events)
    assert prospects_after(view, len(view.rows) - 1, "open") == [], "while a hand goes on nobody is told anything"
    assert unseen_after(view, len(view.rows) - 1, Seat.S) == unseen_after(view, len(view.rows) - 1, "table")
    assert not any(distances_in(view.hands[-1], Seat.S))


def test_in_turn_the_discards_that_lose_nothing_are_told_with_what_would_come_the_best_first() -> None:
    found = prospect(f"{DEALT}{OVER}", "E")
    assert found.draws is None
    lefts = [one.draws.left for one in found.discards]
    assert lefts == sorted(lefts, reverse=True)
    assert {CODES[one.kind] for one in found.discards} <= {"1c", "4c", "9c", "Ew", "9d"}


def test_of_a_card_the_nearest_lines_are_told_with_what_they_lack() -> None:
    found = view_of(told().events)
    places = [at for at in range(len(found.rows)) if prospects_after(found, at, "open")]
    assert places
    for one in prospects_after(found, places[-1], "open"):
        assert one.lines[0].tiles == one.away + 1
        assert [line.tiles for line in one.lines] == sorted(line.tiles for line in one.lines)
        assert all(len(line.lacks) >= line.tiles for line in one.lines)


@settings(max_examples=examples(15))
@given(seed=st.integers(0, 1 << 20), scrambled=st.integers(0, 1 << 20))
def test_a_players_panel_follows_from_nothing_that_the_player_does_not_see(seed: int, scrambled: int) -> None:
    """A game that differs in tiles that South never saw tells South the same, at every event."""
    log = played(seed, 12)
    log.add("washout")
    one, other = view_of(log.events), view_of(hidden_twin(log, scrambled, "S").events)
    for place in range(0, len(one.rows), 5):
        assert prospects_after(one, place, Seat.S) == prospects_after(other, place, Seat.S)
        assert unseen_after(one, place, Seat.S) == unseen_after(other, place, Seat.S)
        assert unseen_after(one, place) == unseen_after(other, place)
    assert distances_in(one.hands[-1], Seat.S) == distances_in(other.hands[-1], Seat.S)


def test_the_course_of_a_hand_tells_event_by_event_how_far_each_was() -> None:
    view = view_of(fields(f"{DEALT}; E discard 9c; S draw 4c; S discard 9d{OVER}"))
    course = [one.get(Seat.S) for one in distances_in(view.hands[-1], "open")]
    assert course[-4:] == [0, -1, 0, 0]


def test_a_player_sees_the_own_tiles_and_what_lies_open() -> None:
    seen = unseen(f"{DEALT}; E discard 9c{OVER}", Seat.S)
    assert seen.seat is Seat.S
    assert seen.left[CODES.index("9c")] == 2
    assert seen.left[CODES.index("Ew")] == 4
    assert unseen(f"{DEALT}; E discard 9c{OVER}", "table").left[CODES.index("9c")] == 3
    assert seen.left[CODES.index("1f")] is None


def test_what_three_exposed_sets_threaten_is_dangerous_where_a_rule_set_says_so() -> None:
    play = "; ".join(
        f"E discard {tile}; S claim pung; S expose pung {tile[0] * 3}b; S discard {away}; W draw 1d; W discard 1d; "
        f"N draw 2d; N discard 2d; E draw {drawn}"
        for tile, away, drawn in (("1b", "9c", "5c"), ("3b", "8c", "5c"), ("5b", "7c", "6c"))
    )
    dealt = "dealt E 135b 789d EEw 99d 1c 4c 2c 3c / S 11b 33b 55b 789c NNw 35c"
    found = unseen(f"game classical; hand; {dealt}; {play}{OVER}", Seat.E)
    assert CODES.index("7b") in found.risky
    assert CODES.index("9d") not in found.risky
    assert any("South" in words and "bamboo" in words for words in found.dangers)
    assert unseen(f"game western bonus_tiles=false; hand; {dealt}; {play}{OVER}", Seat.E).risky == frozenset()


def test_what_somebody_in_riichi_cannot_win_is_safe() -> None:
    dealt = "dealt E 1b 234c 678d EEw 99d 1c 4c 9c / S 123b 789c 789d NNw 35c"
    play = "E discard 1c; S draw 1b; S discard 1b riichi=true; W draw 8d; W discard 8d; N draw 6b; N discard 6b"
    found = unseen(f"game riichi; hand; {dealt}; indicator 9d; {play}; E draw 2d; washout", Seat.E)
    assert {CODES[kind] for kind in found.safe} >= {"1b", "8d", "6b"}
    assert CODES.index("1c") not in found.safe
