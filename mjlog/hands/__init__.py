"""Complete hands: whether a hand is one, in which ways, how far it is from one, what unseen tiles could make of it."""

from mjlog.hands.complete import arrangements, is_complete, packed_waits, waits, waits_left
from mjlog.hands.distance import Lack, lacking
from mjlog.hands.possible import can_complete
from mjlog.hands.set_words import group_words, set_words
from mjlog.hands.shapes import (
    CHOW,
    FORM_NAMES,
    GATES,
    HONORS_AND_KNITTED,
    KNITTED_NINE,
    KNITTED_PAIR,
    KNITTED_THREE,
    KONG,
    PAIR,
    PUNG,
    SET_SIZES,
    SNAKE,
    WONDERS,
    Arrangement,
    Group,
    group_of,
    group_tiles,
    is_run,
    makes,
    pack,
    pack_tiles,
)
from mjlog.hands.special import PLAIN, Laid, meant, plain
from mjlog.hands.wild import stand_ins
from mjlog.table.plan import NO_WILD, Forms

__all__ = [
    "CHOW",
    "FORM_NAMES",
    "GATES",
    "HONORS_AND_KNITTED",
    "KNITTED_NINE",
    "KNITTED_PAIR",
    "KNITTED_THREE",
    "KONG",
    "NO_WILD",
    "PAIR",
    "PLAIN",
    "PUNG",
    "SET_SIZES",
    "SNAKE",
    "WONDERS",
    "Arrangement",
    "Forms",
    "Group",
    "Lack",
    "Laid",
    "arrangements",
    "can_complete",
    "group_of",
    "group_tiles",
    "group_words",
    "is_complete",
    "is_run",
    "lacking",
    "makes",
    "meant",
    "pack",
    "pack_tiles",
    "packed_waits",
    "plain",
    "set_words",
    "stand_ins",
    "waits",
    "waits_left",
]
