"""Several who would win one tile: how many may, and whose claim goes before."""

from __future__ import annotations

from mjlog.events import Mahjong
from mjlog.findings import Refusal
from mjlog.rules.ranking import tile_taken
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.closing import declares_too
from mjlog.table.facts import Fact
from mjlog.text import counted
from mjlog.tiles import CODES


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
    calls = [seat for seat, claimed in table.claims.items() if claimed == "mahjong" and seat not in table.refused]
    nearer = [
        seat
        for seat in dict.fromkeys((*(win.seat for win in table.sound_wins), *calls))
        if seat is not event.seat and seat.ahead_of(giver) < event.seat.ahead_of(giver)
    ]
    if len(nearer) < table.plan.family.most_winners:
        return None
    goes = f"{nearer[0]}'s {'win' if table.win_of(nearer[0]) else 'claim for mahjong'} goes before"
    words = f"{event.seat} takes {giver}'s {CODES[kind]}: {goes}"
    return Refusal("mahjong-outranked", words, nearer[0].value, event.seat.value)
