"""Riichi games as other programs write them: mjlog XML and its client's text, tenhou/6, mjai.

Each format has a module that reads it; `tenhou6_export` and `mjai_export` write it. Source:
docs/lookup/riichi-records.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from mjlog.events import decode_event
from mjlog.formats.foreign import ForeignFormat, Written, read_by

if TYPE_CHECKING:
    from mjlog.formats.riichi.export import PlayedGame

_ENDINGS = (".xml", ".mjlog", ".txt", ".json", ".jsonl", ".mjson", ".log")
_BLANK = b"\xef\xbb\xbf \t\r\n"
_TAGS = frozenset(("mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU", "INIT", "HELO", "LN", "REJOIN", "JOIN"))
_MAY_BE_TAGS = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?+[\s\0]*+<|[^<>{]*?\b(?:Get|Send):")
_LOG_OF_HANDS = re.compile(rb'"log"\s*:\s*\[\s*\[(?!\s*\{)')
_MOVES_OF_HANDS = re.compile(rb'"log"\s*:\s*\[\s*\[\s*\{\s*"(?:qipai|zimo|dapai)"')
_RECORDS = re.compile(rb'"name"\s*:\s*"(?:\.lq\.)?Record(?:NewRound|DiscardTile|DealTile)"')
_HAND_OF_A_LOG = re.compile(rb"\[\s*\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]\s*,\s*\[")
_EDITOR = re.compile(rb"https?://[^\s#]{1,200}+#json=")
_MJAI = re.compile(
    rb'(?:\[\s*+)?+\{(?:[^\n]*?|[^{}]{0,4000}?)"type"\s*:\s*"(?:start_game|start_kyoku|haipai|tsumo|dahai|reach'
    rb'|reach_accepted|chi|pon|daiminkan|ankan|kakan|dora|hora|ryukyoku|end_kyoku|end_game)"'
)


def _begins_with_a_tag(beginning: bytes) -> bool:
    """Tags of a riichi server; before them may stand who sent a line, and what was sent to the server."""
    if _MAY_BE_TAGS.match(beginning) is None:
        return False
    from mjlog.formats.riichi.tags import ENTITIES, received, tokens

    read = tokens(received(beginning))
    return next((token.name in _TAGS for token in read if not token.text.startswith(ENTITIES)), False)


def _begins_with_hands(beginning: bytes) -> bool:
    text = beginning.lstrip(_BLANK + b"[")
    return _EDITOR.match(text) is not None or (text.startswith(b"{") and _LOG_OF_HANDS.search(text) is not None)


def _begins_with_moves(beginning: bytes) -> bool:
    text = beginning.lstrip(_BLANK + b"[")
    return text.startswith(b"{") and _MOVES_OF_HANDS.search(text) is not None


def _write_tenhou6(bodies: Iterable[bytes], name: str, hand: int | None) -> Written:
    from mjlog.formats.riichi import tenhou6_export as form

    game = _played(bodies, name, hand, may_be_unseen=False)
    return Written(b"".join(form.write_tenhou6(game)), [*form.LOST, *game.lost(form.CARRIED)])


def _write_mjai(bodies: Iterable[bytes], name: str, hand: int | None) -> Written:
    from mjlog.formats.riichi import mjai_export as form

    game = _played(bodies, name, hand, may_be_unseen=True)
    return Written(b"".join(form.write_mjai(game, hand is None)), [*form.LOST, *game.lost(form.CARRIED)])


def _write_majiang(bodies: Iterable[bytes], name: str, hand: int | None) -> Written:
    from mjlog.formats.riichi import majiang_export as form

    game = _played(bodies, name, hand, may_be_unseen=True)
    return Written(b"".join(form.write_majiang(game, hand is None)), [*form.LOST, *game.lost(form.CARRIED)])


def _played(bodies: Iterable[bytes], name: str, hand: int | None, may_be_unseen: bool) -> PlayedGame:
    from mjlog.formats.riichi.export import played_game

    return played_game(((decode_event(body), None) for body in bodies), name, hand, may_be_unseen)


TENHOU = ForeignFormat(
    "tenhou", "records of a riichi server: mjlog XML, or what one player's program received", _ENDINGS,
    _begins_with_a_tag, read_by("mjlog.formats.riichi.tenhou:read_tenhou"),
    loses=("offers and notices", "clocks", "chat", "dice"),
)  # fmt: skip
TENHOU6 = ForeignFormat(
    "tenhou6", "tenhou/6, .json, and addresses of its editor", _ENDINGS, _begins_with_hands,
    read_by("mjlog.formats.riichi.tenhou6:read_tenhou6"),
    write=_write_tenhou6, is_one_hand=lambda content: len(_HAND_OF_A_LOG.findall(
        unquote_to_bytes(content) if _EDITOR.search(content) is not None else content)) == 1,
)  # fmt: skip
MJAI = ForeignFormat(
    "mjai", "messages of riichi programs, .jsonl, or as one list", _ENDINGS,
    lambda beginning: _MJAI.match(beginning.lstrip(_BLANK)) is not None, read_by("mjlog.formats.riichi.mjai:read_mjai"),
    write=_write_mjai, is_one_hand=lambda beginning: beginning.count(b'"start_kyoku"') == 1,
)  # fmt: skip
MAJIANG = ForeignFormat(
    "majiang", "Majiang JSON, .json", _ENDINGS, _begins_with_moves,
    read_by("mjlog.formats.riichi.majiang:read_majiang"), write=_write_majiang,
    is_one_hand=lambda beginning: beginning.count(b'"qipai"') == 1,
)  # fmt: skip
MAJSOUL = ForeignFormat(
    "majsoul", "records of Mahjong Soul as plain JSON", _ENDINGS,
    lambda beginning: beginning.lstrip(_BLANK)[:1] in (b"{", b"[") and _RECORDS.search(beginning) is not None,
    read_by("mjlog.formats.riichi.majsoul:read_majsoul"),
    loses=("what could have been called", "clocks"),
    is_one_hand=lambda beginning: beginning.count(b"RecordNewRound") == 1,
)  # fmt: skip
