"""What an act depends on that nobody saw: tried out, and never against the truth where that is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.disputes import unseen
from mjlog.disputes.dossier import Dossier
from mjlog.disputes.unseen import Unseen
from mjlog.disputes.verdicts import unseen_words
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.log.sight import redact
from mjlog.tiles import Tile
from samples import LOGS, name_of
from short_logs import fields
from tests.disputes.dossiers import dossier_of, rows_of, rule_in, view_of_short
from tests.views.american_logs import told as american
from turns import in_turn

TABLE = "game western; hand depth=table"
JUDGED = (ev.Claim, ev.Expose, ev.Kong, ev.Mahjong, ev.Discard)


def unseen_in(text: str) -> Unseen:
    """What the last event of a text depends on."""
    found = dossier_of(view_of_short(text)).unseen
    assert found is not None
    return found


def unseen_in_json(found: Dossier) -> Any:
    """What a dossier says in JSON of what the act depends on."""
    return json.loads(json.dumps(plain(found)))["unseen"]


def least(found: Unseen) -> list[dict[str, int]]:
    """The fewest tiles that make an act legal, by their codes."""
    return [{str(tile): number for tile, number in tiles.items()} for tiles in found.least]


def test_a_pung_is_called_legally_with_two_more_of_the_tile() -> None:
    """Three are unseen: with none or one of them the call was none, with two or three it was."""
    found = unseen_in(f"{TABLE}; E discard 5b; S claim pung")
    assert least(found) == [{"5b": 2}]
    assert [one.tiles[Tile("5b")] for one in found.legal] == [2, 3]
    assert [one.tiles[Tile("5b")] for one in found.illegal] == [0, 1]
    words = list(unseen_words(found))
    assert words[0] == "Legal if at least 2 of south's 13 unseen tiles were 5 bamboo (3 of 5 bamboo are not seen)"
    assert words[2].startswith("2 of the 4 ways")


def test_a_chow_is_called_legally_in_any_of_three_ways() -> None:
    found = unseen_in(f"{TABLE}; E discard 5b; S claim chow")
    assert least(found) == [{"6b": 1, "7b": 1}, {"4b": 1, "6b": 1}, {"3b": 1, "4b": 1}]


FOUR_PUNGS = "; ".join(
    f"{seat} discard {tile}; S claim pung; S expose pung {tile[0] * 3}{tile[1]}; S discard {away}"
    for seat, tile, away in (("E", "1b", "9d"), ("W", "2b", "9d"), ("W", "3b", "8d"), ("W", "5c", "7d"))
)


def test_of_one_unseen_tile_it_is_named_which_it_must_be() -> None:
    """Four pungs lie on the table: the call for mahjong is right with one kind of tile in the hand, and no other."""
    found = unseen_in(f"{TABLE}; {FOUR_PUNGS}; W discard 9c; S claim mahjong")
    assert found.is_whole
    assert [str(tile) for one in found.legal for tile in one.tiles] == ["9c"]
    assert len(found.illegal) > 20
    assert next(unseen_words(found)) == "Legal if south's 1 unseen tile was 9 characters"


@pytest.mark.parametrize(("thrown", "proves"), [("9c", True), ("8c", False)])
def test_a_win_that_was_taken_back_is_judged_by_what_is_thrown_afterwards(thrown: str, proves: bool) -> None:
    """The tile that is thrown next was the unseen one: what was drawn since is known. So for the call before it."""
    won = "S claim mahjong; S mahjong discard 9c; S retract"
    later = f"N draw ??; N discard 1d; E draw ??; E discard 2d; S draw 3d; S discard {thrown}; washout reason=stopped"
    text = f"{TABLE}; {FOUR_PUNGS}; W discard 9c"
    seq = len(fields(text)) + 1
    view = view_of_short(f"{text}; {won}; {later}")
    for called in (seq, seq + 1):
        found = dossier_of(view, called)
        assert (found.unseen.proves, found.legal) == (proves, proves)


def test_a_win_that_names_the_tile_just_drawn_is_legal_with_that_tile_only() -> None:
    """Nobody saw the draw: 6 or 9 dots completes the hand, and the one that is named was drawn."""
    dealt = "game western; hand depth=table; dealt S 123b 456b 789b 55c 78d; E discard 1d; S draw ??"
    for named in ("6d", "9d"):
        found = dossier_of(view_of_short(f"{dealt}; S mahjong wall {named}; washout reason=stopped"), 22).unseen
        assert [str(tile) for one in found.legal for tile in one.tiles] == [named]
    assert dossier_of(view_of_short(f"{dealt}; S mahjong wall 1c; washout reason=stopped"), 22).legal is False


def test_where_not_all_ways_are_tried_one_that_is_legal_is_named() -> None:
    """The rules themselves say of the example that it is complete, and no tile of it was seen before."""
    text = f"{TABLE}; E discard 1b; S discard 1b; W discard 5b; S claim mahjong; S mahjong discard 5b"
    found = unseen_in(text)
    assert found.proves is None
    numbers = found.example.tiles
    assert sum(numbers.values()) == found.count
    assert numbers.get(Tile("1b"), 0) <= 2
    assert list(unseen_words(found))[1].startswith(
        "It can have been legal: for example if south's 13 unseen tiles were "
    )
    hand = " ".join(str(tile) for tile, number in found.example.tiles.items() for _ in range(number))
    shown = dossier_of(view_of_short(f"{text}; S show | {hand} 5b"), 7)
    assert shown.legal


def test_hands_that_are_no_sets_and_a_pair_are_found_too() -> None:
    """The other three red dragons were thrown: the last of them is in no set and no pair, but in thirteen wonders."""
    lost = "; ".join(f"{seat} discard Rd" for seat in "ESW")
    found = unseen_in(f"{TABLE}; {lost}; N discard Rd; S claim mahjong")
    assert found.example is not None
    assert [str(tile) for tile in found.example.tiles if tile.kind > 26] == ["Ew", "Sw", "Ww", "Nw", "Gd", "Wd"]


SINGLES = ("1d", "4d", "7d", "1c", "4c", "7c", "Ew", "Rd")
DRAWN = ("1b", "1b", "1b", "1b", "2b", "2b", "2b", "2b")
OTHERS = ("3b 1d 1c", "3b 2d 2c", "4b 3d 3c", "4b 4d 4c", "6b 5d 5c", "6b 6d 6c", "7b 7d 7c", "7b 8d 8c")


def called_and_taken_back(first: str) -> Game:
    """South calls mahjong, takes it back, and throws single tiles; what was drawn since is known but for the first."""
    turns = ["E discard 5b; S claim mahjong; S retract"]
    for drawn, thrown, others in zip((first, *DRAWN[1:]), SINGLES, OTHERS, strict=True):
        turns.append(f"S draw {drawn}; S discard {thrown}")
        turns += [f"{seat} draw ??; {seat} discard {tile}" for seat, tile in zip("WNE", others.split(), strict=True)]
    return view_of_short("; ".join(["game western; hand", *turns, "washout reason=stopped"]))


def test_where_no_hand_at_all_is_legal_it_is_proved() -> None:
    """All tiles thrown were in the hand when mahjong was called: there is no hand with eight such tiles."""
    found = dossier_of(called_and_taken_back(DRAWN[0]), 4)
    assert (found.unseen.tried, found.unseen.proves, found.legal) == (True, False, False)
    assert found.certain[0].startswith("Not legal: at that moment it could not be seen")
    assert "with 0 sets on the table is not complete, whatever else was in it" in found.certain[0]
    assert rule_in(found, found.unseen.illegal[0].rule).verdict == "broken"
    assert unseen_in_json(found)["proves"] is False


def test_a_tile_that_may_have_been_drawn_leaves_a_hand_that_is_legal() -> None:
    """Of one of the tiles thrown it is not certain that it was there: a knitted hand can have been."""
    view = called_and_taken_back("??")
    found = dossier_of(view, 4)
    assert found.unseen.proves is None
    numbers = found.unseen.example.tiles
    thrown = [numbers.get(Tile(tile), 0) for tile in SINGLES]
    assert thrown.count(0) <= 1


def test_a_search_that_is_too_long_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unseen, "_LONGEST", 0)
    found = dossier_of(called_and_taken_back(DRAWN[0]), 4)
    assert (found.unseen.tried, found.unseen.proves, found.unseen.example) == (False, None, None)
    assert found.legal
    gives_up = "Neither a hand that makes it legal nor a proof that there is none was found: the search ended after "
    assert gives_up + "0 questions to the rules" in found.unknown
    assert unseen_in_json(found)["asked"] == found.unseen.asked == 0


@pytest.mark.parametrize("number", range(1, 5))
def test_a_search_finds_what_trying_all_hands_finds(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets lie on the table: then there are few hands, which can be tried one by one as well."""
    text = "; ".join([TABLE, *FOUR_PUNGS.split("; ")[: 4 * number], "W discard 9c; S claim mahjong"])
    tried = dossier_of(view_of_short(text)).unseen
    monkeypatch.setattr(unseen, "MOST_TRIED", 0)
    searched = dossier_of(view_of_short(text)).unseen
    assert not searched.tried
    assert searched.example is not None
    if tried is not None and tried.tried:
        assert searched.example in tried.legal


def test_a_hand_of_the_card_is_found_by_its_tiles_and_jokers_that_are_left() -> None:
    """The winner's tiles were not seen: the example is a hand of the card, by the card itself."""
    rows = [redact(convert_event(event), "table") for event in american().events if event["seq"] <= 49]
    start = rows.index(next(row for row in rows if isinstance(row, ev.HandStart)))
    rows[start] = msgspec.structs.replace(rows[start], depth="table")
    view = Game(GameRecord("test", "test", ((row, None) for row in rows), corrected=True))
    found = dossier_of(view, 49).unseen
    assert found.proves is None
    tiles = [str(tile) for tile, number in found.example.tiles.items() for _ in range(number)]
    shown = {"type": "show", "seat": "S", "rest": [*tiles, "Ff"], "seq": 50}
    after = Game(GameRecord("test", "test", ((row, None) for row in [*rows, convert_event(shown)]), corrected=True))
    assert dossier_of(after, 50).findings == ()


def from_the_table(path: Path) -> Game:
    """A game as somebody at the table could have written it down."""
    rows = []
    for row, where in rows_of(path):
        assert isinstance(row, ev.Event)
        seen = redact(row, "table")
        rows.append((msgspec.structs.replace(seen, depth="table") if isinstance(seen, ev.HandStart) else seen, where))
    return Game(GameRecord(str(path), path.name, iter(rows), corrected=True))


@pytest.mark.parametrize("path", in_turn(LOGS), ids=name_of)
@given(data=st.data())
@settings(max_examples=2, deadline=None)
def test_nothing_is_proved_against_what_is_known(path: Path, data: st.DataObject) -> None:
    """Acts that are legal in the full record are never proved illegal from the table, nor the other way round."""
    view = from_the_table(path)
    seqs = [row.seq for row in view.rows if isinstance(row, JUDGED)]
    seq = data.draw(st.sampled_from(seqs))
    found = dossier_of(view, seq)
    if found.unseen is None or found.unseen.proves is None:
        return
    full = Game(GameRecord(str(path), path.name, iter(rows_of(path)), corrected=True))
    assert dossier_of(full, seq).legal == found.unseen.proves


@given(st.data())
@settings(max_examples=8, deadline=None)
def test_a_call_without_the_tiles_is_never_proved_legal(data: st.DataObject) -> None:
    """Calls put into a game where nobody could make them: what is shown later proves nothing in their favour."""
    path = next(path for path in LOGS if name_of(path) == "western")
    rows = [row for row, _where in rows_of(path) if isinstance(row, ev.Event)]
    passes = [row for row in rows if isinstance(row, ev.Pass)]
    chosen = data.draw(st.sampled_from(passes))
    call = ev.Claim(seq=chosen.seq, seat=chosen.seat, for_="kong")
    changed = [call if row is chosen else row for row in rows]
    truth = dossier_of(Game(GameRecord("", "", iter([(row, None) for row in changed]))), chosen.seq)
    seen = [redact(row, "table") for row in changed]
    seen = [msgspec.structs.replace(row, depth="table") if isinstance(row, ev.HandStart) else row for row in seen]
    found = dossier_of(Game(GameRecord("", "", iter([(row, None) for row in seen]))), chosen.seq)
    if found.unseen is not None and found.unseen.proves is not None:
        assert found.unseen.proves == truth.legal
