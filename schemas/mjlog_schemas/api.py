"""The border of the JSON API: what may be asked and sent, and what the OpenAPI document says of each answer.

Requests are checked by these schemas. Answers are structs (`mjlog.answers`), declared where they are made.
"""

from __future__ import annotations

import itertools
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Annotated, Any, NamedTuple

import msgspec
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, missing
from msgspec import UNSET, Meta, UnsetType

from mjlog.answers import Answer, one_of, says
from mjlog.errors import NotationError
from mjlog.events import EVENT_TYPE_BY_NAME, MAX_INT
from mjlog.seats import Seat
from mjlog.text import did_you_mean, quoted, shown
from mjlog.tiles import CODES, UNICODE, parse_tiles
from mjlog_schemas import fields
from mjlog_schemas.events import MOST_DOCUMENT, EventField, KeepingSchema, json_schema, parts_of, words_of
from mjlog_schemas.fields import Complaint, faults_of, refusal

_MOST_ITEMS = 20
_LONGEST = 500
_DEFINITIONS = "#/$defs/"
_COMPONENTS = "#/components/schemas/"


def in_components(schema: Any) -> Any:
    """JSON Schema of an event, or of a field, referring to the components of the document."""
    if isinstance(schema, list):
        return [in_components(item) for item in schema]
    if not isinstance(schema, dict):
        return schema.replace(_DEFINITIONS, _COMPONENTS) if isinstance(schema, str) else schema
    made = {key: in_components(value) for key, value in schema.items()}
    if made.get("items") is False:  # apispec takes it for the name of a schema
        made |= {"items": {}, "maxItems": len(made["prefixItems"])}
    return made


class ProblemItem(Answer):
    """What is wrong with one field."""

    place: Annotated[str, one_of("body", "query", "header"), says("where the field stands")]
    field: Annotated[str, says("its path, like `events[2].tile`; empty for the whole")]
    detail: Annotated[str, says("what is wrong, and what would be right")]


class ProblemAnswer(Answer):
    """An error."""

    type: Annotated[
        str,
        Meta(extra_json_schema={"format": "uri-reference"}),
        says("which problem it is: an address of the page of this API, or `about:blank`"),
    ]
    title: Annotated[str, says("the problem in few words")]
    status: Annotated[int, Meta(ge=400, description="the status of the answer")]
    detail: Annotated[str, says("what was asked, why it cannot be, and what would be right")]
    errors: Annotated[
        Sequence[ProblemItem] | UnsetType, says("what is wrong with each field, where fields are at fault")
    ] = UNSET


def problem_items(messages: Any, place: str) -> list[ProblemItem]:
    """The messages of a schema, field by field."""
    faults = itertools.islice(faults_of(messages), _MOST_ITEMS)
    return [ProblemItem(place, shown(fault.field or "", 200), shown(fault.message, _LONGEST)) for fault in faults]


# -- events -----------------------------------------------------------------------------------------------------------


def event_components() -> dict[str, dict[str, Any]]:
    """Every type of event, `Event` for any of them, and the codes that they use.

    An event that is sent may leave out `seq`: it is the next one then.
    """
    definitions = in_components(json_schema()["$defs"])
    for name in EVENT_TYPE_BY_NAME:
        definitions[name]["required"] = [name for name in definitions[name]["required"] if name != "seq"]
    definitions["ruleset"]["properties"]["document"]["maxLength"] = MOST_DOCUMENT
    one_of = [{"$ref": f"#/components/schemas/{name}"} for name in EVENT_TYPE_BY_NAME]
    mapping = {name: f"#/components/schemas/{name}" for name in EVENT_TYPE_BY_NAME}
    event = {"oneOf": one_of, "discriminator": {"propertyName": "type", "mapping": mapping}}
    says = "a tile; `??` is one that is not seen"
    tile = {"type": "string", "enum": list(CODES), "description": says}
    return {**definitions, "TileCode": tile, "Event": event}


# -- what is appended to a log ----------------------------------------------------------------------------------------


MOST_AT_ONCE = 1000


class AppendSchema(KeepingSchema):
    """Events that follow the last one that the writer has seen: all are stored, or none."""

    expected_last = fields.NumberField(0, MAX_INT - MOST_AT_ONCE, required=True)
    events = fields.ListField(EventField(), 1, MOST_AT_ONCE, required=True)


# -- queries ----------------------------------------------------------------------------------------------------------


MOST_PER_PAGE = 200
USUAL_PER_PAGE = 50
LONGEST_ACTS = 400
"""Letters of the acts that may be asked about at once."""
VIEWS = ("table", "open", "E", "S", "W", "N")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NUMBER = re.compile(r"[0-9]{1,16}")


class InText(fields.Worded):
    """A value in an address. `read`: what a text stands for, None where it is not as it must be.

    `schema`: what is published of it. `words`: all that there are, if they are few.
    """

    def __init__(
        self, says: str, read: Callable[[str], Any] = str, expected: str = "a text", default: Any = missing,
        name: str | None = None, required: bool = False, words: Sequence[str] = (), **schema: Any,
    ) -> None:  # fmt: skip
        super().__init__(load_default=default, data_key=name, required=required, metadata={"description": says})
        self.read, self.expected, self.words, self.schema = read, expected, words, {"type": "string", **schema}

    def take(self, value: Any) -> Any:
        taken = self.read(value) if isinstance(value, str) else None
        if taken is None:
            raise refusal(value, self.expected, did_you_mean(value, self.words))
        return taken


def _number(least: int, most: int, says: str, default: Any = missing, name: str | None = None) -> InText:
    """A whole number: digits and nothing else."""

    def read(text: str) -> int | None:
        return int(text) if _NUMBER.fullmatch(text) and least <= int(text) <= most else None

    expected = f"a whole number from {least} to {most}"
    return InText(says, read, expected, default, name, type="integer", minimum=least, maximum=most)


def _word(words: tuple[str, ...], says: str, default: Any = missing) -> InText:
    """One of a few words."""
    read = {word: word for word in words}.get
    return InText(says, read, f"one of {', '.join(words)}", default, words=words, enum=list(words))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


PARAMETERS = {
    "page": _number(1, 10**9, "which part of the list", 1),
    "page_size": _number(1, MOST_PER_PAGE, "how many in one part", USUAL_PER_PAGE),
    "as_of": _number(1, MAX_INT, "what the log said when this event was its last one", name="as-of"),
    "log": _word(
        ("corrected", "recorded"), "with what later events put right, or as it was written down", "corrected"
    ),
    "version": _number(1, 10**6, "the version of the rule set; without it the newest"),
    "hand": _number(0, MAX_INT, "only those of this hand; 0: what comes before the first"),
    "view": InText(
        "who looks: everybody (`open`), nobody (`table`), a seat, or a player, as `@judy`, wherever they sit; of a "
        "hand in progress, and one that the player does not play in, everybody has the table's view",
        lambda text: text if text in VIEWS or (text[:1] == "@" and text[1:]) else None,
        f"one of {', '.join(VIEWS)}, or @ with the name of a player",
        default="table",
        pattern=rf"^(?:{'|'.join(VIEWS)}|@.+)$",
    ),
    "acts": InText(
        "acts in short hand, as the recorder takes them: `discard S 5b`, `sp-; expose S pung 555b`",
        lambda text: text if 1 <= len(text) <= LONGEST_ACTS else None,
        f"acts in no more than {LONGEST_ACTS} letters",
        required=True,
        minLength=1,
        maxLength=LONGEST_ACTS,
    ),
    "severity": _word(("error", "warning", "info"), "only those that are so grave"),
    "sort": _word(("weight", "seq"), "the gravest first, or in the order of the log", "weight"),
    "standing": _word(("open", "ruled"), "only those on which nobody has ruled, or somebody has"),
    "since": InText("only games of this day and later", _day, "a day like 2026-05-01", format="date"),
    "until": InText("only games of this day and before", _day, "a day like 2026-05-01", format="date"),
    "tournament": InText("only games of this tournament: a part of its name"),
    "after": _number(1, MAX_INT, "only games of a tournament, up to this round of it"),
    "player": InText("who played, a handle"),
    "won_by": InText("who won, a handle"),
    "ruleset": InText("the rule set that the game names"),
    "code": InText("the code of a finding"),
    "result": _word(("limit", "washout"), "won by a limit hand, or drawn"),
}
"""All that an address may ask for, by the name of what is asked."""


class _Query(Schema):
    class Meta:
        """Parameters that nobody knows are passed over."""

        unknown = EXCLUDE


def query_of(names: Iterable[str]) -> type[Schema]:
    """How an address is read that may ask for these parameters."""
    return _Query.from_dict({name: PARAMETERS[name] for name in names})


# -- score cards ------------------------------------------------------------------------------------------------------


KINDS = ("single", "pair", "chow", "pung", "kong", "quint", "sextet")
_FACES = "|".join(sorted({face for face in UNICODE if len(face) == 1 and face != "?"}))
_ALONE = "[ESNRG]+|[esnrg]+|W*[ESN][ESWN]*|W*[RG][RGW]*"
"""Winds and dragons without the letter of their class."""
_GROUP = (
    rf"(?:[1-9]+[BbCcDd]|[1-4]+[FfSs]|[EeSsWwNn]+[Ww]|[RrGgWw]+[Dd]|[Ff]+[Ff]|[Jj]+[Kk]|\?{{2,}}|(?:{_FACES})+|{_ALONE})"
)
_TEXT = rf"^(?:{_GROUP}(?:[ ,]+{_GROUP})*)?$"
_TILE = fields.published_codes()["tile"]["pattern"]
_LONGEST_TEXT, _MOST_TILES = 1000, 200


class HandTilesField(fields.Worded):
    """Tiles as text, in groups that share a letter, or as a list of codes."""

    expected = "tiles like '123b 55c Ew', or a list of at most 200 codes"
    plural = "tiles"

    def __init__(self, **common: Any) -> None:
        super().__init__(**common)
        as_text = {"type": "string", "pattern": _TEXT, "maxLength": _LONGEST_TEXT}
        as_list = {"type": "array", "items": {"$ref": "#/$defs/tile"}, "maxItems": _MOST_TILES}
        self.schema = {"anyOf": [as_text, as_list]}

    def take(self, value: Any) -> Any:
        if isinstance(value, str):
            fits = len(value) <= _LONGEST_TEXT and re.fullmatch(_TEXT, value) is not None
        else:
            fits = isinstance(value, list) and len(value) <= _MOST_TILES
            fits = fits and all(isinstance(item, str) and re.fullmatch(_TILE, item) for item in value)
        if fits:
            return value
        try:
            parse_tiles(value if isinstance(value, str) else "")
        except NotationError as error:
            what = f"is {quoted(value)}, where {error}"
            raise ValidationError([Complaint.saying(what, quoted(value), self.expected)]) from None
        raise refusal(value, self.expected)


class CardQuestion(Schema):
    """What is asked of a card. A field that nobody knows would be answered as if it had not been sent."""

    error_messages = {"unknown": "is no field of this request"}  # noqa: RUF012  # as marshmallow has it

    class Meta:
        """Every field is known."""

        unknown = RAISE


class AskedSetSchema(CardQuestion):
    """A set laid open."""

    kind = fields.WordField(KINDS, allow_none=True)
    tiles = HandTilesField(required=True)


class MatchAskedSchema(CardQuestion):
    """Fourteen tiles: is it mahjong?"""

    concealed = HandTilesField(required=True)
    sets = fields.ListField(fields.PartField(AskedSetSchema()), 0, 50, allow_none=True)
    line = fields.TextField(0, 200, allow_none=True)


class DeadAskedSchema(CardQuestion):
    """The sets of a hand: can it still be a line?"""

    sets = fields.ListField(fields.PartField(AskedSetSchema()), 0, 50, allow_none=True)
    others = fields.ListField(fields.PartField(AskedSetSchema()), 0, 50, allow_none=True)
    visible = HandTilesField(allow_none=True)
    basis = fields.WordField(("rack", "table"), allow_none=True)


# -- hands that nobody recorded ---------------------------------------------------------------------------------------


class ScoreAskedSchema(CardQuestion):
    """The hands of one deal, each on one line, and what is said of the payments."""

    ruleset = fields.TextField(1, 200, required=True)
    hands = fields.ListField(fields.TextField(1, 1000), 1, 4, required=True)
    options = fields.TableField(allow_none=True)
    discarder = fields.CodeField(Seat, allow_none=True)
    liable = fields.CodeField(Seat, allow_none=True)
    repeats = fields.NumberField(0, MAX_INT, allow_none=True)
    pot = fields.NumberField(0, MAX_INT, allow_none=True)
    card = fields.TextField(1, 200, allow_none=True)


# -- answers ----------------------------------------------------------------------------------------------------------


_CODES = {"Seat": {"$ref": f"{_COMPONENTS}seat"}, "Tile": {"$ref": f"{_COMPONENTS}TileCode"}}
"""Codes that are components of the document already."""
_WHAT_FOR = re.compile("(?<=.)(?:Answer|Info|Note|View)$")
"""The end of a name that says what the class is for, and not what it tells of."""


def component_name(answer: type) -> str:
    """The name of an answer in the document: `Charleston` for `CharlestonView`."""
    return _WHAT_FOR.sub("", answer.__name__)


def reference(answer: type) -> str:
    """Where the document has an answer."""
    return _COMPONENTS + component_name(answer)


def answer_components(answers: Iterable[type[msgspec.Struct]]) -> dict[str, dict[str, Any]]:
    """Answers, and the objects in them, as components of the document."""
    seen: set[Any] = set()
    structs = [struct for answer in answers for struct in _structs(answer, seen)]
    _, made = msgspec.json.schema_components(structs, ref_template=f"{_COMPONENTS}{{name}}")
    by_name = {struct.__name__: struct for struct in structs}
    assert len(set(map(component_name, structs))) == len(structs), "two answers have one name"
    references = _CODES | {name: {"$ref": reference(component)} for name, component in by_name.items()}
    spelling = _Spelling(made | references, words_of(structs))
    return {component_name(struct): _component(struct, made[struct.__name__], spelling) for struct in structs}


def _structs(hint: Any, seen: set[Any]) -> Iterator[type[msgspec.Struct]]:
    """The structs of a type, and those in their fields, that were not seen before."""
    for part in parts_of(hint):
        if isinstance(part, type) and issubclass(part, msgspec.Struct) and part not in seen:
            seen.add(part)
            yield part
            for inside in typing.get_type_hints(part, include_extras=True).values():
                yield from _structs(inside, seen)


class _Spelling(NamedTuple):
    """What stands for a named type, and the order of the words of a field."""

    named: dict[str, Any]
    in_order: dict[frozenset[Any], tuple[Any, ...]]

    def told(self, schema: Any) -> Any:
        """A part of a JSON Schema as the document has it."""
        if isinstance(schema, list):
            return [self.told(item) for item in schema]
        if not isinstance(schema, dict):
            return schema
        made = {name: self.told(value) for name, value in schema.items() if name not in ("default", "title", "$ref")}
        if "$ref" in schema:
            meant = self.named.get(schema["$ref"].removeprefix(_COMPONENTS), {"$ref": schema["$ref"]})
            made = (meant if "$ref" in meant else self.told(meant)) | made
        if "enum" in made:
            made["enum"] = list(self.in_order.get(frozenset(made["enum"]), made["enum"]))
        if made.get("items") is False:  # apispec takes it for the name of a schema
            made["items"] = {}
        return made


def _component(struct: type[msgspec.Struct], made: dict[str, Any], spelling: _Spelling) -> dict[str, Any]:
    """An object. A default is written like any other value, where the struct does not say that it is left out."""
    by_default = {name for name, form in made["properties"].items() if "default" in form}
    left_out = by_default if struct.__struct_config__.omit_defaults else set()
    needed = {*made["required"], *by_default} - left_out
    properties = {name: spelling.told(form) for name, form in made["properties"].items()}
    for name in left_out & {name for name, form in properties.items() if "anyOf" in form}:
        # What is left out is never null.
        (kind,) = (form for form in properties[name].pop("anyOf") if form != {"type": "null"})
        properties[name] |= kind
    return {
        "type": "object",
        "description": (struct.__doc__ or "").partition("\n")[0],
        "properties": properties,
        "required": [name for name in made["properties"] if name in needed],
        "additionalProperties": False,
    }
