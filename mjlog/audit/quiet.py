"""Replaying hands whose ends need no judgement: who was paid what, and nothing more."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.audit.ending import HandEnd
from mjlog.audit.records import Where


class QuietEnd(HandEnd):
    """The end of hands that were judged when they were recorded: who was paid what, and nothing more."""

    def judge_score(self, event: ev.Score, where: int | Where | None) -> None:
        self.replay.report.recorded[event.seat.value] = event.total

    def judge_settlement(self, event: ev.Settlement, where: int | Where | None) -> None:
        self.settled = True
        for seat, amount in event.change.items():
            self._add(seat, amount)

    def judge_totals(self, event: ev.GameEnd, where: int | Where | None) -> None:
        self._settle_if_unpaid()

    def close(self) -> None:
        if self.replay.report.hand is not None:
            self._settle_if_unpaid()
        self.clear()
