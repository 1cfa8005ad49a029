"""Sets out of the player's own hand, kongs apart: whether they may be laid down, and how."""

from __future__ import annotations

from mjlog.events import Expose, LayConcealed
from mjlog.findings import Refusal
from mjlog.hands import makes
from mjlog.rules.registry import check
from mjlog.rules.sets import lacks
from mjlog.table import Table
from mjlog.table.claims import is_self_drawn, lays_own_set_open
from mjlog.table.facts import Fact
from mjlog.table.state import A_DISCARD
from mjlog.tiles import CODES, PLAIN_KINDS, UNKNOWN

_KONGS = ("kong", "quint", "sextet")


def _exposed(event: Expose | LayConcealed, how: str) -> Refusal:
    words = f"{event.seat} lays a self-drawn {event.kind} {how}: it stays in the hand"
    return Refusal("self-drawn-exposed", words)


@check(Expose, codes="self-drawn-exposed")
def drawn_pung_not_exposed(table: Table, event: Expose) -> Refusal | None:
    """A pung (or kong) out of the player's own hand is not laid open."""
    return _exposed(event, "open") if event.kind != "chow" and _stays_hidden(table, event) else None


@check(Expose, codes="self-drawn-exposed")
def drawn_chow_not_exposed(table: Table, event: Expose) -> Refusal | None:
    """A chow out of the player's own hand is not laid open."""
    return _exposed(event, "open") if event.kind == "chow" and _stays_hidden(table, event) else None


def _stays_hidden(table: Table, event: Expose) -> bool:
    return is_self_drawn(table, event) and not lays_own_set_open(table, event)


@check(LayConcealed, codes="self-drawn-exposed")
def drawn_pung_not_laid_down(table: Table, event: LayConcealed) -> Refusal | None:
    """A pung out of the player's own hand is not laid down."""
    return None if event.kind in ("chow", *_KONGS) else _exposed(event, "down")


@check(LayConcealed, codes="self-drawn-exposed")
def drawn_chow_not_laid_down(table: Table, event: LayConcealed) -> Refusal | None:
    """A chow out of the player's own hand is not laid down."""
    return _exposed(event, "down") if event.kind == "chow" else None


@check(Expose, LayConcealed, codes="self-drawn-exposed")
def drawn_set_kept_hidden(table: Table, event: Expose | LayConcealed) -> Refusal | None:
    """A chow or pung out of the player's own hand is better kept there until the win."""
    if event.kind in _KONGS or (type(event) is Expose and not is_self_drawn(table, event)):
        return None
    words = f"{event.seat} shows a self-drawn {event.kind} before the win: it is better kept in the hand"
    return Refusal("self-drawn-exposed", words, severity="info")


@check(LayConcealed, codes="kong-not-allowed")
def kong_is_declared(table: Table, event: LayConcealed) -> Refusal | None:
    """Four alike out of the hand are declared as a kong and replaced; they are not just laid down."""
    if event.kind not in _KONGS:
        return None
    return Refusal("kong-not-allowed", f"{event.seat} lays a {event.kind} face down: it is declared as a kong",
                   "kong", "lay-concealed")  # fmt: skip


@check(LayConcealed, codes="out-of-turn", needs=Fact.TURN)
def laid_down_in_turn(table: Table, event: LayConcealed) -> Refusal | None:
    """A self-drawn set is laid down in the player's own turn, before the discard."""
    if table.due == A_DISCARD and table.turn is event.seat:
        return None
    words = f"{event.seat} lays down a {event.kind}: it is not {event.seat}'s turn to discard"
    return Refusal("out-of-turn", words, table.turn.value, event.seat.value)


@check(LayConcealed, codes="not-a-set")
def laid_down_set_is_a_set(table: Table, event: LayConcealed) -> Refusal | None:
    """The tiles laid down make the set named: a pung or a chow."""
    kinds = tuple(sorted(tile.kind for tile in event.tiles))
    named = event.kind in ("pung", "chow", *_KONGS)
    if named and (UNKNOWN in kinds or (kinds and kinds[-1] < PLAIN_KINDS and makes(event.kind, kinds))):
        return None
    shown = " ".join(CODES[kind] for kind in kinds)
    return Refusal("not-a-set", f"{event.seat} lays down {shown} as a {event.kind}: that is none", part=0)


@check(LayConcealed, codes="set-not-held", needs=Fact.HAND)
def laid_down_set_is_held(table: Table, event: LayConcealed) -> Refusal | None:
    """All tiles of a self-drawn set come out of the hand."""
    place = table.places[event.seat.index]
    return lacks(table, place, [tile.kind for tile in event.tiles], f"{event.seat} lays down a {event.kind}")
