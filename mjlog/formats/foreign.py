"""Records of other programs: which of them a file is, told by how it begins, and its game as events of ours.

A game of a classical server is a folder of hand histories (`mjlog.formats.xmj`), and told by its files' names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from mjlog.errors import RecordError
from mjlog.events import decode_event
from mjlog.formats.packings import without_packing
from mjlog.log.records import GameRecord

SUFFIXES = (".xml", ".mjlog", ".txt", ".json", ".jsonl", ".mjson", ".log")
"""How the names of such files end, packed or not; in folders and archives only these are looked into."""
BEGINNING = 1 << 14
"""Bytes that tell what a file is."""
MAX_RECORD = 4_000_000
"""Bytes of the longest record of a game, or of a hand in a file of its own: those of long evenings have a tenth."""
_TAGS = frozenset(("mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU", "INIT", "HELO", "LN", "REJOIN", "JOIN"))
_MAY_BE_TAGS = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?+[\s\0]*+<|[^<>{]*?\b(?:Get|Send):")
_LOG_OF_HANDS = re.compile(rb'"log"\s*:\s*\[\s*\[')
_MJAI = re.compile(
    rb'\{[^\n]*?"type"\s*:\s*"(?:start_game|start_kyoku|tsumo|dahai|reach|reach_accepted|chi|pon|daiminkan|ankan|kakan'
    rb'|dora|hora|ryukyoku|end_kyoku|end_game)"'
)


def _begins_with_a_tag(beginning: bytes) -> bool:
    """Tags of a riichi server; before them may stand who sent a line, and what was sent to the server."""
    if _MAY_BE_TAGS.match(beginning) is None:
        return False
    from mjlog.formats.riichi.tags import ENTITIES, received, tokens

    read = tokens(received(beginning))
    return next((one.name in _TAGS for one in read if not one.text.startswith(ENTITIES)), False)


def _begins_with_hands(beginning: bytes) -> bool:
    return beginning.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and _LOG_OF_HANDS.search(beginning) is not None


def _begins_with_messages(beginning: bytes) -> bool:
    return _MJAI.match(beginning.lstrip(b"\xef\xbb\xbf \t\r\n")) is not None


def _read_tenhou(game: str, source: str, content: bytes) -> GameRecord:
    from mjlog.formats.riichi.tenhou import read_tenhou

    return read_tenhou(game, source, content)


def _read_tenhou6(game: str, source: str, content: bytes) -> GameRecord:
    from mjlog.formats.riichi.tenhou6 import read_tenhou6

    return read_tenhou6(game, source, content)


def _read_mjai(game: str, source: str, content: bytes) -> GameRecord:
    from mjlog.formats.riichi.mjai import read_mjai

    return read_mjai(game, source, content)


class ForeignFormat(NamedTuple):
    """A format of other programs. `read` makes a game of its name, the path, and the content of the file.

    Raises:
        OtherGameError: by `read`: the game is of a sort that is not read.
    """

    kind: str
    begins: Callable[[bytes], bool]
    read: Callable[[str, str, bytes], GameRecord]


FORMATS = (
    ForeignFormat("tenhou", _begins_with_a_tag, _read_tenhou),
    ForeignFormat("tenhou6", _begins_with_hands, _read_tenhou6),
    ForeignFormat("mjai", _begins_with_messages, _read_mjai),
)
KINDS = tuple(one.kind for one in FORMATS)


def format_of(beginning: bytes) -> ForeignFormat | None:
    """Which format a file has that begins so; None where it has none of them.

    >>> format_of(b'<mjloggm ver="2.3">').kind, format_of(b'{"type":"start_game"}').kind
    ('tenhou', 'mjai')
    """
    return next((one for one in FORMATS if one.begins(beginning[:BEGINNING])), None)


def refuse_unless_short(content: bytes, source: str) -> bytes:
    """The content of a record, which is held in memory many times over while it is read.

    Raises:
        RecordError: it is longer than any game.
    """
    if len(content) > MAX_RECORD:
        raise RecordError(f"is longer than {MAX_RECORD:,} bytes: records of games are shorter", source)
    return content


def may_be_foreign(name: str) -> bool:
    """Whether a file of a folder or an archive is looked into, by its name."""
    return without_packing(name).lower().endswith(SUFFIXES)


def game_name(name: str) -> str:
    """What the game in a file is called."""
    name = without_packing(name)
    for ending in SUFFIXES:
        name = name.removesuffix(ending)
    return name or "game"


# -- games written for other programs -------------------------------------------------------------------------------

FORMS = ("tenhou6", "mjai")
"""The formats that are written."""


def write_foreign(bodies: Iterable[bytes], name: str, form: str, hand: int | None = None) -> tuple[bytes, list[str]]:
    """A game (or one hand of it) in a format of other programs, and what is lost by that. `name`: of the game.

    Raises:
        NotSayableError: it has something that the format cannot say.
    """
    from mjlog.formats.riichi import mjai_export, tenhou6_export
    from mjlog.formats.riichi.played import played_game

    rows = ((decode_event(body), None) for body in bodies)
    if form == "mjai":
        game = played_game(rows, name, hand, may_be_unseen=True)
        return b"".join(mjai_export.write_mjai(game, hand is None)), [*mjai_export.LOST, *game.lost]
    game = played_game(rows, name, hand, may_be_unseen=False)
    return b"".join(tenhou6_export.write_tenhou6(game)), [*tenhou6_export.LOST, *game.lost]
