"""What a dossier says: enough to rule from it, and to check it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from each import each
from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.dead import dead_hands
from mjlog.disputes.dossier import dossier, dossier_text
from mjlog.disputes.effects import effect, effect_words
from mjlog.errors import RecordError
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.tiles import TILES, UNKNOWN, Tile
from mjlog.viewer.pages.alone import dossier_html
from mjlog.views.dead_words import dead_hand_words
from samples import FINDINGS, LOGS, SAMPLES, name_of
from tests.disputes.dossiers import (
    dossier_of,
    rows_of,
    rule_in,
    stored_of,
    view_of_events,
    view_of_sample,
    view_of_short,
)
from tests.views.table_logs import Log, won

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


def test_a_rule_that_has_nothing_to_say_is_left_out() -> None:
    found = dossier_of(view_of_sample(WESTERN), 44)
    assert rule_in(found, "western/chow-1").verdict == "kept"
    assert not [rule for rule in found.rules if rule.id and rule.id.startswith("western/kong")]


def test_the_table_just_before_is_seen_open_and_by_each_player() -> None:
    """North holds the two tiles that the chow takes; in the view of the others they are backs."""
    found = dossier_of(view_of_sample(WESTERN), 44)
    assert list(found.before) == ["table", "open", "E", "S", "W", "N"]
    hand = found.before["N"].seat(Seat.N).concealed
    assert {Tile("7d"), Tile("8d")} <= set(hand)
    assert set(found.before["S"].seat(Seat.N).concealed) == {TILES[UNKNOWN]}
    assert found.before["open"].seat(Seat.N).sets == ()


def test_what_was_legal_at_that_moment_is_told_and_who_could_claim() -> None:
    found = dossier_of(view_of_sample(WESTERN), 44)
    north = next(one for one in found.possible if one.seat is Seat.N)
    assert "lay down a chow of 6 dots-7 dots-8 dots" in north.acts
    assert any(line.startswith("East: no chow: a chow takes the discard") for line in found.claims)


def test_a_wrong_payment_is_told_with_the_rules_of_paying_and_what_is_due() -> None:
    log = won()
    log.events[-1]["change"] = {"E": -1982, "S": 3998, "W": -1008, "N": -1008}
    found = dossier_of(view_of_events(log.events))
    assert [one.code for one in found.findings] == ["wrong-settlement"]
    assert found.rules[0].verdict == "broken"
    assert found.rules[0].text
    stands = found.outcomes[0]
    assert stands.paid is not None
    assert stands.due is not None
    assert (stands.paid[Seat.S], stands.due[Seat.S]) == (3998, 4000)
    without = found.outcomes[1]
    assert without.gets == stands.due


def test_a_score_is_told_with_the_rules_of_its_items() -> None:
    view = view_of_sample(WESTERN)
    seq = next(seq for seq in view.by_seq if getattr(view.rows[view.by_seq[seq]], "type", "") == "score")
    found = dossier_of(view, seq)
    applies = [rule.id for rule in found.rules if rule.verdict == "applies"]
    assert "western/points-5" in applies
    assert all(rule.text for rule in found.rules)


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
    assert found.outcomes[0].gets is not None
    assert found.outcomes[2].gets is not None
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
        assert found.dispute is not None
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
    assert found.dispute is not None
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
    assert found.proof is not None
    assert last is not None
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


def test_options_that_matter_are_told() -> None:
    """Those that a rule of the dossier reads, and those that the game has set otherwise."""
    found = dossier_of(view_of_sample(AMERICAN), 1151)
    assert [option.name for option in found.options] == ["dead_basis", "dead_jokers"]
    assert "dead_jokers is before_death (usually all)" in dossier_text(found)


def test_dead_hands_are_told_with_what_follows() -> None:
    """North's exposures leave no line of the card; West says so at the next event."""
    found = dossier_of(view_of_sample(AMERICAN), 1152)
    (dead,) = found.dead_hands
    assert (dead.seat, dead.kind) == (Seat.N, "exposure")
    text = dossier_text(found, 200)
    assert "North's exposures are those of no line of the card" in text
    assert plain(found)["dead_hands"][0]["words"]


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


@each("path", FINDINGS[:12], ids=name_of)
def test_the_same_log_gives_the_same_page(path: Path) -> None:
    pages = [dossier_html(dossier_of(view_of_sample(path))) for _ in range(2)]
    assert pages[0] == pages[1]


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
    assert found.unseen is not None
    assert found.unseen.proves is False
    assert found.unseen.tried


def test_a_discard_is_not_left_out_of_its_hand() -> None:
    """A hand of one tile more says nothing of what was right."""
    found = dossier_of(view_of_sample(WESTERN), 45)
    assert found.event.type == "discard"
    assert [one.label for one in found.outcomes] == ["as it stands"]


def test_of_the_beginning_of_a_hand_no_tile_is_said_to_be_unknown() -> None:
    text = "game western; hand depth=table; E discard 5b; washout; hand 2 depth=table; S discard 1b"
    view = view_of_short(text)
    start = next(row for row in reversed(view.rows) if isinstance(row, ev.HandStart))
    found = dossier_of(view, start.seq)
    assert not any("tiles" in words for words in found.unknown)


def test_after_a_ruling_what_was_played_since_does_not_stand_in_the_hand_as_it_was() -> None:
    """The wash-out was made void, west drew the last tile, north won: as it stood, the hand was drawn."""
    path = SAMPLES / "disputes" / "washout-too-early-ruled.mjlog.jsonl"
    found = dossier_of(view_of_sample(path), 185)
    stands, *_, ruled = found.outcomes
    assert (stands.label, stands.winner, stands.is_washout) == ("as it stands", None, True)
    assert ruled.winner is Seat.N
