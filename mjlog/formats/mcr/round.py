"""What all records of competition rules have in common: how tiles and fans are named, and how a hand becomes events.

The formats differ in how an act is written down, and not in what it is.
Source: docs/lookup/mcr-records.md, mcr/count-6.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from mjlog import events as ev
from mjlog.formats.foreign import Script
from mjlog.log.records import Fault
from mjlog.seats import SEATS, Seat
from mjlog.tiles import ANY_FLOWER, FIRST_BONUS, FIRST_DRAGON, FIRST_HONOR, PLAIN_KINDS, TILES, Tile, is_major

_KINDS = {
    "b": range(9), "c": range(9, 18), "d": range(18, 27), "w": range(FIRST_HONOR, FIRST_DRAGON),
    "r": range(FIRST_DRAGON, PLAIN_KINDS), "f": range(FIRST_BONUS, ANY_FLOWER),
}  # fmt: skip
_OF_PROGRAMS = {"W": "c", "T": "b", "B": "d", "F": "w", "J": "r", "H": "f"}
"""Letters of the open data and of the judge program, with those of the text of duplicate play."""
PMN: Mapping[str, Tile] = {
    f"{letter}{number}": TILES[kind] for letter, kinds in _KINDS.items() for number, kind in enumerate(kinds, start=1)
}
"""The tile of each name in the text of duplicate play: `c1` 1 of characters, `w2` south, `r1` red dragon."""
PKU: Mapping[str, Tile] = {
    f"{letter}{name[1]}": tile for letter, ours in _OF_PROGRAMS.items() for name, tile in PMN.items() if name[0] == ours
}
"""The tile of each name in the open data: `W1` 1 of characters, `F2` south, `J1` red dragon, `H5` the first season."""
PKU_OF: Mapping[Tile, str] = {tile: name for name, tile in PKU.items()}


class Fan(NamedTuple):
    """A fan as records name it: its number, its id, its Chinese name, and its points."""

    number: int
    id: str
    name: str
    points: int


_NAMED = re.compile(r"\(([^()]+)\)")
_NUMBERED = re.compile(r"fan (\d+)")


@functools.cache
def fans() -> tuple[Fan, ...]:
    """All fans of the competition rules, as their document names them."""
    from mjlog.rulesets import default_rules  # takes longer to import than most records to read

    rules = default_rules("mcr")
    by_number: dict[int, Fan] = {}
    for row in rules.ruleset.tables["scoring"]["item"]:
        info = rules.ruleset.rule(row["rule"])
        number = _NUMBERED.fullmatch(info.source) if info is not None else None
        name = _NAMED.search(info.text) if info is not None else None
        if number is not None and name is not None:
            points = row["points"] if "points" in row else rules.options[row["option"]]
            # Several rows may count one fan, each in other hands.
            by_number.setdefault(int(number[1]), Fan(int(number[1]), row["id"], name[1], points))
    return tuple(by_number.values())


@functools.cache
def fan_named() -> Mapping[str, Fan]:
    """Fans by what records call them: the Chinese name, or the number."""
    return {name: fan for fan in fans() for name in (fan.name, str(fan.number))}


class FanAnnounced(NamedTuple):
    """A fan as the record announces it: its name or number, how often it counts, and its points where they are
    stated."""

    name: str
    times: int = 1
    points: int | None = None


def announced(fans_counted: Iterable[FanAnnounced], total: int | None = None, words: str = "") -> dict[str, Any]:
    """The fields of a score: the fans that are told, and the total, if it is not their sum. Where one is not known, the
    `words` stand for all.

    >>> announced([FanAnnounced("混一色"), FanAnnounced("73", 2)])["items"]
    [{'name': 'half-flush', 'points': 6}, {'name': 'pung-of-terminals-or-honors', 'points': 2}]
    >>> announced([FanAnnounced("???")], 8, "???*1")
    {'total': 8, 'words': ('???*1',)}
    """
    named, items = fan_named(), list[dict[str, Any]]()
    for fan_counted in fans_counted:
        if fan_counted.name not in named:
            return {"total": total or 0, **({"words": (words,)} if words else {})}
        fan = named[fan_counted.name]
        points = fan.points if fan_counted.points is None else fan_counted.points
        items.append({"name": fan.id, "points": fan_counted.times * points})
    due = sum(item["points"] for item in items)
    return {"total": due if total is None else total, **({"items": items} if items else {})}


RULESET = "mcr"
PLAYERS = ("east", "south", "west", "north")
"""Names of players are not taken over."""
OWN_WALLS: Mapping[str, Any] = {"walls": "own", "bonus_tiles": False}
"""The options of games that a judge program deals: each seat draws from a wall of its own, without flowers."""
SIZES = {"chow": 3, "pung": 3, "kong": 4}
_BEFORE = "the hands before this one are not recorded"


class UnreadableError(Exception):
    """A part of a record that says nothing."""


class Round(Script):
    """One hand, which is a game. `name`: the game's id.

    `given`: who has discarded a tile, or added it to a pung, that can still be claimed, and `given_tile` which;
    `given_by`: how. `drawer`: who has drawn a tile and not discarded since, `drawn` which, `source` from where.
    `replaced`: whose kong waits for a tile, and `owed`: how many tiles each seat has for bonus tiles. `winners`: who
    has won, in order; `is_shared`: two have won one tile, as in duplicate play (mcr/duplicate-1). `held`: the concealed
    tiles of each seat, as far as acts and deal agree.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.given: Seat | None = None
        self.given_tile: Tile | None = None
        self.given_by: Literal["discard", "kong"] = "discard"
        self.drawer: Seat | None = None
        self.drawn: Tile | None = None
        self.source: Literal["wall", "loose"] = "wall"
        self.replaced: Seat | None = None
        self.owed = dict.fromkeys(SEATS, 0)
        self.held: dict[Seat, list[Tile]] = {seat: [] for seat in SEATS}
        self.winners: list[Seat] = []
        self.is_shared = False

    # -- the beginning --------------------------------------------------------------------------------------------

    def begin(
        self, wind: Seat, line: int, kind: str, options: Mapping[str, Any], has_passes: bool = False,
        totals: Sequence[int] | None = None, record: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """The hand begins. Its wind says which hand of a game it is; the others are not recorded."""
        about = {"format": kind, **(record or {})}
        start = ev.GameStart(
            seq=self.seq, game=self.name, ruleset=RULESET, options=dict(options), players=PLAYERS, record=about
        )
        self.add(start, line)
        self.add(ev.Gap(seq=self.seq, text=_BEFORE), line)
        stated = None if totals is None else dict(zip(PLAYERS, totals, strict=True))
        seats = dict(zip(SEATS, PLAYERS, strict=True))
        every: tuple[Literal["pass"]] | None = ("pass",) if has_passes else None
        self.add(ev.HandStart(seq=self.seq, hand=1, round=wind, seats=seats, every=every, totals=stated), line)

    def deal(self, seat: Seat, tiles: Sequence[Tile], line: int) -> None:
        """A hand is dealt, as a whole."""
        self.held[seat] += tiles
        self.add(ev.Deal(seq=self.seq, seat=seat, tiles=tuple(tiles)), line)

    # -- tiles ----------------------------------------------------------------------------------------------------

    def draw(self, seat: Seat, tile: Tile, line: int) -> None:
        """A tile is drawn; after a kong, or a bonus tile laid out, it replaces that."""
        self.held[seat].append(tile)
        self.source = "loose"
        if self.owed[seat]:
            self.owed[seat] -= 1
            self.add(ev.BonusReplacement(seq=self.seq, seat=seat, tile=tile), line)
        elif self.replaced is seat:
            self.add(ev.KongReplacement(seq=self.seq, seat=seat, tile=tile), line)
        else:
            self.source = "wall"
            self.add(ev.Draw(seq=self.seq, seat=seat, tile=tile), line)
        self.drawer, self.drawn, self.given, self.replaced = seat, tile, None, None

    def lay_out(self, seat: Seat, tiles: Sequence[Tile], line: int) -> None:
        """Flowers or seasons are laid out."""
        self._put(seat, tiles)
        self.owed[seat] += len(tiles)
        self.add(ev.Bonus(seq=self.seq, seat=seat, tiles=tuple(tiles)), line)

    def discard(self, seat: Seat, tile: Tile, line: int) -> None:
        """A tile is discarded."""
        self._put(seat, [tile])
        self.add(ev.Discard(seq=self.seq, seat=seat, tile=tile), line)
        self._give(seat, tile, "discard")
        self.replaced = None

    def _put(self, seat: Seat, tiles: Iterable[Tile]) -> None:
        """Tiles leave a hand."""
        for tile in tiles:
            if tile in self.held[seat]:
                self.held[seat].remove(tile)

    def _give(self, seat: Seat, tile: Tile, how: Literal["discard", "kong"]) -> None:
        self.given, self.given_tile, self.given_by, self.drawer = seat, tile, how, None

    # -- calls ----------------------------------------------------------------------------------------------------

    def pass_(self, seat: Seat, line: int) -> None:
        """A player lets the tile go."""
        self.add(ev.Pass(seq=self.seq, seat=seat), line)

    def claim(self, seat: Seat, wanted: ev.Claimed, line: int, tile: Tile | None = None) -> None:
        """A call. `tile`: of the set that a call in vain was for, of a chow the middle one; where another tile lies
        open, that is a fault."""
        tiles = set_of(wanted, tile) if tile is not None and wanted != "mahjong" else ()
        due = self.given_tile
        if self.given is not None and tile is not None and due is not None and due not in (*tiles, tile):
            words = f"{seat}'s call of {tile} for a {wanted}: the tile that lies open is {due}"
            self.remark("claim-not-open", words, line, due.value, tile.value)
        named = tuple(tiles) if wanted == "chow" and tiles else None
        self.add(ev.Claim(seq=self.seq, seat=seat, for_=wanted, tiles=named), line)

    def expose(
        self, seat: Seat, kind: Literal["chow", "pung", "kong"], tile: Tile, line: int, is_called: bool = False
    ) -> None:
        """A set with the tile that lies open; `tile`: of a chow the middle one; `is_called`: it was called before."""
        tiles = set_of(kind, tile)
        if not is_called:
            self.claim(seat, kind, line)
        own = list(tiles)
        own.remove(self.given_tile if self.given_tile in own else own[0])
        self._put(seat, own)
        self.add(ev.Expose(seq=self.seq, seat=seat, kind=kind, tiles=tiles), line)
        self.given = self.drawer = None
        self.replaced = seat if kind == "kong" else None

    def kong(self, seat: Seat, kind: Literal["concealed", "added"], tile: Tile, line: int) -> None:
        """A kong out of the hand."""
        self._put(seat, (tile,) * (1 if kind == "added" else SIZES["kong"]))
        self.add(ev.Kong(seq=self.seq, seat=seat, kind=kind, tiles=(tile,) * 4), line)
        self._give(seat, tile, "kong")
        self.replaced = seat

    # -- the end --------------------------------------------------------------------------------------------------

    def source_of_win(self, seat: Seat) -> Literal["wall", "loose", "discard", "kong"]:
        """Where the tile comes from that this player would win."""
        if self.drawer is seat:
            return self.source
        return self.given_by if self.given is not seat or self.given_by == "discard" else "loose"

    def win(self, seat: Seat, tile: Tile | None, line: int) -> None:
        """A player wins; a tile of another has been called before."""
        before = next((row for row, _line in reversed(self.rows) if not isinstance(row, ev.Claim | Fault)), None)
        self.is_shared = self.is_shared or (isinstance(before, ev.Mahjong) and before.seat is not seat)
        self.add(ev.Mahjong(seq=self.seq, seat=seat, source=self.source_of_win(seat), tile=tile), line)
        self.winners.append(seat)

    def show(self, seat: Seat, line: int) -> None:
        """The concealed tiles are laid down, and the one that was won with them."""
        is_taken = self.source_of_win(seat) in ev.FROM_OTHERS and self.given_tile is not None
        tiles = [*self.held[seat], *([self.given_tile] if is_taken else [])]
        rest = tuple(sorted(filter(None, tiles), key=lambda tile: tile.kind))
        self.add(ev.Show(seq=self.seq, seat=seat, rest=rest, basis="inferred"), line)

    def score(self, seat: Seat, fields: Mapping[str, Any], line: int) -> None:
        """What a win is said to be worth."""
        self.add(ev.Score(seq=self.seq, seat=seat, **fields), line)

    def settle(self, change: Sequence[int], line: int) -> None:
        """What was paid, from East on."""
        self.add(ev.Settlement(seq=self.seq, change=dict(zip(SEATS, change, strict=True))), line)

    def wash_out(self, line: int) -> None:
        """The hand is drawn."""
        self.add(ev.Washout(seq=self.seq), line)


def set_of(kind: str, tile: Tile) -> tuple[Tile, ...]:
    """The tiles of a set, by the one that is known: of a chow that is the middle one.

    Raises:
        UnreadableError: no chow has this tile in the middle.

    >>> [tile.value for tile in set_of("chow", Tile("8c"))], [tile.value for tile in set_of("pung", Tile("Ew"))]
    (['7c', '8c', '9c'], ['Ew', 'Ew', 'Ew'])
    """
    if kind != "chow":
        return (tile,) * SIZES[kind]
    if tile.kind >= FIRST_HONOR or is_major(tile.kind):
        raise UnreadableError
    return TILES[tile.kind - 1], tile, TILES[tile.kind + 1]
