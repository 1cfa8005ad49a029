"""The digest of a rule set is that of what its document says."""

from __future__ import annotations

import hashlib

import pytest

from mjlog.chain import canonical_json
from mjlog.rulesets import digest_of, load, parse, renamed, text_digest
from mjlog.text import read_toml

WESTERN = load("western").document
SMALL = """
id = "club"
[wall]
mechanism = "both-ends"
[deal]
mechanism = "four-four-four-one"
"""


def test_comments_and_layout_do_not_change_the_digest() -> None:
    commented = "# season 2031\n" + WESTERN.replace(" = ", "   =   ", 20).replace("\n\n", "\n\n\n")
    assert commented != WESTERN
    assert parse(commented).digest == load("western").digest


def test_the_order_of_keys_does_not_change_the_digest() -> None:
    turned = """
    deal.mechanism = "four-four-four-one"
    id = "club"
    wall.mechanism = "both-ends"
    """
    assert parse(turned).digest == parse(SMALL).digest


def test_whatever_a_document_says_changes_the_digest() -> None:
    """A point more, another reading, another order of the rows."""
    changes = [("points = 2", "points = 3"), ('reading = "', 'reading = "Not: '), ("id = ", "name = ")]
    digests = {digest_of(read_toml(WESTERN.replace(old, new, 1))) for old, new in changes}
    assert len(digests | {load("western").digest}) == len(changes) + 1


def test_the_digest_is_that_of_the_canonical_json() -> None:
    """So that it can be computed in any language."""
    fields = read_toml(WESTERN)
    assert load("western").digest == hashlib.sha256(canonical_json(fields)).hexdigest()


@pytest.mark.parametrize("value", ["nan", "-inf", "1979-05-27", "07:32:00", "0x" + "f" * 5000, "1.5", "1e300"])
def test_a_value_that_json_does_not_have_can_stand_in_a_document(value: str) -> None:
    assert parse(f"{SMALL}\n[club]\nwhatever = {value}\n").digest != parse(SMALL).digest


def test_half_a_character_is_no_obstacle() -> None:
    assert parse(f'{SMALL}\n[club]\nname = "\ud800"\n').document.endswith('\ud800"\n')


def test_a_document_goes_by_the_digest_of_its_text_too() -> None:
    club = parse(renamed(WESTERN, "western", "club"))
    assert club.goes_by(club.digest)
    assert club.goes_by(text_digest(club.document))
    assert not club.goes_by(load("western").digest)
