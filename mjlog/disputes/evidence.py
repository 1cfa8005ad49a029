"""What the rest of a hand tells of tiles that were unseen at an event: what all players laid down, threw and showed.

Tiles that left a player's hand since then were in it, or were drawn in between; and what lay in another hand, or was
drawn from the wall, was not in this one. Nothing is assumed beyond that: a tile drawn unseen can be any tile. The event
itself proves nothing of its own tiles, and a call that was taken back, or stood back, needs none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from mjlog import events as ev
from mjlog.audit.game import Hand
from mjlog.disputes.reading import DisputedMoment
from mjlog.findings import Severity, codes_that
from mjlog.log.records import Fault
from mjlog.log.sight import rows_as_seen
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.state import DEALING, PASSING
from mjlog.tiles import HAND_TILES, JOKER, TILES, UNKNOWN
from mjlog.views.claimable import upon


class Need(NamedTuple):
    """By some time later: how many tiles of each kind the hand had, or has `drawn` unseen since, so many in all."""

    kinds: Counter[int]
    drawn: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the record shows of a player's hand after an event. `is_whole`: in the end every tile of it was seen.

    `elsewhere`: tiles unseen at the event, by kind, that lay in other hands or were drawn since. `doubt`: the event at
    which the record contradicts itself; nothing from there on is used.
    """

    needs: tuple[Need, ...] = ()
    is_whole: bool = False
    elsewhere: Mapping[int, int] = field(default_factory=dict)
    doubt: int | None = None

    def fits(self, held: Sequence[int], chosen: Mapping[int, int], rest: int) -> bool:
        """Whether unseen tiles can have been these. `held`: the known ones; `rest`: unseen ones of all other kinds."""
        for kinds, drawn in self.needs:
            short = {kind: max(0, number - held[kind] - chosen.get(kind, 0)) for kind, number in kinds.items()}
            named = sum(number for kind, number in short.items() if kind in chosen)
            if named > drawn or sum(short.values()) - named > rest + drawn - named:
                return False
        if not self.is_whole:
            return True
        last = self.needs[-1].kinds
        return all(held[kind] + number <= last[kind] for kind, number in chosen.items() if number)

    def most(self, held: Sequence[int], kind: int) -> int:
        """How many of a kind can be among the unseen ones, by what was seen of the whole hand in the end."""
        return max(0, self.needs[-1].kinds[kind] - held[kind]) if self.is_whole else HAND_TILES

    def pool(self, held: Sequence[int], unknown: int) -> list[int] | None:
        """The tiles of which the unseen ones are some, where the whole hand was seen in the end; None where not."""
        if not self.is_whole:
            return None
        last = self.needs[-1]
        left = {kind: number - held[kind] for kind, number in last.kinds.items()}
        if any(number < 0 for number in left.values()) or sum(left.values()) != unknown + last.drawn:
            return None
        return [kind for kind, number in sorted(left.items()) for _ in range(number)]


NOTHING_LATER = Evidence()
"""Nothing is known of the rest of the hand."""


def later(moment: DisputedMoment, table: Table, seat: Seat) -> Evidence:
    """What is seen of a player's hand from the event on. `table`: just before it, as the rules see it."""
    if table.due in (DEALING, PASSING) or table.gaps or not table.place(seat).sure:
        return NOTHING_LATER
    rest = afterwards(moment)
    needs, is_whole = _own(rest, table, seat)
    elsewhere = Counter[int]()
    # Of a wall that was written down the tiles are counted already.
    for other in SEATS if table.wall.tiles is None and Fact.COPIES not in table.in_doubt else ():
        if other in table.plan.seats:
            elsewhere.update(_drawn(rest, seat) if other is seat else _of_another(rest, table, other))
    return Evidence(needs, is_whole, elsewhere, rest.doubt)


def _own(rest: RestOfHand, table: Table, seat: Seat) -> tuple[tuple[Need, ...], bool]:
    """What the hand must have had, from time to time, and whether every tile of it was seen."""
    out, came, needs = Counter[int](), Counter[int](), list[Need]()
    size, count, is_named = table.place(seat).size, 0, True
    for there, event, after in rest.acts(seat):
        came.update(_taken(there, event))
        left = _left(there, event)
        if left is None:
            break
        if left:
            count += len(left)
            out.update(kind for kind in left if kind != UNKNOWN)
            is_named = is_named and UNKNOWN not in left
            drawn = after.place(seat).size + (0 if isinstance(event, ev.Show) else count) - size
            drawn += count - len(left) if isinstance(event, ev.Show) else 0
            unseen = drawn - came.total()
            if unseen < 0:
                break
            needs.append(Need(Counter({kind: out[kind] - came[kind] for kind in out}), unseen))
        if isinstance(event, ev.Show):
            return tuple(needs), is_named and len(left or ()) == after.place(seat).size
    return tuple(needs), False


def _drawn(rest: RestOfHand, seat: Seat) -> Counter[int]:
    """Known tiles that a player draws: until then they lay in the wall."""
    taken = Counter[int]()
    for there, event, _after in rest.acts(seat):
        if isinstance(event, _DRAWS):
            taken.update(_taken(there, event))
    return taken


def _of_another(rest: RestOfHand, table: Table, seat: Seat) -> Counter[int]:
    """Tiles, unseen at the event, that another player laid down, threw or showed since, or drew.

    A tile that the player took from somebody else was seen when it was thrown, or laid down.
    """
    place = table.place(seat)
    if not place.sure:
        return Counter()
    out, came = Counter[int](), Counter[int]()
    for there, event, _after in rest.acts(seat):
        left = _left(there, event)
        if left is None:
            break
        if not isinstance(event, _DRAWS):
            came.update(_taken(there, event))
        out.update(kind for kind in left if kind != UNKNOWN)
        if isinstance(event, ev.Show):
            break
    drawn = _drawn(rest, seat)
    return Counter({kind: max(out[kind] - place.held[kind] - came[kind], drawn[kind]) for kind in out | drawn})


_DRAWS = (ev.Draw, ev.KongReplacement, ev.BonusReplacement)


def _taken(table: Table, event: ev.Event) -> list[int]:
    """Known tiles that come to the hand."""
    kind = UNKNOWN
    if isinstance(event, _DRAWS):
        kind = event.tile.kind
    elif isinstance(event, ev.JokerExchange):
        kind = JOKER
    elif isinstance(event, ev.Mahjong) and event.source in ev.FROM_OTHERS:
        taken = table.discard if event.source == "discard" else table.kong
        kind = taken.tile if taken is not None else UNKNOWN
    return [kind] if kind != UNKNOWN else []


def _left(table: Table, event: ev.Event) -> list[int] | None:
    """The tiles that leave the hand, or are shown of it; None where it cannot be followed."""
    if isinstance(event, ev.Discard | ev.JokerExchange):
        return [event.tile.kind]
    if isinstance(event, ev.Bonus | ev.LayConcealed):
        return [tile.kind for tile in event.tiles]
    if isinstance(event, ev.Kong):
        return [tile.kind for tile in event.tiles][: 4 if event.kind == "concealed" else 1]
    if isinstance(event, ev.Expose):
        return _out_of_the_hand(table, event)
    if isinstance(event, ev.Show):
        sets, rest = table.shown_tiles(event)
        return [*(kind for tiles in sets for kind in tiles), *rest]
    # A call that is taken back moves no tile; a declared win gives the claimed one back.
    is_lost = isinstance(event, ev.Charleston) or (isinstance(event, ev.Retract) and table.latest_winner is event.seat)
    return None if is_lost else []


def _out_of_the_hand(table: Table, event: ev.Expose) -> list[int] | None:
    """The tiles of a claimed set but for the one claimed."""
    kinds = [tile.kind for tile in event.tiles]
    if table.winner is not None or table.discard is None or event.on is not None:
        return None
    if set(kinds) == {UNKNOWN}:
        return kinds[1:]
    if table.discard.tile not in kinds:
        return None
    kinds.remove(table.discard.tile)
    return kinds


# -- the rest of the hand ----------------------------------------------------------------------------------------------


_ERROR = Severity.ERROR.value
_TELLING = frozenset((
    ev.Draw, ev.KongReplacement, ev.BonusReplacement, ev.Discard, ev.Bonus, ev.Expose, ev.LayConcealed, ev.Kong,
    ev.JokerExchange, ev.Mahjong, ev.Show, ev.Retract, ev.Charleston,
))  # fmt: skip
Act = tuple[Table, ev.Event, Table]


@dataclass(frozen=True, slots=True)
class RestOfHand:
    """A hand from an event on. `first`: the place of that in the hand; `doubt`: the event that contradicts the rest."""

    seen: Hand
    first: int
    doubt: int | None
    kept: dict[Seat, list[Act]] = field(default_factory=dict, compare=False, repr=False)

    def acts(self, seat: Seat) -> list[Act]:
        """What a player does from the event on, each with the table before it and after; up to their first fault."""
        if seat in self.kept:
            return self.kept[seat]
        acts: list[Act] = []
        found = self.seen.findings
        faulty = {one.seq for one in found if one.severity == _ERROR and one.seat in (None, seat.value)}
        for at in range(self.first, len(self.seen.rows)):
            event = self.seen.rows[at]
            if isinstance(event, Fault | ev.Gap | ev.Dead | ev.Replay) or event.seq == self.doubt:
                break
            # A hand that is shown is seen by all, also where it is not the one that was declared.
            if event.seq in faulty and not isinstance(event, ev.Show):
                break
            if getattr(event, "seat", None) is seat and type(event) in _TELLING:
                acts.append((self.seen.table_after(at - 1), event, self.seen.table_after(at)))
        self.kept[seat] = acts
        return acts


def afterwards(moment: DisputedMoment) -> RestOfHand:
    """The rest of the hand of an event, without its own word."""
    hand = moment.hand
    rows = hand.rows
    for at in range(moment.first, moment.last + 1):
        row = rows[at - hand.first]
        # Of an event that happened nobody names the tiles. A call for the last tile needs a whole hand: it stays.
        if isinstance(row, ev.JokerExchange) or (isinstance(row, ev.Discard) and not row.calling):
            rows[at - hand.first] = msgspec.structs.replace(row, tile=TILES[UNKNOWN])
        elif isinstance(row, ev.Bonus | ev.Kong | ev.LayConcealed | ev.Expose):
            rows[at - hand.first] = msgspec.structs.replace(row, tiles=(TILES[UNKNOWN],) * len(row.tiles))
    written, nothing = moment.view.rows, list[int]()
    # A disputed call, and its taking back, where no set or win of that player follows from it
    led = upon(written, moment.first) if isinstance(moment.row, ev.Claim) else None
    if led is not None and not led.done:
        nothing += [moment.first] if led.taken_back is None else [moment.first, led.taken_back]
    for at in range(moment.first, hand.end):
        won = written[at]
        led = upon(written, at) if isinstance(won, ev.Mahjong) else None
        if isinstance(won, ev.Mahjong) and led is not None and led.taken_back is not None and not led.done:
            # Play went on as if the win had not been; taken back is the call for the discard, where there was one.
            nothing += [at] if won.source in ev.FROM_OTHERS else [at, led.taken_back]
    for at in nothing:
        rows[at - hand.first] = ev.Note(seq=written[at].seq or 0, text="")
    seen = hand.alone(rows_as_seen(rows, moment.sight))
    seqs = {row.seq for row in seen.rows[moment.first - hand.first :]}
    contradicts = codes_that("contradicts-the-tiles")
    doubt = next((one.seq for one in seen.findings if one.code in contradicts and one.seq in seqs), None)
    return RestOfHand(seen, moment.first - hand.first, doubt)
