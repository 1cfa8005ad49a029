"""The play of a hand: deal, draws, discards, claims and kongs, message by message."""

from __future__ import annotations

from typing import Any

from mjlog import events as ev
from mjlog.formats.xmj.header import Header
from mjlog.formats.xmj.messages import Message
from mjlog.formats.xmj.reading import HandReader, MalformedError, chow_of
from mjlog.log.records import Where
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import FIRST_HONOR, Tile


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


class PlayConverter(HandReader):
    """Turns the messages of the play into events."""

    def __init__(self, header: Header, source: str) -> None:
        super().__init__(header, source)
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
            self._loose_in_the_deal(message.line)
        owed = self.owes.pop(seat, "kong")
        if not self._in_setup():
            self.source_of_last = "loose"
        # Where bonus tiles are replaced from the live wall, a loose tile can only be for a kong.
        for_bonus = owed == "bonus" and bool((self.header.options or {}).get("FlowersLoose"))
        kind = ev.BonusReplacement if for_bonus else ev.KongReplacement
        self.add(kind(seq=self.seq, seat=seat, tile=tile), message)

    def _loose_in_the_deal(self, line: int) -> None:
        """A loose tile stands where one of the deal is due, or the deal is over."""
        self.end_block(line)
        self.is_dealt = self.dealt >= _DEALT
        self.dealt += 1

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
        tiles = self._chow(message, tile) if kind == "chow" else (tile,) * {"pair": 2, "pung": 3, "kong": 4}[kind]
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
            "tiles": [one.value for one in tiles],
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

    def _chow(self, message: Message, tile: Tile) -> tuple[Tile, ...]:
        return chow_of(tile, self._steps(message, 2), message)

    def dangerous(self, message: Message) -> None:
        """`DangerousDiscard P SERIAL FLAG`: says it of the discard just taken."""
        taker, self.taker = self.taker, None
        if taker is None:
            raise MalformedError("out-of-place", "DangerousDiscard without a discard just taken", message.line)
        taker.dangerous = "unclear"
        seat, serial, flag = self.seat(message), self.serial(message, 1), self.number(message, 2)
        if flag not in (0, 1):
            raise MalformedError("bad-field", f"DangerousDiscard: the flag is {flag}; 0 or 1 is expected", message.line)
        if serial != max(self.serials, default=0) or not self._supplied_by(seat, serial):
            text = f"DangerousDiscard of player {message.words[0]}, number {serial}: not the discard just taken"
            raise MalformedError("danger-misjudged", text, message.line)
        taker.dangerous = "no-choice" if flag else "choice"
        first = self.taker_where.line if self.taker_where else message.line
        where = Where(first, named={"dangerous": message.line}, source=self.source)
        # Lines that could not be read may have come in between.
        number = next(number for number in reversed(range(len(self.rows))) if self.rows[number][0] is taker)
        self.rows[number] = (taker, where)

    def _supplied_by(self, seat: Seat, serial: int) -> bool:
        wanted = self.serials.get(serial)
        for row, _where in reversed(self.rows):
            if isinstance(row, ev.Discard | ev.Kong) and row.seq == wanted:
                return row.seat is seat
        return False

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
