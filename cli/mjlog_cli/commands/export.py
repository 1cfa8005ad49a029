"""`mjlog export`: a game as a log, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjlog.errors import MjlogError, RecordError, StoreError
from mjlog.formats.files import REAL_NAMES, packed_folder, people_table
from mjlog.formats.foreign import importers
from mjlog.formats.lines import packed_as_called
from mjlog.formats.logs import SUFFIX, CarriedGame, write_log
from mjlog.sources import logs_in
from mjlog.text import counted, shown
from mjlog_cli.console import Progress, complain, say, tell, write_file, write_out
from mjlog_cli.games import game_to_look_at, is_path, last_game, or_the_last, read_database, stored, told_damage
from mjlog_cli.params import as_of_option, cards_option, database_path, db_option, force_option, stored_games
from mjlog_cli.stopping import tidy_when_stopped

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
    from mjlog.store import Person, SqliteStore


def _written_form(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A format that games can be written in."""
    if value is not None:
        written = [foreign.kind for foreign in importers().formats.values() if foreign.write is not None]
        if value not in written:
            raise click.BadParameter(f"{shown(value)} is no format to write; expected one of {', '.join(written)}")
    return value


@click.command(name="export")
@click.argument("game", required=False, shell_complete=stored_games, callback=or_the_last)
@db_option
@click.option("--out", "out", type=click.Path(path_type=str), metavar="FILE", help="Write to this file.")
@force_option
@click.option(
    "--shorthand", "in_short_hand", is_flag=True, help="In short hand (.mjlog.txt), to be read and edited by people."
)
@click.option(
    "--as",
    "form",
    metavar="FORM",
    callback=_written_form,
    help="In the format of other programs, tenhou6, mjai, majiang or pku; what that cannot say is told.",
)
@click.option("--hand", type=int, metavar="N", help="With --as: this hand only.")
@click.option(
    "--report",
    is_flag=True,
    help="Write nothing: say what the form of --as, or else each of them, cannot say of the game.",
)
@click.option("--html", metavar="FILE", help="A replay of the game in one HTML file, which needs no server and no net.")
@cards_option
@click.option("--unchained", is_flag=True, help="Without id and prev, the fields of the chain.")
@as_of_option
@click.option("--all", "all_games", is_flag=True, help="All games of the database, as a packed folder of logs.")
@click.option("--names", is_flag=True, help="With --all: the real names of players, too.")
@tidy_when_stopped
def export_command(
    game: str | None,
    db: str | None,
    out: str | None,
    force: bool,
    in_short_hand: bool,
    form: str | None,
    hand: int | None,
    report: bool,
    html: str | None,
    cards: CardShelf,
    unchained: bool,
    as_of: int | None,
    all_games: bool,
    names: bool,
) -> int:
    """Write GAME as a log (.mjlog.jsonl), to standard output or with --out to a file. Without GAME: the last game.

    The bytes are the same every time, and importing them gives the same game. A FILE that ends in .gz, .xz or .zst is
    packed. A foreign record is written as the log that it becomes when it is imported. `mjlog import shorthand` reads
    back what --shorthand writes, to the same head.

    --as tenhou6, mjai or majiang writes a game of riichi for other programs, as corrected, --as pku one of competition
    rules. What is lost is told on standard error. What the format cannot say (tiles that nobody saw, dead hands,
    missing moves) is refused, and nothing is written. --report says the same, and writes nothing.

    --html FILE writes a page that shows the game as the viewer does, in any browser; of a hand in progress it shows
    what lies open on the table.

    --all writes every game of the database into one packed folder of logs (--out FILE.zip, .tar, .tar.gz, .tar.xz or
    .tar.zst); `mjlog import mjlog` merges it into another database. Acts in pencil are left out.
    """
    if all_games:
        return _all(game, db, out, force, in_short_hand or unchained or (form or html) is not None, names, as_of)
    if html is not None and (in_short_hand or unchained or form is not None or out is not None):
        raise click.UsageError("--html FILE is no log: it goes without --out, --as, --shorthand and --unchained")
    if names:
        raise click.UsageError("--names goes with --all")
    if form is not None and (in_short_hand or unchained):
        raise click.UsageError("--as names the form: it goes without --shorthand and --unchained")
    if report and (out is not None or html is not None or in_short_hand or unchained or all_games):
        raise click.UsageError("--report writes nothing: it goes with --as, --hand and --as-of")
    if hand is not None and form is None and not report:
        raise click.UsageError("--hand goes with --as")
    game = last_game(db) if game is None else game
    if html is not None:
        return _replay(game, db, Path(html), force, cards, as_of)
    log = _from_path(game) if is_path(game, db) else _from_store(game, db)
    if log.fault is not None and not log.bodies:
        raise MjlogError(log.fault)
    log.end_at(as_of)
    if report:
        return _report(log, form, hand)
    if form is not None:
        return _as_foreign(log, form, hand, out, force)
    if in_short_hand:
        from mjlog.formats.shorthand.writing import write_document

        lines: Iterator[bytes] = (line.encode() + b"\n" for line in write_document(log.game, log.bodies))
    else:
        lines = write_log(log.bodies, chained=not unchained)
    write_out(out, lines if out is None else packed_as_called(out, lines), force)
    if log.fault is not None:
        complain(f"{log.fault}: written up to there")
        return 1
    return 0


def _all(
    game: str | None, db: str | None, out: str | None, force: bool, has_other_form: bool, names: bool, as_of: int | None
) -> int:
    if game is not None:
        raise click.UsageError("--all takes no GAME: it writes every game of the database")
    if as_of is not None:
        raise click.UsageError("--as-of goes with one GAME, whose events it counts, and not with --all")
    if has_other_form:
        raise click.UsageError("logs packed together have one form: --all goes without --shorthand, --unchained, --as "
                               "and --html")  # fmt: skip
    if out is None:
        raise click.UsageError("--all writes a packed folder: name it, --out FILE.zip or --out FILE.tar.xz")
    path, target = database_path(db), Path(out)
    left_out: list[str] = []
    written: list[int] = []
    with read_database(path) as store:
        people = store.people() if names else []
        with Progress() as progress:
            files = _files(store, path, people, left_out, written, progress)
            write_file(target, packed_folder(target, files), force)
        for message in left_out:
            complain(message)
        drafts = len(store.drafts())
    if drafts:
        tell(f"acts in pencil are in no log: {counted(drafts, 'game')} of this database has some")
    words = f"{counted(len(written), 'game')}, {counted(sum(written), 'event')}, {target.stat().st_size:,} bytes"
    say(f"{shown(out, 500)}: {words}" + (f", {counted(len(people), 'name')}" if names else ""))
    return 1 if left_out else 0


def _files(
    store: SqliteStore, path: Path, people: list[Person], left_out: list[str], written: list[int], progress: Progress
) -> Iterator[tuple[str, bytes]]:
    """The files of a packed folder. A log stands in it without `id` and `prev`, which follow from the rest.

    `written`: takes up the events of each game.
    """
    from mjlog.text import file_name

    games = store.games()
    for number, info in enumerate(games, 1):
        bodies, faults = store.checked_bodies(info.game)
        if faults:
            left_out.append(f"{path}: game {info.game} is left out: {faults[0].message}; `mjlog verify` shows more")
        elif bodies:
            yield f"games/{number:05}-{file_name(info.game, SUFFIX)}", b"".join(write_log(bodies, chained=False))
            written.append(len(bodies))
        progress.show(f"{number:,} of {counted(len(games), 'game')} written")
    if people:
        yield REAL_NAMES, people_table(people)


def _replay(game: str, db: str | None, path: Path, force: bool, cards: CardShelf, as_of: int | None) -> int:
    from mjlog.viewer.pages.replay import replay_html

    view, _record = game_to_look_at(game, db, cards, as_of)
    with Progress() as progress:
        pieces = replay_html(view, lambda done, of: progress.show(f"{done:,} of {counted(of, 'hand')} written"))
        write_file(path, (piece.encode("utf-8") for piece in pieces), force)
    return told_damage(view)


def _as_foreign(log: CarriedGame, form: str, hand: int | None, out: str | None, force: bool) -> int:
    """Writes a game for other programs; all of it is made before anything is written."""
    if log.fault is not None:
        raise MjlogError(f"{log.fault}: nothing was written")
    write = importers().formats[form].write
    assert write is not None
    text, lost = write(log.bodies, log.game, hand)
    write_out(out, [text] if out is None else packed_as_called(out, [text]), force)
    for what in lost:
        complain(f"lost in {form}: {what}")
    return 0


def _report(log: CarriedGame, form: str | None, hand: int | None) -> int:
    """Says what formats cannot say of a game, which is written to nobody: 2 where one cannot say it at all.

    Those for games of other rules are passed over, if there is one for its own.
    """
    from mjlog.formats.played import OtherRulesError  # asks the rules, which take long to import

    if log.fault is not None:
        complain(f"{log.fault}: what follows is about the game up to there")
    phrases: list[str] = []
    others: list[str] = []
    status, is_for_some = 0, False
    for kind in importers().formats.values():
        if kind.write is None or form not in (None, kind.kind):
            continue
        try:
            phrases += [f"{kind.kind}: lost: {what}" for what in kind.write(log.bodies, log.game, hand).lost]
            is_for_some = True
        except OtherRulesError as error:
            others.append(f"{kind.kind}: refused: {error}")
        except MjlogError as error:
            phrases.append(f"{kind.kind}: refused: {error}")
            status, is_for_some = 2, True
    for line in phrases if is_for_some else others:
        say(line)
    return status if is_for_some else 2


def _from_store(game: str, db: str | None) -> CarriedGame:
    with stored(game, db) as (store, path):
        bodies, faults = store.checked_bodies(game)
    if faults:
        raise StoreError(f"{path}: game {game}: {faults[0].message}: nothing was written; `mjlog verify` shows more")
    return CarriedGame(path, game, bodies)


def _from_path(path: str) -> CarriedGame:
    logs = list(logs_in(path))[:6]
    if not logs:
        raise RecordError("there is no game here", path)
    if len(logs) > 1:
        raise RecordError(f"there are several games here ({', '.join(log.game for log in logs[:5])} …): name one", path)
    return logs[0]
