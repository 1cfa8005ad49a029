"""The walls as they stand: the worked examples of the geometry, stack by stack."""

from __future__ import annotations

from mjlog.audit.game import Game
from mjlog.events import Draw, KongReplacement, Wall, decode_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import load
from mjlog.seats import SEATS, Seat
from mjlog.simulate import Game as SimulatedGame
from mjlog.views.board import Stack, WallView
from mjlog.views.moment import moment_at
from short_logs import fields
from tests.views.table_logs import view_of

MAHJIANG = "game mahjiang; hand; E roll break-wall 5 6; W roll break-stack 4 5; break S 3 by=W"
PUNG_CHI = "game pung-chi concealed_kongs=true; hand; E roll break-wall 3 4; break N 7 by=E"
DEAD_WALL = "game dead-wall; hand; E roll break-wall 2 3; E roll break-stack 4 6; break E 10 by=E"
WESTERN = "game western; hand; E roll break-wall 3 3; E roll break-stack 4 4; break S 8 by=E"
BLOCKS = [f"{seat} deal ?????" for _ in range(3) for seat in "ESWN"]
TOP = [*BLOCKS, "E deal ???", "S deal ??", "W deal ??", "N deal ??"]
"""The deal of three of the rule sets: East's last two tiles in one block."""
LAST = [*BLOCKS, "E deal ??", "S deal ??", "W deal ??", "N deal ??", "E deal ??"]
"""The deal of `western`."""


def kongs(count: int, first: str = "E") -> list[str]:
    """So many kongs of the first player, in a turn: each is replaced at once."""
    return [line for kind in "123456"[:count] for line in (f"{first} kong concealed {kind * 4}b",
                                                           f"{first} kong-replacement ??")]  # fmt: skip


def turns(count: int) -> list[str]:
    """East's discard, and so many draws and discards after it, all unseen or harmless."""
    kinds = [f"{rank}{suit}" for _ in range(4) for suit in "cd" for rank in range(1, 10)]
    lines = [f"E discard {kinds[0]}"]
    for number in range(count):
        seat = "SWNE"[number % 4]
        lines += [f"{seat} draw ??", f"{seat} discard {kinds[number + 1]}"]
    return lines


def wall_after(text: str, *more: str) -> WallView:
    """The wall after the last event, as everybody sees it; the log is a legal one."""
    view = view_of(fields("; ".join([text, *more])))
    assert [finding.message for hand in view.hands for finding in hand.report.findings] == []
    return moment_at(view, len(view.rows) - 1).board.wall


def stack(wall: WallView, name: str, from_left: bool = False) -> Stack:
    """A stack by its name in the examples, `S4`: counted from the end the count starts from."""
    side, number = wall.stacks[Seat[name[0]].index], int(name[1:])
    return side[len(side) - number if from_left else number - 1]


def stacks(wall: WallView, names: str, from_left: bool = False) -> list[int]:
    """How many tiles stand in some stacks: `S1-S3 W17`."""
    return [stack(wall, name, from_left).tiles for name in _names(names)]


def _names(text: str) -> list[str]:
    names = []
    for part in text.split():
        first, _, last = part.partition("-")
        names += [f"{first[0]}{number}" for number in range(int(first[1:]), int((last or first)[1:]) + 1)]
    return names


def loose(wall: WallView, from_left: bool = False) -> dict[str, int]:
    """The stacks on which loose tiles lie, and how many."""
    length = len(wall.stacks[0])
    return {
        f"{seat.value}{length - at if from_left else at + 1}": one.loose
        for seat, side in zip(SEATS, wall.stacks, strict=True)
        for at, one in enumerate(side)
        if one.loose
    }


def dead(wall: WallView, from_left: bool = False) -> set[str]:
    """The stacks that stand in the dead wall."""
    length = len(wall.stacks[0])
    return {
        f"{seat.value}{length - at if from_left else at + 1}"
        for seat, side in zip(SEATS, wall.stacks, strict=True)
        for at, one in enumerate(side)
        if one.dead and one.tiles
    }


def standing(wall: WallView) -> int:
    """All tiles of the wall, those on top of others too."""
    return sum(one.tiles + one.loose for side in wall.stacks for one in side)


# -- mahjiang -----------------------------------------------------------------------------------------------------


def test_mahjiang_lifts_the_stack_where_the_count_ends() -> None:
    """S3 is lifted: its upper tile lies on S2, its lower on W17; the kong box goes back to W14."""
    wall = wall_after(MAHJIANG)
    assert stack(wall, "S3").tiles == 0
    assert loose(wall) == {"S2": 1, "W17": 1}
    assert dead(wall) == {*_names("W14-W17 S1 S2")}
    assert (wall.live, wall.dead, standing(wall)) == (122, 14, 136)
    assert all(one.tiles == 2 for side in wall.stacks for one in side if one is not stack(wall, "S3"))


def test_mahjiang_deals_clockwise_from_the_stack_after_the_gap() -> None:
    """East takes S4 S5, South S6 S7, West S8 S9, North S10 S11, and so on; E13 keeps its lower tile."""
    first = wall_after(MAHJIANG, *TOP[:2])
    assert stacks(first, "S4-S7") == [0, 0, 0, 0]
    assert stacks(first, "S8-S17") == [2] * 10
    twelve = wall_after(MAHJIANG, *TOP[:12])
    assert stacks(twelve, "S4-S17 E1-E10") == [0] * 24
    assert stacks(twelve, "E11-E17") == [2] * 7
    top = wall_after(MAHJIANG, *TOP[:13])
    assert stacks(top, "E11 E12 E13") == [1, 2, 1]
    done = wall_after(MAHJIANG, *TOP)
    assert stacks(done, "E11 E12 E13 E14") == [0, 0, 1, 2]
    assert (done.live, standing(done)) == (69, 83)


def test_mahjiang_draws_on_from_the_lower_tile_that_was_left() -> None:
    """E13l is the first draw, then E14u, E14l."""
    for draws, left in ((1, [0, 2, 2]), (2, [0, 1, 2]), (3, [0, 0, 2])):
        assert stacks(wall_after(MAHJIANG, *TOP, *turns(draws)), "E13 E14 E15") == left


def test_mahjiang_takes_the_loose_tiles_first_and_refills_nothing() -> None:
    """Replacements: the tile on S2, the one on W17, then S2u."""
    one, two, three = (wall_after(MAHJIANG, *TOP, *kongs(count)) for count in (1, 2, 3))
    assert loose(one) == {"W17": 1}
    assert loose(two) == loose(three) == {}
    assert [stack(wall, "S2").tiles for wall in (one, two, three)] == [2, 2, 1]
    assert [(wall.live, wall.dead) for wall in (one, two, three)] == [(69, 13), (69, 12), (69, 11)]


# -- pung-chi -----------------------------------------------------------------------------------------------------


def test_pung_chi_counts_from_the_left_and_leaves_the_counted_stacks() -> None:
    """Seven stacks from the left of North's wall stay; East takes N8 N9, on to the right and to East's wall."""
    broken = wall_after(PUNG_CHI)
    assert (loose(broken), dead(broken), standing(broken)) == ({}, set(), 136)
    wall = wall_after(PUNG_CHI, *TOP)
    assert stacks(wall, "N1-N7", from_left=True) == [2] * 7
    assert stacks(wall, "N8-N17 E1-E16", from_left=True) == [0] * 26
    assert stacks(wall, "E17 S1 S17 W1 W17", from_left=True) == [1, 2, 2, 2, 2]
    assert (wall.live, wall.dead) == (83, 0)


def test_pung_chi_replaces_from_the_back_upper_tile_first() -> None:
    """N7u, N7l, N6u."""
    for count, left in ((1, [2, 1]), (2, [2, 0]), (3, [1, 0])):
        wall = wall_after(PUNG_CHI, *TOP, *kongs(count))
        assert stacks(wall, "N6 N7", from_left=True) == left
        assert (wall.live, wall.dead, dead(wall, from_left=True)) == (83 - count, 0, set())


def test_pung_chi_shows_all_tiles_that_still_stand_as_tiles_to_come() -> None:
    """Both ends take from the same tiles: after one replacement the lower tile of the last stack is still to come."""
    lines: list[bytes] = []
    SimulatedGame(load("pung-chi"), 1, 1, hands=3).play(lines.append)
    view = Game(GameRecord("game", "game", ((decode_event(line), None) for line in lines)))
    for place, row in enumerate(view.rows):
        if isinstance(row, Draw | KongReplacement):
            wall = moment_at(view, place, "open").board.wall
            assert len(wall.coming or ()) == wall.live == standing(wall)
            built = [one for one in view.rows[:place] if isinstance(one, Wall)][-1].tiles
            assert not wall.coming or wall.coming[-1] in built[-10:]


# -- dead-wall ----------------------------------------------------------------------------------------------------


def test_dead_wall_lifts_the_seventh_stack_from_the_end() -> None:
    """E1 to E10 stay; E4 is lifted: its upper tile lies on E10, its lower on E8; fourteen tiles are dead."""
    wall = wall_after(DEAD_WALL)
    assert stacks(wall, "E1-E10") == [2, 2, 2, 0, 2, 2, 2, 2, 2, 2]
    assert loose(wall) == {"E10": 1, "E8": 1}
    assert dead(wall) == {*_names("E5-E10")}
    assert (wall.live, wall.dead, standing(wall)) == (130, 14, 144)


def test_dead_wall_deals_from_the_stack_after_the_count() -> None:
    """E11 to E18, North's wall, W1u as East's last tile; W1l is drawn first."""
    wall = wall_after(DEAD_WALL, *TOP)
    assert stacks(wall, "E11-E18 N1-N18") == [0] * 26
    assert stacks(wall, "W1 W2") == [1, 2]
    assert stacks(wall_after(DEAD_WALL, *TOP, *turns(2)), "W1 W2 W3") == [0, 1, 2]


def test_dead_wall_is_refilled_when_its_loose_tiles_are_taken() -> None:
    """After E4u and E4l the last live stack, E3, is set on E10 and E8, and the live wall ends two tiles earlier."""
    one, two, three = (wall_after(DEAD_WALL, *TOP, *kongs(count)) for count in (1, 2, 3))
    assert loose(one) == {"E8": 1}
    assert stack(one, "E3").tiles == 2
    assert loose(two) == {"E10": 1, "E8": 1}
    assert stacks(two, "E2 E3") == [2, 0]
    assert loose(three) == {"E8": 1}
    assert [(wall.live, wall.dead) for wall in (one, two, three)] == [(77, 13), (75, 14), (75, 13)]


# -- western ------------------------------------------------------------------------------------------------------


def test_western_lifts_the_stack_where_the_count_ends() -> None:
    """S8u lies on S7, S8l on S5; the fourteen tiles that are last from the end are the dead wall."""
    wall = wall_after(WESTERN)
    assert stack(wall, "S8").tiles == 0
    assert loose(wall) == {"S7": 1, "S5": 1}
    assert dead(wall) == {*_names("S2-S7")}
    assert (wall.live, wall.dead, standing(wall)) == (130, 14, 144)


def test_western_deals_one_by_one_in_line() -> None:
    """After the blocks of four one tile each: E15u, E15l, E16u, E16l, and E17u to East; E17l is drawn first."""
    left = [stacks(wall_after(WESTERN, *LAST[:count]), "E15 E16 E17") for count in (12, 13, 14, 16, 17)]
    assert left == [[2, 2, 2], [1, 2, 2], [0, 2, 2], [0, 0, 2], [0, 0, 1]]


def test_western_replacements_shorten_the_live_wall() -> None:
    """The tiles on S7 and S5, then S7u; the live wall then ends with tile 127."""
    wall = wall_after(WESTERN, *LAST, *kongs(3))
    assert loose(wall) == {}
    assert stack(wall, "S7").tiles == 1
    assert (wall.live, wall.dead) == (127 - 53, 14)


def test_three_players_deal_from_four_walls() -> None:
    """Nine blocks of four to East, South and West, then 37 to 40; all four walls stand."""
    blocks = [f"{seat} deal ?????" for _ in range(3) for seat in "ESW"]
    three = WESTERN.replace("western", "western players=3")
    wall = wall_after(three, *blocks, "E deal ??", "S deal ??", "W deal ??", "E deal ??")
    assert stacks(wall, "S9-S18 E1-E10") == [0] * 20
    assert stacks(wall, "E11 N18") == [2, 2]
    assert (wall.live, standing(wall)) == (90, 104)


# -- what is told --------------------------------------------------------------------------------------------------


def test_a_wall_whose_break_is_not_known_is_not_drawn() -> None:
    """Without the break nobody can say which stacks are gone; how many tiles are left is known."""
    wall = wall_after("game mahjiang; hand", *TOP)
    assert wall.stacks == ()
    assert wall.live == 69
