"""What physically happens to tiles: taken, given, laid out, drawn, discarded. Nothing here refuses.

A tile that leaves a hand in which it cannot have been was one of those that are there, misread: the hand is these
without one, and which one is not known (`Place.surplus`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, zip_longest

from mjlog.events import Bonus, BonusReplacement, Deal, Discard, Draw, KongReplacement, Name
from mjlog.seats import SEATS, Seat
from mjlog.table.facts import Fact
from mjlog.table.place import DRAWN, Called
from mjlog.table.plan import FISHING, Dealing, Fishing
from mjlog.table.state import (
    A_DISCARD,
    A_DRAW,
    A_LOOSE_TILE,
    DEALING,
    PASSING,
    Discarded,
    KongMade,
    Place,
    Table,
    Unracked,
)
from mjlog.table.unseen import faces_of, forget, give_reds, hold, note_taken
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, KINDS, TILES, UNKNOWN, Tile


def put(table: Table, place: Place, kind: int) -> None:
    """A tile that nobody has counted as seen is among a player's concealed tiles."""
    if kind == UNKNOWN or not place.sure:
        place.unknown += 1
    else:
        place.held[kind] += 1
        table.seen[kind] += 1


def put_back(table: Table, place: Place, kind: int) -> None:
    """A tile that everybody has seen comes to a player's concealed tiles: it is not seen twice."""
    if place.sure and kind != UNKNOWN:
        place.held[kind] += 1
        return
    table.seen[kind] -= kind != UNKNOWN
    place.unknown += 1


def name_unseen(table: Table, place: Place, kind: int) -> None:
    """One of the concealed tiles that nobody saw is told to be of this kind."""
    if place.unseen:
        place.unknown -= 1
        put(table, place, kind)


def take(table: Table, place: Place, kind: int) -> None:
    """A tile leaves a player's concealed tiles and becomes known to all; an unknown one can be any of them."""
    if place.told:
        place.told = tuple(statement._replace(left=(*statement.left, kind)) for statement in place.told)
    if kind != UNKNOWN and place.held[kind]:
        place.held[kind] -= 1
        return
    if kind != UNKNOWN:
        table.seen[kind] += 1
    if kind != UNKNOWN and place.surplus and place.doubtful[kind]:
        place.doubtful = tuple(number - (doubted == kind) for doubted, number in enumerate(place.doubtful))
        place.unknown -= 1
        if sum(place.doubtful) == place.surplus:
            place.doubtful, place.surplus = (), 0
    elif kind != UNKNOWN and place.unseen:
        place.unknown -= 1
    elif place.size:
        table.misread += kind != UNKNOWN and place.sure
        hold(table, place, place.came, place.unseen, place.surplus + 1)


def take_of(table: Table, place: Place, choices: Iterable[tuple[int, ...]]) -> None:
    """Tiles leave a player's concealed tiles that nobody saw: one of these choices, equally many in each.

    Of kinds in a choice it is not certain any more whether the player has one; the others stay known.
    """
    ways = tuple(choices)
    kinds, number = {kind for way in ways for kind in way}, len(ways[0])
    place.told = tuple(statement._replace(left=(*statement.left, *(UNKNOWN,) * number)) for statement in place.told)
    if place.unseen:
        forget(table, place, kinds)
    unseen = min(number, place.unseen)
    place.unknown -= unseen
    doubtful = (kind for kind, count in enumerate(place.doubtful) if count)
    # No more tiles are too many than there are.
    more = min(number - unseen, place.size)
    if more:
        hold(table, place, place.came, place.unseen, place.surplus + more, kinds.union(doubtful))


def forget_hand(table: Table, place: Place) -> None:
    """Which concealed tiles the player has is not known any more; how many still is."""
    forget(table, place, range(KINDS))


def lose_hand(table: Table, place: Place) -> None:
    """Moves are missing: neither which concealed tiles the player has is known, nor how many."""
    forget_hand(table, place)
    place.told = ()
    if place.last_drawn is not None:
        place.last_drawn = UNKNOWN
    place.sure = False
    table.in_doubt |= Fact.HAND


def take_all(table: Table, place: Place, kinds: Iterable[int]) -> None:
    """Several tiles leave a player's concealed tiles."""
    for kind in kinds:
        take(table, place, kind)


def take_live(table: Table, place: Place, kind: int) -> None:
    """A tile is taken from the live wall."""
    if kind == UNKNOWN:
        lying = table.next_live(place.seat)
        kind = UNKNOWN if lying is None else lying
    table.wall.taken += 1
    _receive(table, place, kind, "wall")


def take_loose(table: Table, place: Place, kind: int) -> None:
    """A loose tile is taken."""
    if kind == UNKNOWN:
        lying = table.next_loose(place.seat)
        kind = UNKNOWN if lying is None else lying
    table.wall.loose_taken += 1
    _receive(table, place, kind, "loose")


def _receive(table: Table, place: Place, kind: int, whence: str) -> None:
    """A tile of the wall, which goes on behind it, comes to a player."""
    if table.plan.wall.own:
        table.wall.take_own(place.seat)
    if table.wall.out:
        _go_on_behind(table)
    if place.told:
        note_taken(place, kind)
    put(table, place, kind)
    for laid in place.sets:
        # It may be the fourth one of a pung that lies exposed.
        if laid.kind == "pung" and not laid.fourth and kind in (laid.tiles[0], UNKNOWN):
            laid.fourth = DRAWN
    place.last_drawn = kind
    table.whence = whence


def places_of(table: Table, tile: Tile, seat: Seat, is_live: bool) -> list[int]:
    """Where in a known wall such a tile still stands, the places nearest to an end first: to the live one, if it is;
    of own walls, to that of the seat.
    """
    wall, plan, standing = table.wall, table.plan.wall, table.tiles_standing
    live, loose = range(wall.taken, table.live_end), plan.loose[wall.loose_taken :]
    ends = chain.from_iterable(zip_longest(*((live, loose) if is_live else (loose, live))))
    order, tiles = dict.fromkeys((*plan.own_wall(seat), *ends, *range(plan.size))), wall.tiles or ()
    there = [position for position in order if position is not None and standing[position] and position < len(tiles)]
    there = [position for position in there if tiles[position] == tile.kind]
    return [position for position in there if wall.face_at(position) in (tile.face, UNKNOWN)]


def take_out(table: Table, position: int) -> None:
    """A tile is taken from a place of the wall, whether or not it is its turn."""
    table.wall.out |= {position}
    _go_on_behind(table)


def pass_over(table: Table, position: int, seat: Seat, is_live: bool) -> bool:
    """A tile is taken from a place of the wall, and those that come before it from that end are left where they are.

    Whether that end comes to it at all.
    """
    loose = table.plan.wall.loose
    if table.plan.wall.own:
        own = table.plan.wall.own_wall(seat)
        if position not in own:
            return False
        table.wall.take_own(seat, own.index(position) + 1 - table.wall.own[seat.index])
    elif is_live and position < table.live_end:
        table.wall.taken = position + 1
    elif not is_live and position in loose:
        table.wall.loose_taken = loose.index(position) + 1
    else:
        return False
    _go_on_behind(table)
    return True


def _go_on_behind(table: Table) -> None:
    """Where an end of the wall comes to tiles that were taken before their turn, it goes on behind them."""
    wall, loose = table.wall, table.plan.wall.loose
    for seat in table.plan.seats if table.plan.wall.own else ():
        while (position := table.live_position(seat)) in wall.out:
            wall.out -= {position}
            wall.taken += 1
            wall.take_own(seat)
    while wall.out and not table.plan.wall.own:
        next_loose = loose[wall.loose_taken] if wall.loose_taken < len(loose) else None
        if wall.taken in wall.out:
            wall.out -= {wall.taken}
            wall.taken += 1
        elif next_loose in wall.out:
            wall.out -= {next_loose}
            wall.loose_taken += 1
        else:
            return


def begin_turn(table: Table, place: Place) -> None:
    """The player has a tile too many and must discard; earlier discards are dead."""
    if table.gaps:
        table.learn(Fact.TURN)
    table.turn = place.seat
    table.turn_told = True
    table.due = A_DISCARD
    if table.loose_due is not place.seat:
        table.loose_due = None
    close_claims(table)


def close_claims(table: Table) -> None:
    """The latest discard, or kong, can no longer be claimed."""
    table.open = False
    table.kong = None
    table.unracked = table.withdrawn = None
    if table.call_due is not None:
        lapse_call(table)
    if table.dropped is not None and table.dropped is not table.turn:
        table.dropped = None
    if table.claims:
        table.claims = {}
        table.claimed_sets = {}
        table.refused = frozenset()
    if table.answers:
        table.answers = set()


def apply_deal(table: Table, event: Deal) -> None:
    """One block of the deal is taken; once everybody has a full hand, nobody can say whose further tiles are."""
    if table.due != DEALING and not is_easts_first_tile(table, event):
        return
    # Of the orders in which the deal may be written down, one that this block fits, if there is one.
    table.dealing = dealing_with(table, event) or table.dealing
    place = table.places[event.seat.index]
    tiles = event.tiles
    hidden = _hidden_of_block(table, event) if TILES[UNKNOWN] in tiles else None
    faces = faces_of(tiles) if table.riichi is not None else []
    if hidden and faces:
        # As they were written down, or lie in a wall that is known.
        positions = table.dealing.positions[table.in_deal : table.in_deal + len(tiles)]
        faces = [*(Counter(faces) | Counter(table.wall.face_at(position) for position in positions)).elements()]
    for tile in tiles:
        kind = tile.kind
        if hidden and kind == UNKNOWN:
            kind = hidden.pop(0)
        put(table, place, kind)
        place.last_drawn = kind
    if faces:
        give_reds(table, place, faces)
    dealt = table.in_deal + len(tiles)
    if table.in_deal < table.dealing.size:
        # A block with a tile too many is a block all the same; out of order nobody knows whose block it was.
        block, end = table.dealing.by_tile[table.in_deal]
        dealt = min(dealt, end) if block.seat is event.seat else dealt
    table.in_deal = dealt
    table.wall.taken += len(tiles)
    if table.plan.wall.own:
        table.wall.take_own(event.seat, len(tiles))
    if table.in_deal >= table.dealing.size and not table.gaps:
        finish_deal(table)


def is_easts_first_tile(table: Table, event: Deal) -> bool:
    """Whether a block behind the deal is the tile that East would draw first: it may be taken with the deal."""
    waits = table.plan.east_draws and table.due == A_DRAW and table.in_deal == table.wall.taken
    return waits and dealing_with(table, event) is not None


def dealing_with(table: Table, event: Deal) -> Dealing | None:
    """The order of the deal, as it has gone so far, in which this block is next; None where there is none."""
    current, dealt, size = table.dealing, table.in_deal, len(event.tiles)
    for dealing in (current, *table.plan.dealings):
        if dealt < dealing.size and (dealing is current or dealing.begins_like(current, dealt)):
            block, end = dealing.by_tile[dealt]
            if block.seat is event.seat and end - dealt == size:
                return dealing
    return None


def end_short_block(table: Table, seat: Seat) -> None:
    """A block of which a tile is missing is over when the player who comes after it takes tiles."""
    dealing = table.dealing
    if table.in_deal >= dealing.size:
        return
    block, end = dealing.by_tile[table.in_deal]
    is_begun = end - table.in_deal < len(block.positions)
    if is_begun and end < dealing.size and dealing.seats[end] is seat:
        table.in_deal = end


def _hidden_of_block(table: Table, event: Deal) -> list[int]:
    """What the unseen tiles of a block are, where the wall tells it: those of the block that are not named."""
    if table.wall.tiles is None:
        return []
    block = block_of_wall(table, len(event.tiles))
    for tile in event.tiles:
        for kind in (tile.kind, UNKNOWN) if tile.kind != UNKNOWN else ():
            if kind in block:
                block.remove(kind)
                break
    return block


def block_of_wall(table: Table, size: int, dealing: Dealing | None = None) -> list[int]:
    """The next so many tiles of the deal as they lie in a wall that is known; their order in a block means nothing."""
    tiles = table.wall.tiles or ()
    known, positions = len(tiles), (dealing or table.dealing).positions[table.in_deal : table.in_deal + size]
    return [tiles[position] if position < known else UNKNOWN for position in positions]


def finish_deal(table: Table) -> None:
    """Everybody has a full hand; East discards first, after bonus tiles are laid out or tiles are passed, or draws."""
    east_draws, has_bonus = table.dealing.east_draws, any(table.plan.copies[FIRST_BONUS:ANY_FLOWER])
    table.due = PASSING if table.passing is not None else A_DRAW if east_draws else A_DISCARD
    table.in_setup = has_bonus or not (table.plan.east_draws or east_draws)
    table.turn = table.plan.deal[0].seat
    _take_the_deal(table)


def _take_the_deal(table: Table) -> None:
    """The tiles that are dealt are gone from the wall, or from each one's own."""
    seats = table.dealing.seats
    table.wall.taken = len(seats)
    if table.plan.wall.own:
        table.wall.own = tuple(seats.count(seat) for seat in SEATS)


def return_easts_first_tile(table: Table) -> None:
    """East was not given the first tile with the deal: one of those written down is none of the hand."""
    place = table.places[table.turn.index]
    take(table, place, UNKNOWN)
    place.last_drawn = None
    table.dealing = table.plan.dealing
    table.in_deal = table.dealing.size
    _take_the_deal(table)
    # Which tile it was nobody knows: it may come up elsewhere.
    table.misread += 1
    table.due = A_DRAW


def complete_deal_unseen(table: Table) -> None:
    """What is missing of the deal was taken unseen."""
    short = [0, 0, 0, 0]
    for block in table.dealing.blocks:
        short[block.seat.index] += len(block.positions)
    for place in table.places:
        place.unknown += max(0, short[place.seat.index] - place.size)
    finish_deal(table)


def apply_bonus(table: Table, event: Bonus) -> None:
    """Tiles are laid aside; each is owed a replacement. Where riichi is played others can win it."""
    place = table.places[event.seat.index]
    for tile in event.tiles:
        if tile.kind == UNKNOWN:
            take_of(table, place, [(kind,) for kind in table.plan.aside])
        else:
            take(table, place, tile.kind)
        place.bonus.append(tile.kind)
        table.visible[tile.kind] += 1
    place.owed_bonus += len(event.tiles)
    if table.in_setup:
        table.setup_seat = event.seat
    if table.plan.family.aside_can_be_won and event.tiles:
        close_claims(table)
        table.kong = KongMade(event.seat, event.tiles[-1].kind, concealed=False, seq=event.seq, source="bonus")
        table.plan.family.lay_aside(table, place, table.kong.tile)


def apply_draw(table: Table, event: Draw) -> None:
    """A tile from the live wall: a turn begins, or a bonus tile is replaced."""
    place = table.places[event.seat.index]
    is_held_back = event.racked is False and table.plan.called_until == "rack" and table.open
    before = table.copy() if is_held_back else None
    take_live(table, place, event.tile.kind)
    if place.owed_bonus or (table.in_setup and table.due != A_DRAW):
        place.owed_bonus = max(0, place.owed_bonus - 1)
        table.kong = None
    else:
        table.plan.family.draw(table, place, event.tile, table.wall.taken - 1)
        unknown = table.in_doubt
        draws_instead = bool(table.claims) and table.first_call is event.seat
        table.in_setup = False
        begin_turn(table, place)
        if table.gaps and table.plan.bonus_from_live and Fact.TURN in unknown:
            # After missing moves it may replace a bonus tile laid out in them, and more draws may follow.
            table.in_doubt |= Fact.TURN
        if draws_instead:
            table.dropped = event.seat
    if before is not None:
        table.unracked = Unracked(before)


def apply_bonus_replacement(table: Table, event: BonusReplacement) -> None:
    """A tile for a bonus tile, from where the rule set says."""
    place = table.places[event.seat.index]
    position = table.loose_position(event.seat)
    from_where = take_live if table.plan.bonus_from_live else take_loose
    from_where(table, place, event.tile.kind)
    table.loose_for_kong = False
    place.owed_bonus = max(0, place.owed_bonus - 1)
    table.kong = None
    if table.plan.family.aside_can_be_won:
        table.plan.family.replace(table, place, event.tile, position, aside=True)
        begin_turn(table, place)


def apply_kong_replacement(table: Table, event: KongReplacement) -> None:
    """A loose tile for a kong."""
    place = table.places[event.seat.index]
    position = table.loose_position(event.seat)
    take_loose(table, place, event.tile.kind)
    table.loose_for_kong = True
    table.plan.family.replace(table, place, event.tile, position)
    table.loose_due = None
    table.kong = None
    if table.due == A_LOOSE_TILE or not table.in_setup:
        begin_turn(table, place)


def apply_discard(table: Table, event: Discard) -> None:
    """A tile is discarded, face up; everybody may claim it."""
    place = table.places[event.seat.index]
    kind = event.tile.kind
    take(table, place, kind)
    table.acts += 1
    named = event.named.kind if event.named is not None else None
    table.discard = Discarded(
        event.seat, kind, event.seq, named=named, at=table.acts, face=event.tile.face, riichi=bool(event.riichi)
    )
    table.discards.append(table.discard)
    table.thrown[kind] += 1
    table.visible[kind] += 1
    place.discarded += 1
    place.owed_bonus = 0
    count_number(table, event.number)
    if event.calling:
        place.calling = True
        place.called = Called(table.acts, tuple(place.held)) if place.sure and not place.unknown else None
    close_claims(table)
    table.open = True
    if table.gaps:
        table.learn(Fact.TURN | Fact.CLAIMS)
    table.due = A_DRAW
    table.turn = table.next_in_turn(event.seat)
    table.turn_told = True
    table.in_setup = False
    table.loose_due = None
    table.kong_streak = 0
    table.sure_streak = True
    table.danger = None
    if table.plan.fishing is not None:
        _note_fishing(table, place, table.plan.fishing)
    table.plan.family.discard(table, place, event)


def apply_name(table: Table, event: Name) -> None:
    """The latest discard is named again."""
    if table.discard is not None and table.discard.seat is event.seat:
        table.discard.name_again(event.tile.kind)


def _note_fishing(table: Table, place: Place, how_near: Fishing) -> None:
    """After a discard: who lacks one tile must say so, once, until that is lost again (mahjiang/call-1)."""
    if not place.sure or place.unknown:
        # Whether it was lost meanwhile nobody can tell: it may be said again, and need not be.
        place.fishing_missed = place.fishing_missed or place.fishing_said
        place.fishing_said = False
        return
    near = how_near(place.held, [laid.tiles for laid in place.sets])
    place.fishing_said = place.fishing_said and bool(near)
    place.fishing_missed = place.fishing_missed and bool(near)
    silent = near == FISHING and not (place.fishing_said or place.fishing_missed)
    table.call_due = place.seat if silent else None


def lapse_call(table: Table) -> None:
    """Another player acts: who had to say that one tile is missing, and has not, has missed it."""
    if table.call_due is not None:
        table.places[table.call_due.index].fishing_missed = True
        table.call_due = None


def count_number(table: Table, number: int | None) -> None:
    """A discard or kong has its number; after a wrong one the next is taken as it comes."""
    due = table.number + 1
    table.sure_number = number is None or number == due or not table.sure_number
    table.number = due if number is None else number


def imply_bonus_replacements(table: Table, place: Place) -> None:
    """At the depth `table` replacements may be missing: all that are owed were taken unseen."""
    for _owed in range(place.owed_bonus):
        (take_live if table.plan.bonus_from_live else take_loose)(table, place, UNKNOWN)
        table.plan.family.replace(table, place, TILES[UNKNOWN], None, aside=True)
    place.owed_bonus = 0


def imply_draw(table: Table, place: Place) -> None:
    """At the depth `table` draws may be missing: one was made unseen."""
    dropped = table.dropped or table.first_call
    if table.loose_due is place.seat:
        take_loose(table, place, UNKNOWN)
        table.loose_due = None
        table.plan.family.replace(table, place, TILES[UNKNOWN], None)
    else:
        take_live(table, place, UNKNOWN)
        table.plan.family.draw(table, place, TILES[UNKNOWN], None)
    begin_turn(table, place)
    table.dropped = dropped
