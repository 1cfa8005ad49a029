"""The events of a log, one type each, as docs/lookup/format.md names them.

Decoding is typed and fast (`decode_event`); the same types are the source of the marshmallow schemas that
explain what is wrong with a line (`mjlog_schemas`). Fields this version does not know are not part of the
types: they stay in the stored bytes of the log, untouched.
"""


from typing import Annotated, Any, Literal, TypeAlias, final

import msgspec
from msgspec import Meta, field

from mjlog.seats import Seat
from mjlog.text import where_words
from mjlog.tiles import Tile

MAX_INT = 2**53 - 1
"""Integers beyond this are not exact in every JSON reader, and no table needs them."""

Int: TypeAlias = Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)]
Seq: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_INT)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_INT)]
Die: TypeAlias = Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)]
Handle: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Text: TypeAlias = Annotated[str, Meta(max_length=100_000)]
Tiles: TypeAlias = Annotated[tuple[Tile, ...], Meta(max_length=200)]
Claimed: TypeAlias = Literal["chow", "pung", "kong", "quint", "sextet", "mahjong"]
SetKind: TypeAlias = Literal["chow", "pung", "kong", "quint", "sextet", "pair", "single", "mahjong"]
Source: TypeAlias = Literal["deal", "wall", "loose", "discard", "kong", "bonus", "exchange"]
FROM_OTHERS: tuple[Source, ...] = ("discard", "kong", "bonus")
"""Where a winning tile comes from that another player had: a discard, a kong that is robbed, a tile laid aside."""
Danger: TypeAlias = Literal["choice", "no-choice", "unclear"]
"""Whether the discarder of a dangerous tile had a choice; unclear where a record's word on it cannot be read."""
CharlestonPass: TypeAlias = Literal[
    "right-1", "across-1", "left-1", "left-2", "across-2", "right-2", "courtesy", "east-south", "east-north"
]  # fmt: skip
"""Which way tiles are passed; the last two: East changes tiles with South, or North, and West with the other one."""
Seating: TypeAlias = dict[Seat, Handle]
Amounts: TypeAlias = dict[Seat, Int]


class Event(msgspec.Struct, tag_field="type", omit_defaults=True, kw_only=True, gc=False):
    """What every event carries. `on` is the seq that this one answers."""

    seq: Seq
    at: str | None = None
    recorded: str | None = None
    recorder: str | None = None
    basis: Literal["observed", "inferred", "asserted"] | None = None
    on: Seq | None = None

    @property
    def type(self) -> str:
        """The event type as docs/lookup/format.md spells it."""
        return str(self.__struct_config__.tag)


class Card(msgspec.Struct, omit_defaults=True):
    """A score card: its id, and the SHA-256 of its file."""

    id: str
    digest: str | None = None


class GameStart(Event, tag="game-start", kw_only=True):
    """A game begins: who plays, by which rules.

    `tournament`: what it is a game of, where it is one of several; `session`: the round of it, in which every table
    plays one game (`round` is the wind's). `record`: of a game read from a foreign record, what that says of itself and
    no other field does.
    """

    # By a factory, so that it is written even though it is the default.
    format: Int = field(default_factory=lambda: 1)
    game: Handle
    ruleset: Handle
    version: str | None = None
    digest: str | None = None
    options: dict[str, Any] | None = None
    card: Card | None = None
    players: Annotated[tuple[Handle, ...], Meta(min_length=3, max_length=4)]
    place: str | None = None
    table: str | None = None
    tournament: str | None = None
    session: Seq | None = None
    record: dict[str, Any] | None = None

    @property
    def where(self) -> list[str]:
        """Where it is played, in words."""
        return where_words(self.place, self.table, self.tournament, self.session)

    def says(self, option: str) -> bool:
        """Whether it is known how an option is: a game of ours goes by the default, a foreign record may be silent."""
        return self.record is None or option in (self.options or {})


class RuleSetText(Event, tag="ruleset", kw_only=True):
    """The full rule set in force, for one that does not ship with the program."""

    document: Annotated[str, Meta(max_length=1_000_000)]


class Seats(Event, tag="seats", kw_only=True):
    """Where everyone sits, and which wind tile everyone drew for it."""

    draw: dict[Handle, Tile] | None = None
    seats: Seating


class HandStart(Event, tag="hand-start", kw_only=True):
    """A hand begins.

    `totals` (running points, per player, before the hand) and `held` (hands in a row that the player `held_by`
    has won as East) are stated by records that print them. `every` names what this record always writes
    down (`pass`, `dangerous`, `show`, `score`), so that its absence means that it did not happen. `repeats`: how often
    the hand is repeated (honba), and `pot`: points that lie on the table, both computed where they are not stated.
    `view`: the seat whose view the record is; of the others it has what the table saw.
    """

    hand: Int
    round: Seat
    seats: Seating
    depth: Literal["full", "table", "result"] | None = None
    totals: dict[Handle, Int] | None = None
    held: Count | None = None
    held_by: Handle | None = None
    repeats: Count | None = None
    pot: Count | None = None
    view: Seat | None = None
    every: tuple[Literal["pass", "dangerous", "show", "score"], ...] | None = None


class Gap(Event, tag="gap", kw_only=True):
    """Moves (or, before a `hand-start`, whole hands) were not recorded here."""

    turn: Seat | None = None
    left: Count | None = None
    text: Text | None = None


class Wall(Event, tag="wall", kw_only=True):
    """The whole wall as built, where it is known."""

    tiles: Tiles


class Roll(Event, tag="roll", kw_only=True):
    """Dice are thrown, by a seat or (before there are seats) by a player."""

    seat: Seat | None = None
    player: Handle | None = None
    dice: Annotated[tuple[Die, ...], Meta(min_length=1, max_length=20)]
    purpose: Literal["seats", "break-wall", "break-stack"]


@final  # as others further on: so `type(event) is Break` tells what the others of two are, too
class Break(Event, tag="break", kw_only=True):
    """The wall is broken: wall and stack where the count ended."""

    wall: Seat
    stack: Int
    by: Seat | None = None


class Deal(Event, tag="deal", kw_only=True):
    """One block of tiles is taken in the deal."""

    seat: Seat
    tiles: Tiles


class Indicator(Event, tag="indicator", kw_only=True):
    """A dora indicator is turned: the `first` one, that of a `kong`, or one `under` them after a win in riichi."""

    tile: Tile
    of: Literal["first", "kong", "under"]


class Charleston(Event, tag="charleston", kw_only=True):
    """Tiles are passed to another player."""

    pass_: CharlestonPass = field(name="pass")
    seat: Seat
    tiles: Tiles
    blind: Count | None = None


class CharlestonStop(Event, tag="charleston-stop", kw_only=True):
    """The second Charleston is refused."""

    seat: Seat


class Bonus(Event, tag="bonus", kw_only=True):
    """Flowers and seasons are laid out, or north winds laid aside; `drawn` as of a discard."""

    seat: Seat
    tiles: Tiles
    drawn: bool | None = None


class Draw(Event, tag="draw", kw_only=True):
    """A tile from the live wall. `racked`: false as long as it does not stand on the rack (american/call-1)."""

    seat: Seat
    tile: Tile
    racked: bool | None = None


class KongReplacement(Event, tag="kong-replacement", kw_only=True):
    """A loose tile for a kong."""

    seat: Seat
    tile: Tile


class BonusReplacement(Event, tag="bonus-replacement", kw_only=True):
    """A tile for a bonus tile laid out."""

    seat: Seat
    tile: Tile


@final
class Discard(Event, tag="discard", kw_only=True):
    """A tile is discarded; `calling` with the original call, `riichi` with a declaration of riichi.

    `drawn`: it is, or is not, the tile just drawn, which the table saw. `number` counts discards and kongs of the hand,
    in records that number them; answers give the same number.
    """

    seat: Seat
    tile: Tile
    named: Tile | None = None
    calling: bool | None = None
    riichi: bool | None = None
    drawn: bool | None = None
    number: Count | None = None


class Name(Event, tag="name", kw_only=True):
    """The latest discard is named again, correctly."""

    seat: Seat
    tile: Tile


class Pass(Event, tag="pass", kw_only=True):
    """A player lets the latest discard (or the kong just made) go."""

    seat: Seat
    number: Count | None = None


@final
class Claim(Event, tag="claim", kw_only=True):
    """A player calls the latest discard, or the tile of the kong just made.

    `tiles`: the whole set that is called, where the record says it of a chow.
    """

    seat: Seat
    tiles: Tiles | None = None
    for_: Claimed = field(name="for")
    number: Count | None = None


class Retract(Event, tag="retract", kw_only=True):
    """A call is taken back."""

    seat: Seat


class Expose(Event, tag="expose", kw_only=True):
    """A claimed set is laid down. `dangerous` where the claimed discard was a dangerous one."""

    seat: Seat
    kind: SetKind
    tiles: Tiles
    dangerous: Danger | None = None


class LayConcealed(Event, tag="lay-concealed", kw_only=True):
    """A self-drawn set is laid face down."""

    seat: Seat
    kind: SetKind
    tiles: Tiles


class Kong(Event, tag="kong", kw_only=True):
    """A kong out of the hand: four concealed ones, or the fourth added to a pung."""

    seat: Seat
    kind: Literal["concealed", "added"]
    tiles: Tiles
    number: Count | None = None


class JokerExchange(Event, tag="joker-exchange", kw_only=True):
    """A joker on the table is taken for the tile that it stands for."""

    seat: Seat
    owner: Seat
    tile: Tile
    set: Count | None = None


class Fishing(Event, tag="fishing", kw_only=True):
    """A player says that one tile is missing."""

    seat: Seat


@final
class Mahjong(Event, tag="mahjong", kw_only=True):
    """A player declares a complete hand; `liable`: who answers for its payment, having fed it.

    `apart`: whether a tile drawn was kept apart from the hand until all have seen it; it was, where nothing is said.
    """

    seat: Seat
    source: Source
    tile: Tile | None = None
    line: str | None = None
    dangerous: Danger | None = None
    liable: Seat | None = None
    apart: bool | None = None


class Show(Event, tag="show", kw_only=True):
    """Concealed tiles as laid down at the end.

    `completes` is the index in `sets` of the set that the winning tile completed, where that was recorded.
    """

    seat: Seat
    sets: Annotated[tuple[Tiles, ...], Meta(max_length=50)] | None = None
    rest: Tiles | None = None
    completes: Count | None = None


class Dead(Event, tag="dead", kw_only=True):
    """A hand is declared dead."""

    seat: Seat
    reason: Literal["count", "exposure", "false-mahjong", "call", "other"]
    by: Seat | None = None
    on_basis: Literal["rack", "table"] | None = None
    sets: tuple[Count, ...] | None = None
    text: Text | None = None


class Penalty(Event, tag="penalty", kw_only=True):
    """A fine, in points; not part of the settlement. `to` is empty where nobody gets it: it is off the final score."""

    seat: Seat
    amount: Int
    to: Amounts | None = None
    reason: Text


class Washout(Event, tag="washout"):
    """The hand is drawn (`exhaustive` where no other reason is given); `seats`: who ended it, or has a right by it."""

    reason: Text | None = None
    seats: tuple[Seat, ...] | None = None


class Replay(Event, tag="replay", kw_only=True):
    """The hand is void and played again."""

    reason: Text


class ScoreItem(msgspec.Struct, omit_defaults=True):
    """One announced item. `limit`: the value of a limit hand; `yakuman`: how often; `tiles`: the set, as printed."""

    name: str
    points: Int = 0
    doubles: Int = 0
    limit: Int | None = None
    tiles: str | None = None


class Score(Event, tag="score", kw_only=True):
    """A hand's value as it was announced. `items`: a list of `ScoreItem`; what is spelled otherwise is not judged.

    `uncapped` (the value before the limit cut it) and `printed` (a second statement of the total that
    contradicts the first) are stated by records that print them. `words`: the value and the patterns in the words of
    a foreign record, where this program would use others.
    """

    seat: Seat
    total: Int
    points: Int | None = None
    doubles: Int | None = None
    limit: Any = None
    items: Any = None
    uncapped: Int | None = None
    printed: Int | None = None
    words: Annotated[tuple[Text, ...], Meta(max_length=100)] | None = None


class Settlement(Event, tag="settlement", kw_only=True):
    """What was paid for the hand, in points per seat; `for` one of several winners, with `pot` taken from the table.

    `stated` and `cannon` are the payments' own sums and the player named as having let off a cannon, kept
    where a record's words contradict its figures.
    """

    change: Amounts
    for_: Seat | None = field(name="for", default=None)
    pot: Int | None = None
    payments: Annotated[tuple[tuple[Seat, Seat, Int], ...], Meta(max_length=100)] | None = None
    stated: Amounts | None = None
    cannon: Seat | None = None


class GameEnd(Event, tag="game-end"):
    """The session is over; `totals` per player, and the `final` scores after uma and oka, in points."""

    totals: dict[Handle, Int] | None = None
    final: dict[Handle, Int] | None = None


class Correction(Event, tag="correction", kw_only=True):
    """Stands in the place of an event (`of`), or is read after one (`after`); the original stays."""

    of: Seq | None = None
    after: Seq | None = None
    events: tuple[dict[str, Any], ...]
    reason: Text
    agreed: tuple[Handle, ...] | None = None


class Note(Event, tag="note", kw_only=True):
    """A remark."""

    text: Text
    seat: Seat | None = None
    decision: Any = None


class Dispute(Event, tag="dispute", kw_only=True):
    """An objection."""

    text: Text
    seat: Seat | None = None
    decision: Any = None


class Ruling(Event, tag="ruling", kw_only=True):
    """A decision."""

    text: Text
    seat: Seat | None = None
    decision: Any = None


Taking: TypeAlias = Draw | KongReplacement | BonusReplacement
"""A player takes a tile from the wall."""
EVENT_TYPES: tuple[type[Event], ...] = (
    GameStart, RuleSetText, Seats, HandStart, Gap, Wall, Roll, Break, Deal, Indicator, Charleston, CharlestonStop,
    Bonus, Draw, KongReplacement, BonusReplacement, Discard, Name, Pass, Claim, Retract, Expose, LayConcealed, Kong,
    JokerExchange, Fishing, Mahjong, Show, Dead, Penalty, Washout, Replay, Score, Settlement, GameEnd,
    Correction, Note, Dispute, Ruling,
)  # fmt: skip
"""Every event type, in the order of docs/lookup/format.md."""

EVENT_TYPE_BY_NAME: dict[str, type[Event]] = {str(cls.__struct_config__.tag): cls for cls in EVENT_TYPES}

_AnyEvent: Any = EVENT_TYPES[0]
for _cls in EVENT_TYPES[1:]:
    _AnyEvent = _AnyEvent | _cls
_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(_AnyEvent)
_ENCODER = msgspec.json.Encoder(order="sorted")
_BY_SEAT = frozenset((Seats, HandStart, Penalty, Settlement))
"""Events with fields by seat, whose keys must be made text before they can be sorted."""


NO_EVENT = (ValueError, RecursionError)
"""What `decode_event` raises of a text that is no event: the errors of msgspec are ValueErrors, too."""


def decode_event(line: bytes | str) -> Event:
    """One event from its JSON text, fast; unknown fields are passed over.

    Raises:
        ValueError, RecursionError (`NO_EVENT`): the line is no event; `mjlog_schemas.explain_line` says why in words.
    """
    return _DECODER.decode(line)


def convert_event(fields: dict[str, Any]) -> Event:
    """One event from its fields as plain JSON values.

    Raises:
        msgspec.ValidationError: the fields make no event.
    """
    # Of all types together msgspec would look up every one of them, each time.
    kind = fields.get("type")
    named = EVENT_TYPE_BY_NAME.get(kind) if isinstance(kind, str) else None
    event: Event = msgspec.convert(fields, named or _AnyEvent)
    return event


def encode_event(event: Event) -> bytes:
    """The event as canonical JSON (RFC 8785), without chain fields."""
    return _ENCODER.encode(msgspec.to_builtins(event, str_keys=True) if type(event) in _BY_SEAT else event)
