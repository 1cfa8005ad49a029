"""Hands that end before their time, draws at their end, and who shows a hand for them."""

from __future__ import annotations

import re

import pytest

from cases.riichi_ends import AT_THE_END, CASES, DEALT, PASSES, TWO_CALL, UNSEEN, easts_majors, turns
from short_logs import accepted, codes, findings, refused

FOUR_RIICHI = CASES["riichi/abort-3"].illegal.removesuffix("E draw ??")
READY = "123456789b 123c 1d"
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
    assert accepted(check, f"{AT_THE_END}E show | {READY}")
    assert accepted(check, f"{FOUR_RIICHI}E show | {READY}")
    assert accepted(check, f"{DEALT}{PASSES}N draw Ww; N show | 19b 19c 19d SSWw GGRWWd")
    assert refused(check, f"{UNSEEN}{turns(9)}E show | {READY}") == "out-of-place"


@pytest.mark.rule("riichi/draw-1")
def test_a_hand_shown_at_the_draw_is_ready() -> None:
    """Another is no reason to be paid."""
    assert accepted("shown_at_the_draw_is_ready", f"{AT_THE_END}E show | {READY}")
    assert refused("shown_at_the_draw_is_ready", f"{AT_THE_END}E show | {SCATTERED}") == "fishing-false"


@pytest.mark.rule("riichi/draw-1")
def test_a_ready_hand_that_is_shown_with_a_wrong_tile_is_ready() -> None:
    """Its tiles are known: what is wrong is the tile that was written down."""
    dealt = AT_THE_END.replace("dealt", f"dealt E {READY}", 1)
    seen = re.sub(r"E draw \?\?; E discard (\w+)", r"E draw \1; E discard \1", dealt)
    assert codes(f"{seen}E show | {SCATTERED}") == ["shown-hand-differs"]
    assert codes(f"{seen.replace(READY, SCATTERED)}E show | {SCATTERED}") == ["fishing-false"]


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
    assert codes(f"{text.format(READY)}{as_ready}") == []
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
    assert accepted(check, f"{in_riichi}E show | {READY}; washout")
    assert refused(check, f"{in_riichi}S show | {READY}; washout") == "riichi-not-ready"
    assert refused(check, f"{in_riichi}washout") == "riichi-not-ready"
    assert accepted(check, f"{AT_THE_END}washout")


@pytest.mark.rule("riichi/draw-1")
def test_payments_at_a_draw_are_shared() -> None:
    """3,000 in all, by those who are not ready to those who are; nothing where all are."""
    one, two = f"{AT_THE_END}E show | {READY}; ", f"{AT_THE_END}E show | {READY}; S show | 123456789d 234c 5d; "
    assert codes(f"{one}washout; settlement E=3000 S=-1000 W=-1000 N=-1000") == []
    assert codes(f"{two}washout; settlement E=1500 S=1500 W=-1500 N=-1500") == []
    assert codes(f"{one}washout; settlement E=1500 S=1500 W=-1500 N=-1500") == ["wrong-settlement"]
