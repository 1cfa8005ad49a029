"""Where the rules keep silent about an event: moves that are missing, or a score card that is not at hand, leave open
what they need.

What no rule refuses then is not legal by that: it was not judged.
"""

from __future__ import annotations

from mjlog import events as ev
from mjlog.disputes.reading import DisputedMoment
from mjlog.disputes.unseen import Unseen
from mjlog.findings import Severity
from mjlog.rules import Bound, not_asked
from mjlog.table import Table
from mjlog.table.facts import NO_FACT, Fact, words_of
from mjlog.tiles import UNKNOWN
from mjlog.views.exchange import upon
from mjlog.views.seen import findings_by_event


def silent_about(bound: Bound, table: Table, event: ev.Event) -> str:
    """What decides whether such an event is legal, and is not known at this table, in words; else empty.

    Of the tiles of a hand see `Unseen.is_sure`.
    """
    decides, unknown = _decides(table, event), NO_FACT
    for _rule, facts in not_asked(bound, table, event):
        unknown |= facts & decides
    return next(words_of(unknown), "")


def _decides(table: Table, event: ev.Event) -> Fact:
    """The facts without which it is not said that an event is legal, though no rule refuses it."""
    card = Fact.CARD if isinstance(event, ev.Mahjong) else NO_FACT
    # After a win no tile is open any more; of a hand recorded by its result no turn and no discard is written down.
    is_played = table.winner is None and table.depth != "result"
    return card | Fact.TURN | Fact.CLAIMS if is_played else card


def is_not_judged(bound: Bound, table: Table, event: ev.Event, unseen: Unseen | None) -> bool:
    """Whether an event that no rule refuses was not judged, or its own word is against what was seen elsewhere."""
    if silent_about(bound, table, event):
        return True
    return unseen is not None and (unseen.conflicts or not unseen.is_sure)


def is_judged_when_shown(moment: DisputedMoment) -> bool:
    """Whether a mahjong is called or declared whose hand is shown, every tile of it, and nothing is wrong with that.

    Where the hand was not known before, the rules ask about it then.
    """
    row = moment.row
    if not isinstance(row, ev.Mahjong | ev.Claim) or not _is_mahjong(row):
        return False
    at = upon(moment.view.rows, moment.last).shown
    after = None if at is None else moment.view.rows[at]
    if at is None or not isinstance(after, ev.Show):
        return False
    found = findings_by_event(moment.hand).get(moment.view.seq_at(at), ())
    return _is_named(after) and not any(one.severity == Severity.ERROR.value for one in found)


def _is_mahjong(event: object) -> bool:
    return isinstance(event, ev.Mahjong) or (isinstance(event, ev.Claim) and event.for_ == "mahjong")


def _is_named(event: ev.Show) -> bool:
    tiles = [tile.kind for part in (*(event.sets or ()), event.rest or ()) for tile in part]
    return bool(tiles) and UNKNOWN not in tiles
