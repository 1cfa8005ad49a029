"""The end of a hand: wash-outs, hands shown, scores and payments."""

from __future__ import annotations

import pytest

from cases.riichi_ends import turns
from mjlog.events import Penalty
from mjlog.rules import CHECKS
from mjlog.rulesets import default_rules
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from short_logs import AT_THE_TABLE, FULL, accepted, codes, discards, refused

WON = "E discard 5b; S claim mahjong; S mahjong discard"


@pytest.mark.rule("classical/dead-1")
def test_a_hand_is_drawn_when_nothing_can_be_drawn() -> None:
    """A tile is due and none is left."""
    dealt = "game Flowers=false DeadWall16=true; hand"
    play = "; ".join(f"{one.split()[0]} draw ??; {one}" if number else one for number, one in enumerate(_turns(68)))
    assert accepted("washed_out_when_nothing_can_be_drawn", f"{dealt}; {play}; washout")
    fewer = "; ".join(f"{one.split()[0]} draw ??; {one}" if number else one for number, one in enumerate(_turns(67)))
    assert refused("washed_out_when_nothing_can_be_drawn", f"{dealt}; {fewer}; washout") == "washout-too-early"
    undiscarded = play.rsplit(";", 1)[0]
    assert refused("washed_out_when_nothing_can_be_drawn", f"{dealt}; {undiscarded}; washout") == "washout-too-early"


def _turns(count: int) -> list[str]:
    return discards(count).split("; ")


@pytest.mark.rule("classical/dead-1")
def test_a_wash_out_ends_a_hand_that_is_on() -> None:
    """Not one that was won; and where draws may be missing nobody can say that it came too early."""
    assert refused("washed_out_when_nothing_can_be_drawn", f"{WON}; washout") == "out-of-place"
    assert refused("washed_out_when_nothing_can_be_drawn", f"{FULL}; E discard 5b; washout") == "washout-too-early"
    assert accepted("washed_out_when_nothing_can_be_drawn", f"{AT_THE_TABLE}; gap; washout")


@pytest.mark.rule("classical/win-1")
@pytest.mark.parametrize("act", ["S show | 1379b 1379c 1379d Ew", "S score 24", "settlement E=-1 S=1 W=0 N=0"])
def test_hands_are_shown_scored_and_paid_after_the_end(act: str) -> None:
    """Not while the hand is on."""
    assert accepted("after_the_end", f"{WON}; {act}")
    assert accepted("after_the_end", f"{AT_THE_TABLE}; gap; washout; {act}")
    assert refused("after_the_end", f"E discard 5b; {act}") == "out-of-place"


@pytest.mark.rule("classical/win-1")
def test_everybody_shows_and_scores_once() -> None:
    """A second time is out of place."""
    shown = f"{WON}; W show | 1379b 1379c 1379d Ew"
    assert accepted("once_per_player", f"{shown}; N show | 2468b 2468c 2468d Sw")
    assert refused("once_per_player", f"{shown}; W show | 1379b 1379c 1379d Ew") == "out-of-place"
    assert accepted("once_per_player", f"{WON}; W score 2; N score 2")
    assert refused("once_per_player", f"{WON}; W score 2; W score 2") == "out-of-place"


@pytest.mark.rule("classical/win-1")
def test_scores_come_before_the_payments_where_all_are_written_down() -> None:
    """A settlement waits for the four of them."""
    every = f"game; hand depth=table every=score; {WON}; E score 0; S score 24; W score 2"
    assert refused("all_scores_announced", f"{every}; settlement E=-48 S=96 W=-24 N=-24") == "out-of-place"
    assert accepted("all_scores_announced", f"{every}; N score 2; settlement E=-48 S=96 W=-24 N=-24")
    assert accepted("all_scores_announced", f"{WON}; settlement E=-48 S=96 W=-24 N=-24")


@pytest.mark.rule("classical/win-1")
def test_a_hand_is_paid_once() -> None:
    """A second settlement is out of place, and moves no points."""
    paid = f"{WON}; settlement E=-48 S=96 W=-24 N=-24"
    assert accepted("paid_once", paid)
    assert refused("paid_once", f"{paid}; settlement E=-48 S=96 W=-24 N=-24") == "out-of-place"


@pytest.mark.rule("classical/win-1")
def test_a_hand_is_shown_before_its_score_where_every_hand_is_written_down() -> None:
    """Elsewhere a hand that was not written down is not judged."""
    every = f"game; hand depth=table every=show; {WON}"
    assert refused("shown_before_scored", f"{every}; W score 2") == "out-of-place"
    assert accepted("shown_before_scored", f"{every}; W show | 1379b 1379c 1379d Ew; W score 2")
    assert accepted("shown_before_scored", f"{WON}; W score 2")


@pytest.mark.rule("classical/win-1")
@pytest.mark.parametrize("laid", ["123b", "555c", "5555c", "55c", "1b ??"])
def test_sets_laid_down_at_the_end_are_sets(laid: str) -> None:
    """A chow, a pung, a kong, a pair."""
    assert accepted("shown_sets_are_sets", f"{WON}; W show {laid.replace(' ', '')}".replace("1b??", "???"))


@pytest.mark.rule("classical/win-1")
@pytest.mark.parametrize("laid", ["124b", "89b1c", "556c", "12c", "5c"])
def test_other_tiles_are_no_sets(laid: str) -> None:
    """They belong to the rest."""
    assert refused("shown_sets_are_sets", f"{WON}; W show {laid}") == "not-a-set"


@pytest.mark.rule("classical/win-1")
def test_the_hand_shown_is_the_hand() -> None:
    """As many tiles, with the known ones among them."""
    assert accepted("losers_show_their_hands", f"{WON}; W show | 1379b 1379c 1379d Ew")
    assert refused("losers_show_their_hands", f"{WON}; W show | 1379b 1379c 1379d") == "shown-hand-differs"
    assert refused("winner_shows_the_hand", f"{WON}; S show | 1379b 1379c 1379d Ew") == "shown-hand-differs"
    known = f"{FULL}; dealt W 1379b 1379c 1379d Ew; {WON}"
    assert accepted("losers_show_their_hands", f"{known}; W show | 1379b 1379c 1379d Ew")
    assert refused("losers_show_their_hands", f"{known}; W show | 1379b 1379c 1379d Sw") == "shown-hand-differs"


@pytest.mark.rule("classical/win-1")
def test_the_winner_shows_the_winning_tile() -> None:
    """It is among the tiles laid down."""
    assert accepted("winner_shows_the_hand", f"{WON}; S show | 5b 123c 456c 789c 1122d")
    assert refused("winner_shows_the_hand", f"{WON}; S show | 6b 123c 456c 789c 1122d") == "shown-hand-differs"


@pytest.mark.rule("classical/win-1")
def test_the_winner_shows_the_tile_that_was_drawn_by_the_winner_s_word() -> None:
    """Nobody saw the draw: what was said of it is known from then on."""
    won = "game; hand depth=table; E discard 9c; S draw ??; S mahjong wall {}; S show | 111b 234b 567c 123d 55d"
    assert codes(won.format("1b")) == []
    assert codes(won.format("9b")) == ["shown-hand-differs"]


def test_a_call_for_an_unseen_tile_says_nothing_of_the_hand() -> None:
    """West, who stood back, may have any hand."""
    called = "game; hand depth=table; E discard ??; S claim mahjong; W claim mahjong; S mahjong discard"
    assert codes(f"{called}; W show | 1379b 1379c 1379d Ew") == []


def test_a_game_recorded_by_its_results_ends_after_a_hand_of_which_nothing_is_known() -> None:
    assert codes("game; hand depth=result; end anna=0 ben=0 cora=0 dora=0") == []


def test_play_after_missing_moves_can_be_of_a_hand_that_nobody_wrote_down() -> None:
    """Where the hand before was over, and without a gap it is a fault."""
    over = "game; hand depth=table; E discard 5b; washout; settlement E=0 S=0 W=0 N=0"
    assert "play-after-end" not in codes(f"{over}; gap; E discard 5b")
    assert "play-after-end" in codes(f"{over}; E discard 5b")


@pytest.mark.rule("classical/win-1")
def test_a_tile_that_lies_open_is_in_no_hand() -> None:
    """All four 9 dots were discarded."""
    nines = "E discard 9d; S discard 9d; W discard 9d; N discard 9d; " + WON
    assert refused("losers_show_their_hands", f"{nines}; W show | 1379b 1379c 1379d Ew") == "shown-hand-differs"


def test_sets_on_the_table_may_be_repeated_when_shown() -> None:
    """A shown set equal to one on the table is that set."""
    laid = (
        "E discard 1b; W claim pung; W expose pung 111b; W discard 9d; N discard 5b; E claim mahjong; E mahjong discard"
    )
    assert accepted("losers_show_their_hands", f"{laid}; W show 111b | 379b 1379c 137d")
    assert codes(f"{laid}; W show 111b | 379b 1379c 137d") == []
    assert accepted("losers_show_their_hands", f"{laid}; W show | 379b 1379c 137d")


@pytest.mark.rule("mcr/penalty-1")
def test_a_fine_that_is_named_is_as_agreed_and_any_other_as_it_is_said() -> None:
    late = 'game mcr penalties={"late-call":5}; hand; dealt; E discard 5b; S penalty'
    assert accepted("named_fine_is_as_agreed", f"{late} 5 reason=late-call")
    assert refused("named_fine_is_as_agreed", f"{late} 6 reason=late-call") == "wrong-penalty"
    assert accepted("named_fine_is_as_agreed", f"{late} 6 reason=shouting")
    assert accepted("fine_of_another_fault_is_as_agreed", f"{late} 5 reason=late-call")
    assert refused("fine_of_another_fault_is_as_agreed", f"{late} 6 reason=late-call") == "wrong-penalty"
    assert accepted("fine_of_another_fault_is_as_agreed", f"{late} 5 reason=false-mahjong")


@pytest.mark.rule("mcr/false-1")
def test_a_fine_of_a_false_mahjong_is_as_agreed() -> None:
    fined = "game mcr; hand; dealt; E discard 5b; S penalty"
    assert accepted("fine_of_a_false_mahjong_is_as_agreed", f"{fined} 30 reason=false-mahjong")
    assert refused("fine_of_a_false_mahjong_is_as_agreed", f"{fined} 5 reason=false-mahjong") == "wrong-penalty"
    assert accepted("fine_of_a_false_mahjong_is_as_agreed", f"{fined} 5 reason=late-call")


@pytest.mark.rule("bmja/penalty")
def test_a_fine_is_as_high_as_the_rules_say() -> None:
    """As that of its reason where the rule set names it, otherwise one of its fines; some go to all others."""
    check, start = "fine_is_one_of_the_rules", "game bmja; hand;"
    assert accepted(check, f"{start} E penalty 50")
    assert accepted(check, f"{start} E penalty 300 reason=misnamed-mahjong")
    assert accepted(check, f"{start} E penalty 500 reason=false-mahjong")
    assert refused(check, f"{start} E penalty 100") == "wrong-penalty"
    assert refused(check, f"{start} E penalty 300 reason=misnamed") == "wrong-penalty"
    table = Table(default_rules("bmja").plan)
    table.players = {seat: str(seat) for seat in SEATS}
    fine = Penalty(seq=1, seat=Seat.E, amount=500, reason="false mahjong", to={Seat.S: 300, Seat.W: 200})
    refusal = CHECKS[check].function(table, fine)
    assert refusal is not None
    assert refusal.message == "east's fine of 500 goes to all 3 others"


EVERY_SET = ("mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "american", "riichi",
             "riichi-ema", "riichi-wrc")  # fmt: skip


@pytest.mark.parametrize("ruleset", EVERY_SET)
@pytest.mark.parametrize("depth", ["hand; dealt; ", "hand depth=table; "])
def test_a_hand_is_not_drawn_while_a_call_for_mahjong_stands(ruleset: str, depth: str) -> None:
    """The last discard may still be won; once the call is taken back the hand is drawn."""
    plan = default_rules(ruleset).plan
    draws = plan.wall.live_ends[0] - plan.dealing.size + (not plan.east_draws)
    card = " card=riverside-2026" if plan.family.wins_by_card else ""
    before = "passes; " if plan.charleston and "dealt" in depth else ""
    before = "indicator 1c; " if plan.family.has_indicators else before
    played = turns(draws) if plan.east_draws else turns(draws).replace("E draw ??; ", "", 1)
    caller = "ESWN"[draws % 4]
    begun = f"game {ruleset}{card}; {depth}{before}{played}{caller} claim mahjong; "
    assert codes(f"{begun}washout") == ["washout-too-early"]
    assert refused("washed_out_when_nothing_can_be_drawn", f"{begun}washout") == "washout-too-early"
    assert codes(f"{begun}{caller} retract; washout") == []
