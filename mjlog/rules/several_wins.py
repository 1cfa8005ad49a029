"""Several winners of one tile: how many there may be."""

from __future__ import annotations

from mjlog.events import Mahjong
from mjlog.findings import Refusal
from mjlog.rules.registry import check
from mjlog.table import Table
from mjlog.table.closing import wins_too
from mjlog.text import counted

_MOST = {"head": 1, "two": 2, "all": 3}


@check(Mahjong, codes="too-many-winners")
def only_so_many_win(table: Table, event: Mahjong) -> Refusal | None:
    """No more players win one tile than the rules let."""
    stakes = table.plan.stakes
    if stakes is None or not wins_too(table, event) or len(table.wins) < _MOST[stakes.several]:
        return None
    most = _MOST[stakes.several]
    winners = " and ".join(str(win.seat) for win in table.wins)
    words = f"{event.seat}'s win: {winners} won this tile, and {counted(most, 'player')} may"
    return Refusal("too-many-winners", words, most, len(table.wins) + 1)
