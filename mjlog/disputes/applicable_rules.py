"""The rules that bear on an event: those that were broken, and those that were kept, with what each says of it.

The same functions are asked that judge a log. A rule that was kept bears on the event where the same act, done
otherwise at the same table, would have broken it; one that had nothing to say is left out.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Annotated, Any, Literal

from msgspec import field
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, says
from mjlog.disputes.variations import other_events
from mjlog.findings import Finding, Grave, Refusal, Severity, severity_of
from mjlog.rules import BoundCheck
from mjlog.rules.closing import rule_of_fines
from mjlog.rules.registry import NO_CHECKS, knowing
from mjlog.rulesets import RuleInfo, Rules, resolve
from mjlog.scoring import Score
from mjlog.table import Table
from mjlog.text import list_words
from mjlog.tiles import UNKNOWN
from mjlog.views.corrected import StartChange

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
    found: dict[str | None, RuleAsked] = {}
    others: list[ev.Event] = []
    for check in _asked(rules, table, event):
        function, rule = check.function, check.rule
        refusal = function(table, event)
        if refusal is not None:
            severity = severity_of(refusal)
            told = RuleAsked(rule, "noted" if severity == _INFO else "broken", severity, (refusal.message,))
        else:
            others = others or list(other_events(table, event))
            other = contrast(check, table, others)
            if other is None:
                continue
            told = RuleAsked(rule, "kept", kept=(Demand(demand(function), other.message or None),))
        found[rule] = _together(found.get(rule), told)
    return in_order([told_in_full(rules, one) for one in found.values()])


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
    return next((one for one in refusals if one is not None and severity_of(one) != _INFO), None)


def demand(function: Any) -> str:
    """What a rule demands, in a sentence."""
    return (inspect.getdoc(function) or function.__name__.replace("_", " ")).split("\n")[0].rstrip(".")


def _together(before: RuleAsked | None, told: RuleAsked) -> RuleAsked:
    """Several functions enforce one rule: it is broken where one of them says so."""
    if before is None:
        return told
    first = min(before, told, key=lambda one: _ORDER.index(one.verdict))
    says = [words for one in (before, told) if one.verdict == first.verdict for words in one.says]
    return replace(first, says=tuple(dict.fromkeys(says)), kept=(*before.kept, *told.kept))


def told_in_full(rules: Rules, asked: RuleAsked) -> RuleAsked:
    """The rule with its text, reading, source and options, as the rule set has them."""
    info = rules.ruleset.rule(asked.id) if asked.id is not None else None
    if info is None:
        return asked
    return replace(
        asked,
        text=info.text or None,
        reading=info.reading or None,
        source=info.source or None,
        options=_options(rules, info),
    )


def _options(rules: Rules, info: RuleInfo) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys((info.option, *info.when)) if name in rules.options)


def in_order(asked: Sequence[RuleAsked]) -> list[RuleAsked]:
    """The broken rules first; what holds at every table last among its like."""
    return sorted(asked, key=lambda one: (_ORDER.index(one.verdict), one.id is None))


def with_findings(rules: Rules | None, asked: Sequence[RuleAsked], found: Sequence[Finding]) -> list[RuleAsked]:
    """The same, with the rules that were broken by what only the audit judges: scores, payments, totals."""
    made = list(asked)
    for finding in found:
        at = next((at for at, one in enumerate(made) if one.id == finding.rule), None)
        if finding.severity == _INFO or (at is not None and made[at].verdict == "broken"):
            continue
        told = RuleAsked(finding.rule, "broken", finding.severity, (finding.message,))
        if at is not None:
            told = replace(told, kept=made.pop(at).kept)
        made.append(told_in_full(rules, told) if rules is not None else told)
    return in_order(made)


def with_options_changed(
    rules: Rules | None, asked: tuple[RuleAsked, ...], changes: Sequence[StartChange]
) -> tuple[RuleAsked, ...]:
    """The same, with the rules that an option governs which was changed meanwhile."""
    if rules is None:
        return asked
    made = {told.id: told for told in asked}
    for one in changes:
        words = (f"its option was changed by correction {one.correction.seq}: {'; '.join(one.words)}",)
        for info in rules.ruleset.rules:
            before = made.get(info.id)
            if info.option in one.options and (before is None or before.verdict == "kept"):
                made[info.id] = told_in_full(rules, _together(before, RuleAsked(info.id, "noted", _INFO, words)))
    return tuple(in_order(list(made.values())))


def fine_rules(rules: Rules, table: Table, event: ev.Event) -> list[RuleAsked]:
    """The rule that fines a discard named as another tile, of that discard, and of a claim for it; else none."""
    tile, named = _named(table, event)
    fines = {fine.reason: fine.amount for fine in rules.plan.fines if fine.reason.split("-")[0] == _MISNAMED}
    rule = rule_of_fines(rules.ruleset.checks())
    if rule is None or not fines or UNKNOWN in (tile, named) or tile == named:
        return []
    amounts = list_words([f"{amount} {_claimed_for(reason)}" for reason, amount in fines.items()])
    words = f"a discard that is named as another tile costs a fine once it is claimed under that name: {amounts}"
    return [told_in_full(rules, RuleAsked(rule, "noted", _INFO, (words,)))]


_MISNAMED = "misnamed"
"""The reason of such a fine; behind it may stand for what the discard is claimed."""


def _named(table: Table, event: ev.Event) -> tuple[int, int]:
    """The discard that an event is about, or answers, and as what it was named; unknown where it was not."""
    if isinstance(event, ev.Discard):
        return event.tile.kind, UNKNOWN if event.named is None else event.named.kind
    discard = table.open_discard if isinstance(event, ev.Claim) else None
    return (UNKNOWN, UNKNOWN) if discard is None or discard.named is None else (discard.tile, discard.named)


def _claimed_for(reason: str) -> str:
    kind = reason.partition("-")[2] or "set"
    return f"for {kind}" if kind == "mahjong" else f"for a {kind}"


def money_rules(rules: Rules, event: ev.Event, score: Score | None) -> list[RuleAsked]:
    """The rules by which a score, a payment or a total comes about; none for other events."""
    return [told_in_full(rules, RuleAsked(rule, "applies")) for rule in _money_ids(rules, event, score)]


def _money_ids(rules: Rules, event: ev.Event, score: Score | None) -> list[str]:
    cites = rules.cites
    ids: list[str | None] = []
    if isinstance(event, ev.Score):
        items = (*score.items, *score.set_aside) if score is not None else ()
        ids = [cites.score, *(item.rule for item in items if item.rule)]
    elif isinstance(event, ev.Settlement):
        ids = [cites.settle, cites.east, cites.losers, cites.liable, cites.drawn, cites.jokerless]
    elif isinstance(event, ev.GameEnd):
        ids = [cites.total]
    return [rule for rule in dict.fromkeys(ids) if rule]
