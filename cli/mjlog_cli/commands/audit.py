"""`mjlog audit`: is every move and every score right?"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from mjlog.errors import MjlogError
from mjlog.findings import Severity, registry
from mjlog.reports.choice import Choice
from mjlog.sources import Source, hands_among, stored_units, units_at
from mjlog.store import open_readonly
from mjlog.text import counted, did_you_mean, list_words, quoted, shown
from mjlog_cli.audit.accepted import baseline_at
from mjlog_cli.audit.audit_request import AuditRequest
from mjlog_cli.audit.crew import workers_options
from mjlog_cli.audit.running import NEVER, Audit, Plan
from mjlog_cli.clubs import Zone, period_of, period_options
from mjlog_cli.completing import stored_games
from mjlog_cli.console import tell
from mjlog_cli.games import games_named, or_the_last, tell_of_importers
from mjlog_cli.names import names_option, real_names
from mjlog_cli.params import (
    as_of_option,
    as_recorded_option,
    cards_option,
    database_path,
    db_option,
    force_option,
    json_option,
    ruleset_option,
    shelf_of,
)

_SEVERITIES = tuple(one.value for one in Severity)
_FIRST_STORIES = 3
"""Findings that are told on a terminal without being asked for."""
_ALL = 1_000_000
_WIDTHS = (40, 80, 120)
_MOST_NAMED = 5


@click.command(name="audit")
@click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games, callback=or_the_last)
@db_option
@ruleset_option("Judge by this rule set instead of the one that the game names.")
@click.option("--newest-rules", is_flag=True, help="Judge by the newest version of the rule set that the game names: "
              "what would be said today?")  # fmt: skip
@cards_option
@json_option
@click.option("--hands", "every_hand", is_flag=True, help="List every hand, not only those with findings.")
@click.option("--stories/--no-stories", "stories", default=None,
              help="Tell findings as stories, with the table drawn; by default three, on a terminal.")  # fmt: skip
@click.option("--html", "page", metavar="FILE", help="Write a report as one page that needs no other file.")
@force_option
@click.option("--viewer", metavar="URL", help="Where `mjlog serve` shows the games, for links to events.")
@names_option
@period_options
@click.option("--player", metavar="HANDLE", help="Only hands that this player took part in, and only the player's own "
              "findings and those of nobody's seat.")  # fmt: skip
@click.option("--code", "codes", metavar="CODE", multiple=True, help="Only findings of this code; may be repeated.")
@click.option("--severity", type=click.Choice(_SEVERITIES), default=_SEVERITIES[-1],
              help="Only findings so grave, or graver.")  # fmt: skip
@click.option("--baseline", metavar="FILE", help="Leave out the findings that are accepted in this file.")
@click.option("--write-baseline", metavar="FILE", help="Accept all that is found, from now on, in this file.")
@click.option("--fail-on", type=click.Choice((*_SEVERITIES, NEVER)), default=_SEVERITIES[0], show_default=True,
              help="Exit with 1 if anything so grave, or graver, is found.")  # fmt: skip
@click.option("--ruled", type=click.Choice(("count", "accept")), default="count", show_default=True,
              help="Findings that were ruled on at the table: counted like all others, or apart, and without making "
              "the exit status 1.")  # fmt: skip
@click.option("--all", "with_hidden", is_flag=True,
              help="Of a database those games, too, that are hidden (`mjlog hide`).")  # fmt: skip
@as_recorded_option("Judge the plain log, without its corrections.")
@as_of_option
@workers_options
def command(
    paths: tuple[str, ...], db: str | None, ruleset: str | None, newest_rules: bool, cards: tuple[str, ...],
    as_json: bool, every_hand: bool, stories: bool | None, page: str | None, force: bool, viewer: str | None,
    with_names: bool, since: date | None, until: date | None, zone: Zone, player: str | None, codes: tuple[str, ...],
    severity: str, baseline: str | None, write_baseline: str | None, fail_on: str, ruled: str, with_hidden: bool,
    as_recorded: bool, as_of: int | None, workers: int, cluster: str | None,
) -> int:  # fmt: skip
    """Replay games through their rules and report whatever does not fit.

    PATH is a log, a folder, a packed folder, a database or a foreign record, or a game's id in the database that all
    commands use; without one it is all of that database. With --db it is a game of the database named, all of them
    where none is named. Every move is judged, every score and payment computed anew. At the end
    stands a summary: faults by kind and by player, and the points that errors of counting have moved.

    Of a hand in progress in a database, stories and pages tell what lies on the table; of a purchased score card they
    tell label and value of lines that were won.
    """
    if not paths and db is None:
        db = usual_database()
    if as_json and stories:
        raise click.UsageError("--json and --stories: which of the two?")
    if ruleset is not None and newest_rules:
        raise click.UsageError("--ruleset and --newest-rules: which of the two? the newest version of a rule set is "
                               "--ruleset ID")  # fmt: skip
    budget = _stories(stories, as_json)
    wish = AuditRequest(
        ruleset=ruleset_asked(ruleset), newest_rules=newest_rules, as_json=as_json, every_hand=every_hand,
        as_recorded=as_recorded, cards=shelf_of(cards), as_of=as_of,
        choice=Choice(period_of(since, until, zone), player, _known(codes), severity),
        baseline=baseline_at(baseline), collect=write_baseline is not None, stories=budget,
        width=_width(), page=page is not None, viewer=_address(viewer),
        names=real_names(db) if with_names else {}, are_rulings_accepted=ruled == "accept",
    )  # fmt: skip
    for name in filter(None, (page, write_baseline)):
        _refuse_no_folder(name)
    hidden = Hidden(with_hidden)
    plan = Plan(
        wish, lambda: units_of(paths, db, hidden), _what(paths, db), workers, cluster, budget,
        has_more=stories is None and budget > 0, fail_on=fail_on, page=page, force=force,
        write_baseline=write_baseline,
    )  # fmt: skip
    status = Audit(plan).run()
    if hidden.left_out:
        tell(f"note: {counted(len(hidden.left_out), 'hidden game')} left out (--all audits them, too)")
    tell_of_importers()
    return status


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


def usual_database() -> str:
    path = str(database_path(None))
    if not os.path.exists(path):
        raise click.UsageError(
            f"what is to be audited? there is no database {shown(path, 200)}: name a path, or a database with --db"
        )
    return path


def units_of(paths: tuple[str, ...], db: str | None, hidden: Hidden) -> Iterator[Source]:
    if db is None:
        others, hands = hands_among(paths)
        return chain([hands] if hands is not None else [], *(_named(path, hidden) for path in others))
    return stored_units(db, paths) if paths else hidden.without(stored_units(db))


def _named(path: str, hidden: Hidden) -> Iterator[Source]:
    """What a path holds, or the game of this id."""
    yield from games_named(path) or hidden.without(units_at((path,)))


def _what(paths: tuple[str, ...], db: str | None) -> str:
    """What is audited, in words."""
    named = list_words([shown(path, 200) for path in paths[:_MOST_NAMED]]) if paths else ""
    more = f" and {len(paths) - _MOST_NAMED:,} more" if len(paths) > _MOST_NAMED else ""
    return named + more if db is None else f"{named + more + ' of ' if paths else ''}the database {shown(db, 200)}"


def ruleset_asked(named: str | None) -> Any:
    if named is None:
        return None
    from mjlog_cli.house_rules import ruleset_of

    return ruleset_of(named)


def _known(codes: tuple[str, ...]) -> frozenset[str]:
    for code in codes:
        if code not in registry():
            meant = did_you_mean(code, registry())
            hint = f"; did you mean {meant}?" if meant else "; `mjlog explain` lists all"
            raise click.UsageError(f"--code {quoted(code)}: there is no such code{hint}")
    return frozenset(codes)


def _stories(asked: bool | None, is_plain: bool) -> int:
    """How many findings are told as stories."""
    if asked is None:
        return _FIRST_STORIES if sys.stdout.isatty() and not is_plain else 0
    return _ALL if asked else 0


def _width() -> int:
    """How many columns a story takes."""
    narrow, usual, wide = _WIDTHS
    if not sys.stdout.isatty():
        return usual
    return min(max(shutil.get_terminal_size((usual, 24)).columns, narrow), wide)


def _address(viewer: str | None) -> str | None:
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


def _refuse_no_folder(name: str) -> None:
    """A file that cannot be written is complained of before the work, not after it."""
    path = Path(name)
    if path.is_dir():
        raise MjlogError(f"{name}: is a folder: name a file")
    if not path.parent.is_dir():
        raise MjlogError(f"{name}: there is no folder {path.parent}: make it first")
