"""From the server's messages to events: every message that means something on the table becomes one.

Four draws of a block of the deal are one event, and the lines of a hand laid down are one `show`; all other events
are one message. Passes and losing claims are kept. What cannot be read is a `Fault` with its line.

The words under a hand's score and under the settlement are read as figures: `HandScore P TOTAL` goes on with a line for
each item, `Settlement E S W N` with a line for each payment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.events import ScoreItem
from mjlog.formats.xmj.header import SILENT, Header, Message, is_number
from mjlog.log.records import Fault, Row, Where
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import FIRST_HONOR, TILES, Tile

# -- reading ----------------------------------------------------------------------------------------------------------


class MalformedError(Exception):
    """A message whose words do not fit: what is wrong, and the line."""

    def __init__(self, code: str, text: str, line: int) -> None:
        super().__init__(text)
        self.code = code
        self.line = line


_SPELLED: dict[str, Tile] = {str(tile.value).upper(): tile for tile in TILES[:42]}


def read_tile(word: str, message: Message) -> Tile:
    """A tile as the server spells it (two capitals)."""
    tile = _SPELLED.get(word)
    if tile is None:
        raise MalformedError(
            "bad-field",
            f"{message.name}: {shown(word)!r} is no tile; tiles are written like 5B, EW, RD, 1F",
            message.line,
        )
    return tile


def read_number(word: str, message: Message) -> int:
    """A whole number of a sensible size."""
    if not is_number(word):
        raise MalformedError("bad-field", f"{message.name}: {shown(word)!r} is no number", message.line)
    return int(word)


def chow_of(tile: Tile, steps: tuple[int, ...], message: Message) -> tuple[Tile, ...]:
    """The chow in which a tile has this place."""
    rank = tile.kind % 9
    if tile.kind >= 27 or not (rank + steps[0] >= 0 and rank + steps[-1] <= 8):
        raise MalformedError("bad-field", f"{message.name}: no chow has {tile} in that place", message.line)
    return tuple(TILES[tile.kind + step] for step in steps)


# -- the play ---------------------------------------------------------------------------------------------------------


class HandLaid:
    """A hand being laid down, message by message. `numbers[i]` is the line of set i, and of the rest at the end."""

    def __init__(self, message: Message) -> None:
        self.first = message.line
        self.sets: list[tuple[Tile, ...]] = []
        self.rest: tuple[Tile, ...] | None = None
        self.numbers: list[int] = []
        self.completes: int | None = None

    def lay(self, tiles: tuple[Tile, ...], line: int) -> None:
        self.sets.append(tiles)
        self.numbers.append(line)

    def claimed(self, tiles: tuple[Tile, ...], line: int) -> None:
        self.completes = len(self.sets)
        self.lay(tiles, line)

    def leave(self, tiles: tuple[Tile, ...], line: int) -> None:
        self.rest = tiles
        self.numbers.append(line)


_BLOCK = 4
_DEALT = 13 * len(SEATS) + 1


# -- breakdowns -------------------------------------------------------------------------------------------------------


_DOUBLES = re.compile(r"(?<!\s)\s++(?P<n>\d++) dbl \(")
_LIMIT = re.compile(r"^(?:Limit Hand|[\d.e+]+ Limit)\s+(?P<n>\d+) \((?P<name>.*)\)$")
_OVER = re.compile(r"^score:\s+(?P<n>\d+) \(over limit\)$")
_POINTS = re.compile(r"(?<!\s)\s++(?P<n>\d++) \(")
_SUM = re.compile(r"^(?P<what>total pts|total dbls|SCORE:)\s+(?P<n>\d+)$")
_TILES = re.compile(r"^[0-9A-Z]{2}([-+][0-9A-Z]{2})+$")

_NAMES = {"East": Seat.E, "South": Seat.S, "West": Seat.W, "North": Seat.N}
_WHO = "East|South|West|North"
_PAYS = re.compile(rf"^(?P<a>{_WHO})\s+pays\s+(?P<b>{_WHO})\s+(?:\(for (?P<c>{_WHO})\s*\)\s+)?(?P<n>\d+)$")
_GAINS = re.compile(rf"^(?P<a>{_WHO})\s+(?P<how>GAINS|LOSES)\s+(?P<n>\d+)$")
_EVEN = re.compile(rf"^(?P<a>{_WHO})\s+and\s+(?P<b>{_WHO})\s+are even$")
_CANNON = re.compile(rf"^(?P<a>{_WHO})\s+let off a cannon$")


class UnreadableError(Exception):
    """A line of a breakdown that is none: `index` is its place among the lines."""

    def __init__(self, index: int, text: str) -> None:
        super().__init__(text)
        self.index = index
        self.text = text


class ScoreWords(msgspec.Struct):
    """What the words under a score say, and which text says each item and each sum."""

    items: list[ScoreItem] = msgspec.field(default_factory=list)
    item_texts: list[int] = msgspec.field(default_factory=list)
    sum_texts: dict[str, int] = msgspec.field(default_factory=dict)
    points: int | None = None
    doubles: int | None = None
    uncapped: int | None = None
    printed: int | None = None


def read_score(texts: tuple[str, ...]) -> ScoreWords:
    """The items and sums of a score's lines (the first without its `HandScore P TOTAL`).

    Raises:
        UnreadableError: a line is no item.
    """
    words = ScoreWords()
    for index, line in enumerate(texts):
        # The server escapes a leading blank with backslashes.
        text = line.lstrip("\\").rstrip()
        if not line.strip():
            continue
        if match := _SUM.match(text):
            name = {"total pts": "points", "total dbls": "doubles", "SCORE:": "printed"}[match["what"]]
            setattr(words, name, _number(match["n"], index, text))
            words.sum_texts[name] = index
        elif match := _OVER.match(text):
            words.uncapped = _number(match["n"], index, text)
            words.sum_texts["uncapped"] = index
        else:
            words.items.append(_read_item(index, text))
            words.item_texts.append(index)
    return words


def _read_item(index: int, text: str) -> ScoreItem:
    if match := _LIMIT.match(text.strip()):
        return ScoreItem(match["name"], limit=_number(match["n"], index, text))
    for what, expression in (("doubles", _DOUBLES), ("points", _POINTS)):
        if text.endswith(")") and (match := expression.search(text)):
            worth, tiles = {what: _number(match["n"], index, text)}, text[: match.start()].strip()
            return ScoreItem(text[match.end() : -1], **worth, tiles=tiles if _TILES.match(tiles) else None)
    raise UnreadableError(index, text)


def _number(digits: str, index: int, text: str) -> int:
    if len(digits) > 12:
        raise UnreadableError(index, text)
    return int(digits)


class SettlementWords(msgspec.Struct):
    """What the words under a settlement say: payments, each player's sum, who let off a cannon; and where."""

    payments: list[tuple[Seat, Seat, int]] = msgspec.field(default_factory=list)
    payment_texts: list[int] = msgspec.field(default_factory=list)
    sum_texts: dict[str, int] = msgspec.field(default_factory=dict)
    sums: dict[Seat, int] = msgspec.field(default_factory=dict)
    cannon: Seat | None = None


def read_settlement(texts: tuple[str, ...]) -> SettlementWords:
    """The payments of a settlement's lines (the first without its figures).

    Raises:
        UnreadableError: a line is no payment.
    """
    words = SettlementWords()
    for index, text in enumerate(texts):
        text = text.strip()
        if match := _PAYS.match(text):
            words.payments.append((_NAMES[match["a"]], _NAMES[match["b"]], _number(match["n"], index, text)))
            words.payment_texts.append(index)
        elif match := _GAINS.match(text):
            sign = 1 if match["how"] == "GAINS" else -1
            words.sums[_NAMES[match["a"]]] = sign * _number(match["n"], index, text)
            words.sum_texts[f"sum {_NAMES[match['a']].value}"] = index
        elif match := _CANNON.match(text):
            words.cannon = _NAMES[match["a"]]
            words.sum_texts["cannon"] = index
        elif text and not _EVEN.match(text):
            raise UnreadableError(index, text)
    return words


# -- a session --------------------------------------------------------------------------------------------------------


MOST_FAULTS = 50
"""Unreadable lines of one file that are reported; after them the rest of the file is passed over."""


class HandConverter:
    """Turns a whole hand history, message by message, into rows. `seq` is the number of the next event."""

    def __init__(self, header: Header, source: str) -> None:
        self.header = header
        self.source = source
        self.rows: list[Row] = []
        self.seq = header.next_seq
        self.dealt = 0
        self.is_dealt = False
        self.block: list[Tile] = []
        self.block_lines: list[int] = []
        self.block_seat: Seat | None = None
        self.serials: dict[int, int] = {}
        self.declared = 0
        self.owes: dict[Seat, str] = {}
        self.source_of_last = "deal"
        self.winner: Seat | None = None
        self.shows: dict[Seat, HandLaid] = {}
        self.taker: ev.Expose | ev.Mahjong | None = None
        self.taker_where: Where | None = None

    def read(self, message: Message) -> None:
        """Turn one message into events."""
        try:
            handler = _HANDLERS.get(message.name)
            if handler is not None and message.name not in _IN_THE_DEAL:
                self.end_deal(message.line)
            if handler is not None:
                handler(self, message)
            elif message.name not in SILENT:
                raise MalformedError("bad-event", f"no message {shown(message.name)!r} is known", message.line)
        except MalformedError as error:
            self.fault(error.code, str(error), error.line)
        except UnreadableError as error:
            line = message.lines[error.index] if error.index < len(message.lines) else message.line
            self.fault("bad-field", f"{message.name}: {shown(error.text)!r} is no item of it", line)

    # -- reading words ----------------------------------------------------------------------------------------

    def seat(self, message: Message, index: int = 0) -> Seat:
        """The seat of the player whose number is the word at `index`."""
        word = self.word(message, index)
        seat = self.header.seats.get(word)
        if seat is None:
            text = f"{message.name} of player {shown(word)}: players are 1 to 4"
            raise MalformedError("bad-field", text, message.line)
        return seat

    def word(self, message: Message, index: int) -> str:
        """The word at `index`."""
        if index >= len(message.words):
            text = f"{message.name} breaks off: {index + 1} words are expected"
            raise MalformedError("bad-field", text, message.line)
        return message.words[index]

    def tile(self, message: Message, index: int) -> Tile:
        """The tile at `index`, as the server spells tiles."""
        return read_tile(self.word(message, index), message)

    def number(self, message: Message, index: int) -> int:
        """The whole number at `index`."""
        return read_number(self.word(message, index), message)

    def serial(self, message: Message, index: int) -> int:
        """The number of a move, at `index`: none is below 0."""
        number = self.number(message, index)
        if number < 0:
            raise MalformedError("bad-field", f"{message.name}: {number} is the number of no move", message.line)
        return number

    # -- writing events ---------------------------------------------------------------------------------------

    def add(self, event: ev.Event, message: Message, lines: tuple[int, ...] = ()) -> None:
        """Append an event read from a message."""
        self.rows.append((event, Where(message.line, lines, source=self.source)))
        self.seq += 1

    def fault(self, code: str, text: str, line: int) -> None:
        """Append a fault."""
        self.rows.append((Fault(code, text), Where(line, source=self.source)))

    # -- the deal and draws -----------------------------------------------------------------------------------

    def draws(self, message: Message) -> None:
        """`PlayerDraws P T`: the deal at first, then a tile from the live wall."""
        seat, tile = self.seat(message), self.tile(message, 1)
        if not self.is_dealt:
            self.deal_tile(seat, tile, message)
            return
        self.owes.pop(seat, None)
        self.source_of_last = "deal" if self._in_setup() else "wall"
        self.add(ev.Draw(seq=self.seq, seat=seat, tile=tile), message)

    def deal_tile(self, seat: Seat, tile: Tile, message: Message) -> None:
        """One tile of the deal: a block ends when it is full, or when another player takes a tile."""
        if self.block and seat is not self.block_seat:
            self.end_block(message.line)
        self.block_seat = seat
        self.block.append(tile)
        self.block_lines.append(message.line)
        self.dealt += 1
        full = _BLOCK if self.dealt <= 3 * _BLOCK * len(SEATS) else 1
        if len(self.block) >= full:
            self.end_block(message.line + 1)

    def end_deal(self, next_line: int) -> None:
        """The play begins: what is drawn from now on is no tile of the deal."""
        self.end_block(next_line)
        self.is_dealt = True

    def end_block(self, next_line: int) -> None:
        """The block of the deal is taken; `next_line` is where a missing tile would have stood."""
        if self.block_seat is None:
            return
        event = ev.Deal(seq=self.seq, seat=self.block_seat, tiles=tuple(self.block))
        where = Where(self.block_lines[0], (*self.block_lines, next_line), source=self.source)
        self.rows.append((event, where))
        self.seq += 1
        self.block, self.block_lines, self.block_seat = [], [], None

    def draws_loose(self, message: Message) -> None:
        """`PlayerDrawsLoose P T`: for a bonus tile, or for a kong."""
        seat, tile = self.seat(message), self.tile(message, 1)
        if not self.is_dealt:
            # A loose tile stands where one of the deal is due, or the deal is over
            self.end_block(message.line)
            self.is_dealt = self.dealt >= _DEALT
            self.dealt += 1
        owed = self.owes.pop(seat, "kong")
        if not self._in_setup():
            self.source_of_last = "loose"
        # Where bonus tiles are replaced from the live wall, a loose tile can only be for a kong.
        for_bonus = owed == "bonus" and bool((self.header.options or {}).get("FlowersLoose"))
        kind = ev.BonusReplacement if for_bonus else ev.KongReplacement
        self.add(kind(seq=self.seq, seat=seat, tile=tile), message)

    def _in_setup(self) -> bool:
        return 0 <= self.declared < len(SEATS)

    def declares_special(self, message: Message) -> None:
        """`PlayerDeclaresSpecial P T`: a bonus tile laid out; `--` ends the player's declaring after the deal."""
        seat = self.seat(message)
        if self.word(message, 1) == "--":
            if 0 <= self.declared < len(SEATS) and seat is SEATS[self.declared]:
                self.declared += 1
                return
            due = SEATS[self.declared] if self.declared < len(SEATS) else "nobody"
            if self.declared < 0:
                return
            self.declared = -1
            text = f"{seat} ends the declaring of bonus tiles: {due} is next"
            raise MalformedError("out-of-place", text, message.line)
        self.owes[seat] = "bonus"
        self.add(ev.Bonus(seq=self.seq, seat=seat, tiles=(self.tile(message, 1),)), message)

    # -- discards and claims ----------------------------------------------------------------------------------

    def discards_tile(self, message: Message) -> None:
        """`PlayerDiscards P T SERIAL CALL`."""
        self.taker = None
        seat, tile, serial = self.seat(message), self.tile(message, 1), self.serial(message, 2)
        called = self.number(message, 3)
        if called not in (0, 1):
            raise MalformedError("bad-field", f"PlayerDiscards: the call is {called}; 0 or 1 is expected", message.line)
        event = ev.Discard(seq=self.seq, seat=seat, tile=tile, calling=True if called else None, number=serial)
        self.serials[serial] = self.seq
        self.add(event, message)

    def passes(self, message: Message) -> None:
        """`PlayerDoesntClaim P SERIAL …`."""
        serial = self.serial(message, 1)
        self.add(ev.Pass(seq=self.seq, seat=self.seat(message), number=serial), message)

    def claims(self, message: Message) -> None:
        """`PlayerClaimsPung/Kong/Chow/MahJong P SERIAL …`."""
        wanted = message.name.removeprefix("PlayerClaims").lower()
        serial = self.serial(message, 1)
        fields: dict[str, Any] = {
            "seq": self.seq, "type": "claim", "seat": self.seat(message).value, "for": wanted, "number": serial,
        }  # fmt: skip
        if wanted == "chow" and self.word(message, 2) != "AnyPos":
            claimed = self._latest_discard()
            steps = self._steps(message, 2)
            # What cannot be a chow at all, or answers another discard, is judged by the rules of claims.
            if claimed is not None and claimed.kind < FIRST_HONOR and serial == max(self.serials, default=0):
                fields["tiles"] = [tile.value for tile in chow_of(claimed, steps, message)]
        self.add(ev.convert_event(fields), message)

    def _steps(self, message: Message, index: int) -> tuple[int, ...]:
        """Where a tile stands in its chow, as steps from it to the three tiles."""
        word = self.word(message, index)
        steps = {"Lower": (0, 1, 2), "Middle": (-1, 0, 1), "Upper": (-2, -1, 0)}.get(word)
        if steps is None:
            text = f"{message.name}: {shown(word)!r} places no tile in a chow"
            raise MalformedError("bad-field", text, message.line)
        return steps

    def _latest_discard(self) -> Tile | None:
        for row, _where in reversed(self.rows):
            if isinstance(row, ev.Discard):
                return row.tile
        return None

    def takes_set(self, message: Message) -> None:
        """`PlayerPungs/Kongs/Chows/Pairs P T …`: the claim that got the tile, or what a win completes."""
        seat, tile = self.seat(message), self.tile(message, 1)
        kind = {"PlayerPungs": "pung", "PlayerKongs": "kong", "PlayerChows": "chow", "PlayerPairs": "pair"}[
            message.name
        ]
        if kind == "chow" and self.word(message, 2) == "AnyPos":
            return
        tiles = (tile,) * {"pair": 2, "pung": 3, "kong": 4}.get(kind, 0)
        if kind == "chow":
            tiles = chow_of(tile, self._steps(message, 2), message)
        if self.winner is seat:
            self.show_of(seat, message).claimed(tiles, message.line)
            return
        if kind == "kong":
            self.owes[seat] = "kong"
        fields = {
            "seq": self.seq,
            "type": "expose",
            "seat": seat.value,
            "kind": kind,
            "tiles": [known_tile.value for known_tile in tiles],
        }
        event = ev.convert_event(fields)
        assert isinstance(event, ev.Expose)
        self.source_of_last = "discard"
        self.add(event, message)
        if self.winner is None:
            self._took(event)

    def _took(self, event: ev.Expose | ev.Mahjong) -> None:
        self.taker = event
        where = self.rows[-1][1]
        self.taker_where = where if isinstance(where, Where) else None

    def dangerous(self, message: Message) -> None:
        """`DangerousDiscard P SERIAL FLAG`: says it of the discard just taken."""
        taker, self.taker = self.taker, None
        if taker is None:
            raise MalformedError("out-of-place", "DangerousDiscard without a discard just taken", message.line)
        taker.dangerous = "unclear"
        seat, serial, flag = self.seat(message), self.serial(message, 1), self.number(message, 2)
        if flag not in (0, 1):
            raise MalformedError("bad-field", f"DangerousDiscard: the flag is {flag}; 0 or 1 is expected", message.line)
        given = (row for row, _where in reversed(self.rows) if isinstance(row, ev.Discard | ev.Kong))
        supplier = next((row.seat for row in given if row.seq == self.serials.get(serial)), None)
        if serial != max(self.serials, default=0) or supplier is not seat:
            text = f"DangerousDiscard of player {message.words[0]}, number {serial}: not the discard just taken"
            raise MalformedError("danger-misjudged", text, message.line)
        taker.dangerous = "no-choice" if flag else "choice"
        first = self.taker_where.line if self.taker_where else message.line
        where = Where(first, named={"dangerous": message.line}, source=self.source)
        # Lines that could not be read may have come in between.
        number = next(number for number in reversed(range(len(self.rows))) if self.rows[number][0] is taker)
        self.rows[number] = (taker, where)

    # -- kongs ------------------------------------------------------------------------------------------------

    def makes_kong(self, message: Message) -> None:
        """`PlayerDeclaresClosedKong P T SERIAL`, `PlayerAddsToPung P T SERIAL`."""
        seat, tile, serial = self.seat(message), self.tile(message, 1), self.serial(message, 2)
        self.serials[serial] = self.seq
        self.owes[seat] = "kong"
        tiles = (tile,) * 4
        if message.name == "PlayerAddsToPung":
            self.add(ev.Kong(seq=self.seq, seat=seat, kind="added", tiles=tiles, number=serial), message)
        else:
            self.add(ev.Kong(seq=self.seq, seat=seat, kind="concealed", tiles=tiles, number=serial), message)

    def show_of(self, seat: Seat, message: Message) -> HandLaid:
        """The hand of a seat that is being laid down."""
        if seat not in self.shows:
            self.shows[seat] = HandLaid(message)
        return self.shows[seat]

    # -- the end ------------------------------------------------------------------------------------------------

    def mahjongs(self, message: Message) -> None:
        """`PlayerMahJongs P T`: T self-drawn, `--` for a discard or the dealt hand; `PlayerRobsKong P T`."""
        seat, word = self.seat(message), self.word(message, 1)
        tile: Tile | None = None if word == "--" else read_tile(word, message)
        if message.name == "PlayerRobsKong":
            source = "kong"
        elif tile is None:
            tile = self._latest_discard()
            source = "deal" if tile is None else "discard"
        else:
            source = self.source_of_last if self.source_of_last in ("deal", "loose") else "wall"
        fields = {"seq": self.seq, "type": "mahjong", "seat": seat.value, "source": source}
        if tile is not None:
            fields["tile"] = tile.value
        event = ev.convert_event(fields)
        assert isinstance(event, ev.Mahjong)
        self.winner = seat
        self.add(event, message)
        self._took(event)

    def washes_out(self, message: Message) -> None:
        """`WashOut REASON`."""
        self.add(ev.Washout(seq=self.seq, reason=shown(" ".join(message.words), 200) or None), message)

    def forms_closed(self, message: Message) -> None:
        """`PlayerFormsClosedPung/Chow/Pair P T`: a concealed set is laid down (a chow by its lowest tile)."""
        seat, tile = self.seat(message), self.tile(message, 1)
        kind = message.name.removeprefix("PlayerFormsClosed")
        size = {"Pair": 2, "Pung": 3, "Chow": 0}[kind]
        tiles = (tile,) * size if size else chow_of(tile, (0, 1, 2), message)
        self.show_of(seat, message).lay(tiles, message.line)

    def forms_special(self, message: Message) -> None:
        """`PlayerFormsClosedSpecialSet P T …` and `PlayerSpecialSet P TILE T …`: thirteen wonders."""
        seat = self.seat(message)
        tiles = tuple(read_tile(word, message) for word in message.words[1:])
        lines = self.show_of(seat, message)
        if message.name == "PlayerSpecialSet":
            lines.claimed(tiles, message.line)
        else:
            lines.lay(tiles, message.line)

    def shows_tiles(self, message: Message) -> None:
        """`PlayerShowsTiles P T…`: what is left over."""
        seat = self.seat(message)
        tiles = tuple(read_tile(word, message) for word in message.words[1:] if word != "--")
        self.show_of(seat, message).leave(tiles, message.line)
        self.flush_show(seat)

    def flush_show(self, seat: Seat) -> None:
        """A hand is laid down completely."""
        lines = self.shows.pop(seat, None)
        if lines is None:
            return
        event = ev.Show(seq=self.seq, seat=seat, sets=tuple(lines.sets), rest=lines.rest, completes=lines.completes)
        self.rows.append((event, Where(lines.first, tuple(lines.numbers), source=self.source)))
        self.seq += 1

    def hand_score(self, message: Message) -> None:
        """`HandScore P TOTAL` and its items."""
        seat, total = self.seat(message), self.number(message, 1)
        self.flush_show(seat)
        first = message.texts[0].split(None, 3) if message.texts else ["", "", "", " ".join(message.words[2:])]
        words = read_score((first[3] if len(first) > 3 else "", *message.texts[1:]))
        event = ev.Score(
            seq=self.seq, seat=seat, total=total, points=words.points, doubles=words.doubles,
            items=tuple(words.items), uncapped=words.uncapped,
            printed=words.printed if words.printed != total else None,
        )  # fmt: skip
        self.rows.append((event, self._where(message, words.item_texts, words.sum_texts)))
        self.seq += 1

    def _where(self, message: Message, parts: list[int], named: dict[str, int]) -> Where:
        def line(text: int) -> int:
            return message.lines[text] if text < len(message.lines) else message.line

        lines = tuple(line(text) for text in parts)
        return Where(message.line, lines, {name: line(text) for name, text in named.items()}, self.source)

    def settles(self, message: Message) -> None:
        """`Settlement E S W N` and its payments."""
        change = {seat: self.number(message, index) for index, seat in enumerate(SEATS)}
        first = message.texts[0].split(None, 5) if message.texts else ["Settlement", *message.words]
        words = read_settlement((first[5] if len(first) > 5 else "", *message.texts[1:]))
        stated = words.sums if words.sums != change else None
        event = ev.Settlement(
            seq=self.seq, change=change, payments=tuple(words.payments), stated=stated, cannon=words.cannon
        )
        self.rows.append((event, self._where(message, words.payment_texts, words.sum_texts)))
        self.seq += 1

    def finish(self, last_line: int) -> list[Row]:
        """The file ends: what was being gathered is written."""
        if self.block:
            self.end_block(last_line + 1)
        for seat in list(self.shows):
            self.flush_show(seat)
        return self.rows


_IN_THE_DEAL = ("PlayerDraws", "PlayerDrawsLoose", "WashOut")
"""After any other message of the play the deal is over, with however many tiles."""
_HANDLERS: dict[str, Callable[[HandConverter, Message], None]] = {
    "PlayerDraws": HandConverter.draws,
    "PlayerDrawsLoose": HandConverter.draws_loose,
    "PlayerDeclaresSpecial": HandConverter.declares_special,
    "PlayerDiscards": HandConverter.discards_tile,
    "PlayerDoesntClaim": HandConverter.passes,
    "PlayerClaimsPung": HandConverter.claims,
    "PlayerClaimsKong": HandConverter.claims,
    "PlayerClaimsChow": HandConverter.claims,
    "PlayerClaimsMahJong": HandConverter.claims,
    "PlayerPungs": HandConverter.takes_set,
    "PlayerKongs": HandConverter.takes_set,
    "PlayerChows": HandConverter.takes_set,
    "PlayerPairs": HandConverter.takes_set,
    "PlayerSpecialSet": HandConverter.forms_special,
    "DangerousDiscard": HandConverter.dangerous,
    "PlayerDeclaresClosedKong": HandConverter.makes_kong,
    "PlayerAddsToPung": HandConverter.makes_kong,
    "PlayerRobsKong": HandConverter.mahjongs,
    "PlayerMahJongs": HandConverter.mahjongs,
    "PlayerFormsClosedPung": HandConverter.forms_closed,
    "PlayerFormsClosedChow": HandConverter.forms_closed,
    "PlayerFormsClosedPair": HandConverter.forms_closed,
    "PlayerFormsClosedSpecialSet": HandConverter.forms_special,
    "PlayerShowsTiles": HandConverter.shows_tiles,
    "WashOut": HandConverter.washes_out,
    "HandScore": HandConverter.hand_score,
    "Settlement": HandConverter.settles,
}


def convert(header: Header, messages: Iterator[Message], source: str) -> list[Row]:
    """The rows of the play of one hand, after its header."""
    converter = HandConverter(header, source)
    last = 1
    faults = 0
    for message in messages:
        last = message.line
        before = len(converter.rows)
        converter.read(message)
        faults += sum(1 for row, _where in converter.rows[before:] if isinstance(row, Fault))
        if faults >= MOST_FAULTS:
            converter.fault("bad-event", f"{faults} lines could not be read: the rest of the file is passed over", last)
            break
    rows = converter.finish(last)
    header.next_seq = converter.seq
    return rows
