"""Where the rules keep silent about an event: moves that are missing, an earlier fault, or a score card that is not at
hand leave open what they ask.

What no rule refuses then is not legal by that: it was not judged.
"""

from __future__ import annotations

from mjlog import events as ev
from mjlog.audit.records import Fault
from mjlog.disputes.reading import DisputedMoment
from mjlog.disputes.unseen import Unseen
from mjlog.findings import Severity
from mjlog.table import Table
from mjlog.tiles import UNKNOWN

_IN_TURN = (
    ev.Draw, ev.Discard, ev.KongReplacement, ev.BonusReplacement, ev.Bonus, ev.Kong, ev.LayConcealed, ev.JokerExchange,
)  # fmt: skip
_ANSWERS = (ev.Pass, ev.Claim, ev.Retract, ev.Expose)
_FROM_OTHERS = ("discard", "kong")
WHOSE_TURN = "whose turn it was"
WHICH_DISCARD = "which discard was open, and who had called it"
WHICH_HANDS = "whether the score card, which is not at hand, has such a hand"


def silent_about(table: Table, event: ev.Event) -> str:
    """What the rules that judge such an event do not know at this table, in words; empty where they know all.

    Of the tiles of a hand see `Unseen.is_sure`.
    """
    if _is_mahjong(event) and table.plan.by_card and table.card is None:
        return WHICH_HANDS
    if isinstance(event, _IN_TURN):
        return "" if table.sure_turn else WHOSE_TURN
    is_answer = isinstance(event, _ANSWERS) or (isinstance(event, ev.Mahjong) and event.source in _FROM_OTHERS)
    # A winner lays down sets for which no tile is open any more; of a hand recorded by its result no discard is named.
    is_open = is_answer and table.winner is None and not table.sure_claims and table.depth != "result"
    return WHICH_DISCARD if is_open else ""


def is_not_judged(table: Table, event: ev.Event, unseen: Unseen | None) -> bool:
    """Whether an event that no rule refuses was not judged, or its own word is against what was seen elsewhere."""
    return bool(silent_about(table, event)) or (unseen is not None and (unseen.conflicts or not unseen.is_sure))


_OTHERWISE = (Fault, ev.Retract, ev.Draw, ev.Discard, ev.Gap, ev.Washout, ev.Replay)
"""After these a hand that is shown need not be the one that was declared."""


def is_judged_when_shown(moment: DisputedMoment) -> bool:
    """Whether a mahjong is called or declared whose hand is shown, every tile of it, and nothing is wrong with that.

    Where the hand was not known before, the rules ask about it then.
    """
    row = moment.row
    if not isinstance(row, ev.Mahjong | ev.Claim) or not _is_mahjong(row):
        return False
    for at in range(moment.last + 1, moment.hand.end):
        after = moment.view.rows[at]
        if isinstance(after, _OTHERWISE):
            return False
        if isinstance(after, ev.Show) and after.seat is row.seat:
            found = moment.view.findings_by_seq(moment.hand).get(moment.view.seq_at(at), ())
            return _is_named(after) and not any(one.severity == Severity.ERROR.value for one in found)
    return False


def _is_mahjong(event: object) -> bool:
    return isinstance(event, ev.Mahjong) or (isinstance(event, ev.Claim) and event.for_ == "mahjong")


def _is_named(event: ev.Show) -> bool:
    tiles = [tile.kind for part in (*(event.sets or ()), event.rest or ()) for tile in part]
    return bool(tiles) and UNKNOWN not in tiles
