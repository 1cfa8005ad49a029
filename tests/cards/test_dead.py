"""Dead hands: what the rack proves, what the table proves, and what the nearest line lacks."""

from __future__ import annotations

import pytest

from cards.made_cards import counts_of, laid, rulings
from mjlog.tiles import parse_tiles


def kind(text: str) -> int:
    """The kind of a tile."""
    return parse_tiles(text)[0]


def test_without_exposures_no_hand_is_dead_by_its_rack() -> None:
    card = rulings("X FFFf 1111b 2222c 333d", "C FFFf 1111b 2222c 444d")
    verdict = card.dead(())
    assert (verdict.dead, verdict.labels, verdict.basis, verdict.nearest) == (False, ("l0", "l1"), "rack", None)


def test_a_card_without_hands_proves_nothing_by_the_rack() -> None:
    assert not rulings().dead(()).dead
    assert rulings().dead(laid("111b")).dead
    assert rulings().dead(laid("111b")).nearest is None


@pytest.mark.rule("american/dead-3")
def test_by_the_rack_the_lines_live_that_hold_all_exposures() -> None:
    card = rulings("X FFFf 1111b 2222c 333d", "C FFFf 1111b 2222c 333d", "X FFFf 1111b 2222c 444d")
    assert card.dead(laid("11b JJk")).labels == ("l0", "l2"), "a concealed line is not among them"
    assert card.dead(laid("11b JJk", "44d Jk")).labels == ("l2",)
    assert card.dead(laid("111b")).dead, "three are not the whole group of four"
    assert card.dead(laid("333d", "444d")).dead
    assert card.dead(laid("333d", "333d")).dead, "there is one such group"


def test_a_pair_laid_open_kills_the_hand() -> None:
    card = rulings("X FFf 1111b 2222c 3333d")
    assert card.dead(laid("FFf")).dead
    assert card.dead(laid("Jk Jk")).dead
    assert card.dead(laid("Jk Jk"), visible=counts_of(""), basis="table").dead


def test_by_the_rack_a_joker_where_none_may_stand_kills_once_it_cannot_be_exchanged() -> None:
    card = rulings("X 222b! 22b 2222c 33333c", "X 222b! 222b 3333c FFFFf")
    assert not card.dead(laid("22b Jk")).dead
    assert card.dead(laid("2b JJk", "222b")).labels == ("l1",), "the other group may take the jokers"
    assert card.dead(laid("2b JJk", "2b JJk")).labels == ("l1",)
    verdict = rulings("X 222b! 2222b! 3333c FFFf").dead(laid("2b JJk", "222b Jk"))
    assert verdict.dead
    assert verdict.nearest is not None
    assert verdict.nearest.tiles == verdict.nearest.rigid == ((kind("2b"), 3),)


def test_by_the_rack_nothing_else_on_the_table_counts() -> None:
    card = rulings("X FFFf 1111b 22c 33333d")
    visible = counts_of("2222c 1111b FFFFf")
    assert not card.dead(laid("33d JJJk"), visible=visible).dead
    assert card.dead(laid("33d JJJk"), visible=visible, basis="table").dead


def test_by_the_table_pairs_and_singles_must_still_come() -> None:
    card = rulings("X FFFf 1111b 2222c 33d Ew", "C FFFf 1111b 2222c 444d")
    assert card.dead((), visible=counts_of("33d"), basis="table").labels == ("l0", "l1"), "concealed lines too"
    assert card.dead((), visible=counts_of("333d"), basis="table").labels == ("l1",)
    assert card.dead((), visible=counts_of("EEEEw"), basis="table").labels == ("l1",)
    assert card.dead((), visible=counts_of("EEEEEw"), basis="table").labels == ("l1",), "a fifth in a faulty log"


def test_by_the_table_jokers_fill_what_cannot_come() -> None:
    card = rulings("X 11111b 22222b FFFf 3d")
    assert not card.dead((), visible=counts_of("111b 222b"), basis="table").dead, "eight lack"
    assert card.dead((), visible=counts_of("1111b 2222b"), basis="table").dead, "ten lack"
    assert not card.dead((), visible=counts_of("1111b 22b"), basis="table").dead, "eight lack again"
    assert card.dead((), visible=counts_of("1111b 22b Jk"), basis="table").dead, "a joker was discarded"
    others = laid("555d Jk")
    assert card.dead((), visible=counts_of("1111b 22b 5d"), others=others, basis="table").dead, "one is locked"


def test_a_joker_that_can_be_redeemed_can_come() -> None:
    card = rulings("X 11111b 22222b FFFf 3d")
    visible = counts_of("1111b 22b")
    assert not card.dead((), visible=visible, others=laid("55d Jk"), basis="table").dead
    sevens = counts_of("1111b 2b")
    two_sets = laid("Ff JJk", "Ff JJk")
    assert not card.dead((), visible=sevens, others=two_sets, basis="table").dead, "seven lack: four and three come"
    needed = laid("FFFFFf Jk")
    assert card.dead((), visible=visible, others=needed, basis="table").dead, "the three flowers left are wanted"
    assert not card.dead((), visible=visible, others=laid("FFFFf Jk"), basis="table").dead, "a fourth one is not"


def test_by_the_table_own_exposures_are_filled_and_their_jokers_gone() -> None:
    card = rulings("X 11111b 22222b FFFf 3d")
    own = laid("1111b Jk")
    assert not card.dead(own, visible=counts_of("2b"), basis="table").dead
    assert card.dead(own, visible=counts_of("2b JJJJk"), basis="table").labels == ("l0",), "two lack, three are left"
    assert card.dead(own, visible=counts_of("222b JJJJk"), basis="table").dead, "four lack, three are left"


def test_by_the_table_jokers_where_none_may_stand_are_exchanged_for_naturals_that_are_left() -> None:
    card = rulings("X 222b! 3333c 44444c FFf")
    own = laid("2b JJk")
    assert not card.dead(own, visible=counts_of("2b"), basis="table").dead
    assert card.dead(own, visible=counts_of("22b"), basis="table").dead
    assert card.dead(own, visible=counts_of("2b"), others=laid("2b JJk"), basis="table").dead
    both = rulings("X 222b! 22b 3333c 44444c")
    assert both.dead(own, visible=(), basis="rack").labels == ("l0",)
    assert both.dead(own, visible=counts_of("9c"), basis="table").dead, "five 2 bamboo are wanted"


def test_exchanged_jokers_can_come() -> None:
    """Seven jokers lie in the discards and the rack's own pung: the one that comes back fills the quint."""
    card = rulings("X 222b! 3333c 44444c FFf")
    assert not card.dead(laid("22b Jk"), visible=counts_of("JJJJJJJk"), basis="table").dead
    assert card.dead(laid("22b Jk"), visible=counts_of("JJJJJJJk 4c"), basis="table").dead, "it comes back once"
    assert card.dead(laid("222b"), visible=counts_of("JJJJJJJJk"), basis="table").dead


def test_tiles_that_nobody_saw_prove_nothing() -> None:
    card = rulings("X 222b! 3333c 44444c FFf")
    assert not card.dead(laid("2b ?? ??"), visible=counts_of("222b ??"), basis="table").dead
    assert card.dead(laid("2b Jk ??"), visible=counts_of("222b"), basis="table").dead


def test_the_nearest_line_of_a_dead_rack_is_the_one_that_holds_most_exposures() -> None:
    card = rulings("X FFFf 1111b 2222c 333d", "X FFFf 1111b 222c 5555d")
    verdict = card.dead(laid("111b Jk", "333d", "5555d"))
    assert verdict.nearest is not None
    assert (verdict.nearest.line, verdict.nearest.misfits) == (0, tuple(laid("5555d")))
    assert rulings("C FFFf 1111b 2222c 333d").dead(laid("333d")).nearest is None, "no line may be exposed at all"


def test_the_nearest_line_of_a_dead_table_is_the_one_that_lacks_least() -> None:
    card = rulings("X FFFf 1111b 2222c 33d Ew", "X FFFf 1111b 4444c 55d Ew")
    visible = counts_of("3333d EEEEw 555d")
    lack = card.dead((), visible=visible, basis="table").nearest
    assert lack is not None
    assert (lack.line, lack.misfits, lack.jokers) == (1, (), 8)
    assert lack.tiles == lack.rigid == ((kind("5d"), 1), (kind("Ew"), 1))
    lack = card.dead(laid("1111b"), visible=counts_of("EEEEw 4444c JJJJJJk"), basis="table").nearest
    assert lack is not None
    assert (lack.line, lack.tiles) == (0, ((kind("Ew"), 1),))
    card = rulings("X FFFf 1111c 2222c 33d Ew", "X 11111b 22222b FFFf Ew")
    lack = card.dead((), visible=counts_of("1111b 22b EEEEw 333d"), basis="table").nearest
    assert lack is not None
    assert (lack.line, lack.rigid, lack.jokers) == (1, ((kind("Ew"), 1),), 8), "eight jokers fill the quints"


def test_the_verdict_does_not_change_with_what_was_asked() -> None:
    card = rulings("X FFFf 1111b 2222c 33d Ew")
    visible, own = counts_of("EEEEw"), laid("1111b")
    verdict = card.dead(own, visible=visible, basis="table")
    visible[kind("Ew")] = 0
    own.clear()
    assert verdict.nearest is not None
    assert verdict.nearest.tiles == ((kind("Ew"), 1),)
