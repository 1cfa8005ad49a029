"""Logs in a few words, for tests: ``play("E discard 5b; S claim pung; S expose pung 555b")``.

What the words mean stands in `short_notation`.
"""

from __future__ import annotations

import json

from mjlog.audit.engine import Engine
from mjlog.events import Event, convert_event
from mjlog.findings import Finding, Refusal
from mjlog.log.records import GameRecord
from mjlog.rules import CHECKS
from mjlog.rules.registry import in_force, unknown_for
from mjlog.table import Table, prepare
from mjlog.tiles import CODES, PLAIN_KINDS
from short_notation import AT_THE_TABLE, PLAYERS, SEAT_LETTERS, Fields, as_sample, classical, fields, marked, tiles

__all__ = [
    "AT_THE_TABLE", "FULL", "PLAYERS", "RESULT", "SEAT_LETTERS", "Fields", "accepted", "ask", "classical", "codes",
    "discards", "events", "fields", "findings", "log", "marked", "play", "refused", "table", "tiles",
]  # fmt: skip

FULL = "game; hand"
"""A fully recorded hand; a deal that is not written down was taken unseen."""
RESULT = "game; hand depth=result"


def events(text: str) -> list[Event]:
    """The events of a text."""
    return [convert_event(event) for event in fields(text)]


def log(text: str, game: str = "short", shows: str = "") -> bytes:
    """The text as a log file; `shows`: what it shows as a sample."""
    written = fields(text)
    written[0]["game"] = game
    written = as_sample(written, shows) if shows else written
    return "".join(json.dumps({"seq": one["seq"], **one}, ensure_ascii=False) + "\n" for one in written).encode()


def play(text: str) -> Engine:
    """The text replayed to its end; `.table` is the state then, `.finish()` gives the reports."""
    replay = Engine(GameRecord("short", "short", iter(())))
    for number, event in enumerate(events(text), start=1):
        replay.feed(event, number)
    return replay


def table(text: str) -> Table:
    """The table after the text."""
    return play(text).table


def findings(text: str) -> list[Finding]:
    """Everything found in the text."""
    return [finding for report in play(text).finish() for finding in report.findings]


def codes(text: str) -> list[str]:
    """The codes of everything found in the text."""
    return [finding.code for finding in findings(text)]


def ask(check: str, text: str, after: str = "") -> Refusal | None:
    """What one rule says of the last event of the text; the events before it must be legal, but for a fault `after`."""
    *before, last = events(text)
    replay = Engine(GameRecord("short", "short", iter(())))
    for event in before:
        replay.feed(event, None)
    found = [one for report in replay.finish() for one in report.findings if one.severity != "info"]
    wrong = [one.message for one in found if one.code != after]
    assert not wrong, f"the events before are not legal: {wrong}"
    prepare(replay.table, last)
    parts = [info for info in CHECKS.values() if info.named == check and type(last) in info.events]
    assert parts, f"{check} is not asked about a {last.type}"
    for info in parts:
        needed = info.needs & unknown_for(replay.table, last)
        is_asked = in_force(info, replay.table.agreed) and replay.table.due in info.when and not needed
        refusal = info.function(replay.table, last) if is_asked else None
        if refusal is not None:
            assert refusal.code in info.codes, f"{info.name} does not say that it may answer {refusal.code}"
            return refusal
    return None


def refused(check: str, text: str, after: str = "") -> str:
    """The code by which a rule refuses the last event of the text."""
    refusal = ask(check, text, after)
    assert refusal is not None, f"{check} accepts {text!r}"
    assert refusal.message
    return refusal.code


def accepted(check: str, text: str) -> bool:
    """Whether a rule has nothing against the last event of the text."""
    refusal = ask(check, text)
    assert refusal is None, refusal
    return True


def discards(count: int) -> str:
    """The first so many turns of a hand in which nobody claims: 34 kinds, one after another, again and again."""
    kinds = [CODES[number % PLAIN_KINDS] for number in range(count)]
    return "; ".join(f"{SEAT_LETTERS[number % 4]} discard {kind}" for number, kind in enumerate(kinds))
