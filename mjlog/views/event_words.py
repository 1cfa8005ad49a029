"""An event in one English sentence, said of the table as it stood before it.

Words say no more than the event and the table do: give both as their reader may see them (`mjlog.log.sight`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjlog import events as ev
from mjlog.rules.claim import outranked
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.claims import is_self_drawn, replaced_set, sets_to_exchange
from mjlog.table.opening import is_throw, wall_found
from mjlog.table.passing import receiver
from mjlog.table.red_fives import faces_of
from mjlog.table.riichi_moves import added_face
from mjlog.table.stakes import reason_of, repeats_due
from mjlog.table.state import CLAIM_RANK
from mjlog.text import counted, points, quoted, result, shown, where_words
from mjlog.tiles import PLAIN_KINDS, UNKNOWN, dora_after
from mjlog.views.board_parts import drawn_words, stakes_words, way_words
from mjlog.views.naming import (
    announced_words,
    group_words,
    list_words,
    seat_name,
    set_words,
    tile_words,
    tiles_words,
)  # fmt: skip

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
    taker = seat_name(receiver(event.pass_, event.seat))
    blind = f", {event.blind} of them blind" if event.blind else ""
    return f"{seat_name(event.seat)} passes {tiles_words(event.tiles)} {_way(event.pass_, taker)}{blind}"


def _way(name: str, taker: str) -> str:
    """The way that the tiles go, who gets them, and in which Charleston."""
    way, comma, more = way_words(name).partition(",")
    again = ", in the second Charleston" if name.endswith("-2") else ""
    return f"{way} ({taker}){comma}{more}{again}"


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
    why = f"{_REASONS[event.reason]}{basis}{_at_fault(table, event)}{text}"
    return f"{seat_name(event.seat)}'s hand is declared dead{by} for {why}"


def _at_fault(table: Table, event: ev.Dead) -> str:
    """The exposures that are named to be at fault."""
    sets = table.place(event.seat).sets
    named = [set_words(sets[number].kind, sets[number].tiles) for number in event.sets or () if number < len(sets)]
    return f": {list_words(named)}" if named else ""


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
    return _said(table, before, "goes before", "go before") + _said(table, refused, "is refused", "are refused")


def refused_by_a_win(table: Table, seat: Seat) -> str:
    """The calls of others that come to nothing when a win on the tile is declared; several may win where they can."""
    others = [claim for claim in table.claims if claim is not seat]
    if table.plan.family.most_winners > 1:
        others = [other for other in others if table.claims[other] != "mahjong"]
    return _said(table, others, "is refused", "are refused")


def _goes_before(twin: Table, table: Table, first_said: tuple[Seat, str], other: tuple[Seat, str]) -> bool:
    """Whether one call goes before another, by the ranks that the rules of claims go by."""
    if first_said[1] == other[1] == "mahjong":
        return False
    twin.claims = {first_said[0]: first_said[1]}
    event: ev.Expose | ev.Mahjong = ev.Expose(seq=1, seat=other[0], kind=other[1], tiles=())  # type: ignore[arg-type]
    if other[1] == "mahjong":
        event = ev.Mahjong(seq=1, seat=other[0], source=table.open_source)
    return outranked(twin, event, "claim-outranked", _ALL) is not None


def _said(table: Table, seats: list[Seat], singular: str, several: str) -> str:
    if not seats:
        return ""
    calls = [f"{seat_name(seat)}'s {table.claims[seat]}" for seat in seats]
    return f"; {list_words(calls)} {singular if len(calls) == 1 else several}"


def words(table: Table, event: ev.Event) -> str:
    """What happens, in one sentence without a full stop; texts from the log are shortened and made harmless."""
    return _WORDS[type(event)](table, event)


def _name(handle: str) -> str:
    return shown(handle, 40)


def _seating(seats: ev.Seating) -> str:
    return ", ".join(f"{_name(seats[seat])} is {seat_name(seat)}" for seat in SEATS if seat in seats)


def _quote(text: str | None) -> str:
    return f": {shown(text, 300)}" if text else ""


# -- the frame of the log -------------------------------------------------------------------------------------


def _game_start(table: Table, event: ev.GameStart) -> str:
    place = f" at {shown(event.place, 60)}" if event.place else ""
    of = "".join(f", {shown(part, 60)}" for part in where_words(None, None, event.tournament, event.session))
    players = list_words([_name(player) for player in event.players])
    return f"A game begins{place}{of}: {players} play by the rules '{shown(event.ruleset, 40)}'"


def _seats(table: Table, event: ev.Seats) -> str:
    taken = table.standing.places_taken(event.seats)
    if taken:
        changed_seats = list_words([f"{_name(new)} takes the place of {_name(old)}" for old, new in taken.items()])
        return f"{changed_seats}: {_seating(event.seats)}"
    drawn = "Winds are drawn for the seats" if event.draw else "Everyone takes a seat"
    return f"{drawn}: {_seating(event.seats)}"


_DEPTHS = {"table": ", recorded as seen from the table", "result": ", only its result recorded"}


def _hand_start(table: Table, event: ev.HandStart) -> str:
    depth = _DEPTHS.get(event.depth or "", "")
    # By a card there are no rounds: East is written throughout.
    round_ = f" in the {event.round} round" if table.plan.family.has_round_winds else ""
    viewed = f", as {seat_name(event.view)} saw it" if event.view is not None else ""
    return f"Hand {event.hand} begins{round_}{_stakes(table, event)}{depth}{viewed}: {_seating(event.seats)}"


def _stakes(table: Table, event: ev.HandStart) -> str:
    """How often the hand is repeated, and what lies on the table: as stated, or as the hand before left it."""
    standing = table.standing
    if not table.plan.family.goes_on_in_stakes:
        return ""
    repeats = event.repeats if event.repeats is not None else repeats_due(standing)
    # Whoever has won has the pot, also where nobody wrote the payments down.
    left = 0 if table.wins else standing.pot
    pot = event.pot if event.pot is not None else left
    return stakes_words(repeats, pot)


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
    who = seat_name(event.seat) if event.seat is not None else _name(event.player or "somebody")
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
    amounts_told = [f"{_name(player)} {amount_words(amount)}" for player, amount in (amounts or {}).items()]
    return list_words(amounts_told) if amounts_told else ""


def _correction(table: Table, event: ev.Correction) -> str:
    if event.of is not None:
        what = f"Event {event.of} is {'corrected' if event.events else 'void'}"
    else:
        what = f"{counted(len(event.events), 'event')} added after event {event.after}"
    agreed = f" (agreed by {list_words([_name(player) for player in event.agreed])})" if event.agreed else ""
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
    def say(table: Table, event: ev.Draw | ev.KongReplacement | ev.BonusReplacement) -> str:
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
    said = _as_said(table) if event.for_ == "mahjong" else ""
    return f"{seat_name(event.seat)} claims {event.for_}{joint}{tile}{said}{at_stake(table, event.seat, event.for_)}"


def _as_said(table: Table) -> str:
    """As what a discard is won that was called something else than it is (american/error-2)."""
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


def _added(table: Table, event: ev.Kong) -> str:
    """The tile that is added to a pung."""
    if not event.tiles:
        return "a tile"
    kind = event.tiles[0].kind
    pung = next((one for one in table.place(event.seat).sets if one.kind == "pung" and kind in one.tiles), None)
    return tile_words(kind if pung is None else added_face(pung.reds, faces_of(event.tiles)))


def _kong(table: Table, event: ev.Kong) -> str:
    what = set_words("kong", event.tiles)
    if event.kind == "added":
        return f"{seat_name(event.seat)} adds {_added(table, event)} to the pung: {what}"
    return f"{seat_name(event.seat)} lays down a concealed {what}"


def _lay_concealed(table: Table, event: ev.LayConcealed) -> str:
    return f"{seat_name(event.seat)} lays a {set_words(event.kind, event.tiles)} face down"


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
    ev.LayConcealed: _lay_concealed,
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
