"""Options that several commands share, each worded once; and what is given with them: games, names, cards, times."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click
import msgspec

from mjlog.errors import MjlogError, NotationError, RuleSetError
from mjlog.period import Period, day_from, zone_from
from mjlog.text import counted, did_you_mean, named_values, quoted, shown
from mjlog_cli.console import tell

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from mjlog.cards.document import Card
    from mjlog.cards.shelf import CardShelf
    from mjlog.rulesets import RuleSet
    from mjlog.views.sheet import ScoreSheet


# -- what a shell offers when Tab is pressed --------------------------------------------------------------------------


def stored_games(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The games of the database whose ids begin so, the newest first, and files.

    A shell cannot show why there are none: where the database cannot be read, nothing of it is offered.
    """
    from click.shell_completion import CompletionItem

    from mjlog.store import default_path, open_readonly
    from mjlog.text import counted

    named = ctx.params.get("db") or ctx.find_root().params.get("db")
    try:
        with open_readonly(named or default_path()) as store:
            listed = (game for game in store.games() if not game.hidden)
            games = [info for info in listed if info.game.startswith(begun) and info.game.isprintable()]
    except (MjlogError, OSError):
        games = []
    items = [
        CompletionItem(info.game, help=f"{info.ruleset}, {counted(info.last, 'event')}") for info in reversed(games)
    ]
    return [CompletionItem(begun, type="file"), *items]  # bash forgets what stands before files


def codes(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The codes of findings that begin so, each with its title; behind a `/`, the ids of rules."""
    from click.shell_completion import CompletionItem

    from mjlog.findings import registry
    from mjlog.rulesets import load, shipped

    if "/" in begun:
        rules = {rule.id for name in shipped() for rule in load(name).rules if rule.id.startswith(begun)}
        return [CompletionItem(rule) for rule in sorted(rules)]
    infos = [info for info in registry().values() if info.code.startswith(begun)]
    sets = [f"{name}/" for name in shipped() if name.startswith(begun)]
    return [*(CompletionItem(info.code, help=info.title) for info in infos), *map(CompletionItem, sets)]


def rulesets(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The rule sets that ship with the program, and files."""
    from click.shell_completion import CompletionItem

    from mjlog.rulesets import load, shipped

    items = [CompletionItem(name, help=load(name).title) for name in shipped() if name.startswith(begun)]
    return [CompletionItem(begun, type="file"), *items]


# -- options ----------------------------------------------------------------------------------------------------------


DEFAULT_PORT = 8008
"""The port of the viewer, unless another is asked for."""
_PLAIN = "txt"
"""How the name of a file of text may end."""
_F = TypeVar("_F", bound=Callable[..., Any])


def _named(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A script whose variable is empty means no database, and not the folder that it happens to be in."""
    if value == "":
        raise click.BadParameter("the name is empty; leave the option out for the usual database", ctx, param)
    return value


db_option = click.option(
    "--db", "db", metavar="FILE", type=click.Path(path_type=str), callback=_named, is_eager=True,
    help="The database. Default: $MJLOG_DB, else the one in your data folder.",
)  # fmt: skip
"""`--db FILE`."""
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
"""`--json`."""


def ruleset_option(text: str, **more: Any) -> Callable[[_F], _F]:
    """`--ruleset ID[@VERSION]|FILE`, with what it is for; `ruleset_of` reads what is given."""
    return click.option("--ruleset", "ruleset", metavar="ID[@VERSION]|FILE", help=text, shell_complete=rulesets, **more)


def ruleset_of(text: str, db: str | None = None) -> RuleSet:
    """The rule set that a command line names: a shipped one (`ID`, `ID@VERSION`), or a club's.

    That is named by its document's path, or by its id where a game of the database was played by it.

    Raises:
        RuleSetError: there is no such rule set, or its document has a mistake; the message says in which line.
        RecordError: the file cannot be opened, or is no text.
    """
    from mjlog.house_rules import house_rules, is_path, played_by
    from mjlog.rulesets import load_named, names_shipped, parse

    of_set, _, rule = text.partition("/")
    if rule and "." not in rule and names_shipped(of_set) and not Path(text).exists():
        raise RuleSetError(f"{text} is no rule set; what a rule says tells `mjlog explain {text}`")
    if is_path(text):
        return house_rules(text)
    document = None if names_shipped(text) else played_by(text, database_path(db))
    return load_named(text) if document is None else parse(document)


def format_options(formats: Sequence[str], text: str) -> Callable[[_F], _F]:
    """`--format`, `--out FILE` and `--force`; `format_of` tells which format, the first being for a terminal."""

    def options(function: _F) -> _F:
        by_name = f"By default what the name of FILE ends in says, else {formats[0]}."
        out = click.option("--out", "out", type=click.Path(path_type=str), metavar="FILE", help="Write to this file.")
        form = click.option("--format", "form", type=click.Choice(formats), help=f"{text} {by_name}")
        return form(out(force_option(function)))

    return options


force_option = click.option("--force", is_flag=True, help="Write over a file that exists.")
"""`--force`: a file that is there may be written over."""


def format_of(form: str | None, out: str | None, formats: Sequence[str]) -> str:
    """The format that is asked for, else the one that the file's name ends in, else that for a terminal.

    >>> format_of(None, "ruling.html", ("text", "html")), format_of(None, None, ("text", "html"))
    ('html', 'text')

    Raises:
        UsageError: the name ends in a kind of file that is not written.
    """
    ending = Path(out or "").suffix.removeprefix(".").lower()
    if form is None and ending.isalpha() and ending not in (*formats, _PLAIN):
        kinds = ", ".join(formats)
        raise click.UsageError(
            f"--out {shown(str(out), 200)}: no {ending} is written, only {kinds}; let the name end in one of them, or "
            "say --format"
        )
    return form or (ending if ending in formats else formats[0])


as_of_option = click.option(
    "--as-of", "as_of", type=click.IntRange(1), metavar="SEQ",
    help="Read the log as it was when this event was its last.",
)  # fmt: skip
"""`--as-of SEQ`; `mjlog.log.records` cuts the log."""
as_of_one_option = click.option(
    "--as-of", "as_of", type=click.IntRange(1), metavar="SEQ",
    help="Read the log of one game as it was when this event was its last.",
)  # fmt: skip
"""`--as-of SEQ` of a command that takes many games: it is asked of one, whose events it counts."""
as_recorded_option = click.option(
    "--as-recorded", is_flag=True, help="Read the log as it was recorded, without its corrections."
)
"""`--as-recorded`."""


def gathered(name: str, make: Callable[..., Any], *given: str) -> Callable[[_F], _F]:
    """Options that are one thing to a command: what `make` makes of those `given`, in the place of them."""

    def gathering(function: _F) -> _F:
        @functools.wraps(function)
        def command(*args: Any, **values: Any) -> Any:
            values[name] = make(*(values.pop(name) for name in given))
            return function(*args, **values)

        return cast(_F, command)

    return gathering


def cards_option(function: _F) -> _F:
    """`--card FILE`, as often as there are cards: `cards`, a shelf of them and of those kept beside the databases."""

    @functools.wraps(function)
    def with_kept(*args: Any, cards: tuple[str, ...] | CardShelf, **more: Any) -> Any:
        if not isinstance(cards, tuple):  # of a command that has asked another for it
            return function(*args, cards=cards, **more)
        if more.get("game", "") is None:  # nothing is judged: what is kept beside a database is not looked for
            return function(*args, cards=shelf_of(cards), **more)
        named = [more.get("db"), *(more.get("paths") or ())]
        files: list[str | None] = [str(path) for path in named if path is not None and Path(path).is_file()]
        return function(*args, cards=shelf_of(cards, *(files or [more.get("db")])), **more)

    option = click.option("--card", "cards", multiple=True, metavar="FILE",
                          help="A score card; may be repeated. The card that the game names is used.")  # fmt: skip
    return option(cast("_F", with_kept))


def shelf_of(cards: tuple[str, ...], *databases: str | None) -> CardShelf:
    """The score cards given; all are read at once: a wrong path, or what is left out, is told before anything is done.
    Behind them are those kept beside databases (None: the usual one).

    Raises:
        CardError: a file is no card, or cannot be read.
    """
    from mjlog.cards.shelf import CardShelf, cards_beside

    for name in cards:
        used_card(name)
    folders = dict.fromkeys(str(cards_beside(database_path(database))) for database in databases)
    return CardShelf(cards, tuple(folder for folder in folders if Path(folder).is_dir()))


def keep_cards(cards: Iterable[str], db: str | None) -> None:
    """Keep score cards beside the database, and say where."""
    from mjlog.cards.shelf import keep

    for name in cards:
        kept = keep(database_path(db), name)
        if kept is not None:
            tell(f"note: the card is kept for this database, in {shown(str(kept), 300)}: --card need not say it again")


def database_path(db: str | None) -> Path:
    """The database that a command uses."""
    if db is not None:
        return Path(db)
    from mjlog.store import default_path

    return default_path()


options_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the rule set; may be repeated.",
    callback=lambda _ctx, _param, given: option_values(given),
)  # fmt: skip
"""`--option NAME=VALUE`: `options`, JSON values by name."""


def option_values(given: tuple[str, ...]) -> dict[str, Any]:
    """The options of a command line, as JSON values.

    >>> option_values(("SevenPairs=true", "ScoreLimit=500", "Style=open"))
    {'SevenPairs': True, 'ScoreLimit': 500, 'Style': 'open'}
    """
    return pairs("--option", given)


def pairs(option: str, given: tuple[str, ...]) -> dict[str, Any]:
    """What `NAME=VALUE` options say, as JSON values."""
    try:
        return named_values(given)
    except NotationError as error:
        raise click.UsageError(f"{option} {error}") from None


# -- days, and forms of answers --------------------------------------------------------------------------------------


class Zone(NamedTuple):
    """A time zone as it was asked for; `clocks` None: those of this machine."""

    clocks: tzinfo | None


class DayType(click.ParamType[date]):
    """A day, as 2026-05-01."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        try:
            return day_from(value)
        except NotationError as error:
            self.fail(str(error), param, ctx)


class ZoneType(click.ParamType[Zone]):
    """A time zone, as Europe/Prague."""

    name = "zone"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Zone:
        if isinstance(value, Zone):
            return value
        try:
            return Zone(zone_from(value))
        except NotationError as error:
            self.fail(str(error), param, ctx)


def period_options(function: _F) -> _F:
    """`--since`, `--until` and `--zone`: `period`."""
    zone = click.option(
        "--zone", type=ZoneType(), metavar="ZONE", default="UTC", show_default=True, envvar="MJLOG_ZONE",
        help="The time zone of dates: Europe/Prague, +02:00, or local for that of this machine. Default also: "
        "$MJLOG_ZONE.",
    )  # fmt: skip
    until = click.option("--until", type=DayType(), metavar="DATE", help="Only games of this day, or before it.")
    since = click.option(
        "--since", type=DayType(), metavar="DATE",
        help="Only games of this day, or after it, such as 2026-05-01. The first time in a log says its day.",
    )  # fmt: skip
    return since(until(zone(gathered("period", _period, "since", "until", "zone")(function))))


def tournament_options(function: _F) -> _F:
    """`--tournament` and `--after`: which games of a tournament count."""
    after = click.option("--after", "last_session", type=click.IntRange(1), metavar="SESSION",
                         help="Only games of a tournament, up to this round of it.")  # fmt: skip
    named = click.option("--tournament", metavar="TEXT", help="Only games of this tournament: a part of its name.")
    return named(after(function))


def where_options(function: _F) -> _F:
    """`--place`, `--table`, `--tournament` and `--session`, of a game that begins: `where`."""
    function = gathered("where", Where, "place", "table", "tournament", "session")(function)
    session = click.option("--session", type=click.IntRange(1), metavar="N", help="Which round of the tournament.")
    tournament = click.option("--tournament", metavar="TEXT", help="The tournament that it is a game of.")
    table = click.option("--table", metavar="TEXT", help="At which table.")
    return click.option("--place", metavar="TEXT", help="Where it is played.")(table(tournament(session(function))))


class Where(NamedTuple):
    """Where a game is played, and which round of which tournament it is."""

    place: str | None = None
    table: str | None = None
    tournament: str | None = None
    session: int | None = None


def form_options(function: _F) -> _F:
    """`--json` and `--csv`: `form`, one of these or "text"."""
    as_csv = click.option("--csv", "as_csv", is_flag=True, help="A table for a spreadsheet.")
    as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
    return as_json(as_csv(gathered("form", _form, "as_json", "as_csv")(function)))


def _form(as_json: bool, as_csv: bool) -> str:
    if as_json and as_csv:
        raise click.UsageError("--json and --csv: which of the two?")
    return "json" if as_json else "csv" if as_csv else "text"


def _period(since: date | None, until: date | None, zone: Zone) -> Period:
    if since is not None and until is not None and until < since:
        raise click.UsageError(f"--since {since} is after --until {until}: no day is in that period")
    return Period(since, until, zone.clocks)


def set_of(option: str, text: str) -> dict[str, Any]:
    """A set of a command line, as a request states it.

    >>> set_of("--set", "kong:5555b:added")
    {'kind': 'kong', 'tiles': '5555b', 'concealed': False, 'origin': 'added'}

    Raises:
        NotationError: it does not say what it is.
    """
    kind, colon, rest = text.partition(":")
    tiles, _, how = rest.partition(":")
    if not colon or not tiles.strip() or how not in ("", "concealed", "claimed", "added"):
        raise NotationError(f"{option} {quoted(text)}: expected KIND:TILES or KIND:TILES:HOW, like pung:555b")
    fields: dict[str, Any] = {"kind": kind.strip(), "tiles": tiles, "concealed": how == "concealed"}
    return fields | ({"origin": how} if how in ("claimed", "added") else {})


def is_said(value: object) -> bool:
    """Whether an option was given, as ``--value 0`` is."""
    return value is not None and value is not False and value != ()


# -- score cards ------------------------------------------------------------------------------------------------------


def card_content(name: str) -> bytes:
    """The content of a card: a file by its path, a shipped one by its id; - is standard input.

    Raises:
        CardError: there is no such card.
    """
    from mjlog.cards.reading import LARGEST_CARD
    from mjlog.cards.shipped import content_of

    return sys.stdin.buffer.read(LARGEST_CARD + 1) if name == "-" else content_of(name)


def used_card(name: str) -> Card:
    """The card that is named; what is left out of it is said on standard error.

    Raises:
        CardError: there is no such card, or it cannot be used.
    """
    from mjlog.cards.reading import parse_named, read_card

    data = card_content(name)
    card = parse_named(data, name)
    faults = [fault for fault in read_card(data)[1] if fault.is_error]
    if faults:
        first = f"the first in line {faults[0].line} ({faults[0].kind})"
        words = f"{counted(len(faults), 'fault')}, {first}; lines with faults are left out"
        tell(f"{name}: {words}: `mjlog card lint` tells them all")
    return card


# -- real names beside handles ----------------------------------------------------------------------------------------


names_option = click.option(
    "--names", "names", is_flag=True, help="Show real names beside the handles, where the database has them.",
    callback=lambda ctx, _param, wanted: real_names(ctx.params.get("db")) if wanted else None,
)  # fmt: skip
"""`--names`: `names`, the real names by handle; None where they are not wanted."""


def real_names(db: str | None) -> dict[str, str]:
    """The real names that the database has, by handle.

    Raises:
        StoreError: there is no such database, or it cannot be read.
    """
    from mjlog.store import open_readonly

    with open_readonly(database_path(db)) as store:
        return {person.handle: person.name for person in store.people()}


def stranger_words(player: str, handles: Iterable[str]) -> str:
    """That a handle is in none of the games looked at, with the nearest one that is."""
    meant = did_you_mean(player, sorted(handles))
    hint = f"; did you mean {shown(meant, 200)}?" if meant else ""
    return f"nobody called {quoted(player)} plays in these games{hint}"


def named(sheet: ScoreSheet, names: Mapping[str, str]) -> ScoreSheet:
    """The sheet with the real names of its players."""
    return msgspec.structs.replace(
        sheet, names=tuple((player, shown(names[player], 200)) for player in sheet.players if player in names)
    )


# -- times ------------------------------------------------------------------------------------------------------------


NO_TIME = "-"
"""Says that nobody knows when it was, as `@-` does among acts."""


def moment(text: str | None, stored: bytes | None = None) -> str | None:
    """A time as it was given; `now` is read from the clock, unless an event stored before says when that was.

    >>> moment("2024-05-01T19:30:00Z"), moment("2024-05-01"), moment("-")
    ('2024-05-01T19:30:00Z', '2024-05-01T12:00:00Z', None)

    Raises:
        NotationError: it is no time.
    """
    if text is None or text == NO_TIME:
        return None
    from mjlog.formats.shorthand.sayings import as_written, time_from

    if text == "now":
        then = json.loads(stored).get("at") if stored is not None else None
        return then if isinstance(then, str) else as_written(datetime.now(UTC).replace(microsecond=0))
    return time_from(text)
