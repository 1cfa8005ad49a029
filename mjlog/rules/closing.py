"""The end of a hand: wash-outs, hands shown, and that scores and payments come after it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from mjlog.events import (
    Penalty,
    Score,
    Settlement,
    Show,
    Washout,
)
from mjlog.findings import Refusal
from mjlog.hands import is_run
from mjlog.rules.registry import by_sets, check
from mjlog.rules.sets import contradicted_call, difference, one_too_many
from mjlog.seats import SEATS
from mjlog.table import Table
from mjlog.table.closing import shows_a_part
from mjlog.table.facts import Fact
from mjlog.table.plan import ABORTS, Fine
from mjlog.table.stakes import EXHAUSTIVE, NAGASHI
from mjlog.table.state import A_DRAW, CLOSING, DONE
from mjlog.tiles import CODES, UNKNOWN, counts_of


@check(Washout, codes="out-of-place", frame=True, part_of="washed_out_when_nothing_can_be_drawn")
def washed_out_in_play(table: Table, event: Washout) -> Refusal | None:
    """It is a hand in progress that is drawn."""
    return None if table.in_play else Refusal("out-of-place", "a wash-out outside a hand")


@check(Washout, codes="washout-too-early out-of-place", frame=True, needs=Fact.MOVES)
def washed_out_when_nothing_can_be_drawn(table: Table, event: Washout) -> Refusal | None:
    """A hand is drawn when a tile is due and none is left."""
    if not table.in_play or event.reason not in (None, "", "wall exhausted", EXHAUSTIVE, NAGASHI):
        return None
    owed = next((place.seat for place in table.places if place.owed_bonus), None)
    replaces = table.loose_due if owed is None or table.plan.bonus_from_live else owed
    if replaces is not None:
        is_used_up = table.loose_position(replaces) is None
    else:
        is_used_up = table.live_left == 0 and (owed is not None or table.due == A_DRAW)
    if is_used_up or len(table.dead) == len(table.plan.seats):
        return None
    left = table.live_left
    why = f"live tiles are left: {left}" if left else f"{table.turn} has not discarded"
    return Refusal("washout-too-early", f"the hand is called drawn: {why}", 0, left)


@check(Washout, codes="washout-too-early", frame=True, needs=Fact.CLAIMS,
       part_of="washed_out_when_nothing_can_be_drawn")  # fmt: skip
def washed_out_when_nobody_wins_the_last_discard(table: Table, event: Washout) -> Refusal | None:
    """A hand is not drawn while a call for mahjong of the last discard stands."""
    caller = table.first_call if table.in_play and event.reason not in ABORTS else None
    if caller is None or table.claims[caller] != "mahjong":
        return None
    words = f"the hand is called drawn: {caller}'s call for mahjong stands"
    return Refusal("washout-too-early", words, "mahjong", "washout", seat=caller)


@check(Show, Score, Settlement, codes="out-of-place", frame=True, needs=Fact.CLAIMS)
def after_the_end(table: Table, event: Show | Score | Settlement) -> Refusal | None:
    """Hands are shown, scored and paid after the win or the wash-out."""
    if table.due in (CLOSING, DONE) or (type(event) is Show and table.plan.family.draws_have_reasons):
        # Where ready hands are shown before a draw is told, another rule asks whether they may be.
        return None
    return Refusal("out-of-place", f"a {event.type} before the hand is won or drawn")


@check(Settlement, codes="out-of-place", frame=True, needs=Fact.HANDS)
def paid_once(table: Table, event: Settlement) -> Refusal | None:
    """A hand is paid once."""
    if table.settlement is None or (event.for_ is not None and {None, event.for_}.isdisjoint(table.paid)):
        return None
    return Refusal("out-of-place", f"a second settlement of hand {table.hand}")


@check(Show, Score, codes="out-of-place", frame=True, needs=Fact.HANDS)
def once_per_player(table: Table, event: Show | Score) -> Refusal | None:
    """Each player shows, and scores, once."""
    shown = table.places[event.seat.index].shown is not None
    again = event.seat in table.scores if type(event) is Score else shown
    if not again:
        return None
    return Refusal("out-of-place", f"a second {event.type} of {event.seat}")


@check(Settlement, codes="out-of-place", frame=True)
def all_scores_announced(table: Table, event: Settlement) -> Refusal | None:
    """Where a record writes down every score, all players have announced theirs before anybody pays."""
    if "score" not in table.every or table.winner is None:
        return None
    silent = [seat for seat in SEATS if seat not in table.scores and seat in table.players]
    if not silent:
        return None
    return Refusal("out-of-place", f"the settlement comes before {silent[0]}'s score", seat=silent[0])


@check(Score, codes="out-of-place", frame=True, needs=Fact.HAND)
def shown_before_scored(table: Table, event: Score) -> Refusal | None:
    """Where a record writes down every hand shown, a hand is shown before it is scored."""
    place = table.places[event.seat.index]
    if "show" not in table.every or table.winner is None or place.shown is not None:
        return None
    if not place.size:
        return None
    return Refusal("out-of-place", f"{event.seat}'s score: {event.seat} has not shown {place.size} concealed tiles")


@check(Penalty, codes="wrong-penalty", frame=True)
def fine_is_paid_to_others(table: Table, event: Penalty) -> Refusal | None:
    """A fine is a number of points that goes to the other players, all of it."""
    words = f"{event.seat}'s fine of {event.amount}"
    if event.amount < 0:
        return Refusal("wrong-penalty", f"{words}: expected 0, 1, 2 … points", found=event.amount)
    # There are fines that nobody gets (riichi/chombo-1, riichi-ema/penalty-1).
    is_off_the_final_score = table.plan.stakes.chombo == "points" or table.plan.stakes.fines == "nobody"
    if event.to is None or (not event.to and is_off_the_final_score):
        return None
    if event.seat in event.to:
        return Refusal("wrong-penalty", f"{words} goes to {event.seat} too", found=event.to[event.seat])
    total = sum(event.to.values())
    if total == event.amount:
        return None
    return Refusal("wrong-penalty", f"{words}: {total} go to the others", event.amount, total)


@check(Penalty, codes="wrong-penalty")
def fine_is_one_of_the_rules(table: Table, event: Penalty) -> Refusal | None:
    """A fine is as high as the rules say: as that of its reason, where they name it, and paid to whom they say."""
    return _as_agreed(table, event, table.plan.fines)


@check(Penalty, codes="wrong-penalty")
def named_fine_is_as_agreed(table: Table, event: Penalty) -> Refusal | None:
    """A fine whose reason the rules name is as high as they say, and paid to whom they say."""
    return _as_agreed(table, event, ())


@check(Penalty, codes="wrong-penalty")
def fine_of_a_false_mahjong_is_as_agreed(table: Table, event: Penalty) -> Refusal | None:
    """A fine for a false mahjong is as high as the rules say, and paid to whom they say."""
    return _as_agreed(table, event, ()) if _reason(event) == _FALSE_MAHJONG else None


@check(Penalty, codes="wrong-penalty")
def fine_of_another_fault_is_as_agreed(table: Table, event: Penalty) -> Refusal | None:
    """A fine for a fault that the rules name, but for a false mahjong, is as high as they say."""
    return _as_agreed(table, event, ()) if _reason(event) != _FALSE_MAHJONG else None


_FALSE_MAHJONG = "false-mahjong"


def _reason(event: Penalty) -> str:
    """Why a fine is paid, as rules name it."""
    return event.reason.strip().lower().replace(" ", "-")


def rule_of_fines(checks: Mapping[str, str], reason: str = "") -> str | None:
    """The rule of a rule set that says what a fault costs; None where none does. `checks`: rules by their checks."""
    other = fine_of_a_false_mahjong_is_as_agreed if reason == _FALSE_MAHJONG else fine_of_another_fault_is_as_agreed
    names = (fine_is_one_of_the_rules, named_fine_is_as_agreed, other)
    return next((checks[name.__name__] for name in names if name.__name__ in checks), None)


def _as_agreed(table: Table, event: Penalty, usual: Sequence[Fine]) -> Refusal | None:
    """Whether a fine is that of its reason, or one of the `usual` ones where its reason is not named."""
    fines = [fine for fine in table.plan.fines if fine.reason == _reason(event)]
    amounts = sorted({fine.amount for fine in fines or usual})
    if not amounts:
        return None
    words = f"{event.seat}'s fine of {event.amount}"
    if event.amount not in amounts:
        named = f"{event.reason}: " if fines else ""
        return Refusal(
            "wrong-penalty", f"{words}: {named}{', '.join(map(str, amounts))} expected", amounts, event.amount
        )
    if fines and all(fine.to_one for fine in fines) and len(event.to or {}) != 1:
        return Refusal("wrong-penalty", f"{words} goes to one other player, whom `to` names", 1, len(event.to or {}))
    shared = bool(fines) and all(fine.to_all for fine in fines)
    others = [seat for seat in event.seat.others() if seat in table.players]
    if not shared or event.to is None or all(event.to.get(seat) for seat in others):
        return None
    return Refusal("wrong-penalty", f"{words} goes to all {len(others)} others", len(others), len(event.to))


@check(Show, codes="not-a-set", frame=True, where=by_sets)
def shown_sets_are_sets(table: Table, event: Show) -> Refusal | None:
    """What is laid down as a set is one: a chow, a pung, a kong, a pair, or a whole special hand."""
    for part, tiles in enumerate(event.sets or ()):
        kinds = tuple(sorted([tile.kind for tile in tiles]))
        alike = len(set(kinds)) == 1 and 2 <= len(kinds) <= 4
        if not (alike or UNKNOWN in kinds or (len(kinds) == 3 and is_run(kinds)) or len(kinds) >= 13):
            words = f"{event.seat} lays down {' '.join(CODES[kind] for kind in kinds)}: that is no set"
            return Refusal("not-a-set", words, part=part)
    return None


@check(Show, codes="shown-hand-differs too-many-copies tile-not-in-set", frame=True,
       needs=Fact.HAND | Fact.HANDS)  # fmt: skip
def winner_shows_the_hand(table: Table, event: Show) -> Refusal | None:
    """The winner lays down the concealed tiles: as many, and the known ones among them."""
    return _shows_another_hand(table, event) if table.win_of(event.seat) is not None else None


@check(Show, codes="shown-hand-differs too-many-copies tile-not-in-set", frame=True,
       needs=Fact.HAND | Fact.HANDS)  # fmt: skip
def losers_show_their_hands(table: Table, event: Show) -> Refusal | None:
    """Who did not win and shows the hand shows the concealed tiles: as many, and the known ones among them."""
    return None if table.win_of(event.seat) is not None else _shows_another_hand(table, event)


def _shows_another_hand(table: Table, event: Show) -> Refusal | None:
    place = table.places[event.seat.index]
    is_over = table.due in (CLOSING, DONE) or table.plan.family.draws_have_reasons
    tiles = itertools.chain(*(event.sets or ()), event.rest or ())
    if not is_over or (not place.unknown and counts_of([tile.kind for tile in tiles]) == place.held):
        # The tiles laid down are the concealed ones, all of them known: so it is wherever all draws were seen.
        return None
    sets, rest = table.shown_tiles(event)
    shown = counts_of(itertools.chain(*sets, rest))
    if not place.unknown and shown == place.held:
        return None
    size = sum(shown)
    if shows_a_part(table, place, size):
        # A tile of the part that is shown cannot be among those held.
        held = place.held
        more = {kind: count - held[kind] for kind, count in enumerate(shown[:UNKNOWN]) if count > held[kind]}
        if sum(more.values()) <= place.unseen + place.surplus:
            return None
        kind = min(more)
        words = f"{event.seat} shows {shown[kind]} of {CODES[kind]}: {event.seat} has {held[kind]}"
        return Refusal("shown-hand-differs", words, held[kind], shown[kind])
    if size != place.size:
        return Refusal(
            "shown-hand-differs",
            f"{event.seat} shows {size} concealed tiles: {event.seat} has {place.size}",
            place.size,
            size,
            part=len(sets) if rest else None,
        )
    differing = difference(table, place, shown)
    if differing is not None:
        words = f"{event.seat} {differing.words.format(CODES[differing.kind], event.seat)}"
        part = _part_of(event, differing.kind)
        return Refusal("shown-hand-differs", words, differing.held, differing.shown, part=part)
    called = contradicted_call(table, place, shown)
    if called is None:
        return None
    words = f"{event.seat} shows another hand than that with which {event.seat} {called.words}"
    return Refusal("shown-hand-differs", words, severity=called.severity)


@check(Score, codes="shown-hand-differs", needs=Fact.HAND | Fact.HANDS,
       where=lambda plan: plan.withdrawn_mahjong == "exposure")  # fmt: skip
def whole_hand_is_shown(table: Table, event: Score) -> Refusal | None:
    """A hand that is scored was shown whole, if it was shown."""
    place = table.places[event.seat.index]
    if place.shown is None or table.winner is not event.seat:
        return None
    number = len([*itertools.chain(*place.shown.sets), *place.shown.rest])
    if number >= place.size:
        return None
    words = f"{place.seat} has shown {number} concealed tiles: {place.seat} has {place.size}"
    return Refusal("shown-hand-differs", words, place.size, number, seat=place.seat)


@check(Show, codes="too-many-copies tile-not-in-set", frame=True, part_of="winner_shows_the_hand")
def winner_shows_tiles_in_play(table: Table, event: Show) -> Refusal | None:
    """The winner shows tiles of the one set of tiles that is played with, also where nobody followed the hand."""
    return _shows_too_many(table, event) if table.win_of(event.seat) is not None else None


@check(Show, codes="too-many-copies tile-not-in-set", frame=True, part_of="losers_show_their_hands")
def losers_show_tiles_in_play(table: Table, event: Show) -> Refusal | None:
    """Who did not win shows tiles of the one set of tiles that is played with, also where nobody followed the hand."""
    return None if table.win_of(event.seat) is not None else _shows_too_many(table, event)


def _shows_too_many(table: Table, event: Show) -> Refusal | None:
    place = table.places[event.seat.index]
    kind = one_too_many(table, place, event)
    if kind is None:
        return None
    copies = table.plan.copies[kind]
    words = f"{event.seat} shows {CODES[kind]}: with those seen there are {copies + 1 if copies else 'some'} of it"
    code = "too-many-copies" if copies else "tile-not-in-set"
    return Refusal(code, words, copies, copies + 1, part=_part_of(event, kind))


def _part_of(event: Show, kind: int) -> int | None:
    sets = event.sets or ()
    for part, tiles in enumerate(sets):
        if any(tile.kind == kind for tile in tiles):
            return part
    return len(sets) if event.rest is not None else None
