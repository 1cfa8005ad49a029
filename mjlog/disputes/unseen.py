"""What an act depends on that nobody saw: which tiles among a player's unseen ones make it legal, and which do not.

It is tried out: of the tiles that nobody saw, those that matter are put into the hand in every number there can be, and
the rules are asked each time; what contradicts the rest of the hand, as it was laid down and shown later, is left out.
Where a whole hand has more ways than can be named, one that makes the act legal is searched for, or all are ruled out.
Nothing is said of how likely anything is, and nothing that was not tried.

In the search the rules are asked about hands of which only a part is fixed: they refuse those that no unseen tiles can
make legal. So whole families of hands are ruled out at once. Where all are, the act is proved illegal; where one is
left, a hand is filled in tile by tile. Neither is said where the search becomes too long.

Of the rest of the hand it is used what all players laid down, threw and showed. Tiles that left a player's hand since
then were in it, or were drawn in between; and what lay in another hand, or was drawn from the wall, was not in this
one. Nothing is assumed beyond that: a tile drawn unseen can be any tile. The event itself proves nothing of its own
tiles, and a call that was taken back, or stood back, needs none.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Annotated, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, Count, Numbers, Seq, says
from mjlog.audit.game import Hand
from mjlog.disputes.case import DisputedMoment
from mjlog.findings import Severity, codes_that, severity_of
from mjlog.log.records import Fault
from mjlog.log.sight import rows_as_seen
from mjlog.rules import Bound, violations
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table
from mjlog.table.facts import Fact
from mjlog.table.state import DEALING, PASSING
from mjlog.table.unseen import copies_for, copies_left, named_draw, rests_of_set
from mjlog.tiles import HAND_TILES, JOKER, TILES, UNKNOWN, Tile
from mjlog.views.claimable import upon

# -- what the rest of the hand proves ---------------------------------------------------------------------------------


class Need(NamedTuple):
    """What the hand must have had by some time later: tiles by kind; `drawn` of them it may have drawn unseen since."""

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
    draws = (_taken(there, event) for there, event, _after in rest.acts(seat) if isinstance(event, ev.Taking))
    return Counter(kind for taken in draws for kind in taken)


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
        if not isinstance(event, ev.Taking):
            came.update(_taken(there, event))
        out.update(kind for kind in left if kind != UNKNOWN)
        if isinstance(event, ev.Show):
            break
    drawn = _drawn(rest, seat)
    return Counter({kind: max(out[kind] - place.held[kind] - came[kind], drawn[kind]) for kind in out | drawn})


def _taken(table: Table, event: ev.Event) -> list[int]:
    """Known tiles that come to the hand."""
    kind = UNKNOWN
    if isinstance(event, ev.Taking):
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
        findings = self.seen.findings
        at_fault = (None, seat.value)
        faulty = {finding.seq for finding in findings if finding.severity == _ERROR and finding.seat in at_fault}
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
    written, nothing = moment.game.rows, list[int]()
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
    against = (finding.seq for finding in seen.findings if finding.code in contradicts)
    doubt = next((number for number in against if number in seqs), None)
    return RestOfHand(seen, moment.first - hand.first, doubt)


# -- a search, where there are too many ways --------------------------------------------------------------------------


Judge = Callable[[Counter[int], Mapping[int, int]], tuple[str, str | None]]
"""Given fixed tiles, and how many of each kind there can be at most: why no such hand is legal, and by which rule; an
empty text where one may be."""
_MOST_REASONS = 12


class RuledOut(NamedTuple):
    """Hands that are none: all those with these tiles. `why`: how the act breaks a rule with them, and which."""

    tiles: Counter[int]
    why: str
    rule: str | None


class Search(msgspec.Struct):
    """What was found: a hand that makes the act legal, or that there is none, or neither (`is_over` False).

    `ruled_out`: for each reason some hands that it holds for. `asked`: how often the rules were asked.
    """

    example: Counter[int] | None = None
    is_over: bool = True
    asked: int = 0
    ruled_out: list[RuledOut] = msgspec.field(default_factory=list)


class _Node(NamedTuple):
    """Hands with these tiles at least, and of each kind no more than `most`."""

    tiles: Counter[int]
    most: dict[int, int]


def search(
    judge: Judge, needs: Sequence[Need], held: Sequence[int], most: Mapping[int, int], unknown: int, longest: int
) -> Search:
    """Look for `unknown` unseen tiles. `held`: the known ones per kind; `most`: how many of a kind can be unseen ones.

    `needs`: what the whole hand must have had; see `Evidence`. `longest`: how often the rules are asked at most.
    """
    outcome = Search()
    waiting = [_Node(Counter(), {kind: min(number, unknown) for kind, number in most.items() if number > 0})]
    while waiting:
        node = _with_what_is_needed(waiting.pop(), needs, held, unknown)
        if node is None:
            continue
        if outcome.asked >= longest:
            outcome.is_over = False
            return outcome
        outcome.asked += 1
        why, rule = judge(node.tiles, node.most)
        if why:
            if len(outcome.ruled_out) < _MOST_REASONS and all(ruled.why != why for ruled in outcome.ruled_out):
                outcome.ruled_out.append(RuledOut(node.tiles, why, rule))
            continue
        lacking = ((need, _missing(node, need, held)) for need in needs)
        missing = next((tiles for need, tiles in lacking if tiles.total() > need.drawn), None)
        if missing is not None:
            # It is open whether one more of the kind was there, or was drawn later.
            kind = min(lacking_kind for lacking_kind in missing if _room(node, lacking_kind) > 0)
            more = Counter(node.tiles)
            more[kind] += 1
            waiting.append(_Node(node.tiles, {**node.most, kind: node.tiles[kind]}))
            waiting.append(_Node(more, node.most))
            continue
        outcome.example = _filled(judge, node, unknown, outcome)
        if outcome.example is not None:
            return outcome
        # A rule that cannot be asked about parts of a hand: what was not found need not be impossible.
        outcome.is_over = False
    return outcome


def _missing(node: _Node, need: Need, held: Sequence[int]) -> Counter[int]:
    """What the hand must have had, or has drawn since, beyond what is fixed."""
    return Counter({
        kind: number - held[kind] - node.tiles[kind]
        for kind, number in need.kinds.items()
        if kind < UNKNOWN and number > held[kind] + node.tiles[kind]
    })  # fmt: skip


def _with_what_is_needed(node: _Node, needs: Sequence[Need], held: Sequence[int], unknown: int) -> _Node | None:
    """The hands that agree with the rest of the record, as far as it leaves no choice; None where none does."""
    grown = True
    while grown:
        grown = False
        for need in needs:
            missing = _missing(node, need, held)
            can = Counter({kind: min(number, _room(node, kind)) for kind, number in missing.items()})
            due = missing.total() - need.drawn
            if due > can.total():
                return None
            if 0 < due == can.total():
                node, grown = _Node(node.tiles + can, node.most), True
    return node if node.tiles.total() <= unknown else None


def _room(node: _Node, kind: int) -> int:
    return node.most.get(kind, 0) - node.tiles[kind]


def _filled(judge: Judge, node: _Node, unknown: int, outcome: Search) -> Counter[int] | None:
    """A whole hand: the tiles that are fixed, and others, one by one. What is refused once is refused with more."""
    tiles = Counter(node.tiles)
    for kind in sorted(node.most):
        while tiles.total() < unknown and tiles[kind] < node.most[kind]:
            tiles[kind] += 1
            outcome.asked += 1
            if judge(tiles, node.most)[0]:
                tiles[kind] -= 1
                break
    return +tiles if tiles.total() == unknown else None


MOST_TRIED = 4000
"""Assignments that are tried one by one, and named; for what needs more a search is made."""
_MOST_BY_CARD = 400
_LONGEST = 3000
_LONGEST_BY_CARD = 400
"""How often the rules are asked in a search; what is not found by then is not said to be certain either way."""
_INFO = Severity.INFO.value
Tiles = tuple[tuple[int, int], ...]
"""Kinds with the number of each."""


class Assignment(Answer):
    """One way in which unseen tiles can be there."""

    tiles: Annotated[Numbers, says("so many of each kind")]
    why: Annotated[str | UnsetType, says("how the act breaks a rule with them")] = UNSET
    rule: Annotated[str | UnsetType | None, says("the rule that it breaks")] = UNSET


class Unseen(Answer, kw_only=True):
    """What the event depends on that nobody saw."""

    seat: Seat
    count: Annotated[Count, says("unseen tiles of the player")]
    tried: Annotated[bool, says("false: there are too many ways to name them all")] = True
    proves: Annotated[bool | None, says("the act is proved legal, or not; null: left open")] = None
    later: Annotated[bool, says("ways were left out that contradict the rest of the hand")] = False
    is_whole: Annotated[bool, says("the ways name the whole hand")] = False
    shows: Annotated[bool, says("the act shows the tiles that it needs")] = False
    is_sure: Annotated[
        bool, says("false: moves that are missing, or an earlier fault, leave the hand open; the rules kept silent")
    ] = True
    doubt: Annotated[
        Seq | None, says("from this event on the rest of the hand is not used: it contradicts itself there")
    ] = None
    example: Annotated[Assignment | None, says("one way that makes it legal, where not all are named")] = None
    asked: Annotated[
        Count | None,
        says("how often a search asked the rules that found neither a way nor a proof; null: there was none"),
    ] = None
    left: Annotated[Numbers, says("of the kinds that matter, how many nobody has seen")]
    # Empty where having more can make it illegal.
    least: Annotated[tuple[Numbers, ...], says("the fewest tiles that make it legal")] = ()
    legal: tuple[Assignment, ...] = ()
    illegal: tuple[Assignment, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether somebody who rules has to know tiles that nobody saw, or which event was written down right."""
        return self.proves is None and (self.conflicts or not self.shows or not self.is_sure)

    @property
    def conflicts(self) -> bool:
        """Whether an act that shows its tiles, and the rest of the record, cannot both be right."""
        return self.is_sure and self.tried and self.shows and not self.legal


def depends_on(bound: Bound, table: Table, event: ev.Event, after: Evidence = NOTHING_LATER) -> Unseen | None:
    """How far an act depends on unseen tiles of the player; None where it does not. The table is not changed.

    `after`: what is known of the hand from the rest of the record.
    """
    seat = getattr(event, "seat", None)
    if not isinstance(seat, Seat) or seat not in table.plan.seats:
        return None
    kinds, place = kinds_that_matter(table, event), table.place(seat)
    if kinds == [] or (place.sure and not place.unknown):
        return None
    there = table
    if not place.sure:
        # The rules judge the hand, its tiles in doubt being tiles that nobody saw.
        there = table.copy()
        there.place(seat).sure = True
        as_whole = there.copy()
        as_whole.gaps = 0
        as_whole.in_doubt &= ~(Fact.MOVES | Fact.WALL)
        # Some rules about the hand keep silent after a gap; others would then ask for the moves that are missing.
        breaches = violations(bound, as_whole, event) if table.gaps else ()
        is_refused = any(severity_of(refusal) != _INFO for refusal, _rule in breaches)
        there = there if is_refused else as_whole
    act = asked_of(bound, there, event, seat, after)
    made = _by_hands(act) if kinds is None else _by_kinds(act, {kind: act.left[kind] for kind in kinds})
    if made is None:
        return None
    # After a fault the tiles that are written down can be wrong, and prove nothing.
    is_sure = place.sure and not table.misread
    made = replace(made, shows=isinstance(event, _SHOWS), doubt=act.after.doubt, is_sure=is_sure)
    is_open = not made.is_sure or not made.tried or (made.legal and made.illegal) or made.conflicts
    return replace(made, proves=None if is_open else bool(made.legal))


def asked_of(bound: Bound, table: Table, event: ev.Event, seat: Seat, after: Evidence) -> ActAtTable:
    """An act at a table, with the tiles that nobody has seen, as far as the rest of the hand does not tell of them."""
    place = table.place(seat)
    left = {kind: copies_left(table, kind) - after.elsewhere.get(kind, 0) for kind in range(UNKNOWN)}
    if any(number < 0 for number in left.values()):
        # More tiles than there are: whatever is wrong, nothing follows from the rest of the hand.
        after, left = NOTHING_LATER, {kind: copies_left(table, kind) for kind in range(UNKNOWN)}
    left = {kind: min(number, copies_for(table, place, kind)) for kind, number in left.items()}
    return ActAtTable(bound, table, event, place, after, left)


_SHOWS = (ev.Discard, ev.JokerExchange, ev.Bonus, ev.Kong, ev.LayConcealed, ev.Expose)
"""Acts that lay open the tiles that they need."""


class ActAtTable(NamedTuple):
    """An act at a table. `left`: how many tiles of each kind nobody has seen."""

    bound: Bound
    table: Table
    event: ev.Event
    place: Place
    after: Evidence
    left: dict[int, int]

    def assignment(self, tiles: Tiles, hand: Sequence[int]) -> Assignment:
        """What the rules say if these are the player's unseen tiles."""
        why, rule = self.refused(self.table, Counter(hand))
        return Assignment(_numbers(tiles), why, rule) if why else Assignment(_numbers(tiles))

    def refused(self, table: Table, tiles: Counter[int]) -> tuple[str, str | None]:
        """Why the act is not legal if these are among the player's unseen tiles, and by which rule; else empty."""
        there = table.copy()
        known = there.place(self.place.seat)
        for kind, number in tiles.items():
            known.held[kind] += number
            there.seen[kind] += number
        known.unknown -= tiles.total()
        # Which of the tiles that came are too many is told by this.
        known.doubtful, known.surplus = (), 0
        named = named_draw(self.table, self.event) if isinstance(self.event, ev.Mahjong) else UNKNOWN
        if tiles[named]:
            # The tile drawn last is among them.
            known.last_drawn = named
        breaches = violations(self.bound, there, self.event)
        wrong = ((refusal.message, rule) for refusal, rule in breaches if severity_of(refusal) != _INFO)
        return next(wrong, ("", None))


def kinds_that_matter(table: Table, event: ev.Event) -> list[int] | None:
    """The kinds of which the act needs some in the hand; None: the whole hand matters; empty: no tile does."""
    if isinstance(event, ev.Mahjong | ev.Fishing) or getattr(event, "for_", "") == "mahjong":
        return None
    if isinstance(event, ev.Discard) and event.calling:
        return None
    kinds: set[int] = set()
    if isinstance(event, ev.Discard | ev.JokerExchange):
        kinds = {event.tile.kind}
    elif isinstance(event, ev.Bonus | ev.Kong | ev.LayConcealed | ev.Expose):
        kinds = {tile.kind for tile in event.tiles}
    elif isinstance(event, ev.Claim) and table.discard is not None and table.discard.tile < UNKNOWN:
        kinds = {kind for rest in rests_of_set(event.for_, table.discard.tile) for kind in rest}
        kinds |= {JOKER} if table.plan.copies[JOKER] else set()
    return sorted(kinds - {UNKNOWN})


def _numbers(tiles: Iterable[tuple[int, int]]) -> dict[Tile, int]:
    return {TILES[kind]: number for kind, number in tiles}


# -- kinds of which a number is needed ---------------------------------------------------------------------------


def ways_to_fill(act: ActAtTable, matter: Mapping[int, int]) -> list[tuple[Tiles, bool]] | None:
    """Every number of each kind that matters, and whether it agrees with the rest of the hand; None: too many ways.

    `matter`: how many of each are left, beside those that the rest of the hand shows elsewhere.
    """
    place, elsewhere = act.place, act.after.elsewhere
    most = {kind: min(number + elsewhere.get(kind, 0), place.unknown) for kind, number in matter.items()}
    others = len(_others(act, matter))
    ways = [
        tuple(zip(matter, numbers, strict=True))
        for numbers in itertools.product(*(range(number + 1) for number in most.values()))
        if 0 <= place.unknown - sum(numbers) <= others
    ]
    return None if len(ways) > MOST_TRIED else [(tiles, _agrees(act, matter, dict(tiles))) for tiles in ways]


def _others(act: ActAtTable, matter: Mapping[int, int]) -> list[int]:
    """Tiles of kinds that do not matter; last those that the rest of the hand shows elsewhere."""
    left, elsewhere = act.left, act.after.elsewhere
    return [
        kind
        for numbers in (left, elsewhere)
        for kind, number in numbers.items()
        for _ in range(0 if kind in matter else number)
    ]


def _agrees(act: ActAtTable, matter: Mapping[int, int], chosen: dict[int, int]) -> bool:
    """Whether the unseen tiles can have been these, and others of kinds that do not matter."""
    rest = act.place.unknown - sum(chosen.values())
    others = sum(number for kind, number in act.left.items() if kind not in matter)
    is_left = all(number <= matter[kind] for kind, number in chosen.items())
    return is_left and rest <= others and act.after.fits(act.place.held, chosen, rest)


def _by_kinds(act: ActAtTable, matter: Mapping[int, int]) -> Unseen | None:
    """Every number of each kind that matters; the other unseen tiles are of kinds that do not."""
    ways = ways_to_fill(act, matter)
    if ways is None:
        return _not_tried(act.place, matter)
    tried = [act.assignment(tiles, _hand(act, matter, tiles)) for tiles, agrees in ways if agrees]
    excluded = [tiles for tiles, agrees in ways if not agrees]
    unseen = _told(act.place, tuple(matter.items()), tried, is_whole=False, later=bool(excluded))
    if (
        unseen is None
        or unseen.illegal
        or any(act.assignment(tiles, _hand(act, matter, tiles)).why for tiles in excluded)
    ):
        return unseen
    # No rule asks for these tiles: nothing is proved by their being there.
    return None


def _hand(act: ActAtTable, matter: Mapping[int, int], tiles: Tiles) -> list[int]:
    """The unseen hand with these tiles, filled up with others of kinds that do not matter."""
    hand = [kind for kind, number in tiles for _ in range(number)]
    return [*hand, *_others(act, matter)[: act.place.unknown - len(hand)]]


def _told(place: Place, matter: Tiles, tried: Sequence[Assignment], is_whole: bool, later: bool) -> Unseen | None:
    legal = tuple(assignment for assignment in tried if assignment.why is UNSET)
    illegal = tuple(assignment for assignment in tried if assignment.why is not UNSET)
    if not tried or not (illegal or later):
        return None
    # The fewest tiles that make the act legal, if whoever has them, and more, may always act
    fewest = [few for few in legal if not is_whole and not any(_is_less(other, few) for other in legal)]
    if any(_is_less(assignment, other) for assignment in fewest for other in illegal):
        fewest = []
    least = tuple({tile: number for tile, number in assignment.tiles.items() if number} for assignment in fewest)
    return Unseen(
        seat=place.seat, count=place.unknown, left=_numbers(matter), legal=legal, illegal=illegal, least=least,
        is_whole=is_whole, later=later,
    )  # fmt: skip


def _is_less(assignment: Assignment, other: Assignment) -> bool:
    """Whether an assignment has no tile more than another, and some less."""
    return assignment is not other and all(number <= other.tiles[tile] for tile, number in assignment.tiles.items())


# -- whole hands -------------------------------------------------------------------------------------------------


def _by_hands(act: ActAtTable) -> Unseen | None:
    """What the act depends on, where every hand that the unseen tiles can be is tried."""
    place = act.place
    kinds = {kind: number for kind, number in act.left.items() if number}
    most = _MOST_BY_CARD if act.table.plan.family.wins_by_card else MOST_TRIED
    pool = act.after.pool(place.held, place.unknown)
    hands: Iterable[tuple[int, ...]]
    if pool is not None and comb(len(pool), place.unknown) <= most:
        hands = sorted(set(itertools.combinations(pool, place.unknown)))
    elif kinds and comb(len(kinds) + place.unknown - 1, place.unknown) <= most:
        hands = itertools.combinations_with_replacement(kinds, place.unknown)
    else:
        return _by_search(act, kinds) if kinds else None
    tried, excluded = [], pool is not None or bool(act.after.elsewhere)
    for hand in hands:
        numbers = Counter(hand)
        if any(number > kinds.get(kind, 0) for kind, number in numbers.items()):
            continue
        if act.after.fits(place.held, numbers, 0):
            tried.append(act.assignment(tuple(numbers.items()), hand))
        else:
            excluded = True
    unseen = _told(place, (), tried, is_whole=True, later=excluded)
    return unseen if unseen is None or unseen.illegal or _is_judged(act, kinds) else None


def _by_search(act: ActAtTable, kinds: Mapping[int, int]) -> Unseen | None:
    """Whether any hand makes the act legal, where there are too many to name them all."""
    place, after, is_by_card = act.place, act.after, act.table.plan.family.wins_by_card
    if is_by_card and isinstance(act.event, ev.Claim):
        # No rule of these judges a call before the hand is declared.
        return None
    most = {kind: min(number, after.most(place.held, kind)) for kind, number in kinds.items()}

    def judge(tiles: Counter[int], bounds: Mapping[int, int]) -> tuple[str, str | None]:
        there = act.table.copy()
        for kind in range(UNKNOWN):
            # What cannot be in this hand is somewhere else.
            there.seen[kind] += max(0, copies_left(act.table, kind) - max(bounds.get(kind, 0), tiles[kind]))
        return act.refused(there, tiles)

    result = search(judge, after.needs, place.held, most, place.unknown, _LONGEST_BY_CARD if is_by_card else _LONGEST)
    if result.example is not None:
        made = act.assignment(tuple(sorted(result.example.items())), list(result.example.elements()))
        if made.why is UNSET and after.fits(place.held, result.example, 0) and _is_judged(act, most):
            return replace(_not_tried(place, {}), example=made)
    if result.example is not None or not result.is_over:
        return replace(_not_tried(place, {}), asked=result.asked)
    if not result.ruled_out:
        return None
    illegal = tuple(
        Assignment(_numbers(sorted(ruled.tiles.items())), f"{ruled.why}, whatever else was in it", ruled.rule)
        for ruled in result.ruled_out
    )
    return Unseen(seat=place.seat, count=place.unknown, left={}, illegal=illegal, later=True)


def _is_judged(act: ActAtTable, most: Mapping[int, int]) -> bool:
    """Whether the rules would refuse another hand: where they judge none, nothing is said by one that they leave."""
    kinds, unknown = [kind for kind, number in sorted(most.items()) if number], act.place.unknown
    hands = [Counter(kinds[first::step][:unknown]) for step in (1, 2) for first in (0, 1)]
    if unknown == 1:
        hands = [Counter((kind,)) for kind in kinds]
    return any(act.refused(act.table, hand)[0] for hand in hands if hand.total() == unknown)


def _not_tried(place: Place, matter: Mapping[int, int]) -> Unseen:
    return Unseen(seat=place.seat, count=place.unknown, left=_numbers(matter.items()), tried=False)
