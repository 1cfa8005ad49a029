"""What programs are told: the base of every answer of the API, and of what commands print as JSON.

An answer is declared once, as a struct in which every field has its type and what it means. From that follow its JSON,
and what the OpenAPI document says of it (`mjlog_schemas.api`). Whoever makes it names its fields: one that is missing,
or of another type, is an error of typing.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, Self, TypeAlias, TypeVar, dataclass_transform

import msgspec
from msgspec import Meta

from mjlog.seats import Seat
from mjlog.tiles import Tile

_Value = TypeVar("_Value")


def _spelled(name: str) -> str:
    """A field as answers spell it: `is_open` as `open`, `from_` as `from`."""
    return name.removeprefix("is_").removesuffix("_")


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class _AnswerType(msgspec.StructMeta):
    """Says to type checkers what the base below says to msgspec: what is derived from it is frozen, too."""


class Answer(msgspec.Struct, metaclass=_AnswerType, frozen=True, forbid_unknown_fields=True, rename=_spelled):
    """An object of an answer. Every field is always there, but for one that can be `UNSET`; there are no others."""


class Kept(Generic[_Value]):
    """What an answer has beside its fields, and never tells; declared in its class, `name = Kept[str]()`."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, keeping: Keeping | None, owner: type) -> _Value:
        # What the answer itself has comes before this.
        raise AttributeError(f"{owner.__name__} keeps no {self._name} here")


class Keeping(Answer, dict=True):
    """An answer that keeps more than it tells, also where it is copied, or sent to another process."""

    def keeping(self, **kept: object) -> Self:
        """The answer, just made, with what its class declares as `Kept`."""
        vars(self).update(kept)
        return self

    def replaced(self, **fields: Any) -> Self:
        """The same with other fields."""
        return msgspec.structs.replace(self, **fields).keeping(**vars(self))

    __copy__ = replaced

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) is True and vars(self) == vars(other)

    __hash__ = Answer.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return _made_again, (type(self), msgspec.structs.asdict(self), vars(self))


def _made_again(of: type[Keeping], fields: dict[str, Any], kept: dict[str, Any]) -> Keeping:
    return of(**fields).keeping(**kept)


def says(meaning: str) -> Meta:
    """What a field means, for the OpenAPI document and its page."""
    return Meta(description=meaning)


def one_of(*words: str) -> Meta:
    """Which words a text can be, where its type does not say it."""
    return Meta(extra_json_schema={"enum": list(words)})


def plain(value: object) -> Any:
    """An answer as plain JSON values: tiles as codes, seats as letters."""
    return msgspec.to_builtins(value, str_keys=True)


# -- kinds of fields --------------------------------------------------------------------------------------------

Seq: TypeAlias = Annotated[int, Meta(ge=1)]
"""The number of an event in its log, from 1."""
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A SHA-256 in hex."""
Address: TypeAlias = Annotated[str, Meta(pattern="^/")]
"""An address on this server."""
BySeat: TypeAlias = Annotated[
    dict[Seat, _Value], Meta(extra_json_schema={"propertyNames": {"$ref": "#/components/schemas/Seat"}})
]
"""Values by seat; of the seats in play."""
Numbers: TypeAlias = Annotated[
    dict[Tile, Count], Meta(extra_json_schema={"propertyNames": {"$ref": "#/components/schemas/Tile"}})
]
"""How many of each kind of tile."""
EventAnswer: TypeAlias = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
"""An event of a log."""
Depth: TypeAlias = Annotated[str, one_of("full", "table", "result")]
"""How much of a hand was written down."""
View: TypeAlias = Annotated[str, one_of("table", "open", "E", "S", "W", "N")]
"""Who looks."""
ByPlayer: TypeAlias = dict[str, _Value]
"""Values by handle."""
GameId: TypeAlias = Annotated[str, says("the game's id")]
Reading: TypeAlias = Literal["corrected", "recorded"]
AsOf: TypeAlias = Annotated[Seq | None, says("the event that was the last one then; null: as of now")]


class OfGame(Answer):
    """What an answer about a game begins with."""

    game: GameId
    log: Reading
    as_of: AsOf
