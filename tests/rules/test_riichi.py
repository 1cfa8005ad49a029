"""Riichi, furiten, swap calls, indicators and red fives: each check accepts what keeps its rule, refuses the rest."""

from __future__ import annotations

import pytest

from cases import all_cases
from short_logs import accepted, findings, refused

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
