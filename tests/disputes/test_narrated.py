"""Disputes told in prose are settled from their logs, each with the ruling that the rules give; by commands, too."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from disputes.narrated import FOLDER, SUFFIX, Narration, Standing, narrations
from each import each
from mjlog.answers import plain
from mjlog.audit.dead import dead_hands
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.audit.report import HandReport
from mjlog.disputes.dossier import Dossier, dossier
from mjlog.log.records import GameRecord, as_of
from mjlog.rulesets import load, shipped
from mjlog.sources import games_in
from mjlog_cli.main import main

Found = list[tuple[str, int | None, str | None]]
_FEWEST = 10
_LEAST_WORDS, _MOST_WORDS = 120, 250


def _of_each(function: Callable[[Narration], None]) -> Callable[[Narration], None]:
    return pytest.mark.parametrize("told", narrations(), ids=lambda one: one.name)(function)


def record(path: Path) -> GameRecord:
    """The one game of a log."""
    return next(games_in(str(path)))


def replayed(game: GameRecord, as_recorded: bool = False) -> tuple[Engine, list[HandReport]]:
    """A game after its last event, and what the audit says of it."""
    replay = Engine(game, as_recorded=as_recorded)
    return replay, replay.run()


def found(reports: list[HandReport]) -> Found:
    """Everything found in a game."""
    return [(one.code, one.seq, one.rule) for report in reports for one in report.findings]


@cache
def dossier_of(path: Path, seq: int) -> Dossier:
    """What the referee gets to read of a dispute."""
    return dossier(Game(record(path)), seq)


def before_ruling(told: Narration) -> Dossier:
    """The dossier when the referee was asked."""
    return dossier_of(told.path, told.disputed)


def after_ruling(told: Narration) -> Dossier:
    """The dossier of the same dispute when all is settled."""
    return dossier_of(told.ruled_path, told.disputed)


def faults(one: Dossier) -> Found:
    """What was found at the disputed event."""
    return [(each.code, each.seq, each.rule) for each in one.findings]


def in_all(one: Dossier, at: int) -> dict[str, int]:
    """What every player gets for the disputed hand, in the reading of it that stands at this place."""
    gets = one.outcomes[at].gets if one.outcomes else None
    return {seat.value: points for seat, points in (gets or {}).items()}


def stands(told: Narration, path: Path, expected: Standing) -> None:
    """The log is judged as it was told: findings, scores, totals, dead hands."""
    replay, reports = replayed(record(path))
    assert found(reports) == list(expected.findings)
    assert replay.table.totals == expected.totals
    hand = next(report for report in reports if report.hand == _hand_of(told))
    if expected.scores:
        assert plain(hand.computed) == expected.scores


def _hand_of(told: Narration) -> int | None:
    """The number of the disputed hand."""
    starts = [event for event in told.events if event["type"] == "hand-start" and event["seq"] <= told.on]
    return int(starts[-1]["hand"]) if starts else None


# -- what is told ------------------------------------------------------------------------------------------------


def test_the_disputes_are_of_every_rule_set_and_not_all_upheld() -> None:
    """Ten at least; some are dismissed, some change no event, some are raised while the hand goes on."""
    assert len(narrations()) >= _FEWEST
    assert {one.ruleset for one in narrations()} == set(shipped())
    assert {"upheld", "dismissed"} < {ruling["decision"] for one in narrations() for ruling in one.rulings}
    assert len({one.verdict.code for one in narrations()}) >= _FEWEST


@_of_each
def test_the_story_can_be_read_in_a_minute(told: Narration) -> None:
    """Prose of some length, and a question at its end."""
    assert _LEAST_WORDS <= len(told.story.split()) <= _MOST_WORDS
    assert told.question.endswith("?")


@_of_each
def test_the_logs_are_those_that_are_told(told: Narration) -> None:
    """The log when the referee was asked, and the one with the ruling: its beginning is the same, id by id."""
    assert told.path.read_bytes() == told.log
    assert told.ruled_path.read_bytes() == told.ruled_log
    assert told.ruled_log.startswith(told.log)
    assert len(told.ruled_log) > len(told.log)


def test_no_log_of_a_dispute_is_left_over() -> None:
    """Every log in the folder is told of."""
    assert set(FOLDER.glob(f"*{SUFFIX}")) == {path for one in narrations() for path in (one.path, one.ruled_path)}


@_of_each
def test_a_ruling_rests_on_rules_of_its_rule_set(told: Narration) -> None:
    """Every rule that is cited exists, and the one that was broken is among them."""
    known = {rule.id for rule in load(told.ruleset).rules}
    cited = {rule for ruling in told.rulings for rule in ruling["rests_on"]}
    assert cited <= known
    assert told.verdict.rule is None or told.verdict.rule in cited


# -- the dossier -------------------------------------------------------------------------------------------------


@_of_each
def test_the_dossier_gives_the_verdict(told: Narration) -> None:
    """From the log alone: legal or not, the finding or none, the rules that bear on it."""
    one, verdict = before_ruling(told), told.verdict
    assert (one.dispute.seq, one.event.seq, one.dispute.is_open) == (told.disputed, told.on, True)
    assert one.legal is verdict.legal
    assert faults(one) == ([(verdict.code, told.on, verdict.rule)] if verdict.code else [])
    said = {rule.id: rule.verdict for rule in one.rules}
    assert {rule: said.get(rule) for rule in verdict.bears} == verdict.bears


@_of_each
def test_the_dossier_says_what_is_certain_and_what_cannot_be_known(told: Narration) -> None:
    """Nothing is said to depend on unseen tiles but where it does."""
    one, verdict = before_ruling(told), told.verdict
    for words in verdict.certain:
        assert any(words in line for line in one.certain), one.certain
    for words in verdict.unknown:
        assert any(words in line for line in one.unknown), one.unknown
    decides = one.unseen is not None and bool(one.unseen.legal) and bool(one.unseen.illegal)
    assert decides is verdict.depends


@_of_each
def test_the_dossier_of_a_hand_in_progress_has_no_concealed_tile(told: Narration) -> None:
    """While the hand goes on, the referee sees what the table sees; afterwards also what each player saw."""
    one = before_ruling(told)
    if one.event.type == "hand-start":
        assert one.before == {}
    else:
        assert ("open" in one.before) is one.over
        assert set(one.before) == {"table"} or one.over


@_of_each
def test_the_dossier_tells_the_money(told: Narration) -> None:
    """What every player got for the hand as it was recorded, and after the ruling gets in all."""
    one, ruled = before_ruling(told), after_ruling(told)
    assert in_all(one, 0) == told.recorded.gets
    labels = [outcome.label for outcome in ruled.outcomes]
    assert in_all(ruled, labels.index("as ruled") if "as ruled" in labels else 0) == told.ruled.gets


@_of_each
def test_after_the_ruling_the_dossier_still_gives_the_verdict(told: Narration) -> None:
    """The disputed event is judged as it was disputed, though it is corrected by now; the dispute is closed."""
    before, after = before_ruling(told), after_ruling(told)
    assert after.dispute.ruling.decision == told.rulings[0]["decision"]
    assert (after.legal, faults(after)) == (before.legal, faults(before))


# -- the log as recorded, and as ruled ---------------------------------------------------------------------------


@_of_each
def test_the_log_as_recorded_is_judged_as_told(told: Narration) -> None:
    """The fault that the dispute is about, and no other; scores and totals as they were believed to be."""
    stands(told, told.path, told.recorded)


@_of_each
def test_the_ruling_carried_out_leaves_what_the_rules_leave(told: Narration) -> None:
    """What was a mistake of the record is gone; what a player did wrong stays, with what follows from it."""
    stands(told, told.ruled_path, told.ruled)


@_of_each
def test_dead_hands_and_what_follows_are_those_of_the_rules(told: Narration) -> None:
    """A hand that is dead or incomplete: why, since when, and what it costs."""
    made = []
    for one in dead_hands(record(told.ruled_path)):
        follows = [" ".join(str(part) for part in (each.what, each.rule, each.amount) if part) for each in one.follows]
        since = {"since": list(one.since)} if one.since is not None else {}
        made.append({"seat": one.seat.value, "kind": one.kind, **since, "follows": follows})
    assert made == list(told.ruled.dead)


@_of_each
def test_what_was_said_before_the_ruling_can_still_be_read(told: Narration) -> None:
    """The log as it was before the ruling is judged as it was then: findings, scores, states, ids."""
    last = len(told.events)
    _, then = replayed(record(told.path))
    _, now = replayed(as_of(record(told.ruled_path), last))
    assert [{**one.as_json(), "source": ""} for one in now] == [{**one.as_json(), "source": ""} for one in then]
    assert told.ruled_log.splitlines()[:last] == told.log.splitlines()


@_of_each
def test_between_two_rulings_the_log_said_what_was_believed_then(told: Narration) -> None:
    """A first ruling that did not last can be read as it was, with what it left wrong."""
    for seq, due in told.between.items():
        _, reports = replayed(as_of(record(told.ruled_path), seq))
        assert found(reports) == list(due)


@_of_each
def test_the_log_as_recorded_is_not_changed_by_the_ruling(told: Narration) -> None:
    """Without its corrections the ruled log still has the fault that was disputed."""
    _, reports = replayed(record(told.ruled_path), as_recorded=True)
    before = [one for one in found(reports) if one[1] is not None and one[1] <= len(told.events)]
    assert list(islice(before, len(told.recorded.findings))) == list(told.recorded.findings)


# -- the same disputes settled with the commands, from a database -----------------------------------------------------


_BY_NAME = {one.name: one for one in narrations()}


def run(*args: str | Path | int, stdin: str | None = None) -> Result:
    """A command that neither fails to run nor ends in a traceback."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1), result.output
    return result


@pytest.fixture(params=sorted(_BY_NAME))
def told(request: pytest.FixtureRequest) -> Narration:
    """Each of the disputes."""
    return _BY_NAME[request.param]


@pytest.fixture
def db(tmp_path: Path, told: Narration) -> Path:
    """A database with the game as it was when the referee was asked."""
    path = tmp_path / "club.db"
    run("import", "mjlog", told.path, "--db", path)
    return path


def commands_found(db: Path, *options: str | int) -> list[tuple[str, int, str]]:
    """Everything that the audit command finds."""
    lines = run("audit", db, "--json", *options).stdout.splitlines()
    return [(one["code"], one["seq"], one["rule"]) for line in lines for one in json.loads(line)["findings"]]


def totals(db: Path) -> dict[str, int]:
    """What every player has won and lost."""
    (found,) = [dict(_replayed(game).table.totals) for game in games_in(str(db))]
    return found


def _replayed(game: GameRecord) -> Engine:
    replay = Engine(game)
    replay.run()
    return replay


def listed(db: Path, told: Narration) -> list[tuple[int, bool]]:
    """The disputes of the game, and whether each is open."""
    lines = run("dispute", told.name, "--db", db, "--json").stdout.splitlines()
    return [(one["seq"], one["open"]) for one in map(json.loads, lines)]


def rule(db: Path, told: Narration) -> None:
    """The first ruling by the command, with all that follows from it; what comes after it, as it comes, by `add`."""
    ruling, *rest = told.ruling_events
    follows = [one for one in rest if one.get("on") == ruling["seq"] and one["type"] in ("correction", "penalty")]
    options: list[str | int] = ["--decision", ruling["decision"]]
    for one in follows:
        options += _penalty(one) if one["type"] == "penalty" else _correction(one)
    reasons = [one["reason"] for one in follows if one["type"] == "correction"]
    options += ["--reason", reasons[0]] if reasons else []
    options += [part for handle in _agreed(follows) for part in ("--agreed", handle)]
    run("ruling", told.name, told.disputed, ruling["text"], "--yes", "--db", db, *options)
    left = [{name: value for name, value in one.items() if name != "seq"} for one in rest if one not in follows]
    if left:
        run("add", told.name, "-", "--db", db, stdin="\n".join(map(json.dumps, left)))


def _agreed(follows: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(handle for one in follows for handle in one.get("agreed") or ()))


def _correction(fields: dict[str, Any]) -> list[str | int]:
    if "after" in fields:
        return ["--insert-after", fields["after"], json.dumps(fields["events"])]
    return ["--replace", fields["of"], json.dumps(fields["events"])] if fields["events"] else ["--void", fields["of"]]


def _penalty(fields: dict[str, Any]) -> list[str | int]:
    shares = ",".join(f"{seat}={amount}" for seat, amount in (fields.get("to") or {}).items())
    fine = ["--penalty", fields["seat"], fields["amount"], fields["reason"]]
    return [*fine, *(["--penalty-to", fields["seat"], shares] if shares else [])]


def test_the_ruling_by_the_commands_leaves_what_the_rules_leave(told: Narration, db: Path) -> None:
    """Findings, totals, and the closed dispute; what the log was before is its beginning, and is judged as then."""
    assert commands_found(db) == list(told.recorded.findings)
    assert listed(db, told)[0] == (told.disputed, True)
    before = run("export", told.name, "--db", db).stdout_bytes
    rule(db, told)
    assert commands_found(db) == list(told.ruled.findings)
    assert commands_found(db, "--as-of", len(told.events)) == list(told.recorded.findings)
    assert totals(db) == told.ruled.totals
    assert before == told.log
    assert run("export", told.name, "--db", db).stdout_bytes.startswith(before)
    assert run("verify", db).exit_code == 0
    assert listed(db, told)[0] == (told.disputed, False)


# -- the page of disputes is written from the narrations, so that nothing stands twice --------------------------------


PAGE = Path(__file__).resolve().parents[2] / "docs" / "understand" / "cases.md"


@each("told", narrations(), ids=lambda one: one.name)
def test_every_dispute_is_on_the_page(told: Narration) -> None:
    """Its story, question, ruling and the rules that it rests on."""
    text = PAGE.read_text("utf-8")
    section = text.partition(f"\n## {told.order}. {told.title}\n")[2].partition("\n## ")[0]
    words = " ".join(section.split())
    assert " ".join(told.story.split()) in words
    assert told.question in words
    for ruling in told.rulings:
        assert ruling["text"] in words
        assert " ".join(ruling["why"].split()) in words
        assert all(f"[{rule}](" in section for rule in ruling["rests_on"])
