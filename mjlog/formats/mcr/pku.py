"""The open data of a judge program's games: text, an act a line, a match after the other.

Source: docs/lookup/mcr-records.md#open-data-pku.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from mjlog.events import FROM_OTHERS, Claimed
from mjlog.formats.mcr.round import OWN_WALLS, PKU, FanAnnounced, Round, UnreadableError, announced
from mjlog.log.records import Fault, GameRecord
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import Tile

KIND = "pku"
CLAIMS: Mapping[str, Claimed] = {"chi": "chow", "peng": "pung", "gang": "kong", "hu": "mahjong"}
_LINE = re.compile(r"\r\n|\n|\r")
_ACT = re.compile(r"player\s+([0-3])\s+([a-z]+)((?:\s+\S+)*)\s*", re.IGNORECASE)
_IGNORED = re.compile(r"\bignore\s++", re.IGNORECASE)
_NEXT_IGNORED = re.compile(r"(?<!\s)\s++(?=player\s)", re.IGNORECASE)
_FAN = re.compile(r"(\d{1,9})(?:\s+(\S.*))?")
_NUMBERS = re.compile(r"-?\d{1,9}(?:\s+-?\d{1,9}){3}")
_TIMES = re.compile(r"([^*]*[^*\s])\s*+\*\s*+(\d{1,3})")
_LONGEST_NAME, _LONGEST_WORDS = 100, 500


class _Call(NamedTuple):
    """A call that was made, and was not the one to go before."""

    seat: Seat
    wanted: Claimed
    tile: Tile


def read_pku(_game: str, source: str, content: bytes) -> Iterator[GameRecord]:
    """The matches of a file, each a game."""
    for reader in _matches(_text(content)):
        script = reader.round
        if not reader.has_begun:
            script.fault("bad-event", f"match {shown(script.name, 60)} has nothing but its name", reader.line)
        if script.is_shared:
            words = (f"match {shown(script.name, 60)}: two players win one tile; duplicate play is no part of the "
                     "rules, and this match is not read")  # fmt: skip
            script.rows = [(Fault("bad-event", words), reader.line)]
        yield GameRecord(source, script.name, script.rows, "mcr", foreign=KIND)


def _text(content: bytes) -> str:
    """What a file says; the names of fans may be in the letters of another time."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("gb18030", "replace")


def _matches(text: str) -> Iterator[_Match]:
    match: _Match | None = None
    for number, line in enumerate(_LINE.split(text), start=1):
        words = line.split()
        if words[:1] == ["Match"]:
            if match is not None:
                yield match
            match = _Match(line.strip().removeprefix("Match").strip(), number)
        elif words:
            if match is None:
                match = _Match("", number)
            match.read(line.strip(), number)
    if match is not None:
        yield match


class _Match:
    """Reads the lines of one match. `line`: its first one."""

    def __init__(self, name: str, line: int) -> None:
        self.round = Round(shown(name, _LONGEST_NAME) or "match")
        self.line = line
        self.has_begun = False

    def read(self, text: str, line: int) -> None:
        """One line."""
        word, _, rest = text.partition(" ")
        try:
            handler = _LINES.get(word.casefold())
            if handler is None:
                raise UnreadableError
            if not self.has_begun and word.casefold() != "wind":
                self._begin(SEATS[0], line)
                self.round.remark("out-of-place", "a match goes on before its wind is told: east is taken for it", line)
            handler(self, rest.strip(), text, line)
        except UnreadableError:
            self.round.fault("bad-event", f"this is no line of a match: {shown(text, 200)}", line)

    def _begin(self, wind: Seat, line: int) -> None:
        self.has_begun = True
        self.round.begin(wind, self.line if self.round.seq == 1 else line, KIND, OWN_WALLS)

    def wind(self, rest: str, _text: str, line: int) -> None:
        """`Wind 2`."""
        if rest not in ("0", "1", "2", "3") or self.has_begun:
            raise UnreadableError
        self._begin(SEATS[int(rest)], line)

    def player(self, _rest: str, text: str, line: int) -> None:
        """`Player 1 Peng J1 Ignore Player 3 Chi B2`."""
        act, *ignored = map(str.rstrip, _IGNORED.split(text))
        calls = []
        for call in (ignored_call for part in ignored for ignored_call in _NEXT_IGNORED.split(part)):
            match = _ACT.fullmatch(call)
            wanted = CLAIMS.get(match[2].casefold()) if match is not None else None
            if match is None or wanted is None or len(match[3].split()) != 1:
                raise UnreadableError
            calls.append(_Call(SEATS[int(match[1])], wanted, _tile(match[3].strip())))
        match = _ACT.fullmatch(act)
        if match is None:
            raise UnreadableError
        seat, kind, tiles = SEATS[int(match[1])], match[2].casefold(), [_tile(name) for name in match[3].split()]
        handler = _ACTS.get(kind)
        if handler is None or (len(tiles) != 1 and kind != "deal"):
            raise UnreadableError
        is_own = kind == "hu" and self.round.source_of_win(seat) not in FROM_OTHERS
        # What is called is the tile that lies there; where none does, the one that the act gives.
        follows = self.round.given is None and (is_own or kind not in CLAIMS)
        if kind == "hu" and not is_own:
            self.round.claim(seat, "mahjong", line)
        for call in () if follows else calls:
            self.round.claim(call.seat, call.wanted, line, call.tile)
        handler(self.round, seat, tiles, line)
        for call in calls if follows else ():
            self.round.claim(call.seat, call.wanted, line, call.tile)

    def fan(self, rest: str, _text: str, line: int) -> None:
        """`Fan 9 混一色*1+箭刻*1`; the names may be lost."""
        match = _FAN.fullmatch(rest)
        if match is None or not self.round.winners:
            raise UnreadableError
        words = (match[2] or "").strip()[:_LONGEST_WORDS]
        matches = [_TIMES.fullmatch(term.strip()) for term in words.split("+")] if words else []
        named = [FanAnnounced(words) if times is None else FanAnnounced(times[1], int(times[2])) for times in matches]
        fields = announced(named, int(match[1]), words)
        self.round.score(self.round.winners[-1], fields, line)

    def score(self, rest: str, _text: str, line: int) -> None:
        """`Score -8 33 -17 -8`."""
        if _NUMBERS.fullmatch(rest) is None:
            raise UnreadableError
        self.round.settle([int(number) for number in rest.split()], line)

    def wash_out(self, rest: str, _text: str, line: int) -> None:
        """`Huang`."""
        if rest:
            raise UnreadableError
        self.round.wash_out(line)


_LINES: Mapping[str, Callable[[_Match, str, str, int], None]] = {
    "wind": _Match.wind, "player": _Match.player, "fan": _Match.fan, "score": _Match.score, "huang": _Match.wash_out,
}  # fmt: skip
_ACTS: Mapping[str, Callable[[Round, Seat, list[Tile], int], None]] = {
    "deal": lambda script, seat, tiles, line: script.deal(seat, tiles, line),
    "draw": lambda script, seat, tiles, line: script.draw(seat, tiles[0], line),
    "play": lambda script, seat, tiles, line: script.discard(seat, tiles[0], line),
    "chi": lambda script, seat, tiles, line: script.expose(seat, "chow", tiles[0], line),
    "peng": lambda script, seat, tiles, line: script.expose(seat, "pung", tiles[0], line),
    "gang": lambda script, seat, tiles, line: script.expose(seat, "kong", tiles[0], line),
    "angang": lambda script, seat, tiles, line: script.kong(seat, "concealed", tiles[0], line),
    "bugang": lambda script, seat, tiles, line: script.kong(seat, "added", tiles[0], line),
    "hu": lambda script, seat, tiles, line: script.win(seat, tiles[0], line),
}


def _tile(name: str) -> Tile:
    tile = PKU.get(name.upper())
    if tile is None:
        raise UnreadableError
    return tile
