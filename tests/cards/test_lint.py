"""Every kind of fault: a card that shows it, and one that just does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.card_texts import FIRST, HEAD, kinds_of, text_of
from each import each
from mjlog.cards import expand as expanding
from mjlog.cards.document import KINDS_OF_FAULTS
from mjlog.cards.lint import lint
from mjlog.cards.reading import read_card

DOCS = Path(__file__).resolve().parents[2] / "docs" / "do" / "cards.md"

SHOWN: list[tuple[str, str]] = [
    ("not-14", "FFFF 33333r 7777r"),
    ("not-14", "FFFF 33333r 777777r"),
    ("not-14", "FFFF 33333r {77777r|777r NNN}"),
    ("not-14", "FFFF 33333r 77777r -or- FFFF 33333r"),
    ("number-without-colour", "FFFF 33333 77777r"),
    ("number-without-colour", "FFFF 00000 135 77r"),
    ("number-without-colour", "FFFF 33333r {77777|NNNNN}"),
    ("number-without-colour", "FFFF 33333 77777r (any 2 suits)"),
    ("colour-without-suit", "FFFFg 33333r 77777r"),
    ("colour-without-suit", "NEWSr 33333r 77777r"),
    ("colour-without-suit", "0000r 33333r 77777r"),
    ("colour-without-suit", "ZZZZr 33333r 77777r"),
    ("colour-without-suit", "RRRRr 33333r 77777r"),
    ("three-alike-in-mixed", "FFFF 33377r 77777r"),
    ("three-alike-in-mixed", "33333r 77777r 2000r"),
    ("three-alike-in-mixed", "FFFF NNNEE 77777r"),
    ("like-two-numbers", "FFFF 33333r 77777r (like)"),
    ("like-two-numbers", "(like odd) FFFF 33333r {77777r|NNNNN}"),
    ("like-two-numbers", "2226r FFFFF 11111r (like)"),
    ("suits-contradict-colours", "FFFF 33333r 77777g (any 3 suits)"),
    ("suits-contradict-colours", "FFFF 33333r 77777g (any 1 suit)"),
    ("suits-contradict-colours", "FFFF DDDDDr 77777r (any 2 suits)"),
    ("suits-contradict-colours", "FFFF 33333r 77777g (any 2 or 3 suits)"),
    ("suits-contradict-colours", "FFFF NNNNN RRRRR (any 1 suit)"),
    ("suits-contradict-colours", "FF 3333r 7777g 9999b (any 4 suits)"),
    ("unknown-condition", "FFFF 33333r 77777r (consecutive)"),
    ("unknown-condition", "(run big) FFFF 33333r 77777r"),
    ("unknown-condition", "FFFF 33333r 77777r (free odd)"),
    ("unknown-condition", "FFFF 33333r 77777r ()"),
    ("expands-to-nothing", "FFF 11r 222r 3333r 00 (run odd)"),
    ("expands-to-nothing", "ZZ ZZ ZZ ZZ ZZ FFFF (different winds)"),
    ("expands-to-nothing", "FFFF DDDDDr DDDDDg (same dragon)"),
    ("expands-to-nothing", "FF 111r 2222r 33333r -or- FF 111r 2222r 33333r (run even)"),
    ("needs-too-much", "22r 22r 22r FFFF 0000"),
    ("needs-too-much", "FF 11r 3333333r NNN"),
    ("needs-too-much", "FFFFFFF NN 00000"),
    ("needs-too-much", "22222r 2222r 22r 222r!"),
    ("needs-too-much", "222r! 2222r 2222r 222r"),
    ("needs-too-much", "11r 111r 11r 1r FF 0000 (no jokers)"),
    ("syntax", "FFFF 33333r77777r"),
    ("syntax", "FFFF 33333r OOOOO"),
    ("syntax", "FFFF 33333r 77777!r"),
    ("syntax", "FFFF (run) 33333r 77777r"),
    ("syntax", "FFFF 33333r 77777r (run) -or- (run) FFFF 33333r 77777r"),
    ("syntax", "FFFF 33333r {77777r|}"),
    ("syntax", "FFFF 33333r {77777r"),
    ("syntax", "FFFF 33333r 77777r}"),
    ("syntax", "FFFF 33333r {77777r (run)|NNNNN}"),
    ("syntax", "FFFF 33333r 77777r (run"),
    ("syntax", "FFFF 33333r 77777r -or-"),
    ("syntax", "(run)"),
    ("syntax", "FFFF 33333r 77777r 0 X"),
    ("syntax", "FFFF 33333r 77777r X"),
    ("syntax", "FFFF 33333r 77777r -30 X"),
    ("syntax", "FFFF 33333r 77777r 1000000 X"),
    ("syntax", "FFFF 33333r 77777r – 30 X"),
    ("syntax", "FFFF 33333r 77777r (run) (free)"),
    ("syntax", "(run) FFFF 33333r 77777r (like)"),
]

SOUND = [
    "FFFF 33333r {77777r|NN 777r}",
    "FFFF 33333r 77777r -or- FFFFF 3333r 77777r",
    "FFFF 33333r 77777r (any 1 suit)",
    "FFFF 00000 NEWS R",
    "2226r FFFFF 77777r",
    "=2226r FFFFF 11111r (like)",
    "112233r FFF 77777r",
    "NNEEWWSS 00 RGRG",
    "(like odd) FFFF 33333r {33333g|NNNNN}",
    "FFFF DDDDDr 77777g (any 2 suits)",
    "FF 3333r 7777g 9999b (any 1 or 2 suits)",
    "FF 3333r 7777g 9999b (ANY 2  or 3 suits)",
    "FFFF 33333r 77777r (Run Odd)",
    "FFF 11r 222r 3333r 00 (run)",
    "FF 11r 333r 5555r 000 (run odd)",
    "ZZ ZZ ZZ ZZ RR FFFF (different winds)",
    "FFFF DDDDDr DDDDDg (different dragons)",
    "22r 22r 22g FFFF 0000",
    "222222r 222222r FF",
    "FFFFFF FF 00000 R",
    "FFFF + 33333r - 77777r",
    "FFFF / 3333r x 77r = NNNN",
    "FFFF 3333r 7777r NN (run) (no jokers) (run)",
]


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
