"""Who answers for a yakuman: whoever fed the last set of it (pao)."""

from __future__ import annotations

from mjlog.events import Mahjong
from mjlog.findings import Refusal
from mjlog.rules.registry import check, with_stakes
from mjlog.seats import Seat
from mjlog.table import Table, TableSet
from mjlog.table.facts import Fact
from mjlog.tiles import is_dragon, is_wind

_DRAGONS, _WINDS, _KONGS = 3, 4, 4


def liable_players(table: Table, seat: Seat) -> tuple[Seat | None, ...]:
    """Who can be liable for a win of this player, by the sets on the table; None stands for nobody.

    There is more than one only where it is not known which of four kongs came last.

    Source: riichi/pao-1.
    """
    place, names = table.places[seat.index], table.plan.stakes.liable_for
    laid = sorted((laid for laid in place.sets if laid.kind in ("pung", "kong")), key=lambda laid: laid.at)
    dragons = [laid_set for laid_set in laid if is_dragon(laid_set.tiles[0])]
    winds = [laid_set for laid_set in laid if is_wind(laid_set.tiles[0])]
    kongs = [laid_set for laid_set in laid if laid_set.kind == "kong"]
    if "daisangen" in names and len(dragons) == _DRAGONS:
        return (_fed_by(dragons[-1]),)
    if "daisushi" in names and len(winds) == _WINDS:
        return (_fed_by(winds[-1]),)
    if "sukantsu" in names and len(kongs) == _KONGS:
        # When a kong was added is not told by when its pung was laid down.
        is_sure = not any(kong.origin == "added" for kong in kongs)
        claimed = kongs[-1].claimed_from if kongs[-1].origin == "claimed" else None
        return (claimed,) if is_sure or claimed is None else (claimed, None)
    return (None,)


def _fed_by(laid: TableSet) -> Seat | None:
    return None if laid.concealed else laid.claimed_from


@check(Mahjong, codes="wrong-liable", needs=Fact.HAND | Fact.MOVES, where=with_stakes)
def liable_player_is_named(table: Table, event: Mahjong) -> Refusal | None:
    """Who fed the third set of dragons, or the fourth of winds, answers for the hand, and is named."""
    possible = liable_players(table, event.seat)
    if table.win is not None:
        giver = table.win.discarder
    elif event.source in ("kong", "bonus"):
        giver = table.kong.seat if table.kong is not None else None
    else:
        giver = table.discard.seat if event.source == "discard" and table.discard is not None else None
    # Who discards the winning tile pays all of it anyhow.
    if event.liable in possible or (event.liable is None and giver in possible):
        return None
    due = possible[0]
    why = f"{due} fed the last set, and" if due is not None else "nobody fed its last set:"
    words = f"{event.seat}'s win: {why} {event.liable or 'nobody'} is named as liable"
    return Refusal("wrong-liable", words, due and due.value, event.liable and event.liable.value, part="liable")
