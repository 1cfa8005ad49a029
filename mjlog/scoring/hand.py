"""What is put to the scorer, and what comes back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from mjlog.errors import HandError
from mjlog.hands import Forms, Group, group_tiles, waits_left
from mjlog.seats import Seat
from mjlog.text import did_you_mean, list_words, quoted
from mjlog.tiles import PLAIN_KINDS, format_tiles

CLAIMED_SOURCES = frozenset({"discard", "kong", "last-discard", "first-discard"})
"""Sources of a winning tile that another player held: a discard, or the fourth tile of a robbed kong."""
WALL_SOURCES = frozenset({"wall", "last-wall", "deal"})
"""Sources of a winning tile that came from the live wall, the dealt hand included."""
SOURCES = CLAIMED_SOURCES | WALL_SOURCES | {"loose"}
"""Where a winning tile can come from."""
SOURCES_IN_RIICHI = {"ron": "discard", "tsumo": "wall", "houtei": "last-discard", "haitei": "last-wall",
                     "rinshan": "loose", "chankan": "kong"}  # fmt: skip
"""The same in the words of riichi."""
SOURCES_SAID = {**SOURCES_IN_RIICHI, **dict.fromkeys(("self-drawn", "self-draw", "self-pick", "drawn", "zimo"), "wall"),
                **dict.fromkeys(("robbed", "robbing"), "kong"), "discarded": "discard"}  # fmt: skip
"""The same as players say it."""
_INCLUDES = {"discard": CLAIMED_SOURCES, "wall": WALL_SOURCES | {"loose"}}


def source_of(words: Iterable[str]) -> str:
    """The source of a winning tile, in one word or more, of which some may say it more exactly.

    >>> source_of(["ron", "houtei"]), source_of(["tsumo"]), source_of(["loose", "wall"])
    ('last-discard', 'wall', 'loose')

    Raises:
        HandError: one is no source, or two contradict each other.
    """
    given = list(words)
    meant = dict.fromkeys(SOURCES_SAID.get(word, word) for word in given)
    unknown = next((word for word in given if SOURCES_SAID.get(word, word) not in SOURCES), None)
    if unknown is not None or not given:
        near = did_you_mean(unknown, [*sorted(SOURCES), *SOURCES_SAID])
        hint = f"; did you mean {near}?" if near else ""
        expected = ", ".join((*sorted(SOURCES), *SOURCES_IN_RIICHI))
        raise HandError(f"{quoted(unknown or '')} is no source of a winning tile: one of {expected} is expected{hint}")
    exact = [way for way in meant if not any(other is not way and other in _INCLUDES.get(way, ()) for other in meant)]
    if len(exact) > 1:
        named = list_words(word if word in SOURCES else f"{word} ({SOURCES_SAID[word]})" for word in given)
        if {*exact} == {"loose", "last-wall"}:
            why = "a loose tile is none of the wall, so it is one of them; in mcr `loose last-tile`"
            raise HandError(f"{named}: {why}")
        raise HandError(f"{len(exact)} times a source of the winning tile is named, and there is one: {named}")
    return exact[0]


TWOFOLD, ORIGINAL_CALL, LAST_TILE, NO_DISCARD = "twofold", "original-call", "last-tile", "no-discard"
RIICHI, DOUBLE_RIICHI, IPPATSU, FIRST_TURN = "riichi", "double-riichi", "ippatsu", "first-turn"
FLAGS = frozenset({TWOFOLD, ORIGINAL_CALL, LAST_TILE, NO_DISCARD})
"""What else may be true of a win: its loose tile is that of a kong which a kong's loose tile made; an original call was
kept; the live wall was used up; the winner had not discarded yet.
"""
GOULASH = "goulash"
"""The hand replays a drawn one, with wild tiles (bmja/goulash)."""
OF_LOSERS = frozenset({ORIGINAL_CALL, RIICHI, DOUBLE_RIICHI, GOULASH})
"""What of all this can be true of a hand that did not win, too."""
LAST_OF_KIND, AFTER_BONUS = "last-of-kind", "after-bonus"
FAN_FLAGS = frozenset({LAST_TILE, LAST_OF_KIND, AFTER_BONUS})
"""What else may be true of a win where hands are counted in fans: the live wall was used up; the three others of the
winning tile's kind lay open; the loose tile replaced a bonus tile. Source: mcr/last-1, mcr/last-2.
"""
NOT_APART = "not-apart"
RIICHI_FLAGS = frozenset({RIICHI, DOUBLE_RIICHI, IPPATSU, FIRST_TURN, LAST_TILE, NOT_APART})
"""What else may be true of a win where riichi is played: the winner had declared it, or had with the first discard, or
within the last turn; won in the first turn, before any claim or kong; the live wall was used up; the tile drawn was not
kept apart from the hand (riichi/win-5).
"""


class LaidSet(msgspec.Struct, frozen=True):
    """A set laid on the table before the win.

    `tiles` are kinds in ascending order. `concealed`: laid face down (a kong out of one's hand). `origin` tells kongs
    apart: "claimed" with a discard on a concealed pung, "added" to an exposed pung, "self" or None otherwise.
    """

    kind: str
    tiles: tuple[int, ...]
    concealed: bool = False
    origin: str | None = None


class Hand(msgspec.Struct, frozen=True):
    """A hand as it is scored at the end of a play-through.

    `concealed`: kinds of the tiles not laid on the table, the winning tile among them. `tile`, `source`: the winning
    tile and where it came from; None for a hand that did not win, and `tile` for a dealt one. A win without a source
    earns nothing that depends on it. `flags`: see `FLAGS`. `east_wins`: wins of the player
    as East without a break, this one counted. `shown`: the concealed tiles as they were laid down, a tuple of tiles a
    set (what is in none of them is left over); None: the best arrangement is looked for. `completes`: which of the
    shown sets the claimed tile completed, None where it is not known. `visible`: per kind, the tiles which lay on the
    table at the win (discards, sets, bonus tiles); None: only the player's own sets are looked at. `reds`: the faces of
    the red fives among all its tiles; `indicators`, `under`: kinds of the dora indicators, and of those under them
    that were turned; `dora`: so many more, of which whoever asks says only how many there are.
    """

    seat: Seat
    round: Seat
    concealed: tuple[int, ...]
    sets: tuple[LaidSet, ...] = ()
    bonus: tuple[int, ...] = ()
    won: bool = False
    tile: int | None = None
    source: str | None = None
    flags: frozenset[str] = frozenset()
    east_wins: int = 0
    shown: tuple[tuple[int, ...], ...] | None = None
    completes: int | None = None
    visible: Sequence[int] | None = None
    reds: tuple[int, ...] = ()
    indicators: tuple[int, ...] = ()
    under: tuple[int, ...] = ()
    dora: int = 0

    @property
    def counts(self) -> list[int]:
        """The concealed tiles, as counts per kind."""
        return [*map(self.concealed.count, range(PLAIN_KINDS))]

    @property
    def laid(self) -> list[tuple[int, ...]]:
        """The tiles of each set on the table."""
        return [laid_set.tiles for laid_set in self.sets]

    @property
    def all_tiles(self) -> list[int]:
        """The kinds of all tiles but bonus tiles, the concealed ones first."""
        return [*self.concealed, *(kind for laid_set in self.sets for kind in laid_set.tiles)]

    def waits(self, forms: Forms) -> tuple[int, ...]:
        """Kinds of which one more completes the hand to one of these forms, and of which it has not all four."""
        held = [*map(self.all_tiles.count, range(PLAIN_KINDS))]
        return waits_left(self.counts, len(self.sets), held, forms=forms, laid=self.laid)


class Item(msgspec.Struct, frozen=True, gc=False):
    """One line of a score: what it is for, its points, doubles or limit, the rule, the tiles (text, may be empty).

    `limit`: hundredths of the limit, 0 for an item of points and doubles; `limit_points`: what the limit hand is worth,
    where its row says so itself. `yakuman`: how many limits it is worth, where points are fu and doubles are han.
    """

    name: str
    points: int
    doubles: int
    rule: str
    tiles: str = ""
    limit: int = 0
    limit_points: int = 0
    yakuman: int = 0


Share = tuple[int, int, tuple[Item, ...], tuple[str, ...], tuple[Group, ...], Any]
"""A part of a hand: its sum (counts, points, doubles in one int, see `tally`), the flags of its tiles, its items,
its sets in words of tiles, its sets. Last, of a suit's concealed tiles that can be split in one way only: by rank what
a last tile of it earns (see `places`), or changes (`readings`); otherwise empty, or which set the last tile completed.
"""


class Score(msgspec.Struct, frozen=True, gc=False):
    """What a hand is worth.

    `total`: points that are settled, None for a win that is not complete (then `reason` says why). `points`, `doubles`:
    of the face value, before any limit; `uncapped`: points x 2^doubles. `limit`: id of the limit hand that was taken,
    None where the face value was; `limits`: all that hold. `items`: what was counted; `set_aside`: points and doubles
    which a limit hand replaced. `shares`: the parts that were counted. `complete`: a complete hand that won. `apart`:
    points and doubles of bonus tiles that are reckoned apart from the hand; then `points` and `doubles` are
    those of the hand alone, and `uncapped` is the sum of both.
    """

    total: int | None
    points: int
    doubles: int
    uncapped: int
    limit: str | None
    limits: tuple[str, ...]
    items: tuple[Item, ...]
    shares: tuple[Share, ...]
    complete: bool
    set_aside: tuple[Item, ...] = ()
    reason: str | None = None
    apart: tuple[int, int] | None = None

    @property
    def arrangement(self) -> tuple[str, ...]:
        """The sets and pairs that were counted, a text each, like ``123b``."""
        return tuple(text for share in self.shares for text in share[3])

    @property
    def groups(self) -> tuple[Group, ...]:
        """The same as groups: (form, tile), see `mjlog.hands`."""
        return tuple(group for share in self.shares for group in share[4])


class HanScore(Score, frozen=True, gc=False):
    """The score of a hand of which `points` are fu, rounded, and `doubles` han.

    `total`: what the winner receives in all, None for a hand that is not complete or has no pattern to win with;
    `uncapped`: the base; `limit`: the name of the limit that is reached; `limits`: ids of the yakuman that count. Items
    of fu are not among `items`.
    """

    @property
    def arrangement(self) -> tuple[str, ...]:
        """The sets and pairs that were counted, a text each."""
        return tuple(format_tiles(group_tiles(group)) for group in self.groups)
