"""What a hand of the card is worth and what is owed for it: all that it can be, where the record leaves it open.

Source: american/pay-1 to american/pay-5.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace as changed

from mjlog import events as ev
from mjlog.audit.settling.base import SettledAtOnce
from mjlog.audit.valuing import Diagnosis, Fault, announced_items, score_fault, settlement_fault
from mjlog.cards.document import CardLine
from mjlog.rules.by_card import exposures_of, lines_that_fit
from mjlog.rulesets.resolve import Citations
from mjlog.scoring import Item, Score, Settlement
from mjlog.scoring.settlement import CardWin, explain_card_win, settle_card_win
from mjlog.seats import Seat
from mjlog.table import Table, Win
from mjlog.tiles import JOKER, UNKNOWN

_EITHER = (False, True)
_MOST_VALUE = 10**9
_JOKERLESS = ("jokerless", "no jokers", "no-jokers")
"""By what names a score has it that the hand has no jokers."""


class CardSettling(SettledAtOnce, family="card"):
    """The winner alone is paid, by the line of the card that the hand is."""

    may_be_several = True
    depends_on = "how the hand was made"

    def clear(self) -> None:
        """A new hand begins."""
        super().clear()
        self._lines: tuple[object, list[CardLine]] | None = None

    def value(self, seat: Seat) -> list[Score]:
        """What a seat's hand can be worth; empty where that cannot be computed."""
        if not self.reporter.frame.known_rules or seat is not self.table.winner or self._win_in_error():
            return []
        rule, values = self.rules.cites.score or "", dict.fromkeys((one.value, one.label) for one in self._lines_won())
        return [
            Score(value, value, 0, value, None, (), (Item(f"line {label}", value, 0, rule),), (), True)
            for value, label in values
        ]

    def card_wins(self, announced: bool = False) -> list[CardWin]:
        """What the payment for a hand of the card can go by: its line, or the value that was announced."""
        table = self.table
        score = self.announced.get(table.winner) if table.winner is not None else None
        if table.win is None or (announced and score is None):
            return []
        wins = card_wins(table, self._lines_won(), score.total if announced and score is not None else None)
        # Of a hand that was not seen, the value announced tells which lines it can be.
        as_said = [win for win in wins if score is not None and win.value == score.total] or wins
        if self._pays_jokerless() == (False,):
            return [win._replace(jokerless=False) for win in as_said]
        return as_said

    def _lines_won(self) -> list[CardLine]:
        """The lines that the winning hand can have been, found once: it is scored, paid and reported."""
        told, latest = told_by(self.table), self._lines
        if told is None:
            return lines_won(self.table)
        if latest is None or latest[0] != told:
            self._lines = latest = told, lines_won(self.table)
        return latest[1]

    def settlements(self, announced: bool = False) -> list[Settlement]:
        """Who can owe what, from computed or announced values, the likeliest first; empty if not computable."""
        table = self.table
        if table.washout:
            return [Settlement(dict.fromkeys(table.players, 0), ())]
        if table.win is None or table.win.seat not in table.players or self._win_in_error():
            return []
        return card_settlements(table, self.card_wins(announced), self.discarders(table.win))

    def without_jokers(self) -> Settlement | None:
        """What is owed for a hand without jokers; None where the value is open, or jokers are in it."""
        wins = self.card_wins() or self.card_wins(announced=True)
        wins = [win for win in wins if win.jokerless and win.bonus] or [win for win in wins if win.jokerless]
        if self.table.win is None or len({win.value for win in wins}) != 1:
            return None
        settlements_due = card_settlements(self.table, wins[:1], self.discarders(self.table.win))
        return settlements_due[0] if len(settlements_due) == 1 else None

    def why_paid(self) -> str:
        """Why the hand is paid as it is, in words; nothing where that is not certain."""
        wins = self.card_wins()
        discarders = self.discarders(self.table.win) if self.table.win is not None else []
        if len(wins) == len(discarders) == 1 and self.settlement() is not None:
            is_misnamed = self.table.win is not None and self.table.win.misnamed
            return explain_card_win(wins[0], discarders[0], misnamed=is_misnamed)
        return ""

    def _sound_announcements(self) -> bool:
        return True

    def _certain_settlements(self) -> list[Settlement]:
        return self.settlements() or self.settlements(announced=True)

    # -- what was announced -------------------------------------------------------------------------------------------

    def _judge_announced(self, event: ev.Score) -> None:
        table = self.table
        is_anothers = not self.result_open and not table.washout and table.winner not in (None, event.seat)
        if is_anothers and event.total:
            self._scores_nothing(event)
            # Either the winner or the score is another's: who is to be paid is open.
            self.result_open = True
            return
        super()._judge_announced(event)

    def _judge_by_itself(self, event: ev.Score) -> None:
        """The value of a winning hand whose tiles are in doubt: the line that was named tells it all the same."""
        win, card = self.table.win, self.table.card
        if self.result_open or not self.is_faulty or win is None or card is None or event.seat is not self.table.winner:
            return
        # Without a name it can be any value of the card.
        values = {line.value for line in card.card.lines if win.line in (None, line.label)}
        if not values or event.total in (0, *values):
            return
        words = f"{event.seat}'s hand: {event.total} is announced, and no line that it can be is worth that"
        self._note("wrong-score", words, next(iter(values)) if len(values) == 1 else None, event.total)

    def _score_fault(self, event: ev.Score, score: Score) -> Fault | None:
        """What is wrong with an announced score, if the hand is worth this; an item for its jokers adds no points."""
        items = announced_items(event.items) or []
        worth = [item for item in items if item.name.lower() not in _JOKERLESS]
        if len(worth) < len(items):
            event = changed(event, items=[msgspec.to_builtins(item) for item in worth] or None)
        return score_fault(event, score, frozenset(), 0)

    def _note_score(self, event: ev.Score, scores: list[Score], fault: Fault) -> None:
        """An announced value is none of those that the hand can be worth."""
        words, expected, stated, part = fault
        if len(scores) > 1:
            words, expected = f"{event.total} is announced, and no line that it can be is worth that", None
        self._note("wrong-score", f"{event.seat}'s hand: {words}", expected, stated, part)

    # -- what was paid ------------------------------------------------------------------------------------------------

    def _compare_gain(self, event: ev.Settlement) -> None:
        """Payments for a hand whose value nobody has written down: they are in the right proportions for some value."""
        win, cites = self.table.win, self.rules.cites
        if win is None or win.seat not in self.table.players or self._win_in_error():
            return
        discarders = self.discarders(win)
        if fits_some_value(self.table, event, discarders):
            return
        rule = cites.settle if win.source == "discard" else cites.drawn
        words = "the payments are right for no value: "
        words += "the discarder pays twice what the others pay" if win.source == "discard" else "all pay the same"
        if win.misnamed:
            words, rule = "the payments are right for no value: whoever misnamed the tile alone pays", cites.misnamed
        self._note("wrong-settlement", words, None, None, None, rule)

    def _compare_payments(self, event: ev.Settlement, possible: list[Settlement]) -> None:
        """Also what is left open: a hand without jokers that is paid no more than others, or a name that nobody wrote
        down."""
        is_due = any(settlement_fault(event, due, self.table.players) is None for due in possible)
        self.left_open = "" if is_due else next(self._ways_left_open(event), "")
        if not self.left_open:
            super()._compare_payments(event, possible)

    def _ways_left_open(self, event: ev.Settlement) -> Iterator[str]:
        """What is open, in words, where the payments are right if it was as they say."""
        table, win = self.table, self.table.win
        if win is None:
            return
        if len(self._pays_jokerless()) > 1:
            singly = [one._replace(jokerless=False) for one in self.card_wins() if one.jokerless and one.bonus]
            if self._is_one_of(event, card_settlements(table, singly, self.discarders(win))):
                yield "whether it was said that the hand has no jokers is open, and what is due without that"
        if may_be_misnamed(table):
            wins = self.card_wins() or self.card_wins(announced=True)
            if self._is_one_of(event, card_settlements(table, wins, self.discarders(win), misnamed=True)):
                yield "whether the discard was named rightly is open, and who pays with it"

    def _is_one_of(self, event: ev.Settlement, ways: Sequence[Settlement]) -> bool:
        return any(settlement_fault(event, way, self.table.players) is None for way in ways)

    def _pays_jokerless(self) -> tuple[bool, ...]:
        """Whether a hand without jokers is paid double, as far as it was said that it is one; the likeliest first.

        Source: american/pay-3.
        """
        way, said = self.table.plan.jokerless, self.announced.get(self.table.winner or Seat.E)
        items = announced_items(said.items) if said is not None else None
        is_said = None if items is None else any(item.name.lower() in _JOKERLESS for item in items)
        if way == "due" or is_said:
            return (True,)
        return (False,) if way == "told" and is_said is False else (True, False)

    def said_beside(self, seat: Seat) -> Sequence[str]:
        """That the hand has no jokers, where it is not paid double without a word."""
        wins = self.card_wins() if seat is self.table.winner and self.table.plan.jokerless == "told" else []
        return _JOKERLESS[:1] if wins and all(win.jokerless and win.bonus for win in wins) else ()

    def settlement(self) -> Settlement | None:
        """Who owes what; None where it cannot be computed, or is left open."""
        return None if self.left_open else super().settlement()

    def _blame_for_payments(self, event: ev.Settlement, due: Settlement) -> Diagnosis:
        """Which rule of paying was not kept."""
        wins = [*self.card_wins(), *self.card_wins(announced=True)]
        assert self.table.win is not None
        return blame_by_card(self.table, event, wins, self.table.win, self.rules.cites)


def lines_won(table: Table) -> list[CardLine]:
    """The lines that the winning hand can have been, the likeliest first; empty where the card does not say."""
    win = table.win
    if win is None or table.card is None:
        return []
    place = table.place(win.seat)
    exposures = exposures_of(place)
    if exposures is None:
        return []
    if place.shown is None and (table.gaps or not place.sure):
        # Of a hand that nobody saw the line named tells, or it can be any.
        every = table.card.card.lines
        return [line for line in every if line.label == win.line] or (list(every) if win.line is None else [])
    lines = [table.card.card.lines[line] for line in lines_that_fit(table, place, place.held, place.unknown, exposures)]
    named = [line for line in lines if line.label == win.line]
    if named:
        return named
    best = max((line.value for line in lines), default=0)
    # The best of those that fit counts; of a hand that is not wholly known it can be any.
    return lines if place.unknown else [line for line in lines if line.value == best][:1]


def line_shown(table: Table) -> CardLine | None:
    """The line that the winner's tiles are, once they were shown and are no other."""
    place = None if table.win is None else table.place(table.win.seat)
    if place is None or place.shown is None or place.unknown:
        return None
    lines = lines_won(table)
    return lines[0] if len(lines) == 1 else None


def is_judged_by_the_card(table: Table) -> bool:
    """Whether a hand that was shown is known to be a line of the card."""
    line, card, win = line_shown(table), table.card, table.win
    exposures = None if win is None else exposures_of(table.place(win.seat))
    if line is None or card is None or win is None or exposures is None:
        return False
    return card.match_line(table.place(win.seat).held, exposures, line.label) is not None


def told_by(table: Table) -> tuple[object, ...] | None:
    """All that `lines_won` follows from, of a hand whose tiles are all known; None of others, which more tells of."""
    win = table.win
    if win is None or table.place(win.seat).unknown:
        return None
    place = table.place(win.seat)
    laid = [laid_set.tiles for laid_set in place.sets]
    return table.card, win.seat, win.line, tuple(place.held), laid, place.shown is None, place.sure, table.gaps


def card_wins(table: Table, lines: Sequence[CardLine], announced: int | None) -> list[CardWin]:
    """What the payment can go by: the lines that the hand can be, or the value announced where no card says more."""
    jokerless = _jokerless(table)
    if announced is not None:
        bonuses = {table.card.card.section_of(line).pays_jokerless for line in lines} if table.card else set()
        ways: Iterator[tuple[int, bool]] = itertools.product((announced,), sorted(bonuses or _EITHER, reverse=True))
    elif table.card is not None:
        ways = iter([(line.value, table.card.card.section_of(line).pays_jokerless) for line in lines])
    else:
        ways = iter(())
    wins = [CardWin(value, without, bonus) for value, bonus in ways for without in jokerless]
    return list(dict.fromkeys(wins))


def _jokerless(table: Table) -> tuple[bool, ...]:
    """Whether the fourteen tiles can be without jokers, as far as they are known."""
    assert table.win is not None
    place = table.place(table.win.seat)
    laid = [kind for laid_set in place.sets for kind in laid_set.tiles]
    if place.held[JOKER] or JOKER in laid:
        return (False,)
    is_known = not place.unknown and (place.sure or place.shown is not None)
    return (True,) if is_known and UNKNOWN not in laid else _EITHER


def may_be_misnamed(table: Table) -> bool:
    """Whether nobody wrote down what the winning discard was, nor its name, and that can have mattered."""
    named = table.discard is not None and (table.discard.tile != UNKNOWN or table.discard.named is not None)
    return table.plan.misnamed_mahjong != "none" and not named


def card_settlements(
    table: Table, wins: list[CardWin], discarders: list[Seat | None], *, misnamed: bool = False
) -> list[Settlement]:
    """What can be owed, each once, the likeliest first; `misnamed`: if the discard was, which nobody wrote down."""
    assert table.win is not None
    seats, winner = tuple(table.players), table.win.seat
    settlements: list[Settlement] = []
    # Who sits nowhere pays nothing: that seats are wrong is told where they are.
    paying = [seat for seat in discarders if seat is None or seat in seats]
    for win, discarder in itertools.product(wins, paying):
        settled = settle_card_win(win, winner, discarder, seats, misnamed=misnamed or table.win.misnamed)
        if settled not in settlements:
            settlements.append(settled)
    return settlements


def fits_some_value(table: Table, event: ev.Settlement, discarders: list[Seat | None]) -> bool:
    """Whether the payments are right for some value, where nobody knows which: only their proportions tell."""
    win = table.win
    assert win is not None
    paid = [-event.change.get(seat, 0) for seat in table.players if seat is not win.seat]
    values = {amount // factor for amount in paid for factor in (1, 2, 4) if 0 < amount <= _MOST_VALUE}
    ways = itertools.product(sorted(values), _jokerless(table), _EITHER)
    wins = [CardWin(value, without, bonus) for value, without, bonus in ways]
    names = (False, True) if may_be_misnamed(table) else (False,)
    found = (one for name in names for one in card_settlements(table, wins, discarders, misnamed=name))
    return any(settlement.change == _whole(table, event) for settlement in found)


def _whole(table: Table, event: ev.Settlement) -> dict[Seat, int]:
    return {seat: event.change.get(seat, 0) for seat in table.players}


def blame_by_card(table: Table, event: ev.Settlement, wins: list[CardWin], win: Win, cites: Citations) -> Diagnosis:
    """Which rule of paying was not kept: that of the mistake which makes the payments, else of the way of winning."""
    paid = _whole(table, event)
    for one in wins:
        for blame, change in _mistakes(table, one, win, cites):
            if change == paid:
                return blame
    if win.misnamed:
        return Diagnosis(cites.misnamed)
    return Diagnosis(cites.settle if win.discarder is not None else cites.drawn)


def _mistakes(table: Table, one: CardWin, win: Win, cites: Citations) -> Iterator[tuple[Diagnosis, dict[Seat, int]]]:
    seats, winner, discarder = tuple(table.players), win.seat, win.discarder
    if discarder is winner or discarder not in (None, *seats):
        # Who discarded is written down wrongly, and told: no way of paying follows from it.
        return
    due = settle_card_win(one, winner, discarder, seats, misnamed=win.misnamed).change
    if win.misnamed:
        ordinary = settle_card_win(one, winner, discarder, seats).change
        yield Diagnosis(cites.misnamed, "as if the discard had been named rightly"), ordinary
        return
    doubled = one._replace(value=one.value * 2, jokerless=False)
    single = one._replace(jokerless=False)
    twice = one.jokerless and one.bonus
    words = "as if jokers had been in the hand" if twice else "as if a hand without jokers were paid double here"
    yield (
        Diagnosis(cites.jokerless, words),
        settle_card_win(single if twice else doubled, winner, discarder, seats).change,
    )
    if discarder is not None:
        yield Diagnosis(cites.settle, "as if the tile had been drawn"), settle_card_win(one, winner, None, seats).change
    for seat in seats:
        if seat not in (winner, discarder):
            rule = cites.drawn if discarder is None else cites.settle
            other = settle_card_win(one, winner, seat, seats).change
            yield Diagnosis(rule, f"as if {seat} had discarded the tile"), other
    if Seat.E in seats:
        east = {**due, Seat.E: 2 * due[Seat.E], winner: due[winner] - due[Seat.E]}
        if winner is Seat.E:
            east = {seat: 2 * amount for seat, amount in due.items()}
        yield Diagnosis(cites.east, "as if East paid and received double"), east
    for seat, reason in table.dead.items():
        rule = {"count": cites.dead_count, "exposure": cites.dead_exposure}.get(reason, cites.dead_false)
        spared = {**due, seat: 0, winner: due[winner] + due.get(seat, 0)}
        yield Diagnosis(rule, f"as if {seat}, whose hand is dead, had nothing to pay"), spared
