"""The rules that bear on an event: those that were broken, and those that were kept, with what each says of it.

The same functions are asked that judge a log. A rule that was kept bears on the event where the same act, done
otherwise at the same table, would have broken it; one that had nothing to say is left out.

An event as it might have been otherwise is by another player, with another tile, another set, other numbers. It stays
the same kind of act: a claim for a chow does not become one for a pung, whose rules do not bear on it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import chain, islice
from typing import Annotated, Any, Literal

import msgspec
from msgspec import field
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, says
from mjlog.findings import Finding, Grave, Refusal, Severity, severity_of
from mjlog.rules import BoundCheck
from mjlog.rules.closing import rule_of_fines
from mjlog.rules.registry import NO_CHECKS, knowing
from mjlog.rulesets import Rules, resolve
from mjlog.scoring import Score
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.text import list_words
from mjlog.tiles import FIRST_HONOR, JOKER, PLAIN_KINDS, TILES, UNKNOWN, Tile
from mjlog.views.corrected import StartChange

# -- the same act done otherwise --------------------------------------------------------------------------------------


_MOST = 600
_SIZES = {"pair": 2, "chow": 3, "pung": 3, "kong": 4, "quint": 5, "sextet": 6}


def other_events(table: Table, event: ev.Event) -> Iterator[ev.Event]:
    """The same act done otherwise, so many at most: first what differs least."""
    yield from islice(chain(*(vary(table, event) for vary in _WAYS)), _MOST)


def _changed(event: ev.Event, **fields: Any) -> ev.Event:
    return msgspec.structs.replace(event, **fields)


def _kinds(table: Table) -> list[int]:
    """The kinds of tiles in play."""
    return [kind for kind in range(UNKNOWN) if table.plan.copies[kind]]


def _seats(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(getattr(event, "seat", None), Seat):
        yield from (_changed(event, seat=seat) for seat in table.plan.seats if seat is not event.seat)


def _tile(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(getattr(event, "tile", None), Tile):
        yield from (_changed(event, tile=TILES[kind]) for kind in _kinds(table) if kind != event.tile.kind)


def _call(table: Table, event: Any) -> Iterator[ev.Event]:
    """With the original call, or without."""
    if isinstance(event, ev.Discard):
        yield _changed(event, calling=None if event.calling else True)


def _sets(table: Table, event: Any) -> Iterator[ev.Event]:
    """Another set laid down, or other bonus tiles."""
    if isinstance(event, ev.Bonus):
        yield from (_changed(event, tiles=(TILES[kind],)) for kind in _kinds(table))
    elif isinstance(event, ev.Kong):
        yield from (_changed(event, tiles=(TILES[kind],) * 4) for kind in range(PLAIN_KINDS))
    elif isinstance(event, ev.Expose | ev.LayConcealed):
        yield from (_changed(event, tiles=tiles) for tiles in _groups(table, event.kind))


def _groups(table: Table, kind: str) -> Iterator[tuple[Tile, ...]]:
    """The sets of this kind; with jokers where there are some."""
    if kind == "chow":
        lows = (low for low in range(FIRST_HONOR) if low % 9 <= 6)
        yield from ((TILES[low], TILES[low + 1], TILES[low + 2]) for low in lows)
        return
    size = _SIZES.get(kind, 3)
    for natural in range(PLAIN_KINDS):
        yield (TILES[natural],) * size
        if table.plan.copies[JOKER]:
            yield TILES[natural], *(TILES[JOKER],) * (size - 1)


def _fewer(table: Table, event: Any) -> Iterator[ev.Event]:
    """Fewer or more tiles than were dealt or passed, other ones, seen where they were passed blind."""
    if not isinstance(event, ev.Deal | ev.Charleston) or not event.tiles:
        return
    yield _changed(event, tiles=event.tiles[:-1])
    yield _changed(event, tiles=(*event.tiles, event.tiles[0]))
    yield from (_changed(event, tiles=(TILES[kind], *event.tiles[1:])) for kind in _kinds(table))
    if isinstance(event, ev.Charleston):
        yield from (_changed(event, pass_=name) for name in ("right-1", "across-1", "left-1", "left-2", "courtesy"))
        yield from (_changed(event, blind=number) for number in (0, 1, 3))


def _numbers(table: Table, event: Any) -> Iterator[ev.Event]:
    """Another number of the hand or stack, another round, other dice, other players on the seats."""
    if isinstance(event, ev.HandStart):
        yield _changed(event, hand=event.hand + 1)
        yield from (_changed(event, round=seat) for seat in SEATS if seat is not event.round)
        taken = [seat for seat in SEATS if seat in event.seats]
        players = [event.seats[seat] for seat in taken]
        for step in range(1, len(players)):
            yield _changed(event, seats=dict(zip(taken, [*players[step:], *players[:step]], strict=True)))
    elif isinstance(event, ev.Break):
        yield from (_changed(event, wall=seat) for seat in SEATS if seat is not event.wall)
        yield _changed(event, stack=event.stack + 1)
    elif isinstance(event, ev.Roll):
        yield _changed(event, dice=(7, *event.dice[1:]))
        yield _changed(event, dice=(*event.dice, 1))
        yield from (_changed(event, purpose=one) for one in ("break-wall", "break-stack") if one != event.purpose)


def _exchange(table: Table, event: Any) -> Iterator[ev.Event]:
    if isinstance(event, ev.JokerExchange):
        yield from (_changed(event, owner=seat) for seat in table.plan.seats if seat is not event.owner)
        yield from (_changed(event, set=number) for number in range(4) if number != event.set)
    elif isinstance(event, ev.Dead):
        reasons = ("count", "exposure", "false-mahjong", "call")
        yield from (_changed(event, reason=reason) for reason in reasons if reason != event.reason)
    elif isinstance(event, ev.Penalty):
        yield _changed(event, amount=event.amount + 1)


_WAYS: tuple[Callable[[Table, Any], Iterator[ev.Event]], ...] = (
    _seats, _tile, _sets, _call, _fewer, _numbers, _exchange,
)  # fmt: skip


# -- the rules --------------------------------------------------------------------------------------------------------


Verdict = Literal["broken", "open", "noted", "applies", "kept"]
"""`open`: it depends on tiles that nobody saw; `noted`: nothing is wrong, but there is something to be said by it;
`applies`: it says what a score or a payment is."""
_ORDER = ("broken", "open", "noted", "applies", "kept")
_INFO = Severity.INFO.value


class Demand(Answer):
    """Something that a rule demands, and that was kept."""

    words: str = field(name="demand")
    otherwise: Annotated[str | None, says("what it would have said of another such act")] = None


class RuleAsked(Answer):
    """A rule that bears on the event, and what it says of it."""

    id: Annotated[str | None, says("null: it holds at every table")]
    verdict: Annotated[Verdict, says("`open`: unseen tiles decide; `applies`: by this it is counted")]
    severity: Grave | None = None
    says: Annotated[tuple[str, ...], says("what was wrong, or is to be said")] = field(default=(), name="wrong")
    kept: tuple[Demand, ...] = ()
    text: str | None = None
    reading: str | None = None
    source: str | None = None
    options: Annotated[tuple[str, ...], says("that it reads")] = ()


def rules_asked(rules: Rules, table: Table, event: ev.Event) -> list[RuleAsked]:
    """The rules that the event was judged by, the broken ones first; the table is not changed."""
    by_rule: dict[str | None, RuleAsked] = {}
    others: list[ev.Event] = []
    for check in _asked(rules, table, event):
        function, rule = check.function, check.rule
        refusal = function(table, event)
        if refusal is not None:
            severity = severity_of(refusal)
            rule_said = RuleAsked(rule, "noted" if severity == _INFO else "broken", severity, (refusal.message,))
        else:
            others = others or list(other_events(table, event))
            other = contrast(check, table, others)
            if other is None:
                continue
            rule_said = RuleAsked(rule, "kept", kept=(Demand(demand(function), other.message or None),))
        by_rule[rule] = _together(by_rule.get(rule), rule_said)
    return in_order([told_in_full(rules, bearing) for bearing in by_rule.values()])


def allowed_by_options(rules: Rules, table: Table, event: ev.Event) -> Iterator[RuleAsked]:
    """The rules that would refuse the event if an option of theirs were as usual: that the game has it otherwise
    decides."""
    for name, info in rules.ruleset.options.items():
        if rules.options[name] == info.read(info.default):
            continue
        usual = resolve(rules.ruleset, {**rules.options, name: info.default})
        tried = copy(table)
        tried.plan = usual.plan
        for check in _asked(usual, tried, event):
            rule = usual.ruleset.rule(check.rule) if check.rule is not None else None
            refusal = check.function(tried, event) if rule is not None and rule.option == name else None
            if refusal is not None:
                kept = Demand(demand(check.function), f"with {name} as usual, {refusal.message}")
                yield told_in_full(rules, RuleAsked(check.rule, "kept", kept=(kept,)))


def _asked(rules: Rules, table: Table, event: ev.Event) -> Sequence[BoundCheck]:
    # As in the first turns, when every rule is asked: what a rule demands is told also where it could not speak.
    return knowing(rules.bound.get(type(event), NO_CHECKS)[table.due], table, event)


def contrast(check: BoundCheck, table: Table, others: Sequence[ev.Event]) -> Refusal | None:
    """What the rule would have said of the first other act that it refuses."""
    refusals = (check.function(table, other) for other in others if knowing((check,), table, other))
    return next((refusal for refusal in refusals if refusal is not None and severity_of(refusal) != _INFO), None)


def demand(function: Any) -> str:
    """What a rule demands, in a sentence."""
    return (inspect.getdoc(function) or function.__name__.replace("_", " ")).split("\n")[0].rstrip(".")


def _together(before: RuleAsked | None, rule: RuleAsked) -> RuleAsked:
    """Several functions enforce one rule: it is broken where one of them says so."""
    if before is None:
        return rule
    first = min(before, rule, key=lambda answer: _ORDER.index(answer.verdict))
    says = [words for answer in (before, rule) if answer.verdict == first.verdict for words in answer.says]
    return replace(first, says=tuple(dict.fromkeys(says)), kept=(*before.kept, *rule.kept))


def told_in_full(rules: Rules, rule: RuleAsked) -> RuleAsked:
    """The rule with its text, reading, source and options, as the rule set has them."""
    info = rules.ruleset.rule(rule.id) if rule.id is not None else None
    if info is None:
        return rule
    return replace(
        rule,
        text=info.text or None,
        reading=info.reading or None,
        source=info.source or None,
        options=tuple(name for name in dict.fromkeys((info.option, *info.when)) if name in rules.options),
    )


def in_order(rules: Sequence[RuleAsked]) -> list[RuleAsked]:
    """The broken rules first; what holds at every table last among its like."""
    return sorted(rules, key=lambda rule: (_ORDER.index(rule.verdict), rule.id is None))


def with_findings(rules: Rules | None, asked: Sequence[RuleAsked], findings: Sequence[Finding]) -> list[RuleAsked]:
    """The same, with the rules that were broken by what only the audit judges: scores, payments, totals."""
    made = list(asked)
    for finding in findings:
        at = next((at for at, rule in enumerate(made) if rule.id == finding.rule), None)
        if finding.severity == _INFO or (at is not None and made[at].verdict == "broken"):
            continue
        rule_said = RuleAsked(finding.rule, "broken", finding.severity, (finding.message,))
        if at is not None:
            rule_said = replace(rule_said, kept=made.pop(at).kept)
        made.append(told_in_full(rules, rule_said) if rules is not None else rule_said)
    return in_order(made)


def with_options_changed(
    rules: Rules | None, asked: tuple[RuleAsked, ...], changes: Sequence[StartChange]
) -> tuple[RuleAsked, ...]:
    """The same, with the rules that an option governs which was changed meanwhile."""
    if rules is None:
        return asked
    made = {rule.id: rule for rule in asked}
    for change in changes:
        words = (f"its option was changed by correction {change.correction.seq}: {'; '.join(change.words)}",)
        for info in rules.ruleset.rules:
            before = made.get(info.id)
            if info.option in change.options and (before is None or before.verdict == "kept"):
                made[info.id] = told_in_full(rules, _together(before, RuleAsked(info.id, "noted", _INFO, words)))
    return tuple(in_order(list(made.values())))


def fine_rules(rules: Rules, table: Table, event: ev.Event) -> list[RuleAsked]:
    """The rule that fines a discard named as another tile, of that discard, and of a claim for it; else none."""
    tile = named = UNKNOWN
    if isinstance(event, ev.Discard) and event.named is not None:
        tile, named = event.tile.kind, event.named.kind
    elif isinstance(event, ev.Claim) and table.open_discard is not None and table.open_discard.named is not None:
        tile, named = table.open_discard.tile, table.open_discard.named
    fines = {fine.reason: fine.amount for fine in rules.plan.fines if fine.reason.split("-")[0] == _MISNAMED}
    rule = rule_of_fines(rules.ruleset.checks())
    if rule is None or not fines or UNKNOWN in (tile, named) or tile == named:
        return []
    kinds = [(amount, reason.partition("-")[2] or "set") for reason, amount in fines.items()]
    amounts = list_words([f"{amount} for {'' if kind == 'mahjong' else 'a '}{kind}" for amount, kind in kinds])
    words = f"a discard that is named as another tile costs a fine once it is claimed under that name: {amounts}"
    return [told_in_full(rules, RuleAsked(rule, "noted", _INFO, (words,)))]


_MISNAMED = "misnamed"
"""The reason of such a fine; behind it may stand for what the discard is claimed."""


def money_rules(rules: Rules, event: ev.Event, score: Score | None) -> list[RuleAsked]:
    """The rules by which a score, a payment or a total comes about; none for other events."""
    cites = rules.cites
    ids: list[str | None] = []
    if isinstance(event, ev.Score):
        items = (*score.items, *score.set_aside) if score is not None else ()
        ids = [cites.score, *(item.rule for item in items if item.rule)]
    elif isinstance(event, ev.Settlement):
        ids = [cites.settle, cites.east, cites.losers, cites.liable, cites.drawn, cites.jokerless]
    elif isinstance(event, ev.GameEnd):
        ids = [cites.total]
    return [told_in_full(rules, RuleAsked(rule, "applies")) for rule in dict.fromkeys(ids) if rule]
