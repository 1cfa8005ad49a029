"""What can have happened where the record has a fault: explanations, the likeliest first.

It happened as it was written down; or one thing was written down wrong. An explanation that says so is one small
function: it reads the event otherwise, or puts another before it, and holds where the rules then have nothing against
the event. So a fault needs no list of what follows from it: what follows is no fault where the explanation is true.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from typing import Any, Literal

from msgspec.structs import replace as changed

from mjlog import events as ev
from mjlog.audit.hypothesis import AS_WRITTEN, Hypothesis
from mjlog.findings import Refusal, codes_that
from mjlog.rules.turn import Acts
from mjlog.seats import SEATS, Seat
from mjlog.table import Table, apply, prepare
from mjlog.table.apply import apply_beside
from mjlog.table.charleston import forget_racks
from mjlog.table.closing import apply_gap, declare_in_vain, declares_too, find_no_win, undo_win
from mjlog.table.facts import Fact
from mjlog.table.moves import (
    dealing_with,
    finish_deal,
    forget_hand,
    pass_over,
    places_of,
    put_back,
    return_easts_first_tile,
    take,
    take_out,
)
from mjlog.table.opening import dealt_from_elsewhere
from mjlog.table.passing import COURTESY, TILES_PASSED, Given, receiver
from mjlog.table.plan import ABORTS
from mjlog.table.riichi_moves import RIICHI_WAYS, declare_unseen, forget_indicators, undo_riichi
from mjlog.table.stakes import EXHAUSTIVE, NAGASHI
from mjlog.table.state import A_DISCARD, A_DRAW, A_LOOSE_TILE, CLOSING, DEALING, DONE, NOTHING, PASSING
from mjlog.tiles import CODES, PLAIN_KINDS, TILES, UNKNOWN, Tile, kind_of, parse_face

Allowed = Callable[[Table, ev.Event], bool]
"""Whether no rule has anything against an event at this table."""
_UNSEEN = TILES[UNKNOWN]
_CHANGES_NOTHING = (ev.Claim, ev.Retract, ev.Pass, ev.Dead)
"""Acts of which a refused one changes nothing. Source: docs/lookup/format.md."""
_MOST_BONUS = 3
_SETS = {"chow": 3, "pung": 3, "kong": 4, "quint": 5, "sextet": 6}


def explanations(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """The hypotheses that go on after a fault, the likeliest first; no more of them are looked for than are taken.

    `hypothesis`: the one in which the event was refused, its table as it stood before; it goes into the first of them.
    """
    play = hypothesis.before_play
    if play is not None and play[0] is event:
        hypothesis.before_play = None
        earlier = hypothesis.branch(play[1], AS_WRITTEN)
        yield from explanations(hypothesis, event, refusal, allowed)
        yield from _not_written(earlier, event, refusal, allowed)
        yield from _never_happened(earlier, event, refusal, allowed)
        yield from _came_later(earlier, event, refusal, allowed)
        return
    is_seen = isinstance(event, ev.Show | ev.Washout) and refusal.code in codes_that("of-a-hand-laid-open")
    # That riichi was declared there can be written down wrongly all the same.
    explaining = (_riichi_undone,) if is_seen else _EXPLANATIONS
    before = hypothesis.branch(hypothesis.table.copy(), AS_WRITTEN)
    written = list(_as_written(hypothesis, event, refusal))
    if is_decided(written[0].table, event, refusal):
        explaining = ()
    others = (other for explain in explaining for other in explain(before, event, refusal, allowed))
    for one in itertools.chain(written, others):
        if isinstance(event, ev.Show):
            # What one player shows too much another shows too little, or comes later.
            one.excused |= {(seat, code) for seat in (*SEATS, None) for code in codes_that("told-of-others-too")}
        yield one


def _as_written(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal) -> Iterator[Hypothesis]:
    """It happened so: what the rules do not allow is carried out as far as the tiles allow."""
    if isinstance(event, _CHANGES_NOTHING):
        if isinstance(event, ev.Claim):
            stands = hypothesis.branch(hypothesis.table.copy(), f"{event.seat}'s call stood")
            apply(stands.table, event)
            stands.table.refused |= {event.seat}
            stands.excused |= {(event.seat, refusal.code)}
            # Whoever calls wrongly may lay the set down all the same, out of the hand.
            # That the tiles for it are there is another question, if it was not what is wrong with the call.
            carried, of_the_set = codes_that("after-a-false-call"), codes_that("of-the-set")
            carried = carried if refusal.code in of_the_set else carried - of_the_set
            carried |= codes_that("of-the-same-win") if event.for_ == "mahjong" else frozenset()
            hypothesis.excused |= {(event.seat, code) for code in carried}
            hypothesis.excused |= frozenset(_carried_through(event, refusal))
            yield from (hypothesis, stands)
            return
        yield hypothesis
        return
    has_drawn = hypothesis.table.turn if hypothesis.table.due == A_DISCARD else None
    if isinstance(event, ev.Mahjong) and refusal.code in codes_that("does-not-count"):
        declare = declare_in_vain if declares_too(hypothesis.table, event) else apply
        declare(hypothesis.table, event)
    else:
        apply(hypothesis.table, event)
    if isinstance(event, ev.Mahjong | ev.Show) and refusal.code in codes_that("bars-win"):
        find_no_win(hypothesis.table, event.seat)
    hypothesis.lose_the_turn(has_drawn, event)
    is_draw = isinstance(event, ev.Washout) and hypothesis.table.plan.family.draws_have_reasons
    is_draw = is_draw and refusal.code != "fishing-false"
    is_open = isinstance(event, ev.Mahjong) and not is_decided(hypothesis.table, event, refusal)
    if is_open or is_draw:
        # Who has won, or why nobody has, is open, and so who is East next.
        hypothesis.table.standing.result_known = False
    if is_draw:
        hypothesis.table.standing.lose_totals()
    if refusal.code in codes_that("breaks-a-call"):
        # A call that was not kept is none any more.
        hypothesis.table.place(event.seat).calling = False  # type: ignore[attr-defined]
    hypothesis.excused |= frozenset(_carried_through(event, refusal))
    yield hypothesis


def is_decided(table: Table, event: ev.Event, refusal: Refusal) -> bool:
    """Whether a declaration does not count, and another on the same tile does: then it is not open who has won."""
    if not isinstance(event, ev.Mahjong | ev.Show) or refusal.code not in codes_that("does-not-count"):
        return False
    return bool(table.sound_wins) and table.win_of(event.seat) is None


def _carried_through(event: ev.Event, refusal: Refusal) -> Iterator[tuple[Seat | None, str]]:
    """What only tells the same fault again, where it happened as it was written down: by seat and finding code."""
    seat = getattr(event, "seat", None)
    if isinstance(event, ev.Mahjong | ev.Show) and refusal.code not in codes_that("stands-behind"):
        yield from ((seat, code) for code in codes_that("of-the-same-win"))
    if isinstance(event, ev.Mahjong):
        # Which indicators are turned for it depends on who has won.
        yield from ((None, code) for code in codes_that("goes-by-the-winner"))
    if refusal.code in codes_that("of-the-riichi"):
        # Where riichi was declared with another discard, the hand changed until then.
        yield from ((seat, code) for code in codes_that("changes-the-hand"))
    if refusal.code == "indicator-missing":
        yield from ((one, refusal.code) for one in (*SEATS, None))
    if refusal.code in codes_that("leaves-a-wrong-number"):
        # Whose hands have a wrong number of tiles by it.
        yield (seat, "dead-count")
        if isinstance(event, ev.Charleston):
            yield (receiver(event.pass_, event.seat), "dead-count")
    if refusal.code == "wrong-deal-order" and isinstance(refusal.seat, Seat):
        # Who was passed over takes the other block instead.
        yield (refusal.seat, refusal.code)
    if refusal.code in codes_that("hand-had-ended"):
        # Nobody acts rightly any more, nor does who wins where too many call.
        yield from ((one, code) for one in (*SEATS, None) for code in (refusal.code, *codes_that("stands-behind")))


def _tried(hypothesis: Hypothesis, allowed: Allowed, events: Sequence[ev.Event], why: str) -> Iterator[Hypothesis]:
    """The hypothesis in which these events happened, if the rules allow each of them."""
    table = hypothesis.table.copy()
    for event in events:
        prepare(table, event)
        if not allowed(table, event):
            return
        apply(table, event)
    yield hypothesis.branch(table, why)


def _at(table: Table, event: ev.Event, allowed: Allowed, hypothesis: Hypothesis, why: str) -> Iterator[Hypothesis]:
    """The hypothesis in which the event happened at another table, if the rules allow it there."""
    if allowed(table, event):
        apply(table, event)
        yield hypothesis.branch(table, why)


def _turn_stayed(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """It happened so, out of turn, and play went on from where it was."""
    yield from turn_stayed(hypothesis, event)


def turn_stayed(hypothesis: Hypothesis, event: ev.Event) -> Iterator[Hypothesis]:
    """The hypothesis in which a tile was taken, discarded or claimed out of turn, and the turn is where it was."""
    table = hypothesis.table
    acts = ev.Draw | ev.KongReplacement | ev.Discard | ev.Expose | ev.Kong
    if not isinstance(event, acts) or event.seat is table.turn:
        return
    if table.due in (A_DISCARD, A_DRAW, A_LOOSE_TILE):
        stayed = hypothesis.branch(table.copy(), f"it was {table.turn}'s turn all the same")
        apply_beside(stayed.table, event)
        if not isinstance(event, ev.Discard):
            # Whoever has taken a tile before the turn has come may discard at once, or in it without drawing.
            stayed.beside = event.seat
        yield stayed


def went_on(hypothesis: Hypothesis, event: ev.Event) -> Iterator[Hypothesis]:
    """Those who declared have shown, or have, hands that are none, and an act of play follows: nobody has won."""
    table = hypothesis.table
    is_over = table.due == CLOSING and table.winner in table.no_wins and not table.sound_wins
    is_told = table.settlement is not None or table.scores or declares_too(table, event)
    if is_over and not is_told and table.plan.family.false_win is None and isinstance(event, Acts):
        # Whoever has called a discard goes on with it, or gives it back; the tile of a kong goes back to that.
        source = table.win.source if table.win is not None else ""
        ways = (False, True) if source == "discard" else (source in ev.FROM_OTHERS,)
        for is_given_back in ways:
            other = hypothesis.branch(table.copy(), "it counted for nothing, and play went on")
            undo_win(other.table, is_given_back)
            other.end.result_open = False
            yield other


# -- an event is missing ---------------------------------------------------------------------------------------------


def _not_written(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """An act before this one was not written down: a draw, a discard, a replacement, a set laid down, a call."""
    for missing, what in _missing(hypothesis.table, event):
        yield from _tried(hypothesis, allowed, (missing, event), what)


def _missing(table: Table, event: ev.Event) -> Iterator[tuple[ev.Event, str]]:
    seq, seat = event.seq, getattr(event, "seat", None)
    turn = table.turn
    if table.due == DEALING and table.in_deal:
        block, end = table.dealing.by_tile[table.in_deal]
        tiles = (_UNSEEN,) * (end - table.in_deal)
        yield ev.Deal(seq=seq, seat=block.seat, tiles=tiles), f"{block.seat} had taken a block, unseen"
    if table.due == PASSING and table.passing is not None and table.passing.given:
        name: Any = table.passing.name
        for passer in [one for one in table.plan.seats if one not in table.passing.given]:
            # In the courtesy a player passes as many as the one across.
            across = table.passing.given.get(passer.across, Given(()))
            number = len(across.kinds) if name == COURTESY else TILES_PASSED
            passed = ev.Charleston(seq=seq, seat=passer, pass_=name, tiles=(_UNSEEN,) * number)
            yield passed, f"{passer} had passed {name}, unseen"
    if table.due == A_DISCARD:
        yield ev.Discard(seq=seq, seat=turn, tile=_UNSEEN), f"{turn} had discarded, unseen"
        if table.plan.family.declares_riichi:
            riichi = ev.Discard(seq=seq, seat=turn, tile=_UNSEEN, riichi=True)
            yield riichi, f"{turn} had discarded with riichi, unseen"
    if table.due == A_DRAW:
        yield from _claims_carried_through(table, seq)
        yield ev.Draw(seq=seq, seat=turn, tile=_UNSEEN), f"{turn} had drawn, unseen"
    if table.loose_due is not None:
        loose = table.loose_due
        yield ev.KongReplacement(seq=seq, seat=loose, tile=_UNSEEN), f"{loose} had taken the loose tile, unseen"
    if table.plan.family.has_indicators:
        yield from _indicators(table, event)
    for place in table.places:
        if place.owed_bonus:
            kind = ev.Draw if table.plan.bonus_from_live else ev.BonusReplacement
            yield kind(seq=seq, seat=place.seat, tile=_UNSEEN), f"{place.seat} had replaced the bonus tile, unseen"
    if isinstance(seat, Seat):
        yield from _missing_before(table, event, seat)


def _indicators(table: Table, event: ev.Event) -> Iterator[tuple[ev.Event, str]]:
    """An indicator was turned, of which nothing was written down."""
    if isinstance(event, ev.Indicator) and event.of == "under":
        if table.win is None:
            yield from _claims_carried_through(table, event.seq)
            yield ev.Mahjong(seq=event.seq, seat=table.turn, source="wall"), f"{table.turn} had declared mahjong"
    elif isinstance(event, ev.Indicator) and event.of == "kong" and table.due == A_DISCARD:
        yield from _missing_kong(table, event.seq, table.turn)
    else:
        which: Literal["first", "kong"] = "kong" if table.indicators else "first"
        yield ev.Indicator(seq=event.seq, tile=_UNSEEN, of=which), "the indicator was turned, unseen"


def _claims_carried_through(table: Table, seq: int) -> Iterator[tuple[ev.Event, str]]:
    """A discard was claimed, and the set that was laid down is not in the record."""
    for seat, kind in table.claims.items():
        what = f"{seat} had laid down the set that was called"
        if kind == "mahjong":
            source = table.open_source
            yield ev.Mahjong(seq=seq, seat=seat, source=source), f"{seat} had declared mahjong"
        else:
            tiles = _called_tiles(table, seat, kind)
            yield ev.Expose(seq=seq, seat=seat, kind=kind, tiles=tiles), what  # type: ignore[arg-type]


def _under_unseen(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """The indicators under the others were turned, of which nothing was written down."""
    state = hypothesis.table.riichi
    if state is not None and isinstance(event, ev.Show | ev.Score | ev.Settlement):
        turned = (ev.Indicator(seq=event.seq, tile=_UNSEEN, of="under"),) * (len(state.indicators) - len(state.under))
        why = "the tiles under the indicators were turned, unseen"
        yield from _tried(hypothesis, allowed, (*turned[:1], event), why)
        yield from _tried(hypothesis, allowed, (*turned, event), why)


def _called_otherwise(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """Another set was called than was written down, and that was laid down."""
    if not isinstance(event, ev.Expose) or hypothesis.table.claims.get(event.seat) is None:
        return
    for kind in _LAID_FROM_A_DISCARD:
        table = hypothesis.table.copy()
        table.claims[event.seat] = kind
        table.claimed_sets.pop(event.seat, None)
        laid = changed(event, kind=kind, tiles=_around_discard(table, kind))
        if kind != event.kind:
            yield from _at(table, laid, allowed, hypothesis, f"{event.seat} had called a {kind}")


_LAID_FROM_A_DISCARD: tuple[Literal["pung", "chow", "kong"], ...] = ("pung", "chow", "kong")


def _claimed_unseen(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """The discard was claimed, and neither the call nor the set was written down, as where records have no calls."""
    table = hypothesis.table
    if not table.plan.family.calls_are_inferred or table.due != A_DRAW or not isinstance(event, ev.Discard | ev.Draw):
        return
    seq, seat = event.seq, event.seat
    kinds: tuple[Literal["chow", "pung", "kong"], ...] = ("chow", "pung")
    if isinstance(event, ev.Draw):
        kinds, event = ("kong",), ev.KongReplacement(seq=seq, seat=seat, tile=event.tile)
    for kind in kinds:
        claim = ev.Claim(seq=seq, seat=seat, for_=kind)
        expose = ev.Expose(seq=seq, seat=seat, kind=kind, tiles=_around_discard(table, kind))
        yield from _tried(hypothesis, allowed, (claim, expose, event), f"{seat} had claimed a {kind}, unseen")


def _missing_before(table: Table, event: Any, seat: Seat) -> Iterator[tuple[ev.Event, str]]:
    """What the player of the event must have done before it, and is not in the record."""
    seq = event.seq
    if isinstance(event, ev.Expose) and event.kind in _SETS:
        yield ev.Claim(seq=seq, seat=seat, for_=event.kind), f"{seat} had called {event.kind}"  # type: ignore[arg-type]
    if isinstance(event, ev.Mahjong) and event.source in ev.FROM_OTHERS:
        yield ev.Claim(seq=seq, seat=seat, for_="mahjong"), f"{seat} had called mahjong"
    if isinstance(event, ev.BonusReplacement | ev.Draw):
        for number in range(1, _MOST_BONUS + 1):
            yield ev.Bonus(seq=seq, seat=seat, tiles=(_UNSEEN,) * number), f"{seat} had laid out bonus tiles, unseen"
    if isinstance(event, ev.KongReplacement):
        yield from _missing_kong(table, seq, seat)
    elif isinstance(event, ev.Pass | ev.Claim | ev.Mahjong) and table.due == A_DISCARD:
        yield from _missing_kong(table, seq, table.turn)
    if isinstance(event, ev.Show | ev.Expose) and table.due not in (CLOSING, DONE):
        source: Any = "wall" if table.due == A_DISCARD else "discard"
        yield ev.Mahjong(seq=seq, seat=seat, source=source), f"{seat} had declared mahjong"


def _missing_kong(table: Table, seq: int, seat: Seat) -> Iterator[tuple[ev.Event, str]]:
    what = f"{seat} had made a kong"
    unseen = (_UNSEEN,) * 4
    yield ev.Kong(seq=seq, seat=seat, kind="concealed", tiles=unseen), what
    for laid in table.place(seat).sets:
        if laid.kind == "pung":
            yield ev.Kong(seq=seq, seat=seat, kind="added", tiles=(TILES[laid.tiles[0]],) * 4), what


def _called_tiles(table: Table, seat: Seat, kind: str) -> tuple[Any, ...]:
    """The tiles of a set as it was called; of one that was just named, what was seen of it."""
    called = table.claimed_sets.get(seat)
    return _around_discard(table, kind) if called is None else tuple(TILES[tile] for tile in called)


def _around_discard(table: Table, kind: str) -> tuple[Any, ...]:
    """The tiles of a set with the open discard, of which only that one was seen."""
    claimed = table.discard.tile if table.discard is not None else UNKNOWN
    return (TILES[claimed], *(_UNSEEN,) * (_SETS.get(kind, 3) - 1))


# -- the event is another --------------------------------------------------------------------------------------------


def _other_seat(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """Another player did it."""
    seat: Any = getattr(event, "seat", None)
    if not isinstance(seat, Seat) or isinstance(event, ev.Penalty | ev.Dead):
        return
    for other in hypothesis.table.plan.seats:
        if other is not seat:
            yield from _tried(hypothesis, allowed, (changed(event, seat=other),), f"it was {other}, not {seat}")


def _of_the_block(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """Tiles of a block of the deal were written down as another player's; the rest of the block follows."""
    table = hypothesis.table
    if refusal.code != "wrong-deal-order" or not isinstance(event, ev.Deal) or table.in_deal >= table.dealing.size:
        return
    block, end = table.dealing.by_tile[table.in_deal]
    if len(event.tiles) < end - table.in_deal:
        table = table.copy()
        apply(table, changed(event, seat=block.seat))
        yield hypothesis.branch(table, f"they were {block.seat}'s, not {event.seat}'s")


def _drawn_not_dealt(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """A tile behind the end of the deal was drawn for bonus tiles, of which the record says nothing."""
    if not isinstance(event, ev.Deal) or hypothesis.table.due == DEALING or len(event.tiles) != 1:
        return
    draw = ev.Draw(seq=event.seq, seat=event.seat, tile=event.tiles[0])
    for number in range(1, _MOST_BONUS + 1):
        laid = ev.Bonus(seq=event.seq, seat=event.seat, tiles=(_UNSEEN,) * number)
        yield from _tried(hypothesis, allowed, (laid, draw), f"{event.seat} had laid out bonus tiles, unseen")


def _otherwise(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """A tile, a number, the kind of set, or what else the event says, was written down wrong."""
    said = ((name, getattr(event, name, None), words) for name, words in _SAID_BESIDES.items())
    unsaid = (
        (changed(event, **{name: None}), words)
        for name, value, words in said
        if value is not None and value is not False
    )
    meant = _MEANT[type(event)](hypothesis.table, event, refusal) if type(event) in _MEANT else ()
    for other, what in itertools.chain(unsaid, meant):
        for made in _tried(hypothesis, allowed, (other,), what):
            if isinstance(event, ev.Draw):
                # Whether the discard is the tile drawn was told of the tile that was written down.
                made.excused |= {(event.seat, "call-changed")}
            if isinstance(event, ev.Claim):
                # The set that is laid down for it may be written down as wrongly as the call.
                made.excused |= {(event.seat, code) for code in codes_that("after-a-false-call")}
            passing = made.table.passing
            if isinstance(event, ev.Charleston) and passing is not None and passing.given:
                # The others may pass under the same name.
                passing.written = event.pass_
            yield made


def _tiles_otherwise(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """Some of several tiles were others than were written down: no more of them than it takes to be right."""
    if not isinstance(event, ev.Deal | ev.Bonus | ev.Charleston | ev.Kong | ev.LayConcealed):
        return

    def with_tiles(ways: Iterable[tuple[Tile, ...]]) -> list[Hypothesis]:
        others = (changed(event, tiles=tiles) for tiles in ways)
        return [one for other in others for one in _tried(hypothesis, allowed, (other,), "other tiles were meant")]

    # How many tiles the event must have
    table, number = hypothesis.table, len(event.tiles)
    if isinstance(event, ev.Deal):
        if table.in_deal < table.dealing.size and dealing_with(table, event) is None:
            number = table.dealing.by_tile[table.in_deal][1] - table.in_deal
    elif isinstance(event, ev.Charleston) and event.pass_ == COURTESY:
        across = table.passing.given.get(event.seat.across) if table.passing is not None else None
        number = min(number, TILES_PASSED) if across is None else len(across.kinds)
    elif isinstance(event, ev.Charleston | ev.Kong):
        number = TILES_PASSED if isinstance(event, ev.Charleston) else 4
    found = with_tiles([(_UNSEEN,) * number])
    if found and len(event.tiles) <= number:
        tiles = (*event.tiles, *(_UNSEEN,) * (number - len(event.tiles)))
        found = next(filter(None, (with_tiles(_with_unseen(tiles, wrong)) for wrong in range(_MOST_WRONG + 1))), found)
    if found and len(event.tiles) > number and isinstance(event, ev.Deal) and hypothesis.table.wall.tiles is None:
        # So many of the tiles dealt were not there, and nobody knows which.
        table = hypothesis.table.copy()
        prepare(table, event)
        apply(table, event)
        for _one in range(len(event.tiles) - number):
            take(table, table.place(event.seat), UNKNOWN)
        table.misread += len(event.tiles) - number
        found = [hypothesis.branch(table, "tiles were written down that were not dealt")]
    for made in found:
        if refusal.code == "wrong-deal-tiles":
            # A tile that one hand was given wrongly another lacks.
            made.excused |= {(seat, "wrong-deal-tiles") for seat in SEATS}
        yield made


_MOST_WRONG = 2
"""Where more tiles of an event than these cannot be right, none of them is taken to be."""


def _with_unseen(tiles: tuple[Tile, ...], number: int) -> Iterable[tuple[Tile, ...]]:
    """These tiles, of which so many were not seen: in every way that makes a difference."""
    return {
        tuple(sorted(tiles[at].value for at in places)): tuple(
            _UNSEEN if at in places else tile for at, tile in enumerate(tiles)
        )
        for places in itertools.combinations(range(len(tiles)), number)
    }.values()


_Meant = tuple[ev.Event, str]
"""An event as it can have been meant, and in words how."""


_SAID_BESIDES = {
    "on": "it was an answer to another event",
    "number": "it had another number",
    "calling": "it was no call",
    "riichi": "it was no riichi",
    "blind": "they were not passed blind",
}
_ANOTHER, _OTHERS = "another tile was meant", "other tiles were meant"


def _another_hand_start(table: Table, event: ev.HandStart, refusal: Refusal) -> Iterator[_Meant]:
    """Another wind, or another East: what a hand is worth, or who may declare riichi, hangs on them; or a number."""
    if refusal.code == "wrong-round" and refusal.expected in Seat.__members__:
        yield changed(event, round=Seat[refusal.expected]), "another wind prevailed"
    if not table.plan.family.goes_on_in_stakes:
        return
    taken = [seat for seat in table.plan.seats if seat in event.seats]
    players = [event.seats[seat] for seat in taken]
    if refusal.code == "wrong-east" and refusal.expected in players:
        at = players.index(refusal.expected)
        seats = dict(zip(taken, players[at:] + players[:at], strict=True))
        yield changed(event, seats=seats), f"{refusal.expected} was East"
    if refusal.part in ("repeats", "pot"):
        yield changed(event, **{refusal.part: None}), "the number was written down wrong"


def _another_tile(table: Table, event: Any, refusal: Refusal) -> Iterator[_Meant]:
    """A tile that was drawn otherwise, or an indicator that was another; and then any other tile."""
    if isinstance(event, ev.Discard) and event.drawn is not None:
        yield changed(event, drawn=None), "it was another tile of the hand"
    if isinstance(event, ev.Draw):
        yield ev.KongReplacement(seq=event.seq, seat=event.seat, tile=event.tile), "it was a loose tile"
    if isinstance(event, ev.KongReplacement | ev.BonusReplacement):
        yield ev.Draw(seq=event.seq, seat=event.seat, tile=event.tile), "it was drawn from the live wall"
    for of in ("first", "kong", "under") if isinstance(event, ev.Indicator) else ():
        yield changed(event, of=of), "it was another indicator"
    yield changed(event, tile=_UNSEEN), _ANOTHER


def _another_exchange(table: Table, event: ev.JokerExchange, refusal: Refusal) -> Iterator[_Meant]:
    """A joker of another exposure, or for another tile."""
    for owner in dict.fromkeys((event.owner, *SEATS)):
        yield changed(event, owner=owner, set=None), f"it was a joker of {owner}"
    yield from _another_tile(table, event, refusal)


def _another_pass(table: Table, event: ev.Charleston, refusal: Refusal) -> Iterator[_Meant]:
    if table.passing is not None and event.pass_ != table.passing.due:
        yield changed(event, pass_=table.passing.due), f"it was {table.passing.due}"


def _another_deal(table: Table, event: ev.Deal, refusal: Refusal) -> Iterator[_Meant]:
    if dealing_with(table, event) not in (None, table.plan.dealing):
        yield changed(event, tiles=(_UNSEEN,) * (len(event.tiles) - 1)), "a tile less was dealt"


def _another_kong(table: Table, event: ev.Kong, refusal: Refusal) -> Iterator[_Meant]:
    yield changed(event, kind="added" if event.kind == "concealed" else "concealed"), "it was the other kong"


def _another_call(table: Table, event: ev.Claim, refusal: Refusal) -> Iterator[_Meant]:
    for kind in ("mahjong", "pung", "kong", "chow"):
        yield changed(event, for_=kind, tiles=None), f"{kind} was called"


def _another_set(table: Table, event: ev.Expose, refusal: Refusal) -> Iterator[_Meant]:
    for kind in dict.fromkeys((event.kind, "pung", "kong", "chow")):
        yield changed(event, kind=kind, tiles=_called_tiles(table, event.seat, kind)), _OTHERS


def _another_end(table: Table, event: ev.Mahjong | ev.Washout, refusal: Refusal) -> Iterator[_Meant]:
    """A hand that was won otherwise, or drawn for another reason."""
    if isinstance(event, ev.Mahjong):
        for source in dict.fromkeys((event.source, "wall", "discard", "loose", "kong", "bonus")):
            yield changed(event, source=source, tile=None), "the hand was won otherwise"
    elif table.plan.family.draws_have_reasons:
        for reason in (EXHAUSTIVE, NAGASHI, *ABORTS):
            yield changed(event, reason=reason, seats=None), f"the hand was drawn for {reason}"


def _another_hand(table: Table, event: ev.Show, refusal: Refusal) -> Iterator[_Meant]:
    yield shown_unseen(table, event), _OTHERS


def _another_payment(table: Table, event: ev.Settlement, refusal: Refusal) -> Iterator[_Meant]:
    if refusal.code == "wrong-pot":
        yield changed(event, pot=refusal.expected), "another number of points was taken from the table"


_MEANT: dict[type[ev.Event], Callable[[Table, Any, Refusal], Iterator[_Meant]]] = {
    ev.BonusReplacement: _another_tile, ev.Charleston: _another_pass, ev.Claim: _another_call, ev.Deal: _another_deal,
    ev.Discard: _another_tile, ev.Draw: _another_tile, ev.Expose: _another_set, ev.HandStart: _another_hand_start,
    ev.Indicator: _another_tile, ev.JokerExchange: _another_exchange, ev.Kong: _another_kong,
    ev.KongReplacement: _another_tile, ev.Mahjong: _another_end, ev.Settlement: _another_payment,
    ev.Show: _another_hand, ev.Washout: _another_end,
}  # fmt: skip
"""How an event can have been meant, by its type, the likeliest first."""


def believed(hypothesis: Hypothesis, event: ev.Event) -> ev.Event:
    """What is taken from an event that only carries a fault through: of tiles shown, dealt or laid down none."""
    if isinstance(event, ev.Show):
        return shown_unseen(hypothesis.table, event)
    if isinstance(event, ev.Deal):
        return changed(event, tiles=(_UNSEEN,) * len(event.tiles))
    called = hypothesis.table.claims.get(event.seat) if isinstance(event, ev.Expose) else None
    if called in _SETS:
        return changed(event, kind=called, tiles=_around_discard(hypothesis.table, called))
    return event


def shown_unseen(table: Table, event: ev.Show) -> ev.Show:
    """A hand laid down of which no tile was seen."""
    return changed(event, sets=None, rest=(_UNSEEN,) * table.place(event.seat).size, completes=None)


# -- what came before was another ------------------------------------------------------------------------------------


def _hand_otherwise(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """A tile that had come to the hand before, or left it, was written down wrong."""
    for seat in dict.fromkeys((refusal.seat, getattr(event, "seat", None))):
        if not isinstance(seat, Seat) or not any(hypothesis.table.place(seat).came):
            continue
        table = hypothesis.table.copy()
        _misread(table, seat)
        yield from _at(table, event, allowed, hypothesis, f"{seat} had other tiles than were written down")
    if refusal.code != "too-many-copies":
        return
    # Of a tile that comes once too often one copy in a hand was another tile, which nobody saw.
    tiles = getattr(event, "tiles", None) or (getattr(event, "tile", TILES[UNKNOWN]),)
    kinds = dict.fromkeys(tile.kind for tile in tiles if tile.kind != UNKNOWN)
    for seat, kind in itertools.product(hypothesis.table.plan.seats, kinds):
        if hypothesis.table.place(seat).held[kind]:
            table = hypothesis.table.copy()
            place = table.place(seat)
            place.held[kind] -= 1
            place.unknown += 1
            table.seen[kind] -= 1
            table.misread += 1
            yield from _at(table, event, allowed, hypothesis, f"{seat}'s {CODES[kind]} was another tile")


def _misread(table: Table, seat: Seat) -> None:
    """One of the tiles that came to a hand, or left it, was another: one that nobody saw is in its place."""
    place = table.place(seat)
    put_back(table, place, UNKNOWN)
    take(table, place, UNKNOWN)
    table.misread += 1


def _passed_otherwise(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """Another player had passed on other tiles than were written down."""
    passing, seat = hypothesis.table.passing, getattr(event, "seat", None)
    if passing is None or not passing.begun or not isinstance(seat, Seat):
        return
    for giver in seat.others():
        table = hypothesis.table.copy()
        _misread(table, seat)
        _misread(table, giver)
        yield from _at(table, event, allowed, hypothesis, f"{giver} had passed on other tiles than were written down")


def _passed_under_another_name(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """What was passed last was of this pass, or of the one before it: others in between need not be written down."""
    passing = hypothesis.table.passing
    if not isinstance(event, ev.Charleston) or passing is None or passing.name == event.pass_:
        return
    is_over = not passing.given and bool(passing.done) and Fact.DRAWS in hypothesis.table.in_doubt
    for is_of_this in (True, False) if passing.given else (False,) * is_over:
        table = hypothesis.table.copy()
        assert table.passing is not None
        table.passing.name, table.passing.done = event.pass_, table.passing.before(event.pass_)
        if is_over:
            # Others have got the tiles.
            forget_racks(table)
        elif not is_of_this:
            # It counts as passed unseen already.
            for seat, given in passing.given.items():
                table.place(seat).unknown += len(given.kinds)
                for kind in given.kinds:
                    table.seen[kind] -= kind != UNKNOWN
            table.passing.given = {}
        yield from _at(table, event, allowed, hypothesis, f"{passing.name or passing.done[-1]} had been another pass")


def _not_refused(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """Nobody had refused the second Charleston."""
    table = hypothesis.table.copy()
    if isinstance(event, ev.Charleston) and table.passing is not None and table.passing.stopped is not None:
        table.passing.stopped = None
        yield from _at(table, event, allowed, hypothesis, "nobody had refused the second Charleston")


def _discard_otherwise(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """The tile discarded last was another."""
    latest = hypothesis.table.open_discard
    if latest is None or latest.tile == UNKNOWN:
        return
    table = hypothesis.table.copy()
    discard = table.discard
    assert discard is not None
    place, kind = table.place(discard.seat), discard.tile
    for counts in (table.thrown, table.visible):
        counts[kind] -= 1
    put_back(table, place, kind)
    take(table, place, UNKNOWN)
    discard.tile = UNKNOWN
    table.misread += 1
    yield from _at(table, event, allowed, hypothesis, f"{discard.seat} had discarded another tile")


_OTHER_INDICATORS = "the indicators were other tiles"


def indicators_unknown(hypothesis: Hypothesis) -> Hypothesis:
    """The indicators were other tiles than those written down."""
    table = hypothesis.table.copy()
    forget_indicators(table)
    return hypothesis.branch(table, _OTHER_INDICATORS)


def one_other_indicator(hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """One of the indicators was another tile: each tile that it can have been."""
    state = hypothesis.table.riichi
    for name in ("indicators", "under") if state is not None else ():
        faces: tuple[int, ...] = getattr(state, name)
        for at, kind in itertools.product(range(len(faces)), range(PLAIN_KINDS)):
            table = hypothesis.table.copy()
            setattr(table.riichi, name, (*faces[:at], kind, *faces[at + 1 :]))
            yield hypothesis.branch(table, _OTHER_INDICATORS)


def _indicators_otherwise(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """The indicators were other tiles than those written down; or another of them is the one too many."""
    if refusal.code not in codes_that("of-indicator-tiles") or not hypothesis.table.plan.family.has_indicators:
        return
    table = hypothesis.table.copy()
    forget_indicators(table)
    if isinstance(event, ev.Indicator) and refusal.code != "too-many-copies":
        yield hypothesis.branch(table, "another indicator was not turned")
    else:
        yield from _at(table, event, allowed, hypothesis, _OTHER_INDICATORS)


def _one_dealt_too_many(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """East's first tile seemed to be taken with the deal, and is drawn now: a tile of the deal is one too many."""
    table = hypothesis.table
    is_first = not table.discards and table.due == A_DISCARD and table.in_deal > table.plan.dealing.size
    if not table.plan.east_draws or not is_first or not isinstance(event, ev.Draw):
        return
    table = table.copy()
    return_easts_first_tile(table)
    yield from _at(table, event, allowed, hypothesis, f"{event.seat} was dealt a tile less")


def _riichi_unsaid(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """A player had declared riichi, which was not written down: the stick, or the winner's indicators, tell it."""
    table = hypothesis.table
    is_told = refusal.code in codes_that("shows-riichi") and table.hand
    if not is_told or not table.plan.family.declares_riichi:
        return
    seats = list(table.plan.seats)
    if refusal.code != "wrong-pot":
        seats = [event.seat] if isinstance(event, ev.Mahjong) else [win.seat for win in table.wins]
    for how, seat in itertools.product(RIICHI_WAYS, seats):
        place = table.place(seat)
        if table.riichi_of(seat) is not None or any(not laid.concealed for laid in place.sets):
            continue
        other = table.copy()
        declare_unseen(other, seat, *how)
        yield from _at(other, event, allowed, hypothesis, f"{seat} had declared riichi")


def _riichi_undone(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """Riichi had not been declared where it was written down: what the player does, or the stick, tells it."""
    state = hypothesis.table.riichi
    if refusal.code not in codes_that("of-riichi") or state is None:
        return
    seat = getattr(event, "seat", None)
    for declarer in (seat,) if isinstance(seat, Seat) else state.standing:
        if state.stands(declarer):
            table = hypothesis.table.copy()
            undo_riichi(table, declarer)
            yield from _at(table, event, allowed, hypothesis, f"{declarer} had not declared riichi")


def _taken_elsewhere(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """The tile was taken from another place of the wall: the one that was due is next, or those before it are left."""
    if refusal.code != "not-the-wall-tile" or not isinstance(event, ev.Draw | ev.KongReplacement | ev.BonusReplacement):
        return
    table = _interchanged(hypothesis.table, refusal)
    if not allowed(table, event):
        return
    apply(table, event)
    is_live = isinstance(event, ev.Draw) or (isinstance(event, ev.BonusReplacement) and table.plan.bonus_from_live)
    for position in places_of(hypothesis.table, event.tile, event.seat, is_live):
        taken, passed = table.copy(), table.copy()
        taken.wall, passed.wall = copy(hypothesis.table.wall), copy(hypothesis.table.wall)
        take_out(taken, position)
        yield hypothesis.branch(taken, "the tile was taken from elsewhere in the wall")
        if pass_over(passed, position, event.seat, is_live):
            yield hypothesis.branch(passed, "tiles of the wall were passed over")


def _dealt_elsewhere(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """A block of the deal was taken from another place of the wall, or the wall was broken elsewhere."""
    if refusal.code != "wrong-deal-tiles" or not isinstance(event, ev.Deal):
        return
    for table, why in dealt_from_elsewhere(hypothesis.table, event):
        yield from _at(table, event, allowed, hypothesis, why)


def _wall_otherwise(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """The wall was written down wrong: two of its tiles in each other's places, or as a whole."""
    if isinstance(event, ev.Wall):
        yield hypothesis.branch(hypothesis.table.copy(), "the wall was another")
        return
    if refusal.code not in codes_that("not-as-in-the-wall"):
        return
    table = _interchanged(hypothesis.table, refusal)
    yield from _at(table, event, allowed, hypothesis, "a tile of the wall was written down wrong")


def _interchanged(table: Table, refusal: Refusal) -> Table:
    """The table with a wall in which the tile that was due and the one that came lie in each other's places."""
    faces = [parse_face(str(tile)) for tile in (refusal.expected, refusal.found)]
    kinds = [kind_of(face) for face in faces]
    table = table.copy()
    table.wall.displaced |= {pair for one, other in (faces, kinds) for pair in ((one, other), (other, one))}
    return table


# -- the event is not there, or comes later --------------------------------------------------------------------------


def _never_happened(
    hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed
) -> Iterator[Hypothesis]:
    """The line is one too many: written down twice, or by mistake."""
    if not isinstance(event, (*_CHANGES_NOTHING, ev.Wall)):
        yield hypothesis.branch(hypothesis.table.copy(), "it had not happened")


_SWAPPED = (
    ev.Deal, ev.Draw, ev.Discard, ev.KongReplacement, ev.BonusReplacement, ev.Bonus, ev.Claim, ev.Pass, ev.Expose,
    ev.Kong, ev.Mahjong, ev.Show, ev.Charleston, ev.JokerExchange, ev.Score, ev.Washout, ev.LayConcealed, ev.Indicator,
)  # fmt: skip


def _came_later(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """Two lines have changed places: the next event came before this one."""
    if isinstance(event, _SWAPPED):
        later = hypothesis.branch(hypothesis.table.copy(), "it came one event later")
        later.held = event
        yield later


def _nothing_known(hypothesis: Hypothesis, event: ev.Event, refusal: Refusal, allowed: Allowed) -> Iterator[Hypothesis]:
    """The beginning of the hand is missing: nothing is known of it."""
    is_over = hypothesis.table.due in (NOTHING, CLOSING, DONE)
    is_of_another = isinstance(event, ev.Deal) or refusal.code in codes_that("of-a-lost-hand")
    if is_over and is_of_another:
        yield blind(hypothesis, event)


def dealt_unseen(hypothesis: Hypothesis) -> Hypothesis:
    """The hypothesis in which everybody has been dealt a full hand, and which tiles is not known."""
    other = hypothesis.branch(hypothesis.table.copy(), "the deal was written down wrong")
    other.table.misread += 1
    for place in other.table.places:
        forget_hand(other.table, place)
        place.unknown = other.table.dealing.seats.count(place.seat)
    finish_deal(other.table)
    other.excused |= {(seat, "wrong-deal-count") for seat in SEATS}
    return other


def blind(hypothesis: Hypothesis, event: ev.Event | None) -> Hypothesis:
    """The hypothesis in which the hand is another than the one written down: nothing of it is judged any more."""
    other = hypothesis.branch(hypothesis.table.copy(), "moves are missing")
    other.is_blind = True
    apply_gap(other.table, ev.Gap(seq=1))
    if event is not None:
        prepare(other.table, event)
        apply(other.table, event)
    return other


_EXPLANATIONS: tuple[Callable[[Hypothesis, Any, Refusal, Allowed], Iterator[Hypothesis]], ...] = (
    _turn_stayed, _not_written, _under_unseen, _claimed_unseen, _called_otherwise, _tiles_otherwise, _otherwise,
    _other_seat, _of_the_block, _drawn_not_dealt, _hand_otherwise, _passed_otherwise, _passed_under_another_name,
    _not_refused, _discard_otherwise, _riichi_unsaid, _riichi_undone, _indicators_otherwise, _one_dealt_too_many,
    _taken_elsewhere, _dealt_elsewhere, _wall_otherwise, _never_happened, _came_later, _nothing_known,
)  # fmt: skip
