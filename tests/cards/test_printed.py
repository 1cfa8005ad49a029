"""A card as it is printed: colours, conditions and sections in words."""

from __future__ import annotations

from cards.card_texts import card_of
from mjlog.cards.printed import card_lines, hand_words
from mjlog.cards.reading import parse_card
from mjlog.cards.shipped import sample_card


def words_of(hand: str) -> list[str]:
    return hand_words(card_of(hand).lines[0])


def test_colours_conditions_and_signs_are_said_in_words() -> None:
    assert words_of("FF =22r 3333r! 555g {NNN|DDDb} (run odd) (any 3 suits)") == [
        "FF  22 red (as printed)  3333 red (no jokers)  555 green  [NNN or DDD blue]; a run of odd numbers, any 3 suits"
    ]


def test_every_part_is_said_with_what_is_said_in_front() -> None:
    assert words_of("(like) FFFF 11111r 11111g -or- NNNN 1111r 111g 111b (any 3 suits)") == [
        "FFFF  11111 red  11111 green; any like number",
        "or NNNN  1111 red  111 green  111 blue; any like number, any 3 suits",
    ]


def test_a_line_tells_its_value_its_mode_and_how_many_hands_it_has() -> None:
    *_, hand, count = card_lines(card_of("FFFF 33333r 77777r (run) 40 C"))
    assert hand.startswith("  h1  FFFF  33333 red  77777 red; a run")
    assert hand.endswith("  40 C")
    assert count.strip() == "15 hands, the first: FFFFf 11111b 55555b"


def test_sections_that_pay_nothing_for_having_no_jokers_are_marked() -> None:
    lines = list(card_lines(sample_card()))
    assert "Singles and pairs (not paid double without jokers)" in lines
    assert "Quints" in lines


def test_a_bought_card_is_marked() -> None:
    card = parse_card("id birch\nsource purchased\n[A]\nh1: FFFF 33333r 77777r 30 X")
    assert "bought: for its owner only" in next(card_lines(card))


def test_no_line_is_wider_than_the_page() -> None:
    assert max(map(len, card_lines(sample_card()))) <= 100


def test_odd_characters_are_shown_without_harm() -> None:
    card = parse_card("card Bi\u202erch\nid birch\n[A\x07]\nh1: FFFF 33333r 77777r 30 X")
    assert "\u202e" not in "".join(card_lines(card))
    assert "\x07" not in "".join(card_lines(card))
