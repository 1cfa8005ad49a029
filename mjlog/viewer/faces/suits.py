"""Bamboos as sticks (the first as a bird), characters as signs, dots as coins."""

from __future__ import annotations

import math
from collections.abc import Iterable

from mjlog.viewer.faces.glyphs import NUMERALS, TEN_THOUSAND, TEN_THOUSAND_SHORT, index
from mjlog.viewer.faces.primitives import Look, Point, area, around, lowered, point, sign, spots, stroke

Coins = tuple[list[Point], float, str]
"""Where coins of one size and colour lie, their radius, their colour."""
Stick = tuple[Point, Point]
"""From where to where a stick lies."""
_GREEN_GLEAM, _RED_GLEAM = "#9fd3ac", "#f3a79c"


# ---------------------------------------------------------------- dots


def _grid(columns: Iterable[float], rows: Iterable[float]) -> list[Point]:
    across = list(columns)
    return [(x, y) for y in rows for x in across]


def _coins(centres: list[Point], radius: float, colour: str, look: Look) -> str:
    drawn = spots(centres, radius, colour)
    if look.bold:
        return drawn + (spots(centres, radius * 0.32, look.paper) if radius > 3 else "")
    return drawn + spots(centres, radius * 0.68, look.paper) + spots(centres, radius * 0.44, colour)


def _first_coin(look: Look) -> str:
    if look.bold:
        middle = [(17.2, 26.4)]
        rings = ((9.8, look.blue), (6.6, look.paper), (3.6, look.blue))
        return "".join(spots(middle, radius, colour) for radius, colour in rings)
    centre = (16.0, 24.0)
    rings = ((11.8, look.blue), (10.4, look.paper), (9.4, look.green))
    drawn = "".join(spots([centre], radius, colour) for radius, colour in rings)
    drawn += spots(around(centre, 12, 7.2), 1.25, look.paper) + spots([centre], 5.2, look.paper)
    return drawn + spots([centre], 4.2, look.red) + spots(around(centre, 6, 2.2), 0.75, look.paper)


def dots(rank: int, look: Look) -> str:
    """Coins as they lie on real tiles: three on a slope, five as on a die, seven as three above four."""
    if rank == 1:
        return index("1", look.blue, look) + _first_coin(look)
    groups = _bold_coins(rank, look) if look.bold else _fine_coins(rank, look)
    return index(str(rank), look.blue, look) + "".join(_coins(*group, look) for group in groups)


def _fine_coins(rank: int, look: Look) -> list[Coins]:
    blue, red, green = look.blue, look.red, look.green
    sides, thirds = (9, 21), (7.1, 15, 22.9)
    coins: dict[int, list[Coins]] = {
        2: [([(18.2, 10.2)], 7.2, green), ([(18.2, 28)], 7.2, blue)],
        3: [([(8, 18.4)], 4.6, blue), ([(15, 25.2)], 4.6, red), ([(22, 32)], 4.6, green)],
        4: [([(8.6, 19.4), (21.4, 31)], 5.3, blue), ([(21.4, 19.4), (8.6, 31)], 5.3, green)],
        5: [([(7.6, 18.2), (22.4, 32.4)], 4.2, blue), ([(22.4, 18.2), (7.6, 32.4)], 4.2, green),
            ([(15, 25.3)], 4.2, red)],
        6: [(_grid(sides, (17.2,)), 3.8, green), (_grid(sides, (25.2, 33)), 3.8, red)],
        7: [([(14.6, 5.6), (19.8, 10.4), (25, 15.2)], 3.3, green), (_grid(sides, (23.2, 32.4)), 4.3, red)],
        8: [(_grid((15.7, 24.2), (6.2, 14.8, 23.4, 32)), 3.85, blue)],
        9: [(_grid(thirds, (17.2,)), 3.6, green), (_grid(thirds, (25.1,)), 3.6, red),
            (_grid(thirds, (33,)), 3.6, blue)],
    }  # fmt: skip
    return coins[rank]


def _bold_coins(rank: int, look: Look) -> list[Coins]:
    blue = look.blue
    coins: dict[int, list[Coins]] = {
        2: [([(20.4, 10.6), (20.4, 28.6)], 6.2, blue)],
        3: [([(7.4, 22.6), (15, 27.8), (22.6, 33)], 3.9, blue)],
        4: [(_grid((9, 21), (22.6, 32.2)), 4.3, blue)],
        5: [(_grid((7.2, 22.8), (21.8, 33)), 3.8, blue), ([(15, 27.4)], 3.8, blue)],
        6: [(_grid((6.9, 15, 23.1), (22.6, 32)), 3.6, blue)],
        7: [([(17.6, 6.2), (21.2, 11.4), (24.8, 16.6)], 3.05, blue), (_grid((9.4, 20.6), (24.4, 33.2)), 3.8, blue)],
        8: [(_grid((17.6, 24.6), (6.8, 15.4, 24, 32.6)), 3.2, blue)],
        9: [(_grid((7, 15, 23), (21, 27.4, 33.8)), 2.8, blue)],
    }  # fmt: skip
    return coins[rank]


# ---------------------------------------------------------------- bamboos


def bamboo(rank: int, look: Look) -> str:
    """Sticks as they lie on real tiles: seven as one above six, eight as a W above an M."""
    if rank == 1:
        return index("1", look.green, look) + lowered(_bird(look), look)
    green, red = (_bold_sticks(rank), []) if look.bold else _fine_sticks(rank)
    size = {2: 1.36, 3: 1.36, 4: 1.3, 5: 1.2}.get(rank, 1)
    return (
        index(str(rank), look.green, look)
        + _sticks(green, look.green, _RED_GLEAM if look.green == look.red else _GREEN_GLEAM, size, look)
        + _sticks(red, look.red, _RED_GLEAM, size, look)
    )


def _upright(columns: Iterable[float], top: float, bottom: float) -> list[Stick]:
    return [((x, top), (x, bottom)) for x in columns]


def _fine_sticks(rank: int) -> tuple[list[Stick], list[Stick]]:
    """The green ones and the red ones."""
    upper, lower = (15.2, 24), (26.8, 35.6)
    thirds = (7.0, 15.0, 23.0)
    rows = ((15, 20.2), (22.7, 27.9), (30.4, 35.6))
    return {
        2: (_upright((17,), 4.4, 17.6) + _upright((17,), 22.2, 35.4), []),
        3: (_upright((9, 21), 21.6, 35.4), _upright((15,), 4.4, 18)),
        4: (_upright((9, 21), *upper) + _upright((9, 21), *lower), []),
        5: (_upright((7, 23), *upper) + _upright((7, 23), *lower), _upright((15,), 20.2, 30.6)),
        6: (_upright(thirds, *upper) + _upright(thirds, *lower), []),
        7: (_upright(thirds, *upper) + _upright(thirds, *lower), _upright((17,), 4, 12)),
        8: (_upright((5.6, 24.4), *upper) + _upright((5.6, 24.4), *lower) + [
            ((9.6, 23.4), (14, 16.4)), ((20.4, 23.4), (16, 16.4)),
            ((9.6, 27.4), (14, 34.4)), ((20.4, 27.4), (16, 34.4))], []),
        9: (_upright((7, 23), *rows[0]) + _upright((7, 23), *rows[1]) + _upright((7, 23), *rows[2]),
            [stick for row in rows for stick in _upright((15,), *row)]),
    }[rank]  # fmt: skip


def _bold_sticks(rank: int) -> list[Stick]:
    upper, lower = (18.8, 26.9), (28.7, 36.8)
    sides, thirds = (9.6, 20.4), (7.4, 15.0, 22.6)
    rows = ((18.8, 24), (25.2, 30.4), (31.6, 36.8))
    return {
        2: _upright((20.4,), 4.6, 19.2) + _upright((20.4,), 22.2, 36.8),
        3: _upright(sides, 22.2, 36.8) + _upright((20.4,), 4.6, 19.2),
        4: _upright(sides, *upper) + _upright(sides, *lower),
        5: _upright((6.8, 23.2), *upper) + _upright((6.8, 23.2), *lower) + _upright((15,), 24.2, 31.9),
        6: _upright(thirds, *upper) + _upright(thirds, *lower),
        7: _upright(thirds, *upper) + _upright(thirds, *lower) + _upright((20,), 5.6, 14.6),
        8: _upright((5.8, 24.2), *upper) + _upright((5.8, 24.2), *lower) + [
            ((10.2, 26.5), (12.8, 19.6)), ((19.8, 26.5), (17.2, 19.6)),
            ((10.2, 29.5), (12.8, 36.4)), ((19.8, 29.5), (17.2, 36.4))],
        9: [stick for row in rows for stick in _upright(thirds, *row)],
    }[rank]  # fmt: skip


def _sticks(sticks: list[Stick], colour: str, light: str, size: float, look: Look) -> str:
    """Rods with a knot at each end and in the middle, and a gleam on them."""
    if not sticks:
        return ""
    rods = "".join(f"M{point(start)}L{point(end)}" for start, end in sticks)
    if look.bold:
        return stroke(rods, colour, 3.3 * size, butt=True)
    knots = "".join(_knots(*stick, 1.35 * size) for stick in sticks)
    gleams = "".join(_gleams(*stick) for stick in sticks)
    return (
        stroke(rods, colour, 3 * size, butt=True)
        + stroke(knots, colour, 1.8 * size)
        + stroke(gleams, light, 0.8 * size)
    )


def _along(start: Point, end: Point, part: float, aside: float = 0) -> Point:
    """A place beside a line: `part` of the way, and so far to its right.

    >>> _along((0, 0), (0, 10), 0.5, 1), _along((0, 0), (10, 0), 0.2, 1)
    ((-1.0, 5.0), (2.0, 1.0))
    """
    length = math.dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    return (start[0] + across * length * part - down * aside, start[1] + down * length * part + across * aside)


def _knots(start: Point, end: Point, half: float) -> str:
    pairs = [(_along(start, end, part, -half), _along(start, end, part, half)) for part in (0, 0.5, 1)]
    return "".join(f"M{point(one)}L{point(other)}" for one, other in pairs)


def _gleams(start: Point, end: Point) -> str:
    pairs = [(_along(start, end, one), _along(start, end, other)) for one, other in ((0.2, 0.31), (0.69, 0.8))]
    return "".join(f"M{point(one)}L{point(other)}" for one, other in pairs)


def _bird(look: Look) -> str:
    """A peacock that looks to the right."""
    tail = "M14 24.4C9.4 23 6.6 20.6 5.4 17.4M13 26.4C9.6 27 7 26.4 4.6 24.8M13.4 28C10.6 30.4 8.4 31.4 5.8 31.8"
    body = (
        "M17.2 9.6C17.2 6 22.8 5.2 23.6 9 24 11 23.2 12.4 23.6 14.4 25 19 25 24 21.6 27.4"
        " 18.2 30.6 12.6 29.6 11.4 26.8 11.8 21.8 17.8 18.4 18 13.6 18 12 17.2 11 17.2 9.6Z"
    )
    eyes = [(5.2, 17.2), (4.6, 24.6), (5.6, 31.8)]
    drawn = stroke(tail, look.green, 2.4) + spots(eyes, 2.1, look.blue)
    drawn += stroke("M17 29.4V35.4M20.6 28V35.4M10 35.7H26", look.brown, 1.5) + area(body, look.green)
    drawn += area("M21.4 16.2C23.6 21.4 19.8 27 12 26.9 16.4 24.4 16.4 19.2 21.4 16.2Z", look.red)
    drawn += area("M23.4 8.4L27.4 10.4 23.4 11.6Z", look.gold) + spots([(20.8, 9.2)], 1, look.paper)
    if look.bold:
        return drawn
    return drawn + spots(eyes, 0.8, look.gold) + stroke("M20 6L18.6 3.2M21.4 5.8L21.8 3", look.red, 1.2)


# ---------------------------------------------------------------- characters


def character(rank: int, look: Look) -> str:
    """The numeral, and below it the sign for ten thousand."""
    if look.bold:
        numeral = sign(NUMERALS[rank - 1], look.ink, 1.9, (14.4, 4.8), 0.82)
        return index(str(rank), look.red, look) + numeral + sign(TEN_THOUSAND_SHORT, look.red, 3.3, (5.4, 18.9), 0.76)
    numeral = sign(NUMERALS[rank - 1], look.ink, 1.9, (12.6, 3.6), 0.92, look.brush)
    return index(str(rank), look.red, look) + numeral + sign(TEN_THOUSAND, look.red, 1.8, (3.8, 15), 0.93, look.brush)
