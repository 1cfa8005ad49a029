"""A hand looked over: what its player could see and did not do, what it cost, and what is not judged."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from each import each
from mjlog import events as ev
from mjlog.audit.game import Game
from mjlog.log.records import GameRecord
from mjlog.log.sight import Sight
from mjlog.recording.what_if import what_if
from mjlog.rulesets import load
from mjlog.seats import Seat
from mjlog.simulate import Game as Simulated
from mjlog.tiles import PLAIN_KINDS
from mjlog.views import review
from mjlog.views.review import Lapse, lapses_in, looks_of, review_of
from mjlog.views.waiting import judge_of
from short_logs import fields
from tests.views.table_logs import hidden_twin, played, view_of
from turns import examples

BEGIN = "game western bonus_tiles=false; hand; dealt "
REST = "147c 258d 9c 9b EEw SSw Ww"
"""Thirteen tiles that are far from ready."""


def lapses(text: str, sight: Sight = "open") -> list[Lapse]:
    """What is found in the one hand of a log in short hand."""
    return lapses_in(view_of(fields(text)).played[0], sight)


def codes(lapse: Lapse) -> str:
    return " ".join(tile.value for tile in lapse.better)


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    """Games that the program plays, by their rule sets."""
    found = {}
    for name in ("western", "riichi", "american", "bmja", "mcr"):
        rows: list[bytes] = []
        Simulated(load(name), 4, 1, hands=2).play(rows.append)
        events = [(ev.decode_event(row), None) for row in rows]
        found[name] = Game(GameRecord("test", "test", events))
    return found


# -- discards -----------------------------------------------------------------------------------------------------


AWAY = f"{BEGIN}E 45b 678d 123c 789c EEw 9d; E discard {{}}; washout"
"""Without 9 dots East waits for 3 and 6 of bamboo; without 4 of bamboo for nothing."""
OTHERS = "S draw ??; S discard {0}; W draw ??; W discard {0}; N draw ??; N discard {0}"
PASSED = f"{BEGIN}E 5b {REST} / S 34b 678c 123c 45d NNw 9b; E discard 5b; S draw ??; S discard 9d"
CASES: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("a discard that goes away from ready is told with what it gave up", AWAY.format("4b"),
     [{"kind": "away", "tile": "4b", "better": "6d 9d", "away": 1,
       "words": "East discards 4 bamboo: the hand is then 1 tile from ready, with .*"
                "a discard of 6 dots or 9 dots would leave it ready, with 8 live tiles"}]),
    ("the best discard is no lapse", AWAY.format("9d"), []),
    ("one that gives away live tiles is told with how many: of 3-4-4 and a pair, 4 leaves 2 and 5",
     f"{BEGIN}E 344b 678d 123c 789c EEw; E discard 3b; washout",
     [{"kind": "live", "better": "4b", "away": 0, "live": 4}]),
    ("no player keeps a tile for 15 instead of 13", f"{BEGIN}E 14555c 2d ENNw RGGWWd; E discard 2d; washout", []),
    ("the same tile that is kept again and again is told once",
     f"{BEGIN}E 3344b 678d 123c 789c Ew; E discard 3b; {OTHERS.format('9c')}; E draw 1d; E discard 3b; "
     f"{OTHERS.format('1c')}; E draw 9d; E discard 9d; washout", [{"again": 2}]),
    ("of equal tiles a plain five is named before a red one: the first is what the link tries",
     "game riichi; hand; dealt E 2255b 66d 3399c EEw Nw; indicator 9d; E draw 0d; E discard 2b; washout",
     [{"instead": "discard E Nw", "better": "Nw 0d"}]),
    ("a win that is let go is told", f"{BEGIN}E 345b 678d 123c 789c EEw; E discard Ew; washout",
     [{"kind": "win", "instead": "mahjong E deal"}]),
    ("a tile dealt in while a safe one was at hand is told: all have just discarded 9 of characters",
     f"{BEGIN}E 1479b 258c 369d Ew 9c Rd Nw / S 123b 456b 777c 888c 9d; E discard Rd; S draw 9c; S discard 9c;"
     "W draw ??; W discard 9c; N draw ??; N discard 9c; E draw 1b; E discard 9d; S claim mahjong;"
     "S mahjong discard; S show 123b 456b 777c 888c 99d",
     [{"kind": "dealt-in", "better": "9c", "words": ".*South wins with it: 9 characters was safe, as far as"}]),
    ("a claim passed by that had made the hand ready is told", f"{PASSED}; washout",
     [{"kind": "missed", "instead": "claim S chow; expose S chow 345b",
       "words": "South lets 5 bamboo pass; a chow of 3-4-5 bamboo, and a discard of 9 bamboo, would make the hand"}]),
    ("a tile let pass twice is told once, with where it was let pass again",
     f"{PASSED.replace('S draw ??', 'S draw 9d')}; W draw ??; W discard 9c; N draw ??; N discard 9c; E draw 5b; "
     "E discard 5b; S draw ??; S discard 9d; washout", [{"kind": "missed", "again": 1}]),
    ("a win passed by is told", f"{BEGIN}E 5b {REST} / S 34b 678d 123c 789c NNw; E discard 5b; S draw ??; washout",
     [{"kind": "win"}]),
    ("a claim that leads further from ready is told: with a pung on the table there are no seven pairs",
     f"{BEGIN}E 1b {REST} / S 11b 44b 77c 99c 22d 55d Nw; E discard 1b; S claim pung; S expose pung 111b; washout"
     .replace("game western", "game western seven_pairs=true"),
     [{"kind": "ruined", "words": ".*lays down a pung of 1 bamboo"}]),
]  # fmt: skip


@each("text, due", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_lapse_is_told_with_what_was_better(text: str, due: list[dict[str, Any]]) -> None:
    kinds = {one["kind"] for one in due if "kind" in one}
    found = [one for one in lapses(text) if not kinds or one.kind in kinds]
    told = [{"kind": one.kind, "tile": one.tile.value, "better": codes(one), "away": one.away, "live": one.live,
             "instead": one.instead, "again": len(one.again)} for one in found]  # fmt: skip
    assert [{name: one[name] for name in this if name in one} for one, this in zip(told, due, strict=True)] == [
        {name: value for name, value in this.items() if name != "words"} for this in due
    ]
    for one, this in zip(found, due, strict=True):
        assert re.match(this.get("words", ""), one.words), one.words


def test_who_collects_one_suit_breaks_none_of_it_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten tiles of bamboo: they are worth more than the draws lost; with fewer the better discard would be told."""
    text = f"{BEGIN}E 1233467889b 5578c; E discard 8c; washout"
    assert lapses(text) == []
    monkeypatch.setattr(review, "_ONE_SUIT", 11)
    (found,) = lapses(text)
    assert "3b" in codes(found)


def test_far_from_ready_nothing_is_judged() -> None:
    game = view_of(fields(f"{BEGIN}E 147b 258c 369d ESWNw R; E discard 1b; washout".replace("ESWNw R", "ESWNw Rd")))
    (look,) = (one for one in looks_of(game.played[0]) if one.seat is Seat.E)
    assert (look.judged, look.lapses) == (0, ())


def test_unknown_tiles_are_not_judged() -> None:
    game = view_of(fields("game western; hand; E discard 5b; S draw ??; S discard 6b; washout reason=stopped"))
    assert all((look.judged, look.lapses) == (0, ()) for look in looks_of(game.played[0]))
    assert sum(look.unjudged for look in looks_of(game.played[0])) == 2


def test_early_nobody_gives_a_hand_up_for_a_safe_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """East is ready, and nobody in riichi. Late in a hand the safe tile is named, and what it gives up."""
    text = (
        f"{BEGIN}E 45b 678d 123c 789c EEw Rd / S 123b 456b 777c 888c 9d; E discard Rd; S draw 9c; S discard 9c;"
        "W draw ??; W discard 9c; N draw ??; N discard 9c; E draw 9d; E discard 9d; S claim mahjong;"
        "S mahjong discard; S show 123b 456b 777c 888c 99d"
    )
    assert lapses(text, Seat.E) == []
    monkeypatch.setattr(review, "_EARLY", 99)
    (found,) = lapses(text, Seat.E)
    assert "9 characters was safe, as far as could be seen; the hand would go back from ready to 1 tile" in found.words


# -- who is told what -----------------------------------------------------------------------------------------------


def test_a_player_is_told_of_the_own_hand_alone_and_the_table_of_none() -> None:
    text = f"{BEGIN}E 45b 678d 123c 789c EEw 9d; E discard 4b; washout"
    assert [one.seat for one in lapses(text, "open")] == [Seat.E]
    assert lapses(text, Seat.S) == lapses(text, "table") == []


@settings(max_examples=examples(12), deadline=None)
@given(st.integers(0, 1 << 20), st.sampled_from("ESWN"))
def test_what_a_player_never_saw_changes_nothing_of_what_the_player_is_told(seed: int, keep: str) -> None:
    """Two hands that differ in the wall and in the hands of others are looked over alike."""
    log = played(seed, 24)
    twin = hidden_twin(log, seed, keep)
    looks = []
    for one in (log, twin):
        one.add("washout", reason="stopped")
        looks.append(next(look for look in looks_of(view_of(one.events).played[0]) if look.seat is Seat[keep]))
    assert looks[0] == looks[1]


def test_of_a_hand_in_progress_nothing_is_told() -> None:
    game = view_of(fields(f"{BEGIN}E 45b 678d 123c 789c EEw 9d; E discard 4b"))
    assert looks_of(game.played[0]) == []
    assert review_of(game).unknown == ("hand 1: it is in progress",)


def test_of_a_result_there_is_nothing_to_look_over() -> None:
    found = review_of(view_of(fields("game western; hand depth=result; S mahjong wall; settlement -96/192/-48/-48")))
    assert found.hands == ()
    assert found.unknown == ("hand 1: only its result was written down: there is nothing to look over",)
    assert all(look.words == "nothing of it can be judged" for look in found.players.values())


# -- by every rule set ----------------------------------------------------------------------------------------------


@each("name", ["western", "riichi", "american", "bmja", "mcr"])
def test_what_was_better_is_legal_and_as_near_as_was_said(games: dict[str, Game], name: str) -> None:
    """Each better act is tried through the reducer, in the sight of its player."""
    game = games[name]
    for look in review_of(game).players.values():
        assert 0 <= look.good <= look.judged
        for lapse in look.lapses:
            place = game.place_of(lapse.after)
            tried = what_if(game, place, lapse.instead, lapse.seat)
            assert tried.verdict == "legal", lapse
            if lapse.kind == "away":
                hand = game.hand_at(place)
                made = hand.seen(lapse.seat).table_after(place - hand.first + 1)
                judge, after = judge_of(tried.table, lapse.seat), judge_of(made, lapse.seat)
                gain = after.lack(after.place.held).tiles - judge.lack(judge.place.held).tiles
                assert gain == lapse.away


@each("name", ["western", "riichi", "american", "bmja", "mcr"])
def test_a_player_is_told_what_follows_from_the_rows_that_the_player_saw(games: dict[str, Game], name: str) -> None:
    """The walk has all tiles; the hand of the rows that the player saw says the same."""
    for hand in games[name].played:
        for look in looks_of(hand):
            seen = hand.seen(look.seat)
            seen.game.is_closed = True  # it is over
            (apart,) = (one for one in looks_of(seen) if one.seat is look.seat)
            # Whose tile somebody won with is known at the end of the game alone.
            late = {one.seq for one in look.lapses if one.kind == "dealt-in"}
            assert [one for one in apart.lapses if one.seq not in late] == [
                one for one in look.lapses if one.seq not in late
            ]
            assert (apart.judged, apart.unjudged) == (look.judged, look.unjudged)


def test_figures_are_the_sums_of_what_is_listed(games: dict[str, Game]) -> None:
    for game in games.values():
        for look in review_of(game).players.values():
            assert look.draws == pytest.approx(sum(lapse.draws for lapse in look.lapses), abs=0.05)
            assert sum(look.by_hand) == pytest.approx(look.draws, abs=0.4)
            assert look.points == sum(lapse.points or 0 for lapse in look.lapses)


def test_tiles_to_ready_and_live_tiles_of_a_played_game_are_those_of_another_engine(games: dict[str, Game]) -> None:
    """After each discard of a riichi game, as its player sees the table."""
    order = [*range(18, 27), *range(9), *range(9, 18), 27, 28, 29, 30, 33, 32, 31]
    engine, asked = Shanten(), 0
    for hand in games["riichi"].played:
        for seat in hand.seats if hand.is_over else ():
            seen = hand.seen(seat)
            for at, row in enumerate(seen.rows):
                judge = (
                    judge_of(seen.table_after(at), seat) if isinstance(row, ev.Discard) and row.seat is seat else None
                )
                if judge is None or judge.size() != 13:
                    continue
                counts = [0] * PLAIN_KINDS
                for kind in range(PLAIN_KINDS):
                    counts[order[kind]] = judge.place.held[kind]
                closed = not judge.place.sets

                def away(counts: list[int] = counts, closed: bool = closed) -> int:
                    return int(engine.calculate_shanten(counts, use_chiitoitsu=closed, use_kokushi=closed))

                least, live = away(), 0
                for kind in range(PLAIN_KINDS):
                    counts[order[kind]] += 1
                    live += judge.left[kind] if judge.left[kind] and away() < least else 0
                    counts[order[kind]] -= 1
                lack = judge.lack(judge.place.held)
                assert (lack.tiles - 1, sum(judge.left[kind] for kind in lack.kinds)) == (least, live)
                asked += 1
    assert asked > 20
