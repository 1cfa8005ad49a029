"""Riichi games as other programs write them: mjlog XML and its client's text, tenhou/6, mjai.

Each format has a module that reads it; `tenhou6_export` and `mjai_export` write it. Source:
docs/lookup/riichi-records.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mjlog.events import decode_event
from mjlog.formats.foreign import Files, ForeignFormat, Written
from mjlog.log.records import GameRecord

_ENDINGS = (".xml", ".mjlog", ".txt", ".json", ".jsonl", ".mjson", ".log")
_BLANK = b"\xef\xbb\xbf \t\r\n"
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
    return beginning.lstrip(_BLANK).startswith(b"{") and _LOG_OF_HANDS.search(beginning) is not None


def _begins_with_messages(beginning: bytes) -> bool:
    return _MJAI.match(beginning.lstrip(_BLANK)) is not None


def _read_tenhou(game: str, source: str, files: Files) -> GameRecord:
    from mjlog.formats.riichi.tenhou import read_tenhou

    return read_tenhou(game, source, files[0][1])


def _read_tenhou6(game: str, source: str, files: Files) -> GameRecord:
    from mjlog.formats.riichi.tenhou6 import read_tenhou6

    return read_tenhou6(game, source, files[0][1])


def _read_mjai(game: str, source: str, files: Files) -> GameRecord:
    from mjlog.formats.riichi.mjai import read_mjai

    return read_mjai(game, source, files[0][1])


def _write_tenhou6(bodies: Iterable[bytes], name: str, hand: int | None) -> Written:
    from mjlog.formats.riichi import tenhou6_export
    from mjlog.formats.riichi.played import played_game

    game = played_game(((decode_event(body), None) for body in bodies), name, hand, may_be_unseen=False)
    return Written(b"".join(tenhou6_export.write_tenhou6(game)), [*tenhou6_export.LOST, *game.lost])


def _write_mjai(bodies: Iterable[bytes], name: str, hand: int | None) -> Written:
    from mjlog.formats.riichi import mjai_export
    from mjlog.formats.riichi.played import played_game

    game = played_game(((decode_event(body), None) for body in bodies), name, hand, may_be_unseen=True)
    return Written(b"".join(mjai_export.write_mjai(game, hand is None)), [*mjai_export.LOST, *game.lost])


TENHOU = ForeignFormat(
    "tenhou", "records of a riichi server: mjlog XML, or what one player's program received", _ENDINGS,
    _begins_with_a_tag, _read_tenhou, loses=("offers and notices", "clocks", "chat", "dice"),
)  # fmt: skip
TENHOU6 = ForeignFormat(
    "tenhou6", "tenhou/6, .json", _ENDINGS, _begins_with_hands, _read_tenhou6, write=_write_tenhou6
)
MJAI = ForeignFormat(
    "mjai", "messages of riichi programs, .jsonl", _ENDINGS, _begins_with_messages, _read_mjai, write=_write_mjai
)
