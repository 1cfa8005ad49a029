"""What is found in short logs: the tables of this folder (`tests/asked.py` says what stands in them)."""

from __future__ import annotations

from pathlib import Path

from asked import Sentence, asked_in


@asked_in(Path(__file__).parent)
def test_what_is_said_of_the_logs_of_a_sentence(sentence: Sentence) -> None:
    sentence.holds()
