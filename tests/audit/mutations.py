"""Single changes to a server's hand history that make it wrong, and where each must be noticed.

A change takes the lines of one hand and gives the new lines with the number of the line that was changed; None where
the hand has nothing to change. Chance comes in from outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

SUITS = [f"{rank}{suit}" for suit in "BCD" for rank in range(1, 10)]
PLAIN = [*SUITS, "EW", "SW", "WW", "NW", "RD", "GD", "WD"]
BONUS = [f"{rank}{suit}" for suit in "FS" for rank in range(1, 5)]

Lines = list[str]
Changed = tuple[Lines, int]
Change = Callable[[Random, Lines], Changed | None]

AT = (0, 0)
"""Noticed on the changed line."""
NEXT = (0, 1)
"""Noticed on the changed line or the one after (a line that is missing shows only there)."""
AROUND = (-1, 1)
"""Noticed on the line before, at or after."""
ANSWERS = (0, 12)
"""Noticed when all players have answered the discard, or when the claimed set is laid down."""
LATER = (0, 400)
"""Noticed when it shows: another tile of the hand was discarded, and the tiles laid down at the end contradict it."""
CLOSING = (-30, 60)
"""Noticed at a hand laid down: the lines of one hand are one `show`, before or after the changed one."""
HEADER = (0, 40)
"""Noticed at the line that begins the hand, or at the first tile dealt to a wrong seat."""


@dataclass(frozen=True)
class Mutation:
    """A change, and how far from it (in lines) its one finding may be.

    `also`: a second finding that may come with it, for the reason given where it is used. `next_hand`: it shows only
    when the next hand begins.
    """

    name: str
    change: Change
    window: tuple[int, int] = AT
    also: str | None = None
    next_hand: bool = False


MUTATIONS: dict[str, Mutation] = {}


def _add(name: str, window: tuple[int, int], change: Change, also: str | None = None, next_hand: bool = False) -> None:
    assert name not in MUTATIONS, name
    MUTATIONS[name] = Mutation(name, change, window, also, next_hand)


# -- building changes ---------------------------------------------------------------------------------------------


def _pick(chance: Random, lines: Lines, fits: Callable[[str], bool]) -> int | None:
    places = [number for number, line in enumerate(lines) if fits(line)]
    return chance.choice(places) if places else None


def _named(*names: str) -> Callable[[str], bool]:
    return lambda line: line.split(" ", 1)[0] in names


def _on(fits: Callable[[str], bool], edit: Callable[[Random, str], str | Sequence[str] | None]) -> Change:
    """A change of one line that fits, to another line or several (none: it is left out)."""

    def change(chance: Random, lines: Lines) -> Changed | None:
        number = _pick(chance, lines, fits)
        if number is None:
            return None
        new = edit(chance, lines[number])
        if new is None or new == lines[number]:
            return None
        instead = [new] if isinstance(new, str) else list(new)
        return [*lines[:number], *instead, *lines[number + 1 :]], number + 1

    return change


def _put(line: str, index: int, word: str) -> str:
    words = line.split(" ")
    words[index] = word
    return " ".join(words)


def other_player(chance: Random, line: str) -> str:
    """Another player's number."""
    mine = line.split(" ")[1]
    return _put(line, 1, chance.choice([number for number in "1234" if number != mine]))


def other_tile(chance: Random, line: str) -> str | None:
    """Another suit tile or honor."""
    mine = line.split(" ")[2]
    return None if mine == "--" else _put(line, 2, chance.choice([tile for tile in PLAIN if tile != mine]))


def left_out(chance: Random, line: str) -> list[str]:
    """The line is missing."""
    return []


def doubled(chance: Random, line: str) -> list[str]:
    """The line is there twice."""
    return [line, line]


def number_changed(index: int, steps: Sequence[int]) -> Callable[[Random, str], str]:
    """The number at a place is another."""
    return lambda chance, line: _put(line, index, str(int(line.split(" ")[index]) + chance.choice(steps)))


def renamed(old: str, *new: str) -> Callable[[Random, str], str]:
    """The message is another one."""
    return lambda chance, line: line.replace(old, chance.choice(new))


def figure(step: int) -> Callable[[Random, str], str]:
    """The first figure of the line is another."""
    return lambda chance, line: re.sub(r"\d+", lambda found: str(int(found[0]) + step), line, count=1)


def _in_a_won_hand(change: Change) -> Change:
    """The change, kept to hands that are shown at the end."""
    return lambda chance, lines: change(chance, lines) if any(line.startswith("HandScore") for line in lines) else None


# -- tiles and turns ----------------------------------------------------------------------------------------------

_DRAWS, _LOOSE, _DISCARDS = _named("PlayerDraws"), _named("PlayerDrawsLoose"), _named("PlayerDiscards")
_BONUS = _named("PlayerDeclaresSpecial")

_add("draw-of-another-tile", AT, _on(_DRAWS, other_tile))
_add("draw-by-another-player", AT, _on(_DRAWS, other_player))
_add("draw-missing", ANSWERS, _on(_DRAWS, left_out))
_add("draw-doubled", ANSWERS, _on(_DRAWS, doubled))
_add("draw-from-the-wrong-end", AT, _on(_DRAWS, renamed("PlayerDraws", "PlayerDrawsLoose")))
_add("loose-tile-another", AT, _on(_LOOSE, other_tile))
_add("loose-tile-by-another-player", AT, _on(_LOOSE, other_player))
_add("loose-tile-missing", ANSWERS, _on(_LOOSE, left_out))
_add("loose-tile-doubled", NEXT, _on(_LOOSE, doubled))
_add("loose-tile-from-the-live-wall", AT, _on(_LOOSE, renamed("PlayerDrawsLoose", "PlayerDraws")))
_add("discard-of-another-tile", LATER, _in_a_won_hand(_on(_DISCARDS, other_tile)))
_add("discard-of-a-bonus-tile", AT, _on(_DISCARDS, lambda chance, line: _put(line, 2, chance.choice(BONUS))))
_add("discard-by-another-player", AT, _on(_DISCARDS, other_player))
_add("discard-missing", NEXT, _on(_DISCARDS, left_out))
_add("discard-doubled", NEXT, _on(_DISCARDS, doubled))
# `also`: a dangerous discard is named again by its number; see the kongs below.
_add("discard-number", AT, _on(_DISCARDS, number_changed(3, (-1, 1, 5))), also="danger-misjudged")


def _late_call(chance: Random, line: str) -> str | None:
    return _put(line, 4, "1") if int(line.split(" ")[3]) > 4 else None


_add("call-too-late", AT, _on(_DISCARDS, _late_call))
_add("bonus-tile-is-none", AT, _on(_BONUS, other_tile))


def _other_bonus(chance: Random, line: str) -> str | None:
    mine = line.split(" ")[2]
    return None if mine == "--" else _put(line, 2, chance.choice([tile for tile in BONUS if tile != mine]))


def _laid_out(line: str) -> bool:
    return _BONUS(line) and "--" not in line


_add("bonus-tile-another", LATER, _on(_BONUS, _other_bonus))
_add("bonus-tile-of-another-player", AT, _on(_BONUS, other_player))
_add("bonus-tile-missing", NEXT, _on(_laid_out, left_out))
_add("bonus-tile-doubled", NEXT, _on(_laid_out, doubled))


# -- claims -------------------------------------------------------------------------------------------------------

_WINS = _named("PlayerMahJongs", "PlayerRobsKong")
_PASSES = _named("PlayerDoesntClaim")
_CLAIMS = _named("PlayerClaimsPung", "PlayerClaimsKong", "PlayerClaimsChow", "PlayerClaimsMahJong")
_PUNGS, _CHOWS = _named("PlayerPungs"), _named("PlayerChows")
_KONGS = _named("PlayerKongs", "PlayerAddsToPung", "PlayerDeclaresClosedKong")


def _winner_passes(chance: Random, lines: Lines) -> Changed | None:
    """The winning claim; that another player who could have won passes is no fault."""
    winner = next((line.split(" ")[1] for line in lines if _WINS(line)), None)
    claims = _named("PlayerClaimsMahJong")
    return _on(lambda line: claims(line) and line.split(" ")[1] == winner, renamed("ClaimsMahJong", "DoesntClaim"))(
        chance, lines
    )


_add("pass-of-another-player", ANSWERS, _on(_PASSES, other_player))
_add("pass-missing", ANSWERS, _on(_PASSES, left_out))
_add("pass-doubled", NEXT, _on(_PASSES, doubled))
_add("pass-of-another-discard", AT, _on(_PASSES, number_changed(2, (-1, 1))))
_add("pass-instead-of-a-claim", ANSWERS, _winner_passes)
_add("claim-of-another-player", ANSWERS, _on(_CLAIMS, other_player))
_add("claim-missing", ANSWERS, _on(_CLAIMS, left_out))
_add("claim-of-another-kind", ANSWERS, _on(_named("PlayerClaimsPung"), renamed("Pung", "Kong", "MahJong")))
_add("claim-of-another-discard", AT, _on(_CLAIMS, number_changed(2, (-1, 1))))
_add("pung-of-another-player", AROUND, _on(_PUNGS, other_player))
_add("pung-of-another-tile", (-1, 12), _on(_PUNGS, other_tile))
_add("pung-missing", NEXT, _on(_PUNGS, left_out))
# `also`: a dangerous discard that is claimed is said of the second pung then, and missing at the first.
_add("pung-doubled", AROUND, _on(_PUNGS, doubled), also="danger-misjudged")
_add("pung-made-a-kong", AT, _on(_PUNGS, renamed("Pungs", "Kongs")))
_add("kong-made-a-pung", AT, _on(_named("PlayerKongs"), renamed("Kongs", "Pungs")))
# A set laid down by the winner comes after the win that it belongs to, and so does the danger of the discard.
_add("chow-of-another-player", AROUND, _on(_CHOWS, other_player))
_add("chow-of-another-tile", AROUND, _on(_CHOWS, other_tile))
_add("chow-missing", NEXT, _on(_CHOWS, left_out))


def _in_another_place(chance: Random, line: str) -> str:
    mine = line.split(" ")[3]
    return _put(line, 3, chance.choice([place for place in ("Lower", "Middle", "Upper") if place != mine]))


def _before_the_end(fits: Callable[[str], bool], change: Change) -> Change:
    """The change, kept to lines before the win."""

    def kept(chance: Random, lines: Lines) -> Changed | None:
        wins = (number for number, line in enumerate(lines) if line.startswith(("PlayerMahJongs", "PlayerRobs")))
        end = next(wins, len(lines))
        changed = change(chance, lines[:end])
        return None if changed is None else (changed[0] + lines[end:], changed[1])

    return kept


_add("chow-in-another-place", AT, _before_the_end(_CHOWS, _on(_CHOWS, _in_another_place)))

# -- kongs --------------------------------------------------------------------------------------------------------

_OWN_KONGS = _named("PlayerAddsToPung", "PlayerDeclaresClosedKong")

# `also`: a kong that is robbed may be named again, by its number and player, as a dangerous discard; then two lines of
# the record contradict each other, and one cannot say which of them was changed.
_add("kong-missing", NEXT, _on(_KONGS, left_out), also="danger-misjudged")
_add("kong-doubled", NEXT, _on(_KONGS, doubled), also="danger-misjudged")
_add("kong-by-another-player", AT, _on(_KONGS, other_player), also="danger-misjudged")
_add("kong-of-another-tile", AT, _on(_KONGS, other_tile), also="danger-misjudged")
_add("kong-number", AT, _on(_OWN_KONGS, number_changed(3, (-1, 1))), also="danger-misjudged")


def _other_kong(chance: Random, line: str) -> str:
    if line.startswith("PlayerAddsToPung"):
        return line.replace("AddsToPung", "DeclaresClosedKong")
    return line.replace("DeclaresClosedKong", "AddsToPung")


_add("kong-of-the-other-kind", AT, _on(_OWN_KONGS, _other_kong), also="danger-misjudged")
_add("robbed-by-another-player", AT, _on(_named("PlayerRobsKong"), other_player))
_add("robbed-another-tile", AT, _on(_named("PlayerRobsKong"), other_tile))
_add("robbing-made-a-win-on-a-discard", AT, _on(_named("PlayerRobsKong"), renamed("PlayerRobsKong", "PlayerMahJongs")))

# -- dangerous discards -------------------------------------------------------------------------------------------

_DANGER = _named("DangerousDiscard")


def _other_flag(chance: Random, line: str) -> str:
    return _put(line, 3, "1" if line.split(" ")[3] == "0" else "0")


_add("danger-missing", (-3, 0), _on(_DANGER, left_out))
_add("danger-with-the-other-choice", AT, _on(_DANGER, _other_flag))
_add("danger-of-another-player", AT, _on(_DANGER, other_player))
_add("danger-of-another-discard", AT, _on(_DANGER, number_changed(2, (-1, 1))))
_add("danger-doubled", NEXT, _on(_DANGER, doubled))


def _danger_added(chance: Random, lines: Lines) -> Changed | None:
    number = _pick(chance, lines, _named("PlayerPungs", "PlayerChows"))
    if number is None or _DANGER(lines[number + 1]):
        return None
    discard = next(line.split(" ") for line in reversed(lines[:number]) if _DISCARDS(line))
    new = f"DangerousDiscard {discard[1]} {discard[3]} 0"
    return [*lines[: number + 1], new, *lines[number + 1 :]], number + 2


_add("danger-added", AT, _danger_added)

# -- the end of the hand ------------------------------------------------------------------------------------------

_FORMS = _named("PlayerFormsClosedPung", "PlayerFormsClosedPair", "PlayerFormsClosedChow")


def _other_winning_tile(chance: Random, line: str) -> str:
    mine = line.split(" ")[2]
    return _put(line, 2, chance.choice([tile for tile in PLAIN if tile != mine]))


_add("win-of-another-player", AT, _on(_WINS, other_player))
_add("win-with-another-tile", AT, _on(_named("PlayerMahJongs"), _other_winning_tile))
_add("win-missing", NEXT, _on(_WINS, left_out))
_add("win-doubled", NEXT, _on(_WINS, doubled))
_add("wash-out-missing", HEADER, _on(_named("WashOut"), left_out), next_hand=True)


def _early_wash_out(chance: Random, line: str) -> list[str]:
    return [line, "WashOut wall exhausted"]


_add("wash-out-too-early", NEXT, _on(_DRAWS, _early_wash_out))


def _rest_tile(chance: Random, line: str) -> str | None:
    return other_tile(chance, line) if len(line.split(" ")) > 2 else None


def _one_less(chance: Random, line: str) -> str | None:
    return line.rsplit(" ", 1)[0] if len(line.split(" ")) > 3 else None


def _shows_tiles(line: str) -> bool:
    return line.startswith("PlayerShowsTiles") and "--" not in line


_add("shown-tile-another", CLOSING, _on(_shows_tiles, _rest_tile))
_add("shown-tile-missing", CLOSING, _on(_shows_tiles, _one_less))
_add("shown-tiles-missing", CLOSING, _on(_shows_tiles, left_out))
_add("shown-tiles-doubled", CLOSING, _on(_shows_tiles, doubled))
_add("shown-tiles-of-another-player", CLOSING, _on(_shows_tiles, other_player))
_add("shown-set-of-another-tile", CLOSING, _on(_named("PlayerFormsClosedPung", "PlayerFormsClosedPair"), other_tile))


def _other_chow(chance: Random, line: str) -> str:
    mine = line.split(" ")[2]
    return _put(line, 2, chance.choice([tile for tile in SUITS if int(tile[0]) < 8 and tile != mine]))


_add("shown-chow-another", CLOSING, _on(_named("PlayerFormsClosedChow"), _other_chow))
_add("shown-set-missing", CLOSING, _on(_FORMS, left_out))
_add("shown-set-doubled", CLOSING, _on(_FORMS, doubled))
_add("shown-set-of-another-player", CLOSING, _on(_FORMS, other_player))

# -- scores and payments ------------------------------------------------------------------------------------------

_SCORES, _SETTLEMENT = _named("HandScore"), _named("Settlement")


def _like(pattern: str) -> Callable[[str], bool]:
    compiled = re.compile(pattern)
    return lambda line: compiled.search(line) is not None


_ITEM = r"^(?!HandScore|total|SCORE|score).*\s\d+ \([^)]*\)\\$"
_DOUBLE = r"^(?!HandScore).*\s\d+ dbl \("

_add("score-total", AT, _on(_SCORES, number_changed(2, (-2, 2, 10))))
_add("score-of-another-player", CLOSING, _on(_SCORES, other_player))
_add("score-points", AT, _on(_like(r"^total pts"), figure(2)))
_add("score-doubles", AT, _on(_like(r"^total dbls"), figure(1)))
_add("score-printed-below", AT, _on(_like(r"^SCORE:"), figure(2)))
_add("score-double-missing", (-12, 12), _on(_like(_DOUBLE), left_out))
_add("score-double-twice", (-12, 1), _on(_like(_DOUBLE), doubled))
_add("score-item-missing", (-12, 12), _on(_like(_ITEM), left_out))
_add("score-item-twice", (-12, 1), _on(_like(_ITEM), doubled))


def _other_worth(chance: Random, line: str) -> str:
    return re.sub(r"\s(\d+) \(", lambda found: f" {int(found[1]) + 2} (", line)


_add("score-item-of-other-worth", AT, _on(_like(_ITEM), _other_worth))


_NAMES = (("of dragons", "of own wind"), ("of own wind", "of dragons"), ("minors", "majors"), ("open", "closed"))


def _other_name(chance: Random, line: str) -> str | None:
    for old, new in _NAMES:
        if old in line:
            return line.replace(old, new)
    return None


_add("score-item-of-another-name", (-12, 12), _on(_like(_ITEM), _other_name))


def _shifted(chance: Random, line: str) -> str:
    first, second = chance.sample((1, 2, 3, 4), 2)
    words = line.split(" ")
    words[first], words[second] = str(int(words[first]) + 2), str(int(words[second]) - 2)
    return " ".join(words)


_add("settlement-shifted", AT, _on(_SETTLEMENT, _shifted))


def _one_changed(chance: Random, line: str) -> str:
    return number_changed(chance.choice((1, 2, 3, 4)), (2,))(chance, line)


_add("settlement-not-even", AT, _on(_SETTLEMENT, _one_changed))
_add("payment-of-another-amount", (-8, 0), _on(_like(r"^(East|South|West|North) +pays"), figure(2)))
_add("sum-of-another-amount", AT, _on(_like(r"(GAINS|LOSES)"), figure(2)))

# -- the header and the wall --------------------------------------------------------------------------------------

_GAME, _WALL, _NEW_HAND = _named("Game"), _named("Wall"), _named("NewHand")


def _other_wind(chance: Random, line: str) -> str:
    mine = line.split(" ")[5]
    return _put(line, 5, chance.choice([wind for wind in "ESWN" if wind != mine]))


def _two_seats_swapped(chance: Random, line: str) -> str:
    words = line.split(" ")
    words[1], words[2] = words[2], words[1]
    return " ".join(words)


def _running_total(chance: Random, line: str) -> str:
    return number_changed(chance.choice((8, 9, 10, 11)), (2,))(chance, line)


_add("another-east", HEADER, _on(_NEW_HAND, other_player))
_add("another-prevailing-wind", AT, _on(_GAME, _other_wind))
_add("another-running-total", AT, _on(_GAME, _running_total))
_add("another-number-of-wins-as-east", AT, _on(_GAME, number_changed(6, (1, 2))))
_add("two-seats-swapped", HEADER, _on(_GAME, _two_seats_swapped))


def _other_wall_tile(chance: Random, line: str) -> str:
    index = chance.randrange(1, 137)
    return _put(line, index, chance.choice([tile for tile in PLAIN if tile != line.split(" ")[index]]))


def _tile_fewer(chance: Random, line: str) -> str:
    words = line.split(" ")
    del words[chance.randrange(1, len(words))]
    return " ".join(words)


_add("wall-with-another-tile", AT, _on(_WALL, _other_wall_tile))
_add("wall-with-a-tile-less", AT, _on(_WALL, _tile_fewer))
_add("wall-with-a-tile-more", AT, _on(_WALL, lambda chance, line: f"{line} {chance.choice(PLAIN)}"))


def _wall_swapped(chance: Random, line: str) -> str:
    words = line.split(" ")
    first, second = chance.sample(range(1, 70), 2)
    words[first], words[second] = words[second], words[first]
    return " ".join(words)


_add("wall-with-two-tiles-swapped", LATER, _on(_WALL, _wall_swapped))

# -- the file -----------------------------------------------------------------------------------------------------


def _neighbours_swapped(chance: Random, lines: Lines) -> Changed | None:
    first = ("PlayerDraws", "PlayerDiscards", "PlayerPungs")
    second = ("PlayerDisc", "PlayerDraws", "PlayerDoesnt")
    places = [
        number
        for number, (one, two) in enumerate(pairwise(lines))
        if one.startswith(first) and two.startswith(second) and one.split(" ")[0] != two.split(" ")[0]
    ]
    if not places:
        return None
    number = chance.choice(places)
    return [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]], number + 1


_add("two-lines-swapped", NEXT, _neighbours_swapped)
_add("a-message-that-none-knows", NEXT, _on(_DISCARDS, lambda chance, line: [line, "PlayerDances 1 5B"]))
_add("a-message-that-breaks-off", AT, _on(_DISCARDS, lambda chance, line: " ".join(line.split(" ")[:2])))
_add("a-tile-that-none-knows", AT, _on(_DISCARDS, lambda chance, line: _put(line, 2, "0B")))
_add("a-player-that-none-knows", AT, _on(_DISCARDS, lambda chance, line: _put(line, 1, "5")))
