"""What hands wait for, and how far they are from that, as far as they are seen."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from mjlog import events as ev
from mjlog.audit.game import Game
from mjlog.audit.settling import Settling
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.log.sight import Sight
from mjlog.seats import Seat
from mjlog.sources import games_in
from mjlog.table import Win
from mjlog.tiles import CODES
from mjlog.views.board import LineName
from mjlog.views.moment import distances_in, prospects_after, unseen_after, waits_after
from mjlog.views.waiting import Prospect, SeatWaits, Unseen, WaitWon, wait_won, waits_at
from samples import LOGS
from short_logs import fields, table
from tests.views.american_logs import bought, told
from tests.views.table_logs import Fields, hidden_twin, played, view_of
from turns import examples

EAST, SOUTH = "1112b 345b 678d EEw 99d", "123b 789c 789d NNw 35c"
DEALT = f"game western bonus_tiles=false; hand; dealt E {EAST} / S {SOUTH}"
OVER = "; washout"


def waits_of(text: str, seat: str, sight: Sight = "open", back: int = 2) -> SeatWaits | None:
    """What a seat waits for, so many events before the end."""
    view = view_of(fields(text))
    found = waits_after(view, len(view.rows) - back, sight)
    return next((one for one in found if one.seat is Seat[seat]), None)


TABLE = "game western bonus_tiles=false; hand; dealt"
DISCARDED = f"{DEALT}; E discard 2b{OVER}"
OPEN = (
    "E discard 4c; S draw 2d; S discard 2d; W draw 4c; W discard 4c; N draw 4c; N discard 4c; E draw 4c; E discard 4c"
)
SHOWN = (
    f"{TABLE} E 11122b 444c 678d EEw 9d / S {SOUTH}; E discard 9d; S draw 2d; S discard 2d; W draw 3d; W discard 3d;"
    "N draw 2b; N discard 2b; E claim mahjong; E mahjong discard 2b; E show 111b 222b 444c 678d EEw"
)
SPECIAL = "game {}; hand; dealt E 22334455667788d / S {}; E discard 2d" + OVER
WONDERS, KNITTED = "19b 19c 19d ESWNw RGd 1b", "1b 1c 2b 2c 4b 4c 5b 5c 7b 7c 8b 8c 9b"
GOULASH = f"dealt E {EAST} / S 333b 777c 888d NNw 35c; E discard 9d{OVER}"
CASES: list[tuple[str, str, Sight, int, dict[str, int] | None]] = [
    ("South lacks 4 characters, of which nobody has seen one", DISCARDED, "open", 2, {"4c": 4}),
    ("from South's seat the same is told", DISCARDED, Seat.S, 2, {"4c": 4}),
    ("from the table nothing", DISCARDED, "table", 2, None),
    ("from another seat neither", DISCARDED, Seat.E, 2, None),
    ("discards and exposed sets are left out: the last of a kind is waited for in vain",
     f"{TABLE} E 111b 4c 345b 678d EEw 99d / S {SOUTH}; {OPEN}{OVER}", "open", 2, {"4c": 0}),
    ("before East shows a pung of 4 characters", SHOWN, "open", 2, {"4c": 4}),
    ("and when it is shown", SHOWN, "open", 1, {"4c": 1}),
    ("a fifth tile is no wait", DISCARDED.replace(SOUTH, "1111b 234c 567c 888d").replace("1112b", "2226b"), "open", 2,
     None),
    ("thirteen wonders", SPECIAL.format("western bonus_tiles=false", WONDERS), "open", 2, {"Wd": 4}),
    ("knitting", SPECIAL.format("western bonus_tiles=false", KNITTED), "open", 2, {"9c": 4}),
    ("no special hands where they are not played", SPECIAL.format("pung-chi", WONDERS), "open", 2, None),
    ("South has claimed a pung, and waits with ten tiles", f"{TABLE} E {EAST} / S 22b 789c 789d NNw 35c 1d; "
     f"E discard 2b; S claim pung; S expose pung 222b; S discard 1d{OVER}", "open", 2, {"4c": 4}),
    ("no wild tiles in the first hand", f"game bmja; hand; {GOULASH}", "open", 2, {"4c": 4}),
    ("where the end of the hand before is missing this may be a goulash",
     f"game bmja; hand depth=result; washout; gap; hand 3; {GOULASH}", "open", 2, None),
]  # fmt: skip


@each("text, sight, back, due", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_south_waits_for_is_told_with_how_many_are_left(
    text: str, sight: Sight, back: int, due: dict[str, int] | None
) -> None:
    found = waits_of(text, "S", sight, back)
    assert (None if found is None else {str(wait.tile): wait.left for wait in found.waits}) == due


def test_a_hand_in_turn_is_told_its_best_discards() -> None:
    """East has two pairs to make a pung of, without 2 or 5 bamboo."""
    found = waits_of(f"{DEALT}{OVER}", "E")
    assert not found.waits
    lefts = [one.left for one in found.discards]
    assert lefts == sorted(lefts, reverse=True)
    assert {str(one.tile): [str(wait.tile) for wait in one.waits] for one in found.discards} == {
        "2b": ["9d", "Ew"], "5b": ["9d", "Ew"],
    }  # fmt: skip


def test_a_complete_hand_is_said_to_be_one() -> None:
    found = waits_of(f"{DEALT.replace('1112b', '111b 9d').replace('99d', '99d')}{OVER}", "E")
    assert found.is_complete


def test_the_same_hand_is_told_the_same_number_from_its_seat_and_all_open() -> None:
    """What is left is counted with the eyes of the player who waits."""
    text = f"{DEALT}; E discard 2b; S draw 9d; S discard 9d{OVER}"
    assert waits_of(text, "S", Seat.S) == waits_of(text, "S", "open")


def test_before_play_begins_nobody_waits() -> None:
    """The first thirteen tiles may be complete but for one; the deal goes on."""
    view = view_of(fields(DEALT + OVER))
    first = next(at for at, row in enumerate(view.rows) if getattr(row, "type", "") == "deal")
    assert waits_after(view, first, "open") == []
    assert waits_after(view, 0, "open") == []


def seen_by(events: list[Fields], cards: CardShelf = NO_CARDS, to_owner: bool = False) -> Game:
    """A game to look at, with cards at hand."""
    rows = ((convert_event(one), None) for one in events)
    return Game(GameRecord("test", "test", rows), cards=cards, to_owner=to_owner)


def place_of(view: Game, kind: str) -> int:
    """Where the last event of a type stands."""
    return max(at for at, row in enumerate(view.rows) if getattr(row, "type", "") == kind)


def test_by_a_card_tiles_are_told_with_the_line_they_make() -> None:
    """South wins with a flower that West discards: it was among the tiles waited for, and a joker would have done."""
    view = seen_by(told().events)
    south = next(one for one in waits_after(view, place_of(view, "discard"), "open") if one.seat is Seat.S)
    line = LineName("t2", 30)
    assert [(str(wait.tile), wait.line) for wait in south.waits] == [("Ff", line), ("Jk", line)]
    assert south.words.startswith("South waits for flower (t2 for 30, ")


def test_a_hand_of_the_card_that_is_complete_is_said_to_be_one() -> None:
    """West discards nothing: South draws the flower."""
    log = told(until="exchange")
    log.add("discard", seat="W", tile="2b")
    for seat, tile in (("E", "1b"), ("S", "Ff")):
        log.add("draw", seat=seat, tile=tile)
        if seat == "E":
            log.add("discard", seat=seat, tile=tile)
    log.add("discard", seat="S", tile="Ff")
    log.add("washout")
    view = seen_by(log.events)
    south = next(one for one in waits_after(view, place_of(view, "draw"), "open") if one.seat is Seat.S)
    assert south.is_complete


def test_a_dead_hand_waits_for_nothing() -> None:
    view = seen_by(told().events)
    after = place_of(view, "dead")
    assert {one.seat for place in range(after, len(view.rows)) for one in waits_after(view, place, "open")} <= {
        Seat.E,
        Seat.S,
        Seat.W,
    }


def test_by_a_purchased_card_waits_are_told_to_its_owner_alone(tmp_path: Path) -> None:
    """All others are told nothing: what completes a hand would tell its lines."""
    cards, log = bought(tmp_path), told(card="bought-2026")
    owner, other = (seen_by(log.events, cards, to_owner) for to_owner in (True, False))
    place = place_of(owner, "discard")
    assert waits_after(owner, place, "open")
    assert all(waits_after(other, at, "open") == [] for at in range(len(other.rows)))


def test_a_table_is_not_changed() -> None:
    laid = table(f"{DEALT}; E discard 2b")
    held = [list(place.held) for place in laid.places]
    assert waits_at(laid) == waits_at(laid)
    assert [place.held for place in laid.places] == held


def waits_won(text: str) -> dict[str, WaitWon | None]:
    """What the winners of a hand had waited for."""
    found: dict[str, WaitWon | None] = {}

    def note(end: Settling) -> None:
        found.update({win.seat.value: wait_won(end.table, win) for win in end.table.wins})

    rows = ((convert_event(one), None) for one in fields(text))
    assert Game(GameRecord("test", "test", rows), at_end=note).ended
    return found


def test_what_a_winner_had_waited_for_is_told_without_the_winning_tile() -> None:
    """South waited for 1 and 4 bamboo, and had seen one 4 lie; the one that wins had not been seen."""
    text = "game western bonus_tiles=false; hand; dealt E 1112b 55b 678d EEw 99d 4b 4b / S 23b 777b 789c 789d NNw"
    text += "; E discard 4b; S draw 2d; S discard 2d; W draw 4b; W discard 4b; S claim mahjong; S mahjong discard 4b"
    found = waits_won(text + "; S show 234b 777b 789c 789d NNw")["S"]
    assert ([CODES[kind] for kind in found.kinds], found.left) == (["1b", "4b"], 7)


def test_nothing_is_told_of_the_waits_of_a_hand_that_nobody_wrote_down() -> None:
    assert waits_won("game western; hand; E mahjong wall") == {"E": None}


def test_what_winners_of_whole_games_had_waited_for_is_what_was_told_before_the_winning_tile() -> None:
    for path in (one for one in LOGS if one.name.startswith(("western", "american"))):
        won: list[tuple[Win, WaitWon | None]] = []

        def note(end: Settling, won: list[tuple[Win, WaitWon | None]] = won) -> None:
            won.extend((one, wait_won(end.table, one)) for one in end.table.wins)

        view = Game(next(games_in(str(path))), at_end=note)
        assert view.ended
        for win, found in won:
            place = view.place_of(win.seq) or 0
            while not isinstance(view.rows[place], ev.Draw | ev.KongReplacement | ev.BonusReplacement | ev.Discard):
                place -= 1
            waiting = next(one for one in waits_after(view, place - 1, "open") if one.seat is win.seat)
            assert found == (tuple(one.tile.kind for one in waiting.waits), sum(one.left for one in waiting.waits))
        assert len(won) >= 5


# -- how far hands are from being ready, and what is not seen of each tile --------------------------------------------


FAR_EAST, FAR_SOUTH = "12b 45b 678d EEw 99d 1c 4c 9c", "123b 789c 78d NNw 35c 9d"
FAR_DEALT = f"game western bonus_tiles=false; hand; dealt E {FAR_EAST} / S {FAR_SOUTH}"


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
    found = prospect(f"{FAR_DEALT.replace('78d NNw 35c 9d', '78d NNw 35c 1d')}; E discard 9c{OVER}", "S")
    assert (found.away, found.discards) == (1, ())
    assert codes(found.draws.kinds) == "4c 6d 9d"
    # One 4 of characters and one 6 of dots, and 9 dots twice, are seen by nobody but East.
    assert found.draws.left == 12
    assert prospect(f"{FAR_DEALT}; E discard 9c{OVER}", "S") is None, "a ready hand is told by what it waits for alone"
    text = f"{FAR_DEALT.replace('35c 9d', '35c 1d')}{OVER}"
    assert [prospect(text, "S", sight) for sight in ("table", Seat.E)] == [None, None], "hands that are not seen"
    assert prospect(text, "S", Seat.S) == prospect(text, "S", "open")
    view = view_of(played(3, 12).events)
    assert prospects_after(view, len(view.rows) - 1, "open") == [], "while a hand goes on nobody is told anything"
    assert unseen_after(view, len(view.rows) - 1, Seat.S) == unseen_after(view, len(view.rows) - 1, "table")
    assert not any(distances_in(view.hands[-1], Seat.S))


def test_in_turn_the_discards_that_lose_nothing_are_told_with_what_would_come_the_best_first() -> None:
    found = prospect(f"{FAR_DEALT}{OVER}", "E")
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
    view = view_of(fields(f"{FAR_DEALT}; E discard 9c; S draw 4c; S discard 9d{OVER}"))
    course = [one.get(Seat.S) for one in distances_in(view.hands[-1], "open")]
    assert course[-4:] == [0, -1, 0, 0]


def test_a_player_sees_the_own_tiles_and_what_lies_open() -> None:
    seen = unseen(f"{FAR_DEALT}; E discard 9c{OVER}", Seat.S)
    assert seen.seat is Seat.S
    assert seen.left[CODES.index("9c")] == 2
    assert seen.left[CODES.index("Ew")] == 4
    assert unseen(f"{FAR_DEALT}; E discard 9c{OVER}", "table").left[CODES.index("9c")] == 3
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
