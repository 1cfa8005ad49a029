"""Calling a discard in the American game: for groups of three and more alike, in which jokers may stand."""

from __future__ import annotations

import pytest

from each import each
from short_logs import accepted, codes, findings, refused

HAND = "game american card=riverside-2026; hand"
TABLE = f"{HAND} depth=table"
KNOWN = f"{HAND}; dealt S 55b JJk 123456789c; passes 123c; E discard 5b"
"""South has two 5b and two jokers."""
PUNG = f"{TABLE}; E discard 5b; S claim pung; S expose pung 55b Jk"
MISNAMED = f"{TABLE}; E discard 5b named=5c"


@pytest.mark.rule("american/joker-4")
def test_a_discarded_joker_is_called_by_nobody() -> None:
    """To discard one is legal; a call alone is only warned of."""
    name = "discarded_joker_stays"
    assert codes(f"{TABLE}; E discard Jk; S discard 9d") == []
    for act in ("claim pung", "claim mahjong", "expose pung JJJk", "mahjong discard"):
        assert accepted(name, f"{TABLE}; E discard 9d; S {act}")
        assert refused(name, f"{TABLE}; E discard Jk; S {act}") == "claim-not-open"
    assert accepted(name, f"{TABLE}; E discard Jk; S mahjong wall")
    assert [one.severity for one in findings(f"{TABLE}; E discard Jk; S claim pung")] == ["warning"]


@pytest.mark.rule("american/error-2")
@pytest.mark.parametrize("act", ["claim pung", "expose pung 555b", "mahjong discard"])
def test_a_tile_is_called_under_its_right_name_only(act: str) -> None:
    """Once it has been named rightly it can be; a name that was never said is not wrong."""
    name = "claimed_under_its_right_name"
    assert accepted(name, f"{TABLE}; E discard 5b; S {act}")
    assert accepted(name, f"{TABLE}; E discard 5b named=5b; S {act}")
    assert accepted(name, f"{MISNAMED}; E name 5b; S {act}")
    assert refused(name, f"{MISNAMED}; S {act}") == "claim-misnamed"
    assert refused(name, f"{MISNAMED}; E name 5d; S {act}") == "claim-misnamed"


@pytest.mark.rule("american/error-2")
def test_a_wrong_name_does_not_keep_anybody_from_winning_with_an_own_tile() -> None:
    """Nor from drawing."""
    assert accepted("claimed_under_its_right_name", f"{MISNAMED}; S mahjong wall")
    assert codes(f"{MISNAMED}; S draw ??; S discard 9d") == ["discard-misnamed"]


@pytest.mark.rule("american/call-3")
def test_pairs_and_single_tiles_are_taken_only_to_win() -> None:
    """The winner may lay down what the last tile completed."""
    name, won = "pairs_only_to_win", f"{TABLE}; E discard 5b; S claim mahjong; S mahjong discard"
    assert refused(name, f"{TABLE}; E discard 5b; S expose pair 55b") == "pair-claimed"
    assert refused(name, f"{TABLE}; E discard 5b; S expose single 5b") == "single-claimed"
    assert accepted(name, f"{TABLE}; E discard 5b; S claim pung; S expose pung 555b")
    assert accepted(name, f"{won}; S expose pair 55b")
    assert accepted(name, f"{won}; S expose single 5b")


@pytest.mark.rule("american/call-2")
@each(
    "kind, right, wrong",
    [
        ("pung", "555b", "556b"),
        ("pung", "5b JJk", "55b"),
        ("pung", "55b Jk", "55b JJk"),
        ("kong", "5555b", "555b"),
        ("quint", "5555b Jk", "5555b"),
        ("quint", "55b JJJk", "556b JJk"),
        ("sextet", "5b JJJJJk", "5b JJJJJJk"),
        ("pung", "?? ?? ??", "?? ??"),
        ("pung", "5b ?? Jk", "56b ??"),
    ],
)
def test_a_group_is_of_one_tile_and_jokers(kind: str, right: str, wrong: str) -> None:
    """Three to six, as many as its name says."""
    text = f"{TABLE}; E discard 5b; S claim {kind}; S expose {kind} "
    assert accepted("group_of_one_tile", text + right)
    assert refused("group_of_one_tile", text + wrong) == "not-a-set"


@pytest.mark.rule("american/call-2")
def test_a_group_has_the_discard_in_it() -> None:
    """A corrected one the tile that was claimed for the first."""
    name, text = "group_of_one_tile", f"{TABLE}; E discard 5b; S claim pung; S expose pung "
    assert accepted(name, text + "5b JJk")
    assert refused(name, text + "666b") == "not-a-set"
    assert refused(name, text + "JJJk") == "not-a-set"
    assert accepted(name, f"{PUNG}; S expose kong 555b Jk on=expose")
    assert refused(name, f"{PUNG}; S expose kong 666b Jk on=expose") == "not-a-set"


@pytest.mark.rule("american/call-2")
def test_nobody_calls_a_chow() -> None:
    """There are none."""
    assert accepted("group_of_one_tile", f"{TABLE}; E discard 5b; S claim sextet")
    assert refused("group_of_one_tile", f"{TABLE}; E discard 5b; S claim chow") == "not-a-set"
    assert refused("group_of_one_tile", f"{TABLE}; E discard 5b; S expose chow 456b") == "not-a-set"


@pytest.mark.rule("american/call-2")
def test_the_other_tiles_come_out_of_the_rack() -> None:
    """Jokers too; the one that was discarded need not be there."""
    name = "group_is_held"
    for kind, tiles in (("pung", "555b"), ("pung", "5b JJk"), ("kong", "55b JJk"), ("quint", "555b JJk")):
        assert accepted(name, f"{KNOWN}; S claim {kind}; S expose {kind} {tiles}")
    for kind, tiles in (("kong", "5555b"), ("kong", "5b JJJk"), ("sextet", "555b JJJk")):
        assert refused(name, f"{KNOWN}; S claim {kind}; S expose {kind} {tiles}") == "set-not-held"


@pytest.mark.rule("american/call-2")
def test_of_a_tile_called_that_nobody_saw_only_the_others_must_be_held() -> None:
    """It may be any of the group but a joker."""
    name, unseen = "group_is_held", KNOWN.replace("E discard 5b", "E discard ??")
    assert unseen != KNOWN
    for kind, tiles in (("pung", "555b"), ("pung", "5b JJk")):
        assert accepted(name, f"{unseen}; S claim {kind}; S expose {kind} {tiles}")
    for kind, tiles in (("kong", "5555b"), ("kong", "5b JJJk")):
        assert refused(name, f"{unseen}; S claim {kind}; S expose {kind} {tiles}") == "set-not-held"


@pytest.mark.rule("american/error-4")
def test_a_corrected_group_is_of_what_the_player_takes_up_and_has() -> None:
    """What lies on the table is at hand again, but for the tile that was claimed."""
    name, first = "group_is_held", f"{KNOWN}; S claim pung; S expose pung 55b Jk"
    for kind, tiles in (("pung", "555b"), ("kong", "555b Jk"), ("quint", "555b JJk")):
        assert accepted(name, f"{first}; S expose {kind} {tiles} on=expose")
    for kind, tiles in (("kong", "5555b"), ("sextet", "555b JJJk")):
        assert refused(name, f"{first}; S expose {kind} {tiles} on=expose") == "set-not-held"


@pytest.mark.rule("american/call-4")
def test_a_group_stays_after_the_discard() -> None:
    """Before it, it may be corrected, more than once."""
    name = "exposure_stays_after_the_discard"
    corrected = f"{PUNG}; S expose kong 555b Jk on=expose"
    assert accepted(name, corrected)
    assert accepted(name, f"{corrected}; S expose pung 555b on=expose")
    assert refused(name, f"{PUNG}; S discard 9d; S expose kong 555b Jk on=expose") == "exposure-changed"
    later = f"{PUNG}; S discard 9d; W discard 9d; N discard 9d; E discard 9c; S discard 9c"
    assert refused(name, f"{later}; S expose kong 555b Jk on=expose") == "exposure-changed"


@pytest.mark.rule("american/error-2")
@pytest.mark.parametrize("act", ["claim pung", "expose pung 555b", "mahjong discard"])
def test_by_an_option_a_misnamed_tile_is_never_called(act: str) -> None:
    """Not even when it is named rightly: the text has no exception. The next discard can be called again."""
    name = "misnamed_discard_stays"
    misnamed = "game american card=riverside-2026 corrected_names=false; hand depth=table; E discard 5b named=5c"
    assert refused(name, f"{misnamed}; E name 5b; S {act}", after="discard-misnamed") == "claim-misnamed"
    assert accepted(name, f"{MISNAMED}; E name 5b; S {act}")
    assert accepted(name, f"{misnamed}; E name 5b; S discard 5b; W {act}")
    assert accepted(name, f"{misnamed.removesuffix(' named=5c')}; E name 5b; S {act}")
