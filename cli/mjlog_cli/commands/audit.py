"""`mjlog audit`, `report`, `baseline`: is every move and every score right? And what `tables` asks as they do.

An audit from its first piece to its exit status: which output, page or text, and what is said at the end.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import IO, Any, NamedTuple, Self, TypeVar
from urllib.parse import urlsplit

import click
import msgspec
from msgspec.structs import replace

from mjlog.cards.shelf import CardShelf
from mjlog.errors import MjlogError, RecordError, reason
from mjlog.findings import Severity, gravity, registry
from mjlog.reports.choice import (
    MAX_BYTES,
    NOTHING,
    Baseline,
    Choice,
    Entry,
    baseline_lines,
    is_baseline,
    kept,
    read_baseline,
    stale,
)
from mjlog.reports.summary import Summary, headline, summary_lines
from mjlog.sources import Piece, hands_among, pieces_at, stored_pieces
from mjlog.store import open_readonly
from mjlog.text import counted, did_you_mean, list_words, quoted, shown
from mjlog.urls import called
from mjlog_cli.audit.audit_request import (
    MOST_FINDINGS,
    MOST_STORIES,
    Audited,
    AuditRequest,
    ReportLimits,
    about_wish,
)
from mjlog_cli.audit.crew import Crew, bytes_of, crew_of, in_order, workers_options
from mjlog_cli.audit.games import audit_piece
from mjlog_cli.console import Pace, Progress, complain, flush, refuse_another_file, say, tell, write_bytes, write_file
from mjlog_cli.games import games_named, or_the_last, tell_of_importers
from mjlog_cli.params import (
    as_of_option,
    as_recorded_option,
    cards_option,
    database_path,
    db_option,
    force_option,
    gathered,
    json_option,
    names_option,
    period_options,
    ruleset_of,
    ruleset_option,
    stored_games,
    stranger_words,
)
from mjlog_cli.params import codes as known_codes
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
        if self.path.exists():
            try:
                with self.path.open("rb") as stream:
                    is_ours = is_baseline(stream.readline(1000))
            except OSError as error:
                raise MjlogError(f"{self.path}: cannot be opened: {reason(error)}") from error
            if not is_ours:
                words = "is there already, and is no file of accepted findings: name another one"
                raise MjlogError(f"{self.path}: {words}")
        self._spool = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  (closed by `__exit__`)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
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
        self._spool.seek(0)
        gathered = (msgspec.json.decode(line, type=Entry) for line in self._spool)
        write_file(self.path, baseline_lines(chain(before, gathered)), force=True)
        return len(before) + self._count


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

    def __exit__(self, *_error: object) -> None:
        self._contents.close()
        self._body.close()

    def add(self, audited: Audited) -> None:
        """One more game."""
        if audited.told is not None:
            self.summary.add(audited.told)
        for part in audited.parts:
            from mjlog.viewer.pages.audit_file import contents_row, game_html

            self._games += 1
            phrases = []
            for finding in part.findings[: max(0, MOST_FINDINGS - self._findings)]:
                story = finding.story if self._stories < MOST_STORIES else None
                self._stories += bool(story)
                phrases.append(story or finding.line)
            self._findings += len(phrases)
            count = len(part.findings) + part.more
            row = contents_row(self._games, part.title, part.source, count)
            text = game_html(self._games, part.title, part.source, phrases, count - len(phrases))
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


# -- from the first piece to the exit status --------------------------------------------------------------------------


NEVER = "never"
_MOST_FAULTS = 20
"""Pieces on which the program may fail before it is taken for broken."""


class Plan(msgspec.Struct, frozen=True):
    """What an audit is made of, beside what is asked of each game.

    `pieces`: makes the pieces, as often as they are wanted; `what`: what they were made from, in words. `workers`,
    `cluster`: who works them off. `stories`: how many are printed; `has_more`: whether to say that there are others.
    `fail_on`: the least grave severity that makes the exit status 1, or "never". Files are named where they are wanted:
    `page`, `write_baseline`; `force`: a page that is there is written over.
    """

    wish: AuditRequest
    pieces: Callable[[], Iterator[Piece]]
    what: str
    workers: int = 1
    cluster: str | None = None
    stories: int = 0
    has_more: bool = False
    fail_on: str = "error"
    page: str | None = None
    force: bool = False
    write_baseline: str | None = None


class AuditWork(msgspec.Struct, frozen=True):
    """The audit of a piece, as it is asked for."""

    wish: AuditRequest

    def __call__(self, piece: Piece, room: ReportLimits) -> list[Audited]:
        """Every game of the piece."""
        return list(audit_piece(piece, self.wish, room))

    def lost(self, piece: Piece, how: str) -> list[Audited]:
        """Trouble: nobody could audit it."""
        return [Audited(trouble=f"{called(piece.path)}: the process that audited it {how}; try fewer workers")]


def audit_all(pieces: Iterable[Piece], wish: AuditRequest, crew: Crew) -> Iterator[tuple[Piece, list[Audited]]]:
    """What came of every piece, in order, whoever audits it.

    Raises:
        MjlogError: there is nobody to work.
    """
    room = ReportLimits.of(wish)
    for piece, games in in_order(pieces, AuditWork(wish), crew, room, bytes_of):
        room.take(games)
        yield piece, games


class _Totals(msgspec.Struct):
    summary: Summary = msgspec.field(default_factory=Summary)
    games: set[str] = msgspec.field(default_factory=set)
    used: list[int] = msgspec.field(default_factory=list)
    handles: set[str] = msgspec.field(default_factory=set)
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
            total = sum(map(_size, plan.pieces())) if self._progress.is_shown else 0
            pace, done = Pace(total, "files and games"), 0
            for piece, games in audit_all(plan.pieces(), plan.wish, crew):
                for audited in games:
                    self._add(audited)
                done += _size(piece)
                self._progress.show(pace.words(done, self._totals.summary.games))
            self._progress.clear()
            self._end()
        if self._totals.troubles or self._is_nobody:
            return 2
        if self.plan.fail_on == NEVER:
            return 0
        limit = gravity(self.plan.fail_on)
        counts = self._totals.summary.severities.items()
        return int(any(number and gravity(severity) <= limit for severity, number in counts))

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
        phrases = audited.stories[: max(0, self.plan.stories - totals.stories)]
        if audited.output or phrases or audited.trouble is not None or audited.note is not None:
            self._progress.clear()
        write_bytes([audited.output, *(f"\n{text}\n".encode("utf-8", "backslashreplace") for text in phrases)])
        totals.stories += len(phrases)
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
        if not plan.wish.as_json and totals.summary.games:
            for line in list(summary_lines(totals.summary, plan.wish.names)):
                say(line)
            say(headline(totals.summary))
            if plan.has_more and sum(totals.summary.severities.values()) > totals.stories:
                tell("the first findings were told: --stories tells all of them, `mjlog report` makes a page")
        flush()
        for line in stale_words(plan.wish.baseline, totals.games, totals.used):
            tell(line)
        if self._page is not None:
            troubles = [("could not be read", counted(totals.troubles, "path"))] * bool(totals.troubles)
            self._page.write([("audited", plan.what), *about_wish(plan.wish), *troubles], plan.wish.names)
        if self._baseline is not None and totals.troubles:
            complain(f"{self._baseline.path}: not written, for not everything could be read")
        elif self._baseline is not None:
            count = self._baseline.write(kept(plan.wish.baseline, totals.games, totals.used))
            tell(f"{counted(count, 'finding')} accepted in {self._baseline.path}")
        choice = plan.wish.choice
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


def _size(piece: Piece) -> int:
    return len(piece.games) or 1


# -- the commands -----------------------------------------------------------------------------------------------------


_F = TypeVar("_F", bound=Callable[..., Any])
_SEVERITIES = tuple(severity.value for severity in Severity)
_FIRST_STORIES = 3
"""Findings that are told on a terminal without being asked for."""
_ALL = 1_000_000
_WIDTHS = (40, 80, 120)
_MOST_NAMED = 5


class AuditJob(NamedTuple):
    """Which games are to be judged, by which rules, and who does the work."""

    paths: tuple[str, ...]
    db: str | None
    ruleset: str | None
    newest_rules: bool
    cards: CardShelf
    as_recorded: bool
    with_hidden: bool
    workers: int
    cluster: str | None

    def request(self) -> AuditRequest:
        """How every game is judged.

        Raises:
            MjlogError: there is no such rule set.
        """
        if self.ruleset is not None and self.newest_rules:
            raise click.UsageError("--ruleset and --newest-rules: which of the two? the newest version of a rule set "
                                   "is --ruleset ID")  # fmt: skip
        audit_request = AuditRequest(newest_rules=self.newest_rules, as_recorded=self.as_recorded, cards=self.cards)
        if self.ruleset is None:
            return audit_request
        return replace(audit_request, ruleset=ruleset_of(self.ruleset))

    def pieces(self, hidden: Hidden) -> Iterator[Piece]:
        """The pieces that the games are in."""
        if self.db is None:
            others, hands = hands_among(self.paths)
            named = (games_named(path) or hidden.without(pieces_at((path,))) for path in others)
            return chain([hands] if hands is not None else [], *named)
        return stored_pieces(self.db, self.paths) if self.paths else hidden.without(stored_pieces(self.db))

    def words(self) -> str:
        """What is audited."""
        named = list_words([shown(path, 200) for path in self.paths[:_MOST_NAMED]]) if self.paths else ""
        named += f" and {len(self.paths) - _MOST_NAMED:,} more" if len(self.paths) > _MOST_NAMED else ""
        of = f"the database {shown(self.db, 200)}" if self.db is not None else ""
        return " of ".join(filter(None, (named, of)))

    def audited(self, wish: AuditRequest, **more: Any) -> int:
        """Audit all of it; the exit status. `more`: what else a `Plan` says."""
        hidden = Hidden(self.with_hidden)
        plan = Plan(wish, lambda: self.pieces(hidden), self.words(), self.workers, self.cluster, **more)
        status = Audit(plan).run()
        if hidden.left_out:
            tell(f"note: {counted(len(hidden.left_out), 'hidden game')} left out (--all audits them, too)")
        tell_of_importers()
        return status


def _asked(paths: tuple[str, ...], db: str | None, *more: Any) -> AuditJob:
    """What is asked; without a path and a database, all of the database that commands use."""
    if not paths and db is None:
        db = str(database_path(None))
        if not os.path.exists(db):
            raise click.UsageError(
                f"what is to be audited? there is no database {shown(db, 200)}: name a path, or a database with --db"
            )
    return AuditJob(paths, db, *more)


def judging_options(function: _F) -> _F:
    """PATH, and the options that say how its games are judged, and by whom: `job`."""
    names = ("paths", "db", "ruleset", "newest_rules", "cards", "as_recorded", "with_hidden", "workers", "cluster")
    paths = click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games, callback=or_the_last)
    newest = click.option("--newest-rules", is_flag=True, help="Judge by the newest version of the rule set that the "
                          "game names.")  # fmt: skip
    hidden = click.option("--all", "with_hidden", is_flag=True,
                          help="Audit the hidden games of a database, too (`mjlog hide`).")  # fmt: skip
    ruleset = ruleset_option("Judge by this rule set instead of the one that the game names.")
    command = as_recorded_option(hidden(workers_options(gathered("job", _asked, *names)(function))))
    return paths(db_option(ruleset(newest(cards_option(command)))))


def choice_options(function: _F) -> _F:
    """Which findings are wanted: `choice`."""
    player = click.option("--player", metavar="HANDLE", help="Only hands of this player, and in them only the "
                          "player's own findings and those of no seat.")  # fmt: skip
    codes = click.option("--code", "codes", metavar="CODE", multiple=True, callback=_known, shell_complete=known_codes,
                         help="Only findings of this code; may be repeated.")  # fmt: skip
    severity = click.option("--severity", type=click.Choice(_SEVERITIES), default=_SEVERITIES[-1],
                            help="Only findings of this severity, or worse.")  # fmt: skip
    command = player(codes(severity(gathered("choice", Choice, "period", "player", "codes", "severity")(function))))
    return period_options(command)


def _known(ctx: click.Context, param: click.Parameter, codes: tuple[str, ...]) -> frozenset[str]:
    for code in codes:
        if code not in registry():
            meant = did_you_mean(code, registry())
            hint = f"; did you mean {meant}?" if meant else "; `mjlog explain` lists all"
            raise click.UsageError(f"--code {quoted(code)}: there is no such code{hint}")
    return frozenset(codes)


def accepting_options(function: _F) -> _F:
    """`--baseline` and `--ruled`: `accepted`, what of an audit they change."""

    def accepted(baseline: str | None, ruled: str) -> dict[str, Any]:
        return {"baseline": baseline_at(baseline), "are_rulings_accepted": ruled == "accept"}

    baseline = click.option("--baseline", metavar="FILE", help="Leave out the findings that are accepted in this file "
                            "(`mjlog baseline` writes it).")  # fmt: skip
    return baseline(ruled_option(gathered("accepted", accepted, "baseline", "ruled")(function)))


ruled_option = click.option(
    "--ruled", type=click.Choice(("count", "accept")), default="count", show_default=True,
    help="Findings that were ruled on at the table: count them like all others, or accept them; then they are "
    "counted apart, and do not change the exit status.",
)  # fmt: skip
"""`--ruled`."""


def telling_options(function: _F) -> _F:
    """`--viewer` and `--names`: `telling`, what of an audit they change."""

    def telling(viewer: str | None, names: dict[str, str] | None) -> dict[str, Any]:
        return {"viewer": viewer, "names": names or {}}

    viewer = click.option("--viewer", metavar="URL", callback=_address,
                          help="Where `mjlog serve` shows the games, for links to events.")  # fmt: skip
    return viewer(names_option(gathered("telling", telling, "viewer", "names")(function)))


def _address(ctx: click.Context, param: click.Parameter, viewer: str | None) -> str | None:
    """The address of the viewer, which becomes part of links."""
    if viewer is None:
        return None
    try:
        parts = urlsplit(viewer)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and not parts.fragment
    except ValueError:
        is_one = False
    if not is_one or not viewer.isprintable() or any(char in viewer for char in " <>\"'"):
        raise click.UsageError(f"--viewer {shown(viewer)}: expected an address like http://127.0.0.1:8008")
    return viewer


@click.command(name="audit")
@judging_options
@as_of_option
@json_option
@click.option("--hands", "every_hand", is_flag=True, help="List every hand, not only those with findings.")
@click.option("--stories/--no-stories", "stories", default=None,
              help="Tell findings as stories, with the table drawn. Default: three, on a terminal.")  # fmt: skip
@choice_options
@accepting_options
@telling_options
@click.option("--fail-on", type=click.Choice((*_SEVERITIES, NEVER)), default=_SEVERITIES[0], show_default=True,
              help="Exit with 1 if there is a finding of this severity, or worse.")  # fmt: skip
def audit_command(
    job: AuditJob, as_of: int | None, as_json: bool, every_hand: bool, stories: bool | None, choice: Choice,
    accepted: dict[str, Any], telling: dict[str, Any], fail_on: str,
) -> int:  # fmt: skip
    """Replay games through their rules, and report every move, score and payment that is wrong.

    PATH is a log, a folder, a packed folder, a database, a foreign record, or the id of a game in the database. Without
    PATH: all games of the database. A summary stands at the end: faults by kind and by player, and the points that
    errors of counting have moved.

    `mjlog report` makes a page, `mjlog baseline` accepts what is found, `mjlog tables` writes tables. Of a hand in
    progress in a database, stories tell what lies on the table; of a purchased score card they tell label and value of
    lines that were won.
    """
    if as_json and stories:
        raise click.UsageError("--json and --stories: which of the two?")
    is_first = stories is None and sys.stdout.isatty() and not as_json
    most = _ALL if stories else _FIRST_STORIES if is_first else 0
    narrow, width, wide = _WIDTHS
    if sys.stdout.isatty():
        width = min(max(shutil.get_terminal_size((width, 24)).columns, narrow), wide)
    wish = replace(
        job.request(), as_json=as_json, every_hand=every_hand, as_of=as_of, choice=choice, stories=most, width=width,
        **accepted, **telling,
    )  # fmt: skip
    return job.audited(wish, stories=most, has_more=is_first, fail_on=fail_on)


class Hidden:
    """Leaves out the games that are hidden where whole databases are audited; remembers which. `stay`: none is."""

    def __init__(self, stay: bool) -> None:
        self.stay = stay
        self.left_out: set[tuple[str, str]] = set()
        self._of: dict[str, set[str]] = {}

    def without(self, pieces: Iterator[Piece]) -> Iterator[Piece]:
        """The pieces, without these games."""
        for piece in pieces:
            if piece.games and not self.stay and piece.path not in self._of:
                with open_readonly(piece.path) as store:
                    self._of[piece.path] = {info.game for info in store.games() if info.hidden}
            hidden = self._of.get(piece.path, set()) if piece.games else set()
            self.left_out |= {(piece.path, game) for game in piece.games if game in hidden}
            games = tuple(game for game in piece.games if game not in hidden)
            if games or not piece.games:
                yield piece._replace(games=games)


def refuse_no_folder(name: str) -> None:
    """A file that cannot be written is complained of before the work, not after it."""
    path = Path(name)
    if path.is_dir():
        raise MjlogError(f"{name}: is a folder: name a file")
    if not path.parent.is_dir():
        raise MjlogError(f"{name}: there is no folder {path.parent}: make it first")


# -- baseline ---------------------------------------------------------------------------------------------------------


@click.command(name="baseline")
@judging_options
@ruled_option
@click.option("--out", metavar="FILE", required=True, help="The file of accepted findings. If it exists, it "
              "is brought up to date; what it has of other games stays.")  # fmt: skip
def baseline_command(job: AuditJob, ruled: str, out: str) -> int:
    """Audit games, and accept what is found: from then on `mjlog audit --baseline FILE` leaves it out.

    What is no longer found is taken out of the file. Nothing is written where something cannot be read.
    """
    refuse_no_folder(out)
    before = baseline_at(out) if Path(out).exists() and Path(out).stat().st_size else NOTHING
    wish = replace(job.request(), baseline=before, collect=True, are_rulings_accepted=ruled == "accept")
    return job.audited(wish, fail_on=NEVER, write_baseline=out)


# -- report -----------------------------------------------------------------------------------------------------------


@click.command(name="report")
@judging_options
@as_of_option
@choice_options
@accepting_options
@click.option("--out", metavar="FILE", required=True, help="Write the page to this file.")
@force_option
@telling_options
def report_command(
    job: AuditJob, as_of: int | None, choice: Choice, accepted: dict[str, Any], telling: dict[str, Any], out: str,
    force: bool,
) -> int:  # fmt: skip
    """Audit games as `mjlog audit` does, and write what is found as one page that needs no other file.

    The page has a summary and the findings of each game; the first ones are told as stories, with the table drawn. Of a
    hand in progress in a database it tells what lies on the table; of a purchased score card it tells label and value
    of lines that were won.
    """
    wish = replace(job.request(), as_of=as_of, choice=choice, page=True, **accepted, **telling)
    refuse_no_folder(out)
    return job.audited(wish, page=out, force=force)
