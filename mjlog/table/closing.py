"""What physically happens when a hand begins and ends. Nothing here refuses."""

from __future__ import annotations

from collections.abc import Iterable

from mjlog.events import (
    GameStart,
    Gap,
    HandStart,
    Mahjong,
    Penalty,
    Replay,
    Score,
    Seats,
    Settlement,
    Show,
    Wall,
    Washout,
)
from mjlog.seats import SEATS, Seat
from mjlog.table.danger import may_be_thirteen_wonders, note_claimed
from mjlog.table.moves import doubt_hand
from mjlog.table.standing import Standing, rounds_after
from mjlog.table.state import CLOSING, DEALING, DONE, NOTHING, Place, Shown, Table, Win
from mjlog.tiles import KINDS, UNKNOWN


def apply_game_start(table: Table, event: GameStart) -> None:
    """A game begins: its players, with no points."""
    table.standing = Standing(players=event.players)
    table.totals = dict.fromkeys(event.players, 0)


def apply_seats(table: Table, event: Seats) -> None:
    """Seats are found: the order round the table is the players' from now on."""
    table.standing.players = tuple(event.seats[seat] for seat in SEATS if seat in event.seats)


def apply_hand_start(table: Table, event: HandStart) -> None:
    """A hand begins: empty table, new seats."""
    _pass_on(table, event)
    table.clear_hand()
    table.hand = event.hand
    table.round = event.round
    table.players = dict(event.seats)
    table.depth = event.depth or "full"
    table.every = frozenset(event.every or ())
    table.due = DEALING
    table.turn = Seat.E
    if event.totals is not None and not table.standing.totals_known:
        table.totals = dict(event.totals)
        table.standing.totals_known = True


def _pass_on(table: Table, event: HandStart) -> None:
    """What the hand before has settled about the game, seen from the new hand."""
    standing = table.standing
    east = event.seats.get(Seat.E)
    standing.round_number = _round_number(standing, event)
    if standing.seats.get(Seat.E) != east or event.round is not table.round:
        standing.east_wins = 0
        standing.wins_known = not standing.hands_lost
    new_round = standing.seated and not standing.hands_lost and event.round is not table.round
    if standing.first_east is None and (new_round or not (standing.seated or standing.hands_lost)):
        standing.first_east = east
    _learn_order(standing, event)
    standing.seats = dict(event.seats)
    standing.seated = True
    standing.winner = None
    standing.result_known = False
    standing.voided = False
    standing.hands_lost = False


def _learn_order(standing: Standing, event: HandStart) -> None:
    """Where the order round the table was unknown, the seats tell it."""
    order = tuple(event.seats[seat] for seat in SEATS if seat in event.seats)
    if standing.order_unknown and sorted(order) == sorted(standing.players):
        standing.players = order
        standing.order_unknown = False


def _round_number(standing: Standing, event: HandStart) -> int:
    possible = [
        number for number in rounds_after(standing, event.seats.get(Seat.E)) if SEATS[number % 4] is event.round
    ]
    return possible[0] if possible else event.round.index


def end_hand(table: Table, winner: Seat | None, voided: bool = False) -> None:
    """The hand has ended: remember how, for the next hand's seats."""
    standing = table.standing
    standing.winner = winner
    standing.result_known = True
    standing.voided = voided
    if winner is Seat.E:
        standing.east_wins += 1


def apply_wall(table: Table, event: Wall) -> None:
    """The wall is known."""
    table.wall.tiles = tuple(tile.kind for tile in event.tiles)


def apply_gap(table: Table, event: Gap) -> None:
    """Moves were not recorded: counts, turn and concealed tiles are unknown from here."""
    if table.due in (NOTHING, CLOSING, DONE):
        _lose_hands(table)
        return
    lose_sight(table)
    if event.left is not None:
        table.wall.taken = table.live_end - event.left
    if event.turn is not None:
        table.turn = event.turn


def lose_sight(table: Table) -> None:
    """Moves were made that nobody wrote down: concealed tiles, counts, turn and claims are unknown."""
    for place in table.places:
        doubt_hand(table, place)
        place.owed_bonus = 0
    table.gaps += 1
    table.wall.doubt()
    table.open = False
    table.discard = None
    table.loose_due = None
    table.sure_turn = False
    table.sure_claims = False
    table.sure_copies = False


def _lose_hands(table: Table) -> None:
    standing = table.standing
    standing.hands_lost = True
    standing.result_known = False
    standing.wins_known = False
    standing.totals_known = False
    if not standing.seated:
        standing.first_east = None
        standing.order_unknown = True


def apply_mahjong(table: Table, event: Mahjong) -> None:
    """A player declares a complete hand: the winning tile goes to the winner, and the hand is over."""
    table.before_win = table.copy()
    place = table.places[event.seat.index]
    discarder: Seat | None = None
    # A dealt hand has no winning tile but the one that a record names, which need not be in it.
    tile = None if event.source == "deal" else place.last_drawn
    if event.tile is not None and event.tile.kind != UNKNOWN:
        tile = event.tile.kind
    first_discard = _is_first_discard(table)
    untouched = place.discarded == 0
    streak = table.kong_streak
    if event.source == "kong" and table.kong is not None:
        discarder, tile = table.kong.seat, table.kong.tile
        _rob(table, place, event)
        streak = 0
    elif event.source == "discard" and table.discard is not None:
        discarder, tile = table.discard.seat, table.discard.tile
        table.discard.claimed_by = event.seat
        _supply(table, place, discarder, tile, event)
    elif event.source in ("kong", "discard"):
        # The tile came from a kong or a discard that was not recorded.
        doubt_hand(table, place)
        place.unknown += 1
    table.winner = event.seat
    table.win = Win(
        event.seat, event.source, tile, tuple(table.visible), _wall_used_up(table), streak, place.calling,
        untouched, first_discard, not table.discards, discarder, table.danger if discarder is not None else None,
        event.seq,
    )  # fmt: skip
    table.open = False
    table.claims = {}
    table.answers = set()
    table.loose_due = None
    table.due = CLOSING
    end_hand(table, event.seat)


def _is_first_discard(table: Table) -> bool:
    return all(place.discarded == 0 for place in table.places if place.seat is not Seat.E)


def _wall_used_up(table: Table) -> bool | None:
    if table.gaps or table.depth != "full":
        return None
    return table.wall.taken >= table.live_end


def _rob(table: Table, place: Place, event: Mahjong) -> None:
    kong = table.kong
    assert kong is not None
    robbed = table.place(kong.seat)
    for laid in robbed.sets:
        if laid.kind == "kong" and laid.tiles[0] == kong.tile:
            laid.kind, laid.tiles = "pung", laid.tiles[:3]
            laid.origin = "self" if kong.concealed else "claimed"
    table.robbed = kong.seat
    table.kong = None
    table.kong_streak = 0
    _supply(table, place, kong.seat, kong.tile, event)


def _supply(table: Table, place: Place, supplier: Seat, tile: int, event: Mahjong) -> None:
    if table.plan.tracks_danger and not may_be_thirteen_wonders(place):
        note_claimed(table, event.seat, supplier, tile, event.dangerous)
    # The tile is already known to everybody: it does not become seen a second time.
    if place.sure and table.sure_claims:
        place.held[tile] += 1
    else:
        doubt_hand(table, place)
        place.unknown += 1


def _end_unseen(table: Table) -> None:
    """Hands are shown or scored, and no win or wash-out was recorded: the hand has ended somehow."""
    if table.in_play:
        table.due = CLOSING
        table.open = False


def apply_show(table: Table, event: Show) -> None:
    """A hand is laid down: whatever was unknown in it is known now."""
    _end_unseen(table)
    place = table.places[event.seat.index]
    sets, rest = table.shown_tiles(event)
    # Sets that merely repeat what lies on the table say nothing about how the rest was laid down.
    arranged = event.sets is not None and (bool(sets) or not event.sets or not rest)
    place.shown = Shown(sets, rest, _completed(event, sets), arranged)
    learn_hand(table, place, (*(kind for tiles in sets for kind in tiles), *rest))


def _completed(event: Show, sets: tuple[tuple[int, ...], ...]) -> int | None:
    if event.completes is None or event.sets is None or event.completes >= len(event.sets):
        return None
    tiles = tuple(sorted(tile.kind for tile in event.sets[event.completes]))
    return sets.index(tiles) if tiles in sets else None


def learn_hand(table: Table, place: Place, kinds: Iterable[int]) -> None:
    """The concealed tiles are seen: they replace what was unknown."""
    shown = [0] * KINDS
    for kind in kinds:
        shown[kind] += 1
    unseen = shown[UNKNOWN]
    shown[UNKNOWN] = 0
    if place.sure and shown != place.held:
        for kind in range(KINDS):
            table.seen[kind] += max(0, shown[kind] - place.held[kind])
    place.held = shown
    place.unknown = unseen


def apply_washout(table: Table, event: Washout) -> None:
    """The hand is drawn: nobody wins."""
    table.washout = True
    table.open = False
    table.claims = {}
    table.due = CLOSING
    end_hand(table, None)


def apply_replay(table: Table, event: Replay) -> None:
    """The hand is void."""
    table.open = False
    table.due = DONE
    end_hand(table, None, voided=True)


def apply_score(table: Table, event: Score) -> None:
    """A hand's value is announced."""
    _end_unseen(table)
    table.scores[event.seat] = event.total


def apply_settlement(table: Table, event: Settlement) -> None:
    """The hand is paid."""
    table.settlement = dict(event.change)
    table.due = DONE


def apply_penalty(table: Table, event: Penalty) -> None:
    """A fine."""
    table.penalties.append((event.seat, event.amount))
