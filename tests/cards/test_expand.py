"""What a line stands for: every rule of the notation, the order, and everything against plain trying."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.brute_expand import Hand, brute_hands
from cards.card_texts import FIRST, HEAD, card_of, hands_of, kinds_of, text_of
from cases import rows_in
from each import each
from mjlog.cards import expand as expanding
from mjlog.cards.document import COPIES, KINDS_OF_FAULTS, Card
from mjlog.cards.expand import expand, expansions
from mjlog.cards.lint import lint
from mjlog.cards.notation import parse_hand
from mjlog.cards.reading import read_card
from mjlog.rulesets import default_rules
from mjlog.tiles import CODES
from turns import examples

TABLE = Path(__file__).with_name("expand.txt")


@pytest.mark.rule("american/tiles-1")
def test_cards_are_written_for_the_set_of_the_rules() -> None:
    assert default_rules("american").plan.copies == COPIES
    assert sum(COPIES) == 152


def test_three_alike_take_jokers_and_others_do_not() -> None:
    (group,) = {tuple(one.jokers for one in hand.groups) for hand in expand(card_of("FF NEWS 222r 3333r R"))}
    assert group == (False, False, False, False, False, True, True, False)


def test_two_pairs_with_a_blank_between_are_no_kong() -> None:
    sizes = [group.size for group in expand(card_of("22r 22r FFFFF 11111r"))[0].groups]
    assert sizes == [2, 2, 5, 5]


def test_a_mixed_group_is_as_many_single_tiles() -> None:
    assert hands_of("2026r FFFFF 11111r")[0] == "2b Wd 2b 6b FFFFFf 11111b"


def test_a_mark_behind_a_group_forbids_jokers_in_it() -> None:
    assert hands_of("333r! FFFFF 111111r")[0] == "333b! FFFFFf 111111b"


def test_no_jokers_is_for_every_group_of_the_part() -> None:
    assert hands_of("333r FFFFFF 1111r 2r (no jokers)")[0] == "333b! FFFFFFf! 1111b! 2b"
    both = hands_of("333r FFFFFF 1111r 2r (no jokers) -or- 444r FFFFFF 1111r 2r")
    assert [hand.count("!") for hand in both] == [3] * 3 + [0] * 3


def test_colours_are_different_suits_in_the_order_bam_crak_dot() -> None:
    assert hands_of("FFFFF 4444r 55555g") == [
        f"FFFFFf 4444{one} 55555{two}" for one, two in ("bc", "bd", "cb", "cd", "db", "dc")
    ]


def test_one_or_two_suits_relaxes_different() -> None:
    hands = hands_of("FFFFF 4444r 55555g (any 1 or 2 suits)")
    assert [hand[11] + hand[-1] for hand in hands] == ["bb", "bc", "bd", "cb", "cc", "cd", "db", "dc", "dd"]
    three = hands_of("FF 4444r 5555g 6666b (any 1 or 2 suits)")
    assert len(three) == 3**3 - 6


def test_flowers_soap_winds_and_two_dragons_have_no_colour() -> None:
    assert hands_of("FF 00 NN EE WW SS RG") == ["FFf WWd NNw EEw WWw SSw Rd Gd"]


def test_a_dragon_in_a_colour_goes_with_its_suit() -> None:
    assert hands_of("FFFF 11111r DDDDDr") == ["FFFFf 11111b GGGGGd", "FFFFf 11111c RRRRRd", "FFFFf 11111d WWWWWd"]
    assert hands_of("FFFFF 1111r DDDDDg")[0] == "FFFFFf 1111b RRRRRd"


def test_a_dragon_without_colour_is_any_dragon_for_each_group_its_own() -> None:
    assert [hand[7:] for hand in hands_of("FFFFF DDDD DDDDD")] == [
        f"{one * 4}d {two * 5}d" for one in "RGW" for two in "RGW"
    ]


def test_open_winds_come_in_the_order_east_south_west_north() -> None:
    assert [hand[-2] for hand in hands_of("FFFFF 00000 ZZZZ")] == list("ESWN")


def test_same_and_different_dragons_and_winds() -> None:
    assert len(hands_of("FFFFF DDDD DDDDD (same dragon)")) == 3
    assert len(hands_of("FFFFF DDDD DDDDD (different dragons)")) == 6
    assert len(hands_of("FFFFF ZZZZ ZZZZZ (same wind)")) == 4
    assert len(hands_of("FFFFF ZZZZ ZZZZZ (different winds)")) == 12


def test_an_open_dragon_differs_from_a_coloured_one_but_not_from_a_printed_one() -> None:
    assert len(hands_of("FFFF 11r DDDr DDDDD (different dragons)")) == 3 * 2
    assert len(hands_of("FFFFFF RRR DDDDD (different dragons)")) == 3


def test_exchanging_groups_alike_gives_no_new_hand() -> None:
    assert hands_of("FFFF 00000 ZZ ZZ R (different winds)") == [
        f"FFFFf WWWWWd {one * 2}w {two * 2}w Rd" for one, two in ("ES", "EW", "EN", "SW", "SN", "WN")
    ]
    assert len(hands_of("FFFF 11111r 11111g")) == 3


def test_numbers_are_literal_unless_the_line_says_otherwise() -> None:
    assert len(hands_of("FFFF 33333r 77777r")) == 3
    assert hands_of("FFFF 33333r 77777r") == hands_of("FFFF 33333r 77777r (these numbers only)")


def test_a_run_shifts_all_numbers_together_upward() -> None:
    hands = hands_of("FFFF 33333r 77777r (run)")
    assert [(hand[6], hand[-6]) for hand in hands if hand.endswith("b")] == [(str(n), str(n + 4)) for n in range(1, 6)]


def test_odd_and_even_are_asked_of_every_shifted_number() -> None:
    assert {hand[6] for hand in hands_of("FFFF 33333r 77777r (run odd)")} == set("135")
    assert {hand[6] for hand in hands_of("FFFF 33333r 77777r (run even)")} == set("24")
    assert {hand[6] for hand in hands_of("FFFF 11111r 11111g (like even)")} == set("2468")


def test_like_makes_any_number_of_the_one_printed() -> None:
    assert {hand[6] for hand in hands_of("FFFF 44444r 44444g (like)")} == set("123456789")


def test_free_gives_each_printed_number_its_own() -> None:
    hands = hands_of("FFFFF 1111r 88888r (free)")
    assert len(hands) == 9 * 8 * 3
    assert all(hand[7] != hand[12] for hand in hands)
    assert len(hands_of("FFFFF 1111r 111g 88b (free)")) == 9 * 8 * 6


def test_a_pinned_group_keeps_its_numbers() -> None:
    hands = hands_of("=2026r FFFFF 11111r (like)")
    assert all(hand.startswith(f"2{hand[-1]} Wd 2{hand[-1]} 6{hand[-1]} ") for hand in hands)
    assert len(hands) == 9 * 3


def test_choices_come_as_written_the_first_one_counting_most() -> None:
    hands = hands_of("FFFF 0000 {NN|SS} {RRRR|GGGG}")
    assert [hand[12:] for hand in hands] == ["NNw RRRRd", "NNw GGGGd", "SSw RRRRd", "SSw GGGGd"]


def test_a_condition_in_front_is_for_every_part_and_one_behind_for_its_own() -> None:
    front = hands_of("(run) FFFF 33333r 77777r -or- FFFF 33333r 77777g")
    assert len(front) == 5 * 3 + 5 * 6
    assert len(hands_of("FFFF 33333r 77777r -or- FFFF 33333r 77777g (run)")) == 3 + 5 * 6


def test_a_hand_that_two_parts_have_is_there_once() -> None:
    assert len(hands_of("FFFF 33333r 77777r -or- 77777r 33333r FFFF")) == 3


def test_hands_that_the_set_cannot_make_are_left_out() -> None:
    # Four of a kind where no joker may stand, and eight jokers, can just be had.
    assert len(hands_of("11r {11r|11g} 2222g FFFFFF (no jokers)")) == 12
    assert len(hands_of("11r 1r {11r|11g} 2222g FFFFF (no jokers)")) == 6
    assert len(hands_of("DDDDDD DDDDDD FF")) == 6


def test_lines_come_in_card_order_with_their_numbers() -> None:
    card = card_of("FFFF 33333r 77777r", "FFFF 33333r 66666r")
    assert [hand.line for hand in expand(card)] == [0, 0, 0, 1, 1, 1]
    assert [line.hands for line in expansions(card)] == [expand(card)[:3], expand(card)[3:]]


def test_a_line_that_stands_for_too_much_has_no_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    card = card_of("FFFFF 3333r 77777r (free)", "FFFF 33333r 66666r")
    monkeypatch.setattr(expanding, "MOST_TRIALS", 9 * 8 * 3 - 1)
    assert [hand.line for hand in expand(card)] == [1, 1, 1]
    assert next(expansions(card)).excess == "more than 215 hands"


def test_a_full_card_has_no_more_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    card = card_of("FFFF 33333r 77777r", "FFFF 33333r 66666r", "FFFF 33333r 55555r")
    monkeypatch.setattr(expanding, "MOST_TRIALS_OF_CARD", 5)
    assert [hand.line for hand in expand(card)] == [0, 0, 0]


# -- against plain trying ---------------------------------------------------------------------------------------


def coded(hand: tuple[tuple[int, int, bool], ...]) -> Hand:
    return tuple((CODES[kind], size, jokers) for kind, size, jokers in hand)


def hands_by_the_program(text: str) -> list[Hand]:
    _, line, flaws = parse_hand(f"h1: {text} 30 X", 0, 1)
    assert line is not None
    assert flaws == []
    return [coded(hand.groups) for hand in expand(Card("birch", "", {}, (), (line,)))]


NUMBERED = st.builds(
    lambda pin, number, size, colour, natural: pin + number * size + colour + natural,
    st.sampled_from(["", "", "", "="]),
    st.sampled_from("1279"),
    st.integers(1, 5),
    st.sampled_from("rrgb"),
    st.sampled_from(["", "", "!"]),
)
OTHERS = st.sampled_from(
    ["F", "FFFF", "FFFFFF!", "000", "00", "NEWS", "RG", "RRR", "2026r", "135g", "D2b", "=19r", "NNN!"]
)
OPEN = st.sampled_from(["D", "DD", "DDDD", "DDDDr", "DDg", "ZZ", "ZZZ", "DF", "ZZZ!"])
FEW_NUMBERS = str.maketrans("35679", "11222")
NUMBERS = ["", "(run)", "(run odd)", "(run even)", "(like)", "(free)", "(these numbers only)"]
CONDITIONS = ["(any 1 or 2 suits)", "(any 2 or 3 suits)", "(no jokers)", "(same dragon)", "(different dragons)",
              "(same wind)", "(different winds)"]  # fmt: skip


@st.composite
def part(draw: st.DrawFn) -> str:
    """Groups, of which two at most are open, and one may be a choice."""
    kinds = ((NUMBERED, 3), (OTHERS, 2), (OPEN, 2))
    groups = [group for kind, most in kinds for group in draw(st.lists(kind, max_size=most))]
    groups = draw(st.permutations(groups or ["FF"]))
    if draw(st.booleans()):
        groups.append("{" + draw(NUMBERED | OTHERS) + "|" + draw(OTHERS) + " " + draw(NUMBERED) + "}")
    return " ".join([*groups, *draw(st.lists(st.sampled_from(CONDITIONS), max_size=2, unique=True))])


@given(st.sampled_from(NUMBERS), st.lists(part(), min_size=1, max_size=2))
@settings(max_examples=examples(60))
def test_expansion_is_what_plain_trying_finds_in_the_same_order(numbers: str, parts: list[str]) -> None:
    text = f"{numbers} {' -or- '.join(parts)}".strip()
    if numbers == "(free)":  # of many numbers trying would take too long
        text = text.translate(FEW_NUMBERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(expanding, "MOST_TRIALS", 10**6)
        patch.setattr(expanding, "MOST_TRIALS_OF_CARD", 10**6)
        assert hands_by_the_program(text) == brute_hands(text)


# -- every kind of fault -----------------------------------------------------------------------------------------------


DOCS = Path(__file__).resolve().parents[2] / "docs" / "do" / "cards.md"

SHOWN = rows_in(TABLE, "shown")

SOUND = [text for (text,) in rows_in(TABLE, "sound")]


@each("kind, hand", SHOWN, ids=[f"{kind} {hand}" for kind, hand in SHOWN])
def test_a_fault_is_told_once_and_for_what_it_is(kind: str, hand: str) -> None:
    assert kinds_of("FFFFFF NNNNNN RG", hand, "FFFFFF NNNNNN RR") == [(2, kind)]


@each("hand", SOUND)
def test_what_is_right_is_not_blamed(hand: str) -> None:
    assert kinds_of(hand) == []


def test_a_label_is_given_once() -> None:
    hands = "h1: FFFF 33333r 77777r 30 X\n{}: FFFF 33333r 66666r 30 X\n"
    assert [(fault.line, fault.kind, fault.label) for fault in lint(HEAD + hands.format("h1"))] == [
        (FIRST + 1, "duplicate-label", "h1")
    ]
    assert lint(HEAD + hands.format("H1")) == []


def test_a_hand_of_two_lines_has_one_value() -> None:
    hands = ("FFFF 33333r 77777r 30 X", "FFFF 77777g 33333g (any 1 suit) 35 X")
    assert kinds_of(*hands) == [(2, "common-hand-different-value")]
    assert kinds_of(*hands, "FFFF 66666r 22222r (run) 40 X") == [
        (2, "common-hand-different-value"),
        (3, "common-hand-different-value"),
    ]
    assert "FFFFf 77777b 33333b is worth 30 as h1 in line 5, and 35 here" in lint(text_of(*hands))[0].message


def test_lines_that_differ_in_what_takes_jokers_have_no_hand_in_common() -> None:
    assert kinds_of("FFFF 33333r 77777r 30 X", "FFFF! 33333r 77777r 35 X") == []
    assert kinds_of("FFFF 33333r 77777r 30 X", "FFFF 33333r 77777r 30 C") == []
    assert kinds_of("FFFF 33333r 77777r 30 X", "FFFF 33333r 77777g 35 X") == []


def test_a_pinning_sign_with_a_blank_is_a_warning_and_the_hand_stays() -> None:
    text = text_of("= 2226r FFFFF 11111r", "= FFFFF 11111r 2222r", "FFFFF 11111r 2222r = 30 X")
    (fault,) = lint(text)
    assert (fault.line, fault.column, fault.kind, fault.severity) == (FIRST, 5, "syntax", "warning")
    card, _ = read_card(text)
    assert card is not None
    assert [line.label for line in card.lines] == ["h1", "h2", "h3"]


@each("head, line", [
    ("card Birch", 1),
    ("id", 1),
    ("id birch two", 1),
    ("id birch\nyear 26", 2),
    ("id birch\nyear", 2),
    ("id birch\nyear MMXXVI", 2),
    ("id birch\nsource bought", 2),
    ("id birch\nyear 2226\nyear 2227", 3),
    ("id birch\nyeer 2226", 2),
    ("id: birch", 1),
    ("idd birch", 1),
])  # fmt: skip
def test_a_head_that_is_wrong(head: str, line: int) -> None:
    faults = lint(f"{head}\n[All]\nh1: FFFF 33333r 77777r 30 X")
    assert [(fault.line, fault.kind, fault.label) for fault in faults] == [(line, "bad-header", None)]


@pytest.mark.parametrize("head", ["id birch", "ID\tbirch-2.0_a # mine", "id birch\nsource Purchased\nclub The Oaks\n"])
def test_a_head_that_is_right(head: str) -> None:
    assert lint(f"{head}\n[All]\nh1: FFFF 33333r 77777r 30 X") == []


@pytest.mark.parametrize(("line", "column"), [
    ("[All", 1),
    ("[ | no-jokerless-bonus]", 1),
    ("[All | no-bonus]", 6),
    ("FFFF 33333r 77777r 30 X", 1),
    ("  h 1: FFFF 33333r 77777r 30 X", 3),
    (": FFFF 33333r 77777r 30 X", 1),
    ("stray", 1),
])  # fmt: skip
def test_a_line_that_is_no_line_of_a_card(line: str, column: int) -> None:
    faults = lint(f"{HEAD}{line}\n")
    assert [(fault.line, fault.column, fault.kind) for fault in faults] == [(FIRST, column, "syntax")]


def test_a_hand_without_colon_is_no_header_even_above_the_first_section() -> None:
    assert [fault.kind for fault in lint("id birch\nh1 FFFF 33333r 77777r 30 X")] == ["syntax"]


def test_a_card_without_a_hand_is_told() -> None:
    assert [fault.kind for fault in lint("id birch\n[All]\n")] == ["syntax"]


@pytest.mark.parametrize(("hand", "column"), [
    ("FFFF 33333 77777r", 10),
    ("FFFF 33333r 77x77r", 19),
    ("FFFF 33333r 3777r!", 18),
    ("FFFF 33333r 77777g (any 3 suits)", 24),
    ("FFFF 33333r 77777g (half)", 24),
    ("FFFF 33333r 7777r", 5),
])  # fmt: skip
def test_a_fault_names_its_column(hand: str, column: int) -> None:
    (fault,) = [fault for fault in lint(text_of(hand)) if fault.kind != "not-14" or column == 5]
    assert fault.column == column


def test_several_faults_of_a_line_are_all_told() -> None:
    assert kinds_of("FFFFr 333 7777r (half)") == [
        (1, "colour-without-suit"),
        (1, "not-14"),
        (1, "number-without-colour"),
        (1, "unknown-condition"),
    ]


def test_a_slip_is_answered_with_what_was_meant() -> None:
    slips = {"(any two suits)": "(any 2 suits)", "(same dragons)": "(same dragon)", "(lik)": "(like)"}
    for wrong, right in slips.items():
        assert lint(text_of(f"FFFF 33333r 77777g {wrong}"))[0].message.endswith(f"did you mean {right}?")
    assert "soap is the digit 0" in lint(text_of("FFFF 33333r OOOOO"))[0].message


def test_too_many_ways_to_read_are_told_of_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expanding, "MOST_TRIALS", 100)
    assert kinds_of("FFFF 33333r 77777r", "FFFFF 3333r 77777r (free)") == [(2, "needs-too-much")]


def test_a_card_that_is_too_much_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expanding, "MOST_TRIALS_OF_CARD", 4)
    assert kinds_of(*(f"FFFF 33333r {number * 5}r" for number in "4567")) == [(2, "needs-too-much")]


def test_every_kind_is_shown_here_and_explained_in_the_documentation() -> None:
    elsewhere = {"duplicate-label", "common-hand-different-value", "bad-header"}
    assert {kind for kind, _ in SHOWN} | elsewhere == set(KINDS_OF_FAULTS)
    rows = re.findall(r"^\| `([a-z0-9-]+)` \|", DOCS.read_text("utf-8"), re.MULTILINE)
    assert set(rows) >= set(KINDS_OF_FAULTS)


def test_the_card_in_the_documentation_has_no_fault() -> None:
    (text,) = re.findall(r"```text\n(card .*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert lint(text) == []


SIGNS = st.text("0123456789FNEWSRGDZrgb!={}|()[]:-orXC# \n\t", max_size=80)
PIECES = st.lists(
    st.sampled_from(["id a\n", "[A]\n", "a: ", "b: ", "FFFF ", "11111r ", "22222g ", "NEWS", "ZZ ", "DDDr ", "{", "|",
                     "}", "(run)", "(like odd)", "(free)", "(any 2 suits)", "(", ")", "-or- ", "= ", "! ", " 30 X\n",
                     " 25 C\n", "year 2026\n", "#", "\r\n", "\ufeff", "\x00"]),
    max_size=30,
).map("".join)  # fmt: skip


@given(SIGNS | PIECES | st.text(max_size=60) | st.binary(max_size=60))
def test_no_text_is_beyond_the_linter(text: str | bytes) -> None:
    faults = lint(text)
    assert {fault.kind for fault in faults} <= set(KINDS_OF_FAULTS)
    assert all(fault.line >= 1 and fault.column >= 1 for fault in faults)
    card, _ = read_card(text)
    assert card is not None or any(fault.is_error for fault in faults)
