"""What the checks say of short logs: the tables of this folder (`tests/asked.py` says what stands in them)."""

from __future__ import annotations

from pathlib import Path

import pytest

from asked import Sentence, sentences

TABLES = Path(__file__).parent.glob("*.txt")
SENTENCES = [
    pytest.param(one, id=f"{table.stem}: {one.text}", marks=[pytest.mark.rule(rule) for rule in one.rules])
    for table in sorted(TABLES) for one in sentences(table)
]  # fmt: skip


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_said_of_the_logs_of_a_sentence(sentence: Sentence) -> None:
    sentence.holds()
