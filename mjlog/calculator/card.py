"""Hands that somebody asks about by a score card: whether they are mahjong, what they are worth, whether they are dead.

Source: docs/do/cards.md#commands (`mjlog card match`, `mjlog card dead`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, one_of, plain, says
from mjlog.cards.dead import RACK, TABLE
from mjlog.cards.document import COPIES
from mjlog.cards.exposures import SMALLEST_EXPOSED, Exposure, exposure_of, like_flowers
from mjlog.cards.matcher import laid_text
from mjlog.cards.rulings import Rulings
from mjlog.errors import HandError
from mjlog.hands import SET_SIZES, makes
from mjlog.scoring.hand import FLAGS, RIICHI_FLAGS
from mjlog.scoring.request import (
    TILES_EXPECTED,
    HandRequest,
    SetRequest,
    in_letters,
    missing,
    read_sets,
    read_tiles,
    refused,
)
from mjlog.text import did_you_mean, quoted
from mjlog.tiles import (
    CODES,
    HAND_TILES,
    RED_FIVES,
    TILES,
    UNKNOWN,
    Tile,
    counts_of,
    format_tiles,
    from_card_numbers,
    tile_name,
)

Fields = dict[str, Any]
_SIZES = SET_SIZES | {"chow": 3}
"""The kinds of sets that a log can show, and their tiles; no card takes the first three laid open."""


class LaidSet(NamedTuple):
    """A set of a request. `exposure`: None for a chow, which is no group of any hand of a card."""

    kind: str
    tiles: tuple[int, ...]
    exposure: Exposure | None

    @property
    def is_group(self) -> bool:
        """Whether it can be a group of a hand that may be laid open."""
        return self.exposure is not None and self.exposure.size >= SMALLEST_EXPOSED


class MatchAnswer(Answer):
    """Whether the tiles are mahjong. Of those that are not only `lines`, empty, and `reason` are told."""

    complete: bool
    lines: Annotated[tuple[str, ...], says("labels of the lines that they are")]
    reason: Annotated[str | UnsetType, says("why not")] = UNSET
    line: Annotated[str | UnsetType, says("the one that pays most")] = UNSET
    value: Annotated[int | UnsetType, says("points")] = UNSET
    mode: Annotated[Literal["X", "C"] | UnsetType, says("may be exposed, or concealed")] = UNSET
    jokerless: bool | UnsetType = UNSET
    assignment: Annotated[tuple[str, ...] | UnsetType, says("the groups, and where jokers stand")] = UNSET


class Lacked(Answer):
    """A tile that a line lacks."""

    tile: Tile
    count: int
    no_joker: Annotated[int, says("so many of them no joker can stand for")]


class Nearest(Answer):
    """What the nearest line lacks."""

    line: str
    misfits: Annotated[list[str], says("sets that it has no place for")]
    lacks: list[Lacked]
    jokers: int


class DeadAnswer(Answer):
    """Whether a hand is dead."""

    dead: bool
    lines: Annotated[tuple[str, ...], says("labels of the lines that it can still be")]
    basis: Annotated[str, one_of(RACK, TABLE)]
    reason: str | UnsetType = UNSET
    nearest: Nearest | UnsetType = UNSET


def match_request(given: Mapping[str, Any], rulings: Rulings) -> Fields:
    """Whether the tiles of a request are mahjong by a card (`MatchAnswer`); fields that are not known are ignored.

    `concealed`: the tiles not laid open, the last one among them; `sets`: [{kind, tiles} …]; `line`: the label that the
    player names, if any. What is not complete has a `reason`.

    Raises:
        HandError: there cannot be such a hand, or the card has no such line; the message says why.
    """
    concealed, sets = given.get("concealed"), given.get("sets")
    request = HandRequest(
        concealed=None if concealed is None else read_tiles(in_letters(concealed, from_card_numbers), "concealed"),
        sets=() if sets is None else read_sets(in_letters(sets, from_card_numbers), "sets"),
        line=given.get("line"),
    )
    return _plain(_match(request, rulings))


def _match(request: HandRequest, rulings: Rulings) -> MatchAnswer:
    counts, sets = _tiles_of_hand(request)
    exposures, labels = _exposures(sets), [line.label for line in rulings.card.lines]
    label = request.line
    if label is not None and label not in labels:
        near = did_you_mean(label, labels)
        hint = f"; did you mean {near}?" if near else ""
        raise HandError(f"`line` is {quoted(label)}: the card has no such line{hint}")
    match = None
    if exposures is not None:
        match = rulings.match(counts, exposures) if label is None else rulings.match_line(counts, exposures, label)
    if match is None:
        return MatchAnswer(False, (), reason=_why_not(rulings, counts, sets, label))
    return MatchAnswer(
        complete=True,
        lines=match.labels,
        line=match.label,
        value=match.value,
        mode="X" if match.exposed else "C",
        jokerless=match.jokerless,
        assignment=match.assignment,
    )


def _plain(answer: Answer) -> Fields:
    fields: Fields = plain(answer)
    return fields


def _tiles_of_hand(request: HandRequest) -> tuple[list[int], list[LaidSet]]:
    """The concealed tiles, by kind, and the sets of a hand that can be.

    Raises:
        HandError: there is no such hand.
    """
    if request.concealed is None:
        raise missing("concealed", TILES_EXPECTED)
    concealed, sets = _like_flowers(request.concealed, "concealed"), _laid(request.sets, "sets")
    if UNKNOWN in (*concealed, *_tiles_of(sets)):
        raise HandError("a tile that nobody saw (??) among the tiles: only known tiles can be judged to be mahjong")
    _check_copies([*concealed, *_tiles_of(sets)])
    return counts_of(concealed), sets


def score_by_card(request: HandRequest, rulings: Rulings, rule: str = "") -> Fields:
    """The value of a hand by a card (docs/do/scoring.md): that of its line; only a hand that won has one.

    Beside the fields of every score the answer has those of a match: `line`, `lines`, `mode`, `jokerless`, `bonus`
    (whether the section pays double for a hand without jokers). Thirteen tiles that did not win have `waits`. `rule`:
    the id that the item cites.

    Raises:
        HandError: there cannot be such a hand, or the card has no such line; the message says why.
    """
    request.check_flags(FLAGS | RIICHI_FLAGS)
    match = _match(request, rulings)
    answer: Fields = {"complete": False, "total": None, "points": 0, "doubles": 0, "limit": None, "items": [],
                      "arrangement": []}  # fmt: skip
    if not request.has_won:
        counts, sets = _tiles_of_hand(request)
        exposures = _exposures(sets)
        is_waiting = sum(counts) + len(_tiles_of(sets)) == HAND_TILES - 1
        waited_for = waits(rulings, counts, exposures) if exposures is not None and is_waiting else ()
        return {**answer, "total": 0, "waits": [CODES[kind] for kind in waited_for]}
    if not match.complete:
        return {**answer, "reason": match.reason}
    line = next(line for line in rulings.card.lines if line.label == match.line)
    item = {"name": f"line {match.line}", "points": match.value, "doubles": 0, "rule": rule}
    more = {"line": match.line, "lines": list(match.lines), "mode": match.mode, "jokerless": match.jokerless}
    return {**answer, "complete": True, "total": match.value, "points": match.value, "items": [item],
            "arrangement": list(match.assignment or ()), **more,
            "bonus": rulings.card.section_of(line).pays_jokerless}  # fmt: skip


def waits(rulings: Rulings, counts: Sequence[int], exposures: Sequence[Exposure]) -> list[int]:
    """The kinds of which one more tile makes mahjong, jokers too; whether any is left is not looked at."""
    waited_for = []
    for kind, copies in enumerate(COPIES):
        more = list(counts)
        more[kind] += 1
        if copies and rulings.match(more, exposures) is not None:
            waited_for.append(kind)
    return waited_for


def _why_not(rulings: Rulings, counts: Sequence[int], sets: Sequence[LaidSet], label: str | None) -> str:
    number = sum(counts) + len(_tiles_of(sets))
    if number != HAND_TILES:
        return f"{number} {'tile' if number == 1 else 'tiles'}: a complete hand has {HAND_TILES} [american/win-1]"
    exposures = _exposures(sets)
    if exposures is None:
        return _no_group(sets)
    if label is not None and (other := rulings.match(counts, exposures)) is not None:
        return f"the tiles are not line {label}; they are {', '.join(other.labels)} [american/pay-5]"
    if (free := rulings.match_with_free_jokers(counts, exposures)) is not None:
        return f"like line {free.label}, but a joker stands in a pair, a single or a group without [american/joker-1]"
    if exposures and (concealed := rulings.match_concealed(counts, exposures)) is not None:
        return f"like line {concealed.label}, but that is concealed (C), and sets are laid open [american/call-6]"
    return "no line of the card is these fourteen tiles [american/card-1]"


def dead_request(given: Mapping[str, Any], rulings: Rulings) -> Fields:
    """Whether a hand with the sets of a request is dead by a card (`DeadAnswer`); unknown fields are ignored.

    `sets`, `others`: [{kind, tiles} …]; `visible`: the discards; `basis`: rack (default) or table. What the `nearest`
    line lacks is told of a dead hand.

    Raises:
        HandError: the tiles cannot lie like that, or the basis is none; the message says why.
    """
    given = {"sets": [], "others": [], "visible": "", "basis": RACK} | {
        name: in_letters(value, from_card_numbers) for name, value in given.items() if value is not None
    }
    sets, others = (_laid(read_sets(given[name], name), name) for name in ("sets", "others"))
    visible, basis = _like_flowers(read_tiles(given["visible"], "visible"), "visible"), given["basis"]
    if basis not in (RACK, TABLE):
        raise refused("basis", basis, f"{RACK} or {TABLE}")
    if len(_tiles_of(sets)) > HAND_TILES:
        raise HandError(f"{len(_tiles_of(sets))} tiles in the sets of one hand: it has at most {HAND_TILES}")
    _check_copies([*visible, *_tiles_of(sets), *_tiles_of(others)])
    exposures = _exposures(sets)
    if exposures is None:
        return _plain(DeadAnswer(True, (), basis, reason=_no_group(sets)))
    groups = _exposures([laid for laid in others if laid.is_group]) or []
    # What is no group of a hand lies there for good, as a discard does.
    gone = [tile for laid in others if not laid.is_group for tile in laid.tiles]
    verdict = rulings.dead(exposures, basis=basis, visible=counts_of([*visible, *gone]), others=groups)
    lack = verdict.nearest
    nearest = UNSET if lack is None else Nearest(
        line=rulings.card.lines[lack.line].label,
        misfits=[laid_text(laid.kind, laid) for laid in lack.misfits],
        lacks=[Lacked(TILES[kind], count, dict(lack.rigid).get(kind, 0)) for kind, count in lack.tiles],
        jokers=lack.jokers,
    )  # fmt: skip
    return _plain(DeadAnswer(verdict.dead, verdict.labels, verdict.basis, nearest=nearest))


def _no_group(sets: Sequence[LaidSet]) -> str:
    wrong = next(laid for laid in sets if not laid.is_group)
    return f"a {wrong.kind} is laid open: only three or more alike can be [american/call-2]"


def _like_flowers(faces: Iterable[int], name: str) -> tuple[int, ...]:
    """Tiles as a card knows them: every flower and season is `Ff`.

    Raises:
        HandError: a red five is among them.
    """
    red = next((CODES[face] for face in faces if face in RED_FIVES), None)
    if red is not None:
        raise HandError(f"`{name}`: {red} is a red five, and a card has none; its 0, the soap, is written Wd")
    return tuple(map(like_flowers, faces))


def _laid(sets: Sequence[SetRequest], name: str) -> list[LaidSet]:
    """Sets as they lie; where the kind of one is not said, it is the one of its size.

    Raises:
        HandError: the tiles are no such set.
    """
    laid = []
    for place, given in enumerate(sets):
        tiles, kind = _like_flowers(given.tiles, f"{name}[{place}].tiles"), given.kind
        if kind is None:
            kind = next((name for name, size in _SIZES.items() if size == len(tiles) and name != "chow"), "group")
        exposure = None if kind == "chow" else exposure_of(tiles)
        is_one = makes(kind, sorted(tiles)) if kind == "chow" else exposure is not None
        size = _SIZES.get(kind)
        if not is_one or size != len(tiles):
            expected = f"{size or 'one to six'} like tiles or jokers are {'one' if size else 'laid'}"
            expected = "three of a suit in a row are one" if kind == "chow" else expected
            raise HandError(f"{format_tiles(tiles) or 'nothing'} is no {kind}: {expected}")
        laid.append(LaidSet(kind, tiles, exposure))
    return laid


def _check_copies(tiles: Sequence[int]) -> None:
    counts = counts_of(tiles)
    for kind, copies in enumerate(COPIES):
        if counts[kind] > copies and kind != UNKNOWN:
            raise HandError(f"{counts[kind]} tiles {tile_name(kind)}: there are {copies} of it")


def _tiles_of(sets: Sequence[LaidSet]) -> list[int]:
    return [tile for laid in sets for tile in laid.tiles]


def _exposures(sets: Sequence[LaidSet]) -> list[Exposure] | None:
    """The exposures; None if there is one among them that no hand of a card can have."""
    if not all(laid.is_group for laid in sets):
        return None
    return [laid.exposure for laid in sets if laid.exposure is not None]
