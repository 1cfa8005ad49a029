"""`mjlog audit`, `report`, `baseline`: is every move and every score right? And what `tables` asks as they do."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import click

from mjlog.cards.shelf import CardShelf
from mjlog.errors import MjlogError
from mjlog.findings import Severity, registry
from mjlog.reports.choice import NOTHING, Choice
from mjlog.sources import Source, hands_among, stored_units, units_at
from mjlog.store import open_readonly
from mjlog.text import counted, did_you_mean, list_words, quoted, shown
from mjlog_cli.audit.audit_request import AuditRequest
from mjlog_cli.audit.crew import workers_options
from mjlog_cli.audit.running import NEVER, Audit, Plan, baseline_at
from mjlog_cli.console import tell
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
)
from mjlog_cli.params import codes as known_codes

_F = TypeVar("_F", bound=Callable[..., Any])
_SEVERITIES = tuple(one.value for one in Severity)
_FIRST_STORIES = 3
"""Findings that are told on a terminal without being asked for."""
_ALL = 1_000_000
_WIDTHS = (40, 80, 120)
_MOST_NAMED = 5


class Asked(NamedTuple):
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
        asked = AuditRequest(newest_rules=self.newest_rules, as_recorded=self.as_recorded, cards=self.cards)
        if self.ruleset is None:
            return asked
        return replace(asked, ruleset=ruleset_of(self.ruleset))

    def units(self, hidden: Hidden) -> Iterator[Source]:
        """The pieces that the games are in."""
        if self.db is None:
            others, hands = hands_among(self.paths)
            named = (games_named(path) or hidden.without(units_at((path,))) for path in others)
            return chain([hands] if hands is not None else [], *named)
        return stored_units(self.db, self.paths) if self.paths else hidden.without(stored_units(self.db))

    def words(self) -> str:
        """What is audited."""
        named = list_words([shown(path, 200) for path in self.paths[:_MOST_NAMED]]) if self.paths else ""
        named += f" and {len(self.paths) - _MOST_NAMED:,} more" if len(self.paths) > _MOST_NAMED else ""
        of = f"the database {shown(self.db, 200)}" if self.db is not None else ""
        return " of ".join(filter(None, (named, of)))

    def audited(self, wish: AuditRequest, **more: Any) -> int:
        """Audit all of it; the exit status. `more`: what else a `Plan` says."""
        hidden = Hidden(self.with_hidden)
        plan = Plan(wish, lambda: self.units(hidden), self.words(), self.workers, self.cluster, **more)
        status = Audit(plan).run()
        if hidden.left_out:
            tell(f"note: {counted(len(hidden.left_out), 'hidden game')} left out (--all audits them, too)")
        tell_of_importers()
        return status


def _asked(paths: tuple[str, ...], db: str | None, *more: Any) -> Asked:
    """What is asked; without a path and a database, all of the database that commands use."""
    if not paths and db is None:
        db = str(database_path(None))
        if not os.path.exists(db):
            raise click.UsageError(
                f"what is to be audited? there is no database {shown(db, 200)}: name a path, or a database with --db"
            )
    return Asked(paths, db, *more)


def judging_options(function: _F) -> _F:
    """PATH, and the options that say how its games are judged, and by whom: `asked`."""
    names = ("paths", "db", "ruleset", "newest_rules", "cards", "as_recorded", "with_hidden", "workers", "cluster")
    paths = click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games, callback=or_the_last)
    newest = click.option("--newest-rules", is_flag=True, help="Judge by the newest version of the rule set that the "
                          "game names.")  # fmt: skip
    hidden = click.option("--all", "with_hidden", is_flag=True,
                          help="Audit the hidden games of a database, too (`mjlog hide`).")  # fmt: skip
    ruleset = ruleset_option("Judge by this rule set instead of the one that the game names.")
    command = as_recorded_option(hidden(workers_options(gathered("asked", _asked, *names)(function))))
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


def ruled_option(function: _F) -> _F:
    """`--ruled`."""
    return click.option(
        "--ruled", type=click.Choice(("count", "accept")), default="count", show_default=True,
        help="Findings that were ruled on at the table: count them like all others, or accept them; then they are "
        "counted apart, and do not change the exit status.",
    )(function)  # fmt: skip


def telling_options(function: _F) -> _F:
    """`--viewer` and `--names`: `told`, what of an audit they change."""

    def told(viewer: str | None, names: dict[str, str] | None) -> dict[str, Any]:
        return {"viewer": viewer, "names": names or {}}

    viewer = click.option("--viewer", metavar="URL", callback=_address,
                          help="Where `mjlog serve` shows the games, for links to events.")  # fmt: skip
    return viewer(names_option(gathered("told", told, "viewer", "names")(function)))


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
    asked: Asked, as_of: int | None, as_json: bool, every_hand: bool, stories: bool | None, choice: Choice,
    accepted: dict[str, Any], told: dict[str, Any], fail_on: str,
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
        asked.request(), as_json=as_json, every_hand=every_hand, as_of=as_of, choice=choice, stories=most, width=width,
        **accepted, **told,
    )  # fmt: skip
    return asked.audited(wish, stories=most, has_more=is_first, fail_on=fail_on)


class Hidden:
    """Leaves out the games that are hidden where whole databases are audited; remembers which. `stay`: none is."""

    def __init__(self, stay: bool) -> None:
        self.stay = stay
        self.left_out: set[tuple[str, str]] = set()
        self._of: dict[str, set[str]] = {}

    def without(self, units: Iterator[Source]) -> Iterator[Source]:
        """The pieces, without these games."""
        for unit in units:
            hidden = set() if self.stay or not unit.games else self._in(unit.path)
            self.left_out |= {(unit.path, game) for game in unit.games if game in hidden}
            games = tuple(game for game in unit.games if game not in hidden)
            if games or not unit.games:
                yield unit._replace(games=games)

    def _in(self, path: str) -> set[str]:
        if path not in self._of:
            with open_readonly(path) as store:
                self._of[path] = {info.game for info in store.games() if info.hidden}
        return self._of[path]


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
def baseline_command(asked: Asked, ruled: str, out: str) -> int:
    """Audit games, and accept what is found: from then on `mjlog audit --baseline FILE` leaves it out.

    What is no longer found is taken out of the file. Nothing is written where something cannot be read.
    """
    refuse_no_folder(out)
    before = baseline_at(out) if Path(out).exists() and Path(out).stat().st_size else NOTHING
    wish = replace(asked.request(), baseline=before, collect=True, are_rulings_accepted=ruled == "accept")
    return asked.audited(wish, fail_on=NEVER, write_baseline=out)


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
    asked: Asked, as_of: int | None, choice: Choice, accepted: dict[str, Any], told: dict[str, Any], out: str,
    force: bool,
) -> int:  # fmt: skip
    """Audit games as `mjlog audit` does, and write what is found as one page that needs no other file.

    The page has a summary and the findings of each game; the first ones are told as stories, with the table drawn. Of a
    hand in progress in a database it tells what lies on the table; of a purchased score card it tells label and value
    of lines that were won.
    """
    wish = replace(asked.request(), as_of=as_of, choice=choice, page=True, **accepted, **told)
    refuse_no_folder(out)
    return asked.audited(wish, page=out, force=force)
