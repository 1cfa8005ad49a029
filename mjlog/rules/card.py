"""Winning by the card: the fourteen tiles are a hand of it, with what lies exposed as whole groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mjlog.cards.exposures import Exposure
from mjlog.events import Mahjong, Show
from mjlog.findings import Refusal
from mjlog.rules.by_card import exposures_of, lines_that_fit
from mjlog.rules.registry import check
from mjlog.rules.win import own_tiles, winning_tile
from mjlog.table import Place, Table
from mjlog.table.facts import Fact
from mjlog.text import counted
from mjlog.tiles import HAND_TILES, UNKNOWN, format_sorted

OWN_SOURCES = ("wall", "deal", "exchange")


class _Fault(NamedTuple):
    """Why a hand is none of the card: the finding code, and the reason in words."""

    code: str
    why: str


@check(Mahjong, Show, codes="not-on-card", needs=Fact.CARD)
def hand_is_on_the_card(table: Table, event: Mahjong | Show) -> Refusal | None:
    """A hand wins only if it is exactly a hand of the card in force."""
    return _refused(table, event, "not-on-card")


@check(Mahjong, Show, codes="concealed-hand-exposed", needs=Fact.CARD)
def concealed_hand_is_not_exposed(table: Table, event: Mahjong | Show) -> Refusal | None:
    """For a concealed hand nothing is called but the last tile."""
    return _refused(table, event, "concealed-hand-exposed")


@check(Mahjong, Show, codes="joker-not-allowed", needs=Fact.CARD)
def jokers_only_in_groups(table: Table, event: Mahjong | Show) -> Refusal | None:
    """A joker stands for a tile of a group of three or more, never in a pair or for a single tile."""
    return _refused(table, event, "joker-not-allowed")


def _refused(table: Table, event: Mahjong | Show, code: str) -> Refusal | None:
    fault = _judge_declared(table, event) if isinstance(event, Mahjong) else _judge_shown(table, event)
    if fault is None or fault.code != code:
        return None
    short = "" if code == "not-on-card" else f"the hand {fault.why}"
    return Refusal(code, f"{event.seat}'s hand {fault.why}", short=short)


def _judge_declared(table: Table, event: Mahjong) -> _Fault | None:
    """The hand as it is known when mahjong is declared."""
    if event.source not in (*OWN_SOURCES, "discard"):
        return None
    place = table.places[event.seat.index]
    counts, unknown = own_tiles(table, event)
    tile = winning_tile(table, event) if event.source == "discard" else None
    if tile is not None:
        counts[tile] += 1
        unknown, counts[UNKNOWN] = unknown + (tile == UNKNOWN), 0
    exposures = exposures_of(place) if place.known_sets is not None else None
    return _judge(table, place, exposures, counts, unknown, event.line, tile == UNKNOWN)


def _judge_shown(table: Table, event: Show) -> _Fault | None:
    """The winner's hand as it is laid down, where it was not wholly known when mahjong was declared."""
    place = table.places[event.seat.index]
    win = table.declared_by(event.seat)
    if win is None or not place.unknown:
        return None
    counts = table.shown_counts(event)
    size = HAND_TILES - sum(len(laid.tiles) for laid in place.sets)
    if counts[UNKNOWN] or sum(counts) != size:
        # A hand that is not shown whole is another fault.
        return None
    return _judge(table, place, exposures_of(place), counts, 0, win.line)


def _judge(
    table: Table, place: Place, exposures: Sequence[Exposure] | None, counts: Sequence[int], unknown: int,
    named: str | None, is_called_unseen: bool = False,
) -> _Fault | None:  # fmt: skip
    card = table.card
    assert card is not None
    if exposures is None:
        return _wrong_line(table, place, named)
    fitting = lines_that_fit(table, place, counts, unknown, exposures, is_called_unseen)
    labels = [card.card.lines[line].label for line in fitting]
    if named is not None and named in labels:
        return None
    if labels and named is None:
        return None
    wrong = _wrong_line(table, place, named)
    if labels and wrong is None:
        return _Fault("not-on-card", f"is not {named} of the card: it can be {' or '.join(labels[:3])}")
    if wrong is not None:
        return wrong
    called = counted(len(place.sets), "set")
    concealed = None if unknown else card.match_concealed(counts, exposures)
    if concealed is not None and place.sets:
        label = card.card.lines[concealed.line].label
        return _Fault("concealed-hand-exposed", f"is {label}, a concealed hand, and the player called {called}")
    free = None if unknown else card.match_with_free_jokers(counts, exposures)
    if free is not None:
        label = card.card.lines[free.line].label
        return _Fault("joker-not-allowed", f"has a joker where {label} of the card takes none")
    return _Fault("not-on-card", f"{format_sorted(counts)} with {called} on the table is no hand of the card")


def _wrong_line(table: Table, place: Place, named: str | None) -> _Fault | None:
    """What is wrong with the line named, whatever the concealed tiles are."""
    card = table.card
    assert card is not None
    line = next((line for line in card.card.lines if line.label == named), None)
    if named is None:
        return None
    if line is None:
        return _Fault("not-on-card", f"is said to be {named[:40]}: the card has no such line")
    if not line.exposed and place.known_sets:
        return _Fault(
            "concealed-hand-exposed",
            f"is {named}, a concealed hand, and the player called {counted(len(place.sets), 'set')}",
        )
    return None
