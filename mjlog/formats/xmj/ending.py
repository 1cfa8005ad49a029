"""The end of a hand: the win, the hands laid down, scores and settlement, message by message."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.formats.xmj.breakdown import read_score, read_settlement
from mjlog.formats.xmj.messages import Message
from mjlog.formats.xmj.play import PlayConverter
from mjlog.formats.xmj.reading import chow_of, read_tile
from mjlog.log.records import Row, Where
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import Tile


class EndConverter(PlayConverter):
    """Turns the messages after the play into events."""

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
