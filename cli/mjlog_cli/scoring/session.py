"""A session in memory: its results, rotated, settled and totalled as a recorded game is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.audit.records import GameRecord
from mjlog.audit.valuing import terms_for
from mjlog.canonical import event_body
from mjlog.errors import MjlogError, RecordError
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.recording.beginning import checked_options
from mjlog.recording.game import RecordedGame
from mjlog.rulesets import Rules, named_in_start, shipped
from mjlog.scoring import settle, settlement_answer
from mjlog.scoring.settle_request import needs_discarder
from mjlog.seats import Seat
from mjlog.table.state import CLOSING
from mjlog.text import list_words
from mjlog.views import ScoreSheet, score_sheet
from mjlog.views.game_log import GameLog

_GAME = "session"
_BEFORE_A_HAND = frozenset({"hand", "hand-start", "seats", "roll", "note"})
"""Words of acts that stand before a result, or begin a hand themselves."""

_REFUSED = {
    "hand-after-end": ": the session is over",
    "out-of-place": "; expected a result first, like 8s48/4/2 or wash",
}
"""Findings after which the totals could not be told any more, and what would be right."""


class ScoringSession:
    """A session of which only results are written down. Nothing of it is stored.

    A win whose scores are announced is settled at once: nobody pays for all, unless `pay -192/192/0/0` says what was
    paid. `name`: what messages call it.

    Raises:
        MjlogError: the options do not fit the rule set, or there are not as many players as it has seats.
    """

    def __init__(self, rules: Rules, options: Mapping[str, Any], players: Sequence[str]) -> None:
        seats = rules.plan.seats
        players = players or [f"Player {number}" for number in range(1, len(seats) + 1)]
        if len(players) != len(seats) or len(set(players)) < len(players):
            raise RecordError(f"{len(players)} players; expected {len(seats)}, each with another handle")
        self._rules = rules
        self._recorder = RecordedGame("the session", _GAME, _beginning(rules, options, players))
        self._settled_after, self._settlements = 0, 1

    def enter(self, line: str) -> str | None:
        """Carry out a line, all of it or nothing; what the rules say of it, None where they say nothing.

        That is what they find wrong, as in a fine, and why a win is not settled yet.

        Raises:
            MjlogError: it cannot be read, or not here, or not be settled; the message says what was expected.
        """
        last = self._recorder.last
        was_sure = self._are_totals_sure()
        open_wins: dict[int, str | None] = {}
        remarks: list[str] = []
        try:
            for act in acts_in(line):
                remarks += self._enter(act.text)
                open_wins[self._recorder.table.hand] = self._settle()
            is_lost = was_sure and not self._are_totals_sure()
            if remarks and not any(open_wins.values()) and (is_lost or self._loses_totals(last)):
                raise RecordError(f"{'; '.join(remarks)}: with that the totals could not be told any more")
        except MjlogError:
            self._recorder.back_to(last)
            raise
        return "; ".join(filter(None, [*remarks, *open_wins.values()])) or None

    def _enter(self, act: str) -> list[str]:
        words, remarks = act.split(None, 1), []
        if not self._recorder.table.hand and words[0].lower() not in _BEFORE_A_HAND and not act.startswith("{"):
            remarks += self._carry_out("hand result")
        if words[0].lower() == "pay" and self._settled_after == self._recorder.last - self._settlements:
            # What was paid is said, and stands in the place of what would have been.
            self._recorder.back_to(self._settled_after)
        return remarks + self._carry_out(act)

    def _carry_out(self, act: str) -> list[str]:
        """What an act stands for happens; what is wrong with it, in words.

        Raises:
            RecordError: it stands where nothing of its kind can, so that nothing could be told of what follows.
        """
        said = self._recorder.carry_out(self._recorder.read(act))
        findings = [finding for one in said for finding in one.findings if finding.severity == "error"]
        for finding in findings:
            if finding.code in _REFUSED:
                raise RecordError(f"{finding.message}{_REFUSED[finding.code]}")
        return [finding.message for finding in findings]

    def sheet(self) -> ScoreSheet:
        """The score sheet as it stands."""
        return self._sheet_of(self._recorder.events)

    def _sheet_of(self, events: Sequence[ev.Event]) -> ScoreSheet:
        rows = iter([(event, None) for event in events])
        return score_sheet(GameLog(GameRecord("the session", _GAME, rows)))

    def _are_totals_sure(self) -> bool:
        """Whether no payment so far is another than was due."""
        return self._recorder.table.standing.totals_sure

    def _loses_totals(self, last: int) -> bool:
        """Whether the totals could be told up to the event `last`, and cannot any more."""
        return None in self.sheet().totals and None not in self._sheet_of(self._recorder.events[:last]).totals

    # -- settling ----------------------------------------------------------------------------------------------

    def _settle(self) -> str | None:
        """Pay for the hand that was just won, if it is not paid yet; what is missing for that, in words."""
        hand = list(self._last_hand())
        win = self._recorder.table.win
        if self._rules.plan.stakes is not None:
            return self._pay_from_the_table(hand)
        if win is None or any(isinstance(event, ev.Settlement) for event in hand):
            return None
        totals = {event.seat: event.total for event in hand if isinstance(event, ev.Score)}
        terms = terms_for(self._rules)
        source = "discard" if win.source == "discard" else None
        if needs_discarder(source, win.discarder, terms):
            raise RecordError(self._who_discarded(win.seat, totals))
        missing = self._missing(win.seat, totals)
        if missing is not None:
            return missing
        drawn = None if source is None or win.discarder is not None else False
        found = settle(totals, win.seat, discarder=win.discarder, self_drawn=drawn, terms=terms)
        self._settled_after, self._settlements = self._recorder.last, 1
        self._recorder.carry_out([{"type": "settlement", "change": settlement_answer(found)["change"]}])
        return None

    def _pay_from_the_table(self, hand: Sequence[ev.Event]) -> str | None:
        """Pay each winner, or who was ready, with honba and the sticks on the table; what is missing for that."""
        table = self._recorder.table
        if table.due != CLOSING or any(isinstance(event, ev.Settlement) for event in hand):
            return None
        try:
            paid = self._recorder.read("pay")
        except MjlogError as error:
            return f"not settled yet: {error}"
        self._settled_after, self._settlements = self._recorder.last, len(paid)
        self._recorder.carry_out(paid)
        return None

    def _who_discarded(self, winner: Seat, totals: Mapping[Seat, int]) -> str:
        """What to type instead of a result that does not name the discarder."""
        seats = self._rules.plan.seats
        scores = "/".join(str(totals.get(seat, "")) for seat in seats)
        one, letter = next(seat for seat in seats if seat is not winner), winner.value.lower()
        return (
            "by these rules the discarder pays double: say who it was, "
            f"like {letter}mf{one.value.lower()}{scores} ({one}), or {letter}mw{scores} from the wall"
        )

    def _missing(self, winner: Seat, totals: dict[Seat, int]) -> str | None:
        """Whose score is missing; where the losers settle nothing, theirs count as 0."""
        if not terms_for(self._rules).losers_settle and winner in totals:
            for seat in self._rules.plan.seats:
                totals.setdefault(seat, 0)
        missing = [str(seat) for seat in self._rules.plan.seats if seat not in totals]
        if not missing:
            return None
        return f"not settled yet: no score of {list_words(missing)}; it can follow, like {missing[0][0]}=8"

    def _last_hand(self) -> Iterator[ev.Event]:
        for event in reversed(self._recorder.events):
            yield event
            if isinstance(event, ev.HandStart):
                return


def _beginning(rules: Rules, options: Mapping[str, Any], players: Sequence[str]) -> list[bytes]:
    """The first events: the game, and the document of a rule set that does not ship with the program."""
    ruleset = rules.ruleset
    start = {"type": "game-start", "seq": 1, "format": 1, "game": _GAME, **named_in_start(ruleset),
             "players": list(players)}  # fmt: skip
    given = checked_options(ruleset, options)
    events: list[dict[str, Any]] = [start | ({"options": given} if given is not None else {})]
    if ruleset.id not in shipped():
        events.append({"type": "ruleset", "seq": 2, "document": ruleset.document})
    for fields in events:
        event_of(fields)
    return [event_body(fields) for fields in events]
