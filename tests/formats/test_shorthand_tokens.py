"""Where a text could be read in two ways, it is read in one, and always the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from mjlog.errors import NotationError
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.tokens import tiles_in
from mjlog.tiles import CODES

from .shorthand_runs import TABLE, meant, read_after

AFTER_EAST = f"{TABLE}5b"
"""South is next."""

AMBIGUOUS = {
    "ew": "discard S Ew", "eew": "discard E Ew", "sww": "discard S Ww", "www": "discard W Ww", "wd": "discard S Wd",
    "wwd": "discard W Wd", "wwwd": "draw S Ww | discard S Wd", "wwww": "draw S Ww | discard S Ww",
    "wwwwd": "draw W Ww | discard W Wd", "ewew": "draw S Ew | discard S Ew", "nw": "discard S Nw",
    "nnw": "discard N Nw", "nwnw": "draw S Nw | discard S Nw", "nwsw": "draw S Nw | discard S Sw", "1s": "bonus S 1s",
    "s1s": "bonus S 1s", "e1s": "bonus E 1s", "2d1d": "draw S 2d | discard S 1d", "rdgd": "draw S Rd | discard S Gd",
    "n5b": "discard N 5b", "5b-": None, "b": None, "??": "discard S ??", "x": "discard S ??",
    "xx": "draw S ?? | discard S ??", "??5b": "draw S ?? | discard S 5b", "sx": "discard S ??", "🀔": "discard S 5b",
    "w🀔": "discard W 5b", "🀄\ufe0e": "discard S Rd", "🀄\ufe0f": "discard S Rd", "🀙5b": "draw S 1d | discard S 5b",
    "e=12": None, "e=1b": "name E 1b", "c": None, "5c": "discard S 5c", "c5c": None,
    "sc3": "claim S chow | expose S chow 345b", "f": "fishing E",
}  # fmt: skip


@each("act", AMBIGUOUS)
@each("case", [str, str.upper])
def test_short_texts_have_one_meaning_in_any_case(act: str, case: type[str]) -> None:
    events = AMBIGUOUS[act]
    if events is None:
        with pytest.raises(NotationError):
            read_after(AFTER_EAST, case(act))
    else:
        assert read_after(AFTER_EAST, case(act)) == meant(events)


@pytest.mark.parametrize(
    "text", ["DISCARD S 5B", "CLAIM S PUNG", "EXPOSE S PUNG 555B", "Hand-Start TABLE E=a S=b W=c N=d"]
)
def test_long_forms_are_read_in_any_case(text: str) -> None:
    assert read_after(AFTER_EAST, text)[0]["type"] == text.split()[0].lower()
    assert "PUNG" not in str(read_after(AFTER_EAST, text))


@pytest.mark.parametrize("text", ["İ", "s²", "٣b", "ſ5b", "5\u212a", "ﬀ"])
def test_letters_that_only_look_like_ours_are_none(text: str) -> None:
    with pytest.raises(NotationError):
        read_after(AFTER_EAST, text)


GROUPS = {
    "123b55d": "1b 2b 3b 5d 5d", "esw": "Ew Sw", "eswnw": "Ew Sw Ww Nw", "www": "Ww Ww", "wwd": "Wd Wd",
    "wwwd": "Wd Wd Wd", "swwd": "Sw Wd", "rrdwwd": "Rd Rd Wd Wd", "fff": "Ff Ff", "1fff": "1f Ff", "jjk": "Jk Jk",
    "x??x": "?? ?? ??", "5bx5b": "5b ?? 5b", "12f3s": "1f 2f 3s", "🀙🀐": "1d 1b", "": "",
}  # fmt: skip


@each("text", GROUPS)
def test_tiles_of_a_class_share_its_letter(text: str) -> None:
    assert " ".join(CODES[kind] for kind in tiles_in(text)) == GROUPS[text]
    assert tiles_in(text.upper()) == tiles_in(text)


@each("text", ["5", "b", "5f", "9s", "ed", "rw", "w", "f", "5b5", "?", "55x", "jj"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="are no tiles; tiles are written like 123b"):
        tiles_in(text)


@given(st.lists(st.sampled_from(CODES), max_size=18))
def test_tiles_written_one_by_one_are_read_as_so_many(codes: list[str]) -> None:
    """Glued winds and dragons have several readings: how many tiles there have to be tells which."""
    text = "".join(codes).lower()
    found = tiles_in(text, len(codes))
    assert len(found) == len(codes)
    assert "".join(CODES[kind] for kind in found).lower() == text or set("esw") & set(text)


@given(st.text("eswnrgwdfjkbcdx?123459", max_size=400))
def test_tiles_are_read_or_refused_however_long(text: str) -> None:
    try:
        kinds = tiles_in(text)
    except NotationError:
        return
    assert len(kinds) <= len(text)


@pytest.mark.parametrize("text", ["w" * 399 + "z", "f" * 400 + "z", "esw" * 130 + "!", "w" * 5000 + "/z"])
def test_a_long_word_of_many_readings_is_settled_at_once(text: str) -> None:
    """There are more ways to cut it than could ever be tried one by one."""
    assert [act.text for act in acts_in(f"sh 123b {text}")] == ["sh 123b", text]
