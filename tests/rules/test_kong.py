"""Kongs out of the hand, and robbing them."""

from __future__ import annotations

import pytest

from short_logs import FULL, accepted, ask, codes, refused

DEALT = f"{FULL}; dealt E 1111b 555c 123d 79d Ew Ew / S 222b 678c 1357d Sw Gd 5c"
PUNG = "E discard 5b; S claim pung; S expose pung 555b"
ROUND = "S discard 1c; W discard 1d; N discard 2d; E discard 3d"
ADDED = f"{PUNG}; {ROUND}; S draw 5b; S kong added 5555b"


@pytest.mark.rule("classical/kong-1")
def test_a_kong_is_made_in_the_own_turn() -> None:
    """Before the discard; after the deal everybody may lay out concealed ones in turn."""
    assert accepted("kong_in_turn", f"{DEALT}; E kong concealed 1111b")
    assert accepted("kong_in_turn", f"{FULL}; W kong concealed 1111b")
    assert accepted("kong_in_turn", "E discard 5b; S draw ??; S kong concealed 1111c")
    assert refused("kong_in_turn", "E discard 5b; S draw ??; W kong concealed 1111c") == "out-of-turn"
    assert refused("kong_in_turn", f"{FULL}; W bonus 1f; W draw ??; S kong concealed 1111c") == "out-of-turn"


@pytest.mark.rule("classical/kong-1")
@pytest.mark.parametrize("laid", ["1112b", "111b", "11111b", "1f 1f 1f 1f"])
def test_a_kong_is_four_alike(laid: str) -> None:
    """Not three, not five, not a bonus tile."""
    assert refused("kong_of_four_alike", f"{FULL}; E kong concealed {laid}") == "not-a-set"


@pytest.mark.rule("classical/kong-1")
def test_four_alike_are_a_kong() -> None:
    """Tiles that stay face down may be."""
    assert accepted("kong_of_four_alike", f"{FULL}; E kong concealed 1111b")
    assert accepted("kong_of_four_alike", f"{FULL}; E kong concealed ?????")


@pytest.mark.rule("classical/kong-1")
def test_a_concealed_kong_is_four_of_the_hand() -> None:
    """Three are not enough, nor four when one lies elsewhere."""
    assert accepted("four_concealed", f"{DEALT}; E kong concealed 1111b")
    assert refused("four_concealed", f"{DEALT}; E kong concealed 5555c") == "kong-not-concealed"
    assert refused("four_concealed", "E discard 5b; S draw ??; S kong concealed 5555b") == "kong-not-concealed"
    assert accepted("four_concealed", "E discard 5b; S draw ??; S kong concealed 6666b")


@pytest.mark.rule("classical/kong-1")
def test_of_an_unseen_hand_it_is_told_how_many_of_the_kong_lie_elsewhere() -> None:
    """Nobody knows how many it has; of a hand that is known, just that is told."""
    unseen = ask("four_concealed", "E discard 5b; S draw ??; S kong concealed 5555b")
    assert unseen is not None
    assert unseen.message.endswith("1 of the four lie elsewhere")
    known = ask("four_concealed", f"{DEALT}; E kong concealed 5555c")
    assert known is not None
    assert known.message.endswith("east has 3")


@pytest.mark.rule("classical/kong-1")
def test_the_fourth_tile_is_added_to_the_own_exposed_pung() -> None:
    """A concealed pung is none, nor is another player's."""
    assert accepted("added_to_a_pung", ADDED)
    assert refused("added_to_a_pung", "E discard 5b; S draw ??; S kong added 5555b") == "kong-no-pung"
    assert refused("added_to_a_pung", f"{PUNG}; S discard 1c; W draw 5b; W kong added 5555b") == "kong-no-pung"


@pytest.mark.rule("classical/kong-1")
def test_the_added_tile_is_held() -> None:
    """It comes out of the hand."""
    dealt = f"{FULL}; dealt E 5b 2344b 5678c 1299d Ew / S 55b 34c 678c 1357d Sw Gd"
    claimed = f"{dealt}; E discard 5b; S claim pung; S expose pung 555b"
    assert refused("added_tile_is_held", f"{claimed}; S kong added 5555b") == "tile-not-held"
    assert accepted("added_tile_is_held", f"{claimed}; S discard Sw; W draw 1b; W discard 1b; N draw 2b; N discard 2b; "
                    "E draw 3c; E discard 3c; S draw 5b; S kong added 5555b")  # fmt: skip


@pytest.mark.rule("classical/kong-1")
def test_after_a_claim_only_the_pung_just_claimed_grows() -> None:
    """Other kongs wait for a tile from the wall."""
    assert accepted("kong_after_a_tile_from_the_wall", f"{PUNG}; S kong added 5555b")
    assert refused("kong_after_a_tile_from_the_wall", f"{PUNG}; S kong concealed 1111c") == "kong-not-allowed"
    drawn = f"{PUNG}; {ROUND}; S draw ??; S kong concealed 4444c"
    assert accepted("kong_after_a_tile_from_the_wall", drawn)


SIXTEEN_LOOSE_TILES_TAKEN = "game FlowersLoose=true DeadWall16=true; hand; " + "; ".join(
    [f"E bonus {tile}; E bonus-replacement ??" for tile in ("1f", "2f", "3f", "4f", "1s", "2s", "3s", "4s")]
    + [
        f"{seat} kong concealed {rank * 4}b; {seat} kong-replacement ??"
        for seat, rank in zip("EEESSWWN", "12345678", strict=True)
    ]
)
"""Eight for bonus tiles, eight for kongs: the dead wall is used up."""


@pytest.mark.rule("classical/dead-1")
def test_a_kong_without_a_loose_tile_left_ends_the_hand() -> None:
    """It is made all the same; nothing can be taken for it, and the hand is drawn (as the server plays it)."""
    assert codes(f"{SIXTEEN_LOOSE_TILES_TAKEN}; N kong concealed 9999b") == []
    assert codes(f"{SIXTEEN_LOOSE_TILES_TAKEN}; N kong concealed 9999b; washout") == []
    missing = f"{SIXTEEN_LOOSE_TILES_TAKEN}; N kong concealed 9999b; N kong-replacement ??"
    assert codes(missing) == ["draw-past-end"]


@pytest.mark.rule("classical/kong-2")
def test_an_added_kong_may_be_robbed() -> None:
    """At once, by anyone else."""
    assert accepted("robs_the_kong_just_made", f"{ADDED}; W claim mahjong; W mahjong kong 5b")
    assert accepted("robs_the_kong_just_made", f"{ADDED}; E claim mahjong; E mahjong kong")


@pytest.mark.rule("classical/kong-2")
def test_no_kong_no_robbing() -> None:
    """Once the loose tile is taken, the kong is safe."""
    assert refused("robs_the_kong_just_made", "E discard 5b; S claim mahjong; S mahjong kong") == "rob-not-allowed"
    assert refused("robs_the_kong_just_made", f"{ADDED}; S kong-replacement ??; W mahjong kong 5b") == "rob-not-allowed"


@pytest.mark.rule("classical/kong-2")
def test_a_concealed_kong_is_robbed_for_thirteen_wonders_only() -> None:
    """A five is none of them, and an exposed set rules them out."""
    concealed = "E discard 5c; S draw ??; S kong concealed {}; W claim mahjong"
    assert accepted("concealed_kong_not_robbed", concealed.format("1111b"))
    assert accepted("concealed_kong_not_robbed", concealed.format("Rd Rd Rd Rd"))
    assert refused("concealed_kong_not_robbed", concealed.format("5555b")) == "rob-not-allowed"
    exposed = "E discard 5c; W claim pung; W expose pung 555c; W discard Ww; N draw ??; N kong concealed 1111b"
    assert refused("concealed_kong_not_robbed", f"{exposed}; W claim mahjong") == "rob-not-allowed"


@pytest.mark.rule("classical/kong-2")
def test_known_hands_decide_about_thirteen_wonders() -> None:
    """Where the robber's tiles are known, they must be the wonders."""
    wonders = "dealt S 1b 9b 1c 9c 9d Ew Sw Ww Nw Rd Gd Wd Wd / W 1111d 2345b 5678c 5b"
    robbed = "E discard 5c; S draw 5d; S discard 5d; W draw 6c; W kong concealed 1111d; S claim mahjong"
    assert accepted("concealed_kong_not_robbed", f"{FULL}; {wonders}; {robbed}")
    other = wonders.replace("Rd Gd Wd Wd", "Rd Rd Wd Wd")
    assert refused("concealed_kong_not_robbed", f"{FULL}; {other}; {robbed}") == "rob-not-allowed"


@pytest.mark.rule("classical/kong-2")
def test_a_concealed_kong_is_not_taken_without_a_call_either() -> None:
    """The win itself is judged like the call."""
    won = "E discard 5c; S draw ??; S kong concealed {}; W mahjong kong"
    assert accepted("concealed_kong_not_robbed", won.format("1111b"))
    assert refused("concealed_kong_not_robbed", won.format("5555b")) == "rob-not-allowed"


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


def test_where_only_added_kongs_are_robbed_no_hand_robs_a_concealed_one() -> None:
    """Not even thirteen wonders."""
    robbed = "game dead-wall; hand depth=table; E discard 5c; S kong concealed 1111b; W claim mahjong"
    assert refused("concealed_kong_not_robbed", robbed) == "rob-not-allowed"
    assert accepted("concealed_kong_not_robbed", robbed.replace("dead-wall", "mahjiang"))


@pytest.mark.rule("pung-chi/win-1")
@pytest.mark.parametrize("act", ["W claim mahjong", "W mahjong kong 5b"])
def test_no_kong_is_robbed_where_that_is_not_played(act: str) -> None:
    """Neither called nor won."""
    assert refused("robbing_is_played", f"game pung-chi; hand depth=table; {ADDED}; {act}") == "rob-not-allowed"
    assert accepted("robbing_is_played", f"game mahjiang; hand depth=table; {ADDED}; {act}")


@pytest.mark.rule("pung-chi/kong-3")
def test_concealed_kongs_may_be_ruled_out() -> None:
    """Added ones are still made."""
    without = "game pung-chi concealed_kongs=false; hand depth=table"
    assert refused("concealed_kongs_are_played", f"{without}; E kong concealed 1111b") == "kong-not-allowed"
    assert accepted("concealed_kongs_are_played", f"{without}; {ADDED}")
    assert accepted("concealed_kongs_are_played", "game pung-chi concealed_kongs=true; hand; E kong concealed 1111b")


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


@pytest.mark.rule("mahjiang/kong-1")
@pytest.mark.rule("mahjiang/kong-2")
def test_a_fourth_tile_added_to_a_pung_face_down_makes_a_concealed_kong() -> None:
    """It is robbed for thirteen wonders only; without the tile there is no kong, nor without four in the hand."""
    name, turn = "four_concealed_or_added_face_down", "game mahjiang; hand; dealt S 555b 1379c 1379d EWw; E discard 1c"
    laid = f"{turn}; S draw {{}}; S lay-concealed pung 555b; S kong concealed 5555b"
    assert accepted(name, laid.format("5b"))
    assert refused(name, laid.format("9c")) == "kong-not-concealed"
    assert refused(name, f"{turn}; S draw 9c; S kong concealed 5555b") == "kong-not-concealed"
    assert refused("concealed_kong_not_robbed", f"{laid.format('5b')}; W claim mahjong") == "rob-not-allowed"


@pytest.mark.rule("western/kong-2")
def test_the_fourth_tile_may_be_a_loose_one_or_come_many_turns_later() -> None:
    """Only that it was drawn since counts; in the turn of the pung itself no tile can have been."""
    name = "added_tile_came_after_the_pung"
    pung = "game western; hand; dealt S 55b 1111c 1379d ESWw; E discard 5b; S claim pung; S expose pung 555b"
    assert accepted(name, f"{pung}; S kong concealed 1111c; S kong-replacement 5b; S kong added 5555b")
    at_once = "game western; hand; dealt S 555b 1379c 1379d EWw; E discard 5b; S claim pung; S expose pung 555b"
    assert refused(name, f"{at_once}; S kong added 5555b") == "kong-tile-claimed"
    assert accepted(name, "game western; hand; E discard 5b; S claim pung; S expose pung 555b; gap; S kong added 5555b")


@pytest.mark.rule("mahjiang/kong-3")
@pytest.mark.parametrize("act", ["claim kong", "expose kong 5555b"])
def test_a_discard_is_not_added_to_an_exposed_pung(act: str) -> None:
    """Whoever has the other three in the hand claims a kong; another player's pung does not matter."""
    fourth = f"{PUNG}; S discard 1c; W draw ??; W discard 5b"
    assert refused("discard_not_added_to_a_pung", f"{fourth}; S {act}") == "kong-on-exposed-pung"
    assert accepted("discard_not_added_to_a_pung", f"{fourth}; N {act}")
    assert accepted("discard_not_added_to_a_pung", f"E discard 5b; S {act}")


@pytest.mark.rule("mahjiang/kong-2")
def test_only_a_self_drawn_tile_is_added_to_a_pung() -> None:
    """Not the discard that is open; in the player's turn nothing is."""
    open_discard = f"{PUNG}; S discard 1c; W draw ??; W discard 5b; S kong added 5555b"
    assert refused("added_tile_is_self_drawn", open_discard) == "kong-tile-claimed"
    assert accepted("added_tile_is_self_drawn", ADDED)
    assert accepted("added_tile_is_self_drawn", f"{PUNG}; S kong added 5555b")


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


@pytest.mark.rule("classical/dead-1")
def test_nothing_is_taken_for_a_kong_when_no_loose_tile_is_left() -> None:
    """The hand is drawn instead."""
    made = f"{SIXTEEN_LOOSE_TILES_TAKEN}; N kong concealed 9999b; N kong-replacement ??"
    assert refused("loose_tile_left_for_kong", made) == "draw-past-end"


@pytest.mark.rule("western/kong-1")
def test_after_missed_moves_a_concealed_kong_is_held_against_the_tiles_that_came_up_since() -> None:
    """What was seen before them is not: it may have been in another hand."""
    missed = "game western; hand depth=table; E discard 9c; S discard 9c; gap turn=W"
    assert accepted("four_concealed", f"{missed}; W discard 1b; N kong concealed 9999c")
    assert refused("four_concealed", f"{missed}; W discard 9c; N kong concealed 9999c") == "kong-not-concealed"
