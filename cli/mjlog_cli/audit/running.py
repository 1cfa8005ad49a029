"""An audit from its first piece to its exit status: which output, page or text, and what is said at the end."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec

from mjlog.errors import MjlogError, RecordError, reason
from mjlog.findings import gravity
from mjlog.reports.choice import (
    MAX_BYTES,
    NOTHING,
    Baseline,
    Entry,
    baseline_lines,
    is_baseline,
    kept,
    read_baseline,
    stale,
)
from mjlog.reports.summary import Summary, headline, summary_lines
from mjlog.sources import Source
from mjlog.text import counted
from mjlog.urls import called
from mjlog_cli.audit.audit_request import (
    MOST_FINDINGS,
    MOST_STORIES,
    Audited,
    AuditRequest,
    GamePart,
    ReportLimits,
    about_wish,
)
from mjlog_cli.audit.crew import Crew, bytes_of, crew_of, in_order
from mjlog_cli.audit.games import audit_unit
from mjlog_cli.console import Pace, Progress, complain, flush, refuse_another_file, say, tell, write_bytes, write_file
from mjlog_cli.params import stranger_words
from mjlog_cli.stopping import tidy_when_stopped

# -- files of accepted findings ---------------------------------------------------------------------------------------


_MOST_STALE = 20


def baseline_at(path: str | None) -> Baseline:
    """The accepted findings of a file; none where no file is named.

    Raises:
        RecordError: it cannot be read, or is none.
    """
    if path is None:
        return NOTHING
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"cannot be opened: {reason(error)}", path) from error
    return read_baseline(content, path)


class BaselineWriter:
    """Gathers what is accepted from now on, and writes it when all games have been audited.

    Raises:
        MjlogError: what stands at the path is something else, and is left alone.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._count = 0
        self._refuse_other_files()
        self._spool = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  (closed by `__exit__`)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._spool.close()

    def add(self, entries: Iterable[Entry]) -> None:
        """The findings of one more game."""
        for entry in entries:
            self._spool.write(msgspec.json.encode(entry) + b"\n")
            self._count += 1

    def write(self, before: Sequence[Entry]) -> int:
        """What was accepted before and still is, and all that was gathered; returns how many that are.

        Raises:
            MjlogError: the file cannot be written.
        """
        # Another file than ours was refused; what ours holds is in `before`, as far as it is still wanted.
        write_file(self.path, baseline_lines(chain(before, self._gathered())), force=True)
        return len(before) + self._count

    def _gathered(self) -> Iterator[Entry]:
        self._spool.seek(0)
        for line in self._spool:
            yield msgspec.json.decode(line, type=Entry)

    def _refuse_other_files(self) -> None:
        if not self.path.exists():
            return
        try:
            with self.path.open("rb") as stream:
                is_ours = is_baseline(stream.readline(1000))
        except OSError as error:
            raise MjlogError(f"{self.path}: cannot be opened: {reason(error)}") from error
        if not is_ours:
            raise MjlogError(f"{self.path}: is there already, and is no file of accepted findings: name another one")


def stale_words(baseline: Baseline, games: Iterable[str], used: Iterable[int]) -> Iterator[str]:
    """Accepted findings of audited games that are found no more, told so that they can be taken out."""
    gone = stale(baseline, games, used)
    if not gone:
        return
    again = "`mjlog baseline` writes the file anew"
    yield f"{counted(len(gone), 'accepted finding')} found no more ({again}):"
    yield from (f"  {entry.words}" for entry in gone[:_MOST_STALE])
    if len(gone) > _MOST_STALE:
        yield f"  … and {len(gone) - _MOST_STALE} more"


# -- a page -----------------------------------------------------------------------------------------------------------


_IN_MEMORY = 1_000_000
_AT_ONCE = 1 << 16


class PageWriter:
    """Gathers the parts of a page, and writes it when all games have been audited. To be used in a `with`.

    Raises:
        MjlogError: a file stands there already, and is not to be written over (`force`).
    """

    def __init__(self, path: str, force: bool) -> None:
        self.path, self.force = Path(path), force
        refuse_another_file(self.path, force)
        self.summary = Summary()
        self._games = self._findings = self._stories = 0
        # Both are closed by `__exit__`.
        self._contents = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._body = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._contents.close()
        self._body.close()

    def add(self, audited: Audited) -> None:
        """One more game."""
        if audited.told is not None:
            self.summary.add(audited.told)
        for part in audited.parts:
            self._add_part(part)

    def _add_part(self, part: GamePart) -> None:
        from mjlog.viewer.pages.audit_file import contents_row, game_html

        self._games += 1
        told = []
        for finding in part.findings[: max(0, MOST_FINDINGS - self._findings)]:
            story = finding.story if self._stories < MOST_STORIES else None
            self._stories += bool(story)
            told.append(story or finding.line)
        self._findings += len(told)
        count = len(part.findings) + part.more
        row = contents_row(self._games, part.title, part.source, count)
        text = game_html(self._games, part.title, part.source, told, count - len(told))
        self._contents.write(row.encode("utf-8", "backslashreplace"))
        self._body.write(text.encode("utf-8", "backslashreplace"))

    def write(self, about: Sequence[tuple[str, str]], names: Mapping[str, str]) -> None:
        """The whole page. `about`: what is said of the audit, by name.

        Raises:
            MjlogError: the file cannot be written.
        """
        write_file(self.path, self._parts(about, names), self.force)

    def _parts(self, about: Sequence[tuple[str, str]], names: Mapping[str, str]) -> Iterator[bytes]:
        from mjlog.viewer.pages.audit_file import frame

        page = frame(self.summary, about, self._games > 0, names)
        yield page.before.encode("utf-8", "backslashreplace")
        yield from _again(self._contents)
        yield page.between.encode("utf-8", "backslashreplace")
        yield from _again(self._body)
        yield page.after.encode("utf-8", "backslashreplace")


def _again(spool: IO[bytes]) -> Iterator[bytes]:
    spool.seek(0)
    while data := spool.read(_AT_ONCE):
        yield data


NEVER = "never"
_MOST_FAULTS = 20
"""Pieces on which the program may fail before it is taken for broken."""


@dataclass(frozen=True)
class Plan:
    """What an audit is made of, beside what is asked of each game.

    `units`: makes the pieces, as often as they are wanted; `what`: what they were made from, in words. `workers`,
    `cluster`: who works them off. `stories`: how many are printed; `has_more`: whether to say that there are others.
    `fail_on`: the least grave severity that makes the exit status 1, or "never". Files are named where they are wanted:
    `page`, `write_baseline`; `force`: a page that is there is written over.
    """

    wish: AuditRequest
    units: Callable[[], Iterator[Source]]
    what: str
    workers: int = 1
    cluster: str | None = None
    stories: int = 0
    has_more: bool = False
    fail_on: str = "error"
    page: str | None = None
    force: bool = False
    write_baseline: str | None = None


@dataclass(frozen=True)
class AuditWork:
    """The audit of a piece, as it is asked for."""

    wish: AuditRequest

    def __call__(self, piece: Source, room: ReportLimits) -> list[Audited]:
        """Every game of the piece."""
        return list(audit_unit(piece, self.wish, room))

    def lost(self, piece: Source, how: str) -> list[Audited]:
        """Trouble: nobody could audit it."""
        return [Audited(trouble=f"{called(piece.path)}: the process that audited it {how}; try fewer workers")]


def audit_all(units: Iterable[Source], wish: AuditRequest, crew: Crew) -> Iterator[tuple[Source, list[Audited]]]:
    """What came of every piece, in order, whoever audits it.

    Raises:
        MjlogError: there is nobody to work.
    """
    room = ReportLimits.of(wish)
    for unit, found in in_order(units, AuditWork(wish), crew, room, bytes_of):
        room.take(found)
        yield unit, found


@dataclass
class _Totals:
    summary: Summary = field(default_factory=Summary)
    games: set[str] = field(default_factory=set)
    used: list[int] = field(default_factory=list)
    handles: set[str] = field(default_factory=set)
    troubles: int = 0
    our_faults: int = 0
    stories: int = 0


class Audit:
    """One audit. `run` returns its exit status."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._totals = _Totals()
        self._progress = Progress()
        self._page: PageWriter | None = None
        self._baseline: BaselineWriter | None = None
        self._accepted = {entry.game for entry in plan.wish.baseline.entries}

    @tidy_when_stopped
    def run(self) -> int:
        """Audit everything, and say at the end what it came to.

        Raises:
            MjlogError: a file that was asked for cannot be written, or is another than it should be.
        """
        plan = self.plan
        with ExitStack() as open_files:
            if plan.page is not None:
                self._page = open_files.enter_context(PageWriter(plan.page, plan.force))
            if plan.write_baseline is not None:
                self._baseline = open_files.enter_context(BaselineWriter(plan.write_baseline))
            crew = open_files.enter_context(crew_of(plan.workers, plan.cluster))
            open_files.enter_context(self._progress)
            self._audit(crew)
            self._progress.clear()
            self._end()
        if self._totals.troubles or self._is_nobody:
            return 2
        if self.plan.fail_on == NEVER:
            return 0
        limit = gravity(self.plan.fail_on)
        return int(any(number and gravity(one) <= limit for one, number in self._totals.summary.severities.items()))

    def _audit(self, crew: Crew) -> None:
        plan = self.plan
        total = sum(map(_size, plan.units())) if self._progress.is_shown else 0
        pace, done = Pace(total, "files and games"), 0
        for unit, found in audit_all(plan.units(), plan.wish, crew):
            for audited in found:
                self._add(audited)
            done += _size(unit)
            self._progress.show(pace.words(done, self._totals.summary.games))

    def _add(self, audited: Audited) -> None:
        """One more game: its output is written, and what it adds is kept."""
        totals = self._totals
        totals.summary.add(audited.summary)
        totals.used += audited.used
        totals.handles.update(audited.handles)
        totals.games.update(game for game in audited.games if game in self._accepted)
        if self._page is not None:
            self._page.add(audited)
        if self._baseline is not None:
            self._baseline.add(audited.entries)
        told = audited.stories[: max(0, self.plan.stories - totals.stories)]
        if audited.output or told or audited.trouble is not None or audited.note is not None:
            self._progress.clear()
        write_bytes([audited.output, *(f"\n{text}\n".encode("utf-8", "backslashreplace") for text in told)])
        totals.stories += len(told)
        if audited.note is not None:
            flush()
            tell(audited.note)
        if audited.trouble is not None:
            totals.troubles += 1
            complain(audited.trouble)
        totals.our_faults += audited.is_our_fault
        if totals.our_faults > _MOST_FAULTS:
            raise MjlogError(f"the program failed on {totals.our_faults} pieces: the audit ends here")

    # -- the end ----------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        plan, totals = self.plan, self._totals
        if not plan.wish.as_json:
            self._say_summary()
        flush()
        for line in stale_words(plan.wish.baseline, totals.games, totals.used):
            tell(line)
        if self._page is not None:
            troubles = [("could not be read", counted(totals.troubles, "path"))] * bool(totals.troubles)
            self._page.write([("audited", plan.what), *about_wish(plan.wish), *troubles], plan.wish.names)
        if self._baseline is not None:
            self._write_baseline(self._baseline)
        self._complain_of_nothing()

    def _say_summary(self) -> None:
        summary = self._totals.summary
        if not summary.games:
            return
        lines = list(summary_lines(summary, self.plan.wish.names))
        for line in lines:
            say(line)
        say(headline(summary))
        if self.plan.has_more and sum(summary.severities.values()) > self._totals.stories:
            tell("the first findings were told: --stories tells all of them, `mjlog report` makes a page")

    def _write_baseline(self, baseline: BaselineWriter) -> None:
        if self._totals.troubles:
            complain(f"{baseline.path}: not written, for not everything could be read")
            return
        count = baseline.write(kept(self.plan.wish.baseline, self._totals.games, self._totals.used))
        tell(f"{counted(count, 'finding')} accepted in {baseline.path}")

    def _complain_of_nothing(self) -> None:
        choice, totals = self.plan.wish.choice, self._totals
        if self._is_nobody:
            complain(stranger_words(choice.player or "", totals.handles))
        elif not (totals.summary.games or totals.troubles or choice.is_all):
            what = f" with {choice.player}" if choice.player is not None else ""
            complain(f"there is no game{what}{'' if choice.period.is_open else ' in that period'}")

    @property
    def _is_nobody(self) -> bool:
        """Whether a player is asked for who is in none of the games, of whatever day: a slip, more likely than not."""
        player = self.plan.wish.choice.player
        return player is not None and player not in self._totals.handles


def _size(unit: Source) -> int:
    return len(unit.games) or 1
