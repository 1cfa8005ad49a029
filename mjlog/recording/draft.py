"""What is typed and not yet confirmed: acts in pencil, kept beside the log, so that nothing is lost by a kill."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mjlog import events as ev
from mjlog.canonical import event_body
from mjlog.errors import MjlogError
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.scene import Fields
from mjlog.recording.game import Said
from mjlog.text import shown


@dataclass(slots=True)
class Step:
    """One act as it was typed, and the events that it stands for."""

    text: str
    said: list[Said] = field(default_factory=list)

    @property
    def bodies(self) -> list[bytes]:
        """The events as they are stored."""
        return [one.body for one in self.said]

    @property
    def begins_hand(self) -> bool:
        """Whether a hand begins with it."""
        return any(isinstance(one.event, ev.HandStart) for one in self.said)


@dataclass(frozen=True, slots=True)
class Draft:
    """Acts in pencil as they are kept: after which event of the log, and the events of each act without their `seq`."""

    after: int
    acts: tuple[tuple[str, tuple[Fields, ...]], ...]


def draft_of(steps: Iterable[Step], after: int) -> bytes | None:
    """What is kept of acts in pencil; None where there are none."""
    acts = [[step.text, [json.loads(body) for body in step.bodies]] for step in steps]
    if not acts:
        return None
    return json.dumps({"after": after, "acts": acts}, ensure_ascii=False, separators=(",", ":")).encode()


def read_draft(content: bytes | None) -> Draft:
    """Acts that were kept.

    Raises:
        MjlogError: it is no draft of this program, or holds what this version does not know.
    """
    if content is None:
        return Draft(0, ())
    try:
        kept = json.loads(content)
        draft = Draft(_seq(kept["after"]), tuple((str(text), tuple(map(_row, rows))) for text, rows in kept["acts"]))
        for _text, rows in draft.acts:
            for row in rows:
                event_of({**row, "seq": 1})
        return draft
    except (ValueError, KeyError, TypeError, RecursionError, MjlogError):
        raise MjlogError(
            "the acts in pencil cannot be read: they were not written by this program, or by a newer version of it; "
            f"they were left as they are, and `mjlog add` goes on without them: {shown(content, 200)}"
        ) from None


def _seq(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError("no seq")
    return value


def _row(fields: object) -> Fields:
    if not isinstance(fields, dict) or fields.get("type") == "game-start":
        raise ValueError("no event in pencil")
    return {name: value for name, value in fields.items() if name != "seq"}


def left_of(draft: Draft, stored: Sequence[bytes]) -> Draft:
    """The acts that are not in the log yet: those that it goes on with, where it has grown, are."""
    acts, at = list(draft.acts), draft.after
    while acts:
        rows = acts[0][1]
        bodies = [event_body({**row, "seq": at + number}) for number, row in enumerate(rows, 1)]
        if list(stored[at : at + len(bodies)]) != bodies:
            break
        at += len(bodies)
        del acts[0]
    moved = max(0, len(stored) - at)
    return Draft(len(stored), tuple((text, tuple(_moved(row, at, moved) for row in rows)) for text, rows in acts))


def _moved(row: Fields, after: int, by: int) -> Fields:
    """An event in pencil that others were stored before: what it answers in pencil has moved with it."""
    answered = row.get("on")
    return {**row, "on": answered + by} if by and isinstance(answered, int) and answered > after else row


__all__ = ["Draft", "Said", "Step", "draft_of", "left_of", "read_draft"]
