"""Hands that are dead: which, since when, from which event on it is certain, and what follows by the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.dead_cases import CASES, DeadCase
from each import each
from mjlog.answers import plain
from mjlog.audit.dead import DeadHand, DeadHandTracker, Since, dead_hands
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


@pytest.mark.rule("american/dead-1")
def test_a_replacement_that_is_not_taken_is_certain_at_the_discard_in_its_place() -> None:
    """Until then it could still be taken."""
    kong = f"{WESTERN}; E discard 8d; S draw ??; S kong concealed 5555b"
    assert found(f"{kong}; S kong-replacement ??; S discard 9c; W draw ??; W discard 9d") == []
    assert found(f"{kong}; W draw ??") == []
    dead = one(f"{kong}; S discard 9c")
    assert (dead.certain, dead.since, dead.cause) == (6, Since(6, 6), "replacement-missing")


def test_a_number_that_was_wrong_only_as_it_was_written_down_was_right_where_that_is_refuted() -> None:
    """The discard was south's, and not north's: west plays on."""
    misread = f"{WESTERN}; E discard 8d; S draw ??; N discard 9c"
    assert {dead.seat for dead in found(misread)} == {Seat.S, Seat.N}
    assert found(f"{misread}; W draw ??; W discard 9d") == []


def test_at_the_table_what_was_not_written_down_counts_as_done() -> None:
    """Draws and replacements may be missing there; only the hand that is shown tells."""
    kong = "E discard 8d; S kong concealed 5555b; S discard 9c; W discard 9d; N claim mahjong; N mahjong discard"
    table = "game western; hand depth=table; dealt"
    assert found(f"{table}; {kong}") == []
    assert found(f"{table}; {kong}; S show | 1379c 28b 147d 9d") == []
    dead = one(f"{table}; {kong}; S show | 1379c 28b 147d")
    assert (dead.certain, dead.since) == (26, Since(20, 25))


def test_at_the_table_a_second_draw_that_was_written_down_is_certain_at_once() -> None:
    dead = one(f"game western; hand depth=table; {DRAWN_TWICE}")
    assert (dead.certain, dead.since) == (5, Since(5, 5))


def test_where_only_the_result_is_known_it_came_about_somewhere_in_the_hand() -> None:
    """A set that is not shown may lie on the table; a tile too few cannot."""
    result = "game western; hand depth=result; N mahjong discard"
    for right in ("RRRd 1379c 28b 147d 9d", "RRRd 1379c 28b 1d", "1379c 28b 1d", "5d"):
        assert found(f"{result}; W show | {right}") == []
    dead = one(f"{result}; W show | RRRd 1379c 28b 147d")
    assert (dead.certain, dead.since) == (4, Since(2, 3))
    assert dead.number is not None
    assert (dead.number.had, dead.number.due, dead.number.too_many) == ((12, 15), 13, False)


def test_kongs_and_bonus_tiles_in_a_hand_shown_may_lie_beside_the_thirteen() -> None:
    result = "game western; hand depth=result; N mahjong discard"
    assert found(f"{result}; W show 1111b 2222b | 147d 9d 1379c") != []
    assert found(f"{result}; W show 1111b 2222b | 147d 9d 138c") == []
    assert found(f"{result}; W show | 1f 2s RRRd 1379c 28b 147d 9d") == []


def test_a_number_that_the_hand_shown_had_earlier_was_right_until_then() -> None:
    """South has shown thirteen tiles and the one declared on, and then goes on with the hand."""
    shown = (
        "dealt S 123b 456b 789b 11d 3d 5d; E discard 8d; S draw 7d; S mahjong wall 7d; S show | 123b 456b 789b 11d 357d"
    )
    later = (
        f"{WESTERN}; {shown}; S dead false-mahjong by=W; W draw ??; W discard 9c; N claim mahjong; N mahjong discard"
    )
    assert [dead.kind for dead in found(f"{later}; S show | 123b 456b 789b 11d 357d")] == ["false-mahjong"]


def test_after_moves_that_are_missing_nothing_is_certain_of_numbers() -> None:
    """Until the same player has two different numbers, or shows the hand."""
    gap = f"{WESTERN}; E discard 8d; S draw ??; S discard 9c; gap"
    assert found(f"{gap}; N draw ??; N draw ??; N discard 9d") == []
    assert found(f"{gap}; N discard 9d; E draw ??; E discard 9d; S draw ??; S discard 9d") == []
    dead = one(f"{gap}; N discard 9d; E draw ??; E discard 9d; S draw ??; S draw ??")
    assert (dead.certain, dead.since, dead.number and dead.number.had) == (11, Since(6, 11), ())


def test_of_two_different_numbers_the_hand_shown_tells_which_was_wrong() -> None:
    """East has thirteen tiles in the end: it was one short until the second draw."""
    gap = f"{WESTERN}; E discard 8d; S draw ??; S discard 9c; gap; N discard 9d; E draw ??; E draw ??; E discard 9d"
    shown = f"{gap}; S claim mahjong; S mahjong discard; E show"
    dead = one(f"{shown} | {THIRTEEN}")
    assert (dead.certain, dead.since, dead.until) == (9, Since(6, 7), 9)
    long = one(f"{shown} | {THIRTEEN} 9d")
    assert (long.certain, long.since, long.until, long.shown) == (9, Since(6, 9), None, 13)


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


def test_a_hand_that_was_shown_with_the_right_number_went_wrong_after_that() -> None:
    right = "S mahjong wall; N show | 1234567891b; E show | 123456789123b 1d; W show | 123123b 123111d 1c"
    assert one(f"game western; hand depth=result; {right}; E show | 123456789123b").since == Since(6, 6)


def test_a_tile_that_is_not_shown_was_lost_after_it_came() -> None:
    """By the record it was in the hand from then on."""
    text = CASES["western-missing-tile-is-known"].text
    assert one(text).since == Since(23, 26)
    assert one(text.replace("W draw 5c", "W draw ??")).since == Since(20, 26)


def test_a_hand_shown_with_the_right_number_contradicts_the_record() -> None:
    """Then nobody can say which of them is wrong, and nothing follows."""
    text = f"{WESTERN}; {DRAWN_TWICE}; S discard 9b; W draw ??; W discard 9d; N claim mahjong; N mahjong discard"
    dead = one(f"{text}; S show | {THIRTEEN}")
    assert (dead.proved, dead.contradicted, dead.follows) == (False, 11, ())
    confirmed = one(f"{text}; S show | {THIRTEEN} 9d")
    assert (confirmed.proved, confirmed.since, confirmed.shown) == (True, Since(5, 5), 11)


def test_whoever_is_in_turn_when_play_is_broken_off_has_fourteen_tiles() -> None:
    text = f"{WESTERN}; E discard 8d; S draw ??; washout reason=stopped"
    assert found(f"{text}; S show | {THIRTEEN} 9d") == []
    assert [dead.seat for dead in found(f"{text}; S show | {THIRTEEN} 99d")] == [Seat.S]


def test_a_line_that_cannot_be_read_leaves_numbers_open() -> None:
    """It may have been the draw, or the discard, that is missing."""
    rows = [
        *events(f"{WESTERN}; E discard 8d; S draw ??; S discard 9c; W draw ??; W discard 9c; N draw ??; N discard 9d")
    ]
    del rows[4]
    assert dead_hands(GameRecord("lost", "lost", iter([(row, None) for row in rows]))) == []


def test_a_set_that_cannot_have_been_laid_down_so_leaves_the_number_open() -> None:
    """South's second pung of one discard; what was laid down, and of what, nobody can say."""
    pung = "E discard 5b; S claim pung; S expose pung 555b"
    assert found(f"{WESTERN}; {pung}; S expose pung 555b; S discard 9c") == []


# -- mahjong in error, calls, names -----------------------------------------------------------------------------------


def test_a_false_call_that_is_carried_through_is_certain_at_the_call() -> None:
    """A call that nothing follows is none."""
    call = f"{WESTERN}; dealt S 1379b 1379c 1379d Ew; E discard 8d; S claim mahjong"
    assert found(f"{call}; S draw ??") == []
    dead = one(f"{call}; S mahjong discard 8d")
    assert (dead.kind, dead.certain, dead.since, dead.act) == ("false-mahjong", 21, Since(22, 22), 22)


def test_a_hand_that_nobody_saw_shows_its_mahjong_to_be_false() -> None:
    dead = one("game dmjl; hand depth=table; E discard 8d; S mahjong wall; S show | 123b 456b 789b 11d 357d")
    assert (dead.certain, dead.since, dead.shown) == (5, Since(4, 4), 5)


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


def test_a_misnamed_discard_is_not_fined_where_nobody_claims_it_under_that_name() -> None:
    misnamed = "game dmjl; hand; E discard 5b named=5c"
    assert found(f"{misnamed}; E name 5b; S claim pung") == []
    assert found(f"{misnamed}; S draw ??") == []
    assert found(f"{misnamed.replace('dmjl', 'western')}; S claim pung") == []


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


def test_a_called_hand_that_stayed_as_it_was_is_shown_so() -> None:
    called = "game classical; hand; dealt E 13579b 13579c 135d Ew; E discard Ew calling=true; S draw ??; S discard 9d"
    text = f"{called}; W draw ??; W discard 9d; N draw ??; N discard 9d; E draw ??; E discard 5b; S claim mahjong"
    text += "; S mahjong discard"
    assert found(f"{text}; E show | 13579b 13579c 135d") == []
    assert one(f"{text}; E show | 1379b 13579c 1355d").since == Since(28, 28)


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


@pytest.mark.rule("american/dead-2")
def test_of_two_wrong_hands_both_pay_and_of_three_the_hand_is_played_again() -> None:
    two = "E discard 9d; S draw ??; S draw ??; W draw ??; W draw ??; W discard 9c"
    assert [said(dead) for dead in found(f"{AMERICAN}; {two}")] == [
        "count S 5 5 | pays-the-winner", "count W 7 7 | pays-the-winner",
    ]  # fmt: skip
    three = f"{AMERICAN}; {two}; N draw ??; N draw ??; N discard 9b"
    assert {one.what for dead in found(three) for one in dead.follows} == {"played-again"}
    assert {one.recorded for dead in found(f"{three}; replay so") for one in dead.follows} == {"right"}


@pytest.mark.rule("american/dead-3")
def test_a_hand_that_others_have_left_without_a_line_is_no_mistake_until_somebody_says_so() -> None:
    """Three of four soaps have been discarded since the exposure was laid down."""
    by_all = "game american card=riverside-2026 dead_basis=table; hand depth=table"
    soaps = (
        f"{by_all}; E discard 9d; S discard 9d; W discard 9d; N discard 5b; S claim sextet; S expose sextet 555b JJJk"
    )
    gone = f"{soaps}; S discard Wd; W discard Wd; N discard Wd; E discard 9c"
    assert found(gone) == []
    dead = one(f"{gone}; S dead exposure by=W on_basis=table")
    assert (dead.basis, dead.certain, dead.declared and dead.declared.proved) == ("table", 12, True)


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
