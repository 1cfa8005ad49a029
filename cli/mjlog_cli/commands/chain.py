"""`mjlog checkpoint`, `verify`: what a log is now, and whether it still is what it was."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mjlog.chain import Checkpoint, full_form, read_checkpoint, short_form
from mjlog.errors import MjlogError, RecordError
from mjlog.formats.lines import read_text
from mjlog.store.checkpoints import around
from mjlog.text import counted, shown
from mjlog.verifying import ProofRequest, Result, verified, verified_game, with_proofs
from mjlog_cli.console import complain, say, tell, write_json
from mjlog_cli.games import is_path, or_the_last, stored
from mjlog_cli.params import database_path, db_option, json_option, stored_games

# -- checkpoint -------------------------------------------------------------------------------------------------------


@click.command(name="checkpoint")
@click.argument("games", metavar="[GAME]...", nargs=-1, shell_complete=stored_games, callback=or_the_last)
@db_option
@click.option("--short", "only_short", is_flag=True, help="The short form alone, one line a game.")
@json_option
def checkpoint_command(games: tuple[str, ...], db: str | None, only_short: bool, as_json: bool) -> int:
    """Print the checkpoint of each GAME: how many events it has, and its head. Without GAME: of all games of the
    database.

    A game has two lines, and each is enough for `mjlog verify --head`: a short one, for a score sheet (game, count, 16
    digits of the head, and a letter that catches slips of the pen), and the full one. Note it where nobody can change
    it: it proves later that the log still says what it says now. A log that is not whole has no checkpoint; a foreign
    record has the one that it gets when it is imported.
    """
    status = count = 0
    for game in games or (None,):
        try:
            for result in _found(game, db):
                count += 1
                status = max(status, _tell_checkpoint(result, only_short, as_json))
        except MjlogError as error:
            complain(str(error))
            status = 2
    if not count and not status:
        tell("there are no games here yet")
    return status


def _found(game: str | None, db: str | None) -> Iterator[Result]:
    if game is None:
        yield from verified(str(database_path(db)), ProofRequest())
    elif is_path(game, db):
        yield from verified(game, ProofRequest(unchained=True))
    else:
        with stored(game, db) as (store, path):
            yield verified_game(path, store, game)


def _tell_checkpoint(result: Result, only_short: bool, as_json: bool) -> int:
    if result.faults or result.head is None or result.game is None or not result.events:
        place = f"{result.source}: {shown(result.game or 'the database', 200)}"
        why = result.faults[0].message if result.faults else "there is no event in it"
        complain(f"{place}: no checkpoint: {shown(why, 400)}; `mjlog verify` shows more")
        return 1
    events, head, game = result.events, result.head, result.game
    short = short_form(events, head, game)
    if as_json:
        write_json({"source": result.source, "game": game, "events": events, "head": head, "short": short})
    else:
        say(short)
        if not only_short:
            say(full_form(events, head, game))
    return 0


# -- verify -----------------------------------------------------------------------------------------------------------


@click.command(name="verify")
@click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=stored_games)
@db_option
@click.option("--head", "heads", metavar="CHECKPOINT", multiple=True,
              help="What `mjlog checkpoint` printed at some time, in any form; may be repeated. @FILE stands for "
              "the checkpoints in a file, one a line.")  # fmt: skip
@click.option("--against", "copies", metavar="FILE", multiple=True,
              help="An older copy: a log, a database, a bundle, a folder; may be repeated.")  # fmt: skip
@json_option
def verify_command(
    paths: tuple[str, ...], db: str | None, heads: tuple[str, ...], copies: tuple[str, ...], as_json: bool
) -> int:
    """Compute the chain of logs and databases anew, and name every place where it is broken.

    PATH is a log, a folder, a packed folder or a database. Without PATH: the database.

    A whole game is printed with its head, the id of its last event. Write the head down elsewhere: it proves later what
    the log said then. --head proves that a log still says what it said when a checkpoint was noted; if not, it tells
    which event has changed, as exactly as the checkpoints allow. --against compares with an older copy, and shows the
    first event that differs.
    """
    if db is not None or not paths:
        paths = (*paths, str(database_path(db)))
    checkpoints: list[Checkpoint] = []
    for text in heads:
        checkpoints += _listed(text[1:]) if text.startswith("@") else [read_checkpoint(text)]
    request = ProofRequest(checkpoints, copies)
    status, held = 0, list[Result]()
    for path in paths:
        try:
            for result in verified(path, request):
                if request.checkpoints:  # of which game one is that names none, is known when all were seen
                    held.append(result)
                else:
                    status = max(status, _tell(result, as_json))
        except MjlogError as error:
            complain(str(error))
            status = 2
    last = (*with_proofs(held, request.checkpoints), *request.missing(paths))
    return max([status, *(_tell(result, as_json) for result in last)])


def _listed(path: str) -> Iterator[Checkpoint]:
    from mjlog.chain import read_checkpoint

    source, seen = "standard input" if path == "-" else path, False
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            try:
                yield read_checkpoint(line)
            except MjlogError as error:
                if line.startswith("#"):  # asked last, for a game's id may begin with it too
                    continue
                raise RecordError(str(error), source, number) from None
            seen = True
    if not seen:  # nothing proved must not look like all proved
        raise RecordError("there is no checkpoint in it", source)


def _tell(result: Result, as_json: bool) -> int:
    """Print what was found, and return the exit status that follows from it."""
    status = 0 if result.is_good else 1
    if as_json:
        write_json(_fields(result))
        return status
    source, game = shown(result.source or "", 200), shown(result.game or "the database", 200)
    for fault in result.faults:
        line = f":{fault.line}" if fault.line is not None else ""
        say(f"{source}{line}: {game}: {fault.code}: {shown(fault.message, 400)}")
    if result.source is not None and not result.faults:
        how = "ok" if result.chained else "ok, but not chained"
        head = f", head {result.head}" if result.head is not None else ""
        say(f"{source}: {game}: {how}, {counted(result.events, 'event')}{head}")
    place = f"{source}: {game}" if result.source is not None else shown(result.game or "checkpoint", 200)
    for proof in result.proofs or ():
        say(f"{place}: {proof.verdict}: {shown(proof.message, 600)}")
    for comparison in result.comparisons or ():
        say(f"{place}: {'kept' if comparison.kept else 'changed'}: {shown(comparison.message, 600)}")
        if comparison.difference is not None and comparison.difference.here is not None:
            there, here = around(comparison.difference.there, comparison.difference.here)
            say(f"  there: {shown(there, 400)}")
            say(f"  here:  {shown(here, 400)}")
    return status


def _fields(result: Result) -> dict[str, object]:
    fields: dict[str, object] = {
        "source": result.source, "game": result.game, "events": result.events, "chained": result.chained,
        "head": result.head, "faults": [fault._asdict() for fault in result.faults],
    }  # fmt: skip
    if result.proofs is not None:
        fields["checkpoints"] = [
            {
                "game": proof.checkpoint.game, "events": proof.checkpoint.count, "head": proof.checkpoint.head,
                "verdict": proof.verdict.value, "message": proof.message, "first": proof.first, "last": proof.last,
            }
            for proof in result.proofs
        ]  # fmt: skip
    if result.comparisons is not None:
        fields["against"] = [
            {
                "copy": comparison.copy, "events": comparison.events, "kept": comparison.kept,
                "message": comparison.message,
                "seq": None if (differs := comparison.difference) is None else differs.seq,
                "there": None if differs is None else _text(differs.there),
                "here": None if differs is None or differs.here is None else _text(differs.here),
            }
            for comparison in result.comparisons
        ]  # fmt: skip
    return fields


def _text(body: bytes) -> str:
    return body.decode("utf-8", "backslashreplace")
