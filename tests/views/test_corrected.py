"""What corrections changed, told at the events concerned, in both readings; as if the log had been read anew."""

from __future__ import annotations

import functools
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.events import convert_event, decode_event, encode_event
from mjlog.log.records import GameRecord, Row, as_of
from mjlog.rulesets import load, shipped
from mjlog.rulesets.document import OptionInfo
from mjlog.samples import samples_folder
from mjlog.seats import Seat
from mjlog.simulate import Game as SimulatedGame
from mjlog.viewer.pages.present import near
from mjlog.views.moment import moment_at
from mjlog.views.seen import (
    CorrectionNote,
    corrected_places,
    correction_of,
    disclosed_until,
    event_lines,
    line_at,
    said_at,
)
from tests.short_logs import events
from tests.views.table_logs import Fields, Log, hidden_twin, played, view_of, won
from tests.views.test_going_on import read, rows_in, rows_of, stand
from turns import in_turn


def readings(events: list[Fields]) -> list[Game]:
    """The game as corrected and as recorded."""
    return [
        Game(GameRecord("test", "test", ((convert_event(one), None) for one in events), corrected=True), as_recorded)
        for as_recorded in (False, True)
    ]


def note(view: Game, seq: int) -> CorrectionNote:
    """What is told of an event that a correction is about."""
    found = correction_of(view, seq, "open")
    assert found is not None
    return found


def begun() -> tuple[Log, int]:
    """East has discarded; nothing else has happened. Gives the seq of the discard."""
    log = played(1, 1)
    return log, next(event["seq"] for event in log.events if event["type"] == "discard")


def fixed(log: Log, of: int, *events: Fields, reason: str = "misheard") -> int:
    """A correction of an event."""
    return log.add("correction", of=of, events=list(events), reason=reason)


DISCARD = {"type": "discard", "seat": "E", "tile": "9d"}


@pytest.mark.parametrize("reading", [0, 1])
def test_a_corrected_event_says_by_which_one_and_what_it_was(reading: int) -> None:
    log, seq = begun()
    first = log.events[seq - 1]["tile"]
    last = fixed(log, seq, DISCARD)
    view = readings(log.events)[reading]
    told = note(view, seq)
    assert told.words == f"Event {seq} was corrected by event {last}: misheard"
    assert told.written == said_at(readings(log.events)[1], seq - 1)
    assert first in str(log.events[seq - 1])
    assert told.stands == "East discards 9 dots"
    assert note(view, last).words == f"Event {last} stands in the place of event {seq}: misheard"
    assert (note(view, last).written, note(view, last).stands) == (told.written, told.stands)


def test_a_void_event_leaves_nothing_and_can_stand_again() -> None:
    log, seq = begun()
    last = fixed(log, seq, reason="not so")
    for view in readings(log.events):
        assert note(view, seq).words == f"Event {seq} was made void by event {last}: not so"
        assert note(view, seq).stands == ""
    again = fixed(log, last, reason="it was so")
    for view in readings(log.events):
        told = note(view, seq)
        assert told.words.endswith(f"; correction {last} was taken back by event {again}: it was so")
        assert told.stands == told.written != ""
        assert note(view, again).words == f"Event {again} takes back correction {last}: it was so"


def test_who_agreed_is_told_texts_do_no_harm_and_what_cannot_be_read_has_none() -> None:
    log, seq = begun()
    log.add("correction", of=seq, events=[], reason="a\u202eb", agreed=["anna", "ben"])
    assert note(readings(log.events)[0], seq).words.endswith(r": a\u202eb (agreed by anna and ben)")
    log, seq = begun()
    fixed(log, seq, {"type": "discard", "seat": "E", "tile": "secret"})
    assert note(readings(log.events)[0], seq).stands == "This event cannot be read"
    view = view_of(won().events)
    assert [correction_of(view, seq) for seq in range(0, view.last_seq + 3)] == [None] * (view.last_seq + 3)


def test_an_added_event_says_after_which_one_it_is_read() -> None:
    log, seq = begun()
    last = log.add("correction", after=seq, events=[{"type": "claim", "seat": "S", "for": "pung"}], reason="forgotten")
    for view in readings(log.events):
        told = note(view, last)
        assert told.words == f"Event {last} was added after event {seq}: forgotten"
        assert told.first is None
        assert told.written == told.stands
        assert told.stands.startswith("South claims pung of")
        assert correction_of(view, seq) is None


def test_a_correction_of_a_correction_tells_the_whole_story() -> None:
    log, seq = begun()
    one = fixed(log, seq, DISCARD)
    two = fixed(log, one, {**DISCARD, "tile": "8d"}, reason="once more")
    for view in readings(log.events):
        told = note(view, seq)
        assert told.words == (
            f"Event {seq} was corrected by event {one}: misheard; event {one} was corrected by event {two}: once more"
        )
        assert told.stands == "East discards 8 dots"
        assert [step.seq for step in told.steps] == [one, two]
        assert note(view, two).words == (
            f"Event {two} stands in the place of event {one}, which stood for event {seq}: once more"
        )


def test_a_correction_that_was_meant_for_another_event_says_so_at_both() -> None:
    log, seq = begun()
    last = fixed(log, seq, DISCARD)
    deal = next(event["seq"] for event in log.events if event["type"] == "deal")
    meant = {"type": "correction", "of": deal, "events": [], "reason": "this block"}
    moved = fixed(log, last, meant, reason="wrong line")
    for view in readings(log.events):
        assert note(view, seq).words == (
            f"Event {seq} was corrected by event {last}: misheard; "
            f"correction {last} was meant for event {deal}, by event {moved}: wrong line"
        )
        assert note(view, seq).written == note(view, seq).stands != ""
        assert note(view, deal).words == f"Event {deal} was made void by event {moved}: this block"
        assert note(view, moved).words == f"Event {moved} makes event {deal} void: this block"
        assert note(view, moved).stands == ""
        steps = plain(note(view, seq))["corrections"]
        assert [(step["seq"], step["of"], step["instead"]) for step in steps] == [
            (last, seq, None), (moved, last, deal)
        ]  # fmt: skip
    assert said_at(readings(log.events)[0], seq - 2) == said_at(readings(log.events)[1], seq - 1)


def test_the_address_of_a_corrected_event_leads_to_what_stands_in_its_place() -> None:
    """Two in a row are corrected: each leads to its own."""
    log = played(1, 3)
    claims = [event["seq"] for event in log.events if event["type"] == "pass"][:2]
    kinds = [log.events[seq - 1]["seat"] for seq in claims]
    stand = [fixed(log, seq, {"type": "claim", "seat": seat, "for": "pung"})
             for seq, seat in zip(claims, kinds, strict=True)]  # fmt: skip
    view = readings(log.events)[0]
    places = [view.place_of(seq) for seq in claims]
    assert [view.seq_at(place) for place in places if place is not None] == stand
    assert [view.place_of(seq) for seq in stand] == places
    log = played(1, 3)
    first, second, third = [event["seq"] for event in log.events if event["type"] == "pass"][:3]
    fixed(log, first, {"type": "claim", "seat": "S", "for": "pung"})
    void = fixed(log, second)
    view = readings(log.events)[0]
    for seq in (second, void):
        assert view.seq_at(view.place_of(seq)) == third, "the address of a void one leads to what came next"
    assert view.place_of(len(log.events) + 1) is None


def test_the_corrected_places_of_a_hand_are_known() -> None:
    """As corrected the place of what stands there, as recorded that of what was written."""
    log, seq = begun()
    last = fixed(log, seq, DISCARD)
    corrected, recorded = readings(log.events)
    assert [corrected.seq_at(place) for place in corrected_places(corrected.hands[1])] == [last]
    assert [recorded.seq_at(place) for place in corrected_places(recorded.hands[1])] == [seq]
    assert corrected_places(corrected.hands[0]) == []


def with_corrected_draws(log: Log) -> Log:
    """The same game, with a draw and a block of the deal written once more as they were."""
    for kind in ("draw", "deal"):
        event = next(event for event in log.events if event["type"] == kind)
        again = {name: value for name, value in event.items() if name != "seq"}
        log.add("correction", of=event["seq"], events=[again], reason="blotted")
    return log


@given(st.integers(0, 10**6), st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_while_a_hand_goes_on_corrections_tell_no_hidden_tile(seed: int, other: int) -> None:
    log = played(seed, 12)
    one, two = (with_corrected_draws(each).events for each in (log, hidden_twin(log, other)))
    for mine, theirs in zip(readings(one), readings(two), strict=True):
        for seq in range(1, len(one) + 1):
            told = correction_of(theirs, seq, Seat.S)
            assert correction_of(mine, seq, "open") == told == correction_of(mine, seq, "table")


def test_a_hand_that_only_a_correction_has_begun_is_on_all_the_same() -> None:
    """As recorded the hand before is over: what was added after it is told as from the table."""
    log = played(2, 3)
    log.add("washout")
    seats = {"E": "anna", "S": "ben", "W": "cleo", "N": "dora"}
    inside = [
        {"type": "hand-start", "hand": 2, "round": "E", "seats": seats},
        {"type": "deal", "seat": "E", "tiles": ["1b", "2b", "3b", "4b"]},
    ]
    last = log.add("correction", after=len(log.events), events=inside, reason="on another sheet")
    for view in readings(log.events):
        assert note(view, last).stands.endswith("East is dealt 4 tiles")


def test_the_events_round_an_event_are_its_neighbours_also_after_a_corrected_one() -> None:
    """A corrected discard has the number of its correction, which is greater than those of the events after it."""
    log = played(1, 30)
    seq = next(event["seq"] for event in log.events if event["type"] == "discard")
    last = fixed(log, seq, DISCARD)
    view = readings(log.events)[0]
    lines = event_lines(view.played[0], "open")
    assert [line.words for line in lines if line.seq == last] == ["East discards 9 dots"]
    for here in range(seq + 1, last - 1):
        at = line_at(lines, here)
        assert at is not None
        assert lines[at].seq <= here <= lines[at].until
        assert lines[at] in near(lines, here)


def test_a_pass_that_was_corrected_is_told_in_a_line_of_its_own() -> None:
    """With those before it the line would have the numbers of the acts that follow."""
    log, seq = begun()
    second = next(event for event in log.events if event["type"] == "pass" and event["seq"] == seq + 2)
    fixed(log, second["seq"], {"type": "pass", "seat": second["seat"]})
    view = readings(log.events)[0]
    lines = event_lines(view.played[0], "open")
    covered = [number for line in lines for number in range(line.seq, line.until + 1)]
    hand = view.played[0]
    assert covered == [view.seq_at(place) for place in range(hand.first, hand.end)]


# -- a game whose options are corrected while it is looked at stands as if it had been read anew, whatever they say ---


HANDS = 3
OPTIONS = [(ruleset, name) for ruleset in shipped() for name in load(ruleset).options]


@functools.cache
def simulated(ruleset: str) -> list[Row]:
    """A short game of a rule set, every tile of it recorded."""
    lines: list[bytes] = []
    SimulatedGame(load(ruleset), 3, 1, hands=HANDS).play(lines.append)
    return [(decode_event(line), None) for line in lines]


def others(option: OptionInfo) -> list[Any]:
    """Values of an option, among them some that are not its default."""
    if option.kind == "bool":
        return [True, False]
    return list(option.values) if option.kind == "choice" else [0, 1, 3, 16]


def with_options(rows: list[Row], **options: Any) -> list[Row]:
    """A correction of the beginning of the game: these options were agreed on, beside those that it names."""
    start = of_type(rows, ev.GameStart)[0]
    return [correction(rows, of=start.seq, events=[inside(start, options={**(start.options or {}), **options})])]


@pytest.mark.parametrize(("ruleset", "name"), in_turn(OPTIONS), ids=lambda given: given)
def test_whichever_option_is_corrected_the_game_stands_as_if_read_anew(ruleset: str, name: str) -> None:
    rows = simulated(ruleset)
    view = read(rows)
    for value in others(load(ruleset).options[name]):
        added = with_options(rows, **{name: value})
        view.go_on(added)
        rows = [*rows, *added]
        assert stand(view) == stand(read(rows)), value


@pytest.mark.parametrize(("name", "options"), [
    ("western", {"rounds": 1}),
    ("western-three-players", {"undeclared_kong": True}),
    ("bmja", {"roof_off": True}),
    ("default", {"NumRounds": 1}),
    ("default", {"ConcealedFully": 1}),
    ("american", {"stake": 50}),
])  # fmt: skip
def test_recorded_games_with_faults_stand_as_if_read_anew(name: str, options: dict[str, Any]) -> None:
    rows = game(name)
    paid = of_type(rows, ev.Settlement)[0]
    for added in (
        with_options(rows, **options),
        [correction([*rows, rows[0]], of=paid.seq, events=[])],
        [correction([*rows, *rows[:2]], of=len(rows) + 1, events=[])],
    ):
        view = read(rows)
        view.go_on(added)
        rows = [*rows, *added]
        assert stand(view) == stand(read(rows))


def test_play_that_was_corrected_before_is_not_taken_for_what_it_was() -> None:
    rows = simulated("classical")
    view = read(rows)
    second = view.played[1]
    thrown = next(row for row in view.rows[second.first : second.end] if isinstance(row, ev.Discard))
    other = "9d" if thrown.tile.value != "9d" else "1b"
    for added in (
        [correction(rows, of=thrown.seq, events=[inside(thrown, tile=other)])],
        with_options([*rows, rows[0]], MahJongScore=40),
    ):
        view.go_on(added)
        rows = [*rows, *added]
        assert stand(view) == stand(read(rows))


def test_scores_are_judged_by_the_corrected_options() -> None:
    """Everything else is as it was: the hands were played alike."""
    rows = simulated("classical")
    view = read(rows)
    assert not any(hand.report.findings for hand in view.hands)
    view.go_on(with_options(rows, MahJongScore=40))
    assert {one.code for hand in view.hands for one in hand.report.findings} == {"wrong-score"}


# -- a game whose seats are corrected while it is looked at stands as if it had been read anew ------------------------


def mixed_up(rows: list[Row], chance: Random, share: float = 1.0) -> list[Row]:
    """Corrections of the seats and of the hands' beginnings, or of some: two players were taken for each other."""
    one, other = chance.sample(of_type(rows, ev.GameStart)[0].players, 2)
    names = {one: other, other: one}
    added: list[Row] = []
    for event in (row for row, _where in rows if isinstance(row, ev.Seats | ev.HandStart)):
        if chance.random() > share:
            continue
        fields: dict[str, Any] = {"seats": {seat.value: names.get(who, who) for seat, who in event.seats.items()}}
        if isinstance(event, ev.HandStart) and event.totals is not None:
            fields["totals"] = {names.get(who, who): total for who, total in event.totals.items()}
        added.append(correction([*rows, *added], of=event.seq, events=[inside(event, **fields)]))
    return added


@pytest.mark.parametrize("ruleset", in_turn(shipped()))
def test_players_taken_for_each_other_stand_right_as_if_the_game_had_been_read_anew(ruleset: str) -> None:
    rows, chance = simulated(ruleset), Random(ruleset)
    view = read(rows)
    for share in (1.0, 0.5, 0.5, 1.0):
        added = mixed_up(rows, chance, share)
        view.go_on(added)
        rows = [*rows, *added]
        fresh = read(rows)
        assert stand(view) == stand(fresh)
        assert looks(view) == looks(fresh)


@pytest.mark.parametrize("name", ["western", "american", "default", "western-three-players"])
def test_in_a_recorded_game_too(name: str) -> None:
    rows = game(name)
    view = read(rows)
    added = mixed_up(rows, Random(name))
    view.go_on(added)
    assert stand(view) == stand(read([*rows, *added]))


# -- a game corrected while it is looked at stands as if it had been read anew ----------------------------------------


ViewedFields = dict[str, Any]
GAMES = ("western", "bmja", "default", "american", "western-three-players")
_MOST = 1300


def game(name: str) -> list[Row]:
    """The first hands of a sample game."""
    return rows_in(Path(samples_folder() / "games" / f"{name}.mjlog.jsonl.xz"))[:_MOST]


def inside(event: ev.Event, **other: Any) -> ViewedFields:
    """An event as it stands in a correction."""
    fields: ViewedFields = msgspec.json.decode(encode_event(event))
    return {**{name: value for name, value in fields.items() if name != "seq"}, **other}


def correction(rows: list[Row], **fields: Any) -> Row:
    """The next event of the log: a correction."""
    return convert_event({"seq": len(rows) + 1, "type": "correction", "reason": "a slip", **fields}), None


def of_type(rows: list[Row], kind: type[ev.Event]) -> list[Any]:
    """The events of a type."""
    return [row for row, _where in rows if isinstance(row, kind)]


def paid_otherwise(event: ev.Settlement) -> ViewedFields:
    """East pays South four points more."""
    change = {seat.value: amount for seat, amount in event.change.items()}
    return inside(event, change={**change, "E": change["E"] - 4, "S": change["S"] + 4}, payments=None)


def any_correction(rows: list[Row], chance: Random) -> Row:
    """A correction as it may come: of payments, scores, a tile, a correction; void, added, or naming nothing."""
    paid, scored, made = (of_type(rows, kind) for kind in (ev.Settlement, ev.Score, ev.Correction))
    event = chance.choice([row for row, _where in rows if not isinstance(row, ev.Correction)])
    choices = [
        {"of": event.seq, "events": []},
        {"of": event.seq, "events": [inside(event)]},
        {"after": event.seq, "events": [{"type": "note", "text": "tea"}]},
        {"after": event.seq, "events": [{"type": "penalty", "seat": "S", "amount": 30, "reason": "late"}]},
        {"of": len(rows) + 5, "events": []},
    ]
    if paid:
        event = chance.choice(paid)
        choices += [{"of": event.seq, "events": [paid_otherwise(event)]}] * 2
    if scored:
        event = chance.choice(scored)
        choices.append({"of": event.seq, "events": [inside(event, total=event.total + 2)]})
    if made:
        choices += [{"of": chance.choice(made).seq, "events": []}] * 3
    return correction(rows, **chance.choice(choices))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_corrected_the_game_stands_as_if_read_anew(name: str) -> None:
    """One correction at a time, or two that come together, with what was said between them."""
    rows, chance = game(name), Random(11)
    view = read(rows)
    for at in range(12):
        added = [any_correction(rows, chance)]
        if not at % 3:
            added.append((convert_event({"seq": len(rows) + 2, "type": "note", "text": "tea"}), None))
            added.append(any_correction([*rows, *added], chance))
        rows = [*rows, *added]
        if at % 2:
            moment_at(view, chance.randrange(len(view.rows)), "open")
        view.go_on(added)
        fresh = read(rows)
        assert stand(view) == stand(fresh), added
        assert (disclosed_until(view), view.stops) == (disclosed_until(fresh), fresh.stops)
        assert looks(view) == looks(fresh)


def looks(view: Game) -> list[Any]:
    """The table at places all over the game, as it is seen when all is open."""
    moments = [moment_at(view, place, "open") for place in range(0, len(view.rows), 97)]
    return [(one.seq, one.words, plain(one.board)) for one in moments]


def replayed(view: Game, added: list[Row], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many rows are replayed when these are added."""
    count = 0
    feed = type(view.now).feed

    def counted(self: Any, row: Any, where: Any) -> None:
        nonlocal count
        count += 1
        feed(self, row, where)

    with monkeypatch.context() as patch:
        patch.setattr(type(view.now), "feed", counted)
        view.go_on(added)
    return count


def test_after_a_correction_the_hands_before_it_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = game("western")
    view = read(rows)
    second = view.played[1]
    paid = next(row for row in view.rows[second.first : second.end] if isinstance(row, ev.Settlement))
    made = [correction(rows, of=paid.seq, events=[paid_otherwise(paid)])]
    assert replayed(view, made, monkeypatch) < len(rows) - second.first
    assert view.hands[second.place].start is second.start
    rows = [*rows, *made]
    otherwise = view.hands[3].before
    undone = [correction(rows, of=len(rows), events=[])]
    assert replayed(view, undone, monkeypatch) < len(rows) - second.first
    assert stand(view) == stand(read([*rows, *undone]))
    assert view.hands[3].before != otherwise


def test_a_game_as_of_an_earlier_event_goes_on_to_what_it_came_to() -> None:
    rows = rows_of(won())
    view = Game(as_of(GameRecord("test", "test", iter(rows)), 20))
    assert (view.as_of, view.last_seq) == (20, 20)
    view.go_on(rows[20:])
    assert view.as_of is None
    assert stand(view) == stand(read(rows))


def test_a_call_of_a_discard_that_was_corrected_answers_what_is_read_there() -> None:
    """Also when it is added to a game that is looked at."""
    discard = {"type": "discard", "seat": "E", "tile": "9d"}
    rows: list[Row] = [(event, None) for event in events("game western; hand depth=table; E discard 8d")]
    last = len(rows)
    rows.append(correction(rows, of=last, events=[discard]))
    view = read(rows)
    called = (convert_event({"seq": len(rows) + 1, "type": "claim", "seat": "S", "for": "pung", "on": last}), None)
    view.go_on([called])
    assert not [finding for hand in view.hands for finding in hand.report.findings]
    assert stand(view) == stand(read([*rows, called]))
