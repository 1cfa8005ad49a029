"""Reels of the film, put together as `static/film.js` does it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mjlog.audit.game import Game
from mjlog.log.sight import parse_view
from mjlog.viewer.drawing.numbers import numbers_of
from mjlog.viewer.pages.moment import call_of
from mjlog.views.moment import moment_at


def texts_of(reel: dict[str, Any]) -> list[str]:
    """The HTML of a reel, as the script puts it into the page."""
    return [_spelled(text, reel["often"]) for text in reel["texts"]]


def assert_drawn(frame: dict[str, dict[str, Any]], game: Game, place: int, view: str) -> None:
    """That what is to be drawn in a frame is what is to be drawn of the game at this place, as it would be alone."""
    moment = moment_at(game, place, parse_view(view))
    assert frame["board"]["play"] is moment.hand.has_play
    if moment.hand.has_play:
        told = json.loads(json.dumps(numbers_of(moment.board, call_of(moment.event))))
        assert {name: frame["board"][name] for name in told} == told


def unrolled(reel: dict[str, Any], view: str) -> Iterator[dict[str, dict[str, Any]]]:
    """Every frame as one view shows it: `head`, `ways`, the HTML of its `parts`, what lies on its `board`."""
    mine = reel["views"].index(view)
    texts = texts_of(reel)
    now: dict[str, dict[str, Any]] = {kind: {} for kind in ("head", "ways", "parts", "board")}
    for changes in reel["frames"]:
        for number, *told in changes:
            sign = told[0][mine] if len(told) > 1 else "0"
            if sign != ".":
                kind, _, name = reel["names"][number].partition("/")
                value = told[int(sign) + 1] if len(told) > 1 else told[0]
                is_html = kind == "parts"
                now[kind][name] = "".join(texts[ord(one) - 0x100] for one in value) if is_html else value
        seq = now["head"]["seq"]
        ways = dict(now["ways"])
        for beside in ("previous", "next"):
            ways[beside] = ways[beside] and ways[beside] + seq
        parts = {name: html.replace("\2", str(seq)) for name, html in now["parts"].items()}
        yield {"head": dict(now["head"]), "ways": ways, "parts": parts, "board": dict(now["board"])}


def _spelled(text: str, often: list[str]) -> str:
    return "".join(often[ord(one) - 0xE000] if 0xE000 <= ord(one) < 0xF900 else one for one in text)
