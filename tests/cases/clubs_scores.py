"""The rules of `bmja-kajongg` and `dmjl` about values and payments, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in
from cases.clubs import BRITISH, CLUBS, ROUND_THE_TABLE, THROWN_TO_TWO_DRAGONS, draws, fishing, full
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles

_LIMIT = {"bmja": 1000, "bmja-kajongg": 1000, "dmjl": 500}


def drawn(r: str, hand: str, tile: str, options: str = "") -> str:
    """South wins with the first tile of South's wall."""
    return f"game {r} {options}; hand; dealt S {hand}; E discard 8d; S draw {tile}; S mahjong wall {tile};"


def on_discard(r: str, hand: str, tile: str, options: str = "", calling: str = "") -> str:
    """South discards what was drawn, and wins with West's discard."""
    return (
        f"game {r} {options}; hand; dealt S {hand}; E discard 8d; S draw 8d; S discard 8d{calling}; {fishing(r, 'S')}"
        f"W draw ??; W discard {tile}; S claim mahjong; S mahjong discard {tile};"
    )


def with_open_pung(r: str, hand: str, tile: str) -> str:
    """South makes a pung of 9b with East's, and wins with West's discard."""
    return (
        f"{full(r)} dealt S 99b {hand} 8d; E discard 9b; S claim pung; S expose pung 999b; S discard 8d;"
        f"{fishing(r, 'S')} W draw ??; W discard {tile}; S claim mahjong; S mahjong discard {tile};"
    )


def loose(r: str, hand: str, tile: str, *taken: str) -> str:
    """South draws, lays a concealed kong as often as a loose tile follows, and wins with the last."""
    moves = [f"S draw {tile}"]
    for kong, loose in zip(taken[::2], taken[1::2], strict=True):
        moves += [f"S kong concealed {kong}", f"S kong-replacement {loose}"]
    return f"{full(r)} dealt S {hand}; E discard 8d; {'; '.join(moves)}; S mahjong loose {taken[-1]};"


def bonus(r: str, bonus: str, hand: str, tile: str) -> str:
    """South lays out bonus tiles with the first tile drawn, and wins with the tile that replaces the last of them."""
    first, *more = [bonus[number : number + 2] for number in range(0, len(bonus), 2)]
    moves = [f"S draw {first}"]
    for one, taken in zip((first, *more), (*more, tile), strict=True):
        moves += [f"S bonus {one}", f"S bonus-replacement {taken}"]
    source = "loose" if r.split()[0] == "bmja" else "wall"
    return f"{full(r)} dealt S {hand}; E discard 8d; {'; '.join(moves)}; S mahjong {source} {tile};"


def last(r: str) -> str:
    """The seat that draws the last tile of the wall."""
    return "ESWN"[draws(r) % 4]


def until_the_last_tile(r: str, winner: str, hand: str, tile: str, drawn: str = "") -> str:
    """Everybody discards what was drawn, and the last tile has been drawn; the winner is dealt the hand."""
    left = [4] * PLAIN_KINDS
    for kind in parse_tiles(f"{hand} {tile}"):
        left[kind] -= 1
    rest = [CODES[kind] for kind in range(PLAIN_KINDS) for _ in range(left[kind])]
    moves = []
    for n in range(draws(r)):
        seat = "ESWN"[n % 4]
        says = fishing(r, seat) if seat == winner and n < 4 else ""
        moves.append(f"{seat} draw {rest[n]}; {seat} discard {rest[n]}; {says}")
    played = " ".join(moves).removeprefix(f"E draw {rest[0]}; ")
    return f"{full(r)} dealt {winner} {hand}; {played} {last(r)} draw {drawn or tile};"


def robbed(r: str, hand: str, tile: str) -> str:
    """South adds this tile to a pung, and West robs it."""
    return (
        f"{full(r)} dealt W {hand}; E discard {tile}; S claim pung; S expose pung {tile} {tile} {tile}; S discard 9c;"
        f"W draw Ew; W discard Ew; {fishing(r, 'W')} {ROUND_THE_TABLE} S draw {tile}; S kong added {tile} {tile} {tile}"
        f" {tile}; W claim mahjong; W mahjong kong {tile};"
    )


def loser(r: str, hand: str) -> str:
    """North wins; West shows a hand."""
    return f"{full(r)} dealt W {hand}; E discard 8d; N claim mahjong; N mahjong discard; W show | {hand};"


def fishing_with_a_pung(r: str) -> str:
    """West fishes for purity beside an exposed pung; North wins."""
    return (
        f"{full(r)} dealt W 44b 222b 333b 777b 9b Nw; E discard 4b; W claim pung; W expose pung 444b; W discard Nw;"
        f"{fishing(r, 'W')} N draw ??; N mahjong wall; W show | 222b 333b 777b 9b;"
    )


def score(text: str, right: str, wrong: str) -> Case:
    """South's hand (or who is named) with the right score, and with one that leaves out or adds one thing."""
    return Case(legal=f"{text} {said(right)}", illegal=f"{text} {said(wrong)}", code="wrong-score")


def said(score: str) -> str:
    """`60 30 1` is South's total with points and doubles; `W 60` a total of West's; `60 items=…` one with an item."""
    words = score.split()
    seat = words.pop(0) if words[0] in "ESWN" else "S"
    named = zip(("", "points=", "doubles="), words, strict=False)
    return f"{seat} score {' '.join(word if '=' in word else name + word for name, word in named)}"


FISHING_FOR_THE_PAIR = "222b 333c 444d 678b 5d"
ONE_CHOW, RUN = "222b 333c 444d 55b 67d", "123b 456b 78c 222d 99d"
"""One chow to be completed by an 8d; three chows, to be completed by a 9c."""
_PLAIN = {"bmja-kajongg": (ONE_CHOW, "8d"), "dmjl": (RUN, "9c")}
"""20 + 2 drawn + 12, concealed: 68; 20 + 2 drawn + 4, concealed: 52."""
FOURTH_KONG = (
    "{start} dealt S 2222b 3333c 4444d 5b; E discard 8d; S draw 7c;"
    "S kong concealed 2222b; S kong-replacement 7c; S kong concealed 3333c; S kong-replacement 7c;"
    "S kong concealed 4444d; S kong-replacement 8d; S discard 8d; {says} W draw ??; W discard 7c;"
    "S claim kong; S expose kong 7777c; S kong-replacement 9d; S discard 9d; W draw ??; W discard 5b;"
    "S claim mahjong; S mahjong discard 5b;"
)
WON = "game {}; hand depth=result; S mahjong discard; S score 100; E score 20; W score 8; N score 0;"


def _points(r: str) -> dict[str, Case]:
    hand, tile = _PLAIN[r]
    plain, b = drawn(r, hand, tile), r == "bmja-kajongg"
    kong = loose(r, "222b 333c 444d 55b 67d", "4d", "4444d", "8d") if b else loose(
        r, "123b 456b 222d 78c 99d", "2d", "2222d", "9c"
    )  # fmt: skip
    return cases_in("clubs_points", globals(), locals())


def _limits(r: str) -> dict[str, Case]:
    b, limit = r in BRITISH, str(_LIMIT[r])
    hand, tile = (ONE_CHOW, "8d") if b else (RUN, "9c")
    moon = "222b 333c 555c 678b 1d" if b else "123b 456b 789c 222c 1d"
    dealt = "222b 333c 444d 55b 678d" if b else "123b 456b 789c 222d 99c"
    cases = cases_in("clubs_limits", globals(), locals())
    if r == "bmja":
        del cases["bmja/carrying-pole"]
    return cases


def _payments(r: str) -> dict[str, Case]:
    won, right = WON.format(r), "E=-136 S=400 W=-116 N=-148"
    worth = 136 if r in BRITISH else 320
    thrown = (
        f"game {r}; hand every=dangerous; {THROWN_TO_TWO_DRAGONS} dangerous=choice; S show 567b 222c WWd;"
        f"S score {worth}; E score 0; W score 0; N score 0;"
    )
    return cases_in("clubs_payments", globals(), locals())


EIGHT_WINS = "; ".join(f"hand {number} depth=result; E mahjong wall" for number in range(1, 9))
NINTH_HAND = (
    "dealt E 123b 456b 78c 222d 99d Nw; E discard Nw; S draw ??; S discard 9c; E claim mahjong; E mahjong discard 9c;"
)
FISHING_FOR_BURIED_TREASURE = (
    "game {}; hand; dealt W 11b 222b 444b 666b 3f 3s; W bonus 3f 3s; W bonus-replacement 8b; W bonus-replacement 8b;"
    "E discard 8d; N claim mahjong; N mahjong discard; W show | 11b 222b 444b 666b 88b;"
)
"""West, with West's flower and season, lacks one tile of buried treasure, and of purity."""
FOUR_DOUBLED = "RRRd EEEw GGd 66b"
WITH_A_PAIR, WITH_DRAGONS = "222b 333c 444d 67d RRd", "222b 333c RRRd 55b 67d"
OF_HONORS = "EEEw SSSw RRRd GGd WWd"
SEVEN_PAIRS = "11b 99c 11d EEw SSw RRd Gd"
CLAIMED_KONG = (
    "game bmja; hand; dealt S 222d RRRd 888c 345b 6b; E discard 2d; S claim kong; S expose kong 2222d;"
    "S kong-replacement 9d; S discard 9d; S fishing; W draw ??; W discard 1c; N draw ??; N discard 1c; E draw ??;"
    "E discard 1c; S draw 6b; S mahjong wall 6b;"
)
LOSER_WHO_CALLED = (
    "game bmja; hand; dealt S 234b 555d RRRd 888c 2d; E discard 9b; S draw Ew; S discard Ew calling=true; S fishing;"
    "W draw ??; W discard 9b; N claim mahjong; N mahjong discard; S show | 234b 555d RRRd 888c 2d;"
)
GATES_ON_A_FIVE = (
    "game bmja{}; hand; dealt S 1112345678999d; E discard 8b; S draw 8b; S discard 8b; S fishing; W draw ??;"
    "W discard {}; {}S claim mahjong; S mahjong discard {}"
)

_PARTS = (*map(_points, _PLAIN), *map(_limits, CLUBS), *map(_payments, CLUBS), cases_in("clubs_scores", globals()))
CASES: dict[str, Case] = {key: case for part in _PARTS for key, case in part.items()}
