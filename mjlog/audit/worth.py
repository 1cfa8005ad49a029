"""What the hands of a finished hand are worth, and who owes what: as it can be, where the record leaves it open."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from mjlog import events as ev
from mjlog.audit.card_worth import card_scores, card_settlements, card_wins, lines_won, told_by
from mjlog.audit.report import HandReport
from mjlog.audit.valuing import hand_values, liable_seats, scorer_for, terms_for
from mjlog.cards.document import CardLine
from mjlog.errors import HandError
from mjlog.findings import Severity, codes_that
from mjlog.rulesets import Rules
from mjlog.scoring import Score, Scorer, Settlement, Terms, settle
from mjlog.scoring.card_settlement import CardWin
from mjlog.scoring.from_table import alternatives, call_may_be_broken, values_by_call
from mjlog.seats import Seat
from mjlog.table import Table, Win
from mjlog.text import list_words

_MOST_TOTALS = 2000
"""Combinations of totals that are tried before a settlement is called wrong."""
_MOST_ALTERNATIVES = 500
"""Ways to lay a hand down that are tried before an announced score is called wrong."""

WHO_WAS_READY = "who was ready"
WHO_DISCARDED = "who discarded the winning tile"
"""What payments after a draw, and who is East next, depend on where the winner alone scores."""

_Case = tuple[Seat | None, Seat | None, bool | None]
"""How a hand can have ended: who discarded the winning tile, who pays for all, whether it counts as self-drawn."""


class Game(Protocol):
    """What a replay knows beside the tables of its readings, as far as the worth of a hand depends on it.

    `start`: how the game began, where that is told. `known_rules`: whether the log has named rules that can be used;
    `report`: of this hand; `declared`: how many
    findings of the hand there were before and after its latest declaration.
    """

    start: ev.GameStart | None
    rules: Rules
    known_rules: bool
    report: HandReport
    declared: tuple[int, int]


class HandWorth:
    """Scores and payments of the hand being replayed, computed when asked for; what was announced is kept beside.

    `by_parts`: what an announced score should be by its own points and doubles, where it is another.

    `game`: the replay, which has this in its keeping.
    """

    def __init__(self, game: Game, table: Table) -> None:
        self.game = game
        self.table = table
        self.clear()

    @property
    def game(self) -> Game:
        """What the replay knows."""
        game = self._game()
        assert game is not None, "the hand is asked for by its replay, or by who holds that"
        return game

    @game.setter
    def game(self, game: Game) -> None:
        # Were each to hold the other, a game that is done with would be freed by the garbage collector alone.
        self._game = weakref.ref(game)

    def clear(self) -> None:
        """A new hand begins."""
        self.values: dict[Seat, list[Score]] = {}
        self.announced: dict[Seat, ev.Score] = {}
        self.by_parts: dict[Seat, tuple[int, ...]] = {}
        self.liable: Seat | None = None
        self.liable_known = False
        self._settlements: dict[Any, Settlement] = {}
        self._lines: tuple[object, list[CardLine]] | None = None

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.game.rules

    @property
    def report(self) -> HandReport:
        """What was found in the hand so far."""
        return self.game.report

    def take_over(self, other: HandWorth) -> None:
        """Go on in a hand that another replay has come so far in."""
        self.values, self.announced, self.by_parts = dict(other.values), dict(other.announced), dict(other.by_parts)
        self.liable, self.liable_known = other.liable, other.liable_known

    @property
    def scorer(self) -> Scorer | None:
        """The scorer of the rules in force, or None if they do not say what hands are worth."""
        return scorer_for(self.rules) if self.game.known_rules else None

    @property
    def agreed(self) -> bool:
        """Whether winners are paid an agreed value, whatever their tiles."""
        scoring = self.rules.scoring
        return scoring is not None and scoring.agreed is not None

    @property
    def is_shared(self) -> bool:
        """Whether the winners alone score, and what each receives is shared (`mjlog.audit.shared_end`)."""
        return self.game.known_rules and terms_for(self.rules).shared is not None

    @property
    def by_card(self) -> bool:
        """Whether a winning hand is worth what its line of the score card says."""
        return self.rules.plan.by_card

    def at_fault(self) -> list[Seat]:
        """The players in whose acts something was found in this hand."""
        errors = {one.seat for one in self.report.findings if one.severity == Severity.ERROR.value}
        return [seat for seat in self.table.players if seat.value in errors] if errors else []

    @property
    def is_faulty(self) -> bool:
        """Whether something was found in this hand."""
        return self.report.has_error

    def value(self, seat: Seat) -> list[Score]:
        """What a seat's hand can be worth; empty where that cannot be computed."""
        table, rules = self.table, self.rules
        if not self.game.known_rules:
            return []
        if self.by_card:
            is_won = seat is table.winner and not self._win_in_error()
            return card_scores(self._lines_won(), rules.cites.score) if is_won else []
        if self.agreed and self._win_in_error():
            return []
        found = self.values.get(seat)
        if found is None:
            found = hand_values(table, seat, rules)
            if table.place(seat).shown is not None:
                self.values[seat] = found
        return found

    def _win_in_error(self) -> bool:
        """Whether the declaration of this win was found wrong, when it was made or when the hand was shown."""
        win = self.table.win
        if win is None:
            return False
        findings, (before, after) = self.report.findings, self.game.declared
        if self.table.latest_winner is not win.seat:
            # Another has declared since, in vain.
            before, after = 0, len(findings)
        errors = [(at, one) for at, one in enumerate(findings) if one.severity == Severity.ERROR.value]
        of_winner = [(at, one) for at, one in errors if one.seat == win.seat.value and at >= before]
        return any((at < after and one.seq == win.seq) or one.code == "not-mahjong" for at, one in of_winner)

    def totals(self, announced: bool = False) -> dict[Seat, int] | None:
        """The four totals, computed or as announced; None unless all are known."""
        totals: dict[Seat, int] = {}
        for seat in self.table.players:
            if announced and seat in self.announced:
                totals[seat] = self.announced[seat].total
                continue
            found = self.value(seat)
            if not found or found[0].total is None:
                return None
            totals[seat] = found[0].total
        return totals

    def settlements(
        self,
        announced: bool = False,
        given: dict[Seat, int] | None = None,
        terms: Terms | None = None,
        liable: Sequence[Seat | None] | None = None,
        discarders: Sequence[Seat | None] | None = None,
    ) -> list[Settlement]:
        """Who can owe what, from computed or announced totals, the likeliest first; empty if not computable.

        `terms`, `liable` (who can be the one that pays for all) and `discarders` (of the winning tile) stand in the
        place of those that hold.
        """
        table, rules = self.table, self.rules
        if table.washout:
            return [Settlement(dict.fromkeys(table.players, 0), ())]
        if self.by_card:
            return self._card_settlements(announced)
        totals = given or self.totals(announced)
        if totals is None or table.win is None or table.win.seat not in totals:
            return []
        win, terms = table.win, terms or terms_for(rules)
        try:
            return [self._settle(totals, win.seat, case, terms) for case in self.cases(win, liable, discarders)]
        except HandError:
            # Seats that the log itself has wrong; that was reported where it came about.
            return []

    def _settle(self, totals: dict[Seat, int], winner: Seat, case: _Case, terms: Terms) -> Settlement:
        """Who owes what in one case, found once: payments are judged by it, and it is reported."""
        key = (*totals.items(), winner, case, terms)
        found = self._settlements.get(key)
        if found is None:
            discarder, payer, drawn = case
            found = settle(totals, winner, discarder=discarder, liable=payer, self_drawn=drawn, terms=terms)
            if len(self._settlements) < _MOST_TOTALS:
                self._settlements[key] = found
        return found

    def card_wins(self, announced: bool = False) -> list[CardWin]:
        """What the payment for a hand of the card can go by: its line, or the value that was announced."""
        table = self.table
        said = self.announced.get(table.winner) if table.winner is not None else None
        if table.win is None or (announced and said is None):
            return []
        found = card_wins(table, self._lines_won(), said.total if announced and said is not None else None)
        # Of a hand that was not seen, the value announced tells which lines it can be.
        as_said = [win for win in found if said is not None and win.value == said.total]
        return as_said or found

    def _lines_won(self) -> list[CardLine]:
        """The lines that the winning hand can have been, found once: it is scored, paid and reported."""
        told, latest = told_by(self.table), self._lines
        if told is None:
            return lines_won(self.table)
        if latest is None or latest[0] != told:
            self._lines = latest = told, lines_won(self.table)
        return latest[1]

    def _card_settlements(self, announced: bool) -> list[Settlement]:
        table = self.table
        if table.win is None or table.win.seat not in table.players or self._win_in_error():
            return []
        return card_settlements(table, self.card_wins(announced), self.discarders(table.win))

    def cases(
        self,
        win: Win,
        liable: Sequence[Seat | None] | None = None,
        discarders: Sequence[Seat | None] | None = None,
    ) -> list[_Case]:
        """Discarder, liable player (or those given) and "self-drawn" as they can have been, the likeliest first."""
        # A dealt hand without a named tile may count as not self-drawn: then nobody pays double for it.
        drawns = [False, None] if win.source == "deal" and win.tile is None else [None]
        payers = self._liable(win) if liable is None else liable
        return list(itertools.product(self.discarders(win) if discarders is None else discarders, payers, drawns))

    def discarders(self, win: Win) -> list[Seat | None]:
        """Who can have discarded the winning tile."""
        if win.source != "discard":
            return [None]
        if win.discarder is not None and win.discarder is not win.seat:
            return [win.discarder]
        return [seat for seat in win.seat.others() if seat in self.table.players]

    def _liable(self, win: Win) -> list[Seat | None]:
        """Who can be liable for a dangerous discard."""
        table, found = self.table, self.value(win.seat)
        if self.liable_known:
            return [self.liable]
        if (table.gaps or table.place(win.seat).unknown or not found) and table.plan.tracks_danger:
            return [None, *(seat for seat in win.seat.others() if seat in table.players)]
        return liable_seats(table, found[0]) if found else [None]

    def settlement(self) -> Settlement | None:
        """Who owes what; None where it cannot be computed, from hands that nobody saw by what was announced."""
        found = self.settlements()
        by_announcement = not found
        if by_announcement and (self.by_card or self._sound_announcements()):
            found = self.settlements(announced=True)
        unsure = self.by_card or by_announcement or bool(self.table.gaps)
        if unsure and len({tuple(one.change.items()) for one in found}) > 1:
            return None
        return next(iter(found), None)

    def likely_settlement(self) -> Settlement | None:
        """Who owes what, or most likely owes it where that depends on tiles that nobody saw; None if nothing tells.

        Nobody is taken for the discarder who may not have been it: where that matters, nothing tells.
        """
        due, win = self.settlement(), self.table.win
        if due is not None or win is None or not self.all_announced():
            return due
        found = self.settlements(announced=True, liable=self._liable(win)[:1])
        if len(self.discarders(win)) > 1 and len({tuple(one.change.items()) for one in found}) > 1:
            return None
        return next(iter(found), None)

    def presumed(self) -> Settlement | None:
        """The payments that count as long as nothing else is said; None after a fault, or where nothing tells."""
        if self.table.washout and self.is_shared:
            # As long as nobody says who was ready, nobody was.
            return self.settlement() or Settlement(dict.fromkeys(self.table.players, 0), ())
        return None if self.is_faulty and not self.table.washout else self.likely_settlement()

    def paid_for_all(self, payer: Seat) -> Settlement | None:
        """Who owes what if this seat pays for all; None where nobody does by these rules, or nothing tells."""
        if not self.table.plan.tracks_danger:
            return None
        found = self.settlements(liable=[payer]) or self.settlements(announced=True, liable=[payer])
        return next(iter(found), None)

    def unsaid(self) -> str | None:
        """What the payments of a hand that is over depend on, and nobody wrote down; None where they follow."""
        win = self.table.win
        standing = self.table.standing
        if self.table.washout and self.is_shared and standing.ready is None and not standing.aborted:
            return WHO_WAS_READY
        if self.table.washout or (win is not None and self.settlement() is not None and not self.is_faulty):
            return None
        if win is None or win.seat not in self.table.players:
            return "how the hand ended"
        if self.is_faulty:
            return "what counts after a fault in the hand"
        return self._unsaid_of(win)

    def _unsaid_of(self, win: Win) -> str:
        """What the payments for a win depend on."""
        silent = self.silent(win)
        if silent:
            return f"the score{'s' * (len(silent) > 1)} of {list_words(seat.wind_name.capitalize() for seat in silent)}"
        if self.likely_settlement() is None and len(self.discarders(win)) > 1:
            return WHO_DISCARDED
        return "how the hand was made" if self.by_card else "whether somebody pays for all"

    def silent(self, win: Win) -> list[Seat]:
        """Whose score the payments for a win depend on, and is neither announced nor computed."""
        wanted = [win.seat] if self.by_card or self.is_shared else [seat for seat in Seat if seat in self.table.players]
        return [seat for seat in wanted if seat not in self.announced and not self.value(seat)]

    def _sound_announcements(self) -> bool:
        """Whether everybody has announced a score, and nothing was found wrong in the hand."""
        errors = (one.severity == Severity.ERROR.value for one in self.report.findings)
        return self.all_announced() and not any(errors)

    def alternatives(self, seat: Seat) -> Iterator[Score]:
        """Other ways in which a hand may have been laid down, or was left as it was called, so many at most."""
        scorer, table = self.scorer, self.table
        if scorer is None or self.agreed or self.by_card:
            return iter(())
        laid = itertools.islice(alternatives(table, seat, scorer), _MOST_ALTERNATIVES)
        broken = values_by_call(table, seat, scorer, False) if call_may_be_broken(table) else []
        return itertools.chain(broken, laid)

    def if_let_pass(self, seat: Seat) -> list[Score]:
        """What the winner's hand counted as if the table has let a call pass that came late or was not kept."""
        scorer = self.scorer
        if scorer is None or self.agreed or self.by_card or not self._is_call_broken():
            return []
        return values_by_call(self.table, seat, scorer, True)

    def _is_call_broken(self) -> bool:
        return any(one.code in codes_that("breaks-a-call") for one in self.report.findings)

    def other_settlements(self) -> Iterator[Settlement]:
        """What is owed if hands without an announced score were worth something else that they can have been."""
        if self.by_card:
            return
        open_seats = [seat for seat in self.table.players if seat not in self.announced]
        worth: dict[Seat, list[int]] = {}
        for seat in self.table.players:
            known = (*self.value(seat), *self.if_let_pass(seat))
            scores = [score.total for score in known if score.total is not None]
            if seat in self.announced and not scores:
                scores = [self.announced[seat].total, *self.by_parts.get(seat, ())]
            if seat in open_seats:
                scores += [score.total for score in self.alternatives(seat) if score.total is not None]
            worth[seat] = list(dict.fromkeys(scores))
        for totals in itertools.islice(itertools.product(*worth.values()), _MOST_TOTALS):
            yield from self.settlements(given=dict(zip(worth, totals, strict=True)))

    def all_announced(self) -> bool:
        """Whether all players have announced a score of whose hands something is paid."""
        if self.by_card:
            return self.table.winner in self.announced
        if self.is_shared:
            return bool(self.table.wins) and all(win.seat in self.announced for win in self.table.wins)
        return all(seat in self.announced for seat in self.table.players)

    def winner_gains(self, terms: Terms | None = None) -> list[int]:
        """What the winner can have got, in points, the likeliest first; empty where the winning hand is not known."""
        table, winner = self.table, self.table.winner
        if winner is None:
            return []
        scores = itertools.chain(self.value(winner), self.alternatives(winner), self.if_let_pass(winner))
        worth = [score.total for score in scores if score.total is not None]
        if worth and winner in self.announced:
            worth.append(self.announced[winner].total)
        nothing = dict.fromkeys(table.players, 0)
        settled = [one for total in worth for one in self.settlements(given={**nothing, winner: total}, terms=terms)]
        return list(dict.fromkeys(one.change[winner] for one in settled))
