"""Winning by the card: the fourteen tiles are a hand of it, with what lies exposed as whole groups."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.audit.engine import Engine
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from short_logs import accepted, codes, fields, findings, refused

CARD = "game american card=riverside-2026; hand"
TABLE = f"{CARD} depth=table"
NEARLY = f"{CARD}; dealt S 111b 11c GGGd Jk NESWw; passes ESWw; E discard"
"""South waits for 1c, or Gd: line l3."""
WON = f"{TABLE}; E discard 9d; S mahjong wall; S show |"
PUNG = f"{TABLE}; E discard 1b; S claim pung; S expose pung 111b; S discard 9d; W discard 9d; N discard 9d; E discard"
"""South has exposed a pung."""


@pytest.mark.rule("american/card-1")
def test_the_fourteen_tiles_are_a_hand_of_the_card() -> None:
    """Drawn, called, or shown."""
    name = "hand_is_on_the_card"
    for tile in ("1c", "Gd", "Jk"):
        assert accepted(name, f"{NEARLY} 9d; S draw {tile}; S mahjong wall {tile}")
    for tile in ("1c", "Gd"):
        assert accepted(name, f"{NEARLY} {tile}; S claim mahjong; S mahjong discard {tile}")
    for tile in ("2c", "Nw", "1b"):
        assert refused(name, f"{NEARLY} 9d; S draw {tile}; S mahjong wall {tile}") == "not-on-card"
        assert refused(name, f"{NEARLY} {tile}; S claim mahjong; S mahjong discard {tile}") == "not-on-card"
    assert accepted(name, f"{WON} 111b 111c GGGGd NESWw")
    assert refused(name, f"{WON} 111b 111c RGGGd NESWw") == "not-on-card"


@pytest.mark.rule("american/card-1")
def test_exposed_sets_are_whole_groups_of_it() -> None:
    """A set that a line has not, or has longer, is none."""
    name, won = "hand_is_on_the_card", "1c; S claim mahjong; S mahjong discard 1c; S show |"
    assert accepted(name, f"{PUNG} {won} 111c GGGGd NESWw")
    kong = PUNG.replace("pung 111b", "kong 111b Jk").replace("claim pung", "claim kong")
    assert refused(name, f"{kong} {won} 111c GGGd NESWw") == "not-on-card"


@pytest.mark.rule("american/card-1")
def test_the_line_named_is_on_the_card_and_fits() -> None:
    """Whatever else the hand may be."""
    name, drawn = "hand_is_on_the_card", f"{NEARLY} 9d; S draw 1c; S mahjong wall 1c"
    assert accepted(name, f"{drawn} line=l3")
    assert refused(name, f"{drawn} line=w4") == "not-on-card"
    assert refused(name, f"{drawn} line=zz") == "not-on-card"
    unseen = f"{TABLE}; E discard 9d; S mahjong wall"
    assert accepted(name, f"{unseen} line=w4")
    assert refused(name, f"{unseen} line=zz") == "not-on-card"


@pytest.mark.rule("american/card-1")
def test_what_nobody_saw_can_be_any_hand() -> None:
    """As far as there are tiles for one."""
    name = "hand_is_on_the_card"
    assert accepted(name, f"{TABLE}; E discard 9d; S mahjong wall")
    assert accepted(name, f"{PUNG} 9c; S mahjong wall")
    no_line = f"{TABLE}; E discard Nw; S claim pung; S expose pung NNNw; S discard 9d; W discard 9d; N discard Ew;"
    no_line += "S claim pung; S expose pung EEEw; S discard 9d; W discard 9c; N discard 9c; E discard 9c"
    assert refused(name, f"{no_line}; S mahjong wall") == "not-on-card"


def test_a_hand_in_error_is_found_once() -> None:
    """Not again when it is shown, nor in what follows."""
    wrong = f"{NEARLY} 9d; S draw 9d; S mahjong wall 9d; S show | 111b 11c 9d GGGd Jk NESWw; S score 30"
    assert codes(wrong) == ["not-on-card"]


@pytest.mark.rule("american/card-1")
def test_without_the_card_hands_are_not_judged() -> None:
    """That it is not at hand is said once; all else is judged."""
    text = "game american; hand depth=table; E discard 9d; S mahjong wall; S show | 123456789b 12345c"
    assert codes(text) == ["unknown-card"]
    assert [one.severity for one in findings(text)] == ["warning"]
    passed = "game american; hand; dealt; E charleston right-1 12b Jk"
    assert codes(passed) == ["unknown-card", "joker-passed"]


def with_card(text: str, cards: CardShelf = NO_CARDS, **card: str) -> list[str]:
    """The codes of what is found where the game names another card."""
    replay = Engine(GameRecord("short", "short", iter(())), cards=cards)
    for number, one in enumerate(fields(text), start=1):
        replay.feed(convert_event({**one, "card": card} if number == 1 else one), number)
    return [one.code for report in replay.finish() for one in report.findings]


@pytest.mark.rule("american/card-1")
def test_a_card_is_known_by_its_id_and_digest() -> None:
    """Of another edition nothing is said but that it is not at hand."""
    wrong = f"{WON} 123456789b 12345c"
    assert with_card(wrong, id="riverside-2026") == ["not-on-card"]
    assert with_card(wrong, id="riverside-2026", digest="0" * 64) == ["unknown-card"]
    assert with_card(wrong, id="riverside-2027") == ["unknown-card"]


@pytest.mark.rule("american/card-1")
def test_a_card_that_is_given_is_the_one_in_force(tmp_path: Path) -> None:
    """Its hands win, and those of other cards do not."""
    path = tmp_path / "tiny.card"
    path.write_text("card Tiny\nid tiny-1\nyear 2026\nsource own\n\n[All]\na1: 1111r 22r 3333r 4444r (run) 25 X\n")
    cards = CardShelf((str(path),))
    assert with_card(f"{WON} 2222b 33b 4444b 555b Jk", cards, id="tiny-1") == []
    assert with_card(f"{WON} 111b 111c GGGGd NESWw", cards, id="tiny-1") == ["not-on-card"]


@pytest.mark.rule("american/call-6")
def test_a_concealed_hand_has_nothing_exposed() -> None:
    """The last tile may be called, for mahjong."""
    name = "concealed_hand_is_not_exposed"
    rest = "6666c 999d NESWw"
    assert accepted(name, f"{WON} 333b {rest}")
    called = f"{TABLE}; E discard 3b; S claim mahjong; S mahjong discard 3b; S show | 333b {rest}"
    assert accepted(name, called)
    exposed = f"{TABLE}; E discard 3b; S claim pung; S expose pung 333b; S discard 9c; W discard 9c; N discard 9c;"
    assert refused(name, f"{exposed} E discard 9c; S mahjong wall; S show | {rest}") == "concealed-hand-exposed"
    assert refused(name, f"{exposed} E discard 9c; S mahjong wall line=t1") == "concealed-hand-exposed"


@pytest.mark.rule("american/joker-1")
def test_jokers_stand_in_groups_only() -> None:
    """For a single tile, or in a pair, they stand for nothing."""
    name = "jokers_only_in_groups"
    assert accepted(name, f"{WON} JJJk 111c GGGGd NESWw")
    assert accepted(name, f"{WON} 111b 111c JJJJk NESWw")
    assert refused(name, f"{WON} 111b 111c GGGGd Jk ESWw") == "joker-not-allowed"
    assert refused(name, f"{WON} 2b Wd 26b RRRd GGGd 6c Jk WWd") == "joker-not-allowed"
    known = f"{CARD}; dealt S 111b 11c GGGGd Jk ESWw; passes ESWw; E discard 9d; S draw 1c; S mahjong wall 1c"
    assert refused(name, known) == "joker-not-allowed"
    assert accepted(name, f"{NEARLY} 9d; S draw 1c; S mahjong wall 1c")
