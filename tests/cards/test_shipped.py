"""The card that ships with the program."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from mjlog.cards.checks import groups_of, is_mixed
from mjlog.cards.document import Choice
from mjlog.cards.expand import expand, expansions
from mjlog.cards.lint import lint
from mjlog.cards.shipped import SAMPLE, card_named, content_of, is_shipped, sample_card, shipped_card, shipped_cards
from mjlog.errors import CardError


def test_the_sample_card_has_no_fault() -> None:
    assert lint(content_of(SAMPLE)) == []


def test_the_sample_card_is_of_a_usual_size() -> None:
    card = sample_card()
    assert 35 <= len(card.lines) <= 50
    assert 1200 <= len(expand(card)) <= 2500
    assert all(found.hands for found in expansions(card))
    assert {line.section for line in card.lines} == set(range(len(card.sections)))


def test_the_sample_card_is_the_projects_own() -> None:
    assert sample_card().id == "riverside-2026"
    assert not sample_card().private


def test_the_sample_card_shows_every_sign_of_the_notation() -> None:
    card = sample_card()
    parts = [(line, part) for line in card.lines for part in line.parts]
    groups = [group for _, part in parts for group in groups_of(part.items)]
    conditions = [one for line, part in parts for one in (*line.conditions, *part.conditions)]
    assert set("".join(group.symbols for group in groups)) == set("0123456789FNEWSRGDZ")
    assert {group.colour for group in groups} == {"", "r", "g", "b"}
    assert {len(group.symbols) for group in groups if not is_mixed(group)} == set(range(1, 7))
    assert {group.colour != "" for group in groups if "D" in group.symbols} == {True, False}
    assert any(group.pinned for group in groups)
    assert any(group.natural for group in groups)
    assert any(isinstance(item, Choice) for _, part in parts for item in part.items)
    assert Counter(len(line.parts) for line in card.lines)[2] >= 2
    assert any(line.conditions for line in card.lines)
    assert {line.exposed for line in card.lines} == {True, False}
    assert {one.name for one in conditions} == {
        "run", "like", "free", "suits", "no-jokers", "these-numbers-only",
        "same-dragon", "different-dragons", "same-wind", "different-winds",
    }  # fmt: skip
    assert {one.parity for one in conditions} == {"", "odd", "even"}
    assert {one.suits for one in conditions} >= {(1,), (2,), (3,), (1, 2)}
    text = content_of(SAMPLE).decode()
    assert all(re.search(f" {re.escape(sign)} ", text) for sign in "+-x/=")


def test_a_card_that_ships_is_found_by_id_and_by_name() -> None:
    for name in ("riverside", "riverside-2026"):
        assert is_shipped(name)
        assert card_named(name).digest == shipped_card(name).digest == sample_card().digest
    assert list(shipped_cards()) == ["riverside-2026"]


def test_every_shipped_card_is_read_from_the_package() -> None:
    names = [entry.name for entry in files("mjlog.cards").iterdir()]
    assert [name for name in names if name.endswith(".card")] == [f"{SAMPLE}.card"]


def test_a_file_is_named_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "riverside"
    path.write_text("id mine\n[A]\nh1: FFFF 33333r 77777r 30 X\n", "utf-8")
    assert card_named(str(path)).id == "mine"


def test_a_name_that_is_neither_is_answered_with_what_was_meant(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"riverside-26: the score card cannot be opened: .*did you mean riverside"):
        card_named("riverside-26")
    with pytest.raises(CardError, match="expected one of riverside-2026"):
        shipped_card("maple")
    empty = tmp_path / "empty.card"
    empty.write_bytes(b"")
    with pytest.raises(CardError, match=r"empty\.card: line 1: the card has no id"):
        card_named(str(empty))
