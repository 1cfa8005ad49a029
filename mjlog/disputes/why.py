"""Why was a rule silent? What one rule answered about one event, in each way in which the record can be read.

The hand is replayed to the event, and there the rules are asked as the audit asks them. Nothing of it is kept while a
game is audited, and nothing is decided here: what was told, and which explanations were given up, the replay says.
Of a hand in progress only what everybody sees is read. Source: docs/understand/certainty.md#why-was-a-rule-silent.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Annotated, Any, Literal, NamedTuple

from mjlog import events as ev
from mjlog.answers import Answer, Seq, says
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game, Hand
from mjlog.audit.hypothesis import Hypothesis
from mjlog.audit.report import UNSAID, Refused, first_error, has_error
from mjlog.audit.settling import Settling
from mjlog.disputes.case import DisputedMoment, moment_of, no_event
from mjlog.disputes.unseen import depends_on
from mjlog.disputes.verdicts import contrast, demand, other_events, unseen_words
from mjlog.errors import RecordError, RuleSetError
from mjlog.findings import Finding, Severity, codes_that, registry, said_of
from mjlog.log.records import Fault
from mjlog.reports.finding_words import code_title, finding_words, rule_words
from mjlog.rules import CHECKS, BoundCheck
from mjlog.rules.registry import NO_CHECKS, CheckInfo, not_asked, stage
from mjlog.rulesets import RuleInfo, Rules, resolve
from mjlog.scoring import Score
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import Fact, words_of
from mjlog.table.state import DUE_WORDS
from mjlog.text import counted, did_you_mean, either, list_words, quoted, shown, signed
from mjlog.views.seen import correction_of, findings_of, said_at

_ERROR = Severity.ERROR.value
Verdict = Literal[
    "told", "refused", "another-first", "told-already", "explained", "excused", "tiles-unknown", "option-off",
    "fact-unknown", "kept", "not-the-stage", "not-due", "no-check",
]  # fmt: skip
"""What came of a rule, that first of which there is most to say; `refused` only in one explanation."""
_ORDER: tuple[Verdict, ...] = Verdict.__args__  # type: ignore[attr-defined]
_SHORT: Mapping[Verdict, str] = {
    "told": "told", "another-first": "another fault told first", "told-already": "told already",
    "explained": "kept in another explanation", "excused": "excused", "tiles-unknown": "tiles unknown",
    "option-off": "option off", "fact-unknown": "a fact unknown", "kept": "kept", "not-the-stage": "not the stage",
    "not-due": "not due", "no-check": "no check", "refused": "refused",
}  # fmt: skip
_FOR_ANOTHER_FAULT: frozenset[Verdict] = frozenset(("another-first", "told-already", "explained", "excused"))
"""Why a rule that is broken in some explanation is silent."""


class InExplanation(Answer):
    """What a rule answered in one way to read the record, or why it was silent there."""

    explanation: Annotated[str, says("what would have to be true")]
    verdict: Annotated[Verdict, says("of several checks the one of which there is most to say")]
    words: tuple[str, ...]
    stands: Annotated[bool, says("false: by the event this explanation was given up")]


class Silent(Answer):
    """Rules that were broken in some explanation, and were not told of, all for the same reason."""

    rules: tuple[str, ...]
    verdict: Annotated[Verdict, says("why not")]
    words: str


class Why(Answer):
    """Whether a rule was asked about an event, what it answered, and why it was silent."""

    rule: Annotated[str | None, says("the rule asked for; null: all that answer with this code")]
    code: Annotated[str | None, says("the code asked for; null: whatever the rule answers")]
    text: Annotated[str, says("the rule, or what the code stands for")]
    seq: Seq
    type: Annotated[str, says("of the event, as the log has it")]
    event: Annotated[str, says("in words")]
    is_asked: Annotated[bool, says("whether a check of it was asked in any explanation")]
    verdict: Verdict
    words: str
    explanations: tuple[InExplanation, ...]
    findings: Annotated[tuple[Finding, ...], says("what was told of the event")]


# -- which rule, which event -----------------------------------------------------------------------------------------


def why(game: Game, seq: int, named: str, as_audited: bool = False) -> list[Why]:
    """Why a rule, or a finding code, was silent about an event; of a correction about each of its events.

    `as_audited`: by all that was recorded, also of a hand in progress.

    Raises:
        RecordError: there is no such event, or it is not read.
        RuleSetError: the game has no such rule, and there is no such code.
    """
    moment = read_moment(game, seq)
    return [Inquiry(moment, place, as_audited).why(named) for place in _events_of(moment) or [moment.last]]


def _events_of(moment: DisputedMoment) -> list[int]:
    """The places of its events, without lines that cannot be read."""
    rows = moment.game.rows
    return [place for place in range(moment.first, moment.last + 1) if isinstance(rows[place], ev.Event)]


def read_moment(game: Game, seq: int) -> DisputedMoment:
    """The moment of an event that is read.

    Raises:
        RecordError: there is no such event, or another stands in its place.
    """
    moment = moment_of(game, seq)
    if moment is None:
        raise no_event(game, seq)
    if not moment.is_read:
        note = correction_of(game, seq)
        words = f": {note.words}" if note is not None else ""
        raise RecordError(f"event {seq} is not read in the log as corrected{words}", game.source)
    return moment


def silent_rules(moment: DisputedMoment) -> tuple[Silent, ...]:
    """The rules that are silent about an event for another fault; none where no rule can be asked."""
    places = _events_of(moment)
    if moment.rules is None or not moment.is_read or not moment.hand.has_play or not places:
        return ()
    if not any(finding.severity == _ERROR for finding in findings_of(moment.hand)):
        return ()
    inquiry = Inquiry(moment, places[-1])
    answers = [inquiry.why(info.id, in_full=False) for info in rules_about(moment).about]
    reasons: dict[tuple[Verdict, str], list[str]] = {}
    for answer in answers:
        if answer.rule is not None and answer.verdict in _FOR_ANOTHER_FAULT:
            reasons.setdefault((answer.verdict, answer.words), []).append(answer.rule)
    return tuple(Silent(tuple(rules), verdict, words) for (verdict, words), rules in reasons.items())


class Groups(NamedTuple):
    """The rules that can be asked about an event of its type, and the others of the rule set."""

    about: list[RuleInfo]
    others: list[RuleInfo]


def rules_about(moment: DisputedMoment) -> Groups:
    """The rules of the game, those first that speak of such an event."""
    rules, groups = moment.rules, Groups([], [])
    for info in rules.ruleset.rules if rules is not None else ():
        is_about = any(type(moment.row) in part.events for part in CHECKS.values() if part.named in info.checks)
        is_about = is_about or info.id in money_rules_of(rules, type(moment.row))
        (groups.about if is_about else groups.others).append(info)
    return groups


def money_rules_of(rules: Rules | None, kind: type) -> frozenset[str]:
    """The rules by which scores, payments or totals are judged, by the event that tells them."""
    if rules is None or kind not in _CITED:
        return frozenset()
    rows = rules.scoring.table.get("item", ()) if rules.scoring is not None and kind is ev.Score else ()
    cited = (getattr(rules.cites, name) for name in _CITED[kind])
    return frozenset(rule for rule in (*cited, *(row.get("rule") for row in rows)) if rule)


_CITED: Mapping[type, Sequence[str]] = {
    ev.Score: ("score", "face", "losers_limit", "counted", "adds", "doubled", "claimed_kong", "washout"),
    ev.Settlement: (
        "settle", "east", "losers", "liable", "washout", "drawn", "jokerless", "dead_count", "dead_exposure",
        "dead_false", "repeats", "pot", "abort", "nagashi",
    ),
    ev.GameEnd: ("total", "last_pot", "final"),
}  # fmt: skip
_OF_MONEY: Mapping[type, str] = {
    ev.Score: "of-a-score", ev.Settlement: "of-a-settlement", ev.GameEnd: "of-totals", ev.Penalty: "of-a-penalty",
}  # fmt: skip
"""What the registry says of the codes of wrong money, by the event in which it stands."""


class _Subject:
    """A rule, or a finding code, in the game's rule set.

    `infos`: its functions; `functions`: those of them that are in force at this table.
    """

    def __init__(self, rules: Rules, named: str) -> None:
        self.rule = rules.ruleset.rule(named)
        self.code = None if self.rule is not None else named
        of_rules = rules.ruleset.checks()
        if self.rule is not None:
            self.infos = [info for info in CHECKS.values() if info.named in self.rule.checks]
        elif named in registry():
            self.infos = [
                info for info in CHECKS.values() if named in info.codes and (info.frame or info.named in of_rules)
            ]
        else:
            raise RuleSetError(_unknown(rules, named))
        in_force = {check.function for stages in rules.bound.values() for checks in stages for check in checks}
        self.functions = in_force & {info.function for info in self.infos}

    def is_told(self, code: str, rule: str | None) -> bool:
        """Whether it is this that is told by such a code, of such a rule."""
        return rule == self.rule.id if self.rule is not None else code == self.code

    def is_money(self, rules: Rules, kind: type) -> bool:
        """Whether scores, payments or totals are judged by it where an event of this type tells them."""
        if self.rule is not None:
            return self.rule.id in money_rules_of(rules, kind)
        return kind in _OF_MONEY and self.code in codes_that(_OF_MONEY[kind])


def _unknown(rules: Rules, named: str) -> str:
    ruleset, of, words = rules.ruleset, named.partition("/")[0], quoted(named)
    if "/" in named and of != ruleset.id:
        return f"the game is played by {ruleset.id}, and {words} is no rule of that"
    meant = did_you_mean(named, [*(rule.id for rule in ruleset.rules), *registry()])
    hint = f"; did you mean {meant}?" if meant else ""
    if "/" in named:
        return f"the rule set {ruleset.id} has no rule {words}{hint}"
    return f"there is no finding code {words}, and no rule of {ruleset.id} is called so{hint}"


# -- one event -------------------------------------------------------------------------------------------------------


class Inquiry:
    """A game replayed up to one event, about which rules can be asked.

    Raises:
        RecordError: a line that is no event stands there, or the rule set of the game is not known.
    """

    def __init__(self, moment: DisputedMoment, place: int, as_audited: bool = False) -> None:
        game = moment.game
        before, rows = _up_to(game, moment.hand, place, as_audited)
        self.moment, self.place = moment, place
        self.since: dict[tuple[Seat | None, str], int] = {}
        known = _findings(before)
        for row in rows[:-1]:
            before.feed(row, None)
            # What is wrong with a line is told before the event that stands there.
            known = known if isinstance(row, Fault) else _findings(before)
            for way in before.hypotheses.ways:
                for pair in way.excused - self.since.keys():
                    self.since[pair] = row.seq or 0
        row = rows[-1]
        if isinstance(row, Fault):
            raise RecordError(f"event {moment.seq} cannot be read: no rule is asked about it", game.source)
        self.before, self.after = before, before.fork().after([(row, None)])
        # The beginning of a game names its rules, and is judged by none of them.
        self.rules = before.rules if before.frame.known_rules else self.after.rules
        if not self.after.frame.known_rules:
            raise RecordError("the rule set of the game is not known here: nothing is judged by it", game.source)
        replay = before.fork()
        self.event, judged = replay.asked(row)
        self._ending = replay.fork()
        ended = dict(enumerate(self._ending.hypotheses.asked_at_the_end(self.event)))
        self.explained = [_Explained(*each, *ended.get(at, ())) for at, each in enumerate(judged)]
        self.told = [finding for finding in _findings(self.after) if finding not in known]
        self.is_explained = any(explained.is_sound for explained in self.explained)

    def why(self, named: str, in_full: bool = True) -> Why:
        """Why a rule, or a code, was silent. `in_full`: also what unseen tiles and options would make of it.

        Raises:
            RuleSetError: there is neither.
        """
        subject = _Subject(self.rules, named)
        answered = [(explained, self._answer(explained, subject, in_full)) for explained in self.explained]
        verdict, words = self._came_of(subject, answered)
        tables = [explained.hypothesis.table for explained in self.explained if not explained.hypothesis.is_blind]
        is_asked = any(
            check.function in subject.functions and not self._lacks(check, table)
            for table in tables
            for check in self._at(table)
        )
        is_money = subject.is_money(self.rules, type(self.event))
        in_each = (
            InExplanation(
                explanation_words(explained.hypothesis), answer.verdict, answer.words, self._stands(explained)
            )
            for explained, answer in answered
        )
        return Why(
            rule=None if subject.rule is None else subject.rule.id,
            code=subject.code,
            text=code_title(named) if subject.rule is None else rule_words(subject.rule.text, subject.rule.reading),
            seq=self.event.seq,
            type=self.event.type,
            event=shown(said_at(self.moment.game, self.place), 400),
            is_asked=is_asked or is_money,
            verdict=verdict,
            words=words,
            explanations=tuple(in_each) if subject.infos or is_money else (),
            findings=tuple(finding for finding in self.told if finding.seq == self.event.seq),
        )

    def _at(self, table: Table) -> Sequence[BoundCheck]:
        """The checks that speak of the event in this stage of a hand, whatever they know."""
        return self.rules.bound.get(type(self.event), NO_CHECKS)[stage(table)]

    def _lacks(self, check: BoundCheck, table: Table) -> Fact:
        """What a check needs and is not known."""
        alone = {type(self.event): ((check,),) * len(NO_CHECKS)}
        return next((facts for _rule, facts in not_asked(alone, table, self.event)), Fact(0))

    # -- in one explanation ------------------------------------------------------------------------------------------

    def _stands(self, explained: _Explained) -> bool:
        """Whether the replay goes on in it: where it is at fault in all explanations, in all but what came later."""
        return explained.is_sound if self.is_explained else explained.hypothesis.held is None

    def _answer(self, explained: _Explained, subject: _Subject, in_full: bool) -> _Answer:
        """The answer of those checks of which there is most to say."""
        answers = list(self._answers(explained, subject, in_full))
        verdict = min((answer.verdict for answer in answers), key=_ORDER.index)
        chosen = [answer for answer in answers if answer.verdict == verdict]
        return _Answer(verdict, tuple(dict.fromkeys(words for each in chosen for words in each.words)), chosen[0].code)

    def _answers(self, explained: _Explained, subject: _Subject, in_full: bool) -> Iterator[_Answer]:
        hypothesis = explained.hypothesis
        if hypothesis.is_blind:
            yield _answer("fact-unknown", "nothing is known of the hand: no rule is asked about it")
            return
        is_money = subject.is_money(self.rules, type(self.event))
        infos = [info for info in subject.infos if type(self.event) in info.events]
        in_force = [info for info in infos if info.function in subject.functions]
        off = [info for info in infos if info not in in_force]
        by_option = [self._by_option(info, hypothesis.table) for info in off if in_full]
        for info in in_force:
            yield self._of(info, hypothesis, subject, in_full)
        yield from (_answer("option-off", words) for words in by_option if words)
        if is_money:
            yield self._of_money(explained, subject)
        if in_force or is_money or any(by_option):
            return
        if not off:
            yield _not_about(subject, self.event, self.rules)
            return
        rule = self._rule_of(off[0])
        names = () if rule is None else rule.when or (rule.option,)
        agreed = f": it is only where {either(names)} says so" if any(names) else ""
        yield _answer("option-off", f"the rule is not in force in this game{agreed}")

    def _rule_of(self, info: CheckInfo) -> RuleInfo | None:
        return self.rules.ruleset.rule(self.rules.ruleset.checks().get(info.named, ""))

    def _of(self, info: CheckInfo, hypothesis: Hypothesis, subject: _Subject, in_full: bool) -> _Answer:
        table, event = hypothesis.table, self.event
        check = next((bound for bound in self._at(table) if bound.function is info.function), None)
        if check is None and table.due not in info.when:
            dues = either(dict.fromkeys(DUE_WORDS[due] for due in sorted(info.when)))
            return _answer("not-due", f"it speaks where {dues} is due: {DUE_WORDS[table.due]} is")
        if check is None:
            return _answer("not-the-stage", "play takes its ordinary course: it never speaks then")
        facts = self._lacks(check, table)
        if facts:
            return _answer("fact-unknown", f"it is not asked: it is not certain {list_words(words_of(facts))}")
        refusal = info.function(table, event)
        if refusal is not None and (subject.code in (None, refusal.code)):
            if hypothesis.excuses(event, refusal):
                seats = (getattr(event, "seat", None), refusal.seat)
                fault = max(self.since.get((seat, refusal.code), 0) for seat in seats)
                words = f"{refusal.message}: it carries the fault of event {fault} through"
                return _answer("excused", words)
            return _answer("refused", refusal.message, refusal.code)
        if refusal is not None:
            return _answer("kept", f"it answers {refusal.code}: {refusal.message}")
        if not in_full:
            return _answer("kept", "it has nothing against it")
        option = self._by_option(info, table)
        if option:
            return _answer("option-off", option)
        alone = {type(event): ((check,),) * len(NO_CHECKS)}
        unseen = depends_on(alone, table, event)
        if unseen is not None and (unseen.illegal or unseen.example is not None):
            return _answer("tiles-unknown", "; ".join(unseen_words(unseen)))
        other = contrast(check, table, list(other_events(table, event)))
        if other is None:
            return _answer("not-due", f"asked, and nothing is here that it speaks of: {demand(check.function)}")
        return _answer("kept", f"{demand(check.function)}; otherwise it would say: {other.message}")

    def _by_option(self, info: CheckInfo, table: Table) -> str:
        """Which option allows the event that the rule would refuse without it; empty where none does."""
        rules, rule = self.rules, self._rule_of(info)
        names = () if rule is None else dict.fromkeys((rule.option, *rule.when))
        for option in (rules.ruleset.options[name] for name in names if name in rules.options):
            now = rules.options[option.name]
            given: Sequence[Any] = (True, False) if option.kind == "bool" else option.values
            given = (0, 1) if option.kind in ("count", "int") else given
            values = [option.read(value) for value in (option.default, *given) if option.accepts(value)]
            for value in [other for at, other in enumerate(values) if other != now and other not in values[:at]]:
                tried = copy(table)
                tried.plan = resolve(rules.ruleset, {**rules.options, option.name: value}).plan
                refusal = info.function(tried, self.event) if info.where(tried.plan) else None
                if refusal is not None:
                    return f"option {option.name} is {_said(now)}; with {_said(value)}: {refusal.message}"
        return ""

    # -- scores, payments, totals ------------------------------------------------------------------------------------

    def _of_money(self, explained: _Explained, subject: _Subject) -> _Answer:
        against = (refusal for refusal, rule in explained.refused_at_the_end if subject.is_told(refusal.code, rule))
        mine = next(against, None)
        if mine is not None:
            return _answer("refused", mine.message, mine.code)
        end = explained.ended.end if explained.ended is not None else explained.hypothesis.end
        if has_error(explained.refused):
            words = f"{first_error(explained.refused).message}: of an event at fault itself nothing more is compared"
            return _answer("another-first", words)
        for refusal, rule in explained.refused_at_the_end[:1]:
            scores = end.value(self.event.seat) if isinstance(self.event, ev.Score) else []
            words = f"{refusal.message}: that is told by {rule or refusal.code}"
            counted_for = _counted(scores, subject)
            if scores and subject.rule is not None and not counted_for:
                return _answer("not-due", f"nothing counts by it here: {words}")
            return _answer("another-first", words + counted_for)
        if Fact.HANDS in end.table.in_doubt:
            return _answer("fact-unknown", f"it is not compared: it is not certain {next(words_of(Fact.HANDS))}")
        if isinstance(self.event, ev.GameEnd) and not end.table.standing.totals_sure:
            return _answer("fact-unknown", "the totals are open, by what was not judged in the hands before")
        if end.result_open:
            what = said_of(end.report.latest_fault or "", "opens") or "who has won"
            return _answer("fact-unknown", f"{what} is open after an earlier fault: only what adds up is judged")
        if isinstance(self.event, ev.Score):
            return _of_score(self.event, end, subject)
        if isinstance(self.event, ev.Settlement):
            return _of_settlement(self.event, end)
        if isinstance(self.event, ev.GameEnd) and self.event.totals is None and self.event.final is None:
            return _answer("kept", "no totals are stated: there is nothing to compare")
        return _answer("kept", "it was compared, and nothing is against it")

    # -- all together ------------------------------------------------------------------------------------------------

    def _came_of(self, subject: _Subject, answered: Sequence[tuple[_Explained, _Answer]]) -> tuple[Verdict, str]:
        """What came of the rule, and that in words."""
        mine = next((finding for finding in self._told_here() if subject.is_told(finding.code, finding.rule)), None)
        if mine is not None:
            return "told", f"{mine.severity} {mine.code}: {mine.message}"
        # What the record does not say of how it was played
        here = (each for each in self.after.report.unjudged if each.since == each.until == self.event.seq)
        rule = None if subject.rule is None else subject.rule.id
        unsaid = next((each.words for each in here if each.because == UNSAID and rule in each.rules), None)
        if unsaid is not None:
            return "fact-unknown", unsaid
        standing = [answer for explained, answer in answered if self._stands(explained)]
        standing = standing or [answer for _explained, answer in answered]
        first = min(standing, key=lambda answer: _ORDER.index(answer.verdict))
        against = next(((explained, answer) for explained, answer in answered if answer.verdict == "refused"), None)
        if against is None or first.verdict == "excused":
            return first.verdict, "; ".join(first.words)
        allowing = [
            explained for explained, answer in answered if self._stands(explained) and answer.verdict != "refused"
        ]
        if self.is_explained and allowing:
            refusing, answer = against
            kept = either(explanation_words(explained.hypothesis) for explained in allowing[:3])
            broken = f"broken {explanation_words(refusing.hypothesis)}: {'; '.join(answer.words)}"
            return "explained", f"kept {kept}; {broken}"
        # The rule refuses the event wherever it was told to be wrong, or nowhere.
        _refusing, answer = against
        findings, refusal = self._told_here(), "; ".join(answer.words)
        if findings:
            named = (f"{finding.code} ({finding.rule})" if finding.rule else finding.code for finding in findings)
            others = list_words(named)
            is_same = any(finding.code == answer.code for finding in findings)
            words = f"{others} is told of this event in its place: {refusal}"
            return ("told-already" if is_same else "another-first"), words
        call = self.before.reporter.false_call
        if call is not None and any(finding.seq == call.seq for finding in self.told):
            return "told-already", f"{refusal}: it carries the call of event {call.seq} through, which is the error"
        report = self.before.report
        at = next((finding.seq for finding in reversed(report.findings) if finding.severity == _ERROR), None)
        where = f" at event {at}" if at is not None else ""
        return "told-already", f"{refusal}: it is one fault with {report.latest_fault}, told{where}"

    def _told_here(self) -> list[Finding]:
        return [finding for finding in self.told if finding.seq == self.event.seq]


class _Answer(NamedTuple):
    """What a rule answers in one explanation; `code`: of what it refuses."""

    verdict: Verdict
    words: tuple[str, ...]
    code: str = ""


def _answer(verdict: Verdict, words: str, code: str = "") -> _Answer:
    return _Answer(verdict, (words,), code)


class _Explained(NamedTuple):
    """A hypothesis, and what the rules have against the event in it; at the end of a hand also how that is computed."""

    hypothesis: Hypothesis
    refused: list[Refused] | None
    ended: Hypothesis | None = None
    refused_at_the_end: Sequence[Refused] = ()

    @property
    def is_sound(self) -> bool:
        """Whether the event is no fault in it."""
        return not has_error(self.refused) and not has_error(list(self.refused_at_the_end))


def explanation_words(hypothesis: Hypothesis) -> str:
    """A way to read the record, in words.

    >>> from mjlog.table import Table
    >>> from mjlog.rulesets import default_rules
    >>> explanation_words(Hypothesis(Table(default_rules("western").plan), None, ("south had drawn, unseen",)))
    'if south had drawn, unseen'
    """
    held = () if hypothesis.held is None else (f"event {hypothesis.held.seq} came one event later",)
    whys = [why for why in dict.fromkeys((*hypothesis.why, *held)) if not (held and why == "it came one event later")]
    return f"if {list_words(whys)}" if whys else "as it was written down"


def _not_about(subject: _Subject, event: ev.Event, rules: Rules) -> _Answer:
    """The answer of a rule, or a code, that is about other events, or about none."""
    about = [kind for info in subject.infos for kind in info.events]
    about += [kind for kind in _OF_MONEY if subject.is_money(rules, kind)]
    if about:
        kinds = dict.fromkeys(str(kind.__struct_config__.tag) for kind in about)
        return _answer("not-due", f"it is asked about {either(kinds)}: this is {event.type}")
    if subject.rule is None:
        return _answer("no-check", f"no rule of {rules.ruleset.id} answers {subject.code} about an event of the table")
    reason = f": {subject.rule.reason}" if subject.rule.reason else ""
    return _answer("no-check", f"it is a statement, which no check enforces{reason}")


def _said(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _of_score(event: ev.Score, end: Settling, subject: _Subject) -> _Answer:
    """What a hand is worth, and what the rule has given for it."""
    table = end.table
    is_worthless = table.plan.family.winner_alone_scores and not table.win_of(event.seat)
    if table.washout or is_worthless:
        return _answer("kept", f"compared: nothing is due to this hand, {event.total} is announced")
    scores = end.value(event.seat)
    totals = [str(total) for total in dict.fromkeys(score.total for score in scores) if total is not None]
    if not totals:
        return _answer("tiles-unknown", "the tiles leave open what the hand is worth: only what adds up is judged")
    words = f"computed and compared: the hand is worth {either(totals[:5])}, {event.total} is announced"
    return _answer("kept", f"{words}{_counted(scores, subject)}{'' if str(event.total) in totals else _PASSES}")


_PASSES = "; it passes all the same, as a hand in which something was found can count as less, or as it was announced"


def _counted(scores: Sequence[Score], subject: _Subject) -> str:
    """What a rule gives for the hand as it is computed, where it is one of those that hands are counted by."""
    if not scores or subject.rule is None:
        return ""
    counts = dict.fromkeys(item.name for item in scores[0].items if item.rule == subject.rule.id)
    aside = dict.fromkeys(item.name for item in scores[0].set_aside if item.rule == subject.rule.id)
    words = f"; it counts for {list_words(counts)}" if counts else ""
    return words + (f"; set aside: {list_words(aside)}" if aside else "")


def _of_settlement(event: ev.Settlement, end: Settling) -> _Answer:
    """What is due, which is what was paid, or passes for it."""
    to_one = None if event.for_ is None else end.owed_to(event.for_)
    due = [to_one] if to_one is not None else end.settlements() or end.settlements(announced=True)
    if not due:
        return _answer("tiles-unknown", "the tiles leave open what is due: only what adds up is judged")
    words = list_words(f"{seat} {signed(points)}" for seat, points in due[0].change.items())
    more = f", or one of {counted(len(due) - 1, 'other way')}" if len(due) > 1 else ""
    is_paid = any(all(event.change.get(seat, 0) == points for seat, points in way.change.items()) for way in due)
    return _answer("kept", f"computed and compared: due is {words}{more}{'' if is_paid else _PASSES}")


def _findings(replay: Engine) -> list[Finding]:
    return [finding for report in replay.reports for finding in report.findings]


def _up_to(game: Game, hand: Hand, place: int, as_audited: bool) -> tuple[Engine, list[ev.Event | Fault]]:
    """A replay that has come to the beginning of a hand, and the rows from there up to a place, as they may be seen.

    The `hand-start` itself is asked about at the end of the hand before it.
    """
    if hand.has_play and place == hand.first:
        before = game.hands[hand.place - 1]
        replay, rows = _up_to(game, before, before.end - 1, as_audited)
        return replay, [*rows, game.rows[place]]
    rows = game.rows[hand.first : place + 1] if hand.is_over or as_audited else hand.seen("table").rows
    return hand.start.fork(()), list(rows[hand.has_play : place - hand.first + 1])


# -- in words --------------------------------------------------------------------------------------------------------


def why_lines(answer: Why) -> Iterator[str]:
    """The answer as lines for a terminal."""
    was = "asked" if answer.is_asked else "not asked"
    yield from _wrapped(f"{answer.rule or answer.code}, {was} about event {answer.seq}: {answer.event}", 0)
    yield from _wrapped(answer.text, 2)
    yield from _wrapped(f"{short_words(answer.verdict)}: {answer.words}", 2)
    for each in answer.explanations if len(answer.explanations) > 1 else ():
        given_up = "" if each.stands else " (given up by this event)"
        words = f"{short_words(each.verdict)}: {'; '.join(each.words)}"
        yield from _wrapped(f"{each.explanation}{given_up}: {words}", 4)
    for finding in answer.findings if answer.verdict != "told" else ():
        yield from _wrapped(f"told of this event: {finding_words(finding)}", 2)


def _wrapped(text: str, indent: int) -> list[str]:
    first, rest = " " * indent, " " * (indent + 2)
    return textwrap.wrap(shown(text, 2000), 79, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def short_words(verdict: Verdict) -> str:
    """A verdict in a word or two.

    >>> short_words("another-first")
    'another fault told first'
    """
    return _SHORT[verdict]
