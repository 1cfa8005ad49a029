"""Reels of the film, put together as `static/film.js` does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def texts_of(reel: dict[str, Any]) -> list[str]:
    """The HTML of a reel, as the script puts it into the page."""
    return [_spelled(text, reel["often"]) for text in reel["texts"]]


def assert_drawn(frame: dict[str, dict[str, Any]], layout: str, page: str) -> None:
    """That the things of a frame, as many as there are, are those of the picture on a page."""
    picture = page.partition(f'{layout} board"')[2].partition("</svg>")[0]
    assert picture or not frame[layout]
    for name, (place, look) in frame[layout].items():
        assert f'<g data-n="{name}" transform="{place}">{look}</g>' in picture
    assert picture.count("data-n=") == len(frame[layout])
    assert not frame[layout] or f'viewBox="{frame["size"][layout]}"' in picture


def unrolled(reel: dict[str, Any], view: str) -> Iterator[dict[str, dict[str, Any]]]:
    """Every frame as one view shows it: `head`, `ways`, the HTML of its `parts`, the things of its pictures."""
    mine = reel["views"].index(view)
    texts = texts_of(reel)
    now: dict[str, dict[str, Any]] = {kind: {} for kind in ("head", "ways", "parts", "size", "wide", "tall")}
    for changes in reel["frames"]:
        for number, *told in changes:
            sign = told[0][mine] if len(told) > 1 else "0"
            if sign != ".":
                kind, _, name = reel["names"][number].partition("/")
                value = told[int(sign) + 1] if len(told) > 1 else told[0]
                if kind in ("parts", "wide", "tall"):
                    value = [texts[ord(one) - 0x100] for one in value or ""]
                now[kind][name] = "".join(value) if kind == "parts" else value
        seq = now["head"]["seq"]
        ways = dict(now["ways"])
        for beside in ("previous", "next"):
            ways[beside] = ways[beside] and ways[beside] + seq
        parts = {name: html.replace("\2", str(seq)) for name, html in now["parts"].items()}
        pictures = {kind: {name: tuple(one) for name, one in now[kind].items() if one} for kind in ("wide", "tall")}
        yield {"head": dict(now["head"]), "ways": ways, "parts": parts, "size": dict(now["size"]), **pictures}


def _spelled(text: str, often: list[str]) -> str:
    return "".join(often[ord(one) - 0xE000] if 0xE000 <= ord(one) < 0xF900 else one for one in text)
