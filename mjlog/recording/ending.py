"""The end of a hand in lines: what was announced, what the tiles are worth, who pays whom, who is East next."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.audit.engine import Engine
from mjlog.audit.settling.base import WHO_DISCARDED
from mjlog.audit.valuing import explained_score
from mjlog.formats.shorthand.endings import scores_due, typed_scores
from mjlog.recording.asking import amounts, presumed_payment
from mjlog.recording.hints import left_to_say, said_of_a_false_win
from mjlog.scoring import Score
from mjlog.scoring.hand import HanScore
from mjlog.seats import SEATS, Seat
from mjlog.table.stakes import repeats_due
from mjlog.table.state import CLOSING, DONE
from mjlog.text import list_words, shown
from mjlog.views.results import next_east, why_over
from mjlog.views.words import announced_words, explain_score, han_words, seat_name, stakes_words


def end_of_hand(replay: Engine, in_full: bool = True, says_who: bool | None = None) -> list[str]:
    """What is to be said of a hand that has ended; nothing while it is played.

    `in_full`: a line for each hand, what it is worth item by item where that differs, and who pays whom; `says_who`:
    whether that, if not as the rest.
    """
    table = replay.table
    if table.due not in (CLOSING, DONE):
        return []
    if not table.standing.result_known:
        return list(said_of_a_false_win(replay))
    scores = list(_scores(replay)) if in_full else _scores_shortly(replay)
    if table.gaps and table.depth != "result" and not any(computed(replay, seat) for seat in table.players):
        scores.append("no score is computed: moves of this hand are missing")
    paid = _payments(replay, in_full if says_who is None else says_who)
    left = list(said_of_a_false_win(replay))
    if table.plan.family.is_settled_singly:
        left = left or list(left_to_say(replay))
    elif not left and table.winner is not None and table.settlement is None and not table.standing.voided:
        left = [f"to be said: {', '.join([*unsaid_of_the_win(replay), '`pay` that it is paid'])}"]
    east = next_east(replay.rules, table)
    why_done = why_over(replay.rules, table) if east is None else None
    following = [] if why_done is None else [f"next: `end`: {why_done.rpartition(': ')[2]}"]
    if east is not None:
        pot = 0 if table.wins else table.standing.pot
        stakes = stakes_words(repeats_due(table.standing), pot) if table.plan.family.goes_on_in_stakes else ""
        played = ", a goulash" if table.washout and table.agreed.goulash is not None else ""
        following = [f"next: `hand`{played}, and {shown(east, 24)} is East{stakes}"]
    return [*scores, *paid, *left, *following]


def why(replay: Engine) -> list[str]:
    """Everything about the end of a hand: every hand that is wholly known item by item, who pays whom."""
    lines = end_of_hand(replay)
    for seat in _valued(replay) if lines else ():
        worth = computed(replay, seat)
        if worth is not None and worth.total is not None:
            lines += ["", f"{seat_name(seat)}'s hand:", *(f"  {item}" for item in explain_score(worth))]
            explanation = explained_score(replay.table, seat, replay.rules, worth)
            missed = explanation.not_counted if explanation is not None else ()
            lines += [f"  not counted: {each.name}: {each.why}" for each in missed]
    paid = replay.ending.why_paid() if lines else ""
    return [*lines, f"  paid: {paid}"] if paid else lines


def _scores_shortly(replay: Engine) -> list[str]:
    """All hands on one line."""
    parts, differs = [], False
    for seat in _valued(replay):
        announced, worth = replay.table.scores.get(seat), computed(replay, seat)
        total = worth.total if worth is not None else None
        if announced is None and total is None:
            continue
        differs = differs or (announced is not None and total not in (None, announced))
        words = f"{announced}" if total in (None, announced) else f"{announced}, computed {total}"
        parts.append(f"{seat_name(seat)} {f'({total})' if announced is None else words}")
    if not parts:
        return []
    return [f"announced: {'; '.join(parts)}" + (" - `why` explains" if differs else "")]


def _scores(replay: Engine) -> Iterator[str]:
    for seat in _valued(replay):
        total = replay.table.scores.get(seat)
        worth = computed(replay, seat)
        if worth is None or worth.total is None:
            if total is not None:
                yield f"{seat_name(seat)} announced {total}{_by_han(replay, seat, None)}"
        elif total is None:
            yield f"{seat_name(seat)}'s hand is worth {worth.total}{_by_han(replay, seat, worth)}"
        elif total == worth.total:
            yield f"{seat_name(seat)} announced {total}, as computed{_by_han(replay, seat, worth)}"
        else:
            yield f"{seat_name(seat)} announced {total}, computed {worth.total}: {'; '.join(explain_score(worth))}"


def _by_han(replay: Engine, seat: Seat, worth: Score | None) -> str:
    """Han and fu of a hand that is reckoned in these, as computed or else as announced."""
    score = replay.ending.announced.get(seat)
    if isinstance(worth, HanScore):
        return f" ({han_words(worth)})"
    words = announced_words(score) if score is not None and replay.table.plan.family.counts_han else ""
    return f" ({words})" if words else ""


def _valued(replay: Engine) -> list[Seat]:
    """Whose hands are told: of all at the table, or of the winners where nothing else is worth anything."""
    table = replay.table
    winners = [win.seat for win in table.wins] if table.plan.family.is_settled_singly else list(SEATS)
    return [seat for seat in winners if seat in table.players]


def computed(replay: Engine, seat: Seat) -> Score | None:
    """What a hand that is wholly known is worth, item by item; None for any other."""
    place = replay.table.place(seat)
    if place.unknown and place.shown is None:
        return None
    scores = replay.ending.value(seat)
    return scores[0] if scores else None


def _payments(replay: Engine, says_who: bool) -> Iterator[str]:
    table = replay.table
    due = replay.ending.likely_settlement()
    if table.settlement is not None:
        paid = {seat: table.settlement.get(seat, 0) for seat in table.plan.seats}
        yield f"paid: {amounts(paid)}"
        changes = [way.change for way in (due, replay.ending.without_jokers()) if way is not None]
        if due is not None and all(any(way.get(seat, 0) != paid[seat] for seat in paid) for way in changes):
            yield f"computed: {amounts(due.change)}"
    elif due is not None and table.plan.family.draws_have_reasons and not any(due.change.values()):
        yield "nobody pays"
    elif due is not None:
        ways = [f"{seat_name(payer)} {amount} to {seat_name(payee)}" for payer, payee, amount in due.payments if amount]
        taken = sum(due.change.values())
        ways += [f"{taken} from the table"] if taken else []
        yield f"to be paid: {amounts(due.change)}" + (f" ({list_words(ways)})" if says_who and ways else "")
        presumed = presumed_payment(replay)
        if presumed is not None:
            for_all = ", `pay w` West for all" if table.plan.tracks_danger else ""
            yield f"nobody wrote down {presumed.unsaid}: `pay` says that it is paid as computed{for_all}"


def unsaid_of_the_win(replay: Engine) -> list[str]:
    """What nobody has said of a win yet, payments apart, as it is typed: the hand, its value, scores, whose tile."""
    table, winner = replay.table, replay.table.winner
    if winner is None or table.standing.voided or table.settlement is not None or table.plan.family.is_settled_singly:
        return []
    letter, family = winner.value.lower(), table.plan.family
    left = []
    if table.depth != "result" and table.place(winner).shown is None:
        left.append(f"`{letter}h 123b 55d` the hand")
    waits, alone = scores_due(table, replay.ending.unannounced()), family.winner_alone_scores
    if table.scores and not alone:
        left += waits
    elif winner not in table.scores:
        worth = computed(replay, winner)
        is_valued = worth is not None and worth.total is not None
        left += ([] if is_valued else waits) if alone else [f"`{typed_scores(table)}` the scores"]
    elif not alone and replay.ending.silent(table.wins[0]):
        left.append(f"`{typed_scores(table)}` the scores of the others")
    win, depends = table.wins[0], family.wins_by_card or replay.ending.unsaid() == WHO_DISCARDED
    if depends and len(replay.ending.discarders(win)) > 1:
        giver = next(seat for seat in table.plan.seats if seat is not winner)
        left.append(f"{WHO_DISCARDED} (`fix {win.seq} {letter}mf{giver.value.lower()}` says that {giver} did)")
    return left
