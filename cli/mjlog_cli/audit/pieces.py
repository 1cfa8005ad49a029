"""What an archive is worked on by: its pieces, how large each is, and the fingerprint that it is known again by."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from mjlog.errors import MjlogError
from mjlog.formats import foreign, remote
from mjlog.formats.remote import joined
from mjlog.sources import Source, remote_hands
from mjlog.urls import holds_a_game, is_url

Piece = tuple[Source, str | None]
"""A piece of work, and its key; None for what cannot be known again: a pipe, or what cannot be opened."""
BATCH_PIECES, BATCH_BYTES = 16, 200_000
"""Small pieces go to a worker together; such a batch is no larger, unless a single piece is."""
_GAME_BYTES = 25_000


def pieces_of(unit: Source) -> list[Piece]:
    """The pieces of a unit: a file, a folder's hand histories, each game of a database by itself."""
    if unit.trouble is not None:
        return [(unit, None)]
    try:
        if unit.games:
            # The head of a log stands for all of it
            from mjlog.store import open_readonly

            with open_readonly(unit.path) as store:
                heads = {game: store.head(game) for game in unit.games}
            return [
                (unit._replace(games=(game,)), digest_of("game", unit.path, game, heads[game].seq, heads[game].id))
                for game in unit.games
            ]
        if unit.hands:
            return [(unit, digest_of("hands", *((hand, _file_key(hand)) for hand in unit.hands)))]
        if holds_a_game(unit.path):
            return [(unit, None)]
        if is_url(unit.path) and unit.is_folder:
            # By what the place of the files says of them
            files = [joined(unit.path, name) for name in remote_hands(unit.path)]
            return [(unit, digest_of("url", unit.path, *map(remote.fingerprint, files)))]
        return [(unit, _folder_key(unit.path) if unit.is_folder else _file_key(unit.path))]
    except (OSError, MjlogError):
        return [(unit, None)]


def bytes_of(unit: Source) -> int:
    """How large a piece is, about; a folder goes by itself."""
    if unit.games or unit.is_folder or unit.hands:
        return len(unit.games) * _GAME_BYTES or BATCH_BYTES
    try:
        if holds_a_game(unit.path):
            return len(unit.path)
        return remote.size_of(unit.path) if is_url(unit.path) else os.path.getsize(unit.path)
    except (OSError, MjlogError):
        return 0


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


def _folder_key(path: str) -> str | None:
    marks = list(_hands_in(path))
    return digest_of("folder", path, *marks) if marks else None


def _hands_in(path: str) -> Iterator[object]:
    for name in sorted(os.listdir(path)):
        if foreign.folder_format(name) is not None:
            yield name
            yield _marks(str(Path(path) / name))


def all_pieces(units: Iterable[Source]) -> Iterator[Piece]:
    """The pieces of several units, with their keys."""
    for unit in units:
        yield from pieces_of(unit)
