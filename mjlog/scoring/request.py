"""A request about a hand that nobody recorded: what it says, typed, whichever way it came.

A hand on a line (`mjlog.scoring.hand_line`), an object of JSON, the switches of a command and a form are read into one
`HandRequest`. A field that is null says nothing; fields that nobody asks for are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from mjlog.errors import HandError, NotationError
from mjlog.hands import FORM_NAMES, NO_WILD, group_of, meant
from mjlog.scoring.han_worth import dora_of
from mjlog.scoring.hand import FLAGS, GOULASH, RIICHI_FLAGS, SOURCES, SOURCES_SAID, Hand, LaidSet, source_of
from mjlog.scoring.possible_hand import FLOWERS_AND_SEASONS, USUAL_COPIES, ImpossibleHandError, check_hand, check_riichi
from mjlog.seats import SEATS, Seat
from mjlog.table import TablePlan
from mjlog.text import did_you_mean, quoted
from mjlog.tiles import CODES, PLAIN_KINDS, RED_FIVES, kind_of, parse_face, parse_faces

Fields = Mapping[str, Any]
SET_KINDS = ("chow", "pung", "kong", "quint", "sextet", "pair", "single")
"""Kinds of sets that a table can show; classical hands have the first three."""
OF_A_DEAL = ("discarder", "liable", "repeats", "pot")
STICK = 1000
"""What is said of the payments of a deal, beside whichever hand it stands."""
SEAT_EXPECTED, _NUMBER, _FLAG = "one of E, S, W, N", "a whole number from 0", "true or false"
TILES_EXPECTED = "tiles like '123b 55c Ew', or a list of at most 200 codes"
_SOURCE = "one of wall, discard, loose, kong, last-wall, last-discard, deal, first-discard"
_ALSO_CALLED = {"honba": "repeats", "pao": "liable", "from": "discarder", "ura": "under_dora"}
_SEATS = {name: seat for seat in SEATS for name in (seat.value.lower(), seat.wind_name)}
_HIGHEST = 10**12
_LONGEST_LIST = 200


class SetRequest(msgspec.Struct, frozen=True):
    """A set on the table. `tiles`: faces, as they are written; `kind` None where the request does not name it."""

    kind: str | None
    tiles: tuple[int, ...]
    concealed: bool = False
    origin: str | None = None

    def laid(self, place: int, wild: int = NO_WILD) -> LaidSet:
        """The set as it is scored; `place`: where in the request it stands, from 0; `wild`: what stands for any tile.

        Raises:
            HandError: its tiles are no such set, or it cannot have come about as it says.
        """
        if self.kind not in SET_KINDS[:3]:
            raise refused(f"sets[{place}].kind", self.kind, "one of chow, pung, kong")
        tiles = tuple(sorted(map(kind_of, self.tiles)))
        group = group_of(meant(tiles, wild) if self.kind == "pung" else tiles)
        if group is None or FORM_NAMES[group[0]] != self.kind:
            names = " ".join(CODES[tile] for tile in tiles)
            raise HandError(f"{names or 'nothing'} is no {self.kind}")
        if self.origin not in (None, "claimed", "added", "self") or (self.origin == "added" and self.kind != "kong"):
            raise refused(f"sets[{place}].origin", self.origin, "claimed, or of a kong added")
        if self.concealed and self.origin in ("claimed", "added"):
            raise HandError(f"a concealed {self.kind} cannot be {self.origin}")
        return LaidSet(self.kind, tiles, self.concealed, self.origin)


class HandRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked about a hand: its tiles, how it won, what lies on the table, and who pays.

    Tiles are faces, red fives among them. `won` None: whether a winning tile or its source is named says it. `line` and
    `card`: the line of a score card that the player names, and which card it is of. `explain`: with how the score came
    about; `would_be`: with what each tile that is waited for would bring. `dora`, `under_dora`: the kinds that are
    dora, in the place of their indicators; `dora_count`: how many dora there are. Last stands what is said of the
    payments: `discarder`, `liable` (who answers for a yakuman), `repeats`, `pot`.
    """

    seat: Seat | None = None
    round: Seat | None = None
    concealed: tuple[int, ...] | None = None
    sets: tuple[SetRequest, ...] = ()
    bonus: tuple[int, ...] = ()
    won: bool | None = None
    tile: int | None = None
    source: str | None = None
    flags: tuple[str, ...] = ()
    east_wins: int = 0
    indicators: tuple[int, ...] = ()
    under: tuple[int, ...] = ()
    dora: tuple[int, ...] = ()
    under_dora: tuple[int, ...] = ()
    dora_count: int = 0
    line: str | None = None
    card: Any = None
    explain: bool = False
    would_be: bool | None = None
    discarder: Seat | None = None
    liable: Seat | None = None
    repeats: int | None = None
    pot: int | None = None

    @property
    def has_won(self) -> bool:
        """Whether the hand won, as it says or as follows from a winning tile or its source."""
        return self.won if self.won is not None else self.tile is not None or self.source is not None

    def hand(
        self, copies: Sequence[int] = USUAL_COPIES, *, bonus_from_live: bool = False,
        red_fives: Sequence[int] | None = None, aside: Collection[int] = FLOWERS_AND_SEASONS,
        flags: Collection[str] | None = None, wild: int = NO_WILD,
    ) -> Hand:  # fmt: skip
        """The hand as it is scored. `copies`, `bonus_from_live`, `aside`: of the rule set, as in `check_hand`.

        `red_fives`: so many fives of bamboo, characters and dots are red; None where riichi is not played. `flags`:
        what can be said of a win by these rules; `wild`: what stands for any tile in a goulash.

        >>> read_fields({"seat": "S", "round": "E", "concealed": "123b 456b 789b 123c 5d"}).hand().won
        False

        Raises:
            HandError: there cannot be such a hand, or it does not say what is needed.
        """
        if self.seat is None or self.round is None or self.concealed is None:
            needed = {"seat": SEAT_EXPECTED, "round": SEAT_EXPECTED, "concealed": TILES_EXPECTED}
            raise missing(*next((name, needed[name]) for name in needed if getattr(self, name) is None))
        self._check_source()
        usual = FLAGS if red_fives is None else RIICHI_FLAGS
        self.check_flags(usual if flags is None else flags)
        # The red fives. The winning one is among the concealed tiles, and may be named as a plain five there
        faces = [*self.concealed, *(face for laid in self.sets for face in laid.tiles)]
        faces += [self.tile] if self.tile is not None and self.tile not in self.concealed else []
        hand = Hand(
            seat=self.seat,
            round=self.round,
            concealed=_kinds(self.concealed),
            sets=tuple(
                laid.laid(place, wild if GOULASH in self.flags else NO_WILD) for place, laid in enumerate(self.sets)
            ),
            bonus=_kinds(self.bonus),
            won=self.has_won,
            tile=None if self.tile is None else kind_of(self.tile),
            source=self.source,
            flags=frozenset(self.flags),
            east_wins=self.east_wins,
            reds=tuple(sorted(face for face in faces if face in RED_FIVES)),
            indicators=tuple(map(kind_of, self.indicators)),
            under=tuple(map(kind_of, self.under)),
            dora=self.dora_count,
        )
        check_hand(hand, copies, bonus_from_live=bonus_from_live, aside=aside)
        check_riichi(hand, red_fives, copies)
        return hand

    def check_flags(self, known: Collection[str]) -> None:
        """Is only said of the win what there is to be said, by these rules?

        Raises:
            HandError: no.
        """
        strange = next((flag for flag in self.flags if flag not in known), None)
        if strange is not None:
            near = did_you_mean(strange, sorted(known))
            hint = f"; did you mean {near}?" if near else ""
            raise HandError(f"`flags` is {quoted(strange)}: one of {', '.join(sorted(known))} is expected{hint}")

    def _check_source(self) -> None:
        """A win says where its tile came from, and nothing else does."""
        if self.has_won:
            if self.source not in SOURCES:
                expected = _SOURCE if self.source is not None else f"{_SOURCE}, since the hand won"
                raise refused("source", self.source, expected, did_you_mean(self.source, sorted(SOURCES)))
            return
        named = {"source": self.source, "tile": None if self.tile is None else CODES[self.tile]}
        name = next((name for name in named if named[name] is not None), None)
        if name is not None:
            raise ImpossibleHandError(
                f"`{name}` is {named[name]!r}, and the hand did not win: only a hand that won has a winning tile and "
                "its source"
            )


def _kinds(faces: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(map(kind_of, faces)))


# -- fields -----------------------------------------------------------------------------------------------------------


def refused(name: str, value: object, expected: str, meant: str | None = None) -> HandError:
    """The refusal of a field's value; `meant`: the value that it is most likely a slip of.

    >>> str(refused("won", 1, "true or false"))
    'won is 1; expected true or false'
    """
    hint = f"; did you mean {quoted(meant)}?" if meant else ""
    return HandError(f"{name} is {quoted(value)}; expected {expected}{hint}")


def missing(name: str, expected: str) -> HandError:
    """The refusal of a request without a field that it needs."""
    return HandError(f"{name} is missing; expected {expected}")


def read_seat(value: object, name: str) -> Seat:
    """A seat, by its letter or its wind."""
    seat = _SEATS.get(value.lower()) if isinstance(value, str) else None
    if seat is None:
        raise refused(name, value, SEAT_EXPECTED)
    return seat


def read_number(value: object, name: str) -> int:
    """A whole number, 0 or more."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise refused(name, value, _NUMBER)
    if not 0 <= value <= _HIGHEST:
        raise refused(name, value, f"a whole number of at {'least 0' if value < 0 else f'most {_HIGHEST}'}")
    return value


def read_flag(value: object, name: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise refused(name, value, _FLAG)
    return value


def read_tiles(value: object, name: str) -> tuple[int, ...]:
    """Faces of tiles, as they are written: groups that share a letter, or a list of codes."""
    is_list = isinstance(value, list) and len(value) <= _LONGEST_LIST and all(isinstance(item, str) for item in value)
    if not isinstance(value, str) and not is_list:
        raise refused(name, value, TILES_EXPECTED)
    try:
        return parse_faces(value)  # type: ignore[arg-type]  # a list of texts, by now
    except NotationError as error:
        raise HandError(f"{name} is {quoted(value)}, where {error}; expected {TILES_EXPECTED}") from None


def read_sets(value: object, name: str) -> tuple[SetRequest, ...]:
    """Sets on the table: objects with kind and tiles."""
    if not isinstance(value, list) or len(value) > _LONGEST_LIST:
        raise refused(name, value, f"a list of at most {_LONGEST_LIST} objects with kind and tiles")
    return tuple(_read_set(item, f"{name}[{place}]") for place, item in enumerate(value))


def _read_set(value: object, name: str) -> SetRequest:
    if not isinstance(value, dict):
        raise refused(name, value, "an object with kind and tiles")
    kind, tiles, concealed, origin = (value.get(part) for part in ("kind", "tiles", "concealed", "origin"))
    if kind is not None and (not isinstance(kind, str) or kind not in SET_KINDS):
        raise refused(f"{name}.kind", kind, f"one of {', '.join(SET_KINDS)}", did_you_mean(kind, SET_KINDS))
    if tiles is None:
        raise missing(f"{name}.tiles", TILES_EXPECTED)
    if origin is not None and not isinstance(origin, str):
        raise refused(f"{name}.origin", origin, "claimed, or of a kong added")
    faces = read_tiles(tiles, f"{name}.tiles")
    return SetRequest(kind, faces, concealed is not None and read_flag(concealed, f"{name}.concealed"), origin)


def _read_tile(value: object, name: str) -> int:
    if not isinstance(value, str):
        raise refused(name, value, "a tile like 5b, Ew, Rd, 1f or ??")
    try:
        return parse_face(value)
    except NotationError as error:
        raise HandError(f"`{name}`: {error}") from None


def _read_source(value: object, name: str) -> str:
    """A source in one word, or in those of riichi; whether there is such a one, a card does not ask."""
    if not isinstance(value, str):
        raise refused(name, value, _SOURCE)
    words = value.lower().split()
    return source_of(words) if any(word in SOURCES_SAID for word in words) else value


def _read_words(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise HandError(f"`{name}` is {str(value)[:40]!r}: a list is expected, of words")
    return tuple(dict.fromkeys(value))


def _as_given(value: object, name: str) -> object:
    return value


_TILE_FIELDS: dict[str, Callable[[object, str], object]] = {
    "concealed": read_tiles, "bonus": read_tiles, "tile": _read_tile, "indicators": read_tiles, "under": read_tiles,
    "dora": read_tiles, "under_dora": read_tiles, "sets": read_sets,
}  # fmt: skip
_FIELDS: dict[str, Callable[[object, str], object]] = {
    "seat": read_seat, "round": read_seat, **_TILE_FIELDS, "won": read_flag, "source": _read_source,
    "flags": _read_words, "east_wins": read_number, "dora_count": read_number, "explain": read_flag,
    "would_be": read_flag, "line": _as_given, "card": _as_given,
}  # fmt: skip
_OF_PAYMENTS = {"discarder": read_seat, "liable": read_seat, "repeats": read_number, "pot": read_number}


def read_fields(given: Fields, plan: TablePlan | None = None) -> HandRequest:
    """A request whose hand stands in its fields, as a rule set's players write it; `plan`: of that rule set.

    Raises:
        HandError: the value of a field is none that it can have.
    """
    if not isinstance(given, Mapping):
        raise HandError("a hand is given as an object with seat, round, concealed …")
    given = by_own_names(given)
    fields: Any = {}
    for name, read in _FIELDS.items():
        value = given.get(name)
        if value is not None and plan is not None and name in _TILE_FIELDS:
            value = in_letters(value, plan.family.spelled)
        if value is not None:
            fields[name] = read(value, name)
    for name, read in _OF_PAYMENTS.items():
        if given.get(name):
            fields[name] = read(given[name], name)
    return with_indicators(HandRequest(**fields), plan)


def with_indicators(request: HandRequest, plan: TablePlan | None) -> HandRequest:
    """The request with the indicators of the kinds that it says are dora; `plan`: of the rule set, where it is known.

    Raises:
        HandError: indicators, and dora, are said: they are the same thing.
    """
    after = dora_of([] if plan is None else [kind for kind in range(PLAIN_KINDS) if not plan.copies[kind]])
    of_dora: dict[str, tuple[int, ...]] = {}
    for name, indicators in (("dora", "indicators"), ("under_dora", "under")):
        kinds = _kinds(getattr(request, name))
        if kinds and getattr(request, indicators):
            raise HandError(f"`{name}` and `{indicators}` are said: a dora follows from its indicator; say one of them")
        strange = next((kind for kind in kinds if kind not in after), None)
        if strange is not None:
            raise HandError(f"`{name}` is {CODES[strange]}: that tile is never dora")
        of_dora |= {name: (), indicators: tuple(map(after.index, kinds))} if kinds else {}
    if request.dora_count and (request.indicators or request.under or of_dora):
        raise HandError("dora are said as tiles, and as a number: say one of them")
    return msgspec.structs.replace(request, **of_dora) if of_dora else request


def by_own_names(given: Fields) -> dict[str, Any]:
    """A request whose fields have the names of this program, as `honba` has on a line, too.

    >>> by_own_names({"honba": 2, "sticks": 1, "ura": "1b", "dora": 3})
    {'repeats': 2, 'under_dora': '1b', 'pot': 1000, 'dora_count': 3}

    Raises:
        HandError: something is said twice, and not the same.
    """
    fields = {_ALSO_CALLED.get(name, name): value for name, value in given.items()}
    sticks, dora = fields.pop("sticks", None), fields.get("dora")
    if sticks is not None:
        pot = STICK * read_number(sticks, "sticks")
        if fields.get("pot") not in (None, pot):
            raise HandError(f"`pot` is {fields['pot']}, and `sticks` are {sticks}, of {STICK:,} each: say one of them")
        fields["pot"] = pot
    if isinstance(dora, int):
        fields["dora_count"] = fields.pop("dora")
    return fields


def in_letters(value: object, spelled: Callable[[str], str]) -> object:
    """Tiles, or sets of them, in the letters of this program, into which `spelled` puts them."""
    if isinstance(value, list):
        return [in_letters(part, spelled) for part in value]
    if isinstance(value, dict) and "tiles" in value:
        return value | {"tiles": in_letters(value["tiles"], spelled)}
    return spelled(value) if isinstance(value, str) else value
