"""Several who would win one tile: how many may, and whose claim goes before.

Two chows that would win: the first to call gets the tile (pung-chi/claim-5).
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.events import Mahjong
from mjlog.findings import Refusal
from mjlog.hands import CHOW, arrangements, group_tiles
from mjlog.rules.claim import tile_taken
from mjlog.rules.registry import check
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.closing import declares_too
from mjlog.table.facts import Fact
from mjlog.text import counted
from mjlog.tiles import CODES


@check(Mahjong, codes="mahjong-outranked", needs=Fact.CLAIMS)
def first_to_call_wins_by_a_chow(table: Table, event: Mahjong) -> Refusal | None:
    """Of two players winning with a discard by a chow the first to call gets it."""
    for rival in _rivals(table, event):
        tie = _tie(table, event.seat, rival)
        # Where it is open by what they win, the rival goes before for certain if it is the next in turn as well.
        goes_before = tie or (tie is None and _nearer(table, rival, event.seat))
        if goes_before and _called_first(table, rival, event.seat):
            return _outranked(table, event, rival, "called it first, for a chow as well")
    return None


@check(Mahjong, codes="mahjong-outranked", needs=Fact.CLAIMS)
def nearest_wins_unless_by_chows(table: Table, event: Mahjong) -> Refusal | None:
    """Of several claims for mahjong that of the next in turn is the one, unless all win by a chow."""
    for rival in _rivals(table, event):
        if _tie(table, event.seat, rival) is False and _nearer(table, rival, event.seat):
            return _outranked(table, event, rival, "is the next in turn")
    return None


def _rivals(table: Table, event: Mahjong) -> list[Seat]:
    if event.source != "discard" or table.discard is None or (table.win is not None and not declares_too(table, event)):
        return []
    return _others(table, event)


def _others(table: Table, event: Mahjong) -> list[Seat]:
    """The other players who have won the tile, or have called it to win."""
    calls = [seat for seat, claimed in table.claims.items() if claimed == "mahjong" and seat not in table.refused]
    won = [win.seat for win in table.sound_wins]
    return [seat for seat in dict.fromkeys((*won, *calls)) if seat is not event.seat]


def _tie(table: Table, seat: Seat, other: Seat) -> bool | None:
    """Whether both win by a chow; None where concealed tiles, or other ways to lay the hands down, leave it open."""
    ways = (_by_chow(table, table.place(seat)), _by_chow(table, table.place(other)))
    if False in ways:
        return False
    return None if None in ways else True


def _by_chow(table: Table, place: Place) -> bool | None:
    """Whether the discard completes a chow of the hand: True in every way to lay it down, False in none."""
    if place.has_unseen or table.discard is None:
        return None
    tile = table.discard.tile
    counts = list(place.held)
    # In the hand of whoever has declared already the tile lies.
    counts[tile] += table.declared_by(place.seat) is None
    return wins_by_chow(counts, len(place.sets), tile)


def wins_by_chow(counts: Sequence[int], laid: int, tile: int) -> bool | None:
    """Whether a tile completes a chow of the hand, of which so many sets lie on the table; None where it is open.

    `counts`: of its other tiles by kind, the winning one among them.

    Source: pung-chi/claim-5.
    """
    by_chow = set()
    for way in arrangements(counts, laid):
        for group in way:
            if tile in group_tiles(group):
                by_chow.add(group[0] == CHOW)
    return None if len(by_chow) != 1 else by_chow.pop()


def _called_first(table: Table, first_caller: Seat, other: Seat) -> bool:
    """Whether a claim was made before another; a win without a claim of its own comes after all."""
    first, later = (table.place(seat).claim for seat in (first_caller, other))
    since = table.discard.seq if table.discard is not None else 0
    return later <= since or since < first < later


def _nearer(table: Table, seat: Seat, other: Seat) -> bool:
    discard = table.discard
    return discard is not None and seat.ahead_of(discard.seat) < other.ahead_of(discard.seat)


def _outranked(table: Table, event: Mahjong, rival: Seat, why: str) -> Refusal:
    assert table.discard is not None
    words = f"{event.seat} wins with {table.discard.seat}'s {CODES[table.discard.tile]}: {rival} {why}"
    return Refusal("mahjong-outranked", words, rival.value, event.seat.value)


@check(Mahjong, codes="too-many-winners")
def only_so_many_win(table: Table, event: Mahjong) -> Refusal | None:
    """No more players win one tile than the rules let; where it is one, the nearest in turn."""
    most, wins = table.plan.family.most_winners, table.sound_wins
    if not declares_too(table, event) or len(wins) < most:
        return None
    giver = wins[0].discarder
    if most == 1 and (giver is None or event.seat.ahead_of(giver) < wins[0].seat.ahead_of(giver)):
        return None
    winners = " and ".join(str(win.seat) for win in wins)
    words = f"{event.seat}'s win: {winners} won this tile, and {counted(most, 'player')} may"
    return Refusal("too-many-winners", words, most, len(wins) + 1)


@check(Mahjong, codes="mahjong-outranked", needs=Fact.CLAIMS)
def nearest_in_turn_wins(table: Table, event: Mahjong) -> Refusal | None:
    """Of several claims for mahjong that of the next in turn after the discarder is the one, or as many as may win."""
    taken, first = tile_taken(table, event), table.win
    if first is not None:
        is_known = declares_too(table, event) and first.discarder is not None and first.tile is not None
        taken = (first.discarder, first.tile) if is_known else None  # type: ignore[assignment]
    if taken is None:
        return None
    giver, kind = taken
    nearer = [seat for seat in _others(table, event) if seat.ahead_of(giver) < event.seat.ahead_of(giver)]
    if len(nearer) < table.plan.family.most_winners:
        return None
    goes = f"{nearer[0]}'s {'win' if table.win_of(nearer[0]) else 'claim for mahjong'} goes before"
    words = f"{event.seat} takes {giver}'s {CODES[kind]}: {goes}"
    return Refusal("mahjong-outranked", words, nearer[0].value, event.seat.value)
