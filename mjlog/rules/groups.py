"""Calling a discard in the American game: for groups of three and more alike, in which jokers may stand."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.events import Claim, Expose, Mahjong
from mjlog.findings import Refusal
from mjlog.rules.ranking import outranked
from mjlog.rules.registry import check
from mjlog.rules.sets import gravity, lacks_any, rests_beside
from mjlog.table import Table
from mjlog.table.claims import replaced_set, rest_of_set
from mjlog.table.facts import Fact
from mjlog.tiles import CODES, JOKER, UNKNOWN, format_tiles, is_suit, naturals_of, suit_of

SIZES = {"pung": 3, "kong": 4, "quint": 5, "sextet": 6}

_NAMES = {2: "pair", **{size: name for name, size in SIZES.items()}}


def set_kind(kinds: Sequence[int]) -> str | None:
    """The kind of set that some tiles make, as they stand, jokers among them; None where they make none.

    >>> set_kind([3, 4, 5]), set_kind([27, 27]), set_kind([3, 5, 4]), set_kind([3, 4]), set_kind([7, 8, 9])
    ('chow', 'pair', None, None, None)
    """
    if len(kinds) == 3 and is_suit(kinds[2]) and list(kinds) == list(range(kinds[0], kinds[0] + 3)):
        return "chow" if suit_of(kinds[0]) == suit_of(kinds[2]) else None
    return _NAMES.get(len(kinds)) if len(set(kinds) - {JOKER}) == 1 else None


def _laid(event: Expose) -> tuple[int, ...]:
    return tuple(sorted([tile.kind for tile in event.tiles]))


@check(Claim, Expose, Mahjong, codes="claim-not-open", needs=Fact.CLAIMS)
def discarded_joker_stays(table: Table, event: Claim | Expose | Mahjong) -> Refusal | None:
    """A joker, or another wild tile, that was discarded cannot be called."""
    if type(event) is Mahjong and event.source != "discard":
        return None
    if table.open_discard is None or table.open_discard.tile != table.plan.wild:
        return None
    what = "a joker" if table.plan.wild == JOKER else f"{CODES[table.plan.wild]}, a wild tile"
    words = f"{event.seat}'s {event.type}: the discard is {what}, which nobody can call"
    return Refusal("claim-not-open", words, severity=gravity(table, event))


@check(Claim, Expose, Mahjong, codes="claim-misnamed", needs=Fact.CLAIMS)
def claimed_under_its_right_name(table: Table, event: Claim | Expose | Mahjong) -> Refusal | None:
    """A discard under a wrong name cannot be called until it is named again, rightly."""
    discard = table.open_discard
    if type(event) is Mahjong and event.source != "discard":
        return None
    if discard is None or discard.named is None or not discard.is_under_a_wrong_name:
        return None
    is_to_win = type(event) is Mahjong or (type(event) is Claim and event.for_ == "mahjong")
    if is_to_win and table.wins_misnamed:
        return None
    right, wrong = CODES[discard.tile], CODES[discard.named]
    words = f"{event.seat}'s {event.type} of {discard.seat}'s {right}: it was named {wrong}, and not yet rightly"
    return Refusal("claim-misnamed", words, right, wrong, severity=gravity(table, event))


@check(Claim, Expose, Mahjong, codes="claim-misnamed", needs=Fact.CLAIMS, where=lambda plan: not plan.corrected_names)
def misnamed_discard_stays(table: Table, event: Claim | Expose | Mahjong) -> Refusal | None:
    """A discard that was named wrongly cannot be called, not even when it is named again, rightly."""
    discard = table.open_discard
    if discard is None or not discard.misnamed or (type(event) is Mahjong and event.source != "discard"):
        return None
    words = f"{event.seat}'s {event.type} of {discard.seat}'s {CODES[discard.tile]}: it was named wrongly at first"
    return Refusal("claim-misnamed", f"{words}, and cannot be called", severity=gravity(table, event))


@check(Expose, codes="pair-claimed single-claimed")
def pairs_only_to_win(table: Table, event: Expose) -> Refusal | None:
    """A discard is not called for a single tile or a pair, unless it wins."""
    size = {"pair": 2, "single": 1}.get(event.kind)
    if size is None or table.winner is event.seat:
        return None
    words = f"{event.seat} lays down {format_tiles(_laid(event))}: a {event.kind} can be claimed only to win"
    return Refusal(f"{event.kind}-claimed", words)


@check(Claim, Expose, codes="not-a-set")
def group_of_one_tile(table: Table, event: Claim | Expose) -> Refusal | None:
    """A discard is called for three to six alike, jokers among them; there are no chows."""
    if type(event) is Claim:
        if event.for_ != "chow":
            return None
        words = f"{event.seat} calls a chow: groups of three and more alike can be called"
        return Refusal("not-a-set", words, severity=gravity(table, event))
    assert isinstance(event, Expose)
    if table.winner is event.seat or event.kind in ("pair", "single", "mahjong"):
        return None
    kinds = _laid(event)
    if len(naturals_of(kinds)) > 1 or len(kinds) != SIZES.get(event.kind, 0):
        return Refusal("not-a-set", f"{_group_words(event)}: that is none", part=0)
    replaced = replaced_set(table, event)
    claimed = replaced.claimed_tile if replaced is not None else table.discard.tile if table.discard else UNKNOWN
    if claimed in kinds or UNKNOWN in (claimed, *kinds):
        return None
    if replaced is None and event.seat not in table.claims:
        # A set that nobody has called for: that is the fault.
        return None
    words = f"{_group_words(event)}: the tile claimed is {CODES[claimed]}"
    return Refusal("not-a-set", words, CODES[claimed], part=0)


def _group_words(event: Expose) -> str:
    return f"{event.seat} lays down {format_tiles(_laid(event))} as a {event.kind}"


@check(Expose, codes="set-not-held", needs=Fact.HAND | Fact.CLAIMS)
def group_is_held(table: Table, event: Expose) -> Refusal | None:
    """The other tiles of a group, jokers too, come out of the player's rack."""
    place = table.places[event.seat.index]
    if table.winner is event.seat:
        return None
    return lacks_any(table, place, _ways_to_lay(table, event), event.kind)


def _ways_to_lay(table: Table, event: Expose) -> list[list[int]]:
    """What can have come out of the rack for a group, beside the tile that was called."""
    replaced = replaced_set(table, event)
    if replaced is None:
        return rests_beside(_laid(event), table.discard.tile if table.discard is not None else UNKNOWN)
    if UNKNOWN in replaced.tiles:
        # What the player takes up again nobody saw.
        return [[]]
    ways = rests_beside(_laid(event), replaced.claimed_tile)
    for own in ways:
        for kind in rest_of_set(replaced.tiles, replaced.claimed_tile):
            # What the player takes up again is at hand.
            if kind in own:
                own.remove(kind)
    return ways


@check(Expose, codes="claim-outranked", needs=Fact.CLAIMS)
def nearest_in_turn_is_served(table: Table, event: Expose) -> Refusal | None:
    """Of several calls for a group that of the next in turn after the discarder is the one, pung or kong."""
    return outranked(table, event, "claim-outranked", tuple(SIZES))


@check(Expose, codes="exposure-changed", frame=True)
def exposure_stays_after_the_discard(table: Table, event: Expose) -> Refusal | None:
    """A set that was laid down may be corrected before the discard, and stays after it."""
    replaced = replaced_set(table, event)
    if replaced is None or not table.discards or replaced.at > table.discards[-1].at:
        return None
    words = f"{event.seat} lays down {format_tiles(_laid(event))} in the place of {format_tiles(replaced.tiles)}"
    return Refusal("exposure-changed", f"{words}: {event.seat} has discarded since", part=0)
