"""Which findings of an audit are wanted, and which are accepted and left out."""

from __future__ import annotations

import functools
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.audit.report import HandReport
from mjlog.errors import RecordError
from mjlog.findings import Finding, gravity
from mjlog.log.records import Fault
from mjlog.period import ALWAYS, Period
from mjlog.text import either, shown

# -- which findings are wanted ----------------------------------------------------------------------------------------


class Choice(msgspec.Struct, frozen=True):
    """What is asked of findings; everything must be true of one. Without anything: all of them.

    `period`: days on which the game was played. `player`: a handle; then only hands that this player took part in are
    looked at, and of their findings those of the player and those of nobody's seat. `codes`: one of these; `severity`:
    so grave at least.
    """

    period: Period = ALWAYS
    player: str | None = None
    codes: frozenset[str] = frozenset()
    severity: str = "info"

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return self.period.is_open and replace(self, period=ALWAYS) == EVERYTHING

    def words(self) -> Iterator[str]:
        """What is asked for, in words.

        >>> list(Choice(player="anna", severity="error").words())
        ['hands of anna', 'of severity error']
        """
        if self.period.since is not None:
            yield f"games since {self.period.since}"
        if self.period.until is not None:
            yield f"games until {self.period.until}"
        if self.player is not None:
            yield f"hands of {shown(self.player, 200)}"
        if self.codes:
            yield f"findings {either(sorted(self.codes))}"
        if self.severity != EVERYTHING.severity:
            yield f"of severity {self.severity}{'' if gravity(self.severity) == 0 else ' or graver'}"

    def has_day(self, day: date | None) -> bool:
        """Whether games of this day are wanted; one without a date is in no period that has an end."""
        return self.period.has(day)

    def has_hand(self, hand: HandReport) -> bool:
        """Whether the hand is looked at."""
        return self.player is None or self.player in hand.seats.values()

    def has(self, finding: Finding, hand: HandReport) -> bool:
        """Whether a finding of this hand is wanted."""
        if self.codes and finding.code not in self.codes:
            return False
        if gravity(finding.severity) > gravity(self.severity):
            return False
        return self.player is None or hand.player(finding) in (None, self.player)

    def of(self, hands: Iterable[HandReport]) -> list[HandReport]:
        """The hands that are looked at, each with the findings that are wanted."""
        return [hand.with_findings([finding for finding in hand.findings if self.has(finding, hand)])
                for hand in hands if self.has_hand(hand)]  # fmt: skip


EVERYTHING = Choice()


# -- which are accepted -----------------------------------------------------------------------------------------------


KIND = "mjlog-baseline"
VERSION = 1
MAX_BYTES = 50_000_000
"""Bytes of the longest file of accepted findings."""
_DIGEST = 24
_ENCODER = msgspec.json.Encoder(order="sorted")


class FindingKey(NamedTuple):
    """What a finding is recognised by. `place`: the event, or the line of the file where there is none."""

    game: str
    place: str
    code: str
    rule: str | None
    seat: str | None


class Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=False):
    """An accepted finding, as the file has it. `event`: the digest of the event's content; `note`: why it is so."""

    game: str
    code: str
    seq: int | None = None
    event: str | None = None
    line: int | None = None
    rule: str | None = None
    seat: str | None = None
    hand: int | None = None
    message: str = ""
    note: str = ""

    @property
    def key(self) -> FindingKey:
        """What it is recognised by, but for the content of the event."""
        place = f"event {self.seq}" if self.seq is not None else f"line {self.line}"
        return FindingKey(self.game, place, self.code, self.rule, self.seat)

    @property
    def words(self) -> str:
        """The finding in short."""
        message = f" ({shown(self.message, 200)})" if self.message else ""
        return f"{shown(self.game)}, {self.key.place}: {shown(self.code)}{message}"


class _Header(msgspec.Struct):
    kind: str
    version: int


def as_text(name: str) -> str:
    """The name of a game as it can be written into a file; one that comes from an odd path may be no text."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def event_digest(event: ev.Event) -> str:
    """The digest of an event's content, wherever it is stored; fields that nobody knows are no part of it.

    >>> event_digest(ev.Washout(seq=9)) == event_digest(ev.Washout(seq=9))
    True
    """
    return hashlib.sha256(_ENCODER.encode(msgspec.to_builtins(event, str_keys=True))).hexdigest()[:_DIGEST]


class Baseline(msgspec.Struct, frozen=True, dict=True):
    """Accepted findings. `digest`: of the file; `entries` in its order."""

    entries: tuple[Entry, ...] = ()
    digest: str = ""

    @functools.cached_property
    def _by_game(self) -> dict[str, dict[FindingKey, list[int]]]:
        by_game: dict[str, dict[FindingKey, list[int]]] = {}
        for number, entry in enumerate(self.entries):
            by_game.setdefault(entry.game, {}).setdefault(entry.key, []).append(number)
        return by_game

    def apply(
        self, game: str, hands: Iterable[HandReport], events: Mapping[int, ev.Event]
    ) -> tuple[list[HandReport], list[int]]:
        """The hands without what is accepted, and which entries (by number) were found.

        `events`: those of the game that findings may be about, by seq. Each entry stands for one finding.
        """
        game = as_text(game)
        if game not in self._by_game:
            return list(hands), []
        left = {key: list(numbers) for key, numbers in self._by_game[game].items()}
        used: list[int] = []
        chosen = []
        for hand in hands:
            kept = []
            for finding in hand.findings:
                entry = entry_of(game, finding, events)
                numbers = left.get(entry.key, [])
                number = next((each for each in numbers if self.entries[each].event in (None, entry.event)), None)
                if number is None:
                    kept.append(finding)
                else:
                    numbers.remove(number)
                    used.append(number)
            chosen.append(hand.with_findings(kept, len(hand.findings) - len(kept)))
        return chosen, used


NOTHING = Baseline()


def entry_of(game: str, finding: Finding, events: Mapping[int, ev.Event]) -> Entry:
    """A finding as it is accepted from now on."""
    event = events.get(finding.seq) if finding.seq is not None else None
    return Entry(
        as_text(game), finding.code, finding.seq, None if event is None else event_digest(event),
        finding.line if finding.seq is None else None, finding.rule, finding.seat, finding.hand,
        shown(finding.message, 600),
    )  # fmt: skip


def baseline_lines(entries: Iterable[Entry]) -> Iterator[bytes]:
    """The file: a line that says what it is, then one line a finding, in the order in which they were found."""
    yield msgspec.json.encode(_Header(KIND, VERSION)) + b"\n"
    yield from (msgspec.json.encode(entry) + b"\n" for entry in entries)


def is_baseline(content: bytes) -> bool:
    """Whether a file begins as one of ours does."""
    try:
        return msgspec.json.decode(content.partition(b"\n")[0], type=_Header).kind == KIND
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False


def read_baseline(content: bytes, source: str) -> Baseline:
    """The accepted findings of a file.

    Raises:
        RecordError: it is no such file, or one of its lines is none of a finding.
    """
    if len(content) > MAX_BYTES:
        raise RecordError(f"is longer than {MAX_BYTES:,} bytes", source)
    if not is_baseline(content):
        raise RecordError("is no file of accepted findings: expected one that `mjlog baseline` has written", source)
    version = msgspec.json.decode(content.partition(b"\n")[0], type=_Header).version
    if version != VERSION:
        raise RecordError(f"has version {version}: this program reads version {VERSION}", source)
    entries = []
    for number, line in enumerate(content.split(b"\n")[1:], start=2):
        if not line.strip():
            continue
        try:
            entries.append(msgspec.json.decode(line, type=Entry))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise RecordError(f"is no accepted finding: {shown(str(error), 200)}", source, number) from None
    return Baseline(tuple(entries), hashlib.sha256(content).hexdigest())


def events_of(rows: Iterable[tuple[ev.Event | Fault, Any]]) -> dict[int, ev.Event]:
    """The events of a game, by seq, as they were written."""
    return {row.seq: row for row, _where in rows if not isinstance(row, Fault)}


def kept(baseline: Baseline, games: Iterable[str], used: Iterable[int]) -> list[Entry]:
    """Entries that are still good: those that were found, and those of games that were not audited."""
    audited, times_found = set(games), Counter(used)
    return [entry for number, entry in enumerate(baseline.entries) if times_found[number] or entry.game not in audited]


def stale(baseline: Baseline, games: Iterable[str], used: Iterable[int]) -> list[Entry]:
    """Entries of games that were audited, and that nothing was found for any more."""
    audited, times_found = set(games), Counter(used)
    return [entry for number, entry in enumerate(baseline.entries) if entry.game in audited and not times_found[number]]
