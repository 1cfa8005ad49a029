"""Corrections as they are typed: `fix 37 5c -- misheard`, `fix 37 void`, `fix after 37 sp`, `fix seats 3 ben anna`.

An act of a correction is read at the table as it stood at that place of the log. Source: docs/shorthand.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from mjlog import events as ev
from mjlog.audit.corrections import fold
from mjlog.audit.records import Fault, Row
from mjlog.errors import NotationError
from mjlog.formats.shorthand.reading import read_act
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.seats import SEATS
from mjlog.text import quoted

USUAL_REASON = "slip of the recorder"
_EVENT = re.compile(r"fix\s+(?P<after>after\s+)?(?P<seq>[0-9]{1,9})\s+(?P<acts>.+)", re.IGNORECASE)
_SEATS = re.compile(r"fix\s+seats\s+(?P<hand>[0-9]{1,6})\s+(?P<players>.+)", re.IGNORECASE)
_NOT_KEPT = ("seq", "id", "prev")

SceneOf = Callable[[Sequence[Row]], Scene]
"""The table that rows of a log, as corrected, lead to."""


def read_fix(text: str, events: Sequence[ev.Event], scene_of: SceneOf) -> list[Fields]:
    """The correction that is typed; of wrong seats one for each hand that is seated anew.

    Raises:
        MjlogError: it cannot be read, or there is no such event or hand.
    """
    what, _, reason = text.partition(" -- ")
    reason = reason.strip() or USUAL_REASON
    match = _SEATS.fullmatch(what.strip())
    if match is not None:
        return _fix_seats(events, int(match["hand"]), match["players"].split(), reason)
    match = _EVENT.fullmatch(what.strip())
    if match is None:
        raise NotationError(
            f"{quoted(text, 60)} is no correction; expected one like `fix 37 5c -- misheard`, `fix 37 void`, "
            "`fix after 37 sp` or `fix seats 3 ben anna cleo dora`"
        )
    seq = int(match["seq"])
    if not 1 <= seq <= len(events):
        raise NotationError(f"there is no event {seq}; expected one from 1 to {len(events)}")
    after = match["after"] is not None
    acts = [] if match["acts"].strip().lower() == "void" else [act.text for act in acts_in(match["acts"])]
    if after and not acts:
        raise NotationError("nothing is void after an event; expected the acts that are to be read there")
    made = _read_there(acts, events, seq, after, scene_of)
    return [{"type": "correction", "after" if after else "of": seq, "events": made, "reason": reason}]


def _read_there(
    acts: Sequence[str], events: Sequence[ev.Event], seq: int, after: bool, scene_of: SceneOf
) -> list[Fields]:
    """The events of acts as they are read before an event of the log, or after it."""
    rows = rows_until(events, seq, after)
    made: list[Fields] = []
    for act in acts:
        fields = read_act(act, scene_of(rows))
        made += fields
        rows = [*rows, *((_as_event(one, seq), None) for one in fields)]
    return made


def _as_event(fields: Fields, seq: int) -> ev.Event:
    try:
        return ev.convert_event({**fields, "seq": seq})
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotationError(f"this is no event: {str(error)[:200]}") from None


def rows_until(events: Sequence[ev.Event], seq: int, after: bool) -> list[Row]:
    """The log as corrected up to an event: without it, or with it where something is to be read after it."""
    root = _root(events, seq)
    last = root if after else root - 1
    there = [event for event in events if event.seq <= last and not isinstance(event, ev.Correction)]
    mends = [event for event in events if isinstance(event, ev.Correction) and _root(events, event.seq) <= last]
    return list(fold(((event, None) for event in (*there, *mends)), whole=False))


def _root(events: Sequence[ev.Event], seq: int) -> int:
    """The event that a correction stands at in the end; any other stands for itself."""
    while True:
        event = events[seq - 1]
        target = (event.of or event.after) if isinstance(event, ev.Correction) else None
        if target is None or not 1 <= target < seq:
            return seq
        seq = target


# -- seats ----------------------------------------------------------------------------------------------------------

_Seating = ev.GameStart | ev.Seats | ev.HandStart


def _fix_seats(events: Sequence[ev.Event], hand: int, players: Sequence[str], reason: str) -> list[Fields]:
    """From a hand on other players sat on the seats: all hands since are seated anew, in the same exchange.

    What is corrected already is corrected again: the exchange is of the seats as they are read now.
    """
    now = [row for row, _where in fold((event, None) for event in events) if not isinstance(row, Fault)]
    starts = [event for event in now if isinstance(event, ev.HandStart) and event.hand >= hand]
    if not starts or starts[0].hand != hand:
        raise NotationError(f"there is no hand {hand} in this game")
    wrong = [starts[0].seats[seat] for seat in SEATS if seat in starts[0].seats]
    if sorted(wrong) != sorted(players):
        names = ", ".join(sorted(wrong))
        raise NotationError(f"{' '.join(players)}: expected {names}, in the order East, South, West, North")
    right = dict(zip(wrong, players, strict=True))
    if all(old == new for old, new in right.items()):
        raise NotationError(f"the players of hand {hand} sit like that already")
    seated = _first_seats(now, starts[0])
    return [
        {"type": "correction", "of": event.seq, "events": _seated_anew(now, event, right), "reason": reason}
        for event in (*seated, *starts)
    ]


def _first_seats(now: Sequence[ev.Event], start: ev.HandStart) -> Sequence[ev.Event]:
    """What else says who sat where in the first hand: the seats that were found, else the players of the game."""
    before = now[: now.index(start)]
    if any(isinstance(event, ev.HandStart) for event in before):
        return ()
    found = [event for event in before if isinstance(event, ev.Seats)]
    return found[-1:] or [event for event in before if isinstance(event, ev.GameStart)][-1:]


def _seated_anew(now: Sequence[ev.Event], wrong: ev.Event, right: dict[str, str]) -> list[Fields]:
    """What is read in the place of an event; of several that a correction has put there, all."""
    there = (event for event in now if event.seq == wrong.seq)
    return [_exchanged(event, right) if isinstance(event, _Seating) else _fields(event) for event in there]


def _fields(event: ev.Event) -> Fields:
    fields: Fields = msgspec.json.decode(ev.encode_event(event))
    return {name: value for name, value in fields.items() if name not in _NOT_KEPT}


def _exchanged(event: ev.Event, right: dict[str, str]) -> Fields:
    """The event with its players exchanged."""
    fields = _fields(event)
    if "seats" in fields:
        fields["seats"] = {seat: right.get(name, name) for seat, name in fields["seats"].items()}
    if "players" in fields:
        fields["players"] = [right.get(name, name) for name in fields["players"]]
    if "held_by" in fields:
        fields["held_by"] = right.get(fields["held_by"], fields["held_by"])
    for of_players in ("draw", "totals"):
        if of_players in fields:
            fields[of_players] = {right.get(name, name): value for name, value in fields[of_players].items()}
    return fields
