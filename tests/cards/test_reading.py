"""Reading a card: its head, sections and lines; bytes of any kind; what is left out, and what makes it unusable."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from cards.card_texts import FIRST, HEAD, card_of, text_of
from each import each
from mjlog.cards import reading
from mjlog.cards.checks import groups_of, is_mixed
from mjlog.cards.compare import differences
from mjlog.cards.document import Card, Choice, Condition, Group, Part
from mjlog.cards.expand import expand, expansions
from mjlog.cards.lint import lint
from mjlog.cards.printed import card_lines, hand_words
from mjlog.cards.reading import parse_card, read_card
from mjlog.cards.shipped import SAMPLE, card_named, content_of, is_shipped, sample_card, shipped_card, shipped_cards
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


# -- two cards compared by what their lines stand for ------------------------------------------------------------------


BEFORE = """card Birch
id birch-1
year 2026
[Runs]
r1: FFFF 33333r 77777r (run) 30 X
r2: FF 1111r 2222r 3333g 35 X
[Pairs | no-jokerless-bonus]
p1: 11r 33r 55r 77r 99r NN SS 50 C
"""


def found(*changes: tuple[str, str]) -> list[str]:
    """What is said after these texts were replaced."""
    after = BEFORE
    for old, new in changes:
        assert old in after
        after = after.replace(old, new)
    return [one.words() for one in differences(parse_card(BEFORE), parse_card(after))]


@each("old, new, words", [
    ("id birch-1", "id birch-2", ["id birch-1 -> birch-2"]),
    ("card Birch\n", "edition 2\n", ["card Birch -> nothing", "edition nothing -> 2"]),
    ("30 X", "35 X", ["r1: value 30 -> 35"]),
    ("50 C", "50 X", ["p1: mode C -> X"]),
    ("(run)", "(run odd)", ["r1: hands -6 +0"]),
    ("3333g", "3333r", ["r2: hands -6 +3"]),
    ("r2:", "r9:", ["r2: now r9"]),
    ("r2: FF 1111r", "r9: FF 1111g", ["r2: removed (35 X, 6 hands)", "r9: added (35 X, 6 hands)"]),
    (" | no-jokerless-bonus", "", ["Pairs: flags no-jokerless-bonus -> nothing"]),
    ("[Runs]", "[Rows]", ["Runs: removed", "Rows: added", "r1: section Runs -> Rows", "r2: section Runs -> Rows"]),
    ("p1: 11r 33r 55r 77r 99r NN SS 50 C\n", "", ["p1: removed (50 C, 3 hands)"]),
])  # fmt: skip
def test_a_difference_is_told_for_what_it_is(old: str, new: str, words: list[str]) -> None:
    assert found((old, new)) == words


def test_a_renamed_line_can_have_changed_too() -> None:
    assert found(("r2:", "r9:"), ("35 X", "40 X")) == ["r2: now r9", "r9: value 35 -> 40"]


def test_comments_order_and_ways_of_writing_are_no_difference() -> None:
    other = BEFORE.replace("FFFF 33333r 77777r", "11111b + 55555b  FFFF").replace("SS 50 C", "{SS|SS} 50 C  # both")
    assert differences(parse_card(BEFORE), parse_card(other)) == []


def test_as_json_a_difference_has_both_sides() -> None:
    (one,) = differences(parse_card(BEFORE), parse_card(BEFORE.replace("30 X", "35 X")))
    assert one.as_json() == {
        "part": "line", "name": "r1", "field": "value", "before": 30, "after": 35, "message": "r1: value 30 -> 35",
    }  # fmt: skip


# -- a card as it is printed -------------------------------------------------------------------------------------------


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


# -- the card that ships with the program ------------------------------------------------------------------------------


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
