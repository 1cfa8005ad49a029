"""A game in one file: its film shows in every view what the moments of the game show."""

from __future__ import annotations

import base64
import gzip
import itertools
import json
import re
from typing import Any, NamedTuple

import pytest

from mjlog.audit.game import Game
from mjlog.log.records import GameRecord
from mjlog.log.sight import parse_view
from mjlog.rulesets import load
from mjlog.viewer.drawing import scene_svg
from mjlog.viewer.pages.events import LAYOUTS
from mjlog.viewer.pages.replay import _macros, _pages, _reader, _without_links, replay_html
from mjlog.views.moment import claims_after, moment_at, prospects_after, waits_after
from tests.viewer.drawn_tables import by_chance
from tests.viewer.reels import assert_drawn, length_of, title_of, unrolled
from tests.views.table_logs import Log, played, view_of, won
from turns import TURNS

VIEWS = ("open", "table", "E", "N", "S", "W")
_LETTERS = str.maketrans(".,", "<&")


def films(text: str) -> tuple[dict[str, list[int]], list[dict[str, Any]]]:
    """What a file has of its film: the index, and the reels."""
    found = re.findall(r'<script type="text/plain" data-film="(\w+)" data-bytes="(\d+)">([^<&]*)</script>', text)
    packed = [base64.b85decode(letters.translate(_LETTERS))[: int(size)] for _kind, size, letters in found]
    index, *reels = [json.loads(gzip.decompress(one)) for one in packed]
    assert [kind for kind, _size, _letters in found] == ["index"] + ["reel"] * len(reels)
    return index, reels


@pytest.fixture(scope="module", params=["western", "american", "riichi-ema"])
def game(request: pytest.FixtureRequest) -> Game:
    """Two hands, with what goes wrong by a card; one of the longer games where tests are asked in turns."""
    return by_chance(load(request.param), hands=2 if TURNS == 1 or request.param == "riichi-ema" else 1)


class Written(NamedTuple):
    """The pieces of a file, and how far it was said to be: behind the first piece, and at the end."""

    pieces: list[str]
    at_first: list[tuple[int, int]]
    told: list[tuple[int, int]]


@pytest.fixture(scope="module")
def written(game: Game) -> Written:
    """The game in one file, which takes seconds to be made."""
    told: list[tuple[int, int]] = []
    pieces = replay_html(game, lambda done, of: told.append((done, of)))
    first, at_first = next(pieces), [*told]
    return Written([first, *pieces], at_first, told)


def test_every_frame_of_every_view_is_the_moment_of_its_event(game: Game, written: Written) -> None:
    """Only claims are told once: all open, and each player's own."""
    _index, reels = films("".join(written.pieces))
    macros = _macros(_pages())
    number = 0
    for reel in reels:
        views = ("open", "table", *(f"@{player}" for player in game.players))
        assert sorted(reel["eyes"]) == sorted(f"{view} {layout}" for view in views for layout in LAYOUTS)
        assert reel["first"] == number
        for view, layout in itertools.product(views, LAYOUTS):
            for at, frame in enumerate(unrolled(reel, f"{view} {layout}")):
                if (at + len(view)) % (4 + TURNS):
                    continue
                page = _reader(game, parse_view(view)).moment(game.stops[number + at])
                assert frame["head"]["seq"] == page.seq
                assert frame["parts"] == {name: _without_links(html) for name, html in page.parts(macros).items()}
                scene = page.scene(layout)
                assert_drawn(frame, layout, "" if scene is None else scene_svg(scene, f"{layout} board"))
        number += length_of(reel)
    assert number == len(game.stops)


def test_the_index_tells_which_event_is_in_which_reel(game: Game, written: Written) -> None:
    index, reels = films("".join(written.pieces))
    assert index["lengths"] == [length_of(reel) for reel in reels]
    seqs = [sum(index["seqs"][: at + 1]) for at in range(len(index["seqs"]))]
    assert seqs == [game.seq_at(place) for place in game.stops]


def test_what_is_judged_once_all_open_is_what_follows_from_each_view(game: Game) -> None:
    """What hands wait for, how far they are from that, and a player's own claims; the table hears who got the tile."""
    asked = 0
    for place in game.stops[3::7]:
        if not game.hand_at(place).has_play:
            continue
        judged = claims_after(game, place, "open")
        for view in VIEWS:
            told = _reader(game, parse_view(view)).moment(place)
            assert told.waits == waits_after(game, place, parse_view(view))
            assert told.prospects == prospects_after(game, place, parse_view(view))
            own = claims_after(game, place, parse_view(view))
            assert (judged is None) is (told.claims is None) is (own is None)
            if judged is not None and told.claims is not None and own is not None:
                asked += 1
                assert (told.claims.seq, told.claims.taken) == (own.seq, own.taken)
                expected = {seat: each for seat, each in own.seats.items() if view in ("open", seat.value)}
                assert told.claims.seats == expected
    assert asked > 30


def test_a_player_sees_the_same_whether_or_not_the_table_was_looked_at_before(game: Game) -> None:
    """What all see alike is made once for a moment, as the table sees it."""
    alone = Game(GameRecord("game", "game", ((row, None) for row in game.rows)))
    for number, place in enumerate(game.stops[::3]):
        view = parse_view(VIEWS[number % len(VIEWS)])
        moment_at(game, place, "table")
        assert moment_at(game, place, view).board == moment_at(alone, place, view).board


def test_of_a_hand_that_goes_on_all_see_what_the_table_sees() -> None:
    index, (reel,) = films("".join(replay_html(view_of(played(7, 30, Log("live")).events))))
    assert index["lengths"][0] > 30
    films_seen = [[frame["look"] for frame in unrolled(reel, f"{view} tall")] for view in ("open", "table")]
    assert films_seen[0] == films_seen[1]


def test_the_file_says_hand_by_hand_how_far_it_is(game: Game, written: Written) -> None:
    assert "<!doctype html>" in written.pieces[0]
    assert written.at_first == []
    count = len({game.hand_at(place).place for place in game.stops})
    assert written.told == [(done, count) for done in range(1, count + 1)]


def test_hands_that_are_packed_apart_show_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    log = won(Log("two"))
    log.add("hand-start", hand=2, round="E", seats={"E": "ben", "S": "cleo", "W": "dora", "N": "anna"})
    log.add("washout")
    game = view_of(log.events)
    _index, (together,) = films("".join(replay_html(game)))
    monkeypatch.setattr("mjlog.viewer.pages.replay.STOPS", 1)
    index, apart = films("".join(replay_html(game)))
    assert index["lengths"] == [length_of(reel) for reel in apart]
    assert len(apart) == 3
    one_by_one = [frame for reel in apart for frame in unrolled(reel, "table wide")]
    for one, other in zip(one_by_one, unrolled(together, "table wide"), strict=True):
        assert all(one[kind] == other[kind] for kind in ("head", "ways", "look"))


def test_a_character_that_would_be_taken_for_a_sign_is_told_by_its_number() -> None:
    """In HTML; a title is none, and has it as it is."""
    log = won(Log("odd"))
    log.add("note", text="\U0001f600 wins \ue000")
    _index, reels = films("".join(replay_html(view_of(log.events))))
    frame = list(unrolled(reels[-1], "open wide"))[-1]
    assert "&#128512; wins" in frame["parts"]["words"]
    assert "\U0001f600 wins" in title_of(frame, "odd")
    assert not re.search("[\ue000-\uf8ff]", frame["parts"]["words"])
