"""Random hands of riichi, scored by mjlog, PyPI `mahjong` and `riichienv` (Rust) side by side: differences, and speed.

    python -m benchmarks.riichi_hands [HANDS]            # every answer compared: total, fu, han, patterns, payments
    python -m benchmarks.riichi_hands --three [HANDS]    # of three players, with north winds laid aside
    python -m benchmarks.riichi_hands --speed [HANDS]    # time per hand, itemised, of distinct hands

The hands have all shapes, ways of winning, dora and red fives that can be (`tests/scoring/riichi_hands.py`). Inputs are
built beforehand. Rounds of a few hundred hands alternate between the libraries, so that a busy machine slows all of
them; in each the best of three runs counts, for all alike, and the median of the rounds' ratios is told.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from mahjong.hand_calculating.hand import HandCalculator
from msgspec.structs import replace as changed

from mjlog.audit.valuing import terms_for
from mjlog.rulesets import default_rules, load, resolve
from mjlog.scoring import Hand, HanScorer, SharedTerms, SharedWin, settle_wins
from mjlog.scoring.hand import CLAIMED_SOURCES
from mjlog.seats import SEATS, Seat
from tests.scoring.riichi_hands import as_of_four, random_hand, their_change, their_request, their_score

ROUNDS, REPEATS, WARMING = 20, 3, 20_000
_FOUR = 4

DOUBLED = ["daisushi", "suanko-pair", "chuuren-nine", "kokushi-thirteen"]
"""The yakuman that `riichienv` counts twice, whatever one says."""


def scorer(ruleset: str = "riichi", **options: Any) -> HanScorer:
    """Ours, under these options."""
    found = resolve(load(ruleset), options).scorer
    assert isinstance(found, HanScorer)
    return found


def differences(number: int, seed: int = 1) -> int:
    """Compare so many hands with `mahjong` and `riichienv`; how many differ, each printed."""
    chance, ours, doubling, wrong = random.Random(seed), scorer(), scorer(double_yakuman=DOUBLED), 0
    terms = terms_for(default_rules("riichi")).shared
    assert terms is not None
    for _ in range(number):
        hand = random_hand(chance)
        score, theirs = ours.score(hand), their_score(hand)
        told: tuple[Any, ...] = (None, "no_yaku")
        if score.total is not None:
            items = sorted((item.name, item.doubles) for item in score.items)
            told = score.total, score.points, score.doubles, items
        if told != theirs or change_by(hand, score.total, terms) != their_change(hand, discarder_of(hand)):
            wrong += 1
            print(hand, told, theirs, sep="\n  ")
        value, rust = doubling.score(hand), rust_score(hand)
        # Of a yakuman they say 26 han where it is double, and no fu.
        told = (value.total,) if value.limits or value.total is None else (value.total, value.points, value.doubles)
        # With heaven they let any tile of the thirteen wonders be the last: thirteen waits.
        in_heaven = "heaven" in value.limits and "kokushi" in value.limits
        if told != rust[: len(told)] and not in_heaven:
            wrong += 1
            print(hand, told, rust, sep="\n  ")
    return wrong


def differences_of_three(number: int, seed: int = 1) -> int:
    """The same of hands of three players.

    `mahjong` knows neither north winds laid aside nor payments by two, and 1 of characters points at 2: it is asked
    without norths, with 8 in the place of 1, and drawn wins are compared by fu, han and patterns.
    """
    chance, wrong = random.Random(seed), 0
    ours, doubling = scorer("riichi-sanma"), scorer("riichi-sanma", double_yakuman=DOUBLED)
    for _ in range(number):
        hand = random_hand(chance, players=3)
        score, theirs = ours.score(changed(hand, bonus=())), their_score(as_of_four(hand))
        told: tuple[Any, ...] = (None, "no_yaku")
        if score.total is not None:
            items = sorted((item.name, item.doubles) for item in score.items)
            told = score.total, score.points, score.doubles, items
        if told[hand.source not in CLAIMED_SOURCES :] != theirs[hand.source not in CLAIMED_SOURCES :]:
            wrong += 1
            print(hand, told, theirs, sep="\n  ")
        value, rust = doubling.score(hand), rust_score(hand, players=3)
        told = (value.total,) if value.limits or value.total is None else (value.total, value.points, value.doubles)
        in_heaven = "heaven" in value.limits and "kokushi" in value.limits
        if told != rust[: len(told)] and not in_heaven:
            wrong += 1
            print(hand, told, rust, sep="\n  ")
    return wrong


def discarder_of(hand: Hand) -> Seat:
    """Whose tile a hand won, where it was not drawn."""
    return hand.seat.right


def change_by(hand: Hand, total: int | None, terms: SharedTerms) -> dict[Seat, int] | None:
    """What everybody gains by us; None without a win."""
    if total is None:
        return None
    discarder = discarder_of(hand) if hand.source in CLAIMED_SOURCES else None
    return dict(settle_wins([SharedWin(total, hand.seat, discarder)], terms).change)


def rust_score(hand: Hand, players: int = 4) -> tuple[int | None, int, int]:
    """What `riichienv` makes of a hand: total, fu, han; no total where it does not win.

    Its own class for hands in Python takes the tile once more where two kongs lie on the table; so it is passed over.
    """
    from riichienv._riichienv import HandEvaluator, HandEvaluator3P
    from riichienv.hand import _to_rust_conditions

    tiles, melds, win_tile, indicators, conditions, under = rust_request(hand)
    conditions.num_players, conditions.is_sanma, conditions.kita_count = players, players < _FOUR, len(hand.bonus)
    evaluator = HandEvaluator if players == _FOUR else HandEvaluator3P
    found = evaluator(tiles, melds).calc(win_tile, indicators, under, _to_rust_conditions(conditions))
    if not found.is_win:
        return None, 0, 0
    if hand.source in CLAIMED_SOURCES:
        return found.ron_agari, found.fu, found.han
    others = (players - 1) * found.tsumo_agari_ko
    total = others if hand.seat is SEATS[0] else found.tsumo_agari_oya + others - found.tsumo_agari_ko
    return total, found.fu, found.han


def rust_request(hand: Hand) -> tuple[Any, ...]:
    """The hand as `riichienv` takes it."""
    import riichienv

    request, source, flags = their_request(hand), hand.source or "", hand.flags
    melds = request["melds"]
    kinds = {"chi": riichienv.MeldType.Chi, "pon": riichienv.MeldType.Pon}
    kongs = {"claimed": riichienv.MeldType.Daiminkan, "added": riichienv.MeldType.Kakan}
    laid = [
        riichienv.Meld(kinds.get(meld.type) or kongs.get(one.origin or "", riichienv.MeldType.Ankan),
                       list(meld.tiles), meld.opened)
        for meld, one in zip(melds, hand.sets, strict=True)
    ]  # fmt: skip
    rest = list(request["tiles"])
    for tile in (tile for meld in melds for tile in meld.tiles):
        rest.remove(tile)
    conditions = riichienv.Conditions(
        tsumo=source not in CLAIMED_SOURCES, riichi=bool({"riichi", "double-riichi"} & flags),
        double_riichi="double-riichi" in flags, ippatsu="ippatsu" in flags, haitei=source == "last-wall",
        houtei=source == "last-discard", rinshan=source == "loose", chankan=source == "kong",
        tsumo_first_turn="first-turn" in flags, player_wind=hand.seat.index, round_wind=hand.round.index,
    )  # fmt: skip
    return rest, laid, request["win_tile"], request["dora_indicators"], conditions, request["ura_dora_indicators"]


def _rust(request: tuple[Any, ...]) -> object:
    from riichienv import HandEvaluator

    tiles, melds, win_tile, indicators, conditions, under = request
    return HandEvaluator(tiles, melds).calc(win_tile, indicators, conditions, under)


def _theirs(request: dict[str, Any]) -> object:
    return HandCalculator.estimate_hand_value(**request)


def _seconds(score: Callable[[Any], object], requests: Sequence[Any]) -> float:
    start = time.process_time()
    for request in requests:
        score(request)
    return time.process_time() - start


def speeds(number: int, warming: int = WARMING) -> dict[str, list[float]]:
    """Microseconds a hand, by library, of each round."""
    chance, ours = random.Random(7), scorer()
    ours.prepare()
    for hand in (random_hand(chance, rare=False) for _ in range(warming)):
        ours.score(hand)
    contestants: dict[str, tuple[Callable[[Any], object], Callable[[Hand], Any]]] = {
        "mjlog": (ours.score, lambda hand: hand),
        "mahjong": (_theirs, their_request),
        "riichienv": (_rust, rust_request),
    }
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        hands = [random_hand(chance, rare=False) for _ in range(number // ROUNDS)]
        for name, (score, prepare) in contestants.items():
            requests = [prepare(hand) for hand in hands]
            gc.collect()
            gc.disable()
            taken[name].append(min(_seconds(score, requests) for _ in range(REPEATS)) / len(requests) * 1e6)
            gc.enable()
    return taken


def main() -> None:
    """Compare, or measure; exit status 1 where an answer differs."""
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    number = int(arguments[0]) if arguments else 100_000
    if "--speed" not in sys.argv:
        wrong = differences_of_three(number) if "--three" in sys.argv else differences(number)
        print(f"{number:,} hands, {wrong:,} answers otherwise than by mahjong and riichienv")
        sys.exit(1 if wrong else 0)
    taken = speeds(min(number, 20_000))
    for name, times in taken.items():
        ratio = statistics.median(one / our for one, our in zip(times, taken["mjlog"], strict=True))
        print(f"{name:10} {min(times):7.2f} us a hand at best, {statistics.median(times):7.2f} usually; x {ratio:5.1f}")


if __name__ == "__main__":
    main()
