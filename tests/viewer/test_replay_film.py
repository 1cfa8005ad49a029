"""How the film of a game in one file is packed; that it is unpacked to the same, `test_browser_sharing` shows."""

from __future__ import annotations

import json
from typing import Any

from mjlog.viewer.pages.replay_film import packed

EMOJI = "\U0001f600"


def reel(*words: str) -> dict[str, Any]:
    """A reel of so many frames that say no more than this."""
    head = {"hand": 0, "of": len(words), "tempo": 1, "ways": [None], "sprites": {}}
    frames = [
        {"seq": at + 1, "at": at + 1, "title": text, "parts": {"words": at}, **head} for at, text in enumerate(words)
    ]
    return {"edition": 1, "frames": frames, "strings": list(words)}


def test_what_two_views_show_is_told_once() -> None:
    film = json.loads(packed({"open wide": reel("<b>one</b>", "two"), "table wide": reel("<b>one</b>", "three")}))
    assert [row for *piece, row in film["pieces"] if piece == ["parts", "words", 0]] == [[[0, "00"], [1, "01"]]]
    assert sum("one" in text for text in film["texts"]) == 1, "in two titles and in words"


def test_a_character_that_would_be_taken_for_a_sign_is_told_by_its_number() -> None:
    film = packed({"open wide": reel(f"{EMOJI} wins", f"{EMOJI} wins again")}).decode()
    assert EMOJI not in film
    assert "&#128512; wins" in film
    assert json.dumps(f"{EMOJI} wins")[1:-1] in film.replace("\\\\", "\\"), "a title is no HTML"


def test_a_number_that_a_browser_cannot_reckon_with_is_told_as_it_stands() -> None:
    """What follows it keeps its own number: numbers of events are told as steps."""
    film = packed({"open wide": reel("receipt: event 9007199254740993, and event 12")}).decode()
    assert "receipt: event 9007199254740993, and event \\u000611" in film
