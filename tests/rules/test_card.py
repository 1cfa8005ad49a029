"""Winning by the card: the fourteen tiles are a hand of it, with what lies exposed as whole groups."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.audit.engine import Engine
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from short_logs import fields

CARD = "game american card=riverside-2026; hand"
TABLE = f"{CARD} depth=table"
WON = f"{TABLE}; E discard 9d; S mahjong wall; S show |"


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
