"""North winds laid aside, where three play riichi."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, refused

UNSEEN = "game riichi-sanma; hand; dealt; indicator 1b"
READY = "dealt S 234b 678b 345d 55b NNw; indicator 1b; E draw ??; E discard 1c; S draw 9d; S discard 9d riichi=true"
"""South is in riichi, and lacks a 5 bamboo or a north wind."""
GO_ROUND = "W draw ??; W discard 9c; E draw ??; E discard 1c"


def _with(options: str, text: str = UNSEEN) -> str:
    return text.replace("riichi-sanma;", f"riichi-sanma {options};")


@pytest.mark.rule("riichi-sanma/north-1")
def test_a_north_is_laid_aside_after_a_draw() -> None:
    """One at a time, not with what was claimed, and each is replaced before the next."""
    check = "north_after_a_draw"
    assert accepted(check, f"{UNSEEN}; E draw ??; E bonus Nw")
    assert accepted(check, f"{UNSEEN}; E draw ??; E bonus Nw; E bonus-replacement ??; E bonus Nw")
    assert refused(check, f"{UNSEEN}; E draw ??; E bonus NNw") == "replacement-missing"
    assert refused(check, f"{UNSEEN}; E draw ??; E bonus Nw; E bonus Nw") == "replacement-missing"
    claimed = f"{UNSEEN}; E draw ??; E discard 5d; S claim pung; S expose pung 555d"
    assert refused(check, f"{claimed}; S bonus Nw") == "bonus-not-allowed"


@pytest.mark.rule("riichi-sanma/north-1")
def test_no_other_tile_is_laid_aside() -> None:
    """One that nobody saw may be a north."""
    check = "only_norths_laid_aside"
    assert accepted(check, f"{UNSEEN}; E draw ??; E bonus ??")
    assert refused(check, f"{UNSEEN}; E draw ??; E bonus Ww") == "not-a-bonus"


@pytest.mark.rule("riichi-sanma/north-1")
def test_nobody_must_lay_a_north_aside() -> None:
    """It may be kept, and discarded."""
    assert codes(f"{UNSEEN}; E draw Nw; E discard 1c; S draw Nw; S discard Nw") == []


@pytest.mark.rule("riichi-sanma/north-2")
def test_a_north_needs_a_live_tile() -> None:
    """The last live tile joins the dead wall for its replacement."""
    seats = enumerate("ESW" * 18)
    turns = "; ".join(f"{seat} draw ??; {seat} discard {1 + at % 9}{'bd'[at % 2]}" for at, seat in seats)
    check = "live_tile_left_for_north"
    assert accepted(check, f"{UNSEEN}; E draw ??; E bonus Nw")
    assert refused(check, f"{UNSEEN}; {turns}; E draw ??; E bonus Nw") == "bonus-not-allowed"


@pytest.mark.rule("riichi-sanma/north-3")
def test_in_riichi_the_north_just_drawn_is_laid_aside() -> None:
    """One that belongs to the hand stays in it."""
    check, text = "north_in_riichi_is_the_one_drawn", f"game riichi-sanma; hand; {READY}; {GO_ROUND}"
    assert accepted(check, f"{text}; S draw Nw; S bonus Nw")
    assert accepted(check, f"{text}; S draw ??; S bonus Nw")
    assert refused(check, f"{text}; S draw 9d; S bonus Nw") == "bonus-not-allowed"
    assert refused(check, f"{text}; S draw ??; S bonus Nw drawn=false") == "bonus-not-allowed"


@pytest.mark.rule("riichi-sanma/north-7")
@pytest.mark.parametrize(
    ("may", "held", "wins"),
    [
        ("any", "234b 678b 345d 55b NNw", True),
        ("orphans-winds", "234b 678b 345d 55b NNw", False),
        ("orphans-winds", "19b 19c 19d ESWw RGWd 1b", True),
        ("orphans-winds", "EEESSSWWWw 123b Nw", True),
        ("orphans-winds", "EEESSSWWWw 55d NNw", True),
        ("orphans-winds", "EEw SSw RRRGGGWWd Nw", True),
        ("none", "EEESSSWWWw 123b Nw", False),
    ],
)
def test_a_north_is_won_by_the_hands_that_may(may: str, held: str, wins: bool) -> None:
    """In some clubs by few, in others by none."""
    text = _with(f"north_ron={may}", f"game riichi-sanma; hand; dealt S {held}; indicator 1b; E draw ??; E bonus Nw")
    for act in ("S claim mahjong", "S mahjong bonus Nw"):
        if wins:
            assert accepted("north_is_won_as_agreed", f"{text}; {act}")
        else:
            assert refused("north_is_won_as_agreed", f"{text}; {act}") == "rob-not-allowed"


@pytest.mark.rule("riichi-sanma/north-7")
def test_a_north_is_won_before_it_is_replaced() -> None:
    """And only one that has just been laid aside: a discard is none."""
    late = f"{UNSEEN}; E draw ??; E bonus Nw; E bonus-replacement ??"
    assert refused("north_is_won_as_agreed", f"{late}; S mahjong bonus Nw") == "rob-not-allowed"


@pytest.mark.rule("riichi-sanma/north-7")
@pytest.mark.parametrize("ruleset", ["riichi", "western", "riichi-sanma north=none"])
def test_where_none_is_laid_aside_none_is_won(ruleset: str) -> None:
    """The word says nothing in a game of another kind."""
    text = f"game {ruleset}; hand; dealt; {'' if ruleset == 'western' else 'indicator 1b; E draw ??; '}E discard 9c"
    assert codes(f"{text}; S claim mahjong; S mahjong bonus Nw") == ["mahjong-tile-wrong"]


@pytest.mark.rule("riichi-sanma/north-8")
@pytest.mark.parametrize(("options", "found"), [("", ["out-of-place", "washout-not-due"]), ("north_calls=false", [])])
def test_a_north_ends_what_a_call_ends(options: str, found: list[str]) -> None:
    """Nobody ends the hand for nine terminals behind one."""
    hand = "dealt S 19b 19c 19d ESWw RRRGd; indicator 1b; E draw ??; E bonus Nw; E bonus-replacement ??; E discard 1d"
    text = _with(options, f"game riichi-sanma; hand; {hand}")
    ends = "S draw Wd; S show | 19b 19c 19d ESWw RRRGWd; washout reason=nine-terminals seats=S"
    assert codes(f"{text}; {ends}") == found


@pytest.mark.rule("riichi-sanma/north-9")
def test_own_norths_laid_aside_bar_no_win() -> None:
    """Who lets another's go is furiten."""
    text = "game riichi-sanma; hand; dealt S 234b 678b 345d 55b NNw / E 1111c; indicator 1b; E draw ??; E discard 1c"
    own = f"{text}; S draw ??; S bonus Nw; S bonus-replacement ??; S discard 9d riichi=true"
    assert "furiten" not in codes(f"{own}; W draw ??; W bonus Nw; S claim mahjong; S mahjong bonus Nw")
    let_go = f"game riichi-sanma; hand; {READY}; W draw ??; W bonus Nw; W bonus-replacement ??; W discard 5b"
    assert "furiten" in codes(f"{let_go}; S claim mahjong; S mahjong discard 5b")


@pytest.mark.rule("riichi-sanma/north-10")
def test_norths_are_claimed_where_that_was_not_ruled_out() -> None:
    """They make a kong, too."""
    check, text = "no_set_of_norths", f"{UNSEEN}; E draw ??; E discard Nw"
    barred = _with("north_claim=false", text)
    for act in ("S claim pung", "S expose pung NNNw"):
        assert accepted(check, f"{text}; {act}")
        assert refused(check, f"{barred}; {act}") == "claim-not-open"
    kong = _with("north_claim=false", f"{UNSEEN}; E draw ??; E kong concealed NNNNw")
    assert refused(check, kong) == "kong-not-allowed"
    assert accepted(check, f"{barred}; S claim mahjong")


@pytest.mark.rule("riichi-sanma/claim-1")
def test_no_discard_is_claimed_for_a_chow() -> None:
    """From the left neither."""
    check, text = "no_chow_of_a_discard", f"{UNSEEN}; E draw ??; E discard 5d"
    assert refused(check, f"{text}; S claim chow") == "claim-not-open"
    assert refused(check, f"{text}; S expose chow 456d") == "claim-not-open"
    assert accepted(check, f"{text}; S claim pung")


@pytest.mark.rule("riichi-sanma/kan-2")
def test_a_fifth_kong_is_none() -> None:
    """North winds laid aside are no kongs, and replaced from the same row."""
    check = "no_fifth_kong"
    four = "".join(f"; E kong concealed {n}{n}{n}{n}b; indicator 9c kong; E kong-replacement ??" for n in "2346")
    norths = "; E bonus Nw; E bonus-replacement ??" * 3
    assert accepted(check, f"{UNSEEN}; E draw ??{norths}; E kong concealed 1111b")
    assert refused(check, f"{UNSEEN}; E draw ??{four}; E kong concealed 5555d") == "kong-not-allowed"
