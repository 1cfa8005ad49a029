"""What each player could claim of an open tile, and why not; what a call led to: who got the tile, what was laid down.

No rule is written here a second time: each claim, and the set laid down or the win declared after it, is put to the
rules in force. They are asked about the table of one sight, so that nothing follows from what that sight does not see.
Places count rows of whatever list is given, from 0.
Source: docs/understand/trust.md; mahjiang/claim-1 to mahjiang/claim-3 (and their like).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

from msgspec import field

from mjlog import events as ev
from mjlog.answers import Answer, BySeat, Keeping, Kept, Seq, says
from mjlog.audit.game import Hand
from mjlog.findings import Refusal, Severity, codes_that, said_of, severity_of
from mjlog.log.records import Fault
from mjlog.rules import Bound
from mjlog.rules.claim import SIZES
from mjlog.rules.registry import violations
from mjlog.seats import Seat
from mjlog.table import Place, Table, prepare
from mjlog.table.apply import may_fill_in
from mjlog.table.facts import Fact
from mjlog.table.state import A_DRAW
from mjlog.table.unseen import rests_of_set
from mjlog.text import either, list_words
from mjlog.tiles import CODES, JOKER, SUIT_NAMES, TILES, UNKNOWN, Tile, is_suit, rank_of, suit_of, tile_name, tiles_name
from mjlog.views.words import seat_name

_ANSWERS = (
    ev.Pass, ev.Claim, ev.Retract, ev.Name, ev.Fishing, ev.Dead, ev.Penalty, ev.Note, ev.Dispute, ev.Ruling,
    ev.Correction,
)  # fmt: skip
"""What can come between a discard and the act that ends the time for claims."""
Row = ev.Event | Fault


class Call(Answer):
    """A claim that was made, and the event that made it."""

    seat: Seat
    kind: Annotated[str, says("chow, pung, kong, quint, sextet or mahjong")] = field(name="for")
    seq: Seq


class Exchange(NamedTuple):
    """A tile that others could claim, and what came of it.

    `first`: the place of the discard or the kong; `last`: the last one at which it could be claimed; `named`: where it
    got the name that it was claimed by. `taken`: by which call it was got, None where nobody got it, or has not yet.
    `called`: the calls in their order, without those taken back, which are in `withdrawn`.
    """

    first: int
    last: int
    named: int
    taken: Call | None
    called: tuple[Call, ...]
    withdrawn: tuple[Call, ...]


def exchange_at(rows: Sequence[Row], at: int) -> Exchange | None:
    """The exchange that an event belongs to; None where it belongs to none.

    `at`: the place of a discard, a kong, an answer to it, or what ended the time for answers.
    """
    first = at - isinstance(rows[at], ev.Expose | ev.Draw | ev.KongReplacement)
    while first >= 0 and (isinstance(rows[first], _ANSWERS) or _takes_it(rows[first])):
        first -= 1
    # The discard or kong that the event belongs to.
    opener = rows[first] if first >= 0 else None
    if not (isinstance(opener, ev.Discard) or (isinstance(opener, ev.Kong) and opener.tiles)):
        return None
    last, named, taken = _time_for_calls(rows, first)
    return Exchange(first, last, named, taken, *_calls(rows[first + 1 : last + 1]))


def _takes_it(row: Row) -> bool:
    return isinstance(row, ev.Mahjong) and row.source in ev.FROM_OTHERS


def _time_for_calls(rows: Sequence[Row], first: int) -> tuple[int, int, Call | None]:
    """The last place at which a tile could be claimed, where it got its name, and who got it."""
    last = named = first
    taken: Call | None = None
    for at in range(first + 1, len(rows)):
        row = rows[at]
        if isinstance(row, ev.Expose):
            # A winner lays down the set that the tile completed: it was taken for the win.
            return last, named, taken or Call(row.seat, row.kind, row.seq)
        if isinstance(row, ev.Mahjong) and _takes_it(row):
            taken = Call(row.seat, "mahjong", row.seq)
            continue
        if not isinstance(row, _ANSWERS):
            break
        if isinstance(row, ev.Retract) and taken is not None and taken.seat is row.seat:
            # The declaration is taken back: the tile is open again.
            taken = None
        if isinstance(row, ev.Name):
            named = at
        if taken is None:
            last = at
    return last, named, taken


def _calls(rows: Sequence[Row]) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
    """The calls that stand, and those that were taken back, in the order in which they were made."""
    calls: dict[Seat, Call] = {}
    made: list[Call] = []
    withdrawn: list[Call] = []
    for row in rows:
        if isinstance(row, ev.Claim):
            calls[row.seat] = Call(row.seat, row.for_, row.seq)
            made.append(calls[row.seat])
        elif isinstance(row, ev.Retract) and row.seat in calls:
            withdrawn.append(calls.pop(row.seat))
    return tuple(calls.values()), tuple(call for call in made if call in withdrawn)


class Upon(NamedTuple):
    """What its player did upon a call, or a declared win, by places: other calls, sets laid down and wins declared,
    hands shown (`done`); the first of those shown; where it was taken back."""

    done: tuple[int, ...]
    shown: int | None = None
    taken_back: int | None = None


_ENDS_ALL = (Fault, ev.Draw, ev.Discard, ev.Gap, ev.Washout, ev.Replay, ev.HandStart)
_TAKES = (ev.Expose, ev.Kong, ev.Mahjong)


def upon(rows: Sequence[Row], at: int) -> Upon:
    """What came of a call, or a declared win, at this place: until play goes on, or somebody else gets the tile."""
    seat = getattr(rows[at], "seat", None)
    done: list[int] = []
    shown: int | None = None
    for place in range(at + 1, len(rows)):
        row = rows[place]
        if isinstance(row, _ENDS_ALL):
            break
        if getattr(row, "seat", None) is not seat:
            if isinstance(row, _TAKES):
                break
        elif isinstance(row, ev.Retract):
            return Upon(tuple(done), shown, place)
        elif isinstance(row, (*_TAKES, ev.Claim, ev.Show)):
            done.append(place)
            shown = place if shown is None and isinstance(row, ev.Show) else shown
    return Upon(tuple(done), shown)


NUMBERS = ("no", "one", "two", "three", "four", "five")
"""How many tiles, in words."""
_MORE = {"pung": 2, "kong": 3, "quint": 4, "sextet": 5}


def why_not(refusal: Refusal, kind: str, tile: int, jokers: bool) -> str:
    """Why a claim of this kind for a tile is refused, in the fewest words. `jokers`: they may stand in sets."""
    if refusal.code == "claim-not-open" and tile == JOKER:
        return "a joker cannot be claimed"
    if refusal.code == "set-not-held":
        if kind == "chow":
            return f"no two tiles in the hand make a chow with {tile_name(tile)}"
        return f"not {_others(kind, tile, jokers)} in the hand"
    if refusal.code == "claim-misnamed" and isinstance(refusal.found, str) and refusal.found in CODES:
        return f"the discard was named {tile_name(CODES.index(refusal.found))}"
    return refusal.short or said_of(refusal.code, "short") or refusal.message


def _others(kind: str, tile: int, jokers: bool) -> str:
    or_jokers = " or jokers" if jokers else ""
    name = "like tiles" if tile == UNKNOWN else f"more {tiles_name(tile)}"
    return f"{NUMBERS[_MORE[kind]]} {name}{or_jokers}"


def what_it_takes(kind: str, tile: int, sets: Sequence[Sequence[int]], jokers: bool) -> str:
    """What an unseen hand must hold for a claim, in words."""
    if kind == "mahjong":
        return "if the tile completes the hand"
    if kind != "chow":
        return f"if the hand holds {_others(kind, tile, jokers)}"
    if tile == UNKNOWN:
        return "if the hand holds two tiles that make one"
    ranks = ["-".join(str(rank_of(rank)) for rank in laid if rank != tile) for laid in sets]
    return f"if the hand holds {either(ranks)} {SUIT_NAMES[suit_of(tile)]}"


Verdict = Literal["allowed", "refused", "outranked", "unknown"]
_SEQ = 1
_KINDS = ("chow", "pung", "kong", "mahjong")
_KINDS_WITH_JOKERS = (*SIZES, "mahjong")
_AFTER_A_FAULT = "a fault, or missing moves, leave open what the hand holds"
_WHICH_TILE = "a fault, or missing moves, leave open which tile could be claimed"
_NO_SET = "the tile makes no such set"
_DEAD = "it would leave no line of the card"
_NO_CARD = "the score card is not at hand"


class ClaimChance(Answer):
    """One kind of claim, for one player: whether it was possible, and why not."""

    kind: Annotated[str, says("chow, pung, kong, quint, sextet or mahjong")] = field(name="for")
    # `outranked`: possible, but a call goes before; `unknown`: nobody who sees no more can say.
    verdict: Verdict
    sets: Annotated[tuple[tuple[Tile, ...], ...], says("the sets that it could be laid down as")]
    why: Annotated[str, says("why not, or what it takes; empty where there is nothing to say")]
    code: Annotated[str | None, says("the finding that it would be")]
    rule: Annotated[str | None, says("the rule that refuses it")]
    before: Annotated[Seat | None, says("whose call goes before")]
    words: str


def _chance(
    kind: str,
    verdict: Verdict,
    sets: Iterable[tuple[Tile, ...]] = (),
    why: str = "",
    code: str | None = None,
    rule: str | None = None,
    before: tuple[Seat, str] | None = None,
) -> ClaimChance:
    """A claim, in words too. `before`: whose call goes before, and for what."""
    laid, first = tuple(sets), None if before is None else before[0]
    return ClaimChance(kind, verdict, laid, why, code, rule, first, _words(kind, verdict, laid, why, before))


def _words(
    kind: str, verdict: Verdict, sets: Sequence[Sequence[Tile]], why: str, before: tuple[Seat, str] | None
) -> str:
    """One claim in few words, with the reason where it was not possible.

    >>> from mjlog.tiles import TILES
    >>> _words("chow", "allowed", (TILES[2:5], TILES[3:6]), "", None)
    'chow of 3-4-5 or 4-5-6 bamboo'
    """
    if verdict == "refused":
        return f"no {kind}: {why}"
    what = kind if verdict == "unknown" else kind + _sets(kind, [[tile.kind for tile in laid] for laid in sets])
    earlier = "" if before is None else f"{seat_name(before[0])}'s {before[1]} goes before"
    if verdict == "unknown":
        joint = " " if why.startswith("if ") else ": "
        return f"{what}{joint}{why}" + (f" ({earlier})" if earlier else "")
    against = f" ({why})" if why else ""
    return f"{what}{against}, but {earlier}" if earlier else what + against


def _sets(claim: str, sets: Sequence[Sequence[int]]) -> str:
    if claim == "chow":
        known = [laid for laid in sets if UNKNOWN not in laid]
        ranks = ["-".join(str(rank_of(rank)) for rank in laid) for laid in known]
        return f" of {either(ranks)} {SUIT_NAMES[suit_of(known[0][0])]}" if known else ""
    jokers = sorted({laid.count(JOKER) for laid in sets})
    if not any(jokers):
        return ""
    numbers = either([NUMBERS[number] for number in jokers])
    return f" with {numbers} joker{'' if numbers == 'one' else 's'}"


class Calls(NamedTuple):
    """The calls that were made for a tile, in their order; `refused`: those that the rules did not allow."""

    claims: dict[Seat, str]
    refused: frozenset[Seat] = frozenset()


def claims_at(
    bound: Bound, table: Table, calls: Calls | None = None, seats: Iterable[Seat] = ()
) -> dict[Seat, tuple[ClaimChance, ...]]:
    """What every other player could claim of the open discard, or of a kong that can be robbed; empty without one.

    `calls`: the calls by which claims are outranked, by default those made at the table; what was possible is judged
    as if nobody had answered yet. `seats`: those who are asked about, if not all are. The table is not changed.
    """
    if not table.in_play or (table.kong is None and not (table.open and table.due == A_DRAW)):
        return {}
    judge = _CallJudge(bound, table, calls or Calls(dict(table.claims), table.refused))
    return {
        seat: tuple(judge.chance(seat, kind) for kind in judge.kinds)
        for seat in seats or judge.giver.others()
        if seat in table.plan.seats
    }


class _CallJudge:
    """The rules, asked about one tile, as if calls had been made."""

    def __init__(self, bound: Bound, table: Table, calls: Calls) -> None:
        self.bound, self.calls = bound, calls
        self.table = table.copy() if may_fill_in(table) else table
        kong, discard = table.kong, table.discard
        if kong is not None:
            self.giver, self.tile = kong.seat, kong.tile
        else:
            assert discard is not None
            self.giver, self.tile = discard.seat, discard.tile
        if self.table is not table:
            prepare(self.table, ev.Claim(seq=_SEQ, seat=self.giver.right, for_="mahjong"))
        self.jokers = table.plan.copies[JOKER] > 0
        self.kinds: Sequence[str] = _KINDS_WITH_JOKERS if self.jokers else _KINDS
        if kong is not None:
            self.kinds = ("mahjong",)

    def chance(self, seat: Seat, kind: str) -> ClaimChance:
        """The claim of one kind, judged by its call first and then by what must follow it."""
        call = ev.Claim(seq=_SEQ, seat=seat, for_=kind)  # type: ignore[arg-type]
        refusal = self._refused(call, Calls({}))
        if refusal is not None:
            return self._no(kind, *refusal)
        if kind != "mahjong":
            return self._set(seat, kind)
        tile = None if self.tile == UNKNOWN else TILES[self.tile]
        event = ev.Mahjong(seq=_SEQ, seat=seat, source=self.table.open_source, tile=tile, dangerous="unclear")
        refusal = self._refused(event, Calls({seat: "mahjong"}))
        if refusal is not None:
            return self._no("mahjong", *refusal)
        why = self._open_question(self.table.place(seat))
        return self._ranked(_chance("mahjong", "unknown" if why else "allowed", why=why), seat, event)

    def _set(self, seat: Seat, kind: str) -> ClaimChance:
        sets_made: list[tuple[int, ...]] = []
        refusal: tuple[Refusal, str | None] | None = None
        place = self.table.place(seat)
        is_seen = place.sure and not place.unknown and self.table.in_doubt == 0
        for tiles in self._ways(kind):
            is_lacking = refusal is not None and refusal[0].code == "set-not-held"
            if is_lacking and is_seen and not self._holds(seat, tiles):
                # Refused for the same reason; the first one is told.
                continue
            refused = self._refused(_exposed(seat, kind, tiles), Calls({seat: kind}))
            if refused is None:
                sets_made.append(tiles)
            refusal = refusal or refused
        if not sets_made:
            return self._no(kind, *refusal) if refusal is not None else _chance(kind, "refused", why=_NO_SET)
        certain = [tiles for tiles in sets_made if self._holds(seat, tiles)]
        event = _exposed(seat, kind, (certain or sets_made)[0])
        if certain:
            # By a card it is told that each of these sets makes a dead hand.
            refusals = (self._violations(_exposed(seat, kind, tiles), Calls({seat: kind})) for tiles in certain)
            is_dead = self.table.plan.family.wins_by_card and all(
                any(breach.code == "dead-exposure" for breach, _rule in each) for each in refusals
            )
            why = _DEAD if is_dead else ""
            return self._ranked(_chance(kind, "allowed", map(_tiles, certain), why), seat, event)
        why = self._in_doubt(place) or what_it_takes(kind, self.tile, sets_made, self.jokers)
        return self._ranked(_chance(kind, "unknown", map(_tiles, sets_made), why), seat, event)

    def _open_question(self, place: Place) -> str:
        """What keeps it open whether the tile wins; empty where nothing does."""
        if doubt := self._in_doubt(place):
            return doubt
        if place.unknown or self.tile == UNKNOWN or self.table.gaps:
            return what_it_takes("mahjong", self.tile, (), self.jokers)
        return "" if self.table.has_card else _NO_CARD

    def _in_doubt(self, place: Place) -> str:
        """What an earlier fault leaves open; empty where it is nothing that matters here."""
        return _AFTER_A_FAULT if not place.sure else _WHICH_TILE if Fact.CLAIMS in self.table.in_doubt else ""

    def _ways(self, kind: str) -> list[tuple[int, ...]]:
        """The sets of a kind that can be made with the tile, whoever holds what."""
        size = SIZES.get(kind, 3)
        if self.tile == UNKNOWN:
            return [(UNKNOWN,) * size]
        if self.jokers:
            # A discarded joker is refused at the call already.
            return [(self.tile,) * (size - jokers) + (JOKER,) * jokers for jokers in range(size)]
        if kind == "chow" and not is_suit(self.tile):
            return []
        return [tuple(sorted((*rest, self.tile))) for rest in rests_of_set(kind, self.tile)]

    def _holds(self, seat: Seat, tiles: tuple[int, ...]) -> bool:
        """Whether the set is made of tiles that the player is seen to have."""
        place = self.table.place(seat)
        rest = list(tiles)
        rest.remove(self.tile)
        seen = UNKNOWN not in tiles and place.sure and Fact.CLAIMS not in self.table.in_doubt
        return seen and all(place.held[kind] >= rest.count(kind) for kind in rest)

    def _refused(self, event: ev.Claim | ev.Expose | ev.Mahjong, calls: Calls) -> tuple[Refusal, str | None] | None:
        """The first rule that refuses the player this; what another one left undone is no matter of the claim."""
        breaches = self._violations(event, calls)
        own = (breach for breach in breaches if breach[0].seat in (None, event.seat))
        own = (breach for breach in own if breach[0].code not in codes_that("outranked"))
        return next((breach for breach in own if severity_of(breach[0]) != Severity.INFO.value), None)

    def _violations(self, event: ev.Claim | ev.Expose | ev.Mahjong, calls: Calls) -> list[tuple[Refusal, str | None]]:
        table = self.table
        before = table.claims, table.claimed_sets, table.refused, table.answers
        # Everybody has answered once a set is laid down.
        answers = set[Seat]() if isinstance(event, ev.Claim) else set(self.giver.others())
        table.claims, table.claimed_sets, table.refused, table.answers = calls.claims, {}, calls.refused, answers
        try:
            return violations(self.bound, table, event)
        finally:
            table.claims, table.claimed_sets, table.refused, table.answers = before

    def _ranked(self, chance: ClaimChance, seat: Seat, event: ev.Expose | ev.Mahjong) -> ClaimChance:
        """The claim, with the call that goes before it, if one was made."""
        if not self.calls.claims.keys() - {seat}:
            return chance
        # The player's own call keeps its place among them: the first to call may be the one (pung-chi/claim-5).
        calls = Calls({**self.calls.claims, seat: chance.kind}, self.calls.refused - {seat})
        for refusal, rule in self._violations(event, calls):
            if refusal.code in codes_that("outranked"):
                first = Seat[refusal.expected]
                verdict: Verdict = "unknown" if chance.verdict == "unknown" else "outranked"
                before = first, self.calls.claims[first]
                return _chance(chance.kind, verdict, chance.sets, chance.why, refusal.code, rule, before)
        return chance

    def _no(self, kind: str, refusal: Refusal, rule: str | None) -> ClaimChance:
        why = why_not(refusal, kind, self.tile, self.jokers)
        return _chance(kind, "refused", why=why, code=refusal.code, rule=rule)


def _tiles(kinds: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(TILES[kind] for kind in kinds)


def _exposed(seat: Seat, kind: str, kinds: tuple[int, ...]) -> ev.Expose:
    return ev.Expose(seq=_SEQ, seat=seat, kind=kind, tiles=_tiles(kinds), dangerous="unclear")  # type: ignore[arg-type]


# -- a tile that could be claimed, and what came of it -----------------------------------------------------------------


_ORDER = ("allowed", "outranked", "unknown", "refused")
"""Verdicts, what was possible first."""


class Claims(Keeping):
    """What each player could have claimed of a tile, and what came of it."""

    seq: Annotated[Seq, says("the event that laid the tile")]
    seat: Annotated[Seat, says("whose tile it was")]
    tile: Tile
    is_kong: Annotated[bool, says("it is the tile of a kong, that can be robbed")]
    seats: Annotated[BySeat[tuple[ClaimChance, ...]], says("every kind of claim, by player")]
    called: Annotated[tuple[Call, ...], says("in their order, without those taken back")]
    taken: Annotated[Call | None, says("the call by which the tile was got")]
    words: Annotated[tuple[str, ...], says("the same in words, a line a player, and what came of it")]

    withdrawn = Kept[tuple[Call, ...]]()
    """The calls that were taken back."""
    last = Kept[int]()
    """The last place in the hand at which the tile could be claimed."""


def claimable_at(
    bound: Bound, seen: Hand, inside: int, seats: tuple[Seat, ...] = (), after: Table | None = None
) -> Claims | None:
    """The claims at the tile that an event of a hand belongs to; None where it belongs to none.

    `inside`: the place of the event in the hand: a discard, a kong, an answer to it, or what ended the time for them.
    `seats`: those who are asked about, if not all are; `after`: the table after the event, where it is at hand.
    """
    exchange = exchange_at(seen.rows, inside)
    if exchange is None:
        return None
    table = after if exchange.named == inside else None
    # Many events ask about the same tile.
    return seen.recall((exchange, seats), lambda: _judged(bound, seen, exchange, seats, table))


def _judged(
    bound: Bound, seen: Hand, exchange: Exchange, seats: tuple[Seat, ...], table: Table | None
) -> Claims | None:
    """`table`: with the tile on it, and with the name that it was claimed by."""
    table = seen.table_after(exchange.named) if table is None else table
    end = seen.table_after(exchange.last) if exchange.called or exchange.withdrawn else table
    claims = claims_at(bound, _in_doubt(table, seen, exchange), Calls(dict(end.claims), end.refused), seats)
    laid = seen.rows[exchange.first]
    if not claims or not isinstance(laid, ev.Discard | ev.Kong):
        return None
    tile = laid.tile if isinstance(laid, ev.Discard) else laid.tiles[0]
    _first, last, _named, taken, called, withdrawn = exchange
    phrases = [
        f"{seat_name(seat)}: {'; '.join(chance.words for chance in possible_first(chances))}"
        for seat, chances in claims.items()
    ]
    return Claims(
        seq=laid.seq,
        seat=laid.seat,
        tile=TILES[tile.kind],
        is_kong=isinstance(laid, ev.Kong),
        seats=claims,
        called=called,
        taken=taken,
        words=(*phrases, _outcome_words(called, taken, withdrawn)),
    ).keeping(withdrawn=withdrawn, last=last)


def possible_first(chances: Sequence[ClaimChance]) -> list[ClaimChance]:
    """The claims of one player, what was possible first."""
    return sorted(chances, key=lambda chance: _ORDER.index(chance.verdict))


def _outcome_words(called: Sequence[Call], taken: Call | None, withdrawn: Sequence[Call]) -> str:
    """What was called, and who got the tile."""
    taker = None if taken is None else taken.seat
    phrases = [f"{seat_name(call.seat)} called {call.kind}" for call in called if call.seat is not taker]
    phrases += [f"{seat_name(call.seat)} called {call.kind} (taken back)" for call in withdrawn]
    if taken is None:
        return f"{list_words(phrases)}; nobody got the tile" if phrases else "nobody called"
    got = f"{seat_name(taken.seat)} got it for {'' if taken.kind == 'mahjong' else 'a '}{taken.kind}"
    return f"{list_words(phrases)}; {got}" if phrases else got


def so_far_words(claims: Claims, place: int, seq: int) -> str:
    """What had come of the tile by the event at this place of the hand: as long as it can be claimed, somebody may."""
    if place > claims.last:
        return _outcome_words(claims.called, claims.taken, claims.withdrawn)
    called = [f"{seat_name(call.seat)} calls {call.kind}" for call in claims.called if call.seq <= seq]
    return list_words(called) if called else "can still be claimed"


def _in_doubt(table: Table, seen: Hand, exchange: Exchange) -> Table:
    """The table; where the tile cannot have been the one written down, a copy in which nobody knows which it is."""
    laid = seen.rows[exchange.first]
    faults = {finding.code for finding in seen.findings if finding.seq == laid.seq}
    if isinstance(laid, ev.Discard) and faults & codes_that("of-another-tile"):
        table = table.copy()
        table.in_doubt |= Fact.CLAIMS
    return table
