"""Seats, tiles, sets, scores and payments in English words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mjlog import events as ev
from mjlog.hands.set_words import set_words
from mjlog.rules.claim import set_kind
from mjlog.scoring import Item, Score
from mjlog.scoring.explain import item_worth
from mjlog.scoring.hand import HanScore
from mjlog.seats import SEATS, Seat
from mjlog.text import counted, either, list_words, shown
from mjlog.tiles import KINDS, RED_FIVES, SUIT_NAMES, UNKNOWN, Tile, tile_name

__all__ = ["either", "group_words", "list_words", "seat_name", "set_words", "tile_words", "tiles_words"]


def seat_name(seat: Seat) -> str:
    """A seat at the beginning of a sentence."""
    return seat.wind_name.capitalize()


def tile_words(tile: Tile | int) -> str:
    """A tile in words; one that nobody saw is just a tile."""
    face = tile if isinstance(tile, int) else tile.face
    return "a tile" if face == UNKNOWN else tile_name(face)


def tiles_words(tiles: Sequence[Tile]) -> str:
    """Several tiles in words, unknown ones counted."""
    known = [tile_name(tile.face) for tile in tiles if tile.kind != UNKNOWN]
    hidden = len(tiles) - len(known)
    if hidden:
        known.append(counted(hidden, "more tile" if known else "tile"))
    return list_words(known) if known else "no tile"


def group_words(tiles: Sequence[Tile]) -> str:
    """Tiles laid down together, as a set where they are one."""
    kinds = sorted(tile.kind for tile in tiles)
    name = set_kind(kinds)
    return tiles_words(tiles) if name is None or UNKNOWN in kinds else set_words(name, tiles)


# -- players by their names --------------------------------------------------------------------------------------------


WITH_TEXTS = frozenset((
    "fault", "correction", "dead", "dispute", "game-end", "game-start", "gap", "hand-start", "note", "penalty",
    "replay", "ruling", "seats", "washout",
))  # fmt: skip
"""Types of events whose sentences have something in them that a person wrote, or names seats and players already."""
_SEAT = {name: seat for seat in SEATS for name in (seat_name(seat), seat.wind_name)}
_SEATS = re.compile(rf"(?<!\bas )(?P<within>(?<=\())?\b(?P<seat>{'|'.join(_SEAT)})\b(?! round| wind)")
_FACES = {tile_name(face): face for face in (*range(KINDS), *RED_FIVES) if face != UNKNOWN}
_RUN = r"\d(?:-\d){1,8}"
_TILES = re.compile(
    # Of several runs the suit stands behind the last.
    rf"\b(?:(?P<run>{_RUN})(?=(?:, {_RUN}){{0,8}}(?: or {_RUN})? (?P<suit>{'|'.join(SUIT_NAMES)}))"
    rf"|(?P<tile>{'|'.join(sorted(map(re.escape, _FACES), key=len, reverse=True))}))\b"
)


def player_words(seat: Seat, seats: Mapping[Seat, str]) -> str:
    """A player by name, and the seat.

    >>> player_words(Seat.W, {Seat.W: "gus"}), player_words(Seat.W, {})
    ('gus (West)', 'West')
    """
    handle = seats.get(seat)
    return f"{shown(handle, 30)} ({seat_name(seat)})" if handle else seat_name(seat)


def with_names(words: str, seats: Mapping[Seat, str]) -> str:
    """The sentence with the names of the players before their seats.

    >>> with_names("West discards west wind", {Seat.W: "gus"}), with_names("the left (west)", {Seat.W: "gus"})
    ('gus (West) discards west wind', 'the left (gus, West)')
    """
    return _SEATS.sub(lambda match: _named(match, seats), words)


def _named(match: re.Match[str], seats: Mapping[Seat, str]) -> str:
    seat = _SEAT[match["seat"]]
    if seat not in seats:
        return match[0]
    return player_words(seat, seats) if match["within"] is None else f"{shown(seats[seat], 30)}, {seat_name(seat)}"


def pieces(words: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The sentence in pieces, each with the faces of the tiles that it names, if it does.

    >>> list(pieces("a chow of 3-4-5 dots, then red dragon"))
    [('a chow of ', ()), ('3-4-5', (20, 21, 22)), (' dots, then ', ()), ('red dragon', (31,))]
    """
    end = 0
    for match in _TILES.finditer(words):
        if match.start() > end:
            yield words[end : match.start()], ()
        yield match[0], tuple(_faces(match))
        end = match.end()
    if end < len(words):
        yield words[end:], ()


def _faces(match: re.Match[str]) -> Iterator[int]:
    if match["tile"]:
        yield _FACES[match["tile"]]
    for rank in match["run"].split("-") if match["run"] else ():
        # There is no tile 0, and of 1 no plural.
        suit = match["suit"].removesuffix("s") if rank == "1" else match["suit"]
        yield from (face for face in (_FACES.get(f"{rank} {suit}"),) if face is not None)


Payment = tuple[Seat, Seat, int]


def explain_score(score: Score) -> list[str]:
    """Where a score comes from, a line a step: items, doubling, the limit, the sets it was counted in."""
    if score.total is None:
        return [f"no score: {score.reason or 'the hand is not complete'}"]
    lines = [_item_line(item, score) for item in score.items]
    lines += [working(score)]
    if score.set_aside:
        lines.append("replaced by the limit hand: " + ", ".join(shown(item.name) for item in score.set_aside))
    if score.arrangement:
        lines.append("arranged as: " + " / ".join(score.arrangement))
    return lines


def working(score: Score) -> str:
    """From points and doubles, or han and fu, to the total, in one line."""
    if isinstance(score, HanScore):
        return f"{han_words(score)}: {score.total}"
    if score.limit is not None:
        return f"limit hand '{shown(score.limit)}'{_apart(score)}: {score.total}"
    face = f"{score.points} points"
    if score.doubles:
        face += f" x 2^{score.doubles}"
    face += _apart(score)
    if "x 2^" in face:
        face += f" = {score.uncapped}"
    return face if score.total == score.uncapped else f"{face}, the limit is {score.total}"


def _apart(score: Score) -> str:
    """The bonus tiles of a hand from which they are reckoned apart."""
    points, doubles = score.apart or (0, 0)
    return f" + bonus tiles {points}{f' x 2^{doubles}' if doubles else ''}" if points else ""


def han_words(score: HanScore) -> str:
    """Han and fu of a hand, and the limit that they reach; of yakuman alone their name."""
    limit = "" if score.limit is None else shown(score.limit).replace("-", " ")
    if score.limits:
        return limit
    return f"{score.doubles} han {score.points} fu" + (f", {limit}" if limit else "")


def announced_words(event: ev.Score) -> str:
    """Han and fu as they were announced, and the limit that they reach; empty where neither was."""
    han = "" if event.doubles is None else f"{event.doubles} han" + (f" {event.points} fu" if event.points else "")
    limit = shown(event.limit, 60).replace("-", " ") if isinstance(event.limit, str) else ""
    return ", ".join(filter(None, (han, limit)))


def worth_words(item: Item, score: Score) -> str:
    """What an item of a score is worth, in words; doubles are han where the score is reckoned in these."""
    is_han = isinstance(score, HanScore) and not (item.yakuman or item.limit or item.limit_points)
    return f"{item.doubles} han" if is_han else item_worth(item)


def _item_line(item: Item, score: Score) -> str:
    tiles = f" ({shown(item.tiles)})" if item.tiles else ""
    rule = f" [{shown(item.rule)}]" if item.rule else ""
    return f"{shown(item.name)}{tiles}: {worth_words(item, score)}{rule}"


class PaymentTable(NamedTuple):
    """Who pays whom: `rows[i][j]` is what seat i pays to seat j (E S W N); None on the diagonal.

    `change`: what each seat gains or loses; `pot`: what of it lay on the table.
    """

    rows: tuple[tuple[int | None, ...], ...]
    change: tuple[int, ...]
    pot: tuple[int, ...] = (0, 0, 0, 0)


def payment_table(payments: Iterable[Payment], owed: Mapping[Seat, int] | None = None) -> PaymentTable:
    """Single payments gathered in a table, and what they make for each seat.

    `owed`: what each seat gains or loses in all; what nobody pays of it is taken from the pot.
    """
    amounts = [[0] * 4 for _ in SEATS]
    for payer, payee, amount in payments:
        amounts[payer.index][payee.index] += amount
    change = [sum(row[at] for row in amounts) - sum(amounts[at]) for at in range(4)]
    pot = [(owed or {}).get(seat, paid) - paid for seat, paid in zip(SEATS, change, strict=True)]
    rows = tuple(tuple(None if i == j else amounts[i][j] for j in range(4)) for i in range(4))
    return PaymentTable(rows, tuple(map(sum, zip(change, pot, strict=True))), tuple(pot))
