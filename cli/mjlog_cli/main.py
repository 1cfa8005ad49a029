"""The entry point: finds the command, runs it, turns what went wrong into one line and an exit status.

Exit status: 0 nothing of severity *error* found, 1 something found, 2 it cannot be done.
Source: docs/lookup/commands.md.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from mjlog import __version__
from mjlog.errors import MjlogError
from mjlog_cli import VARIABLE
from mjlog_cli.console import complain, flush, hush_stdout, is_damage_told, say, use_utf8

CANNOT, INTERNAL, INTERRUPTED, PIPE_CLOSED = 2, 70, 130, 141

_GROUPS = {
    "Record": {
        "record": ("record", "Record a game at the table, in short hand."),
        "import": ("import_games", "Bring games from files into the database."),
        "new": ("writing", "Begin a game."),
        "add": ("writing", "Add events to a game."),
        "fix": ("writing", "Correct an event, a player, an option or the card of a game."),
    },
    "Look": {
        "games": ("games", "List the games of the database."),
        "log": ("looking", "Tell the events of a game in words."),
        "replay": ("looking", "Show the table at one moment of a game."),
        "sheet": ("sheet", "Show the score sheet of a game."),
        "review": ("review", "Look a game over: what was to be had, and what if."),
        "find": ("club", "Find games or hands."),
        "serve": ("serve", "Show the games in a browser."),
    },
    "Check": {
        "audit": ("audit", "Is every move and every score right?"),
        "report": ("audit", "Write an audit as one page."),
        "baseline": ("audit", "Accept what an audit finds, from now on."),
        "score": ("scoring", "What is a hand worth?"),
        "settle": ("scoring", "Who pays whom?"),
        "explain": ("rules", "Explain a finding or a rule, or why a rule was silent."),
        "rules": ("rules", "Print, check and compare rule sets."),
        "card": ("card", "Check, print and compare score cards; rule by them."),
        "tables": ("tables", "Write an audit as tables (Parquet) for SQL."),
    },
    "Rule": {
        "dispute": ("disputes", "Object to an event, or list the objections."),
        "dossier": ("disputes", "Show all about a disputed event on one page."),
        "ruling": ("disputes", "Decide a dispute, with what follows from it."),
    },
    "Keep": {
        "export": ("export", "Write a game as a log, or all games as a packed folder of logs."),
        "checkpoint": ("chain", "Print the head of a log, to prove later what it said."),
        "verify": ("chain", "Check the chain of logs and databases."),
        "backup": ("keeping", "Copy the database, while it is used."),
        "restore": ("keeping", "Put a backup back, or check it."),
        "doctor": ("keeping", "Check the database, its place, and a server."),
        "hide": ("games", "Take a game off lists and standings, or put it back."),
    },
    "Club": {
        "stats": ("club", "Show how the players did: wins, points, streaks, faults."),
        "standings": ("club", "Show the table of a league: games, places, points."),
        "results": ("club", "Show what each game brought everybody."),
        "people": ("people", "Note who is behind the handles, or forget a person."),
        "blank": ("sheet", "Write an empty score sheet, to be printed."),
    },
    "Try, and set up": {
        "demo": ("demo", "Import, audit and show the sample games."),
        "simulate": ("simulate", "Write games that the program plays."),
        "completion": ("completion", "Let a shell complete commands, games and codes."),
    },
}
"""Each command under what people do with it: its module in `mjlog_cli.commands`, and what `--help` says of it."""
_COMMANDS = {name: listed for group in _GROUPS.values() for name, listed in group.items()}
_MEANT = {"rename": "`mjlog people merge WRONG RIGHT`", "player": "`mjlog people`", "undo": "`mjlog fix GAME 37 void`"}
"""What is most likely meant by words that are no commands."""
_FORMER = {"--html": "report", "--write-baseline": "baseline"}
"""Options of `audit` that scripts may have, and which command does that today."""
_ON_THE_LINE = 'write the hand on one line, like "S in E 234b 55d RRd (789c) [2222d] 1f +Rd discard"'
_INSTEAD = {
    **{(command, "--tables"): "SQL asks tables: docs/do/archives.md" for command in ("find", "stats", "standings")},
    **{("score", f"--{name}"): _ON_THE_LINE for name in (
        "concealed", "set", "bonus", "won", "tile", "source", "flag", "east-wins", "indicators", "under",
    )},
}  # fmt: skip
"""By command and option of former days: what there is instead."""
_WIDEST = max(map(len, _COMMANDS))
_WORDS = "mjlog_cli.words"
_TOO_LARGE = "that is too large: it takes more memory than there is; what was stored before is stored"


class Commands(click.Group):
    """The group of all commands. A cold start loads the one that is asked for, and nothing else."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which `--help` lists them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, from its module."""
        if cmd_name not in _COMMANDS:
            return None
        module, said = _COMMANDS[cmd_name]
        command = getattr(importlib.import_module(f"mjlog_cli.commands.{module}"), f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        command.short_help = said
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in groups; none of them is loaded for that."""
        for group, listed in _GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(_WIDEST), said) for name, (_module, said) in listed.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What was typed is kept, for what is said where it cannot be done."""
        ctx.meta[_WORDS] = list(args)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was typed; a slip is answered with the one that was probably meant."""
        former = next((name for name in (word.partition("=")[0] for word in args) if name in _FORMER), None)
        if args[:1] == ["audit"] and former is not None:
            # `audit --html FILE` is `report --out FILE`.
            args = [_FORMER[former], *(word.replace(former, "--out", 1) if word.startswith(former) else word
                                       for word in args[1:])]  # fmt: skip
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from mjlog.text import did_you_mean, quoted

            meant = _MEANT.get(args[0]) or did_you_mean(args[0], _COMMANDS)
            hint = f"; did you mean {meant}?" if meant else ""
            ctx.fail(f"there is no command {quoted(args[0])}{hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; returns the exit status. No exception of ours leaves this."""
        try:
            status = super().invoke(ctx) or int(is_damage_told(ctx))
            flush()
        except MjlogError as error:
            complain(f"{error}{_about_brackets(ctx, str(error))}")
            return CANNOT
        except BrokenPipeError:  # whoever read our output has seen enough
            hush_stdout()
            return PIPE_CLOSED
        except (RecursionError, MemoryError) as error:
            if os.environ.get("MJLOG_DEBUG"):
                raise
            is_deep = isinstance(error, RecursionError)
            complain("something in the input is nested too deeply" if is_deep else _TOO_LARGE)
            return CANNOT
        return status

    def main(self, *args: Any, **more: Any) -> Any:
        """Run, and leave with the exit status: never with a traceback, unless `MJLOG_DEBUG` is set."""
        use_utf8()
        more["standalone_mode"] = False
        more["complete_var"] = VARIABLE
        sys.exit(_status(lambda: super(Commands, self).main(*args, **more)))


def _status(run: Any) -> int:
    try:
        return int(run() or 0)
    except click.ClickException as error:
        error.show()
        context, option = getattr(error, "ctx", None), getattr(error, "option_name", "")
        instead = _INSTEAD.get((context.info_name, option), "") if context is not None else ""
        hint = instead or _about_brackets(context, error.message)
        if hint:
            complain(hint.removeprefix("; "))
        return CANNOT
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        return CANNOT
    except Exception as error:
        if os.environ.get("MJLOG_DEBUG"):
            raise
        complain(f"internal error, please report it: {type(error).__name__}: {error} (MJLOG_DEBUG=1 shows more)")
        return INTERNAL


def _about_brackets(ctx: click.Context | None, said: str) -> str:
    """A hint behind a message for who has typed `<game>` or `[GAME]` as it stands in a usage."""
    from mjlog.text import about_brackets

    words = ctx.meta.get(_WORDS, ()) if ctx is not None else ()
    hint = next((found for word in words if (found := about_brackets(word))), "")
    return f"; {hint}" if hint and hint not in said else ""


def _use_database(ctx: click.Context, path: str) -> None:
    """Make a database the default one, for as long as the command runs."""
    before = os.environ.get("MJLOG_DB")
    os.environ["MJLOG_DB"] = path

    def put_back() -> None:
        if before is None:
            del os.environ["MJLOG_DB"]
        else:
            os.environ["MJLOG_DB"] = before

    ctx.call_on_close(put_back)


@click.group(
    cls=Commands, invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)  # fmt: skip
@click.option("--db", "db", metavar="FILE", help="The database, for whatever command follows.")
@click.version_option(__version__, "-V", "--version", message="mjlog %(version)s", help="Show the version and exit.")
@click.pass_context
def main(ctx: click.Context, db: str | None) -> None:
    """Keep the record of mahjong tables, and replay it through the rules.

    Record a game at the table (record), or read it from files (import). audit says whether every move and every score
    is right, replay shows the table at any moment, sheet who won what; serve shows all of it in a browser. Without a
    command: where the database is, and what to do next.

    GAME is a path, or the id of a game in the database; `last` is the game begun last. The database is that of --db,
    else $MJLOG_DB, else the one in your data folder. Exit status: 0 nothing wrong was found, 1 something was, 2 it
    could not be done.
    """
    if ctx.invoked_subcommand is not None:
        if db is not None:
            _use_database(ctx, db)
        return
    from mjlog_cli.commands.games import welcome

    for line in welcome(db):
        say(line)
