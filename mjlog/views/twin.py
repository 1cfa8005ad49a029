"""A second replay that stands where the first one stands: what becomes of one leaves the other alone."""

from __future__ import annotations

import copy

import msgspec

from mjlog.audit.replay import Replay
from mjlog.views.hands import Start


def twin(replay: Replay) -> Replay:
    """A replay that goes on from the same place. What was found in hands that are over is never changed again."""
    other = Replay(replay.record, cards=replay.cards)
    Start.after(replay).put_into(other)
    old = replay.report
    other.report = copy.copy(old)
    other.report.findings = [msgspec.structs.replace(finding) for finding in old.findings]
    other.report.unjudged = [one.copy() for one in old.unjudged]
    for name in ("recorded", "computed", "details"):
        setattr(other.report, name, dict(getattr(old, name)))
    other.reports = [*replay.reports[:-1], other.report]
    for mine, theirs in zip(other.report.findings, old.findings, strict=True):
        if theirs is replay.false_call:
            other.false_call = mine
    other.ending.values = dict(replay.ending.values)
    return other
