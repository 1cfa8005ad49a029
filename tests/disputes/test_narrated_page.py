"""The page of disputes is written from the narrations, so that nothing stands twice."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from disputes.narrated import FOLDER, Narration, narrations
from each import each

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "cases.md"


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    """docs/narrated.py, which is no module of the program."""
    spec = importlib.util.spec_from_file_location("narrated_page", DOCS / "narrated.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_current(writer: ModuleType) -> None:
    """What is committed is what `python docs/generate.py` writes."""
    note, _, text = PAGE.read_text("utf-8").partition("\n# ")
    assert note.startswith("<!-- Written by docs/generate.py")
    assert writer.cases_page(FOLDER, f"{note}") == f"{note}\n# {text}"


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
