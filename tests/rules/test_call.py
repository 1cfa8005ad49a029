"""The original call."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, findings, refused

CALLED = "E discard 5b calling=true; S discard Ww; W discard 1c; N discard 9d"


@pytest.mark.rule("classical/call-1")
def test_the_call_goes_with_the_first_discard() -> None:
    """Not with a later one, and not after a set was laid down."""
    assert accepted("called_with_the_first_discard", "E discard 5b calling=true")
    assert accepted("called_with_the_first_discard", "E discard 5b; S discard Ww calling=true")
    second = "E discard 5b; S discard Ww; W discard 1c; N discard 9d; E discard 6b"
    assert accepted("called_with_the_first_discard", second)
    assert refused("called_with_the_first_discard", f"{second} calling=true") == "call-too-late"
    claimed = "E discard 5b; S claim pung; S expose pung 555b; S discard 1d"
    assert refused("called_with_the_first_discard", f"{claimed} calling=true") == "call-too-late"


@pytest.mark.rule("classical/call-1")
def test_a_called_hand_discards_the_tile_drawn() -> None:
    """Nothing else leaves it."""
    assert accepted("called_hand_discards_the_tile_drawn", f"{CALLED}; E draw 2b; E discard 2b")
    assert accepted("called_hand_discards_the_tile_drawn", f"{CALLED}; E draw ??; E discard 2b")
    assert refused("called_hand_discards_the_tile_drawn", f"{CALLED}; E draw 2b; E discard 3b") == "call-changed"
    assert accepted("called_hand_discards_the_tile_drawn", f"{CALLED.split(' calling')[0]}; S draw 2b; S discard 3b")


@pytest.mark.rule("classical/call-1")
def test_a_called_hand_claims_only_the_win() -> None:
    """No set is laid down from it."""
    assert accepted("called_hand_claims_only_the_win", f"{CALLED}; E claim mahjong")
    assert refused("called_hand_claims_only_the_win", f"{CALLED}; E claim pung") == "call-changed"
    assert refused("called_hand_claims_only_the_win", f"{CALLED}; E claim chow") == "call-changed"
    assert accepted("called_hand_claims_only_the_win", f"{CALLED}; W claim pung")


@pytest.mark.rule("classical/call-1")
def test_the_set_that_the_win_completed_is_laid_down_from_a_called_hand() -> None:
    """The hand is over then."""
    won = f"{CALLED}; E claim mahjong; E mahjong discard"
    assert accepted("called_hand_claims_only_the_win", f"{won}; E expose chow 789d")


_UNSEEN = (
    "game classical; hand; dealt E 13579b 13579c 135d Ew; E discard Ew calling=true; S draw ??; S discard 9d;"
    "W draw ??; W discard 9d; N draw ??; N discard 9d; E draw ??; E discard 5b"
)
_S_WINS = "S claim mahjong; S mahjong discard"
_KEPT, _CHANGED = "E show | 13579b 13579c 135d", "E show | 1379b 13579c 135d 4c"
SHOWN = "called_hand_discards_the_tile_drawn"


@pytest.mark.rule("classical/call-1")
def test_the_hand_shown_tells_whether_a_tile_drawn_unseen_was_the_one_discarded() -> None:
    """A tile of the hand called that was discarded, and is not shown, has left it."""
    assert accepted(SHOWN, f"{_UNSEEN}; {_S_WINS}; {_KEPT}")
    assert refused(SHOWN, f"{_UNSEEN}; {_S_WINS}; {_CHANGED}") == "call-changed"
    assert accepted(SHOWN, f"{_UNSEEN.replace(' calling=true', '')}; {_S_WINS}; {_CHANGED}")


@pytest.mark.rule("classical/call-1")
@pytest.mark.parametrize(
    "text",
    [
        f"{_UNSEEN.replace('13579b', '1379b ??')}; {_S_WINS}; {_CHANGED}",
        f"{_UNSEEN}; gap; {_S_WINS}; {_CHANGED}",
        f"{_UNSEEN}; {_S_WINS}; E show | 1379b 13579c 135d ??",
        f"{_UNSEEN}; {_S_WINS}; E show | 1379b 13579c 135d",
        f"{_UNSEEN}; {_S_WINS}; E show | 1379b 1357c 135d 44c",
    ],
    ids=["called-unknown", "gap", "shown-unseen", "shown-short", "known-tile-not-shown"],
)
def test_a_hand_that_cannot_be_compared_with_the_one_called_proves_nothing(text: str) -> None:
    """It was not known when it was called, is not whole when it is shown, or has another fault."""
    assert accepted(SHOWN, text)


_WAITING = (
    "game classical; hand; dealt S 123b 456b 789b 11c 45d; E discard Ew; S draw 9c; S discard 9c calling=true;"
    "W draw ??; W discard 9d; N draw ??; N discard 9d; E draw ??; E discard 9d; S draw ??; S discard 4d; W draw ??"
)
_WON = "S claim mahjong; S mahjong discard; S show | 123b 456b 789b 11c 456d"


@pytest.mark.rule("classical/call-1")
def test_the_tile_won_is_none_of_the_hand_called() -> None:
    """Won with 6 dots the hand has kept its 4 dots; won with 4 dots it has lost the one that was called."""
    assert accepted(SHOWN, f"{_WAITING}; W discard 6d; {_WON}")
    assert refused(SHOWN, f"{_WAITING}; W discard 4d; {_WON}") == "call-changed"


@pytest.mark.rule("classical/call-1")
def test_the_winner_shows_a_complete_hand_before_it_is_compared_with_the_one_called() -> None:
    """Another hand is another fault, and the graver one."""
    assert accepted(SHOWN, f"{_WAITING}; W discard 4d; {_WON.replace('11c 456d', '12c 456d')}")


MAHJIANG = "game mahjiang; hand"
NEARLY = "dealt E 123456b 789c 22d 55d Ew"
"""East waits for 2 or 5 dots when the wind is gone."""
FAR = "dealt E 1234b 5678c 1299d Ew Rd"
A_ROUND = "S draw 1c; S discard 1c; W draw 2c; W discard 2c; N draw 3c; N discard 3c"


@pytest.mark.rule("mahjiang/call-1")
@pytest.mark.parametrize("act", ["S draw ??", "S pass", "W claim pung", "N claim mahjong"])
def test_who_lacks_one_tile_says_so_before_another_player_acts(act: str) -> None:
    """Directly after the discard."""
    waiting = f"{MAHJIANG}; {NEARLY}; E discard Ew"
    assert refused("fishing_is_said", f"{waiting}; {act}") == "fishing-not-said"
    assert accepted("fishing_is_said", f"{waiting}; E fishing; {act}")
    assert accepted("fishing_is_said", f"{MAHJIANG}; {FAR}; E discard Ew; {act}")


@pytest.mark.rule("mahjiang/call-1")
@pytest.mark.parametrize("act", ["S pass", "S claim mahjong; S retract"])
def test_fishing_left_unsaid_is_found_once(act: str) -> None:
    """Of the first who acts; when the next one does it has been missed."""
    found = findings(f"{MAHJIANG}; {NEARLY}; E discard Ew; {act}; S draw ??; S discard 1c")
    assert len([one for one in found if one.code == "fishing-not-said"]) == 1


@pytest.mark.rule("mahjiang/call-1")
def test_fishing_is_said_once_until_it_is_lost() -> None:
    """After another discard that leaves one tile missing it is known; when it was lost it is said anew."""
    said = f"{MAHJIANG}; {NEARLY}; E discard Ew; E fishing; {A_ROUND}"
    assert accepted("fishing_is_said", f"{said}; E draw 4c; E discard 4c; S draw ??")
    lost = f"{said}; E draw 1d; E discard 5d; S draw 6c; S discard 6c; W draw 7c; W discard 7c; N draw 8d; N discard 8d"
    assert accepted("fishing_is_said", f"{lost}; E draw 3c; E discard 3c; S draw ??")
    again = f"{lost}; E draw 5d; E discard 1d"
    assert refused("fishing_is_said", f"{again}; S draw ??") == "fishing-not-said"
    assert accepted("fishing_in_play", f"{again}; E fishing")


@pytest.mark.rule("mahjiang/call-1")
def test_of_an_unseen_hand_nobody_knows_whether_it_lacks_one_tile() -> None:
    """Neither silence nor the call is wrong."""
    assert accepted("fishing_is_said", f"{MAHJIANG}; E discard Ew; S draw ??")
    assert accepted("fishing_is_true", f"{MAHJIANG}; E discard Ew; E fishing")
    assert accepted("fishing_is_true", f"{MAHJIANG}; E fishing")
    nearly = NEARLY.replace("22d 55d", "22d ?? ??")
    assert accepted("fishing_is_said", f"{MAHJIANG}; {nearly}; E discard Ew; S draw ??")
    assert accepted("fishing_is_true", f"{MAHJIANG}; {nearly}; E discard Ew; E fishing")


@pytest.mark.rule("mahjiang/call-1")
def test_fishing_is_said_only_when_one_tile_is_missing() -> None:
    """A hand that lacks more does not; before the discard some discard must leave one missing."""
    assert accepted("fishing_is_true", f"{MAHJIANG}; {NEARLY}; E discard Ew; E fishing")
    assert refused("fishing_is_true", f"{MAHJIANG}; {FAR}; E discard Ew; E fishing") == "fishing-false"
    assert refused("fishing_is_true", f"{MAHJIANG}; {NEARLY}; E discard 5d; E fishing") == "fishing-false"
    assert accepted("fishing_is_true", f"{MAHJIANG}; {NEARLY}; E fishing")
    assert refused("fishing_is_true", f"{MAHJIANG}; {FAR}; E fishing") == "fishing-false"
    assert refused("fishing_is_true", f"{MAHJIANG}; {FAR.replace('Rd', '??')}; E fishing") == "fishing-false"
    wonders = "dealt E 19b 19c 19d ESWNw RGWd 5b"
    assert accepted("fishing_is_true", f"{MAHJIANG}; {wonders}; E discard 5b; E fishing")


@pytest.mark.rule("mahjiang/call-1")
@pytest.mark.parametrize(
    ("shown", "is_refused"),
    [
        ("123456b 789c 22d 55d", False),
        ("123456b 789c 22d 5d ??", False),
        ("123456b ?? ?? ?? 22d 55d", False),
        ("19b 19c 19d ESWNw RGWd", False),
        ("1234b 5678c 1299d Rd", True),
        ("1234b 5678c 1299d ??", True),
    ],
)
def test_the_hand_shown_tells_whether_one_tile_was_missing_when_that_was_said(shown: str, is_refused: bool) -> None:
    """Tiles of it that are laid down unseen may be any."""
    said = "game mahjiang; hand depth=table; E discard Ew; E fishing; S draw ??; S mahjong wall"
    told = codes(f"{said}; E show | {shown}")
    assert told == (["shown-hand-differs"] if is_refused else [])


def test_the_hand_shown_tells_whether_it_was_complete_with_the_tile_called() -> None:
    """It is not enough that it lacked one tile, where that is another one."""
    called = "game mahjiang; hand depth=table; E discard 5b; S claim mahjong; W claim mahjong; S mahjong discard"
    assert codes(f"{called}; W show | 123b 46b 789c 22d 555d") == []
    assert codes(f"{called}; W show | 123b 456b 789c 22d 55d") == ["shown-hand-differs"]


@pytest.mark.rule("mahjiang/call-1")
def test_who_lacks_a_tile_that_is_all_in_the_own_hand_need_not_say_so() -> None:
    """A fifth 5 dots would complete the hand: who says so tells the truth, and nobody has to be warned."""
    held = "dealt E 123456b 789c 5555d Ew"
    assert accepted("fishing_is_true", f"{MAHJIANG}; {held}; E discard Ew; E fishing")
    assert accepted("fishing_is_said", f"{MAHJIANG}; {held}; E discard Ew; S draw ??")


@pytest.mark.rule("mahjiang/call-1")
def test_fishing_is_said_while_the_hand_is_played() -> None:
    """Not before it begins or after it ended; a second time is out of place."""
    assert accepted("fishing_in_play", f"{MAHJIANG}; {NEARLY}; E discard Ew; E fishing")
    assert refused("fishing_in_play", "game mahjiang; E fishing") == "out-of-place"
    assert refused("fishing_in_play", f"{MAHJIANG}; E deal 1234b; E fishing") == "out-of-place"
    assert (
        refused("fishing_in_play", f"{MAHJIANG}; E discard Ew; S draw ??; S mahjong wall; W fishing") == "out-of-place"
    )
    assert refused("fishing_in_play", f"{MAHJIANG}; {NEARLY}; E discard Ew; E fishing; E fishing") == "out-of-place"
    unseen = "game mahjiang; hand depth=table; E discard 5b; E fishing; S discard 1c; W discard 2c; N discard 3c"
    assert accepted("fishing_in_play", f"{unseen}; E discard 4c; E fishing")


@pytest.mark.rule("bmja/original-call")
@pytest.mark.rule("dmjl/original-call")
def test_the_call_of_the_clubs_goes_with_the_first_discard_after_a_claim_too() -> None:
    """Not with a later one."""
    check = "called_with_the_own_first_discard"
    assert accepted(check, "E discard 5b calling=true")
    assert accepted(check, "E discard 5b; S claim pung; S expose pung 555b; S discard 1d calling=true")
    second = "E discard 5b; S discard Ww; W discard 1c; N discard 9d; E discard 6b"
    assert refused(check, f"{second} calling=true") == "call-too-late"
