"""The rules of `bmja-kajongg` and `dmjl` about values and payments, each kept and broken."""

from __future__ import annotations

from cases import Case
from cases.clubs import BRITISH, CLUBS, ROUND_THE_TABLE, THROWN_TO_TWO_DRAGONS, draws, fishing, full
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles

_LIMIT = {"bmja": 1000, "bmja-kajongg": 1000, "dmjl": 500}


def _drawn(r: str, hand: str, tile: str, options: str = "") -> str:
    """South wins with the first tile of South's wall."""
    return f"game {r} {options}; hand; dealt S {hand}; E discard 8d; S draw {tile}; S mahjong wall {tile};"


def _on_discard(r: str, hand: str, tile: str, options: str = "", calling: str = "") -> str:
    """South discards what was drawn, and wins with West's discard."""
    return (
        f"game {r} {options}; hand; dealt S {hand}; E discard 8d; S draw 8d; S discard 8d{calling}; {fishing(r, 'S')}"
        f"W draw ??; W discard {tile}; S claim mahjong; S mahjong discard {tile};"
    )


def _with_open_pung(r: str, hand: str, tile: str) -> str:
    """South makes a pung of 9b with East's, and wins with West's discard."""
    return (
        f"{full(r)} dealt S 99b {hand} 8d; E discard 9b; S claim pung; S expose pung 999b; S discard 8d;"
        f"{fishing(r, 'S')} W draw ??; W discard {tile}; S claim mahjong; S mahjong discard {tile};"
    )


def _loose(r: str, hand: str, tile: str, *taken: str) -> str:
    """South draws, lays a concealed kong as often as a loose tile follows, and wins with the last."""
    moves = [f"S draw {tile}"]
    for kong, loose in zip(taken[::2], taken[1::2], strict=True):
        moves += [f"S kong concealed {kong}", f"S kong-replacement {loose}"]
    return f"{full(r)} dealt S {hand}; E discard 8d; {'; '.join(moves)}; S mahjong loose {taken[-1]};"


def _bonus(r: str, bonus: str, hand: str, tile: str) -> str:
    """South lays out bonus tiles with the first tile drawn, and wins with the tile that replaces the last of them."""
    first, *more = [bonus[number : number + 2] for number in range(0, len(bonus), 2)]
    moves = [f"S draw {first}"]
    for one, taken in zip((first, *more), (*more, tile), strict=True):
        moves += [f"S bonus {one}", f"S bonus-replacement {taken}"]
    source = "loose" if r.split()[0] == "bmja" else "wall"
    return f"{full(r)} dealt S {hand}; E discard 8d; {'; '.join(moves)}; S mahjong {source} {tile};"


def _last(r: str) -> str:
    """The seat that draws the last tile of the wall."""
    return "ESWN"[draws(r) % 4]


def _until_the_last_tile(r: str, winner: str, hand: str, tile: str, drawn: str = "") -> str:
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
    return f"{full(r)} dealt {winner} {hand}; {played} {_last(r)} draw {drawn or tile};"


def _robbed(r: str, hand: str, tile: str) -> str:
    """South adds this tile to a pung, and West robs it."""
    return (
        f"{full(r)} dealt W {hand}; E discard {tile}; S claim pung; S expose pung {tile} {tile} {tile}; S discard 9c;"
        f"W draw Ew; W discard Ew; {fishing(r, 'W')} {ROUND_THE_TABLE} S draw {tile}; S kong added {tile} {tile} {tile}"
        f" {tile}; W claim mahjong; W mahjong kong {tile};"
    )


def _loser(r: str, hand: str) -> str:
    """North wins; West shows a hand."""
    return f"{full(r)} dealt W {hand}; E discard 8d; N claim mahjong; N mahjong discard; W show | {hand};"


def _fishing_with_a_pung(r: str) -> str:
    """West fishes for purity beside an exposed pung; North wins."""
    return (
        f"{full(r)} dealt W 44b 222b 333b 777b 9b Nw; E discard 4b; W claim pung; W expose pung 444b; W discard Nw;"
        f"{fishing(r, 'W')} N draw ??; N mahjong wall; W show | 222b 333b 777b 9b;"
    )


def _score(text: str, right: str, wrong: str) -> Case:
    """South's hand (or who is named) with the right score, and with one that leaves out or adds one thing."""
    return Case(legal=f"{text} {_said(right)}", illegal=f"{text} {_said(wrong)}", code="wrong-score")


def _said(score: str) -> str:
    """`60 30 1` is South's total with points and doubles; `W 60` a total of West's; `60 items=…` one with an item."""
    words = score.split()
    seat = words.pop(0) if words[0] in "ESWN" else "S"
    named = zip(("", "points=", "doubles="), words, strict=False)
    return f"{seat} score {' '.join(word if '=' in word else name + word for name, word in named)}"


_FISHING_FOR_THE_PAIR = "222b 333c 444d 678b 5d"
_ONE_CHOW, _RUN = "222b 333c 444d 55b 67d", "123b 456b 78c 222d 99d"
"""One chow to be completed by an 8d; three chows, to be completed by a 9c."""
_PLAIN = {"bmja-kajongg": (_ONE_CHOW, "8d"), "dmjl": (_RUN, "9c")}
"""20 + 2 drawn + 12, concealed: 68; 20 + 2 drawn + 4, concealed: 52."""
_FOURTH_KONG = (
    "{start} dealt S 2222b 3333c 4444d 5b; E discard 8d; S draw 7c;"
    "S kong concealed 2222b; S kong-replacement 7c; S kong concealed 3333c; S kong-replacement 7c;"
    "S kong concealed 4444d; S kong-replacement 8d; S discard 8d; {says} W draw ??; W discard 7c;"
    "S claim kong; S expose kong 7777c; S kong-replacement 9d; S discard 9d; W draw ??; W discard 5b;"
    "S claim mahjong; S mahjong discard 5b;"
)
_WON = "game {}; hand depth=result; S mahjong discard; S score 100; E score 20; W score 8; N score 0;"


def _points(r: str) -> dict[str, Case]:
    hand, tile = _PLAIN[r]
    plain, b = _drawn(r, hand, tile), r == "bmja-kajongg"
    kong = _loose(r, "222b 333c 444d 55b 67d", "4d", "4444d", "8d") if b else _loose(
        r, "123b 456b 222d 78c 99d", "2d", "2222d", "9c"
    )  # fmt: skip
    return {
        f"{r}/mahjong#points": _score(plain, *(("68 34 1", "28 14 1") if b else ("52 26 1", "12 6 1"))),
        f"{r}/pung": _score(plain, *(("68 34 1", "60 30 1") if b else ("52 26 1", "44 22 1"))),
        f"{r}/kong": _score(kong, *(("92 46 1", "60 30 1") if b else ("152 38 2", "88 22 2"))),
        f"{r}/pair": _score(
            _drawn(r, "222b 333c 444d 67d RRd", "8d") if b else _drawn(r, "123b 456b 78c 222d RRd", "9c"),
            *(("72 36 1", "68 34 1") if b else ("56 28 1", "52 26 1")),
        ),
        f"{r}/bonus": _score(_bonus(r, "1f3f", hand, tile), *(("84 42 1", "68 34 1") if b else ("68 34 1", "52 26 1"))),
        f"{r}/honor-set": _score(
            _drawn(r, "222b 333c RRRd 55b 67d", "8d") if b else _drawn(r, "123b 456b 78c RRRd 99d", "9c"),
            *(("152 38 2", "76 38 1") if b else ("120 30 2", "60 30 1")),
        ),
        f"{r}/bouquet": _score(
            _bonus(r, "1f2f3f4f", hand, tile), *(("800 50 4", "200 50 2") if b else ("168 42 2", "84 42 1"))
        ),
        f"{r}/long-hand": Case(
            legal=f"{_loser(r, 'RRRd 1379c 28b 147d 9d')} W score 16",
        ),
        f"{r}/self-drawn": _score(plain, *(("68 34 1", "64 32 1") if b else ("52 26 1", "48 24 1"))),
        f"{r}/concealed": _score(plain, *(("68 34 1", "34 34 0") if b else ("52 26 1", "26 26 0"))),
        f"{r}/concealed#pair-by-a-discard": Case(
            legal=f"{_on_discard(r, _FISHING_FOR_THE_PAIR, '5d')} {_said('32 32 0' if b else '68 34 1')}"
        ),
        f"{r}/concealed#but-the-pair": Case(
            legal=f"{_on_discard(r, _FISHING_FOR_THE_PAIR, '5d', 'discarded_pair_conceals=true')} "
            f"{_said('64 32 1' if b else '136 34 2')}"
        ),
        f"{r}/original-call#double": _score(
            _on_discard(r, hand, tile, calling=" calling=true"), *(("64", "32") if b else ("48", "24"))
        ),
        f"{r}/last-wall": _score(
            f"{_until_the_last_tile(r, _last(r), hand, tile)} {_last(r)} mahjong wall {tile};",
            *((f"{_last(r)} 136", f"{_last(r)} 68") if b else (f"{_last(r)} 104", f"{_last(r)} 52")),
        ),
        f"{r}/last-discard": _score(
            f"{_until_the_last_tile(r, 'W', hand, tile)} {_last(r)} discard {tile}; W claim mahjong;"
            f"W mahjong discard {tile};",
            *(("W 64", "W 32") if b else ("W 48", "W 24")),
        ),
        f"{r}/rob": _score(
            _robbed(r, "222c 333c 444d 46b 99d" if b else "123c 456c 777c 46b 99d", "5b"),
            *(("W 64", "W 32") if b else ("W 52", "W 26")),
        ),
        f"{r}/no-chow": _score(_with_open_pung(r, "333c 444d 55b 77d", "7d"), "68 34 1", "34 34 0"),
        f"{r}/majors": _score(_with_open_pung(r, "111c 111d WWw NNw", "Nw"), "176 44 2", "88 44 1"),
    }


def _pole(r: str, limit: str) -> dict[str, Case]:
    return {f"{r}/carrying-pole": _score(_robbed(r, "555c 333c 444d 13b 99d", "2b"), f"W {limit}", "W 64")}


def _limits(r: str) -> dict[str, Case]:
    b, limit = r in BRITISH, str(_LIMIT[r])
    hand, tile = (_ONE_CHOW, "8d") if b else (_RUN, "9c")
    moon = "222b 333c 555c 678b 1d" if b else "123b 456b 789c 222c 1d"
    dealt = "222b 333c 444d 55b 678d" if b else "123b 456b 789c 222d 99c"
    return {
        f"{r}/heads-and-tails": _score(_with_open_pung(r, "111c 999c 11d 99d", "1d"), limit, "176"),
        f"{r}/fourfold-plenty": _score(_FOURTH_KONG.format(start=full(r), says=fishing(r, "S")), limit, "250"),
        f"{r}/four-blessings": _score(_on_discard(r, "EEEw SSSw WWWw NNw 55b", "Nw"), limit, "384" if b else "250"),
        f"{r}/imperial-jade": _score(_on_discard(r, "222b 333b 444b 66b 88b", "6b"), limit, "250"),
        f"{r}/scholars": _score(
            _drawn(r, "RRRd GGGd WWWd 55b 66c", "6c") if b else _drawn(r, "RRRd GGGd WWWd 55b 67c", "8c"), limit, "250"
        ),
        f"{r}/heaven": _score(f"{full(r)} dealt E {dealt}; E mahjong deal;", f"E {limit}", "E 64" if b else "E 48"),
        f"{r}/earth": _score(
            f"{full(r)} dealt S {hand}; E discard {tile}; S claim mahjong; S mahjong discard {tile};",
            limit,
            "32" if b else "24",
        ),
        f"{r}/twofold": _score(
            _loose(r, "2222b 333c 444d 78d 5c" if b else "2222b 333c 456d 78d 5c", "5c", "2222b", "3c", "3333c", "9d"),
            limit,
            "100",
        ),
        f"{r}/plum-blossom": _score(
            _loose(r, "222c 333b 444b 46d 99c" if b else "222c 123b 444b 46d 99c", "2c", "2222c", "5d"), limit, "100"
        ),
        f"{r}/moon": _score(
            f"{_until_the_last_tile(r, _last(r), moon, '1d')} {_last(r)} mahjong wall 1d;",
            f"{_last(r)} {limit}",
            f"{_last(r)} 100",
        ),
        **({} if r == "bmja" else _pole(r, limit)),
        f"{r}/gates": _score(_drawn(r, "1112345678999b", "5b"), limit, "100"),
        f"{r}/snake": _score(
            _drawn(r, "1123456789b ESWw", "Nw") if b else _drawn(r, "1112234567999b", "8b"), limit, "100"
        ),
        f"{r}/wonders": _score(_drawn(r, "19b 19c 19d ESWNw RGWd", "1b"), limit, "88"),
    }


def _payments(r: str) -> dict[str, Case]:
    won, right = _WON.format(r), "E=-136 S=400 W=-116 N=-148"
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


_EIGHT_WINS = "; ".join(f"hand {number} depth=result; E mahjong wall" for number in range(1, 9))
_NINTH_HAND = (
    "dealt E 123b 456b 78c 222d 99d Nw; E discard Nw; S draw ??; S discard 9c; E claim mahjong; E mahjong discard 9c;"
)
_FISHING_FOR_BURIED_TREASURE = (
    "game {}; hand; dealt W 11b 222b 444b 666b 3f 3s; W bonus 3f 3s; W bonus-replacement 8b; W bonus-replacement 8b;"
    "E discard 8d; N claim mahjong; N mahjong discard; W show | 11b 222b 444b 666b 88b;"
)
"""West, with West's flower and season, lacks one tile of buried treasure, and of purity."""
_KAJONGG = {
    "bmja-kajongg/own-flower": _score(_bonus("bmja-kajongg", "2f", _ONE_CHOW, "8d"), "152 38 2", "76 38 1"),
    "bmja-kajongg/own-season": _score(_bonus("bmja-kajongg", "2s", _ONE_CHOW, "8d"), "152 38 2", "76 38 1"),
    "bmja-kajongg/purity": _score(_with_open_pung("bmja-kajongg", "222b 333b 55b 88b", "5b"), "544 34 4", "68 34 1"),
    "bmja-kajongg/honors": _score(_drawn("bmja-kajongg", "EEw SSw WWw NNw RRd GGd Wd", "Wd"), "1000", "120"),
    "bmja-kajongg/buried-treasure": _score(_drawn("bmja-kajongg", "222b 444b 666b NNw 55b", "Nw"), "1000", "168"),
    "bmja-kajongg/triple-knitting": _score(_drawn("bmja-kajongg", "1359b 1359c 1359d 8b", "8c"), "500", "88"),
    "bmja-kajongg/knitting": _score(_drawn("bmja-kajongg", "1234567b 123456c", "7c"), "500", "88"),
    "bmja-kajongg/pair-honors": _score(_drawn("bmja-kajongg", "11b 99c 11d EEw SSw RRd Gd", "Gd"), "500", "240"),
    "bmja-kajongg/fishing-limit": _score(_loser("bmja-kajongg", "19b 19c 19d ESWNw RGWd"), "W 400", "W 0"),
    "bmja-kajongg/fishing-half": _score(_loser("bmja-kajongg", "1234567b 123456c"), "W 200", "W 0"),
    "bmja-kajongg/fishing-purity": _score(_fishing_with_a_pung("bmja-kajongg"), "W 112 14 3", "W 14 14 0"),
    "bmja-kajongg/fishing-purity#beside-a-limit-hand": _score(
        _FISHING_FOR_BURIED_TREASURE.format("bmja-kajongg"), "W 400", "W 640"
    ),
    "bmja-kajongg/mahjong#knitted": _score(
        _bonus("bmja-kajongg", "2f2s1f", "1359b 1359c 1359d 8b", "8c"), "500", "544"
    ),
    "bmja-kajongg/mahjong#cap": _score(_on_discard("bmja-kajongg", "RRRd SSSw EEEw GGd 66b", "Gd"), "1000", "1536"),
    "bmja-kajongg/mahjong#roof-off": Case(
        legal=f"{_on_discard('bmja-kajongg', 'RRRd SSSw EEEw GGd 66b', 'Gd', 'roof_off=true')} S score 1536",
        illegal=f"{_on_discard('bmja-kajongg', 'RRRd SSSw EEEw GGd 66b', 'Gd')} S score 1536",
        code="wrong-score",
    ),
}
_FOUR_DOUBLED = "RRRd EEEw GGd 66b"
_WITH_A_PAIR, _WITH_DRAGONS = "222b 333c 444d 67d RRd", "222b 333c RRRd 55b 67d"
_OF_HONORS = "EEEw SSSw RRRd GGd WWd"
_SEVEN_PAIRS = "11b 99c 11d EEw SSw RRd Gd"
_CLAIMED_KONG = (
    "game bmja; hand; dealt S 222d RRRd 888c 345b 6b; E discard 2d; S claim kong; S expose kong 2222d;"
    "S kong-replacement 9d; S discard 9d; S fishing; W draw ??; W discard 1c; N draw ??; N discard 1c; E draw ??;"
    "E discard 1c; S draw 6b; S mahjong wall 6b;"
)
_LOSER_WHO_CALLED = (
    "game bmja; hand; dealt S 234b 555d RRRd 888c 2d; E discard 9b; S draw Ew; S discard Ew calling=true; S fishing;"
    "W draw ??; W discard 9b; N claim mahjong; N mahjong discard; S show | 234b 555d RRRd 888c 2d;"
)
_GATES_ON_A_FIVE = (
    "game bmja{}; hand; dealt S 1112345678999d; E discard 8b; S draw 8b; S discard 8b; S fishing; W draw ??;"
    "W discard {}; {}S claim mahjong; S mahjong discard {}"
)
_BMJA = {
    "bmja/mahjong#points": _score(_drawn("bmja", _ONE_CHOW, "8d"), "34 34 0", "14 14 0"),
    "bmja/mahjong#knitted": Case(legal=f"{_drawn('bmja', '1359b 1359c 1359d 8b', '8c')} {_said('500')}"),
    "bmja/pung": _score(_drawn("bmja", _ONE_CHOW, "8d"), "34 34 0", "30 30 0"),
    "bmja/kong": _score(_loose("bmja", _ONE_CHOW, "4d", "4444d", "8d"), "88 44 1", "56 28 1"),
    "bmja/pair": _score(_drawn("bmja", _WITH_A_PAIR, "8d"), "72 36 1", "68 34 1"),
    "bmja/bonus": _score(_bonus("bmja", "1f3f", _ONE_CHOW, "8d"), "80 40 1", "64 32 1"),
    "bmja/honor-set": _score(_drawn("bmja", _WITH_DRAGONS, "8d"), "152 38 2", "76 38 1"),
    "bmja/own-flower": _score(_bonus("bmja", "2f", _ONE_CHOW, "8d"), "144 36 2", "72 36 1"),
    "bmja/own-season": _score(_bonus("bmja", "2s", _ONE_CHOW, "8d"), "144 36 2", "72 36 1"),
    "bmja/bouquet": _score(_bonus("bmja", "1f2f3f4f", _ONE_CHOW, "8d"), "384 48 3", "96 48 1"),
    "bmja/long-hand": Case(legal=f"{_loser('bmja', 'RRRd 1379c 28b 147d 9d')} W score 16"),
    "bmja/tallies": Case(legal=f"{_WON.format('bmja')} settlement E=-136 S=400 W=-116 N=-148"),
    "bmja/one-chow": Case(legal=f"{_drawn('bmja', _ONE_CHOW, '8d')} S score 34"),
    "bmja/self-drawn": _score(_drawn("bmja", _ONE_CHOW, "8d"), "34 34 0", "32 32 0"),
    "bmja/self-drawn#loose": Case(legal=f"{_loose('bmja', _ONE_CHOW, '4d', '4444d', '8d')} {_said('88 44 1')}"),
    "bmja/self-drawn#loose-by-an-option": Case(
        legal=f"{_bonus('bmja loose_drawn=true', '1f', _ONE_CHOW, '8d')} {_said('76 38 1')}",
    ),
    "bmja/concealed": _score(_drawn("bmja", _WITH_A_PAIR, "8d"), "72 36 1", "36 36 0"),
    "bmja/concealed#without-honors": Case(
        legal=f"{_drawn('bmja', _ONE_CHOW, '8d', 'plain_concealed=true')} {_said('68 34 1')}",
    ),
    "bmja/concealed#pair-by-a-discard": Case(
        legal=f"{_on_discard('bmja', '222b 333c RRRd 678b 5d', '5d')} {_said('72 36 1')}"
    ),
    "bmja/claimed-kong": _score(_CLAIMED_KONG, "84 42 1", "168 42 2"),
    "bmja/claimed-kong#by-an-option": Case(
        legal=f"{_CLAIMED_KONG.replace('game bmja', 'game bmja claimed_kong_hides=true')} {_said('168 42 2')}"
    ),
    "bmja/original-call#double": _score(
        _on_discard("bmja", _ONE_CHOW, "8d", calling=" calling=true"), "128 32 2", "64 32 1"
    ),
    "bmja/original-call#once-by-an-option": Case(
        legal=f"{_on_discard('bmja', _ONE_CHOW, '8d', 'call_twice=false', ' calling=true')} {_said('64 32 1')}",
        illegal=f"{_on_discard('bmja', _ONE_CHOW, '8d', calling=' calling=true')} {_said('64 32 1')}",
        code="wrong-score",
    ),
    "bmja/original-call#of-a-loser": Case(legal=f"{_LOSER_WHO_CALLED} {_said('64 16 2')}"),
    "bmja/last-wall": _score(
        f"{_until_the_last_tile('bmja', _last('bmja'), _ONE_CHOW, '8d')} {_last('bmja')} mahjong wall 8d;",
        f"{_last('bmja')} 68",
        f"{_last('bmja')} 34",
    ),
    "bmja/last-discard": _score(
        f"{_until_the_last_tile('bmja', 'W', _ONE_CHOW, '8d')} {_last('bmja')} discard 8d; W claim mahjong;"
        "W mahjong discard 8d;",
        "W 64",
        "W 32",
    ),
    "bmja/rob": _score(_robbed("bmja", "222c 333c 444d 46b 99d", "5b"), "W 64", "W 32"),
    "bmja/rob#no-carrying-pole": Case(legal=f"{_robbed('bmja', '555c 333c 444d 13b 99d', '2b')} {_said('W 64')}"),
    "bmja/loose": _score(_loose("bmja", _ONE_CHOW, "4d", "4444d", "8d"), "88 44 1", "44 44 0"),
    "bmja/loose#for-a-bonus-tile": _score(_bonus("bmja", "1f", _ONE_CHOW, "8d"), "72 36 1", "36 36 0"),
    "bmja/no-chow": _score(_with_open_pung("bmja", "333c 444d 55b 77d", "7d"), "68 34 1", "34 34 0"),
    "bmja/mixed-suit": _score(_on_discard("bmja", "234b 666b 888b RRd 55b", "5b"), "64 32 1", "32 32 0"),
    "bmja/majors": _score(_with_open_pung("bmja", "111c 111d WWw NNw", "Nw"), "176 44 2", "88 44 1"),
    "bmja/special-bonus": Case(legal=f"{_bonus('bmja', '2f', _SEVEN_PAIRS, 'Gd')} S score 508"),
    "bmja/pair-honors#bonus": Case(legal=f"{_bonus('bmja', '2f', _SEVEN_PAIRS, 'Gd')} {_said('508')}"),
    "bmja/purity": _score(_with_open_pung("bmja", "222b 333b 55b 88b", "5b"), "272 34 3", "34 34 0"),
    "bmja/purity#bonus-apart": Case(legal=f"{_bonus('bmja', '2f', '222b 333b 444b 66b 88b', '6b')} {_said('1000')}"),
    "bmja/purity#kept-by-an-option": Case(
        legal=f"{_with_open_pung('bmja purity_kept=true', '222b 333b 55b 88b', '5b')} {_said('544 34 4')}"
    ),
    "bmja/honors": _score(_drawn("bmja", _OF_HONORS, "Gd"), "1000", "640"),
    "bmja/honors#seven-pairs": _score(_drawn("bmja", "EEw SSw WWw NNw RRd GGd Wd", "Wd"), "500", "1000"),
    "bmja/buried-treasure": _score(_drawn("bmja", "222b 444b 666b NNw 55b", "Nw"), "1000", "168"),
    "bmja/buried-treasure#claimed": _score(_on_discard("bmja", "222b 444b 666b NNw 55b", "Nw"), "1000", "144"),
    "bmja/buried-treasure#hidden-by-an-option": Case(
        legal=f"{_on_discard('bmja', '222b 444b 666b NNw 55b', 'Nw', 'treasure_hidden=true')} {_said('144 36 2')}"
    ),
    "bmja/imperial-jade#no-chow": Case(legal=f"{_drawn('bmja', '234b 444b 666b 88b GGd', 'Gd')} {_said('304 38 3')}"),
    "bmja/imperial-jade#chow-by-an-option": Case(
        legal=f"{_drawn('bmja', '234b 444b 666b 88b GGd', 'Gd', 'jade_chow=true')} S score 1000"
    ),
    "bmja/heaven#replaced": Case(
        legal=f"{full('bmja')} dealt E 222b 333c RRRd 55b 67d 1f; E bonus 1f; E bonus-replacement 8d;"
        "E mahjong loose 8d; E score 320"
    ),
    "bmja/mahjong#gates-by-an-end": Case(
        legal=_GATES_ON_A_FIVE.format("", "9d", "", "9d").replace("1112345678999d", "1112345567899d"),
        illegal=_GATES_ON_A_FIVE.format("", "5d", "!", "5d"),
        code="not-mahjong",
    ),
    "bmja/gates#any-discard-by-an-option": Case(legal=_GATES_ON_A_FIVE.format(" gates_by_ends=false", "5d", "", "5d")),
    "bmja/triple-knitting": _score(_drawn("bmja", "1359b 1359c 1359d 8b", "8c"), "500", "88"),
    "bmja/knitting": _score(_drawn("bmja", "1234567b 123456c", "7c"), "500", "88"),
    "bmja/mahjong#mixed-knitting": Case(
        legal=_drawn("bmja", "1b1c 2c2d 3b3d 4b4c 5c5d 6b6d 7b", "7c"),
        illegal=_drawn("bmja", "1b1c 2c2d 3b3d 4b4c 5c5d 6b6d 7b", "7c", "mixed_knitting=false").rstrip(";"),
        code="not-mahjong",
    ),
    "bmja/pair-honors": _score(_drawn("bmja", _SEVEN_PAIRS, "Gd"), "500", "240"),
    "bmja/mahjong#pairs-twice": Case(
        legal=_drawn("bmja", "EEw EEw RRd RRd 11b 99c 1d", "1d"),
        illegal=_drawn("bmja", "EEw EEw RRd RRd 11b 99c 1d", "1d", "repeated_honors=false").rstrip(";"),
        code="not-mahjong",
    ),
    "bmja/fishing-limit": _score(_loser("bmja", "19b 19c 19d ESWNw RGWd"), "W 400", "W 0"),
    "bmja/fishing-limit#bonus-apart": Case(legal=f"{_FISHING_FOR_BURIED_TREASURE.format('bmja')} {_said('W 432')}"),
    "bmja/fishing-half": _score(_loser("bmja", "1234567b 123456c"), "W 200", "W 0"),
    "bmja/fishing-purity": _score(_fishing_with_a_pung("bmja"), "W 112 14 3", "W 14 14 0"),
    "bmja/limit": _score(_with_open_pung("bmja", _FOUR_DOUBLED, "Gd"), "1000", "1408"),
    "bmja/limit#roof-off": Case(
        legal=f"{_with_open_pung('bmja roof_off=true', _FOUR_DOUBLED, 'Gd')} S score 1408",
        illegal=f"{_with_open_pung('bmja', _FOUR_DOUBLED, 'Gd')} S score 1408",
        code="wrong-score",
    ),
}
_DMJL = {
    "dmjl/own-both": _score(_bonus("dmjl", "2f2s", _RUN, "9c"), "136 34 2", "68 34 1"),
    "dmjl/three-concealed": _score(_drawn("dmjl", _ONE_CHOW, "8d"), "136 34 2", "68 34 1"),
    "dmjl/three-dragons": _score(_loser("dmjl", "RRRd GGGd WWd 1b 5c 7d 9d 3b"), "W 144 18 3", "W 72 18 2"),
    "dmjl/four-winds": _score(_loser("dmjl", "EEEw SSSw NNNw WWw 15b"), "W 208 26 3", "W 104 26 2"),
    "dmjl/loose": _score(_loose("dmjl", "123b 456b 222d 78c 99d", "2d", "2222d", "9c"), "152 38 2", "76 38 1"),
    "dmjl/eyes": _score(_on_discard("dmjl", "123b 456b 789c 234c 5d", "5d"), "48 24 1", "44 22 1"),
    "dmjl/only-tile": _score(_on_discard("dmjl", "123b 456b 46c 222d 99d", "5c"), "26 26 0", "24 24 0"),
    "dmjl/no-points": _score(_drawn("dmjl", "123b 456b 78c 234d 99d", "9c"), "88 22 2", "44 22 1"),
    "dmjl/mixed-suit": _score(_drawn("dmjl", "123b 456b 78b NNNw 99b", "9b"), "136 34 2", "68 34 1"),
    "dmjl/one-suit": _score(_with_open_pung("dmjl", "123b 345b 88b 67b", "5b"), "192 24 3", "24 24 0"),
    "dmjl/one-suit#all-concealed": _score(_drawn("dmjl", "123b 345b 99b 55b 678b", "5b"), "500", "250"),
    "dmjl/one-suit#pair-by-a-discard": _score(
        _on_discard("dmjl", "333b 345b 678b 567b 9b", "9b"), "224", "500 limit=concealed-one-suit"
    ),
    "dmjl/honors": Case(
        legal=f"{_on_discard('dmjl', 'RRRd SSSw WWWw NNw GGd', 'Nw', 'roof_off=true')} S score 6400",
        illegal=f"{_on_discard('dmjl', 'RRRd SSSw WWWw NNw GGd', 'Nw', 'roof_off=true')} S score 1600",
        code="wrong-score",
    ),
    "dmjl/hidden-treasure": _score(_drawn("dmjl", "222b 333c 444d 55b 77d", "7d"), "500", "304"),
    "dmjl/row": _score(f"game dmjl; {_EIGHT_WINS}; hand 9; {_NINTH_HAND}", "E 500", "E 24"),
}

_PARTS = (*map(_points, _PLAIN), *map(_limits, CLUBS), *map(_payments, CLUBS), _KAJONGG, _BMJA, _DMJL)
CASES: dict[str, Case] = {key: case for part in _PARTS for key, case in part.items()}
