"""What is at stake when several players want one tile, in words: whose call is refused, whose goes before."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.rules.ranking import outranked
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.calls import CLAIM_RANK
from mjlog.views.naming import list_words, seat_name

_ALL = tuple(CLAIM_RANK)


def at_stake(table: Table, seat: Seat, kind: str) -> str:
    """What becomes of the calls of others when a player calls the tile, or takes it: empty where nobody called it.

    Of two calls for mahjong nothing is said before one of them is declared: which is the one can depend on the hands.
    """
    others = [one for one in table.claims if one is not seat]
    if not others or kind not in CLAIM_RANK:
        return ""
    twin = table.copy()
    refused = [one for one in others if _goes_before(twin, table, (seat, kind), (one, table.claims[one]))]
    before = [one for one in others if _goes_before(twin, table, (one, table.claims[one]), (seat, kind))]
    return _said(table, before, "goes before", "go before") + _said(table, refused, "is refused", "are refused")


def refused_by_a_win(table: Table, seat: Seat) -> str:
    """The calls of others that come to nothing when a win on the tile is declared."""
    return _said(table, [one for one in table.claims if one is not seat], "is refused", "are refused")


def _goes_before(twin: Table, table: Table, one: tuple[Seat, str], other: tuple[Seat, str]) -> bool:
    """Whether one call goes before another, by the ranks that the rules of claims go by."""
    if one[1] == other[1] == "mahjong":
        return False
    twin.claims = {one[0]: one[1]}
    event: ev.Expose | ev.Mahjong = ev.Expose(seq=1, seat=other[0], kind=other[1], tiles=())  # type: ignore[arg-type]
    if other[1] == "mahjong":
        event = ev.Mahjong(seq=1, seat=other[0], source="kong" if table.kong is not None else "discard")
    return outranked(twin, event, "claim-outranked", _ALL) is not None


def _said(table: Table, seats: list[Seat], one: str, several: str) -> str:
    if not seats:
        return ""
    calls = [f"{seat_name(seat)}'s {table.claims[seat]}" for seat in seats]
    return f"; {list_words(calls)} {one if len(calls) == 1 else several}"
