"""`mjlog find`, `stats`, `standings`: which games fit, how the players did, how the league stands.

Many games, one after the other, as statistics, standings and searches need them: what they came to, no more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from msgspec.structs import replace

from mjlog.audit.game import Game
from mjlog.cards.shelf import CardShelf
from mjlog.club import GameFacts, Seen, Wanted, game_facts
from mjlog.club.standings import Standing, table_points_from
from mjlog.errors import MjlogError, NotationError
from mjlog.events import EVENT_TYPE_BY_NAME, GameStart
from mjlog.facts_index import FactsIndex, unpacked
from mjlog.log.records import GameRecord, as_of
from mjlog.period import ALWAYS, Period, in_zone
from mjlog.sources import Piece, pieces_at, records_of, stored_game, stored_pieces
from mjlog.store import open_readonly
from mjlog.text import counted, did_you_mean, quoted, shell_word, shown
from mjlog.views.results import HandResult
from mjlog_cli.console import Progress, complain, say, tell, write_bytes, write_file, write_json
from mjlog_cli.games import games_named, or_the_last, read_pieces
from mjlog_cli.params import (
    as_of_one_option,
    as_recorded_option,
    cards_option,
    database_path,
    db_option,
    force_option,
    form_options,
    gathered,
    names_option,
    period_options,
    stored_games,
    stranger_words,
    tournament_options,
)

if TYPE_CHECKING:
    from mjlog.club import Period, PlayerStats, Wanted

# -- many games, one after the other ----------------------------------------------------------------------------------


_F = TypeVar("_F", bound=Callable[..., Any])


def games_options(function: _F) -> _F:
    """PATH, `--db`, `--card`, `--as-recorded` and `--as-of`: `source`, the games that they name."""
    paths = click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games, callback=or_the_last)
    source = gathered(
        "source",
        lambda paths, db, cards, *read_as: Replayed(paths, db, cards, ReadAs(*read_as)),
        "paths", "db", "cards", "as_recorded", "as_of",
    )  # fmt: skip
    return paths(db_option(as_recorded_option(as_of_one_option(cards_option(source(function))))))


class ReadAs(NamedTuple):
    """How logs are read: as corrected, or as recorded; of one game also as of an earlier event, its last one then."""

    as_recorded: bool = False
    as_of: int | None = None

    @property
    def options(self) -> tuple[str, ...]:
        """As a command line states it."""
        recorded = ("--as-recorded",) if self.as_recorded else ()
        return recorded if self.as_of is None else (*recorded, "--as-of", str(self.as_of))


AS_CORRECTED = ReadAs()


class Played(NamedTuple):
    """A game that fits, the command line, in parts, that opens it, and how it was read."""

    facts: GameFacts
    opens: tuple[str, ...]
    read_as: ReadAs = AS_CORRECTED

    def replay(self, hand: HandResult | None = None) -> str:
        """The command that shows the game, or the end of one of its hands."""
        at: tuple[str, ...] = ()
        if hand is not None:
            at = ("--hand", str(hand.number)) if hand.number and hand.is_latest else ("--to", str(hand.last))
        game, *more = self.opens
        at += self.read_as.options
        parts = (*more, *at, "--", game) if game.startswith("-") else (game, *more, *at)
        return " ".join(map(shell_word, ("mjlog", "replay", *parts)))


class ClubGames:
    """The games of a source that fit, one at a time; then what is to be said of the others.

    `handles`: everybody who played in any game that was looked at.
    """

    def __init__(self, source: Replayed, wanted: Wanted) -> None:
        self.source, self.wanted = source, wanted
        self.handles: set[str] = set()
        self.troubles = 0
        self.progress = Progress()
        self._seen = Seen()
        self._noted: dict[str, list[str]] = {}

    def games(self) -> Iterator[Played]:
        """Every game that fits, each counted once. What cannot be read is complained of, and the others follow.

        Raises:
            UsageError: the log is asked for as of an event, and there are several games.
            MjlogError: it is, and the game cannot be read, or has not come so far.
        """
        with self.progress:
            games_found = self.source.games(self.wanted, self.progress, self._complain)
            yield from (played for played in games_found if self._is_wanted(played.facts))

    def notes(self) -> Iterator[str]:
        """What whoever reads the result has to know of games that were left out, or counted with a doubt."""
        for key, words in _NOTES.items():
            if games := self._noted.get(key):
                named = ", ".join(shown(game, 40) for game in games[:_NAMED]) + (" …" if len(games) > _NAMED else "")
                yield f"{counted(len(games), 'game')} {words}: {named}"

    def end(self) -> int:
        """Say what is to be said; returns the exit status."""
        for note in self.notes():
            tell(f"note: {note}")
        return 2 if self.troubles else 0

    def note(self, key: str, game: GameFacts) -> None:
        """Note one more game of which something is to be said."""
        self._noted.setdefault(key, []).append(game.game)

    def stranger(self, player: str) -> MjlogError:
        """The error for a handle that is in none of the games."""
        return MjlogError(stranger_words(player, self.handles))

    def _complain(self, message: str) -> None:
        self.progress.clear()
        self.troubles += 1
        complain(message)

    def _is_wanted(self, facts: GameFacts) -> bool:
        if facts.is_hidden:
            self.note("hidden", facts)
            return False
        self.handles |= set(facts.players)
        if not self.wanted.fits_game(facts):
            undated = facts.begun is None and not self.wanted.period.is_open
            if undated and replace(self.wanted, period=ALWAYS).fits_game(facts):
                self.note("undated", facts)
            return False
        meeting = self._seen.meet(facts)
        if meeting != "new":
            self.note(meeting, facts)
        if meeting == "again":
            return False
        if not facts.is_whole:
            self.note("broken", facts)
        if facts.is_live:
            self.note("live", facts)
        return True


_NOTES = {
    "hidden": "left out: hidden (`mjlog hide GAME --undo` puts it back)",
    "undated": "without a date left out: no event in them states a time (`at`)",
    "again": "found a second time: each is counted once",
    "other": "named like another one that is not the same: both are counted",
    "broken": "with lines that are missing, unreadable or changed: counted as they stand (`mjlog audit` shows where)",
    "live": "with a hand in progress, which is not counted",
    "seated-twice": "of somebody who has played in this session before: twice here? `mjlog hide GAME` takes one off",
    "lacks-final": "without an end: counted without uma and fines, which come with it (`mjlog add GAME end`)",
    "unended": "left out: the log does not say that the game is over",
    "unplayed": "left out: no hand was played to its end",
    "unsound": "left out: gains and losses of a hand do not add up (`mjlog audit` shows where)",
    "unknown": "left out: the totals are not known (`mjlog sheet` says what is missing)",
}
"""By key: what is said between the number of games and their names."""
_NAMED = 5
"""Games that are named in a note."""


class Replayed:
    """The games of paths or of a database, replayed one at a time."""

    def __init__(self, paths: tuple[str, ...], db: str | None, cards: CardShelf, read_as: ReadAs) -> None:
        self.paths, self.db, self.cards, self.read_as = paths, db, cards, read_as
        self._looked_at = 0

    def games(self, wanted: Wanted, progress: Progress, trouble: Callable[[str], None]) -> Iterator[Played]:
        """The games.

        Raises:
            UsageError: the log is asked for as of an event, and there are several games.
            MjlogError: it is, and the game cannot be read, or has not come so far.
        """
        games_found = self._found(wanted, progress, trouble)
        # Nothing is told of the first before it is known to be the only one.
        return games_found if self.read_as.as_of is None else iter(list(games_found))

    def _found(self, wanted: Wanted, progress: Progress, trouble: Callable[[str], None]) -> Iterator[Played]:
        has_index = self.read_as == AS_CORRECTED
        if self.db is not None or not self.paths:
            pieces = stored_pieces(str(database_path(self.db)), self.paths)
        else:
            named = (games_named(path) or pieces_at((path,)) for path in self.paths)
            pieces = (piece for pieces_there in named for piece in read_pieces(pieces_there))
        for path, together in groupby(pieces, lambda piece: piece.path if has_index and piece.games else None):
            if path is not None:
                games = (game for piece in together for game in piece.games)
                yield from self._of_database(path, games, wanted, progress, trouble)
            else:
                for piece in together:
                    yield from self._of_piece(piece, wanted, progress, trouble)

    def _of_database(
        self, path: str, games: Iterator[str], wanted: Wanted, progress: Progress, trouble: Callable[[str], None]
    ) -> Iterator[Played]:
        """The games of a database, of which its index may tell what they came to."""
        try:
            with FactsIndex(open_readonly(path), self.cards) as index:
                for game in games:
                    self._look_at(game, progress)
                    facts = self._carefully(partial(self._stored, index, game, path, wanted), trouble)
                    if facts is not None:
                        yield Played(facts, _opens(path, facts.game, is_stored=True), self.read_as)
        except (MjlogError, OSError) as error:
            self._complain(error, trouble)

    def _stored(self, index: FactsIndex, game: str, path: str, wanted: Wanted) -> GameFacts | None:
        """What a game came to, by the index or by its log; None for one that is not meant."""
        kept = index.find(game)
        if kept is not None:
            facts, begins = unpacked(kept)
            is_meant = begins is None or wanted.can_begin(*begins)
            return _dated(replace(facts, source=path), wanted) if is_meant else None
        log = self._log(stored_game(index.store, game, path), wanted)
        if log is None:
            return None
        facts = game_facts(log)
        index.note(game, log, facts)
        return _dated(facts, wanted)

    def _look_at(self, game: str, progress: Progress) -> None:
        self._looked_at += 1
        progress.show(f"game {self._looked_at:,}: {game}")

    def _of_piece(
        self, piece: Piece, wanted: Wanted, progress: Progress, trouble: Callable[[str], None]
    ) -> Iterator[Played]:
        try:
            for record in records_of(piece):
                if self.read_as.as_of is not None and self._looked_at:
                    raise click.UsageError("--as-of counts the events of one game, and here are several: name one")
                self._look_at(record.name, progress)
                facts = self._carefully(partial(self._facts, record, wanted), trouble)
                if facts is not None:
                    yield Played(facts, _opens(piece.path, facts.game, bool(piece.games)), self.read_as)
        except (MjlogError, OSError) as error:
            self._complain(error, trouble)

    def _carefully(self, find: Callable[[], GameFacts | None], trouble: Callable[[str], None]) -> GameFacts | None:
        """What a game came to; None also for one that cannot be read, which hides no other."""
        try:
            return find()
        except (MjlogError, OSError) as error:
            self._complain(error, trouble)
            return None

    def _complain(self, error: Exception, trouble: Callable[[str], None]) -> None:
        if self.read_as.as_of is not None:
            raise error
        trouble(str(error))

    def _facts(self, record: GameRecord, wanted: Wanted) -> GameFacts | None:
        """What a game came to; None for one that is not meant."""
        log = self._log(record, wanted)
        return None if log is None else _dated(game_facts(log), wanted)

    def _log(self, record: GameRecord, wanted: Wanted) -> Game | None:
        """A game, replayed; None for one that its first line shows not to be meant, or that is empty."""
        rows = iter(as_of(record, self.read_as.as_of).rows)
        first = next(rows, None)
        start = first[0] if first is not None else None
        could_be = not isinstance(start, GameStart) or (record.corrected and not self.read_as.as_recorded)
        if not could_be and isinstance(start, GameStart):
            could_be = wanted.can_begin(start.ruleset, start.place, start.table)
        if first is None or not could_be:
            self._pass_over(rows)
            return None
        record = replace(record, rows=chain((first,), rows), as_of=self.read_as.as_of)
        return Game(record, self.read_as.as_recorded, self.cards)

    @staticmethod
    def _pass_over(rows: Iterator[Any]) -> None:
        for _ in rows:  # the next game of a file stands behind them
            pass


def _dated(facts: GameFacts, wanted: Wanted) -> GameFacts:
    """What a game came to, with its time by the clocks that are asked for."""
    return facts if facts.begun is None else replace(facts, begun=in_zone(facts.begun, wanted.period.zone))


def _opens(path: str, game: str, is_stored: bool) -> tuple[str, ...]:
    """GAME, as commands take it, and the option that says where it is."""
    if not is_stored:
        return (path,)
    is_default = path == str(database_path(None)) and not os.path.exists(game)
    return (game,) if is_default else (game, "--db", path)


# -- find -------------------------------------------------------------------------------------------------------------


_SEVERITIES = ("error", "warning", "info")
_MOST_ADDRESS = 500


@click.command(name="find")
@games_options
@click.option("--hands", "by_hand", is_flag=True, help="List single hands, each with the command that shows it.")
@click.option("--player", "players", metavar="HANDLE", multiple=True,
              help="A player of the game; may be repeated: all of them.")  # fmt: skip
@period_options
@click.option("--ruleset", metavar="ID", help="The rule set that the game names.")
@click.option("--place", metavar="TEXT", help="A part of the place's name.")
@click.option("--table", metavar="TEXT", help="A part of the table's name.")
@click.option("--event", "events", metavar="TYPE", multiple=True,
              help="A type of event in the hand, such as `kong`; may be repeated: all of them.")  # fmt: skip
@click.option("--finding", "codes", metavar="CODE", multiple=True,
              help="A finding of the audit, such as `wrong-score`; may be repeated: any of them.")  # fmt: skip
@click.option("--severity", "severities", type=click.Choice(_SEVERITIES), multiple=True,
              help="A finding of this severity; may be repeated: any of them.")  # fmt: skip
@click.option("--won-by", metavar="HANDLE", help="Who won the hand.")
@click.option("--limit-hand", is_flag=True, help="Won by a limit hand, or announced as high as one where nobody "
              "wrote down the tiles.")  # fmt: skip
@click.option("--washout", is_flag=True, help="Nobody won the hand.")
@names_option
@form_options
def find_command(source: Replayed, by_hand: bool, names: dict[str, str] | None, form: str, **asked: Any) -> int:
    """Find games, or single hands with --hands. Everything that is asked must be true.

    PATH is a log, a folder, a packed folder, a database, a foreign record or a game of the database. Without PATH: all
    games of the database. What is asked of hands (event, finding, result) must be true of one hand. A hand in progress
    is not looked at.
    """
    from mjlog.club import Wanted
    from mjlog.findings import registry

    for option, given, known in (("event", "events", EVENT_TYPE_BY_NAME), ("finding", "codes", registry())):
        for word in asked[given]:
            if word not in known:
                near = did_you_mean(word, known)
                hint = f"; did you mean {near}?" if near else ""
                raise click.UsageError(f"--{option}: there is no {option} {quoted(word)}{hint}")
    wanted = Wanted(**asked)
    reading = ClubGames(source, wanted)
    writer = _Writer(form, by_hand, names, wanted)
    for played in reading.games():
        reading.progress.clear()
        writer.write(played)
    if not writer.count:
        meant = (*wanted.players, *filter(None, (wanted.won_by,)))
        strangers = [player for player in meant if player not in reading.handles]
        complain(str(reading.stranger(strangers[0])) if strangers and reading.handles else "nothing was found")
    return reading.end()


class _Writer:
    """Writes what was found, as it is found."""

    def __init__(self, form: str, by_hand: bool, names: dict[str, str] | None, wanted: Wanted) -> None:
        self.form, self.by_hand, self.names, self.wanted = form, by_hand, names, wanted
        self.count = 0
        if form == "csv":
            from mjlog.club import GameFacts
            from mjlog.club.records import game_json, hand_json
            from mjlog.views.results import HandResult

            game = GameFacts("", "", None, (), None, None, None, None, False, False, True)
            empty = hand_json(game, HandResult("before play"), names, "") if by_hand else game_json(game, 0, names, "")
            self._write_row(list(empty))

    def write(self, played: Played) -> None:
        """A game that fits, if any of its hands does where something is asked of them."""
        if self.form == "text":
            for line in self._lines(played):
                say(line)
            return
        for fields in self._records(played):
            if self.form == "json":
                write_json(fields)
            else:
                from mjlog.club.records import csv_row

                self._write_row(list(csv_row(fields).values()))

    def _records(self, played: Played) -> Iterator[dict[str, Any]]:
        from mjlog.club.records import game_json, hand_json

        hands = self.wanted.hands_of(played.facts)
        if not self.by_hand:
            if hands or not self.wanted.asks_of_hands:
                self.count += 1
                yield game_json(played.facts, len(hands), self.names, played.replay())
            return
        for hand in hands:
            self.count += 1
            yield hand_json(played.facts, hand, self.names, played.replay(hand))

    def _lines(self, played: Played) -> Iterator[str]:
        from mjlog.club.records import found_line, game_line, hand_line

        hands, names = self.wanted.hands_of(played.facts), self.names or {}
        if not self.by_hand:
            if hands or not self.wanted.asks_of_hands:
                self.count += 1
                yield game_line(played.facts, len(hands), names)
            return
        for hand in hands:
            self.count += 1
            yield hand_line(played.facts, hand, names)
            line = found_line(hand, self.wanted.codes, self.wanted.severities)
            if line is not None:
                yield f"    {line}"
            yield f"    {shown(played.replay(hand), _MOST_ADDRESS)}"

    @staticmethod
    def _write_row(cells: list[Any]) -> None:
        from mjlog.views.csv_cells import csv_line

        write_bytes([csv_line(cells).encode("utf-8")])


# -- stats ------------------------------------------------------------------------------------------------------------


@click.command(name="stats")
@games_options
@click.option("--player", "players", metavar="HANDLE", multiple=True, help="Only this player; may be repeated.")
@period_options
@click.option("--ruleset", metavar="ID", help="Only games by this rule set.")
@click.option("--together", is_flag=True, help="One table, in which the figures of different rule sets are added up.")
@names_option
@form_options
def stats_command(
    source: Replayed, players: tuple[str, ...], period: Period, ruleset: str | None, together: bool,
    names: dict[str, str] | None, form: str,
) -> int:  # fmt: skip
    """Show how the players did: hands, wins, points, best hands, streaks and faults. Each rule set has its own
    table.

    PATH is a log, a folder, a packed folder, a database, a foreign record or a game of the database. Without PATH: all
    games of the database. A hand in progress is not counted.
    """
    from mjlog.club import Wanted
    from mjlog.club.records import by_ruleset, stats_json, stats_lines, stats_table
    from mjlog.views.csv_cells import csv_text

    reading = ClubGames(source, Wanted(period=period, ruleset=ruleset))
    tables = _stats_tables(reading, players, together=together)
    if form == "csv":
        write_bytes([csv_text(*stats_table(tables, names)).encode("utf-8")])
    for name, figures in tables.items() if form == "json" else ():
        for stats in figures:
            write_json(stats_json(stats, name, names))
    if form == "text":
        if not tables:
            say("no hand was played in these games")
        last = next(reversed(tables), None)
        for line in by_ruleset({name: stats_lines(stats, names or {}, name == last) for name, stats in tables.items()}):
            say(line)
    if len(tables) > 1:
        tell("note: points by different rules are no sum: each rule set has its own table (--together adds them up)")
    return reading.end()


def _stats_tables(
    reading: ClubGames, players: tuple[str, ...], *, together: bool
) -> dict[str | None, list[PlayerStats]]:
    """The players asked for, by rule set, the one with most games first; all in one where that is asked for.

    Raises:
        MjlogError: somebody who is asked for has not played.
    """
    from mjlog.club import stats_by_ruleset

    every = stats_by_ruleset((played.facts for played in reading.games()), together)
    known = {figures.player for stats in every.values() for figures in stats}
    for player in players:
        if player not in known:
            raise reading.stranger(player)
    wanted = {
        name: [figures for figures in listed if not players or figures.player in players]
        for name, listed in every.items()
    }
    return {name: listed for name, listed in wanted.items() if listed}


# -- standings --------------------------------------------------------------------------------------------------------


@click.command(name="standings")
@games_options
@period_options
@tournament_options
@click.option("--ruleset", metavar="ID", help="Only games by this rule set.")
@click.option("--points", "points", metavar="A/B/C/D", help="Table points for the first, second, third and fourth of a "
              "game, as 4/2/1/0: then these decide. Players who share a place share the points.")  # fmt: skip
@click.option("--together", is_flag=True, help="One table, in which the points of different rule sets are added up.")
@click.option("--ended", is_flag=True, help="Only games whose log says that they are over.")
@click.option("--html", "html", type=click.Path(path_type=Path), metavar="FILE",
              help="Write a page to be sent or put on a web site: table, evenings, players; rule sets each on their "
              "own.")  # fmt: skip
@force_option
@names_option
@form_options
def standings_command(
    source: Replayed, period: Period, tournament: str | None, last_session: int | None,
    ruleset: str | None, points: str | None, together: bool, ended: bool, html: Path | None, force: bool,
    names: dict[str, str] | None, form: str,
) -> int:  # fmt: skip
    """Show the table of a league: games played, places, points, average, table points. Each rule set has its own
    table.

    PATH is a log, a folder, a packed folder, a database, a foreign record or a game of the database. Without PATH: all
    games of the database. A game counts with its totals so far, unless it is in the middle of a hand.

    Where all games are of a tournament, the table tells what each of its rounds brought, and the place after it.
    """
    from mjlog.club import Wanted
    from mjlog.club.records import by_ruleset, standing_json, standings_lines, standings_table
    from mjlog.views.csv_cells import csv_text

    try:
        table_points = () if points is None else table_points_from(points)
    except NotationError as error:
        raise click.UsageError(f"--points: {error}") from None
    wanted = Wanted(period=period, tournament=tournament, last_session=last_session, ruleset=ruleset)
    reading = ClubGames(source, wanted)
    if html is not None:
        _write_page(html, force, reading, wanted, table_points, names or {}, ended=ended)
        return reading.end()
    tables = _standings_tables(reading, table_points, ended=ended, together=together)
    with_table = bool(table_points)
    if form == "csv":
        write_bytes([csv_text(*standings_table(tables, names, with_table)).encode("utf-8")])
    for name, players in tables.items() if form == "json" else ():
        for player in players:
            write_json(standing_json(player, name, names, with_table))
    if form == "text":
        if not tables:
            say("no game was played to its end")
        lines = {name: standings_lines(table, names or {}, with_table) for name, table in tables.items()}
        for line in by_ruleset(lines):
            say(line)
    if len(tables) > 1:
        tell("note: points by different rules are no sum: each rule set has its own table (--together adds them up)")
    return reading.end()


def _standings_tables(
    reading: ClubGames, table_points: tuple[Fraction, ...], *, ended: bool, together: bool
) -> dict[str | None, list[Standing]]:
    """The table of each rule set, the one with most games first; all of them in one where that is asked for."""
    from mjlog.club import Standings
    from mjlog.club.standings import why_unplaced

    open_: dict[str | None, Standings] = {}
    seated: set[tuple[str | None, int, str]] = set()
    for played in reading.games():
        game = played.facts
        why = why_unplaced(game) or ("unended" if ended and not game.is_ended else None)
        if why is None:
            open_.setdefault(None if together else game.ruleset, Standings(table_points)).add(game)
            if game.lacks_final:
                reading.note("lacks-final", game)
            if game.session is not None:
                places = {(game.tournament, game.session, player) for player in game.players}
                if places & seated:
                    reading.note("seated-twice", game)
                seated |= places
        elif why != "live":  # that is said of every game with a hand in progress
            reading.note(why, game)
    ordered = sorted(open_.items(), key=lambda pair: (-pair[1].games, pair[0] or ""))
    return {ruleset: standings.players() for ruleset, standings in ordered}


def _write_page(
    path: Path, force: bool, reading: ClubGames, wanted: Wanted, table_points: tuple[Fraction, ...],
    names: dict[str, str], *, ended: bool,
) -> None:  # fmt: skip
    from mjlog.club.standings import why_unplaced
    from mjlog.club.stats import league_title, leagues, without
    from mjlog.store.restore import forgotten_in
    from mjlog.viewer.pages.alone import league_html

    games = []
    for played in reading.games():
        if ended and not played.facts.is_ended:
            reading.note("unended", played.facts)
        else:
            games.append(played.facts)
            if played.facts.lacks_final and why_unplaced(played.facts) is None:
                reading.note("lacks-final", played.facts)
    gone = {handle for source in {game.source for game in games} for handle in forgotten_in(Path(source)) or ()}
    tables = [without(league, gone) for league in leagues(games, table_points)]
    page = league_html(tables, league_title(wanted), names)
    write_file(path, [page.encode("utf-8")], force)


# -- results ----------------------------------------------------------------------------------------------------------


_PROGRAMS = ("pantheon", "ema")


@click.command(name="results")
@games_options
@period_options
@tournament_options
@click.option("--ruleset", metavar="ID", help="Only games by this rule set.")
@click.option("--as", "program", type=click.Choice(_PROGRAMS), help="By the names that another program has "
              "for it: games for `pantheon`, the final table of the European ranking for `ema`.")  # fmt: skip
@names_option
@form_options
def results_command(
    source: Replayed, period: Period, tournament: str | None, last_session: int | None, ruleset: str | None,
    program: str | None, names: dict[str, str] | None, form: str,
) -> int:  # fmt: skip
    """Show what each game brought everybody: points, place, what the place brings (uma, oka), fines and final score.

    PATH is a log, a folder, a packed folder, a database, a foreign record or a game of the database. Without PATH: all
    games of the database.
    """
    from mjlog.club import Wanted
    from mjlog.club.records import EMA, PANTHEON, RESULTS, cells, ema_table, in_order, pantheon_results, results_of
    from mjlog.club.standings import why_unplaced
    from mjlog.views.csv_cells import csv_text

    wanted = Wanted(period=period, tournament=tournament, last_session=last_session, ruleset=ruleset)
    reading = ClubGames(source, wanted)
    games = [played.facts for played in reading.games()]
    for game in games:
        if (why := why_unplaced(game)) not in (None, "live"):
            reading.note(why or "", game)
    games, heads = in_order(games), tuple(head for head in RESULTS if head != "name" or names is not None)
    if program == "ema":
        from mjlog.club import Standings

        standings = Standings()
        for game in games:
            standings.add(game)
        rows, heads = list(ema_table(standings.players(), names)), EMA
    elif program == "pantheon":
        rows, heads = [pantheon_result for game in games for pantheon_result in pantheon_results(game, names)], PANTHEON
    else:
        rows = [result for game in games for result in results_of(game, names)]
    if form == "json":
        for row in rows:
            write_json(row)
    elif form == "csv" or program is not None:
        write_bytes([csv_text(heads, (cells(row, heads) for row in rows)).encode("utf-8")])
    else:
        from mjlog.club.records import results_lines

        for line in results_lines(games, names or {}):
            say(line)
    return reading.end()
