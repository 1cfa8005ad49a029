"""What a board shows: sets as they lie, discards with their marks, the walls stack by stack; marks along a hand."""

from __future__ import annotations

from typing import Any

import pytest

from each import each
from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.events import Draw, KongReplacement, Wall, convert_event, decode_event
from mjlog.log.records import GameRecord
from mjlog.log.sight import Sight
from mjlog.rulesets import default_rules, load
from mjlog.scoring import Item, Score
from mjlog.seats import SEATS, Seat
from mjlog.simulate import Game as SimulatedGame
from mjlog.table import Table, apply
from mjlog.tiles import CODES, UNKNOWN, format_tiles
from mjlog.viewer.pages.present import lit_hand, lit_sets, lit_tiles
from mjlog.views.board import WallBreak, WallView, board, text_table
from mjlog.views.moment import DECISIONS, MARK_KINDS, decision_from, finding_from, marks_of, moment_at
from mjlog.views.seen import findings_of
from short_logs import fields
from tests.views.american_logs import told
from tests.views.table_logs import PLAYERS, played, view_of, won
from tests.views.test_corrected import fixed, readings

START = {"type": "hand-start", "hand": 1, "round": "E", "seats": PLAYERS}


def table_after(*events: dict[str, Any], ruleset: str = "classical") -> Table:
    """A table of these rules after these events of a hand."""
    table = Table(default_rules(ruleset).plan)
    for seq, event in enumerate([START, *events], 1):
        apply(table, convert_event({"seq": seq, **event}))
    return table


@each("supplier, seat, kind, tiles, lying, ruleset", [
    ("W", "N", "pung", ["5b"] * 3, "5b/ 5b 5b", "classical"), ("S", "N", "pung", ["5b"] * 3, "5b 5b/ 5b", "classical"),
    ("E", "N", "pung", ["5b"] * 3, "5b 5b 5b/", "classical"),
    ("E", "S", "chow", ["5b", "4b", "6b"], "5b/ 4b 6b", "classical"),
    ("W", "N", "pung", ["Jk", "5b", "5b"], "Jk/=5b 5b 5b", "american"),
], ids=["from the left", "from across", "from the right", "a chow", "a joker, which no rule allows"])  # fmt: skip
def test_the_claimed_tile_lies_across_on_the_side_it_came_from(
    supplier: str, seat: str, kind: str, tiles: list[str], lying: str, ruleset: str
) -> None:
    """West sits on North's left, South across, East on the right. A joker lies there as what it stands for."""
    table = table_after(
        {"type": "discard", "seat": supplier, "tile": tiles[0]},
        {"type": "expose", "seat": seat, "kind": kind, "tiles": sorted(tiles)}, ruleset=ruleset,
    )  # fmt: skip
    found = board(table, "table").seat(Seat[seat]).sets[0].lying
    assert " ".join(
        str(one.tile) + "/" * one.turned + (f"={one.stands_for}" if one.stands_for else "") for one in found
    ) == lying  # fmt: skip


@pytest.mark.rule("dead-wall/kong-2")
def test_a_concealed_kong_lies_with_its_inner_two_tiles_down() -> None:
    table = table_after({"type": "kong", "seat": "E", "kind": "concealed", "tiles": ["5b"] * 4})
    assert [tile.down for tile in board(table, "table").seat(Seat.E).sets[0].lying] == [False, True, True, False]
    table = table_after({"type": "lay-concealed", "seat": "E", "kind": "pung", "tiles": ["5b"] * 3})
    for sight, kinds in (("table", {UNKNOWN}), (Seat.E, {4})):
        assert {tile.kind for tile in board(table, sight).seat(Seat.E).sets[0].tiles} == kinds, "face down"


def test_discards_keep_their_order_and_say_who_claimed_them() -> None:
    table = table_after(
        {"type": "discard", "seat": "E", "tile": "5b"},
        {"type": "expose", "seat": "S", "kind": "pung", "tiles": ["5b"] * 3},
        {"type": "discard", "seat": "S", "tile": "9d"},
    )
    seen = board(table, "table")
    (claimed,) = seen.seat(Seat.E).discards
    (latest,) = seen.seat(Seat.S).discards
    assert (claimed.claimed_by, claimed.seq) == (Seat.S, 2)
    assert (latest.claimed_by, latest.is_open) == (None, True)
    assert [seen.seat(seat).latest for seat in (Seat.E, Seat.S)] == [-1, 0]
    assert (seen.latest.seat, seen.latest.seq) == (Seat.S, latest.seq)


def test_the_wall_is_dealt_clockwise_from_the_stack_after_the_break() -> None:
    """Broken at South's stack 8 (of 18): dealing takes South's 9 to 18, then East's, then North's.

    In turn East, South, West, North take their blocks.
    """
    view = view_of(fields("game western; hand; E deal 1234b; S deal 1234c; W deal 1234d"))
    assert [moment_at(view, place).board.turn for place in range(1, 5)] == [Seat.E, Seat.S, Seat.W, Seat.N]
    table = table_after()
    table.wall.taken, table.plan = 53, default_rules("classical").plan
    wall = board(table, "table", WallBreak(Seat.S, 8)).wall
    east, south, west, north = ([stack.tiles for stack in side] for side in wall.stacks)
    assert south == [2] * 8 + [0] * 10
    assert east == [0] * 16 + [1, 2]
    assert north == west == [2] * 18
    assert (wall.live, wall.dead, wall.size) == (144 - 14 - 53, 14, 144)
    assert [stack.dead for stack in wall.stacks[1][:8]] == [False] + [True] * 7


@pytest.mark.parametrize("stack", [0, 19, 10**6, -1])
def test_a_break_that_cannot_be_draws_no_wall(stack: int) -> None:
    wall = board(table_after(), "table", WallBreak(Seat.S, stack)).wall
    assert wall.stacks == ()
    assert wall.broken is None


def test_a_terminal_shows_the_whole_table_in_80_columns() -> None:
    view = view_of(played(2, 60).events)
    text = text_table(moment_at(view, len(view.rows) - 1).board)
    assert max(map(len, text.splitlines())) <= 80
    for word in ("WEST cleo", "NORTH dora", "SOUTH ben", "EAST anna", "hand 1, east round", "hand ??x"):
        assert word in text
    assert "🀫" in text_table(moment_at(view, len(view.rows) - 1).board, unicode=True)
    assert max(map(len, text_table(moment_at(view, 9).board, width=40).splitlines())) <= 40


def test_the_throws_for_the_break_are_told_in_their_order() -> None:
    """Those for the seats, and what is no throw, are not among them."""
    seen = board(
        table_after(
            {"type": "roll", "player": "anna", "dice": [6, 6], "purpose": "seats"},
            {"type": "roll", "seat": "E", "dice": [3, 4], "purpose": "break-wall"},
            {"type": "roll", "seat": "W", "dice": [1, 7], "purpose": "break-stack"},
            {"type": "roll", "seat": "W", "dice": [1, 2], "purpose": "break-stack"},
        ),
        "table",
    )
    assert [(throw.purpose, throw.seat, throw.total) for throw in seen.dice] == [
        ("break-wall", Seat.E, 7), ("break-stack", Seat.W, 3),
    ]  # fmt: skip
    told = plain(seen)["dice"]
    assert [(throw["purpose"], throw["seat"], throw["total"]) for throw in told] == [
        ("break-wall", "E", 7), ("break-stack", "W", 3),
    ]  # fmt: skip


def test_any_moment_is_the_same_whatever_was_looked_at_before() -> None:
    """Tables are kept at distances; going on from there gives the same as going from the start."""
    events = played(4, 40).events
    straight = view_of(events)
    boards = [moment_at(straight, place).board for place in range(len(events))]
    back = view_of(events)
    for place in reversed(range(0, len(events), 5)):
        assert moment_at(back, place).board == boards[place]
    assert moment_at(view_of(events[:60]), 59).board == boards[59]


THREE = "game western players=3 bonus_tiles=false; hand"


def test_of_three_players_nobody_has_the_fourth_place() -> None:
    """North's seat is empty: it is marked so, and the terminal leaves it out."""
    view = view_of(fields(f"{THREE}; E discard 5b"))
    for sight in ("table", Seat.S, Seat.W):
        made = moment_at(view, len(view.rows) - 1, sight).board  # type: ignore[arg-type]
        assert [one.seat for one in made.playing] == [Seat.E, Seat.S, Seat.W]
        for width in (40, 80, 120):
            text = text_table(made, width=width)
            assert "NORTH" not in text
            assert all(name in text for name in ("EAST", "SOUTH", "WEST"))
            assert not text.startswith("\n")
    assert len(moment_at(view_of(fields("game western; hand")), 1).board.playing) == 4


# -- the walls as they stand ------------------------------------------------------------------------------------------


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


# -- marks along a hand, and steps to the next decision and finding ---------------------------------------------------


PLAY = """
game classical; hand; dealt E 1112b 345b 678d EEw 99d / S 13b 2c 456d 789d RRd 99c / W 22b 456c 123d 333c GWd / N 789b 789c 1479d SWNw
E discard 2b; S claim chow; W claim pung; N pass; W expose pung 222b; W discard 3c; N pass; E pass; S pass
N draw 1f; N bonus 1f; N bonus-replacement 5c; N discard 5c; E draw 1c; E discard 9b; washout
"""  # noqa: E501


def game(text: str) -> Game:
    """A short log, looked at."""
    return view_of(fields(text))


def kinds_of(view: Game) -> list[tuple[str, str]]:
    """The marks of the first hand: the type of their events, and what they are."""
    hand = view.hands[1]
    return [(view.rows[hand.first + mark.place].type, mark.kind) for mark in marks_of(view, hand)]  # type: ignore[union-attr]


def test_what_is_marked_of_a_hand() -> None:
    """Claims, kongs, bonus tiles, a win, the end; findings by their severity.

    A call alone is none: South's chow came to nothing. In the last, West claims without the tiles, and carries it
    through.
    """
    for view, marked in (
        (game(PLAY), [("expose", "claim"), ("bonus", "bonus"), ("washout", "end")]),
        (view_of(told().events), [("expose", "kong"), ("expose", "kong"), ("mahjong", "mahjong")]),
    ):
        assert [pair for pair in kinds_of(view) if not pair[1].startswith("finding")] == marked
        hand = view.hands[1]
        assert [view.seq_at(hand.first + mark.place) for mark in marks_of(view, hand)] == [
            mark.seq for mark in marks_of(view, hand)
        ]
    assert ("kong", "kong") in kinds_of(game("game; hand depth=table; E kong concealed 5555b"))
    view = game(PLAY.replace("22b 456c", "26b 456c"))
    assert ("claim", "finding-error") in kinds_of(view)
    assert {mark.kind for mark in marks_of(view, view.hands[1])} <= set(MARK_KINDS)


def test_at_one_event_what_is_most_worth_looking_at_comes_first() -> None:
    """A set that was laid down, as a correction says."""
    log = played(1, 60)
    laid = next(event for event in log.events if event["type"] == "expose")
    fixed(log, laid["seq"], {name: value for name, value in laid.items() if name != "seq"})
    assert [kind for event, kind in kinds_of(readings(log.events)[0]) if event == "expose"][:2] == [
        "correction",
        "claim",
    ]


def test_corrected_events_are_marked_in_both_readings() -> None:
    log = played(1, 3)
    seq = next(event["seq"] for event in log.events if event["type"] == "discard")
    last = fixed(log, seq, {"type": "discard", "seat": "E", "tile": "9d"})
    for view, marked in zip(readings(log.events), (last, seq), strict=True):
        assert [mark.seq for mark in marks_of(view, view.hands[1]) if mark.kind == "correction"] == [marked]


def test_a_step_to_the_next_decision_passes_by_draws_and_passes() -> None:
    """From the deal: discard, both claims, the set laid down, the next discard …; back the same way."""
    view = game(PLAY)
    seq, way = decision_from(view, view.hands[1].first, 1), []
    while seq is not None:
        way.append(seq)
        seq = decision_from(view, view.by_seq[seq], 1)
    assert [view.rows[view.by_seq[one]].type for one in way] == [  # type: ignore[union-attr]
        "discard", "claim", "claim", "expose", "discard", "discard", "discard", "washout",
    ]  # fmt: skip
    assert [decision_from(view, view.by_seq[one], -1) for one in way] == [None, *way[:-1]]
    assert "pass" not in DECISIONS
    assert "draw" not in DECISIONS


def test_a_step_to_the_next_finding_goes_from_hand_to_hand() -> None:
    """Two hands with a fault each."""
    log = won()
    for event in log.events:
        if event["type"] == "settlement":
            event["change"]["E"] = -1985
    second = won(log)
    view = view_of(second.events)
    seqs = sorted({finding.seq for hand in view.hands for finding in findings_of(hand) if finding.seq is not None})
    assert len({view.hand_at(view.by_seq[seq]).place for seq in seqs}) >= 2
    found, seq = [], finding_from(view, 0, 1)
    while seq is not None:
        found.append(seq)
        seq = finding_from(view, view.by_seq[seq], 1)
    assert found == seqs
    assert finding_from(view, len(view.rows) - 1, -1) == max(
        one for one in seqs if one < view.seq_at(len(view.rows) - 1)
    )
    assert finding_from(view, view.by_seq[seqs[0]], -1) is None


# -- which tiles a line of a score speaks of --------------------------------------------------------------------------


HANDS = "dealt E 1112b 345b 678d EEw 99d / S {} / W 2345678d 456c SNw 1c / N 13469b 13458c 147d"
PUNGS, ONE_SUIT, DRAGONS = "RRRd 777b 222c 33c 99c", "RRRd 222c 333c 77c 99c", "RRRd GGGd WWd 234c 99c"


def won_with(south: str, rules: str = "western bonus_tiles=false", play: str = "S draw 9c") -> Game:
    """South draws 9 characters, and wins with it."""
    source = "loose" if "replacement" in play else "wall"
    end = f"S mahjong {source} 9c; settlement E=0 S=0 W=0 N=0"
    return view_of(fields(f"game {rules}; hand; {HANDS.format(south)}; E discard 2b; {play}; {end}"))


def lines_of(view: Game, seat: Seat, sight: Sight) -> list[tuple[Item, tuple[int, ...]]]:
    """The lines of a score, each with the tiles that are lit up at the end of the hand."""
    hand = view.hands[1]
    score = hand.report.details[seat]
    assert isinstance(score, Score), findings_of(hand)
    board = moment_at(view, len(view.rows) - 1, sight).board
    rules = hand.start.rules
    return [(item, lit_tiles(rules, board, board.seat(seat), score, item)) for item in score.items]


def lit_of(view: Game, seat: Seat = Seat.S) -> dict[tuple[str, str], str]:
    """What is lit up, all open: by name and tiles of the line."""
    return {(item.name, item.tiles): format_tiles(kinds) for item, kinds in lines_of(view, seat, "open")}


def lit_for(view: Game, *words: str) -> set[str]:
    """What is lit up for the lines of the whole hand with one of these words in their names."""
    found = {kinds for (name, tiles), kinds in lit_of(view).items() if not tiles and any(one in name for one in words)}
    assert found, lit_of(view)
    return found


def test_sets_and_pairs_light_up_their_own_tiles() -> None:
    """As often as they are in the set."""
    own = {tiles: kinds for (_name, tiles), kinds in lit_of(won_with(PUNGS)).items() if tiles}
    assert {"RRRd", "777b", "222c", "999c"} <= set(own)
    assert all(tiles == kinds for tiles, kinds in own.items())


def test_a_double_of_the_whole_hand_lights_up_all_of_it() -> None:
    assert lit_for(won_with(ONE_SUIT), "suit") == {"22233377999c RRRd"}
    assert lit_for(won_with(PUNGS), "all pungs") == {"777b 22233999c RRRd"}


def test_what_is_said_of_the_last_tile_lights_up_that_tile_alone() -> None:
    assert lit_for(won_with(PUNGS), "wall", "drawn") == {"9c"}


def test_a_double_for_dragons_lights_up_the_dragons() -> None:
    assert lit_for(won_with(DRAGONS, "classical Flowers=false"), "Little Three Dragons") == {"RRRGGGWWd"}


def test_mahjong_itself_is_about_no_tile() -> None:
    assert lit_of(won_with(PUNGS))["mahjong", ""] == ""


def test_concealed_pungs_light_up_those_that_lie_not_open() -> None:
    """South claims a pung of 2 characters; three others are concealed."""
    turns = [f"{seat} draw {tile}; {seat} discard {tile}" for seat, tile in (("S", "5c"), ("W", "2c"))]
    claimed = "S claim pung; S expose pung 222c; S discard 1d"
    more = [f"{seat} draw {tile}; {seat} discard {tile}" for seat, tile in (("W", "6d"), ("N", "8d"), ("E", "8d"))]
    play = "; ".join([*turns, claimed, *more, "S draw 9c"])
    view = won_with("RRRd 777b 22c 33c 99c 1d", "classical Flowers=false", play)
    assert lit_for(view, "concealed pungs") == {"777b 999c RRRd"}


def test_bonus_tiles_are_lit_up_by_their_own_lines_and_no_others() -> None:
    lit = lit_of(won_with(ONE_SUIT, rules="western", play="S draw 2f; S bonus 2f; S bonus-replacement 9c"))
    assert {kinds for (_name, tiles), kinds in lit.items() if tiles == "2f"} == {"2f"}
    assert all("f" not in kinds for (_name, tiles), kinds in lit.items() if tiles != "2f")


def test_only_tiles_that_are_seen_are_lit_up() -> None:
    """From another seat, of a hand that was not shown."""
    view = won_with(PUNGS)
    assert all(kinds == () for _item, kinds in lines_of(view, Seat.S, Seat.E))
    assert any(kinds for _item, kinds in lines_of(view, Seat.S, Seat.S))


def test_a_line_of_a_card_lights_up_its_groups() -> None:
    view = view_of(told().events)
    line = moment_at(view, len(view.rows) - 1, "open").board.line
    groups = format_tiles(sorted(tile.kind for group in line.groups for tile in group.tiles))
    assert lit_of(view) == {("line t2", ""): groups}


def test_an_agreed_value_is_about_no_tile() -> None:
    assert lit_of(won_with(PUNGS, rules="pung-chi")) == {("agreed value", ""): ""}


def test_the_sets_that_were_counted_are_given_with_their_tiles() -> None:
    score = view_of(won().events).hands[1].report.details[Seat.S]
    assert isinstance(score, Score)
    assert sorted(format_tiles(kinds) for _text, kinds in lit_sets(score)) == ["123b", "456b", "777c", "888c", "99d"]


# -- the hand as it lies beside its score -----------------------------------------------------------------------------

CHOW_AND_PUNG = (
    "game western bonus_tiles=false; hand; dealt E 9b 7b Ew / S 89b 77b 222c 33c 99c 5d Nw;"
    "E discard 7b; S claim chow; S expose chow 789b; S discard 5d; W draw Sw; W discard 7b;"
    "S claim pung; S expose pung 777b; S discard Nw; W draw Sw; W discard 9c; S claim mahjong; S mahjong discard 9c;"
    "S show | 222c 33c 999c; settlement E=0 S=0 W=0 N=0"
)


@pytest.mark.parametrize(("tiles", "lit"), [("777b", ["", "7b 7b 7b", ""]), ("222c", ["", "", "2c 2c 2c"])])
def test_a_line_of_a_set_lights_up_that_set_and_no_tile_of_another(tiles: str, lit: list[str]) -> None:
    """Of the chow with the same tile, which was laid down before it, none; a set of the hand among its other tiles."""
    view = view_of(fields(CHOW_AND_PUNG))
    score = view.hands[1].report.details[Seat.S]
    assert isinstance(score, Score), findings_of(view.hands[1])
    board = moment_at(view, len(view.rows) - 1, "open").board
    groups = lit_hand(view.hands[1].start.rules, board, board.seat(Seat.S), score)
    number = next(at for at, item in enumerate(score.items) if item.tiles == tiles)
    found = [" ".join(CODES[one.tile.tile.kind] for one in group if number in one.lines) for group in groups]
    assert found == lit
