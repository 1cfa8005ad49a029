"""The American game as it is seen and told in words: Charleston, jokers, tile counts, dead hands, chips, the wall."""

from __future__ import annotations

from typing import Any

import pytest

from audit.dead_cases import CASES
from each import each
from mjlog.answers import plain
from mjlog.audit.dead import dead_hands
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.log.sight import Sight
from mjlog.seats import SEATS, Seat
from mjlog.table.passing import giver, receiver
from mjlog.tiles import JOKER, Tile
from mjlog.views.board import Board, BoardSeat, CharlestonView, text_table
from mjlog.views.dead_words import dead_hand_words
from mjlog.views.moment import in_short, moment_at, moves_after
from mjlog.views.seen import EventLine, event_lines
from mjlog.views.words import words
from short_logs import events
from tests.views.american_logs import Chance, begun, codes, told
from tests.views.table_logs import Log, view_of

BACK = Tile("??")


def last(log: Log, sight: Sight = "table") -> Board:
    """The board after the last event."""
    view = view_of(log.events)
    return moment_at(view, len(view.rows) - 1, sight).board


def after(log: Log, event: str, sight: Sight = "open", number: int = 1, **fields: Any) -> Board:
    """The board just after the first event (or the one of this number) of a type, with these fields."""
    view = view_of(log.events)
    wanted = {"type": event, **fields}
    seqs = [one["seq"] for one in log.events if wanted.items() <= one.items()]
    place = view.place_of(seqs[number - 1])
    assert place is not None
    return moment_at(view, place, sight).board


def passing(board: Board) -> CharlestonView:
    """The Charleston of a board on which one is played."""
    assert board.charleston is not None
    return board.charleston


# -- the Charleston -----------------------------------------------------------------------------------------------


def test_after_the_deal_everybody_is_to_pass_to_the_right() -> None:
    board = last(told(until="deal"))
    assert passing(board).name == "right-1"
    assert passing(board).waiting == SEATS
    assert [view.is_turn for view in board.places] == [True] * 4
    assert (board.turn, board.due) == (None, "the first Charleston, to the right")


def test_in_the_middle_of_a_pass_tiles_lie_between_two_players() -> None:
    """East and South have passed across; ten tiles are left to them, and backs lie on the table."""
    board = last(told(until="charleston"))
    told_so_far = passing(board)
    assert (told_so_far.name, told_so_far.done, told_so_far.waiting) == ("across-1", ("right-1",), (Seat.W, Seat.N))
    assert [(one.giver, one.taker, one.tiles) for one in told_so_far.parcels] == [
        (Seat.E, Seat.W, (BACK,) * 3), (Seat.S, Seat.N, (BACK,) * 3)
    ]  # fmt: skip
    assert [view.tiles for view in board.places] == [11, 10, 13, 13]
    assert [view.is_turn for view in board.places] == [False, False, True, True]


@pytest.mark.parametrize(("sight", "seen"), [("open", True), (Seat.E, True), (Seat.W, False), (Seat.S, False)])
def test_what_lies_between_two_players_only_its_giver_has_seen(sight: Sight, seen: bool) -> None:
    parcel = passing(after(told(), "charleston", sight, number=5)).parcels[0]
    assert (list(map(str, parcel.tiles)) == codes("369b")) == seen
    assert (set(parcel.tiles) == {BACK}) == (not seen)


def test_when_all_have_passed_nothing_lies_between_them() -> None:
    board = after(told(), "charleston", number=4)
    assert passing(board).parcels == ()
    assert (passing(board).name, passing(board).done) == ("across-1", ("right-1",))
    assert [view.tiles for view in board.places] == [14, 13, 13, 13]
    assert codes("124d") == [str(tile) for tile in board.seat(Seat.S).concealed if str(tile) in codes("124d")]


def test_a_second_charleston_may_be_refused_before_it_begins_and_then_is_not_due() -> None:
    before = after(told(), "charleston", number=12)
    assert before.due == "the second Charleston, to the left, or its refusal"
    refused = after(told(), "charleston-stop")
    assert (passing(refused).stopped, refused.due) == (Seat.N, "the courtesy, or the first discard")
    assert not any(view.is_turn for view in refused.playing)
    assert after(told(), "discard").charleston is None


def test_in_the_courtesy_two_give_and_the_others_need_not() -> None:
    log = told()
    at = next(at for at, event in enumerate(log.events) if event["type"] == "charleston-stop") + 1
    del log.events[at:]
    log.add("charleston", pass_="courtesy", seat="E", tiles=["1b", "1b"])
    courtesy = passing(last(log))
    assert [(one.giver, one.taker, len(one.tiles)) for one in courtesy.parcels] == [(Seat.E, Seat.W, 2)]
    assert courtesy.waiting == ()
    assert "East passes 2 tiles across (West), as a courtesy" in [line.words for line in lines_of(log)]
    log.add("charleston", pass_="courtesy", seat="W", tiles=["2b", "4b"])
    assert passing(last(log)).parcels == ()


def lines_of(log: Log) -> list[EventLine]:
    """The events of the first hand in words."""
    view = view_of(log.events)
    return list(event_lines(view.hands[1], "table"))


@pytest.mark.parametrize("seed", range(6))
def test_a_player_knows_the_own_tiles_whatever_came_and_went(seed: int) -> None:
    """From a seat its own rack is known to the last tile, also to who passed some on blind."""
    log = Chance(seed).play(6).log()
    log.add("washout")
    view = view_of(log.events)
    start = next(place for place, row in enumerate(view.rows) if row.type == "discard")  # type: ignore[union-attr]
    for seat in SEATS:
        for place in range(start, len(view.rows)):
            own, true = (moment_at(view, place, sight).board.seat(seat).concealed for sight in (seat, "open"))
            assert own == true


@pytest.mark.parametrize("seed", range(6))
def test_what_a_player_passed_on_blind_that_player_never_saw(seed: int) -> None:
    """Neither when it was passed to the player, nor when it went on; who gets it in the end sees all of it."""
    log = Chance(seed).play(1).log()
    log.add("washout")
    view = view_of(log.events)
    blind = [event for event in log.events if event.get("blind")]
    assert blind
    for event in blind:
        seat, number = Seat[event["seat"]], event["blind"]
        from_seat = giver(event["pass"], seat).value
        got = next(one for one in log.events if one.get("pass") == event["pass"] and one["seat"] == from_seat)
        assert shown_tiles(view, got["seq"], seat).count("??") == number
        assert shown_tiles(view, event["seq"], seat) == ["??"] * number + event["tiles"][number:]
        assert shown_tiles(view, event["seq"], receiver(event["pass"], seat)) == event["tiles"]


def shown_tiles(view: Game, seq: int, sight: Sight) -> list[str]:
    """The tiles of an event as somebody sees it."""
    place = view.place_of(seq)
    assert place is not None
    return [str(tile) for tile in moment_at(view, place, sight).event.tiles]  # type: ignore[union-attr]


# -- jokers -------------------------------------------------------------------------------------------------------


def south(board: Board) -> BoardSeat:
    """South's side."""
    return board.seat(Seat.S)


def test_a_joker_on_the_table_is_shown_as_what_it_stands_for() -> None:
    board = last(told(until="joker"))
    (laid,) = south(board).sets
    assert [one.stands_for for one in laid.lying if one.tile.kind == JOKER] == [Tile("9c")]
    assert [one.stands_for for one in laid.lying if one.tile.kind != JOKER] == [None] * 3
    assert plain(board)["seats"]["S"]["sets"][0]["stands_for"] == "9c"
    assert "Jk(9c)" in text_table(board)
    exchanged = last(told(until="exchange"))
    (laid,) = south(exchanged).sets
    assert ([one.kind for one in laid.tiles], laid.stands_for) == ([17] * 4, None)
    assert exchanged.seat(Seat.W).tiles == 14


def test_the_winner_s_hand_is_arranged_as_its_line_with_jokers_as_what_they_stand_for() -> None:
    line = last(told()).line
    assert (line.label, line.value) == ("t2", 30)
    assert [" ".join(map(str, group.tiles)) for group in line.groups] == [
        "3b 6b 9b 3b 6b 9b", "9c 9c 9c 9c", "Ff Ff Ff Jk"
    ]  # fmt: skip
    assert line.groups[2].stands_for is Tile("Ff")
    text = text_table(last(told()))
    assert "South's hand, line t2 (30):\n  3b 6b 9b 3b 6b 9b / 9c 9c 9c 9c / Ff Ff Ff Jk(Ff)" in text
    assert "round" not in text
    assert lines_of(told())[0].words.startswith("Hand 1 begins: anna is East")
    log = told(until="win")
    line = last(log).line
    assert (line.label, line.value, line.groups) == ("t2", 30, ()), "before the hand is shown"
    del log.events[-1]["line"]
    assert last(log).line is None


# -- counts, dead hands, chips -------------------------------------------------------------------------------------


def test_everybody_has_thirteen_tiles_and_fourteen_in_turn() -> None:
    """From East's first discard on, at every event; a wrong number is told beside the right one."""
    view = view_of(told(until="joker").events)
    first = next(place for place, row in enumerate(view.rows) if row.type == "discard")  # type: ignore[union-attr]
    for place in range(first, len(view.rows)):
        board = moment_at(view, place).board
        expected = [14 if board.due == "a discard" and board.turn is one.seat else 13 for one in board.places]
        assert [one.tiles for one in board.places] == expected
        assert [one.tiles_due for one in board.places] == [None] * 4


def test_a_wrong_number_of_tiles_is_told_beside_the_right_one() -> None:
    log = told(until="joker")
    log.add("draw", seat="W", tile="1b")
    log.add("draw", seat="W", tile="2b")
    log.add("discard", seat="W", tile="2b")
    west = last(log).seat(Seat.W)
    assert (west.tiles, west.tiles_due) == (14, 13)
    assert "14 tiles (not 13)" in text_table(last(log)).replace("\n    ", " ")


def test_a_dead_hand_is_marked_and_its_turn_passed_over() -> None:
    board = last(told(until="dead"))
    assert board.seat(Seat.N).dead == "exposure"
    assert [one.dead for one in board.places][:3] == [None] * 3
    assert board.turn is Seat.E
    assert "DEAD (exposure)" in text_table(board).replace("\n    ", " ")
    assert plain(board)["seats"]["N"]["dead"] == "exposure"


@pytest.mark.parametrize(("options", "chips"), [({}, [620, 770, 590, 620]), ({"stake": 100}, [70, 220, 40, 70]),
                                                ({"stake": 0}, [None] * 4)])  # fmt: skip
def test_chips_are_those_of_the_beginning_and_the_total(options: dict[str, int], chips: list[int | None]) -> None:
    log = told()
    log.events[0]["options"] = options
    log.add("hand-start", hand=2, round="E", seats={"E": "ben", "S": "cleo", "W": "dora", "N": "anna"})
    view = view_of(log.events)
    board = moment_at(view, len(view.rows) - 1).board
    assert {one.player: one.chips for one in board.places} == dict(
        zip(("anna", "ben", "cleo", "dora"), chips, strict=True)
    )


# -- wall and round -------------------------------------------------------------------------------------------------


def test_the_wall_is_broken_by_the_dice_where_no_break_is_recorded() -> None:
    """Seven stacks from the right of East's own wall stay; dealing takes the twelve after them, then North's wall."""
    log = told(until="deal")
    assert last(log_until(log, "roll")).wall.broken is not None
    wall = last(log).wall
    east, south_wall, west, north = ([stack.tiles for stack in side] for side in wall.stacks)
    assert east == [2] * 7 + [0] * 12
    assert north == [0] * 14 + [1, 2, 2, 2, 2]
    assert south_wall == west == [2] * 19
    assert (wall.mark, wall.size, wall.live, wall.dead) == (7, 152, 99, 0)


def log_until(log: Log, event: str) -> Log:
    """The log up to the first event of a type."""
    cut = Log()
    cut.events = log.events[: next(at for at, one in enumerate(log.events) if one["type"] == event) + 1]
    return cut


def test_a_recorded_break_goes_before_the_dice() -> None:
    log = begun()
    log.add("break", wall="E", stack=8, by="E")
    assert last(log).wall.mark == 8
    log.events[-2]["dice"] = [3, 5]
    assert last(log).wall.mark == 8
    assert last(log_until(log, "roll")).wall.mark == 8


# -- whether a hand is over -----------------------------------------------------------------------------------------


def false_mahjong(*more: str, card: str = "riverside-2026") -> Game:
    """South declares mahjong upon West's flower with a tile that spoils the hand, and shows it."""
    log = told(until="win", card=card)
    del log.events[-1]["line"]
    spoilt = codes("336699b FFFf Jk")
    if "right" not in more:
        for event in log.events:
            if event["type"] == "deal" and event["seat"] == "S" and "3b" in event["tiles"]:
                event["tiles"][event["tiles"].index("3b")] = "4c"
        spoilt.remove("3b")
        spoilt.append("4c")
    log.add("show", seat="S", rest=spoilt)
    if "dead" in more:
        log.add("dead", seat="S", reason="false-mahjong", by="E")
    if "paid" in more:
        log.add("settlement", change={"E": 0, "S": 0, "W": 0, "N": 0})
    return view_of(log.events)


@each("more, card, is_over", [
    (["right"], "riverside-2026", True), ([], "riverside-2026", False), (["dead"], "riverside-2026", False),
    (["paid"], "riverside-2026", True), (["right"], "nowhere", False), (["right", "paid"], "nowhere", True),
])  # fmt: skip
def test_a_mahjong_that_the_card_knows_opens_the_hand_when_it_is_shown(
    more: list[str], card: str, is_over: bool
) -> None:
    """One in error opens nothing, dead or not yet: the racks of the others stay hidden until the hand is paid."""
    view = false_mahjong(*more, card=card)
    assert view.hands[1].is_over == is_over
    board = moment_at(view, len(view.rows) - 1, "open").board
    assert (set(board.seat(Seat.W).concealed) == {BACK}) == (not is_over)


def test_a_true_mahjong_after_one_that_was_taken_back_opens_the_hand() -> None:
    log = told(until="joker")
    log.add("draw", seat="W", tile="1b")
    log.add("mahjong", seat="W", source="wall", tile="1b")
    log.add("retract", seat="W")
    earlier = log.events[:]
    assert not view_of(earlier).hands[1].is_over
    log.add("discard", seat="W", tile="Ff")
    log.add("claim", seat="S", for_="mahjong")
    log.add("mahjong", seat="S", source="discard", tile="Ff", line="t2")
    log.add("show", seat="S", rest=codes("336699b FFFf Jk"))
    assert view_of(log.events).hands[1].is_over


# -- the events and moves of the American game in words ---------------------------------------------------------------


SENTENCES: list[tuple[str, dict[str, Any], str]] = [
    ("deal", {"type": "charleston", "pass": "right-1", "seat": "E", "tiles": ["??"] * 3},
     "East passes 3 tiles to the right (South)"),
    ("deal", {"type": "charleston", "pass": "left-2", "seat": "E", "tiles": ["1d", "2d", "Ff"], "blind": 2},
     "East passes 1 dot, 2 dots and flower to the left (North), in the second Charleston, 2 of them blind"),
    ("deal", {"type": "charleston", "pass": "courtesy", "seat": "N", "tiles": ["??"]},
     "North passes 1 tile across (South), as a courtesy"),
    ("deal", {"type": "charleston-stop", "seat": "W"}, "West refuses a second Charleston"),
    ("joker", {"type": "claim", "seat": "N", "for": "quint"}, "North claims quint of west wind from South"),
    ("joker", {"type": "expose", "seat": "N", "kind": "sextet", "tiles": ["Ww"] * 4 + ["Jk"] * 2},
     "North lays down a sextet of west winds (2 jokers) with the discard from South"),
    ("joker", {"type": "expose", "seat": "S", "kind": "pung", "tiles": ["9c"] * 3, "on": 35},
     "South lays down a pung of 9 characters in the place of the kong of 9 characters (1 joker)"),
    ("joker", {"type": "joker-exchange", "seat": "S", "owner": "S", "tile": "9c", "set": 0},
     "South gives 9 characters for the joker in South's own exposed kong"),
    ("joker", {"type": "joker-exchange", "seat": "W", "owner": "S", "tile": "9c"},
     "West gives 9 characters for the joker in South's exposed kong"),
    ("joker", {"type": "joker-exchange", "seat": "W", "owner": "S", "tile": "9d"},
     "West gives 9 dots for the joker in South's set"),
    ("joker", {"type": "mahjong", "seat": "W", "source": "exchange", "tile": "Jk", "line": "t2"},
     "West declares mahjong with joker from a joker exchange, line t2"),
    ("joker", {"type": "name", "seat": "S", "tile": "Ww"}, "South names the discard correctly: west wind"),
    ("joker", {"type": "dead", "seat": "S", "reason": "exposure", "by": "N", "on_basis": "table", "sets": [0, 7]},
     "South's hand is declared dead by North for an exposure that leaves no line of the card, "
     "by all that lies face up: kong of 9 characters (1 joker)"),
    ("joker", {"type": "dead", "seat": "S", "reason": "false-mahjong", "text": "shown\x1b"},
     "South's hand is declared dead for a mahjong that is none; shown\\x1b"),
    ("joker", {"type": "replay", "reason": "three wrong counts"},
     "The hand is void and played again: three wrong counts"),
    ("end", {"type": "roll", "seat": "E", "dice": [6, 5], "purpose": "break-stack"},
     "East rolls 6 and 5, 11 in all, for the stack: stack 11 of East's wall"),
]  # fmt: skip


@each("until, event, sentence", SENTENCES)
def test_an_event_of_the_american_game_reads_as(until: str, event: dict[str, Any], sentence: str) -> None:
    replay = Engine(GameRecord("short", "short", iter(())))
    for fields in told(until=until).events:
        replay.feed(convert_event(fields), None)
    assert words(replay.table, convert_event({"seq": 99, **event})) == sentence


def could(log: Log, sight: Sight = "table", place: int = -1) -> list[str]:
    """What could be done after the last event (or an earlier one, counted from the end)."""
    view = view_of(log.events)
    return in_short(moves_after(view, len(view.rows) + place, sight))


def of_seat(lines: list[str], seat: str) -> str:
    """What one seat could do."""
    return next((line.partition(": ")[2] for line in lines if line.startswith(seat)), "")


def test_in_the_charleston_those_can_pass_who_have_not() -> None:
    lines = could(told(until="charleston"))
    assert of_seat(lines, "West") == "pass 3 tiles across (East)"
    assert of_seat(lines, "North") == "pass 3 tiles across (South)"
    assert of_seat(lines, "East") == ""


def test_before_the_second_charleston_it_can_be_refused() -> None:
    log = told(until="joker")
    log.events = log.events[: next(at for at, one in enumerate(log.events) if one["type"] == "charleston-stop")]
    assert of_seat(could(log), "South") == "pass 3 tiles to the left (East); refuse the second Charleston"
    log.add("charleston-stop", seat="S")
    assert "pass 1, 2 or 3 tiles across, as a courtesy (North)" in of_seat(could(log), "South")


def test_a_discard_can_be_called_for_groups_with_jokers() -> None:
    log = told(until="joker")
    said = of_seat(could(log), "North")
    assert "claim pung, kong, quint, sextet or mahjong" in said
    log.add("claim", seat="N", for_="pung")
    assert of_seat(could(log), "North") == "take back the call; lay down a pung of Ww with 0 to 2 jokers"


def test_an_exchange_says_whose_joker_it_is_for() -> None:
    log = told(until="exchange")
    log.add("discard", seat="W", tile="Ff")
    log.add("washout")
    drawn = -4
    assert "give 9c for South's joker" in of_seat(could(log, Seat.W, drawn), "West")
    assert "joker" not in of_seat(could(log, Seat.W, drawn + 1), "West").replace("joker exchange", "")


def test_nothing_can_be_done_that_the_words_do_not_know() -> None:
    """Every moment of a whole hand, from every side."""
    view = view_of(told().events)
    for place in range(len(view.rows)):
        for sight in ("table", "open", Seat.S):
            assert all(in_short(moves_after(view, place, sight)))


def test_a_break_and_a_deal_are_offered_by_the_dice() -> None:
    assert could(begun())[0] == "East: take 4 tiles of the deal"


# -- dead hands in words ----------------------------------------------------------------------------------------------


def dead_words(name: str) -> list[str]:
    """What is said of the one dead hand of a case."""
    rows = iter([(event, event.seq) for event in events(CASES[name].text)])
    (dead,) = dead_hands(GameRecord("short", "short", rows))
    return dead_hand_words(dead)


@each("name, said", [
    ("american-drawn-twice", [
        "South has 15 tiles where 14 are right [american/dead-1]",
        "Certain at event 34",
        "South pays the winner like the others: 60 to east [american/dead-1]: recorded",
    ]),
    ("american-said-to-be-wrong", [
        "South's hand is said to have a wrong number of tiles [american/dead-1]",
        "Declared dead at event 4 by north: the record neither proves nor refutes it",
        "South pays the winner like the others: 30 to west [american/dead-1]: recorded",
    ]),
    ("american-not-dead", [
        "South's hand is said to have a wrong number of tiles [american/dead-1]",
        "Declared dead at event 33 by north: the record refutes it",
    ]),
    ("american-exposure-corrected", [
        "South's exposures are those of no line of the card, by the rack alone [american/dead-3]",
        "Certain at event 5",
        "From event 6 on it is right again",
    ]),
    ("american-false-mahjong-not-shown", [
        "South declares mahjong at event 34, and the hand is not complete: it was taken back at event 35, "
        "before the hand was shown [american/dead-4]",
        "Certain at event 34",
        "No penalty: play goes on where it was [american/error-5]",
    ]),
    ("bmja-false-mahjong-fined-otherwise", [
        "South declares mahjong at event 22, and the hand is not complete: the hand was shown at event 23",
        "Certain at event 22",
        "No win: a hand that is not complete cannot be mahjong [bmja/mahjong]",
        "South is fined 500 points: 167 to west, 167 to north and 166 to east [bmja/penalty]: recorded "
        "otherwise at event 24",
    ]),
    ("dmjl-long-hand-shown", [
        "West has 14 tiles where 13 are right",
        "Certain at event 23, and it came about between events 20 and 22",
        "No win: a hand with a wrong number of tiles cannot be mahjong [dmjl/mahjong]",
        "West's hand scores nothing: it has too many tiles [dmjl/long-hand]: recorded",
    ]),
    ("dmjl-misnamed", [
        "East discards a tile at event 3 and names it wrongly: it is claimed for a pung under that name "
        "[dmjl/penalty]",
        "Certain at event 4, so since event 3",
        "East is fined 100 points: 34 to south, 33 to west and 33 to north [dmjl/penalty]: not recorded",
    ]),
    ("classical-called-hand-shown-changed", [
        "East makes an original call at event 20, and changes the hand [classical/call-1]",
        "Certain at event 31, so since event 28",
        "The original call counts for nothing, and its double is lost [classical/double-3]",
        "The rules name no penalty",
    ]),
    ("western-contradicted", [
        "South has 15 tiles where 14 are right",
        "Certain at event 5",
        "The hand shown at event 11 has the right number: the record contradicts itself, and nothing follows",
    ]),
])  # fmt: skip
def test_a_dead_hand_is_told_in_sentences(name: str, said: list[str]) -> None:
    assert dead_words(name) == said
