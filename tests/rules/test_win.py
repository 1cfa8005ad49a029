"""Winning: the complete hand, the winning tile, and dangerous discards."""

from __future__ import annotations

import pytest

from mjlog.tiles import CODES, PLAIN_KINDS
from short_logs import FULL, accepted, findings, refused

WAITING = "dealt S 123b 456b 789c 22d 5d 5d"
"""South waits for 2 or 5 dots."""
DRAWN = "game; hand; {}; E discard 1c; S draw {}; S mahjong wall"
THREE_PUNGS = (
    "E discard 1b; W claim pung; W expose pung 111b; W discard Ww; N discard 2b; W claim pung; W expose pung 222b; "
    "W discard Sw; N discard 3b; W claim pung; W expose pung 333b; W discard Nw; N discard 9d"
)
"""West has three pungs of bamboo on the table."""


@pytest.mark.rule("classical/win-1")
def test_a_self_drawn_win_comes_in_turn() -> None:
    """Between the draw and the discard."""
    assert accepted("self_drawn_win_in_turn", "E discard 5b; S draw ??; S mahjong wall")
    assert accepted("self_drawn_win_in_turn", f"{FULL}; E mahjong deal")
    assert refused("self_drawn_win_in_turn", "E discard 5b; S draw ??; W mahjong wall") == "out-of-turn"
    assert refused("self_drawn_win_in_turn", "E discard 5b; S draw ??; S discard 1c; S mahjong wall") == "out-of-turn"


@pytest.mark.rule("classical/win-1")
@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("E discard 5b; S claim mahjong; S mahjong discard", "5b", "6b"),
        ("E discard 5b; S draw 1c; S mahjong wall", "1c", "2c"),
        ("E discard 5b; S draw ??; S kong concealed 1111c; S kong-replacement 2d; S mahjong loose", "2d", "3d"),
        ("E discard 5c; S draw ??; S kong concealed 1111c; W claim mahjong; W mahjong kong", "1c", "9c"),
    ],
)
def test_the_winning_tile_is_the_one_taken_last(text: str, right: str, wrong: str) -> None:
    """Drawn, discarded or robbed."""
    assert accepted("winning_tile_is_the_last", f"{text} {right}")
    assert accepted("winning_tile_is_the_last", text)
    assert refused("winning_tile_is_the_last", f"{text} {wrong}") == "mahjong-tile-wrong"


@pytest.mark.rule("classical/win-1")
@pytest.mark.parametrize(
    ("played", "source", "ok"),
    [
        ("E discard 5b; S draw ??; S", "wall", True),
        ("E discard 5b; S draw ??; S", "loose", False),
        ("E discard 5b; S draw ??; S", "deal", False),
        ("E discard 5b; S draw ??; S kong concealed 1111c; S kong-replacement ??; S", "loose", True),
        ("E discard 5b; S draw ??; S kong concealed 1111c; S kong-replacement ??; S", "wall", False),
        ("E", "deal", True),
        ("S", "deal", False),
    ],
)
def test_the_winning_tile_came_from_where_it_is_said(played: str, source: str, ok: bool) -> None:
    """From the live wall, the dead wall, or the deal (East's)."""
    text = f"{FULL}; {played} mahjong {source}"
    if ok:
        assert accepted("winning_tile_is_the_last", text)
    else:
        assert refused("winning_tile_is_the_last", text) == "mahjong-tile-wrong"


@pytest.mark.rule("classical/win-1")
@pytest.mark.parametrize(("tile", "ok"), [("2d", True), ("5d", True), ("3d", False), ("1b", False), ("1f", False)])
def test_a_known_hand_is_complete(tile: str, ok: bool) -> None:
    """Four sets and a pair."""
    text = DRAWN.format(WAITING, tile)
    assert accepted("drawn_hand_is_complete", text) if ok else refused("drawn_hand_is_complete", text) == "not-mahjong"


@pytest.mark.rule("classical/win-1")
def test_the_claimed_tile_counts() -> None:
    """A win on a discard, and by robbing a kong."""
    assert accepted(
        "discard_completes_the_hand", f"{FULL}; {WAITING}; E discard 2d; S claim mahjong; S mahjong discard"
    )
    wrong = f"{FULL}; {WAITING}; E discard 3d; S claim mahjong"
    assert refused("discard_completes_the_hand", wrong) == "not-mahjong"


@pytest.mark.rule("dead-wall/kong-4")
def test_the_tile_of_a_robbed_kong_counts() -> None:
    """West waits for 2 or 5 bamboo; South has a pung of 5 bamboo on the table, and adds to it."""
    made = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw 9b; W discard 9b; N draw ??; "
    made += "N discard 9c; E draw ??; E discard 9c; S draw 5b; S kong added 5555b; W claim mahjong; W mahjong kong"
    assert accepted("robbed_tile_completes_the_hand", f"{FULL}; dealt W 34b 123456c 789d 11d; {made}")
    short = f"{FULL}; dealt W 36b 123456c 789d 11d; {made}"
    assert accepted("discard_completes_the_hand", short.rsplit("; ", 1)[0])
    assert refused("robbed_tile_completes_the_hand", short.rsplit("; ", 1)[0]) == "not-mahjong"


@pytest.mark.rule("classical/win-1")
@pytest.mark.parametrize(
    ("hand", "tile", "options"),
    [
        ("1b 9b 1c 9c 1d 9d Ew Sw Ww Nw Rd Gd Wd", "Wd", ""),
        ("1b 9b 1c 9c 1d 9d Ew Sw Ww Nw Rd Gd Gd", "Wd", ""),
        ("1122b 5566c 7799d Ew", "Ew", " SevenPairs=true"),
    ],
)
def test_special_hands_are_complete(hand: str, tile: str, options: str) -> None:
    """Thirteen wonders, and seven pairs where they are agreed."""
    text = f"dealt S {hand}; E discard 2c; S draw {tile}; S mahjong wall"
    assert accepted("drawn_hand_is_complete", f"game{options}; hand; {text}")


@pytest.mark.rule("classical/win-1")
def test_seven_pairs_need_the_option() -> None:
    """By default they are no hand."""
    text = f"{FULL}; dealt S 1122b 5566c 7799d Ew; E discard 2c; S draw Ew; S mahjong wall"
    assert refused("drawn_hand_is_complete", text) == "not-mahjong"


@pytest.mark.rule("classical/win-1")
def test_of_an_unseen_hand_only_what_is_certain_is_said() -> None:
    """Thirteen unseen tiles may be anything; a hand known but for two may not."""
    assert accepted("discard_completes_the_hand", "E discard 5b; S claim mahjong; S mahjong discard")
    known = f"{FULL}; dealt S 13579b 13579c 1d ?? ??; E discard 9d; S claim mahjong"
    assert refused("discard_completes_the_hand", known) == "not-mahjong"


@pytest.mark.rule("classical/win-1")
def test_the_winner_shows_a_complete_hand() -> None:
    """What nobody knew is judged when it is laid down."""
    won = "E discard 5b; S claim mahjong; S mahjong discard"
    assert accepted("winner_shows_a_complete_hand", f"{won}; S show 555b 123c 456c 789c 11d")
    assert accepted("winner_shows_a_complete_hand", f"{won}; S show | 555b 123c 456c 789c 11d")
    assert refused("winner_shows_a_complete_hand", f"{won}; S show | 555b 123c 456c 789c 12d") == "not-mahjong"
    assert accepted("winner_shows_a_complete_hand", f"{won}; W show | 1379b 1379c 1379d Ew")


@pytest.mark.rule("classical/cannon-1")
def test_a_dangerous_discard_is_recorded_as_one() -> None:
    """West shows three pungs of bamboo: any bamboo is dangerous, other tiles are not."""
    dangerous = f"{THREE_PUNGS}; E discard 9b; W claim mahjong; W mahjong discard"
    assert accepted("danger_as_recorded", f"{dangerous} dangerous=choice")
    assert accepted("danger_as_recorded", f"{dangerous} dangerous=no-choice")
    assert accepted("danger_as_recorded", dangerous)
    harmless = f"{THREE_PUNGS}; E discard 9c; W claim mahjong; W mahjong discard"
    assert refused("danger_as_recorded", f"{harmless} dangerous=choice") == "danger-misjudged"
    assert accepted("danger_as_recorded", harmless)


@pytest.mark.rule("classical/cannon-1")
@pytest.mark.parametrize(("rest", "forced"), [("4567b 789b 4455b 78b 6b", True), ("4567b 789b 4455b 78b 6c", False)])
def test_a_discarder_has_a_choice_unless_every_tile_is_dangerous(rest: str, forced: bool) -> None:
    """Where the discarder's tiles are known it is certain."""
    played = f"{FULL}; dealt E {rest}; E discard 4b; S draw 1c; S discard 1c"
    assert played
    pungs = (
        "S draw 1b; S discard 1b; W claim pung; W expose pung 111b; W discard Ww; N draw 2b; N discard 2b; "
        "W claim pung; W expose pung 222b; W discard Sw; N draw 3b; N discard 3b; W claim pung; W expose pung 333b; "
        "W discard Nw; N draw 9d; N discard 9d; E draw 9b; E discard 9b; W claim mahjong; W mahjong discard"
    )
    text = f"{FULL}; dealt E {rest}; E discard 4b; {pungs}"
    right, wrong = ("no-choice", "choice") if forced else ("choice", "no-choice")
    assert accepted("danger_as_recorded", f"{text} dangerous={right}")
    assert refused("danger_as_recorded", f"{text} dangerous={wrong}") == "danger-misjudged"


@pytest.mark.rule("classical/cannon-1")
def test_a_record_that_writes_every_danger_down_omits_none() -> None:
    """Then silence means that there was none."""
    dangerous = (
        f"game; hand depth=table every=dangerous; {THREE_PUNGS}; E discard 9b; W claim mahjong; W mahjong discard"
    )
    assert accepted("danger_as_recorded", dangerous.replace("every=dangerous", "every=score"))
    known = f"{FULL} every=dangerous; dealt E 4567b 789b 4455b 78b 6c; E discard 4b; S draw 1b; S discard 1b; " + (
        "W claim pung; W expose pung 111b; W discard Ww; N draw 2b; N discard 2b; "
        "W claim pung; W expose pung 222b; W discard Sw; N draw 3b; N discard 3b; W claim pung; W expose pung 333b; "
        "W discard Nw; N draw 9d; N discard 9d; E draw 9b; E discard 9b; W claim mahjong; W mahjong discard"
    )
    assert refused("danger_as_recorded", known) == "danger-misjudged"
    assert accepted("danger_as_recorded", f"{known} dangerous=choice")


AMERICAN = "game american card=riverside-2026; hand"
EXCHANGED = f"{AMERICAN}; E discard 5b; S claim pung; S expose pung 55b Jk; S discard 9d; W draw ??; W exchange S 5b"


@pytest.mark.rule("american/win-1")
@pytest.mark.parametrize(
    ("played", "source", "ok"),
    [
        (f"{EXCHANGED}; W", "exchange", True),
        (f"{EXCHANGED}; W", "wall", True),
        (f"{AMERICAN}; E discard 9d; S draw ??; S", "exchange", False),
        (f"{AMERICAN}; dealt; E", "deal", True),
        (f"{AMERICAN}; dealt; passes; E", "deal", False),
        (f"{AMERICAN}; dealt; passes; E", "wall", True),
        (f"{AMERICAN}; E discard 9d; S draw ??; S", "deal", False),
    ],
)
def test_a_win_comes_from_the_wall_an_exchange_or_the_deal(played: str, source: str, ok: bool) -> None:
    """A win by an exchange may be called drawn; what was passed is not the hand that was dealt."""
    if ok:
        assert accepted("winning_tile_is_the_last", f"{played} mahjong {source}")
    else:
        assert refused("winning_tile_is_the_last", f"{played} mahjong {source}") == "mahjong-tile-wrong"


@pytest.mark.rule("american/win-1")
def test_an_exchange_wins_only_in_the_own_turn() -> None:
    """As anything drawn does."""
    assert accepted("self_drawn_win_in_turn", f"{EXCHANGED}; W mahjong exchange")
    assert refused("self_drawn_win_in_turn", f"{EXCHANGED}; N mahjong exchange") == "out-of-turn"


def _late(ruleset: str, left: int, discard: str) -> str:
    """The next player wins with a discard when so many live tiles are left; no 1b lies on the table before."""
    drawn = 144 - 53 - {"bmja": 14, "dmjl": 16}[ruleset] - left
    kinds = [CODES[1 + number % (PLAIN_KINDS - 1)] for number in range(drawn)] + [discard]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    winner = "ESWN"[(drawn + 1) % 4]
    played = "; ".join(moves).removeprefix("E draw ??; ")
    return f"game {ruleset}; hand; {played}; {winner} claim mahjong; {winner} mahjong discard {discard}"


@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.parametrize("ruleset", ["bmja", "dmjl"])
def test_in_the_last_five_tiles_every_tile_not_yet_seen_is_dangerous(ruleset: str) -> None:
    """Not one that lies on the table already, and not before."""
    check = "danger_as_recorded"
    assert accepted(check, f"{_late(ruleset, 5, '1b')} dangerous=choice")
    assert refused(check, f"{_late(ruleset, 6, '1b')} dangerous=choice") == "danger-misjudged"
    assert refused(check, f"{_late(ruleset, 5, '2b')} dangerous=choice") == "danger-misjudged"


@pytest.mark.rule("classical/cannon-1")
@pytest.mark.parametrize("before", ["game; hand", f"game; hand depth=table; {THREE_PUNGS}; E mahjong wall"])
def test_a_set_laid_down_without_a_discard_was_supplied_by_nobody(before: str) -> None:
    """Neither before the first discard nor by who has won."""
    assert "danger-misjudged" not in {one.code for one in findings(f"{before}; E expose pung 999d")}


@pytest.mark.rule("bmja/cannon")
def test_a_tile_claimed_for_a_set_is_not_asked_about() -> None:
    """Only the discard that wins makes anybody pay for all."""
    pungs = f"game bmja; hand depth=table; {THREE_PUNGS}"
    claimed = f"{pungs}; E discard 9b; W claim pung; W expose pung 999b"
    assert refused("danger_as_recorded", f"{claimed} dangerous=choice") == "danger-misjudged"
    assert accepted("danger_as_recorded", f"{pungs}; E discard 9b; W claim mahjong; W mahjong discard dangerous=choice")


@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.parametrize("ruleset", ["bmja", "dmjl"])
@pytest.mark.parametrize(
    ("before", "right", "wrong"),
    [
        ("N draw 9d; N discard 9d; E draw 9b", "no-choice", "choice"),
        ("N draw 7b; N discard 7b; E claim pung; E expose pung 777b", "choice", "no-choice"),
    ],
)
def test_who_has_nothing_but_dangerous_tiles_is_excused_only_after_drawing(
    ruleset: str, before: str, right: str, wrong: str
) -> None:
    """West collects bamboo, and East holds nothing else. Nobody had to claim the last tile."""
    text = (
        f"game {ruleset}; hand; dealt E 4567b 789b 4455b 78b 6b; E discard 4b; "
        "S draw 1b; S discard 1b; W claim pung; W expose pung 111b; W discard Ww; N draw 2b; N discard 2b; "
        "W claim pung; W expose pung 222b; W discard Sw; N draw 3b; N discard 3b; W claim pung; W expose pung 333b; "
        f"W discard Nw; {before}; E discard 9b; W claim mahjong; W mahjong discard"
    )
    assert accepted("danger_as_recorded", f"{text} dangerous={right}")
    assert refused("danger_as_recorded", f"{text} dangerous={wrong}") == "danger-misjudged"


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("123456b 789c 11d 22d", ": it needs 3 chows, and may have 1"),
        ("123456b 999c 11d 22d", ": it needs 2 chows, and may have 1"),
        ("123456b 789c 11d 29d", ""),
    ],
)
def test_a_hand_with_too_many_chows_is_told_so(hand: str, why: str) -> None:
    """By the rules `bmja` a hand has one chow at most."""
    found = findings(f"game bmja; hand; dealt S {hand}; E discard 2d; S claim mahjong; S mahjong discard")
    assert [one.message.partition("is not complete")[2] for one in found if one.code == "not-mahjong"] == [why]


@pytest.mark.rule("bmja/cannon")
@pytest.mark.rule("dmjl/cannon")
@pytest.mark.rule("classical/cannon-1")
@pytest.mark.parametrize(
    ("ruleset", "early", "right", "wrong"),
    [
        *((ruleset, ("9d",), "choice", "no-choice") for ruleset in ("bmja", "dmjl")),
        *((ruleset, (), "no-choice", "choice") for ruleset in ("bmja", "dmjl", "classical")),
        ("classical", ("9d",), "no-choice", "choice"),
        ("classical", ("9d", "9d"), "choice", "no-choice"),
    ],
)
def test_late_in_the_wall_whoever_holds_one_of_a_kind_that_was_discarded_has_a_choice(
    ruleset: str, early: tuple[str, ...], right: str, wrong: str
) -> None:
    """East holds 9d, and else nothing but tiles that nobody has discarded; so is the one that wins.

    By the records of `classical` a kind that was discarded once is still as dangerous.
    """
    others = [code for code in CODES[:PLAIN_KINDS] if code not in ("1b", "2b", "4b", "9c", "9d")]
    rest = (75 if ruleset == "classical" else 71) - len(early)
    kinds = ["5b", *early, *(others[number % len(others)] for number in range(rest)), "4b"]
    turns = [("ESWN"[number % 4], kind) for number, kind in enumerate(kinds)]
    moves = [f"{seat} draw {kind if seat == 'E' else '??'}; {seat} discard {kind}" for seat, kind in turns]
    played = "; ".join(moves).removeprefix("E draw 5b; ")
    text = f"game {ruleset}; hand; dealt E 1111b 2222b 5b 9999c 9d; {played}; S claim mahjong; S mahjong discard 4b"
    assert accepted("danger_as_recorded", f"{text} dangerous={right}")
    assert refused("danger_as_recorded", f"{text} dangerous={wrong}") == "danger-misjudged"
