"""Checkpoints: their forms, slips of the pen, and what they prove of a log that was changed."""

from __future__ import annotations

import itertools
import json
import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from mjlog.chain import (
    GENESIS,
    LETTERS,
    Checkpoint,
    CheckpointError,
    chain_id,
    check_letter,
    full_form,
    plain_name,
    read_checkpoint,
    short_form,
)
from mjlog.store.checkpoints import Difference, Evidence, Verdict, around, first_difference, prove
from turns import examples

HEAD = "803b8390d070cfc51c028558cdc2b13725fa8a8ba73ab4697bb84970a8e3c300"
SHORT = "tuesday 1254 803b-8390-d070-cfc5 n"

counts = st.integers(1, 2**53 - 1)
heads = st.text("0123456789abcdef", min_size=64, max_size=64)
names = st.text(min_size=1, max_size=30).filter(lambda name: bool(plain_name(name)))


# -- the forms ----------------------------------------------------------------------------------------------------


@each("text", [
    SHORT,
    f"tuesday 1254 {HEAD}",
    "tuesday 1,254 803b-8390-d070-cfc5 n",
    "tuesday 1254 803b 8390 d070 cfc5 n",
    "tuesday 1254 803b-8390-d070-cfc5",
    "  tuesday   1254  803B–8390–D070–CFC5 N\n",
    "tuesday 1254 803b8390d070cfc5 n",
    "tuesday 1254:803b8390",
    "tuesday 1254 : 803b8390d",
    f'{{"game": "tuesday", "events": 1254, "head": "{HEAD}", "chained": true}}',
])  # fmt: skip
def test_every_form_says_the_same(text: str) -> None:
    read = read_checkpoint(text)
    assert (read.game, read.count) == ("tuesday", 1254)
    assert read.fits(HEAD)
    assert not read.fits("f" + HEAD[1:])


@pytest.mark.parametrize("text", ["1254 803b-8390-d070-cfc5 n", "1254:803b8390", f"1254 {HEAD}"])
def test_the_game_may_be_left_out(text: str) -> None:
    read = read_checkpoint(text)
    assert (read.game, read.count) == (None, 1254)


def test_a_game_may_look_like_a_part_of_the_form() -> None:
    for game in ("7", "club 7", "12 1254", "2026-11-21", "a:b", "803b-8390-d070-cfc5", "1 803b8390 k", "#5", "{x"):
        for text in (short_form(1254, HEAD, game), full_form(1254, HEAD, game)):
            assert read_checkpoint(text).game == game, text


@given(counts, heads, names)
def test_what_is_printed_is_read_back(count: int, head: str, game: str) -> None:
    """Also where a name cannot be printed as it is; without a game too."""
    for form, digits in ((short_form, 16), (full_form, 64)):
        text = form(count, head, game)
        assert text.isprintable()
        read = read_checkpoint(text)
        assert (read.count, read.head) == (count, head[:digits])
        assert plain_name(read.game or "") == plain_name(game)
        assert read_checkpoint(form(count, head)) == Checkpoint(count, head[:digits])
    fields = json.dumps({"game": game, "events": count, "head": head})
    assert read_checkpoint(fields) == Checkpoint(count, head, game)


@each("text, words", [
    ("", "is no checkpoint"),
    ("tuesday", "is no checkpoint"),
    ("tuesday 1254", "is no checkpoint"),
    ("tuesday 1254 803b-8390-d070-cfg5 n", "is no checkpoint"),
    ("tuesday 1254 803b839", "first 8 to 64 digits"),
    (f"1254 {HEAD}0", "first 8 to 64 digits"),
    ("0:803b8390", "a count from 1"),
    ("9007199254740992:803b8390", "a count from 1"),
    ("1254 803b8390d070 n", "a check letter stands behind 16 digits of the id; here are 12"),
    ("1254 803b-8390-d070-cfc5 k", "it is k, and of what stands here it would be n"),
    ("1254 803b-8390-d070-cfc6 n", "it would be p"),
    ("{", "is no checkpoint"),
    ("[1]", "is no checkpoint"),
    ('{"events": true, "head": "803b8390"}', "the fields game, events"),
    ('{"events": 3, "head": null}', "the fields game, events"),
    ('{"events": 3, "head": "803g8390"}', "first 8 to 64 digits"),
    ('{"events": 3, "head": "803b8390", "game": 3}', "the fields game, events"),
    ("{" * 100_000, "is no checkpoint"),
    ("1 " * 100_000, "is no checkpoint"),
    ("9" * 5000 + ":803b8390", "is no checkpoint"),
])  # fmt: skip
def test_what_is_no_checkpoint_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 500


@given(st.text(max_size=60) | st.text("0123456789abcdefgk -:,", max_size=60))
def test_no_text_is_refused_in_another_way(text: str) -> None:
    with suppress(CheckpointError):
        assert read_checkpoint(text).count >= 1


def test_a_name_is_known_however_its_accents_and_blanks_are_typed() -> None:
    noted = plain_name("čeněk's   table")
    assert noted == plain_name("c\u030cene\u030ck's table")
    assert noted not in (plain_name("cenek's table"), plain_name("Čeněk's table"))


# -- slips of the pen ---------------------------------------------------------------------------------------------


def is_caught(count: str, digits: str, letter: str) -> bool:
    """Whether these, typed in, are refused because of the letter."""
    try:
        read_checkpoint(f"{count} {digits} {letter}")
    except CheckpointError as error:
        return "it would be" in str(error) or "a count from 1" in str(error)
    return False


SOME = [(random.Random(seed).randint(1, 5000), f"{random.Random(seed).getrandbits(64):016x}") for seed in range(12)]


@each("count, digits", SOME)
def test_any_single_wrong_digit_is_noticed(count: int, digits: str) -> None:
    letter = check_letter(count, digits)
    assert not is_caught(str(count), digits, letter)
    for place, wrong in itertools.product(range(16), "0123456789abcdef"):
        if wrong != digits[place]:
            assert is_caught(str(count), digits[:place] + wrong + digits[place + 1 :], letter)
    text = str(count)
    for place, wrong in itertools.product(range(len(text)), "0123456789"):
        if wrong != text[place] and (place or wrong != "0"):
            assert is_caught(text[:place] + wrong + text[place + 1 :], digits, letter)
    for wrong in LETTERS:
        assert is_caught(text, digits, wrong) == (wrong != letter)


@each("count, digits", SOME)
def test_any_two_digits_of_the_id_that_are_swapped_are_noticed(count: int, digits: str) -> None:
    letter = check_letter(count, digits)
    for one, two in itertools.combinations(range(16), 2):
        swapped = list(digits)
        swapped[one], swapped[two] = swapped[two], swapped[one]
        assert is_caught(str(count), "".join(swapped), letter) == (digits[one] != digits[two])


@each("count, digits", SOME)
def test_neighbours_in_the_count_that_are_swapped_are_noticed(count: int, digits: str) -> None:
    letter, text = check_letter(count, digits), str(count)
    for place in range(len(text) - 1):
        swapped = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
        if text[place] != text[place + 1] and text[place + 1] != "0":
            assert is_caught(swapped, digits, letter)


# -- what they prove ----------------------------------------------------------------------------------------------


def ids_of(bodies: list[bytes]) -> dict[int, str]:
    """The id of every event."""
    ids, prev = {}, GENESIS
    for seq, body in enumerate(bodies, 1):
        ids[seq] = prev = chain_id(prev, body)
    return ids


def noted(bodies: list[bytes], *seqs: int) -> list[Checkpoint]:
    """The checkpoints that were noted at these events."""
    ids = ids_of(bodies)
    return [read_checkpoint(short_form(seq, ids[seq])) for seq in seqs]


def now(bodies: list[bytes]) -> Evidence:
    """What can be said of a log that is whole."""
    return Evidence(len(bodies), len(bodies), ids_of(bodies))


THEN = [b"%d" % seq for seq in range(1, 301)]


def verdicts(checkpoints: list[Checkpoint], evidence: Evidence) -> list[tuple[int, str]]:
    """Event and verdict of each proof."""
    return [(proof.checkpoint.count, proof.verdict.value) for proof in prove(checkpoints, evidence)]


def test_a_log_that_went_on_contains_what_it_contained() -> None:
    proofs = prove(noted(THEN[:200], 1, 120, 200), now(THEN))
    assert {proof.verdict for proof in proofs} == {Verdict.KEPT}
    assert proofs[0].message == "event 1 is still what it was"
    assert proofs[2].message == "event 200 is still what it was, and so is everything before it"


def test_the_place_of_a_change_is_told_as_exactly_as_the_checkpoints_allow() -> None:
    altered = [*THEN[:180], b"x", *THEN[181:]]
    proofs = prove(noted(THEN, 300, 120, 254), now(altered))
    assert [(proof.verdict.value, proof.first, proof.last) for proof in proofs] == [
        ("kept", None, None), ("changed", 121, 254), ("changed", 121, 254),
    ]  # fmt: skip
    assert proofs[1].message == (
        "event 120 is still what it was, event 254 is not: the log was rewritten somewhere from event 121 to event 254"
    )


def test_two_neighbouring_checkpoints_name_the_event() -> None:
    altered = [*THEN[:180], b"x", *THEN[181:]]
    (_, proof) = prove(noted(THEN, 180, 181), now(altered))
    assert proof.message.endswith("the log was rewritten at event 181")


def test_without_an_earlier_checkpoint_it_may_be_another_game() -> None:
    (proof,) = prove(noted(THEN, 50), now([b"x", *THEN[1:]]))
    assert (proof.verdict, proof.first, proof.last) == (Verdict.CHANGED, 1, 50)
    assert "or this is of another game" in proof.message


def test_a_log_that_is_shorter_says_how_long_it_is() -> None:
    proofs = prove(noted(THEN, 80, 120), now(THEN[:90]))
    assert [proof.verdict for proof in proofs] == [Verdict.KEPT, Verdict.MISSING]
    assert proofs[1].message == "only 90 events are here: event 120 is missing"


def test_a_log_that_was_cut_and_rewritten_is_told_as_both() -> None:
    found = verdicts(noted(THEN, 40, 80, 120), now([*THEN[:50], b"x", *THEN[51:90]]))
    assert found == [(40, "kept"), (80, "changed"), (120, "missing")]


def test_a_checkpoint_that_a_later_one_contradicts_was_never_of_this_log() -> None:
    wrong = Checkpoint(120, "0123456789abcdef")
    proofs = prove([wrong, *noted(THEN, 254)], now(THEN))
    assert [proof.verdict for proof in proofs] == [Verdict.CONTRADICTED, Verdict.KEPT]
    assert proofs[0].message.startswith("event 254 is still what it was, and so is all before it")


def test_behind_a_line_that_cannot_be_read_nothing_is_proved() -> None:
    evidence = Evidence(300, 150, ids_of(THEN[:150]))
    assert verdicts(noted(THEN, 100, 200), evidence) == [(100, "kept"), (200, "unreadable")]


def test_ids_that_were_left_as_they_were_narrow_the_place() -> None:
    """Whoever changed event 181 left the ids alone: what follows it still leads to the checkpoint."""
    altered = [*THEN[:180], b"x", *THEN[181:]]
    evidence = Evidence(300, 300, ids_of(altered), stored=ids_of(THEN), broken=[181])
    proof = prove(noted(THEN, 120, 254), evidence)[1]
    assert (proof.first, proof.last) == (121, 181)


def test_what_is_broken_behind_a_checkpoint_does_not_count_for_it() -> None:
    altered = [*THEN[:180], b"x", *THEN[181:289], b"x", *THEN[290:]]
    evidence = Evidence(300, 300, ids_of(altered), stored=ids_of(THEN), broken=[181, 290])
    assert [proof.last for proof in prove(noted(THEN, 254, 300), evidence)] == [181, 181]
    without = Evidence(300, 300, ids_of(altered), stored=ids_of(THEN), broken=[290])
    assert [proof.last for proof in prove(noted(THEN, 254), without)] == [254]


def test_two_forms_of_one_checkpoint_are_one() -> None:
    ids = ids_of(THEN)
    same = [Checkpoint(9, ids[9][:size], game) for size in (64, 8, 16) for game in ("a", None)]
    assert [proof.checkpoint.head for proof in prove(same, now(THEN))] == [ids[9]]


@settings(max_examples=examples(200))
@given(st.data())
def test_a_change_is_always_where_the_proofs_say(data: st.DataObject) -> None:
    """Random logs, changed, cut or both, whatever checkpoints there are."""
    size = data.draw(st.integers(1, 40))
    then = [b"%d" % seq for seq in range(1, size + 1)]
    seqs = data.draw(st.lists(st.integers(1, size), min_size=1, max_size=6))
    changed = data.draw(st.none() | st.integers(1, size))
    cut = data.draw(st.integers(0, size))
    here = [b"x" if seq == changed else body for seq, body in enumerate(then, 1)][:cut]
    for proof in prove(noted(then, *seqs), now(here)):
        count = proof.checkpoint.count
        if proof.verdict is Verdict.KEPT:
            assert count <= cut
            assert changed is None or count < changed
        elif proof.verdict is Verdict.MISSING:
            assert count > cut
        else:
            assert proof.verdict is Verdict.CHANGED
            assert proof.first is not None
            assert proof.last is not None
            assert changed is not None
            assert proof.first <= changed <= proof.last <= count <= cut


# -- older copies -------------------------------------------------------------------------------------------------


def test_the_first_difference_is_shown_from_both() -> None:
    assert first_difference([b"1", b"2", b"3"], [b"1", b"x", b"y"]) == Difference(2, b"2", b"x")
    assert first_difference([b"1", b"2"], [b"1"]) == Difference(2, b"2", None)
    assert first_difference([b"1"], [b"1", b"2"]) is None
    assert first_difference([], []) is None


@given(st.binary(max_size=60), st.binary(max_size=60), st.integers(10, 40))
def test_what_is_shown_of_long_events_has_the_place_where_they_differ(one: bytes, two: bytes, size: int) -> None:
    left, right = around(one, two, size)
    assert max(len(left), len(right)) <= size + 2
    texts = [body.decode("utf-8", "backslashreplace") for body in (one, two)]
    assert (left == right) == (texts[0] == texts[1])
