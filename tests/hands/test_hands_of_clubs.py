"""Complete hands of `bmja`: one chow at most, gates of heaven, pairs of honors, the pair of triple knitting."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_complete_hands import counts_of

from each import each
from mjlog.hands import GATES, Forms, arrangements, can_complete, is_complete, lacking, waits
from mjlog.hands.special import forms_by_claim
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles
from turns import examples

BMJA = Forms(
    knitting=True, triple_knitting=True, two_suited_pair=True, snake=True, pair_honors=True, gates=True, chows=1
)


def _waits(text: str, laid: str = "") -> str:
    sets = tuple(parse_tiles(word) for word in laid.split())
    return " ".join(CODES[kind] for kind in waits(counts_of(text), len(sets), forms=BMJA, laid=sets))


@pytest.mark.rule("bmja/mahjong")
@each("hand, laid, expected", [
    ("222b 333c 444d 55b 678d", "", True),
    ("222b 333c 456d 55b 678d", "", False),
    ("222333444b 55d 678d", "", True),
    ("222b 333c 55b 444d", "678d", True),
    ("222b 333c 55b 678d", "345c", False),
    ("222b 55b 444d", "345c 345c", False),
    ("11122345678999b", "", True),
    ("11112345678999b", "", False),
    ("11b 99c 11d EEw SSw RRd GGd", "", True),
    ("1111b 99c EEw SSw RRd GGd", "", False),
    ("13599b 13599c 1359d", "", True),
    ("1359b 1359c 1359d 88b", "", False),
])  # fmt: skip
def test_a_hand_of_one_chow_or_a_special_one_is_complete(hand: str, laid: str, expected: bool) -> None:
    sets = tuple(parse_tiles(word) for word in laid.split())
    assert is_complete(counts_of(hand), len(sets), forms=BMJA, laid=sets) is expected
    assert bool(arrangements(counts_of(hand), len(sets), forms=BMJA, laid=sets)) is expected
    assert can_complete(counts_of(hand), 0, len(sets), forms=BMJA, laid=sets) is expected


@pytest.mark.rule("bmja/gates")
def test_gates_are_one_group() -> None:
    ((group,),) = arrangements(counts_of("11123455678999c"), forms=BMJA)
    assert group[0] == GATES


@pytest.mark.rule("bmja/mahjong")
@pytest.mark.parametrize(("hand", "laid", "found"), [
    ("222b 333c 444d 55b 67d", "", "5d 8d"),
    ("222b 333c 456d 55b 67d", "", ""),
    ("222b 333c 55b 77d", "456d", "5b 7d"),
    ("1112345678999b", "", "2b 3b 4b 5b 6b 7b 8b"),
    ("11b 99c 11d EEw SSw RRd Gd", "", "Gd"),
    ("1359b 1359c 1359d 8b", "", "8c 8d"),
])  # fmt: skip
def test_waits_leave_out_what_would_be_a_chow_too_many(hand: str, laid: str, found: str) -> None:
    assert _waits(hand, laid) == found


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.integers(0, PLAIN_KINDS - 1), min_size=13, max_size=13))
def test_waits_are_the_kinds_that_complete(kinds: list[int]) -> None:
    counts = [min(4, kinds.count(kind)) for kind in range(PLAIN_KINDS)]
    counts += [0] * (45 - len(counts))
    trial = []
    for kind in range(PLAIN_KINDS):
        more = [*counts]
        more[kind] += 1
        if is_complete(more, 0, forms=BMJA):
            trial.append(kind)
    assert list(waits(counts, 0, forms=BMJA)) == trial


@pytest.mark.rule("bmja/gates")
@pytest.mark.rule("bmja/pair-honors")
@pytest.mark.parametrize(("known", "unknown", "possible"), [
    ("111b 55b 999b", 6, True),
    ("1111b 999b", 7, True),
    ("11b 99c EEw RRd", 6, True),
    ("11b 999c EEw RRd 5b 5c", 3, False),
    ("222b 333c", 8, True),
])  # fmt: skip
def test_unseen_tiles_can_make_such_a_hand(known: str, unknown: int, possible: bool) -> None:
    assert can_complete(counts_of(known), unknown, 0, forms=BMJA) is possible


@pytest.mark.rule("bmja/mahjong")
def test_two_chows_on_the_table_are_too_many_whatever_is_unseen() -> None:
    laid = (parse_tiles("345c"), parse_tiles("678c"))
    assert can_complete(counts_of("55b"), 6, 2, forms=BMJA, laid=laid) is False
    assert can_complete(counts_of("55b"), 6, 2, forms=Forms(), laid=laid) is True


def _by_trial(counts: list[int], sets: int, pair: bool, chows: int) -> bool:
    """Four sets with one chow at most and a pair, tried out tile by tile."""
    low = next((kind for kind in range(PLAIN_KINDS) if counts[kind]), None)
    if low is None:
        return sets == 4 and pair
    run = low < 27 and low % 9 <= 6 and not chows
    choices = [((low,) * 3, sets + 1, pair, chows), ((low, low + 1, low + 2), sets + 1, pair, 1)][: 1 + run]
    choices += [] if pair else [((low,) * 2, sets, True, chows)]
    for tiles, *after in choices:
        rest = [count - tiles.count(kind) for kind, count in enumerate(counts)]
        if min(rest) >= 0 and _by_trial(rest, *after):
            return True
    return False


_SETS = st.one_of(
    st.integers(0, PLAIN_KINDS - 1).map(lambda kind: (kind,) * 3),
    st.integers(0, 20).map(lambda number: tuple(number // 7 * 9 + number % 7 + step for step in range(3))),
)


@pytest.mark.rule("bmja/mahjong")
@settings(max_examples=examples(300), deadline=None)
@given(st.lists(_SETS, min_size=4, max_size=4), st.integers(0, PLAIN_KINDS - 1))
def test_four_sets_and_a_pair_are_complete_as_tried_out(sets: list[tuple[int, ...]], pair: int) -> None:
    kinds = [kind for tiles in sets for kind in tiles] + [pair, pair]
    counts = [kinds.count(kind) for kind in range(PLAIN_KINDS)]
    assume(max(counts) <= 4)
    assert is_complete([*counts, *(0,) * 11], 0, forms=Forms(chows=1)) is _by_trial(counts, 0, False, 0)


# -- as the association has them --------------------------------------------------------------------------------

MIXED = Forms(thirteen=False, knitting=True, mixed_knitting=True, chows=1)
REPEATED = Forms(thirteen=False, pair_honors=True, repeated_honors=True, chows=1)
_KNITTED = [(one + rank, other + rank) for rank in range(9) for one, other in ((0, 9), (0, 18), (9, 18))]
_LIKE_MAJORS = [(kind, kind) for kind in (0, 8, 9, 17, 18, 26, *range(27, 34))]


@pytest.mark.rule("bmja/knitting")
@pytest.mark.rule("bmja/pair-honors")
@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from((MIXED, REPEATED)), st.data())
def test_seven_pairs_of_one_sort_are_complete_and_wait_for_what_they_lack(forms: Forms, data: st.DataObject) -> None:
    """Whichever pairs: knitted in any two suits, or of the same one, nine, wind or dragon twice."""
    pairs = data.draw(st.lists(st.sampled_from(_KNITTED if forms is MIXED else _LIKE_MAJORS), min_size=7, max_size=7))
    counts = [sum(pair.count(kind) for pair in pairs) for kind in range(PLAIN_KINDS)]
    assume(max(counts) <= 4)
    assert is_complete(counts, 0, forms=forms)
    last = data.draw(st.sampled_from([kind for kind in range(PLAIN_KINDS) if counts[kind]]))
    counts[last] -= 1
    found = waits(counts, 0, forms=forms)
    complete = [kind for kind in range(PLAIN_KINDS) if counts[kind] < 4 and _with(counts, kind, forms)]
    assert last in found
    assert [kind for kind in found if counts[kind] < 4] == complete
    assert lacking(counts, forms=forms).tiles == 1
    assert last in lacking(counts, forms=forms).kinds
    another = data.draw(st.sampled_from([kind for kind in range(PLAIN_KINDS) if counts[kind]]))
    counts[another] -= 1
    assert lacking(counts, forms=forms).tiles in (1, 2)
    assert can_complete(counts, 2, 0, [4] * PLAIN_KINDS, forms=forms)


def _with(counts: list[int], kind: int, forms: Forms) -> bool:
    return is_complete([count + (at == kind) for at, count in enumerate(counts)], 0, forms=forms)


@pytest.mark.rule("bmja/gates")
def test_a_claimed_tile_completes_gates_only_as_a_one_or_nine() -> None:
    forms = Forms(gates=True, gates_by_ends=True, chows=1)
    assert [forms_by_claim(forms, kind).gates for kind in (0, 4, 8, 27)] == [True, False, True, False]
    assert forms_by_claim(Forms(gates=True), 4).gates


@pytest.mark.rule("bmja/snake")
def test_a_snake_may_have_to_be_kept_in_the_hand() -> None:
    laid = (parse_tiles("789c"),)
    for hidden in (False, True):
        forms = Forms(snake=True, hidden_snake=hidden)
        assert is_complete(counts_of("1123456c ESWNw"), 1, forms=forms, laid=laid) is not hidden
        assert is_complete(counts_of("1123456789c ESWNw"), 0, forms=forms)
