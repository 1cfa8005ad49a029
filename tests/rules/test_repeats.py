"""From hand to hand where points lie on the table: who stays East, repeats, pot, and the end of the game."""

from __future__ import annotations

import pytest

from cases.riichi_ends import CASES, DEALT, GAME, RESULT, SOUTH_WINS, UNSEEN
from short_logs import accepted, codes, findings, play, refused

EAST_WON = f"{GAME}hand {RESULT}E mahjong discard; settlement E=1500 S=-1500; "
LAST_HAND = "hand 1 S dora totals=anna:{},ben:{},cora:{},dora:{} depth=result; "


@pytest.mark.rule("riichi/repeat-2")
def test_repeats_that_nobody_states_are_counted() -> None:
    """From hand to hand."""
    text = f"{EAST_WON}hand 2 E anna {RESULT}E mahjong discard; hand 3 E anna {RESULT}E mahjong discard; "
    assert play(text).table.standing.repeats == 2
    assert codes(f"{text}hand 4 E anna repeats=2") == ["wrong-repeats"]


@pytest.mark.rule("riichi/riichi-2")
def test_a_riichi_that_stands_lays_a_stick_on_the_table() -> None:
    """It leaves the total at once; one whose discard is won is not paid."""
    declared = f"{UNSEEN}E draw ??; E discard 9b riichi=true; "
    assert play(declared).table.totals["anna"] == 25000
    stands = play(f"{declared}S draw ??").table
    assert (stands.totals["anna"], stands.standing.pot) == (24000, 1000)
    claimed = play(f"{declared}W claim pung; W expose pung 999b").table
    assert (claimed.totals["anna"], claimed.standing.pot) == (24000, 1000)
    won_at_once = play(f"{declared}S claim mahjong; S mahjong discard 9b").table
    assert (won_at_once.totals["anna"], won_at_once.standing.pot) == (25000, 0)


# -- the end of the game --------------------------------------------------------------------------------------------


@pytest.mark.rule("riichi/end-1")
def test_a_game_ends_with_its_last_round() -> None:
    """If somebody has the target; otherwise one more round is played, if the players want that."""
    check, reached = "no_hand_after_the_last_round", LAST_HAND.format(29500, 25000, 25000, 20500)
    paid = "S mahjong discard; settlement S=1000 W=-1000; "
    assert refused(check, f"{GAME}{reached}{paid}hand 2 W anna") == "hand-after-end"
    short = LAST_HAND.format(27000, 25000, 26000, 22000)
    assert accepted(check, f"{GAME}{short}{paid}hand 2 W anna")
    assert refused(check, f"game riichi extra_round=false; {short}{paid}hand 2 W anna") == "hand-after-end"
    assert accepted("game_is_over", f"{GAME}{reached}{paid}end anna=30500 ben=24000 cora=25000 dora=20500")
    assert refused("game_is_over", f"{GAME}{short}{paid}end final=anna:1") == "game-end-too-early"


@pytest.mark.rule("riichi-ema/end-1")
@pytest.mark.rule("riichi-wrc/end-1")
def test_the_clock_may_stop_a_game_before_its_last_hand() -> None:
    """At tournaments; elsewhere whoever ends a game is told how to say that it was so."""
    hand = "hand depth=result; S mahjong discard; settlement S=1000 W=-1000; end"
    for ruleset in ("riichi-ema", "riichi-wrc", "riichi rounds=0"):
        assert accepted("game_is_over", f"game {ruleset}; {hand}")
    for ruleset in ("riichi", "riichi-wrc clock=false"):
        (found,) = findings(f"game {ruleset}; {hand}")
        assert (found.code, found.severity) == ("game-end-too-early", "error")
        assert "if the clock stopped it, or all agreed to stop: `fix option rounds=0` says so" in found.message


EXTRA = f"hand 1 W anna totals=anna:20000,ben:29500,cora:26000,dora:24500 {RESULT}"
DRAWN = "washout; settlement E=1500 S=1500 W=-1500 N=-1500; "


@pytest.mark.rule("riichi/end-2")
@pytest.mark.parametrize("ended", [DRAWN, "E mahjong wall; settlement E=1500 S=-500 W=-500 N=-500; "])
def test_in_the_extra_round_the_repeat_of_east_goes_before_the_end(ended: str) -> None:
    """Whoever else has the target; by the first version, and by the option, the game ends at once."""
    begun = EXTRA if ended == DRAWN else EXTRA.replace("29500", "31000").replace("26000", "24500")
    assert findings(f"{GAME}{begun}{ended}hand 2 W anna") == []
    (found,) = findings(f"{GAME}{begun}{ended}end")
    assert found.code == "game-end-too-early"
    for game in ("game riichi extra_ends=at-once; ", "game riichi@1; "):
        assert [one.rule for one in findings(f"{game}{begun}{ended}hand 2 W anna")] == ["riichi/end-2"]


@pytest.mark.rule("riichi/end-4")
def test_east_who_leads_in_the_last_hand_ends_the_game() -> None:
    """By a win or readiness, with the target; as the option says."""
    check, leads = "no_hand_after_the_leader_stops", LAST_HAND.format(25000, 23000, 22000, 30000)
    paid = "E mahjong discard; settlement E=1500 W=-1500; "
    assert refused(check, f"{GAME}{leads}{paid}hand 2 S dora") == "hand-after-end"
    assert accepted(check, f"{GAME}{LAST_HAND.format(40000, 12000, 18000, 30000)}{paid}hand 2 S dora")
    for option in ("may", "no"):
        assert accepted(check, f"game riichi leader_stops={option}; {leads}{paid}hand 2 S dora")
    assert accepted("game_is_over", f"game riichi leader_stops=may; {leads}{paid}end final=anna:-15000")
    ends = f"game riichi leader_stops=no; {leads}{paid}end final=anna:1"
    assert refused("game_is_over", ends) == "game-end-too-early"
    aborted = leads.replace("depth=result", "") + "dealt; indicator 1c; E draw ??; washout reason=nine-terminals; "
    assert accepted(check, f"{GAME}{aborted}hand 2 S dora")


@pytest.mark.rule("riichi/start-1")
def test_a_game_begins_with_the_points_of_its_rules() -> None:
    """Or with those that a record states, which may begin with any hand."""
    assert play("game riichi start_points=30000; hand").table.totals["cora"] == 30000
    begun = "hand 1 S cora totals=anna:20000,ben:30000,cora:24000,dora:26000 repeats=2 pot=1000 depth=result; "
    assert codes(f"{GAME}{begun}S mahjong discard; settlement S=2600 W=-1600 pot=1000; hand 2 S dora pot=0") == []


@pytest.mark.rule("riichi/pao-1")
def test_who_is_liable_is_named() -> None:
    """By the sets on the table: nobody where the last of them was not fed."""
    fed = CASES["riichi/pao-1"].illegal.removesuffix("S mahjong discard 5b")
    assert accepted("liable_player_is_named", f"{fed}S mahjong discard 5b liable=N")
    assert refused("liable_player_is_named", f"{fed}S mahjong discard 5b") == "wrong-liable"
    assert refused("liable_player_is_named", f"{fed}S mahjong discard 5b liable=E") == "wrong-liable"
    called = f"{DEALT}E draw 9c; E discard 8d; S claim mahjong; "
    assert refused("liable_player_is_named", f"{called}S mahjong discard 8d liable=N") == "wrong-liable"
    assert codes(f"{called}{SOUTH_WINS}") == []
