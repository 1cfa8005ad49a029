"""What is told beside the table, held against what then really happened, in simulated games of every rule set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.cards.exposures import like_flowers
from mjlog.log.records import GameRecord
from mjlog.log.sight import Sight
from mjlog.seats import SEATS, Seat
from mjlog.viewer.pages.chart import chart
from mjlog.views.claimable import ClaimChance
from mjlog.views.moment import claims_after, moment_at, waits_after
from mjlog.views.sheet import score_sheet
from tests.simulate.games import CHINESE, played, read
from turns import TURNS

HANDS = {**dict.fromkeys(CHINESE, 4), "american": 3}
"""Hands of the game of each rule set."""
SIGHTS: tuple[Sight, ...] = ("table", *SEATS)
ROWS = (ev.Discard, ev.Kong)
FROM_THE_WALL = (ev.Draw, ev.KongReplacement, ev.BonusReplacement)


@cache
def game(ruleset: str) -> Game:
    """A game in which everybody keeps the rules."""
    events = read(played(ruleset, seed=6, hands=HANDS[ruleset]))
    return Game(GameRecord(ruleset, ruleset, ((event, None) for event in events)))


class Tile(NamedTuple):
    """A tile that lay open: its place in the log, the calls for it by their events, and what followed."""

    place: int
    calls: list[ev.Claim]
    taken: ev.Expose | ev.Mahjong | None


def tiles(view: Game) -> Iterator[Tile]:
    """Every discard and kong, with what came of it."""
    for place, row in enumerate(view.rows):
        if not isinstance(row, ROWS):
            continue
        calls: list[ev.Claim] = []
        for after in view.rows[place + 1 :]:
            if isinstance(after, ev.Claim):
                calls.append(after)
            elif not isinstance(after, ev.Pass | ev.Name | ev.Fishing):
                is_taken = isinstance(after, ev.Expose) or (isinstance(after, ev.Mahjong) and after.tile is not None)
                taken = after if calls and is_taken else None
                yield Tile(place, calls, taken)  # type: ignore[arg-type]
                break


def chance(view: Game, place: int, sight: Sight, seat: Seat, kind: str) -> ClaimChance:
    """What is said of one claim."""
    found = claims_after(view, place, sight)
    return next(one for one in found.seats[seat] if one.kind == kind)


def waits_of(view: Game, place: int, sight: Sight, seat: Seat) -> dict[int, int]:
    """The kinds that a seat waits for after an event, flowers as one kind; and how many are left."""
    found = next((one for one in waits_after(view, place, sight) if one.seat is seat), None)
    return {} if found is None else {like_flowers(wait.tile.kind): wait.left for wait in found.waits}


@pytest.mark.parametrize("ruleset", HANDS)
def test_whoever_called_could_call_and_whoever_got_the_tile_was_allowed_to(ruleset: str) -> None:
    view, taken = game(ruleset), 0
    for tile in tiles(view):
        for call in tile.calls:
            assert chance(view, tile.place, "open", call.seat, call.for_).verdict in ("allowed", "outranked")
        if tile.taken is not None:
            kind = tile.taken.kind if isinstance(tile.taken, ev.Expose) else "mahjong"
            seat = tile.taken.seat
            assert {chance(view, tile.place, sight, seat, kind).verdict for sight in ("open", seat)} == {"allowed"}
            assert chance(view, tile.place, "table", seat, kind).verdict == "unknown"
            taken += 1
    assert taken


@pytest.mark.parametrize("ruleset", HANDS)
def test_whoever_sees_less_is_told_nothing_that_is_not_so(ruleset: str) -> None:
    """What is refused or allowed as the table or a player sees it, is so with all tiles open."""
    view = game(ruleset)
    for tile in list(tiles(view))[:: 6 * TURNS]:
        for sight in SIGHTS:
            found = claims_after(view, tile.place, sight)
            for seat, claims in found.seats.items() if found is not None else ():
                for one in claims:
                    true = chance(view, tile.place, "open", seat, one.kind)
                    assert one.verdict in (true.verdict, "unknown")


@pytest.mark.parametrize("ruleset", HANDS)
def test_every_winner_has_waited_for_the_tile_that_won(ruleset: str) -> None:
    """Before it was discarded or drawn there was one left; a self-drawn win is a complete hand."""
    view, won = game(ruleset), 0
    for place, row in enumerate(view.rows):
        if not isinstance(row, ev.Mahjong) or row.tile is None or row.source not in ("discard", "wall"):
            continue
        taken = ev.Discard if row.source == "discard" else FROM_THE_WALL
        before = next(at for at in range(place - 1, 0, -1) if isinstance(view.rows[at], taken)) - 1
        for sight in ("open", row.seat):
            assert waits_of(view, before, sight, row.seat).get(like_flowers(row.tile.kind), 0) >= 1
            if row.source == "wall":
                close = waits_after(view, place - 1, sight)
                assert [one.is_complete for one in close if one.seat is row.seat] == [True]
        won += 1
    assert won


@pytest.mark.parametrize("ruleset", HANDS)
def test_totals_of_the_chart_are_those_of_the_sheet_and_of_all_that_was_paid(ruleset: str) -> None:
    view = game(ruleset)
    sheet, drawn = score_sheet(view), chart(view)
    paid = dict.fromkeys(sheet.players, 0)
    for hand, row, point in zip(view.played, sheet.hands, drawn.points[-len(view.played) :], strict=True):
        for seat, change in _paid(view, hand).items():
            paid[hand.seats[seat]] += change
        assert dict(zip(sheet.players, (cell.total for cell in row.cells), strict=True)) == paid
        assert dict(zip(drawn.players, point.totals, strict=True)) == paid


def _paid(view: Game, hand: Hand) -> dict[Seat, int]:
    rows = view.rows[hand.first : hand.end]
    return next((dict(row.change) for row in rows if isinstance(row, ev.Settlement)), {})


@pytest.mark.parametrize("ruleset", HANDS)
def test_the_wall_counts_down_by_one_at_every_tile_that_is_taken_and_tells_the_next(ruleset: str) -> None:
    view = game(ruleset)
    for place, row in enumerate(view.rows):
        if isinstance(row, ev.Draw):
            before, after = (moment_at(view, at, "open").board.wall for at in (place - 1, place))
            assert after.live == before.live - 1
            assert before.coming
            assert before.coming[0].kind == row.tile.kind
            assert moment_at(view, place).board.wall.live == after.live
