"""Strategies for events as nobody would write them: right in form, odd in every other way, with fields of others."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from mjlog.chain import event_body
from mjlog.events import EVENT_TYPES, Event, decode_event

ODD_SIGNS = "aE5;#,=\"'\\{}[]@/+- \t\n\r\u00a0\u0085\u2028\u2029\ufeff\u200f\u202e\u0301é中😀|:?x"
TEXTS = st.text(ODD_SIGNS, max_size=12) | st.sampled_from(
    (
        "", "-", "--", "a -- b", "true", "null", "5", "+5", "hand", "game-start", '"', "rest 5b", "calling", "seat=E",
        "x" * 150,
    )
)  # fmt: skip
HANDLES = TEXTS.filter(bool) | st.sampled_from(("anna", "E", "ben", "5b"))
TIMES = (
    st.datetimes().map(lambda time: time.strftime("%Y-%m-%dT%H:%M:%SZ"))
    | st.integers(0, 99).map(lambda second: f"2026-11-21T19:{second // 60:02}:{second % 60:02}Z")
    | st.sampled_from(("2026-11-21T19:30:00.5Z", "2026-1-1T1:1:1Z", "2026-11-21t19:30:00z", "2026-11-21T19:30:00Z;5b"))
    | TEXTS
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS | st.sampled_from((0.5, 1e-7, 1e300)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
STRANGERS = st.dictionaries(TEXTS.filter(lambda name: name not in ("id", "prev")), VALUES, max_size=2)


def _value(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type of field."""
    if isinstance(kind, inspect.EnumType):
        return st.sampled_from([one.value for one in kind.cls])
    if isinstance(kind, inspect.CustomType):
        return st.just("??")
    if isinstance(kind, inspect.UnionType):
        return st.one_of(*map(_value, (one for one in kind.types if not isinstance(one, inspect.NoneType))))
    if isinstance(kind, inspect.LiteralType):
        return st.sampled_from(kind.values)
    if isinstance(kind, inspect.BoolType):
        return st.booleans()
    if isinstance(kind, inspect.IntType):
        low = kind.ge if kind.ge is not None else -5
        return st.integers(max(low, -5), 60) | st.just(2**53 - 1)
    if isinstance(kind, inspect.StrType):
        return HANDLES if kind.min_length else TEXTS
    if isinstance(kind, inspect.VarTupleType):
        return st.lists(_value(kind.item_type), min_size=kind.min_length or 0, max_size=5)
    if isinstance(kind, inspect.TupleType):
        return st.tuples(*map(_value, kind.item_types)).map(list)
    if isinstance(kind, inspect.DictType):
        return st.dictionaries(_value(kind.key_type), _value(kind.value_type), max_size=4)
    if isinstance(kind, inspect.StructType):
        return _fields(kind)
    return VALUES


def _fields(kind: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    needed = {one.encode_name: _value(one.type) for one in kind.fields if one.required}
    rest = {one.encode_name: _value(one.type) for one in kind.fields if not one.required and one.encode_name != "seq"}
    rest.update({name: TIMES if name == "at" else HANDLES for name in ("at", "recorder") if name in rest})
    needed.pop("seq", None)
    return st.fixed_dictionaries(needed, optional=rest)


def _of_type(cls: type[Event]) -> st.SearchStrategy[dict[str, Any]]:
    kind = inspect.type_info(cls)
    typed = _fields(kind).map(lambda fields: {**fields, "type": kind.tag})
    return st.tuples(STRANGERS, typed).map(lambda both: {**both[0], **both[1]})


def _is_event(fields: dict[str, Any]) -> bool:
    """Whether no field is too long or too large."""
    try:
        decode_event(event_body({**fields, "seq": 1}))
    except ValueError:
        return False
    return True


ODD_EVENTS = st.sampled_from(EVENT_TYPES).flatmap(_of_type).filter(_is_event)
"""Events of all types, without `seq`."""
