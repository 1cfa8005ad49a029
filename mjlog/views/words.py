"""Seats, tiles, sets, scores, payments and events in English words.

An event is one sentence, said of the table as it stood before it. Words say no more than the event and the table do:
give both as their reader may see them (`mjlog.log.sight`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mjlog import events as ev
from mjlog.hands import set_words
from mjlog.rules.claim import outranked, set_kind
from mjlog.scoring import Item, Score
from mjlog.scoring.explain import item_worth
from mjlog.scoring.hand import HanScore
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.claims import is_self_drawn, replaced_set, sets_to_exchange
from mjlog.table.opening import is_throw, wall_found
from mjlog.table.passing import CHARLESTON, COURTESY, FIRST, SECOND, receiver
from mjlog.table.riichi_moves import added_face
from mjlog.table.stakes import reason_of, repeats_due
from mjlog.table.state import CLAIM_RANK
from mjlog.table.unseen import faces_of
from mjlog.text import (
    counted,
    list_words,
    points,
    quoted,
    result,
    shown,
    where_words,
)
from mjlog.tiles import KINDS, PLAIN_KINDS, RED_FIVES, SUIT_NAMES, UNKNOWN, Tile, dora_after, tile_name


def seat_name(seat: Seat) -> str:
    """A seat at the beginning of a sentence."""
    return seat.wind_name.capitalize()


def tile_words(tile: Tile | int) -> str:
    """A tile in words; one that nobody saw is just a tile."""
    face = tile if isinstance(tile, int) else tile.face
    return "a tile" if face == UNKNOWN else tile_name(face)


def tiles_words(tiles: Sequence[Tile]) -> str:
    """Several tiles in words, unknown ones counted."""
    known = [tile_name(tile.face) for tile in tiles if tile.kind != UNKNOWN]
    hidden = len(tiles) - len(known)
    if hidden:
        known.append(counted(hidden, "more tile" if known else "tile"))
    return list_words(known) if known else "no tile"


def group_words(tiles: Sequence[Tile]) -> str:
    """Tiles laid down together, as a set where they are one."""
    kinds = sorted(tile.kind for tile in tiles)
    name = set_kind(kinds)
    return tiles_words(tiles) if name is None or UNKNOWN in kinds else set_words(name, tiles)


# -- players by their names --------------------------------------------------------------------------------------------


WITH_TEXTS = frozenset((
    "fault", "correction", "dead", "dispute", "game-end", "game-start", "gap", "hand-start", "note", "penalty",
    "replay", "ruling", "seats", "washout",
))  # fmt: skip
"""Types of events whose sentences have something in them that a person wrote, or names seats and players already."""
_SEAT = {name: seat for seat in SEATS for name in (seat_name(seat), seat.wind_name)}
_SEATS = re.compile(rf"(?<!\bas )(?P<within>(?<=\())?\b(?P<seat>{'|'.join(_SEAT)})\b(?! round| wind)")
_FACES = {tile_name(face): face for face in (*range(KINDS), *RED_FIVES) if face != UNKNOWN}
_RUN = r"\d(?:-\d){1,8}"
_TILES = re.compile(
    # Of several runs the suit stands behind the last.
    rf"\b(?:(?P<run>{_RUN})(?=(?:, {_RUN}){{0,8}}(?: or {_RUN})? (?P<suit>{'|'.join(SUIT_NAMES)}))"
    rf"|(?P<tile>{'|'.join(sorted(map(re.escape, _FACES), key=len, reverse=True))}))\b"
)


def player_words(seat: Seat, seats: Mapping[Seat, str]) -> str:
    """A player by name, and the seat.

    >>> player_words(Seat.W, {Seat.W: "gus"}), player_words(Seat.W, {})
    ('gus (West)', 'West')
    """
    handle = seats.get(seat)
    return f"{shown(handle, 30)} ({seat_name(seat)})" if handle else seat_name(seat)


def with_names(words: str, seats: Mapping[Seat, str]) -> str:
    """The sentence with the names of the players before their seats.

    >>> with_names("West discards west wind", {Seat.W: "gus"}), with_names("the left (west)", {Seat.W: "gus"})
    ('gus (West) discards west wind', 'the left (gus, West)')
    """
    return _SEATS.sub(lambda match: _named(match, seats), words)


def _named(match: re.Match[str], seats: Mapping[Seat, str]) -> str:
    seat = _SEAT[match["seat"]]
    if seat not in seats:
        return match[0]
    return player_words(seat, seats) if match["within"] is None else f"{shown(seats[seat], 30)}, {seat_name(seat)}"


def pieces(words: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The sentence in pieces, each with the faces of the tiles that it names, if it does.

    >>> list(pieces("a chow of 3-4-5 dots, then red dragon"))
    [('a chow of ', ()), ('3-4-5', (20, 21, 22)), (' dots, then ', ()), ('red dragon', (31,))]
    """
    end = 0
    for match in _TILES.finditer(words):
        if match.start() > end:
            yield words[end : match.start()], ()
        yield match[0], tuple(_faces(match))
        end = match.end()
    if end < len(words):
        yield words[end:], ()


def _faces(match: re.Match[str]) -> Iterator[int]:
    if match["tile"]:
        yield _FACES[match["tile"]]
    for rank in match["run"].split("-") if match["run"] else ():
        # There is no tile 0, and of 1 no plural.
        suit = match["suit"].removesuffix("s") if rank == "1" else match["suit"]
        yield from (face for face in (_FACES.get(f"{rank} {suit}"),) if face is not None)


def value_words(value: object) -> str:
    """The value of an option, as it may be printed.

    >>> value_words(True), value_words(3), value_words([1, 2])
    ('on', '3', 'a list of 2')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return shown(value, 40) if isinstance(value, str | int) else quoted(value, 40)


# -- passes of the Charleston, draws and stakes -----------------------------------------------------------------------


_ROUNDS = {**dict.fromkeys(FIRST, "the first Charleston"), **dict.fromkeys(SECOND, "the second Charleston")}
_WAYS = {"right": "to the right", "across": "across", "left": "to the left", "east": "in exchange"}
_PARTNERS = {
    "across": "East with West, North with South", "east-south": "East with South, West with North",
    "east-north": "East with North, West with South",
}  # fmt: skip
"""Who changes tiles with whom in a goulash."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def way_words(name: str) -> str:
    """The way that the tiles of a pass go, in words.

    >>> way_words("left-2"), way_words("courtesy")
    ('to the left', 'across, as a courtesy')
    """
    return "across, as a courtesy" if name == COURTESY else _WAYS[name.partition("-")[0]]


def pass_words(name: str, order: Sequence[str] = CHARLESTON) -> str:
    """A pass in words; `order`: the passes that there are.

    >>> pass_words("left-2"), pass_words("courtesy")
    ('the second Charleston, to the left', 'the courtesy')
    >>> pass_words("east-south", ("across-1", "east-south"))
    'the second exchange, East with South, West with North'
    """
    if order != CHARLESTON:
        partners = _PARTNERS.get(name) or _PARTNERS.get(name.partition("-")[0]) or way_words(name)
        return f"the {_ORDINALS[order.index(name)]} exchange, {partners}"
    return "the courtesy" if name == COURTESY else f"{_ROUNDS[name]}, {way_words(name)}"


def stakes_words(repeats: int | None, pot: int | None) -> str:
    """How often a hand is repeated, and what lies on the table, as words behind others; empty where neither is."""
    return (f", {counted(repeats, 'repeat')}" if repeats else "") + (f", {pot} in the pot" if pot else "")


DRAWN_FOR = {
    "exhaustive": "an exhaustive draw", "nagashi": "nagashi", "nine-terminals": "nine terminals and honors",
    "four-winds": "four discards of one wind", "four-riichi": "four riichi",
    "four-kongs": "four kongs of several players", "three-ron": "three wins on one tile",
}  # fmt: skip
"""Why a hand of riichi is drawn, by the word of the record."""


def drawn_words(reason: str) -> str:
    """Why a hand of riichi is drawn.

    >>> drawn_words("four-winds"), drawn_words("the roof leaks")
    ('four discards of one wind', 'the roof leaks')
    """
    return DRAWN_FOR.get(reason, shown(reason, 300))


# -- scores and payments ----------------------------------------------------------------------------------------------


Payment = tuple[Seat, Seat, int]


def explain_score(score: Score) -> list[str]:
    """Where a score comes from, a line a step: items, doubling, the limit, the sets it was counted in."""
    if score.total is None:
        return [f"no score: {score.reason or 'the hand is not complete'}"]
    lines = []
    for item in score.items:
        tiles = f" ({shown(item.tiles)})" if item.tiles else ""
        rule = f" [{shown(item.rule)}]" if item.rule else ""
        lines.append(f"{shown(item.name)}{tiles}: {worth_words(item, score)}{rule}")
    lines.append(working(score))
    if score.set_aside:
        lines.append("replaced by the limit hand: " + ", ".join(shown(item.name) for item in score.set_aside))
    if score.arrangement:
        lines.append("arranged as: " + " / ".join(score.arrangement))
    return lines


def working(score: Score) -> str:
    """From points and doubles, or han and fu, to the total, in one line."""
    if isinstance(score, HanScore):
        return f"{han_words(score)}: {score.total}"
    if score.limit is not None:
        return f"limit hand '{shown(score.limit)}'{_apart(score)}: {score.total}"
    face = f"{score.points} points"
    if score.doubles:
        face += f" x 2^{score.doubles}"
    face += _apart(score)
    if "x 2^" in face:
        face += f" = {score.uncapped}"
    return face if score.total == score.uncapped else f"{face}, the limit is {score.total}"


def _apart(score: Score) -> str:
    """The bonus tiles of a hand from which they are reckoned apart."""
    points, doubles = score.apart or (0, 0)
    return f" + bonus tiles {points}{f' x 2^{doubles}' if doubles else ''}" if points else ""


def han_words(score: HanScore) -> str:
    """Han and fu of a hand, and the limit that they reach; of yakuman alone their name."""
    limit = "" if score.limit is None else shown(score.limit).replace("-", " ")
    if score.limits:
        return limit
    return f"{score.doubles} han {score.points} fu" + (f", {limit}" if limit else "")


def announced_words(event: ev.Score) -> str:
    """Han and fu as they were announced, and the limit that they reach; empty where neither was."""
    han = "" if event.doubles is None else f"{event.doubles} han" + (f" {event.points} fu" if event.points else "")
    limit = shown(event.limit, 60).replace("-", " ") if isinstance(event.limit, str) else ""
    return ", ".join(filter(None, (han, limit)))


def worth_words(item: Item, score: Score) -> str:
    """What an item of a score is worth, in words; doubles are han where the score is reckoned in these."""
    is_han = isinstance(score, HanScore) and not (item.yakuman or item.limit or item.limit_points)
    return f"{item.doubles} han" if is_han else item_worth(item)


class PaymentTable(NamedTuple):
    """Who pays whom: `rows[i][j]` is what seat i pays to seat j (E S W N); None on the diagonal.

    `change`: what each seat gains or loses; `pot`: what of it lay on the table.
    """

    rows: tuple[tuple[int | None, ...], ...]
    change: tuple[int, ...]
    pot: tuple[int, ...] = (0, 0, 0, 0)


def payment_table(payments: Iterable[Payment], owed: Mapping[Seat, int] | None = None) -> PaymentTable:
    """Single payments gathered in a table, and what they make for each seat.

    `owed`: what each seat gains or loses in all; what nobody pays of it is taken from the pot.
    """
    amounts = [[0] * 4 for _ in SEATS]
    for payer, payee, amount in payments:
        amounts[payer.index][payee.index] += amount
    change = [sum(row[at] for row in amounts) - sum(amounts[at]) for at in range(4)]
    pot = [(owed or {}).get(seat, paid) - paid for seat, paid in zip(SEATS, change, strict=True)]
    rows = tuple(tuple(None if i == j else amounts[i][j] for j in range(4)) for i in range(4))
    return PaymentTable(rows, tuple(map(sum, zip(change, pot, strict=True))), tuple(pot))


# -- events -----------------------------------------------------------------------------------------------------------


_REASONS = {
    "count": "a wrong number of tiles", "exposure": "an exposure that leaves no line of the card",
    "false-mahjong": "a mahjong that is none", "call": "a wrong call", "other": "another reason",
}  # fmt: skip
DEAD_FOR = {
    "count": "wrong number of tiles", "exposure": "impossible exposure", "false-mahjong": "false mahjong",
    "call": "wrong call", "other": "another reason",
}  # fmt: skip
"""Why a hand is dead, in the fewest words."""
BASES = {"rack": "by the rack alone", "table": "by all that lies face up"}
"""What a verdict of the card goes by, in words."""


def charleston_words(table: Table, event: ev.Charleston) -> str:
    """Who passes what to whom."""
    # The way that the tiles go, who gets them, and in which Charleston.
    way, comma, more = way_words(event.pass_).partition(",")
    taker = seat_name(receiver(event.pass_, event.seat))
    again = ", in the second Charleston" if event.pass_.endswith("-2") else ""
    blind = f", {event.blind} of them blind" if event.blind else ""
    return f"{seat_name(event.seat)} passes {tiles_words(event.tiles)} {way} ({taker}){comma}{more}{again}{blind}"


def joker_exchange_words(table: Table, event: ev.JokerExchange) -> str:
    """Which tile is given, and which joker is got for it."""
    kinds = {laid.kind for laid in sets_to_exchange(table, event)}
    owner = owner_words(event.owner, event.seat)
    where = f"exposed {kinds.pop()}" if len(kinds) == 1 else "set"
    return f"{seat_name(event.seat)} gives {tile_words(event.tile)} for the joker in {owner} {where}"


def dead_words(table: Table, event: ev.Dead) -> str:
    """Whose hand is dead, by whom, and why."""
    by = f" by {seat_name(event.by)}" if event.by is not None else ""
    basis = f", {BASES[event.on_basis]}" if event.on_basis is not None else ""
    text = f"; {shown(event.text, 300)}" if event.text else ""
    # The exposures that are named to be at fault
    sets = table.place(event.seat).sets
    named = [set_words(sets[number].kind, sets[number].tiles) for number in event.sets or () if number < len(sets)]
    why = f"{_REASONS[event.reason]}{basis}{f': {list_words(named)}' if named else ''}{text}"
    return f"{seat_name(event.seat)}'s hand is declared dead{by} for {why}"


def owner_words(owner: Seat, seat: Seat) -> str:
    """Whose something is, as its player or another one says it."""
    return f"{seat_name(owner)}'s{' own' if owner is seat else ''}"


_ALL = tuple(CLAIM_RANK)


def at_stake(table: Table, seat: Seat, kind: str) -> str:
    """What becomes of the calls of others when a player calls the tile, or takes it: empty where nobody called it.

    Of two calls for mahjong nothing is said before one of them is declared: which is the one can depend on the hands.
    """
    others = [claim for claim in table.claims if claim is not seat]
    if not others or kind not in CLAIM_RANK:
        return ""
    twin = table.copy()
    refused = [other for other in others if _goes_before(twin, table, (seat, kind), (other, table.claims[other]))]
    before = [other for other in others if _goes_before(twin, table, (other, table.claims[other]), (seat, kind))]
    return _calls(table, before, "goes before", "go before") + _calls(table, refused, "is refused", "are refused")


def refused_by_a_win(table: Table, seat: Seat) -> str:
    """The calls of others that come to nothing when a win on the tile is declared; several may win where they can."""
    others = [claim for claim in table.claims if claim is not seat]
    if table.plan.family.most_winners > 1:
        others = [other for other in others if table.claims[other] != "mahjong"]
    return _calls(table, others, "is refused", "are refused")


def _goes_before(twin: Table, table: Table, first: tuple[Seat, str], other: tuple[Seat, str]) -> bool:
    """Whether one call goes before another, by the ranks that the rules of claims go by."""
    if first[1] == other[1] == "mahjong":
        return False
    twin.claims = {first[0]: first[1]}
    event: ev.Expose | ev.Mahjong = ev.Expose(seq=1, seat=other[0], kind=other[1], tiles=())  # type: ignore[arg-type]
    if other[1] == "mahjong":
        event = ev.Mahjong(seq=1, seat=other[0], source=table.open_source)
    return outranked(twin, event, "claim-outranked", _ALL) is not None


def _calls(table: Table, seats: list[Seat], singular: str, several: str) -> str:
    if not seats:
        return ""
    calls = [f"{seat_name(seat)}'s {table.claims[seat]}" for seat in seats]
    return f"; {list_words(calls)} {singular if len(calls) == 1 else several}"


def words(table: Table, event: ev.Event) -> str:
    """What happens, in one sentence without a full stop; texts from the log are shortened and made harmless."""
    return _WORDS[type(event)](table, event)


def _handle(handle: str) -> str:
    return shown(handle, 40)


def _seating(seats: ev.Seating) -> str:
    return ", ".join(f"{_handle(seats[seat])} is {seat_name(seat)}" for seat in SEATS if seat in seats)


def _quote(text: str | None) -> str:
    return f": {shown(text, 300)}" if text else ""


# -- the frame of the log -------------------------------------------------------------------------------------


def _game_start(table: Table, event: ev.GameStart) -> str:
    place = f" at {shown(event.place, 60)}" if event.place else ""
    of = "".join(f", {shown(part, 60)}" for part in where_words(None, None, event.tournament, event.session))
    players = list_words([_handle(player) for player in event.players])
    return f"A game begins{place}{of}: {players} play by the rules '{shown(event.ruleset, 40)}'"


def _seats(table: Table, event: ev.Seats) -> str:
    taken = table.standing.places_taken(event.seats)
    if taken:
        changed_seats = list_words([f"{_handle(new)} takes the place of {_handle(old)}" for old, new in taken.items()])
        return f"{changed_seats}: {_seating(event.seats)}"
    drawn = "Winds are drawn for the seats" if event.draw else "Everyone takes a seat"
    return f"{drawn}: {_seating(event.seats)}"


_DEPTHS = {"table": ", recorded as seen from the table", "result": ", only its result recorded"}


def _hand_start(table: Table, event: ev.HandStart) -> str:
    depth = _DEPTHS.get(event.depth or "", "")
    # By a card there are no rounds: East is written throughout.
    round_ = f" in the {event.round} round" if table.plan.family.has_round_winds else ""
    viewed = f", as {seat_name(event.view)} saw it" if event.view is not None else ""
    stakes, standing = "", table.standing
    if table.plan.family.goes_on_in_stakes:
        repeats = event.repeats if event.repeats is not None else repeats_due(standing)
        # Whoever has won has the pot, also where nobody wrote the payments down.
        left = 0 if table.wins else standing.pot
        stakes = stakes_words(repeats, event.pot if event.pot is not None else left)
    return f"Hand {event.hand} begins{round_}{stakes}{depth}{viewed}: {_seating(event.seats)}"


_INDICATORS = {"first": "The dora indicator", "kong": "A kong's dora indicator", "under": "The indicator under another"}


def _indicator(table: Table, event: ev.Indicator) -> str:
    kind = event.tile.kind
    dora = f": {tile_words(dora_after(kind))} is dora" if kind < PLAIN_KINDS else ""
    return f"{_INDICATORS[event.of]} is turned, {tile_words(event.tile)}{dora}"


def _gap(table: Table, event: ev.Gap) -> str:
    turn = f"; {seat_name(event.turn)} is next" if event.turn is not None else ""
    left = f"; {counted(event.left, 'live tile')} left" if event.left is not None else ""
    return f"What happened here was not recorded{_quote(event.text)}{turn}{left}"


def _roll(table: Table, event: ev.Roll) -> str:
    who = seat_name(event.seat) if event.seat is not None else _handle(event.player or "somebody")
    why = {"seats": "for the seats", "break-wall": "to break the wall", "break-stack": "for the stack"}[event.purpose]
    total = f", {sum(event.dice)} in all" if len(event.dice) > 1 else ""
    return f"{who} rolls {list_words([str(die) for die in event.dice])}{total}, {why}{_found_by(table, event)}"


def _found_by(table: Table, event: ev.Roll) -> str:
    """The wall that a throw counts to, where the rule set says how."""
    plan = table.plan.breaking
    if plan is None or not is_throw(event):
        return ""
    if event.purpose == "break-stack" and not plan.finds_wall:
        return f": stack {sum(event.dice)} of {seat_name(plan.first)}'s wall"
    return f": {seat_name(wall_found(plan, sum(event.dice)))}'s" if event.purpose == "break-wall" else ""


def _break(table: Table, event: ev.Break) -> str:
    who = f"{seat_name(event.by)} breaks" if event.by is not None else "The wall is broken:"
    plan = table.plan.breaking
    end = "" if plan is None else f" from the {'right' if plan.clockwise else 'left'}"
    return f"{who} {seat_name(event.wall)}'s wall at stack {event.stack}{end}"


def _game_end(table: Table, event: ev.GameEnd) -> str:
    totals, final = _points_of(event.totals, points), _points_of(event.final, result)
    if final:
        return f"The game ends{f': {totals}' if totals else ''}; final scores: {final}"
    return f"The game ends: {totals}" if totals else "The game ends"


def _points_of(amounts: dict[str, int] | None, amount_words: Callable[[int], str]) -> str:
    """What each player has, in the order of the record."""
    amounts_in_words = [f"{_handle(player)} {amount_words(amount)}" for player, amount in (amounts or {}).items()]
    return list_words(amounts_in_words) if amounts_in_words else ""


def _correction(table: Table, event: ev.Correction) -> str:
    if event.of is not None:
        what = f"Event {event.of} is {'corrected' if event.events else 'void'}"
    else:
        what = f"{counted(len(event.events), 'event')} added after event {event.after}"
    agreed = f" (agreed by {list_words([_handle(player) for player in event.agreed])})" if event.agreed else ""
    return f"{what}{_quote(event.reason)}{agreed}"


def _remark(kind: str) -> Callable[[Table, Any], str]:
    def say(table: Table, event: ev.Note | ev.Dispute | ev.Ruling) -> str:
        who = f" ({event.seat})" if event.seat is not None else ""
        about = f" on event {event.on}" if event.on is not None else ""
        decision = f"; {shown(str(event.decision), 120)}" if event.decision is not None else ""
        return f"{kind}{who}{about}{_quote(event.text)}{decision}"

    return say


# -- play -----------------------------------------------------------------------------------------------------


def _bonus(table: Table, event: ev.Bonus) -> str:
    if table.plan.family.aside_can_be_won:
        return f"{seat_name(event.seat)} lays {tiles_words(event.tiles)} aside{_FROM[event.drawn]}"
    return f"{seat_name(event.seat)} lays out {tiles_words(event.tiles)}"


def _drawing(what: str) -> Callable[[Table, Any], str]:
    def say(table: Table, event: ev.Taking) -> str:
        held_back = ", and does not rack it yet" if isinstance(event, ev.Draw) and event.racked is False else ""
        return f"{seat_name(event.seat)} draws {tile_words(event.tile)}{what}{held_back}"

    return say


_FROM = {None: "", True: ", just drawn", False: ", from the hand"}
"""Where a discard came from, as the table saw it."""


def _discard(table: Table, event: ev.Discard) -> str:
    named = f", naming it {tile_words(event.named)}" if event.named not in (None, event.tile) else ""
    call = ", with an original call" if event.calling else ", and declares riichi" if event.riichi else ""
    if event.riichi and table.depth == "result" and event.tile.kind == UNKNOWN:
        return f"{seat_name(event.seat)} declares riichi"
    return f"{seat_name(event.seat)} discards {tile_words(event.tile)}{named}{_FROM[event.drawn]}{call}"


def _answered(table: Table) -> str:
    """The tile that is claimed or let go, and whose it is; empty where there is none."""
    if table.kong is not None:
        tile = tile_words(_open_face(table, table.kong.tile))
        who = seat_name(table.kong.seat)
        return f"{tile} from {who}'s kong" if table.kong.source == "kong" else f"{tile} that {who} laid aside"
    if table.discard is not None:
        return f"{tile_words(_open_face(table, table.discard.tile))} from {seat_name(table.discard.seat)}"
    return ""


def _open_face(table: Table, kind: int) -> int:
    """What the tile of this kind looks like that can be claimed."""
    return table.plan.family.won_face(table, kind, is_claimed=True)


def _claim(table: Table, event: ev.Claim) -> str:
    tile = _answered(table)
    joint = {"chow": " with ", "mahjong": " on "}.get(event.for_, " of ") if tile else ""
    as_said = _as_said(table) if event.for_ == "mahjong" else ""
    return f"{seat_name(event.seat)} claims {event.for_}{joint}{tile}{as_said}{at_stake(table, event.seat, event.for_)}"


def _as_said(table: Table) -> str:
    """The name under which a misnamed discard is won; empty where it is won as what it is (american/error-2)."""
    return f", as the {tile_words(table.tile_to_win)} that was said" if table.open and table.wins_misnamed else ""


def _pass(table: Table, event: ev.Pass) -> str:
    tile = _answered(table)
    return f"{seat_name(event.seat)} passes" + (f" on {tile}" if tile else "")


_DANGERS: dict[str | None, str] = {
    None: "", "choice": "; the discard was dangerous", "no-choice": "; the discard was dangerous, without a choice",
    "unclear": "; whether the discard was dangerous cannot be read",
}  # fmt: skip


def _expose(table: Table, event: ev.Expose) -> str:
    discard = table.discard
    stakes = at_stake(table, event.seat, event.kind) if table.winner is None else ""
    source = f" with the discard from {seat_name(discard.seat)}" if discard is not None and table.winner is None else ""
    if is_self_drawn(table, event):
        source = " out of the hand"
    laid = set_words(event.kind, event.tiles, table.plan.forms.wild)
    replaced = replaced_set(table, event)
    if replaced is not None:
        source, stakes = f" in the place of the {set_words(replaced.kind, replaced.tiles, table.plan.forms.wild)}", ""
    return f"{seat_name(event.seat)} lays down a {laid}{source}{stakes}{_DANGERS[event.dangerous]}"


def _retract(table: Table, event: ev.Retract) -> str:
    claim = table.claims.get(event.seat)
    declared = table.latest_winner is event.seat
    what = f"the claim for {claim}" if claim else "the declaration" if declared else "the claim"
    return f"{seat_name(event.seat)} takes back {what}"


def _kong(table: Table, event: ev.Kong) -> str:
    what = set_words("kong", event.tiles)
    if event.kind != "added":
        return f"{seat_name(event.seat)} lays down a concealed {what}"
    tile = "a tile"
    if event.tiles:
        kind, sets = event.tiles[0].kind, table.place(event.seat).sets
        pung = next((laid for laid in sets if laid.kind == "pung" and kind in laid.tiles), None)
        tile = tile_words(kind if pung is None else added_face(pung.reds, faces_of(event.tiles)))
    return f"{seat_name(event.seat)} adds {tile} to the pung: {what}"


# -- the end --------------------------------------------------------------------------------------------------

_SOURCES = {"deal": "with the tiles dealt", "wall": "with {} from the wall", "loose": "with {}, a loose tile",
            "exchange": "with {} from a joker exchange"}  # fmt: skip


def _mahjong(table: Table, event: ev.Mahjong) -> str:
    line = f", line {shown(event.line, 40)}" if event.line else ""
    liable = f"; {seat_name(event.liable)} answers for it" if event.liable is not None else ""
    liable += "; the tile was not kept apart from the hand" if event.apart is False else ""
    stakes = refused_by_a_win(table, event.seat) if event.source in ev.FROM_OTHERS else ""
    return f"{seat_name(event.seat)} declares mahjong {_how_won(table, event)}{line}{liable}{stakes}"


def _how_won(table: Table, event: ev.Mahjong) -> str:
    tile = tile_words(event.tile) if event.tile is not None else "a tile"
    if event.source == "discard" and table.discard is not None:
        named = _as_said(table) or _misnamed(event, table.discard.tile)
        return f"on {_answered(table)}{named}{_DANGERS[event.dangerous]}"
    if event.source == "bonus" and table.kong is not None:
        return f"on {_answered(table)}{_misnamed(event, table.kong.tile)}"
    if event.source == "kong" and table.kong is not None:
        robbed = f"{seat_name(table.kong.seat)}'s kong of {tile_words(table.kong.tile)}"
        return f"by robbing {robbed}{_misnamed(event, table.kong.tile)}"
    return _SOURCES.get(event.source, "on {}").format(tile)


def _misnamed(event: ev.Mahjong, claimed: int) -> str:
    """The tile that the declaration names, where it is another than the one claimed."""
    if event.tile is None or UNKNOWN in (event.tile.kind, claimed) or event.tile.kind == claimed:
        return ""
    return f", naming it {tile_words(event.tile)}"


def _show(table: Table, event: ev.Show) -> str:
    groups = [group_words(tiles) for tiles in event.sets or ()]
    if event.rest:
        groups.append(tiles_words(event.rest))
    if not groups and table.plan.family.draws_have_reasons and not table.wins:
        return f"{seat_name(event.seat)} shows a ready hand, whose tiles were not written down"
    return f"{seat_name(event.seat)} shows {'; '.join(groups)}" if groups else f"{seat_name(event.seat)} shows the hand"


def _penalty(table: Table, event: ev.Penalty) -> str:
    to = [f"{amount} to {seat_name(seat)}" for seat, amount in (event.to or {}).items()]
    shares = f" ({list_words(to)})" if to else ", shared by the others" if event.to is None else " off the final score"
    return f"{seat_name(event.seat)} pays a penalty of {event.amount}{shares}{_quote(event.reason)}"


def _score(table: Table, event: ev.Score) -> str:
    limit = f", {quoted(event.limit, 40)}" if event.limit is not None else ""
    if table.plan.family.counts_han and announced_words(event):
        limit = f": {announced_words(event)}"
    return f"{seat_name(event.seat)}'s hand is announced at {event.total}{limit}"


def _settlement(table: Table, event: ev.Settlement) -> str:
    moves = [
        f"{seat_name(seat)} {'gains' if change > 0 else 'loses'} {abs(change)}"
        for seat in SEATS
        if (change := event.change.get(seat, 0))
    ]
    what = "The hand" if event.for_ is None else f"{seat_name(event.for_)}'s win"
    pot = f"; {event.pot} of it from the pot" if event.pot else ""
    return f"{what} is paid: {list_words(moves)}{pot}" if moves else f"{what} is settled: nobody pays"


def _washout(table: Table, event: ev.Washout) -> str:
    who = f" ({list_words([seat_name(seat) for seat in event.seats])})" if event.seats else ""
    if not table.plan.family.draws_have_reasons:
        return f"The hand is drawn: a wash-out{_quote(event.reason)}{who}"
    return f"The hand is drawn: {drawn_words(reason_of(event))}{who}"


_WORDS: dict[type[ev.Event], Callable[[Table, Any], str]] = {
    ev.GameStart: _game_start,
    ev.RuleSetText: lambda table, event: "The text of the rule set is written into the log",
    ev.Seats: _seats,
    ev.HandStart: _hand_start,
    ev.Gap: _gap,
    ev.Wall: lambda table, event: f"The wall is built of {counted(len(event.tiles), 'tile')}",
    ev.Roll: _roll,
    ev.Break: _break,
    ev.Deal: lambda table, event: f"{seat_name(event.seat)} is dealt {tiles_words(event.tiles)}",
    ev.Indicator: _indicator,
    ev.Charleston: charleston_words,
    ev.CharlestonStop: lambda table, event: f"{seat_name(event.seat)} refuses a second Charleston",
    ev.Bonus: _bonus,
    ev.Draw: _drawing(""),
    ev.KongReplacement: _drawing(" to replace the kong's fourth"),
    ev.BonusReplacement: _drawing(" for a bonus tile"),
    ev.Discard: _discard,
    ev.Name: lambda table, event: f"{seat_name(event.seat)} names the discard correctly: {tile_words(event.tile)}",
    ev.Pass: _pass,
    ev.Claim: _claim,
    ev.Retract: _retract,
    ev.Expose: _expose,
    ev.LayConcealed: lambda table, event: (
        f"{seat_name(event.seat)} lays a {set_words(event.kind, event.tiles)} face down"
    ),
    ev.Kong: _kong,
    ev.JokerExchange: joker_exchange_words,
    ev.Fishing: lambda table, event: f"{seat_name(event.seat)} is fishing: one tile is missing",
    ev.Mahjong: _mahjong,
    ev.Show: _show,
    ev.Dead: dead_words,
    ev.Penalty: _penalty,
    ev.Washout: _washout,
    ev.Replay: lambda table, event: f"The hand is void and played again{_quote(event.reason)}",
    ev.Score: _score,
    ev.Settlement: _settlement,
    ev.GameEnd: _game_end,
    ev.Correction: _correction,
    ev.Note: _remark("Note"),
    ev.Dispute: _remark("Dispute"),
    ev.Ruling: _remark("Ruling"),
}
"""The sentence of every event type of the format."""
