"""`mjlog verify`: is the chain whole, is every event as it was stored?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from mjlog.audit.records import Fault, GameRecord, line_of
from mjlog.canonical import GENESIS, chain_id
from mjlog.errors import MjlogError, RecordError
from mjlog.formats.sources import is_database
from mjlog.text import counted, shown
from mjlog_cli.console import complain, json_line, say, write_bytes
from mjlog_cli.logs import native_logs
from mjlog_cli.params import json_option
from mjlog_cli.units import Unit, records_of, units_in

_Result = dict[str, object]


@click.command(name="verify", short_help="Check the chain of logs and databases.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@json_option
def command(paths: tuple[str, ...], as_json: bool) -> int:
    """Compute the chain of logs and databases anew, and name every place where it does not hold.

    A game that is whole is printed with its head, the id of its last event: noted elsewhere, it proves later
    what had been written by then.
    """
    status = 0
    for path in paths:
        try:
            for result in _verified(path):
                status = max(status, 1 if result["faults"] else 0)
                write_bytes([json_line(result)] if as_json else [])
                if not as_json:
                    _print(result)
        except MjlogError as error:
            complain(str(error))
            status = 2
    return status


def _verified(path: str) -> Iterator[_Result]:
    if os.path.isfile(path) and is_database(Path(path)):
        yield from _verified_database(path)
        return
    seen = False
    for unit in units_in(path):
        for result in _verified_database(unit.path) if unit.games else _verified_logs(unit):
            seen = True
            yield result
    if not seen:
        raise RecordError("there is no log and no database here: foreign records have no chain", path)


def _verified_database(path: str) -> Iterator[_Result]:
    from mjlog.store import open_readonly

    with open_readonly(path) as store:
        faults = store.verify()
        games = store.games()
    for info in games:
        mine = [_fault(fault.seq, None, fault.code, fault.message) for fault in faults if fault.game == info.game]
        yield _result(path, info.game, info.last, info.head, True, mine)
    strays = [_fault(fault.seq, None, fault.code, fault.message) for fault in faults if not fault.game]
    if strays:
        yield _result(path, None, 0, None, True, strays)


def _verified_logs(unit: Unit) -> Iterator[_Result]:
    if unit.is_folder:
        return
    for record in records_of(unit):
        if record.ruleset is None:
            yield _verified_log(unit, record)


def _verified_log(unit: Unit, record: GameRecord) -> _Result:
    faults: list[_Result] = []
    game, last, due = record.name, 0, 1
    try:
        for row, where in record.rows:
            if isinstance(row, Fault):
                faults.append(_fault(row.seq, line_of(where), row.code, row.message))
                due = 0
                continue
            if due and row.seq != due:
                said = f"event {row.seq} comes where event {due} was due"
                faults.append(_fault(row.seq, line_of(where), "seq-gap", said))
            game, last, due = getattr(row, "game", game), row.seq, row.seq + 1
    except RecordError as error:
        if error.line is None:
            raise
        faults.append(_fault(None, error.line, "bad-json", error.bare_message))
    head, chained = (None, False) if faults else _head(unit, record.source, game)
    return _result(record.source, game, last, head, chained, faults)


def _head(unit: Unit, source: str, game: str) -> tuple[str | None, bool]:
    """The head that the log has, or would have in a database; and whether its lines are chained."""
    log = next((log for log in native_logs(unit) if log.source == source and log.game == game), None)
    if log is None:
        return None, False
    head = GENESIS
    for body in log.bodies:
        head = chain_id(head, body)
    return head, log.chained


def _fault(seq: int | None, line: int | None, code: str, message: str) -> _Result:
    return {"seq": seq, "line": line, "code": code, "message": message}


def _result(
    source: str, game: str | None, events: int, head: str | None, chained: bool, faults: list[_Result]
) -> _Result:
    return {"source": source, "game": game, "events": events, "chained": chained,
            "head": None if faults else head, "faults": faults}  # fmt: skip


def _print(result: _Result) -> None:
    source, game = shown(result["source"], 200), shown(result["game"] or "the database", 200)
    faults = result["faults"]
    assert isinstance(faults, list)
    for fault in faults:
        line = f":{fault['line']}" if fault["line"] is not None else ""
        say(f"{source}{line}: {game}: {fault['code']}: {shown(fault['message'], 400)}")
    if not faults:
        how = "ok" if result["chained"] else "ok, but not chained"
        events = result["events"]
        assert isinstance(events, int)
        say(f"{source}: {game}: {how}, {counted(events, 'event')}, head {result['head'] or GENESIS}")
