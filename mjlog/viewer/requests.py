"""What an address asks for: events, hands, views and pages of lists, checked."""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app, request
from werkzeug.exceptions import BadRequest, NotFound

from mjlog.audit.game import Game, Hand
from mjlog.errors import NotationError
from mjlog.log.sight import View, parse_view
from mjlog.text import shown
from mjlog.viewer.library import Library
from mjlog.views.seen import unseen_player

_LONGEST_NUMBER = 15
USUAL_VIEW = "open"
"""The view of a page that is not asked for another; of a hand that goes on everybody has the table's."""
READINGS = ("corrected", "recorded")
"""How a log can be read: with what later events put right, or as it was written down."""


class Version(NamedTuple):
    """Which log is looked at: as corrected or as recorded, as of an event that was the last one once, or of now."""

    as_recorded: bool = False
    as_of: int | None = None


def library() -> Library:
    """The games of this application."""
    found: Library = current_app.extensions["mjlog_library"]
    return found


def number_in(text: str, what: str) -> int:
    """A whole number of an address.

    Raises:
        BadRequest: it is none.
    """
    if not (text.isascii() and text.isdigit()):
        raise BadRequest(f"{what} '{shown(text, 40)}' is not a number")
    return int(text[:_LONGEST_NUMBER]) if len(text) <= _LONGEST_NUMBER else 10**_LONGEST_NUMBER


def asked_view() -> View:
    """The view that was asked for; the usual one if none was.

    Raises:
        BadRequest: there is no such view.
    """
    try:
        return parse_view(request.args.get("view", USUAL_VIEW))
    except NotationError as error:
        raise BadRequest(str(error)) from None


def refuse_unseen(game: Game, view: View) -> None:
    """A view is that of a player of the game.

    Raises:
        NotFound: nobody of that name plays.
    """
    words = unseen_player(game, view)
    if words:
        raise NotFound(words)


def asked_reading() -> Version:
    """Whether the log is asked for as it was recorded, and not as corrected; and whether as of an earlier time.

    Raises:
        BadRequest: there is no such reading.
    """
    found = request.args.get("log", "corrected")
    if found not in READINGS:
        raise BadRequest(f"there is no log '{shown(found, 20)}': it is read as {' or '.join(READINGS)}")
    seq = request.args.get("as-of")
    as_of = number_in(seq, "event") if seq else None
    if as_of == 0:
        raise BadRequest("as of event 0 nothing was written: events are counted from 1")
    return Version(found == "recorded", as_of)


def place_in(game: Game, seq: int) -> int:
    """Where an event of an address stands in the log.

    Raises:
        NotFound: the game has no such event.
    """
    place = game.place_of(seq)
    if place is None:
        known = f"its events are 1 to {game.last_seq}" if game.last_seq else "it has no events"
        raise NotFound(f"this game has no event {seq}: {known}")
    return place


def hand_in(game: Game, number: int) -> Hand:
    """The hand of an address.

    Raises:
        NotFound: the game has no such hand.
    """
    hand = game.hand(number)
    if hand is None:
        raise NotFound(f"this game has no hand {number}: it has {len(game.played)}")
    return hand
