"""Can there be such a hand? What contradicts itself, or the game, is refused with what would be right.

Refused is only what no rule set can bring about. A loose tile comes after a kong, or for a bonus tile where these are
replaced from the dead wall; East can lay kongs before the first discard; whoever claims a kong can win with the loose
tile before discarding anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from mjlog.errors import HandError
from mjlog.scoring.hand import (
    AFTER_BONUS,
    CLAIMED_SOURCES,
    DOUBLE_RIICHI,
    FIRST_TURN,
    IPPATSU,
    LAST_OF_KIND,
    LAST_TILE,
    NO_DISCARD,
    NOT_APART,
    ORIGINAL_CALL,
    RIICHI,
    TWOFOLD,
    Hand,
)
from mjlog.seats import Seat
from mjlog.text import counted
from mjlog.tiles import (
    ANY_FLOWER,
    FIRST_BONUS,
    FIRST_SEASON,
    HAND_TILES,
    KINDS,
    PLAIN_KINDS,
    RED_FIVES,
    format_tiles,
    is_bonus,
    rank_of,
    tile_name,
    tiles_name,
)

USUAL_COPIES: tuple[int, ...] = (4,) * PLAIN_KINDS + (1,) * (ANY_FLOWER - FIRST_BONUS) + (0,) * (KINDS - ANY_FLOWER)
"""Tiles of each kind in a full set with flowers and seasons."""
FLOWERS_AND_SEASONS = range(FIRST_BONUS, ANY_FLOWER)
_MOST_SETS = 4
_LAST = ("last-wall", "last-discard")


class ImpossibleHandError(HandError):
    """Every part of the hand can be read, and together they cannot be."""


def check_hand(
    hand: Hand, copies: Sequence[int] = USUAL_COPIES, *, bonus_from_live: bool = False,
    aside: Collection[int] = FLOWERS_AND_SEASONS,
) -> None:  # fmt: skip
    """Can there be such a hand? `copies`: how many tiles of each kind the rule set's tiles have.

    `bonus_from_live`: flowers and seasons are replaced from the live wall, so that a loose tile follows kongs alone.
    `aside`: the kinds that are laid aside, and replaced.

    Raises:
        ImpossibleHandError: no; the message says why not, and what would be right.
    """
    for kind in hand.concealed:
        # Who did not win may have kept a flower or season in the hand, where nobody has to lay one out.
        if kind >= PLAIN_KINDS and (hand.won or not is_bonus(kind)):
            hint = "; flowers and seasons are named apart, as bonus tiles" if is_bonus(kind) else ""
            raise ImpossibleHandError(f"{tile_name(kind)} among the concealed tiles: no complete hand holds one{hint}")
    for kind in hand.bonus:
        if kind not in aside:
            are = "flowers and seasons" if is_bonus(min(aside)) else tiles_name(min(aside))
            raise ImpossibleHandError(f"{tile_name(kind)} among the bonus tiles: they are {are}")
    check_copies(_held(hand), copies)
    _check_number(hand)
    if hand.won:
        for check in _OF_A_WIN:
            check(hand)
        _check_loose(hand, bonus_from_live)


def check_riichi(hand: Hand, red_fives: Sequence[int] | None, copies: Sequence[int] = USUAL_COPIES) -> None:
    """Can there be such a hand where riichi is played, with so many red fives a suit? None: it is not played.

    Raises:
        ImpossibleHandError: no; the message says why not, and what would be right.
    """
    for suit, face in enumerate(RED_FIVES):
        number, most = hand.reds.count(face), red_fives[suit] if red_fives is not None else 0
        if number > most:
            there_are = f"there {'is' if most == 1 else 'are'} {most or 'none'} by these rules"
            raise ImpossibleHandError(f"{counted(number, 'tile')} {tile_name(face)}: {there_are}")
    if red_fives is None:
        if hand.indicators or hand.under or hand.dora:
            raise ImpossibleHandError("dora are named, and by these rules there are none")
        return
    if len(hand.indicators) > _MOST_INDICATORS or len(hand.under) > len(hand.indicators):
        raise ImpossibleHandError(
            f"{counted(len(hand.indicators), 'indicator')}, and {len(hand.under)} under them: there are five at the "
            "most, and as many under them"
        )
    if hand.dora > _MOST_DORA:
        raise ImpossibleHandError(f"{hand.dora} dora: a hand has {_MOST_DORA} at the most")
    if hand.under and not {RIICHI, DOUBLE_RIICHI} & hand.flags:
        raise ImpossibleHandError(f"tiles under the indicators are turned by a winner in riichi only: say `{RIICHI}`")
    check_copies([*_held(hand), *hand.indicators, *hand.under], copies, "in the hand and among the indicators")
    for check in _OF_RIICHI:
        check(hand)


def _check_declared(hand: Hand) -> None:
    """Riichi is declared with a closed hand, and ippatsu is the turn after it."""
    declared = {RIICHI, DOUBLE_RIICHI} & hand.flags
    if len(declared) > 1:
        raise ImpossibleHandError(f"`{DOUBLE_RIICHI}` stands in the place of `{RIICHI}`: say one of them")
    if declared and any(not laid.concealed for laid in hand.sets):
        raise ImpossibleHandError("the hand has an open set: riichi is declared with a closed one")
    if IPPATSU in hand.flags and not declared:
        raise ImpossibleHandError(f"`{IPPATSU}` is said of a win within a turn of the riichi: say `{RIICHI}`, too")


def _check_first_turn(hand: Hand) -> None:
    """In the first turn nobody has claimed anything, and who discards has declared nothing yet."""
    if FIRST_TURN not in hand.flags:
        return
    words = f"`{FIRST_TURN}` is said of a win before the winner's first discard, and before any claim or kong"
    if hand.sets:
        raise ImpossibleHandError(f"{words}: the hand has a set on the table")
    if {RIICHI, DOUBLE_RIICHI} & hand.flags:
        raise ImpossibleHandError(f"{words}: riichi is declared with a discard")
    if hand.source in ("loose", *_LAST) or LAST_TILE in hand.flags:
        raise ImpossibleHandError(f"{words}: with source {hand.source!r} there was a kong, or the wall is used up")
    if hand.seat is Seat.E and hand.source in CLAIMED_SOURCES:
        raise ImpossibleHandError(f"{words}: east discards before anybody else can")


def _check_last(hand: Hand) -> None:
    """The replacement of a kong, and the tile of one that is robbed, are no last tile (riichi/han-2)."""
    if LAST_TILE in hand.flags and hand.source in ("loose", "kong"):
        raise ImpossibleHandError(
            f"`{LAST_TILE}` is said of a tile of the live wall or of a discard, not of one with source {hand.source!r}"
        )


_MOST_INDICATORS, _MOST_DORA = 5, 40


def _check_apart(hand: Hand) -> None:
    """A tile that another player held lies apart in any case."""
    if NOT_APART in hand.flags and hand.source in CLAIMED_SOURCES:
        raise ImpossibleHandError(f"`{NOT_APART}` is said of a tile drawn, not of one with source {hand.source!r}")


_OF_RIICHI: tuple[Callable[[Hand], None], ...] = (_check_declared, _check_first_turn, _check_last, _check_apart)


def check_copies(held: Iterable[int], copies: Sequence[int], whose: str = "") -> None:
    """Are there so many tiles of each kind? `whose`: said behind the tile, as ``in the hands of the deal``.

    Raises:
        ImpossibleHandError: there are not.
    """
    for kind, number in sorted(Counter(held).items()):
        if number > copies[kind]:
            there_are = f"there {'is' if copies[kind] == 1 else 'are'} {copies[kind] or 'none'} of it"
            by_rules = " by these rules" if not copies[kind] else ""
            where = f" {whose}" if whose else ""
            rank, is_season = rank_of(kind), FIRST_SEASON <= kind < ANY_FLOWER
            bamboo = f"; {rank} bamboo is written {rank}b" if is_season else ""
            words = f"{counted(number, 'tile')} {tile_name(kind)}{where}: {there_are}{by_rules}{bamboo}"
            raise ImpossibleHandError(words)


def _held(hand: Hand) -> list[int]:
    return [*hand.all_tiles, *hand.bonus]


def _check_number(hand: Hand) -> None:
    if len(hand.sets) > _MOST_SETS:
        raise ImpossibleHandError(f"{counted(len(hand.sets), 'set')} on the table: a hand has {_MOST_SETS} at the most")
    due = HAND_TILES if hand.won else HAND_TILES - 1
    number = len(hand.concealed) + 3 * len(hand.sets)
    if number != due:
        what = "a hand that did not win has 13"
        if hand.won:
            what = "a winning hand has 14 with the winning tile; on a line 13 stand before it, as in 55d +5d"
        what += "; or name the winning tile, like +5d wall" if number == HAND_TILES and not hand.won else ""
        seasons = [kind for kind in hand.bonus if kind >= FIRST_SEASON]
        if seasons and number + len(seasons) in (due, due + 1):
            typed, bamboo = format_tiles(seasons), "".join(str(rank_of(kind)) for kind in seasons)
            what = f"is {typed} seasons, or bamboo? Seasons stand beside the hand; bamboo is written {bamboo}b"
        raise ImpossibleHandError(f"{counted(number, 'tile')} (a kong counts as three): {what}")


# -- wins -------------------------------------------------------------------------------------------------------------


def _check_tile(hand: Hand) -> None:
    if hand.tile is None and hand.source != "deal":
        words = f"a win with a tile from {hand.source!r} does not say which"
        raise ImpossibleHandError(f"{words}: `tile` is missing; where nobody knows, it is ??")
    if hand.tile is None or hand.tile in hand.concealed:
        return
    hint = ""
    if any(hand.tile in laid.tiles for laid in hand.sets):
        hint = ": the set that it completed is not on the table before the win, its tiles are concealed ones"
    raise ImpossibleHandError(f"the winning tile, {tile_name(hand.tile)}, is not among the concealed tiles{hint}")


def _check_deal(hand: Hand) -> None:
    """Only East is dealt fourteen tiles, and wins with them before anything was claimed."""
    if hand.source != "deal":
        return
    if hand.seat is not Seat.E:
        raise ImpossibleHandError(f"{hand.seat} cannot win with the dealt hand: only east is dealt 14 tiles")
    if any(not laid.concealed for laid in hand.sets):
        raise ImpossibleHandError("east won with the dealt hand and has an exposed set: nothing was claimed before")


def _check_first_discard(hand: Hand) -> None:
    """Who wins with East's first discard has not had a turn."""
    if hand.source != "first-discard":
        return
    if hand.seat is Seat.E:
        raise ImpossibleHandError("east cannot win with the first discard: it is east's own")
    if hand.sets:
        raise ImpossibleHandError(
            f"{hand.seat} won with the first discard and has a set on the table: only east can lay one before it; "
            "the source of a later discard is `discard`"
        )


def _check_loose(hand: Hand, bonus_from_live: bool) -> None:
    kongs = sum(laid.kind == "kong" for laid in hand.sets)
    if hand.source == "loose" and not kongs and (bonus_from_live or not hand.bonus):
        what = (
            "the fourth tile of a kong: the hand has none on the table, and bonus tiles are replaced from the live wall"
            if bonus_from_live
            else "the fourth tile of a kong, or a bonus tile: the hand has neither on the table"
        )
        raise ImpossibleHandError(f"a loose tile replaces {what}; the source of a tile of the live wall is `wall`")
    if TWOFOLD not in hand.flags:
        return
    if hand.source != "loose":
        raise ImpossibleHandError(
            f"`{TWOFOLD}` is said of a win with the loose tile of a kong; the source is {hand.source!r}, not 'loose'"
        )
    if kongs < 2:
        has = counted(kongs, "kong") if kongs else "no kong"
        raise ImpossibleHandError(
            f"`{TWOFOLD}` is said of a kong made with a kong's loose tile: there would be two kongs on the table, "
            f"and the hand has {has}"
        )


def _check_robbed(hand: Hand) -> None:
    if hand.source == "kong" and hand.tile is not None and _held(hand).count(hand.tile) > 1:
        raise ImpossibleHandError(f"a robbed kong has all four {tiles_name(hand.tile)}: the winner can hold no other")


def _check_flags(hand: Hand) -> None:
    """The last tile of the wall, the original call, and that nothing was discarded."""
    if LAST_TILE in hand.flags and hand.source in ("deal", "first-discard"):
        raise ImpossibleHandError(
            f"`{LAST_TILE}` is said of a win when the live wall was used up: with source {hand.source!r} nobody has "
            "drawn from it yet"
        )
    lying = [kind for laid in hand.sets if not laid.concealed for kind in laid.tiles]
    closed = Counter(_held(hand)) - Counter(lying)
    if LAST_OF_KIND in hand.flags and hand.tile is not None and closed[hand.tile] > 1:
        raise ImpossibleHandError(
            f"`{LAST_OF_KIND}` is said where the three others lie open: the hand has another {tile_name(hand.tile)}"
        )
    if AFTER_BONUS in hand.flags and (hand.source != "loose" or not hand.bonus):
        raise ImpossibleHandError(
            f"`{AFTER_BONUS}` is said of a loose tile that replaced a flower or season: it lies among the bonus tiles"
        )
    if ORIGINAL_CALL in hand.flags and (hand.source in ("deal", "first-discard") or NO_DISCARD in hand.flags):
        words = f"`{NO_DISCARD}`" if NO_DISCARD in hand.flags else f"source {hand.source!r}"
        raise ImpossibleHandError(
            f"`{ORIGINAL_CALL}` is made with one's first discard: with {words} the winner has discarded nothing"
        )


def _check_no_discard(hand: Hand) -> None:
    """Whoever claims a set discards: only what replaces a kong's fourth tile or a bonus tile can win before."""
    if NO_DISCARD not in hand.flags:
        return
    claimed = [laid.kind for laid in hand.sets if not laid.concealed]
    replaced = hand.source == "loose" or (hand.source == "wall" and bool(hand.bonus))
    if claimed and (hand.seat is Seat.E or claimed != ["kong"] or not replaced):
        who = "east discards before anything can be claimed" if hand.seat is Seat.E else "whoever claims a set discards"
        raise ImpossibleHandError(f"`{NO_DISCARD}` is said of a hand with a claimed set: {who}")
    if hand.seat is Seat.E and hand.source in CLAIMED_SOURCES:
        raise ImpossibleHandError(
            f"`{NO_DISCARD}` is said of east, who discards first: there is no tile of another player to claim before"
        )
    if hand.source in _LAST or LAST_TILE in hand.flags:
        raise ImpossibleHandError(
            f"`{NO_DISCARD}` is said of a win with the last tile of the wall: every player has had turns before"
        )


_OF_A_WIN: tuple[Callable[[Hand], None], ...] = (
    _check_tile, _check_deal, _check_first_discard, _check_robbed, _check_flags, _check_no_discard,
)  # fmt: skip
