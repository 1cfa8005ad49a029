"""Riichi: what rows of the tables cannot say of riichi, several wins, hands that end early, chombo, norths."""

from __future__ import annotations

import re

import pytest

from cases import all_cases
from cases.riichi_ends import (
    AT_THE_END,
    CASES,
    DEAL,
    DEALT,
    PASSES,
    SOUTH_WINS,
    TWO_CALL,
    UNSEEN,
    WEST_WINS,
    easts_majors,
    turns,
)
from each import each
from mjlog.answers import plain
from mjlog.audit.dead import dead_hands
from mjlog.audit.engine import Engine
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.tiles import parse_tiles
from mjlog.views.dead_words import dead_hand_words
from short_logs import accepted, codes, events, findings, play, refused, table

READY = "game riichi; hand; dealt S 234b 567c 345d 666b 8d; indicator 1c; E draw ??; E discard 9c;"
"""South lacks an 8 dots."""
OPEN = "game riichi; hand; dealt; indicator 1c; E draw ??; E discard 5d; W claim pung; W expose pung 555d;"


def kept(key: str) -> str:
    """The log of a case that keeps its rule."""
    return all_cases()[f"riichi/{key}"].legal


def broken(key: str) -> str:
    """The log of a case that breaks its rule."""
    return all_cases()[f"riichi/{key}"].illegal


def test_riichi_is_declared_once_with_a_closed_and_ready_hand() -> None:
    """With points and tiles enough."""
    declared = f"{READY} S draw Ew; S discard Ew riichi=true"
    assert accepted("riichi_with_a_closed_hand", declared)
    assert refused("riichi_with_a_closed_hand", f"{OPEN} W discard 1c riichi=true") == "riichi-not-allowed"
    assert accepted("riichi_once", declared)
    assert refused("riichi_once", broken("riichi-1#twice")) == "riichi-not-allowed"
    assert accepted("riichi_with_points_enough", kept("riichi-1#points"))
    assert refused("riichi_with_points_enough", broken("riichi-1#points")) == "riichi-not-allowed"
    assert accepted("riichi_with_tiles_left", kept("riichi-1#tiles-left"))
    assert refused("riichi_with_tiles_left", broken("riichi-1#tiles-left")) == "riichi-not-allowed"
    assert accepted("riichi_with_a_ready_hand", kept("riichi-4"))
    assert refused("riichi_with_a_ready_hand", broken("riichi-4")) == "riichi-not-ready"


def test_in_riichi_the_hand_does_not_change() -> None:
    """The tile drawn goes, nothing is claimed, and a kong leaves waits and shape."""
    assert accepted("riichi_discards_the_tile_drawn", kept("riichi-3"))
    assert refused("riichi_discards_the_tile_drawn", broken("riichi-3")) == "call-changed"
    assert accepted("riichi_claims_only_the_win", kept("furiten-3").rpartition(";")[0])
    assert refused("riichi_claims_only_the_win", broken("claim-4")) == "call-changed"
    assert accepted("riichi_kong_keeps_the_hand", kept("kan-3").rpartition("; ")[0])
    assert refused("riichi_kong_keeps_the_hand", broken("kan-3").rpartition("; ")[0]) == "kong-changes-wait"


def test_a_discard_is_not_won_while_furiten() -> None:
    """For an own discard, for a tile let go in the turn, and for one let go since the riichi."""
    assert accepted("own_discard_bars_the_win", kept("furiten-1"))
    assert refused("own_discard_bars_the_win", broken("furiten-1").rpartition(";")[0]) == "furiten"
    assert accepted("tile_let_go_bars_the_win", kept("furiten-2"))
    assert refused("tile_let_go_bars_the_win", broken("furiten-2").rpartition(";")[0]) == "furiten"
    assert refused("tile_let_go_bars_the_win", broken("furiten-2#until-a-draw").rpartition(";")[0]) == "furiten"
    assert accepted("tile_let_go_in_riichi_bars_the_win", kept("furiten-3"))
    assert refused("tile_let_go_in_riichi_bars_the_win", broken("furiten-3").rpartition(";")[0]) == "furiten"


def test_who_wins_after_a_draw_is_told_how_that_is_written_down() -> None:
    """Where a discard is won until the next one, a draw in between is none; a set is claimed before it in any case."""
    drawn = READY.replace("riichi;", "{};") + " S draw Ew; S discard 8d; W draw 1c; {} claim {}"
    told = {
        (ruleset, for_): findings(drawn.format(ruleset, "N", for_))[0].message
        for ruleset in ("riichi-wrc", "riichi")
        for for_ in ("mahjong", "pung")
    }
    assert [key for key, message in told.items() if "the tile goes back" in message] == [("riichi-wrc", "mahjong")]
    assert all("west has drawn a tile since south discarded 8d" in message for message in told.values())


def test_the_last_discard_is_only_won_and_kongs_need_a_draw_and_a_tile() -> None:
    """No set is claimed at the end of the wall; no kong is made without a live tile, or after a claim."""
    assert accepted("last_discard_is_only_won", kept("claim-3"))
    assert refused("last_discard_is_only_won", broken("claim-3")) == "claim-not-open"
    assert accepted("kong_after_a_draw", kept("kan-1"))
    assert refused("kong_after_a_draw", broken("kan-1")) == "kong-not-allowed"
    assert accepted("live_tile_left_for_kong", kept("kan-2"))
    assert refused("live_tile_left_for_kong", broken("kan-2")) == "kong-not-allowed"


def test_indicators_are_turned_when_they_are_due_and_are_the_walls() -> None:
    """The first after the deal, one for a kong, those under them for a winner in riichi."""
    assert accepted("first_indicator_is_turned", kept("dora-1"))
    assert refused("first_indicator_is_turned", broken("dora-1")) == "indicator-missing"
    assert accepted("kong_indicator_is_turned", kept("dora-2"))
    assert refused("kong_indicator_is_turned", broken("dora-2")) == "indicator-missing"
    assert accepted("under_indicators_are_turned", kept("dora-3"))
    assert refused("under_indicators_are_turned", broken("dora-3")) == "indicator-missing"
    beside = "S claim mahjong; W claim mahjong; S mahjong discard 8d; W mahjong discard 8d;"
    two = broken("dora-3").replace("S claim mahjong; S mahjong discard 8d;", beside)
    assert refused("under_indicators_are_turned", two) == "indicator-missing"
    assert accepted("under_indicators_are_turned", two.replace("S show 234b", "W show 234b"))
    assert accepted("indicator_is_due", kept("dora-1#twice"))
    assert refused("indicator_is_due", broken("dora-1#twice")) == "indicator-not-due"
    assert accepted("indicator_is_the_walls", kept("dead-2#indicator"))
    assert refused("indicator_is_the_walls", broken("dead-2#indicator")) == "wrong-indicator"
    seen = "game riichi; hand; dealt S 111b 2223334445c; indicator {}"
    assert accepted("indicator_is_one_of_the_set", seen.format("1b"))
    four = seen.replace("111b 2223334445c", "1111b 222333444c")
    assert refused("indicator_is_one_of_the_set", four.format("1b")) == "too-many-copies"


def test_red_fives_are_tiles_of_their_own() -> None:
    """As many as are played with, held, laid down, won and shown as what they are."""
    assert accepted("red_fives_are_in_play", kept("tiles-2"))
    assert refused("red_fives_are_in_play", broken("tiles-2#none")) == "tile-not-in-set"
    assert refused("red_fives_are_in_play", "game western; hand; E discard 0b") == "tile-not-in-set"
    assert accepted("red_fives_come_up_as_often_as_there_are", kept("tiles-2#more-than-there-are"))
    assert refused("red_fives_come_up_as_often_as_there_are", broken("tiles-2#more-than-there-are"))
    wall = "game riichi; hand; wall ?? 53=0b; dealt; indicator 1c; E draw {}"
    assert accepted("red_five_lies_in_the_wall", wall.format("0b"))
    assert refused("red_five_lies_in_the_wall", wall.format("5b")) == "not-the-wall-tile"
    assert accepted("red_five_is_held", kept("tiles-2"))
    assert refused("red_five_is_held", broken("tiles-2")) == "tile-not-held"
    claimed = "game riichi; hand; dealt; indicator 1c; E draw ??; E discard 0d; W claim pung; W expose pung {}"
    assert accepted("claimed_five_is_the_one_discarded", claimed.format("550d"))
    assert refused("claimed_five_is_the_one_discarded", claimed.format("555d")) == "claim-not-open"
    won = "game riichi; hand; dealt S 234b 567c 34d 666b 88d; indicator 1c; E draw ??; E discard 0d; S claim mahjong;"
    assert accepted("winning_five_is_the_one_taken", f"{won} S mahjong discard 0d")
    assert refused("winning_five_is_the_one_taken", f"{won} S mahjong discard 5d") == "mahjong-tile-wrong"
    shown = f"{won} S mahjong discard 0d; S show 234b 567c {{}} 666b 88d"
    assert accepted("red_fives_shown_are_those_held", shown.format("340d"))
    assert refused("red_fives_shown_are_those_held", shown.format("345d")) == "shown-hand-differs"


def test_what_is_said_to_be_drawn_is_the_tile_drawn() -> None:
    """Where both are known."""
    assert accepted("drawn_tile_is_the_one_discarded", kept("turn-1#drawn"))
    assert refused("drawn_tile_is_the_one_discarded", broken("turn-1#drawn")) == "tile-not-held"
    assert accepted("drawn_tile_is_the_one_discarded", kept("turn-1#after-a-claim"))
    assert refused("drawn_tile_is_the_one_discarded", broken("turn-1#after-a-claim")) == "tile-not-held"


@pytest.mark.rule("riichi/kan-3")
@pytest.mark.parametrize("ruleset", ["riichi", "riichi-ema", "riichi-wrc"])
def test_a_kong_in_riichi_is_judged_by_the_hand_when_that_is_shown(ruleset: str) -> None:
    """What nobody saw of the hand when the kong was made; who has not won may show it, too."""
    begun = f"game {ruleset}; hand; dealt; indicator 1c; E draw ??; E discard 1c; S draw ??; S discard 9c riichi=true; "
    made = f"{begun}W draw ??; W discard 1d; N draw ??; N discard 2d; E draw ??; E discard 3d; S draw 6b; "
    kong = f"{made}S kong concealed 6666b; indicator 2c kong; S kong-replacement 9d; S discard 9d; "
    won = f"{kong}W draw ??; W discard {{0}}; S claim mahjong; S mahjong discard {{0}}; S show | {{1}}"
    assert refused("riichi_kong_keeps_the_hand", won.format("9b", "789b 234c 345d 88d")) == "kong-changes-wait"
    assert accepted("riichi_kong_keeps_the_hand", won.format("1b", "123b 234c 345d 88d"))
    lost = f"{kong}W draw ??; W discard 1b; N claim mahjong; N mahjong discard 1b; S show | {{}}"
    assert refused("riichi_kong_keeps_the_hand", lost.format("78b 234c 345d 88d")) == "kong-changes-wait"
    assert accepted("riichi_kong_keeps_the_hand", lost.format("23b 234c 345d 88d"))
    assert accepted("riichi_kong_keeps_the_hand", lost.format("78b 234c 345d 8d ??"))


# -- several winners of one tile ---------------------------------------------------------------------------------------


KIND = parse_tiles("8d")[0]
SOUTH_PAID = f"{SOUTH_WINS}S score 1300; settlement for=S S=1300 E=-1300; "
WEST_PAID = f"{WEST_WINS}W score 1300; settlement for=W W=1300 E=-1300"
BOTH = f"{DEALT}{TWO_CALL}{SOUTH_PAID}{WEST_PAID}"


@pytest.mark.rule("riichi/win-3")
def test_each_winner_is_scored_and_paid() -> None:
    """One after the other; the first stays the winner of the hand."""
    assert codes(BOTH) == []
    replay = play(BOTH)
    (report,) = replay.finish()
    assert plain(list(report.winners)) == ["S", "W"]
    assert plain(report.computed) == {"E": 0, "S": 1300, "W": 1300, "N": 0}
    assert plain(report.settled) == {"E": -2600, "S": 1300, "W": 1300}
    assert plain(report.owed) == {"E": -2600, "S": 1300, "W": 1300, "N": 0}
    assert replay.table.totals == {"anna": 22400, "ben": 26300, "cora": 26300, "dora": 25000}


def test_the_tile_lies_in_each_hand_and_is_counted_once() -> None:
    """There are no more of it than four."""
    won = table(f"{DEALT}{TWO_CALL}S mahjong discard 8d; W mahjong discard 8d")
    assert [won.place(seat).held[KIND] for seat in Seat] == [0, 2, 1, 0]
    assert won.seen[KIND] == 2
    assert [win.seat for win in won.wins] == [Seat.S, Seat.W]


def test_two_rob_one_kong() -> None:
    """Its tile goes to both."""
    pung = f"{UNSEEN}E draw ??; E discard 6b; S claim pung; S expose pung 666b; S discard 9b; W draw ??; W discard 9b;"
    kong = f"{pung}N draw ??; N discard 8b; E draw ??; E discard 8b; S draw ??; S kong added 6666b;"
    text = f"{kong}W claim mahjong; N claim mahjong; W mahjong kong 6b; N mahjong kong 6b"
    assert codes(text) == []
    won = table(text)
    assert [win.discarder for win in won.wins] == [Seat.S, Seat.S]
    assert won.seen[parse_tiles("6b")[0]] == 4


BEGUN = "hand repeats=1 pot=2000 totals=anna:25000,ben:24000,cora:25000,dora:24000; "
RIICHI_AND_TWO = f"{DEAL}E draw 9c; E discard 9c; S draw 9d; S discard 9d; W draw 9b; W discard 9b riichi=true; "
RIICHI_AND_TWO += "N draw 8d; N discard 8d; S claim mahjong; W claim mahjong; "


@pytest.mark.rule("riichi/pot-1")
@each("agreed, of_west, of_south", [
    # West, in riichi, is the nearest after... North's discard: East, South, West. South is the nearest.
    ("nearest", 0, 3000), ("own-back", 1000, 2000), ("shared", 1500, 1500),
])  # fmt: skip
def test_the_sticks_go_to_the_nearest_or_back_or_are_shared(agreed: str, of_west: int, of_south: int) -> None:
    """Two thousand lay there, and West's own stick; the repeat is South's, the nearest after North."""
    game = f"game riichi pot_to={agreed}; {BEGUN}{RIICHI_AND_TWO}"
    south = f"{game}{SOUTH_WINS}settlement for=S S={{}} N=-1600 pot={{}}; "
    shown = WEST_WINS.replace("W show", "indicator 9b of=under; W show")
    west = f"{shown}settlement for=W W={{}} N=-8000 pot={{}}; hand 2 E ben pot=0 repeats=0"
    paid = south.format(1600 + of_south, of_south) + west.format(8000 + of_west, of_west)
    assert codes(paid.replace(" pot=0; hand", "; hand")) == []
    for other in {(0, 3000), (1000, 2000), (1500, 1500)} - {(of_west, of_south)}:
        wrong = south.format(1600 + other[1], other[1]) + west.format(8000 + other[0], other[0])
        assert "wrong-pot" in codes(wrong)


def test_the_latest_declaration_is_taken_back() -> None:
    """Before that hand is shown; the other win stands."""
    text = f"{DEALT}{TWO_CALL}{SOUTH_PAID}W mahjong discard 8d; "
    taken_back = table(f"{text}W retract")
    assert [win.seat for win in taken_back.wins] == [Seat.S]
    assert taken_back.place(Seat.W).held[KIND] == 0
    assert codes(f"{text}W retract") == []
    assert codes(f"{text}S retract") == ["retract-too-late"]
    assert codes(f"{text}W show 456b 456c 678d 333c 22b; W retract") == ["retract-too-late"]


def test_a_copy_of_a_table_keeps_its_winners() -> None:
    """What is paid in one is not in the other."""
    replay = play(f"{DEALT}{TWO_CALL}{SOUTH_WINS}")
    other = replay.fork()
    after = play(f"{DEALT}{TWO_CALL}{SOUTH_WINS}{WEST_WINS}")
    assert [win.seat for win in other.table.wins] == [Seat.S]
    assert [win.seat for win in after.fork().table.wins] == [Seat.S, Seat.W]


# -- hands that end before their time, draws at their end, and who shows a hand for them -------------------------------


FOUR_RIICHI = CASES["riichi/abort-3"].illegal.removesuffix("E draw ??")
READY_13 = "123456789b 123c 1d"
SCATTERED = "12345679b 1235c 1d"


@pytest.mark.rule("riichi/abort-1")
def test_what_is_switched_off_ends_no_hand() -> None:
    """Without the option play goes on."""
    text = "game riichi abort_nine=false; hand; dealt; indicator 1c; E draw ??; washout reason=nine-terminals seats=E"
    (found,) = findings(text)
    assert (found.code, found.rule) == ("washout-not-due", "riichi/abort-1")
    assert "without it" in found.message


@pytest.mark.rule("riichi/abort-5")
def test_three_who_call_one_tile_end_a_hand() -> None:
    """None of them wins it; two do."""
    three = f"{UNSEEN}E draw ??; E discard 8d; S claim mahjong; W claim mahjong; N claim mahjong; "
    assert refused("three_ron_end_the_hand", f"{three}S mahjong discard 8d") == "abort-missing"
    assert accepted("three_ron_end_the_hand", f"{DEALT}{TWO_CALL}S mahjong discard 8d")
    assert accepted("three_have_called_to_win", f"{three}washout reason=three-ron")
    assert refused("three_have_called_to_win", f"{DEALT}{TWO_CALL}washout reason=three-ron") == "washout-not-due"
    off = three.replace("game riichi", "game riichi abort_ron3=false several_ron=all")
    assert accepted("three_ron_end_the_hand", f"{off}S mahjong discard 8d")


@pytest.mark.rule("riichi/draw-2")
def test_discards_of_terminals_and_honors_alone_are_told() -> None:
    """They are not passed over, and are nobody else's."""
    check = "nagashi_is_told"
    assert accepted(check, f"{UNSEEN}{easts_majors()}washout reason=nagashi seats=E")
    assert refused(check, f"{UNSEEN}{easts_majors()}washout") == "washout-not-due"
    assert refused(check, f"{UNSEEN}{easts_majors()}washout reason=nagashi seats=S") == "washout-not-due"
    assert refused(check, f"{AT_THE_END}washout reason=nagashi") == "washout-not-due"


@pytest.mark.rule("riichi/draw-2")
def test_a_claimed_discard_loses_nagashi() -> None:
    """One that is claimed for a set is not the player's any more."""
    first = "E draw ??; E discard 1b; S claim pung; S expose pung 111b; S discard 5b; W draw ??; W discard 6b;"
    rest = easts_majors().split("N draw", 1)[1]
    # South's claim saved a draw.
    assert codes(f"{UNSEEN}{first} N draw{rest}W draw ??; W discard 3b; washout") == []


@pytest.mark.rule("riichi/draw-1")
def test_hands_are_shown_at_the_end_or_to_end_the_hand() -> None:
    """Not in the middle of play."""
    check = "shown_when_the_hand_is_over"
    assert accepted(check, f"{AT_THE_END}E show | {READY_13}")
    assert accepted(check, f"{FOUR_RIICHI}E show | {READY_13}")
    assert accepted(check, f"{DEALT}{PASSES}N draw Ww; N show | 19b 19c 19d SSWw GGRWWd")
    assert refused(check, f"{UNSEEN}{turns(9)}E show | {READY_13}") == "out-of-place"


@pytest.mark.rule("riichi/draw-1")
def test_a_hand_shown_at_the_draw_is_ready() -> None:
    """Another is no reason to be paid."""
    assert accepted("shown_at_the_draw_is_ready", f"{AT_THE_END}E show | {READY_13}")
    assert refused("shown_at_the_draw_is_ready", f"{AT_THE_END}E show | {SCATTERED}") == "fishing-false"


@pytest.mark.rule("riichi/draw-1")
def test_a_ready_hand_that_is_shown_with_a_wrong_tile_is_ready() -> None:
    """Its tiles are known: what is wrong is the tile that was written down."""
    dealt = AT_THE_END.replace("dealt", f"dealt E {READY_13}", 1)
    seen = re.sub(r"E draw \?\?; E discard (\w+)", r"E draw \1; E discard \1", dealt)
    assert codes(f"{seen}E show | {SCATTERED}") == ["shown-hand-differs"]
    assert codes(f"{seen.replace(READY_13, SCATTERED)}E show | {SCATTERED}") == ["fishing-false"]


@each("paid,found", [
    ("E=3000 S=-1000 W=-1000 N=-1000", ["wrong-settlement"]), ("E=1500 W=1500 S=-1500 N=-1500", []),
    ("S=1500 W=1500 E=-1500 N=-1500", ["wrong-settlement"]), ("W=3000 E=-1000 S=-1000 N=-1000", []),
])  # fmt: skip
@pytest.mark.rule("riichi/draw-1")
def test_that_a_ready_hand_was_not_written_down_as_shown_is_no_fault(paid: str, found: list[str]) -> None:
    """West shows a ready hand, and all of East's tiles are known: East was ready, and may be paid as West is."""
    seen = re.sub(r"E draw \?\?; E discard (\w+)", r"E draw \1; E discard \1", AT_THE_END)
    seen = seen.replace("dealt", f"dealt E {READY_13}", 1)
    assert codes(f"{seen}W show | 55c 66c 77c 88c 99c SSw Nw; washout; settlement {paid}") == found


NOT_PLAYED = ("nine-terminals", "four-winds", "four-riichi", "four-kongs", "three-ron")
OFF = "abort_nine=false abort_winds=false abort_riichi=false abort_kans=false abort_ron3=false"


@pytest.mark.parametrize("reason", NOT_PLAYED)
@pytest.mark.parametrize("game", ["riichi-ema", "riichi-wrc", f"riichi {OFF}"])
@pytest.mark.parametrize("hand", ["hand depth=result", "hand depth=table; gap", "hand; gap"])
def test_no_hand_ends_for_what_is_not_played_whether_or_not_moves_are_known(game: str, hand: str, reason: str) -> None:
    """Each cites its own rule; where it is played a result alone is never wrong."""
    (found,) = findings(f"game {game}; {hand}; washout reason={reason}")
    ruleset = game.split()[0]
    assert (found.code, found.rule) == ("washout-not-due", f"{ruleset}/abort-{NOT_PLAYED.index(reason) + 1}")
    assert codes(f"game riichi; {hand}; washout reason={reason}") == []


RIICHI = ("riichi", "riichi-ema", "riichi-wrc")
UNFOLLOWED = ("hand depth=result; ", "hand depth=table; gap; ", "hand; dealt; gap; ")


@pytest.mark.parametrize("ruleset", RIICHI)
@pytest.mark.parametrize("hand", UNFOLLOWED)
@pytest.mark.parametrize("draw", ["S show | {}; washout; ", "washout; S show | {}; "])
def test_whoever_shows_a_hand_for_a_draw_is_ready_at_every_depth(ruleset: str, hand: str, draw: str) -> None:
    """That nobody followed the hand does not matter: it lies open. As ready it is not paid, either."""
    text = f"game {ruleset}; {hand}{draw}"
    as_ready = "settlement S=3000 E=-1000 W=-1000 N=-1000"
    assert codes(f"{text.format(READY_13)}{as_ready}") == []
    assert codes(f"{text.format('1379b 1379c 1379d Ew')}{as_ready}") == ["fishing-false", "wrong-settlement"]
    assert codes(f"{text.format('1379b 1379c 1379d Ew')}settlement S=0 E=0 W=0 N=0") == ["fishing-false"]


@pytest.mark.parametrize("hand", UNFOLLOWED)
def test_of_sets_that_nobody_saw_any_may_lie_beside_a_hand_shown(hand: str) -> None:
    """Ten tiles and a set: what the ten wait for is certain. Of tiles laid down unseen nothing is."""
    text = f"game riichi; {hand}S show | {{}}; washout"
    assert codes(text.format("123456789b 1d")) == []
    assert codes(text.format("1379b 1379c 13d")) == ["fishing-false"]
    assert codes(text.format("1379b 1379c 1379d ??")) == []
    # For another draw another hand is shown.
    nine = "S show | 19b 19c 19d ESWNw RGWd 5b; washout reason=nine-terminals seats=S"
    assert codes(f"game riichi; {hand}{nine}") == []


@pytest.mark.rule("riichi/draw-1")
def test_who_is_in_riichi_shows_the_hand_at_the_draw() -> None:
    """Before the draw is told."""
    check, in_riichi = "riichi_is_shown_at_the_draw", f"{UNSEEN}E draw ??; E discard 1d riichi=true; {turns(69, 1)}"
    assert accepted(check, f"{in_riichi}E show | {READY_13}; washout")
    assert refused(check, f"{in_riichi}S show | {READY_13}; washout") == "riichi-not-ready"
    assert refused(check, f"{in_riichi}washout") == "riichi-not-ready"
    assert accepted(check, f"{AT_THE_END}washout")


@pytest.mark.rule("riichi/draw-1")
def test_payments_at_a_draw_are_shared() -> None:
    """3,000 in all, by those who are not ready to those who are; nothing where all are."""
    one, two = f"{AT_THE_END}E show | {READY_13}; ", f"{AT_THE_END}E show | {READY_13}; S show | 123456789d 234c 5d; "
    assert codes(f"{one}washout; settlement E=3000 S=-1000 W=-1000 N=-1000") == []
    assert codes(f"{two}washout; settlement E=1500 S=1500 W=-1500 N=-1500") == []
    assert codes(f"{one}washout; settlement E=1500 S=1500 W=-1500 N=-1500") == ["wrong-settlement"]


# -- chombo and dead hands, as clubs play riichi -----------------------------------------------------------------------


TURN = f"hand; {DEAL}E draw 9c; E discard 9c; "
SOUTH_IN_RIICHI = f"hand; {DEAL}E draw 9c; E discard 9c; S draw Ew; S discard Ew riichi=true; W draw Ew; W discard Ew; "
MANGAN = 'penalty 8000 reason=chombo to={"E":4000,"W":2000,"N":2000}'


def is_kept(case: str) -> str:
    """The legal log of a case."""
    return CASES[f"riichi/{case}"].legal


def totals(replay: Engine) -> list[int]:
    """What the four have, as they sat down."""
    return list(replay.table.totals.values())


@pytest.mark.rule("riichi-ema/penalty-1")
@pytest.mark.rule("riichi-wrc/penalty-1")
@pytest.mark.parametrize("ruleset", ["riichi-ema", "riichi-wrc"])
def test_at_tournaments_a_fine_goes_to_nobody(ruleset: str) -> None:
    """It is off the final score; a club that shares it out says so, and where fines are shared nothing has changed."""
    late = f"game {ruleset}; hand depth=result; S mahjong discard; settlement S=1000 W=-1000; S penalty 500 reason=late"
    assert accepted("fine_goes_to_nobody", f"{late} to={{}}")
    assert accepted("fine_is_paid_to_others", f"{late} to={{}}")
    assert refused("fine_goes_to_nobody", late) == "wrong-penalty"
    assert refused("fine_goes_to_nobody", f'{late} to={{"E":500}}') == "wrong-penalty"
    for shared in (f"game {ruleset} fines=others;", "game riichi;"):
        assert accepted("fine_goes_to_nobody", late.replace(f"game {ruleset};", shared))


@pytest.mark.rule("riichi/chombo-1")
def test_after_a_chombo_sticks_go_back_and_nothing_is_repeated() -> None:
    """South has riichi and pays a mangan for a fault: the stick is back, East stays, and there are no repeats."""
    text = f"game riichi chombo=mangan; {SOUTH_IN_RIICHI}S {MANGAN}; replay his tiles fell; hand 1 repeats=0 pot=0"
    replay = play(text)
    assert [one.code for report in replay.finish() for one in report.findings] == []
    assert totals(replay) == [29_000, 17_000, 27_000, 27_000]
    assert codes(text.replace("repeats=0", "repeats=1")) == ["wrong-repeats"]
    assert codes(text.replace("pot=0", "pot=1000")) == ["wrong-pot"]


NOT_READY = "S show | 1379b 1379c 1379d Ew"
IN_VAIN = "S discard 5b riichi=true; washout; " + NOT_READY
FINES = {"riichi-ema": "20000 reason=chombo to={}", "riichi-wrc": "20000 reason=chombo to={}"}


@pytest.mark.rule("riichi/riichi-4")
@pytest.mark.parametrize("ruleset", FINES)
@pytest.mark.parametrize("draw", [IN_VAIN, f"S discard 5b riichi=true; {NOT_READY}; washout"])
def test_after_a_riichi_in_vain_the_fine_and_another_deal_are_asked_for(ruleset: str, draw: str) -> None:
    """Where a chombo is played: the hand is not paid, and no other one follows."""
    text = f"game {ruleset}; hand depth=result; {draw}"
    assert codes(text) == ["riichi-not-ready"]
    for after in ("settlement S=3000 E=-1000 W=-1000 N=-1000", "settlement S=0 E=0 W=0 N=0", "hand 2"):
        assert codes(f"{text}; {after}") == ["riichi-not-ready", "replay-missing"]
    fined = f"{text}; S penalty {FINES[ruleset]}"
    assert codes(f"{fined}; replay reason=chombo; hand 1 repeats=0 pot=0") == ["riichi-not-ready"]
    assert codes(f"{fined}; hand 2") == ["riichi-not-ready", "replay-missing"]


@pytest.mark.rule("riichi/chombo-1")
def test_points_off_the_final_score_leave_the_totals_alone() -> None:
    """Nobody gets them."""
    assert totals(play(is_kept("chombo-1#off-the-final-score"))) == [25_000] * 4


SOUTH_CALLS = (
    f"{TURN}S draw Ew; S discard Ew; W draw Ew; W discard 8d; S claim mahjong; S retract; N draw Ew; N discard 8d; "
)


@pytest.mark.rule("riichi/dead-hand-2")
@pytest.mark.rule("riichi-ema/dead-hand-2")
@pytest.mark.rule("riichi-wrc/dead-hand-2")
@pytest.mark.rule("riichi-sanma/dead-hand-2")
@each("game, is_dead", [
    ("riichi-ema", True), ("riichi-wrc", True), ("riichi dead_hands=true empty_call=true", True),
    ("riichi-ema empty_call=false", False), ("riichi", False), ("riichi empty_call=true", False),
    ("riichi-ema@2", False),
])  # fmt: skip
def test_an_empty_call_for_a_win_makes_a_dead_hand_where_that_was_agreed(game: str, is_dead: bool) -> None:
    """Its player does not win later on, and is not ready at a draw; where hands cannot be dead none is."""
    wins = f"game {game}; {SOUTH_CALLS}S claim mahjong"
    assert ("dead-hand-acts" in codes(wins)) is is_dead
    (report,) = play(wins).finish()
    because = [one.message for one in report.findings if one.code == "dead-hand-acts"]
    assert because == ["south's claim: south's hand is dead by the call for a win that was taken back"] * is_dead
    assert ("dead-hand-acts" in codes(f"game {game}; {SOUTH_CALLS}E claim pung; E retract; E draw 9b")) is False


@pytest.mark.rule("riichi-ema/dead-hand-2")
@each("call, is_dead", [("S claim pung; S retract", False), ("S claim mahjong; S retract", True),
                        ("S claim mahjong; S mahjong discard 8d; S retract", True)])  # fmt: skip
def test_a_call_for_a_set_that_is_taken_back_is_no_fault(call: str, is_dead: bool) -> None:
    begun = f"game riichi-ema; {TURN}S draw Ew; S discard Ew; W draw Ew; W discard 8d; {call}"
    assert play(begun).table.dead == ({Seat.S: "call"} if is_dead else {})


@pytest.mark.rule("riichi-ema/dead-hand-2")
@each("text, because", [
    (SOUTH_CALLS, "South takes a call for a win back at event 27: the hand is dead [riichi-ema/dead-hand-2]"),
    (f"{SOUTH_CALLS}S dead call by=W", "Declared dead at event 30 by west"),
    # When a claimed tile was taken nobody wrote down.
    (f"{TURN}S draw Ew; S discard Ew; W draw Ew; W dead call", "West's hand is said to be dead for a wrong call "
     "[riichi-ema/dead-hand-2]"),
])  # fmt: skip
def test_why_a_hand_is_dead_by_a_call_is_told(text: str, because: str) -> None:
    rows = [(event, event.seq) for event in events(f"game riichi-ema; {text}")]
    (dead,) = dead_hands(GameRecord("short", "short", iter(rows)))
    assert dead.dead
    assert because in dead_hand_words(dead)


# -- north winds laid aside, where three play riichi -------------------------------------------------------------------


OF_THREE = "game riichi-sanma; hand; dealt; indicator 1b"


@pytest.mark.rule("riichi-sanma/north-2")
def test_a_north_needs_a_live_tile() -> None:
    """The last live tile joins the dead wall for its replacement."""
    seats = enumerate("ESW" * 18)
    turns = "; ".join(f"{seat} draw ??; {seat} discard {1 + at % 9}{'bd'[at % 2]}" for at, seat in seats)
    check = "live_tile_left_for_north"
    assert accepted(check, f"{OF_THREE}; E draw ??; E bonus Nw")
    assert refused(check, f"{OF_THREE}; {turns}; E draw ??; E bonus Nw") == "bonus-not-allowed"
