"""Two who declare mahjong on the same tile, in any order: one of them falsely, or both rightly.

Each is tried in every rule set, at every depth, with the deal known or unseen.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import pytest

from each import each
from mjlog.answers import plain
from mjlog.audit.report import HandReport
from mjlog.seats import Seat
from short_logs import play
from turns import in_turn

ONE_WINS = ("mahjiang", "dead-wall", "western", "classical", "bmja", "dmjl", "american", "riichi-wrc")
BOTH_WIN = ("riichi", "riichi-ema")
RULE_SETS = (*ONE_WINS, *BOTH_WIN, "pung-chi")
DEPTHS = ("deal known", "deal unseen", "table", "result")
ORDERS = ("SW", "WS")
SHAPES = ("one by one", "together", "shown the other way round")
CALLS = ("both first", "the other first", "each before it declares")

TILES = {
    "S": ("222b 555c 444d 666b 8d", "222b 555c 444d 666b 88d"),
    "W": ("333b 777c 222d 888c 8d", "333b 777c 222d 888c 88d"),
    "S false": ("222b 555c 444d 678b 3d", "| 222b 555c 444d 678b 38d"),
    "W false": ("333b 777c 222d 888c 9d", "| 333b 777c 222d 888c 89d"),
    "E": ("123b 456b 789b 19c 1d 8d Ew", ""),
    "N": ("111d 555d 147c SSw GGd", ""),
    "tile": ("8d", ""),
}
"""What South and West have, and show with the tile that East discards; `false`: where that makes no hand."""
OF_THE_CARD = {
    "S": ("333b 6666c 999d NSWw", "| 333b 6666c 999d NESWw"),
    "W": ("333c 6666d 999b NSWw", "| 333c 6666d 999b NESWw"),
    "S false": ("111b 11c 9d GGGd Jk NSWw", "| 111b 11c 9d GGGd Jk NESWw"),
    "W false": ("444b 22c 9d RRRd Jk NSWw", "| 444b 22c 9d RRRd Jk NESWw"),
    "E": ("", ""),
    "N": ("", ""),
    "tile": ("Ew", ""),
}


class Told(NamedTuple):
    """How it is written down. `false`: whose hand is none, of one or both; `dead`: it is declared dead."""

    depth: str
    order: str
    shape: str
    calls: str
    false: str = ""
    dead: bool = False


def ways(false: str = "") -> Iterator[Told]:
    """Everything in which two declarations can be written down."""
    for told in itertools.product(DEPTHS, ORDERS, SHAPES, CALLS):
        yield Told(*told, false)
        if false:
            yield Told(*told, false, dead=True)


def written(ruleset: str, told: Told, declare: str = "SW") -> str:
    """The hand in which both declare, or one of them."""
    tiles = OF_THE_CARD if ruleset == "american" else TILES
    names = {seat: f"{seat} false" if seat in told.false else seat for seat in "SW"}
    tile = tiles["tile"][0]
    first, second = (seat for seat in told.order)
    called = {seat: f"{seat} claim mahjong; " if told.depth != "result" and seat in declare else "" for seat in "SW"}
    won = {seat: f"{seat} mahjong discard {tile}; " if seat in declare else "" for seat in "SW"}
    shown = {seat: f"{seat} show {tiles[name][1]}; " if seat in declare else "" for seat, name in names.items()}
    if told.dead:
        shown[told.false] += f"{told.false} dead false-mahjong; "
    before = ""
    if told.calls == CALLS[2]:
        won = {seat: called[seat] + one for seat, one in won.items()}
    else:
        before = called[first] + called[second] if told.calls == CALLS[0] else called[second] + called[first]
    declared = {
        SHAPES[0]: won[first] + shown[first] + won[second] + shown[second],
        SHAPES[1]: won[first] + won[second] + shown[first] + shown[second],
        SHAPES[2]: won[first] + won[second] + shown[second] + shown[first],
    }
    return f"{_begun(ruleset, told, tiles, names)}{before}{declared[told.shape]}"


def _begun(ruleset: str, told: Told, tiles: dict[str, tuple[str, str]], names: dict[str, str]) -> str:
    """All until East has discarded the tile."""
    card = {"american": " card=riverside-2026", "riichi": " bust=false"}.get(ruleset, "")
    depth = "" if told.depth.startswith("deal") else f" depth={told.depth}"
    begun = f"game {ruleset}{card}; hand{depth}; "
    if told.depth == "result":
        return begun
    if told.depth.startswith("deal"):
        hands = {"E": "E", "N": "N", **names}
        dealt = " / ".join(f"{seat} {tiles[name][0]}" for seat, name in hands.items() if tiles[name][0])
        begun += f"dealt {dealt}; " if told.depth == DEPTHS[0] else "dealt; "
    if ruleset == "american" and not depth:
        begun += "passes NSWw; "
    if ruleset.startswith("riichi"):
        begun = begun.replace(" Ew /", " /")
        begun += "indicator 1c; " + ("E draw Ew; " if not depth else "")
    return f"{begun}E discard {tiles['tile'][0]}; "


@lru_cache(4)
def reports(text: str) -> list[HandReport]:
    """The reports on a text, about which several things are asked."""
    return play(text).finish()


def errors(text: str) -> list[str]:
    """What is found in a text, but for what is no fault, with whose it is."""
    found = [one for report in reports(text) for one in report.findings if one.severity != "info"]
    return [f"{one.code} {one.seat}" for one in found]


def last(text: str) -> HandReport:
    """The report of the last hand."""
    return reports(text)[-1]


def other(seat: str) -> str:
    """South for West, and the other way round."""
    return "W" if seat == "S" else "S"


def next_hand(east: str) -> str:
    """The beginning of the next hand, with this player as East."""
    return f"hand 2 E {east}"


@pytest.mark.parametrize("ruleset", RULE_SETS)
@each("told", lambda: in_turn([*ways("S"), *ways("W")]), ids=str)
def test_a_win_that_is_known_to_be_none_is_none(ruleset: str, told: Told) -> None:
    """It is the only fault; the other wins, and it is known who is East next. Some games have no dead hands."""
    text = written(ruleset, told)
    codes = {one.split()[0] for one in errors(text)}
    # Who says that a hand is dead is not named here.
    assert {one.split()[1] for one in errors(text) if one != "dead-not-proved None"} <= {told.false}
    declared_dead = {"dead-not-proved"} & codes
    assert codes - declared_dead <= {"not-mahjong", "not-on-card", "mahjong-outranked", "too-many-winners"}
    assert len(codes - declared_dead) == 1 or (told.dead and ruleset == "american")
    assert plain(list(last(text).winners)) == [other(told.false)]
    assert errors(f"{text}{next_hand('ben')}") == errors(text)
    assert "wrong-east" in " ".join(errors(f"{text}{next_hand('cora')}"))


@pytest.mark.parametrize("ruleset", RULE_SETS)
@each("told", lambda: [Told("deal known", *told) for told in itertools.product(ORDERS, SHAPES, CALLS)], ids=str)
def test_who_wins_beside_a_false_win_is_paid_as_if_alone(ruleset: str, told: Told) -> None:
    """The hand that is none counts no more than if it had not been declared."""
    for false in "SW":
        both, alone = (last(written(ruleset, told._replace(false=false), who)) for who in ("SW", other(false)))
        assert both.owed == alone.owed
        assert both.computed.get(Seat[other(false)]) == alone.computed.get(Seat[other(false)])


@pytest.mark.parametrize("ruleset", BOTH_WIN)
@each("told", lambda: in_turn(ways(), first=3), ids=str)
def test_two_who_may_both_win_do_so_in_any_order(ruleset: str, told: Told) -> None:
    """Each is paid, and East passes the seat on."""
    text = written(ruleset, told)
    assert errors(f"{text}{next_hand('ben')}") == []
    assert sorted(plain(list(last(text).winners))) == ["S", "W"]
    assert "wrong-east None" in errors(f"{text}{next_hand('anna')}")
    if told.depth == DEPTHS[0]:
        owed = last(text).owed
        assert owed is not None
        paid = " ".join(f"{seat.value}={amount}" for seat, amount in owed.items())
        assert errors(f"{text}settlement {paid}") == []
        assert errors(f"{text}settlement S=1000 E=-1000") == ["wrong-settlement None"]


@pytest.mark.parametrize("ruleset", ONE_WINS)
@each("told", lambda: in_turn(ways(), first=3), ids=str)
def test_of_two_who_may_not_both_win_the_nearest_does_in_any_order(ruleset: str, told: Told) -> None:
    """The other's declaration is a fault where a call stands, or a win, that goes before; it leaves nothing open.

    Where nobody wrote down who had discarded the tile, nobody knows who is nearer.
    """
    text = written(ruleset, told)
    came_later = told.order == "SW" or told.calls != CALLS[2]
    code = "too-many-winners" if ruleset == "riichi-wrc" and told.order == "SW" else "mahjong-outranked"
    if told.depth == "result":
        assert errors(f"{text}{next_hand('ben')}") == []
        assert "who has won is open" in " ".join(one.words for one in last(f"{text}settlement S=1 E=-1").unjudged)
        return
    assert errors(text) == [f"{code} W"] * came_later
    report, alone = last(text), last(written(ruleset, told, "S"))
    assert plain(list(report.winners)) == ["S"]
    assert report.owed == alone.owed or told.depth != DEPTHS[0]
    assert errors(f"{text}{next_hand('ben')}") == errors(text)
    assert "wrong-east" in " ".join(errors(f"{text}{next_hand('cora')}"))


@pytest.mark.parametrize("ruleset", RULE_SETS)
@each(
    "told", lambda: in_turn(Told(*told, "SW") for told in itertools.product(DEPTHS[:3], ORDERS, SHAPES, CALLS)), ids=str
)
def test_of_two_hands_that_are_none_both_are_found(ruleset: str, told: Told) -> None:
    """Also that of who stood behind: nobody goes before it any more."""
    found = errors(written(ruleset, told))
    no_win = [one for one in found if one.split()[0] in ("not-mahjong", "not-on-card")]
    assert {one.split()[1] for one in no_win} == {"S", "W"}


def test_whether_the_first_to_call_or_the_nearest_wins_is_open_where_the_hands_are() -> None:
    """Two who win by a chow: the first to call gets the tile; otherwise the next in turn (pung-chi)."""
    told = Told("table", "WS", "together", "each before it declares")
    assert errors(f"{written('pung-chi', told)}{next_hand('ben')}") == []
    known = written("pung-chi", told._replace(depth="deal known"))
    assert plain(list(last(known).winners)) == ["S"]
    assert errors(known) == []


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_a_declaration_in_vain_is_taken_back(ruleset: str) -> None:
    """Before the hand is shown; the win that goes before it stands."""
    text = written(ruleset, Told("table", "SW", "one by one", "both first"))
    declared = text[: text.rindex("W show")]
    assert plain(list(last(f"{declared}W retract").winners)) == ["S"]
    assert "retract-too-late" not in " ".join(errors(f"{declared}W retract"))
    assert "retract-too-late W" in errors(f"{text}W retract")


THREE = (
    "game riichi; hand; dealt E 1b 9b 1c 1d 9d Ew Sw Ww Nw Rd Gd Wd 5b / S 46b 222c 333c 444c 55c /"
    "W 34b 222d 333d 444d 55d / N 67b 666c 777c 888c 99c; indicator 1b; E draw 9d; E discard 1b; S draw 8b;"
    "S discard 8b; W draw 9c; W discard 9c; N draw 9d; N discard 9d; E draw 1c; E discard 5b;"
)


@pytest.mark.parametrize("order", ["".join(order) for order in itertools.permutations("SWN")])
def test_three_who_win_where_that_ends_the_hand_are_one_fault(order: str) -> None:
    """The hand had ended by their calls, or the third is one too many: either is told, and the other is the same."""
    acts = [f"{seat} claim mahjong" for seat in order] + [f"{seat} mahjong discard 5b" for seat in order]
    (code,) = (one.split()[0] for one in errors(THREE + "; ".join(acts)))
    assert code in ("abort-missing", "too-many-winners")
