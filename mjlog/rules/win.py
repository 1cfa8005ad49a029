"""Winning: the winning tile, the complete hand or the line of the card, several who would win, and what a win needs.

Of two chows that would win the first to call gets the tile (pung-chi/claim-5). What a complete hand needs besides is a
pattern (riichi/win-1), or so much worth as was agreed on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from mjlog.cards.exposures import Exposure
from mjlog.events import FROM_OTHERS, Claim, Expose, Mahjong, Show, Source
from mjlog.findings import Refusal
from mjlog.hands import CHOW, PLAIN, Forms, arrangements, can_complete, group_tiles, is_complete
from mjlog.hands.special import forms_by_claim
from mjlog.rules.by_card import exposures_of, lines_that_fit
from mjlog.rules.claim import tile_taken
from mjlog.rules.registry import by_sets, check
from mjlog.rules.sets import gravity
from mjlog.scoring.from_table import lacking_worth
from mjlog.seats import Seat
from mjlog.table import Place, Table
from mjlog.table.closing import declares_too
from mjlog.table.danger import as_shown, judge_supply, may_be_thirteen_wonders
from mjlog.table.facts import Fact
from mjlog.table.plan import TablePlan
from mjlog.table.state import A_DISCARD, Discarded, KongMade
from mjlog.table.unseen import all_copies_for, can_have_drawn, learned_draw, named_draw
from mjlog.text import counted
from mjlog.tiles import CODES, HAND_TILES, NORTH, UNKNOWN, counts_of, format_sorted


def winning_tile(table: Table, event: Mahjong) -> int:
    """The tile that this win is completed by, as the table shows it, before the win is applied."""
    if table.win is not None and declares_too(table, event) and table.win.tile is not None:
        return table.win.tile
    if event.source == "discard":
        return table.tile_to_win
    if event.source in FROM_OTHERS:
        return table.kong.tile if table.kong is not None else UNKNOWN
    drawn = table.places[event.seat.index].last_drawn
    return UNKNOWN if drawn is None or event.source == "deal" else drawn


def own_tiles(table: Table, event: Mahjong) -> tuple[list[int], int]:
    """The winner's known tiles per kind, and the number of unseen ones; a tile named as just drawn is known by that."""
    place, named = table.places[event.seat.index], learned_draw(table, event)
    counts, unknown = list(place.held), place.unknown
    if named != UNKNOWN:
        counts[named] += 1
        unknown -= 1
    return counts, unknown


_OWN_SOURCES = ("wall", "loose", "deal", "exchange")


@check(Mahjong, codes="out-of-turn", frame=True, needs=Fact.TURN)
def self_drawn_win_in_turn(table: Table, event: Mahjong) -> Refusal | None:
    """A player wins with a tile of their own before discarding."""
    if event.source not in _OWN_SOURCES:
        return None
    if table.due == A_DISCARD and event.seat is table.turn:
        return None
    why = f"it is {table.turn}'s turn" if event.seat is not table.turn else f"{event.seat} has not taken a tile"
    words = f"{event.seat}'s win from the {event.source}: {why}"
    return Refusal("out-of-turn", words, table.turn.value, event.seat.value)


@check(Mahjong, codes="mahjong-tile-wrong", frame=True)
def winning_tile_is_the_last(table: Table, event: Mahjong) -> Refusal | None:
    """The winning tile is the one just drawn, discarded or robbed, and came from there."""
    if event.source == "bonus" and NORTH not in table.plan.aside:
        words = f"{event.seat}'s win with a tile laid aside: none is laid aside in this game that can be won"
        return Refusal("mahjong-tile-wrong", words, found=event.source)
    due = winning_tile(table, event)
    kind = event.tile.kind if event.tile is not None else UNKNOWN
    if kind not in (UNKNOWN, due) and due != UNKNOWN:
        return Refusal(
            "mahjong-tile-wrong",
            f"{event.seat} wins with {CODES[kind]}: the tile taken last is {CODES[due]}",
            CODES[due],
            CODES[kind],
        )
    named = named_draw(table, event)
    if named != UNKNOWN and not can_have_drawn(table, table.places[event.seat.index], named):
        words = f"{event.seat} wins with {CODES[named]}: the tile taken last, which nobody saw, cannot have been one"
        return Refusal("mahjong-tile-wrong", words, found=CODES[named])
    return None


_BEFORE_A_WIN = Fact.TURN | Fact.MOVES


@check(Mahjong, codes="mahjong-tile-wrong", frame=True, needs=_BEFORE_A_WIN | Fact.DRAWS,
       part_of="winning_tile_is_the_last")  # fmt: skip
def winning_tile_came_from_there(table: Table, event: Mahjong) -> Refusal | None:
    """The winning tile comes from where it is said to: the live wall, the loose tiles, the deal."""
    source = event.source
    if source in (*FROM_OTHERS, "exchange") or table.whence == "exchange" or (source == "deal" and table.discards):
        return None
    if not table.discards:
        # A dealt hand may have been completed by a loose tile only where one was taken.
        taken = source != "loose" or table.whence == "loose"
        fits = event.seat is Seat.E and taken
    else:
        fits = table.whence == source
    if fits:
        return None
    came = (
        "its hand was dealt" if source == "loose" and not table.discards else f"the tile came from the {table.whence}"
    )
    return Refusal("mahjong-tile-wrong", f"{event.seat}'s win from the {source}: {came}", table.whence, source)


@check(Mahjong, codes="mahjong-tile-wrong", frame=True, needs=_BEFORE_A_WIN, part_of="winning_tile_is_the_last")
def dealt_hand_wins_before_the_first_discard(table: Table, event: Mahjong) -> Refusal | None:
    """A hand that wins as it was dealt wins before anybody has passed tiles on, or discarded."""
    has_passed = table.passing is not None and table.passing.begun
    if event.source != "deal" or not (table.discards or has_passed) or table.whence == "exchange":
        return None
    came = f"the tile came from the {table.whence}" if table.discards else "tiles have been passed on since"
    words = f"{event.seat}'s win from the deal: {came}"
    return Refusal("mahjong-tile-wrong", words, table.whence, event.source)


@check(Mahjong, codes="mahjong-tile-wrong", frame=True, needs=_BEFORE_A_WIN, part_of="winning_tile_is_the_last")
def exchanged_joker_counts_as_drawn(table: Table, event: Mahjong) -> Refusal | None:
    """A win by a joker just exchanged counts as drawn, and may be called so."""
    if event.source in FROM_OTHERS or "exchange" not in (event.source, table.whence):
        return None
    if table.whence == "exchange" and event.source in ("exchange", "wall"):
        return None
    words = f"{event.seat}'s win from the {event.source}: the tile taken last came from the {table.whence}"
    return Refusal("mahjong-tile-wrong", words, table.whence, event.source)


@check(Mahjong, codes="not-mahjong", needs=Fact.HAND | Fact.MOVES)
def drawn_hand_is_complete(table: Table, event: Mahjong) -> Refusal | None:
    """Who declares mahjong with an own tile has a complete hand."""
    if event.source not in _OWN_SOURCES:
        return None
    place = table.places[event.seat.index]
    return _judge_complete(table, place, *own_tiles(table, event))


@check(Claim, Mahjong, codes="not-mahjong", needs=Fact.HAND | Fact.MOVES | Fact.CLAIMS)
def discard_completes_the_hand(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """Who claims a discard for mahjong has a complete hand with it."""
    return _judge_claimed(table, event) if not _takes_from_a_kong(table, event) else None


@check(Claim, Mahjong, codes="not-mahjong", needs=Fact.HAND | Fact.MOVES | Fact.CLAIMS | Fact.TURN)
def robbed_tile_completes_the_hand(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """Who robs a kong has a complete hand with its tile."""
    return _judge_claimed(table, event) if _takes_from_a_kong(table, event) else None


def _takes_from_a_kong(table: Table, event: Claim | Mahjong) -> bool:
    return event.source in ("kong", "bonus") if type(event) is Mahjong else table.kong is not None


def _judge_claimed(table: Table, event: Claim | Mahjong) -> Refusal | None:
    place = table.places[event.seat.index]
    if type(event) is Mahjong:
        tile = winning_tile(table, event) if event.source not in _OWN_SOURCES else UNKNOWN
    elif event.for_ != "mahjong":
        return None
    elif table.kong is not None:
        tile = table.kong.tile
    else:
        tile = table.tile_to_win if table.open_discard is not None else UNKNOWN
    if tile == UNKNOWN:
        return None
    counts = list(place.held)
    counts[tile] += 1
    forms = [forms_by_claim(plan.forms, tile) for plan in table.plans]
    return _judge_complete(table, place, counts, place.unknown, gravity(table, event), forms)


def _judge_complete(
    table: Table,
    place: Place,
    counts: list[int],
    unknown: int,
    severity: str | None = None,
    each: Sequence[Forms] | None = None,
) -> Refusal | None:
    """Refuses a hand that is complete in none of these forms, by default those that the hand may be played by."""
    each = [plan.forms for plan in table.plans] if each is None else each
    if any(_can_be(table, place, counts, unknown, forms) for forms in each):
        return None
    forms = each[0]
    chows = range(forms.chows + 1, PLAIN.chows + 1)
    needed = next((most for most in chows if _can_be(table, place, counts, unknown, replace(forms, chows=most))), None)
    why = "" if needed is None else f": it needs {counted(needed, 'chow')}, and may have {forms.chows or 'none'}"
    hand = f"{format_sorted(counts)} with {counted(len(place.sets), 'set')} on the table"
    return Refusal("not-mahjong", f"{place.seat}'s hand {hand} is not complete{why}", severity=severity)


def _can_be(table: Table, place: Place, counts: list[int], unknown: int, forms: Forms) -> bool:
    """Whether the hand is complete, or can be with tiles that nobody saw."""
    sets, laid = len(place.sets), [laid_set.tiles for laid_set in place.sets]
    if unknown:
        return can_complete(counts, unknown, sets, all_copies_for(table, place), forms=forms, laid=laid)
    return is_complete(counts, sets, forms=forms, laid=laid)


@check(Show, codes="not-mahjong", needs=Fact.HAND)
def winner_shows_a_complete_hand(table: Table, event: Show) -> Refusal | None:
    """The winner lays down a complete hand."""
    place = table.places[event.seat.index]
    if table.declared_by(event.seat) is None or event.seat in table.no_wins or not place.unknown:
        return None
    counts = table.shown_counts(event)
    if counts[UNKNOWN] or sum(counts) != place.size:
        # A hand that is not shown whole is another fault.
        return None
    return _judge_complete(table, place, counts, 0)


@check(Show, codes="not-mahjong", part_of="winner_shows_a_complete_hand", where=by_sets)
def winner_shows_sets_and_a_pair(table: Table, event: Show) -> Refusal | None:
    """The winner lays down a complete hand, also where nobody followed it, and sets lie beside it that nobody saw."""
    place = table.places[event.seat.index]
    if table.declared_by(event.seat) is None or event.seat in table.no_wins:
        return None
    if not place.has_unseen:
        return None
    sets, rest = table.shown_tiles(event)
    laid = [*(laid_set.tiles for laid_set in place.sets), *(tiles for tiles in sets if len(tiles) == _KONG)]
    counts = counts_of(chain(*(tiles for tiles in sets if len(tiles) != _KONG), rest))
    unseen = (HAND_TILES - sum(counts)) // 3 - len(laid)
    if counts[UNKNOWN] or sum(counts) % 3 != 2 or unseen < 0:
        return None
    whole = [*laid, *[()] * unseen]
    if any(is_complete(counts, len(whole), forms=plan.forms, laid=whole) for plan in table.plans):
        return None
    return Refusal("not-mahjong", f"{event.seat} shows {format_sorted(counts)}, which is not complete")


_KONG = 4


@check(Expose, Mahjong, codes="danger-misjudged", needs=Fact.CLAIMS | Fact.MOVES)
def danger_as_recorded(table: Table, event: Expose | Mahjong) -> Refusal | None:
    """Whether the claimed tile was a dangerous discard, and whether there was a choice, is as recorded."""
    if event.dangerous == "unclear" or (event.dangerous is None and "dangerous" not in table.every):
        return None
    supplied: KongMade | Discarded | None = table.discard if table.winner is None else None
    if type(event) is Mahjong and event.source != "discard":
        supplied = table.kong if event.source == "kong" else None
    if supplied is None:
        return None
    supplier, tile = supplied.seat, supplied.tile
    place = table.places[event.seat.index]
    laid_open = not (type(event) is Mahjong and may_be_thirteen_wonders(place)) and getattr(event, "kind", "") != "kong"
    if table.plan.danger.by_winning_tile:
        laid_open = type(event) is Mahjong and event.source == "discard"
    judged = judge_supply(table, event.seat, supplier, tile) if laid_open else None
    if judged in ("unknown", event.dangerous):
        return None
    words = f"{supplier}'s {CODES[tile]}, taken by {event.seat}, was "
    words += (
        "no dangerous discard"
        if judged is None
        else f"a dangerous discard, with {judged.replace('no-choice', 'no choice')}"
    )
    return Refusal("danger-misjudged", words, judged, event.dangerous, part="dangerous")


@check(Show, codes="danger-misjudged", part_of="danger_as_recorded")
def danger_as_shown(table: Table, event: Show) -> Refusal | None:
    """Whether there was a choice is as recorded, too, where the hand that is shown now tells it."""
    for fed in table.fed:
        if fed.supplier is event.seat and fed.judged == "unknown" and fed.stated in ("choice", "no-choice"):
            judged = as_shown(table, fed, table.shown_counts(event))
            if judged not in ("unknown", fed.stated):
                words = f"{fed.supplier}'s {CODES[fed.tile]}, taken by {fed.claimer}, was a dangerous discard, with "
                words += f"{judged.replace('no-choice', 'no choice')}, as the hand shows"
                return Refusal("danger-misjudged", words, judged, fed.stated)
    return None


# -- the hand is a line of the card, with what lies exposed as whole groups ------------------------------------------


class _Fault(NamedTuple):
    """Why a hand is none of the card: the finding code, and the reason in words."""

    code: str
    why: str


@check(Mahjong, Show, codes="not-on-card", needs=Fact.CARD)
def hand_is_on_the_card(table: Table, event: Mahjong | Show) -> Refusal | None:
    """A hand wins only if it is exactly a hand of the card in force."""
    return _refused(table, event, "not-on-card")


@check(Mahjong, Show, codes="concealed-hand-exposed", needs=Fact.CARD)
def concealed_hand_is_not_exposed(table: Table, event: Mahjong | Show) -> Refusal | None:
    """For a concealed hand nothing is called but the last tile."""
    return _refused(table, event, "concealed-hand-exposed")


@check(Mahjong, Show, codes="joker-not-allowed", needs=Fact.CARD)
def jokers_only_in_groups(table: Table, event: Mahjong | Show) -> Refusal | None:
    """A joker stands for a tile of a group of three or more, never in a pair or for a single tile."""
    return _refused(table, event, "joker-not-allowed")


def _refused(table: Table, event: Mahjong | Show, code: str) -> Refusal | None:
    fault = _judge_declared(table, event) if isinstance(event, Mahjong) else _judge_shown(table, event)
    if fault is None or fault.code != code:
        return None
    short = "" if code == "not-on-card" else f"the hand {fault.why}"
    return Refusal(code, f"{event.seat}'s hand {fault.why}", short=short)


def _judge_declared(table: Table, event: Mahjong) -> _Fault | None:
    """The hand as it is known when mahjong is declared."""
    if event.source not in ("wall", "deal", "exchange", "discard"):
        return None
    place = table.places[event.seat.index]
    counts, unknown = own_tiles(table, event)
    tile = winning_tile(table, event) if event.source == "discard" else None
    if tile is not None:
        counts[tile] += 1
        unknown, counts[UNKNOWN] = unknown + (tile == UNKNOWN), 0
    exposures = exposures_of(place) if place.known_sets is not None else None
    return _judge(table, place, exposures, counts, unknown, event.line, tile == UNKNOWN)


def _judge_shown(table: Table, event: Show) -> _Fault | None:
    """The winner's hand as it is laid down, where it was not wholly known when mahjong was declared."""
    place = table.places[event.seat.index]
    win = table.declared_by(event.seat)
    if win is None or not place.unknown:
        return None
    counts = table.shown_counts(event)
    size = HAND_TILES - sum(len(laid.tiles) for laid in place.sets)
    if counts[UNKNOWN] or sum(counts) != size:
        # A hand that is not shown whole is another fault.
        return None
    return _judge(table, place, exposures_of(place), counts, 0, win.line)


def _judge(
    table: Table, place: Place, exposures: Sequence[Exposure] | None, counts: Sequence[int], unknown: int,
    named: str | None, is_called_unseen: bool = False,
) -> _Fault | None:  # fmt: skip
    card = table.card
    assert card is not None
    if exposures is None:
        return _wrong_line(table, place, named)
    fitting = lines_that_fit(table, place, counts, unknown, exposures, is_called_unseen)
    labels = [card.card.lines[line].label for line in fitting]
    if named is not None and named in labels:
        return None
    if labels and named is None:
        return None
    wrong = _wrong_line(table, place, named)
    if labels and wrong is None:
        return _Fault("not-on-card", f"is not {named} of the card: it can be {' or '.join(labels[:3])}")
    if wrong is not None:
        return wrong
    called = counted(len(place.sets), "set")
    concealed = None if unknown else card.match_concealed(counts, exposures)
    if concealed is not None and place.sets:
        label = card.card.lines[concealed.line].label
        return _Fault("concealed-hand-exposed", f"is {label}, a concealed hand, and the player called {called}")
    free = None if unknown else card.match_with_free_jokers(counts, exposures)
    if free is not None:
        label = card.card.lines[free.line].label
        return _Fault("joker-not-allowed", f"has a joker where {label} of the card takes none")
    return _Fault("not-on-card", f"{format_sorted(counts)} with {called} on the table is no hand of the card")


def _wrong_line(table: Table, place: Place, named: str | None) -> _Fault | None:
    """What is wrong with the line named, whatever the concealed tiles are."""
    card = table.card
    assert card is not None
    line = next((line for line in card.card.lines if line.label == named), None)
    if named is None:
        return None
    if line is None:
        return _Fault("not-on-card", f"is said to be {named[:40]}: the card has no such line")
    if not line.exposed and place.known_sets:
        return _Fault(
            "concealed-hand-exposed",
            f"is {named}, a concealed hand, and the player called {counted(len(place.sets), 'set')}",
        )
    return None


# -- several who would win one tile: how many may, and whose claim goes before ---------------------------------------


@check(Mahjong, codes="mahjong-outranked", needs=Fact.CLAIMS)
def first_to_call_wins_by_a_chow(table: Table, event: Mahjong) -> Refusal | None:
    """Of two players winning with a discard by a chow the first to call gets it."""
    for rival in _rivals(table, event):
        tie = _tie(table, event.seat, rival)
        # Where it is open by what they win, the rival goes before for certain if it is the next in turn as well.
        goes_before = tie or (tie is None and _nearer(table, rival, event.seat))
        if goes_before and _called_first(table, rival, event.seat):
            return _outranked(table, event, rival, "called it first, for a chow as well")
    return None


@check(Mahjong, codes="mahjong-outranked", needs=Fact.CLAIMS)
def nearest_wins_unless_by_chows(table: Table, event: Mahjong) -> Refusal | None:
    """Of several claims for mahjong that of the next in turn is the one, unless all win by a chow."""
    for rival in _rivals(table, event):
        if _tie(table, event.seat, rival) is False and _nearer(table, rival, event.seat):
            return _outranked(table, event, rival, "is the next in turn")
    return None


def _rivals(table: Table, event: Mahjong) -> list[Seat]:
    if event.source != "discard" or table.discard is None or (table.win is not None and not declares_too(table, event)):
        return []
    return _others(table, event)


def _others(table: Table, event: Mahjong) -> list[Seat]:
    """The other players who have won the tile, or have called it to win."""
    calls = [seat for seat, claimed in table.claims.items() if claimed == "mahjong" and seat not in table.refused]
    won = [win.seat for win in table.sound_wins]
    return [seat for seat in dict.fromkeys((*won, *calls)) if seat is not event.seat]


def _tie(table: Table, seat: Seat, other: Seat) -> bool | None:
    """Whether both win by a chow; None where concealed tiles, or other ways to lay the hands down, leave it open."""
    ways = (_by_chow(table, table.place(seat)), _by_chow(table, table.place(other)))
    if False in ways:
        return False
    return None if None in ways else True


def _by_chow(table: Table, place: Place) -> bool | None:
    """Whether the discard completes a chow of the hand: True in every way to lay it down, False in none."""
    if place.has_unseen or table.discard is None:
        return None
    tile = table.discard.tile
    counts = list(place.held)
    # In the hand of whoever has declared already the tile lies.
    counts[tile] += table.declared_by(place.seat) is None
    return wins_by_chow(counts, len(place.sets), tile)


def wins_by_chow(counts: Sequence[int], laid: int, tile: int) -> bool | None:
    """Whether a tile completes a chow of the hand, of which so many sets lie on the table; None where it is open.

    `counts`: of its other tiles by kind, the winning one among them.

    Source: pung-chi/claim-5.
    """
    by_chow = set()
    for way in arrangements(counts, laid):
        for group in way:
            if tile in group_tiles(group):
                by_chow.add(group[0] == CHOW)
    return None if len(by_chow) != 1 else by_chow.pop()


def _called_first(table: Table, first_caller: Seat, other: Seat) -> bool:
    """Whether a claim was made before another; a win without a claim of its own comes after all."""
    first, later = (table.place(seat).claim for seat in (first_caller, other))
    since = table.discard.seq if table.discard is not None else 0
    return later <= since or since < first < later


def _nearer(table: Table, seat: Seat, other: Seat) -> bool:
    discard = table.discard
    return discard is not None and seat.ahead_of(discard.seat) < other.ahead_of(discard.seat)


def _outranked(table: Table, event: Mahjong, rival: Seat, why: str) -> Refusal:
    assert table.discard is not None
    words = f"{event.seat} wins with {table.discard.seat}'s {CODES[table.discard.tile]}: {rival} {why}"
    return Refusal("mahjong-outranked", words, rival.value, event.seat.value)


@check(Mahjong, codes="too-many-winners")
def only_so_many_win(table: Table, event: Mahjong) -> Refusal | None:
    """No more players win one tile than the rules let; where it is one, the nearest in turn."""
    most, wins = table.plan.family.most_winners, table.sound_wins
    if not declares_too(table, event) or len(wins) < most:
        return None
    giver = wins[0].discarder
    if most == 1 and (giver is None or event.seat.ahead_of(giver) < wins[0].seat.ahead_of(giver)):
        return None
    winners = " and ".join(str(win.seat) for win in wins)
    words = f"{event.seat}'s win: {winners} won this tile, and {counted(most, 'player')} may"
    return Refusal("too-many-winners", words, most, len(wins) + 1)


@check(Mahjong, codes="mahjong-outranked", needs=Fact.CLAIMS)
def nearest_in_turn_wins(table: Table, event: Mahjong) -> Refusal | None:
    """Of several claims for mahjong that of the next in turn after the discarder is the one, or as many as may win."""
    taken, first = tile_taken(table, event), table.win
    if first is not None:
        is_known = declares_too(table, event) and first.discarder is not None and first.tile is not None
        taken = (first.discarder, first.tile) if is_known else None  # type: ignore[assignment]
    if taken is None:
        return None
    giver, kind = taken
    nearer = [seat for seat in _others(table, event) if seat.ahead_of(giver) < event.seat.ahead_of(giver)]
    if len(nearer) < table.plan.family.most_winners:
        return None
    goes = f"{nearer[0]}'s {'win' if table.win_of(nearer[0]) else 'claim for mahjong'} goes before"
    words = f"{event.seat} takes {giver}'s {CODES[kind]}: {goes}"
    return Refusal("mahjong-outranked", words, nearer[0].value, event.seat.value)


# -- what a complete hand needs besides ------------------------------------------------------------------------------


def _with_a_minimum(plan: TablePlan) -> bool:
    return plan.scorer is not None


@check(Claim, Mahjong, codes="no-yaku not-mahjong", needs=Fact.HAND | Fact.MOVES | Fact.CLAIMS, where=_with_a_minimum)
def wins_with_a_pattern(table: Table, event: Claim | Mahjong) -> Refusal | None:
    """A hand wins with the doubles of patterns (dora are none), or the points or doubles, that the rules ask."""
    scorer = table.plan.scorer
    assert scorer is not None
    if type(event) is Claim and event.for_ != "mahjong":
        return None
    source: Source
    if type(event) is Mahjong:
        source, tile = event.source, winning_tile(table, event)
    elif table.kong is not None:
        source, tile = table.kong.source, table.kong.tile
    else:
        source, tile = "discard", table.discard.tile if table.discard is not None else UNKNOWN
    place = table.places[event.seat.index]
    if place.has_unseen or tile == UNKNOWN:
        return None
    counts = list(place.held)
    counts[tile] += source in FROM_OTHERS
    if not is_complete(counts, len(place.sets), forms=table.plan.forms, laid=[laid.tiles for laid in place.sets]):
        # Of a hand that is not complete, that is told.
        return None
    lack = lacking_worth(table, event.seat, source, tile)
    words = f"{event.seat}'s win with {CODES[tile]}: {lack}"
    return Refusal(scorer.too_little, words, severity=gravity(table, event), short=lack) if lack else None


@check(Show, codes="no-yaku not-mahjong", needs=Fact.HAND | Fact.MOVES | Fact.CLAIMS, part_of="wins_with_a_pattern",
       where=_with_a_minimum)  # fmt: skip
def shown_hand_has_a_pattern(table: Table, event: Show) -> Refusal | None:
    """A hand that nobody saw before is worth what a win needs when it is shown as won."""
    win, place, scorer = table.win_of(event.seat), table.places[event.seat.index], table.plan.scorer
    assert scorer is not None
    if win is None or win.tile in (None, UNKNOWN) or not place.unknown:
        return None
    shown = table.shown_counts(event)
    laid = [laid_set.tiles for laid_set in place.sets]
    # That the tile it won with is not in the hand is told by another rule.
    if shown[UNKNOWN] or not shown[win.tile] or sum(shown) != place.size or not is_complete(
        shown, len(laid), forms=table.plan.forms, laid=laid
    ):  # fmt: skip
        return None
    before = table.copy()
    seen = before.places[event.seat.index]
    seen.held, seen.unknown = shown, 0
    if win.source in FROM_OTHERS:
        seen.held[win.tile] -= 1
    lack = lacking_worth(before, event.seat, win.source, win.tile)
    return Refusal(scorer.too_little, f"{event.seat} shows the hand that won: {lack}") if lack else None
