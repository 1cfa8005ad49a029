"""The page of disputes is written from the narrations, so that nothing stands twice."""

from __future__ import annotations

from pathlib import Path

from disputes.narrated import Narration, narrations
from each import each

PAGE = Path(__file__).resolve().parents[2] / "docs" / "understand" / "cases.md"


@each("told", narrations(), ids=lambda one: one.name)
def test_every_dispute_is_on_the_page(told: Narration) -> None:
    """Its story, question, ruling and the rules that it rests on."""
    text = PAGE.read_text("utf-8")
    section = text.partition(f"\n## {told.order}. {told.title}\n")[2].partition("\n## ")[0]
    words = " ".join(section.split())
    assert " ".join(told.story.split()) in words
    assert told.question in words
    for ruling in told.rulings:
        assert ruling["text"] in words
        assert " ".join(ruling["why"].split()) in words
        assert all(f"[{rule}](" in section for rule in ruling["rests_on"])
