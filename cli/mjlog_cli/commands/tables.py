"""`mjlog tables`: an archive as tables that can be asked.

They are written part by part: each is written by one worker, and is whole or not there. A part that is there already is
not made again. One over which workers are lost is looked through piece by piece; the pieces that end whoever reads them
are told, and it is written without them.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click
from msgspec.structs import replace

from mjlog.archive.parts import (
    Done,
    Parts,
    PartWriter,
    make_room,
    need_pyarrow,
    refusals_told,
    say_whole,
    staged,
    target_at,
)
from mjlog.archive.rows import VERSION, trouble_rows
from mjlog.errors import MjlogError
from mjlog.formats import foreign, remote
from mjlog.formats.remote import joined
from mjlog.sources import Piece, remote_hands
from mjlog.text import counted
from mjlog.urls import called, holds_a_game, is_url
from mjlog_cli.audit.audit_request import AuditRequest, ReportLimits, Tables, wish_digest
from mjlog_cli.audit.crew import BATCH_BYTES, Crew, bytes_of, crew_of, in_order
from mjlog_cli.audit.games import audit_piece
from mjlog_cli.commands.audit import AuditJob, Hidden, judging_options
from mjlog_cli.console import Progress, complain, tell
from mjlog_cli.games import read_pieces
from mjlog_cli.params import force_option
from mjlog_cli.stopping import tidy_when_stopped

# -- pieces, and the fingerprint that each is known again by ----------------------------------------------------------


KnownPiece = tuple[Piece, str | None]
"""A piece of work, and its key; None for what cannot be known again: a pipe, or what cannot be opened."""


def known_pieces(piece: Piece) -> list[KnownPiece]:
    """The pieces of a piece: a file, a folder's hand histories, each game of a database by itself."""
    if piece.trouble is not None:
        return [(piece, None)]
    try:
        if piece.games:
            # The head of a log stands for all of it
            from mjlog.store import open_readonly

            with open_readonly(piece.path) as store:
                heads = {game: store.head(game) for game in piece.games}
            return [
                (piece._replace(games=(game,)), digest_of("game", piece.path, game, heads[game].seq, heads[game].id))
                for game in piece.games
            ]
        if piece.hands:
            return [(piece, digest_of("hands", *((hand, _file_key(hand)) for hand in piece.hands)))]
        if holds_a_game(piece.path):
            return [(piece, None)]
        if is_url(piece.path) and piece.is_folder:
            # By what the place of the files says of them
            files = [joined(piece.path, name) for name in remote_hands(piece.path)]
            return [(piece, digest_of("url", piece.path, *map(remote.fingerprint, files)))]
        if not piece.is_folder:
            return [(piece, _file_key(piece.path))]
        names = [name for name in sorted(os.listdir(piece.path)) if foreign.folder_format(name) is not None]
        marks = [mark for name in names for mark in (name, _marks(str(Path(piece.path) / name)))]
        return [(piece, digest_of("folder", piece.path, *marks) if marks else None)]
    except (OSError, MjlogError):
        return [(piece, None)]


def digest_of(*parts: object) -> str:
    """A name for what these parts say: the same wherever they are the same."""
    return hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def _file_key(path: str) -> str | None:
    if is_url(path):
        return digest_of("url", path, remote.fingerprint(path))
    marks = None if holds_a_game(path) else _marks(path)
    return None if marks is None else digest_of("file", path, *marks)


def _marks(path: str) -> tuple[int, ...] | None:
    """Size and times of a file; None of what is none. The last change of its entry shows times that were put back."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):
        return None
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino


def all_known_pieces(pieces: Iterable[Piece]) -> Iterator[KnownPiece]:
    """The pieces of several pieces, with their keys."""
    for piece in pieces:
        yield from known_pieces(piece)


# -- parts ------------------------------------------------------------------------------------------------------------


_LEAST, _MOST = 8_000_000, 500_000_000
"""Bytes of logs, for a part: with whole events its largest table is then at most some 100 MB."""
_SHARE = 8
"""A part is at most such a share of what goes before it: several workers have something to do also in a small archive,
and at the end none waits long for the others."""
_AHEAD = 2
"""Parts for each worker that are begun before their turn."""
_NO_ROOM = ReportLimits(0, 0, 0)


class Part(NamedTuple):
    """Pieces that are written together.

    `name`: a digest of their fingerprints, and of what is asked; `is_known`: each has one, so that a part that is there
    already is known again.
    """

    pieces: tuple[Piece, ...]
    name: str
    is_known: bool

    @property
    def words(self) -> str:
        """Which pieces these are."""
        first, last = self.pieces[0].path, self.pieces[-1].path
        return first if first == last else f"{first} to {last}"


def parts_of(pieces: Iterable[Piece], wish: AuditRequest) -> Iterator[Part]:
    """The parts of an archive."""
    wanted = (VERSION, wish_digest(wish))
    for group in _groups(pieces):
        known = list(all_known_pieces(group))
        name = digest_of(wanted, known)
        yield Part(tuple(group), name, all(key is not None for _piece, key in known))


def _groups(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces that are written together."""
    group: list[Piece] = []
    size = total = 0
    for piece in pieces:
        most = min(max(_LEAST, total // _SHARE), _MOST)
        if group and size + bytes_of(piece) > most:
            yield group
            total += size
            group, size = [], 0
        group.append(piece)
        size += bytes_of(piece)
    if group:
        yield group


@dataclass(frozen=True)
class PartWork:
    """The audit of a part, written into its place in the target by whoever does it."""

    wish: AuditRequest
    target: str

    def __call__(self, part: Part, room: ReportLimits) -> Done:
        """What came of it."""
        try:
            with refusals_told(self.target):
                return self._written(part)
        except MjlogError as error:
            return Done(refused=str(error))

    def lost(self, part: Part, how: str) -> Done:
        """Something in it ends whoever reads it."""
        return Done(lost=how)

    def _written(self, part: Part) -> Done:
        parts = Parts(target_at(self.target))
        made = parts.found(part.name) if part.is_known else None
        if made is not None:
            return made
        done = Done()
        with staged(parts.target) as folder:
            with PartWriter(folder, part.name, self.wish.tables is not None and self.wish.tables.with_bodies) as into:
                for piece in part.pieces:
                    self._add(piece, into, done)
            parts.commit(part.name, folder, done)
        return done

    def _add(self, piece: Piece, into: PartWriter, done: Done) -> None:
        for audited in audit_piece(piece, self.wish):
            if audited.tables is not None:
                into.add(audited.tables)
                done.games += 1
                done.damaged += not audited.tables.is_whole
            if audited.trouble is not None:
                into.add(trouble_rows(audited.trouble))
                done.troubles.append(audited.trouble)


@dataclass(frozen=True)
class _Probe:
    """Reads a piece, to see whether one can: what is wrong with it is None, or how whoever read it was lost."""

    wish: AuditRequest

    def __call__(self, piece: Piece, room: ReportLimits) -> str | None:
        for _one in audit_piece(piece, self.wish):
            pass
        return None

    def lost(self, piece: Piece, how: str) -> str | None:
        return f"{called(piece.path)}: the process that audited it {how}; try fewer workers"


def write_tables(pieces: Callable[[], Iterator[Piece]], wish: AuditRequest, crew: Crew, path: str) -> Iterator[Done]:
    """What came of each part, in order, when it lies in its place. What is there of other parts is taken away.

    Raises:
        MjlogError: the target refuses something; there is nobody left to work.
    """
    parts, work = Parts(target_at(path)), PartWork(wish, path)
    wanted = {part.name for part in parts_of(pieces(), wish)}
    with refusals_told(path):
        parts.tidy(wanted)
    for part, done in in_order(parts_of(pieces(), wish), work, crew, _NO_ROOM, _by_itself, _AHEAD):
        if done.lost is not None:
            # Each piece is tried by itself; those over which workers are lost stand in the part as trouble.
            tried = in_order(part.pieces, _Probe(wish), crew, _NO_ROOM, bytes_of)
            sound = tuple(piece if trouble is None else piece._replace(trouble=trouble) for piece, trouble in tried)
            ((_part, done),) = in_order([part._replace(pieces=sound)], work, crew, _NO_ROOM, _by_itself)
        if done.lost is not None:
            done = Done(troubles=[f"{part.words}: the process that wrote these {done.lost}; try fewer workers"])
        if done.refused is not None:
            raise MjlogError(done.refused)
        yield done


def _by_itself(part: Part) -> int:
    return BATCH_BYTES


# -- the command ------------------------------------------------------------------------------------------------------


@click.command(name="tables")
@judging_options
@click.option("--out", metavar="DIR", required=True, help="The folder, or URL, that the tables go into; it is made.")
@click.option("--events", type=click.Choice(("none", "rows", "bodies")), default="none", show_default=True,
              help="Also a row an event; `bodies`: with the whole event, as JSON.")  # fmt: skip
@force_option
def tables_command(job: AuditJob, out: str, events: str, force: bool) -> int:
    """Audit games, and write the results as tables: games, hands, scores, items, findings, and events if you ask
    for them.

    PATH is what `mjlog audit` takes. The tables are Parquet files in the folder DIR, by rule set and year;
    docs/lookup/tables.md lists their columns. What cannot be read is told, and stands in `findings`. If games are
    damaged, their number is told, and the exit status is 1. The same command once more makes only what is missing or
    has changed. It needs pyarrow: pip install 'mjlog[tables]'.
    """
    need_pyarrow()
    wish = replace(job.request(), tables=Tables(events != "none", events == "bodies"))
    crew = crew_of(job.workers, job.cluster)
    wanted = digest_of(wish_digest(wish), job.paths, job.db, job.with_hidden)
    with refusals_told(out):
        make_room(out, target_at(out), wanted, force)
    complained = set[str]()
    status = _write(out, lambda: read_pieces(job.pieces(Hidden(job.with_hidden)), complained), wish, crew)
    with refusals_told(out):
        say_whole(target_at(out), wanted)
    return status


@tidy_when_stopped
def _write(out: str, pieces: Callable[[], Iterator[Piece]], wish: AuditRequest, crew: Crew) -> int:
    troubles = games = damaged = 0
    with Progress() as progress, crew:
        for done in write_tables(pieces, wish, crew, out):
            games += done.games
            damaged += done.damaged
            troubles += len(done.troubles)
            for trouble in done.troubles:
                progress.clear()
                complain(trouble)
            progress.show(counted(games, "game"))
    tell(f"{counted(games, 'game')} in the tables of {called(out)}")
    if damaged:
        lack = "lines that are missing, unreadable or changed: in the tables as they stand (`mjlog audit` shows where)"
        tell(f"note: {counted(damaged, 'game')} with {lack}")
    return 2 if troubles else 1 if damaged else 0
