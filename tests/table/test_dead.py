"""Dead hands at the table: the turn passes them over, and a mahjong in error is undone."""

from __future__ import annotations

import pytest

from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.state import A_DISCARD, A_DRAW, CLOSING, PASSING
from mjlog.tiles import CODES, format_sorted, format_tiles
from short_logs import play, table
from table.american_hands import lying_open, number_of_tiles

HAND = "game american card=riverside-2026; hand"
TABLE = f"{HAND} depth=table"
NEARLY = f"{HAND}; dealt S 111b 11c GGGd Jk NESWw; passes ESWw; E discard 9d"
SHOWN = "S show | 111b 11c 9d GGGd Jk NESWw"
DRAWN = f"{NEARLY}; S draw 9d; S mahjong wall 9d"
CALLED = f"{NEARLY}; S claim mahjong; S mahjong discard 9d"
PUNG = "E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d"


def due(at: Table) -> tuple[Seat, int]:
    """Whose turn it is, and for what."""
    return at.turn, at.due


@pytest.mark.rule("american/dead-5")
@pytest.mark.parametrize(("before", "dead", "after"), [
    ("E discard 9d", "S", (Seat.W, A_DRAW)),
    ("E discard 9d", "W", (Seat.S, A_DRAW)),
    ("E discard 9d; S draw ??", "S", (Seat.W, A_DRAW)),
    ("E discard 9d; S draw ??", "N", (Seat.S, A_DISCARD)),
    ("E discard 9d; S dead other; W draw ??", "W", (Seat.N, A_DRAW)),
    ("E discard 9d; N dead other; S draw ??; S discard 9d; W draw ??", "W", (Seat.E, A_DRAW)),
])  # fmt: skip
def test_the_turn_goes_to_the_next_living_seat(before: str, dead: str, after: tuple[Seat, int]) -> None:
    """A player who dies in turn does not discard."""
    at = table(f"{TABLE}; {before}; {dead} dead other")
    assert due(at) == after
    assert Seat[dead] in at.dead


@pytest.mark.rule("american/error-5")
@pytest.mark.parametrize("shown", ["111b 11c 9d GGGd Jk NESWw", "111b 11c ?? GGGd Jk NESWw"])
def test_after_a_mahjong_in_error_the_hand_shown_is_known_with_the_tile_that_was_called(shown: str) -> None:
    """A tile of it that lies there unseen can only be the one that is missing."""
    place = table(f"{CALLED}; S show | {shown}; S dead false-mahjong").place(Seat.S)
    assert format_tiles(place.known()) == "111b 11c 9d ESWNw GGGd Jk"
    assert place.unknown == 0


@pytest.mark.rule("american/dead-5")
def test_after_a_discard_dead_hands_are_passed_over() -> None:
    """Two play on."""
    at = table(f"{TABLE}; E discard 9d; S dead other; N dead other; W discard 9d")
    assert due(at) == (Seat.E, A_DRAW)
    at = table(f"{TABLE}; E discard 9d; S dead other; N dead other; W discard 9d; E draw ??; E discard 9c")
    assert due(at) == (Seat.W, A_DRAW)


@pytest.mark.rule("american/dead-4")
@pytest.mark.parametrize("tiles", ["dealt E 111b 11c 9d GGGd Jk NESWw; passes ESWw; E mahjong wall", "E mahjong wall"])
def test_east_may_die_before_the_first_discard(tiles: str) -> None:
    """South draws and discards, and so on round the table."""
    error = f"{HAND}; {tiles}; E show | 111b 11c 9d GGGd Jk NESWw; E dead false-mahjong"
    at = table(f"{error}; S draw ??")
    assert due(at) == (Seat.S, A_DISCARD)
    at = table(f"{error}; S draw ??; S discard 1d; W draw ??; W discard 1d; N draw ??; N discard 1d")
    assert (due(at), at.place(Seat.S).size) == ((Seat.S, A_DRAW), 13)


@pytest.mark.rule("american/dead-5")
def test_east_may_be_dead_before_the_first_event_of_play() -> None:
    """At the depth `table` the deal is filled in first."""
    at = table(f"{TABLE}; E dead other by=S; S draw ??")
    assert due(at) == (Seat.S, A_DISCARD)
    assert [place.size for place in at.places] == [14, 14, 13, 13]


@pytest.mark.rule("american/error-5")
def test_a_dealt_mahjong_taken_back_leaves_the_charleston_to_be_made() -> None:
    """It was declared before it."""
    at = table(f"{HAND}; dealt E 111b 11c 9d GGGd Jk NESWw; E mahjong deal; E retract")
    assert at.due == PASSING
    at = table(f"{HAND}; dealt E 111b 11c 9d GGGd Jk NESWw; E mahjong deal; E retract; passes ESWw; E discard 9d")
    assert due(at) == (Seat.S, A_DRAW)


def test_a_dead_hand_has_no_call_that_stands() -> None:
    """Others can take the tile."""
    at = table(f"{TABLE}; E discard 9d; S claim pung; S dead other")
    assert at.claims == {}
    assert at.open


@pytest.mark.rule("american/dead-1")
def test_a_hand_that_is_not_proved_dead_lives() -> None:
    """An unproved declaration changes nothing."""
    at = table(f"{HAND}; dealt; passes; E discard 9d; S dead count by=N")
    assert at.dead == {}
    assert due(at) == (Seat.S, A_DRAW)


@pytest.mark.rule("american/error-5")
@pytest.mark.parametrize("declared", [DRAWN, CALLED])
def test_a_declaration_taken_back_leaves_the_table_as_it_was(declared: str) -> None:
    """A tile that was called is live again; whose turn it is, and who has what, is the same."""
    before, after = table(declared.rpartition("; S mahjong")[0]), table(f"{declared}; S retract")
    assert (after.winner, after.due, after.turn, after.open) == (None, before.due, before.turn, before.open)
    assert [place.held for place in after.places] == [place.held for place in before.places]
    assert [place.sure for place in after.places] == [True] * 4
    assert after.discards[-1].claimed_by is None
    assert not after.standing.result_known
    assert after.claims == {}


@pytest.mark.rule("american/dead-4")
def test_a_false_mahjong_that_was_shown_is_undone() -> None:
    """The hand is dead with the tile that was drawn, and the next living seat draws."""
    at = table(f"{DRAWN}; {SHOWN}; S dead false-mahjong by=W")
    assert (at.winner, at.dead, due(at)) == (None, {Seat.S: "false-mahjong"}, (Seat.W, A_DRAW))
    assert format_sorted(at.place(Seat.S).held) == "111b 11c 9d ESWNw GGGd Jk"
    assert at.standing.winner is None
    assert number_of_tiles(at) == 152


@pytest.mark.rule("american/dead-4")
def test_a_tile_called_for_a_false_mahjong_stays_with_the_dead_hand() -> None:
    """It does not lie in the middle again, and nobody can call it."""
    at = table(f"{CALLED}; {SHOWN}; S dead false-mahjong by=W")
    assert at.discards[-1].claimed_by is Seat.S
    assert (at.place(Seat.S).size, at.open, due(at)) == (14, False, (Seat.W, A_DRAW))
    assert number_of_tiles(at) == 152


@pytest.mark.rule("american/dead-4")
def test_what_was_shown_of_an_unseen_hand_is_known() -> None:
    """It stays so while the others play on."""
    at = table(f"{TABLE}; E discard 9d; S mahjong wall; {SHOWN}; S dead false-mahjong; W discard 9c")
    assert format_sorted(at.place(Seat.S).held) == "111b 11c 9d ESWNw GGGd Jk"
    assert at.place(Seat.S).unknown == 0
    assert number_of_tiles(at) == 152


@pytest.mark.rule("american/dead-4")
def test_a_hand_that_is_right_is_won_whatever_is_said() -> None:
    """The declaration that it is dead is refused."""
    right = f"{NEARLY}; S draw 1c; S mahjong wall 1c; S show | 111b 111c GGGd Jk NESWw; S dead false-mahjong"
    at = table(right)
    assert (at.winner, at.dead, at.due) == (Seat.S, {}, CLOSING)


@pytest.mark.rule("american/joker-3")
def test_exposures_at_fault_go_back_to_the_rack_where_that_was_agreed() -> None:
    """Those that are named in the declaration; nobody sees them any more, and their jokers stay."""
    game = "game american card=riverside-2026 dead_jokers=before_death; hand depth=table"
    dead = f"{game}; {PUNG}; W discard Ww; S claim quint; S expose quint WWWw JJk; S dead exposure by=N sets=1"
    at = table(f"{dead}; W exchange S Ww set=1")
    assert [format_tiles(laid.tiles) for laid in at.place(Seat.S).sets] == ["55b Jk"]
    assert (at.place(Seat.S).tiles, number_of_tiles(at)) == (14, 152)
    assert at.place(Seat.W).held[CODES.index("Jk")] == 0
    assert lying_open(at) == list(at.visible)
    by_the_text = table(f"{dead.replace(' dead_jokers=before_death', '')}; W exchange S Ww set=1")
    assert by_the_text.place(Seat.W).held[CODES.index("Jk")] == 1


def test_what_lies_open_is_counted_after_a_false_mahjong() -> None:
    """As it was before the declaration."""
    for declared in (DRAWN, CALLED):
        at = table(f"{declared}; {SHOWN}; S dead false-mahjong")
        assert lying_open(at) == [
            count - (kind == CODES.index("9d") and at.discards[-1].claimed_by is not None)
            for kind, count in enumerate(at.visible)
        ]


def test_a_dead_hand_is_dead_in_a_copy_of_the_table_only_where_it_was_declared() -> None:
    """The copy is independent."""
    text = f"{TABLE}; E discard 9d"
    at = table(text)
    twin = at.copy()
    twin.dead[Seat.S] = "other"
    assert at.dead == {}


def test_the_next_hand_begins_with_everybody_alive() -> None:
    """Death ends with the hand."""
    at = table(f"{TABLE}; E discard 9d; S dead other; W mahjong wall; hand 2 E ben")
    assert at.dead == {}


def test_after_a_mahjong_in_error_play_is_judged_as_strictly_as_before() -> None:
    """It is West's turn, and no other's."""
    found = play(f"{CALLED}; {SHOWN}; S dead false-mahjong; N draw ??").finish()
    assert [one.code for report in found for one in report.findings][-1] == "out-of-turn"
