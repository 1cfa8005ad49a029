"""Where the winner alone scores and the total is shared: riichi, with repeats, pot and final scores.

Each winner is scored and paid by itself; a drawn hand is paid by who was ready.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace as changed

from mjlog import events as ev
from mjlog.audit.settling.base import NOTHING_DUE, WARNING, WHO_WAS_READY, Settling
from mjlog.audit.valuing import (
    Diagnosis,
    Fault,
    announced_items,
    contradiction,
    fu_of,
    gain_fault,
    han_terms_for,
    likeliest_first,
    terms_for,
)
from mjlog.errors import HandError
from mjlog.findings import Finding
from mjlog.rules.abortive import nagashi_seats
from mjlog.rulesets import Rules
from mjlog.scoring import Item, Score, Settlement, settle, settle_nagashi, settle_ready
from mjlog.scoring.final import terms_told_by, terms_words, with_pot
from mjlog.scoring.han_worth import MOST_HAN, YAKUMAN_HAN, HanTerms, rounded_fu
from mjlog.scoring.rows import ScoringRow, resolve_rows
from mjlog.scoring.settlement import liable_part
from mjlog.seats import Seat
from mjlog.table import Table, Win
from mjlog.table.facts import Fact
from mjlog.table.stakes import (
    NAGASHI,
    can_lie_there,
    nearest_winner,
    parts_for_winners,
    pot_due,
    take_from_pot,
    unseen_sticks,
)
from mjlog.table.unseen import is_blind
from mjlog.text import points as told
from mjlog.text import result

_MOST_REPEATS = 30
"""So many repeats are tried where nobody knows how many there were."""
_MANY_HAN = 2 * YAKUMAN_HAN
_FINAL_OPTIONS = ("uma", "round_final")
"""Which options say how final scores are made; without them a record leaves it open."""


class SharedSettling(Settling, family="shared"):
    """Only winners score, each by itself; sticks and repeats go to the nearest; who was ready is paid at a draw.

    `paid`: whose payments are stated, None for those of all; `taken`: what they took from the table; `left`: what
    everybody got of it at the end of the game.
    """

    def clear(self) -> None:
        """A new hand begins."""
        super().clear()
        self.paid: tuple[Seat | None, ...] = ()
        self.taken = 0
        self.lay: int | None = None
        self.left: dict[Seat, int] = {}
        self.told_by_finals = ""

    def take_over(self, other: Settling) -> None:
        """Go on in a hand that another replay has come so far in."""
        super().take_over(other)
        if isinstance(other, SharedSettling):
            self.paid, self.taken, self.lay, self.left = other.paid, other.taken, other.lay, other.left

    @property
    def on_the_table(self) -> int:
        """The points that lay there before the hand was paid."""
        return super().on_the_table + self.taken if self.lay is None else self.lay

    def _is_of_money(self, finding: Finding) -> bool:
        """A payment that takes other points from the table is wrong for certain where it is known what lay there."""
        if finding.code != "wrong-pot":
            return super()._is_of_money(finding)
        win = self.table.win
        return win is not None and (finding.seq or 0) > win.seq and self.lay is not None

    def settlements(self, announced: bool = False) -> list[Settlement]:
        """Who can owe what, from computed or announced values, the likeliest first; empty if not computable."""
        settlement = self.due(announced, pot=self.on_the_table)
        return [] if settlement is None else [settlement]

    def owed_to(self, winner: Seat) -> Settlement | None:
        """What is paid to one of several winners, as computed or else as announced; None where it is not known."""
        win, pot = self.table.win_of(winner), self.on_the_table
        parts = parts_for_winners(self.table, pot)
        if win is None or parts is None:
            return None
        for announced in (False, True):
            ways = list(self.due_for(win, parts.get(winner, 0), announced))
            if ways:
                return ways[0] if all(way.change == ways[0].change for way in ways) else None
        return None

    def presumed(self) -> Settlement | None:
        """The payments that count as long as nothing else is said; None after a fault, or where nothing tells."""
        if self.table.washout:
            # As long as nobody says who was ready, nobody was.
            return self.settlement() or Settlement(dict.fromkeys(self.table.players, 0), ())
        return super().presumed()

    def unsaid(self) -> str | None:
        """What the payments of a hand that is over depend on, and nobody wrote down; None where they follow."""
        standing = self.table.standing
        is_open = self.table.washout and standing.ready is None and not standing.aborted
        return WHO_WAS_READY if is_open else super().unsaid()

    def due_for(
        self,
        win: Win,
        pot: int,
        announced: bool = False,
        repeats: Iterable[int] | None = None,
        liable: Iterable[Seat | None] | None = None,
    ) -> Iterator[Settlement]:
        """What can be paid to one winner, the likeliest first; nothing where the hand's worth is not known.

        `pot`: what this one takes from the table; who is nearest to the discarder in turn is paid the repeats.
        `repeats`, `liable` stand in the place of those that hold.
        """
        table, terms = self.table, terms_for(self.rules)
        is_nearest = nearest_winner(table) is win.seat
        known = table.standing.repeats
        is_open = known is None or table.standing.repeats_doubted
        counted = repeats or ((range(_MOST_REPEATS) if is_open else (known or 0,)) if is_nearest else (0,))
        givers = [win.discarder]
        if win.source in ev.FROM_OTHERS and win.discarder is None:
            givers = [seat for seat in win.seat.others() if seat in table.players]
        ways = itertools.product(self._totals(win.seat, announced), givers, counted)
        for (total, part), giver, number in ways:
            totals = {**dict.fromkeys(table.players, 0), win.seat: total}
            payers = liable or ((win.liable,) if part and win.liable not in (giver, win.seat) else (None,))
            for payer in payers:
                try:
                    yield settle(
                        totals, win.seat, discarder=giver, liable=payer, terms=terms, repeats=number,
                        pot=pot, liable_total=part,
                    )  # fmt: skip
                except HandError:
                    # Seats or totals that the log itself has wrong; that was reported where it came about.
                    return

    def _totals(self, seat: Seat, announced: bool) -> list[tuple[int, int]]:
        """What a winner can be paid, and how much of it is for yakuman that somebody can be liable for."""
        shared, said = terms_for(self.rules).shared, self.announced.get(seat)
        if shared is None:
            return []
        found = [(score.total, liable_part(score, shared)) for score in self.value(seat) if score.total is not None]
        if not announced:
            return list(dict.fromkeys(found))
        totals = [] if said is None else [said.total, *self.by_parts.get(seat, ())]
        return [next((pair for pair in found if pair[0] == total), (total, 0)) for total in totals]

    def _drawn(self) -> Settlement | None:
        """What is paid after a draw; None where nobody knows who was ready."""
        table = self.table
        standing, terms, players = table.standing, terms_for(self.rules), tuple(table.players)
        if standing.aborted:
            return Settlement(dict.fromkeys(players, 0), ())
        if table.washout_for == NAGASHI:
            # Where nobody wrote the discards down it is whoever was named.
            entitled = table.washout_seats if is_blind(table) else nagashi_seats(table)
            return settle_nagashi(entitled, terms, players) if entitled or not is_blind(table) else None
        if standing.ready is None:
            return None
        return settle_ready(standing.ready, terms, players)

    def due(
        self, announced: bool = False, paid: Sequence[Seat | None] = (), pot: int | None = None
    ) -> Settlement | None:
        """What is paid in all for a hand that is over, as far as it is known, but for the winners who are `paid`.

        `pot`: what is taken from the table; None: all that lies there.
        """
        table = self.table
        if table.washout:
            return self._drawn()
        parts = parts_for_winners(table, (table.standing.pot if pot is None else pot) or 0, paid)
        if not table.wins or parts is None:
            return None
        change, payments = dict.fromkeys(table.players, 0), list[tuple[Seat, Seat, int]]()
        for win in table.wins:
            if win.seat in paid:
                continue
            settlement = next(ways := self.due_for(win, parts.get(win.seat, 0), announced), None)
            if settlement is None or any(way.change != settlement.change for way in ways):
                return None
            payments += settlement.payments
            for seat, amount in settlement.change.items():
                change[seat] += amount
        return Settlement(change, tuple(payments))

    # -- what was announced -------------------------------------------------------------------------------------------

    def _judge_announced(self, event: ev.Score) -> None:
        """The announced value of a winner, where the winners alone score."""
        table, win = self.table, self.table.win_of(event.seat)
        if win is None and (table.wins or table.washout):
            self._scores_nothing(event)
            return
        names = pattern_names(self.rules)
        scores = [] if self.result_open else self.value(event.seat)
        faults = [score_fault(event, score, names) for score in scores]
        if None in faults:
            self.values[event.seat] = [scores[faults.index(None)]]
            return
        known_win = None if self.result_open else win
        fault = faults[0] if faults else sum_fault(event, known_win, han_terms_for(self.rules))
        if fault is not None:
            words, expected, stated, part = fault
            if not faults and expected is not None:
                self.by_parts[event.seat] = (expected,)
            rule = rule_of_score(event, scores[0], table, self.rules) if faults else self.rules.cites.face
            self._note("wrong-score", f"{event.seat}'s hand: {words}", expected, stated, part, rule)
        elif known_win is not None and not scores:
            self._can_be_announced(event)
            if (event.doubles or 0) > _MANY_HAN and not self._refused:
                words = f"{event.seat}'s hand: {event.doubles} han are announced, more than two yakuman have"
                self._note("wrong-score", words, None, event.doubles, "doubles", severity=WARNING)

    # -- what was paid ------------------------------------------------------------------------------------------------

    def judge_settlement(self, event: ev.Settlement) -> None:
        """The payments to one winner, or to all; or those of a draw."""
        if None in self.paid or event.for_ in self.paid:
            return
        self.paid += (event.for_,)
        due, unseen = pot_due(self.table, event.for_), unseen_sticks(self.table, event)
        most, could_lie = self.table.standing.pot_most, can_lie_there(self.table, event.pot or 0)
        if len(self.paid) == 1 and not self.table.standing.pot_doubted and self.table.standing.pot is not None:
            self.lay = self.table.standing.pot + unseen
        for seat, amount in event.change.items():
            self._add(seat, amount)
        take_from_pot(self.table, event)
        self.taken += event.pot or 0
        if Fact.HANDS in self.table.in_doubt:
            return
        if event.for_ is not None and self.table.win_of(event.for_) is None:
            # Whom it is meant for is open: nothing more is judged, or counted.
            self.paid += (None,)
            self._note("wrong-settlement", f"payments are stated for {event.for_}, who has not won", None, None, "for")
            return
        total, pot = sum(event.change.values()), event.pot or 0
        if due not in (None, pot - unseen):
            words = f"{pot} points are taken from the table: {due} are due"
            self._note("wrong-pot", words, due, pot, "pot", self.rules.cites.pot)
        elif due is None and not could_lie:
            words = f"{pot} points are taken from the table: no more can lie there than {most}, in sticks"
            self._note("wrong-pot", words, most, pot, "pot", self.rules.cites.pot)
        elif total != pot:
            words = f"the gains and losses of the hand add up to {told(total)}"
            words += f": {pot} were taken from the table" if pot else ""
            self._note("not-zero-sum", words, pot, total)
        elif event.payments is not None and (contradicted := contradiction(singly(event, self.table))) is not None:
            self._note("wrong-settlement", contradicted, None, None)
        elif not self.result_open:
            fault = self._settlement_fault(event)
            if fault is not None:
                words, expected, found, part = fault
                rule, how = self._blame(event)
                words = ", ".join(filter(None, (words, how)))
                self._note("wrong-settlement", words, expected, found, part, rule)
                # It is open who was ready at a draw, or how often the hand was repeated.
                if self.table.washout:
                    self.table.standing.ready = None
                elif rule is not None and rule == self.rules.cites.repeats:
                    self.table.standing.repeats_doubted = True

    def _settlement_fault(self, event: ev.Settlement) -> Fault | None:
        """What is wrong with recorded payments; None if nothing is, or it cannot be said.

        They may also be those that an announced score makes: that it is wrong is told where it was announced. That
        another pot is taken than lies on the table is told by a rule.
        """
        table, pot, ways = self.table, event.pot or 0, list[Settlement]()
        win = table.win_of(event.for_) if event.for_ is not None else table.wins[0] if len(table.wins) == 1 else None
        for announced in (False, True):
            if win is not None:
                ways += self.due_for(win, pot, announced)
            elif event.for_ is None and (whole := self.due(announced, pot=pot)) is not None:
                ways.append(whole)
        faults = [_difference(self.table, event, way) for way in likeliest_first(event, ways)]
        return None if None in faults else next(iter(faults), None)

    def _blame(self, event: ev.Settlement) -> Diagnosis:
        """Which rule of paying was not kept, and how, where a mistake explains the payments."""
        table, cites = self.table, self.rules.cites
        if table.washout:
            is_nagashi = table.washout_for == NAGASHI
            return Diagnosis(cites.abort if table.standing.aborted else cites.nagashi if is_nagashi else cites.washout)
        win = table.win_of(event.for_) if event.for_ is not None else table.win
        if win is None or (event.for_ is None and len(table.wins) > 1):
            return Diagnosis(cites.settle)
        pot = event.pot or 0
        for announced in (False, True):
            for number in range(_MOST_REPEATS):
                if _is_paid(table, event, self.due_for(win, pot, announced, repeats=(number,))):
                    return Diagnosis(cites.repeats, f"as if it were repeat {number}")
            has_liable = any(part for _, part in self._totals(win.seat, announced))
            for payer in (None, *win.seat.others()) if has_liable else ():
                if _is_paid(table, event, self.due_for(win, pot, announced, liable=(payer,))):
                    return Diagnosis(cites.liable, f"as if {payer or 'nobody'} were liable")
            for settlement in self.due_for(win, pot, announced) if win.liable is not None else ():
                if settlement.change.get(win.seat) == event.change.get(win.seat):
                    # The winner has got what is due: it is about who of the others pays how much of it.
                    return Diagnosis(cites.liable, f"{win.liable} is liable")
        return Diagnosis(cites.settle)

    # -- the end of the game ------------------------------------------------------------------------------------------

    def judge_totals(self, event: ev.GameEnd) -> None:
        """The totals with the sticks that are left, and the final scores."""
        self.settle_if_unpaid()
        if event.totals is not None and self.leaves_totals_open():
            self._judge_sum(event.totals)
        if self.result_open:
            return
        wrong, final = self._totals_fault(event), self._final_fault(event)
        if wrong is not None:
            (words, expected, found, part), rule = wrong
            self._note("wrong-total", words, expected, found, part, rule)
        elif isinstance(final, str):
            self.told_by_finals = final
        elif final is not None:
            self._note("wrong-final", *final)
        # The sticks that lie on the table at the end of the game go to the first (riichi/end-5)
        table, totals = self.table, self.totals_at_the_end()
        if totals is None:
            return
        gains = {seat: totals[player] - table.totals.get(player, 0) for seat, player in table.players.items()}
        self.left = {seat: points for seat, points in gains.items() if points}
        for seat, points in self.left.items():
            self._add(seat, points)
        table.standing.pot = 0

    def leaves_totals_open(self) -> bool:
        """Whether nobody can say what each player should have at the end of the game."""
        return self.result_open or self.totals_at_the_end() is None

    def stakes(self) -> dict[Seat, int]:
        """What everybody laid on the table in this hand, or got from it at the end of the game."""
        table = self.table
        state, plan = table.riichi, table.plan.riichi
        if state is None or table.standing.voided:
            return self.left
        laid = dict.fromkeys(state.standing, -plan.stick)
        return {seat: laid.get(seat, 0) + self.left.get(seat, 0) for seat in laid | self.left}

    def _totals_fault(self, event: ev.GameEnd) -> tuple[Fault, str | None] | None:
        """What is wrong with the totals at the end, and which rule is broken: sticks that are left go to the first."""
        totals, cites = self.totals_at_the_end(), self.rules.cites
        if event.totals is None or totals is None:
            return None
        for player, stated in event.totals.items():
            if stated != totals.get(player, 0):
                due = totals.get(player, 0)
                words = f"{player} ends with {told(stated)} points: {told(due)} is what the hands make"
                # They may be wrong only in who got the sticks that were left.
                pot, before = self.table.standing.pot, self.table.known_totals or {}
                got = [points - before.get(one, 0) for one, points in event.totals.items()]
                is_pot = bool(pot) and sum(got) in (0, pot) and set(got) <= {0, pot}
                return (words, due, stated, "totals"), cites.last_pot if is_pot else cites.total
        return None

    def totals_at_the_end(self, due: Mapping[Seat, int] = NOTHING_DUE) -> dict[str, int] | None:
        """What everybody ends with, with the sticks that are left and what is `due`; None where nobody knows."""
        table, standing, terms = self.table, self.table.standing, self.rules.final
        totals = table.known_totals
        if totals is None or terms is None or standing.pot is None or standing.pot_doubted or not standing.players:
            return None
        paid = {player: due.get(seat, 0) for seat, player in table.players.items()}
        totals = {player: points + paid.get(player, 0) for player, points in totals.items()}
        return with_pot(totals, standing.players, terms, 0 if due and table.wins else standing.pot)

    def _final_fault(self, event: ev.GameEnd) -> Fault | str | None:
        """What is wrong with the final scores; or in words how they are made, where they alone tell it, or none do."""
        terms, totals, start = self.rules.final, self.totals_at_the_end(), self.reporter.frame.start
        if event.final is None or terms is None or totals is None:
            return None
        if start is None or all(map(start.says, _FINAL_OPTIONS)):
            return super()._final_fault(event)
        # The record does not say how they are made: wrong is what they would be by no terms.
        final, players = event.final, self.table.standing.players
        by = terms_told_by(final, totals, players, terms) if {*final} == {*players} else None
        if by is not None:
            words = f"the record does not say how final scores are made; they tell it: {terms_words(by, totals)}"
            return None if by == terms else words
        if sum(final.values()):
            words = f"the final scores come to {result(sum(final.values()))} in all: what one gains the others lose"
            return (words, 0, sum(final.values()), "final")
        for better, worse in itertools.permutations(final, 2):
            if totals.get(better, 0) > totals.get(worse, 0) and final[better] < final[worse]:
                low, high = result(final[better]), result(final[worse])
                words = f"{better} has more points than {worse}, and a final score of {low}, below {high}"
                return (words, final[worse], final[better], "final")
        return "the record does not say how final scores are made, and they are made by no terms that are known"

    def _pay(self, due: Settlement) -> None:
        super()._pay(due)
        if self.table.wins:
            self.table.standing.pot_doubted = False
            self.table.standing.lay(0)

    def _unpaid(self) -> Settlement | None:
        """What is still due for the hand; None where that is not certain."""
        if self.is_faulty and not self.table.washout:
            return None
        if self.table.wins and pot_due(self.table, None) is None:
            return None
        return next((one for said in (False, True) if (one := self.due(said, self.paid))), None)

    @property
    def is_settled(self) -> bool:
        """Whether the payments of the hand are recorded: to each of its winners, where each is paid by itself."""
        if self.settled:
            return True
        return None in self.paid or (bool(self.paid) and {win.seat for win in self.table.wins} <= set(self.paid))


# -- scores ----------------------------------------------------------------------------------------------------------


def score_fault(event: ev.Score, score: Score, names: frozenset[str]) -> Fault | None:
    """What is wrong with an announced score: words, expected, found, part; None if nothing is.

    `names`: those that the rule set gives to patterns.
    """
    if score.total is None:
        return (f"{event.total} is announced, and {score.reason}", None, event.total, None)
    if event.total != score.total:
        return (f"{event.total} is announced, {score.total} is what it is worth", score.total, event.total, None)
    is_yakuman = any(item.yakuman for item in score.items)
    if event.limit is not None and event.limit != score.limit:
        words = f"{event.limit} is announced, it is {score.limit or 'below any limit'}"
        return (words, score.limit, event.limit, "limit")
    for name, words in (("points", "fu"), ("doubles", "han")):
        stated, due = getattr(event, name), getattr(score, name)
        # Of a yakuman nobody counts the fu, and some count no han.
        if stated is not None and stated != due and not (is_yakuman and (name == "points" or not stated)):
            return (f"{stated} {words} are announced, it has {due}", due, stated, name)
    items = announced_items(event.items)
    if items is None:
        return None
    owed = sorted((item.name, item.doubles) for item in score.items if item.doubles)
    said = sorted((item.name, item.doubles) for item in items if item.doubles)
    if not {name for name, _ in said} <= names:
        # Patterns that the rule set calls otherwise are compared by their sum.
        stated, due = (sum(han for _, han in each) for each in (said, owed))
        return None if stated == due else (f"items of {stated} han are announced, it has {due}", due, stated, "items")
    if owed == said:
        return None
    missing = [item for item in owed if item not in said]
    extra = [item for item in said if item not in owed]
    wrong = []
    if missing:
        wrong.append("not announced: " + ", ".join(f"{name} ({han} han)" for name, han in missing))
    if extra:
        wrong.append("announced and not earned: " + ", ".join(f"{name} ({han} han)" for name, han in extra))
    return ("; ".join(wrong) or "an item is counted twice", missing, extra, "items")


def pattern_names(rules: Rules) -> frozenset[str]:
    """The names that a rule set gives to its patterns."""
    table = rules.scoring.table if rules.scoring is not None else {}
    return frozenset(str(row.get("name", row["id"])) for row in table.get("item", ()))


def sum_fault(event: ev.Score, win: Win | None, terms: HanTerms) -> Fault | None:
    """Whatever the tiles are: fu and han are some that there can be, and a total is what they make.

    None where it is so, or too little is announced. `win`: None where it is open who has won, and how.
    """
    if event.limit == "yakuman":
        return None
    drawns = (False, True) if win is None else (win.source not in ev.FROM_OTHERS,)
    impossible = [terms.why_not(event.points, event.doubles, drawn) for drawn in drawns]
    if all(impossible):
        phrases = [f"{one} {what}" for one, what in ((event.points, "fu"), (event.doubles, "han")) if one is not None]
        return (f"{' with '.join(phrases)} announced: {impossible[0]}", None, event.total, None)
    if event.points is None or event.doubles is None:
        return None
    base = terms.limit_by_han(event.points, min(event.doubles, MOST_HAN))[0]
    easts = (event.seat is Seat.E,) if win is not None else (event.seat is Seat.E, event.seat is not Seat.E)
    due = [terms.payout.received(base, is_east, drawn) for is_east in easts for drawn in drawns]
    if event.total in due:
        return None
    words = f"{event.total} is announced: {event.points} fu with {event.doubles} han are {due[0]}"
    return (words, due[0], event.total, None)


# -- payments --------------------------------------------------------------------------------------------------------


def _difference(table: Table, event: ev.Settlement, settlement: Settlement) -> Fault | None:
    for seat in table.players:
        if event.change.get(seat, 0) != settlement.change.get(seat, 0):
            return (*gain_fault(event, seat, settlement.change.get(seat, 0)), None)
    return None


def singly(event: ev.Settlement, table: Table) -> ev.Settlement:
    """A settlement without what was taken from the table: what its single payments must make."""
    taker = event.for_ or nearest_winner(table)
    if not event.pot or taker is None:
        return event
    return changed(event, change={**event.change, taker: event.change.get(taker, 0) - event.pot})


def _is_paid(table: Table, event: ev.Settlement, ways: Iterable[Settlement]) -> bool:
    return any(_difference(table, event, way) is None for way in ways)


# -- which rule a wrong score breaks -----------------------------------------------------------------------------------


def rule_of_score(event: ev.Score, score: Score, table: Table, rules: Rules) -> str | None:
    """The rule that an announced score breaks: of the one row whose absence or presence explains it; else None."""
    if score.total is None:
        return None
    return next(_mistakes(event, score, table, rules), None)


def _mistakes(event: ev.Score, score: Score, table: Table, rules: Rules) -> Iterator[str]:
    yield from _in_the_items(event, score, rules)
    if any(item.yakuman for item in score.items):
        # A yakuman that was counted too often, or not as one
        units, total = sum(item.yakuman for item in score.items), score.total or 0
        stated, cites = event.total * units // total if total else 0, rules.cites
        if stated < units == len(score.items) > 1 and cites.adds:
            yield cites.adds
        if stated < units and any(item.yakuman > 1 for item in score.items) and cites.doubled:
            yield cites.doubled
        yield from (item.rule for item in score.items if item.yakuman)
        return
    if event.points not in (None, score.points):
        yield from _in_the_fu(event.points or 0, fu_of(table, event.seat, rules, score), rules)
    if event.doubles not in (None, score.doubles):
        yield from _in_the_han(event.doubles or 0, score, rules)
    if event.points in (None, score.points) and event.doubles in (None, score.doubles):
        yield from _in_the_worth(event, score, rules)


def _in_the_items(event: ev.Score, score: Score, rules: Rules) -> Iterator[str]:
    """A pattern that is announced and not earned, or earned and not announced."""
    items = announced_items(event.items)
    if items is None:
        return
    stated, due = [(one.name, one.doubles) for one in items], [(one.name, one.doubles) for one in score.items]
    for item in score.items:
        if item.doubles and (item.name, item.doubles) not in stated:
            yield item.rule
    for one in stated:
        row = next((row for row in rows_of(rules) if row.name == one[0]), None)
        if row is not None and one not in due:
            yield row.rule


def _in_the_fu(stated: int, items: list[Item], rules: Rules) -> Iterator[str]:
    """One of the lines of the fu was passed over, those of sets and wait first, or one too many was counted."""
    whole = sum(item.points for item in items)
    if whole == stated:
        yield from (row.rule for row in rows_of(rules) if row.pattern == _ROUNDED)
    for item in reversed(items):
        if rounded_fu(whole - item.points) == stated and item.points < _WHOLE_HAND:
            yield item.rule
    for row in rows_of(rules):
        if row.points and rounded_fu(whole + row.points) == stated:
            yield row.rule
    yield from (item.rule for item in reversed(items))


_ROUNDED = "open-without-points"
_WHOLE_HAND = 20
"""The fu of the hand itself, which nobody passes over."""


def _in_the_han(stated: int, score: Score, rules: Rules) -> Iterator[str]:
    for item in score.items:
        if item.doubles and score.doubles - item.doubles == stated:
            yield item.rule
    for row in rows_of(rules):
        if row.doubles and score.doubles + row.doubles == stated:
            yield row.rule


def _in_the_worth(event: ev.Score, score: Score, rules: Rules) -> Iterator[str]:
    """Fu and han are right, and what they are worth is not."""
    terms, cites = han_terms_for(rules), rules.cites
    base = terms.limit_by_han(score.points, score.doubles)[0]
    ways = {terms.payout.received(base, east, drawn) for east in (False, True) for drawn in (False, True)}
    if event.total in ways and cites.settle:
        yield cites.settle
    if score.limit == "counted-yakuman" and cites.counted:
        yield cites.counted
    if cites.face:
        yield cites.face


@functools.lru_cache(maxsize=100)
def rows_of(rules: Rules) -> tuple[ScoringRow, ...]:
    """The rows of the scoring table in force."""
    scoring = rules.scoring
    return resolve_rows(dict(scoring.table), scoring.options, no_limit=False) if scoring is not None else ()
