"""The text of duplicate play (Portable Majiang Notation): tags in brackets, with all moves in one of them.

Source: docs/lookup/mcr-records.md#text-of-duplicate-play-pmn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.errors import OtherGameError
from mjlog.formats.mcr.round import OWN_WALLS, PMN, FanAnnounced, Round, UnreadableError, announced, fan_named
from mjlog.log.records import GameRecord
from mjlog.seats import SEATS, Seat
from mjlog.text import shown

KIND = "pmn"
_TAG = re.compile(r'\[\s*+(\w++)\s++"([^"]*+)"\s*+\]')
_ACT = re.compile(r"([TDCPABZR])([0-3])([a-z][0-9])|([HM])([0-3])")
_SUIT = re.compile(r"([a-z])([0-9]*+)")
_DRAWN = "z1"
"""What stands for the tile that was just drawn."""
_SETS: Mapping[str, Literal["chow", "pung", "kong"]] = {"C": "chow", "P": "pung", "Z": "kong"}
_ABOUT = ("Event", "Date", "Board", "Scoring")
"""What is kept of a record; who played where is not."""
_WINDS = {seat.value: seat for seat in SEATS}
_MOST_DIGITS, _LONGEST, _WITH_POINTS = 9, 100, 3


class _Tag(NamedTuple):
    """What a tag says, and on which line."""

    text: str
    line: int


Tags = Mapping[str, _Tag]


def read_pmn(game: str, source: str, content: bytes) -> Iterator[GameRecord]:
    """The hands of a file, each a game.

    Raises:
        OtherGameError: a hand of duplicate play has several winners, or totals that do not cancel.
    """
    for tags in _games(content.decode("utf-8-sig", "replace")):
        reader = _Reader(game, source, tags)
        reader.read()
        yield GameRecord(source, game, reader.script.rows, "mcr", foreign=KIND)


def _games(text: str) -> Iterator[Tags]:
    """The tags of each hand: one that stands there again begins another."""
    tags: dict[str, _Tag] = {}
    line, seen = 1, 0
    for match in _TAG.finditer(text):
        line, seen = line + text.count("\n", seen, match.start()), match.start()
        if match[1] in tags:
            yield tags
            tags = {}
        tags[match[1]] = _Tag(match[2], line)
    yield tags


class _Reader:
    """Reads one hand."""

    def __init__(self, game: str, source: str, tags: Tags) -> None:
        self.script = Round(game)
        self.source = source
        self.tags = tags

    def read(self) -> None:
        """The hand, from its tags."""
        wind = _WINDS.get(self._text("PWind").upper())
        has_bonus = re.search(r"f[0-9]", f"{self._text('Deal')} {self._text('Play')}") is not None
        options = OWN_WALLS if self.is_duplicate else {**OWN_WALLS, "walls": "shared"}
        about = {name.lower(): shown(self._text(name), _LONGEST) for name in _ABOUT if self._text(name)}
        self.script.begin(
            wind or Seat.E, self._line("PWind"), KIND,
            {**options, "bonus_tiles": has_bonus}, totals=self._numbers("Starting"), record=about,
        )  # fmt: skip
        if wind is None:
            self._fault("PWind", "says no wind: E, S, W or N")
        hands = self._text("Deal").split()
        if len(hands) != len(SEATS):
            self._fault("Deal", "has no four hands")
        for seat, hand in zip(SEATS, hands, strict=False):
            names = [letter + rank for letter, ranks in _SUIT.findall(hand) for rank in ranks]
            unknown = next((name for name in names if name not in PMN), None)
            if unknown is not None or _SUIT.sub("", hand) or {*re.findall("[a-z]", hand)} - {name[0] for name in PMN}:
                self._fault("Deal", f"has {shown(unknown or hand, 20)}, which is no tile")
            self.script.deal(seat, [PMN[name] for name in names if name in PMN], self._line("Deal"))
        self._play()
        self._end()

    def _line(self, name: str) -> int:
        return self.tags[name].line if name in self.tags else 1

    def _text(self, name: str) -> str:
        return self.tags[name].text.strip() if name in self.tags else ""

    @property
    def is_duplicate(self) -> bool:
        """Whether others played the same tiles: each seat draws from a wall of its own then."""
        return "duplicate" in self._text("Scoring").casefold()

    # -- the beginning --------------------------------------------------------------------------------------------

    def _fault(self, name: str, words: str) -> None:
        text = self._text(name)
        stands = f"[{name} {shown(text, 100)!r}] {words}" if name in self.tags else f"[{name} …] is missing"
        self.script.fault("bad-event", stands, self._line(name))

    def _numbers(self, name: str) -> list[int] | None:
        """The four numbers of a tag, East's first; None where there are no four."""
        words = self._text(name).split()
        are_numbers = all(re.fullmatch(rf"[-+]?[0-9]{{1,{_MOST_DIGITS}}}", word) for word in words)
        return [int(word) for word in words] if are_numbers and len(words) == len(SEATS) else None

    # -- the play -------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        text, at = self._text("Play"), 0
        if not text:
            self._fault("Play", "has no moves")
        for match in _ACT.finditer(text):
            if text[at : match.start()].strip():
                self._fault_at(text[at : match.start()])
            at = match.end()
            try:
                self._act(match[1] or "H", SEATS[int(match[2] or match[5])], match[3] or "")
            except UnreadableError:
                self._fault_at(match[0])
        if text[at:].strip():
            self._fault_at(text[at:])

    def _fault_at(self, text: str) -> None:
        words = f"{shown(text.strip(), 40)} in [Play …] is no move: an act, the seat 0 to 3, and a tile are expected"
        self.script.fault("bad-event", words, self._line("Play"))

    def _act(self, act: str, seat: Seat, name: str) -> None:
        script, line = self.script, self._line("Play")
        if act == "H":
            if script.source_of_win(seat) in ev.FROM_OTHERS:
                script.claim(seat, "mahjong", line)
            script.win(seat, script.drawn if script.drawer is seat else script.given_tile, line)
            return
        drawn = script.drawn if script.drawer is seat else None
        tile = drawn if name == _DRAWN else PMN.get(name)
        if tile is None:
            raise UnreadableError
        if act == "T":
            script.draw(seat, tile, line)
        elif act == "D":
            script.discard(seat, tile, line)
        elif act == "R":
            script.lay_out(seat, [tile], line)
        elif act in _SETS:
            script.expose(seat, _SETS[act], tile, line)
        else:
            script.kong(seat, "concealed" if act == "A" else "added", tile, line)

    # -- the end --------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        change, script = self._numbers("Result"), self.script
        if script.is_shared or (self.is_duplicate and change is not None and sum(change) != 0):
            what = "two players win one tile" if script.is_shared else "what was won and lost does not cancel"
            words = f"{what}: duplicate play is scored across tables, by rules that are not among these"
            raise OtherGameError(f"{self.source}:{self._line('Result')}: {words}; the hand is not read")
        if change is None:
            self._fault("Result", "has no four numbers")
        if not script.winners and change is not None and not any(change):
            script.add(ev.Washout(seq=script.seq, basis="inferred"), self._line("Result"))
        for seat, fan_text in zip(SEATS, self._text("Fan").split(), strict=False):
            if fan_text.casefold() != "none":
                self._score(seat, fan_text)
        if change is not None and (script.winners or not any(change)):
            script.settle(change, self._line("Result"))
        stated = self._numbers("Penalty") or [0] * len(SEATS)
        paying = [(seat, -number) for seat, number in zip(SEATS, stated, strict=True) if number < 0]
        gaining = {seat: number for seat, number in zip(SEATS, stated, strict=True) if number > 0}
        to = gaining if len(paying) == 1 and gaining else None
        # Those with less than nothing are fined, and pay those with more; or those with more are, where none has.
        for seat, amount in paying or gaining.items():
            fine = ev.Penalty(seq=script.seq, seat=seat, amount=amount, to=to, reason="penalty")
            script.add(fine, self._line("Penalty"))

    def _score(self, seat: Seat, words: str) -> None:
        """The fans of a winner: number, points and how often, or without the points."""
        fans: list[FanAnnounced] = []
        for part in words.split("."):
            numbers = part.split("/")
            is_told = len(numbers) in (2, _WITH_POINTS) and all(re.fullmatch(r"[0-9]{1,3}", text) for text in numbers)
            if not is_told or numbers[0] not in fan_named():
                self._fault("Fan", f"has {shown(part, 20)}, which is no fan with its points")
                return
            fans.append(
                FanAnnounced(numbers[0], int(numbers[-1]), int(numbers[1]) if len(numbers) == _WITH_POINTS else None)
            )
        self.script.score(seat, announced(fans), self._line("Fan"))
