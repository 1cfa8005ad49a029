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


_FISHING_FOR_THE_PAIR = "222b 333c 444d 678b 5d"
ONE_CHOW, RUN = "222b 333c 444d 55b 67d", "123b 456b 78c 222d 99d"
"""One chow to be completed by an 8d; three chows, to be completed by a 9c."""
_PLAIN = {"bmja-kajongg": (ONE_CHOW, "8d"), "dmjl": (RUN, "9c")}
"""20 + 2 drawn + 12, concealed: 68; 20 + 2 drawn + 4, concealed: 52."""
_FOURTH_KONG = (
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
    return {
        f"{r}/mahjong#points": score(plain, *(("68 34 1", "28 14 1") if b else ("52 26 1", "12 6 1"))),
        f"{r}/pung": score(plain, *(("68 34 1", "60 30 1") if b else ("52 26 1", "44 22 1"))),
        f"{r}/kong": score(kong, *(("92 46 1", "60 30 1") if b else ("152 38 2", "88 22 2"))),
        f"{r}/pair": score(
            drawn(r, "222b 333c 444d 67d RRd", "8d") if b else drawn(r, "123b 456b 78c 222d RRd", "9c"),
            *(("72 36 1", "68 34 1") if b else ("56 28 1", "52 26 1")),
        ),
        f"{r}/bonus": score(bonus(r, "1f3f", hand, tile), *(("84 42 1", "68 34 1") if b else ("68 34 1", "52 26 1"))),
        f"{r}/honor-set": score(
            drawn(r, "222b 333c RRRd 55b 67d", "8d") if b else drawn(r, "123b 456b 78c RRRd 99d", "9c"),
            *(("152 38 2", "76 38 1") if b else ("120 30 2", "60 30 1")),
        ),
        f"{r}/bouquet": score(
            bonus(r, "1f2f3f4f", hand, tile), *(("800 50 4", "200 50 2") if b else ("168 42 2", "84 42 1"))
        ),
        f"{r}/long-hand": Case(
            legal=f"{loser(r, 'RRRd 1379c 28b 147d 9d')} W score 16",
        ),
        f"{r}/self-drawn": score(plain, *(("68 34 1", "64 32 1") if b else ("52 26 1", "48 24 1"))),
        f"{r}/concealed": score(plain, *(("68 34 1", "34 34 0") if b else ("52 26 1", "26 26 0"))),
        f"{r}/concealed#pair-by-a-discard": Case(
            legal=f"{on_discard(r, _FISHING_FOR_THE_PAIR, '5d')} {said('32 32 0' if b else '68 34 1')}"
        ),
        f"{r}/concealed#but-the-pair": Case(
            legal=f"{on_discard(r, _FISHING_FOR_THE_PAIR, '5d', 'discarded_pair_conceals=true')} "
            f"{said('64 32 1' if b else '136 34 2')}"
        ),
        f"{r}/original-call#double": score(
            on_discard(r, hand, tile, calling=" calling=true"), *(("64", "32") if b else ("48", "24"))
        ),
        f"{r}/last-wall": score(
            f"{until_the_last_tile(r, last(r), hand, tile)} {last(r)} mahjong wall {tile};",
            *((f"{last(r)} 136", f"{last(r)} 68") if b else (f"{last(r)} 104", f"{last(r)} 52")),
        ),
        f"{r}/last-discard": score(
            f"{until_the_last_tile(r, 'W', hand, tile)} {last(r)} discard {tile}; W claim mahjong;"
            f"W mahjong discard {tile};",
            *(("W 64", "W 32") if b else ("W 48", "W 24")),
        ),
        f"{r}/rob": score(
            robbed(r, "222c 333c 444d 46b 99d" if b else "123c 456c 777c 46b 99d", "5b"),
            *(("W 64", "W 32") if b else ("W 52", "W 26")),
        ),
        f"{r}/no-chow": score(with_open_pung(r, "333c 444d 55b 77d", "7d"), "68 34 1", "34 34 0"),
        f"{r}/majors": score(with_open_pung(r, "111c 111d WWw NNw", "Nw"), "176 44 2", "88 44 1"),
    }


def _pole(r: str, limit: str) -> dict[str, Case]:
    return {f"{r}/carrying-pole": score(robbed(r, "555c 333c 444d 13b 99d", "2b"), f"W {limit}", "W 64")}


def _limits(r: str) -> dict[str, Case]:
    b, limit = r in BRITISH, str(_LIMIT[r])
    hand, tile = (ONE_CHOW, "8d") if b else (RUN, "9c")
    moon = "222b 333c 555c 678b 1d" if b else "123b 456b 789c 222c 1d"
    dealt = "222b 333c 444d 55b 678d" if b else "123b 456b 789c 222d 99c"
    return {
        f"{r}/heads-and-tails": score(with_open_pung(r, "111c 999c 11d 99d", "1d"), limit, "176"),
        f"{r}/fourfold-plenty": score(_FOURTH_KONG.format(start=full(r), says=fishing(r, "S")), limit, "250"),
        f"{r}/four-blessings": score(on_discard(r, "EEEw SSSw WWWw NNw 55b", "Nw"), limit, "384" if b else "250"),
        f"{r}/imperial-jade": score(on_discard(r, "222b 333b 444b 66b 88b", "6b"), limit, "250"),
        f"{r}/scholars": score(
            drawn(r, "RRRd GGGd WWWd 55b 66c", "6c") if b else drawn(r, "RRRd GGGd WWWd 55b 67c", "8c"), limit, "250"
        ),
        f"{r}/heaven": score(f"{full(r)} dealt E {dealt}; E mahjong deal;", f"E {limit}", "E 64" if b else "E 48"),
        f"{r}/earth": score(
            f"{full(r)} dealt S {hand}; E discard {tile}; S claim mahjong; S mahjong discard {tile};",
            limit,
            "32" if b else "24",
        ),
        f"{r}/twofold": score(
            loose(r, "2222b 333c 444d 78d 5c" if b else "2222b 333c 456d 78d 5c", "5c", "2222b", "3c", "3333c", "9d"),
            limit,
            "100",
        ),
        f"{r}/plum-blossom": score(
            loose(r, "222c 333b 444b 46d 99c" if b else "222c 123b 444b 46d 99c", "2c", "2222c", "5d"), limit, "100"
        ),
        f"{r}/moon": score(
            f"{until_the_last_tile(r, last(r), moon, '1d')} {last(r)} mahjong wall 1d;",
            f"{last(r)} {limit}",
            f"{last(r)} 100",
        ),
        **({} if r == "bmja" else _pole(r, limit)),
        f"{r}/gates": score(drawn(r, "1112345678999b", "5b"), limit, "100"),
        f"{r}/snake": score(
            drawn(r, "1123456789b ESWw", "Nw") if b else drawn(r, "1112234567999b", "8b"), limit, "100"
        ),
        f"{r}/wonders": score(drawn(r, "19b 19c 19d ESWNw RGWd", "1b"), limit, "88"),
    }


def _payments(r: str) -> dict[str, Case]:
    won, right = WON.format(r), "E=-136 S=400 W=-116 N=-148"
    worth = 136 if r in BRITISH else 320
    thrown = (
        f"game {r}; hand every=dangerous; {THROWN_TO_TWO_DRAGONS} dangerous=choice; S show 567b 222c WWd;"
        f"S score {worth}; E score 0; W score 0; N score 0;"
    )
    return {
        f"{r}/settle": Case(
            legal=f"{won} settlement {right}",
            illegal=f"{won} settlement E=-136 S=390 W=-106 N=-148",
            code="wrong-settlement",
        ),
        f"{r}/settle#east": Case(
            legal=f"{won} settlement {right}",
            illegal=f"{won} settlement E=-68 S=300 W=-104 N=-128",
            code="wrong-settlement",
        ),
        f"{r}/settle#losers": Case(
            legal=f"{won} settlement {right}",
            illegal=f"{won} settlement E=-200 S=400 W=-100 N=-100",
            code="wrong-settlement",
        ),
        f"{r}/settle#drawn-hand": Case(
            legal=f"game {r}; hand depth=result; washout; settlement E=0 S=0 W=0 N=0",
            illegal=f"game {r}; hand depth=result; washout; E score 100",
            code="washout-scored",
        ),
        f"{r}/cannon-pay": Case(
            legal=f"{thrown} settlement E=0 S={4 * worth} W={-4 * worth} N=0",
            illegal=f"{thrown} settlement E={-2 * worth} S={4 * worth} W={-worth} N={-worth}",
            code="wrong-settlement",
        ),
    }


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
