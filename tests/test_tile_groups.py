"""Groups of tiles need no blank between them where each ends with its class letter."""

from __future__ import annotations

import pytest

from each import each
from mjlog.errors import NotationError
from mjlog.tiles import CODES, parse_tiles


@each(
    "text, codes",
    [
        ("EwRd", "Ew Rd"),
        ("EEEwRRd", "Ew Ew Ew Rd Rd"),
        ("WwWd", "Ww Wd"),
        ("WWdWWw", "Wd Wd Ww Ww"),
        ("19b19cESWNwRGWd", "1b 9b 1c 9c Ew Sw Ww Nw Rd Gd Wd"),
        ("12f34sFFfJJk", "1f 2f 3s 4s Ff Ff Jk Jk"),
        ("eswnw", "Ew Sw Ww Nw"),
        ("123B456C", "1b 2b 3b 4c 5c 6c"),
    ],
)
def test_groups_are_told_apart_by_their_class_letters(text: str, codes: str) -> None:
    assert " ".join(CODES[kind] for kind in parse_tiles(text)) == codes


@pytest.mark.parametrize("text", ["EwR", "9f", "EwXd", "5bJ", "WRw"])
def test_a_word_that_is_not_all_groups_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tiles(text)
