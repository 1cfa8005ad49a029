"""What an old checkpoint, or an older copy, proves about a log: that it still says what it said, or where it does not.

By the chain, the id of an event stands for it and for all before it. So an id that is still the same proves that
nothing up to there was changed; one that is not proves that something was, after the last one that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from mjlog.chain import Checkpoint
from mjlog.text import counted


class Verdict(StrEnum):
    """What became of what a checkpoint stands for."""

    KEPT = "kept"
    """The event is still what it was, and so is everything before it."""
    CHANGED = "changed"
    """The event, or one before it, is not what it was."""
    MISSING = "missing"
    """The log ends before the event."""
    UNREADABLE = "unreadable"
    """A fault of the log stands before the event, so that its id cannot be computed."""
    CONTRADICTED = "contradicted"
    """A later event is still what it was, so this one is too: the checkpoint was never one of this log."""
    UNKNOWN = "unknown"
    """There is no such game."""


class Evidence(msgspec.Struct, frozen=True):
    """What can be said of a log as it is now.

    `events`: how many it has; `readable`: up to which one they follow one another and can be read. `ids`: by seq, the
    ids as they are computed from the events, as far as they are asked for; `stored`: the ids as they are written down,
    where the two may differ; `broken`: the events at which they begin to.
    """

    events: int
    readable: int
    ids: Mapping[int, str]
    stored: Mapping[int, str] = msgspec.field(default_factory=dict)
    broken: Sequence[int] = ()


class Proof(NamedTuple):
    """What became of one checkpoint, in a word and in a sentence.

    `first`, `last`: where `CHANGED`, the events among which is the first one that is not what it was.
    """

    checkpoint: Checkpoint
    verdict: Verdict
    message: str
    first: int | None = None
    last: int | None = None


def prove(checkpoints: Iterable[Checkpoint], evidence: Evidence) -> list[Proof]:
    """What becomes of the checkpoints of one game, in the order of their events.

    >>> now = Evidence(3, 3, {1: "aaaaaaaa11", 3: "cccccccc33"})
    >>> for proof in prove([Checkpoint(1, "aaaaaaaa"), Checkpoint(3, "dddddddd")], now):
    ...     print(proof.verdict, proof.message, sep=": ")
    kept: event 1 is still what it was
    changed: event 1 is still what it was, event 3 is not: the log was rewritten somewhere from event 2 to event 3
    """
    ordered: list[Checkpoint] = []
    for checkpoint in sorted(checkpoints, key=lambda checkpoint: (checkpoint.count, checkpoint.head)):
        # Of two that say the same of one event, the one that says more of its id.
        if ordered and ordered[-1].count == checkpoint.count and checkpoint.head.startswith(ordered[-1].head):
            ordered.pop()
        ordered.append(checkpoint)
    kept = max((checkpoint.count for checkpoint in ordered if _is_kept(checkpoint, evidence)), default=0)
    read = [checkpoint for checkpoint in ordered if kept < checkpoint.count <= evidence.readable]
    changed = [checkpoint for checkpoint in read if not _is_kept(checkpoint, evidence)]
    last = min((_latest_change(checkpoint, evidence) for checkpoint in changed), default=0)
    return [_proof(checkpoint, evidence, kept, last) for checkpoint in ordered]


def _is_kept(checkpoint: Checkpoint, evidence: Evidence) -> bool:
    return checkpoint.count in evidence.ids and checkpoint.fits(evidence.ids[checkpoint.count])


def _latest_change(checkpoint: Checkpoint, evidence: Evidence) -> int:
    """The last event that can be the first one that was changed.

    Where the id that is written down is still the one of the checkpoint, only events were changed and not their ids:
    all that follows the last event that does not fit its id fits this one, so the change is there or before.
    """
    if checkpoint.fits(evidence.stored.get(checkpoint.count, "")):
        return max((seq for seq in evidence.broken if seq <= checkpoint.count), default=checkpoint.count)
    return checkpoint.count


def _proof(checkpoint: Checkpoint, evidence: Evidence, kept: int, last: int) -> Proof:
    count = checkpoint.count
    if _is_kept(checkpoint, evidence):
        before = ", and so is everything before it" if count > 1 else ""
        return Proof(checkpoint, Verdict.KEPT, f"event {count} is still what it was{before}")
    if count <= kept:
        words = (
            f"event {kept} is still what it was, and so is all before it: this was never the id of event {count} here"
        )
        return Proof(checkpoint, Verdict.CONTRADICTED, words)
    if count > evidence.events:
        are = "is" if evidence.events == 1 else "are"
        words = f"only {counted(evidence.events, 'event')} {are} here: event {count} is missing"
        return Proof(checkpoint, Verdict.MISSING, words)
    if count > evidence.readable:
        words = f"nothing can be said of event {count}: the log is whole only to event {evidence.readable}"
        return Proof(checkpoint, Verdict.UNREADABLE, words)
    where = f"at event {last}" if kept + 1 == last else f"somewhere from event {kept + 1} to event {last}"
    words = f"event {count} is not what it was: the log was rewritten {where}, or this is of another game"
    if kept:
        words = f"event {kept} is still what it was, event {count} is not: the log was rewritten {where}"
    return Proof(checkpoint, Verdict.CHANGED, words, kept + 1, last)


class Difference(msgspec.Struct, frozen=True):
    """The first event in which a log differs from an older copy of it: the event there and here (canonical JSON).

    `here` is None where the log ends before it.
    """

    seq: int
    there: bytes
    here: bytes | None


def first_difference(there: Sequence[bytes], here: Sequence[bytes]) -> Difference | None:
    """The first event of an older copy that is not the same in the log; None if the log only went on.

    >>> first_difference([b"1", b"2"], [b"1", b"x", b"3"])
    Difference(seq=2, there=b'2', here=b'x')
    >>> first_difference([b"1"], [b"1", b"2"]) is None
    True
    """
    for place, body in enumerate(there):
        if place >= len(here):
            return Difference(place + 1, body, None)
        if body != here[place]:
            return Difference(place + 1, body, here[place])
    return None


def around(first: bytes, second: bytes, size: int = 300) -> Iterator[str]:
    """Both texts, cut down to the characters about the place where they begin to differ.

    >>> list(around(b"a" * 100 + b"x", b"a" * 100 + b"y", size=12))
    ['…aaaax', '…aaaay']
    """
    texts = [link.decode("utf-8", "backslashreplace") for link in (first, second)]
    pairs = enumerate(zip(*texts, strict=False))
    place = next((at for at, (left, right) in pairs if left != right), min(map(len, texts)))
    start = max(0, place - size // 3) if max(map(len, texts)) > size else 0
    for text in texts:
        end = start + size
        yield ("…" if start else "") + text[start:end] + ("…" if len(text) > end else "")
