"""Random events near valid ones: every field is either right by its type, or junk, or left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from mjlog.events import EVENT_TYPE_BY_NAME, MAX_INT
from mjlog.seats import Seat
from mjlog.tiles import CODES, UNICODE

_SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
)
_SLIPS = st.sampled_from(
    [
        *(0, -1, 1, 1.0, MAX_INT, MAX_INT + 1, -MAX_INT - 1, 10**30),
        *("", "E", "e", "east", "5b", "5B", "rd", "5x", "??", "?", "1", "draw", "pung", "punk", "true", "x" * 201),
        *([], ["5b"], {}, {"E": 1}, {"e": 1}),
    ]
)
json_values = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)
junk = _SLIPS | json_values


def _mostly(right: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.integers(0, 19).flatmap(lambda lot: junk if lot == 0 else right)


def _whole(kind: inspect.IntType) -> st.SearchStrategy[int]:
    return st.integers(kind.ge, kind.le) | st.sampled_from([kind.ge or 0, kind.le or 0])


def _text(kind: inspect.StrType) -> st.SearchStrategy[str]:
    longest = kind.max_length
    return st.text(min_size=kind.min_length or 0, max_size=20) | st.just("x" * min(longest or 50, 1000))


def _list(kind: inspect.VarTupleType) -> st.SearchStrategy[Any]:
    return st.lists(near(kind.item_type), min_size=kind.min_length or 0, max_size=min(kind.max_length or 5, 5))


def near(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Values of a type, now and then another."""
    return _mostly(_right(kind))


def _right(kind: inspect.Type) -> st.SearchStrategy[Any]:
    right = _RIGHT.get(type(kind))
    return json_values if right is None else right(kind)


def _code(kind: inspect.EnumType) -> st.SearchStrategy[str]:
    return st.sampled_from(["E", "S", "W", "N"] if kind.cls is Seat else [*CODES, *UNICODE, "5B", "rd"])


def _table(kind: inspect.DictType) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(_mostly(_right(kind.key_type)).filter(_is_text), near(kind.value_type), max_size=4)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _object(kind: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    required = {field.encode_name: near(field.type) for field in kind.fields if field.required}
    optional = {field.encode_name: near(field.type) for field in kind.fields if not field.required}
    whole = st.fixed_dictionaries(required, optional=optional | {"remark": json_values})
    return whole | st.tuples(whole, st.sampled_from([*required, ""])).map(lambda pair: _without(*pair))


_RIGHT: dict[type[inspect.Type], Callable[[Any], st.SearchStrategy[Any]]] = {
    inspect.UnionType: lambda kind: st.one_of([_right(member) for member in kind.types]),
    inspect.NoneType: lambda kind: st.none(),
    inspect.BoolType: lambda kind: st.booleans(),
    inspect.IntType: _whole,
    inspect.StrType: _text,
    inspect.LiteralType: lambda kind: st.sampled_from(kind.values),
    inspect.EnumType: _code,
    inspect.VarTupleType: _list,
    inspect.TupleType: lambda kind: st.tuples(*[near(place) for place in kind.item_types]).map(list),
    inspect.DictType: _table,
    inspect.StructType: _object,
}


def _without(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != name}


def events_near(event_type: str) -> st.SearchStrategy[dict[str, Any]]:
    """Fields near an event of the type, its `type` given."""
    struct = inspect.type_info(EVENT_TYPE_BY_NAME[event_type])
    assert isinstance(struct, inspect.StructType)
    return _object(struct).map(lambda fields: {"type": event_type, **fields})
