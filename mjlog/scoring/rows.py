"""A scoring table, resolved for one game: what its head says (`Manner`); its rows, which pattern earns what, for whom.

A row of the document (`[[scoring.item]]`) has an `id`, a `pattern` (default: the id), the printed `name`, the `rule`,
and what it is worth: `points`, `doubles`, `limit` (hundredths of the limit), `limit_points` (what a limit hand is worth
by itself), or an `option` that holds a score value. `who` is all (default), winner or loser; `losers_with` names an
option that opens a winner's row to losers too; `with` and `without` name options that switch the row on or off.
`completes` names rows of winners: with the pattern `one-tile-short` the row is for losers whom one tile would bring one
of these. `unless` names other rows of its sort (bonus tiles, or with `completes`): beside one of them it does not
count. `open`: its doubles in a hand with an open set, where these are others (0: it counts in closed hands only).
`when`: options and the value that each must have, or name in its list. `excludes`, where hands are counted in fans: the
rows that this one implies, ids, or tables with an `id` and `of = "own"` (only those that its own sets make), `times`
(so many of them), `when` (as above). `alone`: it counts where nothing else does; `extra`: it is added to the rest, and
a win does not need it. `apart`: the row is a reckoning of its own; `beside`: whether it counts beside such a one, or a
limit hand (`mjlog.scoring.totals`). `in_goulash`: whether it counts in a goulash, too, not, or only there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from mjlog.errors import RuleSetError
from mjlog.hands import NO_WILD, Forms
from mjlog.scoring import patterns as _patterns  # noqa: F401 (importing it registers the patterns)
from mjlog.scoring import registry
from mjlog.scoring.facts import Manner

_PLAYERS = (4, 3)
_CHOWS = (4, 0, 1, 2, 3)
_KONG_IN_HAND = ("pung", "kong")
_LOSER_PAIRS = ("all", "one")
FANS = "fans"
"""The way to combine (`total`) in which a hand is worth the sum of its fans: `mjlog.scoring.fans`."""
FU_AND_HAN = "fu-and-han"
"""The way to combine (`total`) in which points are fu, and doubles han: `mjlog.scoring.han`."""


def manner_of(scoring: Mapping[str, Any], options: Mapping[str, Any]) -> Manner:
    """What the head of a scoring table says; a key that is missing there says what is usual.

    Switches (`seven_pairs`, `thirteen`, `knitting`, `triple_knitting`, `snake` …: complete hands, see `Forms`;
    `robbing_kong`, `claimed_kong_hides`) are true, false or the name of an option. `players`, `chows` (the most of a
    complete hand), `undeclared_kong` (pung or kong) and `loser_pairs` (all or one) are a value or the name of an option
    that has one.

    Raises:
        RuleSetError: an option does not exist, or a value is none of those.
    """
    forms = Forms(
        seven_pairs=_switch(scoring, options, "seven_pairs", False),
        thirteen=_switch(scoring, options, "thirteen", True),
        knitting=_switch(scoring, options, "knitting", False),
        triple_knitting=_switch(scoring, options, "triple_knitting", False),
        two_suited_pair=_switch(scoring, options, "two_suited_pair", False),
        snake=_switch(scoring, options, "snake", False),
        pair_honors=_switch(scoring, options, "pair_honors", False),
        gates=_switch(scoring, options, "gates", False),
        chows=_choice(scoring, options, "chows", _CHOWS),
        different_pairs=_switch(scoring, options, "different_pairs", False),
        knitted_straight=_switch(scoring, options, "knitted_straight", False),
        honors_and_knitted=_switch(scoring, options, "honors_and_knitted", False),
        mixed_knitting=_switch(scoring, options, "mixed_knitting", False),
        repeated_honors=_switch(scoring, options, "repeated_honors", False),
        gates_by_ends=_switch(scoring, options, "gates_by_ends", False),
        hidden_snake=_switch(scoring, options, "hidden_snake", False),
        wild=scoring.get("wild", NO_WILD),
    )
    return Manner(
        claimed_kong_hides=_switch(scoring, options, "claimed_kong_hides", False),
        forms=forms,
        robbing=_switch(scoring, options, "robbing_kong", True),
        undeclared_kongs=_choice(scoring, options, "undeclared_kong", _KONG_IN_HAND) == "kong",
        single_pair=_choice(scoring, options, "loser_pairs", _LOSER_PAIRS) == "one",
        long_hands=_switch(scoring, options, "long_hands_score_nothing", False),
        players=_choice(scoring, options, "players", _PLAYERS),
        bonus_from_live=_switch(scoring, options, "bonus_from_live", False),
        left_out=tuple(scoring.get("left_out", ())),
        fu=scoring.get("total") == FU_AND_HAN,
    )


def _switch(scoring: Mapping[str, Any], options: Mapping[str, Any], key: str, usual: bool) -> bool:
    named = scoring.get(key, usual)
    return named if isinstance(named, bool) else bool(option_value(options, named, scoring))


def _choice(scoring: Mapping[str, Any], options: Mapping[str, Any], key: str, values: Sequence[Any]) -> Any:
    """One of some values: given as such, or by an option of that name; the first is the usual one."""
    named = scoring.get(key, values[0])
    value = options.get(named, named) if isinstance(named, str) else named
    if isinstance(value, bool) or value not in values:
        raise RuleSetError(
            f"scoring: `{key}` is {str(value)[:40]!r}: {' or '.join(map(str, values))}, or an option of these values, "
            "is expected"
        )
    return value


LIMIT_UNIT, DOUBLE_UNIT = 1_000_000, 10_000
"""Parts of a score value: hundredths of the limit x 1 000 000 + doubles x 10 000 + points."""
_MOST = {"points": 100_000, "doubles": 100, "open": 100, "limit": 10**8, "limit_points": 10**8}
"""The most that a row can be worth; no table of a club comes near it."""


class Excluded(NamedTuple):
    """A row that another implies: those of its own sets only, or so many times only (None: whenever it is earned)."""

    id: str
    own: bool = False
    times: int | None = None


@dataclass(frozen=True, slots=True)
class ScoringRow:
    """One row in force: worth something, and open to winners, losers or both.

    `limit`: hundredths of the rule set's limit; `limit_points`: what this limit hand is worth by itself, in points.
    """

    id: str
    pattern: str
    name: str
    rule: str
    points: int
    doubles: int
    limit: int
    for_winner: bool
    for_loser: bool
    limit_points: int = 0
    completes: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    open: int | None = None
    excludes: tuple[Excluded, ...] = ()
    alone: bool = False
    extra: bool = False
    apart: bool = False
    beside: Literal["no", "too", "only"] = "no"

    @property
    def is_ordinary(self) -> bool:
        """Counts where the hand is reckoned as a whole."""
        return not self.apart and self.beside != "only"

    def doubles_of(self, is_open: bool) -> int:
        """Its doubles in a hand that is open, or closed."""
        return self.open if is_open and self.open is not None else self.doubles

    @property
    def is_limit(self) -> bool:
        """A limit hand, not points and doubles."""
        return bool(self.limit or self.limit_points)


def resolve_rows(scoring: Mapping[str, Any], options: Mapping[str, Any], *, no_limit: bool) -> tuple[ScoringRow, ...]:
    """The rows of a scoring table that can earn something under these option values, in the document's order.

    Raises:
        RuleSetError: a row names a pattern or an option that does not exist, or says no number where one must be.
    """
    other = "no" if scoring.get("is_goulash", False) else "only"
    items = (given for given in _items(scoring) if given.get("in_goulash") != other)
    rows = (_resolve(given, options, no_limit) for given in items if _is_on(given, options))
    return tuple(row for row in rows if row.points or row.doubles or row.is_limit)


def _items(scoring: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    items = scoring.get("item", ())
    if not isinstance(items, Sequence) or not all(isinstance(item, Mapping) for item in items):
        raise RuleSetError("scoring: `item` must be a list of tables, [[scoring.item]]")
    return items


def _is_on(given: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    for name, word in given.get("when", {}).items():
        value = option_value(options, name, given)
        # An option may be a list of words.
        if not (word in value if isinstance(value, list | tuple) else value == word):
            return False
    wanted, unwanted = given.get("with"), given.get("without")
    if wanted is not None and not option_value(options, wanted, given):
        return False
    return unwanted is None or not option_value(options, unwanted, given)


def option_value(options: Mapping[str, Any], name: Any, given: Mapping[str, Any]) -> Any:
    """The value of an option that a table names.

    Raises:
        RuleSetError: there is no such option.
    """
    if not isinstance(name, str) or name not in options:
        raise RuleSetError(f"scoring: {given.get('id', 'the table')!r} names an option {name!r} that does not exist")
    return options[name]


def _resolve(given: Mapping[str, Any], options: Mapping[str, Any], no_limit: bool) -> ScoringRow:
    if "id" not in given:
        raise RuleSetError(f"scoring: a row lacks its `id`: {dict(given)!r:.80}")
    points, doubles, limit = _worth(given, options, no_limit)
    name = given.get("pattern", given["id"])
    if name != registry.ONE_TILE_SHORT and not any(name in family for family in registry.FAMILIES):
        raise RuleSetError(f"scoring: {given['id']!r} names a pattern {name!r} that does not exist")
    pattern = str(name)
    _check_limit(given, pattern)
    who = given.get("who", "all")
    if who not in ("all", "winner", "loser"):
        raise RuleSetError(f"scoring: {given['id']!r} is for {who!r}: all, winner or loser is expected")
    opened = given.get("losers_with")
    return ScoringRow(
        id=given["id"],
        pattern=pattern,
        name=given.get("name", given["id"].replace("-", " ")),
        rule=given.get("rule", ""),
        points=points,
        doubles=doubles,
        limit=limit,
        for_winner=who != "loser",
        for_loser=who != "winner" or (opened is not None and bool(option_value(options, opened, given))),
        limit_points=_number(given, "limit_points"),
        completes=_completed(given, who),
        unless=_ids(given, "unless"),
        open=_number(given, "open") if "open" in given else None,
        excludes=tuple(_excluded(given, options)),
        alone=given.get("alone", False) is True,
        extra=given.get("extra", False) is True,
        apart=bool(given.get("apart", False)),
        beside=_beside(given),
    )


def _excluded(given: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Excluded]:
    """The rows that this one implies under these options."""
    for each in given.get("excludes", ()):
        row: Any = {"id": each} if isinstance(each, str) else each
        if not isinstance(row, Mapping) or not isinstance(row.get("id"), str) or row.get("of") not in (None, "own"):
            raise RuleSetError(f"scoring: {given['id']!r} excludes {str(each)[:60]!r}: the id of a row is expected")
        if _is_on({"id": given["id"], "when": row.get("when", {})}, options):
            yield Excluded(row["id"], row.get("of") == "own", row.get("times"))


def _beside(given: Mapping[str, Any]) -> Literal["no", "too", "only"]:
    word: Any = given.get("beside", "no")
    if word not in ("no", "too", "only"):
        raise RuleSetError(f"scoring: `beside` of {given['id']!r} is {str(word)[:40]!r}: no, too or only is expected")
    return word  # type: ignore[no-any-return]


def _ids(given: Mapping[str, Any], key: str) -> frozenset[str]:
    """The ids of other rows."""
    ids = given.get(key, [])
    if not isinstance(ids, list | tuple) or not all(isinstance(each, str) for each in ids):
        raise RuleSetError(f"scoring: `{key}` of {given['id']!r} is {str(ids)[:40]!r}: ids of rows are expected")
    return frozenset(ids)


def rows_of_the_wait(scoring: Mapping[str, Any], options: Mapping[str, Any]) -> frozenset[str]:
    """The ids of the rows that do not count where the winning tile was not kept apart; none where that is no matter.

    Raises:
        RuleSetError: there is no such option.
    """
    named = scoring.get("kept_apart", False)
    is_asked = option_value(options, named, scoring) if isinstance(named, str) else named
    return _ids({"id": "the table", **scoring}, "of_the_wait") if is_asked else frozenset()


def _completed(given: Mapping[str, Any], who: str) -> frozenset[str]:
    """The ids of the rows that one tile more would bring."""
    ids = _ids(given, "completes")
    if bool(ids) != (given.get("pattern", given["id"]) == registry.ONE_TILE_SHORT) or (ids and who != "loser"):
        raise RuleSetError(
            f'scoring: {given["id"]!r}: `completes` goes with the pattern {registry.ONE_TILE_SHORT} and who = "loser"'
        )
    return ids


def completing_rows(scoring: Mapping[str, Any], rows: Sequence[ScoringRow]) -> tuple[ScoringRow, ...]:
    """The rows in force that others name in `completes`: what a winner scores for a whole hand.

    Raises:
        RuleSetError: there is no such row, or it is one of single sets, of bonus tiles, or of losers.
    """
    wanted = {complete for row in rows for complete in row.completes}
    missing = wanted - {str(given.get("id")) for given in _items(scoring)}
    if missing:
        raise RuleSetError(f"scoring: `completes` names {min(missing)!r}, which is no row")
    completed = tuple(row for row in rows if row.id in wanted)
    for row in completed:
        if row.pattern not in registry.HAND_PATTERNS and row.pattern not in registry.TILE_PATTERNS:
            raise RuleSetError(f"scoring: `completes` names {row.id!r}, which is no row of a winner's whole hand")
    return completed


def _worth(given: Mapping[str, Any], options: Mapping[str, Any], no_limit: bool) -> tuple[int, int, int]:
    """Points, doubles, hundredths of the limit: either the former or the latter.

    Without a limit, a value that has both is worth its points and doubles.
    """
    if "option" in given:
        value = option_value(options, given["option"], given)
        if not isinstance(value, int):
            raise RuleSetError(f"scoring: {given['id']!r} is worth the option {given['option']!r}, which is no number")
        points, doubles, limit = value % DOUBLE_UNIT, value // DOUBLE_UNIT % 100, value // LIMIT_UNIT
    else:
        points, doubles, limit = (_number(given, key) for key in ("points", "doubles", "limit"))
    if limit and no_limit and (points or doubles):
        return points, doubles, 0
    return (0, 0, limit) if limit else (points, doubles, 0)


def _number(given: Mapping[str, Any], key: str) -> int:
    value, most = given.get(key, 0), _MOST[key]
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        shown = f"{str(value)[:40]!r}: a whole number from 0 to {most} is expected"
        raise RuleSetError(f"scoring: `{key}` of {given['id']!r} is {shown}")
    return value


def _check_limit(given: Mapping[str, Any], pattern: str) -> None:
    """Limit hands are hands, and worth nothing else."""
    if not (given.get("limit") or given.get("limit_points")):
        return
    if pattern in registry.SET_PATTERNS:
        raise RuleSetError(f"scoring: {given['id']!r} is a limit hand, but {pattern!r} looks at single sets")
    if "limit_points" in given and any(given.get(key) for key in ("points", "doubles", "limit", "option")):
        raise RuleSetError(f"scoring: {given['id']!r} is worth `limit_points`, and something else: it can only be one")
