"""Requests of other programs to score one hand: from plain values to a `Hand`, from a `Score` to plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mjlog.errors import HandError, NotationError
from mjlog.hands import FORM_NAMES, Forms, group_of, waits_left
from mjlog.scoring.explain import explained_answer, item_answer
from mjlog.scoring.hand import FLAGS, RIICHI_FLAGS, SOURCES, Hand, LaidSet, Score
from mjlog.scoring.possible_hand import USUAL_COPIES, ImpossibleHandError, check_hand, check_riichi
from mjlog.scoring.scorer import Scorer
from mjlog.scoring.waiting_worths import waiting_worths
from mjlog.seats import SEATS, Seat
from mjlog.text import did_you_mean
from mjlog.tiles import CODES, PLAIN_KINDS, RED_FIVES, UNKNOWN, kind_of, parse_face, parse_faces, parse_tile

__all__ = ["SEATS_BY_CODE", "USUAL_COPIES", "answer_of", "by_own_names", "check_hand", "read_hand", "read_part",
           "score_request"]  # fmt: skip
SEATS_BY_CODE = {seat.value: seat for seat in SEATS}
_ORIGINS = (None, "claimed", "added", "self")
_ALSO_CALLED = {"honba": "repeats", "pao": "liable"}


def score_request(
    request: Mapping[str, Any], scorer: Scorer, copies: Sequence[int] = USUAL_COPIES, *, explained: bool = False,
    red_fives: Sequence[int] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Score the hand of a request (docs/do/scoring.md); fields that are not known are ignored.

    `copies`: how many tiles of each kind the rule set's tiles have. The answer has `waits` for a hand that did not win,
    and a `reason` where a win is not complete. Where the request has `would_be` true, it also tells of every tile that
    is waited for how many are left and what it would bring. `explained`, or `explain` true in the request: how the
    score came about. `red_fives`: see `read_hand`.

    Raises:
        HandError: there cannot be such a hand; the message says why.
    """
    hand = read_hand(request, copies, bonus_from_live=scorer.manner.bonus_from_live, red_fives=red_fives)
    if hand.seat.index >= scorer.manner.players:
        raise HandError(f"`seat` is {hand.seat.value}: with {scorer.manner.players} players nobody sits {hand.seat}")
    score = scorer.score(hand)
    answer = answer_of(score)
    if explained or _flag(request, "explain"):
        answer |= explained_answer(hand, score, scorer)
    if not hand.won:
        answer["waits"] = [CODES[kind] for kind in _waits(hand, scorer.manner.forms)]
    if not hand.won and _flag(request, "would_be"):
        answer["would_be"] = [
            {"tile": CODES[one.kind], "left": one.left, "wall": one.wall, "discard": one.discard}
            for one in waiting_worths(hand, scorer, copies)
        ]
    return answer


def read_hand(
    request: Mapping[str, Any], copies: Sequence[int] = USUAL_COPIES, *, bonus_from_live: bool = False,
    red_fives: Sequence[int] | None = None,
) -> Hand:  # fmt: skip
    """The hand of a request. `copies`, `bonus_from_live`: of the rule set, as in `check_hand`.

    `red_fives`: so many fives of bamboo, characters and dots are red; None where riichi is not played.

    >>> read_hand({"seat": "S", "round": "E", "concealed": "123b 456b 789b 123c 5d"}).won
    False

    Raises:
        HandError: there cannot be such a hand, or a field's value is none of its values.
    """
    if not isinstance(request, Mapping):
        raise HandError("a hand is given as an object with seat, round, concealed …")
    won, flags = _won(request), FLAGS if red_fives is None else RIICHI_FLAGS
    hand = Hand(
        seat=_seat(request, "seat"),
        round=_seat(request, "round"),
        concealed=tuple(sorted(_tiles(request.get("concealed"), "concealed"))),
        sets=_sets(request.get("sets")),
        bonus=tuple(sorted(_tiles(request.get("bonus"), "bonus"))),
        won=won,
        tile=_last_tile(request.get("tile")) if won else None,
        source=_one_of(request.get("source"), SOURCES, "source") if won else None,
        flags=_flags(request.get("flags"), flags),
        east_wins=_count(request.get("east_wins")),
        reds=_reds(request),
        indicators=_tiles(request.get("indicators"), "indicators"),
        under=_tiles(request.get("under"), "under"),
    )
    check_hand(hand, copies, bonus_from_live=bonus_from_live)
    check_riichi(hand, red_fives, copies)
    return hand


def by_own_names(request: Mapping[str, Any]) -> dict[str, Any]:
    """A request whose fields have the names of this program, as `honba` has on a line, too.

    >>> by_own_names({"honba": 2, "pot": 1000})
    {'repeats': 2, 'pot': 1000}
    """
    return {_ALSO_CALLED.get(name, name): value for name, value in request.items()}


def read_part(request: Mapping[str, Any], field: str) -> object:
    """The value of one field of a hand that a request gives, as it is meant: two ways to write it are equal.

    >>> read_part({"concealed": "55D 4d"}, "concealed") == read_part({"concealed": ["4d", "5d", "5d"]}, "concealed")
    True

    Raises:
        HandError: the value is none of the field's values.
    """
    if field in ("seat", "round", "discarder", "liable"):
        return _seat(request, field)
    return _PARTS[field](request.get(field))


def _flag(request: Mapping[str, Any], field: str) -> bool:
    value = request.get(field)
    if value is not None and not isinstance(value, bool):
        raise HandError(f"`{field}` is {_shown(value)}: true or false is expected")
    return bool(value)


def answer_of(score: Score) -> dict[str, Any]:
    """A score as plain values (docs/do/scoring.md)."""
    answer: dict[str, Any] = {
        "complete": score.complete,
        "total": score.total,
        "points": score.points,
        "doubles": score.doubles,
        "limit": score.limit,
        "items": [item_answer(item) for item in score.items],
        "arrangement": list(score.arrangement),
    }
    if score.reason is not None:
        answer["reason"] = score.reason
    return answer


def _waits(hand: Hand, forms: Forms) -> tuple[int, ...]:
    counts = [hand.concealed.count(kind) for kind in range(PLAIN_KINDS)]
    laid = [given.tiles for given in hand.sets]
    held = [count + sum(tiles.count(kind) for tiles in laid) for kind, count in enumerate(counts)]
    return waits_left(counts, len(laid), held, forms=forms, laid=laid)


def _won(request: Mapping[str, Any]) -> bool:
    named = [name for name in ("source", "tile") if request.get(name) is not None]
    won = request.get("won")
    if won is None:
        won = bool(named)
    if not isinstance(won, bool):
        raise HandError(f"`won` is {_shown(won)}: true or false is expected")
    if named and not won:
        raise ImpossibleHandError(
            f"`{named[0]}` is {_shown(request[named[0]])}, and the hand did not win: only a hand that won has a "
            "winning tile and its source"
        )
    return won


def _seat(request: Mapping[str, Any], field: str) -> Seat:
    value = request.get(field)
    if not isinstance(value, str) or value.upper() not in SEATS_BY_CODE:
        raise HandError(f"`{field}` is {_shown(value)}: one of E, S, W, N is expected")
    return SEATS_BY_CODE[value.upper()]


def _tiles(value: Any, field: str) -> tuple[int, ...]:
    return tuple(map(kind_of, _faces(value, field)))


def _faces(value: Any, field: str) -> tuple[int, ...]:
    if value is None and field in ("bonus", "indicators", "under"):
        return ()
    if not isinstance(value, str) and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
        raise HandError(f'`{field}` is {_shown(value)}: tiles are expected, like "123b Ew" or ["1b", "2b"]')
    try:
        return parse_faces(value)
    except NotationError as error:
        raise HandError(f"`{field}`: {error}") from error


def _reds(request: Mapping[str, Any]) -> tuple[int, ...]:
    """The red fives of a hand. The winning one is among the concealed tiles, and may be named as a plain five there."""
    concealed = _faces(request.get("concealed"), "concealed")
    laid = [_faces(each.get("tiles"), "tiles") for each in request.get("sets") or ()]
    found = [face for faces in (concealed, *laid) for face in faces if face in RED_FIVES]
    tile = request.get("tile")
    last = parse_face(tile) if isinstance(tile, str) and tile else UNKNOWN
    return tuple(sorted([*found, last] if last in RED_FIVES and last not in concealed else found))


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
    concealed = given.get("concealed")
    if concealed is None:
        concealed = False
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
        near = did_you_mean(value, known)
        hint = f"; did you mean {near}?" if near else ""
        raise HandError(f"`{field}` is {_shown(value)}: one of {', '.join(sorted(known))} is expected{hint}")
    return value


def _flags(value: Any, known: frozenset[str] = FLAGS) -> frozenset[str]:
    if value is None:
        return frozenset()
    if not isinstance(value, list):
        raise HandError(f"`flags` is {_shown(value)}: a list is expected")
    return frozenset(_one_of(each, known, "flags") for each in value)


def _any_flags(value: Any) -> frozenset[str]:
    """Flags of whatever rule set: the usual ones, or those of riichi."""
    of_riichi = isinstance(value, list) and all(each in RIICHI_FLAGS for each in value if isinstance(each, str))
    return _flags(value, RIICHI_FLAGS if of_riichi else FLAGS)


def _count(value: Any, field: str = "east_wins") -> int:
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _HIGHEST:
        raise HandError(f"`{field}` is {_shown(value)}: 0, 1, 2 … is expected")
    return value


_HIGHEST = 10**12


def _shown(value: Any) -> str:
    return "missing" if value is None else f"{str(value)[:40]!r}"


def _sorted_sets(value: Any) -> list[tuple[Any, ...]]:
    return sorted((laid.kind, laid.tiles, laid.concealed, laid.origin or "") for laid in _sets(value))


_PARTS: Mapping[str, Callable[[Any], object]] = {
    "concealed": lambda value: sorted(_faces(value, "concealed")),
    "bonus": lambda value: sorted(_tiles(value, "bonus")),
    "indicators": lambda value: _tiles(value, "indicators"),
    "under": lambda value: _tiles(value, "under"),
    "sets": _sorted_sets,
    "tile": _last_tile,
    "source": lambda value: _one_of(value, SOURCES, "source"),
    "flags": _any_flags,
    "east_wins": _count,
    "repeats": lambda value: _count(value, "repeats"),
    "pot": lambda value: _count(value, "pot"),
}
