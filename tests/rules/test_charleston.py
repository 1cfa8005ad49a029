"""The Charleston: which pass comes when, how many tiles, what may go on unseen, and what is never passed."""

from __future__ import annotations

import pytest

from short_logs import accepted, ask, codes, findings, refused

HAND = "game american card=riverside-2026; hand"
DEALT = f"{HAND}; dealt"
FIRST = f"{DEALT}; passes first 123b"
STOPPED = f"{FIRST}; N stop"
SECOND = f"{FIRST}; passes second 123b"
KNOWN = "dealt E 123456789b EEEEw 1c / S 123456789c SSSSw / W 123456789d WWWWw / N RRRd GGGd WWWd NNNNw"
"""All hands are known."""


def one_pass(name: str, seats: str = "ESWN", passed: str = "????") -> str:
    """These seats pass, each the same."""
    return "; ".join(f"{seat} charleston {name} {passed}" for seat in seats)


RIGHT_ACROSS = f"{DEALT}; {one_pass('right-1')}; {one_pass('across-1')}"
THREE_OF_LAST_RIGHT = f"{FIRST}; {one_pass('left-2')}; {one_pass('across-2')}; {one_pass('right-2', 'ESW', '123b')}"


@pytest.mark.rule("american/charleston-1")
@pytest.mark.parametrize("act", ["E charleston right-1 123b", "E stop"])
def test_tiles_are_passed_between_deal_and_play(act: str) -> None:
    """Not before a hand has begun, nor after it has ended."""
    assert accepted("passed_after_the_deal", f"{DEALT}; {act}")
    assert refused("passed_after_the_deal", f"game american card=riverside-2026; {act}") == "out-of-place"
    assert refused("passed_after_the_deal", f"{HAND} depth=table; E mahjong wall; {act}") == "out-of-place"


@pytest.mark.rule("american/charleston-1")
@pytest.mark.parametrize("act", ["E charleston courtesy 123b", "E stop"])
def test_nothing_is_passed_once_play_has_begun(act: str) -> None:
    """The first discard ends it; after missing moves nobody can say."""
    assert accepted("passed_before_play", f"{STOPPED}; {act}")
    assert refused("passed_before_play", f"{STOPPED}; E discard 9d; {act}") == "charleston-order"
    assert refused("passed_before_play", f"{HAND} depth=table; E discard 9d; {act}") == "charleston-order"
    assert accepted("passed_before_play", f"{STOPPED}; E discard 9d; gap; {act}")


@pytest.mark.rule("american/charleston-1")
def test_the_first_one_goes_right_across_and_left() -> None:
    """The four of one pass before the next begins, in any order, each once."""
    name = "first_charleston_in_order"
    assert accepted(name, f"{DEALT}; W charleston right-1 123b")
    assert accepted(name, f"{DEALT}; {one_pass('right-1', 'NWES')}; S charleston across-1 123b")
    assert accepted(name, f"{RIGHT_ACROSS}; S charleston left-1 123b")
    assert refused(name, f"{DEALT}; E charleston across-1 123b") == "charleston-order"
    assert refused(name, f"{DEALT}; E charleston left-1 123b") == "charleston-order"
    assert refused(name, f"{DEALT}; {one_pass('right-1', 'ESW')}; E charleston across-1 123b") == "charleston-order"
    assert refused(name, f"{DEALT}; {one_pass('right-1', 'ES')}; S charleston right-1 123b") == "charleston-order"
    assert refused(name, f"{RIGHT_ACROSS}; S charleston across-1 123b") == "charleston-order"


@pytest.mark.rule("american/charleston-3")
def test_the_second_one_goes_left_across_and_right() -> None:
    """Unless it was refused."""
    name = "second_charleston_in_order"
    assert accepted(name, f"{FIRST}; E charleston left-2 123b")
    assert accepted(name, f"{FIRST}; {one_pass('left-2')}; E charleston across-2 123b")
    assert accepted(name, THREE_OF_LAST_RIGHT)
    assert refused(name, f"{FIRST}; E charleston right-2 123b") == "charleston-order"
    assert refused(name, f"{FIRST}; {one_pass('left-2')}; E charleston right-2 123b") == "charleston-order"
    assert refused(name, f"{RIGHT_ACROSS}; E charleston left-2 123b") == "charleston-order"
    assert refused(name, f"{STOPPED}; E charleston left-2 123b") == "charleston-order"


@pytest.mark.rule("american/charleston-4")
def test_the_courtesy_comes_last() -> None:
    """After the second Charleston or its refusal, once for each pair."""
    name = "courtesy_comes_last"
    assert accepted(name, f"{STOPPED}; E charleston courtesy 1c")
    assert accepted(name, f"{SECOND}; E charleston courtesy 1c")
    assert accepted(name, f"{STOPPED}; E charleston courtesy 1c; W charleston courtesy 2c; N charleston courtesy 3c")
    assert accepted(name, f"{STOPPED}; E charleston courtesy 1c; N charleston courtesy 3c; W charleston courtesy 2c")
    assert refused(name, f"{FIRST}; E charleston courtesy 1c") == "charleston-order"
    assert refused(name, f"{FIRST}; {one_pass('left-2')}; E charleston courtesy 1c") == "charleston-order"
    assert refused(name, f"{STOPPED}; E charleston courtesy 1c; E charleston courtesy 2c") == "charleston-order"
    both = f"{STOPPED}; E charleston courtesy 1c; W charleston courtesy 2c"
    assert refused(name, f"{both}; W charleston courtesy 3c") == "charleston-order"


@pytest.mark.rule("american/charleston-3")
def test_one_refusal_before_it_begins_stops_the_second() -> None:
    """Others may refuse it too; before the end of the first, and once it has begun, nobody can."""
    name = "refused_before_it_begins"
    assert accepted(name, f"{FIRST}; E stop")
    assert accepted(name, f"{FIRST}; E stop; W stop")
    for early in (DEALT, RIGHT_ACROSS, f"{RIGHT_ACROSS}; {one_pass('left-1', 'ESW')}"):
        assert refused(name, f"{early}; E stop") == "charleston-order"
    for late in (f"{FIRST}; E charleston left-2 123b", f"{FIRST}; {one_pass('left-2')}", SECOND):
        assert refused(name, f"{late}; E stop") == "charleston-order"


@pytest.mark.rule("american/charleston-1")
@pytest.mark.parametrize("play", ["E discard 9d", "E mahjong wall"])
def test_play_waits_for_the_first_charleston(play: str) -> None:
    """It is compulsory; where none of it was written down it may have been made all the same."""
    name = "first_charleston_is_made"
    assert accepted(name, f"{STOPPED}; {play}")
    assert refused(name, f"{RIGHT_ACROSS}; {play}") == "charleston-order"
    assert refused(name, f"{RIGHT_ACROSS}; {one_pass('left-1', 'ESW')}; {play}") == "charleston-order"
    assert [one.severity for one in findings(f"{DEALT}; {play}")] == ["info"]
    assert accepted(name, f"{HAND}; {play}")
    assert accepted(name, f"{HAND} depth=table; dealt; {play}")


@pytest.mark.rule("american/win-1")
def test_a_dealt_win_is_declared_before_the_charleston() -> None:
    """Nobody has to pass before it."""
    assert accepted("first_charleston_is_made", f"{DEALT}; E mahjong deal")
    for depth in ("full", "table"):
        dealt = DEALT.replace("hand", f"hand depth={depth}")
        assert codes(f"{dealt}; E mahjong deal") == []
        assert len(codes(f"{dealt}; {one_pass('right-1', 'S')}; E mahjong deal")) == 1
        assert codes(f"{dealt}; passes 123b; E mahjong deal") == ["mahjong-tile-wrong"]


@pytest.mark.rule("american/charleston-3")
def test_play_waits_for_the_second_charleston_or_its_refusal() -> None:
    """Once begun it is finished."""
    name = "second_charleston_is_made_or_refused"
    assert accepted(name, f"{STOPPED}; E discard 9d")
    assert accepted(name, f"{SECOND}; E discard 9d")
    assert refused(name, f"{FIRST}; E discard 9d") == "charleston-order"
    assert refused(name, f"{FIRST}; {one_pass('left-2')}; E discard 9d") == "charleston-order"
    assert refused(name, f"{FIRST}; {one_pass('left-2', 'E')}; E discard 9d") == "charleston-order"
    assert accepted(name, f"{FIRST.replace('hand', 'hand depth=table')}; E discard 9d")


def test_what_is_missing_is_said_in_words() -> None:
    """Who has not passed, and that nobody has refused."""
    (half,) = findings(f"{RIGHT_ACROSS}; {one_pass('left-1', 'ES')}; E discard 9d")
    assert "west and north have not passed left-1" in half.message
    (whole,) = findings(f"{FIRST}; E discard 9d")
    assert "left-2 was not passed, and nobody has refused it" in whole.message


def test_a_pass_out_of_turn_is_told_which_is_next_or_who_has_refused_it() -> None:
    (early,) = findings(f"{FIRST}; E charleston across-2 123b")
    assert "left-2 is next" in early.message
    (refused_by_north,) = findings(f"{STOPPED}; E charleston left-2 123b")
    assert "north has refused the second Charleston" in refused_by_north.message


def test_one_fault_of_order_is_found_once() -> None:
    """The passes that were left out are not asked for again."""
    assert codes(f"{DEALT}; {one_pass('across-1')}; {one_pass('left-1')}; N stop; E discard 9d") == ["charleston-order"]


def test_a_charleston_that_cannot_be_is_one_fault_whoever_takes_part() -> None:
    """After play has begun, each pass of it; in a game without one, all of it."""
    late = f"{SECOND}; E discard 9d; {one_pass('right-1')}"
    assert codes(late) == ["charleston-order"]
    assert codes(f"{late}; {one_pass('left-1')}; E charleston left-1 123b") == ["charleston-order"] * 3
    without = f"game western; hand; dealt; {one_pass('right-1')}; {one_pass('across-1')}"
    assert codes(f"{without}; E discard 9d") == ["out-of-place"]


@pytest.mark.rule("american/charleston-1")
@pytest.mark.parametrize(("passed", "ok"), [("123b", True), ("12b", False), ("1234b", False), ("????", True)])
def test_three_tiles_are_passed(passed: str, ok: bool) -> None:
    """In the first Charleston as in the second, blind ones among them."""
    for text in (f"{DEALT}; E charleston right-1 {passed}", f"{FIRST}; E charleston left-2 {passed}"):
        if ok:
            assert accepted("three_tiles_passed", text)
        else:
            assert refused("three_tiles_passed", text) == "charleston-count"
    assert accepted("three_tiles_passed", f"{RIGHT_ACROSS}; E charleston left-1 123b blind=3")
    assert accepted("three_tiles_passed", f"{STOPPED}; E charleston courtesy 1b")


@pytest.mark.rule("american/charleston-4")
def test_a_courtesy_is_of_the_same_number() -> None:
    """Up to three, the smaller wish."""
    name = "courtesy_of_the_same_number"
    for passed in ("1c", "12c", "123c"):
        assert accepted(name, f"{STOPPED}; E charleston courtesy {passed}; W charleston courtesy {passed}")
        assert accepted(name, f"{STOPPED}; S charleston courtesy 1c; W charleston courtesy {passed}")
    assert refused(name, f"{STOPPED}; E charleston courtesy 12c; W charleston courtesy 1c") == "charleston-count"
    assert refused(name, f"{STOPPED}; E charleston courtesy 1c; W charleston courtesy 12c") == "charleston-count"
    assert refused(name, f"{STOPPED}; E charleston courtesy 1234c") == "charleston-count"


@pytest.mark.rule("american/charleston-4")
def test_a_courtesy_comes_from_both_sides() -> None:
    """Where nothing is given there is no event."""
    name = "courtesy_from_both_sides"
    assert accepted(name, f"{STOPPED}; E discard 9d")
    assert accepted(name, f"{STOPPED}; N charleston courtesy 1c; S charleston courtesy 2c; E discard 9d")
    assert refused(name, f"{STOPPED}; N charleston courtesy 1c; E discard 9d") == "charleston-count"
    table = STOPPED.replace("hand", "hand depth=table")
    assert accepted(name, f"{table}; N charleston courtesy 1c; E discard 9d")


@pytest.mark.rule("american/charleston-2")
def test_tiles_go_on_unseen_on_the_first_left_and_the_last_right() -> None:
    """Nowhere else, and no more than are passed."""
    name = "blind_on_the_first_left_and_last_right"
    for blind in (0, 1, 2, 3):
        assert accepted(name, f"{RIGHT_ACROSS}; E charleston left-1 123b blind={blind}")
    assert accepted(name, THREE_OF_LAST_RIGHT.replace("W charleston right-2 123b", "W charleston right-2 123b blind=1"))
    assert refused(name, f"{DEALT}; E charleston right-1 123b blind=1") == "charleston-blind"
    across = f"{DEALT}; {one_pass('right-1')}; E charleston across-1 123b blind=1"
    assert refused(name, across) == "charleston-blind"
    assert refused(name, f"{FIRST}; E charleston left-2 123b blind=1") == "charleston-blind"
    assert refused(name, f"{STOPPED}; E charleston courtesy 1c blind=1") == "charleston-blind"
    assert refused(name, f"{RIGHT_ACROSS}; E charleston left-1 123b blind=4") == "charleston-blind"


@pytest.mark.rule("american/charleston-2")
def test_what_goes_on_unseen_was_just_received() -> None:
    """It shows as soon as both passes are known; a tile that nobody saw can be any."""
    name = "blind_tiles_were_just_received"
    across = f"{DEALT}; {one_pass('right-1')}; {one_pass('across-1', passed='789c')}"
    assert accepted(name, f"{across}; E charleston left-1 123b; N charleston left-1 145b blind=1")
    assert accepted(name, f"{across}; N charleston left-1 145b blind=1; E charleston left-1 123b")
    assert accepted(name, f"{across}; N charleston left-1 ?? 45b blind=1; E charleston left-1 123b")
    assert accepted(name, f"{across}; N charleston left-1 145b blind=1; E charleston left-1 23b ??")
    assert refused(name, f"{across}; E charleston left-1 123b; N charleston left-1 445b blind=1") == "charleston-blind"
    assert refused(name, f"{across}; N charleston left-1 445b blind=1; E charleston left-1 123b") == "charleston-blind"
    assert refused(name, f"{across}; E charleston left-1 123b; N charleston left-1 119b blind=2") == "charleston-blind"
    last = THREE_OF_LAST_RIGHT
    assert accepted(name, f"{last}; N charleston right-2 345c blind=0")
    assert codes(f"{last}; N charleston right-2 3b 45c blind=1") == []


@pytest.mark.rule("american/charleston-5")
def test_no_joker_is_passed() -> None:
    """Neither in the Charleston nor in the courtesy."""
    assert accepted("jokers_are_not_passed", f"{DEALT}; E charleston right-1 12b Ff")
    assert refused("jokers_are_not_passed", f"{DEALT}; E charleston right-1 12b Jk") == "joker-passed"
    assert refused("jokers_are_not_passed", f"{FIRST}; E charleston left-2 12b Jk") == "joker-passed"
    assert refused("jokers_are_not_passed", f"{STOPPED}; E charleston courtesy Jk") == "joker-passed"


@pytest.mark.rule("american/charleston-1")
def test_what_is_passed_is_of_the_own_rack() -> None:
    """The tiles dealt, and those received in the passes before."""
    known, name = f"{HAND}; {KNOWN}", "passed_tile_is_held"
    assert accepted(name, f"{known}; S charleston right-1 12c Sw")
    assert refused(name, f"{known}; S charleston right-1 112c") == "tile-not-held"
    assert refused(name, f"{known}; S charleston right-1 12c Ew") == "tile-not-held"
    passed = f"{known}; E charleston right-1 EEEw; S charleston right-1 SSSw; W charleston right-1 WWWw"
    passed += "; N charleston right-1 NNNw"
    assert accepted(name, f"{passed}; S charleston across-1 EEEw")
    assert refused(name, f"{passed}; S charleston across-1 SSSw") == "tile-not-held"
    assert refused(name, f"{passed}; E charleston across-1 EEEw") == "tile-not-held"


@pytest.mark.rule("american/charleston-1")
def test_the_tile_that_is_one_too_many_is_pointed_at() -> None:
    """Of two alike where one is held, the second."""
    refusal = ask("passed_tile_is_held", f"{HAND}; {KNOWN}; S charleston right-1 112c")
    assert refusal is not None
    assert refusal.part == 1


@pytest.mark.rule("american/charleston-1")
def test_what_is_passed_of_an_unseen_rack_is_of_the_set() -> None:
    """A fifth copy of a tile is none of it."""
    name = "passed_tile_is_held"
    assert accepted(name, f"{HAND}; dealt E 1111b 23456789b 12c; S charleston right-1 234b")
    assert refused(name, f"{HAND}; dealt E 1111b 23456789b 12c; S charleston right-1 123b") == "too-many-copies"


@pytest.mark.rule("american/tiles-1")
def test_no_more_copies_are_passed_than_there_are() -> None:
    """Those that lie between two players count too."""
    six, name = f"{DEALT}; S charleston right-1 FFFf; W charleston right-1 FFFf", "passed_tile_is_held"
    assert accepted(name, f"{six}; N charleston right-1 FFf 1b")
    assert refused(name, f"{six}; N charleston right-1 FFFf") == "too-many-copies"
