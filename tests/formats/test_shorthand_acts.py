"""Acts of play and answers to a discard: every row of the page, at every depth, by the rule sets that differ."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import rows_in
from each import each
from mjlog.errors import MjlogError, NotationError
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.tokens import tiles_in
from mjlog.rulesets import load
from mjlog.tiles import CODES
from tests.formats import shorthand_runs
from tests.formats.shorthand_runs import FULL, RESULT, TABLE, game_of, meant, read_after

SEEN = "basis=inferred"
"""What is filled in, where nobody saw the tile."""
DEALT = f"{FULL}deal\n"
AMERICAN = game_of("american", "deal")
RICH = f"{TABLE}5b sp 2d"
"""South has a pung of 5 bamboo and has discarded 2 dots; West is next."""

def rows(title: str) -> list[tuple[str, ...]]:
    """The rows of a part of `shorthand_acts.txt`: what was written before, the act, and what it is read as."""
    return rows_in(Path(__file__).with_name("shorthand_acts.txt"), title, vars(shorthand_runs) | globals())


PLAY = rows("acts of play")
ANSWERS = rows("answers to a discard")

THREE = game_of("western players=3")
DIFFERENT = rows("the same act by other rules")

RIICHI = game_of("riichi", "i1b")
LETTERS = rows("tiles as players write them, and as we do")


@each("before, act, events", PLAY)
def test_an_act_of_play_is_read_as_what_was_done(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@each("before, act, events", ANSWERS)
def test_an_answer_to_a_discard_is_read_as_what_was_called(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@each("before, act, ours", LETTERS)
def test_tiles_are_read_as_players_write_them(before: str, act: str, ours: str) -> None:
    assert read_after(before, act) == read_after(before, ours)


@each("before, act, events", DIFFERENT)
def test_the_same_act_is_read_by_the_rules_of_the_game(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@pytest.mark.parametrize("missed", ["..s", "..5s", ".. e9d"])
def test_after_missed_moves_the_turn_is_told_by_the_gap_or_by_the_first_act_with_a_seat(missed: str) -> None:
    assert read_after(f"{TABLE}5b {missed}\n", "6d") == meant("discard S 6d")


# -- acts before the play and at the end of a hand ---------------------------------------------------------------------


MISNAMED = game_of("american misnamed_mahjong=four-times")
NEXT = "hand-start result hand=2 round=E E=anna S=ben W=cleo N=dora"
AFTER_EAST_WON = f"{RESULT}em\n"
"""East has won the first hand, and stays East."""

ENDINGS = rows("the end of a hand")
BEFORE = rows("before the play")


@each("before, act, events", [one for one in ENDINGS if "rest" not in one[2] and "show" not in one[2]])
def test_an_act_at_the_end_is_read_as_what_was_said(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


@pytest.mark.parametrize(("before", "act", "shown"), [one for one in ENDINGS if one[2].startswith("show")])
def test_a_hand_is_shown_in_sets_and_what_is_left_over(before: str, act: str, shown: str) -> None:
    """The long form has strokes of its own, and is one event."""
    assert read_after(before, act) == [*meant(shown.replace(" | ", "|"))]


@each("before, act, events", BEFORE)
def test_an_act_before_the_play_states_what_follows_from_the_game(before: str, act: str, events: str) -> None:
    assert read_after(before, act) == meant(events)


def test_a_whole_deal_is_taken_unseen_from_where_the_dice_say() -> None:
    """East's seven falls on the wall across; three stacks are counted along it, clockwise from its end."""
    (broken,) = read_after(f"{TABLE}r34 r12", "b")
    assert (broken["type"], broken["wall"]) == ("break", "W")
    assert read_after(f"{TABLE}r34 r12", f"bw{broken['stack']}") == [broken]
    blocks = read_after(TABLE, "deal")
    assert {code for block in blocks for code in block["tiles"]} == {"??"}
    held = {seat: sum(len(block["tiles"]) for block in blocks if block["seat"] == seat) for seat in "ESWN"}
    assert held == {"E": 14, "S": 13, "W": 13, "N": 13}


def test_what_is_paid_is_computed_where_it_is_not_said() -> None:
    from mjlog.formats.shorthand.reading import read_act
    from mjlog.formats.shorthand.scene import Scene

    from .shorthand_runs import game_after

    scene = game_after(f"{RESULT}8s48/4/2").scene
    asked = Scene(scene.table, scene.bound, owed=lambda payer: {"E": -96, "S": 192, "W": -48, "N": -48})
    assert read_act("pay", asked) == meant("settlement E=-96 S=192 W=-48 N=-48")


@pytest.mark.parametrize("act", ["8s48/4/2", "8/4w48/2", "sm48", "wash"])
def test_a_game_can_begin_with_the_result_of_its_first_hand(act: str) -> None:
    """As docs/lookup/shorthand.md says, that is all that is to be typed of it."""
    (game,) = read_document(f"game g western anna ben cleo dora\n{act}\n", "text")
    first = decode_event(game.bodies[1])
    assert (game.error, first.hand, first.depth) == (None, 1, "result")


def test_a_game_begins_by_its_rule_set_as_it_is_now() -> None:
    (start,) = read_after("", "game tuesday Western anna ben cleo dora robbing_kong=true place=club table=2")
    assert start["game"] == "tuesday"
    assert start["ruleset"] == "western"
    assert start["players"] == ["anna", "ben", "cleo", "dora"]
    assert (start["place"], start["table"], start["options"]) == ("club", "2", {"robbing_kong": True})
    assert len(start["digest"]) == 64
    assert start["version"]
    for said in ("", " players=3"):
        (start,) = read_after("", f"game t western anna ben cleo{said}")
        assert (start["players"], start["options"]) == (["anna", "ben", "cleo"], {"players": 3})


def test_a_game_can_name_the_version_of_its_rule_set() -> None:
    """By the version or the digest; the other follows, where it is known."""
    old = load("dead-wall", "1")
    for said in ("version=1", f"digest={old.digest}"):
        (start,) = read_after("", f"game tuesday dead-wall anna ben cleo dora {said}")
        assert (start["version"], start["digest"]) == ("1", old.digest)
    (start,) = read_after("", "game tuesday dead-wall anna ben cleo dora version=77")
    assert (start["version"], start.get("digest")) == ("77", None)


# -- where a text could be read in two ways, it is read in one, and always the same ------------------------------------


AFTER_EAST = f"{TABLE}5b"
"""South is next."""

AMBIGUOUS = {
    "ew": "discard S Ew", "eew": "discard E Ew", "sww": "discard S Ww", "www": "discard W Ww", "wd": "discard S Wd",
    "wwd": "discard W Wd", "wwwd": "draw S Ww | discard S Wd", "wwww": "draw S Ww | discard S Ww",
    "wwwwd": "draw W Ww | discard W Wd", "ewew": "draw S Ew | discard S Ew", "nw": "discard S Nw",
    "nnw": "discard N Nw", "nwnw": "draw S Nw | discard S Nw", "nwsw": "draw S Nw | discard S Sw", "1s": "bonus S 1s",
    "s1s": "bonus S 1s", "e1s": "bonus E 1s", "2d1d": "draw S 2d | discard S 1d", "rdgd": "draw S Rd | discard S Gd",
    "n5b": "discard N 5b", "5b-": None, "b": None, "??": "discard S ??", "x": "discard S ??",
    "xx": "draw S ?? | discard S ??", "??5b": "draw S ?? | discard S 5b", "sx": "discard S ??", "🀔": "discard S 5b",
    "w🀔": "discard W 5b", "🀄\ufe0e": "discard S Rd", "🀄\ufe0f": "discard S Rd", "🀙5b": "draw S 1d | discard S 5b",
    "e=12": None, "e=1b": "name E 1b", "c": None, "5c": "discard S 5c", "c5c": None,
    "sc3": "claim S chow | expose S chow 345b", "f": "fishing E",
}  # fmt: skip


@each("act", AMBIGUOUS)
@each("case", [str, str.upper])
def test_short_texts_have_one_meaning_in_any_case(act: str, case: type[str]) -> None:
    events = AMBIGUOUS[act]
    if events is None:
        with pytest.raises(NotationError):
            read_after(AFTER_EAST, case(act))
    else:
        assert read_after(AFTER_EAST, case(act)) == meant(events)


@pytest.mark.parametrize(
    "text", ["DISCARD S 5B", "CLAIM S PUNG", "EXPOSE S PUNG 555B", "Hand-Start TABLE E=a S=b W=c N=d"]
)
def test_long_forms_are_read_in_any_case(text: str) -> None:
    assert read_after(AFTER_EAST, text)[0]["type"] == text.split()[0].lower()
    assert "PUNG" not in str(read_after(AFTER_EAST, text))


@pytest.mark.parametrize("text", ["İ", "s²", "٣b", "ſ5b", "5\u212a", "ﬀ"])
def test_letters_that_only_look_like_ours_are_none(text: str) -> None:
    with pytest.raises(NotationError):
        read_after(AFTER_EAST, text)


GROUPS = {
    "123b55d": "1b 2b 3b 5d 5d", "esw": "Ew Sw", "eswnw": "Ew Sw Ww Nw", "www": "Ww Ww", "wwd": "Wd Wd",
    "wwwd": "Wd Wd Wd", "swwd": "Sw Wd", "rrdwwd": "Rd Rd Wd Wd", "fff": "Ff Ff", "1fff": "1f Ff", "jjk": "Jk Jk",
    "x??x": "?? ?? ??", "5bx5b": "5b ?? 5b", "12f3s": "1f 2f 3s", "🀙🀐": "1d 1b", "": "",
}  # fmt: skip


@each("text", GROUPS)
def test_tiles_of_a_class_share_its_letter(text: str) -> None:
    assert " ".join(CODES[kind] for kind in tiles_in(text)) == GROUPS[text]
    assert tiles_in(text.upper()) == tiles_in(text)


@each("text", ["5", "b", "5f", "9s", "ed", "rw", "w", "f", "5b5", "?", "55x", "jj"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="are no tiles; tiles are written like 123b"):
        tiles_in(text)


@given(st.lists(st.sampled_from(CODES), max_size=18))
def test_tiles_written_one_by_one_are_read_as_so_many(codes: list[str]) -> None:
    """Glued winds and dragons have several readings: how many tiles there have to be tells which."""
    text = "".join(codes).lower()
    found = tiles_in(text, len(codes))
    assert len(found) == len(codes)
    assert "".join(CODES[kind] for kind in found).lower() == text or set("esw") & set(text)


@given(st.text("eswnrgwdfjkbcdx?123459", max_size=400))
def test_tiles_are_read_or_refused_however_long(text: str) -> None:
    try:
        kinds = tiles_in(text)
    except NotationError:
        return
    assert len(kinds) <= len(text)


@pytest.mark.parametrize("text", ["w" * 399 + "z", "f" * 400 + "z", "esw" * 130 + "!", "w" * 5000 + "/z"])
def test_a_long_word_of_many_readings_is_settled_at_once(text: str) -> None:
    """There are more ways to cut it than could ever be tried one by one."""
    assert [act.text for act in acts_in(f"sh 123b {text}")] == ["sh 123b", text]


# -- what cannot be read is refused in words that say what would be right ----------------------------------------------


REFUSED = rows("what is refused, and in which words")


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
