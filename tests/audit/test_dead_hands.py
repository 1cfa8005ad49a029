"""Hands that are dead: which, since when, from which event on it is certain, and what follows by the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.dead_cases import CASES, DeadCase
from cases import blocks_in, filled
from each import each
from mjlog.answers import plain
from mjlog.audit.dead import DeadHand, DeadHandTracker, Since, dead_hands
from mjlog.audit.dead.cases import Number
from mjlog.audit.engine import Engine
from mjlog.cards.shelf import CardShelf
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import default_rules, load, parse, shipped
from mjlog.rulesets.document import renamed
from mjlog.seats import Seat
from mjlog.simulate import Game
from mjlog.views.dead_words import dead_hand_words
from samples import DEAD_HANDS, dead_result, dead_samples, digest_of, kept, write_logs
from short_logs import events, fields, play

WESTERN = "game western; hand"
AMERICAN = "game american card=riverside-2026; hand"
DRAWN_TWICE = "E discard 8d; S draw ??; S draw ??"
THIRTEEN = "RRRd 1379c 28b 147d 9d"


def found(text: str) -> list[DeadHand]:
    """The dead hands of a text."""
    return dead_hands(GameRecord("short", "short", iter([(event, event.seq) for event in events(text)])))


def one(text: str) -> DeadHand:
    """The one dead hand of a text."""
    (dead,) = found(text)
    return dead


def said(dead: DeadHand) -> str:
    """A dead hand in the words of `dead_cases`."""
    since = "-" if dead.since is None else "..".join(map(str, dict.fromkeys(dead.since)))
    head = f"{dead.kind} {dead.seat.value} {dead.certain or '-'} {since}"
    if dead.contradicted is not None:
        head += f" contradicted {dead.contradicted}"
    elif dead.until is not None:
        head += f" until {dead.until}"
    parts = [(one.what, one.amount, one.recorded) for one in dead.follows]
    follows = [" ".join(str(part) for part in words if part is not None) for words in parts]
    return f"{head} | {', '.join(follows)}".strip()


@each("ruleset", shipped())
@each("more", [-1, 1])
def test_a_block_with_a_tile_too_few_or_too_many_makes_one_hand_wrong(ruleset: str, more: int) -> None:
    """That of the player who took it; the blocks after it are those of the others, and stay known."""
    log = _complete(ruleset)
    last = Seat.N if default_rules(ruleset).plan.players == 4 else Seat.W
    block = [event for event in log if event["type"] == "deal" and event["seat"] == last.value][1]
    block["tiles"] = [*block["tiles"], "??"] if more > 0 else block["tiles"][:-1]
    rows = [(convert_event(event), None) for event in log]
    counted = [dead for dead in dead_hands(GameRecord("short", "short", iter(rows))) if dead.kind == "count"]
    assert [(dead.seat, dead.since) for dead in counted] == [(last, Since(block["seq"], block["seq"]))]
    replay = Engine(GameRecord("short", "short", iter(()))).after(rows[: log.index(_first(log, "discard"))])
    sizes = {place.seat: place.size for place in map(replay.table.place, replay.table.players)}
    assert sizes == {**dict.fromkeys(sizes, 13), Seat.E: 14, last: 13 + more}


def _complete(ruleset: str) -> list[dict[str, Any]]:
    """The beginning of a hand, every tile written down, up to the second discard."""
    bodies: list[bytes] = []
    Game(load(ruleset), 3, 1, hands=1).play(bodies.append)
    log: list[dict[str, Any]] = [json.loads(body) for body in bodies]
    second = [at for at, event in enumerate(log) if event["type"] == "discard"][1]
    return log[: second + 1]


def _first(log: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(event for event in log if event["type"] == kind)


# -- one of each kind, in every rule set ------------------------------------------------------------------------------


@each("case", CASES.values(), ids=CASES)
def test_each_kind_is_found_with_what_follows_in_its_rule_set(case: DeadCase) -> None:
    assert tuple(said(dead) for dead in found(case.text)) == case.said


@each("name", CASES)
def test_sample_log_of_a_dead_hand_comes_to_what_is_expected(name: str, tmp_path: Path) -> None:
    content = dead_samples()[name]
    (path,) = write_logs({f"{name}.mjlog.jsonl": content}, tmp_path)
    assert {"log": name, "digest": digest_of(content), **dead_result(path)} == kept(DEAD_HANDS.name)[name]


def test_nothing_is_kept_of_a_dead_hand_that_is_no_more() -> None:
    assert set(kept(DEAD_HANDS.name)) == set(dead_samples())


@each("ruleset", shipped())
def test_every_rule_set_has_samples_of_a_wrong_number_and_of_a_false_mahjong(ruleset: str) -> None:
    kinds = {line.split()[0] for name, case in CASES.items() if name.startswith(f"{ruleset}-") for line in case.said}
    assert {"count", "false-mahjong"} <= kinds


@each("case", CASES.values(), ids=CASES)
def test_a_rule_that_is_cited_is_one_of_the_rule_set_in_force(case: DeadCase) -> None:
    ruleset = load(case.text.split()[1].rstrip(";"))
    for dead in found(case.text):
        cited = [dead.rule, *(one.rule for one in dead.follows)]
        assert all(rule is None or ruleset.rule(rule) is not None for rule in cited), cited


@each("case", CASES.values(), ids=CASES)
def test_a_dead_hand_is_plain_json_and_words(case: DeadCase) -> None:
    for dead in found(case.text):
        told = json.loads(json.dumps(plain(dead)))
        assert (told["seat"], told["rule"], told["kind"]) == (dead.seat.value, dead.rule, dead.kind)
        assert len(told["follows"]) == len(dead.follows)
        sentences = dead_hand_words(dead)
        assert sentences[0].startswith(str(dead.seat).capitalize())
        assert not any(text.endswith(".") or "None" in text for text in sentences)


# -- when it became certain, and since when ---------------------------------------------------------------------------

TEXTS: dict[str, str] = {}
"""Texts that several rows of `dead/certain.txt` share."""


def sentences() -> Iterator[Any]:
    """The sentences of `dead/certain.txt`, each with its rows: what is said (`said`), and the logs it is said of."""
    for head, *lines in blocks_in((Path(__file__).parent / "dead" / "certain.txt").read_text("utf-8")):
        if not lines:
            name, _, text = head.partition(" = ")
            TEXTS[name] = filled(text, TEXTS)
        else:
            sentence, _, rule = head.removesuffix("]").partition(" [")
            rows = [filled(line[4:], TEXTS).partition(": ") for line in lines if line.startswith("  = ")]
            logs = [(said, log) for said, _, texts in rows for log in texts.split(" // ")]
            yield pytest.param(logs, id=sentence, marks=[pytest.mark.rule(rule)] * bool(rule))


@pytest.mark.parametrize("logs", list(sentences()))
def test_what_is_certain_in_the_logs_of_a_sentence(logs: list[tuple[str, str]]) -> None:
    for expected, log in logs:
        assert ", ".join(said(dead) for dead in found(log)) == expected.replace("nothing", ""), log


@each("log, field, value", [
    ("{KONG} S discard 9c", "cause", "replacement-missing"),
    ("{RESULT} W show | RRRd 1379c 28b 147d", "number", Number((12, 15), 13)),
    ("{GAP} N discard 9d; E draw ??; E discard 9d; S draw ??; S draw ??", "number", Number((), 14)),
    ("{TOLD} {THIRTEEN} 9d", "shown", 13),
    ("{WENT_ON} {THIRTEEN}", "proved", False),
    ("{WENT_ON} {THIRTEEN} 9d", "shown", 11),
    ("{CALL} S mahjong discard 8d", "act", 22),
    ("{SOAPS}; S dead exposure by=W on_basis=table", "basis", "table"),
])  # fmt: skip
def test_a_dead_hand_has_what_shows_it(log: str, field: str, value: object) -> None:
    assert getattr(one(filled(log, TEXTS)), field) == value


def test_a_hand_shown_that_went_wrong_in_missing_moves_did_so_there() -> None:
    """All that was written down after them is right."""
    text = CASES["western-short-after-a-gap"].text
    assert one(text).since == Since(6, 7)
    # Without the gap nothing says where.
    without = text.replace("gap; N discard 9d", "W draw ??; W discard 9b; N draw ??; N discard 9d")
    assert one(without).since == Since(2, 17)


@pytest.mark.parametrize(("gap", "number"), [(99, 1), (5, 0), (4, 0)])
def test_moves_that_are_missing_before_a_pass_are_missed(gap: int, number: int) -> None:
    """South drew once or twice, or something lies between."""
    written = events(f"{WESTERN}; E discard 8d; W pass; N pass; S draw ??; S draw ??")
    read = [replace(event, seq=event.seq + (event.seq >= gap)) for event in written]
    assert len(dead_hands(GameRecord("short", "short", iter([(event, event.seq) for event in read])))) == number


def test_a_tile_that_is_not_shown_was_lost_after_it_came() -> None:
    """By the record it was in the hand from then on."""
    text = CASES["western-missing-tile-is-known"].text
    assert one(text).since == Since(23, 26)
    assert one(text.replace("W draw 5c", "W draw ??")).since == Since(20, 26)


def test_a_line_that_cannot_be_read_leaves_numbers_open() -> None:
    """It may have been the draw, or the discard, that is missing."""
    rows = [
        *events(f"{WESTERN}; E discard 8d; S draw ??; S discard 9c; W draw ??; W discard 9c; N draw ??; N discard 9d")
    ]
    del rows[4]
    assert dead_hands(GameRecord("lost", "lost", iter([(row, None) for row in rows]))) == []


# -- mahjong in error, calls, names -----------------------------------------------------------------------------------


@pytest.mark.rule("bmja/penalty")
def test_who_was_misled_by_a_wrong_name_is_not_fined_for_the_mahjong() -> None:
    """The one who named the tile is."""
    text = (
        "game bmja; hand; dealt S 123b 456b 789b 11d 3d 5d; E discard 8d named=4d; S claim mahjong; S mahjong discard"
    )
    named, declared = found(f"{text}; S show | 123b 456b 789b 11d 358d")
    assert (named.kind, named.seat, [one.amount for one in named.follows]) == ("misnamed", Seat.E, [300])
    assert (declared.kind, declared.misled) == ("false-mahjong", Seat.E)
    assert [one.what for one in declared.follows] == ["no-win", "named-nowhere"]


@pytest.mark.rule("dmjl/penalty")
@pytest.mark.parametrize(("claims", "fine"), [("chow", 50), ("pung", 100), ("kong", 100), ("mahjong", 300)])
def test_a_misnamed_discard_is_fined_by_what_it_was_claimed_for(claims: str, fine: int) -> None:
    dead = one(f"game dmjl; hand; E discard 5b named=5c; S claim {claims}")
    assert [(one.what, one.amount) for one in dead.follows] == [("fine", fine)]


@pytest.mark.parametrize(("after", "fine"), [
    ("S claim pung; S retract; S draw ??", 100),
    ("S claim pung; S retract; E name 5b", 100),
    ("S claim pung; E name 5b; S retract", 100),
    ("S claim chow; S retract; W claim mahjong; W retract", 300),
    ("S claim chow; S retract; S claim pung", 100),
    ("S claim pung; S retract; S claim chow", 100),
])  # fmt: skip
@pytest.mark.rule("dmjl/penalty")
def test_a_claim_that_was_taken_back_was_made(after: str, fine: int) -> None:
    """In any order: the fine is for the discard that was claimed under a wrong name, the highest of its claims."""
    dead = one(f"game dmjl; hand; E discard 5b named=5c; {after}")
    assert [(follows.what, follows.amount) for follows in dead.follows] == [("fine", fine)]


# -- what follows -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bmja/penalty")
@each("penalty, recorded", [
    ("S penalty 500 reason=false-mahjong", "right"),
    ("S penalty 500 reason=FALSE-mahjong", "right"),
    ("S penalty 500", "right"),
    ("S penalty 300 reason=false-mahjong", "otherwise"),
    ("S penalty 300", "missing"),
    ("W penalty 500 reason=false-mahjong", "missing"),
    ("S penalty 50 reason=misnamed", "missing"),
    ("note nothing", "missing"),
])  # fmt: skip
def test_a_fine_is_compared_with_what_was_recorded(penalty: str, recorded: str) -> None:
    """By its reason, or by its amount where the reason is no other fine's."""
    false = (
        "dealt S 123b 456b 789b 11d 3d 5d; E discard 8d; S draw 7d; S mahjong wall 7d; S show | 123b 456b 789b 11d 357d"
    )
    (*_, fine) = one(f"game bmja; hand; {false}; {penalty}").follows
    assert (fine.what, fine.amount, fine.recorded) == ("fine", 500, recorded)
    assert sum(payment.points for payment in fine.payments) == 500


@pytest.mark.rule("bmja/penalty")
@pytest.mark.parametrize(("to", "recorded"), [
    ({"E": 167, "W": 167, "N": 166}, "right"),
    ({"W": 500}, "otherwise"),
    ({"E": 100, "W": 100, "N": 100}, "otherwise"),
])  # fmt: skip
def test_half_a_limit_goes_to_the_three_others(to: dict[str, int], recorded: str) -> None:
    written = fields(CASES["bmja-false-mahjong"].text)
    written[-1]["to"] = to
    rows = iter([(convert_event(event), event["seq"]) for event in written])
    (dead,) = dead_hands(GameRecord("fined", "fined", rows))
    assert dead.follows[-1].recorded == recorded


def test_a_fine_that_is_missing_is_no_error_of_the_record() -> None:
    """What is not there is not judged."""
    codes = {code for name in ("bmja-misnamed", "dmjl-misnamed") for code in _errors(CASES[name].text)}
    assert codes == set()


def _errors(text: str) -> list[str]:
    return [one.code for report in play(text).finish() for one in report.findings if one.severity == "error"]


@pytest.mark.rule("bmja/long-hand")
@pytest.mark.rule("dmjl/long-hand")
@pytest.mark.parametrize("ruleset", ["bmja", "dmjl"])
@pytest.mark.parametrize("more", ["W draw 9d; W draw ??", "W draw 9d; W draw 9d"])
def test_the_audit_computes_nothing_for_a_hand_that_is_too_long(ruleset: str, more: str) -> None:
    """What is said to follow and what the audit computes are the same."""
    text = f"game {ruleset}; hand; dealt W {THIRTEEN}; E discard 8d; S draw ??; S discard 9b; {more}; W discard 9d"
    text += f"; N claim mahjong; N mahjong discard; W show | {THIRTEEN} 9d"
    assert play(text).finish()[0].computed[Seat.W] == 0
    assert "scores-nothing" in [one.what for one in one(text).follows]


# -- how it is asked for ----------------------------------------------------------------------------------------------


def test_a_watch_round_a_replay_finds_what_the_function_finds() -> None:
    for name in ("western-contradicted", "american-false-mahjong", "bmja-misnamed"):
        watch = DeadHandTracker(Engine(GameRecord("short", "short", iter(()))))
        for event in events(CASES[name].text):
            watch.feed(event)
        assert watch.finish() == found(CASES[name].text)


def test_a_correction_takes_a_dead_hand_away() -> None:
    """As corrected; as recorded it stands."""
    written = fields(f"{WESTERN}; {DRAWN_TWICE}; S discard 9b")
    written.append({"type": "correction", "seq": 7, "of": 5, "events": [], "reason": "written twice"})

    def read(as_recorded: bool) -> list[DeadHand]:
        rows = iter([(convert_event(event), event["seq"]) for event in written])
        return dead_hands(GameRecord("mended", "mended", rows, corrected=True), as_recorded=as_recorded)

    assert [said(dead) for dead in read(as_recorded=True)] == ["count S 5 5 | no-win, named-nowhere"]
    assert read(as_recorded=False) == []


def test_a_game_is_judged_by_another_rule_set_where_one_is_asked_for() -> None:
    rows = [(event, event.seq) for event in events(CASES["dmjl-misnamed"].text)]
    (dead,) = dead_hands(GameRecord("short", "short", iter(rows)), ruleset="bmja")
    assert [(one.rule, one.amount) for one in dead.follows] == [("bmja/penalty", 50)]
    assert dead_hands(GameRecord("short", "short", iter(rows)), ruleset="western", cards=CardShelf()) == []


def test_the_fines_of_a_clubs_own_rule_set_are_read_from_its_document() -> None:
    text = renamed(load("bmja").document, "bmja", "club").replace("amount = 500, to_all", "amount = 600, to_all")
    rows = [(event, event.seq) for event in events(CASES["bmja-false-mahjong"].text)]
    (dead,) = dead_hands(GameRecord("short", "short", iter(rows)), ruleset=parse(text))
    (fine,) = [one for one in dead.follows if one.what == "fine"]
    assert (fine.rule, fine.amount, fine.recorded) == ("club/penalty", 600, "otherwise")


def test_dead_hands_of_several_hands_name_theirs() -> None:
    text = f"{WESTERN}; {DRAWN_TWICE}; S discard 9b; S discard 9c; W mahjong wall; hand 2 E ben; {DRAWN_TWICE}"
    assert [(dead.hand, dead.player) for dead in found(text)] == [(1, "ben"), (2, "cora")]
