"""Reading a card: its head, sections and lines; bytes of any kind; what is left out, and what makes it unusable."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from cards.card_texts import FIRST, HEAD, card_of, text_of
from each import each
from mjlog.cards import reading
from mjlog.cards.document import Card, Choice, Condition, Group, Part
from mjlog.cards.reading import parse_card, read_card
from mjlog.cards.shipped import card_named
from mjlog.errors import CardError


def read(text: str | bytes) -> Card:
    card, faults = read_card(text)
    assert faults == []
    assert card is not None
    return card


def test_the_head_is_kept_word_by_word() -> None:
    card = read("card  Birch Club\t# ours\nid birch-2\nclub The Oaks\n[A]\nh1: FFFF 33333r 77777r 30 X")
    assert card.id == "birch-2"
    assert card.headers == {"card": "Birch Club", "id": "birch-2", "club": "The Oaks"}


def test_a_card_is_private_unless_it_is_said_to_be_ones_own() -> None:
    hand = "[A]\nh1: FFFF 33333r 77777r 30 X"
    sources = {"": False, "source own\n": False, "source purchased\n": True, "SOURCE Purchased\n": True}
    wrong = {"source purchasd\n": True, "sorce purchased\n": True, "source own\nsource purchased\n": True}
    for source, private in (sources | wrong).items():
        assert parse_card(f"id birch\n{source}{hand}").private == private


def test_sections_have_names_and_flags() -> None:
    hand = "FFFF 33333r 77777r 30 X"
    card = read(f"id birch\nh0: {hand}\n[Runs]\nh1: {hand}\n[ Pairs | no-jokerless-bonus ]\nh2: {hand}\n")
    assert [card.section_of(line).name for line in card.lines] == ["", "Runs", "Pairs"]
    assert [card.section_of(line).pays_jokerless for line in card.lines] == [True, True, False]


def test_a_line_is_read_with_all_its_parts() -> None:
    (line,) = card_of("(run) {FFF|N 11r!} 222g - 3333r! =4444g -or- FF 222r 3333r =444r 00 (any 1 suit) 35 C").lines
    assert (line.label, line.value, line.exposed, line.number) == ("h1", 35, False, FIRST)
    assert line.conditions == (Condition("run", column=5),)
    assert len(line.parts) == 2


def test_groups_keep_their_signs_and_columns() -> None:
    (line,) = card_of("{FF|NN} 222g! - 3333r =444g EE").lines
    assert line.parts == (
        Part(
            (
                Choice(((Group("FF", column=6),), (Group("NN", column=9),)), column=5),
                Group("222", "g", natural=True, column=13),
                Group("3333", "r", column=21),
                Group("444", "g", pinned=True, column=27),
                Group("EE", column=33),
            )
        ),
    )


def test_conditions_behind_a_part_belong_to_it() -> None:
    (line,) = card_of("FFFF 33333r 77777r (any 1 suit) -or- FFFF 3333r 7777g NN (no jokers) (any 2 suits)").lines
    assert [[condition.name for condition in part.conditions] for part in line.parts] == [
        ["suits"],
        ["no-jokers", "suits"],
    ]
    assert line.parts[1].conditions[1].suits == (2,)


def test_blanks_before_brackets_and_after_the_colon_are_not_needed() -> None:
    card = read(f"{HEAD}h1:FFFF 33333r{{77777r|NNNNN}}(run) 30 X")
    assert len(card.lines[0].parts[0].items) == 3


def test_the_digest_is_that_of_the_bytes() -> None:
    for data in (text_of("FFFF 33333r 77777r").encode(), text_of("FFFF 33333r 77777r").encode() + b"# a comment"):
        assert read(data).digest == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_tabs_of_any_system_are_read(end: str) -> None:
    text = "\ufeff" + text_of("FFFF 33333r 77777r", "FFFF 33333r 66666r").replace("\n", end).replace(": ", ":\t")
    card = read(text.encode())
    assert [(line.label, line.number) for line in card.lines] == [("h1", FIRST), ("h2", FIRST + 1)]


def test_lines_with_faults_are_left_out_and_the_rest_is_used() -> None:
    text = text_of("FFFF 33333r 77777r", "FFFF 33333 77777r", "FFFF 33333r 7777", "FFFF 33333r 66666r")
    assert [line.label for line in parse_card(text).lines] == ["h1", "h4"]


def test_a_card_without_id_is_none() -> None:
    card, faults = read_card("card Birch\n[A]\nh1: FFFF 33333r 77777r 30 X")
    assert card is None
    assert [fault.kind for fault in faults] == ["bad-header"]


@pytest.mark.parametrize(("data", "words"), [
    (b"", "the card has no id"),
    (b"id birch\n", "the card has no hand"),
    (b"id birch\n[A]\nh1: FFFF 11r 30 X", "no line of the card can be used: line 3 has not-14, 1 fault in all"),
    (b"id birch\n\xff\xfe", "line 2: the card is no UTF-8 text"),
    (b"#" * (reading.LARGEST_CARD + 1), "more than 1000000 bytes"),
])  # fmt: skip
def test_a_card_that_cannot_be_used_says_why(data: bytes, words: str) -> None:
    with pytest.raises(CardError, match=words):
        parse_card(data)


def test_what_is_said_of_an_unusable_card_quotes_no_hand() -> None:
    with pytest.raises(CardError) as caught:
        parse_card("id birch\nsource purchased\n[A]\nh1: 4567r FFFF 11g 30 X")
    assert "4567" not in str(caught.value)


def test_a_card_is_loaded_from_any_path(tmp_path: Path) -> None:
    path = tmp_path / "a card.txt"
    path.write_text(text_of("FFFF 33333r 77777r", "FFFF 33333 77777r"), "utf-8")
    card, (_, faults) = card_named(str(path)), read_card(path.read_bytes())
    assert card.id == "birch-2"
    assert [line.label for line in card.lines] == ["h1"]
    assert [fault.label for fault in faults] == ["h2"]


def test_a_path_that_is_no_card_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("id\n", "utf-8")
    for path in (tmp_path / "missing.card", tmp_path, tmp_path / "notes.txt"):
        with pytest.raises(CardError, match=path.name):
            card_named(str(path))
    with pytest.raises(CardError, match="cannot be opened"):
        card_named("a\0b")


def test_reading_ends_after_too_many_faults_or_hands() -> None:
    _, faults = read_card("id birch\n" + "h1 1 X\n" * (reading.MOST_FAULTS + 50))
    assert len(faults) == reading.MOST_FAULTS + 1
    assert "read no further" in faults[-1].message
    hands = "".join(f"h{number}: FFFF 33333r 77777r 30 X\n" for number in range(reading.MOST_LINES + 50))
    _, faults = read_card(f"id birch\n{hands}")
    assert [fault.message for fault in faults] == ["more than 1000 hands: the card was read no further"]


def test_a_line_that_is_too_long_is_not_read() -> None:
    _, faults = read_card(f"{HEAD}h1: {'F ' * 2000}30 X")
    assert [fault.kind for fault in faults] == ["syntax"]


@each("line",
    [
        "source purchased", "source=purchased", "source : purchased", "Source: Purchased", "sorce purchased", "source",
        "origin purchased", "source\u00a0purchased", "purchased", "source own purchased", "licence purchased",
    ],
)  # fmt: skip
def test_whoever_says_that_a_card_was_bought_is_believed_however_it_is_spelled(line: str) -> None:
    """A slip never makes a bought card everybody's."""
    card, _ = read_card(f"id hill\n{line}\n[A]\na1: FFFF 11111r 22222r (run) 40 X\n")
    assert card is not None
    assert card.private


@pytest.mark.parametrize("line", ["source own", "source: own", "source own   # not purchased", "edition 3"])
def test_a_club_keeps_its_own_card_in_the_open(line: str) -> None:
    card, _ = read_card(f"id hill\n{line}\n[A]\na1: FFFF 11111r 22222r (run) 40 X\n")
    assert card is not None
    assert not card.private
