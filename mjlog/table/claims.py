"""What physically happens when tiles are claimed and sets are laid down. Nothing here refuses.

Whose claim goes before whose: `Table.strength`.
"""

from __future__ import annotations

import itertools

from mjlog.events import Claim, Expose, Fishing, JokerExchange, Kong, LayConcealed, Pass, Retract
from mjlog.seats import Seat
from mjlog.table.closing import go_back_before_the_win
from mjlog.table.danger import note_claimed, set_dangers
from mjlog.table.facts import Fact
from mjlog.table.moves import begin_turn, close_claims, count_number, lapse_call, put_back, take, take_all, take_of
from mjlog.table.place import HELD
from mjlog.table.plan import NO_WILD
from mjlog.table.state import A_DISCARD, A_LOOSE_TILE, PASSING, KongMade, Place, Table, TableSet, Unracked
from mjlog.table.unseen import (
    alike,
    can_have,
    hold,
    kinds_of_kong,
    note_fishing,
    note_lost_claims,
    parts_of_claimed,
    wild_last,
)
from mjlog.tiles import JOKER, UNKNOWN, naturals_of


def apply_pass(table: Table, event: Pass) -> None:
    """A player lets the latest discard, or kong, go."""
    table.answers.add(event.seat)
    table.dropped = None
    if table.call_due is not None:
        lapse_call(table)


def apply_claim(table: Table, event: Claim) -> None:
    """A player calls the latest discard, or the tile of the kong; a tile drawn that is not racked yet goes back."""
    if table.unracked is not None and table.unracked.after is None:
        before, after = table.unracked.before, table.copy()
        table.become(before)
        table.unracked = Unracked(before, after)
    table.claims[event.seat] = event.for_
    table.places[event.seat.index].claim = event.seq
    table.refused -= {event.seat}
    if event.tiles is not None:
        table.claimed_sets = {**table.claimed_sets, event.seat: tuple(sorted(tile.kind for tile in event.tiles))}
    table.answers.add(event.seat)
    table.dropped = None
    lapse_call(table)


def apply_fishing(table: Table, event: Fishing) -> None:
    """A player says that one tile is missing."""
    place = table.places[event.seat.index]
    place.fishing_said = True
    if table.plan.fishing is not None:
        note_fishing(place)
    if table.call_due is event.seat:
        table.call_due = None


def apply_retract(table: Table, event: Retract) -> None:
    """A call is taken back; a declaration of mahjong too, as long as no hand is shown: play goes on where it was.

    Where an empty call for a win makes a dead hand, it does now (riichi/dead-hand-2).
    """
    was_shown = table.latest_winner is event.seat and table.places[event.seat.index].shown is not None
    was_for_a_win = table.latest_winner is event.seat or table.claims.get(event.seat) == "mahjong"
    if table.latest_winner is event.seat and table.before_win is not None:
        go_back_before_the_win(table)
        if table.plan.passes and table.passing is not None and not table.passing.begun and not table.passing.missing:
            # It was the dealt hand: the Charleston is still to be made.
            table.due = PASSING
    table.claims.pop(event.seat, None)
    table.refused -= {event.seat}
    table.answers.discard(event.seat)
    if was_shown:
        table.withdrawn = event.seat
    if table.unracked is not None and table.unracked.after is not None and not table.claims:
        # The tile that had gone back is drawn all the same.
        table.become(table.unracked.after)
    if was_for_a_win and table.plan.family.empty_calls_kill:
        table.dead[event.seat] = "call"


def rest_of_set(tiles: tuple[int, ...], claimed: int) -> list[int]:
    """The tiles of a claimed set that come out of the hand."""
    rest = list(tiles)
    if claimed in rest:
        rest.remove(claimed)
    elif rest:
        rest.pop()
    return rest


def _tiles_of(event: Expose | Kong | LayConcealed, wild: int = NO_WILD) -> tuple[int, ...]:
    """The kinds of a set laid down, in order, the wild tiles last; a set without tiles is at least one nobody saw."""
    return wild_last([tile.kind for tile in event.tiles], wild) or (UNKNOWN,)


def apply_expose(table: Table, event: Expose) -> None:
    """A claimed set is laid down; the turn goes to its player."""
    place = table.places[event.seat.index]
    tiles = _tiles_of(event, table.plan.forms.wild)
    if table.winner is event.seat:
        # The winner lays down the set that the winning tile completed: all of it is in the hand by now.
        take_all(table, place, tiles)
        place.sets.append(TableSet(event.kind, tiles, False, "claimed", seq=event.seq, at=table.count_act()))
        return
    replaced = replaced_set(table, event)
    if replaced is not None:
        _replace(table, place, replaced, event, tiles)
        return
    if is_self_drawn(table, event):
        _lay_own_set_open(table, place, event, tiles)
        return
    discard = table.discard
    supplier: Seat | None = None
    claimed = tiles[0] if tiles else 0
    if discard is not None:
        discard.claimed_by = event.seat
        supplier, claimed = discard.seat, discard.tile
    note_lost_claims(table, event.seat)
    unseen = tiles.count(UNKNOWN)
    tiles, rest, choices = parts_of_claimed(table, place, event.kind, tiles, claimed)
    if claimed not in tiles and UNKNOWN not in tiles and len(set(tiles)) > 1:
        # Which of them was claimed, and which were held, is not certain.
        choices = tuple(itertools.combinations(tiles, len(rest)))
    if choices:
        take_of(table, place, choices)
    else:
        take_all(table, place, rest)
    for kind in rest:
        table.visible[kind] += 1
    feeds = table.plan.tracks_danger and not table.plan.danger.by_winning_tile
    if feeds and supplier is not None and event.kind != "kong":
        note_claimed(table, event.seat, supplier, claimed, event.dangerous)
    laid = TableSet(event.kind, tiles, False, "claimed", supplier, claimed, event.seq, at=table.count_act())
    laid.fourth, laid.unseen, laid.wild = _fourth_of(place, laid), unseen, _wild_in(table, tiles)
    place.sets.append(laid)
    place.claims_made += 1
    place.last_drawn = None
    table.whence = "discard"
    _note_dangers(table, place)
    table.plan.family.claim(table, place, event, claimed)
    begin_turn(table, place)
    if event.kind in ("kong", "quint", "sextet") and table.plan.wall.replaces:
        _owe_loose_tile(table, place)


def is_self_drawn(table: Table, event: Expose) -> bool:
    """Whether a set is laid open in the player's own turn with no discard to claim: all of it is the player's own."""
    if table.winner is not None or table.open or (table.in_doubt and table.in_doubt & (Fact.TURN | Fact.CLAIMS)):
        return False
    if table.due != A_DISCARD or table.turn is not event.seat or event.seat in table.claims:
        return False
    if replaced_set(table, event) is not None:
        return False
    latest = table.places[event.seat.index].sets[-1:]
    repeated = bool(latest) and latest[0].tiles == tuple(sorted(tile.kind for tile in event.tiles))
    return not (repeated and table.whence == "discard")


def lays_own_set_open(table: Table, event: Expose) -> bool:
    """Whether a chow or pung out of the player's own hand is laid open, where nothing forbids it."""
    return table.plan.own_sets_open and event.kind in ("chow", "pung") and is_self_drawn(table, event)


def replaced_set(table: Table, event: Expose) -> TableSet | None:
    """The claimed set of the player that another takes the place of: the one that the event names by `on`."""
    if event.on is None:
        return None
    sets = table.places[event.seat.index].sets
    return next((laid for laid in sets if event.on in (laid.seq, laid.first) and laid.origin == "claimed"), None)


def _replace(table: Table, place: Place, old: TableSet, event: Expose, tiles: tuple[int, ...]) -> None:
    """The tiles of a set go back to the hand, but for the one that was claimed; another set is laid down with it."""
    for kind in rest_of_set(old.tiles, old.claimed_tile):
        table.visible[kind] -= 1
        if kind == UNKNOWN and place.surplus:
            hold(table, place, place.came, place.unseen, place.surplus - 1)
        else:
            put_back(table, place, kind)
    tiles, rest, _choices = parts_of_claimed(table, place, event.kind, tiles, old.claimed_tile)
    take_all(table, place, rest)
    for kind in rest:
        table.visible[kind] += 1
    old.first = old.first or old.seq
    old.kind, old.tiles, old.seq, old.at = event.kind, tiles, event.seq, table.count_act()
    old.wild = _wild_in(table, tiles)
    old.fourth = _fourth_of(place, old)


def _wild_in(table: Table, tiles: tuple[int, ...]) -> int:
    """How many tiles of a set laid down stand for others."""
    return tiles.count(table.plan.forms.wild) if len(set(tiles)) > 1 else 0


def _fourth_of(place: Place, laid: TableSet) -> str:
    """Whether a player who lays a pung down is known to hold the fourth tile."""
    return HELD if laid.kind == "pung" and place.held[laid.tiles[0]] else ""


def _lay_own_set_open(table: Table, place: Place, event: Expose, tiles: tuple[int, ...]) -> None:
    """All of the set comes out of the hand; the turn goes on."""
    take_all(table, place, tiles)
    for kind in tiles:
        table.visible[kind] += 1
    place.sets.append(TableSet(event.kind, tiles, False, "self", seq=event.seq, at=table.count_act()))
    place.last_drawn = None
    _note_dangers(table, place)


def _note_dangers(table: Table, place: Place) -> None:
    if table.plan.tracks_danger:
        table.dangers[place.seat.index] = set_dangers(place.sets)


def _owe_loose_tile(table: Table, place: Place) -> None:
    table.loose_due = place.seat
    table.kong_streak += 1
    if table.turn is place.seat:
        table.due = A_LOOSE_TILE


def apply_kong(table: Table, event: Kong) -> None:
    """A kong out of the hand: four concealed ones, or the fourth tile added to an exposed pung."""
    place = table.places[event.seat.index]
    tiles = _tiles_of_kong(table, place, event)
    kind = tiles[0]
    close_claims(table)
    count_number(table, event.number)
    _note_kong_upon_kong(table, place, kind)
    hidden = pung_face_down(place, event)
    if hidden is not None:
        take(table, place, kind)
        table.visible[kind] += 1
        laid, hidden.kind, hidden.tiles = hidden, "kong", (kind,) * 4
    elif event.kind == "concealed":
        kinds = kinds_of_kong(table, place) if set(tiles) == {UNKNOWN} else []
        if kinds:
            take_of(table, place, [(kong_kind,) * len(tiles) for kong_kind in kinds])
        else:
            take_all(table, place, tiles)
        laid = TableSet("kong", tiles, True, "self", seq=event.seq, at=table.count_act())
        place.sets.append(laid)
        table.visible[kind] += len(tiles)
    else:
        kinds = [laid.tiles[0] for laid in place.sets if laid.kind == "pung"] if kind == UNKNOWN else []
        ways = [(pung,) for pung in kinds if pung == UNKNOWN or can_have(table, place, (pung,))]
        if ways:
            take_of(table, place, ways)
        else:
            take(table, place, kind)
        table.visible[kind] += 1
        laid = _add_to_pung(table, place, tiles, event.seq)
        table.danger = None
    table.kong = KongMade(event.seat, kind, laid.concealed, event.seq)
    place.last_drawn = None
    table.plan.family.make_kong(table, place, event, kind)
    _note_dangers(table, place)
    if table.in_setup:
        table.setup_seat = event.seat
    else:
        table.turn = event.seat
    _owe_loose_tile(table, place)


def kong_kind(event: Kong) -> int:
    """Of what a kong is, as far as one of its tiles was seen."""
    return min((tile.kind for tile in event.tiles), default=UNKNOWN)


def pung_face_down(place: Place, event: Kong) -> TableSet | None:
    """The pung lying face down that a concealed kong is made of, with the fourth tile; None where it is of the hand."""
    kind = kong_kind(event)
    pungs = (laid for laid in place.sets if laid.kind == "pung" and laid.concealed and laid.tiles[0] == kind != UNKNOWN)
    return next(pungs, None) if event.kind == "concealed" else None


def _note_kong_upon_kong(table: Table, place: Place, kind: int) -> None:
    """A kong follows the one before it where the loose tile made it; otherwise a new count begins (western/limit-3)."""
    if not table.kong_streak or table.plan.any_kong_upon_kong or place.last_drawn == kind:
        return
    if UNKNOWN in (place.last_drawn, kind):
        table.sure_streak = False
    else:
        table.kong_streak, table.sure_streak = 0, True


def _tiles_of_kong(table: Table, place: Place, event: Kong) -> tuple[int, ...]:
    """The tiles of a kong out of the hand; those that nobody saw as far as only one kind is possible."""
    tiles = alike(_tiles_of(event))
    if tiles[0] != UNKNOWN:
        return tiles
    if event.kind == "added":
        kinds = [laid.tiles[0] for laid in place.sets if laid.kind == "pung" and not laid.concealed]
    else:
        kinds = kinds_of_kong(table, place)
    return (kinds[0],) * len(tiles) if len(kinds) == 1 else tiles


def _add_to_pung(table: Table, place: Place, tiles: tuple[int, ...], seq: int) -> TableSet:
    if tiles[0] == UNKNOWN:
        # Which of the pungs has become a kong nobody saw.
        for laid in place.sets:
            if laid.kind == "pung":
                laid.tiles = (UNKNOWN,) * 3
    # A pung that lies face down may be one that nobody saw.
    for kind, laid in ((kind, laid) for kind in (tiles[0], UNKNOWN) for laid in place.sets):
        if laid.kind == "pung" and laid.tiles[0] == kind and not laid.wild:
            laid.kind, laid.tiles = "kong", (tiles[0],) * 4
            laid.origin = "self" if laid.concealed else "added"
            return laid
    laid = TableSet("kong", (tiles[0],) * 4, False, "added", seq=seq, at=table.count_act())
    place.sets.append(laid)
    return laid


def apply_lay_concealed(table: Table, event: LayConcealed) -> None:
    """A self-drawn set is laid face down."""
    place = table.places[event.seat.index]
    tiles = _tiles_of(event)
    take_all(table, place, tiles)
    place.sets.append(TableSet(event.kind, tiles, True, "self", seq=event.seq, at=table.count_act()))


def sets_to_exchange(table: Table, event: JokerExchange) -> list[TableSet]:
    """The sets whose joker can be meant: those that have, or may have, one for the tile.

    The one named, if there is one of that number; after moves that were not recorded it may be any. Sets may be
    counted with those that went back to a dead player's rack, or without.
    """
    owner = table.place(event.owner)
    within, number = owner.sets, event.set
    if number is not None and not table.gaps:
        every = sorted((*owner.sets, *owner.taken_back), key=lambda laid: laid.at)
        numbered = (laid for laid in every[number : number + 1] if laid in owner.sets)
        within = [*owner.sets[number : number + 1], *numbered]
        within = within[:1] if len(within) == 2 and within[0] is within[1] else within
    return [laid for laid in within if joker_stands_for(laid, event.tile.kind)]


def joker_stands_for(laid: TableSet, kind: int) -> bool:
    """Whether a joker of a set on the table stands, or may stand, for a tile of this kind."""
    naturals = naturals_of(laid.tiles)
    fits = naturals <= {kind} or kind == UNKNOWN
    return fits and (JOKER in laid.tiles or UNKNOWN in laid.tiles)


def apply_joker_exchange(table: Table, event: JokerExchange) -> None:
    """A joker of a set on the table changes places with the tile that it stands for."""
    table.unracked = None
    possible = sets_to_exchange(table, event)
    place = table.places[event.seat.index]
    if not possible:
        return
    # Of several sets the first with a joker is meant, where the record does not say that moves are missing.
    certain = [laid for laid in possible if JOKER in laid.tiles]
    if certain and event.tile.kind != UNKNOWN and not table.gaps:
        take(table, place, event.tile.kind)
        certain[0].tiles = _with_one(certain[0].tiles, JOKER, event.tile.kind)
        table.visible[event.tile.kind] += 1
        table.visible[JOKER] -= 1
    else:
        # It is open which set it was: in each of them a joker may lie still, or the tile.
        naturals = naturals_of(tile for laid in possible for tile in laid.tiles)
        kind = event.tile.kind
        if kind == UNKNOWN and len(naturals) == 1:
            (kind,) = naturals
        if kind == UNKNOWN and naturals:
            take_of(table, place, [(natural,) for natural in naturals])
        else:
            take(table, place, kind)
        for laid in possible:
            if JOKER in laid.tiles:
                laid.tiles = _with_one(laid.tiles, JOKER, UNKNOWN)
                table.visible[JOKER] -= 1
                table.seen[JOKER] -= 1
    put_back(table, place, JOKER)
    place.last_drawn = None
    table.whence = "exchange"


def _with_one(tiles: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """The tiles, in order, with one of a kind replaced."""
    at = tiles.index(old)
    return tuple(sorted((*tiles[:at], new, *tiles[at + 1 :])))
