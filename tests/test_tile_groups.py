"""Groups of tiles need no blank between them where each ends with its class letter."""

from __future__ import annotations

import pytest

from each import each
from mjlog.errors import NotationError
from mjlog.tiles import CODES, from_riichi_letters, parse_faces, parse_tile, parse_tiles


@each("text, codes", [
    ("EwRd", "Ew Rd"),
    ("EEEwRRd", "Ew Ew Ew Rd Rd"),
    ("WwWd", "Ww Wd"),
    ("WWdWWw", "Wd Wd Ww Ww"),
    ("19b19cESWNwRGWd", "1b 9b 1c 9c Ew Sw Ww Nw Rd Gd Wd"),
    ("12f34sFFfJJk", "1f 2f 3s 4s Ff Ff Jk Jk"),
    ("eswnw", "Ew Sw Ww Nw"),
    ("123B456C", "1b 2b 3b 4c 5c 6c"),
    ("EEE", "Ew Ew Ew"),
    ("ss", "Sw Sw"),
    ("RRR", "Rd Rd Rd"),
    ("RGW", "Rd Gd Wd"),
    ("NEWS", "Nw Ew Ww Sw"),
    ("EER", "Ew Ew Rd"),
])  # fmt: skip
def test_groups_are_told_apart_by_their_class_letters(text: str, codes: str) -> None:
    assert " ".join(CODES[kind] for kind in parse_tiles(text)) == codes


@pytest.mark.parametrize("text", ["EwR", "9f", "EwXd", "5bJ", "WRw"])
def test_a_word_that_is_not_all_groups_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tiles(text)


def test_one_wind_or_dragon_needs_no_letter_of_its_class() -> None:
    assert [CODES[parse_tile(text)] for text in ("E", "s", "N", "R", "g")] == ["Ew", "Sw", "Nw", "Rd", "Gd"]


@each("text, ours", [
    ("123m 456p 789s 11z", "1c 2c 3c 4d 5d 6d 7b 8b 9b Ew Ew"),
    ("0m0p0s", "0c 0d 0b"),
    ("1234567z", "Ew Sw Ww Nw Wd Gd Rd"),
    ("5z1z", "Wd Ew"),
    ("123M 7Z", "1c 2c 3c Rd"),
    ("55d 1s", "5d 5d 1b"),
])  # fmt: skip
def test_the_letters_of_riichi_are_put_into_ours(text: str, ours: str) -> None:
    faces = [tile for word in from_riichi_letters(text).split() for tile in parse_faces(word)]
    assert " ".join(CODES[face] for face in faces) == ours


@each("text, token, near", [
    ("5b 123m", "123m", "did you mean 123c, for m p s z are written c d b, Ew to Rd here?"),
    ("456p11z", "456p11z", "did you mean 456dEEw"),
    ("789s", "season 7", "bamboo is 789b"),
    ("8z", "8z", "of z there are 1z to 7z"),
    ("189z", "189z", "of z there are 1z to 7z"),
    ("5r", "'5r' is not", "did you mean 0b, 0c or 0d, a red five?"),
    ("45rd6p", "'45rd' in '45rd6p'", "did you mean 40d6d?"),
    ("45pr6p", "'45pr6p'", "did you mean 40d6d?"),
    ("PPP", "'PPP' is not", "did you mean WWWd?"),
    ("JJ", "'JJ' is not", "did you mean JJk, of jokers?"),
    ("CC", "'CC' is not", "did you mean RRd?"),
    ("W", "W", "did you mean Ww, of the west wind, or Wd, of the white dragon?"),
    ("WWW", "WWW", "did you mean WWWw, of the west wind, or WWWd, of the white dragon?"),
    ("5rd", "5rd", "did you mean 0d, a red five, or 5d Rd?"),
    ("5mr", "5mr", "did you mean 0c?"),
    ("5bamboo", "5bamboo", "did you mean 5b?"),
    ("00", "00", "did you mean Wd, the white dragon, which is the soap of a card?"),
    ("55b:", "55b:", "did you mean 55b?"),
    ("round:", "round:", "is not a tile or a group"),
    ("EEWR", "EEWR", "is not a tile or a group"),
])  # fmt: skip
def test_what_cannot_be_read_is_named_with_the_nearest_form(text: str, token: str, near: str) -> None:
    with pytest.raises(NotationError) as told:
        parse_tiles(text)
    assert token in str(told.value)
    assert near in str(told.value)
