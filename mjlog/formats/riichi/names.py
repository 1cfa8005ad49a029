"""Names of patterns, limits and ends of a hand: ours, the server's numbers, and the words of tenhou/6.

Source: docs/lookup/riichi-records.md.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mjlog.scoring.han_worth import Payout

_NUMBERED = (
    ("fully-concealed", "門前清自摸和"), ("riichi", "立直"), ("ippatsu", "一発"), ("chankan", "槍槓"),
    ("rinshan", "嶺上開花"), ("haitei", "海底摸月"), ("houtei", "河底撈魚"), ("pinfu", "平和"),
    ("tanyao", "断幺九"), ("iipeiko", "一盃口"),
    ("own-wind", "自風 東"), ("own-wind", "自風 南"), ("own-wind", "自風 西"), ("own-wind", "自風 北"),
    ("prevailing-wind", "場風 東"), ("prevailing-wind", "場風 南"), ("prevailing-wind", "場風 西"),
    ("prevailing-wind", "場風 北"), ("white-dragon", "役牌 白"), ("green-dragon", "役牌 發"),
    ("red-dragon", "役牌 中"), ("double-riichi", "両立直"), ("seven-pairs", "七対子"), ("chanta", "混全帯幺九"),
    ("ittsu", "一気通貫"), ("sanshoku", "三色同順"), ("sanshoku-doko", "三色同刻"), ("sankantsu", "三槓子"),
    ("toitoi", "対々和"), ("sananko", "三暗刻"), ("shosangen", "小三元"), ("honroto", "混老頭"),
    ("ryanpeiko", "二盃口"), ("junchan", "純全帯幺九"), ("honitsu", "混一色"), ("chinitsu", "清一色"),
    ("renho", "人和"), ("heaven", "天和"), ("earth", "地和"), ("daisangen", "大三元"), ("suanko", "四暗刻"),
    ("suanko", "四暗刻単騎"), ("tsuiso", "字一色"), ("ryuiso", "緑一色"), ("chinroto", "清老頭"),
    ("chuuren", "九蓮宝燈"), ("chuuren", "純正九蓮宝燈"), ("kokushi", "国士無双"), ("kokushi", "国士無双１３面"),
    ("daisushi", "大四喜"), ("shosushi", "小四喜"), ("sukantsu", "四槓子"),
    ("dora", "ドラ"), ("under-dora", "裏ドラ"), ("red-five", "赤ドラ"),
    ("north", "抜きドラ"),
)  # fmt: skip
"""Our name of each pattern, and the words for it, by the server's number."""
PATTERNS: tuple[str, ...] = tuple(name for name, _words in _NUMBERED)
WORDS: tuple[str, ...] = tuple(words for _name, words in _NUMBERED)
_ENGLISH = (
    "Fully Concealed Hand|Tsumo|Menzen Tsumo", "Riichi", "Ippatsu", "Robbing a Kan|Chankan",
    "After a Kan|Rinshan Kaihou|Rinshan", "Under the Sea|Haitei Raoyue|Haitei", "Under the River|Houtei Raoyui|Houtei",
    "Pinfu", "All Simples|Tanyao", "Pure Double Sequence|Iipeikou|Iipeiko",
    "Seat Wind East", "Seat Wind South", "Seat Wind West", "Seat Wind North",
    "Prevalent Wind East", "Prevalent Wind South", "Prevalent Wind West", "Prevalent Wind North",
    "White Dragon|Haku", "Green Dragon|Hatsu", "Red Dragon|Chun", "Double Riichi", "Seven Pairs|Chiitoitsu",
    "Half Outside Hand|Chanta", "Pure Straight|Ittsu", "Mixed Triple Sequence|Sanshoku Doujun|Sanshoku",
    "Triple Triplets|Sanshoku Doukou", "Three Quads|Sankantsu", "All Triplets|Toitoi|Toitoihou",
    "Three Concealed Triplets|San Ankou|Sanankou", "Little Three Dragons|Shousangen",
    "All Terminals and Honors|Honroutou", "Twice Pure Double Sequence|Ryanpeikou", "Fully Outside Hand|Junchan",
    "Half Flush|Honitsu", "Full Flush|Chinitsu", "Hand of Man|Renhou", "Blessing of Heaven|Tenhou",
    "Blessing of Earth|Chiihou", "Big Three Dragons|Daisangen", "Four Concealed Triplets|Suuankou",
    "Single-wait Four Concealed Triplets|Suuankou Tanki", "All Honors|Tsuuiisou", "All Green|Ryuuiisou",
    "All Terminals|Chinroutou", "Nine Gates|Chuuren Poutou", "True Nine Gates|Junsei Chuuren Poutou",
    "Thirteen Orphans|Kokushi Musou", "Thirteen-wait Thirteen Orphans|Kokushi Musou Juusanmen",
    "Four Big Winds|Daisuushii", "Four Little Winds|Shousuushii", "Four Quads|Suukantsu",
    "Dora", "Ura Dora|Uradora", "Red Five|Aka Dora|Red Dora", "Kita|Nuki Dora|Nukidora",
)  # fmt: skip
"""Display names that some programs write instead."""
MJAI_NAMES: tuple[str, ...] = (
    "menzenchin_tsumoho", "reach", "ippatsu", "chankan", "rinshankaiho", "haiteiraoyue", "hoteiraoyui", "pinfu",
    "tanyaochu", "ipeko", "jikaze", "jikaze", "jikaze", "jikaze", "bakaze", "bakaze", "bakaze", "bakaze", "haku",
    "hatsu", "chun", "double_reach", "chitoitsu", "honchantaiyao", "ikkitsukan", "sanshokudojun", "sanshokudoko",
    "sankantsu", "toitoiho", "sananko", "shosangen", "honroto", "ryanpeko", "junchantaiyao", "honiso", "chiniso",
    "renho", "tenho", "chiho", "daisangen", "suanko", "suanko", "tsuiso", "ryuiso", "chinroto", "churenpoton",
    "churenpoton", "kokushimuso", "kokushimuso", "daisushi", "shosushi", "sukantsu", "dora", "uradora", "akadora",
    "nukidora",
)  # fmt: skip
"""What the first mjai server called each of them; it counted the dragons together, as `sangenpai`."""
_PLAIN = {
    "ダブル立直": 21, "自風": 10, "場風": 14, "白": 18, "發": 19, "中": 20, "国士無双13面": 48, "国士無双十三面": 48,
}  # fmt: skip
NUMBER_OF: dict[str, int] = {
    **{name.casefold(): number for number, names in enumerate(_ENGLISH) for name in names.split("|")},
    **_PLAIN,
    **{words: number for number, words in enumerate(WORDS)},
}
"""The server's number of a pattern, by any of its names."""

FIRST_WIND, FIRST_ROUND_WIND = 10, 14
DORA = frozenset(("dora", "under-dora", "red-five", "north"))
"""The patterns that are written down also where a hand has none of them."""
LIMITS = (None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""By the server's number of the limit."""
COUNTED = "counted-yakuman"
YAKUMAN_HAN = 13
"""What a yakuman is written down with."""
LIMIT_WORDS = {
    "mangan": "満貫", "haneman": "跳満", "baiman": "倍満", "sanbaiman": "三倍満", "yakuman": "役満",
    COUNTED: "役満",
}  # fmt: skip
"""What a limit is called: one that was counted has the word of a yakuman, too."""
LIMIT_OF = {
    **{words: name for name, words in LIMIT_WORDS.items() if name != COUNTED}, "数え役満": COUNTED,
    **{name.title(): name for name in LIMIT_WORDS}, "Kazoe Yakuman": COUNTED,
}  # fmt: skip
"""The limit that a word says, of those programs, too, that write English."""
WIN = "和了"
DRAWS = {
    "exhaustive": "流局", "nagashi": "流し満貫", "nine-terminals": "九種九牌", "four-winds": "四風連打",
    "four-riichi": "四家立直", "four-kongs": "四槓散了", "three-ron": "三家和了",
}  # fmt: skip
"""The words for each reason why a hand is drawn."""
ALL_READY, NONE_READY = "全員聴牌", "全員不聴"
REASON_OF = {
    **{words: reason for reason, words in DRAWS.items()},
    ALL_READY: "exhaustive", NONE_READY: "exhaustive", "三家和": "three-ron", "四開槓": "four-kongs",
    "荒牌平局": "exhaustive",
}  # fmt: skip


_FIRST_YAKUMAN, _LAST_YAKUMAN = PATTERNS.index("renho"), PATTERNS.index("sukantsu")


MESSAGE_YAKUMAN = 100
"""What the first server of mjai counts a yakuman as."""


def in_messages(name: str) -> str:
    """The name that a message has for a pattern of ours; one that is not known keeps its own.

    >>> in_messages("riichi"), our_name("reach"), our_name("something new")
    ('reach', 'riichi', 'something new')
    """
    return MJAI_NAMES[PATTERNS.index(name)] if name in PATTERNS else name


def our_name(name: str) -> str:
    """The name here of a pattern that a message names."""
    return PATTERNS[MJAI_NAMES.index(name)] if name in MJAI_NAMES else name


def is_yakuman(name: str) -> bool:
    """Whether a pattern, by our name, is worth a yakuman.

    >>> is_yakuman("daisangen"), is_yakuman("pinfu"), is_yakuman("dora")
    (True, False, False)
    """
    return name in PATTERNS[_FIRST_YAKUMAN : _LAST_YAKUMAN + 1]


def is_other_wind(number: int, own_wind: int, round_wind: int) -> bool:
    """Whether a pattern is of a wind that is neither the player's own nor that of the round. Winds: 0 east to 3 north.

    >>> is_other_wind(11, 1, 0), is_other_wind(11, 2, 0), is_other_wind(9, 0, 0)
    (False, True, False)
    """
    is_wind = FIRST_WIND <= number < FIRST_ROUND_WIND + 4
    return is_wind and number not in (FIRST_WIND + own_wind, FIRST_ROUND_WIND + round_wind)


class Value(NamedTuple):
    """What a win is worth: fu, han (None where a limit is named, and they are not), limit, total."""

    points: int | None
    doubles: int | None
    limit: str | None
    total: int


_VALUE = re.compile(r"(?:(\d+)符)?(?:(\d+)飜)?(\D*?) ?(\d+)(?:-(\d+))?点?(∀)?")
_MOST_DIGITS = 9


def read_value(text: str, players: int = 4) -> Value | None:
    """A win's value from its words, by the number of players; None where the words say no value.

    >>> read_value("30符4飜7700点")
    Value(points=30, doubles=4, limit=None, total=7700)
    >>> read_value("跳満3000-6000点")
    Value(points=None, doubles=None, limit='haneman', total=12000)
    """
    match = _VALUE.fullmatch(text)
    if match is None:
        return None
    fu, han, limit, first, second, each = match.groups()
    if (limit and limit not in LIMIT_OF) or any(len(part or "") > _MOST_DIGITS for part in (fu, han, first, second)):
        return None
    others = players - 1
    total = (others - 1) * int(first) + int(second) if second else int(first) * (others if each else 1)
    return Value(int(fu) if fu else None, int(han) if han else None, LIMIT_OF.get(limit), total)


_PATTERN = re.compile(r"(.*)\((\d+)飜\)")
_YAKUMAN = re.compile(r"(.*)\((ダブル)?役満\)")


class Pattern(NamedTuple):
    """One pattern of a win as it is named: its name here, its han, how often it is a yakuman."""

    name: str
    doubles: int
    yakuman: int = 0


def read_pattern(text: str) -> Pattern | None:
    """A pattern in words; None where they name none. A name that is not known stays as it is.

    >>> read_pattern("断幺九(1飜)"), read_pattern("大三元(役満)")
    (Pattern(name='tanyao', doubles=1, yakuman=0), Pattern(name='daisangen', doubles=13, yakuman=1))
    """
    match = _YAKUMAN.fullmatch(text)
    if match is not None:
        times = 2 if match[2] else 1
        return Pattern(_named(match[1]), YAKUMAN_HAN, times)
    match = _PATTERN.fullmatch(text)
    if match is None or len(match[2]) > _MOST_DIGITS:
        return None
    return Pattern(_named(match[1]), int(match[2]))


def _named(words: str) -> str:
    number = NUMBER_OF.get(words, NUMBER_OF.get(words.casefold()))
    return words or "?" if number is None else PATTERNS[number]


class Announced(NamedTuple):
    """A win as it is put into words. `shares`: of a drawn win what the others and East pay; one figure if East has won.

    `patterns`: None where none are named. Winds: 0 east to 3 north.
    """

    value: Value
    patterns: tuple[Pattern, ...] | None
    own_wind: int
    round_wind: int
    is_drawn: bool
    players: int = 4

    def words(self) -> list[str]:
        """The value, then the patterns.

        >>> Announced(Value(30, 4, None, 7700), (Pattern("tanyao", 4),), 1, 0, False).words()
        ['30符4飜7700点', '断幺九(4飜)']
        """
        value, is_east = self.value, self.own_wind == 0
        amount = f"{value.total}点"
        if self.is_drawn:
            first, *others = Payout(self.players).split(value.total, east=is_east)
            amount = f"{first}点∀" if is_east else f"{others[0]}-{first}点"
        begins = LIMIT_WORDS.get(value.limit or "", f"{value.points or 0}符{value.doubles or 0}飜")
        return [begins + amount, *(self._named(pattern) for pattern in self.patterns or ())]

    def _named(self, pattern: Pattern) -> str:
        winds = {"own-wind": FIRST_WIND + self.own_wind, "prevailing-wind": FIRST_ROUND_WIND + self.round_wind}
        known = pattern.name in PATTERNS
        words = WORDS[winds.get(pattern.name, PATTERNS.index(pattern.name))] if known else pattern.name
        if pattern.yakuman:
            return f"{words}({'ダブル' if pattern.yakuman > 1 else ''}役満)"
        return f"{words}({pattern.doubles}飜)"
