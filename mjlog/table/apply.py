"""`apply(table, event)`: carries out what physically happened, and never refuses.

One function per event type, in the file of what it moves; the table below says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from mjlog import events
from mjlog.table import charleston, claims, closing, moves, opening
from mjlog.table.facts import Fact
from mjlog.table.place import Place
from mjlog.table.plan import ABORTS
from mjlog.table.state import A_DRAW, A_LOOSE_TILE, CLOSING, DEALING, DONE, NOTHING, PASSING, Table
from mjlog.tiles import HAND_TILES, UNKNOWN

APPLY: dict[type[events.Event], Callable[[Table, Any], None]] = {
    events.GameStart: opening.apply_game_start,
    events.Seats: opening.apply_seats,
    events.Roll: opening.apply_roll,
    events.HandStart: opening.apply_hand_start,
    events.Wall: opening.apply_wall,
    events.Break: opening.apply_break,
    events.Gap: closing.apply_gap,
    events.Deal: moves.apply_deal,
    events.Indicator: lambda table, event: table.plan.family.turn_indicator(table, event),
    events.Charleston: charleston.apply_charleston,
    events.CharlestonStop: charleston.apply_charleston_stop,
    events.Bonus: moves.apply_bonus,
    events.Draw: moves.apply_draw,
    events.BonusReplacement: moves.apply_bonus_replacement,
    events.KongReplacement: moves.apply_kong_replacement,
    events.Discard: moves.apply_discard,
    events.Name: moves.apply_name,
    events.Pass: claims.apply_pass,
    events.Claim: claims.apply_claim,
    events.Retract: claims.apply_retract,
    events.Expose: claims.apply_expose,
    events.LayConcealed: claims.apply_lay_concealed,
    events.Kong: claims.apply_kong,
    events.JokerExchange: claims.apply_joker_exchange,
    events.Mahjong: closing.apply_mahjong,
    events.Show: closing.apply_show,
    events.Dead: closing.apply_dead,
    events.Washout: closing.apply_washout,
    events.Replay: closing.apply_replay,
    events.Score: closing.apply_score,
    events.Settlement: closing.apply_settlement,
    events.Penalty: closing.apply_penalty,
    events.Fishing: claims.apply_fishing,
    events.GameEnd: closing.apply_game_end,
}
"""What each event type does to the table; types that are not here move nothing."""

_PLAY = (
    events.Bonus, events.Draw, events.BonusReplacement, events.KongReplacement, events.Discard, events.Pass,
    events.Claim, events.Expose, events.Kong, events.LayConcealed, events.JokerExchange, events.Fishing, events.Mahjong,
    events.Washout, events.Show, events.Indicator,
)  # fmt: skip
PLAY_EVENTS: frozenset[type[events.Event]] = frozenset(_PLAY)
"""Events that can only happen once tiles have been dealt."""
_TAKE_A_TILE = frozenset((events.Draw, events.BonusReplacement, events.KongReplacement))
_NEED_A_TILE = frozenset((events.Discard, events.Kong, events.LayConcealed, events.Bonus, events.JokerExchange))
_TELL_NO_DRAW = frozenset((events.Washout, events.Indicator, events.Pass, events.Claim))
"""Events of play that may come before a replacement: the indicator of a kong, and answers to a tile laid aside."""
_NEED_THE_DEAL = frozenset((events.Charleston, events.CharlestonStop, events.Dead))
_OWN_TILE = ("wall", "loose", "exchange")

_OF_A_HAND = PLAY_EVENTS | {
    events.Wall, events.Break, events.Deal, events.Charleston, events.CharlestonStop, events.Retract, events.Dead,
    events.Score, events.Settlement,
}  # fmt: skip
"""Events that belong to a hand which has begun."""
_AT_THE_END = frozenset((events.Show, events.Score, events.Settlement))


def apply(table: Table, event: events.Event) -> None:
    """Carry out one event."""
    function = APPLY.get(type(event))
    if function is not None:
        function(table, event)


_OF_THE_TURN = (
    "answers", "call_due", "claimed_sets", "claims", "danger", "dropped", "due", "in_setup", "kong", "kong_streak",
    "loose_due", "open", "refused", "sure_streak", "turn", "turn_told", "whence",
)  # fmt: skip
"""What tells whose turn it is, what is due, and what lies open to be claimed."""


def apply_beside(table: Table, event: events.Event) -> None:
    """Carry out what a player does out of turn where that changes nothing but tiles: play goes on from where it was."""
    before = table.copy()
    apply(table, event)
    for name in _OF_THE_TURN:
        setattr(table, name, getattr(before, name))
    if table.riichi is not None and before.riichi is not None:
        table.riichi.drawn, table.riichi.barred = before.riichi.drawn, before.riichi.barred
    if table.discard is not None and table.discard.claimed_by is not None:
        table.open = False
    if table.open and len(table.discards) > len(before.discards) > 0:
        # What was discarded before still lies open to be claimed.
        table.discards[-2:] = reversed(table.discards[-2:])
        table.discard = table.discards[-1]


def may_fill_in(table: Table) -> bool:
    """Whether a record may leave out something before the next event: the deal, unseen draws, whole hands."""
    return table.due <= PASSING or bool(table.in_doubt)


def prepare(table: Table, event: events.Event) -> None:
    """Fill in what a record of this depth may leave out before this event: the deal, unseen draws.

    Nothing that the log states is changed, and no tile becomes known.
    """
    if table.gaps and (table.depth != "result" or table.gaps > 1):
        _prepare_after_a_gap(table, event)
    if table.in_deal and table.due == DEALING and type(event) is events.Deal:
        moves.end_short_block(table, event.seat)
    if table.due == DEALING and not table.in_deal and (
        type(event) in PLAY_EVENTS or type(event) in _NEED_THE_DEAL or _shows_first_tiles(table, event)
    ):
        moves.complete_deal_unseen(table)
        if table.depth == "result":
            closing.lose_sight(table)
    if table.due == PASSING and type(event) in PLAY_EVENTS and not _is_before_the_passes(table, event):
        charleston.begin_play(table, type(event) is events.Mahjong and event.source == "deal")
    if table.depth != "table" or not table.in_play:
        return
    # Who ends the hand for nine terminals has drawn a tile before, which nobody wrote down (riichi/abort-1).
    drawing = table.place(table.turn)
    ends = type(event) is events.Washout and event.reason == ABORTS[0] and table.plan.family.draws_have_reasons
    shows = _shows_first_tiles(table, event) and getattr(event, "seat", None) is drawing.seat
    if (ends or shows) and table.due == A_DRAW and not drawing.discarded and not table.claims:
        moves.imply_draw(table, drawing)
    if type(event) in _TAKE_A_TILE or type(event) not in PLAY_EVENTS or type(event) in _TELL_NO_DRAW:
        return
    for place in table.places:
        if place.owed_bonus and not _lays_out_more(place, event):
            moves.imply_bonus_replacements(table, place)
    drew = type(event) in _NEED_A_TILE or (type(event) is events.Mahjong and event.source in _OWN_TILE)
    if drew and table.due in (A_DRAW, A_LOOSE_TILE) and getattr(event, "seat", None) is table.turn:
        moves.imply_draw(table, table.place(table.turn))


def _is_before_the_passes(table: Table, event: events.Event) -> bool:
    """Whether this lays out bonus tiles, or replaces one: that comes before tiles are passed."""
    if not any(table.plan.copies[kind] for kind in table.plan.aside):
        return False
    replaces = type(event) is events.Draw and table.places[event.seat.index].owed_bonus > 0
    return type(event) in (events.Bonus, events.BonusReplacement) or replaces


def _prepare_after_a_gap(table: Table, event: events.Event) -> None:
    """Whole hands may be missing: the number of the next one tells, or play where no hand had begun."""
    if isinstance(event, events.HandStart):
        if event.hand != table.hand + 1:
            closing.lose_hands(table)
        return
    over = table.due == NOTHING or (table.due in (CLOSING, DONE) and type(event) not in _AT_THE_END)
    is_of_a_hand = event.purpose != "seats" if isinstance(event, events.Roll) else type(event) in _OF_A_HAND
    if over and Fact.HANDS in table.in_doubt and is_of_a_hand:
        closing.begin_unseen_hand(table)


def _lays_out_more(place: Place, event: Any) -> bool:
    """Whether bonus tiles are laid out that the player can have had before; others came as replacements."""
    if type(event) is not events.Bonus or event.seat is not place.seat:
        return False
    kinds = Counter(tile.kind for tile in event.tiles if tile.kind != UNKNOWN)
    return sum(max(0, number - place.held[kind]) for kind, number in kinds.items()) <= place.unknown


def _shows_first_tiles(table: Table, event: events.Event) -> bool:
    """Whether a hand is shown whole, with the first tile drawn, to end it for nine terminals (riichi/abort-1)."""
    if type(event) is not events.Show or not table.plan.family.draws_have_reasons or table.wins or table.washout:
        return False
    number = sum(map(len, event.sets or ())) + len(event.rest or ())
    return number == HAND_TILES and not table.places[event.seat.index].discarded
