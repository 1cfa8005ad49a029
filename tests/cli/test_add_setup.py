"""Typing what comes before the play: seats, dice, the break."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.errors import NotationError
from mjlog.formats.shorthand.long_form import read_typed


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("roll anna 3 4", {"player": "anna", "dice": [3, 4], "purpose": "seats"}),
        ("roll anna 3 4 seats", {"player": "anna", "dice": [3, 4], "purpose": "seats"}),
        ("roll E 3 4 break-wall", {"seat": "E", "dice": [3, 4], "purpose": "break-wall"}),
        ("roll west 6 6 break-stack", {"seat": "W", "dice": [6, 6], "purpose": "break-stack"}),
        ("break S 8", {"wall": "S", "stack": 8}),
        ("break S 8 E", {"wall": "S", "stack": 8, "by": "E"}),
        ("break S 8 by=E", {"wall": "S", "stack": 8, "by": "E"}),
        ("seats ben cleo dora anna", {"seats": {"E": "ben", "S": "cleo", "W": "dora", "N": "anna"}}),
        ("seats E=ben S=cleo W=dora", {"seats": {"E": "ben", "S": "cleo", "W": "dora"}}),
        ("seats ben cleo ben=Ew cleo=sw", {"seats": {"E": "ben", "S": "cleo"}, "draw": {"ben": "Ew", "cleo": "Sw"}}),
    ],
)
def test_setup_is_typed_like_everything_else(line: str, fields: dict[str, Any]) -> None:
    """A player without a seat throws for the seats; winds drawn stand beside the seats."""
    read = read_typed(line)
    assert read.pop("type") == line.split()[0]
    assert read == fields


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("roll E 3 4", "what for: break-wall"),
        ("roll anna", "has no dice"),
        ("seats a b c d e", "names 5 players"),
        ("break S 8 X", "'X' is no seat"),
        ("break S 8 E N", "'N' is one word too many"),
    ],
)
def test_a_slip_in_the_setup_is_told(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_typed(line)
