"""Whether a winner has shown a complete hand, by what lies on the table alone.

As long as that is not so the hand may go on, and then nothing that depends on a concealed tile may be told: neither may
it decide whether the hand is over. Source: docs/architecture.md#what-is-never-trusted-and-what-never-leaks.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from mjlog import events as ev
from mjlog.audit.records import Fault
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.views.card_lines import line_won
from mjlog.views.hands import HandSpan
from mjlog.views.walk import Walk

_NOT_WON = frozenset(
    ("not-mahjong", "dead-false-mahjong", "not-on-card", "concealed-hand-exposed", "joker-not-allowed")
)


def is_shown_win(hand: HandSpan, rows: Sequence[ev.Event | Fault], winner: Seat, declared: int) -> bool:
    """Whether everybody can see that the hand is won. `declared`: the seq of the call, or of the declaration."""
    walk = Walk(hand, rows, "table")
    since = {row.seq for row in itertools.dropwhile(lambda row: row.seq != declared, walk.rows)}
    if any(one.code in _NOT_WON and one.seq in since for one in walk.findings):
        return False
    won = max(at for at, row in enumerate(walk.rows) if isinstance(row, ev.Mahjong) and row.seat is winner)
    shows = [at for at, row in enumerate(walk.rows) if at > won and isinstance(row, ev.Show) and row.seat is winner]
    before, after = walk.table_after(shows[0] - 1), walk.table_after(shows[-1])
    return _is_shown_whole(before, after, winner) and _is_judged(after)


def _is_shown_whole(before: Table, after: Table, winner: Seat) -> bool:
    """Whether as many tiles were shown as the winner holds, where that is known."""
    return not before.place(winner).sure or before.place(winner).size == after.place(winner).size


def _is_judged(table: Table) -> bool:
    """Whether a hand that was shown is known to be complete, or not: by a card only with the card."""
    if not table.plan.by_card:
        return True
    won = line_won(table)
    return won is not None and bool(won.groups)
