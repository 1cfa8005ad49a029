"""What follows from a ruling: the corrections and the penalties that are stored together with it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mjlog.disputes.register import DisputeCase
from mjlog.errors import MjlogError, NotationError
from mjlog.seats import Seat
from mjlog.text import quoted, shown
from mjlog_cli.disputes import Fields, OpenGame, body_of

_NOT_KEPT = ("seq", "id", "prev")


Change = tuple[int, str | None, bool]
"""A correction: the event that it is about, what is to be read (None: nothing), and whether that stands after it."""
Fine = tuple[str, int, str]
"""The seat, points, and for what."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What is to follow. `shares`: whom the fine of a seat goes to, where that is not to all others alike."""

    changes: Sequence[Change] = ()
    penalties: Sequence[Fine] = ()
    shares: Sequence[tuple[str, str]] = ()
    reason: str = ""
    agreed: Sequence[str] = ()


def changes_of(
    void: Sequence[int], replace: Sequence[tuple[int, str]], insert: Sequence[tuple[int, str]]
) -> list[Change]:
    """All corrections, in the order of the events that they are about.

    Raises:
        NotationError: two of them say what stands in the place of one event.
    """
    instead: list[Change] = [(seq, None, False) for seq in void] + [(seq, text, False) for seq, text in replace]
    for seq, number in Counter(one[0] for one in instead).items():
        if number > 1:
            raise NotationError(
                f"event {seq} is corrected {number} times: one --void or one --replace of it is expected; --replace "
                "takes several events (nothing was stored)"
            )
    return sorted([*instead, *((seq, text, True) for seq, text in insert)], key=lambda one: (one[0], one[2]))


def bodies_of_ruling(game: OpenGame, case: DisputeCase, ruling: Fields, wanted: Consequence) -> list[bytes]:
    """The ruling and what follows from it, as they are stored, in their order.

    Raises:
        MjlogError: what is to follow cannot be; nothing was stored.
    """
    seq = game.next_seq
    made = [body_of({"seq": seq, "type": "ruling", "on": case.seq, **ruling})]
    common = {"on": seq, **{name: ruling.get(name) for name in ("at", "recorder")}}
    for change in wanted.changes:
        # Each is read at the game as the ones before it leave it.
        fields = _correction(game, made, change, wanted)
        made.append(body_of({**common, **fields, "seq": seq + len(made)}))
    for fields in _penalties(game, case.on, wanted):
        made.append(body_of({**common, **fields, "seq": seq + len(made)}))
    return made


def _correction(game: OpenGame, made: Sequence[bytes], change: Change, wanted: Consequence) -> Fields:
    target, text, is_after = change
    game.hand_of(target)
    events = [] if text is None else list(_events(game, made, change))
    _refuse_another_beginning(target, events, is_after)
    agreed = list(wanted.agreed) or None
    return {
        "type": "correction", "after" if is_after else "of": target, "events": events, "reason": wanted.reason,
        "agreed": agreed,
    }  # fmt: skip


def _refuse_another_beginning(target: int, events: Sequence[Fields], is_after: bool) -> None:
    """A game begins with its game-start, and has one."""
    starts = [at for at, one in enumerate(events) if one.get("type") == "game-start"]
    if starts != ([0] if target == 1 and not is_after else []):
        raise NotationError("a game begins with one game-start, and has no other (nothing was stored)")


def _events(game: OpenGame, made: Sequence[bytes], change: Change) -> Iterator[Fields]:
    """The events that are typed: JSON, an object or several, or short hand as of `mjlog add`."""
    text = change[1] or ""
    if not text.lstrip().startswith(("{", "[")):
        yield from _short_hand(game, made, change)
        return
    try:
        given: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{quoted(text)} is not JSON: {shown(str(error), 200)} (nothing was stored)") from None
    for one in given if isinstance(given, list) else [given]:
        if not isinstance(one, dict):
            raise NotationError(f"{quoted(one)} is no event: an object with a type is expected (nothing was stored)")
        fields = {name: value for name, value in one.items() if name not in _NOT_KEPT}
        body_of({**fields, "seq": 1})
        yield fields


def _short_hand(game: OpenGame, made: Sequence[bytes], change: Change) -> list[Fields]:
    from mjlog_cli.recording import Recorder

    target, text, is_after = change
    recorder = Recorder(str(game.store.path), game.game, [*game.bodies, *made], game.cards)
    acts = " ".join((text or "").split())
    (fields,) = recorder.read(f"fix {'after ' if is_after else ''}{target} {acts}")
    events = fields["events"]
    assert isinstance(events, list)
    return events


def _penalties(game: OpenGame, target: int, wanted: Consequence) -> Iterator[Fields]:
    """Fines, by the seats of the hand in dispute. In a hand that is over they are read at its end."""
    if not wanted.penalties:
        _refuse_shares(wanted)
        return
    hand = game.hand_of(target)
    if not hand.has_play:
        raise MjlogError(f"event {target} comes before the first hand: nobody can be fined there (nothing was stored)")
    shares = dict(wanted.shares)
    _refuse_shares(wanted)
    fines = [_fine(hand.seats, penalty, shares.get(penalty[0])) for penalty in wanted.penalties]
    if hand is game.view.hands[-1]:
        yield from fines
        return
    # In a later hand others may sit on these seats.
    last = game.view.seq_at(hand.end - 1)
    agreed = list(wanted.agreed) or None
    yield {"type": "correction", "after": last, "events": fines, "reason": wanted.reason, "agreed": agreed}


def _refuse_shares(wanted: Consequence) -> None:
    """Each --penalty-to is about the one fine of its seat."""
    fined, named = Counter(seat for seat, *_ in wanted.penalties), Counter(seat for seat, _ in wanted.shares)
    for seat in named:
        if fined[seat] != 1 or named[seat] > 1:
            raise NotationError(
                f"--penalty-to {seat}: {fined[seat]} fines of {seat} and {named[seat]} ways to share; expected one of "
                "each (nothing was stored)"
            )


def _fine(seats: dict[Seat, str], penalty: Fine, shares: str | None) -> Fields:
    seat, amount, reason = penalty
    if Seat[seat] not in seats:
        raise MjlogError(f"{seat}: nobody sits there in that hand (nothing was stored)")
    to = None if shares is None else _shares(seats, seat, amount, shares)
    fine = {"type": "penalty", "seat": seat, "amount": amount, "to": to, "reason": reason}
    return {name: value for name, value in fine.items() if value is not None}


_SHARE = re.compile(r"([ESWN])=(\d{1,9})")


def _shares(seats: dict[Seat, str], payer: str, amount: int, text: str) -> dict[str, int]:
    """Whom a fine goes to: `W=167,N=167,E=166`."""
    found = [_SHARE.fullmatch(part.strip()) for part in text.split(",")]
    shares = {one[1]: int(one[2]) for one in found if one is not None}
    if None in found or len(shares) != len(found):
        raise NotationError(
            f"{quoted(text)} does not say whom the fine goes to: like W=167,N=167,E=166 is right (nothing was stored)"
        )
    wrong = next((seat for seat in shares if seat == payer or Seat[seat] not in seats), None)
    if wrong is not None:
        why = "pays the fine" if wrong == payer else "is nobody's seat in that hand"
        raise NotationError(f"{quoted(text)}: {wrong} {why} (nothing was stored)")
    if sum(shares.values()) != amount:
        raise NotationError(
            f"{quoted(text)} is {sum(shares.values())} in all, and the fine is {amount} (nothing was stored)"
        )
    return shares


def trouble_in(game: OpenGame, bodies: Sequence[bytes]) -> str:
    """Why what follows cannot be carried out at all; empty where it can."""
    view = game.with_added(bodies)
    first = len(game.bodies) + 1
    found = (one for hand in view.hands for one in hand.report.findings)
    bad = next((one for one in found if one.code in _UNREADABLE and (one.seq or 0) >= first), None)
    return "" if bad is None else shown(bad.message, 400)


_UNREADABLE = frozenset(("bad-event", "bad-field", "bad-json"))
