"""Every fan of `mcr`, earned by a hand and missed by one that is nearly the same; no least worth is asked here."""

from __future__ import annotations

from cases import Case, cases_in
from fan_hands import played
from mjlog.rulesets import default_rules
from mjlog.scoring.rows import resolve_rows

_RULES = default_rules("mcr")
assert _RULES.scoring is not None
_WORTH = {row.id: row.points for row in resolve_rows(_RULES.scoring.table, _RULES.scoring.options, no_limit=False)}


def said(score: str) -> str:
    """`12 mixed-straight fully-concealed-hand` as South announces it; `two-concealed-kongs:8` is worth that."""
    total, *fans = score.split()
    items = [(*fan.split(":"), _WORTH.get(fan, 0) * fans.count(fan)) for fan in dict.fromkeys(fans)]
    return f"S score {total} items={','.join(f'{item[0]}:{item[1]}' for item in items)}"


def _case(fan: str, earned: str, missed: str, flowers: str = "") -> Case:
    """South's hand with what it is worth; and one that has not this fan, with the fan announced besides."""
    hand, _, score = earned.partition(" = ")
    other, _, less = missed.partition(" = ")
    total, _, fans = less.partition(" ")
    more = f"{int(total) + _WORTH[fan]} {fans} {fan}"
    return Case(
        legal=f"{played(hand, 'minimum=0', flowers)}; {said(score)}",
        illegal=f"{played(other, 'minimum=0')}; {said(more)}",
        code="wrong-score",
    )


_FLOWERS = "(234c) 567b 345d 67d 99c -8d = 5 all-chows short-straight flower-tiles flower-tiles"
_NO_FLOWERS = "(234c) 567b 345d 67d 99c -8d = 3 all-chows short-straight"

CASES: dict[str, Case] = {
    key: _case(key.partition("#")[0].removeprefix("mcr/"), hands.legal, hands.illegal)
    for key, hands in cases_in("mcr_fans").items()
} | {"mcr/flower-tiles": _case("flower-tiles", _FLOWERS, _NO_FLOWERS, "1f2s")}
