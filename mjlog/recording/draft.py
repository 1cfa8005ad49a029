"""What is typed and not yet confirmed: acts in pencil, kept beside the log, so that nothing is lost by a kill."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mjlog import events as ev
from mjlog.canonical import event_body
from mjlog.errors import MjlogError
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.scene import Fields
from mjlog.recording.game import Said
from mjlog.text import shown


@dataclass(slots=True)
class Step:
    """One act as it was typed, and the events that it stands for: none where it says again what is announced already.

    `key`: the name that its sender gave it, if any.
    """

    text: str
    said: list[Said] = field(default_factory=list)
    key: str | None = None

    @property
    def bodies(self) -> list[bytes]:
        """The events as they are stored."""
        return [one.body for one in self.said]

    @property
    def words(self) -> list[str]:
        """Its events in words, or why there are none."""
        return [one.words for one in self.said] or [f"{self.text}: announced already, nothing is added"]

    @property
    def begins_hand(self) -> bool:
        """Whether a hand begins with it."""
        return any(isinstance(one.event, ev.HandStart) for one in self.said)


class Pencilled(NamedTuple):
    """An act in pencil as it is kept: its events without their `seq`; `key`: as of `Step`."""

    text: str
    rows: tuple[Fields, ...]
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """Acts in pencil as they are kept: after which event of the log, and each act."""

    after: int
    acts: tuple[Pencilled, ...]


def draft_of(steps: Sequence[Step], after: int) -> bytes | None:
    """What is kept of acts in pencil; None where there are none."""
    if not steps:
        return None
    kept: dict[str, Any] = {"after": after}
    kept["acts"] = [[step.text, [json.loads(body) for body in step.bodies]] for step in steps]
    if any(step.key is not None for step in steps):
        # Beside the acts: programs that know of no keys read them all the same.
        kept["keys"] = [step.key for step in steps]
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()


def read_draft(content: bytes | None) -> Draft:
    """Acts that were kept.

    Raises:
        MjlogError: it is no draft of this program, or holds what this version does not know.
    """
    if content is None:
        return Draft(0, ())
    try:
        kept = json.loads(content)
        after, written = _seq(kept["after"]), kept["acts"]
        acts = zip(written, kept.get("keys") or [None] * len(written), strict=True)
        draft = Draft(
            after,
            tuple(Pencilled(str(text), tuple(map(_row, rows)), _key(key)) for (text, rows), key in acts),
        )
        for act in draft.acts:
            for row in act.rows:
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


def _key(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError("no key")
    return value


def _row(fields: object) -> Fields:
    if not isinstance(fields, dict) or fields.get("type") == "game-start":
        raise ValueError("no event in pencil")
    return {name: value for name, value in fields.items() if name != "seq"}


def left_of(draft: Draft, stored: Sequence[bytes], before: int = 0) -> Draft:
    """The acts that are not in the log yet: those that it goes on with, where it has grown, are.

    `stored`: the events of the log, but for so many `before` them, which the draft stands behind.
    """
    acts, at = list(draft.acts), draft.after
    while acts:
        rows = acts[0].rows
        bodies = [event_body({**row, "seq": at + number}) for number, row in enumerate(rows, 1)]
        if list(stored[at - before : at - before + len(bodies)]) != bodies:
            break
        at += len(bodies)
        del acts[0]
    last = before + len(stored)
    moved = max(0, last - at)
    return Draft(
        last, tuple(act._replace(rows=tuple(_moved(row, at, moved) for row in act.rows)) for act in acts)
    )


def _moved(row: Fields, after: int, by: int) -> Fields:
    """An event in pencil that others were stored before: what it answers in pencil has moved with it."""
    answered = row.get("on")
    return {**row, "on": answered + by} if by and isinstance(answered, int) and answered > after else row


__all__ = ["Draft", "Pencilled", "Said", "Step", "draft_of", "left_of", "read_draft"]
