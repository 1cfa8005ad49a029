"""Reels of the film, put together as `static/film.js` does it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from typing import Any


def texts_of(reel: dict[str, Any]) -> list[str]:
    """The HTML of a reel, as the script puts it into the page."""
    return ["".join(reel["often"][ord(one) - 0xE000] if 0xE000 <= ord(one) < 0xF900 else one for one in text)
            for text in reel["texts"]]  # fmt: skip


def assert_drawn(frame: dict[str, dict[str, Any]], layout: str, page: str) -> None:
    """That the things of a frame, as many as there are, are those of the picture on a page."""
    picture = page.partition(f'{layout} board"')[2].partition("</svg>")[0]
    assert picture or not frame["look"]
    for name, look in frame["look"].items():
        assert f'<g data-n="{name}" transform="{frame["place"][name]}">{look}</g>' in picture
    assert picture.count("data-n=") == len(frame["look"])
    assert not frame["look"] or f'viewBox="{frame["head"]["size"]}"' in picture


def title_of(frame: dict[str, dict[str, Any]], game: str) -> str:
    """The title of the page, from the words of the event."""
    words = " ".join(unescape(re.sub("<[^>]*>", "", frame["parts"]["words"])).split())
    return f"Event {words.replace(' ', ': ', 1)} – {game}"


def length_of(reel: dict[str, Any]) -> int:
    """How many frames there are: each is of another event."""
    return len(reel["steps"][reel["names"].index("head/seq")])


def unrolled(reel: dict[str, Any], eye: str) -> Iterator[dict[str, dict[str, Any]]]:
    """Every frame as one sees it: `head`, `ways`, the HTML of its `parts`, how things `look` and their `place`."""
    mine, texts = reel["eyes"].index(eye), texts_of(reel)
    changes = defaultdict[int, list[tuple[str, Any]]](list)
    for name, steps, signs, told in zip(reel["names"], reel["steps"], reel["signs"], reel["values"], strict=True):
        frame, values = 0, iter(told)
        for step, sign in zip(steps, signs, strict=True):
            frame += ord(step) - 0x23
            pattern = reel["patterns"][ord(sign) - 0x23]
            seen = [next(values) for _ in {*pattern} - {"."}]
            if pattern[mine] != ".":
                changes[frame].append((name, seen[ord(pattern[mine]) - 48]))
        assert next(values, None) is None
    now: dict[str, dict[str, Any]] = {kind: {} for kind in ("head", "ways", "parts", "look", "place")}
    seq = 0
    for frame in range(length_of(reel)):
        for name, value in changes[frame]:
            kind, _, what = name.partition("/")
            if kind in ("parts", "look", "place"):
                value = None if value == "\xff" else "".join(texts[ord(one) - 0x100] for one in value)
            now[kind][what] = value
        seq += now["head"]["seq"]
        beside = {way: now["ways"][way] and now["ways"][way] + seq for way in ("previous", "next")}
        yield {
            "head": now["head"] | {"seq": seq},
            "ways": now["ways"] | beside,
            "parts": {name: html.replace("\2", str(seq)) for name, html in now["parts"].items()},
            "look": {name: look for name, look in now["look"].items() if look is not None},
            "place": dict(now["place"]),
        }
