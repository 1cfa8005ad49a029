"""Flowers and seasons: each a drawing of its own."""

from __future__ import annotations

from mjlog.viewer.faces.glyphs import index
from mjlog.viewer.faces.primitives import Look, Point, area, around, line, lowered, number, point, spots, stroke


def flower(rank: int, look: Look) -> str:
    """Plum, orchid, bamboo, chrysanthemum: the order of the Unicode tiles."""
    draw, colour = (
        (_plum, look.pink), (_orchid, look.purple), (_bamboo_plant, look.green), (_chrysanthemum, look.brown),
    )[rank - 1]  # fmt: skip
    return index(f"{rank}f", colour, look) + lowered(draw(look), look)


def season(rank: int, look: Look) -> str:
    """Spring, summer, autumn, winter."""
    draw, colour = (
        (_spring, look.green), (_summer, look.red), (_autumn, look.brown), (_winter, look.blue),
    )[rank - 1]  # fmt: skip
    return index(f"{rank}s", colour, look) + lowered(draw(look), look)


def any_flower(look: Look) -> str:
    """A flower whose number does not matter: a lotus."""
    return index("F", look.pink, look) + lowered(_lotus(look), look)


def _lotus(look: Look) -> str:
    outer = "M15 33C9 33.6 4.6 30 3.4 23.6 9.4 24 13.6 27 15 33ZM15 33C21 33.6 25.4 30 26.6 23.6 20.6 24 16.4 27 15 33Z"
    inner = (
        "M15 33C9.6 30.4 7 25.4 8.2 18.6 13 21.6 15.4 26.6 15 33Z"
        "M15 33C20.4 30.4 23 25.4 21.8 18.6 17 21.6 14.6 26.6 15 33Z"
    )
    middle = "M15 33C11 28.6 10.8 21.4 15 15 19.2 21.4 19 28.6 15 33Z"
    return (
        area(outer, look.pink)
        + f'<path d="{inner}" fill="{look.pink}" stroke="{look.paper}"/>'
        + f'<path d="{middle}" fill="{look.pink}" stroke="{look.paper}"/>'
        + line("M6 35.8H24", look.green, 1.8, look)
    )


def _rays(centre: Point, count: int, inner: float, outer: float, start: float = 0) -> str:
    pairs = zip(around(centre, count, inner, start), around(centre, count, outer, start), strict=True)
    return "".join(f"M{point(near)}L{point(far)}" for near, far in pairs)


def _blossom(centre: Point, size: float, colour: str, look: Look) -> str:
    return (
        spots(around(centre, 5, size * 1.15), size, colour)
        + stroke(_rays(centre, 5, size * 0.9, size * 1.35), look.paper, size * 0.2)
        + spots([centre], size * 0.55, look.heart)
    )


def _plum(look: Look) -> str:
    branch = "M5 36C9 34 12 31.6 15 27.6 18.6 22.8 22 18 25.4 5.4M19.6 21C22 21.6 24 22.8 25.6 25.2"
    return (
        line(branch, look.brown, 1.7, look)
        + _blossom((11.4, 24), 3.9, look.pink, look)
        + _blossom((21.4, 32), 2.2, look.pink, look)
        + spots([(25.6, 25), (22.8, 14.4)], 1.9, look.pink)
    )


def _orchid(look: Look) -> str:
    leaves = (
        "M14.6 36C12 29 8.6 25 4 23.4M15 36C14.6 30 12.4 22.6 8 17.4M15.4 36C16 30 19 27 25.6 26.4"
        "M15.8 36C17.6 33.6 20 32.4 24.4 32.6M15.2 36C15 29 16 24 19.4 19.6"
    )
    heart = (20.2, 18.2)
    return (
        line(leaves, look.green, 1.7, look)
        + stroke(_rays(heart, 5, 2.6, 4.7), look.purple, 3.2)
        + spots([heart], 1.6, look.heart)
    )


def _bamboo_plant(look: Look) -> str:
    stalks = "M10 35.8V29.6M10 27.6V21.4M10 19.4V15M18.6 35.8V31M18.6 29V21M18.6 19V13.4"
    leaves = (
        "M19.4 20C21 16.4 23.6 14.4 27 13.6 26.6 17.4 24 19.8 19.4 20Z"
        "M19.4 20.6C22.6 20.6 25.2 22 26.8 25.2 23.2 25.8 20.4 24.4 19.4 20.6Z"
        "M10.8 28.6C12 25.4 14 23.6 17 23 16.6 26.4 14.4 28.6 10.8 28.6Z"
        "M9.2 20.4C6.4 20.8 4.4 22.6 3.4 25.8 6.8 25.8 8.8 24 9.2 20.4Z"
    )
    return line(stalks, look.green, 2.2, look) + area(leaves, look.green)


def _chrysanthemum(look: Look) -> str:
    centre = (15.4, 21.4)
    leaves = (
        "M15.4 36C14.6 33 11 31.4 6 32.4 8 36 12 37 15.4 36Z"
        "M15.4 35C16.2 32 19.8 30.4 24.8 31.4 22.8 35 18.8 36 15.4 35Z"
    )
    return (
        line("M15.4 30V36", look.green, 1.8, look)
        + area(leaves, look.green)
        + stroke(_rays(centre, 16, 5, 7.8), look.gold, 2.1)
        + stroke(_rays(centre, 10, 1, 4.3, 18), look.red, 1.5)
        + spots([centre], 2, look.heart)
    )


def _spring(look: Look) -> str:
    leaves = (
        "M15 27C8.6 27.4 4.6 23.6 4.2 16.6 11 17 15 20.4 15 27Z"
        "M15.4 23.6C15.2 17.4 18.6 13.6 25.8 12.8 26.2 20 22.6 23.8 15.4 23.6Z"
    )
    return (
        line("M15 23V35.4M7 35.6H23", look.brown, 1.8, look)
        + line("M15.2 23V33", look.green, 2, look)
        + area(leaves, look.green)
    )


def _summer(look: Look) -> str:
    wave = "C6 {0} 8 {0} 10 {1}S14 {2} 16 {1} 20 {0} 22 {1} 25 {2} 26 {1}"
    waves = "".join(f"M4 {y}" + wave.format(number(y - 2), y, number(y + 2)) for y in (31, 34.9))
    centre = (15.6, 22.4)
    return (
        spots([centre], 4, look.red)
        + stroke(_rays(centre, 10, 6.2, 7.8), look.gold, 1.7)
        + line(waves, look.blue, 1.6, look)
    )


def _autumn(look: Look) -> str:
    leaf = (
        "M15 13.6L17.4 18.4 21.6 16 20.6 20.6 26 20.4 23 24.4 26 27 20.4 28 20.6 31.4"
        " 15 29.6 9.4 31.4 9.6 28 4 27 7 24.4 4 20.4 9.4 20.6 8.4 16 12.6 18.4Z"
    )
    return area(leaf, look.red) + line("M15 18V36M15 27L20.4 22.6M15 27L9.6 22.6", look.brown, 1.3, look)


def _winter(look: Look) -> str:
    centre = (15.0, 25.0)
    arms = _rays(centre, 6, 0, 10.6)
    twigs = ""
    for near, left, right in zip(
        around(centre, 6, 6), around(centre, 6, 9, 20), around(centre, 6, 9, -20), strict=True
    ):
        twigs += f"M{point(left)}L{point(near)} {point(right)}"
    return line(arms + twigs, look.blue, 1.6, look)
