"""What cannot be read is refused in words that say what would be right."""

from __future__ import annotations

import pytest

from each import each
from mjlog.errors import MjlogError

from .shorthand_runs import RESULT, TABLE, game_of, read_after

AMERICAN = game_of("american", "deal")

REFUSED = [
    # -- who, which, of what
    (f"{TABLE}5b", "p", "who claims the pung? expected one of `sp`, `wp`, `np`"),
    (f"{TABLE}5b", "k", "who claims the kong? expected one of `sk`, `wk`, `nk`"),
    (f"{game_of('western players=3')}5b", "p", "expected one of `sp`, `wp`"),
    (TABLE, "p", "there is no discard to claim"),
    (TABLE, "sp", "there is no discard to claim: say whose call it is and of which tile, like `sp5b`"),
    (TABLE, "c", "there is no discard to claim"),
    (f"{TABLE}5b", "c", "which chow? expected one of `c34`, `c46`, `c67`"),
    (f"{TABLE}8b", "c", "which chow? expected one of `c67`, `c79`"),
    (f"{TABLE}5b", "c8", "no chow from 8 up has a 5 in it"),
    (f"{TABLE}9b", "c8", "no chow from 8 up has a 9 in it"),
    (f"{TABLE}9b", "c46", "no chow has a 4, a 6 and the 9 that is claimed in it"),
    (f"{TABLE}5b", "c55", "no chow has a 5, a 5 and the 5 that is claimed in it"),
    (f"{TABLE}5b", "c46d", "the last discard is 5b; where the chow is of another tile, say all of it"),
    (f"{TABLE}ew", "c46", "the last discard is Ew; where the chow is of another tile, say all of it"),
    (f"{AMERICAN}5b", "spjjj", "a pung has 3 tiles; 3 jokers leave none that was claimed"),
    (f"{AMERICAN}5b", "spjk", "a pung cannot be of jokers alone; with one joker it is `spj`"),
    (f"{TABLE}5b t", "k", "'k': which kong? expected its tile, like `k5b`, or `kcx` for a concealed one unseen"),
    # -- letting go, taking back, naming
    (TABLE, "-", "nobody is left to let a discard go; expected seats, like `sn-`"),
    (f"{TABLE}5b -", "-", "nobody is left to let a discard go"),
    (f"{TABLE}5b", "sns-", "names a seat twice; expected everyone once"),
    (TABLE, "u", "there is no call to take back"),
    (TABLE, "=5b", "there is no discard to be named again"),
    # -- tiles
    (TABLE, "5b6b7b", "has 3 tiles; expected one discarded, or one drawn and one discarded"),
    (TABLE, "2d1f3s", "2d is no flower or season"),
    (TABLE, "l55d6d", "lays down no set; expected one like `l555b` or `l456b`"),
    (TABLE, "5m", "'5m' is no act; did you mean 5c, for m p s z are written c d b, Ew to Rd here?"),
    (TABLE, "sh 123m 456b", "'123m' are no tiles; tiles are written like 123b, 55d, esw, rrd, x; did you mean 123c"),
    (f"{TABLE}5b", "ron", "'ron' is no act; `sm` says so of South"),
    (f"{TABLE}5b", "Chi", "`sc46` says so of South"),
    (TABLE, "5mr", "'5mr' is no act; did you mean 0c?"),
    (TABLE, "l5", "'5' are no tiles; tiles are written like 123b, 55d, esw, rrd, x"),
    # -- the Charleston
    (AMERICAN, "o-", "who refuses the second Charleston? expected a seat, like `so-`"),
    (TABLE, "o", "no tiles are passed in this rule set"),
    (AMERICAN, "so5", "'5' are no tiles"),
    (AMERICAN, "so0", "'so0': in a Charleston three tiles are passed; none only as a courtesy"),
    (AMERICAN, "courtesy none", "as `so2 no2`, two tiles from either side, or as `o0` where nobody passes any"),
    (AMERICAN, "sob", "how many of the three pass blind? expected `ob1`, `ob2` or `ob3`"),
    (AMERICAN, "sob23b3b3b3b", "4 tiles behind 2 blind; expected 1 out of the hand, or all 3"),
    (f"{TABLE}5b", "q", "by these rules there is no quint"),
    # -- before the play
    (TABLE, "b", "where the wall is broken does not follow from the dice; expected a wall and a stack, like `bs7`"),
    (TABLE, "deal 5b", "'5b' is 1 tile, and E's block is of 4"),
    (f"{TABLE}deal", "deal 5b", "the deal is done: no block is left to be taken"),
    (f"{TABLE}deal", "deal", "the deal is done: no block is left to be taken"),
    (f"{TABLE}5b", "hand", "hand 1 has no result yet"),
    (f"{RESULT}8s48/4/2 end", "hand", "the game is over (event 8): `fix 8 void -- one more hand` opens it again"),
    (f"{RESULT}8s48/4/2 end", "8s48/4/2", "else begin another game"),
    # -- the end
    (RESULT, "m", "who wins? expected a seat before the m, like `sm48`"),
    (TABLE, "h 123b", "whose hand is shown? expected a seat, like `sh 123b 55d`"),
    (TABLE, "sh", "'sh' is south's hand, and shows no tiles; expected them, like `sh 123b 55d`"),
    (f"{TABLE}5b", "8/48/4/2", "nobody has won yet, and the mahjong comes first: `sm`, if South has won; `8s48/4/2`"),
    (TABLE, "s=48", "nobody has won yet, and the mahjong comes first"),
    (RESULT, "8/48/4/2", "`8s48/4/2` says both at once"),
    (f"{TABLE}5b sm", "8/48/4", "'8/48/4' has 3 numbers; expected 4, for east/south/west/north"),
    (f"{TABLE}5b sm", "///", "'///' says no score"),
    (f"{TABLE}5b", "sm8/48", "'8/48' has 2 numbers; expected 4"),
    (RESULT, "8s1000:thirteen-wondrs/4/2", "is no limit hand of these rules; did you mean thirteen-wonders?"),
    (f"{RESULT}sm", "s=1000:knit", "did you mean knitting or triple-knitting?"),
    (RESULT, "sm1000:qq", "expected one of heavens-blessing, earths-blessing, thirteen-wonders,"),
    (RESULT, "8/48s4/2", "expected a score each for east, south, west, north, the winner's letter before its own"),
    (f"{TABLE}5b ..", "6d", "whose act is it? moves were missed: expected a seat before it, like `w6d`"),
    (RESULT, "8s48/4", "expected a score each for east, south, west, north, the winner's letter before its own"),
    (f"{TABLE}5b sm", "pay -12/36/-12", "has 3 numbers; expected 4"),
    (TABLE, "pay -12 36 -12 -12", "expected one number a seat, like `pay -12/4/20/-12`, the seat that paid for all"),
    (TABLE, "pay", "nobody has won yet, and the mahjong comes first"),
    (TABLE, "replay", "ends too early; expected words, the reason"),
    (TABLE, "penalty ben", "'penalty ben': how much, and why? expected something like `penalty ben 50 talking`"),
    (TABLE, "penalty s", "how much, and why? expected something like `penalty s 50 talking`"),
    (TABLE, "penalty bert 50 talking", "'bert' is no seat; expected one of E, S, W, N"),
    (TABLE, "penalty s fifty talking", "'fifty' is not an amount; expected a whole number"),
    # -- the game, and what is said of acts
    ("", "game t westren anna ben cleo dora", "westren"),
    ("", "game t western anna ben cleo dora robing_kong=true", "did you mean 'robbing_kong'?"),
    ("", "game t western anna ben cleo dora robbing_kong=maybe", "robbing_kong"),
    (TABLE, "habits drawers", "'drawers' is no habit; expected some of draws, passes, numbers, inferred"),
    (TABLE, "@half past nine", "is no time; expected one like @2026-11-21T19:30:00Z, a day like @2026-11-21"),
    (TABLE, "@+9", "counts on from the time before, and there is none in whole seconds"),
    (TABLE, "fix 3 void", "there is no event 3; expected one from 1 to 2"),
    (TABLE, "correction", "correction has no short form: write it as JSON"),
    # -- no act at all
    (TABLE, "discrad S 5b", "did you mean discard?"),
    (TABLE, "S24", "'S24' is no act; `s=24` says what the hand is worth, `sm24` that it has won, `sfe24` from East"),
    (TABLE, "5x", "'5x' is no act; expected a tile discarded (5b), a claim (sp, c46), m for mahjong"),
    (TABLE, "tt", "'tt' is no act"),
    (TABLE, "option robbing_kong=true", "is changed for the whole game by `fix option`"),
    (TABLE, "", "'' is no act"),
    (TABLE, '{"type":"pass","seat":"S","seat":"W"}', "'seat' is stated twice; expected every field once"),
    (TABLE, '{"type":"pass","seat":"S","prev":"0"}', "prev is computed when the event is stored, never given"),
    (TABLE, '{"type":"pass"', "the line is not JSON"),
]  # fmt: skip


@each("before, act, words", REFUSED)
def test_an_act_that_cannot_be_read_is_refused_with_what_would_be_right(before: str, act: str, words: str) -> None:
    with pytest.raises(MjlogError) as refused:
        read_after(before, act)
    assert words in str(refused.value)


DEAL = "deal 1234b 6789b eswnw 55b55d 1234c 6789c rgwdew 55c99c 1234d 6789d swnwrd 99d11d 5b ew gd 8c 9b"
"""A deal that is known; nobody but North has two of 5 bamboo."""


def test_a_call_that_only_one_player_can_make_needs_no_seat() -> None:
    known = game_of("western", DEAL, "5b", depth="full")
    assert read_after(known, "p") == read_after(known, "np")
    assert [one["seat"] for one in read_after(known, "p")] == ["N", "N"]


def test_a_call_that_nobody_can_make_is_not_given_to_anybody() -> None:
    with pytest.raises(MjlogError, match="who claims the pung"):
        read_after(game_of("western", DEAL, "9b", depth="full"), "p")
