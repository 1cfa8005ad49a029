"""What the switches of `mjlog score` say: hands as lines of a batch would state them, and what contradicts itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from mjlog.calculator.deal import Payers
from mjlog.calculator.requests import whole
from mjlog.errors import HandError, NotationError
from mjlog.scoring.request import SEATS_BY_CODE
from mjlog.seats import Seat
from mjlog.table import TablePlan
from mjlog.text import quoted

Fields = dict[str, Any]
EXAMPLE = '"S in E 234b 55d RRd (789c) [2222d] 1f +Rd discard"'
_FACES = ("concealed", "claimed", "added")
_OF_ONE_HAND = ("concealed", "sets", "tile", "source", "won")
_DORA = ("indicators", "under")
_PAYERS = ("discarder", "pays_for_all", "repeats", "pot", "liable")
_NOT_OF_A_BATCH = (*_OF_ONE_HAND, *_DORA, "bonus", "flags", "east_wins", "line", *_PAYERS)


def requests_of(
    hands: Sequence[str], given: Fields, options: Fields, plan: TablePlan | None = None
) -> list[Fields]:
    """The hands, each with what the switches say beside it; one of which little is known where no HAND is given.

    `plan`: of the rule set, where it is known: tiles are read as people write them in such games. A hand on a line
    that cannot be read stays as it is, to be told in its place among others.

    Raises:
        click.UsageError: a switch is said of one hand, and hands on a line are given.
        NotationError: a set on the table does not say what it is.
    """
    beside: Fields = {"seat": given["seat"], "round": given["round_"], "bonus": given["bonus"],
                      "flags": list(given["flags"]), "east_wins": given["east_wins"], "options": options,
                      "line": given["line"], **{name: given[name] for name in _DORA}}  # fmt: skip
    if hands:
        twice = next((name for name in _OF_ONE_HAND if given[name]), None)
        if twice is not None:
            raise click.UsageError(
                f"{_switch(twice)} is said of a hand that is no HAND on a line: expected one of them"
            )
        return [_whole({"hand": text, **beside}, plan) for text in hands]
    sets = [_set(text) for text in given["sets"]]
    won = True if given["won"] else None
    one = {**beside, "concealed": given["concealed"], "sets": sets, "won": won, "tile": given["tile"],
           "source": given["source"]}  # fmt: skip
    return [_whole({name: value for name, value in one.items() if value is not None}, plan)]


def _whole(fields: Fields, plan: TablePlan | None) -> Fields:
    try:
        return whole(fields, plan)
    except HandError:
        return fields


def _set(text: str) -> Fields:
    """A set on the table.

    >>> _set("kong:5555b:added")
    {'kind': 'kong', 'tiles': '5555b', 'concealed': False, 'origin': 'added'}

    Raises:
        NotationError: it does not say what it is.
    """
    kind, colon, rest = text.partition(":")
    tiles, _, face = rest.partition(":")
    if not colon or not tiles or face not in ("", *_FACES):
        raise NotationError(f"{quoted(text)} is no set; expected KIND:TILES or KIND:TILES:HOW, like pung:555b")
    fields: Fields = {"kind": kind, "tiles": tiles, "concealed": face == "concealed"}
    if face in ("claimed", "added"):
        fields["origin"] = face
    return fields


def is_said(value: object) -> bool:
    """Whether a switch was given, as ``--value 0`` is."""
    return value is not None and value is not False and value != ()


def _switch(name: str) -> str:
    words = {"sets": "set", "flags": "flag", "cards": "card"}
    return f"--{words.get(name, name).replace('_', '-')}"


# -- what does not go together ----------------------------------------------------------------------------------------


def check_batch(hands: Sequence[str], given: Fields, faces: str) -> None:
    """Is beside a batch said only what fills in its lines?

    Raises:
        click.UsageError: no; one hand is spoken of, or how a page is printed.
    """
    if hands:
        raise click.UsageError("hands are given, and --batch: expected one of them")
    name = next((name for name in _NOT_OF_A_BATCH if is_said(given[name])), None)
    if name is not None:
        raise click.UsageError(f"{_switch(name)} is said of one hand, and --batch: write it into the lines")
    if faces != "codes":
        raise click.UsageError("--faces is said of a page, and --batch answers with objects: expected one of them")


def check_line(given: Fields, by_card: bool) -> None:
    """Is a line named only of a hand of a score card?

    Raises:
        click.UsageError: no.
    """
    if given["line"] is not None and not by_card:
        raise click.UsageError("--line is said of a hand of a score card, as in american; by these rules there is none")


def what_is_missing(requests: Sequence[Fields], by_card: bool, *, on_a_line: bool) -> str | None:
    """What keeps the hands from being scored, in words; a hand of a card needs neither seat nor round."""
    needed = ("concealed", "seat", "round") if not by_card else ("concealed",)
    for number, fields in enumerate(requests, 1):
        name = next((name for name in needed if not fields.get(name) and "hand" not in fields), None)
        if name == "concealed":
            return _no_tiles(fields, number if len(requests) > 1 else 0, on_a_line)
        if name is not None:
            which = f"hand {number} does not say its {name}" if len(requests) > 1 else f"--{name} is missing"
            return f"{which}; or begin the hand with seat and round, like S in E"
    return None


def _no_tiles(fields: Fields, number: int, on_a_line: bool) -> str:
    """What a hand without concealed tiles lacks; `number`: which of several it is."""
    if on_a_line:
        which = f"hand {number}" if number else "the hand"
        return f"{which} has no concealed tiles: expected those not laid on the table, too, like {EXAMPLE}"
    if any(fields.get(name) for name in ("sets", "bonus", "tile", "source", "flags", "won")):
        return "--concealed is missing: expected the tiles not laid on the table, the winning one among them"
    return f"a hand is missing: expected it on one line, like {EXAMPLE}, or --concealed, or --batch"


# -- what the switches are --------------------------------------------------------------------------


def seat_of(given: Fields, name: str) -> Seat | None:
    """A seat of the command line.

    Raises:
        click.UsageError: it is none.
    """
    value = given[name]
    if value is not None and value.upper() not in SEATS_BY_CODE:
        raise click.UsageError(f"{_switch(name)} {quoted(value)}: expected one of E, S, W, N")
    return None if value is None else SEATS_BY_CODE[value.upper()]


def payers_of(given: Fields) -> Payers:
    """What the switches say of the payments.

    Raises:
        click.UsageError: a seat is none.
    """
    discarder, for_all, liable = (seat_of(given, name) for name in ("discarder", "pays_for_all", "liable"))
    return Payers(discarder, for_all, liable, given["repeats"], given["pot"])
