"""The walls as they stand: the worked examples of the geometry, stack by stack."""

from __future__ import annotations

from typing import Any

from each import each
from mjlog.audit.game import Game
from mjlog.events import Draw, KongReplacement, Wall, decode_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import load
from mjlog.seats import SEATS
from mjlog.simulate import Game as SimulatedGame
from mjlog.views.board import WallView
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


def _names(text: str) -> list[str]:
    """Stacks as the examples name them: `S1-S3 W17`."""
    names = []
    for part in text.split():
        first, _, last = part.partition("-")
        names += [f"{first[0]}{number}" for number in range(int(first[1:]), int((last or first)[1:]) + 1)]
    return names


CASES: list[tuple[str, str, list[str], dict[str, Any]]] = [
    ("mahjiang lifts the stack where the count ends: S3u lies on S2, S3l on W17; the kong box goes back to W14",
     MAHJIANG, [], {"S3": [0], "loose": {"S2": 1, "W17": 1}, "dead": "W14-W17 S1 S2", "left": (122, 14, 136)}),
    ("mahjiang deals clockwise from the stack after the gap: East takes S4 S5, South S6 S7", MAHJIANG, TOP[:2],
     {"S4-S7": [0] * 4, "S8-S17": [2] * 10}),
    ("and after twelve blocks all to E10 is gone", MAHJIANG, TOP[:12], {"S4-S17 E1-E10": [0] * 24, "E11-E17": [2] * 7}),
    ("East's last two are the first and the third upper tile", MAHJIANG, TOP[:13], {"E11 E12 E13": [1, 2, 1]}),
    ("and E13 keeps its lower one", MAHJIANG, TOP, {"E11-E14": [0, 0, 1, 2], "left": (69, 14, 83)}),
    *(("mahjiang draws on from the lower tile that was left: E13l, E14u, E14l", MAHJIANG, [*TOP, *turns(draws)],
       {"E13-E15": left}) for draws, left in ((1, [0, 2, 2]), (2, [0, 1, 2]), (3, [0, 0, 2]))),
    *(("mahjiang replaces by the tile on S2, that on W17, then S2u, and refills nothing", MAHJIANG,
       [*TOP, *kongs(count)], {"loose": loose, "S2": [two], "left": (69, 14 - count, 83 - count)})
      for count, loose, two in ((1, {"W17": 1}, 2), (2, {}, 2), (3, {}, 1))),
    ("pung-chi has no dead wall", PUNG_CHI, [], {"loose": {}, "dead": "", "left": (136, 0, 136)}),
    ("pung-chi counts from the left: seven stays of North's wall, East takes N8 N9, on to the right and to East's wall",
     PUNG_CHI, TOP, {"N1-N7": [2] * 7, "N8-N17 E1-E16": [0] * 26, "E17 S1 S17 W1 W17": [1, 2, 2, 2, 2],
                     "left": (83, 0, 83)}),
    *(("pung-chi replaces from the back, upper tile first: N7u, N7l, N6u", PUNG_CHI, [*TOP, *kongs(count)],
       {"N6 N7": left, "dead": "", "left": (83 - count, 0, 83 - count)})
      for count, left in ((1, [2, 1]), (2, [2, 0]), (3, [1, 0]))),
    ("dead-wall lifts the seventh stack from the end: E4u lies on E10, E4l on E8; fourteen tiles are dead",
     DEAD_WALL, [], {"E1-E3": [2] * 3, "E4": [0], "E5-E10": [2] * 6, "loose": {"E10": 1, "E8": 1}, "dead": "E5-E10",
                     "left": (130, 14, 144)}),
    ("dead-wall deals from the stack after the count, W1u as East's last tile", DEAD_WALL, TOP,
     {"E11-E18 N1-N18": [0] * 26, "W1 W2": [1, 2]}),
    ("W1l is drawn first", DEAD_WALL, [*TOP, *turns(2)], {"W1-W3": [0, 1, 2]}),
    *(("after E4u and E4l the last live stack, E3, is set on E10 and E8, and the live wall ends two tiles earlier",
       DEAD_WALL, [*TOP, *kongs(count)], {"loose": loose, "E2 E3": two, "left": left})
      for count, loose, two, left in ((1, {"E8": 1}, [2, 2], (77, 13, 90)),
                                      (2, {"E10": 1, "E8": 1}, [2, 0], (75, 14, 89)),
                                      (3, {"E8": 1}, [2, 0], (75, 13, 88)))),
    ("western lifts the stack where the count ends: S8u lies on S7, S8l on S5; the last fourteen are the dead wall",
     WESTERN, [], {"S8": [0], "loose": {"S7": 1, "S5": 1}, "dead": "S2-S7", "left": (130, 14, 144)}),
    *(("western deals one by one after the blocks: E15u, E15l, E16u, E16l, and E17u to East", WESTERN, LAST[:count],
       {"E15-E17": left})
      for count, left in ((12, [2, 2, 2]), (13, [1, 2, 2]), (14, [0, 2, 2]), (16, [0, 0, 2]), (17, [0, 0, 1]))),
    ("western replaces by the tiles on S7 and S5, then S7u; the live wall then ends with tile 127", WESTERN,
     [*LAST, *kongs(3)], {"loose": {}, "S7": [1], "left": (127 - 53, 14, 88)}),
    ("three deal from four walls: nine blocks, then 37 to 40", WESTERN.replace("western", "western players=3"),
     [*(f"{seat} deal ?????" for _ in range(3) for seat in "ESW"), "E deal ??", "S deal ??", "W deal ??", "E deal ??"],
     {"S9-S18 E1-E10": [0] * 20, "E11 N18": [2, 2], "left": (90, 14, 104)}),
    ("a wall whose break is not known is not drawn, and how many tiles are left is known", "game mahjiang; hand", TOP,
     {"drawn": False, "live": 69}),
]  # fmt: skip
"""The worked examples: what is played, what stands in which stacks, tiles that are live, dead, and standing."""


@each("text, more, stand", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_walls_stand_as_in_the_worked_examples(text: str, more: list[str], stand: dict[str, Any]) -> None:
    wall = wall_after(text, *more)
    length = len(wall.stacks[0]) if wall.stacks else 0
    number = (lambda at: length - at) if text is PUNG_CHI else (lambda at: at + 1)
    named = {f"{seat.value}{number(at)}": one for seat, side in zip(SEATS, wall.stacks, strict=False)
             for at, one in enumerate(side)}  # fmt: skip
    told = {
        "loose": {name: one.loose for name, one in named.items() if one.loose}, "drawn": bool(named), "live": wall.live,
        "left": (wall.live, wall.dead, sum(one.tiles + one.loose for one in named.values())),
    }  # fmt: skip
    for what, due in stand.items():
        if what == "dead":
            assert {name for name, one in named.items() if one.dead and one.tiles} == {*_names(due)}
        else:
            assert (told[what] if what in told else [named[name].tiles for name in _names(what)]) == due, what


def test_pung_chi_shows_all_tiles_that_still_stand_as_tiles_to_come() -> None:
    """Both ends take from the same tiles: after one replacement the lower tile of the last stack is still to come."""
    lines: list[bytes] = []
    SimulatedGame(load("pung-chi"), 1, 1, hands=3).play(lines.append)
    view = Game(GameRecord("game", "game", ((decode_event(line), None) for line in lines)))
    for place, row in enumerate(view.rows):
        if isinstance(row, Draw | KongReplacement):
            wall = moment_at(view, place, "open").board.wall
            standing = sum(one.tiles + one.loose for side in wall.stacks for one in side)
            assert len(wall.coming or ()) == wall.live == standing
            built = [one for one in view.rows[:place] if isinstance(one, Wall)][-1].tiles
            assert not wall.coming or wall.coming[-1] in built[-10:]
