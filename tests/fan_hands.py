"""Winning hands of South in a few words, as the moves by which they come about: for games of competition rules.

Sets on the table come first: `(234b)` claimed, a claimed kong `(5555b)`, one that was added to a pung `(5555b+)`, a
concealed one `[5555b]`; then the concealed tiles before the win, and the winning tile behind how it came: `-3d` East's
discard, `+3d` drawn, `x3d` robbed from West's kong, `k3d` the replacement of the last kong, `f3d` that of a flower,
`|+3d` and `|-3d` the last tile of the wall and the discard after it. Everybody else's tiles are unseen, and what they
discard is of no kind that the hand has, for as long as there are others.
"""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.tiles import CODES, PLAIN_KINDS, parse_tile, parse_tiles

_LAST = ("|+", "|-")
_DRAWS = 91
"""Draws of a hand in which nothing is taken from the back of the wall."""


def played(hand: str, options: str = "", flowers: str = "") -> str:
    """The game up to the win, in the notation of `short_logs`; `flowers`: what South lays out first."""
    return f"game mcr {options}; hand; {'; '.join(_Moves(hand, flowers).all())}"


class _Moves:
    """The moves of a hand: South claims what it needs, a set each time round the table."""

    def __init__(self, hand: str, flowers: str) -> None:
        *self.words, last = hand.split()
        self.how, self.tile = last[:-2], last[-2:]
        self.flowers = flowers
        self.sets = [word for word in self.words if word[0] in "(["]
        self.concealed = " ".join(word for word in self.words if word[0] not in "([")
        held = parse_tiles(" ".join(word.strip("([+])") for word in (*self.words, self.tile)))
        kinds = [kind for _ in range(4) for kind in range(PLAIN_KINDS) if kind not in held]
        more = [kind for kind in sorted({*held} - {parse_tile(self.tile)}) for _ in range(4 - held.count(kind))]
        self.useless = [CODES[kind] for kind in (*kinds, *more)]

    def junk(self) -> str:
        return self.useless.pop(0)

    def all(self) -> Iterator[str]:
        dealt = [self.concealed]
        moves: list[str] = []
        for one in self.sets[: len(self.sets) - (self.how == "k")]:
            kept, play = self.set_laid(one)
            dealt += kept
            moves += [*play, *self.others()]
        end = list(self.win(dealt))
        flowers, tiles = parse_tiles(self.flowers), [CODES[kind] for kind in parse_tiles(" ".join(dealt))]
        lacking = tiles[len(tiles) - len(flowers) :]
        yield f"dealt S {' '.join([self.flowers, *tiles[: len(tiles) - len(flowers)]])}"
        if flowers:
            yield f"S bonus {self.flowers}"
            yield from (f"S bonus-replacement {code}" for code in lacking)
        yield from moves
        yield from end

    def others(self) -> Iterator[str]:
        """West and North draw and discard, and East draws."""
        for seat in "WN":
            yield from (f"{seat} draw ??", f"{seat} discard {self.junk()}")
        yield "E draw ??"

    def set_laid(self, one: str) -> tuple[list[str], list[str]]:
        """What South was dealt of a set, one useless tile among it; and the moves from East's discard on."""
        tiles = one.strip("([+])")
        codes = [CODES[kind] for kind in parse_tiles(tiles)]
        last, rest, useless = codes[-1], codes[:-1], self.junk()
        discard = f"S discard {useless}"
        if one[0] == "[":
            drawn = [f"E discard {self.junk()}", f"S draw {last}", f"S kong concealed {tiles}"]
            return rest, [*drawn, f"S kong-replacement {useless}", discard]
        kind = "kong" if len(codes) == 4 else "pung" if codes[0] == last else "chow"
        if not one.endswith("+)"):
            claimed = [f"E discard {last}", f"S claim {kind}", f"S expose {kind} {tiles}"]
            if kind == "kong":
                return rest, [*claimed, f"S kong-replacement {useless}", discard]
            return [*rest, useless], [*claimed, discard]
        pung = [f"E discard {last}", "S claim pung", f"S expose pung {tiles[1:]}", discard]
        added = [f"E discard {self.junk()}", f"S draw {last}", f"S kong added {tiles}"]
        again = self.junk()
        return [last, last, useless], [
            *pung, *self.others(), *added, f"S kong-replacement {again}", f"S discard {again}"
        ]  # fmt: skip

    def win(self, dealt: list[str]) -> Iterator[str]:
        tile, away = self.tile, self.junk()
        if self.how in _LAST:
            yield from self.last_tiles()
        elif self.how == "-":
            yield from (f"E discard {tile}", "S claim mahjong", f"S mahjong discard {tile}")
        elif self.how == "+":
            yield from (f"E discard {away}", f"S draw {tile}", f"S mahjong wall {tile}")
        elif self.how == "f":
            yield from (f"E discard {away}", "S draw 4s", "S bonus 4s", f"S bonus-replacement {tile}")
            yield f"S mahjong loose {tile}"
        elif self.how == "k":
            tiles = self.sets[-1].strip("([+])")
            dealt += [CODES[kind] for kind in parse_tiles(tiles)][1:]
            yield from (f"E discard {away}", f"S draw {tiles[0]}{tiles[-1]}", f"S kong concealed {tiles}")
            yield from (f"S kong-replacement {tile}", f"S mahjong loose {tile}")
        else:
            yield from (f"E discard {tile}", "W claim pung", f"W expose pung {tile[0] * 3}{tile[1]}")
            yield from (f"W discard {away}", "N draw ??", f"N discard {self.junk()}", "E draw ??")
            useless = self.junk()
            yield from (f"E discard {self.junk()}", f"S draw {useless}", f"S discard {useless}", f"W draw {tile}")
            yield from (f"W kong added {tile[0] * 4}{tile[1]}", "S claim mahjong", f"S mahjong kong {tile}")

    def last_tiles(self) -> Iterator[str]:
        """Everybody discards what was drawn, until the wall is used up."""
        drawn, tile = self.how == "|+", self.tile
        if drawn:
            # Two tiles less, so that South draws the last one.
            yield from ("E bonus 12f", "E bonus-replacement ??", "E bonus-replacement ??")
        yield f"E discard {self.junk()}"
        for number in range(_DRAWS - (2 if drawn else 0) - 1):
            code = self.junk()
            yield from (f"{'SWNE'[number % 4]} draw {code}", f"{'SWNE'[number % 4]} discard {code}")
        if drawn:
            yield from (f"S draw {tile}", f"S mahjong wall {tile}")
        else:
            yield from (f"N draw {tile}", f"N discard {tile}", "S claim mahjong", f"S mahjong discard {tile}")
