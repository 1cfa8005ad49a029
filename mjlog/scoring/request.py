"""Requests of other programs to score one hand: from plain values to a `Hand`, from a `Score` to plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjlog.errors import HandError, NotationError
from mjlog.hands import FORM_NAMES, Forms, group_of, waits_left
from mjlog.scoring.hand import FLAGS, SOURCES, Hand, LaidSet, Score
from mjlog.scoring.scorer import Scorer
from mjlog.seats import SEATS, Seat
from mjlog.tiles import ANY_FLOWER, CODES, FIRST_BONUS, KINDS, PLAIN_KINDS, is_bonus, parse_tile, parse_tiles, tile_name

USUAL_COPIES: tuple[int, ...] = (4,) * PLAIN_KINDS + (1,) * (ANY_FLOWER - FIRST_BONUS) + (0,) * (KINDS - ANY_FLOWER)
"""Tiles of each kind in a full set with flowers and seasons."""
SEATS_BY_CODE = {seat.value: seat for seat in SEATS}
_ORIGINS = (None, "claimed", "added", "self")


def score_request(request: Mapping[str, Any], scorer: Scorer, copies: Sequence[int] = USUAL_COPIES) -> dict[str, Any]:
    """Score the hand of a request (FORMAT, `mjlog score`); fields that are not known are ignored.

    `copies`: how many tiles of each kind the rule set's tiles have. The answer has `waits` for a hand that did not win,
    and a `reason` where a win is not complete.

    Raises:
        HandError: there cannot be such a hand; the message says why.
    """
    hand = read_hand(request, copies)
    if hand.seat.index >= scorer.manner.players:
        raise HandError(f"`seat` is {hand.seat.value}: with {scorer.manner.players} players nobody sits {hand.seat}")
    answer = answer_of(scorer.score(hand))
    if not hand.won:
        answer["waits"] = [CODES[kind] for kind in _waits(hand, scorer.manner.forms)]
    return answer


def read_hand(request: Mapping[str, Any], copies: Sequence[int] = USUAL_COPIES) -> Hand:
    """The hand of a request.

    >>> read_hand({"seat": "S", "round": "E", "concealed": "123b 456b 789b 123c 5d"}).won
    False

    Raises:
        HandError: there cannot be such a hand, or a field's value is none of its values.
    """
    if not isinstance(request, Mapping):
        raise HandError("a hand is given as an object with seat, round, concealed …")
    won = _won(request)
    hand = Hand(
        seat=_seat(request, "seat"),
        round=_seat(request, "round"),
        concealed=tuple(sorted(_tiles(request.get("concealed"), "concealed"))),
        sets=_sets(request.get("sets")),
        bonus=tuple(sorted(_tiles(request.get("bonus"), "bonus"))),
        won=won,
        tile=_last_tile(request.get("tile")) if won else None,
        source=_one_of(request.get("source"), SOURCES, "source") if won else None,
        flags=_flags(request.get("flags")),
        east_wins=_count(request.get("east_wins")),
    )
    check_hand(hand, copies)
    return hand


def answer_of(score: Score) -> dict[str, Any]:
    """A score as plain values (FORMAT, `mjlog score`)."""
    answer: dict[str, Any] = {
        "complete": score.complete,
        "total": score.total,
        "points": score.points,
        "doubles": score.doubles,
        "limit": score.limit,
        "items": [
            {"name": item.name, "points": item.points, "doubles": item.doubles, "rule": item.rule, "tiles": item.tiles}
            for item in score.items
        ],
        "arrangement": list(score.arrangement),
    }
    if score.reason is not None:
        answer["reason"] = score.reason
    return answer


def check_hand(hand: Hand, copies: Sequence[int] = USUAL_COPIES) -> None:
    """Can there be such a hand?

    Raises:
        HandError: no; the message says why not.
    """
    _check_tiles(hand, copies)
    _check_number(hand)
    if hand.won:
        _check_win(hand)


def _check_tiles(hand: Hand, copies: Sequence[int]) -> None:
    for kind in hand.concealed:
        if kind >= PLAIN_KINDS:
            raise HandError(f"{tile_name(kind)} among the concealed tiles: no complete hand holds one")
    for kind in hand.bonus:
        if not is_bonus(kind):
            raise HandError(f"{tile_name(kind)} among the bonus tiles: they are flowers and seasons")
    held = [*hand.concealed, *hand.bonus, *(kind for laid in hand.sets for kind in laid.tiles)]
    for kind in sorted(set(held)):
        if held.count(kind) > copies[kind]:
            raise HandError(f"{held.count(kind)} tiles {tile_name(kind)}: there are {copies[kind]} of it")


def _check_number(hand: Hand) -> None:
    due = 14 if hand.won else 13
    number = len(hand.concealed) + 3 * len(hand.sets)
    if number != due:
        what = "a winning hand has 14, the winning tile among them" if hand.won else "a hand that did not win has 13"
        raise HandError(f"{number} tiles (a kong counts as three): {what}")


def _check_win(hand: Hand) -> None:
    if hand.tile is None and hand.source != "deal":
        raise HandError(f"a win with a tile from {hand.source!r} does not say which: `tile` is missing")
    if hand.tile is not None and hand.tile not in hand.concealed:
        raise HandError(f"the winning tile, {tile_name(hand.tile)}, is not among the concealed tiles")
    if hand.source == "deal" and hand.seat is not Seat.E:
        raise HandError(f"{hand.seat} cannot win with the dealt hand: only east is dealt 14 tiles")
    if hand.source == "first-discard" and hand.seat is Seat.E:
        raise HandError("east cannot win with the first discard: it is east's own")
    held = [*hand.concealed, *(kind for laid in hand.sets for kind in laid.tiles)]
    if hand.source == "kong" and hand.tile is not None and held.count(hand.tile) > 1:
        raise HandError(f"a robbed kong has all four {tile_name(hand.tile)}: the winner can hold no other")


def _waits(hand: Hand, forms: Forms) -> tuple[int, ...]:
    counts = [hand.concealed.count(kind) for kind in range(PLAIN_KINDS)]
    laid = [given.tiles for given in hand.sets]
    held = [count + sum(tiles.count(kind) for tiles in laid) for kind, count in enumerate(counts)]
    return waits_left(counts, len(laid), held, forms=forms, laid=laid)


def _won(request: Mapping[str, Any]) -> bool:
    won = request.get("won", request.get("source") is not None)
    if not isinstance(won, bool):
        raise HandError(f"`won` is {_shown(won)}: true or false is expected")
    return won


def _seat(request: Mapping[str, Any], field: str) -> Seat:
    value = request.get(field)
    if not isinstance(value, str) or value.upper() not in SEATS_BY_CODE:
        raise HandError(f"`{field}` is {_shown(value)}: one of E, S, W, N is expected")
    return SEATS_BY_CODE[value.upper()]


def _tiles(value: Any, field: str) -> tuple[int, ...]:
    if value is None and field == "bonus":
        return ()
    if not isinstance(value, str) and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
        raise HandError(f'`{field}` is {_shown(value)}: tiles are expected, like "123b Ew" or ["1b", "2b"]')
    try:
        return parse_tiles(value)
    except NotationError as error:
        raise HandError(f"`{field}`: {error}") from error


def _last_tile(value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise HandError(f'`tile` is {_shown(value)}: one tile is expected, like "5b"')
    try:
        return parse_tile(value)
    except NotationError as error:
        raise HandError(f"`tile`: {error}") from error


def _sets(value: Any) -> tuple[LaidSet, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
        raise HandError(f"`sets` is {_shown(value)}: a list of objects with kind and tiles is expected")
    return tuple(_set(each) for each in value)


def _set(given: Mapping[str, Any]) -> LaidSet:
    kind = _one_of(given.get("kind"), ("chow", "pung", "kong"), "kind")
    tiles = tuple(sorted(_tiles(given.get("tiles"), "tiles")))
    group = group_of(tiles)
    if group is None or FORM_NAMES[group[0]] != kind:
        names = " ".join(CODES[tile] for tile in tiles)
        raise HandError(f"{names or 'nothing'} is no {kind}")
    concealed = given.get("concealed", False)
    if not isinstance(concealed, bool):
        raise HandError(f"`concealed` of a set is {_shown(concealed)}: true or false is expected")
    origin = given.get("origin")
    if origin not in _ORIGINS or (origin == "added" and kind != "kong"):
        raise HandError(f"`origin` of a {kind} is {_shown(origin)}: claimed, or for a kong added, is expected")
    if concealed and origin in ("claimed", "added"):
        raise HandError(f"a concealed {kind} cannot be {origin}")
    return LaidSet(kind, tiles, concealed, origin)


def _one_of(value: Any, known: Sequence[str] | frozenset[str], field: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise HandError(f"`{field}` is {_shown(value)}: one of {', '.join(sorted(known))} is expected")
    return value


def _flags(value: Any) -> frozenset[str]:
    if value is None:
        return frozenset()
    if not isinstance(value, list):
        raise HandError(f"`flags` is {_shown(value)}: a list is expected")
    return frozenset(_one_of(each, FLAGS, "flags") for each in value)


def _count(value: Any) -> int:
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise HandError(f"`east_wins` is {_shown(value)}: 0, 1, 2 … is expected")
    return value


def _shown(value: Any) -> str:
    return "missing" if value is None else f"{str(value)[:40]!r}"
