"""Legal moves: the candidates that no rule refuses.

The same rules that judge a log say what can be done; nothing here knows a rule of its own. Candidates are what a
player could try with the tiles there are; dice, and the money after the hand, are no moves.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import get_args

from mjlog import events as ev
from mjlog.findings import Severity, severity_of
from mjlog.rules.abortive import ABORTS_BY_THEMSELVES, lacks_for_nine_terminals, may_show, nagashi_seats
from mjlog.rules.call import called_with_the_first_discard, called_with_the_own_first_discard, fishing_is_true
from mjlog.rules.claim import SIZES
from mjlog.rules.kong import laid_down_set_is_held
from mjlog.rules.registry import NO_CHECKS, Bound, Check, asked, refusals
from mjlog.rules.win import winning_tile
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table, prepare
from mjlog.table.apply import may_fill_in
from mjlog.table.claims import lays_own_set_open
from mjlog.table.moves import block_of_wall
from mjlog.table.passing import COURTESY, TILES_PASSED
from mjlog.table.plan import ABORTS
from mjlog.table.stakes import EXHAUSTIVE, NAGASHI
from mjlog.table.state import CLOSING, DEALING, DONE, PASSING
from mjlog.table.unseen import FIVES, held_faces, rests_of_set
from mjlog.tiles import (
    ANY_FLOWER,
    FIRST_HONOR,
    JOKER,
    PLAIN_KINDS,
    RED_FIVES,
    TILES,
    UNKNOWN,
    Tile,
    kind_of,
    naturals_of,
)

_CALLS = (called_with_the_first_discard, called_with_the_own_first_discard)
_SEQ = 1
"""Candidates are no events of a log yet: all have the same number."""
_BACK = TILES[UNKNOWN]
_CLAIMS = ("chow", "pung", "kong", "mahjong")
_CLAIMS_WITH_JOKERS = (*SIZES, "mahjong")
_SOURCES = get_args(ev.Source)


def legal_moves(bound: Bound, table: Table, seat: Seat | None = None) -> list[ev.Event]:
    """Every act that the rules allow at this moment, of one seat or of all; the table is not changed.

    Where tiles are unknown, whatever cannot be excluded is among them; a tile that is still to be drawn is `??` unless
    the wall is known. Bonus tiles are offered one by one. What is nobody's act, a break or a wash-out, comes only where
    all seats are asked for. All events have the `seq` 1.
    """
    ask = _MoveJudge(bound, table)
    events = [move for mover in (table.plan.seats if seat is None else (seat,)) for move in _of_seat(ask, mover)]
    if seat is None:
        events += ask.allowed(_breaks(table))
        if table.plan.family.draws_have_reasons:
            events += ask.allowed((*draws(table, None), *indicators(table)))
        else:
            events += ask.allowed((ev.Washout(seq=_SEQ),))
        if table.plan.family.dead_hands_pay:
            events += ask.allowed((ev.Replay(seq=_SEQ, reason="three hands with a wrong number of tiles"),))
    return events


def legal_discards(bound: Bound, table: Table, seat: Seat) -> list[ev.Event]:
    """Every tile that the rules let a player discard at this moment, without a word; the table is not changed."""
    faces = faces_possible(table, table.place(seat), _kinds(table, table.place(seat), 1))
    discards = [_discard_of(seat, face, False) for face in faces]
    return _MoveJudge(bound, table).one_of(_acts(seat).discard, discards)


def is_legal(bound: Bound, table: Table, event: ev.Event) -> bool:
    """Whether no rule refuses the event at this moment; the table is not changed."""
    return _MoveJudge(bound, table).allows(event)


class _MoveJudge:
    """The rules, asked about one table at one moment."""

    def __init__(self, bound: Bound, table: Table) -> None:
        self.bound, self.table = bound, table
        # What only some rule sets play: those with a rule about it.
        self.calls = any(_has_rule(bound, ev.Discard, rule) for rule in _CALLS)
        # What the rules advise against is not offered, though it is no fault.
        self.lays_down = _has_rule(bound, ev.LayConcealed, laid_down_set_is_held) and not table.plan.own_sets_open
        self.says_fishing = _has_rule(bound, ev.Fishing, fishing_is_true)
        # What a record may leave out before an act: then the rules see the table with it filled in, as in a replay.
        self.fills_in = may_fill_in(table)
        self._filled: dict[tuple[object, ...], Table] = {}

    def allows(self, event: ev.Event) -> bool:
        """Whether no rule refuses the event; what is only told as information is no refusal."""
        table = self.table
        if self.fills_in:
            # That which is filled in depends on the act, not on its tiles.
            key = (type(event), getattr(event, "seat", None), getattr(event, "source", None))
            if key not in self._filled:
                self._filled[key] = table.copy()
                prepare(self._filled[key], event)
            table = self._filled[key]
        checks = asked(self.bound.get(type(event), NO_CHECKS), table, event)
        return all(severity_of(refusal) == Severity.INFO.value for refusal, _rule in refusals(checks, table, event))

    def allowed(self, candidates: Sequence[ev.Event]) -> list[ev.Event]:
        """The candidates that no rule refuses."""
        return [event for event in candidates if self.allows(event)]

    def one_of(self, unseen: ev.Event, candidates: Sequence[ev.Event]) -> list[ev.Event]:
        """The candidates that no rule refuses, given the same act with tiles that nobody sees.

        A rule refuses that one only where it refuses all: rules speak of what is certain.
        """
        return self.allowed(candidates) if candidates and self.allows(unseen) else []


def _has_rule(bound: Bound, event_type: type[ev.Event], function: Check) -> bool:
    return function in [check.function for row in bound.get(event_type, ()) for check in row]


def _of_seat(ask: _MoveJudge, seat: Seat) -> list[ev.Event]:
    table = ask.table
    if table.must_be_dealt:
        return ask.allowed((_deal(table, seat),))
    if table.due == PASSING:
        dealt = ev.Mahjong(seq=_SEQ, seat=seat, source="deal")
        return [*ask.allowed((*_passes(table, seat), dealt)), *_out_of_the_hand(ask, seat)]
    taking = ask.allowed(tuple(_taking(table, seat)))
    events = ask.allowed(tuple(_said(ask, seat)))
    return [
        *taking,
        *_out_of_the_hand(ask, seat),
        *events,
        *ask.allowed((*_exposures(table, seat), *_exchanges(table, seat), *_shows(table, seat))),
    ]


def _taking(table: Table, seat: Seat) -> Iterator[ev.Event]:
    """Tiles taken from the wall: the one that lies there, where that is known."""
    live = _as_it_lies(table, table.next_live(seat), table.live_position(seat))
    loose = _as_it_lies(table, table.next_loose(seat), table.loose_position(seat))
    if table.due == DEALING:
        yield _deal(table, seat)
    yield ev.Draw(seq=_SEQ, seat=seat, tile=live)
    yield ev.KongReplacement(seq=_SEQ, seat=seat, tile=loose)
    yield ev.BonusReplacement(seq=_SEQ, seat=seat, tile=live if table.plan.bonus_from_live else loose)


def _as_it_lies(table: Table, kind: int | None, position: int | None) -> Tile:
    """A tile of the wall, of which the kind is known or None; of a five whether it is red."""
    face = table.wall.face_at(position)
    return TILES[UNKNOWN if kind is None else face if kind_of(face) == kind else kind]


def _deal(table: Table, seat: Seat) -> ev.Event:
    """The next block of the deal."""
    if table.in_deal >= table.dealing.size:
        return ev.Deal(seq=_SEQ, seat=seat, tiles=(_BACK,))
    size = table.dealing.by_tile[table.in_deal][1] - table.in_deal
    if table.wall.tiles is None:
        return ev.Deal(seq=_SEQ, seat=seat, tiles=(_BACK,) * size)
    positions = table.dealing.positions[table.in_deal : table.in_deal + size]
    block = zip(block_of_wall(table, size), positions, strict=True)
    return ev.Deal(seq=_SEQ, seat=seat, tiles=tuple(_as_it_lies(table, kind, position) for kind, position in block))


def _breaks(table: Table) -> tuple[ev.Event, ...]:
    """Every place of the wall, where the dice have been thrown that say which it is."""
    plan = table.plan.breaking
    if plan is None or table.due != DEALING or table.in_deal or len(table.rolls) < (1 if plan.again == "none" else 2):
        return ()
    stacks, walls = range(1, plan.stacks + 1), SEATS[: plan.walls]
    return tuple(ev.Break(seq=_SEQ, wall=wall, stack=stack) for wall in walls for stack in stacks)


# -- tiles out of the hand ----------------------------------------------------------------------------------------


def _out_of_the_hand(ask: _MoveJudge, seat: Seat) -> list[ev.Event]:
    """Discards, bonus tiles, and sets out of the hand."""
    acts, place = _acts(seat), ask.table.place(seat)
    once, thrice, fourfold = (_kinds(ask.table, place, number) for number in (1, 3, 4))
    if ask.table.plan.family.declares_riichi:
        return _out_of_a_riichi_hand(ask, place, once, fourfold)
    events = ask.one_of(acts.discard, [acts.discards[kind] for kind in once])
    if ask.calls:
        events += ask.one_of(acts.call, [acts.calls[kind] for kind in once])
    events += _laid_aside(ask, acts, once)
    events += ask.one_of(acts.kong, [acts.kongs[kind] for kind in fourfold if kind < PLAIN_KINDS])
    events += ask.allowed([acts.added[kind] for kind in place.pungs if kind in once])
    if ask.lays_down:
        events += ask.one_of(acts.pung, [acts.pungs[kind] for kind in thrice if kind < PLAIN_KINDS])
        chows = [acts.chows[low] for low in acts.chows if place.held[low : low + 3].count(0) <= place.most_unknown]
        events += ask.one_of(acts.chow, chows)
    return events


def _laid_aside(ask: _MoveJudge, acts: _Acts, once: list[int]) -> list[ev.Event]:
    return ask.one_of(acts.bonus, [acts.bonuses[kind] for kind in ask.table.plan.aside if kind in once])


def _out_of_a_riichi_hand(ask: _MoveJudge, place: Place, once: list[int], fourfold: list[int]) -> list[ev.Event]:
    """Discards with and without riichi, the red fives apart; kongs; and the end of the hand for nine terminals."""
    table, seat = ask.table, place.seat
    faces = faces_possible(table, place, once)
    events = ask.one_of(_acts(seat).discard, [_discard_of(seat, face, False) for face in faces])
    if events:
        unseen = _discard_of(seat, UNKNOWN, True)
        events += ask.one_of(unseen, [_discard_of(seat, face, True) for face in faces])
    events += _laid_aside(ask, _acts(seat), once)
    concealed = [kong_tiles(table, place, kind, "concealed") for kind in fourfold if kind < PLAIN_KINDS]
    events += ask.allowed([ev.Kong(seq=_SEQ, seat=seat, kind="concealed", tiles=tiles) for tiles in concealed])
    added = [kong_tiles(table, place, kind, "added") for kind in place.pungs if kind in once]
    events += ask.allowed([ev.Kong(seq=_SEQ, seat=seat, kind="added", tiles=tiles) for tiles in added])
    return events + ask.allowed(tuple(draws(table, seat)))


def _kinds(table: Table, place: Place, number: int) -> list[int]:
    """The kinds of which so many can be among a player's concealed tiles."""
    held, unknown, copies = place.held, place.most_unknown, table.plan.copies
    return [kind for kind in range(UNKNOWN) if held[kind] + unknown >= number and (copies[kind] or held[kind])]


class _Acts:
    """All that a seat can do with tiles of the hand, by kind; and each act with tiles that nobody sees."""

    def __init__(self, seat: Seat) -> None:
        plain = range(PLAIN_KINDS)
        self.discard, *discards = (ev.Discard(seq=_SEQ, seat=seat, tile=tile) for tile in (_BACK, *TILES[:UNKNOWN]))
        self.call, *calls = (
            ev.Discard(seq=_SEQ, seat=seat, tile=tile, calling=True) for tile in (_BACK, *TILES[:UNKNOWN])
        )
        self.discards, self.calls = discards, calls
        self.bonus = ev.Bonus(seq=_SEQ, seat=seat, tiles=(_BACK,))
        self.bonuses = [ev.Bonus(seq=_SEQ, seat=seat, tiles=(tile,)) for tile in TILES[:UNKNOWN]]
        self.kong = ev.Kong(seq=_SEQ, seat=seat, kind="concealed", tiles=(_BACK,) * 4)
        self.kongs = [ev.Kong(seq=_SEQ, seat=seat, kind="concealed", tiles=(TILES[kind],) * 4) for kind in plain]
        self.added = [ev.Kong(seq=_SEQ, seat=seat, kind="added", tiles=(TILES[kind],) * 4) for kind in plain]
        self.pung = ev.LayConcealed(seq=_SEQ, seat=seat, kind="pung", tiles=(_BACK,) * 3)
        self.pungs = [ev.LayConcealed(seq=_SEQ, seat=seat, kind="pung", tiles=(TILES[kind],) * 3) for kind in plain]
        self.chow = ev.LayConcealed(seq=_SEQ, seat=seat, kind="chow", tiles=(_BACK,) * 3)
        self.chows = {
            low: ev.LayConcealed(seq=_SEQ, seat=seat, kind="chow", tiles=TILES[low : low + 3])
            for low in range(FIRST_HONOR)
            if low % 9 <= 6
        }


@functools.cache
def _acts(seat: Seat) -> _Acts:
    return _Acts(seat)


# -- what is said and laid down -----------------------------------------------------------------------------------


def _said(ask: _MoveJudge, seat: Seat) -> Iterator[ev.Event]:
    """What is said: passes, claims, calls, declarations."""
    yield ev.Pass(seq=_SEQ, seat=seat)
    for kind in _CLAIMS_WITH_JOKERS if ask.table.plan.copies[JOKER] else _CLAIMS:
        yield ev.Claim(seq=_SEQ, seat=seat, for_=kind)  # type: ignore[arg-type]
    for source in _SOURCES:
        win = ev.Mahjong(seq=_SEQ, seat=seat, source=source)
        tile = winning_tile(ask.table, win)
        if tile != UNKNOWN:
            face = ask.table.plan.family.won_face(ask.table, tile, source in ev.FROM_OTHERS)
            win = ev.Mahjong(seq=_SEQ, seat=seat, source=source, tile=TILES[face])
        yield win
    yield ev.Retract(seq=_SEQ, seat=seat)
    if ask.says_fishing:
        yield ev.Fishing(seq=_SEQ, seat=seat)


def _exposures(table: Table, seat: Seat) -> tuple[ev.Event, ...]:
    """The sets that can be laid down with a claimed tile; by a winner, with the tile that was won."""
    if table.winner is not None:
        won = table.win.tile if table.win is not None and table.win.discarder is not None else None
        is_done = table.winner is not seat or table.place(seat).shown is not None
        return () if is_done or won is None else _sets_with(seat, won, table.plan.forms.wild)
    if table.plan.copies[JOKER]:
        return _groups_with(seat, table.discard.tile) if table.discard is not None else ()
    tile = table.discard.tile if table.discard is not None else UNKNOWN
    sets = tuple(each for each in _sets_with(seat, tile, table.plan.forms.wild) if not lays_own_set_open(table, each))
    return sets if table.plan.family.red_fives is None else tuple(_with_red_fives(table, sets))


@functools.cache
def _sets_with(seat: Seat, tile: int, wild: int) -> tuple[ev.Expose, ...]:
    if tile in (ANY_FLOWER, JOKER):
        return ()
    if tile == UNKNOWN:
        backs = {"chow": (_BACK,) * 3, "pung": (_BACK,) * 3, "kong": (_BACK,) * 4}
        return tuple(ev.Expose(seq=_SEQ, seat=seat, kind=kind, tiles=tiles) for kind, tiles in backs.items())  # type: ignore[arg-type]
    kinds = ("chow", "pung", "kong") if tile < FIRST_HONOR else ("pung", "kong") if tile < PLAIN_KINDS else ()
    exposures: list[ev.Expose] = []
    for kind in kinds:
        for rest in rests_of_set(kind, tile, wild):
            tiles = tuple(TILES[kind] for kind in sorted((*rest, tile)))
            exposures.append(ev.Expose(seq=_SEQ, seat=seat, kind=kind, tiles=tiles))  # type: ignore[arg-type]
    return tuple(exposures)


@functools.cache
def _groups_with(seat: Seat, tile: int) -> tuple[ev.Event, ...]:
    """Three to six alike with the tile claimed, and any number of jokers among them."""
    events: list[ev.Event] = []
    for kind, size in SIZES.items() if tile not in (JOKER, UNKNOWN) else ():
        for jokers in range(size):
            tiles = (TILES[tile],) * (size - jokers) + (TILES[JOKER],) * jokers
            events.append(ev.Expose(seq=_SEQ, seat=seat, kind=kind, tiles=tiles))  # type: ignore[arg-type]
    return tuple(events)


def _exchanges(table: Table, seat: Seat) -> Iterator[ev.Event]:
    """Every joker on the table with the tile that it stands for."""
    for owner in table.plan.seats if table.plan.copies[JOKER] else ():
        for number, laid in enumerate(table.place(owner).sets):
            for kind in naturals_of(laid.tiles) if JOKER in laid.tiles else ():
                yield ev.JokerExchange(seq=_SEQ, seat=seat, owner=owner, tile=TILES[kind], set=number)


def _passes(table: Table, seat: Seat) -> Iterator[ev.Event]:
    """Tiles passed in the Charleston, whichever they are; in the courtesy one to three of them."""
    passing = table.passing
    if passing is None:
        return
    sizes = range(1, TILES_PASSED + 1) if passing.due == COURTESY else (TILES_PASSED,)
    for size in sizes:
        yield ev.Charleston(seq=_SEQ, pass_=passing.due, seat=seat, tiles=(_BACK,) * size)  # type: ignore[arg-type]
    yield ev.CharlestonStop(seq=_SEQ, seat=seat)


def _shows(table: Table, seat: Seat) -> tuple[ev.Event, ...]:
    """The hand as it is, laid down when it is over; how it is arranged is its player's to say."""
    place = table.place(seat)
    shows_readiness = table.plan.family.draws_have_reasons
    at_the_end = not table.in_play or may_show(table, seat) if shows_readiness else table.due in (CLOSING, DONE)
    if not at_the_end or not place.size:
        return ()
    faces = (*held_faces(table, place), *(UNKNOWN,) * place.unknown)
    return (ev.Show(seq=_SEQ, seat=seat, rest=tuple(TILES[face] for face in faces)),)


# -- where riichi is played: red fives apart, indicators, hands that are ended -----------------------------------------


def faces_possible(table: Table, place: Place, kinds: Sequence[int]) -> list[int]:
    """The faces that a player may have of these kinds: of fives the red one, the plain one, or both."""
    state, plan = table.riichi, table.plan.riichi
    if state is None:
        return list(kinds)
    faces = []
    for kind in kinds:
        if kind not in FIVES or not plan.red_fives[FIVES.index(kind)]:
            faces.append(kind)
            continue
        suit = FIVES.index(kind)
        reds = state.reds[place.seat.index][suit]
        faces += [kind] if place.held[kind] > reds or place.has_unseen else []
        faces += [RED_FIVES[suit]] if reds or place.has_unseen else []
    return faces


@functools.cache
def _discard_of(seat: Seat, face: int, riichi: bool) -> ev.Discard:
    """A tile discarded, silently or with riichi."""
    return ev.Discard(seq=_SEQ, seat=seat, tile=TILES[face], riichi=riichi or None)


def kong_tiles(table: Table, place: Place, kind: int, manner: str) -> tuple[Tile, ...]:
    """The tiles of a kong that a player would make; of fives those that are red with it."""
    plan = table.plan.riichi
    if kind not in FIVES or not any(plan.red_fives):
        return (TILES[kind],) * 4
    suit = FIVES.index(kind)
    if manner == "concealed":
        reds = plan.red_fives[suit]
    else:
        pung = next((laid for laid in place.sets if laid.kind == "pung" and laid.tiles[0] == kind), None)
        laid, held = pung.reds if pung is not None else 0, table.riichi.reds[place.seat.index][suit]  # type: ignore[union-attr]
        reds = laid + held
    return tuple(TILES[face] for face in (*[kind] * (4 - reds), *[RED_FIVES[suit]] * reds))


def _with_red_fives(table: Table, sets: Sequence[ev.Expose]) -> Iterator[ev.Expose]:
    """Claimed sets with the tile as it was discarded; with a red five of the hand and without."""
    discard, plan = table.discard, table.plan.riichi
    for laid_set in sets:
        kinds = [tile.kind for tile in laid_set.tiles]
        five = next((kind for kind in kinds if kind in FIVES), None)
        if discard is None or table.plan.family.red_fives is None or five is None or discard.tile == UNKNOWN:
            yield laid_set
            continue
        claimed, rest = discard.face, list(kinds)
        rest.remove(kind_of(claimed))
        number, red = rest.count(five), RED_FIVES[FIVES.index(five)]
        most = plan.red_fives[FIVES.index(five)] - (claimed == red)
        for reds in range(min(number, most) + 1):
            faces = [face for face in rest if face != five] + [five] * (number - reds) + [red] * reds
            tiles = tuple(TILES[face] for face in sorted((claimed, *faces), key=kind_of))
            yield ev.Expose(seq=_SEQ, seat=laid_set.seat, kind=laid_set.kind, tiles=tiles)


def draws(table: Table, seat: Seat | None) -> Iterator[ev.Washout]:
    """The ends of a hand without a winner: for nine terminals by one player; the others are nobody's act."""
    if seat is not None:
        if not lacks_for_nine_terminals(table, seat):
            yield ev.Washout(seq=_SEQ, reason=ABORTS[0], seats=(seat,))
        return
    for reason, (holds, _words) in ABORTS_BY_THEMSELVES.items():
        if holds(table):
            yield ev.Washout(seq=_SEQ, reason=reason)
    seats = nagashi_seats(table) if not table.live_left else []
    yield ev.Washout(seq=_SEQ, reason=NAGASHI if seats else EXHAUSTIVE, seats=tuple(seats) or None)


def indicators(table: Table) -> Iterator[ev.Indicator]:
    """The indicator that is due, as it lies in the wall."""
    state, places = table.riichi, table.plan.wall.indicators
    if state is None:
        return
    under = bool(table.wins)
    number = len(state.under if under else state.indicators)
    if number < len(places):
        tile = TILES[table.wall.face_at(places[number] + under)]
        yield ev.Indicator(seq=_SEQ, tile=tile, of="under" if under else "kong" if number else "first")
