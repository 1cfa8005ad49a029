"""Random complete hands of riichi, and the same put to PyPI `mahjong`, which judges them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from msgspec.structs import replace as changed

from mjlog.scoring import Hand, LaidSet
from mjlog.scoring.hand import CLAIMED_SOURCES
from mjlog.seats import SEATS, Seat
from mjlog.tiles import FIRST_HONOR, NORTH, PLAIN_KINDS, RED_FIVES, kind_of

NAMES = {
    "Menzen Tsumo": "fully-concealed", "Riichi": "riichi", "Ippatsu": "ippatsu", "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan", "Haitei Raoyue": "haitei", "Houtei Raoyui": "houtei", "Pinfu": "pinfu",
    "Tanyao": "tanyao", "Iipeiko": "iipeiko", "Yakuhai (haku)": "white-dragon", "Yakuhai (hatsu)": "green-dragon",
    "Yakuhai (chun)": "red-dragon", "Double Riichi": "double-riichi", "Chiitoitsu": "seven-pairs", "Chantai": "chanta",
    "Ittsu": "ittsu", "Sanshoku Doujun": "sanshoku", "Sanshoku Doukou": "sanshoku-doko", "San Kantsu": "sankantsu",
    "Toitoi": "toitoi", "San Ankou": "sananko", "Shou Sangen": "shosangen", "Honroutou": "honroto",
    "Ryanpeikou": "ryanpeiko", "Junchan": "junchan", "Honitsu": "honitsu", "Chinitsu": "chinitsu", "Tenhou": "heaven",
    "Chiihou": "earth", "Renhou": "renho", "Renhou (yakuman)": "renho", "Daisangen": "daisangen",
    "Suu Ankou": "suanko", "Suu Ankou Tanki": "suanko", "Tsuu Iisou": "tsuiso", "Ryuuiisou": "ryuiso",
    "Chinroutou": "chinroto", "Chuuren Poutou": "chuuren", "Daburu Chuuren Poutou": "chuuren",
    "Kokushi Musou": "kokushi", "Kokushi Musou Juusanmen Matchi": "kokushi", "Dai Suushii": "daisushi",
    "Shousuushii": "shosushi", "Suu Kantsu": "sukantsu", "Dora": "dora", "Ura Dora": "under-dora",
    "Aka Dora": "red-five",
}  # fmt: skip
"""By their name of a pattern: ours."""
_THEIRS = (*range(9, 18), *range(18, 27), *range(9), *range(27, 31), 33, 32, 31)
_PLACE = {kind: place for place, kind in enumerate(_THEIRS)}
_SHAPES = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN}
_DRAWN = ("wall", "wall", "wall", "loose", "last-wall")
_CLAIMED = ("discard", "discard", "discard", "kong", "last-discard")


_FOUR, _THREE = 4, 3
_OF_THREE = tuple(kind for kind in range(PLAIN_KINDS) if kind // 9 != 1 or kind % 9 in (0, 8))
"""The kinds of three players, who do without 2 to 8 of characters."""


class _Tiles:
    """The tiles of a set that are still to be had: faces, of which a red five is one of four."""

    def __init__(self, chance: random.Random, kinds: Sequence[int]) -> None:
        faces = [kind for kind in kinds for _ in range(4)]
        for red in (red for red in RED_FIVES if kind_of(red) in faces):
            faces[faces.index(kind_of(red))] = red
        self.chance, self.left = chance, faces

    def take(self, kinds: list[int]) -> list[int] | None:
        """Tiles of these kinds, red or not as it comes; None where there are not so many."""
        left, found = list(self.left), []
        for kind in kinds:
            those = [face for face in left if kind_of(face) == kind]
            if not those:
                return None
            found.append(self.chance.choice(those))
            left.remove(found[-1])
        self.left = left
        return found


def random_hand(chance: random.Random, *, rare: bool = True, players: int = _FOUR) -> Hand:
    """A complete hand won in some way that can be; with `rare` most are of few suits, and have sets that are alike.

    `players`: four, or three, whose hands may have north winds laid aside.
    """
    while True:
        found = _random_hand(chance, rare, players)
        if found is not None:
            return found


def _random_hand(chance: random.Random, rare: bool, players: int) -> Hand | None:
    every = range(PLAIN_KINDS) if players == _FOUR else _OF_THREE
    tiles, roll = _Tiles(chance, every), chance.random() if rare else 1.0
    kinds = [kind for kind in _part_of_the_kinds(chance) if kind in every] if rare else list(every)
    concealed: list[int] | None
    sets: list[tuple[str, list[int], bool, str | None]] = []
    if roll < 0.05:
        pairs = chance.sample(every, 7)
        concealed = tiles.take([kind for kind in pairs for _ in range(2)])
    elif roll < 0.07:
        majors = [kind for kind in range(PLAIN_KINDS) if kind >= FIRST_HONOR or kind % 9 in (0, 8)]
        concealed = tiles.take([*majors, chance.choice(majors)])
    else:
        concealed = []
        pungs = chance.choice((0.1, 0.4, 0.95)) if rare else 0.25
        for _ in range(4):
            given = _random_set(chance, kinds, pungs)
            taken = tiles.take(given)
            if taken is None:
                return None
            can_be_laid = players == _FOUR or given[0] == given[1]
            if len(given) == 4 or (can_be_laid and chance.random() < 0.25):
                sets.append(_laid(chance, taken))
            else:
                concealed += taken
        pair = tiles.take([chance.choice(kinds)] * 2)
        if pair is None:
            return None
        concealed += pair
    return None if concealed is None else _won(chance, tiles, concealed, sets, players)


def _part_of_the_kinds(chance: random.Random) -> list[int]:
    suits, honors = chance.choice(((0, 1, 2), (0,), (1,), (2,), (0, 2), ())), chance.random() < 0.5
    kinds = [kind for kind in range(FIRST_HONOR) if kind // 9 in suits]
    return kinds + list(range(FIRST_HONOR, PLAIN_KINDS)) if honors or not kinds else kinds


def _random_set(chance: random.Random, kinds: list[int], pungs: float) -> list[int]:
    kind = chance.choice(kinds)
    if kind >= FIRST_HONOR or chance.random() < pungs:
        return [kind] * (4 if chance.random() < 0.15 else 3)
    first = kind - max(0, kind % 9 - 6)
    return [first, first + 1, first + 2]


def _laid(chance: random.Random, faces: list[int]) -> tuple[str, list[int], bool, str | None]:
    if len(faces) < 4:
        return "chow" if kind_of(faces[0]) != kind_of(faces[1]) else "pung", faces, False, None
    how = chance.choice(("self", "claimed", "added"))
    return "kong", faces, how == "self", how


def _won(
    chance: random.Random, tiles: _Tiles, concealed: list[int], sets: list[tuple[str, list[int], bool, str | None]],
    players: int,
) -> Hand | None:  # fmt: skip
    kinds, drawn = [kind_of(face) for face in concealed], chance.random() < 0.5
    tile, source = chance.choice(kinds), chance.choice(_DRAWN if drawn else _CLAIMED)
    norths = chance.choice((0, 0, *range(tiles.left.count(NORTH) + 1))) if players == _THREE else 0
    bonus = tiles.take([NORTH] * norths) or []
    if source == "loose" and not bonus and all(kind != "kong" for kind, *_ in sets):
        source = "wall"
    if source == "kong" and (kinds + [kind_of(face) for _, faces, *_ in sets for face in faces]).count(tile) > 1:
        source = "discard"
    flags = _flags(chance, all(hidden for _, _, hidden, _ in sets), bool(sets or bonus), source, drawn)
    seat = chance.choice(SEATS[:players])
    if "first-turn" in flags and seat is SEATS[0] and not drawn:
        flags = set()
    number = chance.randint(1, 3)
    indicators = [kind_of(tiles.left.pop(chance.randrange(len(tiles.left)))) for _ in range(2 * number)]
    everything = [*concealed, *(face for _, faces, *_ in sets for face in faces)]
    return Hand(
        seat, chance.choice(SEATS[:players]), tuple(sorted(kinds)),
        tuple(LaidSet(kind, tuple(sorted(map(kind_of, faces))), hidden, how) for kind, faces, hidden, how in sets),
        won=True, tile=tile, source=source, flags=frozenset(flags), bonus=tuple(bonus),
        reds=tuple(sorted(face for face in everything if face in RED_FIVES)), indicators=tuple(indicators[:number]),
        under=tuple(indicators[number:]) if {"riichi", "double-riichi"} & flags else (),
    )  # fmt: skip


def _flags(chance: random.Random, closed: bool, laid: bool, source: str, drawn: bool) -> set[str]:
    if closed and chance.random() < 0.5:
        flags = {chance.choice(("riichi", "riichi", "double-riichi"))}
        return flags | ({"ippatsu"} if chance.random() < 0.3 and source != "loose" else set())
    first = not laid and source in ("wall", "discard") and chance.random() < 0.05
    return {"first-turn"} if first else set()


def as_of_four(hand: Hand) -> Hand:
    """A hand of three players as four may have it: without norths aside, with 8 of characters as indicator for 1.

    So it is worth the same but for the norths, and for what nobody pays where three play.
    """
    eights = {
        name: tuple(_EIGHT if kind == _ONE else kind for kind in getattr(hand, name))
        for name in ("indicators", "under")
    }
    return changed(hand, bonus=(), **eights)


_ONE, _EIGHT = 9, 16
"""Of characters."""


def their_request(hand: Hand, **options: Any) -> dict[str, Any]:
    """The hand as arguments of their `estimate_hand_value`."""
    reds, left = list(hand.reds), {kind: list(range(4)) for kind in range(PLAIN_KINDS)}

    def number(kind: int) -> int:
        red = next((face for face in reds if kind_of(face) == kind), None)
        copies = left[kind]
        if red is not None:
            reds.remove(red)
            copies.remove(0)
            return 4 * _PLACE[kind]
        if kind in (4, 13, 22) and copies[0] == 0 and len(copies) > 1:
            return 4 * _PLACE[kind] + copies.pop(1)
        return 4 * _PLACE[kind] + copies.pop(0)

    concealed = [number(kind) for kind in hand.concealed]
    melds = [Meld(_SHAPES[one.kind], [number(kind) for kind in one.tiles], not one.concealed) for one in hand.sets]
    source, flags, east = hand.source or "", hand.flags, hand.seat is SEATS[0]
    claimed = source in CLAIMED_SOURCES
    config = HandConfig(
        is_tsumo=not claimed, is_riichi="riichi" in flags, is_daburu_riichi="double-riichi" in flags,
        is_ippatsu="ippatsu" in flags, is_rinshan=source == "loose", is_chankan=source == "kong",
        is_haitei=source == "last-wall", is_houtei=source == "last-discard",
        is_tenhou="first-turn" in flags and east and not claimed,
        is_chiihou="first-turn" in flags and not east and not claimed,
        player_wind=EAST + hand.seat.index, round_wind=EAST + hand.round.index,
        options=OptionalRules(
            **{"has_open_tanyao": True, "has_aka_dora": True, "has_double_yakuman": False, **options}
        ),
    )  # fmt: skip
    return {
        "tiles": sorted([*concealed, *(tile for meld in melds for tile in meld.tiles)]),
        "win_tile": next(tile for tile in concealed if tile // 4 == _PLACE[hand.tile or 0]),
        "melds": melds,
        "dora_indicators": [4 * _PLACE[kind] + 1 for kind in hand.indicators],
        "ura_dora_indicators": [4 * _PLACE[kind] + 1 for kind in hand.under],
        "config": config,
    }


def their_score(hand: Hand, **options: Any) -> tuple[Any, ...]:
    """What they make of it: total, fu, han, patterns; of a hand without a pattern no total."""
    found = HandCalculator.estimate_hand_value(**their_request(hand, **options))
    if found.error is not None:
        return (None, found.error)
    patterns = [(_name_of(each.name), _han(each, found.is_open_hand)) for each in found.yaku]
    return found.cost["total"], found.fu, found.han, sorted(patterns)


def their_change(hand: Hand, discarder: Seat) -> dict[Seat, int] | None:
    """What everybody gains by them; `discarder`: whose tile it was, where it was not drawn. None without a win."""
    found = HandCalculator.estimate_hand_value(**their_request(hand))
    if found.error is not None:
        return None
    others = [discarder] if hand.source in CLAIMED_SOURCES else hand.seat.others()
    is_east_paid = hand.source not in CLAIMED_SOURCES and hand.seat is not Seat.E
    paid = {
        seat: found.cost["additional"] if is_east_paid and seat is not Seat.E else found.cost["main"] for seat in others
    }
    return {seat: sum(paid.values()) if seat is hand.seat else -paid.get(seat, 0) for seat in SEATS}


def _name_of(theirs: str) -> str:
    if theirs.startswith("Yakuhai (seat wind"):
        return "own-wind"
    return "prevailing-wind" if theirs.startswith("Yakuhai (round wind") else NAMES[theirs]


def _han(pattern: Any, is_open: bool) -> int:
    return int(pattern.han_open if is_open and pattern.han_open else pattern.han_closed)
