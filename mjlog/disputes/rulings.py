"""Which events of a game have been ruled on, and how: for findings that are told as ruled on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from mjlog import events as ev
from mjlog.disputes.register import LONGEST, CaseInfo, disputes_of
from mjlog.findings import Ruled
from mjlog.log.corrections import CorrectedLog
from mjlog.log.records import Fault, Row
from mjlog.text import shown
from mjlog.views.claimable import upon

WITHDRAWN = "withdrawn"
"""The decision by which nothing is decided: the objection was taken back."""


def rulings_of(rows: Iterable[Row], is_folded: bool) -> dict[int, Ruled]:
    """The ruling that holds, for every event of a log that was ruled on, as `ruled_on` tells.

    `rows`: as they were written, up to the event that the log is read to; `is_folded`: whether the corrections among
    them are carried out.
    """
    cases, read = _cases_of(rows, is_folded)
    return ruled_on(cases, read)


def overturned_in(rows: Iterable[Row], is_folded: bool) -> int:
    """How many rulings of a log a later one on the same dispute has decided otherwise. `rows`, `is_folded`: as above.

    They decide otherwise by their words (`decision`); where none is written, by their texts.
    """
    cases, _read = _cases_of(rows, is_folded)
    said = [[(one.decision or one.text).strip().casefold() for one in case.rulings] for case in cases]
    return sum(before != after for words in said for before, after in pairwise(words))


def _cases_of(rows: Iterable[Row], is_folded: bool) -> tuple[list[CaseInfo], list[ev.Event | Fault]]:
    """The disputes of a log, where anything was ruled on, and the log as it is read."""
    written = list(rows)
    if not any(isinstance(row, ev.Ruling | ev.Correction) for row, _where in written):
        return [], []
    arranged = CorrectedLog(written if is_folded else ())
    read = [row for row, _where in (arranged.rows() if is_folded else written)]
    return disputes_of(read, [made.event for made in arranged.made], arranged.roots), read


def ruled_on(cases: Iterable[CaseInfo], rows: Iterable[ev.Event | Fault]) -> dict[int, Ruled]:
    """The ruling that holds, for every event that was ruled on, and for every one that belongs to the same act.

    A call, the set laid down or the win declared upon it, and the hand shown for it are one act. An event that was
    disputed anew is open until it is ruled on again. `cases`: the disputes in these rows, in their order.
    """
    decided: dict[int, Ruled] = {}
    for case in cases:
        _decide(decided, case)
    if not decided:
        return {}
    for first, second in _acts(list(rows)):
        for one, other in ((first, second), (second, first)):
            if one in decided:
                decided.setdefault(other, decided[one])
    return decided


def _decide(decided: dict[int, Ruled], case: CaseInfo) -> None:
    """What a dispute, and the ruling that holds on it, make of the event that it is about."""
    ruling = case.ruling
    if not case.on:
        return
    if ruling is None:
        decided.pop(case.on, None)
    elif (ruling.decision or "").strip().casefold() != WITHDRAWN:
        decision = None if ruling.decision is None else shown(ruling.decision)
        decided[case.on] = Ruled(ruling.seq, case.seq, decision, shown(ruling.text, LONGEST))


def _acts(rows: Sequence[ev.Event | Fault]) -> Iterator[tuple[int, int]]:
    """Each call with what was done upon it, by their numbers."""
    for at, call in enumerate(rows):
        if isinstance(call, ev.Claim | ev.Mahjong):
            done = (rows[place] for place in upon(rows, at).done)
            yield from ((call.seq, act.seq) for act in done if act.seq is not None and not isinstance(act, ev.Claim))
