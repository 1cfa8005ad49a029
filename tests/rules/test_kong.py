"""Kongs out of the hand, and robbing them."""

from __future__ import annotations

import pytest

from short_logs import FULL, accepted, ask, codes, refused

DEALT = f"{FULL}; dealt E 1111b 555c 123d 79d Ew Ew / S 222b 678c 1357d Sw Gd 5c"


@pytest.mark.rule("classical/kong-1")
def test_of_an_unseen_hand_it_is_told_how_many_of_the_kong_lie_elsewhere() -> None:
    """Nobody knows how many it has; of a hand that is known, just that is told."""
    unseen = ask("four_concealed", "E discard 5b; S draw ??; S kong concealed 5555b")
    assert unseen is not None
    assert unseen.message.endswith("1 of the four lie elsewhere")
    known = ask("four_concealed", f"{DEALT}; E kong concealed 5555c")
    assert known is not None
    assert known.message.endswith("east has 3")


@pytest.mark.parametrize(
    "ruleset",
    ["mahjiang", "classical", "dmjl", "bmja-kajongg", "riichi-ema", "riichi-wrc", "riichi rob_closed_kan=true"],
)
@pytest.mark.parametrize("hand", ["hand depth=table", "hand"])
def test_the_hand_shown_tells_whether_it_might_rob_a_concealed_kong(ruleset: str, hand: str) -> None:
    """At the win nobody saw it; four sets and a pair are no thirteen wonders."""
    text = f"game {ruleset}; {hand}; " + ("dealt; indicator 5d; E draw ??; " if "riichi" in ruleset else "")
    text += "E discard 8c; " + ("S draw ??; " if hand == "hand" or "riichi" in ruleset else "")
    text += "S kong concealed 9999b; W claim mahjong; W mahjong kong 9b; W show | {}"
    assert codes(text.format("19b 19c 19d ESWNw RGWWd")) == []
    assert codes(text.format("789b 111c 333d EEEw RRd")) == ["rob-not-allowed"]
    # Of tiles that nobody saw it cannot be told, unless there are others beside them.
    assert codes(text.format("19b 19c 19d ESWNw Rd ?? ?? ??")) == []
    assert codes(text.format("789b 11c ?? 333d EEEw RRd")) == ["rob-not-allowed"]


def _pung_and_turn(ruleset: str, dealt: str, drawn: str) -> str:
    """South claims a pung of 5 bamboo, discards, and draws a tile in the next turn."""
    return (
        f"game {ruleset}; hand; {dealt} E discard 5b; S claim pung; S expose pung 555b; S discard 9d; W draw ??;"
        f"W discard Ew; N draw ??; N discard Ew; E draw ??; E discard 9c; S draw {drawn}; S kong added 5555b"
    )


@pytest.mark.rule("western/kong-2")
@pytest.mark.rule("dead-wall/kong-3")
@pytest.mark.rule("pung-chi/kong-2")
@pytest.mark.parametrize("ruleset", ["western", "dead-wall", "pung-chi"])
def test_the_fourth_tile_was_drawn_after_the_pung(ruleset: str) -> None:
    """One held since before is refused, unless an option allows it; what nobody saw may have been drawn later."""
    name = "added_tile_came_after_the_pung"
    held, two = "dealt S 555b 123c 789c 1199d;", "dealt S 55b 123c 789c 11199d;"
    assert refused(name, _pung_and_turn(ruleset, held, "9c")) == "kong-tile-claimed"
    assert refused(name, _pung_and_turn(ruleset, held, "??")) == "kong-tile-claimed"
    assert accepted(name, _pung_and_turn(f"{ruleset} held_fourth=true", held, "9c"))
    assert accepted(name, _pung_and_turn(ruleset, two, "5b"))
    assert accepted(name, _pung_and_turn(ruleset, "", "5b"))
    assert accepted(name, _pung_and_turn(ruleset, "", "??"))
    assert refused(name, _pung_and_turn(ruleset, "", "9c")) == "kong-tile-claimed"


def _kongs(seat: str, ranks: str, suit: str) -> str:
    return "; ".join(f"{seat} kong concealed {rank * 4}{suit}; {seat} kong-replacement ??" for rank in ranks)


BOX_EMPTY = (
    f"game mahjiang; hand; {_kongs('E', '1234', 'b')}; E discard Ew; S draw ??; {_kongs('S', '5678', 'b')}; "
    f"S discard Ew; W draw ??; {_kongs('W', '1234', 'c')}; W discard Ew; N draw ??; {_kongs('N', '56', 'c')}"
)
"""Fourteen kongs: the kong box is used up."""


@pytest.mark.rule("mahjiang/kong-1")
def test_a_kong_needs_a_loose_tile() -> None:
    """The fifteenth cannot be made, out of the hand or with a discard; the last one is replaced."""
    assert refused("replacement_left_for_kong", f"{BOX_EMPTY}; N kong concealed 7777c") == "kong-not-allowed"
    discarded = f"{BOX_EMPTY}; N discard Ew; E draw ??; E discard 1d"
    claimed = f"{discarded}; N claim kong; N expose kong 1111d"
    assert refused("replacement_left_for_kong", claimed) == "kong-not-allowed"
    assert accepted("replacement_left_for_kong", f"{discarded}; N claim pung; N expose pung 111d")
    before = BOX_EMPTY.rsplit("; ", 2)[0]
    assert accepted("replacement_left_for_kong", f"{before}; N kong concealed 6666c")
    assert accepted("loose_tile_left_for_kong", BOX_EMPTY)
