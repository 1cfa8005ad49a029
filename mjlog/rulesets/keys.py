"""What the tables of a rule set document may say: every key that the program reads, declared once.

Whoever reads a new key declares it here. Then a document that misuses it is refused before anything is built from
it, and `mjlog rules --check` says in which line; a key that stands nowhere here is told as misspelt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from mjlog.errors import RuleSetError
from mjlog.rulesets.mechanisms import DEALS, WALLS
from mjlog.scoring.rows import FANS, FU_AND_HAN
from mjlog.table.passing import BOTH, WITH_THE_RIGHT
from mjlog.text import shown
from mjlog.tiles import CODES, PLAIN_KINDS

Known = Mapping[str, Collection[str]]
"""Names that exist, by what they name: option, rule, pattern, …; what is missing here is not looked up."""

_LONGEST, _LONGEST_DOCUMENT = 10_000, 400_000
_MOST_TILES = 200
_MOST_POINTS = 100_000
_MOST_LIMIT = 10**8
_LARGER = "larger-of-limit-and-face"
_WONDERS_TOO = "added-or-wonders"


class Key(msgspec.Struct, frozen=True):
    """What a key takes: a flag, a whole number from `least` to `most`, a text, a name of something, or a table.

    `means`: what the value says; `usual`: what holds where the key is missing. `names`: what a text names (one of
    `Known`); `words`: the words that it can be. `row`: so many numbers in a list; `several`: a list of texts that name
    something. `keys`: the keys of a table, `each`: what every key of a table with free names takes; `listed`: a list of
    tables. `where`: what else a document must say for the key to have an effect (`otherwise`: what holds where it does
    not, and may be said there); `checks`: the checks that read it, of which its rules must name one; a value of its own
    may have others.
    """

    flag: bool = False
    least: int = 0
    most: int | None = None
    row: int = 0
    several: bool = False
    excluded: bool = False
    text: bool = False
    names: str = ""
    words: tuple[str, ...] = ()
    keys: Mapping[str, Key] = msgspec.field(default_factory=dict)
    each: Key | None = None
    listed: bool = False
    required: bool = False
    longest: int = _LONGEST
    means: str = ""
    usual: Any = None
    where: Where | None = None
    otherwise: Any = None
    checks: tuple[str, ...] | Mapping[Any, tuple[str, ...]] = ()

    @property
    def is_table(self) -> bool:
        """Whether further keys stand below."""
        return bool(self.keys) or self.each is not None

    def readers(self, value: Any) -> tuple[str, ...]:
        """The checks that read this value, of which one is enough; none where the key is read anyway."""
        return self.checks.get(value, ()) if isinstance(self.checks, Mapping) else self.checks

    def fits(self, value: object) -> bool:
        """Whether a value is of the right kind; what it names is not looked up."""
        if self.is_table:
            return isinstance(value, dict)
        if self.row:
            return isinstance(value, list) and len(value) == self.row and all(map(self._is_number, value))
        if self.excluded:
            return isinstance(value, list) and all(isinstance(row, str) or (
                isinstance(row, dict) and isinstance(row.get("id"), str) and row.keys() <= _OF_EXCLUDED
            ) for row in value)  # fmt: skip
        if self.several:
            return isinstance(value, list) and all(isinstance(one, str) and len(one) <= self.longest for one in value)
        if isinstance(value, str):
            return (self.text or bool(self.names) or value in self.words) and len(value) <= self.longest
        return self.flag if isinstance(value, bool) else self._is_number(value)

    def _is_number(self, value: object) -> bool:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and self.most is not None and self.least <= value <= self.most  # type: ignore[operator]

    def expected(self, known: Known) -> str:
        """What would be right, in words."""
        if self.is_table:
            return "tables, each under a heading in double brackets" if self.listed else "a table"
        if self.excluded:
            return "a list of ids of rows, or of tables with an id"
        if self.several:
            return f"a list of texts, each {_name_of(self.names, known)}"
        number = f"a whole number from {self.least} to {self.most}" if self.most is not None else ""
        if self.row:
            return f"a list of {self.row}, each {number}"
        kinds = [
            "true or false" if self.flag else "",
            number,
            "one of " + ", ".join(self.words) if self.words else "",
            _name_of(self.names, known) if self.names else "a text" if self.text else "",
        ]
        return ", or ".join(kind for kind in kinds if kind)

    def value(self, name: str, given: Any, options: Mapping[str, Any]) -> Any:
        """The value under these options: what is given, or the value of the option that it names.

        Raises:
            RuleSetError: there is no such option, or its value is not of the right kind.
        """
        value = given
        if isinstance(given, str) and given not in self.words and self.names in ("option", "switch", "number"):
            wanted = f"one of {', '.join(self.words)}, or an option of these," if self.words else "an option"
            if given not in options:
                raise RuleSetError(
                    f"{name} names an option {shown(given, 40)!r} that does not exist: {wanted} is expected"
                )
            value = options[given]
            if self.words and value not in self.words:
                raise RuleSetError(f"{name} is the option {shown(given, 40)!r}: {wanted} is expected")
        if self.flag:
            return bool(value)
        return int(value) if self.most is not None and not self.row and value is not None else value


_OF_EXCLUDED = {"id", "of", "times", "when"}
"""What may be said of a row that another implies."""


def values_of(table: str, given: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every key of a table of a document, with what is usual where one is missing.

    Raises:
        RuleSetError: a key names an option that does not exist, or one whose value is not of the right kind.
    """
    return {name: value_of(table, name, given, options) for name in KEYS[table].keys}


def value_of(table: str, name: str, given: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
    """The value of one key of a table, with what is usual where it is missing.

    Raises:
        RuleSetError: it names an option that does not exist, or one whose value is not of the right kind.
    """
    key = KEYS[table].keys[name]
    return key.value(name, given.get(name, key.usual), options)


_NAMED = {
    "option": "the name of an option", "switch": "the name of an option that is true or false",
    "number": "the name of an option that is a number", "rule": "the id of a rule of this document",
    "pattern": "the name of a pattern", "item": "the id of a scoring row", "own item": "the id of another scoring row",
}  # fmt: skip


def _name_of(what: str, known: Known) -> str:
    names = known.get(what)
    if what in _NAMED or names is None:
        return _NAMED.get(what, f"a {what}")
    return "one of " + ", ".join(map(shown, sorted(names)))


# -- what a key needs ---------------------------------------------------------------------------------------------


class Where(NamedTuple):
    """What a document must say for a key to have an effect: a question about its tables, and what is to be said."""

    holds: Callable[[Mapping[str, Any]], bool]
    words: str


def _says(document: Mapping[str, Any], table: str, key: str, usual: Any = None) -> Any:
    return document.get(table, {}).get(key, usual)


def _is_by_card(document: Mapping[str, Any]) -> bool:
    return bool(_says(document, "table", "by_card"))


def _lends(document: Mapping[str, Any]) -> bool:
    return "by" in document.get("scoring", {})


def _has_rows(document: Mapping[str, Any]) -> bool:
    return _lends(document) or bool(_says(document, "scoring", "item"))


def _is_by_fu(document: Mapping[str, Any]) -> bool:
    return bool(_says(document, "scoring", "total") == FU_AND_HAN)


def _with(table: str, key: str) -> Where:
    """Beside another key of a table, which is on, or names an option."""
    return Where(lambda document: bool(_says(document, table, key)), f"{key} in [{table}]")


def _wall_of(*mechanisms: str) -> Where:
    named = " or ".join(mechanisms)
    return Where(lambda document: _says(document, "wall", "mechanism") in mechanisms, f"a wall of the kind {named}")


_BY_CARD = Where(_is_by_card, "by_card in [table]")
_BY_SETS = Where(lambda document: not _is_by_card(document), "no by_card in [table]: hands are those of the card")
_ROWS = Where(_has_rows, "scoring rows, [[scoring.item]], or `by` in [scoring]")
_POINTS = Where(lambda document: _has_rows(document) and not _is_by_fu(document), "scoring rows whose points are no fu")
_FU = Where(_is_by_fu, f'total = "{FU_AND_HAN}" in [scoring]')
_FANS = Where(lambda document: _says(document, "scoring", "total") == FANS, f'total = "{FANS}" in [scoring]')
_LENT = Where(_lends, "`by` in [scoring], the option that says whose tables value a hand")
_WINNER_ALONE = Where(
    lambda document: _is_by_card(document) or bool(_says(document, "settlement", "winner_alone")),
    "by_card in [table], or winner_alone in [settlement]",
)
_SHARED = Where(
    lambda document: bool(_says(document, "settlement", "shared")), "shared in [settlement]: the winner alone scores"
)
_BETWEEN_ALL = Where(
    lambda document: not (_says(document, "settlement", "shared") or _is_by_card(document)),
    "losers who score: neither shared in [settlement] nor by_card in [table]",
)
_NO_STAKES = Where(lambda document: "stakes" not in document, "no [stakes], which says it in its own keys")
_STAKES = Where(lambda document: "stakes" in document, "[stakes]")
_LIABLE = _with("settlement", "liable_for")
_EAST_STAYS = Where(
    lambda document: "stakes" not in document and not _says(document, "table", "east_always_leaves"),
    "an East who stays: neither [stakes] nor east_always_leaves in [table]",
)
_BONUS_ALONE = Where(
    lambda document: bool(_says(document, "table", "bonus_tiles")) and "bonus_from_live" not in document["table"],
    "bonus_tiles in [table], and no bonus_from_live, which goes before it",
)
_WONDERS = Where(
    lambda document: not _is_by_card(document) and _says(document, "table", "robbing", _WONDERS_TOO) == _WONDERS_TOO,
    f'robbing = "{_WONDERS_TOO}" in [table]',
)
_AGREES = Where(
    lambda document: not _is_by_card(document) and (_lends(document) or not _says(document, "scoring", "item")),
    "`by` in [scoring], or no scoring rows",
)
_LIMITED = Where(
    lambda document: _has_rows(document) and _says(document, "scoring", "total") not in (FU_AND_HAN, _LARGER),
    f"a way to combine with a limit (`total` in [scoring]: not {_LARGER} or {FU_AND_HAN})",
)
_LIMIT = Where(
    lambda document: _LIMITED.holds(document) or _is_by_fu(document)
    or any("limit" in row or "option" in row for row in _says(document, "scoring", "item", [])),
    "a way to combine with a limit, or a row with `limit` or `option`",
)
_BONUS_APART = Where(lambda document: bool(_says(document, "scoring", "bonus_apart")), "bonus_apart in [scoring]")
_FOUR = Where(
    lambda document: not _is_by_card(document) and not _says(document, "table", "change_places"),
    "no by_card in [table], where four play, and no change_places",
)
_BY_POINTS = Where(
    lambda document: not _is_by_card(document) and "riichi" not in document, "neither by_card in [table] nor [riichi]"
)
_THREE = Where(
    lambda document: _says(document, "table", "players", 4) == _says(document, "settlement", "players"),
    "the same players in [table]",
)
_ENOUGH_WALLS = Where(
    lambda document: _says(document, "table", "players", 4) == 3, "players = 3 in [table]: a wall before each"
)
_EMPTY_NORTH = Where(
    lambda document: _says(document, "table", "players", 4) == 3, "players = 3 in [table]: north is nobody's wind"
)
_NORTH = _with("riichi", "north")
_THREE_BY_FU = Where(
    lambda document: _is_by_fu(document) and _says(document, "table", "players", 4) == 3, "players = 3 in [table]"
)
_TWO_THROWS = Where(
    lambda document: _says(document, "break", "second_throw", "none") != "none", "second_throw in [break]"
)
_SAME_HAN = Where(
    lambda document: _says(document, "riichi", "min_han") == _says(document, "scoring", "min_han", 1),
    "the same min_han in [scoring], which is the one that is read",
)
_BY_POINTS_ALONE = Where(
    lambda document: not _is_by_card(document) and _says(document, "scoring", "total") not in (FU_AND_HAN, FANS),
    f"hands that are worth points: neither by_card in [table] nor {FU_AND_HAN} or {FANS} in [scoring]",
)
_GOULASH_PLAYED = _with("goulash", "played")
_STREAK = Where(
    lambda document: _lends(document)
    or any(row.get("pattern", row.get("id")) == "kong-upon-kong" for row in _says(document, "scoring", "item", [])),
    "a row with the pattern kong-upon-kong",
)

RULE_MEANS = "the rule that a wrong value is reported under"


def _rule(where: Where | None = None) -> Key:
    return Key(names="rule", means=RULE_MEANS, where=where)


def _switch(
    means: str, usual: bool = False, where: Where | None = None, checks: str = "", otherwise: bool | None = False
) -> Key:
    """On, off, or as an option says."""
    return Key(
        flag=True, names="switch", means=means, usual=usual, where=where, otherwise=otherwise,
        checks=tuple(checks.split()),
    )  # fmt: skip


def _number(most: int, means: str, usual: int = 0, least: int = 0, where: Where | None = None, checks: str = "") -> Key:
    """A number that stands there, or as an option says."""
    return Key(
        least=least, most=most, names="number", means=means, usual=usual, where=where, checks=tuple(checks.split())
    )


def _choice(words: str, means: str, where: Where | None = None, checks: str = "") -> Key:
    """One of some words, the first of which is usual, or as an option says."""
    names = tuple(words.split())
    return Key(words=names, names="option", means=means, usual=names[0], where=where, checks=tuple(checks.split()))


def _word(words: str, means: str, where: Where | None = None, usual: str | None = None, checks: str = "") -> Key:
    """One of some words, the first of which is usual."""
    names = tuple(words.split())
    return Key(
        words=names, means=means, usual=names[0] if usual is None else usual, where=where,
        otherwise="none" if "none" in names else None, checks=tuple(checks.split()),
    )  # fmt: skip


def _count(most: int, means: str, usual: int = 0, least: int = 0, where: Where | None = None) -> Key:
    return Key(least=least, most=most, means=means, usual=usual, where=where)


def _flag(means: str, where: Where | None = None) -> Key:
    return Key(flag=True, means=means, usual=False, where=where)


# -- the tables ---------------------------------------------------------------------------------------------------

_OF_BONUS = "bonus_tile_replaced_at_once bonus_replacement_is_due bonus_never_discarded"
_OF_SEATS = "two_dice_for_the_seats thrown_for_the_seats highest_throw_is_east seated_as_drawn winds_drawn_once_each"
_OF_FISHING = "fishing_is_said fishing_is_true fishing_in_play"
_OF_THE_MINIMUM = "wins_with_a_pattern"
_OF_FINES = (
    "fine_is_one_of_the_rules", "named_fine_is_as_agreed", "fine_of_a_false_mahjong_is_as_agreed",
    "fine_of_another_fault_is_as_agreed",
)  # fmt: skip
_OF_DICE = (
    "two_dice_for_the_wall two_dice_for_the_stack wall_of_the_count stack_of_the_count one_throw_for_the_break "
    "broken_by_the_right_player"
)

_TABLE = {
    "copies": _count(4, "how many tiles of each kind are played with", usual=4, least=2),
    "short_suit": _word("none b c d", "the suit of which ones and nines alone are played with"),
    "flowers": _count(8, "how many flowers, all alike and tiles of the hand", where=_BY_CARD),
    "jokers": _count(8, "how many jokers", where=_BY_CARD),
    "charleston": _switch("tiles are passed after the deal", where=_BY_CARD),
    "by_card": _flag("complete hands are those of a score card"),
    "dead_basis": _choice("rack table", "what shows that a hand is dead: its exposures alone, or all that lies open",
                          where=_BY_CARD),
    "dead_jokers": _choice("all before_death", "which jokers of dead hands may be exchanged", where=_BY_CARD),
    "east_always_leaves": _switch("East leaves the seat after every hand but a voided one", where=_NO_STAKES),
    "bonus_tiles": _switch("flowers and seasons are played with", where=_BY_SETS, checks=_OF_BONUS),
    "bonus_loose": _switch("bonus tiles are replaced by loose tiles", usual=False, where=_BONUS_ALONE),
    "bonus_from_live": _switch("bonus tiles are replaced from the live wall; without the key as bonus_loose says",
                               usual=True, where=_with("table", "bonus_tiles")),
    "thirteen": _switch("thirteen wonders are complete", usual=True, where=_BY_SETS),
    "seven_pairs": _switch("seven pairs are complete", where=_BY_SETS),
    "knitting": _switch("seven pairs of one number in the same two suits are complete", where=_BY_SETS),
    "triple_knitting": _switch("four threes of one number in three suits, and a pair, are complete", where=_BY_SETS),
    "two_suited_pair": _switch("the pair of a triple knitting is one number in two suits, no other",
                               where=_with("table", "triple_knitting")),
    "snake": _switch("a pair of ones, 2 to 9 of their suit and one of each wind are complete", where=_BY_SETS),
    "pair_honors": _switch("seven different pairs of ones, nines, winds, dragons are complete", where=_BY_SETS),
    "gates": _switch("111, 2 to 8 and 999 of a suit, one of 2 to 8 twice, are complete, all concealed", where=_BY_SETS),
    "different_pairs": _switch("four alike are not two of seven pairs", where=_with("table", "seven_pairs")),
    "knitted_straight": _switch("1 4 7, 2 5 8 and 3 6 9 of three suits, a set and a pair are complete", where=_BY_SETS),
    "honors_and_knitted": _switch("fourteen different honors and tiles of 1 4 7, 2 5 8, 3 6 9 are complete",
                                  where=_BY_SETS),
    "mixed_knitting": _switch("each pair of a knitting hand may have two suits of its own",
                              where=_with("table", "knitting")),
    "repeated_honors": _switch("of the seven pairs of ones, nines, winds, dragons one may come twice",
                               where=_with("table", "pair_honors")),
    "gates_by_ends": _switch("a claimed tile completes gates only as a one or nine", where=_with("table", "gates")),
    "hidden_snake": _switch("nothing of a snake is laid down before it wins", where=_with("table", "snake")),
    "chows": _number(4, "the most chows of four sets and a pair", usual=4, where=_BY_SETS),
    "rounds": _number(1000, "how many rounds are played; 0: any number", where=_NO_STAKES,
                      checks="no_hand_after_the_rounds"),
    "hands": _number(10_000, "how many hands are played instead", where=_NO_STAKES, checks="no_hand_after_the_last"),
    "target": _number(_MOST_LIMIT, "points that end the game with the hand in which somebody reaches them",
                      where=_NO_STAKES, checks="no_hand_after_the_last"),
    "players": _number(4, "three or four; with three the seat of North is empty", usual=4, least=3, where=_FOUR),
    "seating": _word("winds rolls", "how the first seats are found; without the key as the players are named",
                     usual="", checks=_OF_SEATS),
    "east_leaves_after": _number(1000, "East leaves the seat after so many wins in a row; 0: never", where=_EAST_STAYS),
    "fines": Key(names="option", usual={}, checks=_OF_FINES,
                 means="the option that names further fines: reasons and points"),
    "dead_hands": _word("pass play", "a dead hand is passed over, or it draws and discards on", where=_BY_POINTS),
    "change_places": _switch("the players change places after each round", where=_NO_STAKES,
                             checks="places_change_after_a_round"),
    "wind_stays": _switch("East is prevailing in every hand"),
    "any_kong_upon_kong": _switch("a kong follows another also where it was not made by its loose tile", where=_STREAK),
    "robbing": Key(
        words=(_WONDERS_TOO, "added", "none"), usual=_WONDERS_TOO, where=_BY_SETS, otherwise="none",
        checks={"none": ("robbing_is_played",), "added": ("concealed_kong_not_robbed",)},
        means="which kongs can be robbed",
    ),
    "robbing_with": _switch("kongs can be robbed at all", usual=True, where=_BY_SETS, checks="robbing_is_played"),
    "rob_concealed": _switch("a concealed kong can be robbed for thirteen wonders", usual=True, where=_WONDERS,
                             checks="concealed_kong_not_robbed"),
    "claim_order": _choice("rank first", "of calls for sets the higher one goes first, or the one made first"),
    "concealed_kongs": _switch("concealed kongs can be made", usual=True, where=_BY_SETS,
                               checks="concealed_kongs_are_played"),
    "kongs_at_setup": _switch("others than East can make concealed kongs before the first discard",
                              checks="kong_in_turn"),
    "says_fishing": _switch("whose hand lacks one tile says so", where=_BY_SETS, checks=_OF_FISHING),
    "scored_as_laid": _switch("a hand is worth what its player makes of it when laying it down", where=_POINTS),
    "tracks_danger": _switch("a dangerous discard makes its discarder liable", where=_BETWEEN_ALL),
    "held_fourth": _switch("a tile that was held when a pung was laid down can be added to it", usual=True,
                           checks="added_tile_came_after_the_pung"),
    "chows_claimed": _switch("a discard can be claimed for a chow", usual=True, where=_BY_SETS,
                             checks="no_chow_of_a_discard"),
    "own_sets_open": _switch("self-drawn chows and pungs can be laid open", where=_BY_SETS),
    "misnamed_mahjong": _choice("none four-times", "a discard under a wrong name can be called for mahjong, as what "
                                "was said: no, or whoever misnamed it pays four times, alone", where=_BY_CARD),
    "withdrawn_mahjong": Key(
        words=("none", "exposure"), names="option", usual="none", where=_BY_CARD,
        checks={"exposure": ("withdrawn_mahjong_is_exposed",)},
        means="a mahjong on a discard, of which tiles were shown, stands, or may be changed to an exposure",
    ),
    "called_until": _choice("draw rack", "a discard can be called until the next player draws, or until that tile is "
                            "racked", where=_BY_CARD),
    "jokerless": _choice("due open told", "what a hand without jokers is paid of which nobody said so: double; the "
                         "rules leave it open; no more than others", where=_BY_CARD),
    "corrected_names": _switch("a misnamed discard can be claimed once it is named rightly", usual=True,
                               checks="misnamed_discard_stays"),
}  # fmt: skip
_RIICHI = {
    "points": _number(_MOST_POINTS, "with at least so many points riichi can be declared", usual=1000,
                      checks="riichi_with_points_enough"),
    "left": _number(_MOST_TILES, "with at least so many live tiles", usual=4, checks="riichi_with_tiles_left"),
    "stick": _number(_MOST_POINTS, "what riichi costs", usual=1000),
    "kong": _choice("same-shape same-waits none", "which concealed kongs are made in riichi",
                    checks="riichi_kong_keeps_the_hand"),
    "furiten_ends": _choice("turn draw", "who has let a winning tile go may win again after the next discard by "
                            "that player, or only after a draw"),
    "ron_until": _choice("draw discard", "a discard can be won until the next draw, or until the next discard"),
    "swap_call": _choice("none ends all", "what may be discarded after a call of the same tiles",
                         checks="no_swap_call"),
    "kan_dora": _choice("late at-once none", "when the indicator of a kong is turned"),
    "under_dora": _choice("all first none", "how many indicators lie under the others"),
    "min_han": _number(100, "as in [scoring]", usual=1, where=_SAME_HAN),
    "dead_hands": _switch("a hand can be declared dead"),
    "empty_call": _switch("it is dead when its player takes a call for a win back",
                          where=_with("riichi", "dead_hands")),
    "north": Key(words=("none", "dora"), names="option", usual="none", where=_EMPTY_NORTH,
                 checks={"dora": ("bonus_in_turn",)},
                 means="whether north winds can be laid aside for a replacement, each a dora"),
    "north_rinshan": _switch("a win with the replacement of one is a win with a loose tile", usual=True, where=_NORTH),
    "north_ron": _choice("any orphans-winds none", "which hands may win one that is laid aside: all; thirteen orphans, "
                         "four winds and all honors; none", where=_NORTH, checks="north_is_won_as_agreed"),
    "north_calls": _switch("one that is laid aside ends whatever a call ends", usual=True, where=_NORTH),
    "north_claim": _switch("one that is discarded can be claimed, and kongs of them be made", usual=True, where=_NORTH,
                           checks="no_set_of_norths"),
    "red_fives": Key(names="option", means="how many fives of bamboo, characters and dots are red", usual={}),
}  # fmt: skip
_ABORTS = {
    "nine-terminals": "with nine different terminals and honors at the first draw a hand can be drawn",
    "four-winds": "four first discards of one wind end the hand",
    "four-riichi": "four riichi end the hand",
    "four-kongs": "four kongs of more than one player end the hand",
    "three-ron": "three who win a discard end the hand",
}  # fmt: skip
_STAKES_KEYS = {
    "start_points": _number(_MOST_LIMIT, "what everybody begins with"),
    "several": _choice("two all head", "how many may win one tile: two, all, or the nearest in turn"),
    "pot_to": _choice("nearest own-back shared", "which of several winners takes what lies on the table: the nearest "
                      "in turn; that one the rest, after each has taken the own stick back; all in equal parts"),
    "nagashi": _switch("discards of terminals and honors alone are paid at a draw", usual=True),
    "east_stays": _choice("ready win", "East keeps the seat after a draw when ready, or after a win only"),
    "rounds": _number(1000, "how many rounds are played; 0: any number", usual=2),
    "extra_round": _switch("one more round is played until somebody has the target", usual=True),
    "extra_ends": _choice("at-once east-leaves", "the target ends the extra round at once, or only where East does not "
                          "stay"),
    "target": _number(_MOST_LIMIT, "the points that somebody must have at the end"),
    "bust": _switch("the game ends when somebody is below nothing", usual=True),
    "leader_stops": _choice("auto may no", "whether an East who leads ends the game in the last hand"),
    "chombo": _choice("none mangan points", "what a fault that ends a hand costs: nothing, a lost mangan, points off "
                      "the final score"),
    "chombo_points": _number(_MOST_LIMIT, "so many points off the final score"),
    "fines": _choice("others nobody", "who gets any other fine; what nobody gets is off the final score"),
    "clock": _switch("a game may be stopped before its last hand", checks="game_is_over"),
    **{reason: _switch(means, usual=True) for reason, means in _ABORTS.items()},
}  # fmt: skip
_DANGERS = _with("table", "tracks_danger")
_DANGER = {
    "last_tiles": _count(_MOST_TILES, "with so many live tiles left every tile is dangerous", usual=4, where=_DANGERS),
    "late": _word("thrown unseen", "but those thrown before, or those that lie somewhere on the table", where=_DANGERS),
    "by_winning_tile": _flag("only who discards the winning tile pays, not who fed what the hand became", _DANGERS),
    "forced_by_drawing": _flag("nobody who has just claimed a tile is without a choice", where=_DANGERS),
}
_FINE = {
    "amount": Key(least=1, most=_MOST_POINTS, names="number", means="how many points"),
    "each": _number(_MOST_POINTS, "so many points to each of the others instead"),
    "to_all": _flag("all others share it"),
    "to_one": _flag("one of them gets it"),
}
_LIFTING = _wall_of("kong-box", "back-of-wall", "refilled-dead-wall", "shrinking-wall")
_SWITCH_NAME = Key(names="switch", required=True, means="the option that switches it")
_RESERVED = Key(most=_MOST_TILES, required=True, means="so many tiles")
_WALL = {
    "mechanism": Key(names="wall mechanism", required=True, means="one of those above"),
    "tiles": _count(_MOST_TILES, "tiles that are reserved at the end",
                    where=_wall_of("both-ends", "kong-box", "refilled-dead-wall", "shrinking-wall")),
    "walls": _choice("shared own", "one wall for all, or an equal part of it for each seat, who draws, and replaces, "
                     "from it, and thirteen are dealt to each", where=_wall_of("back-of-wall")),
    "replacements": _count(8, "how many replacements lie behind the indicators", usual=4, least=1,
                           where=_wall_of("fourteen-dead")),
    "lifted": _count(_MOST_TILES, "the stack from the end (1: the last) whose two tiles are lifted", where=_LIFTING),
    "loose_on": Key(row=2, most=_MOST_TILES, where=_LIFTING,
                    means="the stacks from the end on which its upper and its lower tile are set"),
    "dead": Key(
        keys={"option": _SWITCH_NAME, "tiles": _RESERVED,
              "refill": Key(least=1, most=_MOST_TILES, required=True, means="so many live tiles at a time")},
        where=_wall_of("both-ends"),
        means="where `option` is on: a dead wall of so many `tiles`, refilled by `refill` live ones at a time",
    ),
    "dead_fixed": Key(
        keys={"option": _SWITCH_NAME, "tiles": _RESERVED}, where=_with("wall", "dead"),
        means="where its `option` is on too: so many tiles, not refilled",
    ),
}  # fmt: skip
_BREAK = {
    "walls": _number(4, "how many walls are built, before East, South and on", usual=4, least=3, where=_ENOUGH_WALLS,
                     checks=_OF_DICE),
    "first_wall": _word("E S", "the wall that is one in the count of players", checks=_OF_DICE),
    "first_throw": Key(
        words=("east", "none"), usual="east", where=_TWO_THROWS, checks=tuple(_OF_DICE.split()),
        means="East's first throw counts to the wall; `none`: it is always the first one",
    ),
    "second_throw": _word("none found east", "who throws again: the player found, East, nobody", checks=_OF_DICE),
    "stacks": _choice("first second both", "which throw counts the stacks, or both together", where=_TWO_THROWS,
                      checks=_OF_DICE),
    "direction": _word("clockwise anticlockwise", "in which the stacks are counted, and dealt", checks=_OF_DICE),
    "short_above_stacks": Key(
        flag=True, usual=False, checks=tuple(_OF_DICE.split()),
        means="a break one stack short is only warned of where the sum is more than a side has",
    ),
}  # fmt: skip
_DEAL = {
    "mechanism": Key(names="deal mechanism", required=True, means="one of those above"),
    "by_hand": _flag("it may also be written down hand by hand, thirteen tiles each, and East's first tile as a draw"),
}
_ROW = {
    "id": Key(text=True, required=True, means="its name in answers"),
    "pattern": Key(names="pattern", means="what it looks for; without the key the pattern of its id"),
    "name": Key(text=True, means="what is printed"),
    "points": _count(_MOST_POINTS, "what it adds"),
    "doubles": _count(100, "how often it doubles"),
    "limit": _count(_MOST_LIMIT, "hundredths of the limit that the hand is worth"),
    "limit_points": _count(_MOST_LIMIT, "points that the hand is worth by itself"),
    "option": Key(names="option", means="the option that says what the row is worth"),
    "who": _word("all winner loser", "whose hands it counts in"),
    "with": Key(names="option", means="the option that switches the row on"),
    "without": Key(names="option", means="the option that switches the row off"),
    "losers_with": Key(names="option", means="the option that opens the row to losers"),
    "completes": Key(names="own item", several=True, means="rows of winners, one of which one tile would bring"),
    "unless": Key(names="own item", several=True,
                  means="rows beside which it does not count: of bonus tiles, or of what a loser lacks"),
    "apart": _flag("it is a reckoning of its own: the points are doubled by this row, the sets and the rows `beside` "
                   "it alone; where the ordinary one is more, that counts", where=_BONUS_APART),
    "beside": _word("no too only", "whether it counts beside a row that stands apart, and its doubles beside a limit "
                    "hand: not, too, or only there", where=_BONUS_APART),
    "in_goulash": _word("too no only", "whether it counts in a goulash: too, not, or only there",
                        where=_GOULASH_PLAYED),
    "open": Key(most=100, where=_FU, means="its doubles in an open hand, where these are others"),
    "when": Key(each=Key(flag=True, least=-(10**9), most=10**9, text=True), means="options and the value of each"),
    "excludes": Key(excluded=True, where=_FANS, means="rows that it implies, by id; or tables: `id`, `of` = own (those "
                    "of its own sets only), `times` (so many), `when` (options and the value of each)"),
    "alone": _flag("it counts where nothing else does, but for extra rows", where=_FANS),
    "extra": _flag("it is added to the rest, and counts for no minimum", where=_FANS),
    "rule": _rule(),
}  # fmt: skip
_SCORING = {
    "total": Key(names="way to combine", means="how points, doubles and limit hands go together: see above"),
    "counted": _choice("yakuman sanbaiman", "what thirteen han without a yakuman are worth", where=_FU),
    "kept_apart": _switch("a tile drawn that was not kept apart from the hand completes nothing of it", where=_FU),
    "of_the_wait": Key(names="item", several=True, where=_with("scoring", "kept_apart"),
                       means="the rows that do not count then"),
    "round_up_mangan": _switch("a base that lacks less than a twentieth of a mangan is one", where=_FU),
    "yakuman_add": _switch("several yakuman add up", usual=True, where=_FU, otherwise=None),
    "min_han": _number(100, "so many han of patterns a complete hand needs to win; dora are none", usual=1, where=_FU),
    "tsumo": _choice("loss share", "what a drawn win of three players brings: without the share of north's empty seat, "
                     "or what a claimed one does", where=_THREE_BY_FU),
    "round_points": _number(_MOST_POINTS, "each payment of a win is rounded up to so many points", usual=100, least=1,
                            where=_FU),
    "min_doubles": _number(100, "so many doubles a complete hand needs to win; a limit hand always wins", where=_POINTS,
                           checks=_OF_THE_MINIMUM),
    "min_points": _number(_MOST_LIMIT, "so many points a complete hand must be worth to win", where=_POINTS,
                          checks=_OF_THE_MINIMUM),
    "by_id": _flag("rows are announced by their ids, too, and several of a kind as one", where=_FANS),
    "dead_waits": _switch("a kind of which the player has all four counts as waited for", usual=True, where=_FANS,
                          otherwise=None),
    "knitted_wait": _switch("a tile of a knitted nine can be what the set or the pair waited for", where=_FANS),
    "limit": _number(_MOST_LIMIT, "the limit, in points", where=_LIMIT),
    "no_limit": Key(names="switch", means="where this is on there is none", where=_LIMITED),
    "most": Key(names="item", several=True, means="the rows of which no hand is worth more than the highest in force",
                where=_ROWS),
    "bonus_apart": _flag("bonus tiles are added to a limit hand, and to a row that stands `apart`: their points, which "
                         "only their own rows double", where=_LIMITED),
    "claimed_kong_hides": _switch("a kong claimed on a concealed pung counts as concealed for doubles", where=_ROWS),
    "long_hands_score_nothing": _switch("a hand with too many tiles is worth nothing", where=_POINTS),
    "undeclared_kong": _choice("pung kong", "what four alike that a loser kept in the hand count as", where=_POINTS),
    "loser_pairs": _choice("all one", "whether all pairs of a loser count, or one", where=_POINTS),
    "by": Key(names="option",
              means="the option that says whose tables value a hand: `agreed`, this rule set or a shipped one"),
    "agreed": _number(_MOST_LIMIT, "every winning hand is worth so much", where=_AGREES),
    "options": Key(each=Key(each=Key(flag=True, least=-(10**9), most=10**9, text=True)), where=_LENT,
                   means="by rule set: values of the options of the one whose tables are used"),
    "rule": _rule(),
    "face_rule": _rule(_ROWS),
    "counted_rule": _rule(_FU),
    "adds_rule": _rule(_FU),
    "doubled_rule": _rule(_FU),
    "losers_limit_rule": _rule(_POINTS),
    "claimed_kong_rule": _rule(_ROWS),
    "cite": Key(each=_rule(), where=_LENT,
                means="by the id of a row of another's table: the rule that a wrong score is reported under"),
    "item": Key(keys=_ROW, listed=True, where=_BY_SETS,
                means="the rows, in the order in which a score is printed ([patterns](patterns.md))"),
}  # fmt: skip
_SETTLEMENT = {
    "rule": _rule(),
    "east_rule": _rule(),
    "losers_rule": _rule(),
    "liable_rule": _rule(),
    "washout_rule": _rule(),
    "drawn_rule": _rule(_WINNER_ALONE),
    "jokerless_rule": _rule(_BY_CARD),
    "misnamed_rule": _rule(_BY_CARD),
    "dead_count_rule": _rule(_BY_CARD),
    "dead_exposure_rule": _rule(_BY_CARD),
    "dead_false_rule": _rule(_BY_CARD),
    "east_doubles": _switch("whatever goes to or from East is doubled", usual=True, where=_BETWEEN_ALL,
                            otherwise=None),
    "losers_settle": _switch("the losers pay each other the difference of their totals", usual=True,
                             where=_BETWEEN_ALL),
    "discarder_doubles": _switch(
        "who discarded the winning tile pays double; everybody does where it was self-drawn", where=_BETWEEN_ALL
    ),
    "players": _number(4, "three or four, as in [table]; with three the seat of North is empty", usual=4, least=3,
                       where=_THREE),
    "winner_alone": _switch("the hands of the losers are worth nothing", where=_BETWEEN_ALL),
    "discarder_alone": _switch("who gave the winning tile pays the total alone; where it was drawn everybody does",
                               where=_BETWEEN_ALL),
    "basic": _number(_MOST_POINTS, "what every loser pays beside", where=_BETWEEN_ALL),
    "shared": _switch("the winner alone scores: the discarder pays the total, or all share it, East's part double"),
    "repeats": _number(_MOST_POINTS, "what each repeat (honba) adds to a win", where=_SHARED),
    "repeats_rule": _rule(_SHARED),
    "pot_rule": _rule(_SHARED),
    "nagashi_rule": _rule(_SHARED),
    "abort_rule": _rule(_SHARED),
    "pool": _number(_MOST_POINTS, "what those who are not ready pay in all to those who are, after an exhaustive draw",
                    where=_SHARED),
    "nagashi": _number(_MOST_POINTS, "the base of what is paid, as for a drawn win, for discards of terminals and "
                       "honors only", where=_SHARED),
    "liable_for": Key(names="option", usual=(), where=_SHARED,
                      means="the yakuman that somebody can be liable for, by name"),
    "liable_covers": _choice("yakuman hand", "whoever is liable answers for that yakuman, or for all of the hand",
                             where=_LIABLE),
    "liable_repeats": _choice("discarder liable", "who pays the repeats of a win from another's discard",
                              where=_LIABLE),
}  # fmt: skip
_FINAL = {
    "rule": _rule(),
    "pot_rule": _rule(_STAKES),
    "start": _number(_MOST_LIMIT, "what everybody begins with", where=_STAKES),
    "target": _number(_MOST_LIMIT, "what is taken off everybody's points; without one, what everybody began with",
                      where=_STAKES),
    "uma": Key(names="option", means="the bonus for each place, in points, the first's first", where=_STAKES),
    "places": Key(names="option", where=_NO_STAKES, means="what each place brings, whatever the points, the first's "
                  "first: table points"),
    "ties": _choice("seat share", "`seat`: who sat first in the first hand is ahead; `share`: equal points share what "
                    "their places bring"),
    "round": _switch("points are rounded to thousands, a half away from zero", usual=True, where=_STAKES,
                     otherwise=None),
}  # fmt: skip
_GOULASH = {
    "played": _switch("a drawn hand is replayed as this table says, and so is one that is drawn then",
                      where=_BY_POINTS_ALONE),
    "wild": _word(" ".join(CODES[:PLAIN_KINDS]), "the tile that stands for any other", where=_GOULASH_PLAYED),
    "exchanges": Key(names="exchange", several=True, usual=(), where=_GOULASH_PLAYED,
                     checks=("exchanges_in_order",),
                     means="three tiles change places after the deal, so often and with whom"),
    "chows": _number(4, "the most chows of four sets and a pair", usual=4, where=_GOULASH_PLAYED),
    "east_leaves": _switch("East leaves the seat after it, whoever wins", where=_GOULASH_PLAYED),
    "rule": _rule(_GOULASH_PLAYED),
}  # fmt: skip
KEYS: Mapping[str, Key] = {
    "table": Key(keys=_TABLE),
    "wall": Key(keys=_WALL),
    "break": Key(keys=_BREAK),
    "danger": Key(keys=_DANGER),
    "riichi": Key(keys=_RIICHI),
    "stakes": Key(keys=_STAKES_KEYS),
    "fines": Key(each=Key(keys=_FINE, checks=_OF_FINES, means="by the reason of a penalty")),
    "deal": Key(keys=_DEAL),
    "goulash": Key(keys=_GOULASH),
    "scoring": Key(keys=_SCORING),
    "settlement": Key(keys=_SETTLEMENT),
    "final": Key(keys=_FINAL),
    "lent": Key(each=Key(text=True, longest=_LONGEST_DOCUMENT), means="by id: rule sets whose tables are used"),
}
"""The tables beside head, options and rules."""
ROW_KEYS = tuple(_ROW)
"""The keys of a scoring row."""
NEEDED = {"kong-box": ("tiles",), "refilled-dead-wall": ("tiles",), "shrinking-wall": ("tiles",)}
"""Keys of [wall] that a mechanism cannot do without."""
EXCHANGES = (*dict.fromkeys((*BOTH, *WITH_THE_RIGHT)),)
"""The ways in which tiles can be passed to all four players at once."""
MECHANISMS: Known = {"wall mechanism": WALLS, "deal mechanism": DEALS, "exchange": EXCHANGES}
_RIICHI_IS = (
    ("riichi", "[riichi]", lambda document: "riichi" in document),
    ("stakes", "[stakes]", lambda document: "stakes" in document),
    ("settlement.shared", "shared in [settlement]", lambda document: bool(_says(document, "settlement", "shared"))),
    ("scoring.total", f'total = "{FU_AND_HAN}" in [scoring]', _is_by_fu),
)
"""What riichi is: a document says all of it, or nothing."""


class Wrong(NamedTuple):
    """One thing wrong with a table: where, the value, what would be right.

    `candidates`: names of which the value may be a slip. `is_key`: a key that nothing reads; `is_name`: a name of
    nothing that exists; `is_missing`: there is no value; `is_idle`: the value has no effect in this document.
    """

    path: str
    value: Any
    expected: str
    candidates: Collection[str] = ()
    is_key: bool = False
    is_name: bool = False
    is_missing: bool = False
    is_idle: bool = False


def wrong_values(fields: Mapping[str, Any]) -> Iterator[Wrong]:
    """Values of the wrong kind in a document's tables; unknown keys and names are passed over.

    >>> [wrong.path for wrong in wrong_values({"table": {"copies": "four", "lanterns": 3}})]
    ['table.copies']
    """
    return (wrong for wrong in _walk(fields, {}) if not (wrong.is_key or wrong.is_name))


def wrong_tables(fields: Mapping[str, Any], known: Known) -> Iterator[Wrong]:
    """Everything wrong with the tables of a document: kinds of values, keys that nothing reads, names of nothing."""
    return _walk(fields, {**MECHANISMS, **known})


def idle_keys(document: Mapping[str, Any]) -> Iterator[Wrong]:
    """Keys whose values have no effect in this document, and parts of riichi that stand alone.

    `document`: the whole one, with nothing wrong in its tables. A value that holds anyway is passed over.

    >>> [wrong.path for wrong in idle_keys({"table": {"snake": True, "jokers": 8}, "danger": {"late": "unseen"}})]
    ['table.jokers', 'danger.late']
    """
    checks = {name for rule in document.get("rule", ()) for name in rule.get("checks", ())}
    for table in KEYS:
        given = document.get(table, {})
        yield from _idle(table, given, KEYS[table], document, checks)
    parts_said = [holds(document) for _, _, holds in _RIICHI_IS]
    if any(parts_said) and not all(parts_said):
        path = next(path for (path, _, _), here in zip(_RIICHI_IS, parts_said, strict=True) if here)
        missing = [words for (_, words, _), here in zip(_RIICHI_IS, parts_said, strict=True) if not here]
        yield Wrong(path, None, " and ".join(missing), is_idle=True)


def _idle(
    path: str, given: Mapping[str, Any], key: Key, document: Mapping[str, Any], checks: set[str]
) -> Iterator[Wrong]:
    for name, value in given.items():
        below, place = key.keys.get(name, key.each), f"{path}.{shown(name)}"
        if below is None or (value == below.usual and not below.is_table):
            continue
        if below.where is not None and not below.where.holds(document):
            if below.otherwise is None or value != below.otherwise:
                yield Wrong(place, value, below.where.words, is_idle=True)
        elif (readers := below.readers(value)) and not checks.intersection(readers):
            yield Wrong(place, value, "a rule with the check " + " or ".join(readers), is_idle=True)
        elif below.listed:
            for at, row in enumerate(value):
                yield from _idle(f"{place}[{at}]", row, below, document, checks)
        elif below.keys:
            yield from _idle(place, value, below, document, checks)


def _walk(fields: Mapping[str, Any], known: Known) -> Iterator[Wrong]:
    for name, key in KEYS.items():
        if name in fields:
            yield from _value(name, fields[name], key, known)


def _value(path: str, value: Any, key: Key, known: Known) -> Iterator[Wrong]:
    if key.listed and isinstance(value, list) and all(isinstance(item, dict) for item in value):
        for index, item in enumerate(value):
            yield from _table(f"{path}[{index}]", item, key, known)
    elif key.listed or not key.fits(value):
        yield Wrong(path, value, key.expected(known))
    elif key.is_table:
        yield from _table(path, value, key, known)
    elif key.several and key.names in known:
        for index, part in enumerate(value):
            if part not in known[key.names]:
                yield Wrong(f"{path}[{index}]", part, _name_of(key.names, known), known[key.names], is_name=True)
    elif isinstance(value, str) and key.names in known and value not in {*key.words, *known[key.names]}:
        yield Wrong(path, value, key.expected(known), known[key.names], is_name=True)


def _table(path: str, table: Mapping[str, Any], key: Key, known: Known) -> Iterator[Wrong]:
    needed = NEEDED.get(str(table.get("mechanism")), ()) if path == "wall" else ()
    for name, inner in key.keys.items():
        if (inner.required or name in needed) and name not in table:
            yield Wrong(f"{path}.{name}", None, inner.expected(known), is_missing=True)
    for name, value in table.items():
        place = f"{path}.{name if name in key.keys else shown(name)}"
        below = key.keys.get(name, key.each)
        if below is None:
            yield Wrong(place, name, "one of " + ", ".join(key.keys), tuple(key.keys), is_key=True)
        else:
            yield from _value(place, value, below, known)


def with_full_rules(tables: Mapping[str, Any], complete: Callable[[str], str]) -> dict[str, Any]:
    """The tables with every reference to a rule completed to the rule's full id."""
    return {name: _completed(value, KEYS.get(name), complete) for name, value in tables.items()}


def _completed(value: Any, key: Key | None, complete: Callable[[str], str]) -> Any:
    if key is None:
        return value
    if key.names == "rule" and isinstance(value, str):
        return complete(value)
    if isinstance(value, list):
        return [_completed(item, key, complete) for item in value]
    if isinstance(value, dict):
        return {name: _completed(item, key.keys.get(name, key.each), complete) for name, item in value.items()}
    return value
