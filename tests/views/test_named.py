"""Sentences with the names of the players, tiles apart, and the list of events in go-arounds."""

from __future__ import annotations

import pytest

from each import each
from mjlog.seats import Seat
from mjlog.tiles import CODES, KINDS, RED_FIVES, UNKNOWN, tile_name
from mjlog.views.claimable import so_far_words
from mjlog.views.moment import claims_after
from mjlog.views.seen import event_lines
from mjlog.views.words import pieces, player_words, with_names
from short_logs import fields
from tests.views.table_logs import view_of

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
