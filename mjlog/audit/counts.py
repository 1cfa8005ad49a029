"""How many tiles of a hand lie on the table and were shown: a kong counts as three where it is replaced."""

from __future__ import annotations

from mjlog.table import Place, TableSet


def weight(laid: TableSet, by_card: bool) -> int:
    """For how many tiles of a hand a set on the table counts."""
    return len(laid.tiles) - (laid.kind == "kong" and not by_card)


def tiles_shown(place: Place, by_card: bool) -> int:
    """How many tiles a player has by the hand laid down, beside sets on the table that all are known."""
    assert place.shown is not None
    concealed = sum(map(len, place.shown.sets)) + len(place.shown.rest)
    return concealed + sum(weight(laid, by_card) for laid in place.sets)
