"""What a dossier says: enough to rule from it, and to check it; true of the record, and of what may be told of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.dead import dead_hands
from mjlog.audit.game import Game
from mjlog.disputes.case import disputes_in
from mjlog.disputes.dossier import Dossier, dossier, dossier_text, found_words, numbered, outcome_words
from mjlog.disputes.effects import effect, effect_words
from mjlog.errors import RecordError
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.viewer.pages import dossier_words
from mjlog.viewer.pages.alone import dossier_html
from mjlog.views.dead_words import dead_hand_words
from samples import LOGS, SAMPLES, name_of
from tests.disputes.dossiers import (
    dossier_of,
    rows_of,
    rule_in,
    stored_of,
    view_of_events,
    view_of_sample,
    view_of_short,
)
from tests.viewer.hidden_logs import STAGES, scrambled
from tests.views.american_logs import bought
from tests.views.american_logs import told as american
from tests.views.table_logs import Log, played, won
from turns import TURNS, in_turn

WESTERN = next(path for path in LOGS if name_of(path) == "western")
AMERICAN = next(path for path in LOGS if name_of(path) == "american")
KEYS = {
    "game", "ruleset", "place", "table", "hand", "round", "depth", "over", "players", "names", "dispute", "others",
    "event", "before", "legal", "findings", "rules", "silent", "options", "possible", "claims", "certain", "unknown",
    "unseen", "as_of", "called", "outcomes", "dead", "dead_hands", "proof",
}  # fmt: skip


def disputed(log: Log, on: int, **fields: object) -> int:
    """An objection to an event of a log; its number."""
    return log.add("dispute", on=on, text=str(fields.pop("text", "that was mine")), **fields)


def test_a_chow_that_is_not_from_the_left_is_refused_by_its_rule_and_the_others_are_kept() -> None:
    """The rule with its text and source, what was wrong, and what else it demands with an act that it would refuse."""
    text = "game western; hand depth=table; E discard 5b; W claim chow; W expose chow 456b"
    view = view_of_short(text)
    found = dossier_of(view, 4)
    rule = rule_in(found, "western/chow-1")
    assert rule.verdict == "broken"
    assert rule.says == ("west's chow from east's 5b: a chow takes the discard of the player on the left (south)",)
    assert "only from the player to one's left" in rule.text
    assert rule.source
    kept = rule_in(found, "western/pung-1")
    assert kept.verdict == "kept"
    assert "Nobody claims, or lets go, their own discard or kong" in [one.words for one in kept.kept]
    assert all(one.otherwise for one in kept.kept)
    assert found.legal is False
    assert found.certain[0].startswith("A rule is broken, whatever the tiles were that nobody saw")
    laid = dossier_of(view, 5)
    assert laid.findings == ()
    assert laid.legal is False
    assert laid.certain[0].endswith("it is not reported apart: an earlier fault says the same, or leaves it in doubt")


def test_a_wrong_payment_is_told_with_the_rules_of_paying_and_what_is_due() -> None:
    log = won()
    log.events[-1]["change"] = {"E": -1982, "S": 3998, "W": -1008, "N": -1008}
    found = dossier_of(view_of_events(log.events))
    assert [one.code for one in found.findings] == ["wrong-settlement"]
    assert found.rules[0].verdict == "broken"
    assert found.rules[0].text
    stands = found.outcomes[0]
    assert (stands.paid[Seat.S], stands.due[Seat.S]) == (3998, 4000)
    without = found.outcomes[1]
    assert without.gets == stands.due


def test_without_the_mahjong_nobody_wins_and_nothing_is_due() -> None:
    """The payments stay in the record; they were made for another result."""
    log = won()
    mahjong = next(event["seq"] for event in log.events if event["type"] == "mahjong")
    found = dossier_of(view_of_events(log.events), mahjong)
    stands, without = found.outcomes
    assert (stands.winner, without.winner) == (Seat.S, None)
    assert stands.gets is not None
    assert without.gets is None
    assert without.why == "nobody has won, and the hand is not drawn: there is nothing to pay"


def test_after_a_ruling_the_dossier_is_still_of_the_event_as_it_was_disputed() -> None:
    """With the hand as it stood, and as it was ruled: the payment corrected, and a fine."""
    log = won()
    paid = len(log.events)
    log.events[-1]["change"] = {"E": -1982, "S": 3998, "W": -1008, "N": -1008}
    dispute = disputed(log, paid, seat="S")
    before = dossier_of(view_of_events(log.events), dispute)
    ruling = log.add("ruling", on=dispute, text="two points short", decision="upheld")
    right = {"type": "settlement", "change": {"E": -1984, "S": 4000, "W": -1008, "N": -1008}}
    log.add("correction", of=paid, on=ruling, events=[right], reason="two points short")
    found = dossier_of(view_of_events(log.events), dispute)
    assert [one.as_json() for one in found.findings] == [one.as_json() for one in before.findings]
    assert found.event.words == before.event.words
    assert [one.label for one in found.outcomes] == [
        "as it stands", f"without event {paid}, the rest read as it stands", "as ruled",
    ]  # fmt: skip
    assert found.outcomes[2].gets[Seat.S] - found.outcomes[0].gets[Seat.S] == 2
    assert found.event.correction is not None


def test_a_dossier_is_found_by_the_dispute_its_event_its_ruling_and_what_follows() -> None:
    log = won()
    paid = len(log.events)
    dispute = disputed(log, paid)
    ruling = log.add("ruling", on=dispute, text="no", decision="dismissed")
    view = view_of_events(log.events)
    for seq in (paid, dispute, ruling):
        found = dossier_of(view, seq)
        assert found.event.seq == paid
        assert found.dispute.seq == dispute


def test_further_objections_to_the_same_event_are_told() -> None:
    log = won()
    first = disputed(log, 22, text="mine")
    second = disputed(log, 22, text="no, mine")
    found = dossier_of(view_of_events(log.events), first)
    assert [one.seq for one in found.others] == [second]
    assert "no, mine" in dossier_text(found)


def test_a_dispute_about_an_event_that_is_not_there_is_told_as_it_is() -> None:
    log = won()
    seq = disputed(log, 900)
    found = dossier_of(view_of_events(log.events), seq)
    assert found.event.seq == seq
    assert found.dispute.on == 900


def test_an_event_that_is_void_is_told_as_what_it_was() -> None:
    log = won()
    log.add("correction", of=22, events=[], reason="a slip", agreed=["ben"])
    found = dossier_of(view_of_events(log.events), 22)
    assert not found.event.read
    assert found.legal is None
    assert "a slip" in dossier_text(found)
    assert "agreed by ben" in dossier_text(found)


def test_the_proof_is_the_head_of_the_log_and_the_ids_of_the_events() -> None:
    log = won()
    dispute = disputed(log, 22)
    view = view_of_events(log.events)
    found = dossier_of(view, dispute)
    stored = stored_of(view)
    last, event = stored(dispute), stored(22)
    assert event is not None
    assert (found.proof.events, found.proof.head) == (dispute, last.id)
    assert ("event", 22, event.id) in [(one.what, one.seq, one.id) for one in found.proof.ids]
    assert found.proof.short in dossier_text(found)
    assert "mjlog verify FILE --head" in dossier_text(found)


def test_a_log_that_is_not_whole_has_no_proof() -> None:
    rows = won().events
    del rows[20]
    view = view_of_events(rows)
    view.log.is_whole = False
    found = dossier_of(view, 10)
    assert found.proof is None
    assert "is not whole" in " ".join(found.unknown)


def test_an_event_that_is_not_there_has_no_dossier() -> None:
    with pytest.raises(RecordError, match="there is no event 99: the game has the events 1 to 30"):
        dossier(view_of_events([*won().events, {"type": "note", "text": "tea"}][:30]), 99)


def test_the_dead_hands_of_a_dossier_are_those_of_the_whole_game() -> None:
    """Each hand is looked at apart, with the same result."""
    view = view_of_sample(AMERICAN)
    found = dead_hands(GameRecord("", "", iter(rows_of(AMERICAN)), corrected=True))
    assert len(found) > 1
    for hand in view.played:
        told = dossier_of(view, view.seq_at(hand.end - 1)).dead_hands
        assert [one.words for one in told] == [dead_hand_words(one) for one in found if one.hand == hand.number]


def test_real_names_stand_beside_the_handles_where_they_are_wanted() -> None:
    log = won()
    seq = disputed(log, 22, seat="S")
    view = view_of_events(log.events)
    assert "Ben Novak" not in dossier_text(dossier(view, seq))
    named = dossier(view, seq, names={"ben": "Ben Novak", "zoe": "Zoe Other"})
    for text in (dossier_text(named), dossier_html(named)):
        assert "ben (Ben Novak)" in text
        assert "Zoe" not in text


def test_the_json_has_every_part_by_a_key_that_stays() -> None:
    made = json.loads(json.dumps(plain(dossier_of(view_of_sample(WESTERN), 44))))
    assert set(made) == KEYS
    assert made["event"]["recorded"][0]["fields"]["type"] == "expose"
    assert made["before"]["N"]["view"] == "N"
    assert made["outcomes"][0]["gets"] == {"E": -104, "S": 152, "W": -28, "N": -20}


def test_the_page_needs_nothing_else_and_does_no_harm() -> None:
    """Style and picture are inside, nothing is fetched, hostile texts are text, and it is made for paper."""
    log = won(Log("<script>alert(1)</script>\u202e"))
    seq = disputed(log, 22, text="</style><img src=x>\u202e")
    page = dossier_html(dossier_of(view_of_events(log.events), seq))
    assert page.startswith("<!doctype html>")
    assert "<script" not in page.lower()
    assert "<img" not in page
    assert "\u202e" not in page
    assert 'href="http' not in page.replace('xmlns="http', "")
    assert "size: A4" in page
    assert page.count("<h1>") == 1


def test_what_a_ruling_changes_is_told_before_and_after() -> None:
    log = won()
    paid = len(log.events)
    log.events[-1]["change"] = {"E": -1982, "S": 3998, "W": -1008, "N": -1008}
    before = view_of_events(log.events)
    right = {"type": "settlement", "change": {"E": -1984, "S": 4000, "W": -1008, "N": -1008}}
    log.add("correction", of=paid, events=[right], reason="short")
    changed = effect(before, view_of_events(log.events))
    assert changed.totals["ben"] == (3998, 4000)
    assert [one.code for one in changed.went] == ["wrong-settlement"]
    words = effect_words(changed)
    assert "ben: 3998 -> 4000" in words
    assert any(line.startswith("hand 1: South wins") for line in words)
    assert effect_words(effect(before, before)) == ["scores, payments, totals and findings stay what they are"]


def test_the_fault_of_the_call_is_named_where_the_set_is_laid_down() -> None:
    """It was found at the claim, and people object to the set."""
    text = "game western; hand depth=table; E discard 5b; W claim chow; W expose chow 456b"
    laid = dossier_of(view_of_short(text), 5)
    assert [(one.code, one.seq) for one in laid.called] == [("chow-not-from-left", 4)]
    assert "At the call, event 4: error chow-not-from-left" in dossier_text(laid, 200)
    assert dossier_of(view_of_short(text), 4).called == ()


def test_a_hand_shown_in_vain_is_public_and_settles_what_was_declared() -> None:
    """Only the call, the declaration and the hand are written down: 13 unseen tiles, and all were shown."""
    text = (
        "game bmja; hand depth=table; E discard 5b; S claim mahjong; S mahjong discard 5b; "
        "S show | 123b456c999dSSw5bRRd"
    )
    found = dossier_of(view_of_short(text), 5)
    assert not found.over
    assert found.legal is False
    assert found.unseen.proves is False
    assert found.unseen.tried


def test_of_the_beginning_of_a_hand_no_tile_is_said_to_be_unknown() -> None:
    text = "game western; hand depth=table; E discard 5b; washout; hand 2 depth=table; S discard 1b"
    view = view_of_short(text)
    start = next(row for row in reversed(view.rows) if isinstance(row, ev.HandStart))
    found = dossier_of(view, start.seq)
    assert not any("tiles" in words for words in found.unknown)


# -- what a dossier claims in words must be true of the record, and of what may be told of it -------------------------


def sample(name: str) -> Path:
    """A sample log by folder and name."""
    return SAMPLES / f"{name}.mjlog.jsonl"


def acts(found: Dossier, seat: str | None) -> tuple[str, ...]:
    """What was legal for a seat; for nobody in particular with None."""
    wanted = None if seat is None else Seat[seat]
    return next((one.acts for one in found.possible if one.seat is wanted), ())


# -- hands in progress ------------------------------------------------------------------------------------------


def test_of_a_hand_that_is_over_the_audit_is_quoted() -> None:
    assert found_words(dossier_of(view_of_events(won().events), 22)) == [
        "No rule was broken: the audit reports nothing at this event."
    ]


# -- what was legal ---------------------------------------------------------------------------------------------


WON_AFTER_A_FALSE_CALL = (
    "game western bonus_tiles=false; hand; dealt E 5b 112b 345b 678d EEw 99d / S 13b 456d 789d RRRd 99c / "
    "W 22b 456c 123d 333c GWd / N 789b 789c 1479d SWNw; E discard 5b; S claim mahjong; S mahjong discard 5b; "
    "S retract; S draw 9b; S discard 9b; W draw 4d; W discard 2b; S claim mahjong; S mahjong discard 2b; S show"
)
PAID = {"type": "settlement", "change": {"E": 0, "S": 0, "W": 0, "N": 0}}


def test_a_winner_lays_down_the_set_that_the_claimed_tile_completes_until_the_hand_is_shown() -> None:
    view = view_of_short(WON_AFTER_A_FALSE_CALL, PAID)
    assert "lay down a chow of 1 bamboo-2 bamboo-3 bamboo" in acts(dossier_of(view, 30), "S")
    assert acts(dossier_of(view, 31), "S") == ()


def test_of_a_disputed_payment_the_one_that_is_due_is_told() -> None:
    log = won()
    log.events[-1]["change"] = {"E": -1982, "S": 3998, "W": -1008, "N": -1008}
    (said,) = acts(dossier_of(view_of_events(log.events)), None)
    assert said == "the hand is paid: East loses 1984, South gains 4000, West loses 1008 and North loses 1008"


# -- who could claim --------------------------------------------------------------------------------------------


def test_a_fault_that_leaves_open_which_tile_it_was_leaves_the_claims_open() -> None:
    """A fifth 5 bamboo: another tile was thrown than the one written down."""
    text = (
        "game western bonus_tiles=false; hand depth=table; E discard 5b; S discard 5b; W discard 5b; N discard 5b; "
        "E discard 5b; washout"
    )
    claims = dossier_of(view_of_short(text), 7).claims
    assert claims[0].startswith(
        "South: chow: a fault, or missing moves, leave open which tile could be claimed; pung: a fault"
    )


# -- scores -----------------------------------------------------------------------------------------------------


def test_a_false_mahjong_that_was_taken_back_takes_nothing_from_a_later_win() -> None:
    view = view_of_short(WON_AFTER_A_FALSE_CALL, PAID)
    found = dossier_of(view)
    assert "not-mahjong" in [one.code for one in found.outcomes[0].faults]
    assert outcome_words(found.outcomes[0]) == "South wins"


# -- rules, rulings, sheets -------------------------------------------------------------------------------------


def with_a_fine() -> Log:
    """A ruling with a fine for an earlier hand, which is written into it by a correction."""
    log = won()
    paid = len(log.events)
    dispute = log.add("dispute", on=paid, text="a miscount")
    ruling = log.add("ruling", on=dispute, text="so it was", decision="upheld")
    fine = {"type": "penalty", "seat": "E", "amount": 9, "reason": "miscount"}
    log.add("correction", after=paid, on=ruling, events=[fine], reason="miscount")
    return log


def test_a_fine_that_a_ruling_writes_into_an_earlier_hand_is_a_penalty() -> None:
    log = with_a_fine()
    found = dossier_of(view_of_events(log.events))
    (ruling,) = plain(found)["dispute"]["rulings"]
    assert (ruling["corrections"], ruling["penalties"]) == ((), (len(log.events),))
    assert f"[penalty {len(log.events)}]" in dossier_text(found, 300)


def test_events_that_follow_one_another_are_named_together() -> None:
    assert numbered("correction", []) == ""
    assert numbered("correction", [4, 5]) == "corrections 4 and 5"
    assert numbered("correction", [4, 6, 7, 8]) == "corrections 4 and 6 to 8"


def crowded() -> Log:
    """A dispute about an event to which nine others object, with forty corrections and five rulings."""
    log = won()
    paid = len(log.events)
    dispute = log.add("dispute", on=22, text="that was mine " * 100, seat="S")
    for number in range(5):
        ruling = log.add("ruling", on=dispute, text=f"ruling {number}, for it is so " * 60, decision="upheld")
    for number in range(40):
        note = {"type": "note", "text": f"{number} corrected " * 9}
        log.add("correction", after=paid, on=ruling, events=[note], reason="it was so " * 9, agreed=["ben", "anna"])
    for seat in "ESWNESWNE":
        log.add("dispute", on=22, text="no, that was mine " * 90, seat=seat)
    return log


def test_on_paper_a_long_dossier_is_shortened_and_says_so() -> None:
    """What is left out is told by number; text and JSON have everything."""
    log = crowded()
    dispute = next(event["seq"] for event in log.events if event["type"] == "dispute")
    found = dossier_of(view_of_events(log.events), dispute)
    assert dossier_words.objections_on_paper(found)[-1] == "disputes 79 to 84"
    assert dossier_words.rulings_on_paper(found)[0] == "Before: Rulings 31 and 32"
    assert dossier_words.rulings_on_paper(found)[-1].endswith("[corrections 36 to 75]")
    recorded, more = dossier_words.recorded_on_paper(found)
    assert [part.seq for part, _words in recorded] == [22, 30, 31, 32]
    assert more == "rulings 33 to 35, corrections 36 to 75"
    assert dossier_words.proof_on_paper(found)[-1].startswith("The ids of 41 more events of this dispute")
    page = dossier_html(found)
    assert "disputes 79 to 84" in page
    assert "corrections 36 to 75" in page
    text = dossier_text(found, 300)
    assert all(f"correction {seq}:" in text for seq in range(36, 76))
    assert len(plain(found)["event"]["recorded"]) == 47


# -- a dossier of a hand in progress tells what everybody sees --------------------------------------------------------


_LAST = 6 if TURNS == 1 else 3
"""So many events are asked about at every stage."""


def view_of(log: Log) -> Game:
    """The game as corrected; it can hold lines that are no event."""
    return Game(GameRecord("", "", ((convert_event(one), None) for one in log.events), corrected=True))


def told(log: Log, stage: int) -> list[object]:
    """What can be had of the disputes of a game: of the last events, and of the others in turns from stage to stage."""
    view = view_of(log)
    pages: list[object] = [disputes_in(view)]
    last = len(log.events)
    for seq in range(1, last + 1):
        if view.place_of(seq) is not None and (seq > last - _LAST or seq % TURNS == stage % TURNS):
            found = dossier_of(view, seq)
            pages += [dossier_text(found), json.dumps(plain(found)), dossier_html(found) if seq % 5 == 0 else ""]
    return pages


@pytest.mark.parametrize("stage", STAGES)
def test_dossiers_of_games_that_differ_in_hidden_tiles_are_the_same(stage: str) -> None:
    """At every stage of a hand, with an objection to one of its events."""
    log = STAGES[stage]()
    log.add("dispute", on=len(log.events) - 1, text="that was mine", seat="S")
    twin = scrambled(log, 9)
    assert log.events != twin.events
    number = list(STAGES).index(stage)
    assert told(log, number) == told(twin, number)


@pytest.mark.parametrize("stage", STAGES)
def test_what_a_ruling_changes_is_told_without_what_is_hidden(stage: str) -> None:
    """A correction that ends the hand, or makes it void, opens nothing before it is written down."""
    log = STAGES[stage]()
    twin = scrambled(log, 9)
    said = []
    for one in (log, twin):
        before = view_of(one)
        one.add("washout")
        one.add("penalty", seat="E", amount=5, reason="late")
        said.append(effect_words(effect(before, view_of(one))))
    assert said[0] == said[1]


def test_a_ruling_that_put_a_hand_back_into_play_shows_no_more_than_the_table() -> None:
    """The wash-out was disputed and made void: the dossier does not read the hand as the drawn one that it was."""
    log = played(3, 24)
    over = log.add("washout")
    dispute = log.add("dispute", on=over, text="there were tiles left", seat="S")
    assert set(dossier_of(view_of(log), dispute).before) == {"table", "open", "E", "S", "W", "N"}
    ruling = log.add("ruling", on=dispute, text="so it was", decision="upheld")
    log.add("correction", of=over, on=ruling, events=[], reason="so it was")
    found = dossier_of(view_of(log), dispute)
    assert not found.over
    assert set(found.before) == {"table"}
    assert not found.outcomes
    assert found.proof.events == 1


def test_ids_of_a_hand_in_progress_are_not_told() -> None:
    """They depend on every tile that was written down before."""
    log = played(3, 9, won())
    log.events[len(won().events)] |= {"hand": 2, "seats": {"E": "ben", "S": "cleo", "W": "dora", "N": "anna"}}
    dispute = log.add("dispute", on=len(won().events) - 2, text="no")
    found = dossier_of(view_of(log), dispute)
    assert found.proof.events == len(won().events)
    assert [one.what for one in found.proof.ids] == ["event"]


def test_of_a_purchased_card_only_label_and_value_are_told(tmp_path: object) -> None:
    """In no form of the dossier, of no event."""
    log = american(card="bought-2026")
    shelf = bought(tmp_path)  # type: ignore[arg-type]
    rows = [(convert_event(one), None) for one in log.events]
    view = Game(GameRecord("", "", iter(rows)), cards=shelf)
    for seq in (*in_turn(range(1, len(rows) + 1)), len(rows)):
        found = dossier_of(view, seq)
        text = dossier_text(found) + json.dumps(plain(found))
        assert "Riverside" not in text
        assert "dead-exposure" not in text


# -- a dossier reads the log as it was when the event was disputed, whoever has ruled on it since, or before ----------


def objected(log: Log, on: int, text: str = "that was mine") -> int:
    """An objection; its number."""
    log.add("dispute", on=on, text=text)
    return len(log.events)


def void(log: Log, dispute: int, of: int) -> None:
    """A ruling by which an event is void."""
    log.add("ruling", on=dispute, text="so be it", decision="upheld")
    log.add("correction", of=of, on=len(log.events), events=[], reason="ruled")


def dossier_in(log: Log, seq: int) -> Dossier:
    """The dossier of a dispute in a log."""
    return dossier_of(view_of_events(log.events), seq)


def judged(found: Dossier) -> list[object]:
    """What a dossier says of the event itself."""
    event = found.event
    return [event.words, event.read, found.legal, found.rules, found.findings, found.certain, found.outcomes[:2]]


def test_a_dispute_about_an_event_that_a_ruling_has_made_void_shows_it_as_it_was_judged_before() -> None:
    """Somebody objects to the mahjong after it was ruled away: the rules that bear on it are told all the same."""
    log = won()
    mahjong = next(event["seq"] for event in log.events if event["type"] == "mahjong")
    first = objected(log, mahjong)
    before = dossier_in(log, first)
    void(log, first, mahjong)
    second = objected(log, mahjong, "it was none of his")
    found = dossier_in(log, second)
    assert found.event.read
    assert [one.id for one in found.rules] == [one.id for one in before.rules] != []
    assert judged(found) == judged(before)
    assert found.event.correction is not None
    assert found.outcomes[-1].label == "as the log stands now"
    assert found.outcomes[-1].winner is None


def test_a_dispute_that_is_open_while_another_is_ruled_keeps_its_event() -> None:
    log = won()
    paid = len(log.events)
    first, second = objected(log, paid), objected(log, paid, "and that is too little")
    before = dossier_in(log, second)
    void(log, first, paid)
    found = dossier_in(log, second)
    assert judged(found) == judged(before)
    assert found.dispute.is_open


def test_an_event_made_void_without_a_ruling_is_shown_as_it_was_before_the_correction() -> None:
    log = won()
    paid = len(log.events)
    before = dossier_in(log, paid)
    log.add("correction", of=paid, events=[], reason="not paid yet")
    found = dossier_in(log, objected(log, paid))
    assert judged(found) == judged(before)


def test_what_had_been_corrected_before_the_objection_is_what_was_objected_to() -> None:
    """The payment was put right first; then somebody objects to it."""
    log = won()
    paid = len(log.events)
    other = {"type": "settlement", "change": {"E": -2000, "S": 4000, "W": -1000, "N": -1000}}
    log.add("correction", of=paid, events=[other], reason="counted again")
    dispute = objected(log, paid)
    found = dossier_in(log, dispute)
    assert "East loses 2000" in found.event.words
    assert len(found.outcomes) == 2


def test_of_a_hand_in_progress_an_event_that_was_made_void_is_shown_as_the_table_saw_it() -> None:
    """A ruling made the discard void: it is read as it went on, without the ruling, and nothing hidden is told."""
    log = Log()
    for event in won().events[:22]:
        log.events.append(event)
    discard = len(log.events)
    first = objected(log, discard)
    before = dossier_in(log, first)
    void(log, first, discard)
    second = objected(log, discard, "he did discard it")
    found = dossier_in(log, second)
    assert not found.over
    assert found.event.read
    assert list(found.before) == ["table"]
    assert [one.id for one in found.rules] == [one.id for one in before.rules]
    ruling, listed = first + 1, [line.seq for line in found.event.near]
    assert listed[-4:] == [discard, first, ruling, second], "the correction was not made in this reading"
