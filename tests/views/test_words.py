"""Every event in a sentence, with the names of the players; events of riichi; what could be done."""

from __future__ import annotations

from typing import Any

import pytest

from each import each
from mjlog.audit.game import Game
from mjlog.events import EVENT_TYPES, convert_event
from mjlog.log.sight import Sight
from mjlog.rulesets import default_rules
from mjlog.seats import Seat
from mjlog.table import Table, apply
from mjlog.tiles import CODES, KINDS, RED_FIVES, UNKNOWN, tile_name
from mjlog.views.claimable import so_far_words
from mjlog.views.moment import Move, claims_after, in_short, moves_after
from mjlog.views.seen import event_lines
from mjlog.views.words import _WORDS, pieces, player_words, with_names, words
from short_logs import events, fields, table
from tests.views.sentences import SENTENCES, START
from tests.views.table_logs import view_of


@each("before, event, sentence", SENTENCES)
def test_an_event_reads_as(before: list[dict[str, Any]], event: dict[str, Any], sentence: str) -> None:
    table = Table(default_rules("classical").plan)
    for seq, earlier in enumerate([START, *before], 1):
        apply(table, convert_event({"seq": seq, **earlier}))
    assert words(table, convert_event({"seq": 9, **event})) == sentence


DICE = [
    ("mahjiang", "E roll break-wall 5 6", "East rolls 5 and 6, 11 in all, to break the wall: West's"),
    ("mahjiang", "W roll break-stack 4 5", "West rolls 4 and 5, 9 in all, for the stack"),
    ("mahjiang", "break S 3 by=W", "West breaks South's wall at stack 3 from the right"),
    ("pung-chi", "E roll break-wall 3 4", "East rolls 3 and 4, 7 in all, to break the wall: North's"),
    ("pung-chi", "break N 7", "The wall is broken: North's wall at stack 7 from the left"),
    ("western", "E roll break-wall 3 9", "East rolls 3 and 9, 12 in all, to break the wall"),
]


@pytest.mark.parametrize(("ruleset", "event", "sentence"), DICE)
def test_dice_and_break_are_told_as_the_rule_set_counts(ruleset: str, event: str, sentence: str) -> None:
    """Which wall a throw counts to, and from which end stacks are counted."""
    rows = events(f"game {ruleset}; hand; {event}")
    assert words(Table(default_rules(ruleset).plan), rows[-1]) == sentence


@pytest.mark.parametrize(("event", "sentence"), [
    ("E lay-concealed chow 345b", "East lays a chow of 3-4-5 bamboo face down"),
    ("E lay-concealed pung ????", "East lays a pung of unseen tiles face down"),
    ("E fishing", "East is fishing: one tile is missing"),
])  # fmt: skip
def test_sets_laid_face_down_and_calls_are_said(event: str, sentence: str) -> None:
    """What only mahjiang plays."""
    assert words(Table(default_rules("mahjiang").plan), events(f"game mahjiang; hand; {event}")[-1]) == sentence


STAKES = [
    ("N claim chow", "S claim pung", "South claims pung of 5 bamboo from East; North's chow is refused"),
    ("S claim pung", "N claim chow", "North claims chow with 5 bamboo from East; South's pung goes before"),
    ("S claim chow; W claim pung", "N claim mahjong",
     "North claims mahjong on 5 bamboo from East; South's chow and West's pung are refused"),
    ("S claim chow", "W expose pung 555b",
     "West lays down a pung of 5 bamboo with the discard from East; South's chow is refused"),
    ("S claim chow; W claim pung", "S expose chow 456b",
     "South lays down a chow of 4-5-6 bamboo with the discard from East; West's pung goes before"),
    ("S claim mahjong", "W claim mahjong", "West claims mahjong on 5 bamboo from East"),
    ("S claim mahjong; W claim mahjong", "S mahjong discard 5b",
     "South declares mahjong on 5 bamboo from East; West's mahjong is refused"),
    ("S claim chow; S retract", "W claim pung", "West claims pung of 5 bamboo from East"),
    ("S claim chow; W pass; N pass", "S expose chow 456b",
     "South lays down a chow of 4-5-6 bamboo with the discard from East"),
    ("S claim chow; S retract", "S draw ??", "South draws a tile"),
]  # fmt: skip


@each("before, event, sentence", STAKES)
def test_where_several_want_one_tile_it_is_said_what_is_at_stake(before: str, event: str, sentence: str) -> None:
    """Whose call is refused, and whose goes before; not where nobody else has called, or not any more."""
    text = f"game; hand depth=table; E discard 5b; {before}"
    assert words(table(text), events(f"{text}; {event}")[-1]) == sentence


ROUND = "E discard 9b; S draw 1b; S discard 1b; W draw ??; W discard 2d; N draw ??; N discard 3d"


def test_a_set_of_own_tiles_is_not_laid_down_with_a_discard() -> None:
    """No tile is open once East has drawn."""
    text = f"game western; hand; dealt E 555b; {ROUND}; E draw 1c"
    assert words(table(text), events(f"{text}; E expose pung 555b")[-1]) == (
        "East lays down a pung of 5 bamboo out of the hand"
    )


def test_a_mahjong_says_the_tile_that_it_names_where_that_is_another_than_the_one_claimed() -> None:
    text = "game western; hand depth=table; E discard 4d; S claim mahjong"
    named = events(f"{text}; S mahjong discard 4c")[-1]
    assert words(table(text), named) == "South declares mahjong on 4 dots from East, naming it 4 characters"
    same = events(f"{text}; S mahjong discard 4d")[-1]
    assert words(table(text), same) == "South declares mahjong on 4 dots from East"
    robbed = "game western robbing_kong=true; hand depth=table; E kong concealed 5555d; W claim mahjong"
    kong = events(f"{robbed}; W mahjong kong 6d")[-1]
    assert words(table(robbed), kong) == "West declares mahjong by robbing East's kong of 5 dots, naming it 6 dots"


def test_in_the_american_game_the_next_in_turn_goes_before() -> None:
    """Pung or kong, whichever was called first."""
    text = "game american card=riverside-2026; hand depth=table; passes; E discard 5b; N claim kong"
    assert words(table(text), events(f"{text}; S claim pung")[-1]) == (
        "South claims pung of 5 bamboo from East; North's kong is refused"
    )


def test_every_event_type_has_words_and_an_example() -> None:
    names = {str(one.__struct_config__.tag) for one in EVENT_TYPES}
    assert {str(one.__struct_config__.tag) for one in _WORDS} == names
    assert {event["type"] for _before, event, _sentence in SENTENCES} == names


def test_every_event_can_be_said_of_an_empty_table() -> None:
    """Words never fail, however odd the log: here nothing has happened before."""
    table = Table(default_rules("classical").plan)
    for _before, event, _sentence in SENTENCES:
        assert words(table, convert_event({"seq": 1, **event}))


# -- the events of riichi in a sentence -------------------------------------------------------------------------------


RIICHI_START = "game riichi; hand"
TABLE = f"{RIICHI_START} depth=table; indicator 4d"
SHOWN = f"{TABLE}; E draw ??; E discard 0b; S claim mahjong; W claim mahjong; S mahjong discard 0b"

RIICHI_SENTENCES = [
    ("game riichi", "hand 3 S cora repeats=2 pot=1000 depth=table view=W",
     "Hand 3 begins in the south round, 2 repeats, 1000 in the pot, recorded as seen from the table, as West saw it: "
     "cora is East, dora is South, anna is West, ben is North"),
    (RIICHI_START, "indicator 3c", "The dora indicator is turned, 3 characters: 4 characters is dora"),
    (RIICHI_START, "indicator Nw kong", "A kong's dora indicator is turned, north wind: east wind is dora"),
    (RIICHI_START, "indicator 0d under", "The indicator under another is turned, red 5 dots: 6 dots is dora"),
    (RIICHI_START, "indicator ??", "The dora indicator is turned, a tile"),
    (f"{TABLE}; E draw 0b", "E discard 0b drawn=true", "East discards red 5 bamboo, just drawn"),
    (f"{TABLE}; E draw ??", "E discard 1b drawn=false riichi=true",
     "East discards 1 bamboo, from the hand, and declares riichi"),
    (f"{TABLE}; E draw ??; E discard 0b", "S claim pung", "South claims pung of red 5 bamboo from East"),
    (f"{TABLE}; E draw ??; E discard 5b; S claim pung", "S expose pung 505b",
     "South lays down a pung of 5 bamboo (1 red) with the discard from East"),
    (f"{TABLE}; E draw ??; E discard 5b; S claim pung; S expose pung 555b; S discard 1c; W draw ??; W discard 1c; "
     "N draw ??; N discard 1c; E draw ??; E discard 1c; S draw 0b", "S kong added 5550b",
     "South adds red 5 bamboo to the pung: kong of 5 bamboo (1 red)"),
    (SHOWN.rpartition("; ")[0], "S mahjong discard 0b", "South declares mahjong on red 5 bamboo from East"),
    (f"{TABLE}; E draw ??; E discard 0b; S claim pung; W claim mahjong", "W mahjong discard 0b liable=N",
     "West declares mahjong on red 5 bamboo from East; North answers for it; South's pung is refused"),
    (SHOWN, "S score 3900 points=30 doubles=3", "South's hand is announced at 3900: 3 han 30 fu"),
    (SHOWN, "S score 8000 points=40 doubles=5 limit=mangan", "South's hand is announced at 8000: 5 han 40 fu, mangan"),
    (SHOWN, "settlement E=-3900 S=5900 W=0 N=0 for=S pot=2000",
     "South's win is paid: East loses 3900 and South gains 5900; 2000 of it from the pot"),
    (TABLE, "washout", "The hand is drawn: an exhaustive draw"),
    (TABLE, "washout reason=nine-terminals seats=E", "The hand is drawn: nine terminals and honors (East)"),
    (TABLE, "washout reason=elsewhere", "The hand is drawn: elsewhere"),
    (TABLE, "end anna=31000 ben=24000 cora=23000 dora=22000 final=anna:41000,ben:4000,cora:-17000,dora:-28000",
     "The game ends: anna 31000, ben 24000, cora 23000 and dora 22000; final scores: anna +41.0, ben +4.0, "
     "cora −17.0 and dora −28.0"),
]  # fmt: skip


@each("before, event, sentence", RIICHI_SENTENCES)
def test_an_event_of_riichi_reads_as(before: str, event: str, sentence: str) -> None:
    assert words(table(before), events(f"{before}; {event}")[-1]) == sentence


# -- sentences with the names of the players, tiles apart, and the list of events in go-arounds -----------------------


SEATS = {Seat.E: "anna", Seat.S: "ben"}


@each("words, named", [
    ("East discards east wind", "anna (East) discards east wind"),
    ("South passes on 3 dots from East", "ben (South) passes on 3 dots from anna (East)"),
    ("West draws a tile", "West draws a tile"),
    ("in the East round", "in the East round"),
])  # fmt: skip
def test_a_sentence_tells_players_by_their_names(words: str, named: str) -> None:
    assert with_names(words, SEATS) == named


def test_a_player_is_called_by_name_before_the_seat() -> None:
    assert [player_words(seat, SEATS) for seat in (Seat.S, Seat.N)] == ["ben (South)", "North"]


def test_every_tile_is_found_in_a_sentence_and_nothing_is_lost_of_it() -> None:
    for face in (*range(KINDS), *RED_FIVES):
        if face != UNKNOWN:
            words = f"anna discards {tile_name(face)}, from the hand"
            found = list(pieces(words))
            assert [faces for _, faces in found if faces] == [(face,)], words
            assert "".join(text for text, _ in found) == words


@each("words, tiles", [
    ("chow of 3-4-5 or 4-5-6 bamboo", "3b 4b 5b 4b 5b 6b"),
    ("chow if the hand holds 2-3, 3-5 or 5-6 characters", "2c 3c 3c 5c 5c 6c"),
    ("pays a penalty of 10-20", ""),
])  # fmt: skip
def test_runs_are_tiles_of_the_suit_behind_the_last_of_them(words: str, tiles: str) -> None:
    assert " ".join(CODES[face] for _, faces in pieces(words) for face in faces) == tiles


DEALT = "game western bonus_tiles=false; hand; dealt E 1112b 345b 678d EEw 99d"
PLAY = "E discard 2b; S pass; W pass; N pass; S draw 4d; S discard 4d; W draw 5d; W discard 5d; N draw 6d; N discard 6d"


def test_a_go_around_begins_when_the_turn_comes_to_east_again() -> None:
    view = view_of(fields(f"{DEALT}; {PLAY}; E draw 1c; E discard 1c; washout"))
    lines = event_lines(view.hands[-1], "table")
    assert [(line.type, line.go_around) for line in lines if line.type in ("hand-start", "discard")] == [
        ("hand-start", 0), ("discard", 1), ("discard", 1), ("discard", 1), ("discard", 1), ("discard", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("play", "back", "told"), [
    ("E discard 2b; S pass", 1, "can still be claimed"),
    ("E discard 2b; S pass; W pass; N pass", 1, "can still be claimed"),
    ("E discard 2b; S pass; W pass; N pass; S draw 4d", 1, "nobody called"),
    ("E discard 2b; W claim pung; S pass", 1, "West calls pung"),
])  # fmt: skip
def test_that_nobody_called_is_not_said_while_somebody_may(play: str, back: int, told: str) -> None:
    view = view_of(fields(f"{DEALT}; {play}"))
    place = len(view.rows) - back
    found = claims_after(view, place)
    assert found is not None
    assert so_far_words(found, place - view.hands[-1].first, view.seq_at(place)) == told


# -- what could be done, in words, as far as somebody sees the table --------------------------------------------------


EAST, SOUTH = "1112b 345b 678d EEw 99d", "13b 2c 456d 789d RRd 99c"
OPENING = f"game western bonus_tiles=false; hand; dealt E {EAST} / S {SOUTH}"


def game(text: str) -> Game:
    """A short log, looked at."""
    return view_of(fields(text))


def last_moves(text: str, sight: Sight = "table") -> list[Move]:
    """What could be done after the last event."""
    view = game(text)
    return moves_after(view, len(view.rows) - 1, sight)


OVER = "; S claim chow; washout"
"""A wash-out ends the hand, so that its moments can be seen from every seat."""


def moves_before_the_end(sight: Sight) -> list[str]:
    """What could be done when East had discarded 2 bamboo, said afterwards."""
    view = game(f"{OPENING}; E discard 2b{OVER}")
    return in_short(moves_after(view, len(view.rows) - 3, sight))


def test_acts_of_a_kind_are_said_together() -> None:
    """One line a seat: the first player may discard any tile of the hand."""
    view = game(f"{OPENING}{OVER}")
    place = len(view.rows) - 3
    assert in_short(moves_after(view, place, Seat.E)) == ["East: discard 1b, 2b, 3b, 4b, 5b, 6d, 7d, 8d, 9d or Ew"]


def test_who_sees_a_hand_is_told_what_it_can_do() -> None:
    """South has 1 and 3 bamboo and nothing else for the discard; of the others South only knows what is not seen."""
    assert moves_before_the_end(Seat.S)[0] == "South: draw; pass; claim chow"
    assert moves_before_the_end("open")[0] == "South: draw; pass; claim chow"
    assert moves_before_the_end(Seat.S)[1] == "West: pass; claim pung, kong or mahjong"


def test_who_sees_no_hand_is_told_what_any_hand_could_do() -> None:
    """From the table, nobody's hand says no: only a chow from the wrong side is out of the question."""
    assert moves_before_the_end("table") == [
        "South: draw; pass; claim chow, pung, kong or mahjong",
        "West: pass; claim pung, kong or mahjong",
        "North: pass; claim pung, kong or mahjong",
    ]


def test_of_an_unseen_hand_any_tile_may_go() -> None:
    """All kinds are said as one; kinds that are used up are named as missing."""
    assert in_short(last_moves("game western bonus_tiles=false; hand"), str)[0] == "East: take 4 tiles of the deal"
    four = "; ".join(f"{seat} draw ??; {seat} discard Rd" for seat in "SWN")
    text = f"game mahjiang; hand depth=table; E discard Rd; {four}; E draw ??"
    acts = in_short(last_moves(text))[0].split("; ")
    assert "East: discard any tile but Rd" in acts
    assert "lay down a concealed kong of any tile but Rd" in acts


def test_before_the_first_hand_nothing_can_be_done() -> None:
    """Seats and rule sets are no moves."""
    assert last_moves("game western") == []
