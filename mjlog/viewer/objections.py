"""The disputes of a game that is looked at, and the rulings on them, found once for as long as nothing is added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from mjlog.audit.game import Game
from mjlog.disputes.register import CaseInfo, disputes_in, ruled_on
from mjlog.findings import Finding, Ruled, ruled_findings


class _Said(NamedTuple):
    """What was objected to in a log that goes as far as `last`, and which of its events were ruled on."""

    last: int
    cases: list[CaseInfo]
    ruled: Mapping[int, Ruled]


_KEPT: WeakKeyDictionary[Game, _Said] = WeakKeyDictionary()


def _said(game: Game) -> _Said:
    kept = _KEPT.get(game)
    if kept is None or kept.last != game.log.last:
        cases = disputes_in(game)
        kept = _KEPT[game] = _Said(game.log.last, cases, ruled_on(cases, game.rows))
    return kept


def cases_of(game: Game) -> list[CaseInfo]:
    """All of them, in their order."""
    return _said(game).cases


def with_rulings_on(game: Game, findings: Iterable[Finding]) -> list[Finding]:
    """Findings of the game, each with the ruling on its event where there is one."""
    found = list(findings)
    # The whole log is gone through for its disputes: not where nothing was found, as after nearly every event.
    return ruled_findings(found, _said(game).ruled) if found and game.log.has_disputes else found


def cases_on(game: Game, seq: int) -> list[CaseInfo]:
    """Those that are about one event, or about the one that it stands in the place of."""
    first = game.slots.root.get(seq, seq)
    return [case for case in cases_of(game) if case.on in (seq, first)]
