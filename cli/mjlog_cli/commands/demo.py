"""`mjlog demo`: the sample games, imported, audited and shown."""

from __future__ import annotations

import math
import tempfile
from collections import Counter
from pathlib import Path

import click

from mjlog.formats.files import OURS
from mjlog.reports.finding_words import finding_line
from mjlog.reports.summary import totals_words
from mjlog.samples import samples_folder
from mjlog.sources import logs_of, pieces_in
from mjlog.store import SqliteStore, open_readonly, open_store
from mjlog.text import counted, shown
from mjlog.viewer.library import Library
from mjlog_cli.commands.serve import serve_database
from mjlog_cli.console import flush, say


@click.command(name="demo")
@click.option("--no-serve", is_flag=True, help="Import and audit only.")
@click.option("--port", type=click.IntRange(0, 65535), default=8008, show_default=True,
              help="The viewer's port; 0 takes a free one.")  # fmt: skip
def demo_command(no_serve: bool, port: int) -> None:
    """Import the sample games that ship with the program, audit them, and show them in a browser.

    They go into a temporary database, which is gone afterwards. Some of them have a fault on purpose, one for each
    kind of finding.
    """
    with tempfile.TemporaryDirectory(prefix="mjlog-demo-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "demo.db"
        with open_store(path) as store:
            _import_samples(store)
        with open_readonly(path) as store:
            library = Library(store, patience=math.inf)
            _audit(library)
            if not no_serve:
                library.known(store.games())
                serve_database(path, "127.0.0.1", port, library=library)


def _import_samples(store: SqliteStore) -> None:
    folder = samples_folder()
    stored = cut = 0
    for piece in pieces_in(str(folder)):
        for log in logs_of(piece, None if piece.is_folder else (OURS,)):
            if log.bodies and log.game not in store:
                store.append(log.game, log.bodies, expected_last=0, origins=log.origins)
                stored += 1
            cut += log.fault is not None
    faulty = f"; {counted(cut, 'log')} with a line that is no event, stored up to there" if cut else ""
    say(f"{counted(stored, 'game')} imported from {folder}{faulty}")


def _audit(library: Library) -> None:
    """A line a game, or a line a finding; then the totals. The viewer, too, has the games then that are read here."""
    games = hands = 0
    severities: Counter[str] = Counter()
    for info in library.store.games():
        with library.game(info.game) as game:
            findings = [finding for hand in game.hands for finding in hand.report.findings]
            games, hands = games + 1, hands + len(game.played)
        severities.update(finding.severity for finding in findings)
        for text in [finding_line(finding) for finding in findings] or ["nothing found"]:
            say(f"  {shown(info.game, 40)}: {text}")
    say(totals_words(games, hands, severities))
    flush()
